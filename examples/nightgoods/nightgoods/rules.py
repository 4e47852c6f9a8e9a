"""Set-up, the turn, the end of the game, and the game object."""

from __future__ import annotations

from nightgoods import bot, view
from nightgoods.actions import COUPLE, DISPATCH, NO_WAGON, NOT_IN_HAND, ONE_AT_A_TIME, REASONS, SPACE, TOO_HEAVY
from nightgoods.box import SCHEMA, NightGoodsBox
from nightgoods.cards import EFFECTS
from nightgoods.observation import NightGoodsObservation
from nightgoods.state import CARD, NightGoods
from roundhouse.core.components import Edits, Table
from roundhouse.core.game import Game
from roundhouse.core.rng import Rng
from roundhouse.core.verbs import Verb, close, frame, frame_seat, program_of


class Turn(Verb[NightGoods]):
    """Couple a wagon, or dispatch the train."""

    def __init__(self) -> None:
        super().__init__(asking=True)

    def asks(self, s: NightGoods, f: int) -> bool:
        return True

    def held(self, s: NightGoods, f: int) -> list[int]:
        """The kinds of wagons in hand."""
        return sorted({b & CARD for b in s.hands[frame_seat(f)]})

    def choices(self, s: NightGoods, f: int, out: list[int]) -> None:
        room = s.box.pull - s.weight(frame_seat(f))
        out += [COUPLE + card for card in self.held(s, f) if s.box.weights[card] <= room]
        if s.trains[frame_seat(f)]:
            out.append(DISPATCH)

    def choose(self, s: NightGoods, f: int, action: int) -> None:
        seat = frame_seat(f)
        s.top = close(f)
        if action == DISPATCH:
            s.points[seat] += s.worth(seat) + s.waiting
            s.waiting = 0
            s.gone += s.trains[seat]
            s.trains[seat] = b""
            return
        card = action - COUPLE
        s.take_from_hand(seat, card)
        s.trains[seat] += bytes([card])
        if s.box.effects[card]:
            s.push(frame(s.box.effects[card], seat, card))

    def price(self, s: NightGoods, f: int, action: int) -> dict[str, int]:
        return {"points": s.worth(frame_seat(f)) + s.waiting} if action == DISPATCH else {}

    def refuses(self, s: NightGoods, f: int, action: int) -> str:
        block = s.space.block(action)
        if block.start == COUPLE:
            return TOO_HEAVY if block.thing(action) in self.held(s, f) else NOT_IN_HAND
        return NO_WAGON if action == DISPATCH else ""

    def prompt(self, s: NightGoods, f: int) -> str:
        return "couple a wagon or dispatch the train"


class EndTurn(Verb[NightGoods]):
    """Draw, bring a parcel, and start the program anew for the next seat (nightgoods-2.6, nightgoods-4.1)."""

    def run(self, s: NightGoods, f: int) -> None:
        seat = frame_seat(f)
        s.draw(seat, max(0, s.box.hand - len(s.hands[seat])))
        s.waiting += 1
        follows = (seat + 1) % s.seats
        if follows == 0:
            if not s.deck:
                s.finish()
                return
            s.rounds += 1
        s.top = frame(program_of(f), follows)


class NightGoodsGame(Game[NightGoods, NightGoodsBox]):
    """Night Goods, 2 to 4 seats."""

    def __init__(self) -> None:
        super().__init__("nightgoods", "Night Goods", range(2, 5), 1)
        self.schema = SCHEMA
        self.space = SPACE
        self.reasons = REASONS
        self.one_at_a_time = ONE_AT_A_TIME
        self.effects = [self.register(program) for program in EFFECTS.values()]
        self.flow = self.register(Turn() + EndTurn())
        self.observation = NightGoodsObservation()
        self.printed = self.make_box(SCHEMA.printed(), {})

    def make_box(self, tables: dict[str, Table], edits: Edits) -> NightGoodsBox:
        return NightGoodsBox(tables, edits, self.effects)

    def empty(self) -> NightGoods:
        return NightGoods()

    def set_up(self, s: NightGoods, options: dict[str, object]) -> None:
        s.deck = bytes(s.shuffled(s.box.deck))
        for seat in range(s.seats):
            s.draw(seat, s.box.hand)
        s.top = frame(self.flow, 0)

    def seen(self, s: NightGoods, seat: int | None) -> dict[str, object]:
        return view.seen(s, seat)

    def deal_hidden(self, s: NightGoods, seat: int | None, rng: Rng) -> None:
        view.deal_hidden(s, seat, rng)

    def evaluate(self, s: NightGoods, seat: int) -> int:
        return bot.evaluate(s, seat)


def create() -> NightGoodsGame:
    """The game, for the entry point in pyproject.toml."""
    return NightGoodsGame()
