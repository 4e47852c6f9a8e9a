"""Who may see which field, and how the hidden ones are dealt anew."""

from __future__ import annotations

from typing import Final

from roundhouse.core.cells import bit, members
from roundhouse.core.cells import ordered as in_order
from roundhouse.core.native import BytesWriter, i64, vec
from roundhouse.core.rng import Rng
from roundhouse.core.verbs import frame_seat
from roundhouse.games.empyreal.actions import COLOURS, PLACES, SLOTS, STACKS, TILES, colour_of, goods_for, size_of
from roundhouse.games.empyreal.ahead import Further, departures, every_car, ordered, whole_deliveries
from roundhouse.games.empyreal.asking import Detailed
from roundhouse.games.empyreal.board import CITY, COLOUR_NAMES, GOODS, TERRAINS, WASTELAND
from roundhouse.games.empyreal.box import SIZE_NAMES, STOPS
from roundhouse.games.empyreal.cars import activation_cost
from roundhouse.games.empyreal.reach import transfer_costs
from roundhouse.games.empyreal.registers import acting, place_of
from roundhouse.games.empyreal.staff import SLOT_NAMES, STACK_NAMES
from roundhouse.games.empyreal.state import (
    ADVANCED,
    EPIC,
    EXPERT,
    EXTRA,
    FREE_CARS,
    FREE_MOVES,
    FRIENDLY,
    IN_PHASE,
    MASTER,
    MASTER_USED,
    NO_COSTS,
    OLD_RULINGS,
    OPEN,
    RECLAIMS,
    SECOND_USED,
    TRANSFERS,
    Empyreal,
    used_flag,
)
from roundhouse.games.empyreal.turn import FARTHEST, move_cost

TABLE_RULES: Final = {
    ADVANCED: "awards",
    EXPERT: "expert awards",
    EPIC: "epic",
    OPEN: "open information",
    FRIENDLY: "friendly",
    OLD_RULINGS: "rules version 1",
}
TURN_RULES: Final = {
    FREE_MOVES: "moves are free",
    FREE_CARS: "activations are free",
    NO_COSTS: "cars cost nothing",
    IN_PHASE: "specialists may be used",
    MASTER_USED: "station master used",
    SECOND_USED: "second station master used",
}


def hexes(s: Empyreal) -> list[dict[str, object]]:
    """The map, hex by hex."""
    board = s.board
    out: list[dict[str, object]] = []
    for h in range(board.size):
        hex: dict[str, object] = {
            "label": board.labels[h],
            "row": board.rows[h],
            "col": board.cols[h],
            "slot": board.slot[h],
            "ground": "city" if s.ground[h] == CITY else TERRAINS[s.ground[h]],
            "edge": board.edge[h] == 1,
            "goods": [{"good": GOODS[c], "colour": COLOUR_NAMES[c], "n": s.goods[c][h]} for c in s.kinds(h)],
            "cars": [i for i in range(s.seats) for _ in range(s.cars_at(i, h))],
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
        "colour": COLOUR_NAMES[colour_of(tile)],
        "size": SIZE_NAMES[size_of(tile)],
        "needs": goods_for(tile),
        "points": s.box.tile_points[size_of(tile)],
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
    used = s.turn_rules & used_flag(slot) if slot >= MASTER else 0
    return {
        "card": s.box.ids[s.box.people + person],
        "title": s.box.person(person),
        "slot": SLOT_NAMES[slot],
        "flipped": s.is_flipped(seat, slot),
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
    turn = s.turn_rules if not s.over and s.actor() == i else 0
    rules = s.rules(i)
    rival, city, waste = transfer_costs(s, i)
    return {
        "moves": [move_cost(s, steps, turn, rules) for steps in range(1, FARTHEST + 1)],
        "activate": [activation_cost(s, n, turn, rules) for n in range(3)],
        "rival": rival,
        "city": city,
        "wasteland": waste,
        "teammate": s.box.transfer_mate if s.teams() else None,
    }


def working(s: Empyreal) -> int | None:
    """The place of the railyard whose car is at work."""
    for f in [s.top, *s.below]:
        if acting(f):
            return place_of(f)
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


def table_rules(s: Empyreal) -> list[str]:
    """The options that are on."""
    out = [name for switch, name in TABLE_RULES.items() if s.switches & switch]
    if s.teams():
        out.append("v".join([str(s.seats // s.teams())] * s.teams()))
    return out


def award(s: Empyreal, number: int) -> dict[str, object]:
    """An award, and how far each seat has come."""
    values = s.award_values(number)
    card = s.box.awards[number]
    return {
        "card": s.box.ids[s.box.first_award + number],
        "title": s.box.titles[s.box.first_award + number],
        "text": card.text,
        "values": values,
        "points": s.shares(values, card.fewest) if len(s.awards) == 2 else [0] * s.seats,
    }


def seen(s: Empyreal, seat: int | None) -> dict[str, object]:
    """The table as one seat (None: a spectator) sees it."""
    scores = s.scores()
    box = s.box
    asked = s.verb if isinstance(s.verb, Detailed) and not s.over else None
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
        "stacks": [stack(s, k, seat) for k in range(STACKS)],
        "unused": [len(box) for box in s.unused],
        "awards": [award(s, number) for number in s.awards],
        "arriving": car(s, s.arriving - 1),
        "declared": [{"place": s.declared[i], "car": car(s, s.declared[i + 1])} for i in range(0, len(s.declared), 2)],
        "working": working(s),
        "delivery": asked.delivery(s, s.top) if asked else None,
        "drawn": len(s.drawn),
        "copied": [box.ids[tile] for tile in s.copied],
        "fresh": s.fresh,
        "rules_this_turn": [name for rule, name in TURN_RULES.items() if s.turn_rules & rule],
        "free_transfers": s.turn_count(TRANSFERS),
        "reclaims": s.turn_count(RECLAIMS),
        "extra_turns": s.turn_count(EXTRA),
        "players": [player(s, i, scores[i], awards[i]) for i in range(s.seats)],
    }
    if seat is not None and seat == s.seat:
        further = Further(s, seat)
        out["builds"] = asked.ways(s, s.top) if asked else []
        out["further"] = further.answers
        out["further_builds"] = further.builds
        out["ordered"] = ordered(s, seat)
        out["every_car"] = every_car(s, seat)
        out["departures"] = departures(s, seat)
        out["deliveries"] = whole_deliveries(s, seat)
        if draws(s, seat):
            out["drawn_cards"] = [box.ids[box.people + p] for p in s.drawn]
    return out


# dealing anew

# A place that a specialist may have: a zone and, below it, the set of the other seats that know who lies there.
STACK: Final = 0  # the zones
IN_BOX: Final = 1
DRAWN: Final = 2
ZONES: Final = 3
ZONE_SHIFT: Final = 6
KNOWERS: Final = (1 << ZONE_SHIFT) - 1
LAST_PLACE: Final = DRAWN << ZONE_SHIFT | KNOWERS


def place_in(zone: i64, knowers: i64) -> i64:
    return zone << ZONE_SHIFT | knowers


def zone_of(place: i64) -> i64:
    return place >> ZONE_SHIFT


def knowers_of(place: i64) -> i64:
    return place & KNOWERS


def deal_hidden(s: Empyreal, seat: int | None, rng: Rng) -> None:
    """Deal the pile, the stacks and the box anew, less what the seat has seen."""
    s.pile = rng.mixed(s.pile, TILES - 1)
    known = BytesWriter()
    known.write(s.known)
    for k in range(STACKS):
        deal_stack(s, k, seat, rng, known)
    s.known = known.getvalue()


def deal_stack(s: Empyreal, k: int, seat: int | None, rng: Rng, known: BytesWriter) -> None:
    """Deal the specialists of one kind anew to stack, box and those drawn; who knows which goes with the place."""
    own: i64 = 0 if seat is None else 1 << seat
    open_stacks = s.switches & OPEN != 0
    masters = k == MASTER - 1
    unsure = masters and len(s.drawn) > 0 and not draws(s, seat)  # whether one seen before is drawn or in the box
    zones = [s.stacks[k], s.unused[k], s.drawn if masters else b""]
    lies = vec[i64]([0, 0, 0])  # by zone: the set of those in it
    seen_before: i64 = 0  # those to be dealt to box and drawn
    hidden: i64 = 0  # those to be dealt anywhere
    found = BytesWriter()  # the places they leave
    person: i64
    z: i64
    for z in range(ZONES):
        zone = zones[z]
        for i in range(len(zone)):
            person = zone[i]
            seen = s.known[person] & own != 0
            if (seen and not (unsure and z != STACK)) or (open_stacks and z == STACK):
                lies[z] |= bit(person)
                continue
            if seen:
                seen_before |= bit(person)
            else:
                hidden |= bit(person)
            found.append(int(place_in(z, s.known[person] & ~own)))
    dealt = members(seen_before)
    sure: i64 = len(dealt)
    places = in_order(found.getvalue(), LAST_PLACE)
    if sure:
        places = with_first_outside(places, sure, rng)
    dealt += rng.shuffled(members(hidden))
    at: i64
    for at in range(len(dealt)):
        place: i64 = places[at]
        lies[zone_of(place)] |= bit(dealt[at])
        known[dealt[at]] = int(knowers_of(place) | own if at < sure else knowers_of(place))
    s.stacks[k] = members(lies[STACK])
    s.unused[k] = members(lies[IN_BOX])
    if masters:
        s.drawn = members(lies[DRAWN])


def with_first_outside(places: bytes, n: i64, rng: Rng) -> bytes:
    """The places with so many of those outside the stack put first, at random."""
    stack = bytes([place for place in places if zone_of(place) == STACK])
    outside = rng.shuffled(places[len(stack) :])
    return outside[:n] + stack + outside[n:]
