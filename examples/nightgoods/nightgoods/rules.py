"""Set-up, the turn, the end of the game, and the game object."""

from __future__ import annotations

from typing import cast

from nightgoods import bot, view
from nightgoods.actions import (
    CARDS,
    COUPLE,
    DISPATCH,
    NO_WAGON,
    NOT_IN_HAND,
    ONE_AT_A_TIME,
    REASONS,
    SPACE,
    TOO_HEAVY,
)
from nightgoods.box import SHELF, NightGoodsBox
from nightgoods.cards import EFFECTS
from nightgoods.state import CARD, NightGoods
from roundhouse.core.game import Game
from roundhouse.core.rng import Rng, seeded
from roundhouse.core.state import State
from roundhouse.core.tables import Box, Edits, Table
from roundhouse.core.verbs import PROGRAM_MASK, Verb, close, do, frame, frame_seat, settle, times


class Turn(Verb):
    """Couple a wagon, or dispatch the train."""

    def __init__(self) -> None:
        super().__init__(asking=True)

    def asks(self, s: State, f: int) -> bool:
        return times(f) == 0

    def fits(self, s: NightGoods, seat: int, card: int) -> bool:
        return s.weight(seat) + s.kit.weights[card] <= s.kit.pull

    def choices(self, s: State, f: int, out: list[int]) -> None:
        t = cast(NightGoods, s)
        seat = frame_seat(f)
        out += [COUPLE + card for card in sorted({b & CARD for b in t.hands[seat]}) if self.fits(t, seat, card)]
        if t.trains[seat]:
            out.append(DISPATCH)

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(NightGoods, s)
        seat = frame_seat(f)
        t.top = close(f)
        if action == DISPATCH:
            t.points[seat] += t.worth(seat) + t.waiting
            t.waiting = 0
            t.gone += t.trains[seat]
            t.trains[seat] = b""
            return
        card = action - COUPLE
        t.take_from_hand(seat, card)
        t.trains[seat] += bytes([card])
        if t.kit.effects[card]:
            t.push(frame(t.kit.effects[card], seat, card))

    def refuses(self, s: State, f: int, action: int) -> str:
        t = cast(NightGoods, s)
        if action == DISPATCH:
            return NO_WAGON
        if COUPLE <= action < COUPLE + CARDS:
            held = {b & CARD for b in t.hands[frame_seat(f)]}
            return TOO_HEAVY if action - COUPLE in held else NOT_IN_HAND
        return ""

    def prompt(self, s: State, f: int) -> str:
        return "couple a wagon or dispatch the train"


class EndTurn(Verb):
    """Draw, bring a parcel, and start the program anew for the next seat (nightgoods-2.6, nightgoods-4.1)."""

    def run(self, s: State, f: int) -> None:
        t = cast(NightGoods, s)
        seat = frame_seat(f)
        t.draw(seat, max(0, t.kit.hand - len(t.hands[seat])))
        t.waiting += 1
        follows = (seat + 1) % t.seats
        if follows == 0:
            if not t.deck:
                t.finish()
                return
            t.rounds += 1
        t.top = frame(f & PROGRAM_MASK, follows)


class NightGoodsGame(Game):
    """Night Goods, 2 to 4 seats."""

    def __init__(self) -> None:
        super().__init__("nightgoods", "Night Goods", range(2, 5), 1)
        self.shelf = SHELF
        self.space = SPACE
        self.reasons = REASONS
        self.one_at_a_time = ONE_AT_A_TIME
        self.effects = [self.number(program) for program in EFFECTS.values()]
        self.flow = self.programs.add(do(Turn()) + do(EndTurn()))
        self.printed = self.make_box(SHELF.printed(), {})

    def usual(self) -> NightGoodsBox:
        return self.printed

    def make_box(self, tables: dict[str, Table], edits: Edits) -> NightGoodsBox:
        return NightGoodsBox(tables, edits, self.effects)

    def parts(self, card: int) -> list[tuple[str, str]]:
        return self.made_of(self.effects[card])

    def deal(
        self,
        seats: int,
        rng: Rng,
        box: Box,
        options: dict[str, object],
        script: list[list[int]] | None,
        outcomes: list[list[int]] | None,
    ) -> NightGoods:
        kit = cast(NightGoodsBox, box)
        s = NightGoods()
        s.set_up(self, kit, seats, rng)
        s.script = script
        s.outcomes = outcomes
        s.deck = bytes(s.shuffled(kit.deck))
        for seat in range(seats):
            s.draw(seat, kit.hand)
        s.top = frame(self.flow, 0)
        settle(s)
        s.script = None
        s.outcomes = None
        return s

    def bare(self, box: Box, fields: dict[str, object]) -> NightGoods:
        s = NightGoods()
        s.set_up(self, cast(NightGoodsBox, box), cast(int, fields["seats"]), seeded(0))
        return s

    def view(self, s: State, seat: int | None) -> dict[str, object]:
        return view.view(cast(NightGoods, s), seat)

    def redeal(self, s: State, seat: int | None, rng: Rng) -> NightGoods:
        return view.redeal(cast(NightGoods, s), seat, rng)

    def standing(self, s: State, seat: int) -> int:
        return bot.standing(cast(NightGoods, s), seat)


def create() -> NightGoodsGame:
    """The game, for the entry point in pyproject.toml."""
    return NightGoodsGame()
