"""Edges at which the core was once wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import roundhouse
from roundhouse.core.components import Column, Schema, read_table
from roundhouse.core.game import Game
from roundhouse.core.records import loads
from roundhouse.core.rng import seeded
from roundhouse.core.state import State
from roundhouse.core.verbs import Either, Program, Programs, Verb, close
from roundhouse.games.trains.rules import create


def station_crew(game: Game) -> list[str]:
    """What the programs read that the choice on Station crew starts."""
    found = [v for verbs in game.programs.verbs for v in verbs if isinstance(v, Either)]
    return [Program(game.programs.verbs[n]).text() for n in found[0].numbers]


def test_a_second_game_object_chooses_between_the_right_programs() -> None:
    """Either.bind keeps the numbers of the first Programs it was bound to; a second TrainsGame runs other programs."""
    wanted = station_crew(roundhouse.game("trains"))
    assert wanted == ["Draw 1 card.", "Gain 1 coin.", "Return 1 Waste from hand to the supply."]
    assert station_crew(create()) == wanted


def test_a_game_may_change_the_list_that_shuffled_gave_it() -> None:
    """State.shuffled puts the very list it returns among the outcomes, so a game that pops from it edits the record."""
    s = create().new(seats=2, seed=1)
    s.outcomes = []
    cards = s.shuffled([1, 2, 3])
    cards.pop()
    assert [len(o) for o in s.outcomes] == [3]


def record_of(n: int) -> roundhouse.Record:
    record = roundhouse.Record("trains", seats=2, seed=5)
    rng = seeded(5)
    for _ in range(n):
        acts = record.state.legal()
        record.play(acts[rng.below(len(acts))])
    return record


def test_undo_in_an_older_record_goes_back_on_its_recorded_outcomes() -> None:
    """Record.undo deals by the seed and applies bare ints, also where replay goes by recorded chance and words."""
    record = record_of(30)
    lines = [json.loads(line) for line in record.text().splitlines()]
    lines[0].update(rules_version=0, seed="one that deals otherwise")
    old = loads("".join(json.dumps(line) + "\n" for line in lines))
    old.undo(30)
    assert old.state.view(0) == record_of(29).state.view(0)


def test_a_decision_that_was_undone_is_proven_too() -> None:
    """Record.replay skips undone lines, so their words can be edited."""
    record = record_of(20)
    record.undo(15)
    lines = [json.loads(line) for line in record.text().splitlines()]
    lines[18]["do"] = "buy the whole bank"
    with pytest.raises(roundhouse.BadRecord, match="Decision 18"):
        loads("".join(json.dumps(line) + "\n" for line in lines))


def test_a_record_has_a_name_for_each_seat() -> None:
    """Record takes any number of names, saves, and then cannot be loaded."""
    with pytest.raises(roundhouse.RoundhouseError, match="names"):
        roundhouse.Record("trains", seats=2, seed=1, names=["Ada"])


@pytest.mark.parametrize("key", ["seats", "seed", "names", "components"])
def test_an_option_called_like_an_argument_is_refused_in_a_sentence(key: str) -> None:
    """from_header spreads the header's options into keyword arguments: TypeError instead of BadRecord."""
    lines = [json.loads(line) for line in record_of(3).text().splitlines()]
    lines[0]["options"][key] = "2"
    with pytest.raises(roundhouse.RoundhouseError, match=key):
        loads("".join(json.dumps(line) + "\n" for line in lines))


@pytest.mark.parametrize(("row", "column"), [("atlantis", "cost"), ("garage", "colour")])
def test_a_recorded_edit_of_no_row_or_column_is_refused(row: str, column: str) -> None:
    """Schema.with_edits passes silently over rows and columns that the table does not have."""
    with pytest.raises(roundhouse.BadComponents, match=r"atlantis|colour"):
        roundhouse.game("trains").box_with({"cards.csv": {row: {column: "1"}}})


def test_a_number_too_long_for_python_is_a_bad_number() -> None:
    """Column.fault hands any run of digits to int(), which refuses more than 4300 by ValueError."""
    with pytest.raises(roundhouse.BadComponents, match=r"a\.csv, line 2, column n"):
        read_table("a.csv", f"id,n\nx,{'1' * 5000}\n", [Column("id", "name"), Column("n", "number")], ["id"])


def test_a_table_saved_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    """Spreadsheets write UTF-8 with a mark in front; read_text keeps it, and line 1 is said to have wrong columns."""
    for name, codec in (("printed", "utf-8"), ("edited", "utf-8-sig")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.csv").write_text("id,n,source\nx,1,printed\n", encoding=codec)
    shelf = Schema(str(tmp_path / "printed"))
    shelf.add("a.csv", [Column("id", "name", fixed=True), Column("n", "number")], ["id"])
    assert shelf.edited(str(tmp_path / "edited"))[1] == {}


@pytest.mark.parametrize("bad", ["x", None, 0.0])
def test_what_is_no_int_is_a_type_error_in_both_builds(bad: object) -> None:
    """A float equal to a legal action is none either."""
    s = roundhouse.game("trains").new(seats=2, seed=1)
    before = s.fingerprint()
    action = float(s.legal()[0]) if bad == 0.0 else bad
    with pytest.raises(TypeError):
        s.apply(action)  # type: ignore[arg-type]
    assert s.fingerprint() == before


class Mute(Verb):
    """A verb without words, as one that only keeps books."""


class Count(Verb):
    """A verb with words."""

    def words(self) -> str:
        return "count one"


def test_a_wordless_verb_leaves_no_gap_in_the_words_of_a_choice() -> None:
    """Program.words passes over verbs without words; Either.words and option_words do not."""
    choice = Either(0, Mute() + Count(), Count() + Mute())
    assert choice.words() == "choose one: count one; or count one"


def test_a_program_longer_than_its_position_field_is_refused() -> None:
    """Past the 64th verb position overflows into times: the program starts again from its first verb."""
    programs = Programs()
    assert programs.add(63 * Count()) == 1
    with pytest.raises((ValueError, AssertionError)):
        programs.add(64 * Count())


def test_a_third_party_may_refine_either() -> None:
    """Only Verb and Program allow interpreted subclasses; deriving from Either fails in the compiled build."""
    assert type("OptionalEither", (Either,), {})(0, []).asking


class Forgetful(Verb):
    """A verb that asks, as a newcomer writes it first."""

    def asks(self, s: State, f: int) -> bool:
        return True

    def choices(self, s: State, f: int, out: list[int]) -> None:
        out.append(0)

    def choose(self, s: State, f: int, action: int) -> None:
        s.top = close(f)


class Unasked(Verb):
    """One that forgets when."""

    def __init__(self) -> None:
        super().__init__(asking=True)

    def choices(self, s: State, f: int, out: list[int]) -> None:
        out.append(0)

    def choose(self, s: State, f: int, action: int) -> None:
        s.top = close(f)


def test_a_verb_that_never_asks_its_question_is_no_verb() -> None:
    """Passed over by `settle`: a turn of such verbs goes round forever, and `game.new` does not come back."""
    with pytest.raises(ValueError, match=r"Forgetful has a `choose`.*asking=True"):
        Programs().add(Forgetful())
    with pytest.raises(ValueError, match=r"Unasked says asking=True.*`asks`"):
        Programs().add(Mute() + Unasked())
    with pytest.raises(ValueError, match="Forgetful"):
        Programs().add(Either(0, Count(), Forgetful()))
