"""Whatever is typed or read, the answer is a sentence, never another exception."""

from __future__ import annotations

import copy
import json
import os
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import roundhouse
from roundhouse.core.records import loads, resumed
from roundhouse.core.registry import HOUSE
from roundhouse.core.rng import seeded
from tests.kit.goldens import text_of

FULL = os.environ.get("ROUNDHOUSE_FULL") == "1"
FOLDER = Path(__file__).parent / "golden"
GAMES = ("trains", "spyrium", "empires", "empyreal")
GOLDEN = {g: text_of(g, "random").split("\n") for g in GAMES}


@cache
def some_state(name: str, seed: int) -> roundhouse.State:
    rng = seeded(seed)
    s = roundhouse.game(name).new(seats=2, seed=seed)
    for _ in range(rng.below(300)):
        if not s.over:
            legal = s.legal()
            s.apply(legal[rng.below(len(legal))])
    return s


COMMON = ["play", "buy e", "lay", "end", "play normal train for", "station in"]
COMMON += ["place", "lift", "build", "build mine", "call", "use", "use the event", "reuse", "take", "count the token"]
COMMON += ["start", "start a new route", "send", "send coal", "deliver to", "claim", "lay e", "take the line"]
COMMON += ["move to", "activate", "administrate", "build on", "look at the", "upgrade", "collect", "swap", "found"]
TYPED = st.text(max_size=30) | st.sampled_from(COMMON)


@settings(max_examples=120, deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 50 if FULL else 8), TYPED)
def test_any_words_are_understood_or_answered(name: str, seed: int, text: str) -> None:
    s = some_state(name, seed)
    before = s.fingerprint()
    try:
        assert 0 <= s.parse(text) < s.game.num_actions
    except (roundhouse.UnknownAction, roundhouse.AmbiguousAction) as answer:
        sentence(answer)
    assert s.fingerprint() == before


def sentence(answer: Exception) -> None:
    assert str(answer).endswith(".")
    assert "\n" not in str(answer)


@settings(max_examples=120, deadline=None)
@given(st.data())
def test_a_damaged_record_is_never_taken_for_another_game(data: st.DataObject) -> None:
    golden = GOLDEN[data.draw(st.sampled_from(GAMES))]
    lines = golden[:]
    n = data.draw(st.integers(0, len(lines) - 2))
    line = lines[n]
    at = data.draw(st.integers(0, len(line) - 1))
    put = data.draw(st.sampled_from(["", "0", "9", '"', "{", "}", "[", "]", ",", "x", "null", "-"]))
    lines[n] = line[:at] + put + line[at + 1 :]
    try:
        record = loads("\n".join(lines))
    except roundhouse.BadRecord as answer:
        sentence(answer)
        return
    # what still loads is the same game: the edit touched a name, the spacing, or nothing
    assert record.text().split("\n")[1:] == golden[1:]


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_cut_off_record_is_refused(data: st.DataObject) -> None:
    golden = GOLDEN[data.draw(st.sampled_from(GAMES))]
    lines = data.draw(st.integers(1, len(golden) - 1))
    rest = data.draw(st.integers(0, 20))
    text = "\n".join(golden[: lines - 1]) + "\n" + golden[lines - 1][:rest]
    with pytest.raises(roundhouse.BadRecord) as caught:
        loads(text)
    sentence(caught.value)


# mangled records: a sample always, ten thousand in the full run

SHORT = 60  # decisions: enough for every kind of line
DEEP = "as deep as can be written"  # stands for a list in a list in a list
Row = dict[str, Any]
Mangle = Callable[[random.Random, list[Row]], object]


@cache
def short_records() -> list[list[Row]]:
    """The beginning of every golden game of the house, with its closing line."""
    out: list[list[Row]] = []
    for path in sorted(path for id in HOUSE for path in FOLDER.glob(f"{id}-*.jsonl")):
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        short = resumed(rows[0], rows[1:-1][:SHORT]).text()
        out.append([json.loads(line) for line in short.splitlines()])
    return out


def odd(rng: random.Random) -> object:
    """A value that does not belong there."""
    return rng.choice(
        [
            *(None, True, False, 0, 1, 2, -1, 7, 10**9, -(10**9), 10**30, 10**4000, 1.5, 1e300, float("nan")),
            *("", "0", "7", "x", "two\nlines", "\x00", "\ud800", "é" * 40, "x" * 5000, "trains", "empyreal", DEEP),
            *([], [[]], [0], [[0, 1]], ["x"], [None], [[[[1]]]], {}, {"x": 1}, {"x": {"y": {"z": "1"}}}),
            *(list(range(5000)), [[0]] * 5000),
        ]
    )


def spot(rng: random.Random, value: Any) -> tuple[Any, Any]:
    """Somewhere inside a row: what holds it, and where."""
    while True:
        key = rng.choice(list(value) if isinstance(value, dict) else range(len(value)))
        inner = value[key]
        if not isinstance(inner, (dict, list)) or not inner or rng.random() < 0.4:
            return value, key
        value = inner


def some_row(rng: random.Random, rows: list[Row]) -> int:
    """The number of a row; header and closing line come up often."""
    return rng.choice([0, len(rows) - 1, rng.randrange(len(rows)), rng.randrange(len(rows))])


def replace_value(rng: random.Random, rows: list[Row]) -> None:
    holder, key = spot(rng, rows[some_row(rng, rows)])
    holder[key] = odd(rng)


def copy_value(rng: random.Random, rows: list[Row]) -> None:
    """A value from elsewhere: of the right kind now and then, and wrong."""
    there, key = spot(rng, rng.choice(rng.choice(short_records())))
    holder, at = spot(rng, rows[some_row(rng, rows)])
    holder[at] = copy.deepcopy(there[key])


def drop_value(rng: random.Random, rows: list[Row]) -> None:
    holder, key = spot(rng, rows[some_row(rng, rows)])
    del holder[key]


def drop_line(rng: random.Random, rows: list[Row]) -> None:
    del rows[some_row(rng, rows)]


def double_line(rng: random.Random, rows: list[Row]) -> None:
    rows.insert(rng.randrange(len(rows) + 1), copy.deepcopy(rows[some_row(rng, rows)]))


def swap_lines(rng: random.Random, rows: list[Row]) -> None:
    a, b = rng.randrange(len(rows)), rng.randrange(len(rows))
    rows[a], rows[b] = rows[b], rows[a]


def insert_undo(rng: random.Random, rows: list[Row]) -> None:
    at = rng.randrange(1, len(rows) + 1)
    back = rng.choice([at - 1, at - 2, at - 5, at, 0, -1, rng.randrange(len(rows) + 1)])
    rows.insert(at, {"n": at, "seat": rng.randrange(-1, 5), "undo": back})


def undo_the_rest(rng: random.Random, rows: list[Row]) -> None:
    """Play and take back over and over, as it is done."""
    try:
        record = loads(written(rows))
    except roundhouse.BadRecord:
        return
    for _ in range(rng.randrange(1, 6)):
        if record.active_lines():
            record.undo(rng.choice(record.active_lines()).n)
        legal = record.state.legal()
        if legal:
            record.play(rng.choice(legal))
    rows[:] = [json.loads(line) for line in record.text().splitlines()]


def change_header(rng: random.Random, rows: list[Row]) -> None:
    """The header of another game, or a part of it."""
    other = copy.deepcopy(rng.choice(short_records())[0])
    rows[0] = rng.choice([other, {**rows[0], **dict(rng.sample(sorted(other.items()), 3))}])


def make_older(rng: random.Random, rows: list[Row]) -> None:
    """Older rules: replayed on what is recorded, and much is not compared."""
    rows[0]["rules_version"] = rng.choice([0, 0, -1, -(10**20)])


def edit_box(rng: random.Random, rows: list[Row]) -> None:
    """Another cell in a table of the box; older rules do not compare the box."""
    if rows[0].get("game") not in GAMES:
        return
    make_older(rng, rows)
    shelf = roundhouse.game(rows[0]["game"]).schema
    file = rng.choice(list(shelf.columns))
    table = shelf.printed()[file]
    column = rng.choice(table.columns).name
    another = rng.choice(table.rows)[column]
    cell = rng.choice([another, another, "0", "1", "2", "5", "9", "99", "", "-1", "x", "two\nlines", "é", '"'])
    rows[0]["edited"] = {file: {table.key(rng.choice(table.rows)): {column: cell}}}


MANGLES: list[Mangle] = [replace_value, replace_value, replace_value, copy_value, copy_value, drop_value, drop_line]
MANGLES += [double_line, swap_lines, insert_undo, insert_undo, undo_the_rest, change_header, make_older, edit_box]


def put_right(rows: list[Row]) -> None:
    """Number the lines again, so that what is wrong with them is met further on."""
    for n, row in enumerate(rows[1:-1], 1):
        row["n"] = n
    rows[-1]["lines"] = len(rows) - 2


def written(rows: list[Row]) -> str:
    text = "".join(json.dumps(row) + "\n" for row in rows)
    return text.replace(f'"{DEEP}"', "[" * 900 + "]" * 900)


def cut(rng: random.Random, text: str) -> str:
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    lines[at] = lines[at][: rng.randrange(len(lines[at]) + 1)]
    return text[: rng.randrange(len(text) + 1)] if rng.random() < 0.3 else "\n".join(lines)


def change_bytes(rng: random.Random, text: str) -> str:
    raw = bytearray(text.encode())
    for _ in range(rng.randrange(1, 6)):
        if raw:
            raw[rng.randrange(len(raw))] = rng.randrange(256)
    return raw.decode(errors=rng.choice(["replace", "surrogateescape", "ignore"]))


def mangled(rng: random.Random) -> str:
    """A short record with one to three things wrong in it."""
    rows = copy.deepcopy(rng.choice(short_records()))
    for mangle in rng.choices(MANGLES, k=rng.randrange(4)):
        if len(rows) > 2 and all(rows):
            mangle(rng, rows)
    if len(rows) > 2 and rng.random() < 0.7:
        put_right(rows)
    text = written(rows)
    if rng.random() < 0.1:
        text = cut(rng, text)
    return change_bytes(rng, text) if rng.random() < 0.15 else text


def readable(answer: Exception) -> None:
    assert len(str(answer)) < 1100


def check_mangled(seed: int) -> None:
    """It gives a record that can be written and read again, or it is refused in a sentence."""
    try:
        record = loads(mangled(random.Random(seed)))
    except roundhouse.BadRecord as answer:
        sentence(answer)
        readable(answer)
    else:
        assert loads(record.text()).text() == record.text()


@pytest.mark.parametrize("batch", range(4))
def test_a_mangled_record_loads_or_is_refused_in_a_sentence(batch: int) -> None:
    """Ten thousand in the full run."""
    size = 2500 if FULL else 75
    for seed in range(batch * size, batch * size + size):
        check_mangled(seed)
