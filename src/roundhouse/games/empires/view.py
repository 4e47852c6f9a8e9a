"""Who may see which field, and how the hidden ones are dealt anew."""

from __future__ import annotations

from typing import Final

from roundhouse.core.rng import Rng
from roundhouse.core.verbs import PROGRAM_MASK, frame_seat, held, position, spot
from roundhouse.core.views import COUNT, NOBODY, OWNER, PUBLIC, actions
from roundhouse.games.empires.actions import CITY, COLOURS, ENGINES, FEATS, LAY, LINE, NO_SEND, ROUTE, SEND, STOP
from roundhouse.games.empires.board import GOODS, GROUNDS, HATS, TILES, TOWN, WORKS
from roundhouse.games.empires.lines import LONG, ZERO, Lines
from roundhouse.games.empires.state import (
    CARD,
    FEWER_DELIVERIES,
    KNOWN,
    MORE_ENDINGS,
    NEW_LINKS,
    PASSENGERS,
    RENT,
    Empires,
)
from roundhouse.games.empires.state import COUNT as SEATS_IN
from roundhouse.games.empires.verbs import (
    CITY_BITS,
    COLOUR_NAMES,
    Links,
    Priced,
    between,
    line_colours,
    line_length,
    told_apart,
)

ROWS: Final = {
    "seats": PUBLIC,
    "seat": PUBLIC,
    "over": PUBLIC,
    "rng": NOBODY,
    "top": PUBLIC,
    "below": PUBLIC,
    "tiles": PUBLIC,
    "rotations": PUBLIC,
    "switches": PUBLIC,
    "first": PUBLIC,
    "turn": PUBLIC,
    "goods": PUBLIC,
    "tracks": PUBLIC,
    "trains": PUBLIC,
    "nets": PUBLIC,
    "frontiers": PUBLIC,
    "laid": PUBLIC,
    "supply": PUBLIC,
    "locked": PUBLIC,
    "boxed": PUBLIC,
    "money": PUBLIC,
    "loans": PUBLIC,
    "prestige": PUBLIC,
    "produced": PUBLIC,
    "hands": OWNER,  # what was taken from the market is known to all
    "played": PUBLIC,
    "market": PUBLIC,
    "shown": PUBLIC,
    "deck": COUNT,
    "contracts": OWNER,  # once revealed, known to all
    "revealed": PUBLIC,
    "undealt": COUNT,
    "feats": PUBLIC,
    "firsts": PUBLIC,
    "laters": PUBLIC,
    "deliveries": PUBLIC,
    "longest": PUBLIC,
    "scenic": PUBLIC,
}

STEPS: Final = ("lay", "deliver", "claim", "buy")
DELIVERY: Final = ("city", "line", "", "play")


def step(s: Empires) -> str:
    """Which step of the turn is asked."""
    if s.over:
        return ""
    if not s.turn:
        return "start"
    at = position(s.top)
    return DELIVERY[at] if s.top & PROGRAM_MASK == s.kit.delivery_program else STEPS[at]


def hexes(s: Empires) -> list[dict[str, object]]:
    """The country, hex by hex."""
    board = s.board
    out: list[dict[str, object]] = []
    for h in range(board.size):
        hex: dict[str, object] = {
            "label": board.labels[h],
            "coordinate": board.coordinates[h],
            "q": board.q[h],
            "r": board.r[h],
            "slot": board.slot[h],
            "ground": GROUNDS[board.ground[h]],
            "cost": board.cost[h],
            "star": board.star[h],
            "tracks": [i for i in range(s.seats) if s.tracks[h] >> i & 1],
            "trains": [i for i in range(s.seats) if s.trains[h] >> i & 1],
        }
        if board.ground[h] == WORKS:
            factory = board.place[h]
            goods = s.kit.atlas.factories.goods[factory]
            hex["number"] = factory
            hex["id"] = s.kit.atlas.factories.ids[factory]
            hex["goods"] = [
                {"good": GOODS[goods[i]], "here": s.goods[factory] >> i & 1 == 1} for i in range(len(goods))
            ]
        elif board.ground[h] == TOWN:
            city = board.place[h]
            hex["number"] = city
            hex["id"] = s.kit.atlas.cities.ids[city]
            hex["demands"] = [GOODS[g] for g in s.kit.atlas.cities.goods[city]]
            hex["hat"] = HATS[s.kit.atlas.hats[city]]
        out.append(hex)
    return out


def hand(s: Empires, i: int, seat: int | None) -> list[str | None]:
    """A hand as a seat sees it: the owner all, others what came from the market, and how many more there are."""
    cards = s.hands[i]
    if i == seat:
        return [s.kit.ids[b & CARD] for b in cards]
    known: list[str | None] = [s.kit.ids[b & CARD] for b in cards if b & KNOWN]
    return known + [None] * (len(cards) - len(known))


def contract(s: Empires, i: int) -> str:
    return s.kit.ids[ENGINES + FEATS + s.contracts[i]]


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
        "played": [s.kit.ids[card] for card in s.played[i]],
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
        "card": s.kit.ids[ENGINES + feat],
        "first": s.firsts[feat] - 1 if s.firsts[feat] else None,
        "later": [i for i in range(s.seats) if s.laters[feat] >> i & 1],
        "first_prestige": s.kit.feat_first[feat],
        "later_prestige": s.kit.feat_later[feat],
        "met": [s.kit.feats[feat].met(s, i, feat) for i in range(s.seats)],
    }


def drawn(s: Empires, seat: int, lines: Lines, code: int) -> dict[str, object]:
    """One line of a delivery: where it runs, and what it earns before a card is played."""
    length = line_length(code)
    found = lines.outcomes()
    exact = LONG
    colours = 0
    for crossed in range(COLOURS):
        if s.kit.counting[crossed] == line_colours(code):
            least = lines.shortest(found, crossed, length if length else -ZERO)
            if least < exact:
                exact = least
                colours = crossed
    path = lines.path(exact, colours)
    passed = [h for h in path[:-1] if s.trains[h] >> seat & 1]
    return {
        "path": path,
        "spaces": len(path),
        "trains": len(passed),
        "length": exact,
        "colours": [COLOUR_NAMES[c] for c in range(4) if colours >> c & 1],
        "money": s.kit.line_money[length],
        "prestige": s.kit.line_prestige[length],
    }


def offers(s: Empires, seat: int) -> list[dict[str, object]]:
    """What the deciding seat can deliver, with the lines: the best one to each city, or all to the one chosen."""
    now = step(s)
    out: list[dict[str, object]] = []
    if now == "line":
        thing, city = spot(s.top), (held(s.top) & 15) - 1
        lines = between(s, seat, thing >> 1, city)
        for a in s.choices():
            out.append({"action": a, **delivery(s, seat, thing, city), "line": drawn(s, seat, lines, a - LINE)})
        return out
    links = Links(s, seat)
    for a in s.choices():
        things = [spot(s.top)] if now == "city" else [a - SEND] if a < NO_SEND else []
        for thing in things:
            cities = [a - CITY] if now == "city" else links.wanting(s, seat, thing)
            for city in cities:
                lines = between(s, seat, thing >> 1, city)
                codes = told_apart(s, lines.outcomes())
                offer: dict[str, object] = {"action": a, **delivery(s, seat, thing, city)}
                offer["lines"] = len(codes)
                offer["line"] = drawn(s, seat, lines, codes[0])
                out.append(offer)
    return out


def delivery(s: Empires, seat: int, thing: int, city: int) -> dict[str, object]:
    """From where, what and where to; and what the city pays."""
    hex = s.board.city[city]
    others = s.trains[hex] & ~(1 << seat)
    return {
        "factory": thing >> 1,
        "good": GOODS[s.good(thing)],
        "from": s.board.factory[thing >> 1],
        "city": city,
        "to": hex,
        "city_money": s.kit.city_bonus[SEATS_IN[others]],
        "contract": s.kit.contract_factory[s.contracts[seat]] == thing >> 1 and not s.revealed[seat],
    }


def under_way(s: Empires) -> dict[str, object] | None:
    """The delivery that is being made, as far as it has come; all of it is public."""
    if s.over or s.top & PROGRAM_MASK != s.kit.delivery_program:
        return None
    thing = spot(s.top)
    seat = frame_seat(s.top)
    out: dict[str, object] = {
        "seat": seat,
        "factory": thing >> 1,
        "good": GOODS[s.good(thing)],
        "from": s.board.factory[thing >> 1],
    }
    if held(s.top):
        city = (held(s.top) & 15) - 1
        out["city"] = city
        out["to"] = s.board.city[city]
        code = (held(s.top) >> CITY_BITS) - 1
        if code >= 0:
            out["line"] = drawn(s, seat, between(s, seat, thing >> 1, city), code)
    return out


def prices(s: Empires, seat: int) -> list[dict[str, object]]:
    """What each track that can be laid now costs."""
    out: list[dict[str, object]] = []
    verb = s.verb
    if not isinstance(verb, Priced):
        return out
    for a in s.choices():
        if a < STOP:
            hex = s.board.factory[a - ROUTE] if a >= ROUTE else a - LAY
            price = verb.price(s, s.top, a)
            out.append(
                {
                    "action": a,
                    "hex": hex,
                    "price": price,
                    "loans": s.loans_for(seat, price),
                    "rent": s.rent(hex),
                    "route": a >= ROUTE,
                    "star": s.board.star[hex] and not s.there(hex),
                }
            )
    return out


def table_rules(s: Empires) -> list[str]:
    """The switches that are on."""
    names = (
        (PASSENGERS, "passengers"),
        (RENT, "rent"),
        (MORE_ENDINGS, "further endings"),
        (FEWER_DELIVERIES, "Master of Delivery at 4"),
        (NEW_LINKS, "new links only"),
    )
    return [name for bit, name in names if s.switches & bit]


def view(s: Empires, seat: int | None) -> dict[str, object]:
    """The table as one seat (None: a spectator) sees it."""
    scores = s.scores()
    kit = s.kit
    out: dict[str, object] = {
        "game": s.game.id,
        "viewer": seat,
        "seats": s.seats,
        "seat": s.seat,
        "over": s.over,
        "turn": s.turn,
        "round": (s.turn + s.seats - 1) // s.seats,
        "first": s.first,
        "step": step(s),
        "rules": table_rules(s),
        "tiles": [
            {"tile": TILES[s.tiles[i]], "rotation": s.rotations[i], "centre": list(s.board.centres[i])}
            for i in range(len(s.tiles))
        ],
        "hexes": hexes(s),
        "laid": list(s.laid),
        "bonus": [{"length": n, "money": m, "prestige": p} for n, m, p in kit.bonus],
        "grounds": [
            {"ground": GROUNDS[i], "title": kit.atlas.titles[i], "cost": kit.atlas.costs[i]}
            for i in range(len(GROUNDS))
        ],
        "track": {"spaces": kit.spaces, "production": kit.production, "produced": s.produced},
        "market": [{"card": kit.ids[s.market[i]], "price": kit.market[i]} for i in range(len(s.market))],
        "deck": len(s.deck),
        "returned": [kit.ids[card] for card in sorted(s.deck) if s.shown >> card & 1],  # from the market to the deck
        "undealt": len(s.undealt),
        "loans_left": s.loans_left(),
        "most_money": kit.most_money,
        "unlock": kit.unlock,
        "achievements": [achievement(s, feat) for feat in s.feats],
        "delivery": under_way(s),
        "players": [player(s, i, seat, scores[i]) for i in range(s.seats)],
        "prompt": s.prompt(),
        "pending": [s.top, *s.below],
        "endings": s.endings(),
        "winners": s.winners() if s.over else [],
    }
    if seat is not None and seat == s.seat:
        out["actions"] = actions(s)
        out["prices"] = prices(s, seat)
        out["offers"] = offers(s, seat) if step(s) in ("deliver", "city", "line") else []
    return out


def redeal(s: Empires, seat: int | None, rng: Rng) -> Empires:
    """A clone with the deck, the hidden cards of the others and their contracts dealt anew."""
    twin = s.clone()
    twin.acts = []
    twin.rng = rng.child()
    cards = list(s.deck)
    contracts = list(s.undealt)
    for i in range(s.seats):
        if i != seat:
            cards.extend([b for b in s.hands[i] if not b & KNOWN])
            if not s.revealed[i]:
                contracts.append(s.contracts[i])
    cards.sort()  # where they really lie must not show in the deal
    contracts.sort()
    returned = [card for card in cards if s.shown >> card & 1]  # in the deck, as all know: hands are dealt before
    cards = [card for card in cards if not s.shown >> card & 1]
    rng.shuffle(cards)
    rng.shuffle(contracts)
    dealt: list[int] = []
    for i in range(s.seats):
        mine = s.contracts[i]
        if i != seat:
            twin.hands[i] = bytes([b if b & KNOWN else cards.pop() for b in s.hands[i]])
            if not s.revealed[i]:
                mine = contracts.pop()
        dealt.append(mine)
    twin.contracts = bytes(dealt)
    cards.extend(returned)
    rng.shuffle(cards)
    twin.deck = bytes(cards)
    twin.undealt = bytes(contracts)
    return twin
