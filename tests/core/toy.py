"""Toy railway: a tiny complete game on the contract, as a third party would write it.

Its cards sketch the nastiest ones of the real games. Seats build on a small hex map, activate the cars of their
yard and use a captain, an engineer and a surveyor. Nothing that cannot be done in full is ever offered.
"""

from __future__ import annotations

import os
from typing import Final, cast

from roundhouse.core.game import Game, Option
from roundhouse.core.rng import Rng, seeded
from roundhouse.core.state import State
from roundhouse.core.tables import Box, Column, Edits, Shelf, Table
from roundhouse.core.verbs import Program, do, frame, settle
from roundhouse.core.views import COUNT, PUBLIC
from tests.core.toy_state import (
    ANY,
    ANYWHERE,
    CAPTAIN,
    CARS,
    ENGINEER,
    FISH,
    FOREST,
    HEXES,
    LAKE,
    MEADOW,
    ROWS,
    STARTS,
    SURVEYOR,
    TERRAIN,
    WOOD,
    Toy,
    ToyBox,
)
from tests.core.toy_verbs import (
    REASONS,
    SPACE,
    CopyCar,
    Turn,
    activate_gained,
    build,
    build_as_many,
    choose_surveyor,
    copy_beside,
    copy_engineer,
    copy_market,
    copy_surveyor,
    discard_car,
    each_competitor,
    each_seat,
    either,
    extra_turn,
    gain_car,
    mana,
    move_car,
    pay,
    place_good,
    point_for_each,
    refresh,
    return_good,
    return_goods,
    ship_good,
    use_now,
)


def car_texts() -> dict[str, Program]:
    """The cars, one line each."""
    return {
        "meadow_liner":     build(MEADOW),
        "lake_liner":       build(LAKE),
        "reforester":       2 * (build(FOREST) + place_good(WOOD)),
        "limited_express":  copy_beside(),
        "transformer":      copy_market(),
        "car_bomb":         each_competitor(discard_car()),
        "icecar":           return_good() + mana(1),
        "relay":            return_good() + refresh(ENGINEER),
        "ferry":            return_good(FISH) + ship_good(FISH),
        "commerce":         return_goods(ANY) + build_as_many(),
        "hypetrain":        2 * gain_car(),
        "gilt_runner":      either(gain_car(), refresh(CAPTAIN, ENGINEER)),
        "scout":            choose_surveyor(),
    }  # fmt: skip


def specialist_texts() -> tuple[dict[str, Program], ...]:
    """Captains, engineers and surveyors, one line each."""
    captains = {
        "Runika":     mana(2),
        "Trias":      either(build(MEADOW), refresh(ENGINEER)),
        "Marcinae":   return_good() + move_car(),
    }  # fmt: skip
    engineers = {
        "Arret":      copy_engineer(),
        "Uumi":       pay(1) + copy_market(),
        "Orman":      mana(3),
        "Irion":      pay(1) + build(ANYWHERE),
        "Adelaide":   gain_car(),
    }  # fmt: skip
    surveyors = {
        "Doc":        copy_surveyor(),
        "Milton":     2 * gain_car() + activate_gained(),
        "Ran":        refresh(CAPTAIN, ENGINEER, must=False) + use_now(),
        "Eirene":     extra_turn(),
        "Lyal":       return_goods(ANY) + point_for_each(),
        "John":       3 * build(ANYWHERE),
        "Hikaru":     mana(5),
    }  # fmt: skip
    return captains, engineers, surveyors


CAR_IDS: Final = tuple(car_texts())
SPECIALIST_IDS: Final = tuple(tuple(texts) for texts in specialist_texts())
SURVEYOR_IDS: Final = SPECIALIST_IDS[SURVEYOR]

SHELF: Final = Shelf(os.path.join(os.path.dirname(__file__), "toy_components"))
SHELF.add(
    "cars.csv",
    [
        Column("id", "name", fixed=True),
        Column("title", "name"),
        Column("cost", "number", most=9),
        Column("copies", "number", most=9),
    ],
    ["id"],
)


class ToyGame(Game):
    """Toy railway, 2 to 4 seats."""

    def __init__(self, rules_version: int = 1) -> None:
        super().__init__("toy", "Toy railway", range(2, 5), rules_version)
        self.shelf = SHELF
        self.space = SPACE
        self.reasons = REASONS
        texts = car_texts()
        self.texts = {**texts, **{k: v for group in specialist_texts() for k, v in group.items()}}
        self.cars = [self.programs.add(p) for p in texts.values()]
        self.copier = [any(isinstance(v, CopyCar) for v in p.verbs) for p in texts.values()]
        self.abilities = [[self.programs.add(p) for p in group.values()] for group in specialist_texts()]
        self.flow = self.programs.add(each_seat(choose_surveyor()) + do(Turn()))
        self.printed = self.make_box(SHELF.printed(), {})
        self.options = {"captain": Option("choice", "Runika", "Who leads every company.", SPECIALIST_IDS[CAPTAIN])}

    def usual(self) -> ToyBox:
        return self.printed

    def make_box(self, tables: dict[str, Table], edits: Edits) -> ToyBox:
        return ToyBox(tables, edits, self.cars, self.copier, SPECIALIST_IDS, self.abilities)

    def bare(self, box: Box, fields: dict[str, object]) -> Toy:
        s = Toy()
        s.begin(self, box, cast(int, fields["seats"]), seeded(0))
        s.kit = cast(ToyBox, box)
        return s

    def deal(
        self,
        seats: int,
        rng: Rng,
        box: Box,
        options: dict[str, object],
        script: list[list[int]] | None,
        outcomes: list[list[int]] | None,
    ) -> Toy:
        s = self.bare(box, {"seats": seats})
        s.rng = rng
        s.script = script
        s.outcomes = outcomes
        s.turn = s.turns = s.extra = s.done = s.arriving = 0
        s.mana = [4] * seats
        s.points = [0] * seats
        s.yards = [bytes([1, 0, 0, 0, 0])] * seats
        s.tired = [0] * seats
        tracks = [0] * HEXES
        for i in range(seats):
            tracks[STARTS[i]] = 1 << i
        s.tracks = bytes(tracks)
        s.goods = [bytes(int(t == FOREST) for t in TERRAIN), bytes(int(t == LAKE) for t in TERRAIN)]
        s.stock = [6, 0]
        s.deck = bytes(s.shuffled([car for car in range(CARS) for _ in range(s.kit.copies[car])]))
        s.market = s.discards = b""
        s.refill()
        captain = SPECIALIST_IDS[CAPTAIN].index(str(options["captain"])) + 1
        engineers = s.shuffled([1, 2, 3, 4, 5])
        s.offices = [bytes([captain, engineers[i], 0]) for i in range(seats)]
        surveyors = s.shuffled(list(range(7)))
        s.stack = bytes(sorted(surveyors[: seats + 1]))
        s.known = bytes(seats + 1)
        s.unseen = bytes(sorted(surveyors[seats + 1 :]))
        s.top = frame(self.flow, 0)
        settle(s)
        s.script = None
        s.outcomes = None
        return s

    def view(self, s: State, seat: int | None) -> dict[str, object]:
        t = cast(Toy, s)
        out: dict[str, object] = {"seat": t.seat, "over": t.over, "prompt": t.prompt(), "pending": [t.top, *t.below]}
        for name, rule in ROWS.items():
            value = getattr(t, name)
            if rule == PUBLIC:
                out[name] = plain(value)
            elif rule == COUNT:
                out[name] = len(value)
        out["stack"] = [SURVEYOR_IDS[x] if sees(k, seat) else None for x, k in zip(t.stack, t.known, strict=True)]
        if seat is not None and seat == t.seat:
            out["actions"] = t.all_words()
        return out

    def resample(self, s: State, seat: int | None, seed: object) -> Toy:
        twin = cast(Toy, s).clone()
        twin.acts = []
        rng = seeded(seed)
        twin.rng = rng.clone()
        deck = list(twin.deck)
        rng.shuffle(deck)
        twin.deck = bytes(deck)
        hidden = [x for x, k in zip(twin.stack, twin.known, strict=True) if not sees(k, seat)] + list(twin.unseen)
        rng.shuffle(hidden)
        dealt = [x if sees(k, seat) else hidden.pop() for x, k in zip(twin.stack, twin.known, strict=True)]
        pairs = sorted(zip(dealt, twin.known, strict=True))
        twin.stack = bytes(x for x, _ in pairs)
        twin.known = bytes(k for _, k in pairs)
        twin.unseen = bytes(sorted(hidden))
        return twin

    def card_text(self, name: str, box: Box | None = None) -> str:
        return self.texts[name].words() if name in self.texts else ""


def plain(value: object) -> object:
    """A field as JSON can hold it."""
    if isinstance(value, (list, bytes)):
        return [plain(v) for v in value]
    return value


def sees(known: int, seat: int | None) -> bool:
    """Whether a viewer knows a card of the stack."""
    return seat is not None and known >> seat & 1 == 1


def create() -> ToyGame:
    """The game, for the registry."""
    return ToyGame()
