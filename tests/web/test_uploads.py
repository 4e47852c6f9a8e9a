"""Records on the web: those that people bring along, and what is told of decisions after undos."""

from __future__ import annotations

import pickle
import random
import re
from typing import cast

import pytest

import roundhouse
from roundhouse.core import errors
from roundhouse.core.records import Record, loads, resumed
from roundhouse.core.rng import seeded
from roundhouse.draw.panels import LogText
from roundhouse.web.render.games import face
from roundhouse.web.render.log import MOST_OUTCOMES, Outcomes, log, log_lines, outcomes_of
from roundhouse.web.service.bot_pool import BotPool
from roundhouse.web.service.live_table import LiveTable
from roundhouse.web.service.uploads import Upload, read_upload
from tests.test_fuzz import FULL, GAMES, GOLDEN, mangled
from tests.web.server import SECONDS, Inside, person


def golden(game: str) -> str:
    return "\n".join(GOLDEN[game])


def play_on(record: Record, decisions: int, seed: int) -> None:
    rng = seeded(seed)
    for _ in range(decisions):
        legal = record.state.legal()
        if legal:
            record.play(legal[rng.below(len(legal))])


@pytest.mark.parametrize("game", GAMES)
def test_a_worker_gives_back_all_that_a_table_needs(pool: BotPool, game: str) -> None:
    text = golden(game)
    record = loads(text)
    upload: Upload = pool.run(read_upload, text, len(record.lines), patience=SECONDS).result()
    assert (upload.game, upload.title, upload.names) == (game, record.game.title, record.names)
    assert upload.over
    assert resumed(upload.header, upload.lines).text() == text


def test_an_unfinished_record_is_not_over() -> None:
    record = Record("trains", seats=2, seed=1)
    play_on(record, 20, 1)
    upload = read_upload(record.text(), 20)
    assert not upload.over


def test_a_record_may_have_so_many_lines_and_no_more(pool: BotPool) -> None:
    text = golden("empires")
    lines = len(loads(text).lines)
    assert len(read_upload("\n\n" + text + "\n  \n", lines).lines) == lines
    with pytest.raises(roundhouse.BadRecord) as refused:
        pool.run(read_upload, text, lines - 1, patience=SECONDS).result()
    assert str(refused.value) == f"A record may have {lines - 1} lines here and this one has {lines}."


def test_too_many_lines_are_refused_before_any_is_read() -> None:
    with pytest.raises(roundhouse.BadRecord, match="this one has 99998"):
        read_upload("no record\n" * 100_000, 1000)


@pytest.mark.parametrize("text", ["", "\n", "no record", "{}", golden("trains")[:-2], golden("trains")[5000:]])
def test_what_is_no_record_is_refused_from_the_worker_in_a_sentence(pool: BotPool, text: str) -> None:
    with pytest.raises(roundhouse.BadRecord) as here:
        read_upload(text, 10_000)
    with pytest.raises(roundhouse.BadRecord) as there:
        pool.run(read_upload, text, 10_000, patience=SECONDS).result()
    assert str(there.value) == str(here.value)
    assert str(here.value).endswith(".")


def test_every_refusal_survives_the_way_between_processes() -> None:
    kinds: list[type[errors.RoundhouseError]] = [errors.RoundhouseError, *errors.RoundhouseError.__subclasses__()]
    for kind in [k for k in kinds if k.__module__ == errors.__name__]:
        again = pickle.loads(pickle.dumps(kind("It cannot be done.")))
        assert (type(again), str(again)) == (kind, "It cannot be done.")
    illegal = pickle.loads(pickle.dumps(errors.IllegalAction("Not now.", "trains-4.1")))
    assert (str(illegal), illegal.clause) == ("Not now.", "trains-4.1")


# what came of decisions, after undos


@pytest.mark.parametrize("game", ["empires", "empyreal"])
def test_outcomes_after_undos_are_those_of_the_lines_that_stand(game: str) -> None:
    record = Record(game, seats=2, seed=4)
    play_on(record, 40, 0)
    shown, rng = face(game), seeded(9)
    outcomes = Outcomes(record)
    for turn in range(12):
        play_on(record, 1 + rng.below(6), turn)
        if turn % 3:
            outcomes.of(shown, record.active_lines())  # a page is shown now and then, not always
        standing = record.active_lines()
        record.undo(standing[-1 - rng.below(min(5, len(standing)))].n)
        if turn % 2:
            outcomes.of(shown, record.active_lines())
            outcomes.of(shown, record.active_lines(len(record.lines) // 2))
    play_on(record, 3, 1)
    standing = record.active_lines()
    told, anew = outcomes.of(shown, standing), Outcomes(record).of(shown, standing)
    assert any(anew.values())
    assert {line.n: told[line.n] for line in standing} == anew
    past = record.active_lines(len(record.lines) // 2)
    assert {line.n: outcomes.of(shown, past)[line.n] for line in past} == Outcomes(record).of(shown, past)


def test_a_long_record_is_told_of_as_far_as_a_log_shows_wherever_one_looks() -> None:
    record = loads(golden("empyreal"))
    shown, whole = face("empyreal"), Outcomes(record)
    for n in range(0, len(record.lines) + 1, MOST_OUTCOMES):
        whole.of(shown, record.active_lines(n))
    whole.of(shown, record.active_lines())
    assert list(whole.html) == [line.n for line in record.lines]
    outcomes = Outcomes(record)
    for n in (len(record.lines), 300, 340, 250, 590, 3, 0, len(record.lines)):
        standing = record.active_lines(n)
        told = outcomes.of(shown, standing)
        assert [told[line.n] for line in standing[-MOST_OUTCOMES:]] == [
            whole.html[line.n] for line in standing[-MOST_OUTCOMES:]
        ]


def test_mangled_records_are_opened_or_refused_by_the_server(house: Inside) -> None:
    """Ten thousand in the full run."""
    opened = 0
    with person(house.address, "Ada") as ada:
        for seed in range(10_000 if FULL else 18):
            text = mangled(random.Random(seed)).encode("utf-8", "replace")
            answer = ada.post("/open", files={"record": text})
            assert answer.status_code in (303, 413, 422), f"seed {seed}: {answer.text}"
            if answer.status_code == 303:
                opened += 1
                if not FULL or opened % 10 == 0:
                    assert ada.get(answer.headers["location"]).status_code == 200
            else:
                assert answer.json()["error"].endswith(".")
    assert opened > 0


class Told:
    """As much of a table as its log needs."""

    def __init__(self, record: Record) -> None:
        self.record, self.names = record, record.names


def test_the_parts_of_a_delivery_become_one_line_of_the_log() -> None:
    record = loads(golden("empyreal"))
    live, shown = cast(LiveTable, Told(record)), face("empyreal")
    begun = next(line.n for line in record.lines if line.words.startswith("deliver ") and " to " in line.words)
    told_of = outcomes_of(live).of(shown, record.lines[: begun + 9])
    done = next(n for n in range(begun, begun + 9) if isinstance(told_of[n], LogText))
    assert done > begun
    told = [int(n) for n in re.findall(r'data-n="(\d+)"', log(live, shown, record.lines[:done]))]
    assert told[0] == done
    assert not set(range(begun, done)) & set(told)
    assert re.search(r"delivers <b>\d [\w ]+</b> to the \w+ city.*: \d points?", log(live, shown, record.lines[:done]))
    assert f'data-n="{begun}"' in log(live, shown, record.lines[:begun])  # what it is part of is still to come
    assert [line.text.minor for line in log_lines(live, shown, record.lines[begun - 1 : done])] == [
        *[True] * (done - begun),
        False,
    ]
