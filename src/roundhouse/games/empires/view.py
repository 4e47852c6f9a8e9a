"""Who may see which field, and how the hidden ones are dealt anew."""

from __future__ import annotations

from typing import Final

from roundhouse.core.rng import Rng
from roundhouse.core.verbs import PROGRAM_MASK, frame_seat, memo, position, subject
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
    SEATS_IN,
    Empires,
)
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

STEPS: Final = ("lay", "deliver", "claim", "buy")
DELIVERY: Final = ("city", "line", "", "play")


def step(s: Empires) -> str:
    """Which step of the turn is asked."""
    if s.over:
        return ""
    if not s.turn:
        return "start"
    at = position(s.top)
    return DELIVERY[at] if s.top & PROGRAM_MASK == s.box.delivery_program else STEPS[at]


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
            goods = s.box.atlas.factories.goods[factory]
            hex["number"] = factory
            hex["id"] = s.box.atlas.factories.ids[factory]
            hex["goods"] = [
                {"good": GOODS[goods[i]], "here": s.goods[factory] >> i & 1 == 1} for i in range(len(goods))
            ]
        elif board.ground[h] == TOWN:
            city = board.place[h]
            hex["number"] = city
            hex["id"] = s.box.atlas.cities.ids[city]
            hex["demands"] = [GOODS[g] for g in s.box.atlas.cities.goods[city]]
            hex["hat"] = HATS[s.box.atlas.hats[city]]
        out.append(hex)
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
        "later": [i for i in range(s.seats) if s.laters[feat] >> i & 1],
        "first_prestige": s.box.feat_first[feat],
        "later_prestige": s.box.feat_later[feat],
        "met": [s.box.feats[feat].met(s, i, feat) for i in range(s.seats)],
    }


def drawn(s: Empires, seat: int, lines: Lines, code: int) -> dict[str, object]:
    """One line of a delivery: where it runs, and what it earns before a card is played."""
    length = line_length(code)
    found = lines.outcomes()
    exact = LONG
    colours = 0
    for crossed in range(COLOURS):
        if s.box.counting[crossed] == line_colours(code):
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
        "money": s.box.line_money[length],
        "prestige": s.box.line_prestige[length],
    }


def offers(s: Empires, seat: int) -> list[dict[str, object]]:
    """What the deciding seat can deliver, with the lines: the best one to each city, or all to the one chosen."""
    now = step(s)
    out: list[dict[str, object]] = []
    if now == "line":
        thing, city = subject(s.top), (memo(s.top) & 15) - 1
        lines = between(s, seat, thing >> 1, city)
        for a in s.choices():
            out.append({"action": a, **delivery(s, seat, thing, city), "line": drawn(s, seat, lines, a - LINE)})
        return out
    links = Links(s, seat)
    for a in s.choices():
        things = [subject(s.top)] if now == "city" else [a - SEND] if a < NO_SEND else []
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
        "city_money": s.box.city_bonus[SEATS_IN[others]],
        "contract": s.box.contract_factory[s.contracts[seat]] == thing >> 1 and not s.revealed[seat],
    }


def under_way(s: Empires) -> dict[str, object] | None:
    """The delivery that is being made, as far as it has come; all of it is public."""
    if s.over or s.top & PROGRAM_MASK != s.box.delivery_program:
        return None
    thing = subject(s.top)
    seat = frame_seat(s.top)
    out: dict[str, object] = {
        "seat": seat,
        "factory": thing >> 1,
        "good": GOODS[s.good(thing)],
        "from": s.board.factory[thing >> 1],
    }
    if memo(s.top):
        city = (memo(s.top) & 15) - 1
        out["city"] = city
        out["to"] = s.board.city[city]
        code = (memo(s.top) >> CITY_BITS) - 1
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
            price = verb.cost(s, s.top, a)
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


def seen(s: Empires, seat: int | None) -> dict[str, object]:
    """The table as one seat (None: a spectator) sees it."""
    scores = s.scores()
    box = s.box
    out: dict[str, object] = {
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
        "bonus": [{"length": n, "money": m, "prestige": p} for n, m, p in box.bonus],
        "grounds": [
            {"ground": GROUNDS[i], "title": box.atlas.titles[i], "cost": box.atlas.costs[i]}
            for i in range(len(GROUNDS))
        ],
        "track": {"spaces": box.spaces, "production": box.production, "produced": s.produced},
        "market": [{"card": box.ids[s.market[i]], "price": box.market[i]} for i in range(len(s.market))],
        "deck": len(s.deck),
        "returned": [box.ids[card] for card in sorted(s.deck) if s.shown >> card & 1],  # from the market to the deck
        "undealt": len(s.undealt),
        "loans_left": s.loans_left(),
        "most_money": box.most_money,
        "unlock": box.unlock,
        "achievements": [achievement(s, feat) for feat in s.feats],
        "delivery": under_way(s),
        "players": [player(s, i, seat, scores[i]) for i in range(s.seats)],
        "pending": [s.top, *s.below],
    }
    if seat is not None and seat == s.seat:
        out["prices"] = prices(s, seat)
        out["offers"] = offers(s, seat) if step(s) in ("deliver", "city", "line") else []
    return out


def deal_hidden(s: Empires, seat: int | None, rng: Rng) -> None:
    """Deal the deck, the hidden cards of the others and their contracts anew."""
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
            s.hands[i] = bytes([b if b & KNOWN else cards.pop() for b in s.hands[i]])
            if not s.revealed[i]:
                mine = contracts.pop()
        dealt.append(mine)
    s.contracts = bytes(dealt)
    cards.extend(returned)
    rng.shuffle(cards)
    s.deck = bytes(cards)
    s.undealt = bytes(contracts)
