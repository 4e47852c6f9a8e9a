"""The rules of Small Railroad Empires: set-up, the steps of a turn, the end."""

from __future__ import annotations

from roundhouse.core.cells import put
from roundhouse.core.components import Edits, Table
from roundhouse.core.game import Game, Option
from roundhouse.core.native import i64
from roundhouse.core.rng import Rng
from roundhouse.core.verbs import (
    TIMES_ONE,
    Verb,
    close,
    frame,
    frame_seat,
    memo,
    times,
    with_memo,
    with_seat,
)
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
from roundhouse.games.empires.box import SCHEMA, EmpiresBox
from roundhouse.games.empires.state import (
    FEWER_DELIVERIES,
    KNOWN,
    MORE_ENDINGS,
    NEW_LINKS,
    ONE,
    PASSENGERS,
    RENT,
    SEATS_IN,
    Empires,
)
from roundhouse.games.empires.verbs import Arrive, Deliver, PlayCard, Priced, TakeLine, ToCity

EDITIONS = {"draft": 0, "final": RENT | MORE_ENDINGS | FEWER_DELIVERIES}
DELIVERIES = {"any connected": 0, "new links only": NEW_LINKS}


class PlaceStart(Verb[Empires]):
    """Each seat in turn, against the clock, starts at a factory of its own."""

    def __init__(self) -> None:
        super().__init__(asking=True)

    def asks(self, s: Empires, f: int) -> bool:
        return True

    def choices(self, s: Empires, f: int, out: list[int]) -> None:
        for factory in s.board.factories:
            if not s.tracks[s.board.factory[factory]]:
                out.append(START + factory)

    def choose(self, s: Empires, f: int, action: int) -> None:
        seat = frame_seat(f)
        s.set_track(seat, s.board.factory[action - START])
        follows = (seat - 1) % s.seats
        if s.nets[follows]:
            s.top = close(with_seat(f, seat))
            s.first = seat
        else:
            s.top = with_seat(f, follows)

    def refuses(self, s: Empires, f: int, action: int) -> str:
        return OTHER_START if START <= action < START + PLACES else ""

    def prompt(self, s: Empires, f: int) -> str:
        return "start at a factory"


class Lay(Priced):
    """The tracks of a turn and, for who is not first, one from the player board."""

    def __init__(self) -> None:
        super().__init__(asking=True)

    def due(self, s: Empires, f: int) -> int:
        """How many tracks must still be laid."""
        return min(s.box.tracks_per_turn - times(f), s.supply[frame_seat(f)]) if not memo(f) else 0

    def asks(self, s: Empires, f: int) -> bool:
        found: list[int] = []
        self.choices(s, f, found)
        s.offer(found)
        return len(found) > 0

    def third(self, s: Empires, f: int) -> bool:
        """empires-6.1 to 6.3: whether a track of the player board may be laid now."""
        seat = frame_seat(f)
        return times(f) != 0 and not memo(f) and s.locked[seat] != 0 and s.not_first(seat)

    def reach(self, s: Empires, seat: int) -> int:
        """The most that can be paid."""
        top = s.money[seat]
        left = s.loans_left()
        while left and top < s.box.most_money:
            top = min(s.box.most_money, top + s.box.loan_money)
            left -= 1
        return top

    def choices(self, s: Empires, f: int, out: list[int]) -> None:
        seat = frame_seat(f)
        if self.due(s, f) > 0:
            self.offer(s, seat, self.reach(s, seat), out)
        elif self.third(s, f):
            self.offer(s, seat, self.reach(s, seat) - s.extra(seat), out)
            if out:
                out.append(STOP)

    def offer(self, s: Empires, seat: int, purse: i64, out: list[int]) -> None:
        """The places where a track can be laid and paid for: next to the network, then at other factories."""
        rent: i64 = s.box.rent if s.switches & RENT else 0
        most: i64 = s.box.per_space
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
            if SEATS_IN[there] < most and (price + rent if there else price) <= purse:
                out.append(LAY + h)
        price = s.box.new_route
        if price > purse:
            return
        own: i64 = 1 << seat
        factories = s.board.factories
        for i in range(len(factories)):
            h = s.board.factory[factories[i]]
            there = tracks[h] | trains[h]
            if there & own == 0 and SEATS_IN[there] < most and (price + rent if there else price) <= purse:
                out.append(ROUTE + factories[i])

    def cost(self, s: Empires, f: int, action: int) -> int:
        if action >= ROUTE:
            hex = s.board.factory[action - ROUTE]
            price = s.box.new_route
        else:
            hex = action - LAY
            price = s.board.cost[hex]
        return price + s.rent(hex) + (0 if self.due(s, f) > 0 else s.extra(frame_seat(f)))

    def choose(self, s: Empires, f: int, action: int) -> None:
        if action == STOP:
            s.top = close(f)
            return
        seat = frame_seat(f)
        price = self.cost(s, f, action)
        hex = s.board.factory[action - ROUTE] if action >= ROUTE else action - LAY
        if self.due(s, f) > 0:
            s.supply = put(s.supply, seat, s.supply[seat] - 1)
            s.top = f + TIMES_ONE
        else:
            s.locked = put(s.locked, seat, s.locked[seat] - 1)
            s.top = with_memo(f, 1) + TIMES_ONE
        s.lay(seat, hex, price)

    def run(self, s: Empires, f: int) -> None:
        """empires-4.8: what can be laid nowhere goes to the box."""
        due = self.due(s, f)
        if due > 0:
            seat = frame_seat(f)
            s.supply = put(s.supply, seat, s.supply[seat] - due)
            s.boxed = put(s.boxed, seat, s.boxed[seat] + due)
        s.top = with_memo(s.top, 0)  # from here on the register tells of first claims

    def refuses(self, s: Empires, f: int, action: int) -> str:
        seat = frame_seat(f)
        if action == STOP:
            return MUST_LAY
        if action >= ROUTE + PLACES:
            return ""
        if action >= ROUTE:
            hex = s.board.factory[action - ROUTE]
            if hex == NONE or s.there(hex) >> seat & 1 or SEATS_IN[s.there(hex)] >= s.box.per_space:
                return NO_NEW_ROUTE
            return NO_MONEY
        hex = action - LAY
        if hex >= s.board.size:
            return NOT_BESIDE
        if s.there(hex) >> seat & 1:
            return OWN_ALREADY
        if hex not in s.frontiers[seat]:
            return NOT_BESIDE
        return FULL if SEATS_IN[s.there(hex)] >= s.box.per_space else NO_MONEY

    def prompt(self, s: Empires, f: int) -> str:
        due = self.due(s, f)
        if due <= 0:
            return f"lay a third track for ${s.extra(frame_seat(f))} more, or none"
        return "lay the last track of the turn" if due == 1 else "lay a track"


class Claim(Verb[Empires]):
    """Achievements, one by one: one of them may be a first claim."""

    def __init__(self) -> None:
        super().__init__(asking=True)

    def asks(self, s: Empires, f: int) -> bool:
        found: list[int] = []
        self.choices(s, f, found)
        s.offer(found)
        return len(found) > 1

    def forbids(self, s: Empires, f: int, feat: int) -> str:
        """The clause by which the seat cannot claim that achievement now, or ""."""
        seat = frame_seat(f)
        if s.claimed(seat, feat):
            return CLAIMED
        if not s.box.feats[feat].met(s, seat, feat):
            return NO_FEAT
        return ONE_FIRST if memo(f) and not s.firsts[feat] else ""

    def choices(self, s: Empires, f: int, out: list[int]) -> None:
        for i in range(len(s.feats)):
            if not self.forbids(s, f, s.feats[i]):
                out.append(CLAIM + s.feats[i])
        out.append(NO_CLAIM)

    def choose(self, s: Empires, f: int, action: int) -> None:
        if action == NO_CLAIM:
            s.top = close(f)
            return
        seat = frame_seat(f)
        feat = action - CLAIM
        if s.firsts[feat]:
            s.laters = put(s.laters, feat, s.laters[feat] | 1 << seat)
            s.top = f + TIMES_ONE
        else:
            s.firsts = put(s.firsts, feat, seat + 1)
            s.top = with_memo(f, 1) + TIMES_ONE

    def refuses(self, s: Empires, f: int, action: int) -> str:
        if not CLAIM <= action < CLAIM + FEATS:
            return ""
        feat = action - CLAIM
        return self.forbids(s, f, feat) if feat in s.feats else NOT_IN_PLAY

    def prompt(self, s: Empires, f: int) -> str:
        return "claim an achievement, or nothing more"


class Buy(Verb[Empires]):
    """One card of the market, with room in the hand."""

    def __init__(self) -> None:
        super().__init__(asking=True)

    def asks(self, s: Empires, f: int) -> bool:
        if times(f) or len(s.hands[frame_seat(f)]) >= s.box.hand:
            return False
        found: list[int] = []
        self.choices(s, f, found)
        s.offer(found)
        return len(found) > 1

    def choices(self, s: Empires, f: int, out: list[int]) -> None:
        for slot in range(len(s.market)):
            if s.loans_for(frame_seat(f), s.box.market[slot]) >= 0:
                out.append(BUY + slot)
        out.append(NO_BUY)

    def choose(self, s: Empires, f: int, action: int) -> None:
        seat = frame_seat(f)
        s.top = close(f + TIMES_ONE)
        if action == NO_BUY:
            return
        slot = action - BUY
        s.pay(seat, s.box.market[slot])
        s.hands[seat] = s.hands[seat] + ONE[s.market[slot] | KNOWN]
        s.market = s.market[:slot] + s.market[slot + 1 :]
        s.refill()

    def refuses(self, s: Empires, f: int, action: int) -> str:
        if not BUY <= action < BUY + SLOTS:
            return ""
        return TOO_DEAR if action - BUY < len(s.market) else NO_SLOT

    def prompt(self, s: Empires, f: int) -> str:
        return "take a train card, or none"


class NextTurn(Verb[Empires]):
    """The turn passes on, clockwise; the game ends with a round (empires-16.1)."""

    def __init__(self) -> None:
        super().__init__()
        self.program: int = 0

    def run(self, s: Empires, f: int) -> None:
        follows = s.first if not s.turn else (frame_seat(f) + 1) % s.seats
        if s.turn and follows == s.first and s.endings():
            s.finish()
            return
        s.turn += 1
        s.laid = b""
        s.top = frame(self.program, follows)


class EmpiresGame(Game[Empires, EmpiresBox]):
    """Small Railroad Empires, 2 to 4 seats."""

    def __init__(self) -> None:
        super().__init__("empires", "Small Railroad Empires", range(2, 5), 1)
        self.schema = SCHEMA
        self.space = SPACE
        self.reasons = REASONS
        self.one_at_a_time = ONE_AT_A_TIME
        self.depth = 4
        self.delivery: int = self.register(ToCity() + TakeLine() + Arrive() + PlayCard())
        passes = NextTurn()
        passes.program = self.register(Lay() + Deliver() + Claim() + Buy() + passes)
        self.flow: int = self.register(PlaceStart() + passes)
        self.printed = self.make_box(SCHEMA.printed(), {})
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

    def make_box(self, tables: dict[str, Table], edits: Edits) -> EmpiresBox:
        return EmpiresBox(tables, edits, self.delivery)

    def parts(self, card: int) -> list[tuple[str, str]]:
        box = self.printed
        if card < ENGINES:
            return [(type(box.conditions[card]).__name__, box.conditions[card].told)]
        if card < ENGINES + FEATS:
            feat = box.feats[card - ENGINES]
            return [(type(feat).__name__, feat.told)]
        return []

    def empty(self) -> Empires:
        return Empires()

    def set_up(self, s: Empires, options: dict[str, object]) -> None:
        box, seats = s.box, s.seats
        n = 3 if seats == 2 else 4
        tiles = s.shuffled(list(range(len(TILES))))[:n]
        turned = [s.shuffled(allowed)[0] if len(allowed) > 1 else allowed[0] for allowed in box.atlas.rotations[n]]
        s.lay_out(bytes(tiles), bytes(turned))
        s.switches = EDITIONS[str(options["edition"])] | DELIVERIES[str(options["deliveries"])]
        if options["passengers"]:
            s.switches |= PASSENGERS
        s.produce()
        s.feats = bytes(sorted(s.shuffled_box(list(range(FEATS)), box.achievements)[: box.achievements]))
        there = [c for c in range(CONTRACTS) if box.contract_factory[c] in s.board.factories]
        contracts = s.shuffled_box(there, seats)
        s.contracts = bytes(contracts[:seats])
        s.undealt = bytes(contracts[seats:])
        s.deck = bytes(s.shuffled_box(box.engines, seats * box.hand + box.slots))
        for seat in range(seats):
            s.hands[seat] = s.deck[: box.hand]
            s.deck = s.deck[box.hand :]
        s.refill()
        s.top = frame(self.flow, s.shuffled(list(range(seats)))[0])

    def seen(self, s: Empires, seat: int | None) -> dict[str, object]:
        return view.seen(s, seat)

    def deal_hidden(self, s: Empires, seat: int | None, rng: Rng) -> None:
        view.deal_hidden(s, seat, rng)

    def evaluate(self, s: Empires, seat: int) -> int:
        return bot.evaluate(s, seat)


def create() -> EmpiresGame:
    """The game, for the registry."""
    return EmpiresGame()
