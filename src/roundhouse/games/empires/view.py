"""Who may see which field, and how the hidden ones are dealt anew."""

from __future__ import annotations

from typing import Final

from roundhouse.core.cells import members, put
from roundhouse.core.native import i64
from roundhouse.core.rng import Rng
from roundhouse.games.empires.actions import ENGINES, FEATS, thing_at
from roundhouse.games.empires.board import GOODS, GROUNDS, HATS, TILES
from roundhouse.games.empires.offers import all_claims, offers, under_way
from roundhouse.games.empires.state import (
    CARD,
    FEWER_DELIVERIES,
    KNOWN,
    MORE_ENDINGS,
    NEW_LINKS,
    PASSENGERS,
    RENT,
    Empires,
    has,
)

# The switches by the names of what they turn on.
RULES: Final = (
    (PASSENGERS, "passengers"),
    (RENT, "rent"),
    (MORE_ENDINGS, "further endings"),
    (FEWER_DELIVERIES, "Master of Delivery at 4"),
    (NEW_LINKS, "new links only"),
)


def hexes(s: Empires) -> list[dict[str, object]]:
    """The country, hex by hex, with what lies and stands there."""
    out = s.box.atlas.described(s.board)
    for h in range(s.board.size):
        out[h]["tracks"] = list(members(s.tracks[h]))
        out[h]["trains"] = list(members(s.trains[h]))
    for factory in s.board.factories:
        made = s.box.atlas.factories.goods[factory]
        goods = [{"good": GOODS[made[i]], "here": s.lies(thing_at(factory, i))} for i in range(len(made))]
        out[s.board.factory[factory]]["goods"] = goods
    return out


def hand(s: Empires, i: int, seat: int | None) -> list[str | None]:
    """A hand as a seat sees it: the owner all, others what came from the market, and how many more there are."""
    cards = s.hands[i]
    if i == seat:
        return [s.box.ids[b & CARD] for b in cards]
    known: list[str | None] = [s.box.ids[b & CARD] for b in cards if b & KNOWN]
    return known + [None] * (len(cards) - len(known))


def contract(s: Empires, i: int) -> str:
    return s.box.ids[ENGINES + FEATS + s.contracts[i]]


def player(s: Empires, i: int, seat: int | None, score: int) -> dict[str, object]:
    """A seat's board, hand and cards."""
    return {
        "prestige": s.prestige[i],
        "money": s.money[i],
        "tracks": s.supply[i],
        "locked": s.locked[i],
        "boxed": s.boxed[i],
        "trains": s.trains_left(i),
        "deliveries": s.deliveries[i],
        "loans": s.loans[i],
        "longest": s.longest[i],
        "scenic": s.scenic[i] != 0,
        "spaces": list(s.nets[i]),
        "hand": hand(s, i, seat),
        "played": [s.box.ids[card] for card in s.played[i]],
        "contract": contract(s, i) if s.revealed[i] or i == seat else None,
        "revealed": s.revealed[i] != 0,
        "third_cost": s.extra(i) if s.locked[i] else None,
        "ahead": not s.not_first(i),
        "achievement_points": s.feat_points(i),
        "loan_points": s.loan_points(i),
        "passenger_points": s.passenger_points(i),
        "hats": {HATS[hat]: s.hats(i, hat) for hat in range(len(HATS))},
        "score": score,
    }


def achievement(s: Empires, feat: int) -> dict[str, object]:
    """An achievement in play, and who has claimed it."""
    return {
        "card": s.box.ids[ENGINES + feat],
        "first": s.firsts[feat] - 1 if s.firsts[feat] else None,
        "later": list(members(s.laters[feat])),
        "first_prestige": s.box.feat_first[feat],
        "later_prestige": s.box.feat_later[feat],
        "met": [s.box.feats[feat].met(s, i, feat) for i in range(s.seats)],
    }


def seen(s: Empires, seat: int | None) -> dict[str, object]:
    """The table as one seat (None: a spectator) sees it."""
    scores = s.scores()
    box = s.box
    out: dict[str, object] = {
        "turn": s.turn,
        "round": (s.turn + s.seats - 1) // s.seats,
        "first": s.first,
        "step": s.step(),
        "rules": [name for switch, name in RULES if s.switches & switch],
        "tiles": [
            {"tile": TILES[s.tiles[i]], "rotation": s.rotations[i], "centre": list(s.board.centres[i])}
            for i in range(len(s.tiles))
        ],
        "hexes": hexes(s),
        "laid": list(s.laid),
        "bonus": [{"length": n, "money": m, "prestige": p} for n, m, p in box.bonus],
        "grounds": [
            {"ground": GROUNDS[i], "title": box.atlas.titles[i], "cost": box.atlas.costs[i]}
            for i in range(len(GROUNDS))
        ],
        "track": {"spaces": box.spaces, "production": box.production, "produced": s.produced},
        "market": [{"card": box.ids[s.market[i]], "price": box.market[i]} for i in range(len(s.market))],
        "deck": len(s.deck),
        "returned": [box.ids[card] for card in sorted(s.deck) if has(s.shown, card)],  # from the market to the deck
        "undealt": len(s.undealt),
        "loans_left": s.loans_left(),
        "most_money": box.most_money,
        "unlock": box.unlock,
        "achievements": [achievement(s, feat) for feat in s.feats],
        "delivery": under_way(s, seat),
        "players": [player(s, i, seat, scores[i]) for i in range(s.seats)],
    }
    if seat is not None and seat == s.seat:
        out["offers"] = offers(s, seat)
        out["claims"] = all_claims(s, seat)
    return out


def deal_hidden(s: Empires, seat: int | None, rng: Rng) -> None:
    """Deal the deck, the hidden cards of the others and their contracts anew."""
    others = [i for i in range(s.seats) if i != seat]
    secret = [i for i in others if not s.revealed[i]]
    cards = list(s.deck)
    for i in others:
        cards.extend([b for b in s.hands[i] if not b & KNOWN])
    contracts = list(s.undealt) + [s.contracts[i] for i in secret]
    cards.sort()  # where they really lie must not show in the deal
    contracts.sort()
    returned: list[int] = []  # in the deck, as all know
    hidden: list[int] = []  # hands are dealt from these
    shown: i64 = s.shown
    for card in cards:
        if has(shown, card):
            returned.append(card)
        else:
            hidden.append(card)
    cards = hidden
    rng.shuffle(cards)
    rng.shuffle(contracts)
    for i in others:
        s.hands[i] = bytes([b if b & KNOWN else cards.pop() for b in s.hands[i]])
    for i in secret:
        s.contracts = put(s.contracts, i, contracts.pop())
    cards.extend(returned)
    rng.shuffle(cards)
    s.deck = bytes(cards)
    s.undealt = bytes(contracts)
