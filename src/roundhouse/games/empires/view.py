"""Who may see which field, and how the hidden ones are dealt anew."""

from __future__ import annotations

from typing import Final

from roundhouse.core.cells import members, put
from roundhouse.core.native import i64
from roundhouse.core.rng import Rng
from roundhouse.core.verbs import frame_seat
from roundhouse.games.empires.actions import COLOURS, ENGINES, FEATS, factory_of, thing_at
from roundhouse.games.empires.board import GOODS, GROUNDS, HATS, TILES
from roundhouse.games.empires.delivery import (
    Links,
    between,
    distinct,
    line_colours,
    line_length,
    line_of,
    sent,
    to_city,
)
from roundhouse.games.empires.feats import COLOUR_NAMES
from roundhouse.games.empires.lines import ZERO, Lines
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


# deliveries


def drawn(s: Empires, seat: int, lines: Lines, line: int) -> dict[str, object]:
    """One line of a delivery: where it runs, and what it earns before a card is played."""
    length = line_length(line)
    found = lines.outcomes()
    alike = [c for c in range(COLOURS) if s.box.counting[c] == line_colours(line)]
    exact, colours = min([(lines.shortest(found, c, length if length else -ZERO), c) for c in alike])
    path = lines.path(exact, colours)
    return {
        "path": path,
        "spaces": len(path),
        "trains": len([h for h in path[:-1] if has(s.trains[h], seat)]),
        "length": exact,
        "colours": [COLOUR_NAMES[c] for c in members(colours)],
        "money": s.box.line_money[length],
        "prestige": s.box.line_prestige[length],
    }


def delivery(s: Empires, seat: int, thing: int) -> dict[str, object]:
    """What is sent, and from where."""
    factory = factory_of(thing)
    return {"seat": seat, "factory": factory, "good": GOODS[s.good(thing)], "from": s.board.factory[factory]}


def arrival(s: Empires, seat: int, city: int) -> dict[str, object]:
    """Where it goes, and what the city pays."""
    hex = s.board.city[city]
    return {"city": city, "to": hex, "city_money": s.city_money(seat, hex)}


def bonuses(s: Empires, seat: int, thing: int, line: int) -> dict[str, object]:
    """What its seat alone knows: the cards in hand that would score, dearest first, and what the contract brings."""
    good, colours, length = s.good(thing), line_colours(line), line_length(line)
    hand = [b & CARD for b in s.hands[seat]]
    scoring = [card for card in hand if s.box.conditions[card].met(good, colours, length)]
    scoring.sort(key=lambda card: -s.box.prestige[card])
    contract = s.contract_for(seat, factory_of(thing))
    return {
        "cards": [{"card": s.box.ids[card], "prestige": s.box.prestige[card]} for card in scoring],
        "contract": s.box.contract_prestige[s.contracts[seat]] if contract else 0,
    }


def offer(s: Empires, action: int, seat: int, thing: int, city: int, chosen: int) -> dict[str, object]:
    """A delivery that can be made: on the chosen line, or on the best of all if that is -1."""
    lines = between(s, seat, factory_of(thing), city)
    found = [chosen] if chosen >= 0 else distinct(s, lines.outcomes())
    return {
        "action": action,
        **delivery(s, seat, thing),
        **arrival(s, seat, city),
        **bonuses(s, seat, thing, found[0]),
        "lines": len(found),
        "line": drawn(s, seat, lines, found[0]),
    }


def offers(s: Empires, seat: int) -> list[dict[str, object]]:
    """What the deciding seat can deliver, with the lines: the best one to each city, or all to the one chosen."""
    out: list[dict[str, object]] = []
    for a in s.choices():
        block, _, thing = s.points_at(a)
        if block == "send":
            out.extend([offer(s, a, seat, thing, city, -1) for city in Links(s, seat).wanting(s, seat, thing)])
        elif block == "city":
            out.append(offer(s, a, seat, sent(s.top), thing, -1))
        elif block == "line":
            out.append(offer(s, a, seat, sent(s.top), to_city(s.top), thing))
    return out


def under_way(s: Empires, viewer: int | None) -> dict[str, object] | None:
    """The delivery that is being made, as far as it has come; all but its seat's bonuses is public."""
    if s.over or not s.delivering():
        return None
    f = s.top
    seat, thing, city, line = frame_seat(f), sent(f), to_city(f), line_of(f)
    out = delivery(s, seat, thing)
    if city >= 0:
        out.update(arrival(s, seat, city))
    if line >= 0:
        out["line"] = drawn(s, seat, between(s, seat, factory_of(thing), city), line)
        if viewer == seat:
            out.update(bonuses(s, seat, thing, line))
    return out


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
