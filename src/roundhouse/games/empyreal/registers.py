"""What the two registers of a frame hold in Empyreal.

`subject` is the place in the railyard of the car at work plus 1 and, above it, how that car came to work. `memo` is
what an earlier verb of the program chose: most often one thing plus 1, which is a hex for all verbs of the map and of
goods. These keep a second thing above the hex: a build its terrains, a swap the rival, a good its colour.
"""

from __future__ import annotations

from typing import Final

from roundhouse.core.verbs import memo, program_of, subject, with_memo
from roundhouse.games.empyreal.state import Empyreal

# subject
PLACE_MASK: Final = 15
ACTING: Final = 16  # an activation: the mana it brings pays no further one this turn
MAIN: Final = 32  # and one of Move + Activate


def at_work(place: int, main: bool) -> int:
    """The subject of a car that is activated."""
    return place + 1 | ACTING | (MAIN if main else 0)


def place_of(f: int) -> int:
    """The place of the car at work, or -1."""
    return (subject(f) & PLACE_MASK) - 1


def acting(f: int) -> bool:
    return subject(f) & ACTING != 0


def of_main_action(f: int) -> bool:
    return subject(f) & MAIN != 0


def running(s: Empyreal, program: int) -> bool:
    """Whether a program is under way: what is being copied cannot be copied again."""
    if program_of(s.top) == program:
        return True
    for f in s.below:
        if program_of(f) == program:
            return True
    return False


# memo: one thing


def picked(f: int) -> int:
    """What was chosen, or -1."""
    return memo(f) - 1


def with_picked(f: int, thing: int) -> int:
    return with_memo(f, thing + 1)


# memo: a hex, and what goes with it

HEX_MASK: Final = 255
ASKED: Final = 256  # the colour of a good on that hex is asked
COLOUR_SHIFT: Final = 9
TERRAINS_SHIFT: Final = 8
RIVAL_SHIFT: Final = 8


def picked_hex(f: int) -> int:
    """The hex, or -1."""
    return (memo(f) & HEX_MASK) - 1


def asks_colour(f: int) -> bool:
    return memo(f) & ASKED != 0


def with_colour_asked(f: int) -> int:
    return with_memo(f, memo(f) | ASKED)


def picked_colour(f: int) -> int:
    """The colour of the good, or -1."""
    return (memo(f) >> COLOUR_SHIFT) - 1


def with_colour(f: int, colour: int) -> int:
    return with_memo(f, memo(f) | (colour + 1) << COLOUR_SHIFT)


def picked_rival(f: int) -> int:
    """Whose car on the hex it is, or -1."""
    return (memo(f) >> RIVAL_SHIFT) - 1


def with_rival(f: int, rival: int) -> int:
    return with_memo(f, memo(f) | (rival + 1) << RIVAL_SHIFT)


def built_terrains(f: int) -> int:
    """The terrains built on so far, as a set."""
    return memo(f) >> TERRAINS_SHIFT


def with_built(f: int, hex: int, terrains: int) -> int:
    """The hex just built on, and all terrains so far."""
    return with_memo(f, hex + 1 | (built_terrains(f) | terrains) << TERRAINS_SHIFT)


# memo: the places of two gained cars

PLACE_BITS: Final = 4


def with_gained(f: int, place: int, n: int) -> int:
    """The place of the first (0) or second (1) car that was gained."""
    return with_memo(f, memo(f) | (place + 1) << PLACE_BITS * n)


def gained_places(f: int) -> list[int]:
    """The places of the cars just gained, in order."""
    first, second = (memo(f) & PLACE_MASK) - 1, (memo(f) >> PLACE_BITS & PLACE_MASK) - 1
    return sorted([place for place in (first, second) if place >= 0])


# memo: a delivery, the city plus 1, then the colour, how many goods so far, and whether a tile was taken

CITY_MASK: Final = 7
GOOD_SHIFT: Final = 3
GOOD_MASK: Final = 7
COUNT_SHIFT: Final = 6
COUNT_MASK: Final = 63
COUNT_ONE: Final = 1 << COUNT_SHIFT
TILE_TAKEN: Final = 1 << 12


def delivering(f: int) -> bool:
    return memo(f) != 0


def with_delivery(f: int, city: int, colour: int) -> int:
    return with_memo(f, city + 1 | colour << GOOD_SHIFT)


def to_city(f: int) -> int:
    return (memo(f) & CITY_MASK) - 1


def of_colour(f: int) -> int:
    return memo(f) >> GOOD_SHIFT & GOOD_MASK


def collected(f: int) -> int:
    return memo(f) >> COUNT_SHIFT & COUNT_MASK


def with_one_more(f: int) -> int:
    """One more good collected."""
    return with_memo(f, memo(f) + COUNT_ONE)


def tile_taken(f: int) -> bool:
    return memo(f) & TILE_TAKEN != 0


def with_tile_taken(f: int) -> int:
    return with_memo(f, memo(f) | TILE_TAKEN)
