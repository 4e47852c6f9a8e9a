"""A study in a terminal: who wins, on which place, how long it takes, and what stands out."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.table import Column, Table

from roundhouse.core.registry import game as find
from roundhouse.core.words import counted
from roundhouse.lab.figures import Figures, figures
from roundhouse.lab.shares import Share, Thing, mean, quantile

MOST = 12  # things that are listed


def show(folder: str | Path, screen: Console) -> None:
    """Print it."""
    found = figures(folder)
    match = found.study.match
    screen.print(
        f"{counted(found.games, 'game')} of {find(match.game).title}, {match.seats} seats, seed {match.seed}",
        soft_wrap=True,
    )
    if found.games < found.study.games:
        screen.print(f"{found.study.games - found.games} of {found.study.games} games are still to be played.")
    screen.print(rates("bot", found.bots))
    screen.print(rates("turn order", found.places))
    screen.print(length(found), soft_wrap=True)
    told = remarkable(found)
    if told:
        screen.print(striking(told))


def rates(what: str, rows: list[Share]) -> Table:
    titles = ("played", "win rate", "95 %", "mean score")
    out = Table(what, *[Column(title, justify="right") for title in titles])
    for row in rows:
        low, high = row.interval
        out.add_row(
            row.name, f"{row.played:,}", f"{100 * row.rate:.1f} %", f"{100 * low:.1f} to {100 * high:.1f}",
            f"{row.mean:.1f}",
        )  # fmt: skip
    return out


def length(found: Figures) -> str:
    """How long games are, and how they end."""
    some = ", ".join(f"{end} ({100 * n / found.games:.0f} %)" for end, n in found.ends.most_common(3))
    return (
        f"{mean(found.lengths):,.0f} decisions with a choice a game, {quantile(found.lengths, 0.05):,} to "
        f"{quantile(found.lengths, 0.95):,} in nine of ten; {mean(found.turns):.1f} turns. It ends as {some}."
    )


def remarkable(found: Figures) -> list[Thing]:
    """What goes with winning or losing more than chance has it, the farthest from what was expected first."""
    told = [thing for thing in found.things if thing.remarkable]
    return sorted(told, key=lambda t: -abs(t.wins - t.expected) / max(1.0, t.spread) ** 0.5)[:MOST]


def striking(things: list[Thing]) -> Table:
    titles = ("taken by", "win rate", "times the usual")
    out = Table("what goes with winning or losing", "kind", *[Column(title, justify="right") for title in titles])
    for t in things:
        out.add_row(t.name, t.kind, f"{100 * t.picked:.1f} %", f"{100 * t.rate:.1f} %", f"{t.lift:.2f}")
    return out
