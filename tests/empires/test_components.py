"""The box as data: edited copies play, records carry what was edited, bad files get one sentence."""

from __future__ import annotations

import pickle
from functools import partial
from pathlib import Path
from typing import cast

import pytest

import roundhouse
from roundhouse.core.records import loads
from roundhouse.core.rng import seeded
from roundhouse.core.tables import Table
from roundhouse.games.empires.actions import LINE
from roundhouse.games.empires.box import SHELF
from roundhouse.games.empires.state import PASSENGERS, RENT, Empires
from tests import shared
from tests.empires.conserve import conserved, expected
from tests.empires.midgame import positions
from tests.empires.table import card, feat, game, kit, table
from tests.shared import write

printed = partial(shared.printed, SHELF)
line = partial(shared.line, SHELF)
edit = partial(shared.edit, SHELF)


def numbers(folder: Path, **by_id: int) -> Path:
    return edit(folder, "numbers.csv", {id: {"number": str(n)} for id, n in by_id.items()})


def new(folder: Path, seats: int = 3, **options: object) -> Empires:
    return cast(Empires, game().new(seats=seats, seed=3, components=str(folder), **options))


def play_out(s: Empires) -> Empires:
    rng = seeded("components")
    total = expected(s)
    while not s.over:
        legal = s.legal()
        s.apply(legal[rng.below(len(legal))])
        assert conserved(s) == total
    return s


def test_every_number_has_a_source() -> None:
    for file in game().printed.tables.values():
        for row in file.rows:
            assert any(word in row["source"] for word in ("printed", "derived", "proposed")), row


@pytest.mark.rule("empires-4.5", "empires-14.3")
def test_the_printed_numbers() -> None:
    """Those of the rulebook; what is proposed may change."""
    box = game().printed
    costs = {row["id"]: int(row["cost"]) for row in printed("grounds.csv")}
    assert costs == {"mixed": 0, "yellow": 1, "green": 1, "blue": 2, "grey": 3, "factory": 0, "city": 0}
    assert (box.start_money, box.most_money, box.loan_money, box.loan_prestige, box.loans) == (5, 9, 3, 1, 12)
    assert (box.unlock, box.new_route, box.market, box.city_bonus[:2]) == ([2, 3], 2, [0, 1, 2], [2, 1])
    assert (box.tracks_per_turn, box.per_space, box.hand, box.achievements, box.star) == (2, 2, 3, 5, 1)
    assert (box.hat_points, box.rent, box.tracks, box.unlockable, box.trains) == ([0, 0, 1, 3], 1, 20, 2, 8)
    assert set(box.prestige[:32]) == {1}


def test_the_bonus_table_grows_with_the_length() -> None:
    for box in (game().printed, kit()):
        assert [row[0] for row in box.bonus] == sorted({row[0] for row in box.bonus})
        assert box.bonus[0] == (0, 0, 0)
        for name in (box.line_money, box.line_prestige):
            assert list(name) == sorted(name)


def test_edited_numbers_rule(tmp_path: Path) -> None:
    s = new(numbers(tmp_path, start_money=7, tracks=6, unlockable=1, trains=3, hand=2, achievements=3, loans=4))
    assert list(s.money) == [7] * 3
    assert (len(s.hands[0]), len(s.feats), s.loans_left(), s.trains_left(0)) == (2, 3, 4, 3)
    play_out(s)
    assert s.turn == 9
    assert max(s.deliveries) <= 3


def test_every_single_number_rules() -> None:
    """Each of them, where a position shows it at once."""
    rich = kit(most_money=40, rent=3, star=4, new_route=6, unlock_1=7, unlock_2=8, loan_money=5, loan_prestige=2)
    t = table("E4 D3", "E3", money=30, others=9, switches=RENT | PASSENGERS, box=rich).do("lay E3", "lay C2")
    assert (t.money(), t.money(1), t.prestige()) == (30 - 3 - 2, 5 + 3, 4)
    t.do("start a new route at Beech")
    assert t.money() == 25 - 6 - 7
    t = table("E4", money=1, loans=2, locked=1, others=9, prestige=7, box=rich).do("lay E3", "lay E5", "lay D4")
    assert (t.money(), t.loans()) == (1 + 2 * 5 - 8 - 1, 4)
    assert t.state.scores()[0] == 7 - 4 * 2
    other = kit(city_1=6, city_2=5, hats_2=7, hats_3=9, market_1=3, market_2=4, market_3=5, hand=2, per_space=2)
    t = table("E4 E3 D2", "A2", step="deliver", hand="red_coal", money=0, switches=PASSENGERS, box=other)
    t.do("send coal from Axe Edge", "deliver to Ashby")
    assert t.money() == other.line_money[3] + 6
    t.do("play Red coal engine")
    assert t.can[1] == "take Green coal engine for $4"
    assert table("E4 D2 H5", switches=PASSENGERS, box=other).state.scores()[0] == 7
    assert table("E4 D2 H5 A1", switches=PASSENGERS, box=other).state.scores()[0] == 9


@pytest.mark.parametrize(("tracks", "turns"), [(1, 1), (3, 2), (5, 3)])
def test_an_odd_number_of_tracks(tracks: int, turns: int, tmp_path: Path) -> None:
    s = play_out(new(numbers(tmp_path, tracks=tracks)))
    assert s.turn == 3 * turns


@pytest.mark.parametrize("seats", [2, 4])
def test_poor_boxes_can_be_played(seats: int, tmp_path: Path) -> None:
    numbers(tmp_path, start_money=0, loans=0, unlockable=0, trains=0, achievements=0, new_route=9, tracks_per_turn=7)
    s = play_out(new(tmp_path, seats, edition="final"))
    assert s.scores()[0] == s.prestige[0]
    assert sum(s.deliveries) == 0
    assert s.turn == 3 * seats  # twenty tracks, seven a turn


@pytest.mark.parametrize("seats", [2, 4])
def test_rich_boxes_can_be_played(seats: int, tmp_path: Path) -> None:
    numbers(tmp_path, start_money=40, most_money=60, loans=60, trains=12, achievements=10, hand=7, tracks_per_turn=1)
    s = play_out(new(tmp_path, seats, edition="final", passengers=True))
    assert s.turn <= 20 * seats
    assert len(s.feats) == 10


def test_edited_prestige_and_titles(tmp_path: Path) -> None:
    cells = {
        "treasure": {"prestige": "9", "later": "7", "title": "Miser"},
        "red_coal": {"prestige": "4"},
        "contract_fa2": {"prestige": "8"},
    }
    box = game().box(edit(tmp_path, "cards.csv", cells))
    assert (box.feat_first[feat("treasure")], box.feat_later[feat("treasure")]) == (9, 7)  # type: ignore[attr-defined]
    assert "Miser" in game().card_text("miser", box)
    assert "4 prestige if you deliver coal." in game().card_text("red_coal", box)
    assert "8 prestige when" in game().card_text("contract_fa2", box)


def test_an_edited_table_of_bonuses_pays(tmp_path: Path) -> None:
    rows = printed("bonus.csv")
    edit(tmp_path, "bonus.csv", {r["length"]: {"money": "7", "prestige": "11"} for r in rows if int(r["length"]) >= 2})
    box = game().box(tmp_path)
    assert set(box.line_prestige[2:]) == {11}  # type: ignore[attr-defined]
    assert box.told(2) == 2  # type: ignore[attr-defined]
    play_out(new(tmp_path))


@pytest.mark.rule("empires-8.5")
def test_lengths_that_cards_and_achievements_ask_for_are_told_apart_without_the_table() -> None:
    tables = SHELF.printed()
    old = tables["bonus.csv"]
    short = [row for row in old.rows if row["length"] in ("0", "3")]
    tables["bonus.csv"] = Table(old.file, old.columns, old.keys, short)
    box = game().make_box(tables, {})
    assert [box.told(n) for n in range(-2, 12)] == [0, 0, 0, 0, 0, 3, 3, 5, 5, 5, 5, 9, 9, 9]


@pytest.mark.rule("empires-13.1")
def test_edited_production_spaces(tmp_path: Path) -> None:
    rows = printed("prestige.csv")
    edit(tmp_path, "prestige.csv", {r["space"]: {"production": str(int(r["space"] == "2"))} for r in rows})
    s = new(tmp_path)
    assert s.kit.production == [2]
    s.goods = bytes(12)
    s.gain(0, 1)
    assert not any(s.goods)
    s.gain(0, 5)
    assert any(s.goods)
    assert s.produced == 1


def test_edited_names_and_costs(tmp_path: Path) -> None:
    edit(tmp_path, "factories.csv", {"FA2": {"name": "Top Pit"}})
    edit(tmp_path, "cities.csv", {"CA1": {"name": "Aldous"}})
    edit(tmp_path, "grounds.csv", {"mixed": {"cost": "4", "title": "meadow"}})
    s = new(tmp_path)
    assert "start at Top Pit" in s.all_words()
    assert "Aldous" in s.board.labels
    assert {s.board.cost[h] for h in range(s.board.size) if s.board.ground[h] == 0} == {4}
    assert any("meadow" in label for label in s.board.labels)
    play_out(s)


def test_edited_stars(tmp_path: Path) -> None:
    rows = printed("tiles.csv")
    edit(tmp_path, "tiles.csv", {f"{r['tile']},{r['q']},{r['r']}": {"star": "0"} for r in rows})
    s = play_out(new(tmp_path))
    assert not any(s.board.star)


def test_a_record_names_the_box_and_carries_the_edits(tmp_path: Path) -> None:
    edit(tmp_path, "cards.csv", {"tunnel": {"prestige": "19"}})
    record = roundhouse.Record("empires", 2, seed=5, components=str(tmp_path))
    assert record.header()["edited"] == {"cards.csv": {"tunnel": {"prestige": "19"}}}
    assert record.header()["box"] != roundhouse.Record("empires", 2, seed=5).header()["box"]
    rng = seeded(1)
    for _ in range(40):
        legal = record.state.legal()
        record.play(legal[rng.below(len(legal))])
    again = loads(record.text())
    assert again.state.fingerprint() == record.state.fingerprint()
    assert again.box.prestige[card("tunnel")] == 19  # type: ignore[attr-defined]
    with pytest.raises(roundhouse.BadRecord, match="box"):
        loads(record.text().replace('"tunnel":{"prestige":"19"}', '"tunnel":{"prestige":"18"}'))


def test_an_unedited_copy_is_the_printed_box(tmp_path: Path) -> None:
    write(tmp_path, "cards.csv", printed("cards.csv")[::-1])  # in another order, too
    record = roundhouse.Record("empires", 2, seed=5, components=str(tmp_path))
    assert "edited" not in record.header()
    assert record.box.hash == game().printed.hash


BAD = {
    "a word for a number": ("cards.csv", "tunnel", {"prestige": "two"}, "column prestige: 'two'"),
    "a negative number": ("cards.csv", "tunnel", {"later": "-1"}, "column later: '-1'"),
    "too large a number": ("cards.csv", "tunnel", {"prestige": "21"}, "column prestige: .* from 0 to 20"),
    "no title": ("cards.csv", "tunnel", {"title": " "}, "column title: it is empty"),
    "a title used twice": ("cards.csv", "tunnel", {"title": "Bridge Master"}, "'Bridge Master' already names bridge"),
    "another kind": ("cards.csv", "tunnel", {"kind": "engine"}, "column kind: 'engine' must stay 'achievement'"),
    "another colour": ("cards.csv", "red_coal", {"colour": "blue"}, "column colour: 'blue' must stay 'red'"),
    "another condition": ("cards.csv", "red_coal", {"subject": "steel"}, "column subject: 'steel' must stay 'coal'"),
    "another ground": ("tiles.csv", "A,0,0", {"ground": "blue"}, "column ground: 'blue' must stay"),
    "two stars": ("tiles.csv", "A,0,0", {"star": "2"}, "column star: '2' is not"),
    "another turn": ("layouts.csv", "4,1", {"rotations": "9"}, "column rotations: '9' must stay"),
    "other goods": ("factories.csv", "FA1", {"goods": "gold"}, "column goods: 'gold' must stay"),
    "other demands": ("cities.csv", "CA1", {"demands": "gold"}, "column demands: 'gold' must stay"),
    "another hat": ("cities.csv", "CA1", {"hat": "black"}, "column hat: 'black' must stay"),
    "a factory without a name": ("factories.csv", "FA1", {"name": ""}, "column name: it is empty"),
    "a factory named twice": ("factories.csv", "FA2", {"name": "Ash Pit"}, "column name: 'Ash Pit' is the name"),
    "a factory spelled like another": ("factories.csv", "FA2", {"name": "ASH-PIT"}, "'ASH-PIT' is the name of another"),
    "a city like a hex": ("cities.csv", "CA1", {"name": "E5"}, "column name: 'E5' reads like a coordinate"),
    "a city like a factory": ("cities.csv", "CA1", {"name": "ash pit"}, "column name: 'ash pit' is the name"),
    "too dear a ground": ("grounds.csv", "grey", {"cost": "10"}, "column cost: .* from 0 to 9"),
    "too high a bonus": ("bonus.csv", "9", {"money": "21"}, "column money: .* from 0 to 20"),
    "production at the start": ("prestige.csv", "0", {"production": "1"}, "column production: everybody starts"),
    "production twice": ("prestige.csv", "3", {"production": "2"}, "column production: '2' is not"),
    "no tracks": ("numbers.csv", "tracks", {"number": "0"}, "tracks must be 1 to 20"),
    "too many tracks": ("numbers.csv", "tracks", {"number": "21"}, "tracks must be 1 to 20"),
    "three to unlock": ("numbers.csv", "unlockable", {"number": "3"}, "unlockable must be 0 to 2"),
    "too many trains": ("numbers.csv", "trains", {"number": "13"}, "trains must be 0 to 12"),
    "no tracks a turn": ("numbers.csv", "tracks_per_turn", {"number": "0"}, "tracks_per_turn must be 1 to 20"),
    "more money than there can be": ("numbers.csv", "start_money", {"number": "10"}, "start_money must be 0 to 9"),
    "a loan of nothing": ("numbers.csv", "loan_money", {"number": "0"}, "loan_money must be 1 to 99"),
    "too many loans": ("numbers.csv", "loans", {"number": "61"}, "loans must be 0 to 60"),
    "three a space": ("numbers.csv", "per_space", {"number": "3"}, "per_space must be 2 to 2"),
    "no hand": ("numbers.csv", "hand", {"number": "0"}, "hand must be 1 to 7"),
    "eight in hand": ("numbers.csv", "hand", {"number": "8"}, "hand must be 1 to 7"),
    "eleven achievements": ("numbers.csv", "achievements", {"number": "11"}, "achievements must be 0 to 10"),
    "too large a count": ("numbers.csv", "star", {"number": "100"}, "column number: .* from 0 to 99"),
    "no source": ("numbers.csv", "star", {"source": ""}, "column source: it is empty"),
}


@pytest.mark.parametrize("case", sorted(BAD))
def test_a_bad_cell_gets_a_sentence(case: str, tmp_path: Path) -> None:
    file, key, cells, sentence = BAD[case]
    edit(tmp_path, file, {key: cells})
    with pytest.raises(roundhouse.BadComponents, match=sentence) as caught:
        game().new(seats=2, seed=1, components=str(tmp_path))
    told = str(caught.value)
    assert told.startswith(f"{file}, line {line(file, key)}, column ")
    assert told.endswith(".")
    assert "\n" not in told


def test_a_missing_and_an_unknown_id(tmp_path: Path) -> None:
    rows = printed("cards.csv")
    write(tmp_path, "cards.csv", [r for r in rows if r["id"] != "tunnel"])
    with pytest.raises(roundhouse.BadComponents, match=r"cards\.csv, line 51, column id: 'tunnel' is missing"):
        game().box(tmp_path)
    write(tmp_path, "cards.csv", [{**r, "id": "shaft"} if r["id"] == "tunnel" else r for r in rows])
    at = line("cards.csv", "tunnel")
    with pytest.raises(roundhouse.BadComponents, match=rf"line {at}, column id: 'shaft' is not in the box"):
        game().box(tmp_path)


def test_a_missing_column_and_a_table_of_another_game(tmp_path: Path) -> None:
    write(tmp_path, "bonus.csv", [{"length": r["length"], "money": r["money"]} for r in printed("bonus.csv")])
    with pytest.raises(roundhouse.BadComponents, match=r"bonus\.csv, line 1: the columns must be length, money, pres"):
        game().box(tmp_path)
    (tmp_path / "bonus.csv").rename(tmp_path / "tokyo.csv")
    with pytest.raises(roundhouse.BadComponents, match=r"tokyo\.csv is not a table of this game"):
        game().box(tmp_path)


def test_a_pickled_state_keeps_its_box(tmp_path: Path) -> None:
    edit(tmp_path, "cards.csv", {"tunnel": {"prestige": "17"}})
    s = new(tmp_path)
    again = pickle.loads(pickle.dumps(s))
    assert again.kit.prestige[card("tunnel")] == 17
    assert again.fingerprint() == s.fingerprint()


def test_a_state_pickled_in_the_middle_of_a_delivery_knows_its_lines() -> None:
    asked = [s for seed in range(4) for s in positions(seed) if s.legal()[:1] >= [LINE]]
    assert asked
    for s in asked:
        again = pickle.loads(pickle.dumps(s))
        assert again.legal() == s.legal()
