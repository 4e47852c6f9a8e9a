"""Set-up, the turn, the end of the game, and the game object."""

from __future__ import annotations

from typing import cast

from roundhouse.core.cells import put
from roundhouse.core.game import Game, Option
from roundhouse.core.native import i64
from roundhouse.core.rng import Rng, seeded
from roundhouse.core.state import State
from roundhouse.core.tables import Box, Edits, Table
from roundhouse.core.verbs import Program, Verb, close, do, frame, frame_seat, settle, spot, with_seat
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
from roundhouse.games.spyrium.board import CELLS, GAPS, PERIODS, TRACKS, track
from roundhouse.games.spyrium.box import SHELF, SpyriumBox
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
from roundhouse.games.spyrium.verbs import (
    UNDECIDED,
    ChooseBonus,
    offer_gaps,
    offer_uses,
    refuses_use,
    use,
)

MORE_EARNED = 2  # with the rule for it
PLACES_FREE = 3  # with the rule for it


class Turn(Verb):
    """One action at a time, clockwise, until all have passed; then the next turn, and after the last the end."""

    def __init__(self) -> None:
        super().__init__(asking=True)

    def asks(self, s: State, f: int) -> bool:
        return not s.over

    def choices(self, s: State, f: int, out: list[int]) -> None:
        t = cast(Spyrium, s)
        seat = frame_seat(f)
        if t.phases[seat] == PLACING:
            if t.active[seat]:
                offer_gaps(t, out)
            out.append(ADVANCE)
        else:
            self.offer_lifts(t, seat, out)
            if t.rows[seat]:
                self.offer_buildings(t, seat, out)
        if not t.used_event[seat]:
            self.offer_event(t, seat, out)

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
        options = s.kit.events[event]
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
        return frame(s.kit.events[event][k], seat, event, self.event_token(s, seat))

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Spyrium, s)
        seat = frame_seat(f)
        if action == ADVANCE:
            t.phases = put(t.phases, seat, ACTIVATING)
            return
        if action == PASS:
            t.phases = put(t.phases, seat, PASSED)
        after = self.following(t, seat)
        t.top = with_seat(f, after if after >= 0 else seat)
        if action < LIFT:
            t.place(action - PLACE, seat)
        elif action < EARN:
            t.move_worker(action - LIFT, seat, -1)
            t.push(frame(t.kit.lift_program, seat, action - LIFT))
        elif action == PASS:
            if after < 0:
                self.next_turn(t, f)
        elif action < EVENT:
            if (action - USE) & 1:
                t.spend(seat, USE_AGAIN)
            use(t, seat, action)
        else:
            t.used_event = put(t.used_event, seat, 1)
            t.push(self.event_frame(t, seat, action - EVENT))

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
        if s.turn == s.kit.turns:
            s.finish()
            return
        s.begin_turn()
        s.top = with_seat(f, s.first)

    def refuses(self, s: State, f: int, action: int) -> str:
        t = cast(Spyrium, s)
        seat = frame_seat(f)
        placing = t.phases[seat] == PLACING
        if PLACE <= action < PLACE + GAPS:
            if not placing:
                return NO_SUCH_PHASE
            return NO_CARD_THERE if t.active[seat] else NO_ACTIVE_WORKER
        if action == ADVANCE:
            return NO_SUCH_PHASE
        if LIFT <= action < LIFT + GAPS:
            return NO_SUCH_PHASE if placing else NO_WORKER_THERE
        if action == PASS:
            return NO_SUCH_PHASE if placing else MARKET_WORKERS
        if USE <= action < USE + 2 * USES:
            if placing:
                return NO_SUCH_PHASE
            if (action - USE) & 1 and not t.ready(seat) & USE_AGAIN:
                return NO_TAYLORISM
            return refuses_use(t, seat, action)
        if EVENT <= action < EVENT + 3:
            if t.used_event[seat]:
                return EVENT_USED
            if action - EVENT < len(t.kit.events[t.events[t.turn - 1]]):
                clause = t.programs.possible(t, self.event_frame(t, seat, action - EVENT), 0)
                if clause not in (CANNOT_PAY, NO_MEANS):
                    return clause
            return EVENT_PAY
        return ""

    def prompt(self, s: State, f: int) -> str:
        t = cast(Spyrium, s)
        if t.phases[frame_seat(f)] == PLACING:
            return "place a worker, use the event or start activating"
        return "lift a worker, use a building or the event, or pass"


class Lifted(Verb):
    """With a worker just lifted: earn money at a card next to it, or activate one."""

    def __init__(self) -> None:
        super().__init__(asking=True)

    def asks(self, s: State, f: int) -> bool:
        return True

    def choices(self, s: State, f: int, out: list[int]) -> None:
        t = cast(Spyrium, s)
        gap = spot(f)
        found = False
        for side in range(SIDES):
            if t.cells[t.side(gap, side)]:
                out.append(EARN + side)
                found = True
        if not found:
            out.append(HOME)
            return
        seat = frame_seat(f)
        for side in range(SIDES):
            face = t.cells[t.side(gap, side)] - 1
            if face >= BUILDINGS:
                self.offer_calls(t, seat, t.side(gap, side), CALL + side * TOKENS * 2, out)
        for side in range(SIDES):
            face = t.cells[t.side(gap, side)] - 1
            if 0 <= face < BUILDINGS:
                self.offer_builds(t, seat, t.side(gap, side), BUILD + side * WAYS * 2, out)

    def lobbies(self, s: Spyrium, seat: int, cell: int) -> bool:
        """Whether the surcharge may be left out, and is one."""
        return s.ready(seat) & NO_SURCHARGE != 0 and s.crowd[cell] > 0

    def offer_calls(self, s: Spyrium, seat: int, cell: int, block: int, out: list[int]) -> None:
        """The ways to call the character or patent the technique on a place."""
        lobbies = self.lobbies(s, seat, cell)
        if not s.kit.rival_tokens[s.cells[cell] - 1]:
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
        if (token != 0) != s.kit.rival_tokens[face]:
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
        price = s.kit.prices[face] + (0 if lobbied else s.crowd[cell])
        if price > s.pounds[seat]:
            return TOO_DEAR
        program = s.kit.calls[face]
        return s.programs.possible(s, frame(program, seat, face, counts), price) and CANNOT_PAY if program else ""

    def offer_builds(self, s: Spyrium, seat: int, cell: int, block: int, out: list[int]) -> None:
        """The ways to construct the building on a place: in a new place or over one of the row."""
        lobbies = self.lobbies(s, seat, cell)
        purse = s.pounds[seat]
        crowd = s.crowd[cell]
        face = s.cells[cell] - 1
        row = s.rows[seat]
        price = s.kit.prices[face] + self.place_price(s, seat)
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
        price = s.kit.prices[face]
        return max(0, price - s.kit.discount) if s.kit.symbols[face] & s.kit.symbols[old] else price

    def build_price(self, s: Spyrium, seat: int, cell: int, way: int, lobbied: bool) -> int:
        """All that is paid for a construction."""
        face = s.cells[cell] - 1
        price = self.price_over(s, face, (way - 1) >> 1) if way else s.kit.prices[face] + self.place_price(s, seat)
        return price + (0 if lobbied else s.crowd[cell])

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Spyrium, s)
        seat = frame_seat(f)
        gap = spot(f)
        t.top = close(f)
        if action <= HOME:
            if action < HOME:
                t.pounds[seat] += t.crowd[t.side(gap, action - EARN)]
            if t.techniques[seat] & EARN_MORE:
                t.pounds[seat] += MORE_EARNED
        elif action < BUILD:
            thing = (action - CALL) >> 1
            self.call(t, seat, t.side(gap, thing // TOKENS), thing % TOKENS, (action - CALL) & 1 == 1)
        else:
            thing = (action - BUILD) >> 1
            self.build(t, seat, t.side(gap, thing // WAYS), thing % WAYS, (action - BUILD) & 1 == 1)

    def call(self, s: Spyrium, seat: int, cell: int, token: int, lobbied: bool) -> None:
        """Pay, take the token, and call the character or patent the technique."""
        face = s.cells[cell] - 1
        s.pounds[seat] -= s.kit.prices[face] + (0 if lobbied else s.crowd[cell])
        if lobbied:
            s.spend(seat, NO_SURCHARGE)
        counts = 0
        if token:
            value = (token - 1) // 3 + 1
            counts = (token - 1) % 3 + 1
            if value != counts:
                s.spend(seat, KEEP_TOKENS)
            s.take_token(cell, value, seat)
        if face >= s.kit.first_technique:
            s.techniques = put(s.techniques, seat, s.techniques[seat] | 1 << (face - s.kit.first_technique))
            s.cells = put(s.cells, cell, 0)
        else:
            s.push(frame(s.kit.calls[face], seat, face, counts))

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
        if s.kit.built[face]:
            s.push(frame(s.kit.built[face], seat, face, value))

    def refuses(self, s: State, f: int, action: int) -> str:
        t = cast(Spyrium, s)
        seat = frame_seat(f)
        gap = spot(f)
        if EARN <= action <= HOME:
            return NO_EARNING
        if CALL <= action < BUILD:
            thing = (action - CALL) >> 1
            cell = t.side(gap, thing // TOKENS)
            if t.cells[cell] - 1 < BUILDINGS:
                return OTHER_CARD
            return self.refuses_call(t, seat, cell, thing % TOKENS, (action - CALL) & 1 == 1)
        if BUILD <= action < SPACE.size:
            thing = (action - BUILD) >> 1
            cell = t.side(gap, thing // WAYS)
            if not 0 < t.cells[cell] <= BUILDINGS:
                return OTHER_CARD
            way = thing % WAYS
            if way and t.find(seat, (way - 1) >> 1, (way - 1) & 1 == 1) < 0:
                return NOT_OWNED
            lobbied = (action - BUILD) & 1 == 1
            if lobbied and not self.lobbies(t, seat, cell):
                return NO_LOBBYING
            return TOO_DEAR
        return ""

    def prompt(self, s: State, f: int) -> str:
        t = cast(Spyrium, s)
        beside = [t.card_at(t.side(spot(f), i)) for i in range(SIDES) if t.cells[t.side(spot(f), i)]]
        return f"earn at or activate {' or '.join(beside)}" if beside else "take the worker home"


class SpyriumGame(Game):
    """Spyrium, 2 to 5 seats."""

    def __init__(self) -> None:
        super().__init__("spyrium", "Spyrium", range(2, 6), 1)
        self.shelf = SHELF
        self.space = SPACE
        self.reasons = REASONS
        self.one_at_a_time = ONE_AT_A_TIME
        ids = [row["id"] for row in SHELF.printed()["cards.csv"].rows]
        none: Program = Program([])
        self.uses: list[list[int]] = [[self.number(p) for p in USE_CARDS.get(i, [])] for i in ids]
        self.built: list[int] = [self.number(BUILT.get(i, none)) for i in ids]
        self.calls: list[int] = [self.number(CALLS.get(i, none)) for i in ids]
        self.events: list[list[int]] = [[self.number(p) for p in EVENT_CARDS.get(i, [])] for i in ids]
        self.bonus: int = self.programs.add(do(ChooseBonus()))
        self.lift: int = self.programs.add(do(Lifted()))
        self.flow: int = self.programs.add(do(Turn()))
        self.printed: SpyriumBox = self.make_box(SHELF.printed(), {})
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

    def usual(self) -> SpyriumBox:
        return self.printed

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

    def deal(
        self,
        seats: int,
        rng: Rng,
        box: Box,
        options: dict[str, object],
        script: list[list[int]] | None,
        outcomes: list[list[int]] | None,
    ) -> Spyrium:
        kit = cast(SpyriumBox, box)
        s = Spyrium()
        s.set_up(self, kit, seats, rng)
        s.script = script
        s.outcomes = outcomes
        s.track = TRACKS.index(str(options["residence_track"]))
        s.incomes = track(TRACKS[s.track])
        s.decks = [bytes(s.shuffled_box(kit.decks[i], CELLS * PERIODS.count("abc"[i]))) for i in range(3)]
        s.events = bytes(s.shuffled_box(list(range(FACES, FACES + EVENTS)), kit.turns))
        s.reserve = bytes(s.shuffled(kit.tokens))
        if options["first_player"] == "random":
            s.first = s.shuffled(list(range(seats)))[0]
        if kit.one_token[s.events[0]]:
            s.token_next = s.draw_token()
        s.begin_turn()
        s.top = frame(self.flow, s.first)
        settle(s)
        s.script = None
        s.outcomes = None
        return s

    def bare(self, box: Box, fields: dict[str, object]) -> Spyrium:
        s = Spyrium()
        s.set_up(self, cast(SpyriumBox, box), cast(int, fields["seats"]), seeded(0))
        s.incomes = track(TRACKS[cast(int, fields["track"])])
        return s

    def view(self, s: State, seat: int | None) -> dict[str, object]:
        return view.view(cast(Spyrium, s), seat)

    def redeal(self, s: State, seat: int | None, rng: Rng) -> Spyrium:
        return view.redeal(cast(Spyrium, s), rng)

    def standing(self, s: State, seat: int) -> int:
        return bot.standing(cast(Spyrium, s), seat)


def create() -> SpyriumGame:
    """The game, for the registry."""
    return SpyriumGame()
