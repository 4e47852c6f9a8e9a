"""Components, set-up and the beginning of a turn: sections 1 to 3 of the ledger."""

from __future__ import annotations

from collections import Counter
from typing import cast

import pytest

import roundhouse
from roundhouse.games.spyrium.actions import BUILDINGS, EVENTS, FACES
from roundhouse.games.spyrium.board import CELLS, PERIODS
from roundhouse.games.spyrium.state import PLACING, Spyrium
from tests.spyrium.conserve import conserved, expected
from tests.spyrium.table import Table, beside, face, game, table

KIT = game().printed
MARKS = {
    "Mine": "mine",
    "Workshop": "factory",
    "Factory": "factory",
    "Laboratory": "factory research",
    "University": "research",
}


def new(seats: int = 4, seed: object = 1, **options: object) -> Spyrium:
    return cast(Spyrium, game().new(seats=seats, seed=seed, **options))


def pass_round(s: Spyrium) -> None:
    """Let every seat pass at once: the shortest turn."""
    turn = s.turn
    while s.turn == turn and not s.over:
        s.apply(s.parse("start activating"))
        s.apply(s.parse("pass"))


@pytest.mark.rule("spyrium-1.1", "spyrium-1.2", "spyrium-1.3")
def test_the_printed_cards_by_kind_and_period() -> None:
    rows = [row for row in KIT.tables["cards.csv"].rows if "printed" in row["source"]]
    assert Counter(row["kind"] for row in rows) == {"building": 19, "character": 9, "technique": 7, "event": 7}
    copies = {(row["id"], period): int(row[period]) for row in rows for period in "abc"}
    assert [sum(n for (_, at), n in copies.items() if at == period) for period in "abc"] == [30, 20, 9]
    for kind, n in (("building", 35), ("character", 17), ("technique", 7), ("event", 0)):
        assert sum(copies[row["id"], period] for row in rows if row["kind"] == kind for period in "abc") == n


@pytest.mark.rule("spyrium-1.1", "spyrium-1.3")
def test_every_card_lies_in_a_deck_and_every_event_comes_once() -> None:
    assert KIT.kinds[:BUILDINGS] == ["building"] * BUILDINGS
    assert KIT.kinds[FACES:] == ["event"] * EVENTS
    assert {i for deck in KIT.decks for i in deck} == set(range(FACES))
    assert sorted(new().events) == list(range(FACES, FACES + EVENTS))


@pytest.mark.rule("spyrium-1.4")
@pytest.mark.parametrize("name", ["Working-Class Neighborhood I", "Working-Class Neighborhood II"])
def test_nobody_owns_an_eighth_worker(name: str) -> None:
    t = beside(name, workers=7).do(f"build {name} a1 in a new place")
    assert (t.workers, t.active, t.row) == (7, 6, name)


@pytest.mark.rule("spyrium-1.5")
def test_twenty_four_tokens() -> None:
    assert KIT.tokens == [1] * 8 + [2] * 8 + [3] * 8
    s = new(5)
    assert conserved(s) == expected(s)


@pytest.mark.rule("spyrium-1.6")
def test_the_bank_is_never_empty() -> None:
    t = table(market={"a1": "Geologist"}, stand={"a1 a2": "0"}, spyrium=500, pounds=5000)
    assert t.lift("a1 a2").do("call Geologist a1").spyrium == 502


@pytest.mark.rule("spyrium-1.7")
def test_the_symbols_of_buildings() -> None:
    for i in range(FACES + EVENTS):
        own = " ".join(KIT.symbol_names(i))
        name = KIT.titles[i].split(" ")[0]
        assert own == (MARKS.get(name, "") if i < BUILDINGS else ""), KIT.titles[i]


@pytest.mark.rule("spyrium-2.1")
def test_two_to_five_seats() -> None:
    assert list(game().seats) == [2, 3, 4, 5]
    for seats in (1, 6):
        with pytest.raises(roundhouse.BadSeats, match="2 to 5"):
            game().new(seats=seats)


@pytest.mark.rule("spyrium-2.2")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_what_each_seat_starts_with(seats: int) -> None:
    s = new(seats)
    assert s.pounds == [8 + 2] * seats  # and the first income
    assert s.spyrium == [2] * seats
    assert s.points == s.scores() == [0] * seats
    assert list(s.workers) == list(s.active) == [3] * seats
    assert list(s.residence) == [0] * seats
    assert s.rows == [b""] * seats
    assert list(s.techniques) == [0] * seats


@pytest.mark.rule("spyrium-2.3")
def test_decks_and_events_are_shuffled() -> None:
    deals = [new(2, seed) for seed in range(20)]
    assert len({s.cells for s in deals}) == 20
    assert len({s.decks[2] for s in deals}) == 20
    assert len({s.events[0] for s in deals}) > 3
    for s in deals:
        assert {c - 1 for c in s.cells} <= set(KIT.decks[0])
        assert sorted(s.decks[1]) == KIT.decks[1]
        assert sorted(s.decks[2]) == KIT.decks[2]


@pytest.mark.rule("spyrium-2.4")
def test_the_top_event_has_its_token_from_the_start() -> None:
    seen = 0
    for seed in range(60):
        s = new(2, seed)
        first = s.events[0] == face("Token windfall")
        assert (s.token_now in (1, 2, 3)) == first
        assert (s.token_next in (1, 2, 3)) == (s.events[1] == face("Token windfall"))
        seen += first
    assert seen > 2


@pytest.mark.rule("spyrium-2.5")
def test_two_bonuses_wait() -> None:
    players = cast(list[dict[str, object]], new(3).view(None)["players"])
    assert all(p["worker_bonus"] and p["pounds_bonus"] for p in players)


@pytest.mark.rule("spyrium-2.6")
def test_who_starts() -> None:
    starts = Counter(new(4, seed).seat for seed in range(80))
    assert set(starts) == {0, 1, 2, 3}
    assert {new(4, seed, first_player="fixed").seat for seed in range(20)} == {0}
    s = new(4, 3)
    assert s.seat == s.first


@pytest.mark.rule("spyrium-3.1", "spyrium-13.1")
@pytest.mark.parametrize("seats", [2, 5])
def test_six_turns_of_three_periods(seats: int) -> None:
    assert PERIODS == "aaabbc"
    s = new(seats)
    sizes = []
    for turn in range(1, 7):
        assert s.turn == turn
        assert {c - 1 for c in s.cells} <= set(KIT.decks["abc".index(PERIODS[turn - 1])])
        sizes.append([len(d) for d in s.decks])
        pass_round(s)
    laid = [(1, 0, 0), (2, 0, 0), (3, 0, 0), (3, 1, 0), (3, 2, 0), (3, 2, 1)]
    assert sizes == [[len(KIT.decks[i]) - CELLS * n[i] for i in range(3)] for n in laid]
    assert s.over


@pytest.mark.rule("spyrium-3.2", "spyrium-3.3")
def test_income_comes_before_all_else() -> None:
    t = table(income=5, pounds=0, spyrium=0).do("pass")
    assert t.state.turn == 2
    assert t.state.pounds == [5, 2]


@pytest.mark.rule("spyrium-3.4")
def test_events_come_one_after_the_other_and_the_seventh_never() -> None:
    s = new(3, 7)
    order = list(s.events)
    for turn in range(6):
        seen = s.view(None)
        assert seen["event"]["card"] == KIT.ids[order[turn]]  # type: ignore[index]
        assert seen["next_event"]["card"] == KIT.ids[order[turn + 1]]  # type: ignore[index]
        pass_round(s)
    assert list(s.events) == order


@pytest.mark.rule("spyrium-3.4", "spyrium-6.3", "spyrium-11.3")
@pytest.mark.parametrize("n", [0, 1, 3, 6])
def test_the_token_of_an_event_goes_with_it(n: int) -> None:
    seed = next(x for x in range(200) if new(2, x).events[n] == face("Token windfall"))
    s = new(2, seed)
    for turn in range(1, 7):
        nxt = s.token_next
        assert (s.token_now > 0) == (turn - 1 == n)
        assert (nxt > 0) == (turn == n)
        before = len(s.discards) + len(s.reserve)
        pass_round(s)
        if not s.over:
            assert s.token_now == nxt
        elif n == 6:
            assert s.token_next == nxt  # seen on the last turn, never used
        assert before <= 24


@pytest.mark.rule("spyrium-3.5")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_nine_cards_from_the_top_of_the_deck(seats: int) -> None:
    s = new(seats)
    top = s.decks[0][:CELLS]
    assert len(s.cells) == 9
    pass_round(s)
    assert bytes(c - 1 for c in s.cells) == top


@pytest.mark.rule("spyrium-3.6")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_tokens_on_the_cards_that_use_them(seats: int) -> None:
    one = {"Mine III", "University I", "University II"}
    several = {"Bureaucrat", "Miner", "Architect", "Banker", "Financier"}
    met: set[str] = set()
    for seed in range(12):
        s = new(seats, seed)
        while not s.over:
            for c in range(CELLS):
                title = KIT.titles[s.cells[c] - 1]
                wanted = 1 if title in one else seats - 1 if title in several else 0
                assert sum(s.tokens[c * 3 : c * 3 + 3]) == wanted
                met.add(title)
            pass_round(s)
    assert len(met) == FACES


@pytest.mark.rule("spyrium-3.7")
def test_discarded_tokens_make_a_new_reserve() -> None:
    s = table(seats=5, reserve="3", discards="1 1 1 1 1 1 1").state
    s.decks = [bytes([face("Banker"), *[face("Geologist")] * 7, face("University I")]), b"", b""]
    s.events = bytes(sorted(s.events, key=lambda e: e == face("Token windfall")))
    Table(s).do("pass")
    t = Table(s)
    assert t.tokens("a1") == [1, 1, 1, 3]
    assert t.tokens("c3") == [1]
    assert (s.reserve, s.discards) == (bytes([1] * 3), b"")


@pytest.mark.rule("spyrium-3.7", "spyrium-3.8")
def test_without_any_token_left_cards_go_without_and_the_event_draws_first() -> None:
    s = table(seats=5, reserve="2 3", discards="").state
    s.decks = [bytes([face("University I"), *[face("Geologist")] * 7, face("Banker")]), b"", b""]
    rest = [e for e in s.events if e != face("Token windfall")]
    s.events = bytes([*rest[:2], face("Token windfall"), *rest[2:]])
    t = Table(s).do("pass")
    assert s.token_next == 2
    assert t.tokens("a1") == [3]
    assert t.tokens("c3") == []


@pytest.mark.rule("spyrium-3.8")
def test_the_market_draws_row_by_row() -> None:
    s = table(seats=3, reserve="1 2 3 1 2 3 1").state
    s.decks = [bytes([face("University I"), face("Miner"), *[face("Geologist")] * 6, face("Mine III")]), b"", b""]
    s.events = bytes(sorted(s.events, key=lambda e: e == face("Token windfall")))
    t = Table(s).do("pass")
    assert [t.tokens(c) for c in ("a1", "a2", "c3")] == [[1], [2, 3], [1]]


@pytest.mark.rule("spyrium-3.9", "spyrium-10.4", "spyrium-7.4")
def test_all_workers_come_back_active() -> None:
    t = table(market={"a1": "Geologist"}, stand={"a1 a2": "0"}, row="Mine I", workers=5)
    t.lift("a1 a2").do("earn at Geologist a1", "use Mine I: 1 worker for 1 Spyrium")
    assert (t.active, t.inactive, t.state.on_buildings(0)) == (3, 1, 1)
    t.do("pass")
    assert (t.active, t.inactive, t.state.on_buildings(0)) == (5, 0, 0)
    assert list(t.state.phases) == [PLACING] * 2
