"""What each seat sees, and how what is hidden from it is dealt anew."""

from __future__ import annotations

from nightgoods.state import CARD, SEEN, NightGoods
from roundhouse.core.rng import Rng


def known(b: int, seat: int | None) -> bool:
    """Whether a seat has seen that card where it lies."""
    return seat is not None and b & SEEN << seat != 0


def seen(s: NightGoods, seat: int | None) -> dict[str, object]:
    """The table as one seat (None: a spectator) sees it."""
    ids = s.box.ids
    hands = [sorted(b & CARD for b in s.hands[i] if i == seat or known(b, seat)) for i in range(s.seats)]
    return {
        "round": s.rounds,
        "waiting": s.waiting,
        "deck": [ids[b & CARD] if known(b, seat) else None for b in s.deck],
        "gone": [ids[c] for c in sorted(s.gone)],
        "players": [
            {
                "hand": {"size": len(s.hands[i]), "cards": [ids[c] for c in hands[i]]},
                "train": [ids[c] for c in s.trains[i]],
                "weight": s.weight(i),
                "worth": s.worth(i),
                "score": s.points[i],
            }
            for i in range(s.seats)
        ],
    }


def deal_hidden(s: NightGoods, seat: int | None, rng: Rng) -> None:
    """Deal deck and hands anew, but for what the seat holds or has seen."""
    zones = [s.deck, *[b"" if i == seat else s.hands[i] for i in range(s.seats)]]
    hidden = sorted(b & CARD for zone in zones for b in zone if not known(b, seat))
    rng.shuffle(hidden)
    dealt = [bytes(b if known(b, seat) else hidden.pop() | b & ~CARD for b in zone) for zone in zones]
    s.deck = dealt[0]
    s.hands = [s.hands[i] if i == seat else dealt[1 + i] for i in range(s.seats)]
