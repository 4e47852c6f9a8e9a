"""How many clicks a turn takes: whole games on the page's own markup, by a bot that clicks as a person would.

    python benchmarks/clicks.py trains spyrium --games 4

A thing with one action is one click, one with several opens its menu and is two, a shortcut makes all its decisions
with one, and what is forced plays itself. A turn is what one seat decides in a row.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter

import roundhouse
from roundhouse.bots.make import Player
from roundhouse.core.registry import beside
from roundhouse.core.state import State
from roundhouse.draw.panels import SeatLook

CLICKABLE = re.compile(r'data-action="(\d+)"(?: data-more="([\d,]+)")?(?: data-then="([\d,]+)")?')

MOST = 160  # turns of a game: some bots never end theirs


def reach(s: State) -> tuple[dict[int, int], list[list[int]]]:
    """The clicks that each action takes, and what takes several decisions with one."""
    face = beside(s.game, "face.page")
    assert face
    looks = [SeatLook(f"Seat {n}", "person", n == s.seat) for n in range(s.seats)]
    clicks: dict[int, int] = {}
    rows: list[list[int]] = []
    for region, html in face.FACE.regions(s.view(s.seat), s.components, looks).items():
        for first, more, then in CLICKABLE.findall(str(html)):
            here = [int(a) for a in f"{first},{more}".split(",") if a]
            if then:
                rows.append([int(first), *[int(a) for a in then.split(",")]])
                continue
            for action in here:  # the list in words scrolls: as much as a menu
                clicks[action] = min(clicks.get(action, 9), 2 if len(here) > 1 or region == "words" else 1)
    return clicks, rows


def sensible(s: State, action: int) -> int:
    """What a person does in the place of a bot, which plays a card for no coins before it ends a turn of Trains."""
    nothing = s.words(action).endswith("for its coins") and not s.verb.price(s, s.top, action)["coins"]
    return s.parse("end turn") if nothing else action


def played(game: str, seats: int, seed: str) -> tuple[Counter[str], list[int]]:
    """A game: what was clicked and decided, and the clicks of each turn."""
    s = roundhouse.game(game).new(seats, seed)
    bots = [Player("greedy", f"{seed} {n}") for n in range(seats)]
    counts: Counter[str] = Counter()
    turns: list[int] = []
    seat = -1
    while not s.over and len(turns) < MOST:
        if s.seat != seat:
            seat = s.seat
            turns.append(0)
        chosen = sensible(s, bots[seat].decide(s))
        clicks, rows = reach(s)
        row = next((row for row in rows if chosen in row), [chosen])
        spent = 0 if len(s.legal()) == 1 else 1 if len(row) > 1 else clicks[chosen]
        counts["menus or words"] += spent > 1
        for action in row:
            if s.over or s.seat != seat or action not in s.legal():
                break
            counts["decisions"] += 1
            s.apply(action)
        counts["clicks"] += spent
        turns[-1] += spent
    return counts, turns


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="+")
    parser.add_argument("--games", dest="many", type=int, default=4)
    parser.add_argument("--seats", type=int, default=2)
    told = parser.parse_args()
    for game in told.games:
        all_counts: Counter[str] = Counter()
        turns: list[int] = []
        for n in range(told.many):
            counts, some = played(game, told.seats, f"clicks {n}")
            all_counts += counts
            turns += [t for t in some if t]
        mean = sum(turns) / len(turns)
        print(f"{game}: {mean:.2f} clicks a turn, at most {max(turns)}, {len(turns)} turns; {dict(all_counts)}")


if __name__ == "__main__":
    main()
