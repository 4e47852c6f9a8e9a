"""The parts of the core one by one: chance, hexes, frames, programs, actions, words, tables, registry, options."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import roundhouse
from roundhouse.core import registry
from roundhouse.core.actions import ActionSpace
from roundhouse.core.components import Column, Schema
from roundhouse.core.game import Option
from roundhouse.core.hexes import HexGrid
from roundhouse.core.rng import Rng, seeded
from roundhouse.core.state import State
from roundhouse.core.verbs import (
    POSITION_ONE,
    PROGRAM_MASK,
    TIMES_ONE,
    Either,
    Program,
    Programs,
    Verb,
    close,
    frame,
    frame_seat,
    memo,
    position,
    subject,
    tally,
    times,
    with_memo,
    with_seat,
)
from tests.core.bare import BareGame, create

# chance


def test_rng_gives_the_published_sequence() -> None:
    rng = Rng(1, 2, 3, 4)
    wanted = [641, 1573767, 3222811527, 3517856514, 836907274, 4247214768, 3867114732, 1355841295, 495546011, 621204420]
    assert [rng.word() for _ in range(10)] == wanted


def test_seeds_are_the_same_in_both_builds() -> None:
    rng = seeded(7)
    assert rng.words() == [1501505694, 3217763597, 1895529272, 492998291]
    assert [rng.below(6) for _ in range(12)] == [4, 2, 3, 5, 2, 3, 0, 0, 4, 4, 5, 3]
    assert seeded("7").words() == seeded(7).words() != seeded(8).words()
    assert seeded(1 << 127).words() != seeded(0).words()


@pytest.mark.parametrize("n", [1, 2, 6, 52, 1 << 20])
def test_below_stays_in_range(n: int) -> None:
    rng = seeded(n)
    drawn = [rng.below(n) for _ in range(2000)]
    assert min(drawn) >= 0
    assert max(drawn) < n


def test_below_is_even_over_many_seeds() -> None:
    uneven = 0.0  # the mean chi-square of seven sides is about six
    for seed in range(20):
        rng = seeded(seed)
        counts = [0] * 7
        for _ in range(1400):
            counts[rng.below(7)] += 1
        uneven += sum((c - 200) ** 2 / 200 for c in counts) / 20
    assert 3.5 < uneven < 8.5


def test_shuffle_permutes_and_reaches_every_order() -> None:
    rng = seeded(3)
    orders: dict[tuple[int, ...], int] = {}
    for _ in range(2400):
        cards = [1, 2, 3, 4]
        rng.shuffle(cards)
        assert sorted(cards) == [1, 2, 3, 4]
        orders[tuple(cards)] = orders.get(tuple(cards), 0) + 1
    assert len(orders) == 24
    assert min(orders.values()) > 50
    few: list[int] = []
    rng.shuffle(few)
    assert few == []


@pytest.mark.parametrize("twin", [Rng.clone, copy.copy, copy.deepcopy, lambda r: pickle.loads(pickle.dumps(r))])
def test_a_copied_rng_goes_its_own_way(twin: Callable[[Rng], Rng]) -> None:
    rng = seeded(1)
    other = twin(rng)
    planned = [rng.word() for _ in range(5)]
    assert other.words() == seeded(1).words()
    assert [other.word() for _ in range(5)] == planned


# hexes


@pytest.mark.parametrize("widths", [[5, 4, 5, 4, 5], [1], [3, 3, 3], [10, 9, 10, 9, 10, 9, 10, 9], [2, 5, 1]])
def test_neighbours_are_mutual_sorted_and_never_oneself(widths: list[int]) -> None:
    grid = HexGrid(widths)
    assert grid.size == sum(widths)
    for h in range(grid.size):
        around = grid.beside(h)
        assert around == sorted(set(around))
        assert h not in around
        assert len(around) <= 6
        assert all(h in grid.beside(n) for n in around)


def test_an_inner_hex_has_six_neighbours() -> None:
    grid = HexGrid([5, 4, 5, 4, 5])
    names = [grid.coordinate(h) for h in range(grid.size)]
    assert [names[n] for n in grid.beside(names.index("C3"))] == ["B2", "B3", "C2", "C4", "D2", "D3"]
    assert [names[n] for n in grid.beside(names.index("B1"))] == ["A1", "A2", "B2", "C1", "C2"]
    assert [names[n] for n in grid.beside(names.index("A1"))] == ["A2", "B1"]


def test_coordinates_read_like_a_street_map_and_lead_back() -> None:
    grid = HexGrid([5, 4, 5])
    assert (grid.coordinate(0), grid.coordinate(4), grid.coordinate(5), grid.coordinate(13)) == ("A1", "A5", "B1", "C5")
    assert [grid.at(grid.rows[h], grid.cols[h]) for h in range(14)] == list(range(14))
    assert grid.at(1, 4) == grid.at(-1, 0) == grid.at(0, -1) == grid.at(3, 0) == -1


# frames


def fields(f: int) -> tuple[int, int, int, int, int, int, int]:
    return (f & PROGRAM_MASK, position(f), times(f), tally(f), frame_seat(f), subject(f), memo(f))


def test_a_fresh_frame_reads_back() -> None:
    assert fields(frame(5, 2, 7, 9)) == (5, 0, 0, 0, 2, 7, 9)
    assert fields(frame(5, 2)) == (5, 0, 0, 0, 2, 0, 0)


@pytest.mark.parametrize("edge", range(7))
def test_each_field_holds_its_most_without_touching_the_others(edge: int) -> None:
    most = [4095, 63, 127, 127, 15, 1023, 16383]
    for full in ({edge}, set(range(7)) - {edge}, set(range(7))):
        want = [most[i] if i in full else 0 for i in range(7)]
        f = frame(want[0], want[4], want[5], want[6]) + want[1] * POSITION_ONE + want[2] * TIMES_ONE + (want[3] << 25)
        assert fields(f) == tuple(want)
        assert 0 <= f < 1 << 60


def test_hold_and_with_seat_replace_one_field() -> None:
    f = frame(4095, 15, 1023, 16383) + 63 * POSITION_ONE + 127 * TIMES_ONE
    assert fields(with_memo(f, 0)) == (4095, 63, 127, 0, 15, 1023, 0)
    assert fields(with_memo(with_memo(f, 0), 16383)) == fields(f)
    assert fields(with_seat(f, 0)) == (4095, 63, 127, 0, 0, 1023, 16383)
    assert fields(with_seat(with_seat(f, 3), 15)) == fields(f)


def test_close_moves_on_and_turns_answers_into_the_tally() -> None:
    f = frame(9, 3, 8, 7) + 5 * TIMES_ONE
    shut = close(f)
    assert fields(shut) == (9, 1, 0, 5, 3, 8, 7)
    assert fields(close(shut)) == (9, 2, 0, 0, 3, 8, 7)
    assert fields(close(frame(9, 3, 8, 7) + 127 * TIMES_ONE)) == (9, 1, 0, 127, 3, 8, 7)


# programs


class Say(Verb):
    """A verb that reads as it is told and may be forbidden."""

    def __init__(self, told: str, clause: str = "", weight: int = 0) -> None:
        super().__init__(limited=bool(clause) or weight > 0)
        self.told = told
        self.clause = clause
        self.weight = weight
        self.seen: list[int] = []

    def possible(self, s: State, f: int, planned: int) -> str:
        self.seen.append(planned)
        return self.clause

    def plan_after(self, planned: int) -> int:
        return planned + self.weight

    def words(self) -> str:
        return self.told


def say(told: str) -> Program:
    return Say(told)


def test_plus_is_then_and_times_is_again() -> None:
    a, b = say("draw 1 card"), say("gain a coin")
    assert (a + b).text() == "Draw 1 card. Gain a coin."
    assert (2 * (a + b)).text() == "Draw 1 card. Gain a coin. Do this twice."
    assert (a + 2 * b).verbs == a.verbs + b.verbs + b.verbs
    assert (a.text(), b.text()) == ("Draw 1 card.", "Gain a coin.")
    assert (0 * a).verbs == []


def test_programs_are_numbered_from_one_and_checked_in_full() -> None:
    game = create()
    s = game.new(seed=1)
    cheap, dear = Say("cheap", weight=2), Say("dear", weight=3)
    programs = Programs()
    number = programs.add(cheap + say("free") + dear)
    blocked = programs.add(dear + Say("no", "bare-9") + Say("never asked", "bare-8"))
    assert (number, blocked, [programs.planned_total(i) for i in range(3)]) == (1, 2, [0, 5, 3])
    assert programs.possible(s, frame(number, 0), 10) == ""
    assert (cheap.seen, dear.seen) == ([10], [12])
    assert programs.possible(s, frame(blocked, 0), 0) == "bare-9"
    assert programs.possible(s, frame(0, 0), 0) == ""


def test_either_is_possible_if_one_option_is() -> None:
    game = create()
    s = game.new(seed=1)
    both = Either(0, Say("a", "bare-1"), say("b"))
    none = Either(0, Say("a", "bare-1"), Say("b", "bare-2"))
    for verb in (both, none):
        game.programs.add(verb)
    out: list[int] = []
    both.choices(s, frame(1, 0), out)
    assert out == [1]
    assert both.possible(s, frame(1, 0), 0) == ""
    assert both.asks(s, frame(1, 0))
    assert (both.refuses(s, frame(1, 0), 0), both.refuses(s, frame(1, 0), 7)) == ("bare-1", "")
    assert none.possible(s, frame(1, 0), 0) in ("bare-1", "bare-2")
    assert not none.asks(s, frame(1, 0))
    assert both.words() == "choose one: a; or b"


# the action space


def small_space() -> ActionSpace:
    space = ActionSpace()
    space.add("play", ["play {}", "play {} for its coins"], "card", "hand", 3)
    space.add("end", ["end turn"])
    space.add("lay", ["lay {}"], "hex", "hex", 4)
    return space


def test_blocks_lie_end_to_end() -> None:
    space = small_space()
    assert [(b.name, b.start, b.size) for b in space.blocks] == [("play", 0, 6), ("end", 6, 1), ("lay", 7, 4)]
    assert space.size == 11
    assert [space.block(a).name for a in range(11)] == ["play"] * 6 + ["end"] + ["lay"] * 4


def test_a_block_with_two_forms_has_two_actions_a_thing() -> None:
    block = small_space().blocks[0]
    assert [(block.form(a), block.thing(a)) for a in (0, 1, 4, 5)] == [
        ("play {}", 0),
        ("play {} for its coins", 0),
        ("play {}", 2),
        ("play {} for its coins", 2),
    ]


@pytest.mark.parametrize("action", [-1, 11, 1 << 70])
def test_an_action_outside_the_space_is_unknown(action: int) -> None:
    with pytest.raises(roundhouse.UnknownAction, match=f"{action} does not exist; actions are 0 to 10"):
        small_space().block(action)


def test_actions_know_what_they_point_at() -> None:
    s = roundhouse.game("trains").new(seats=2, seed=1)
    lay = s.parse("lay Yokohama")
    name, place, thing = s.points_at(lay)
    assert (name, place) == ("lay", "hex")
    assert s.label("hex", thing) == "Yokohama"
    assert s.points_at(s.parse("play Garage for its coins"))[:2] == ("play", "hand")
    assert s.points_at(s.parse("end turn")) == ("end", "", 0)


# words


@pytest.fixture
def trains() -> State:
    s = roundhouse.game("trains").new(seats=2, seed=1, cards="tokyo beginners")
    for place in ("Tachikawa", "Yokohama"):
        s.apply(s.parse(f"start at {place}"))
    return s


def test_parse_takes_the_exact_spelling_in_any_case(trains: State) -> None:
    for said in ("lay Shinagawa-Meguro", "LAY SHINAGAWA-MEGURO", "  lay   shinagawa-meguro "):
        assert trains.words(trains.parse(said)) == "lay Shinagawa-Meguro"


def test_parse_takes_a_spelling_squeezed_or_spread(trains: State) -> None:
    for said in ("lay shinagawameguro", "lay Shinagawa Meguro", "layshinagawa-meguro", "endturn", "end-turn"):
        assert trains.words(trains.parse(said)) in ("lay Shinagawa-Meguro", "end turn")


def test_parse_takes_beginnings_if_only_one_action_fits(trains: State) -> None:
    assert trains.words(trains.parse("end")) == "end turn"
    assert trains.words(trains.parse("start tachi")) == "start at Tachikawa"


def test_parse_prefers_what_is_legal() -> None:
    s = roundhouse.game("trains").new(seats=2, seed=1)
    assert s.words(s.parse("yokohama")) == "start at Yokohama"


def test_parse_names_what_ambiguous_words_may_mean(trains: State) -> None:
    with pytest.raises(roundhouse.AmbiguousAction, match=r"'Yokohama' can mean .*'lay Yokohama'.*say which"):
        trains.parse("Yokohama")


@pytest.mark.parametrize("said", ["fly to the moon", "lay Atlantis", "", "  ", "?!"])
def test_parse_says_what_is_possible_instead(trains: State, said: str) -> None:
    with pytest.raises(roundhouse.UnknownAction, match=r"Possible.*'end turn'"):
        trains.parse(said)


def test_parse_takes_other_names_of_a_thing(trains: State) -> None:
    assert trains.words(trains.parse("lay G2")) == "lay mountain G2"
    kit = roundhouse.game("trains").box(None)
    table = kit.tables["cards.csv"]
    named = [i for i in range(len(table.rows)) if table.text(i, "also")]
    for i in named:
        for other in table.text(i, "also").split("/"):
            assert trains.words(trains.parse(f"buy {other.strip()}")) == f"buy {table.text(i, 'title')}"


def test_a_refusal_names_clause_and_alternatives_and_changes_nothing(trains: State) -> None:
    before = trains.fingerprint()
    with pytest.raises(
        roundhouse.IllegalAction, match=r"'buy Skyscraper' is refused: .*\(trains-4\.9\)\. Possible:"
    ) as e:
        trains.apply(trains.parse("buy Skyscraper"))
    assert (e.value.clause, trains.fingerprint()) == ("trains-4.9", before)
    for unknown in (-1, 10**6):
        with pytest.raises(roundhouse.IllegalAction, match="is not an action"):
            trains.apply(unknown)
    assert trains.fingerprint() == before


# tables

PRINTED = "id,title,cost,source\na,Alpha,1,printed\nb,Beta,2,printed\n"


@pytest.fixture
def schema(tmp_path: Path) -> Schema:
    home = tmp_path / "printed"
    home.mkdir()
    (home / "cards.csv").write_text(PRINTED)
    made = Schema(str(home))
    columns = [Column("id", "name", fixed=True), Column("title", "name"), Column("cost", "number", least=1, most=9)]
    made.add("cards.csv", columns, ["id"])
    return made


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "edited"
    made.mkdir()
    return made


def test_an_edited_table_is_laid_over_the_printed_one(schema: Schema, folder: Path) -> None:
    text = "id,title,cost,source\nb,Beta,9,proposed\n\na,Alpha,1,printed\n"
    (folder / "cards.csv").write_text(text, newline="\r\n")
    (folder / "notes.txt").write_text("not a table")
    tables, edits = schema.edited(str(folder))
    assert [tables["cards.csv"].number(i, "cost") for i in (0, 1)] == [1, 9]
    assert edits == {"cards.csv": {"b": {"cost": "9", "source": "proposed"}}}
    assert schema.with_edits(edits)["cards.csv"].csv() == tables["cards.csv"].csv()
    assert schema.printed()["cards.csv"].csv() == PRINTED


BAD_TABLES = {
    "missing column": ("id,title,source\na,Alpha,printed\n", "cards.csv, line 1: the columns must be id, title, cost"),
    "other order": ("id,cost,title,source\n", "cards.csv, line 1: the columns"),
    "nothing at all": ("", "cards.csv, line 1: the columns"),
    "word for a number": (PRINTED.replace("Beta,2", "Beta,two"), "cards.csv, line 3, column cost: 'two'"),
    "number too large": (PRINTED.replace("Beta,2", "Beta,10"), "cards.csv, line 3, column cost: '10' .*1 to 9"),
    "number too small": (PRINTED.replace("Alpha,1", "Alpha,0"), "cards.csv, line 2, column cost: '0'"),
    "negative number": (PRINTED.replace("Alpha,1", "Alpha,-1"), "cards.csv, line 2, column cost: '-1'"),
    "foreign digit": (PRINTED.replace("Alpha,1", "Alpha,²"), "cards.csv, line 2, column cost"),
    "empty name": (PRINTED.replace("Beta", " "), "cards.csv, line 3, column title: it is empty"),
    "short line": (PRINTED.replace("b,Beta,2,", "b,Beta,"), "cards.csv, line 3: 3 columns where 4 belong"),
    "duplicate id": (PRINTED + "a,Again,3,printed\n", "cards.csv, line 4, column id: 'a' stands on line 2"),
    "missing id": (PRINTED.replace("b,Beta,2,printed\n", ""), "cards.csv, line 3, column id: 'b' is missing"),
    "unknown id": (PRINTED + "c,Gamma,3,printed\n", "cards.csv, line 4, column id: 'c' is not in the box"),
    "open quote": (PRINTED.replace("Beta", '"Beta'), "cards.csv is not a readable CSV table"),
}


@pytest.mark.parametrize("case", BAD_TABLES)
def test_a_bad_table_is_refused_by_file_line_and_column(schema: Schema, folder: Path, case: str) -> None:
    text, sentence = BAD_TABLES[case]
    (folder / "cards.csv").write_text(text, encoding="utf-8")
    with pytest.raises(roundhouse.BadComponents, match=sentence):
        schema.edited(str(folder))


def test_a_fixed_column_may_not_be_edited(tmp_path: Path, folder: Path) -> None:
    (tmp_path / "map.csv").write_text("row,terrain,name,source\n0,field,,printed\n1,city,Ota,printed\n")
    schema = Schema(str(tmp_path))
    columns = [Column("row", "number", fixed=True), Column("terrain", "name", fixed=True), Column("name", "text")]
    schema.add("map.csv", columns, ["row"])
    (folder / "map.csv").write_text("row,terrain,name,source\n0,sea,,printed\n1,city,Ota,printed\n")
    with pytest.raises(roundhouse.BadComponents, match=r"map\.csv, line 2, column terrain: 'sea' must stay 'field'"):
        schema.edited(str(folder))


def test_an_edit_of_no_table_is_refused(schema: Schema) -> None:
    with pytest.raises(roundhouse.BadComponents, match=r"extra\.csv is not one of cards\.csv"):
        schema.with_edits({"extra.csv": {}})


def test_older_rules_have_the_cells_that_were_changed_after_them(tmp_path: Path, schema: Schema) -> None:
    older = tmp_path / "printed" / "older"
    older.mkdir()
    (older / "notes.txt").write_text("not a table")
    (older / "1.csv").write_text("file,row,column,cell\ncards.csv,a,cost,7\ncards.csv,a,title,Aleph\n")
    (older / "3.csv").write_text("file,row,column,cell\ncards.csv,a,cost,8\ncards.csv,b,cost,9\n")
    costs = {v: schema.printed(v)["cards.csv"].numbers("cost") for v in (None, 0, 1, 2, 3, 4)}
    assert costs == {None: [1, 2], 0: [7, 9], 1: [7, 9], 2: [8, 9], 3: [8, 9], 4: [1, 2]}
    assert schema.printed(1)["cards.csv"].texts("title") == ["Aleph", "Beta"]
    edited = schema.with_edits({"cards.csv": {"b": {"cost": "5"}}}, 1)["cards.csv"]
    assert (edited.numbers("cost"), edited.texts("title")) == ([7, 5], ["Aleph", "Beta"])


def test_older_rules_may_differ_in_what_no_edit_changes(tmp_path: Path, folder: Path) -> None:
    (tmp_path / "map.csv").write_text("row,terrain,source\n0,field,printed\n")
    (tmp_path / "older").mkdir()
    (tmp_path / "older" / "1.csv").write_text("file,row,column,cell\nmap.csv,0,terrain,sea\n")
    schema = Schema(str(tmp_path))
    schema.add("map.csv", [Column("row", "number", fixed=True), Column("terrain", "name", fixed=True)], ["row"])
    assert schema.printed(1)["map.csv"].texts("terrain") == ["sea"]
    with pytest.raises(roundhouse.BadComponents, match="must stay 'sea'"):
        schema.with_edits({"map.csv": {"0": {"terrain": "field"}}}, 1)


def test_an_edited_box_is_another_box(folder: Path) -> None:
    game = create()
    text = (Path(game.schema.folder) / "cards.csv").read_text(encoding="utf-8")
    (folder / "cards.csv").write_text(text.replace("Saloon,5,2", "Saloon,5,1"), encoding="utf-8")
    box = game.box(str(folder))
    assert box.hash != game.printed.hash == create().printed.hash
    assert box.edits == {"cards.csv": {"saloon": {"weight": "1"}}}
    assert game.new(seed=1, components=str(folder)).components.hash == game.box_with(box.edits).hash == box.hash
    assert game.new(seed=1, components=box).components is box
    assert game.box_with({}) is game.printed


# the registry


@pytest.fixture
def opened() -> Iterator[dict[str, roundhouse.Game]]:
    """What the test opens is forgotten again."""
    before = dict(registry.OPENED)
    yield registry.OPENED
    registry.OPENED.clear()
    registry.OPENED.update(before)


@pytest.mark.usefixtures("opened")
def test_games_are_listed_and_opened_once() -> None:
    assert "trains" in roundhouse.games()
    assert roundhouse.games() == sorted(roundhouse.games())
    assert roundhouse.game("trains") is roundhouse.game("trains")
    with pytest.raises(roundhouse.UnknownGame, match=r"There is no game 'chess'; there are .*trains"):
        roundhouse.game("chess")
    assert "chess" not in roundhouse.games()


@pytest.mark.usefixtures("opened")
def test_a_game_may_be_registered() -> None:
    game = create()
    registry.register(game)
    assert "bare" in roundhouse.games()
    assert roundhouse.game("bare") is game


@pytest.mark.usefixtures("opened")
def test_a_package_brings_its_game_by_an_entry_point(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    info = tmp_path / "bare_goods-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bare-goods\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[roundhouse.games]\nbare = tests.core.bare:create\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    registry.OPENED.pop("bare", None)
    assert "bare" in roundhouse.games()
    game = roundhouse.game("bare")
    assert isinstance(game, BareGame)
    assert roundhouse.game("bare") is game
    assert game.new(seats=2, seed=3).fingerprint() == create().new(seats=2, seed=3).fingerprint()


# options and seats


def test_a_choice_is_one_of_its_names() -> None:
    option = Option("choice", "tokyo", "Which map.", ("tokyo", "osaka bay"))
    assert [option.check("map", v) for v in ("osaka bay", "Osaka-Bay", "TOKYO")] == ["osaka bay", "osaka bay", "tokyo"]
    for bad in ("kyoto", "", 1, None, ["tokyo"]):
        with pytest.raises(roundhouse.BadOption, match=r"Option map cannot be .*; it is one of tokyo, osaka bay"):
            option.check("map", bad)


def test_a_flag_is_on_or_off() -> None:
    option = Option("flag", False, "Whether.")
    assert [option.check("x", v) for v in (True, "on", "Yes", "TRUE", "1")] == [True] * 5
    assert [option.check("x", v) for v in (False, "off", "No", "false", "0")] == [False] * 5
    for bad in ("maybe", "", None, 2):
        with pytest.raises(roundhouse.BadOption, match=r"Option x cannot be .*; it is on or off"):
            option.check("x", bad)


def test_a_list_is_a_name_or_so_many_items() -> None:
    option = Option("list", "random", "Which.", ("random",), ("alpha one", "beta", "gamma"), 2)
    assert option.check("cards", "Random") == "random"
    for given in ("gamma, Alpha-One", ["gamma", "alpha one"], ("ALPHA ONE", "gamma")):
        assert option.check("cards", given) == ["alpha one", "gamma"]
    bad: list[tuple[object, str]] = [
        ("beta, delta", "does not know 'delta'; it is one of random, or 2 of alpha one, beta, gamma"),
        (["beta", "BETA"], "names beta twice"),
        (["beta"], "has 1 entries; it needs 2"),
        (["alpha one", "beta", "gamma"], "has 3 entries; it needs 2"),
        (None, "has 0 entries"),
        ("", "does not know ''"),
    ]
    for value, sentence in bad:
        with pytest.raises(roundhouse.BadOption, match=f"Option cards {sentence}"):
            option.check("cards", value)


def test_a_game_checks_seats_and_options_by_name() -> None:
    game = roundhouse.game("trains")
    assert (game.check_seats(None), game.check_seats(3)) == (4, 3)
    for seats in (1, 5, 0, -1):
        with pytest.raises(roundhouse.BadSeats, match=f"Trains is for 2 to 4 seats; it cannot be played with {seats}"):
            game.new(seats=seats)
    assert game.check_options({}) == {"map": "tokyo", "cards": "random"}
    assert game.check_options({"map": "OSAKA"})["map"] == "osaka"
    with pytest.raises(roundhouse.BadOption, match="Trains has no option 'colour'; it has map, cards"):
        game.new(seats=2, colour="red")


def test_equal_seeds_deal_equal_tables_and_no_seed_deals_anew() -> None:
    game = create()
    assert game.new(seed=9).fingerprint() == game.new(seed="9").fingerprint() != game.new(seed=10).fingerprint()
    assert game.new().fingerprint() != game.new().fingerprint()
    assert all(
        copied.fingerprint() == s.fingerprint() for s in [game.new()] for copied in (copy.copy(s), copy.deepcopy(s))
    )
