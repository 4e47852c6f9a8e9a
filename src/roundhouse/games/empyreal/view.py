"""Who may see which field, and how the hidden ones are dealt anew."""

from __future__ import annotations

from roundhouse.core.cells import bit, members, ordered
from roundhouse.core.native import BytesWriter, i64, vec
from roundhouse.core.rng import Rng
from roundhouse.core.verbs import frame_seat, memo, subject
from roundhouse.games.empyreal.actions import ACTIVATE, BUILD, COLOURS, COLUMNS, MOVE, PLACES, SIZES, SLOTS, TILES
from roundhouse.games.empyreal.board import CITY, COLOUR_NAMES, GOODS, TERRAINS, WASTELAND
from roundhouse.games.empyreal.box import SIZE_NAMES, STOPS
from roundhouse.games.empyreal.cars import Declare
from roundhouse.games.empyreal.goods import Collect, DeliveryRewards, TakeTile, collected, of_colour, to_city
from roundhouse.games.empyreal.reach import WILDS, Reach
from roundhouse.games.empyreal.staff import SLOT_NAMES, STACK_NAMES
from roundhouse.games.empyreal.state import (
    ADVANCED,
    CITY_FREE,
    EASY_MOVES,
    EPIC,
    EXPERT,
    FREE_CARS,
    FREE_MOVES,
    FRIENDLY,
    MASK,
    MASTER,
    MASTER_USED,
    OPEN,
    RIVAL_ONE,
    SECOND_FREE,
    SECOND_USED,
    TRANSFERS,
    WASTE_ONE,
    Empyreal,
)
from roundhouse.games.empyreal.track import ANYWHERE, AROUND, AT, Build
from roundhouse.games.empyreal.verbs import ACTING, EASY, FARTHEST, FREE, PLACE, Mover, move_cost


def hexes(s: Empyreal) -> list[dict[str, object]]:
    """The map, hex by hex."""
    board = s.board
    out: list[dict[str, object]] = []
    for h in range(board.size):
        cars: list[int] = []
        if s.there[h]:
            for i in range(s.seats):
                cars.extend([i] * s.cars_at(i, h))
        hex: dict[str, object] = {
            "label": board.labels[h],
            "row": board.rows[h],
            "col": board.cols[h],
            "slot": board.slot[h],
            "ground": "city" if s.ground[h] == CITY else TERRAINS[s.ground[h]],
            "edge": board.edge[h] == 1,
            "goods": [{"good": GOODS[c], "colour": COLOUR_NAMES[c], "n": s.goods[c][h]} for c in s.kinds(h)],
            "cars": cars,
        }
        if s.ground[h] == CITY:
            hex["city"] = board.city[h]
        if s.ground[h] == WASTELAND:
            hex["tile"] = board.ground[h] != WASTELAND  # laid in play
            hex["free"] = h in s.open_wastes
        out.append(hex)
    return out


def demand(s: Empyreal, tile: int) -> dict[str, object]:
    """A demand tile."""
    return {
        "tile": tile,
        "colour": COLOUR_NAMES[tile // SIZES],
        "size": SIZE_NAMES[tile % SIZES],
        "needs": tile % SIZES + 2,
        "points": s.box.tile_points[tile % SIZES],
    }


def cities(s: Empyreal) -> list[dict[str, object]]:
    return [
        {
            "colour": COLOUR_NAMES[city],
            "good": GOODS[city],
            "terrain": TERRAINS[city],
            "hex": s.board.cities[city],
            "tiles": [demand(s, tile) for tile in s.demands[city]],
        }
        for city in range(COLOURS)
    ]


def car(s: Empyreal, number: int) -> dict[str, object] | None:
    """A spellcar, printed or a tile."""
    if number < 0:
        return None
    return {
        "car": number,
        "id": s.box.car_id(number),
        "title": s.box.car_title(number),
        "cost": s.box.costs[number],
        "text": s.box.effects[number].text(),
        "printed": number >= TILES,
    }


def folk(s: Empyreal, seat: int, slot: int) -> dict[str, object] | None:
    """A specialist on a folio."""
    person = s.staff[seat][slot] - 1
    if person < 0:
        return None
    used = s.turn_rules & (MASTER_USED if slot == MASTER else SECOND_USED) if slot >= MASTER else 0
    return {
        "card": s.box.ids[s.box.people + person],
        "title": s.box.person(person),
        "slot": SLOT_NAMES[slot],
        "flipped": s.flipped[seat] >> slot & 1 == 1,
        "used": used != 0 and not s.over and s.actor() == seat,
        "text": s.box.text(s.box.people + person),
    }


def player(s: Empyreal, i: int, score: int, awards: int) -> dict[str, object]:
    """A seat's folio."""
    company = s.companies[i] - 1
    teams = s.teams()
    return {
        "company": s.box.company_ids[company] if company >= 0 else None,
        "company_title": s.box.company_titles[company] if company >= 0 else None,
        "home": TERRAINS[s.home(i)] if company >= 0 else None,
        "team": i % teams if teams else None,
        "conductor": s.conductor[i],
        "stop": STOPS[s.conductor[i] - 1] if s.conductor[i] else "Start",
        "yard": [car(s, s.car(i, place)) for place in range(PLACES)],
        "staff": [folk(s, i, slot) for slot in range(SLOTS)],
        "ready": s.ready[i],
        "spent": s.spent[i],
        "goods": list(s.folios[i]),
        "prices": prices(s, i),
        "in_network": [s.goods_in(i, c) for c in range(COLOURS)],
        "tiles": [demand(s, tile) for tile in s.won[i]],
        "cars": s.supply[i],
        "placed": s.placed(i),
        "hexes": sorted(s.nets[i]),
        "good_points": s.goods_points(i),
        "tile_points": s.tile_points(i),
        "award_points": awards,
        "team_colours": [COLOUR_NAMES[c] for c in s.team_colours(i % teams)] if teams else [],
        "score": score,
    }


def prices(s: Empyreal, i: int) -> dict[str, object]:
    """What moving the conductor, activating cars and transfers cost a seat now; cars have their own costs besides."""
    box = s.box
    turn = s.turn_rules if not s.over and s.actor() == i else 0
    rules = s.rules(i)
    moves = box.moves
    if turn & FREE_MOVES:
        moves = [min(moves[n], FREE[n]) for n in range(FARTHEST)]
    if rules & EASY_MOVES:
        moves = [min(moves[n], EASY[n]) for n in range(FARTHEST)]
    activate = [0, 0, box.activate[0]] if rules & SECOND_FREE else [0, *box.activate]
    return {
        "moves": list(moves),
        "activate": [0, 0, 0] if turn & FREE_CARS else activate,
        "rival": 1 if rules & RIVAL_ONE else box.transfer_rival,
        "city": 0 if rules & CITY_FREE else box.transfer_city,
        "wasteland": 1 if rules & WASTE_ONE else box.transfer_waste,
        "teammate": box.transfer_mate if s.teams() else None,
    }


def delivery(s: Empyreal) -> dict[str, object] | None:
    """The delivery being made: to which city, which goods, how many so far."""
    if s.over or not isinstance(s.verb, (Collect, TakeTile, DeliveryRewards)) or not memo(s.top):
        return None
    return {"city": to_city(s.top), "colour": of_colour(s.top), "n": collected(s.top)}


def working(s: Empyreal) -> int | None:
    """The place of the railyard whose car is at work."""
    for f in [s.top, *s.below]:
        if subject(f) & ACTING:
            return (subject(f) & PLACE) - 1
    return None


def stack(s: Empyreal, k: int, seat: int | None) -> dict[str, object]:
    """A stack of specialists: its size, and all of it for who has looked through it."""
    known = [p for p in s.stacks[k] if knows(s, seat, p) or s.switches & OPEN]
    boxed = list(s.unused[k])
    if k == 2 and not draws(s, seat):
        boxed = sorted([*boxed, *s.drawn])  # which of them another has drawn is not seen
    boxed = [p for p in boxed if knows(s, seat, p)]
    ids = s.box.ids
    return {
        "kind": STACK_NAMES[k],
        "left": len(s.stacks[k]),
        "known": [ids[s.box.people + p] for p in known],
        "boxed": [ids[s.box.people + p] for p in boxed],  # seen, and back in the box
    }


def draws(s: Empyreal, seat: int | None) -> bool:
    """Whether the seat is looking at station masters of the box."""
    return len(s.drawn) > 0 and frame_seat(s.top) == seat


def knows(s: Empyreal, seat: int | None, person: int) -> bool:
    return seat is not None and s.known[person] >> seat & 1 == 1


def builds(s: Empyreal, seat: int) -> list[dict[str, object]]:
    """What each build costs, the hexes its transfers go over and what each of these costs."""
    out: list[dict[str, object]] = []
    verb = s.verb
    if not isinstance(verb, Build) or not s.targets:
        return out
    purse = s.ready[seat]
    wild = s.turn_rules // TRANSFERS & MASK
    direct = verb.how & (AROUND | AT | ANYWHERE) != 0
    plain = Reach(s, seat, purse, verb.free, 0, True)
    helped = Reach(s, seat, purse, verb.free, wild, True) if wild else plain
    for i in range(len(s.targets)):
        hex, free = divmod(s.targets[i] - BUILD, 2)
        way = [] if direct else (helped if free else plain).crossed(hex)
        out.append(
            {
                "action": s.targets[i],
                "hex": hex,
                "price": s.fares[i] // WILDS,
                "free": s.fares[i] % WILDS,
                "over": [crossed for crossed, _ in way],
                "tolls": [toll for _, toll in way],
            }
        )
    return out


def costs(s: Empyreal, seat: int) -> list[dict[str, object]]:
    """What moving to each space, or declaring each car, costs now."""
    out: list[dict[str, object]] = []
    verb = s.verb
    for a in s.choices():
        if isinstance(verb, Mover) and MOVE <= a < MOVE + COLUMNS + 1:
            out.append({"action": a, "cost": move_cost(s, seat, a - MOVE + 1 - s.conductor[seat])})
        elif isinstance(verb, Declare) and ACTIVATE <= a < ACTIVATE + 2 * PLACES:
            place, twice = divmod(a - ACTIVATE, 2)
            out.append({"action": a, "cost": verb.twice(s, seat, place) if twice else verb.cost(s, seat, place)})
    return out


def table_rules(s: Empyreal) -> list[str]:
    """The options that are on."""
    names = (
        (ADVANCED, "awards"),
        (EXPERT, "expert awards"),
        (EPIC, "epic"),
        (OPEN, "open information"),
        (FRIENDLY, "friendly"),
    )
    out = [name for bit, name in names if s.switches & bit]
    if s.teams():
        size = s.seats // s.teams()
        out.append("v".join([str(size)] * s.teams()))
    return out


def award(s: Empyreal, number: int) -> dict[str, object]:
    """An award with its standing."""
    values = s.award_values(number)
    card = s.box.award(number)
    return {
        "card": s.box.ids[s.box.first_award + number],
        "title": s.box.titles[s.box.first_award + number],
        "text": card.told,
        "values": values,
        "points": s.shares(values, card.fewest) if len(s.awards) == 2 else [0] * s.seats,
    }


def seen(s: Empyreal, seat: int | None) -> dict[str, object]:
    """The table as one seat (None: a spectator) sees it."""
    scores = s.scores()
    box = s.box
    awards = s.award_points() if not s.teams() and len(s.awards) <= 2 else [0] * s.seats
    out: dict[str, object] = {
        "round": s.round,
        "first": s.first,
        "turn": s.actor() if not s.over else -1,
        "step": "" if s.over else type(s.verb).__name__,
        "rules": table_rules(s),
        "sides": [box.atlas.sides[i] for i in s.sides],
        "needed": s.needed(),
        "ending": s.ending == 1,
        "final": s.final == 1,
        "hexes": hexes(s),
        "cities": cities(s),
        "stock": list(s.stock),
        "wastelands": s.wastes,
        "market": [car(s, tile) for tile in s.market],
        "pile": len(s.pile),
        "discards": [box.ids[tile] for tile in s.discards],
        "stacks": [stack(s, k, seat) for k in range(3)],
        "unused": [len(box) for box in s.unused],
        "awards": [award(s, number) for number in s.awards],
        "arriving": car(s, s.arriving - 1),
        "declared": [{"place": s.declared[i], "car": car(s, s.declared[i + 1])} for i in range(0, len(s.declared), 2)],
        "working": working(s),
        "delivery": delivery(s),
        "drawn": len(s.drawn),
        "copied": [box.ids[tile] for tile in s.copied],
        "fresh": s.fresh,
        "turn_rules": s.turn_rules,
        "free_transfers": s.turn_rules // TRANSFERS & MASK,
        "players": [player(s, i, scores[i], awards[i]) for i in range(s.seats)],
        "pending": [s.top, *s.below],
    }
    if seat is not None and seat == s.seat:
        out["builds"] = builds(s, seat)
        out["costs"] = costs(s, seat)
        if s.drawn and frame_seat(s.top) == seat:
            out["drawn_cards"] = [box.ids[box.people + p] for p in s.drawn]
    return out


def deal_hidden(s: Empyreal, seat: int | None, rng: Rng) -> None:
    """Deal the pile, the stacks and the box anew, less what the seat has seen."""
    s.pile = rng.mixed(s.pile, TILES - 1)
    known = BytesWriter()
    known.write(s.known)
    for k in range(3):
        deal_stack(s, k, seat, rng, known)
    s.known = known.getvalue()


def deal_stack(s: Empyreal, k: int, seat: int | None, rng: Rng, known: BytesWriter) -> None:
    """Deal the specialists of one kind anew to stack, box and those drawn; who knows which goes with the place."""
    own: i64 = 0 if seat is None else 1 << seat
    open_stacks = s.switches & OPEN != 0
    unsure = k == 2 and len(s.drawn) > 0 and not draws(s, seat)  # whether somebody seen before is drawn or in the box
    zones = [s.stacks[k], s.unused[k], s.drawn if k == 2 else b""]
    stay = vec[i64]([0, 0, 0])  # by zone, as sets of people
    loose: i64 = 0
    hidden: i64 = 0
    places = BytesWriter()  # of what is dealt anew: the zone times 64, and who else knows what lies there
    person: i64
    for z in range(3):
        zone = zones[z]
        for i in range(len(zone)):
            person = zone[i]
            seen = s.known[person] & own != 0
            if (seen and not (unsure and z)) or (open_stacks and z == 0):
                stay[z] |= bit(person)
                continue
            if seen:
                loose |= bit(person)
            else:
                hidden |= bit(person)
            places.append(int(z * 64 + (s.known[person] & ~own)))
    dealt = members(loose)
    spots = ordered(places.getvalue(), 191)
    if loose:
        spots = shuffled_behind(spots, len(dealt), rng)
    sure: i64 = len(dealt)
    dealt += rng.shuffled(members(hidden))
    at: i64
    for at in range(len(dealt)):
        place = spots[at]
        stay[place >> 6] |= bit(dealt[at])
        known[dealt[at]] = int(place & 63 | own) if at < sure else place & 63
    s.stacks[k] = members(stay[0])
    s.unused[k] = members(stay[1])
    if k == 2:
        s.drawn = members(stay[2])


def shuffled_behind(spots: bytes, first: int, rng: Rng) -> bytes:
    """The places with so many of those not in the stack put first, at random."""
    stack = bytes([spot for spot in spots if spot < 64])
    behind = rng.shuffled(spots[len(stack) :])
    return behind[:first] + stack + behind[first:]
