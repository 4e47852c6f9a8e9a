"""What a page shows of a table: regions of HTML made from one seat's view."""

from __future__ import annotations

from importlib import import_module
from typing import Any, cast

from markupsafe import Markup

from roundhouse.core.state import State
from roundhouse.draw.panels import SeatLook, label, log_list
from roundhouse.web.tables import Live

LOG_LINES = 120


def face(game: str) -> Any:
    """The game's face."""
    return import_module(f"roundhouse.games.{game}.face")


def looks(live: Live, mine: list[int]) -> list[SeatLook]:
    """The seats as panels show them."""
    return [
        SeatLook(name=seat.name, kind=seat.kind, you=seat.n in mine, away=bool(seat.bot) and seat.kind == "person")
        for seat in live.row.seats
    ]


def viewer(live: Live, mine: list[int], asked: int | None) -> tuple[int | None, bool]:
    """Which seat's eyes to look through, and whether a curtain hides it first.

    With several own seats around one screen the deciding one is shown only when its holder has lifted the curtain.
    """
    deciding = live.record.state.seat
    if not mine:
        return None, False
    if len(mine) == 1:
        return mine[0], False
    if deciding in mine:
        return (deciding, False) if asked == deciding else (None, True)
    return (asked if asked in mine else None), False


def log(live: Live, until: int | None = None) -> Markup:
    """The standing decisions in words, newest first."""
    tell = face(live.row.game).tell
    names = [seat.name for seat in live.row.seats]
    past = [line for line in live.record.standing() if until is None or line.n <= until]
    shown = [(line.n, line.seat, names[line.seat], tell(line.words)) for line in past[::-1][:LOG_LINES]]
    return label("Log", end="newest first") + log_list(shown)


def regions(live: Live, state: State, seat: int | None, mine: list[int], until: int | None = None) -> dict[str, str]:
    """All regions of a table's page as one seat sees it."""
    past = [line for line in live.record.standing() if until is None or line.n <= until]
    last = (past[-1].seat, past[-1].words) if past else None
    made = face(live.row.game).regions(state.view(seat), live.record.box, looks(live, mine), last)
    out = {name: str(html) for name, html in cast(dict[str, Markup], made).items()}
    out["log"] = str(log(live, until))
    return out


def table_json(live: Live, mine: list[int], asked: int | None = None) -> dict[str, Any]:
    """What a page needs to be up to date."""
    with live.lock:
        s = live.record.state
        seat, curtain = viewer(live, mine, asked)
        deciding = live.row.seats[s.seat].name if s.seat >= 0 else ""
        yours = s.seat in mine and not live.bot_of(s.seat)
        return {
            "n": live.n,
            "seat": -1 if seat is None else seat,
            "deciding": s.seat,
            "over": s.over,
            "closed": live.row.status == "closed",
            "yours": yours,
            "title": heading(live, yours, deciding),
            "regions": regions(live, s, seat, mine),
            "undo": undoable(live, mine),
            "ask": asking(live, mine),
            "curtain": {"seat": s.seat, "name": deciding} if curtain else None,
        }


def heading(live: Live, yours: bool, deciding: str) -> str:
    if live.record.state.over:
        return f"Over: {live.row.title}"
    return f"Your turn: {live.row.title}" if yours else f"{deciding} to move: {live.row.title}"


def asking(live: Live, mine: list[int]) -> dict[str, Any] | None:
    """A request to undo that waits for this person's agreement."""
    asked = live.row.asked
    if not asked or asked["at"] != live.n or not set(mine) & set(asked["wanted"]):
        return None
    told = next((line.words for line in live.record.lines if line.n == asked["n"]), "")
    text = f"Back to before decision {asked['n']}: {told}."
    return {"n": asked["n"], "name": live.row.seats[asked["seat"]].name, "text": text}


def undoable(live: Live, mine: list[int]) -> int:
    """The latest own decision, or 0: free to take back, or by agreement if something was shown since."""
    if live.record.state.over or live.row.status != "playing":
        return 0
    return next((line.n for line in reversed(live.record.standing()) if line.seat in mine), 0)


def position(live: Live, n: int) -> State:
    """The state after decision n."""
    record = live.record
    return record.replayed([line for line in record.lines if line.n <= n])


def replay_json(live: Live, mine: list[int], n: int) -> dict[str, Any]:
    """A past position as the viewer may see it; after the end everybody sees through the first seat asked for."""
    with live.lock:
        n = max(0, min(n, live.n))
        state = position(live, n)
        # around one screen nobody's cards are shown while the game goes on
        seat = mine[0] if mine and (len(mine) == 1 or live.record.state.over) else None
        made = regions(live, state, seat, [], n)
        return {"n": n, "of": live.n, "regions": {name: html for name, html in made.items() if name != "words"}}
