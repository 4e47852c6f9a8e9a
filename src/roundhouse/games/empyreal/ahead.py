"""Decisions that go with the one at hand, so that one click makes them all.

What comes after a decision is tried on a deal of what its seat knows, so that nothing hidden shows in it. Nothing is
chained to a decision by which something hidden is seen: such a one is the last of its row.
"""

from __future__ import annotations

from roundhouse.core import views
from roundhouse.core.verbs import Either
from roundhouse.games.empyreal.actions import (
    ADMINISTRATE,
    COLLECT_ALL,
    COLOURS,
    COLUMNS,
    DELIVER,
    GOOD,
    HEX,
    MOVE,
    NO_COPY,
    NO_DELIVERY,
    NO_TILE,
    SKIP,
    STOP,
    TILE,
    activated,
    activation,
    size_of,
)
from roundhouse.games.empyreal.asking import Detailed
from roundhouse.games.empyreal.cars import CopyBeside, Declare, Resolve
from roundhouse.games.empyreal.goods import ChooseCity, Collect, PullGood, ReturnGoods, TakeTile
from roundhouse.games.empyreal.registers import picked_colour
from roundhouse.games.empyreal.staff import Recruit
from roundhouse.games.empyreal.state import SET_SIZE, Empyreal
from roundhouse.games.empyreal.track import MoveFromThere
from roundhouse.games.empyreal.turn import Act

BOTH = 4  # bytes of `declared` when two cars wait


def dealt(s: Empyreal, seat: int) -> Empyreal:
    """The table as its seat knows it, what is hidden dealt anew."""
    twin = s.resample(seat, 0)
    assert isinstance(twin, Empyreal)
    return twin


def deciding(s: Empyreal, seat: int) -> bool:
    return not s.over and s.seat == seat


# answers that go without saying


def rivals_at(s: Empyreal, seat: int, hex: int) -> int:
    """How many rivals have a train on a hex: they could take a good that lies there."""
    return SET_SIZE[s.there[hex] & s.foes[seat]]


def obvious(s: Empyreal, seat: int) -> int:
    """The answer to a question that is mostly not worth asking, or -1.

    The car declared first works next; a good is moved to where fewest rivals can take it; and a single one is
    delivered from where most could.
    """
    if isinstance(s.verb, Resolve):
        return activation(s.declared[0])
    if isinstance(s.verb, PullGood) and picked_colour(s.top) >= 0:
        return min([(rivals_at(s, seat, a - HEX), a) for a in s.choices()])[1]
    if isinstance(s.verb, Collect):
        collect: Collect = s.verb
        if collect.most == 1:
            return min([(-rivals_at(s, seat, a - GOOD), a) for a in s.choices()])[1]
    return -1


def answered(s: Empyreal, seat: int) -> list[int]:
    """The answers that go without saying, as long as such are asked for. The state has come that far."""
    out: list[int] = []
    while deciding(s, seat):
        answer = obvious(s, seat)
        if answer < 0:
            break
        out.append(answer)
        s.apply(answer)
    return out


def leads_on(s: Empyreal) -> bool:
    """Whether a decision may be followed by one that goes without saying."""
    if isinstance(s.verb, Resolve):
        return False
    if isinstance(s.verb, ChooseCity):
        city: ChooseCity = s.verb
        return city.most == 1 or len(s.declared) >= BOTH
    return isinstance(s.verb, PullGood) or len(s.declared) >= BOTH


def ordered(s: Empyreal, seat: int) -> list[dict[str, object]]:
    """The decisions after which something would be asked that goes without saying, and the answers to that."""
    if not leads_on(s):
        return []
    out: list[dict[str, object]] = []
    twin = dealt(s, seat)
    for a in s.choices():
        after = twin.clone()
        after.apply(a)
        then = answered(after, seat)
        if then:
            out.append({"action": a, "then": then, "hex": hex_of(s, then[0])})
    return out


def hex_of(s: Empyreal, action: int) -> int:
    """The hex that an action points at, or -1."""
    _, place, thing = s.points_at(action)
    return thing if place == "hex" else -1


# all cars of a space


class AllCars:
    """All cars of the conductor's space that can be paid, from the first row on. The state has come that far."""

    def __init__(self, after: Empyreal, seat: int, verb: Declare) -> None:
        self.actions: list[int] = []
        self.paid: int = 0
        while deciding(after, seat) and after.verb is verb:
            found = [a for a in after.choices() if a != STOP and not activated(a)[1]]
            if not found:
                break
            place, _ = activated(found[0])
            self.paid += verb.cost(after, seat, place, 0)
            self.actions.append(found[0])
            after.apply(found[0])
        self.cars: int = len(self.actions)
        self.actions += answered(after, seat)


def every_car(s: Empyreal, seat: int) -> dict[str, object] | None:
    """Activating all cars of the space that can be paid, and what that costs; if it is several.

    Not where they were just gained: there each is its own offer.
    """
    if not isinstance(s.verb, Declare):
        return None
    verb: Declare = s.verb
    if verb.gained or s.declared:
        return None
    found = AllCars(dealt(s, seat), seat, verb)
    return {"cars": found.cars, "actions": found.actions, "mana": -found.paid} if found.cars > 1 else None


def departures(s: Empyreal, seat: int) -> list[dict[str, object]]:
    """Moving the conductor to a space and activating all its cars that can be paid, and what both cost together."""
    if not isinstance(s.verb, Act):
        return []
    act: Act = s.verb
    out: list[dict[str, object]] = []
    twin = dealt(s, seat)
    for a in twin.choices():
        if not MOVE <= a < MOVE + COLUMNS:
            continue
        after = twin.clone()
        after.apply(a)
        if not deciding(after, seat) or not isinstance(after.verb, Declare):
            continue
        verb: Declare = after.verb
        found = AllCars(after, seat, verb)
        if found.cars:
            mana = -found.paid - act.cost(twin, seat, a)
            ends = not deciding(after, seat)
            row = [a, *found.actions]
            out.append({"stop": a - MOVE, "cars": found.cars, "actions": row, "mana": mana, "ends": ends})
    return out


# what the next question asks


def continues(s: Empyreal, after: Empyreal) -> bool:
    """Whether a decision leads to a question of its own, so that its answers can stand beside it.

    So do one of several effects, what is copied from beside, and a good that is returned for a move of its train.
    """
    if isinstance(s.verb, ReturnGoods):
        return isinstance(after.verb, MoveFromThere)
    return isinstance(s.verb, (Either, CopyBeside)) and len(after.below) > len(s.below)


class Further:
    """The answers to what the choices at hand would ask, each with the choice before it, and the ways of builds."""

    def __init__(self, s: Empyreal, seat: int) -> None:
        self.answers: list[dict[str, object]] = []
        self.builds: list[dict[str, object]] = []
        if not isinstance(s.verb, (Act, Either, CopyBeside, ReturnGoods)):
            return
        twin = dealt(s, seat)
        for a in twin.choices():
            if isinstance(s.verb, Act) and a >= ADMINISTRATE:
                break
            after = twin.clone()
            after.apply(a)
            if not deciding(after, seat):
                continue
            paid = s.verb.price(twin, twin.top, a).get("mana", 0)
            words = "" if isinstance(s.verb, Either) else s.words(a) + ", "
            if isinstance(s.verb, Act):
                self.recruit(after, seat, a, words, paid)
            elif continues(s, after):
                self.ask(after, seat, [a], words, paid)

    def recruit(self, used: Empyreal, seat: int, use: int, words: str, paid: int) -> None:
        """The stacks that a specialist who is used would look at, if that is one of several effects."""
        if not isinstance(used.verb, Either):
            return
        for a in used.choices():
            after = used.clone()
            after.apply(a)
            if deciding(after, seat) and isinstance(after.verb, Recruit):
                self.ask(after, seat, [use, a], words, paid)

    def ask(self, after: Empyreal, seat: int, before: list[int], words: str, paid: int) -> None:
        """The answers after some choices, less those that decline; their words come first, and their price is added."""
        rows: dict[int, list[int]] = {}
        for b in after.choices():
            if b in (SKIP, STOP, NO_COPY, NO_DELIVERY):
                continue
            rows[b] = [*before, b, *self.then(after, seat, b)]
            part = views.action(after.space, b, words + after.words(b))
            price = after.verb.price(after, after.top, b)
            part["price"] = {**price, "mana": price.get("mana", 0) + paid} if price or paid else price
            part["row"] = rows[b]
            self.answers.append(part)
        if isinstance(after.verb, Detailed):
            asked: Detailed = after.verb
            for way in asked.ways(after, after.top):
                action = way["action"]
                assert isinstance(action, int)
                self.builds.append({**way, "row": rows[action], "paid": -paid})

    def then(self, after: Empyreal, seat: int, action: int) -> list[int]:
        """What goes without saying after an answer."""
        if not leads_on(after):
            return []
        further = after.clone()
        further.apply(action)
        return answered(further, seat)


# whole deliveries


def best_tile(s: Empyreal) -> int:
    """The action that takes the tile with most points."""
    return max([(s.box.tile_points[size_of(a - TILE)], a) for a in s.choices() if a != NO_TILE])[1]


def next_good(s: Empyreal, seat: int) -> int:
    """All goods that are left, or the one that most rivals could take."""
    if COLLECT_ALL in s.choices():
        return COLLECT_ALL
    return min([(-rivals_at(s, seat, a - GOOD), a) for a in s.choices() if a != STOP])[1]


class Whole:
    """As many goods of a delivery as can be, for the best tile that they earn. The state has come that far."""

    def __init__(self, s: Empyreal, seat: int, action: int) -> None:
        self.city, self.colour = divmod(action - DELIVER, COLOURS)
        self.actions: list[int] = [action]
        self.tile: int = -1
        goods = s.goods_in(seat, self.colour)
        s.apply(action)
        while deciding(s, seat) and isinstance(s.verb, Collect):
            self.actions.append(next_good(s, seat))
            s.apply(self.actions[-1])
        self.n: int = goods - s.goods_in(seat, self.colour)
        self.points: int = self.n * s.box.good_points
        if deciding(s, seat) and isinstance(s.verb, TakeTile):
            self.actions.append(best_tile(s))
            self.tile = self.actions[-1] - TILE
            self.points += s.box.tile_points[size_of(self.tile)]
            s.apply(self.actions[-1])
        self.actions += answered(s, seat)

    def told(self) -> dict[str, object]:
        return {
            "actions": self.actions,
            "city": self.city,
            "colour": self.colour,
            "n": self.n,
            "tile": self.tile,
            "points": self.points,
        }


def whole_deliveries(s: Empyreal, seat: int) -> list[dict[str, object]]:
    """The deliveries that can be made, each as a whole, those with most points first; not of a single good."""
    if not isinstance(s.verb, ChooseCity):
        return []
    verb: ChooseCity = s.verb
    if verb.most == 1:
        return []
    twin = dealt(s, seat)
    found = [Whole(twin.clone(), seat, a) for a in twin.choices() if a != NO_DELIVERY]
    found.sort(key=lambda whole: -whole.points)
    return [whole.told() for whole in found]
