"""What a study says: rates with intervals, where points come from, what goes with winning.

It is read part by part, so that a study may be of any size. A rate of something taken is compared with what the same
bots win on the same places without asking what they took; as many things are compared, what stands out is told by the
share of false alarms (Benjamini and Hochberg), not by a single comparison.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from roundhouse.core.errors import BadOption
from roundhouse.lab.shares import FEWEST, Share, Thing
from roundhouse.lab.study import Study, read, tables

EARLY = 2  # turns of a seat in which something is taken early

Cell = tuple[str, int]  # a bot, and its place in turn order


@dataclass
class Figures:
    """All that a report tells."""

    study: Study
    games: int = 0
    places: list[Share] = field(default_factory=list)
    bots: list[Share] = field(default_factory=list)
    cells: dict[Cell, Share] = field(default_factory=dict)
    scores: Counter[int] = field(default_factory=Counter)
    best: Counter[int] = field(default_factory=Counter)  # of the winners
    sources: dict[str, tuple[float, float]] = field(default_factory=dict)  # mean points of winners, and of the others
    lengths: Counter[int] = field(default_factory=Counter)  # decisions with a choice
    turns: Counter[int] = field(default_factory=Counter)  # of the seat that had most
    ends: Counter[str] = field(default_factory=Counter)
    things: list[Thing] = field(default_factory=list)
    early: list[Thing] = field(default_factory=list)

    @property
    def fair(self) -> float:
        """What a seat wins if all are equal."""
        return 1 / self.study.match.seats

    def kinds(self) -> list[str]:
        """Kinds of things, in the order in which they are most taken."""
        many = Counter[str]()
        for thing in self.things:
            many[thing.kind] += thing.played
        return [kind for kind, _ in many.most_common()]


def figures(folder: str | Path) -> Figures:
    """The figures of a study."""
    found = read(folder)
    if found.rows != "seats":
        raise BadOption(f"{folder} holds decisions for those who learn, and no study of games.")
    out = Figures(found)
    count(out, folder)
    compare(out, folder)
    return out


def count(out: Figures, folder: str | Path) -> None:
    """Everything but what was taken."""
    seats = out.study.match.seats
    places = {n: Share(f"place {n}") for n in range(1, seats + 1)}
    bots: dict[str, Share] = {}
    totals: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    won = lost = 0.0
    for table in tables(folder):
        columns = [name for name in table.column_names if name.startswith("points_")]
        held = table.drop_columns(["opening", "taken", "taken_at"]).to_pylist()
        for row in held:
            share, score = row["won"], row["score"]
            places[row["place"]].add(share, score)
            bots.setdefault(row["bot"], Share(row["bot"])).add(share, score)
            cell = (row["bot"], row["place"])
            out.cells.setdefault(cell, Share(row["bot"])).add(share, score)
            out.scores[score] += 1
            wins = share > 0
            won, lost = won + wins, lost + (not wins)
            if wins:
                out.best[score] += 1
            for name in columns:
                totals[name][0 if wins else 1] += row[name]
        for first in range(0, len(held), seats):
            rows = held[first : first + seats]
            out.games += 1
            out.lengths[rows[0]["length"]] += 1
            out.turns[max(row["turns"] for row in rows)] += 1
            out.ends[rows[0]["end"] or "it is over"] += 1
    out.places = [places[n] for n in sorted(places)]
    out.bots = [bots[name] for name in dict.fromkeys(out.study.match.bots) if name in bots]
    out.sources = {
        name.removeprefix("points_").replace("_", " ").capitalize(): (wins / (won or 1), losses / (lost or 1))
        for name, (wins, losses) in totals.items()
    }


def compare(out: Figures, folder: str | Path) -> None:
    """What was taken, in all and early, and the first decision, each beside what such seats win anyway."""
    things: dict[str, Thing] = {}
    early: dict[str, Thing] = {}
    could = Counter[str]()
    seen = 0
    columns = ["bot", "place", "score", "won", "opening", "taken", "taken_at"]
    for table in tables(folder):
        wanted = [*columns, "on_offer"] if "on_offer" in table.column_names else columns
        for row in table.select(wanted).to_pylist():
            seen += 1
            expected = out.cells[row["bot"], row["place"]].rate
            copies = Counter(row["taken"])
            for name, n in copies.items():
                note(things, name, row, expected, n)
            could.update(row.get("on_offer") or ())
            soon = {what for what, at in zip(row["taken"], row["taken_at"], strict=True) if at <= EARLY}
            begun = [f"first decision: {row['opening'][0]}"] if row["opening"] else []
            for name in [*sorted(soon), *begun]:
                note(early, name, row, expected, 1)
    for thing in things.values():
        full = f"{thing.kind}: {thing.name}"
        thing.could = could.get(full, seen)
    for thing in early.values():
        thing.could = seen
    out.things = sorted(things.values(), key=lambda t: (-t.played, t.name))
    out.early = [t for t in sorted(early.values(), key=lambda t: (-t.played, t.name)) if t.played >= FEWEST]
    correct(out.things)
    correct(out.early)


def note(things: dict[str, Thing], name: str, row: dict[str, float], expected: float, copies: int) -> None:
    """A seat has that."""
    kind, _, short = name.partition(": ")
    thing = things.setdefault(name, Thing(short, kind=kind))
    thing.add(row["won"], row["score"])
    thing.copies += copies
    thing.expected += expected
    thing.spread += expected * (1 - expected)


def correct(things: list[Thing]) -> None:
    """Tell how remarkable each is among all that were taken often enough."""
    compared = [thing for thing in things if thing.played >= FEWEST]
    for thing, false in zip(compared, false_alarms([t.chance for t in compared]), strict=True):
        thing.false = false


def false_alarms(chances: list[float]) -> list[float]:
    """For each the share of false alarms among all that are at least as unlikely by chance."""
    order = sorted(range(len(chances)), key=lambda i: chances[i])
    out, least = [1.0] * len(chances), 1.0
    for n in range(len(order), 0, -1):
        least = min(least, chances[order[n - 1]] * len(order) / n)
        out[order[n - 1]] = least
    return out
