"""A study: many games of bots, kept in a folder as Parquet, one row for each seat of each game.

A folder holds `study.json`, which says what is played and by what, and `part-00000.parquet` and so on, each with the
same number of games. Which games are in which part, and what a part holds, depends on nothing but `study.json`: not on
how many processes play, nor on whether they were interrupted.
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable, Generator, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import pyarrow as pa
import pyarrow.parquet as pq

import roundhouse
from roundhouse.bots.make import Player
from roundhouse.core.errors import BadOption
from roundhouse.core.records import Record
from roundhouse.core.registry import game as find
from roundhouse.lab.clerk import KINDS, Clerk, Facts, Row, clerk
from roundhouse.lab.simulate import MOST_DECISIONS, Match, NeverEnds, check
from roundhouse.lab.workers import ALONE, Where

SETTINGS = "study.json"
RECORDS = "records"
PARTS, LARGEST = 40, 500  # a study has about so many parts, of so many games at most
ARROW = {"int": pa.int32(), "float": pa.float32(), "text": pa.string()}
TYPES = {**ARROW, "ints": pa.list_(pa.int32()), "texts": pa.list_(pa.string())}


@dataclass(frozen=True)
class Study:
    """What is played and noted: everything a worker needs, in plain values."""

    match: Match
    games: int
    size: int  # games of a part
    clerks: tuple[str, ...] = ()
    records: bool = False
    rows: str = "seats"  # what a row is of: a seat of a game, or a decision, as `dataset` has them

    @property
    def parts(self) -> int:
        """How many there are."""
        return -(-self.games // self.size)

    def range(self, part: int) -> range:
        """The games of a part."""
        return range(part * self.size, min((part + 1) * self.size, self.games))


@dataclass(frozen=True)
class Part:
    """What a worker hands back: a Parquet file, and the records if they are kept."""

    number: int
    parquet: bytes
    records: list[str]
    games: int


def study(match: Match, games: int, clerks: tuple[str, ...] = (), records: bool = False) -> Study:
    """A new study; refused if it cannot be played."""
    check(match)
    for name in clerks:
        clerk(name)
    return Study(match, games, max(1, min(LARGEST, games // PARTS)), clerks, records)


# the folder


def settings(s: Study) -> dict[str, Any]:
    """What `study.json` says."""
    game = find(s.match.game)
    return {
        **asdict(s.match),
        "bots": list(s.match.bots),
        "games": s.games,
        "size": s.size,
        "clerks": list(s.clerks),
        "records": s.records,
        "rows": s.rows,
        "versions": {
            "roundhouse": roundhouse.__version__,
            "rules": game.rules_version,
            "box": game.box(s.match.components).hash,
            "heuristics": game.heuristics.version,
        },
    }


def read(folder: str | Path) -> Study:
    """The study of a folder."""
    path = Path(folder) / SETTINGS
    try:
        held = json.loads(path.read_text(encoding="utf-8"))
        match = Match(
            held["game"], held["seats"], tuple(held["bots"]), held["seed"], held["options"], held["components"]
        )
        return Study(match, held["games"], held["size"], tuple(held["clerks"]), held["records"], held["rows"])
    except FileNotFoundError:
        raise BadOption(f"{folder} holds no study: it has no {SETTINGS}.") from None
    except (ValueError, KeyError, TypeError):
        raise BadOption(f"{path} is not the {SETTINGS} of a study.") from None


def opened(wanted: Study, folder: str | Path) -> Study:
    """The study as it goes on in a folder: a new one there, or the one that was begun, which may ask for more games."""
    at = Path(folder)
    if (at / SETTINGS).exists():
        begun = read(at)
        wanted = replace(wanted, games=max(wanted.games, begun.games), size=begun.size)
        before = json.loads((at / SETTINGS).read_text(encoding="utf-8"))
        for name, value in settings(wanted).items():
            if name != "games" and before.get(name) != value:
                raise BadOption(
                    f"{folder} holds another study: its {name} is {before.get(name)}, not {value}. "
                    "Name another folder, or ask for the same."
                )
        if wanted.games > begun.games:
            last = part_path(at, begun.parts - 1)
            if begun.games % begun.size and last.exists():  # it is to become longer
                last.unlink()
    elif at.exists() and any(at.iterdir()):
        raise BadOption(f"{folder} is not empty and holds no study.")
    at.mkdir(parents=True, exist_ok=True)
    text = json.dumps(settings(wanted), indent=1) + "\n"
    keep(at / SETTINGS, text.encode())
    return wanted


def part_path(folder: str | Path, part: int) -> Path:
    return Path(folder) / f"part-{part:05}.parquet"


def keep(path: Path, content: bytes) -> None:
    """Write a file, all or nothing."""
    begun = path.with_name(path.name + ".begun")
    with open(begun, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    os.replace(begun, path)


def tables(folder: str | Path, columns: list[str] | None = None) -> Iterator[pa.Table]:
    """The parts of a study that are there, one after another."""
    found = read(folder)
    for part in range(found.parts):
        path = part_path(folder, part)
        if path.exists():
            yield pq.read_table(path, columns=columns)


# playing


Play = Callable[[tuple[Study, int]], Part]


def run(
    s: Study,
    folder: str | Path,
    where: Where = ALONE,
    progress: Callable[[int], None] | None = None,
    play: Play | None = None,
) -> int:
    """Play what is missing in the folder; how many games were there already."""
    missing = [part for part in range(s.parts) if not part_path(folder, part).exists()]
    already = s.games - sum(len(s.range(part)) for part in missing)
    if progress is not None and already:
        progress(already)
    for done in where.shared(play or play_part, ((s, part) for part in missing)):
        for n, text in zip(s.range(done.number), done.records, strict=False):
            path = Path(folder) / RECORDS / f"{n:07}.jsonl"
            path.parent.mkdir(exist_ok=True)
            keep(path, text.encode())
        keep(part_path(folder, done.number), done.parquet)
        if progress is not None:
            progress(done.games)
    return already


Whole = TypeVar("Whole")


def play_part(work: tuple[Study, int]) -> Part:
    """Play the games of a part."""
    return finished(part_steps(*work))


def finished(steps: Generator[None, None, Whole]) -> Whole:
    """What comes of steps that are all taken at once."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            whole: Whole = end.value
            return whole


def part_steps(s: Study, part: int) -> Generator[None, None, Part]:
    """The same decision by decision, for who has other things to do meanwhile."""
    first = s.match.dealt(0)
    kinds = {"game": "int", "seat": "int", "bot": "text"}
    for one in sitting(s):
        kinds |= one.columns(first)
    wrong = [f"{name}: {kind}" for name, kind in kinds.items() if kind not in KINDS]
    if wrong:
        raise BadOption(f"A column is of one of the kinds {', '.join(KINDS)}, not {wrong[0]}.")
    rows: list[Row] = []
    records: list[str] = []
    for n in s.range(part):
        noted, record = yield from game_steps(s, n)
        rows += noted
        records += [record] if record else []
    return Part(part, parquet(rows, {name: TYPES[kind] for name, kind in kinds.items()}), records, len(s.range(part)))


def parquet(rows: list[Row], types: dict[str, Any]) -> bytes:
    """Rows as a Parquet file."""
    arrays = [pa.array([row[name] for row in rows], kind) for name, kind in types.items()]
    out = io.BytesIO()
    pq.write_table(pa.Table.from_arrays(arrays, names=list(types)), out, compression="zstd")
    return out.getvalue()


def sitting(s: Study) -> list[Clerk]:
    """Those who note down a game."""
    return [Facts(), *[clerk(name) for name in s.clerks]]


def play_game(s: Study, n: int) -> tuple[list[Row], str]:
    """The rows of game n, and its record if it is kept."""
    return finished(game_steps(s, n))


def game_steps(s: Study, n: int) -> Generator[None, None, tuple[list[Row], str]]:
    """The same decision by decision."""
    match, lineup = s.match, s.match.lineup(n)
    players = [Player(name, f"{match.seed}/{n}/{seat}") for seat, name in enumerate(lineup)]
    record = None
    if s.records:
        record = Record(match.game, match.seats, f"{match.seed}/{n}", lineup, match.components, **match.options)
    state = record.state if record is not None else match.dealt(n)
    clerks = sitting(s)
    for one in clerks:
        one.before(state)
    for _ in range(MOST_DECISIONS):
        if state.over:
            break
        seat = state.seat
        action = players[seat].decide(state)
        for one in clerks:
            one.step(state, seat, action)
        if record is not None:
            record.play(action)
        else:
            state.apply(action)
        yield
    if not state.over:
        raise NeverEnds(f"Game {n + 1} of seed {match.seed} was given up: {', '.join(lineup)} do not end it.")
    rows: list[Row] = [{"game": n, "seat": seat, "bot": bot} for seat, bot in enumerate(lineup)]
    for one in clerks:
        for row, more in zip(rows, one.after(state), strict=True):
            row |= more
    return rows, record.text() if record is not None else ""
