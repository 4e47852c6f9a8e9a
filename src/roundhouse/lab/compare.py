"""Two studies side by side: what a change of rules or components did, and whether it is more than chance."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Column, Table

from roundhouse.core.errors import BadOption
from roundhouse.lab.figures import Figures, false_alarms, figures
from roundhouse.lab.shares import FALSE, FEWEST, Share, Thing, mean

MOST = 20  # differences that are listed besides the main ones


@dataclass
class Difference:
    """A figure of both, and how likely chance alone makes them differ so much."""

    group: str
    name: str
    before: float
    after: float
    percent: bool
    chance: float
    false: float = 1.0  # the share of false alarms if this is called a difference

    @property
    def real(self) -> bool:
        return self.false <= FALSE

    def told(self, value: float) -> str:
        return f"{100 * value:.1f} %" if self.percent else f"{value:.2f}"

    @property
    def change(self) -> str:
        by = self.after - self.before
        return f"{100 * by:+.1f}" if self.percent else f"{by:+.2f}"


def differences(before: Figures, after: Figures) -> list[Difference]:
    """All that can be compared; what stands out is told by the share of false alarms among them."""
    one, other = before.study.match, after.study.match
    if (one.game, one.seats) != (other.game, other.seats):
        raise BadOption(
            f"Only studies of one game and seat count can be compared, not {one.game} with {one.seats} and "
            f"{other.game} with {other.seats}."
        )
    out = [
        numbers("length", "decisions a game", before.lengths, after.lengths),
        numbers("length", "turns a game", before.turns, after.turns),
        numbers("points", "score", before.scores, after.scores),
        numbers("points", "winning score", before.best, after.best),
        *shares("wins", before.places, after.places),
        *shares("wins", before.bots, after.bots),
        *ends(before, after),
        *of_things(before, after, "taken", lambda t: (t.played, t.could)),
        *of_things(before, after, "wins with it", lambda t: (t.wins, t.played)),
    ]
    for difference, false in zip(out, false_alarms([d.chance for d in out]), strict=True):
        difference.false = false
    return out


def numbers(group: str, name: str, before: Counter[int], after: Counter[int]) -> Difference:
    """Two means (Welch)."""
    spread = variance(before) / max(1, before.total()) + variance(after) / max(1, after.total())
    one, other = mean(before), mean(after)
    return Difference(group, name, one, other, False, two_sided(other - one, spread))


def variance(counts: Counter[int]) -> float:
    middle = mean(counts)
    return sum(n * (value - middle) ** 2 for value, n in counts.items()) / max(1, counts.total() - 1)


def rates(group: str, name: str, before: tuple[float, int], after: tuple[float, int]) -> Difference:
    """Two rates, each so many of so many."""
    one, other = before[0] / max(1, before[1]), after[0] / max(1, after[1])
    all = (before[0] + after[0]) / max(1, before[1] + after[1])
    spread = all * (1 - all) * (1 / max(1, before[1]) + 1 / max(1, after[1]))
    return Difference(group, name, one, other, True, two_sided(other - one, spread))


def two_sided(difference: float, spread: float) -> float:
    return math.erfc(abs(difference) / math.sqrt(2 * spread)) if spread > 0 else 1.0


def shares(group: str, before: list[Share], after: list[Share]) -> list[Difference]:
    later = {share.name: share for share in after}
    both = [(share, later[share.name]) for share in before if share.name in later]
    return [rates(group, a.name, (a.wins, a.played), (b.wins, b.played)) for a, b in both]


def ends(before: Figures, after: Figures) -> list[Difference]:
    names = sorted({*before.ends, *after.ends})
    if len(names) < 2:
        return []
    return [rates("ends", n, (before.ends[n], before.games), (after.ends[n], after.games)) for n in names]


def of_things(
    before: Figures, after: Figures, group: str, share: Callable[[Thing], tuple[float, int]]
) -> list[Difference]:
    """A rate of each thing that is taken often enough in both."""
    later = {(thing.kind, thing.name): thing for thing in after.things}
    out = []
    for thing in before.things:
        other = later.get((thing.kind, thing.name))
        if other is not None and min(thing.played, other.played) >= FEWEST:
            out.append(rates(group, f"{thing.kind}: {thing.name}", share(thing), share(other)))
    return out


# telling


def show(before: str | Path, after: str | Path, screen: Console) -> None:
    """Print it: the main figures, and of the others those that differ."""
    one, other = figures(before), figures(after)
    found = differences(one, other)
    for folder, study in ((before, one), (after, other)):
        match = study.study.match
        screen.print(f"{folder}: {study.games:,} games, {', '.join(match.bots)}, {box_of(study)}", soft_wrap=True)
    main = [d for d in found if d.group in ("length", "points", "wins", "ends")]
    rest = sorted([d for d in found if d not in main and d.real], key=lambda d: d.chance)
    screen.print(listed("", main))
    if rest:
        screen.print(listed("what is taken, and what wins with it, where it differs", rest[:MOST]))
    real = sum(d.real for d in found)
    screen.print(
        f"{real} of {len(found)} figures differ by more than chance has it (marked *; of such marks one in twenty is a "
        "false alarm).",
        soft_wrap=True,
    )


def box_of(found: Figures) -> str:
    match = found.study.match
    options = ", ".join(f"{name}={value}" for name, value in match.options.items())
    return "; ".join(part for part in (match.components or "the printed box", options) if part)


def listed(title: str, rows: list[Difference]) -> Table:
    figures = [Column(name, justify="right") for name in ("before", "after", "change", "by chance")]
    out = Table("", "figure", *figures, "", title=title or None, title_justify="left")
    for d in rows:
        chance = "< 0.0001" if d.chance < 0.0001 else f"{d.chance:.4f}"
        out.add_row(d.group, d.name, d.told(d.before), d.told(d.after), d.change, chance, "*" if d.real else "")
    return out


def as_json(before: str | Path, after: str | Path) -> list[dict[str, Any]]:
    """All differences, for scripts."""
    return [{**asdict(d), "real": d.real} for d in differences(figures(before), figures(after))]
