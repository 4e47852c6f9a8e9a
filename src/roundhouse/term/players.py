"""Who sits where, and what was asked for on the command line."""

from __future__ import annotations

import os
from dataclasses import dataclass

from roundhouse.bots.make import make, parts
from roundhouse.bots.make import names as bot_names
from roundhouse.bots.people import bot_name, with_level
from roundhouse.core.errors import BadOption, BadSeats, RoundhouseError
from roundhouse.core.game import Game
from roundhouse.core.words import all_told_apart, told_apart
from roundhouse.draw.term import Sign

PERSONS = ("you", "person")
USUAL = "conductor"  # who sits where nobody is named
LETTERS = "ABCDEFGH"
# As in the visual language of the house: vermilion, cobalt, viridian, graphite, mauve, straw.
STYLES = (
    "bold #ffffff on #cc3f22",
    "bold #ffffff on #1d57a5",
    "bold #06231c on #24a386",
    "bold #ffffff on #262b33",
    "bold #2b1226 on #cf8fc4",
    "bold #2e2710 on #ead9a0",
)


class BadFile(RoundhouseError):
    """A file that cannot be written."""


@dataclass(frozen=True)
class Player:
    """A seat's name and who decides for it: "person" or the name of a bot."""

    name: str
    kind: str

    @property
    def person(self) -> bool:
        return self.kind == "person"


def signs(names: list[str]) -> list[Sign]:
    """Each seat's letter, name and style; the letter says what the colour says, and no two names are the same."""
    return [(LETTERS[seat], name, STYLES[seat % len(STYLES)]) for seat, name in enumerate(all_told_apart(names))]


def seated(game: Game, text: str | None, seats: int | None, seed: object = None) -> list[Player]:
    """The players named by --players and --seats; seats nobody is named for are bots of the usual level."""
    given = [wished(part) for part in ("you" if text is None else text).split(",")]
    count = game.check_seats(seats if seats is not None or text is None else len(given))
    if len(given) > count:
        raise BadSeats(f"--players names {len(given)} players for {count} seats.")
    return named(given + [Player("", USUAL)] * (count - len(given)), seed)


def wished(text: str) -> Player:
    """One entry of --players: you, person or a bot, or a name and one of them as in Ann=person; a bot may have none."""
    name, _, kind = text.strip().rpartition("=")
    kind = kind.strip()
    if kind.lower() in PERSONS:
        return Player(name.strip() or kind.capitalize(), "person")
    spec = kind if ":" in kind else kind.lower()
    if ":" not in spec and not is_bot(spec):
        known = ", ".join((*PERSONS, *bot_names()))
        raise BadOption(
            f"{text.strip()!r} cannot play; a seat is one of {known}, or a name and one of them as in Ann=person."
        )
    make(spec, 0)
    return Player(name.strip(), spec)


def is_bot(spec: str) -> bool:
    """Whether this is a bot by its name, with what it may think behind it or without."""
    return parts(spec)[0] in bot_names()


def named(company: list[Player], seed: object) -> list[Player]:
    """The same with a name for everybody, no two alike; a bot's tells which it is."""
    names: list[str] = []
    for player in company:
        names.append(told_apart(player.name, names) if player.name else "")
    for n, name in enumerate(names):
        names[n] = name or bot_name(names, None if seed is None else f"{seed}/{n}")
    return [
        Player(name if player.person else with_level(name, player.kind), player.kind)
        for player, name in zip(company, names, strict=True)
    ]


def remembered(names: list[str]) -> list[Player]:
    """The players of a saved record, whose bots' names end in what they are."""
    ends = [name.split("(")[-1].rstrip(")").strip().lower() for name in names]
    return [Player(name, end if was_bot(end) else "person") for name, end in zip(names, ends, strict=True)]


def was_bot(end: str) -> bool:
    """Whether the end of a name is that of a bot. Nothing is imported because a record says so."""
    try:
        return is_bot(end)
    except BadOption:
        return False


def options(given: list[str]) -> dict[str, object]:
    """Game options from `name=value` pairs; the game itself checks them."""
    out: dict[str, object] = {}
    for pair in given:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip():
            raise BadOption(f"--option {pair!r} should read name=value, as in --option map=osaka.")
        out[name.strip()] = value.strip()
    return out


def writable(path: str) -> None:
    """BadFile if no record could be saved there."""
    folder = os.path.dirname(path) or "."
    if not path or os.path.isdir(path):
        raise BadFile(f"{path or 'An empty name'} is not a file name to save to.")
    if not os.path.isdir(folder):
        raise BadFile(f"{path} cannot be written: there is no folder {folder}.")
    if not os.access(path if os.path.exists(path) else folder, os.W_OK):
        raise BadFile(f"{path} cannot be written: permission denied.")
