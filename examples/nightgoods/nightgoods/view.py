"""Who may see which field, and how the hidden ones are dealt anew."""

from __future__ import annotations

from typing import Final

from nightgoods.state import CARD, SEEN, NightGoods
from roundhouse.core.rng import Rng
from roundhouse.core.views import COUNT, NOBODY, OWNER, PUBLIC, actions

ROWS: Final = {
    "seats": PUBLIC,
    "seat": PUBLIC,
    "over": PUBLIC,
    "rng": NOBODY,
    "top": PUBLIC,
    "below": PUBLIC,
    "hands": OWNER,
    "deck": COUNT,
    "trains": PUBLIC,
    "points": PUBLIC,
    "waiting": PUBLIC,
    "gone": PUBLIC,
    "rounds": PUBLIC,
}


def seen(b: int, seat: int | None) -> bool:
    """Whether a seat has seen that card where it lies."""
    return seat is not None and b & SEEN << seat != 0


def view(s: NightGoods, seat: int | None) -> dict[str, object]:
    """The table as one seat (None: a spectator) sees it."""
    ids = s.kit.ids
    out: dict[str, object] = {
        "game": s.game.id,
        "viewer": seat,
        "seats": s.seats,
        "seat": s.seat,
        "over": s.over,
        "round": s.rounds,
        "waiting": s.waiting,
        "deck": [ids[b & CARD] if seen(b, seat) else None for b in s.deck],
        "gone": [ids[c] for c in sorted(s.gone)],
        "players": [
            {
                "hand": {
                    "size": len(s.hands[i]),
                    "cards": [ids[c] for c in sorted(b & CARD for b in s.hands[i] if i == seat or seen(b, seat))],
                },
                "train": [ids[c] for c in s.trains[i]],
                "weight": s.weight(i),
                "worth": s.worth(i),
                "score": s.points[i],
            }
            for i in range(s.seats)
        ],
        "prompt": s.prompt(),
        "pending": [s.top, *s.below],
        "endings": ["the deck is empty"] if s.over else [],
        "winners": s.winners() if s.over else [],
    }
    if seat is not None and seat == s.seat:
        out["actions"] = actions(s)
    return out


def redeal(s: NightGoods, seat: int | None, rng: Rng) -> NightGoods:
    """A clone with deck and hands dealt anew, but for what the seat holds or has seen; and other chance to come."""
    twin = s.clone()
    twin.acts = []
    twin.rng = rng.child()
    zones = [s.deck, *[b"" if i == seat else s.hands[i] for i in range(s.seats)]]
    hidden = sorted(b & CARD for zone in zones for b in zone if not seen(b, seat))
    rng.shuffle(hidden)
    dealt = [bytes(b if seen(b, seat) else hidden.pop() | b & ~CARD for b in zone) for zone in zones]
    twin.deck = dealt[0]
    twin.hands = [s.hands[i] if i == seat else dealt[1 + i] for i in range(s.seats)]
    return twin
