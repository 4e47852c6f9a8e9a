"""A search through the proposed numbers of a box for a goal, by playing: the better half of the boxes goes on.

The file of knobs is TOML: which cells may take which values, who plays how many games, and what is wanted. Every box is
first played a few games; the worse half is left aside, the others are played twice as many, and so on. All studies
lie in a folder, so an interrupted search goes on. What was chosen flatters itself by the games it was chosen by: in the
end the best box and the printed one are played anew on other seeds, and only that is told of them.
"""

from __future__ import annotations

import json
import math
import random
import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Column, Table

from roundhouse.core.components import Edits
from roundhouse.core.errors import BadOption
from roundhouse.core.game import Game
from roundhouse.core.registry import game as find
from roundhouse.lab import study
from roundhouse.lab.compare import differences
from roundhouse.lab.figures import Figures, figures
from roundhouse.lab.shares import mean
from roundhouse.lab.simulate import Match
from roundhouse.lab.workers import ALONE, Where

PRINTED = 0  # the number of the box as it is
DEAD = 0.03  # a thing that fewer seats take than this is dead
GOALS = ("seats", "dead", "runaway", "turns", "length", "score")


@dataclass(frozen=True)
class Knob:
    """A cell of a table, and the values it may take."""

    file: str
    row: str
    column: str
    values: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.file} {self.row} {self.column}"


@dataclass(frozen=True)
class Goal:
    """Something that is wanted, how much it matters, and the number it should be where there is one."""

    name: str
    weight: float
    wanted: float = 0.0

    def missed(self, found: Figures) -> float:
        """How far a study is from it; 0 is best."""
        if self.name == "seats":
            return math.sqrt(sum((place.rate / found.fair - 1) ** 2 for place in found.places) / len(found.places))
        if self.name == "dead":
            return sum(max(0.0, 1 - thing.picked / DEAD) for thing in found.things) / max(1, len(found.things))
        if self.name == "runaway":
            return sum(abs(math.log2(max(0.1, t.lift))) for t in found.things if t.remarkable) / max(
                1, len(found.things)
            )
        counts = {"turns": found.turns, "length": found.lengths, "score": found.scores}[self.name]
        return abs(mean(counts) / self.wanted - 1)


@dataclass(frozen=True)
class Search:
    """What is searched: by whom, through which boxes, what for."""

    game: str
    seats: int
    bots: tuple[str, ...]
    options: dict[str, object]
    seed: str
    games: int  # of the last round
    rounds: int
    knobs: tuple[Knob, ...]
    goals: tuple[Goal, ...]
    boxes: tuple[Edits, ...]  # the printed one first

    def missed(self, found: Figures) -> float:
        return sum(goal.weight * goal.missed(found) for goal in self.goals)


@dataclass
class Tried:
    """A box and how it fared in the last round it was played in."""

    number: int
    edits: Edits
    games: int
    missed: float
    parts: dict[str, float]
    folder: str


@dataclass
class Result:
    """What a search has found: all boxes, the best first; that one and the printed one on other seeds."""

    search: Search
    tried: list[Tried]
    best: Tried
    printed: Tried
    folder: str


# the file


def read(game: Game, path: str) -> Search:
    """A file of knobs; everything that cannot be is refused with a sentence."""
    try:
        held = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadOption(f"{path} is not TOML: {error}.") from None
    known = {"seats", "bots", "games", "rounds", "boxes", "seed", "options", "knob", "goal"}
    for name in held:
        if name not in known:
            raise BadOption(f"{path} says {name!r}, which means nothing here; it may say {', '.join(sorted(known))}.")
    try:
        knobs = tuple(
            Knob(knob["file"], str(knob["row"]), knob["column"], tuple(str(v) for v in knob["values"]))
            for knob in held["knob"]
        )
        goals = tuple(goal_of(name, said) for name, said in held["goal"].items())
        bots = held.get("bots", "stationmaster@60")
        most, seed = int(held.get("boxes", 16)), str(held.get("seed", "1"))
        games, rounds = int(held.get("games", 400)), int(held.get("rounds", 4))
        seats, options = game.check_seats(held.get("seats")), dict(held.get("options", {}))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadOption(f"{path} is no file of knobs: {type(error).__name__} {error}; see docs/lab.md.") from None
    if not knobs or not goals or games < 1 or rounds < 1 or most < 1:
        raise BadOption(f"{path} needs a knob, a goal, and at least one game, round and box.")
    for knob in knobs:
        check(game, knob)
    game.check_options(options)
    boxes = tuple(some_boxes(game, knobs, most, seed))
    if len(boxes) < 2:
        raise BadOption(f"{path} gives no box that differs from the printed one and can be played.")
    names = tuple(name.strip() for name in bots.split(","))
    return Search(game.id, seats, names, options, seed, games, rounds, knobs, goals, boxes)


def goal_of(name: str, said: Any) -> Goal:
    if name not in GOALS:
        raise BadOption(f"{name!r} is no goal; there are {', '.join(GOALS)}.")
    if name in ("turns", "length", "score"):
        return Goal(name, float(said.get("weight", 1)), float(said["wanted"]))
    return Goal(name, float(said))


def check(game: Game, knob: Knob) -> None:
    """Refuse a cell that is not there or that is printed."""
    table = game.printed.tables.get(knob.file)
    if table is None:
        raise BadOption(f"{game.title} has no table {knob.file}; it has {', '.join(game.printed.tables)}.")
    row = next((row for row in table.rows if table.key(row) == knob.row), None)
    if row is None or knob.column not in row:
        raise BadOption(f"{knob.file} has no cell in row {knob.row!r}, column {knob.column!r}.")
    if not proposed(row["source"], knob.column, [column.name for column in table.columns]):
        raise BadOption(f"{knob} is {row['source']!r}: only proposed numbers may move.")


def proposed(source: str, column: str, columns: list[str]) -> bool:
    """Whether a row's source says that this cell is proposed: of the part that names the column, or of all of it."""
    parts = [part.strip() for part in source.split(";")]
    named = [part for part in parts if re.search(rf"\b{re.escape(column)}\b", part)]
    others = [part for part in parts if not any(re.search(rf"\b{re.escape(name)}\b", part) for name in columns)]
    decides = named or others
    return bool(decides) and all("proposed" in part for part in decides)


def some_boxes(game: Game, knobs: tuple[Knob, ...], most: int, seed: str) -> list[Edits]:
    """The printed box, and as many others by lot as are wanted; of those that can be played."""
    total = math.prod(len(knob.values) for knob in knobs)
    chance = random.Random(seed)
    numbers = range(total) if total <= 4 * most else chance.sample(range(total), 4 * most)
    ways = list(product(*[knob.values for knob in knobs])) if total <= 4 * most else None
    found: list[Edits] = [{}]
    for n in chance.sample(numbers, len(numbers)):
        edits = edits_of(game, knobs, ways[n] if ways else picked(knobs, n))
        if edits and edits not in found and playable(game, edits):
            found.append(edits)
        if len(found) > most:
            break
    return found


def picked(knobs: tuple[Knob, ...], n: int) -> tuple[str, ...]:
    """The n-th way to set the knobs."""
    out = []
    for knob in knobs:
        n, at = divmod(n, len(knob.values))
        out.append(knob.values[at])
    return tuple(out)


def edits_of(game: Game, knobs: tuple[Knob, ...], values: tuple[str, ...]) -> Edits:
    """What differs from the printed box."""
    out: Edits = {}
    for knob, value in zip(knobs, values, strict=True):
        table = game.printed.tables[knob.file]
        row = next(row for row in table.rows if table.key(row) == knob.row)
        if row[knob.column] != value:
            out.setdefault(knob.file, {}).setdefault(knob.row, {})[knob.column] = value
    return out


def playable(game: Game, edits: Edits) -> bool:
    try:
        game.box_with(edits)
    except ValueError:
        return False
    return True


# searching


def ladder(search: Search) -> list[tuple[int, int]]:
    """Round by round, how many boxes are played and how many games each has then."""
    out = []
    left = len(search.boxes) - 1
    for n in range(search.rounds):
        games = max(1, search.games >> (search.rounds - 1 - n))
        out.append((left, games))
        left = max(1, left // 2)
    return out


def games(search: Search) -> int:
    """How many games a search plays."""
    played, total = 0, 2 * search.games
    for boxes, upto in ladder(search):
        total += boxes * (upto - played)
        played = upto
    return total


def tune(search: Search, folder: str, where: Where = ALONE, progress: Callable[[int], None] | None = None) -> Result:
    """Play the boxes round by round; write the best one and the evidence."""
    at = Path(folder)
    at.mkdir(parents=True, exist_ok=True)
    going = list(range(1, len(search.boxes)))
    tried: dict[int, Tried] = {}
    for boxes, upto in ladder(search):
        for number in going[:boxes]:
            tried[number] = played(search, number, upto, at, where, progress)
        going = sorted(going[:boxes], key=lambda number: tried[number].missed)
    order = sorted(tried.values(), key=lambda one: (-one.games, one.missed))
    last = [played(search, one, search.games, at, where, progress, anew=True) for one in (order[0].number, PRINTED)]
    result = Result(search, order, last[0], last[1], folder)
    write(result, at)
    return result


def played(
    search: Search,
    number: int,
    upto: int,
    at: Path,
    where: Where,
    progress: Callable[[int], None] | None,
    anew: bool = False,
) -> Tried:
    """Play a box up to so many games."""
    edits = search.boxes[number]
    box = at / f"box-{number:03}"
    lay_out(search.game, edits, box)
    seed = f"{search.seed}, anew" if anew else search.seed
    match = Match(search.game, search.seats, search.bots, seed, search.options, str(box) if edits else None)
    folder = at / f"{'anew' if anew else 'study'}-{number:03}"
    before = study.read(folder).games if (folder / study.SETTINGS).exists() else 0
    wanted = replace(study.study(match, search.games), games=max(upto, before))
    found = study.opened(wanted, folder)
    study.run(found, folder, where)
    if progress is not None:
        progress(max(0, upto - before))
    told = figures(folder)
    parts = {goal.name: goal.missed(told) for goal in search.goals}
    return Tried(number, edits, told.games, search.missed(told), parts, str(folder))


def lay_out(game: str, edits: Edits, folder: Path) -> None:
    """Write an edited box."""
    folder.mkdir(exist_ok=True)
    for file, table in find(game).schema.with_edits(edits).items():
        if file in edits:
            (folder / file).write_text(table.csv(), encoding="utf-8")


# telling


def write(result: Result, at: Path) -> None:
    """The edited box, and what speaks for it."""
    lay_out(result.search.game, result.best.edits, at / "box")
    evidence = {
        "best": vars(result.best),
        "printed": vars(result.printed),
        "tried": [vars(one) for one in result.tried],
    }
    study.keep(at / "evidence.json", (json.dumps(evidence, indent=1) + "\n").encode())


def show(result: Result, screen: Console) -> None:
    """The boxes, the best first, and what the best one changes beside the printed one."""
    names = [goal.name for goal in result.search.goals]
    out = Table("box", *[Column(n, justify="right") for n in ("games", "missed", *names)], "what it changes")
    for note, one in [
        ("printed, anew", result.printed),
        ("best, anew", result.best),
        *[("", t) for t in result.tried[:8]],
    ]:
        missed = [f"{one.parts[name]:.3f}" for name in names]
        title = f"{one.number} {note}".strip()
        out.add_row(title, f"{one.games:,}", f"{one.missed:.3f}", *missed, changes(one.edits))
    screen.print(out)
    if result.best.missed >= result.printed.missed:
        screen.print("No box that was tried is nearer to the goal than the printed one.")
        return
    found = differences(figures(result.printed.folder), figures(result.best.folder))
    real = [d for d in found if d.real]
    screen.print(
        f"Box {result.best.number} is nearer to the goal; {len(real)} of {len(found)} figures differ from the printed "
        f"box by more than chance. It lies in {Path(result.folder) / 'box'}, the evidence beside it.",
        soft_wrap=True,
    )


def changes(edits: Edits) -> str:
    """A box in words."""
    rows = [(row, held) for table in edits.values() for row, held in table.items()]
    return "; ".join(f"{row} {column} {value}" for row, held in rows for column, value in held.items()) or "nothing"
