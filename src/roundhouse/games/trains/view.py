"""Who may see which field, and how the hidden ones are dealt anew."""

from __future__ import annotations

from typing import Final

from roundhouse.core.cells import put
from roundhouse.core.native import BytesWriter, i64
from roundhouse.core.rng import Rng
from roundhouse.core.views import OWNER
from roundhouse.games.trains.board import TERRAINS
from roundhouse.games.trains.state import CARD, FIELDS, KNOWN_ALL, KNOWN_OWNER, Trains, cost_limit, place_in_play
from roundhouse.games.trains.verbs import RULES

SEEN: Final = {field.name: field.seen for field in FIELDS}


def knows(b: int, own: bool, rule: str) -> bool:
    """Whether a viewer knows a card in a zone of that rule: by owning it, or by having been shown it."""
    return b & KNOWN_ALL != 0 or (own and (rule == OWNER or b & KNOWN_OWNER != 0))


def zone(s: Trains, cards: bytes, own: bool, field: str) -> dict[str, object]:
    """A zone without order: the cards known to the viewer, sorted, and how many there are in all."""
    known = sorted([b & CARD for b in cards if knows(b, own, SEEN[field])])
    return {"size": len(cards), "cards": [s.box.ids[c] for c in known]}


def pile(s: Trains, cards: bytes, own: bool) -> list[str | None]:
    """A deck from the top, with None for every card the viewer does not know."""
    return [s.box.ids[b & CARD] if knows(b, own, SEEN["decks"]) else None for b in cards]


def names(s: Trains, cards: bytes) -> list[str]:
    return [s.box.ids[b & CARD] for b in cards]


def player(s: Trains, i: int, own: bool) -> dict[str, object]:
    """What is seen of a seat."""
    track_bonus, card_points = s.track_bonus(i), s.card_points(i)
    return {
        "hand": zone(s, s.hands[i], own, "hands"),
        "deck": pile(s, s.decks[i], own),
        "discard": zone(s, s.discards[i], own, "discards"),
        "markers": s.markers[i],
        "reach": [s.board.labels[h] for h in s.frontiers[i]],
        "points": s.points[i],
        "track_bonus": track_bonus,
        "card_points": card_points,
        "score": s.points[i] + track_bonus + card_points,
    }


def working(s: Trains) -> int | None:
    """The place in the play area of the card that is being resolved; None if none is, or if it has left."""
    place = place_in_play(s.top)
    return place if s.below and place < len(s.play) else None


def seen(s: Trains, seat: int | None) -> dict[str, object]:
    """The table as one seat (None: a spectator) sees it."""
    board = s.board
    return {
        "turn": s.turn,
        "turns": s.turns,
        "map": board.name,
        "hexes": [
            {
                "label": board.labels[h],
                "terrain": TERRAINS[board.terrain[h]],
                "number": board.number[h],
                "stations": s.stations[h],
                "tracks": [i for i in range(s.seats) if s.has_track(h, i)],
            }
            for h in range(len(board.terrain))
        ],
        "supply": [{"card": s.box.ids[p], "left": s.supply[p]} for p in [*s.piles, s.box.waste]],
        "empty_piles": s.empties,
        "stations_left": s.stations_left,
        "trash": names(s, s.trash),
        "coins": s.coins,
        "played_or_bought": s.busy,
        "rules": [
            {"rule": RULES[r].id, "amount": s.amount(r), "words": RULES[r].words.format(s.amount(r))}
            for r in RULES
            if s.in_force(r)
        ],
        "track_costs": s.box.track_costs(s.rule_counters),
        "play": [
            {"card": s.box.ids[s.play[i] & CARD], "text": s.box.ids[s.texts[i] - 1] if s.texts[i] else None}
            for i in range(len(s.play))
        ],
        "working": working(s),
        "at_most": cost_limit(s.top) or None,
        "gained": names(s, s.gained),
        "looked": zone(s, s.looked, s.turn == seat, "looked"),
        "players": [player(s, i, i == seat) for i in range(s.seats)],
    }


def deal_hidden(s: Trains, seat: int | None, rng: Rng) -> None:
    """Deal all that is hidden from the seat anew.

    What another seat is asked stays answerable: where the deal does not allow it, two of that seat's hidden cards
    change places.
    """
    for i in range(s.seats):
        if i == seat:  # of one's own only what lies in the deck
            s.decks[i] = dealt(s, s.decks[i], KNOWN_OWNER | KNOWN_ALL, rng)
        else:
            lay_out(s, i, dealt(s, gathered(s, i), KNOWN_ALL, rng))
    if not s.over and s.seat != seat and not answerable(s):
        swap_hidden(s, s.seat, rng)


def answerable(s: Trains) -> bool:
    """Whether what is asked has an answer."""
    return s.verb.asks(s, s.top) and len(s.choices()) > 0


def gathered(s: Trains, owner: int) -> bytes:
    """Those cards of a seat that others may not know, in one row."""
    cards = s.hands[owner] + s.decks[owner] + s.discards[owner]
    return cards + s.looked if owner == s.turn else cards


def lay_out(s: Trains, owner: int, cards: bytes) -> None:
    """Put such a row back, as many cards into each zone as there were."""
    hands = len(s.hands[owner])
    decks = hands + len(s.decks[owner])
    discards = decks + len(s.discards[owner])
    s.hands[owner] = cards[:hands]
    s.decks[owner] = cards[hands:decks]
    s.discards[owner] = cards[decks:discards]
    if owner == s.turn:
        s.looked = cards[discards:]


def dealt(s: Trains, cards: bytes, known: int, rng: Rng) -> bytes:
    """The cards with those that carry no mark of `known` in another order; the marks stay where they are."""
    hidden = BytesWriter()
    b: int
    i: i64
    for i in range(len(cards)):
        b = cards[i]
        if not b & known:
            hidden.append(b & CARD)
    fresh = rng.mixed(hidden.getvalue(), len(s.box.ids) - 1)
    out = BytesWriter()
    left: i64 = len(fresh)
    for i in range(len(cards)):
        b = cards[i]
        if b & known:
            out.append(b)
        else:
            left -= 1
            out.append(fresh[left] | b & ~CARD)
    return out.getvalue()


def swap_hidden(s: Trains, asked: int, rng: Rng) -> None:
    """Let two hidden cards of the seat that is asked change places so that it has an answer."""
    cards = gathered(s, asked)
    hidden = [i for i in range(len(cards)) if not cards[i] & KNOWN_ALL]
    pairs = [(a, b) for a in hidden for b in hidden if a < b]
    order = list(range(len(pairs)))
    rng.shuffle(order)
    for n in order:
        a, b = pairs[n]
        lay_out(s, asked, swapped(cards, a, b))
        s.offered = []
        if answerable(s):
            break


def swapped(cards: bytes, a: int, b: int) -> bytes:
    """The cards with two of them in each other's place; the marks stay where they are."""
    one = cards[a] & ~CARD | cards[b] & CARD
    other = cards[b] & ~CARD | cards[a] & CARD
    return put(put(cards, a, one), b, other)
