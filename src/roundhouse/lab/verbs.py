"""Every verb and the cards that use it, as `docs/verbs.md`: `make verbs` writes it from the cards themselves."""

from __future__ import annotations

import re
import sys

from roundhouse.core.game import Game
from roundhouse.core.registry import HOUSE, game

HEAD = """\
# The verbs and their cards

Which cards use which verb, for every game of the house. A card's text is made of what its verbs read; some say nothing.
`make verbs` writes this page from the cards; [add-a-card.md](add-a-card.md) says how a card or a verb is added.
"""


def readings(found: Game) -> tuple[dict[tuple[str, str], list[str]], list[str]]:
    """The cards by verb and by how it reads there, and the cards that have none."""
    uses: dict[tuple[str, str], list[str]] = {}
    bare: list[str] = []
    for card, names in enumerate(found.printed.names()):
        parts = dict.fromkeys(found.parts(card))
        for part in parts:
            uses.setdefault(part, []).append(names[1])
        if not parts:
            bare.append(names[1])
    return uses, bare


def by_number(words: str) -> list[str | int]:
    """So that "2 points" comes before "10 points"."""
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", words)]


def table(found: Game) -> str:
    """The verbs of one game; nothing if it does not say what its cards are made of."""
    uses, bare = readings(found)
    if not uses:
        return ""
    verbs = sorted({verb for verb, _ in uses})
    out = [f"\n## {found.title}\n", f"{len(verbs)} verbs, {len(found.printed.names())} cards.\n"]
    out += ["| verb | how it reads | cards |", "|---|---|---|"]
    for verb in verbs:
        name = f"`{verb}`" if verb.isidentifier() else verb
        for words in sorted([words for other, words in uses if other == verb], key=by_number):
            out.append(f"| {name} | {words} | {', '.join(uses[verb, words])} |")
            name = ""
    if bare:
        out.append(f"\nWithout a verb: {', '.join(bare)}.")
    return "\n".join(out) + "\n"


def document() -> str:
    """The whole page."""
    return HEAD + "".join(table(game(id)) for id in HOUSE)


if __name__ == "__main__":
    sys.stdout.write(document())
