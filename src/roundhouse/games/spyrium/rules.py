"""Set-up, the turn, the end of the game, and the game object."""

from __future__ import annotations

from roundhouse.core.cells import put
from roundhouse.core.components import Edits, Table
from roundhouse.core.game import Game, Option
from roundhouse.core.native import i64
from roundhouse.core.rng import Rng
from roundhouse.core.verbs import NOTHING, Verb, close, frame, frame_seat, subject, with_seat
from roundhouse.games.spyrium import bot, view
from roundhouse.games.spyrium.actions import (
    ADVANCE,
    BUILD,
    BUILDINGS,
    CALL,
    CANNOT_PAY,
    EARN,
    EVENT,
    EVENT_PAY,
    EVENT_USED,
    EVENTS,
    FACES,
    HOME,
    LIFT,
    MARKET_WORKERS,
    NO_ACTIVE_WORKER,
    NO_CARD_THERE,
    NO_COMMERCE,
    NO_EARNING,
    NO_LOBBYING,
    NO_MEANS,
    NO_SUCH_PHASE,
    NO_TAYLORISM,
    NO_TOKEN,
    NO_WORKER_THERE,
    NOT_OWNED,
    ONE_AT_A_TIME,
    OTHER_CARD,
    PASS,
    PLACE,
    REASONS,
    SIDES,
    SPACE,
    TOKENS,
    TOO_DEAR,
    USE,
    USES,
    WAYS,
)
from roundhouse.games.spyrium.board import CELLS, GAPS, PERIODS, TRACKS
from roundhouse.games.spyrium.box import SCHEMA, SpyriumBox
from roundhouse.games.spyrium.cards import BUILT, CALLS, TECHNIQUES
from roundhouse.games.spyrium.cards import EVENTS as EVENT_CARDS
from roundhouse.games.spyrium.cards import USES as USE_CARDS
from roundhouse.games.spyrium.state import (
    ACTIVATING,
    CHEAP_PLACES,
    EARN_MORE,
    FACE,
    INCLINED,
    KEEP_TOKENS,
    NO_SURCHARGE,
    ONE,
    PASSED,
    PLACING,
    SEATS,
    USE_AGAIN,
    Spyrium,
)
from roundhouse.games.spyrium.verbs import UNDECIDED, ChooseBonus, offer_gaps, offer_uses, refuses_use, use

MORE_EARNED = 2  # with the rule for it
PLACES_FREE = 3  # with the rule for it


class Turn(Verb[Spyrium]):
    """One action at a time, clockwise, until all have passed; then the next turn, and after the last the end."""

    def __init__(self) -> None:
        super().__init__(asking=True)

    def asks(self, s: Spyrium, f: int) -> bool:
        return not s.over

    def choices(self, s: Spyrium, f: int, out: list[int]) -> None:
        seat = frame_seat(f)
        if s.phases[seat] == PLACING:
            if s.active[seat]:
                offer_gaps(s, out)
            out.append(ADVANCE)
        else:
            self.offer_lifts(s, seat, out)
            if s.rows[seat]:
                self.offer_buildings(s, seat, out)
        if not s.used_event[seat]:
            self.offer_event(s, seat, out)

    def offer_lifts(self, s: Spyrium, seat: int, out: list[int]) -> None:
        """The gaps with a worker of the seat; without any it may pass."""
        gaps = s.gaps
        found = False
        at: i64 = seat
        gap: i64
        for gap in range(GAPS):
            if gaps[at]:
                out.append(LIFT + gap)
                found = True
            at += SEATS
        if not found:
            out.append(PASS)

    def offer_buildings(self, s: Spyrium, seat: int, out: list[int]) -> None:
        """The uses of upright buildings, and of inclined ones with the rule for it."""
        uses: list[int] = []
        offer_uses(s, seat, False, uses)
        if s.ready(seat) & USE_AGAIN:
            offer_uses(s, seat, True, uses)
        uses.sort()
        out.extend(uses)

    def offer_event(self, s: Spyrium, seat: int, out: list[int]) -> None:
        """The options of the turn's event that are possible now."""
        event = s.events[s.turn - 1]
        options = s.box.events[event]
        token = self.event_token(s, seat)
        for k in range(len(options)):
            if not s.programs.possible(s, frame(options[k], seat, event, token), 0):
                out.append(EVENT + k)

    def event_token(self, s: Spyrium, seat: int) -> int:
        """The value of the event's token, or UNDECIDED more; 0 without one."""
        value = s.token_now
        return value + UNDECIDED if value and s.ready(seat) & KEEP_TOKENS else value

    def event_frame(self, s: Spyrium, seat: int, k: int) -> int:
        """The frame of the event's k-th option."""
        event = s.events[s.turn - 1]
        return frame(s.box.events[event][k], seat, event, self.event_token(s, seat))

    def choose(self, s: Spyrium, f: int, action: int) -> None:
        seat = frame_seat(f)
        if action == ADVANCE:
            s.phases = put(s.phases, seat, ACTIVATING)
            return
        if action == PASS:
            s.phases = put(s.phases, seat, PASSED)
        after = self.following(s, seat)
        s.top = with_seat(f, after if after >= 0 else seat)
        if action < LIFT:
            s.place(action - PLACE, seat)
        elif action < EARN:
            s.move_worker(action - LIFT, seat, -1)
            s.push(frame(s.box.lift_program, seat, action - LIFT))
        elif action == PASS:
            if after < 0:
                self.next_turn(s, f)
        elif action < EVENT:
            if (action - USE) & 1:
                s.spend(seat, USE_AGAIN)
            use(s, seat, action)
        else:
            s.used_event = put(s.used_event, seat, 1)
            s.push(self.event_frame(s, seat, action - EVENT))

    def following(self, s: Spyrium, seat: int) -> int:
        """The next seat that has not passed, or -1."""
        phases = s.phases
        seats: i64 = s.seats
        here: i64 = seat
        n: i64
        for n in range(1, seats + 1):
            other = (here + n) % seats
            if phases[other] != PASSED:
                return other
        return -1

    def next_turn(self, s: Spyrium, f: int) -> None:
        s.end_turn()
        if s.turn == s.box.turns:
            s.finish()
            return
        s.begin_turn()
        s.top = with_seat(f, s.first)

    def refuses(self, s: Spyrium, f: int, action: int) -> str:
        seat = frame_seat(f)
        placing = s.phases[seat] == PLACING
        if PLACE <= action < PLACE + GAPS:
            if not placing:
                return NO_SUCH_PHASE
            return NO_CARD_THERE if s.active[seat] else NO_ACTIVE_WORKER
        if action == ADVANCE:
            return NO_SUCH_PHASE
        if LIFT <= action < LIFT + GAPS:
            return NO_SUCH_PHASE if placing else NO_WORKER_THERE
        if action == PASS:
            return NO_SUCH_PHASE if placing else MARKET_WORKERS
        if USE <= action < USE + 2 * USES:
            if placing:
                return NO_SUCH_PHASE
            if (action - USE) & 1 and not s.ready(seat) & USE_AGAIN:
                return NO_TAYLORISM
            return refuses_use(s, seat, action)
        if EVENT <= action < EVENT + 3:
            if s.used_event[seat]:
                return EVENT_USED
            if action - EVENT < len(s.box.events[s.events[s.turn - 1]]):
                clause = s.programs.possible(s, self.event_frame(s, seat, action - EVENT), 0)
                if clause not in (CANNOT_PAY, NO_MEANS):
                    return clause
            return EVENT_PAY
        return ""

    def prompt(self, s: Spyrium, f: int) -> str:
        if s.phases[frame_seat(f)] == PLACING:
            return "place a worker, use the event or start activating"
        return "lift a worker, use a building or the event, or pass"


class Lifted(Verb[Spyrium]):
    """With a worker just lifted: earn money at a card next to it, or activate one."""

    def __init__(self) -> None:
        super().__init__(asking=True)

    def asks(self, s: Spyrium, f: int) -> bool:
        return True

    def choices(self, s: Spyrium, f: int, out: list[int]) -> None:
        gap = subject(f)
        found = False
        for side in range(SIDES):
            if s.cells[s.side(gap, side)]:
                out.append(EARN + side)
                found = True
        if not found:
            out.append(HOME)
            return
        seat = frame_seat(f)
        for side in range(SIDES):
            face = s.cells[s.side(gap, side)] - 1
            if face >= BUILDINGS:
                self.offer_calls(s, seat, s.side(gap, side), CALL + side * TOKENS * 2, out)
        for side in range(SIDES):
            face = s.cells[s.side(gap, side)] - 1
            if 0 <= face < BUILDINGS:
                self.offer_builds(s, seat, s.side(gap, side), BUILD + side * WAYS * 2, out)

    def lobbies(self, s: Spyrium, seat: int, cell: int) -> bool:
        """Whether the surcharge may be left out, and is one."""
        return s.ready(seat) & NO_SURCHARGE != 0 and s.crowd[cell] > 0

    def offer_calls(self, s: Spyrium, seat: int, cell: int, block: int, out: list[int]) -> None:
        """The ways to call the character or patent the technique on a place."""
        lobbies = self.lobbies(s, seat, cell)
        if not s.box.rival_tokens[s.cells[cell] - 1]:
            self.offer_call(s, seat, cell, 0, lobbies, block, out)
            return
        commerce = s.ready(seat) & KEEP_TOKENS != 0
        for value in range(3):
            if s.tokens[cell * 3 + value]:
                for counts in range(3):
                    if commerce or counts == value:
                        self.offer_call(s, seat, cell, 1 + 3 * value + counts, lobbies, block, out)

    def offer_call(
        self, s: Spyrium, seat: int, cell: int, token: int, lobbies: bool, block: int, out: list[int]
    ) -> None:
        """The same with one token, or none."""
        if not self.refuses_call(s, seat, cell, token, False):
            out.append(block + 2 * token)
        if lobbies and not self.refuses_call(s, seat, cell, token, True):
            out.append(block + 2 * token + 1)

    def refuses_call(self, s: Spyrium, seat: int, cell: int, token: int, lobbied: bool) -> str:
        """The clause that forbids activating the character or technique so, or ""."""
        face = s.cells[cell] - 1
        if (token != 0) != s.box.rival_tokens[face]:
            return NO_TOKEN
        counts = 0
        if token:
            value = (token - 1) // 3 + 1
            counts = (token - 1) % 3 + 1
            if not s.tokens[cell * 3 + value - 1]:
                return NO_TOKEN
            if value != counts and not s.ready(seat) & KEEP_TOKENS:
                return NO_COMMERCE
        if lobbied and not self.lobbies(s, seat, cell):
            return NO_LOBBYING
        price = s.box.prices[face] + (0 if lobbied else s.crowd[cell])
        if price > s.pounds[seat]:
            return TOO_DEAR
        program = s.box.calls[face]
        return s.programs.possible(s, frame(program, seat, face, counts), price) and CANNOT_PAY if program else ""

    def offer_builds(self, s: Spyrium, seat: int, cell: int, block: int, out: list[int]) -> None:
        """The ways to construct the building on a place: in a new place or over one of the row."""
        lobbies = self.lobbies(s, seat, cell)
        purse = s.pounds[seat]
        crowd = s.crowd[cell]
        face = s.cells[cell] - 1
        row = s.rows[seat]
        price = s.box.prices[face] + self.place_price(s, seat)
        self.afford(price, crowd, purse, lobbies, block, out)
        if not row:
            return
        ways: list[int] = []
        for i in range(0, len(row), 2):
            way = 1 + 2 * (row[i] & FACE) + (1 if row[i] & INCLINED else 0)
            if way not in ways:
                ways.append(way)
        ways.sort()
        for way in ways:
            self.afford(self.price_over(s, face, (way - 1) >> 1), crowd, purse, lobbies, block + 2 * way, out)

    def afford(self, price: int, crowd: int, purse: int, lobbies: bool, action: int, out: list[int]) -> None:
        if price + crowd <= purse:
            out.append(action)
        if lobbies and price <= purse:
            out.append(action + 1)

    def place_price(self, s: Spyrium, seat: int) -> int:
        """spyrium-9.2: a new place costs a pound for each building owned, less with the rule for it."""
        owned = len(s.rows[seat]) >> 1
        if s.techniques[seat] & CHEAP_PLACES:
            return max(0, owned - PLACES_FREE)
        return owned

    def price_over(self, s: Spyrium, face: int, old: int) -> int:
        """spyrium-9.4: the printed price, less the discount where the two buildings share a symbol."""
        price = s.box.prices[face]
        return max(0, price - s.box.discount) if s.box.symbols[face] & s.box.symbols[old] else price

    def build_price(self, s: Spyrium, seat: int, cell: int, way: int, lobbied: bool) -> int:
        """All that is paid for a construction."""
        face = s.cells[cell] - 1
        price = self.price_over(s, face, (way - 1) >> 1) if way else s.box.prices[face] + self.place_price(s, seat)
        return price + (0 if lobbied else s.crowd[cell])

    def choose(self, s: Spyrium, f: int, action: int) -> None:
        seat = frame_seat(f)
        gap = subject(f)
        s.top = close(f)
        if action <= HOME:
            if action < HOME:
                s.pounds[seat] += s.crowd[s.side(gap, action - EARN)]
            if s.techniques[seat] & EARN_MORE:
                s.pounds[seat] += MORE_EARNED
        elif action < BUILD:
            thing = (action - CALL) >> 1
            self.call(s, seat, s.side(gap, thing // TOKENS), thing % TOKENS, (action - CALL) & 1 == 1)
        else:
            thing = (action - BUILD) >> 1
            self.build(s, seat, s.side(gap, thing // WAYS), thing % WAYS, (action - BUILD) & 1 == 1)

    def call(self, s: Spyrium, seat: int, cell: int, token: int, lobbied: bool) -> None:
        """Pay, take the token, and call the character or patent the technique."""
        face = s.cells[cell] - 1
        s.pounds[seat] -= s.box.prices[face] + (0 if lobbied else s.crowd[cell])
        if lobbied:
            s.spend(seat, NO_SURCHARGE)
        counts = 0
        if token:
            value = (token - 1) // 3 + 1
            counts = (token - 1) % 3 + 1
            if value != counts:
                s.spend(seat, KEEP_TOKENS)
            s.take_token(cell, value, seat)
        if face >= s.box.first_technique:
            s.techniques = put(s.techniques, seat, s.techniques[seat] | 1 << (face - s.box.first_technique))
            s.cells = put(s.cells, cell, 0)
        else:
            s.push(frame(s.box.calls[face], seat, face, counts))

    def build(self, s: Spyrium, seat: int, cell: int, way: int, lobbied: bool) -> None:
        """Pay, place the building upright, and start what its construction brings."""
        face = s.cells[cell] - 1
        s.pounds[seat] -= self.build_price(s, seat, cell, way, lobbied)
        if lobbied:
            s.spend(seat, NO_SURCHARGE)
        row = s.rows[seat]
        card = ONE[face] + ONE[0]
        if way:
            at = s.find(seat, (way - 1) >> 1, (way - 1) & 1 == 1)
            s.gone = s.gone + ONE[(way - 1) >> 1]
            s.rows[seat] = row[:at] + card + row[at + 2 :]
        else:
            s.rows[seat] = row + card
        value = s.token_on(cell)
        if value:
            s.take_token(cell, value, seat)
            if s.ready(seat) & KEEP_TOKENS:
                value += UNDECIDED
        s.cells = put(s.cells, cell, 0)
        if s.box.built[face]:
            s.push(frame(s.box.built[face], seat, face, value))

    def refuses(self, s: Spyrium, f: int, action: int) -> str:
        seat = frame_seat(f)
        gap = subject(f)
        if EARN <= action <= HOME:
            return NO_EARNING
        if CALL <= action < BUILD:
            thing = (action - CALL) >> 1
            cell = s.side(gap, thing // TOKENS)
            if s.cells[cell] - 1 < BUILDINGS:
                return OTHER_CARD
            return self.refuses_call(s, seat, cell, thing % TOKENS, (action - CALL) & 1 == 1)
        if BUILD <= action < SPACE.size:
            thing = (action - BUILD) >> 1
            cell = s.side(gap, thing // WAYS)
            if not 0 < s.cells[cell] <= BUILDINGS:
                return OTHER_CARD
            way = thing % WAYS
            if way and s.find(seat, (way - 1) >> 1, (way - 1) & 1 == 1) < 0:
                return NOT_OWNED
            lobbied = (action - BUILD) & 1 == 1
            if lobbied and not self.lobbies(s, seat, cell):
                return NO_LOBBYING
            return TOO_DEAR
        return ""

    def prompt(self, s: Spyrium, f: int) -> str:
        beside = [s.card_at(s.side(subject(f), i)) for i in range(SIDES) if s.cells[s.side(subject(f), i)]]
        return f"earn at or activate {' or '.join(beside)}" if beside else "take the worker home"


class SpyriumGame(Game[Spyrium, SpyriumBox]):
    """Spyrium, 2 to 5 seats."""

    def __init__(self) -> None:
        super().__init__("spyrium", "Spyrium", range(2, 6), 1)
        self.schema = SCHEMA
        self.space = SPACE
        self.reasons = REASONS
        self.one_at_a_time = ONE_AT_A_TIME
        ids = [row["id"] for row in SCHEMA.printed()["cards.csv"].rows]
        self.uses: list[list[int]] = [[self.register(p) for p in USE_CARDS.get(i, [])] for i in ids]
        self.built: list[int] = [self.register(BUILT.get(i, NOTHING)) for i in ids]
        self.calls: list[int] = [self.register(CALLS.get(i, NOTHING)) for i in ids]
        self.events: list[list[int]] = [[self.register(p) for p in EVENT_CARDS.get(i, [])] for i in ids]
        self.bonus: int = self.register(ChooseBonus())
        self.lift: int = self.register(Lifted())
        self.flow: int = self.register(Turn())
        self.printed = self.make_box(SCHEMA.printed(), {})
        self.options = {
            "first_player": Option(
                "choice",
                "random",
                "Who has the First player card at the start: anybody, or seat A.",
                ("random", "fixed"),
            ),
            "residence_track": Option(
                "choice", TRACKS[0], "The values of the residence track, which are the income of each turn.", TRACKS
            ),
        }

    def make_box(self, tables: dict[str, Table], edits: Edits) -> SpyriumBox:
        return SpyriumBox(tables, edits, self.uses, self.built, self.calls, self.events, self.bonus, self.lift)

    def parts(self, card: int) -> list[tuple[str, str]]:
        out: list[tuple[str, str]] = []
        for program in [*self.uses[card], self.built[card], self.calls[card], *self.events[card]]:
            out += self.made_of(program)
        id = self.printed.ids[card]
        if id in TECHNIQUES:
            _, rule, worth = TECHNIQUES[id]
            out += [("standing rule", rule), (type(worth).__name__, worth.told)]
        return out

    def empty(self) -> Spyrium:
        return Spyrium()

    def set_up(self, s: Spyrium, options: dict[str, object]) -> None:
        box = s.box
        s.track = TRACKS.index(str(options["residence_track"]))
        s.derive()
        s.pounds = [box.start_pounds] * s.seats
        s.spyrium = [box.start_spyrium] * s.seats
        s.workers = ONE[box.start_workers] * s.seats
        s.decks = [bytes(s.shuffled_box(box.decks[i], CELLS * PERIODS.count("abc"[i]))) for i in range(3)]
        s.events = bytes(s.shuffled_box(list(range(FACES, FACES + EVENTS)), box.turns))
        s.reserve = bytes(s.shuffled(box.tokens))
        if options["first_player"] == "random":
            s.first = s.shuffled(list(range(s.seats)))[0]
        if box.one_token[s.events[0]]:
            s.token_next = s.draw_token()
        s.begin_turn()
        s.top = frame(self.flow, s.first)

    def seen(self, s: Spyrium, seat: int | None) -> dict[str, object]:
        return view.seen(s, seat)

    def deal_hidden(self, s: Spyrium, seat: int | None, rng: Rng) -> None:
        view.deal_hidden(s, rng)

    def evaluate(self, s: Spyrium, seat: int) -> int:
        return bot.evaluate(s, seat)


def create() -> SpyriumGame:
    """The game, for the registry."""
    return SpyriumGame()
