"""Set-up, the turn, the end of the game, and the game object."""

from __future__ import annotations

from roundhouse.core.cells import ONE, put
from roundhouse.core.components import Edits, Table
from roundhouse.core.game import Game, Option
from roundhouse.core.native import i64
from roundhouse.core.rng import Rng
from roundhouse.core.verbs import NOTHING, Verb, frame, frame_seat, with_seat
from roundhouse.games.spyrium import bot, view
from roundhouse.games.spyrium.actions import (
    ADVANCE,
    BUILD,
    CALL,
    CANNOT_PAY,
    EARN,
    EVENT,
    EVENT_PAY,
    EVENT_USED,
    EVENTS,
    FACES,
    LIFT,
    MARKET_WORKERS,
    NO_ACTIVE_WORKER,
    NO_CARD_THERE,
    NO_MEANS,
    NO_SUCH_PHASE,
    NO_TAYLORISM,
    NO_WORKER_THERE,
    ONE_AT_A_TIME,
    PASS,
    PLACE,
    REASONS,
    SPACE,
    TOKEN,
    USE,
    build_of,
    call_of,
    second_form,
    thing_of,
)
from roundhouse.games.spyrium.board import CELLS, GAPS, PERIODS, TRACKS
from roundhouse.games.spyrium.bot_features import SpyriumHeuristics
from roundhouse.games.spyrium.box import SCHEMA, SpyriumBox
from roundhouse.games.spyrium.cards import BUILT, CALLS, TECHNIQUES, USES
from roundhouse.games.spyrium.cards import EVENTS as EVENT_CARDS
from roundhouse.games.spyrium.market import Lifted, lifted
from roundhouse.games.spyrium.observation import SpyriumObservation
from roundhouse.games.spyrium.state import ACTIVATING, PASSED, PLACING, SEATS, USE_AGAIN, Spyrium
from roundhouse.games.spyrium.verbs import (
    ChooseBonus,
    changes,
    offer_gaps,
    offer_uses,
    price_of,
    refuses_use,
    token_memo,
    use,
    use_frame,
)


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
        event = s.event_now()
        options = s.box.trades[event]
        token = token_memo(s, seat, s.token_now)
        for k in range(len(options)):
            if not s.programs.possible(s, frame(options[k], seat, event, token), 0):
                out.append(EVENT + k)

    def event_frame(self, s: Spyrium, seat: int, k: int) -> int:
        """The frame of the event's k-th option, with the token on it."""
        event = s.event_now()
        return frame(s.box.trades[event][k], seat, event, token_memo(s, seat, s.token_now))

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
            if second_form(USE, action):
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
        if EVENT <= action < TOKEN:
            return self.refuses_event(s, seat, action - EVENT)
        if EARN <= action < ADVANCE or action >= TOKEN:
            return ""
        if action == ADVANCE or (action < LIFT) != placing:
            return NO_SUCH_PHASE
        if placing:
            return NO_CARD_THERE if s.active[seat] else NO_ACTIVE_WORKER
        if action < USE:
            return MARKET_WORKERS if action == PASS else NO_WORKER_THERE
        if second_form(USE, action) and not s.ready(seat) & USE_AGAIN:
            return NO_TAYLORISM
        return refuses_use(s, seat, action)

    def refuses_event(self, s: Spyrium, seat: int, k: int) -> str:
        if s.used_event[seat]:
            return EVENT_USED
        if k < len(s.box.trades[s.event_now()]):
            clause = s.programs.possible(s, self.event_frame(s, seat, k), 0)
            if clause not in (CANNOT_PAY, NO_MEANS):
                return clause
        return EVENT_PAY

    def prompt(self, s: Spyrium, f: int) -> str:
        if s.phases[frame_seat(f)] == PLACING:
            return "place a worker, use the event or start activating"
        return "lift a worker, use a building or the event, or pass"

    def price(self, s: Spyrium, f: int, action: int) -> dict[str, int]:
        seat = frame_seat(f)
        if action < LIFT:
            return {"workers": -1}
        if USE <= action < EVENT:
            return price_of(changes(s, use_frame(s, seat, action)))
        return price_of(changes(s, self.event_frame(s, seat, action - EVENT))) if action >= EVENT else {}


class SpyriumGame(Game[Spyrium, SpyriumBox]):
    """Spyrium, 2 to 5 seats."""

    def __init__(self) -> None:
        super().__init__("spyrium", "Spyrium", range(2, 6), 1)
        self.schema = SCHEMA
        self.space = SPACE
        self.reasons = REASONS
        self.one_at_a_time = ONE_AT_A_TIME
        ids = [row["id"] for row in SCHEMA.printed()["cards.csv"].rows]
        uses = [[self.register(p) for p in USES.get(i, [])] for i in ids]
        self.effects = [self.register(BUILT.get(i) or CALLS.get(i) or NOTHING) for i in ids]
        events = [[self.register(p) for p in EVENT_CARDS.get(i, [])] for i in ids]
        self.trades: list[list[int]] = [uses[i] or events[i] for i in range(len(ids))]
        self.bonus: int = self.register(ChooseBonus())
        self.lift: int = self.register(Lifted())
        self.flow: int = self.register(Turn())
        self.heuristics = SpyriumHeuristics()
        self.observation = SpyriumObservation()
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
        return SpyriumBox(tables, edits, self.trades, self.effects, self.bonus, self.lift)

    def parts(self, card: int) -> list[tuple[str, str]]:
        out = [part for program in [*self.trades[card], self.effects[card]] for part in self.made_of(program)]
        id = self.printed.ids[card]
        if id in TECHNIQUES:
            _, rule, worth = TECHNIQUES[id]
            out += [("standing rule", rule), (type(worth).__name__, worth.words)]
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

    def taken(self, s: Spyrium, action: int) -> str:
        if action < CALL:
            return ""
        gap = lifted(s)
        side = build_of(thing_of(BUILD, action))[0] if action >= BUILD else call_of(thing_of(CALL, action))[0]
        face = s.face_at(s.side(gap, side)) if gap >= 0 else -1
        return f"{s.box.kinds[face]}: {s.box.titles[face]}" if face >= 0 else ""

    def evaluate(self, s: Spyrium, seat: int) -> int:
        return bot.evaluate(s, seat)


def create() -> SpyriumGame:
    """The game, for the registry."""
    return SpyriumGame()
