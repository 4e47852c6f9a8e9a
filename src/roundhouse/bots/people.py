"""What bots are called: after people who built, drove and drew railways, so short that no panel breaks a name."""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import Final

RAILWAY_PEOPLE: Final = (
    "Abt", "Adams", "Aspinall", "Baldwin", "Beeching", "Belpaire", "Borsig", "Brassey", "Brunel", "Bulleid",
    "Chapelon", "Crampton", "Cubitt", "Drummond", "Engerth", "Etzel", "Fairlie", "Fowler", "Garratt", "Gerstner",
    "Ghega", "Gooch", "Gresley", "Hedley", "Hudson", "Inoue", "Ivatt", "Jervis", "Johnson", "Judah", "Latrobe",
    "Locke", "Maffei", "Mallet", "Maunsell", "Murdoch", "Negrelli", "Norris", "Pease", "Peto", "Pullman", "Rastrick",
    "Robinson", "Rogers", "Seguin", "Shay", "Shima", "Sprague", "Stanier", "Stirling", "Vignoles", "Webb", "Winans",
    "Worsdell",
)  # fmt: skip


def bot_name(taken: Collection[str], seed: object = None) -> str:
    """The name of a bot at a table where these are taken; with a seed always the same."""
    there = {name.casefold() for name in taken}
    free = [name for name in RAILWAY_PEOPLE if name.casefold() not in there]
    return random.Random(None if seed is None else str(seed)).choice(free)


def with_level(name: str, bot: str) -> str:
    """A bot's name as records keep it: who reads one can tell who was a bot, and which."""
    return f"{name} ({bot})"
