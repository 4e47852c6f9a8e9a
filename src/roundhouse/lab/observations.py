"""What the numbers of each game's observation are, as `docs/observations.md`: `make observations` writes it."""

from __future__ import annotations

import sys

from roundhouse.core.game import Game
from roundhouse.core.registry import HOUSE, game

HEAD = """\
# Observations

What a seat may know of a table as a row of whole numbers from 0 to 255, for those who learn.
`game.observation.write(state, seat, sheet)` writes it into a `Sheet` (`core/observation.py`), for any seat at any
time: nothing in it depends on what is hidden from that seat, and where two views of a seat differ, so do its
observations. How many numbers there are depends on the seat count alone.

- Parts come in the order of the tables below, which are those of the smallest table. `game.observation.parts(seats)`
  gives names and lengths for any other.
- The seat that looks comes first, as `own`; `seat +1` is the next in turn order, and so on. "Counted from the own
  seat" is a number a seat, the own one first: 1 for the one that is meant.
- "By kind", "by hex", "by place" and the like are a number for each, in the order in which the game numbers them:
  cards as in `cards.csv`, hexes row by row.
- Where something lies at a place, the number is its kind plus 1 (as the part says), and 0 is nothing.
- What is asked, and an effect below it, are the ten registers of a frame ([engine.md](engine.md)): program (low byte
  and the rest), position, times, tally, whose it is (1 is the own seat), subject and memo (low byte and the rest of
  each). All are 0 where there is none.
- Numbers above 255 count as 255.
- Left out are orders that nothing asks for (of cards in play, in a row of buildings, of tracks as they were laid),
  what follows from the rest (prices, offers, awards, achievements that are met), cards known deeper in a deck of
  Trains than ten places, and in a subject or memo a seat is meant by its number at the table.
- What the box has printed and no table changes is left out: prices, the neighbours of a hex, the texts of cards.

`make observations` writes this page from the games; `observation.version` is raised whenever a number changes its
place or meaning.
"""

FURTHER = ": seat +"


def growth(found: Game) -> list[str]:
    """How the numbers become more with more seats."""
    least, most = found.seats[0], found.seats[-1]
    sizes = ", ".join(f"{n} seats {found.observation.size(n)}" for n in found.seats)
    once = [name for name, _ in found.observation.parts(least) if FURTHER not in name]
    now, then = dict(found.observation.parts(least)), dict(found.observation.parts(most))
    grow = [f"{name} (up to {then[name]})" for name in once if now[name] != then[name]]
    out = [f"Numbers in all: {sizes}. Every further seat has the parts of `seat +1` once more, as `seat +2` and so on."]
    if grow:
        out.append(f"With more seats these are longer: {'; '.join(grow)}.")
    return out


def table(found: Game) -> str:
    """The parts of one game at its smallest table; nothing if it has none."""
    parts = found.observation.parts(found.seats[0])
    if not parts:
        return ""
    out = [f"\n## {found.title}\n", f"Version {found.observation.version}, {found.seats[0]} seats.\n"]
    out += ["| from | numbers | what |", "|---|---|---|"]
    at = 0
    for name, n in parts:
        out.append(f"| {at} | {n} | {name} |")
        at += n
    out += ["", *growth(found)]
    return "\n".join(out) + "\n"


def document() -> str:
    """The whole page."""
    return HEAD + "".join(table(game(id)) for id in HOUSE)


if __name__ == "__main__":
    sys.stdout.write(document())
