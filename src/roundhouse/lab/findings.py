"""What a study found, in plain sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from roundhouse.core.words import capital, counted, listed
from roundhouse.lab.plots import compared, minus, percent
from roundhouse.lab.shares import FEWEST, Share, Thing, mean, quantile

if TYPE_CHECKING:
    from roundhouse.lab.figures import Figures

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
NAMED = 4  # things that a sentence names


def found_in(found: Figures) -> list[str]:
    """The study in short."""
    if not found.games:
        return ["No game has been played yet."]
    said = [turn_order(found)]
    if len(found.bots) > 1:
        said.append(of_bots(found))
    return [*said, scores(found), length(found), endings(found), taken(found)]


def ordinal(n: int) -> str:
    """The n-th, counted from 0."""
    return ORDINALS[n] if n < len(ORDINALS) else f"{n + 1}th"


def places(found: Figures) -> list[str]:
    """The names of the places in turn order."""
    return [capital(ordinal(n)) for n in range(len(found.places))]


def beyond(rows: Sequence[Share], names: Sequence[str], fair: float) -> str:
    """Whose fair share lies outside their interval, and on which side; "" if nobody's does."""
    out = ""
    for row, name in zip(rows, names, strict=True):
        low, high = row.interval
        if row.played and not low <= fair <= high:
            way = "more" if row.rate > fair else "less"
            share = f" than its fair share of {percent(fair)}" if not out else ""
            out += f"{'; ' if out else ''}{name} wins {percent(row.rate)}, {way}{share}"
    return f"{capital(out)}." if out else ""


def turn_order(found: Figures) -> str:
    names = [f"the {ordinal(n)}" for n in range(len(found.places))]
    far = beyond(found.places, [f"{name} in turn order" for name in names], found.fair)
    return far or f"No place in turn order wins clearly more or less than its fair share of {percent(found.fair)}."


def of_bots(found: Figures) -> str:
    far = beyond(found.bots, [bot.name for bot in found.bots], found.fair)
    return far or f"No bot wins clearly more or less than its fair share of {percent(found.fair)}."


def scores(found: Figures) -> str:
    best, others = mean(found.best), mean(found.scores - found.best)
    said = f"Winners score {minus(best, 1)} on average"
    if found.scores != found.best:
        said += f", the others {minus(others, 1)}"
        wide = max(found.sources.items(), key=lambda item: abs(item[1][0] - item[1][1]), default=None)
        if wide is not None and len(found.sources) > 1:
            name, (won, lost) = wide
            said += f"; they differ most in {name.lower()}, {minus(won, 1)} against {minus(lost, 1)}"
    return said + "."


def length(found: Figures) -> str:
    low, high = quantile(found.lengths, 0.05), quantile(found.lengths, 0.95)
    span = f" ({low:,} to {high:,} in nine of ten)" if low < high else ""
    return f"A game takes {mean(found.lengths):,.0f} decisions with a choice{span} and {mean(found.turns):.1f} turns."


def endings(found: Figures) -> str:
    first, *rest = found.ends.most_common()
    if not rest:
        return f"{'Every game ends' if found.games > 1 else 'It ends'} because {first[0]}."
    return f"{percent(first[1] / found.games, 0)} of the games end because {first[0]}, the others otherwise."


def taken(found: Figures) -> str:
    many = len(compared(found.things))
    if not many:
        return f"There are too few games to say what goes with winning: that takes {FEWEST} seats that took a thing."
    far = farthest(found.things)
    if not far:
        return f"Of {counted(many, 'thing')} that can be taken, none goes with winning or losing beyond chance."
    more, less = [t for t in far if t.lift > 1], [t for t in far if t.lift <= 1]
    sides = [f"{some(side)} with {way}" for side, way in ((more, "winning"), (less, "losing")) if side]
    return f"Of {counted(many, 'thing')} that can be taken, {len(far)} stand out: {' and '.join(sides)}."


def farthest(things: Sequence[Thing]) -> list[Thing]:
    """What stands out, the farthest from the usual first."""
    told = [thing for thing in things if thing.remarkable]
    return sorted(told, key=lambda t: -abs(t.wins - t.expected) / max(1.0, t.spread) ** 0.5)


def some(things: Sequence[Thing]) -> str:
    names = [thing.name for thing in things[:NAMED]]
    more = len(things) - NAMED
    told = listed([*names, f"{more} more"], "and") if more > 0 else listed(names, "and")
    return f"{told} {'goes' if len(things) == 1 else 'go'}"


def plural(word: str) -> str:
    if re.search("[^aeiou]y$", word):
        return word[:-1] + "ies"
    return word + ("es" if re.search("(s|x|ch|sh)$", word) else "s")
