"""What was measured of a game, `facts.json` beside its rules: for those who choose one.

`benchmarks/facts.py` writes it from studies of a bot against itself. It is read here without what studies need, and
says nothing of a game whose rules have changed since.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from roundhouse.core.game import Game
from roundhouse.core.registry import file_beside
from roundhouse.lab.shares import Share, Thing

FILE = "facts.json"
SHARES = ("played", "wins", "points")
THINGS = ("kind", "name", *SHARES, "could", "expected", "spread", "false")


@dataclass(frozen=True)
class Table:
    """Games with so many seats."""

    seats: int
    games: int
    places: list[Share]  # in turn order
    scores: Counter[int]
    best: Counter[int]  # of the winners
    lengths: Counter[int]  # decisions with a choice, of all seats
    turns: Counter[int]  # of the seat that had most

    @property
    def fair(self) -> float:
        """What a seat wins if all are equal."""
        return 1 / self.seats


@dataclass(frozen=True)
class Step:
    """How a level fares against the one below it, two at a table."""

    stronger: str
    weaker: str
    share: Share  # of the stronger


@dataclass(frozen=True)
class Facts:
    """All of it; `things` are those of all tables together, each beside what such seats win anyway."""

    game: str
    rules_version: int
    bot: str
    seed: str
    tables: list[Table]
    things: list[Thing]
    steps: list[Step]

    @property
    def games(self) -> int:
        return sum(table.games for table in self.tables)


def facts(game: Game) -> Facts | None:
    """What was measured of a game by the rules it has now; None if nothing was."""
    path = file_beside(game, FILE)
    if not path:
        return None
    found = read(json.loads(Path(path).read_text(encoding="utf-8")))
    return found if found.rules_version == game.rules_version else None


def together(tables: Iterable[Iterable[Thing]]) -> list[Thing]:
    """The things of several studies, the same thing added up."""
    out: dict[tuple[str, str], Thing] = {}
    for things in tables:
        for thing in things:
            whole = out.setdefault((thing.kind, thing.name), Thing(thing.name, kind=thing.kind))
            for name in (*SHARES, "could", "copies", "expected", "spread"):
                setattr(whole, name, getattr(whole, name) + getattr(thing, name))
    return [out[key] for key in sorted(out)]


# as a file


def read(held: Mapping[str, Any]) -> Facts:
    """From what the file holds."""
    return Facts(
        held["game"],
        held["rules_version"],
        held["bot"],
        held["seed"],
        [table(one) for one in held["tables"]],
        [Thing(**one) for one in held["things"]],
        [Step(s["stronger"], s["weaker"], Share(s["stronger"], s["games"], s["won"])) for s in held["levels"]],
    )


def table(held: Mapping[str, Any]) -> Table:
    return Table(
        held["seats"],
        held["games"],
        [Share(f"place {n}", **one) for n, one in enumerate(held["places"], 1)],
        *[Counter({int(n): many for n, many in held[name].items()}) for name in ("scores", "best", "lengths", "turns")],
    )


def of_share(share: Share, names: Iterable[str] = SHARES) -> dict[str, Any]:
    """A share or a thing as the file holds it."""
    held = {name: getattr(share, name) for name in names}
    return {name: round(value, 6) if isinstance(value, float) else value for name, value in held.items()}


def of_thing(thing: Thing) -> dict[str, Any]:
    return of_share(thing, THINGS)


def counted(numbers: Counter[int]) -> dict[str, int]:
    return {str(n): numbers[n] for n in sorted(numbers)}


def text(held: Mapping[str, Any]) -> str:
    """The file: a line for each thing in a list."""
    lines = []
    for name, value in held.items():
        said = json.dumps(value, ensure_ascii=False)
        if isinstance(value, list):
            said = "[\n" + ",\n".join(f"  {json.dumps(one, ensure_ascii=False)}" for one in value) + "\n ]"
        lines.append(f" {json.dumps(name)}: {said}")
    return "{\n" + ",\n".join(lines) + "\n}\n"
