"""Puzzles: positions of bots' games in which one turn is clearly the best, with what makes it so.

They lie in `puzzles.json` beside the rules; `roundhouse find-puzzles` finds more. A puzzle is a table that a coach
follows: what is not the best is answered, and nothing is lit before somebody asks for it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from itertools import takewhile
from pathlib import Path
from typing import Any

import roundhouse
from roundhouse.bots.learned import folder_of
from roundhouse.core.errors import RoundhouseError
from roundhouse.core.game import Game
from roundhouse.core.records import Record
from roundhouse.core.registry import file_beside
from roundhouse.core.words import capital, counted, listed
from roundhouse.learn.script import Part, Step

FILE = "puzzles.json"
RIVALS = ("Ada", "Ben", "Cleo", "Dora", "Emil")
YOU = "You"
LEVEL = "conductor"  # of the rivals, for who plays on


class NoPuzzle(RoundhouseError):
    """There is no such puzzle."""


@dataclass(frozen=True)
class Choice:
    """A decision of the solution: the best action, and what each action promises."""

    best: str
    chances: dict[str, float] = field(default_factory=dict)  # to win, by the words of actions; none where it is forced

    @property
    def next_best(self) -> float:
        """What the best of the others promises."""
        return max((chance for words, chance in self.chances.items() if words != self.best), default=0.0)


@dataclass(frozen=True)
class Puzzle:
    """A position, and the best turn there."""

    game: str
    rules_version: int
    seats: int
    seat: int  # who is to find it
    seed: str
    options: dict[str, object]
    before: list[int]  # the actions that lead there
    choices: list[Choice]  # the best turn, as far as it is clear
    greedy: str  # what who looks one step ahead would do
    points: list[float]  # of all seats at the end, after the best,
    against: str  # and what that is compared with,
    why: list[str]  # with the reasons
    line: list[tuple[int, str]]  # what most likely follows

    @property
    def names(self) -> list[str]:
        """Who sits where."""
        return seated(self.seats, self.seat)

    @property
    def margin(self) -> float:
        """How much better than all else the best is, at the first choice."""
        return self.choices[0].chances[self.choices[0].best] - self.choices[0].next_best

    def record(self, you: str = YOU) -> Record:
        """The game so far."""
        record = Record(self.game, self.seats, self.seed, seated(self.seats, self.seat, you), **self.options)
        for action in self.before:
            record.play(action)
        return record

    def as_json(self) -> dict[str, Any]:
        told = asdict(self)
        del told["game"]
        return told


def seated(seats: int, seat: int, you: str = YOU) -> list[str]:
    others = list(RIVALS[: seats - 1])
    return [*others[:seat], you, *others[seat:]]


def from_json(game: str, told: Mapping[str, Any]) -> Puzzle:
    choices = [Choice(one["best"], one["chances"]) for one in told["choices"]]
    line = [(seat, words) for seat, words in told["line"]]
    return Puzzle(game, **{**told, "choices": choices, "line": line})


# where they are kept


def read(game: str, path: str | Path) -> list[Puzzle]:
    """The puzzles of a file; NoPuzzle if that has none."""
    try:
        return [from_json(game, one) for one in json.loads(Path(path).read_text(encoding="utf-8"))]
    except (KeyError, TypeError, ValueError) as error:
        raise NoPuzzle(f"{path} has no puzzles: {error}.") from None


def write(path: str | Path, puzzles: list[Puzzle]) -> None:
    """One puzzle a line, so that a new one changes no other."""
    rows = [json.dumps(one.as_json(), ensure_ascii=False, separators=(",", ":")) for one in puzzles]
    Path(path).write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")


def puzzles(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, by the rules as they are now."""
    found = roundhouse.game(game)
    return of_version(found.id, found.rules_version)


@lru_cache(32)
def of_version(game: str, version: int) -> tuple[Puzzle, ...]:
    place = file_beside(roundhouse.game(game), FILE)
    kept = read(game, place) if place else []
    return tuple(one for one in kept if one.rules_version == version)


def place(game: str) -> str:
    """Where the puzzles of a game are kept, or should be."""
    return os.path.join(folder_of(roundhouse.game(game)), FILE)


def has_puzzles(game: Game) -> bool:
    return bool(puzzles(game.id))


def puzzle(game: str, n: int) -> Puzzle:
    """The nth puzzle of a game, from 1 on."""
    there = puzzles(game)
    if not there:
        raise NoPuzzle(f"There are no puzzles for {roundhouse.game(game).title} yet.")
    if not 1 <= n <= len(there):
        raise NoPuzzle(f"{roundhouse.game(game).title} has puzzles 1 to {len(there)}, not {str(n)[:12]}.")
    return there[n - 1]


# what is said


def percent(chance: float) -> str:
    return f"{100 * chance:.0f} %"


def task(puzzle: Puzzle) -> str:
    """What is asked for."""
    first = puzzle.choices[0]
    s = roundhouse.game(puzzle.game)
    rivals = counted(puzzle.seats - 1, "rival")
    return (
        f"{s.title}, against {rivals}. One thing to do here wins {percent(first.chances[first.best])} of games, "
        f"all else {percent(first.next_best)} at most. Find it."
    )


def wrong(choice: Choice) -> tuple[tuple[str, str], ...]:
    """What is said to all else."""
    best = percent(choice.chances[choice.best]) if choice.chances else ""
    said = [
        (words, f"\u201c{capital(words)}\u201d wins {percent(chance)} of games. Something else wins {best}: try again.")
        for words, chance in choice.chances.items()
        if words != choice.best
    ]
    other = f"There is something better, that wins {best} of games: try again." if best else "Not that: try again."
    return (*said, ("*", other))


def solved(puzzle: Puzzle) -> str:
    """What is said when it is solved: what makes it the best, and what would have been less."""
    first = puzzle.choices[0]
    turn = ", then ".join(choice.best for choice in puzzle.choices if choice.chances)
    own = [words for _, words in takewhile(lambda one: one[0] == puzzle.seat, puzzle.line)]
    rest = own[len(puzzle.choices) - 1 :]
    told = [f"Right: {turn}, which wins {percent(first.chances[first.best])} of games."]
    told.append(f"Then most likely {listed(rest, 'and')}." if rest else "")
    if puzzle.why:
        reasons = "; ".join(one if one.startswith(RIVALS) else one[:1].lower() + one[1:] for one in puzzle.why)
        told.append(f"Compared with \u201c{puzzle.against}\u201d: {reasons}.")
    greedy = first.chances.get(puzzle.greedy)
    if puzzle.greedy != puzzle.against and greedy is not None:
        told.append(f"Who looks one step ahead plays \u201c{puzzle.greedy}\u201d, which wins {percent(greedy)}.")
    return " ".join(one for one in told if one)


@lru_cache(64)
def part(game: str, n: int) -> Part:
    """A puzzle as a coach follows it."""
    found = puzzle(game, n)
    record = found.record()
    steps = []
    for at, choice in enumerate(found.choices):
        say = task(found) if not at else "Right. And now?"
        steps.append(Step(say, (choice.best,), solved(found) if at + 1 == len(found.choices) else "", wrong(choice)))
    return Part(
        title=f"Puzzle {n}",
        seats=found.seats,
        you=found.seat,
        seed=found.seed,
        rivals=RIVALS[: found.seats - 1],
        options=tuple(found.options.items()),
        before=tuple(line.words for line in record.lines),
        steps=tuple(steps),
        asks=True,
    )
