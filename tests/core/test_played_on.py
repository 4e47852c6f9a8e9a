"""Records that were played on from others: the same table as far as a seat could know, with other chance to come."""

from __future__ import annotations

import json

import pytest

from roundhouse.core.errors import BadRecord
from roundhouse.core.records import Record, loads, resumed
from roundhouse.core.rng import seeded

GAMES = ("trains", "spyrium", "empires", "empyreal")
NAMES = ["You", "They"]


def played(game: str, decisions: int, seed: object = "on") -> Record:
    return go_on(Record(game, 2, seed), decisions, seed)


def go_on(record: Record, decisions: int, seed: object = "on") -> Record:
    rng = seeded(seed)
    for _ in range(decisions):
        if record.state.over:
            break
        choices = record.state.choices()
        record.play(choices[rng.below(len(choices))])
    return record


def known(record: Record, seat: int) -> object:
    return record.state.view(seat)


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_finds_the_table_as_it_knew_it_and_other_chance(game: str) -> None:
    first = played(game, 60)
    for seat in (0, 1):
        one, other = first.played_on(60, seat, NAMES, "one"), first.played_on(60, seat, NAMES, "other")
        assert known(one, seat) == known(first, seat) == known(other, seat)
        assert one.state.fingerprint() != other.state.fingerprint() != first.state.fingerprint()
        assert one.names == NAMES
        assert one.began == 60
    lay = first.played_on(60, -1, NAMES, "one")
    assert [known(lay, seat) for seat in (0, 1)] == [known(first, seat) for seat in (0, 1)]
    assert lay.state.rng.words() != first.state.rng.words()


@pytest.mark.parametrize("game", GAMES)
def test_it_is_saved_and_loaded_as_any_other_and_can_be_played_on_again(game: str) -> None:
    record = go_on(played(game, 40).played_on(30, 1, NAMES), 10)
    record.undo(36)
    again = go_on(record.played_on(41, 0, NAMES), 300)  # of which 5 stand beside the 30
    assert [anew.after for anew in again.anew] == [30, 35]
    for one in (record, again):
        loaded = loads(one.text())
        assert loaded.text() == one.text()
        assert loaded.state.fingerprint() == one.state.fingerprint()
        rows = [line.as_json() for line in one.lines]
        assert resumed(json.loads(json.dumps(one.header())), rows).state.fingerprint() == one.state.fingerprint()
    before = record.played_on(20, 0, NAMES)
    assert [anew.after for anew in before.anew] == [20]
    assert [line.words for line in before.lines] == [line.words for line in record.lines[:20]]


def test_from_the_deal_on() -> None:
    first = Record("trains", 2, "deal")
    record = first.played_on(0, 0, NAMES)
    assert known(record, 0) == known(first, 0)
    assert record.state.fingerprint() != first.state.fingerprint()
    assert loads(go_on(record, 5).text()).began == 0


def test_what_it_began_with_stands_for_good() -> None:
    record = played("trains", 8).played_on(8, 0, NAMES)
    assert record.free_undo() == 0
    with pytest.raises(BadRecord, match="played on from decision 8"):
        record.undo(8)
    go_on(record, 2)
    record.undo(9)
    assert [line.n for line in record.active_lines()] == list(range(1, 9))
    rows = record.text().split("\n")
    undo = json.loads(rows[11])
    forged = [*rows[:11], json.dumps({**undo, "undo": 8}), *rows[12:]]
    with pytest.raises(BadRecord, match="stand for good"):
        loads("\n".join(forged))


def test_a_record_of_older_rules_goes_on_by_them_with_chance_of_its_own() -> None:
    first = played("trains", 20)
    first.rules_version -= 1
    one, other = first.played_on(20, 0, NAMES, "one"), first.played_on(20, 0, NAMES, "other")
    assert one.rules_version == first.rules_version
    assert one.state.rng.words() != other.state.rng.words()
    assert loads(go_on(one, 30).text()).lines[-1].words == one.lines[-1].words


@pytest.mark.parametrize(
    "anew",
    [
        1,
        [1],
        [{"after": 0, "seat": 0}],
        [{"after": -1, "seat": 0, "seed": "1"}],
        [{"after": 0, "seat": 2, "seed": "1"}],
        [{"after": 0, "seat": -2, "seed": "1"}],
        [{"after": 0, "seat": 0, "seed": {}}],
        [{"after": 2, "seat": 0, "seed": "1"}, {"after": 1, "seat": 0, "seed": "1"}],
        [{"after": 99, "seat": 0, "seed": "1"}],
        [{"after": 0, "seat": 0, "seed": "forged"}],
    ],
)
def test_what_is_wrong_with_a_header_is_said(anew: object) -> None:
    header, *rows = go_on(played("trains", 8).played_on(2, 0, NAMES), 20).text().split("\n")
    with pytest.raises(BadRecord):
        loads("\n".join([json.dumps({**json.loads(header), "anew": anew}), *rows]))


def test_older_code_is_told_that_it_cannot_read_it() -> None:
    assert Record("trains", 2).header()["roundhouse"] == 1
    assert played("trains", 2).played_on(2, 0, NAMES).header()["roundhouse"] == 2
