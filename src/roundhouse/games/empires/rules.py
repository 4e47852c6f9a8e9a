"""The rules of Small Railroad Empires: set-up, the steps of a turn, the end."""

from __future__ import annotations

from typing import cast

from roundhouse.core.cells import put
from roundhouse.core.game import Game, Option
from roundhouse.core.native import i64
from roundhouse.core.rng import Rng, seeded
from roundhouse.core.state import State
from roundhouse.core.tables import Box, Edits, Table
from roundhouse.core.verbs import TIMES_ONE, Verb, close, do, frame, frame_seat, held, hold, settle, times, with_seat
from roundhouse.games.empires import bot, view
from roundhouse.games.empires.actions import (
    BUY,
    CLAIM,
    CLAIMED,
    CONTRACTS,
    ENGINES,
    FEATS,
    FULL,
    LAY,
    MUST_LAY,
    NO_BUY,
    NO_CLAIM,
    NO_FEAT,
    NO_MONEY,
    NO_NEW_ROUTE,
    NO_SLOT,
    NOT_BESIDE,
    NOT_IN_PLAY,
    ONE_AT_A_TIME,
    ONE_FIRST,
    OTHER_START,
    OWN_ALREADY,
    PLACES,
    REASONS,
    ROUTE,
    SLOTS,
    SPACE,
    START,
    STOP,
    TOO_DEAR,
)
from roundhouse.games.empires.board import NONE, TILES
from roundhouse.games.empires.box import SHELF, EmpiresBox
from roundhouse.games.empires.lines import neighbours
from roundhouse.games.empires.state import (
    COUNT,
    FEWER_DELIVERIES,
    KNOWN,
    MORE_ENDINGS,
    NEW_LINKS,
    ONE,
    PASSENGERS,
    RENT,
    Empires,
)
from roundhouse.games.empires.verbs import Arrive, Deliver, PlayCard, Priced, TakeLine, ToCity

EDITIONS = {"draft": 0, "final": RENT | MORE_ENDINGS | FEWER_DELIVERIES}
DELIVERIES = {"any connected": 0, "new links only": NEW_LINKS}


class PlaceStart(Verb):
    """Each seat in turn, against the clock, starts at a factory of its own."""

    def __init__(self) -> None:
        super().__init__(asking=True)

    def asks(self, s: State, f: int) -> bool:
        return True

    def choices(self, s: State, f: int, out: list[int]) -> None:
        t = cast(Empires, s)
        for factory in t.board.factories:
            if not t.tracks[t.board.factory[factory]]:
                out.append(START + factory)

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Empires, s)
        seat = frame_seat(f)
        t.set_track(seat, t.board.factory[action - START])
        follows = (seat - 1) % t.seats
        if t.nets[follows]:
            t.top = close(with_seat(f, seat))
            t.first = seat
        else:
            t.top = with_seat(f, follows)

    def refuses(self, s: State, f: int, action: int) -> str:
        return OTHER_START if START <= action < START + PLACES else ""

    def prompt(self, s: State, f: int) -> str:
        return "start at a factory"


class Lay(Priced):
    """The tracks of a turn and, for who is not first, one from the player board."""

    def __init__(self) -> None:
        super().__init__(asking=True)

    def due(self, s: Empires, f: int) -> int:
        """How many tracks must still be laid."""
        return min(s.kit.tracks_per_turn - times(f), s.supply[frame_seat(f)]) if not held(f) else 0

    def asks(self, s: State, f: int) -> bool:
        found: list[int] = []
        self.choices(s, f, found)
        s.leave(found)
        return len(found) > 0

    def third(self, s: Empires, f: int) -> bool:
        """empires-6.1 to 6.3: whether a track of the player board may be laid now."""
        seat = frame_seat(f)
        return times(f) != 0 and not held(f) and s.locked[seat] != 0 and s.not_first(seat)

    def reach(self, s: Empires, seat: int) -> int:
        """The most that can be paid."""
        top = s.money[seat]
        left = s.loans_left()
        while left and top < s.kit.most_money:
            top = min(s.kit.most_money, top + s.kit.loan_money)
            left -= 1
        return top

    def choices(self, s: State, f: int, out: list[int]) -> None:
        t = cast(Empires, s)
        seat = frame_seat(f)
        if self.due(t, f) > 0:
            self.offer(t, seat, self.reach(t, seat), out)
        elif self.third(t, f):
            self.offer(t, seat, self.reach(t, seat) - t.extra(seat), out)
            if out:
                out.append(STOP)

    def offer(self, s: Empires, seat: int, purse: i64, out: list[int]) -> None:
        """The places where a track can be laid and paid for: next to the network, then at other factories."""
        rent: i64 = s.kit.rent if s.switches & RENT else 0
        most: i64 = s.kit.per_space
        near = s.frontiers[seat]
        tracks = s.tracks
        trains = s.trains
        costs = s.board.cost
        price: i64
        there: i64
        h: i64
        i: i64
        for i in range(len(near)):
            h = near[i]
            there = tracks[h] | trains[h]
            price = costs[h]
            if COUNT[there] < most and (price + rent if there else price) <= purse:
                out.append(LAY + h)
        price = s.kit.new_route
        if price > purse:
            return
        own: i64 = 1 << seat
        factories = s.board.factories
        for i in range(len(factories)):
            h = s.board.factory[factories[i]]
            there = tracks[h] | trains[h]
            if there & own == 0 and COUNT[there] < most and (price + rent if there else price) <= purse:
                out.append(ROUTE + factories[i])

    def price(self, s: Empires, f: int, action: int) -> int:
        if action >= ROUTE:
            hex = s.board.factory[action - ROUTE]
            price = s.kit.new_route
        else:
            hex = action - LAY
            price = s.board.cost[hex]
        return price + s.rent(hex) + (0 if self.due(s, f) > 0 else s.extra(frame_seat(f)))

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Empires, s)
        if action == STOP:
            t.top = close(f)
            return
        seat = frame_seat(f)
        price = self.price(t, f, action)
        hex = t.board.factory[action - ROUTE] if action >= ROUTE else action - LAY
        if self.due(t, f) > 0:
            t.supply = put(t.supply, seat, t.supply[seat] - 1)
            t.top = f + TIMES_ONE
        else:
            t.locked = put(t.locked, seat, t.locked[seat] - 1)
            t.top = hold(f, 1) + TIMES_ONE
        t.lay(seat, hex, price)

    def run(self, s: State, f: int) -> None:
        """empires-4.8: what can be laid nowhere goes to the box."""
        t = cast(Empires, s)
        due = self.due(t, f)
        if due > 0:
            seat = frame_seat(f)
            t.supply = put(t.supply, seat, t.supply[seat] - due)
            t.boxed = put(t.boxed, seat, t.boxed[seat] + due)
        t.top = hold(t.top, 0)  # from here on the register tells of first claims

    def refuses(self, s: State, f: int, action: int) -> str:
        t = cast(Empires, s)
        seat = frame_seat(f)
        if action == STOP:
            return MUST_LAY
        if action >= ROUTE + PLACES:
            return ""
        if action >= ROUTE:
            hex = t.board.factory[action - ROUTE]
            if hex == NONE or t.there(hex) >> seat & 1 or COUNT[t.there(hex)] >= t.kit.per_space:
                return NO_NEW_ROUTE
            return NO_MONEY
        hex = action - LAY
        if hex >= t.board.size:
            return NOT_BESIDE
        if t.there(hex) >> seat & 1:
            return OWN_ALREADY
        if hex not in t.frontiers[seat]:
            return NOT_BESIDE
        return FULL if COUNT[t.there(hex)] >= t.kit.per_space else NO_MONEY

    def prompt(self, s: State, f: int) -> str:
        t = cast(Empires, s)
        due = self.due(t, f)
        if due <= 0:
            return f"lay a third track for ${t.extra(frame_seat(f))} more, or none"
        return "lay the last track of the turn" if due == 1 else "lay a track"


class Claim(Verb):
    """Achievements, one by one: one of them may be a first claim."""

    def __init__(self) -> None:
        super().__init__(asking=True)

    def asks(self, s: State, f: int) -> bool:
        found: list[int] = []
        self.choices(s, f, found)
        s.leave(found)
        return len(found) > 1

    def forbids(self, s: Empires, f: int, feat: int) -> str:
        """The clause by which the seat cannot claim that achievement now, or ""."""
        seat = frame_seat(f)
        if s.claimed(seat, feat):
            return CLAIMED
        if not s.kit.feats[feat].met(s, seat, feat):
            return NO_FEAT
        return ONE_FIRST if held(f) and not s.firsts[feat] else ""

    def choices(self, s: State, f: int, out: list[int]) -> None:
        t = cast(Empires, s)
        for i in range(len(t.feats)):
            if not self.forbids(t, f, t.feats[i]):
                out.append(CLAIM + t.feats[i])
        out.append(NO_CLAIM)

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Empires, s)
        if action == NO_CLAIM:
            t.top = close(f)
            return
        seat = frame_seat(f)
        feat = action - CLAIM
        if t.firsts[feat]:
            t.laters = put(t.laters, feat, t.laters[feat] | 1 << seat)
            t.top = f + TIMES_ONE
        else:
            t.firsts = put(t.firsts, feat, seat + 1)
            t.top = hold(f, 1) + TIMES_ONE

    def refuses(self, s: State, f: int, action: int) -> str:
        t = cast(Empires, s)
        if not CLAIM <= action < CLAIM + FEATS:
            return ""
        feat = action - CLAIM
        return self.forbids(t, f, feat) if feat in t.feats else NOT_IN_PLAY

    def prompt(self, s: State, f: int) -> str:
        return "claim an achievement, or nothing more"


class Buy(Verb):
    """One card of the market, with room in the hand."""

    def __init__(self) -> None:
        super().__init__(asking=True)

    def asks(self, s: State, f: int) -> bool:
        t = cast(Empires, s)
        if times(f) or len(t.hands[frame_seat(f)]) >= t.kit.hand:
            return False
        found: list[int] = []
        self.choices(s, f, found)
        s.leave(found)
        return len(found) > 1

    def choices(self, s: State, f: int, out: list[int]) -> None:
        t = cast(Empires, s)
        for slot in range(len(t.market)):
            if t.loans_for(frame_seat(f), t.kit.market[slot]) >= 0:
                out.append(BUY + slot)
        out.append(NO_BUY)

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Empires, s)
        seat = frame_seat(f)
        t.top = close(f + TIMES_ONE)
        if action == NO_BUY:
            return
        slot = action - BUY
        t.pay(seat, t.kit.market[slot])
        t.hands[seat] = t.hands[seat] + ONE[t.market[slot] | KNOWN]
        t.market = t.market[:slot] + t.market[slot + 1 :]
        t.refill()

    def refuses(self, s: State, f: int, action: int) -> str:
        t = cast(Empires, s)
        if not BUY <= action < BUY + SLOTS:
            return ""
        return TOO_DEAR if action - BUY < len(t.market) else NO_SLOT

    def prompt(self, s: State, f: int) -> str:
        return "take a train card, or none"


class NextTurn(Verb):
    """The turn passes on, clockwise; the game ends with a round (empires-16.1)."""

    def __init__(self) -> None:
        super().__init__()
        self.program: int = 0

    def run(self, s: State, f: int) -> None:
        t = cast(Empires, s)
        follows = t.first if not t.turn else (frame_seat(f) + 1) % t.seats
        if t.turn and follows == t.first and t.endings():
            t.finish()
            return
        t.turn += 1
        t.laid = b""
        t.top = frame(self.program, follows)


class EmpiresGame(Game):
    """Small Railroad Empires, 2 to 4 seats."""

    def __init__(self) -> None:
        super().__init__("empires", "Small Railroad Empires", range(2, 5), 1)
        self.shelf = SHELF
        self.space = SPACE
        self.reasons = REASONS
        self.one_at_a_time = ONE_AT_A_TIME
        self.depth = 4
        self.delivery: int = self.programs.add(do(ToCity()) + do(TakeLine()) + do(Arrive()) + do(PlayCard()))
        passes = NextTurn()
        passes.program = self.programs.add(do(Lay()) + do(Deliver()) + do(Claim()) + do(Buy()) + do(passes))
        self.flow: int = self.programs.add(do(PlaceStart()) + do(passes))
        self.printed: EmpiresBox = self.make_box(SHELF.printed(), {})
        self.options = {
            "edition": Option(
                "choice",
                "draft",
                "The rules of the draft, or those of the printed game where they are known to differ: rent for "
                "building where another seat is, two further endings, Master of Delivery at 4.",
                tuple(EDITIONS),
            ),
            "deliveries": Option(
                "choice",
                "any connected",
                "Which links goods can be delivered on: any that there are, or only those this turn's tracks made.",
                tuple(DELIVERIES),
            ),
            "passengers": Option(
                "flag", False, "Cities with hats of one colour score at the end for who has reached them."
            ),
        }

    def usual(self) -> EmpiresBox:
        return self.printed

    def make_box(self, tables: dict[str, Table], edits: Edits) -> EmpiresBox:
        return EmpiresBox(tables, edits, self.delivery)

    def parts(self, card: int) -> list[tuple[str, str]]:
        kit = self.printed
        if card < ENGINES:
            return [(type(kit.conditions[card]).__name__, kit.conditions[card].told)]
        if card < ENGINES + FEATS:
            feat = kit.feats[card - ENGINES]
            return [(type(feat).__name__, feat.told)]
        return []

    def deal(
        self,
        seats: int,
        rng: Rng,
        box: Box,
        options: dict[str, object],
        script: list[list[int]] | None,
        outcomes: list[list[int]] | None,
    ) -> Empires:
        kit = cast(EmpiresBox, box)
        s = Empires()
        s.begin(self, kit, seats, rng)  # the country is drawn first, and chance belongs to the state
        s.script = script
        s.outcomes = outcomes
        n = 3 if seats == 2 else 4
        tiles = bytes(s.shuffled(list(range(len(TILES))))[:n])
        rotations = bytes(
            [s.shuffled(allowed)[0] if len(allowed) > 1 else allowed[0] for allowed in kit.atlas.rotations[n]]
        )
        s.set_up(self, kit, seats, rng, tiles, rotations)
        s.script = script
        s.outcomes = outcomes
        s.switches = EDITIONS[str(options["edition"])] | DELIVERIES[str(options["deliveries"])]
        if options["passengers"]:
            s.switches |= PASSENGERS
        s.produce()
        s.feats = bytes(sorted(s.shuffled_box(list(range(FEATS)), kit.achievements)[: kit.achievements]))
        there = [c for c in range(CONTRACTS) if kit.contract_factory[c] in s.board.factories]
        contracts = s.shuffled_box(there, seats)
        s.contracts = bytes(contracts[:seats])
        s.undealt = bytes(contracts[seats:])
        s.deck = bytes(s.shuffled_box(kit.engines, seats * kit.hand + kit.slots))
        for seat in range(seats):
            s.hands[seat] = s.deck[: kit.hand]
            s.deck = s.deck[kit.hand :]
        s.refill()
        s.top = frame(self.flow, s.shuffled(list(range(seats)))[0])
        settle(s)
        s.script = None
        s.outcomes = None
        return s

    def bare(self, box: Box, fields: dict[str, object]) -> Empires:
        s = Empires()
        tiles = cast(bytes, fields["tiles"])
        s.set_up(
            self, cast(EmpiresBox, box), cast(int, fields["seats"]), seeded(0), tiles, cast(bytes, fields["rotations"])
        )
        return s

    def view(self, s: State, seat: int | None) -> dict[str, object]:
        return view.view(cast(Empires, s), seat)

    def restore(self, edits: Edits, fields: dict[str, object]) -> State:
        s = super().restore(edits, fields)
        t = cast(Empires, s)
        t.joints = [neighbours(t.board, net) for net in t.nets]
        return s

    def redeal(self, s: State, seat: int | None, rng: Rng) -> Empires:
        return view.redeal(cast(Empires, s), seat, rng)

    def standing(self, s: State, seat: int) -> int:
        return bot.standing(cast(Empires, s), seat)


def create() -> EmpiresGame:
    """The game, for the registry."""
    return EmpiresGame()
