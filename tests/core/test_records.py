"""Records of Trains: played, saved, loaded, undone, and refused when they were edited."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import roundhouse
from nightgoods.state import NightGoods
from roundhouse.core import registry
from roundhouse.core.records import loads, resumed
from roundhouse.core.rng import seeded
from roundhouse.core.state import State
from tests.core.bare import create

Row = dict[str, Any]
GAMES = ("trains", "spyrium", "empires", "empyreal")


def played(decisions: int, seats: int = 2, seed: int = 5) -> roundhouse.Record:
    """A record of so many random decisions."""
    record = roundhouse.Record("trains", seats=seats, seed=seed, names=["Ada", "Bo", "Cy", "Di"][:seats])
    go_on(record, decisions, seed)
    return record


def opened(game: str) -> roundhouse.Record:
    """A record without decisions."""
    return roundhouse.Record(game, seats=2, seed=8)


def go_on(record: roundhouse.Record, decisions: int, seed: int) -> None:
    """So many random decisions more, or as many as there are."""
    rng = seeded(seed)
    for _ in range(decisions):
        if not record.state.over:
            acts = record.state.legal()
            record.play(acts[rng.below(len(acts))])


def say(record: roundhouse.Record, *words: str) -> None:
    for said in words:
        record.play(record.state.parse(said))


def rows(record: roundhouse.Record) -> list[Row]:
    return [json.loads(line) for line in record.text().splitlines()]


def text(lines: list[Row]) -> str:
    return "".join(json.dumps(line) + "\n" for line in lines)


@pytest.fixture(scope="module")
def sample() -> roundhouse.Record:
    """Sixty decisions; tests only read it."""
    return played(60)


# playing and saving


def test_a_record_holds_header_decisions_and_closing_line(sample: roundhouse.Record) -> None:
    lines = rows(sample)
    header = lines[0]
    assert (header["game"], header["seats"], header["names"], header["seed"]) == ("trains", 2, ["Ada", "Bo"], "5")
    assert header["rules_version"] == roundhouse.game("trains").rules_version
    assert header["options"] == {"map": "tokyo", "cards": "random"}
    assert len(header["deal"]) == 3  # the piles and two decks
    assert [line["n"] for line in lines[1:-1]] == list(range(1, 61))
    assert lines[1]["do"].startswith("start at ")
    assert (lines[-1]["lines"], lines[-1]["over"], lines[-1]["scores"]) == (60, False, sample.state.scores())


def test_every_line_carries_the_chance_it_caused(sample: roundhouse.Record) -> None:
    shuffles = [line for line in sample.lines if line.chance]
    assert shuffles
    assert all(line.learned for line in shuffles)


def test_save_and_load_give_the_same_record(sample: roundhouse.Record, tmp_path: Path) -> None:
    path = str(tmp_path / "game.jsonl")
    sample.save(path)
    again = roundhouse.load(path)
    assert again.text() == sample.text() == Path(path).read_text(encoding="utf-8")
    assert again.state.fingerprint() == sample.state.fingerprint() == sample.replay().fingerprint()
    assert again.state.legal() == sample.state.legal()


def test_a_loaded_record_plays_on_like_the_original() -> None:
    record = played(30)
    again = loads(record.text())
    rng = seeded(1)
    for _ in range(60):
        action = record.state.legal()[rng.below(len(record.state.legal()))]
        record.play(action)
        again.play(action)
    assert again.text() == record.text()
    assert len([line for line in record.lines[30:] if line.chance]) > 1


def test_a_whole_game_names_its_winners() -> None:
    record = played(5000, seats=3)
    assert record.state.over
    closing = rows(record)[-1]
    assert (closing["over"], closing["winners"]) == (True, record.state.winners())
    assert loads(record.text()).state.over


def test_an_illegal_action_is_not_written_down() -> None:
    record = played(10)
    before = record.text()
    for bad in (-1, 10**6, next(a for a in range(800) if a not in record.state.legal())):
        with pytest.raises(roundhouse.IllegalAction):
            record.play(bad)
    assert record.text() == before
    assert record.state.outcomes is None


def test_names_and_edited_components_survive(tmp_path: Path) -> None:
    source = Path(roundhouse.__file__).parent / "games" / "trains" / "components" / "numbers.csv"
    (tmp_path / "numbers.csv").write_text(source.read_text().replace("hand,5", "hand,4"))
    record = roundhouse.Record("trains", seats=2, seed=1, names=["Åsa", "李"], components=str(tmp_path))
    say(record, "start at Tachikawa")
    again = loads(record.text())
    assert (again.names, again.box.hash, again.state.fingerprint()) == (
        ["Åsa", "李"],
        record.box.hash,
        record.state.fingerprint(),
    )
    assert rows(record)[0]["edited"] == {"numbers.csv": {"hand": {"number": "4"}}}
    assert record.box.hash != roundhouse.game("trains").box(None).hash


# undo


def test_an_undo_is_a_further_line_and_numbers_go_on() -> None:
    record = played(20)
    marks = [played(n).state.fingerprint() for n in (14, 15)]
    record.undo(16)
    assert record.state.fingerprint() == marks[1]
    undone = rows(record)[21]
    assert (undone["n"], undone["undo"]) == (21, 16)
    assert "do" not in undone
    record.play(record.state.legal()[0])
    assert [line.n for line in record.active_lines()] == [*range(1, 16), 22]
    record.undo(15)
    assert record.state.fingerprint() == marks[0]
    again = loads(record.text())
    assert (again.text(), again.state.fingerprint()) == (record.text(), marks[0])


@pytest.mark.parametrize("n", [0, 21, -3, 18])
def test_only_a_standing_decision_can_be_undone(n: int) -> None:
    record = played(20)
    record.undo(17)
    before = record.text()
    with pytest.raises(roundhouse.BadRecord, match=f"Decision {n} cannot be undone"):
        record.undo(n)
    assert record.text() == before


@pytest.mark.parametrize("game", GAMES)
def test_an_undo_leads_to_the_state_that_a_full_replay_gives(game: str) -> None:
    record, rng = opened(game), seeded(3)
    for seed in range(15):
        go_on(record, 1 + rng.below(20), seed)
        standing = record.active_lines()
        record.undo(standing[-1 - rng.below(min(12, len(standing)))].n)
        assert record.state.fingerprint() == record.replay().fingerprint()
    assert loads(record.text()).text() == record.text()


def test_states_are_kept_only_where_a_later_undo_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = create()
    monkeypatch.setitem(registry.OPENED, bare.id, bare)
    record = opened(bare.id)
    for back in (3, 7, 5):
        go_on(record, 12, back)
        record.undo(record.active_lines()[-back].n)
    copies: list[State] = []
    clone = NightGoods.clone

    def copied(s: NightGoods) -> State:
        copies.append(s)
        return clone(s)

    monkeypatch.setattr(NightGoods, "clone", copied)
    again = loads(record.text())
    assert again.state.fingerprint() == record.state.fingerprint()
    assert len(copies) == 3
    copies.clear()
    again.undo(again.active_lines()[0].n)
    assert not copies


def test_every_undone_line_is_checked_too() -> None:
    record = played(20)
    record.undo(16)
    for n in range(1, 21):
        lines = rows(record)
        lines[n]["do"] += "!"
        with pytest.raises(roundhouse.BadRecord, match=f"Decision {n} .*does not spell these words"):
            loads(text(lines))


@pytest.mark.parametrize("back", [16, 17, 21, 22, 99, 0, -1])
def test_an_undo_of_what_does_not_stand_is_refused(back: int) -> None:
    record = played(20)
    record.undo(16)
    lines = rows(record)
    add(lines, {"n": 22, "seat": record.state.seat, "undo": back})
    with pytest.raises(roundhouse.BadRecord, match=f"Line 23 undoes decision {back}, which does not stand there"):
        loads(text(lines))


def test_an_undo_by_another_seat_than_the_recorded_one_is_refused() -> None:
    record = played(20)
    record.undo(16)
    lines = rows(record)
    for seat in (1 - lines[21]["seat"], -1, 99):
        lines[21]["seat"] = seat
        with pytest.raises(roundhouse.BadRecord, match=f"Line 22 is recorded for seat {seat + 1}"):
            loads(text(lines))


def test_what_stood_after_a_line_knows_no_later_undo() -> None:
    record = played(5)
    record.undo(4)
    say(record, record.state.words(record.state.legal()[0]))
    record.undo(2)

    def stood(until: int | None) -> list[int]:
        return [line.n for line in record.active_lines(until)]

    assert stood(None) == stood(8) == stood(99) == [1]
    assert stood(7) == [1, 2, 3, 7]
    assert stood(6) == [1, 2, 3]
    assert stood(5) == [1, 2, 3, 4, 5]
    assert stood(0) == stood(-1) == []


def test_undo_is_free_back_to_what_showed_something() -> None:
    record = roundhouse.Record("trains", seats=2, seed=3, cards="tokyo beginners")
    assert record.free_undo() == 0
    say(record, "start at Tachikawa")
    assert record.free_undo() == 1
    say(record, "start at Yokohama")
    assert record.free_undo() == 2  # the other seat's own decision only
    trains = [a for a in record.state.legal() if record.state.words(a) == "play Normal train"]
    record.play(trains[0])
    record.play(trains[0])
    assert record.free_undo() == 3
    say(record, "end turn")
    assert record.lines[-1].learned
    assert record.free_undo() == 0  # new cards were drawn
    record.play(record.state.legal()[0])
    assert record.free_undo() == 6
    record.undo(6)
    assert record.free_undo() == 0


# records that were cut off or edited


@pytest.mark.parametrize("cut", range(1, 20))
def test_a_record_cut_anywhere_is_refused(sample: roundhouse.Record, cut: int) -> None:
    whole = sample.text()
    with pytest.raises(roundhouse.BadRecord, match="cut off"):
        loads(whole[: len(whole) * cut // 20])


def test_what_is_no_record_at_all(tmp_path: Path) -> None:
    for bad in ("", "\n\n", '{"a": 1}\n'):
        with pytest.raises(roundhouse.BadRecord, match="Line 1 is not the header"):
            loads(bad)
    with pytest.raises(roundhouse.BadRecord, match="Line 1 is not a JSON object"):
        loads("[1, 2]\n")
    with pytest.raises(roundhouse.BadRecord, match="Line 1 is cut off or not JSON"):
        loads("hello\n")
    missing = str(tmp_path / "none.jsonl")
    with pytest.raises(roundhouse.BadRecord, match=r"none\.jsonl cannot be read"):
        roundhouse.load(missing)
    (tmp_path / "bytes.jsonl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(roundhouse.BadRecord, match=r"bytes\.jsonl is not a record"):
        roundhouse.load(str(tmp_path / "bytes.jsonl"))


def shuffling(lines: list[Row]) -> Row:
    """The first decision that shuffled."""
    return next(line for line in lines[1:] if line.get("chance"))


def add(rows: list[dict[str, object]], line: dict[str, object]) -> None:
    """One more line, counted in the closing one."""
    rows.insert(-1, line)
    rows[-1]["lines"] = len(rows) - 2


EDITS: dict[str, tuple[Callable[[list[Row]], object], str]] = {
    "words": (lambda r: r[5].update(do="end turn!"), "Decision 5 .*does not spell these words"),
    "action": (lambda r: r[5].update(action=0), "Decision 5 .*action 0 does not spell"),
    "action outside": (lambda r: r[5].update(action=10**6), "Decision 5 .*does not spell"),
    "action no number": (lambda r: r[5].update(action="4"), 'Line 6: "action" should be a whole number'),
    "no words": (lambda r: r[5].pop("do"), "Line 6 lacks the words"),
    "seat": (lambda r: r[5].update(seat=1 - r[5]["seat"]), "Decision 5 .*is recorded for seat"),
    "number": (lambda r: r[5].update(n=9), "Line 6 should be decision 5 and says 9"),
    "chance": (lambda r: shuffling(r)["chance"][0].reverse(), "chance outcomes do not follow from the seed"),
    "no chance": (lambda r: shuffling(r).pop("chance"), "chance outcomes do not follow"),
    "added chance": (lambda r: r[1].update(chance=[[1]]), "Decision 1 .*chance outcomes do not follow"),
    "chance no number": (lambda r: r[1].update(chance=[[True]]), "Line 2: the chance outcomes are not lists"),
    "chance no list": (lambda r: r[1].update(chance="x"), "Line 2: the chance outcomes are not lists"),
    "learned": (lambda r: shuffling(r).pop("learned"), "showed anything hidden"),
    "a line removed": (lambda r: r.pop(7), "Line 8 should be decision 7"),
    "the last decision removed": (lambda r: r.pop(-2), "should hold 60 decisions and holds 59"),
    "closing scores": (lambda r: r[-1].update(scores=[99, 0]), "closing line does not agree"),
    "closing fingerprint": (lambda r: r[-1].update(fingerprint="0"), "closing line does not agree"),
    "closing over": (lambda r: r[-1].update(over=True), "closing line does not agree"),
    "closing count no number": (lambda r: r[-1].update(lines="a\nb"), 'Line 62: "lines" should be a whole number'),
    "closing count": (lambda r: r[-1].update(lines=61), "should hold 61 decisions and holds 60"),
    "no closing": (lambda r: r.pop(), "cut off: after 61 lines"),
    "undo of nothing": (lambda r: add(r, {"n": 61, "seat": 0, "undo": 61}), "undoes decision 61"),
    "game": (lambda r: r[0].update(game="chess"), "There is no game 'chess'"),
    "game no word": (lambda r: r[0].update(game=["trains"]), "neither a word nor a number"),
    "game without end": (lambda r: r[0].update(game="x" * 10**6), "There is no game 'x{900,}.* and so on"),
    "format no number": (lambda r: r[0].update(roundhouse="a\nb"), 'Line 1: "roundhouse" should be a whole number'),
    "format": (lambda r: r[0].update(roundhouse=99), "record format 99"),
    "later version": (lambda r: r[0].update(rules_version=99), "made by rules version 99"),
    "version no number": (lambda r: r[0].update(rules_version=True), 'Line 1: "rules_version" should be'),
    "seats without end": (lambda r: r[0].update(seats=10**9), "names"),
    "names no words": (lambda r: r[0].update(names=["Ada", ["Bo"]]), "neither a word nor a number"),
    "seats": (lambda r: r[0].update(seats=3), "names"),
    "seats and names": (lambda r: r[0].update(seats=3, names=["a", "b", "c"]), "deal does not follow"),
    "too few names": (lambda r: r[0].update(names=["Ada"]), "names"),
    "seed": (lambda r: r[0].update(seed="6"), "deal does not follow from the seed"),
    "seed no word": (lambda r: r[0].update(seed=None), "neither a word nor a number"),
    "deal without end": (lambda r: r[0].update(deal=[[1]] * 10**5), "deal does not follow from the seed"),
    "deal": (lambda r: r[0]["deal"][1].reverse(), "deal does not follow from the seed"),
    "map": (lambda r: r[0]["options"].update(map="osaka"), "Decision|deal"),
    "option value": (lambda r: r[0]["options"].update(map="kyoto"), "Option map cannot be 'kyoto'"),
    "option without end": (lambda r: r[0]["options"].update(map="x" * 10**6), "options are not as they should be"),
    "option in lists": (lambda r: r[0]["options"].update(map=[[["tokyo"]]]), "options are not as they should be"),
    "option name": (lambda r: r[0]["options"].update(colour="red"), "has no option 'colour'"),
    "box": (lambda r: r[0].update(box="0" * 16), "box"),
    "edited cell": (lambda r: r[0].update(edited={"cards.csv": {"garage": {"cost": "9"}}}), "box"),
    "edited file": (lambda r: r[0].update(edited={"rules.csv": {}}), "rules.csv"),
    "edited cell no text": (lambda r: r[0].update(edited={"cards.csv": {"garage": {"cost": [9]}}}), "edited"),
    "edited lines": (lambda r: r[0].update(edited={"cards.csv": {"a\nb": {}}}), "name 'a b', which is not in the box"),
    "edited no table": (lambda r: r[0].update(edited={"cards.csv": 5}), "edited"),
}


@pytest.mark.parametrize("key", ["game", "rules_version", "seats", "names", "options", "seed", "box", "deal"])
def test_a_header_must_be_whole(sample: roundhouse.Record, key: str) -> None:
    lines = rows(sample)
    del lines[0][key]
    with pytest.raises(roundhouse.BadRecord, match=f"Line 1.*{key}"):
        loads(text(lines))


@pytest.mark.parametrize("case", EDITS)
def test_an_edited_record_is_refused_in_a_sentence(sample: roundhouse.Record, tmp_path: Path, case: str) -> None:
    edit, sentence = EDITS[case]
    lines = copy.deepcopy(rows(sample))
    edit(lines)
    path = tmp_path / "edited.jsonl"
    path.write_text(text(lines), encoding="utf-8")
    with pytest.raises(roundhouse.BadRecord, match=sentence) as caught:
        roundhouse.load(str(path))
    assert str(path) in str(caught.value)


# records of older rules


def older(lines: list[Row]) -> list[Row]:
    lines = copy.deepcopy(lines)
    lines[0]["rules_version"] = 0
    return lines


def without_chance(s: State) -> list[tuple[str, object]]:
    return [(name, value) for name, value in s.dump() if name != "rng"]


def test_an_older_record_replays_on_its_recorded_outcomes(sample: roundhouse.Record) -> None:
    lines = older(rows(sample))
    again = loads(text(lines))
    assert again.rules_version == 0 < again.game.rules_version
    assert again.state.view(0) == sample.state.view(0)
    lines[0]["seed"] = "another"
    lines[0]["box"] = "an older box"
    assert loads(text(lines)).state.view(1) == sample.state.view(1)


def test_an_older_record_goes_by_its_words_where_numbers_have_moved(sample: roundhouse.Record) -> None:
    lines = older(rows(sample))
    for line in lines[1:-1]:
        line["action"] = (line["action"] + 7) % 800
    lines[-1]["fingerprint"] = "of other rules"
    assert loads(text(lines)).state.view(None) == sample.state.view(None)


def test_an_older_record_must_still_hold_the_cards_it_shuffles(sample: roundhouse.Record) -> None:
    short = older(rows(sample))
    shuffling(short).pop("chance")
    with pytest.raises(roundhouse.BadRecord, match="fewer chance outcomes"):
        loads(text(short))
    foreign = older(rows(sample))
    shuffling(foreign)["chance"][0][0] = 38
    with pytest.raises(roundhouse.BadRecord, match="does not hold the cards"):
        loads(text(foreign))
    extra = older(rows(sample))
    extra[1]["chance"] = [[1, 2]]
    with pytest.raises(roundhouse.BadRecord, match="Decision 1"):
        loads(text(extra))


# the shuffles of the deal that hold more cards of the box than are needed
OF_THE_BOX = {"trains": [0], "spyrium": [0, 1, 3], "empires": [4, 5, 6], "empyreal": [1, 2, 3, 4]}


@pytest.mark.parametrize("game", GAMES)
def test_an_older_record_may_lack_cards_that_came_into_the_box_since(game: str) -> None:
    lines = older(rows(opened(game)))
    for n in range(len(lines[0]["deal"])):
        fewer = copy.deepcopy(lines)
        card = max(fewer[0]["deal"][n])
        fewer[0]["deal"][n] = [c for c in fewer[0]["deal"][n] if c != card]
        if n not in OF_THE_BOX[game]:
            with pytest.raises(roundhouse.BadRecord, match="does not hold the cards"):
                loads(text(fewer))
            continue
        record = loads(text(fewer))
        assert record.deal == fewer[0]["deal"]
        go_on(record, 150, n)
        assert without_chance(loads(record.text()).state) == without_chance(record.state)


def test_an_older_record_must_hold_as_many_cards_as_the_deal_needs(sample: roundhouse.Record) -> None:
    lines = older(rows(sample))
    lines[0]["deal"][0] = lines[0]["deal"][0][:8]
    assert loads(text(lines)).state.view(None) == sample.state.view(None)
    lines[0]["deal"][0] = lines[0]["deal"][0][:7]
    with pytest.raises(roundhouse.BadRecord, match="does not hold the cards"):
        loads(text(lines))
    lines[0]["deal"][0] = [*rows(sample)[0]["deal"][0][:8], 99]
    with pytest.raises(roundhouse.BadRecord, match="does not hold the cards"):
        loads(text(lines))


def test_an_older_record_that_is_not_possible_any_more_says_where(sample: roundhouse.Record, tmp_path: Path) -> None:
    lines = older(rows(sample))
    lines[9].update(do="lay Atlantis", action=-1)
    path = tmp_path / "old.jsonl"
    path.write_text(text(lines), encoding="utf-8")
    with pytest.raises(roundhouse.BadRecord, match="lay Atlantis"):
        roundhouse.load(str(path))


def test_words_of_an_older_record_are_not_guessed_at(sample: roundhouse.Record) -> None:
    lines = older(rows(sample))
    lines[1].update(do=lines[1]["do"][:-1], action=-1)
    with pytest.raises(roundhouse.BadRecord, match=r"Decision 1 .*do not spell an action in full"):
        loads(text(lines))


@pytest.mark.parametrize("game", GAMES)
def test_an_older_record_goes_on(monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    record = opened(game)
    go_on(record, 40, 1)
    monkeypatch.setattr(record.game, "rules_version", record.game.rules_version + 1)
    record, rng, begun = loads(record.text()), seeded(2), []
    for seed in range(10):
        assert record.rules_version == record.game.rules_version - 1
        go_on(record, 20, seed)
        assert without_chance(record.replay()) == without_chance(record.state)
        standing = record.active_lines()
        record.undo(standing[-1 - rng.below(min(30, len(standing)))].n)
        assert record.state.fingerprint() == record.replay().fingerprint()
        go_on(record, 3, seed)
        record = resumed(record.header(), [line.as_json() for line in record.lines])
        assert without_chance(loads(record.text()).state) == without_chance(record.state)
        begun.append(tuple(record.state.rng.words()))
    assert len(set(begun)) == 10


def test_an_older_record_that_goes_on_never_shuffles_by_the_same_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    record = played(10)
    monkeypatch.setattr(record.game, "rules_version", record.game.rules_version + 1)
    seen: list[list[int]] = []
    for _ in range(6):
        record = resumed(record.header(), [line.as_json() for line in record.lines])
        seen.append(record.state.clone().shuffled(list(range(20))))
        say(record, record.state.all_words()[0])
    record.undo(record.lines[-1].n)
    seen.append(record.state.clone().shuffled(list(range(20))))
    assert len({tuple(order) for order in seen}) == 7


# values that do not belong


@pytest.mark.parametrize(
    "line", ["[" * 30_000, '{"roundhouse": 1, "seed": "\\ud800"}', '{"seed": "\ud800"}', "9" * 5000]
)
def test_text_that_is_no_json_is_refused_in_words(line: str) -> None:
    with pytest.raises(roundhouse.BadRecord, match="Line 1"):
        loads(line)
