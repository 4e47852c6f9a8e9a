"""What a game brings along for its pages: its face, and the files of its folder `static`."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import cast

import roundhouse
from roundhouse.core import registry
from roundhouse.core.errors import RoundhouseError
from roundhouse.core.words import listed
from roundhouse.draw.face import Face
from roundhouse.draw.markup import Markup
from roundhouse.web.refusals import Refused

STATIC = Path(__file__).parent.parent / "static"
NO_EMBLEM = Markup('<svg class="emblem" viewBox="0 0 24 24" aria-hidden="true"><use href="#roundhouse"/></svg>')
SHARED_ART = 'id="art-normal-train"'  # the engine that pulls the points on a score page


def game_or_refused(id: str, status: int = 404) -> roundhouse.Game:
    try:
        return roundhouse.game(id)
    except RoundhouseError:
        titles = [roundhouse.game(other).title for other in roundhouse.games()]
        raise Refused(status, f"There is no game {id[:40]!r}; there are {listed(titles, 'and')}.") from None


def face(game: str) -> Face:
    """How the game looks: `FACE` in the module `face.page` beside its rules."""
    found = roundhouse.game(game)
    module = registry.beside(found, "face.page")
    if module is None:
        raise Refused(404, f"{found.title} has no face; it is played in a terminal or over the API.")
    return cast(Face, module.FACE)


def games_with_face() -> list[str]:
    """The games that have a face: the house's own first, as they came."""
    return list(with_face(tuple(registry.OPENED)))


@lru_cache(8)
def with_face(_opened: tuple[str, ...]) -> list[str]:
    """Looked for again when a game was made known: what is installed is asked of every package, which takes a while."""
    house = list(registry.HOUSE)
    there = [id for id in roundhouse.games() if registry.beside(roundhouse.game(id), "face.page") is not None]
    return sorted(there, key=lambda id: (house.index(id) if id in house else len(house), id))


def static_file(game: str, name: str) -> Path | None:
    """A file of the folder `static` beside a game's rules, if it is there."""
    found = game and registry.file_beside(roundhouse.game(game), "static", name)
    return Path(found) if found else None


def static_folders() -> list[str | tuple[str, str]]:
    """The packages that have such a folder, those of games and the lab, as StaticFiles takes them."""
    packages = {id: type(roundhouse.game(id)).__module__.rpartition(".")[0] for id in games_with_face()}
    own = [package for id, package in packages.items() if static_file(id, f"{id}.css")]
    return [(package, "static") for package in [*own, "roundhouse.lab"]]


@lru_cache(8)
def sprite(game: str = "") -> Markup:
    """Icons, patterns and vignettes, inlined once a page and taking no room.

    A game with a sprite of its own brings it, and leaves out the vignettes of others.
    """
    text = (STATIC / "icons.svg").read_text(encoding="utf-8")
    own = static_file(game, f"{game}-icons.svg")
    if own is not None:
        lines = [line for line in text.splitlines() if 'id="art-' not in line or SHARED_ART in line]
        text = "\n".join(lines) + own.read_text(encoding="utf-8")
    hidden = '<svg width="0" height="0" style="position:absolute" aria-hidden="true">'
    return Markup(re.sub(r"<svg[^>]*>", hidden, text))


@lru_cache(16)
def emblem(game: str) -> Markup:
    """The picture of a game on its plates: the one it brings, or the house's."""
    own = static_file(game, f"{game}-emblem.svg")
    return Markup(own.read_text(encoding="utf-8").strip()) if own else NO_EMBLEM


def wash(game: str) -> str:
    """The colour behind it."""
    return face(game).wash
