"""All that changes in a game of Spyrium.

A building in a row is two bytes: its face, plus INCLINED once it has been used this turn, and the workers on it.
A worker that is owned but neither active nor in the market nor on a building lies inactive beside the Start card.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roundhouse.core.cells import ONE, put
from roundhouse.core.native import BytesWriter, i64
from roundhouse.core.state import State
from roundhouse.core.verbs import frame
from roundhouse.core.views import COUNT, PUBLIC, Each, EachByte, Field
from roundhouse.games.spyrium.actions import VALUES
from roundhouse.games.spyrium.board import CELL_NAMES, CELLS, DECKS, FIRST, GAPS, SECOND, TRACKS, track

if TYPE_CHECKING:
    from roundhouse.games.spyrium.box import SpyriumBox

FACE: Final = 127
INCLINED: Final = 128
SEATS: Final = 5  # the stride of `gaps`

PLACING: Final = 1
ACTIVATING: Final = 2
PASSED: Final = 3

WORKER_BONUS: Final = 1
POUNDS_BONUS: Final = 2

# The rules that techniques bring: the bits of `techniques`.
MINES_ALONE: Final = 1
EARN_MORE: Final = 2
KEEP_TOKENS: Final = 4
CHEAP_PLACES: Final = 8
FACTORIES_SCORE: Final = 16
NO_SURCHARGE: Final = 32
USE_AGAIN: Final = 64
# All of them, in the order of the techniques in the box.
RULES: Final = bytes([MINES_ALONE, EARN_MORE, KEEP_TOKENS, CHEAP_PLACES, FACTORIES_SCORE, NO_SURCHARGE, USE_AGAIN])

PLACES_FREE: Final = 3  # with CHEAP_PLACES
MORE_EARNED: Final = 2  # with EARN_MORE

FIELDS: Final = [
    Field("track", PUBLIC),
    Field("turn", PUBLIC),
    Field("first", PUBLIC),
    EachByte("phases", PUBLIC, PLACING),
    Each("pounds", PUBLIC, 0),
    Each("spyrium", PUBLIC, 0),
    Each("points", PUBLIC, 0),
    EachByte("workers", PUBLIC),
    EachByte("active", PUBLIC),
    EachByte("residence", PUBLIC),
    EachByte("bonuses", PUBLIC, WORKER_BONUS | POUNDS_BONUS),
    EachByte("used_event", PUBLIC),
    EachByte("techniques", PUBLIC),
    EachByte("spent", PUBLIC),
    Each("rows", PUBLIC, b""),
    Field("kept", PUBLIC, b""),
    Field("cells", PUBLIC, bytes(CELLS)),
    Field("gaps", PUBLIC, bytes(GAPS * SEATS)),
    Field("crowd", PUBLIC, bytes(CELLS)),
    Field("tokens", PUBLIC, bytes(CELLS * VALUES)),
    Field("token_now", PUBLIC),
    Field("token_next", PUBLIC),
    Field("reserve", COUNT, b""),
    Field("discards", PUBLIC, b""),
    Field("decks", COUNT, [b"", b"", b""]),
    Field("events", COUNT, b""),  # this turn's and the next one are known
    Field("gone", PUBLIC, b""),
]


class Spyrium(State):
    """A table of Spyrium."""

    box: SpyriumBox
    incomes: bytes  # the values of the residence track
    track: int
    turn: int
    first: int
    phases: bytes
    pounds: list[int]
    spyrium: list[int]
    points: list[int]
    workers: bytes
    active: bytes
    residence: bytes
    bonuses: bytes
    used_event: bytes
    techniques: bytes  # a seat's, one bit each
    spent: bytes  # those of them inclined this turn
    rows: list[bytes]
    kept: bytes  # tokens kept by the owner of Commerce
    cells: bytes  # face + 1, or 0
    gaps: bytes  # workers by gap and seat
    crowd: bytes  # workers around each place
    tokens: bytes  # on each place so many of value 1, 2 and 3
    token_now: int
    token_next: int
    reserve: bytes
    discards: bytes
    decks: list[bytes]
    events: bytes
    gone: bytes

    def clone(self) -> Spyrium:
        twin = Spyrium()
        self.copy_shared(twin)
        twin.box = self.box
        twin.incomes = self.incomes
        twin.track = self.track
        twin.turn = self.turn
        twin.first = self.first
        twin.phases = self.phases
        twin.pounds = self.pounds[:]
        twin.spyrium = self.spyrium[:]
        twin.points = self.points[:]
        twin.workers = self.workers
        twin.active = self.active
        twin.residence = self.residence
        twin.bonuses = self.bonuses
        twin.used_event = self.used_event
        twin.techniques = self.techniques
        twin.spent = self.spent
        twin.rows = self.rows[:]
        twin.kept = self.kept
        twin.cells = self.cells
        twin.gaps = self.gaps
        twin.crowd = self.crowd
        twin.tokens = self.tokens
        twin.token_now = self.token_now
        twin.token_next = self.token_next
        twin.reserve = self.reserve
        twin.discards = self.discards
        twin.decks = self.decks  # replaced, never changed
        twin.events = self.events
        twin.gone = self.gone
        return twin

    def fields(self) -> list[Field]:
        return FIELDS

    # words

    def label(self, kind: str, thing: int) -> str:
        return self.box.label(self, kind, thing)

    def card_at(self, cell: int) -> str:
        """What lies on a place of the market, with the place's name."""
        face = self.face_at(cell)
        return f"{self.box.titles[face] if face >= 0 else 'empty'} {CELL_NAMES[cell]}"

    def derive(self) -> None:
        self.incomes = track(TRACKS[self.track])

    def endings(self) -> list[str]:
        return ["the last turn is over"] if self.over else []

    # scores

    def scores(self) -> list[int]:
        return [self.points[i] + self.building_points(i) + self.technique_points(i) for i in range(self.seats)]

    def building_points(self, seat: int) -> int:
        """spyrium-13.2: the points printed on the buildings in the row."""
        row = self.rows[seat]
        total = 0
        for i in range(0, len(row), 2):
            total += self.box.vps[row[i] & FACE]
        return total

    def technique_points(self, seat: int) -> int:
        """spyrium-13.3: the points of the techniques, each up to its cap."""
        owned = self.techniques[seat]
        total = 0
        for i in range(len(RULES)):
            if owned & RULES[i]:
                total += min(self.box.cap, self.box.finals[i].points(self, seat))
        return total

    def score(self, seat: int, n: int) -> None:
        """Gain points, and the bonuses that crossing 8 and 20 brings (spyrium-14.1)."""
        old = self.points[seat]
        new = old + n
        self.points[seat] = new
        if old < self.box.second_bonus <= new:
            self.take_bonus(seat, WORKER_BONUS)
            self.take_bonus(seat, POUNDS_BONUS)
        elif old < self.box.first_bonus <= new:
            self.push(frame(self.box.bonus_program, seat))

    def take_bonus(self, seat: int, bonus: int) -> None:
        """Take a bonus that is still there; with all workers in play that one brings nothing (spyrium-14.2)."""
        if not self.bonuses[seat] & bonus:
            return
        self.bonuses = put(self.bonuses, seat, self.bonuses[seat] & ~bonus)
        if bonus == POUNDS_BONUS:
            self.pounds[seat] += self.box.bonus_pounds
        else:
            self.hire(seat, 1)

    def hire(self, seat: int, n: int) -> None:
        """New workers, active at once; as many as the reserve still has."""
        n = min(n, self.box.most_workers - self.workers[seat])
        if n:
            self.workers = put(self.workers, seat, self.workers[seat] + n)
            self.active = put(self.active, seat, self.active[seat] + n)

    # the market

    def face_at(self, cell: i64) -> i64:
        """The card on a place, or -1."""
        return self.cells[cell] - 1

    def workers_at(self, gap: int, seat: int) -> int:
        """How many workers of the seat are in a gap."""
        return self.gaps[gap * SEATS + seat]

    def in_market(self, seat: int) -> int:
        return sum(self.gaps[seat::SEATS])

    def on_buildings(self, seat: int) -> int:
        return sum(self.rows[seat][1::2])

    def open_gap(self, gap: int) -> bool:
        """Whether a worker may be placed there (spyrium-5.2)."""
        return self.cells[FIRST[gap]] != 0 or self.cells[SECOND[gap]] != 0

    def move_worker(self, gap: int, seat: int, n: int) -> None:
        """Add to or take from the workers in a gap."""
        at = gap * SEATS + seat
        self.gaps = put(self.gaps, at, self.gaps[at] + n)
        a = FIRST[gap]
        b = SECOND[gap]
        crowd = BytesWriter()
        crowd.write(self.crowd)
        crowd[a] = self.crowd[a] + n
        crowd[b] = self.crowd[b] + n
        self.crowd = crowd.getvalue()

    def place(self, gap: int, seat: int) -> None:
        self.active = put(self.active, seat, self.active[seat] - 1)
        self.move_worker(gap, seat, 1)

    def side(self, gap: i64, side: i64) -> i64:
        """The place on one side of a gap."""
        return SECOND[gap] if side else FIRST[gap]

    def event_now(self) -> i64:
        """The turn's event."""
        turn: i64 = self.turn
        return self.events[turn - 1]

    # tokens

    def draw_token(self) -> int:
        """A token from the reserve, made anew from the discards if need be; 0 if there is none (spyrium-3.7)."""
        if not self.reserve:
            if not self.discards:
                return 0
            self.reserve = bytes(self.shuffled(sorted(self.discards)))
            self.discards = b""
        drawn = self.reserve[0]
        self.reserve = self.reserve[1:]
        return drawn

    def take_token(self, cell: int, value: int, seat: int) -> None:
        """A token off a card: discarded, or kept by the owner of Commerce (spyrium-12.8)."""
        at = token_slot(cell, value)
        self.tokens = put(self.tokens, at, self.tokens[at] - 1)
        if self.techniques[seat] & KEEP_TOKENS and len(self.kept) < self.box.most_kept:
            self.kept = self.kept + ONE[value]
        else:
            self.discards = self.discards + ONE[value]

    def tokens_on(self, cell: i64, value: i64) -> i64:
        """How many tokens of a value are on a card."""
        return self.tokens[token_slot(cell, value)]

    def token_on(self, cell: int) -> int:
        """The value of the first token on a card, or 0."""
        for value in range(1, VALUES + 1):
            if self.tokens_on(cell, value):
                return value
        return 0

    # techniques

    def ready(self, seat: i64) -> i64:
        """The rules that work once a turn and have not yet, with those that always work."""
        return self.techniques[seat] & ~self.spent[seat]

    def spend(self, seat: int, rule: int) -> None:
        """Incline a technique."""
        self.spent = put(self.spent, seat, self.spent[seat] | rule)

    # the row of buildings

    def built(self, seat: int) -> int:
        """How many buildings a seat owns."""
        return len(self.rows[seat]) // 2

    def find(self, seat: int, face: int, inclined: bool) -> int:
        """Where such a building stands in the row, or -1."""
        row = self.rows[seat]
        wanted = face | (INCLINED if inclined else 0)
        for i in range(0, len(row), 2):
            if row[i] == wanted:
                return i
        return -1

    def incline(self, seat: int, at: int, workers: int) -> None:
        """Use the building there: incline it, with so many more workers on it."""
        row = self.rows[seat]
        self.rows[seat] = row[:at] + ONE[row[at] | INCLINED] + ONE[row[at + 1] + workers] + row[at + 2 :]
        if workers:
            self.active = put(self.active, seat, self.active[seat] - workers)

    # the turn

    def begin_turn(self) -> None:
        """spyrium-3.2: income, event, market, workers."""
        self.turn += 1
        self.learned = True
        for i in range(self.seats):
            self.pounds[i] += self.incomes[self.residence[i]]
        self.token_now = self.token_next
        self.token_next = 0
        if self.turn < len(self.events) and self.box.one_token[self.events[self.turn]]:
            self.token_next = self.draw_token()
        self.lay_market()
        self.active = self.workers
        self.phases = ONE[PLACING] * self.seats

    def lay_market(self) -> None:
        """Nine cards of the period, and tokens on those that use them (spyrium-3.5, spyrium-3.6)."""
        period = DECKS[self.turn - 1]
        deck = self.decks[period]
        self.decks = self.decks[:]
        self.decks[period] = deck[CELLS:]
        cells = BytesWriter()
        tokens = BytesWriter()
        tokens.write(bytes(CELLS * VALUES))
        for cell in range(CELLS):
            cells.append(deck[cell] + 1)
            for _ in range(self.tokens_for(deck[cell])):
                drawn = self.draw_token()
                if drawn:
                    at = token_slot(cell, drawn)
                    tokens[at] = tokens[at] + 1
        self.cells = cells.getvalue()
        self.tokens = tokens.getvalue()

    def tokens_for(self, face: int) -> int:
        """How many tokens a card is laid out with."""
        if self.box.one_token[face]:
            return 1
        return self.seats - 1 if self.box.rival_tokens[face] else 0

    def end_turn(self) -> None:
        """spyrium-11.3 to 11.5: clear the market and the event, straighten, pass the first player on."""
        self.clear_market()
        self.used_event = bytes(self.seats)
        self.spent = bytes(self.seats)
        for i in range(self.seats):
            if self.rows[i]:
                self.rows[i] = straight(self.rows[i])
        self.first = (self.first + 1) % self.seats

    def clear_market(self) -> None:
        """The cards left are gone, and their tokens and the event's are discarded."""
        gone = BytesWriter()
        gone.write(self.gone)
        spare = BytesWriter()
        spare.write(self.discards)
        for cell in range(CELLS):
            if self.cells[cell]:
                gone.append(self.face_at(cell))
            for value in range(1, VALUES + 1):
                for _ in range(self.tokens_on(cell, value)):
                    spare.append(value)
        if self.token_now:
            spare.append(self.token_now)
        self.gone = gone.getvalue()
        self.discards = spare.getvalue()
        self.token_now = 0
        self.cells = bytes(CELLS)
        self.tokens = bytes(CELLS * VALUES)


def token_slot(cell: i64, value: i64) -> i64:
    """Where `tokens` counts those of a value on a place."""
    return cell * VALUES + value - 1


def straight(row: bytes) -> bytes:
    """A row with all its buildings upright and no worker on them."""
    out = BytesWriter()
    out.write(row)
    i: i64
    for i in range(0, len(row), 2):
        out[i] = row[i] & FACE
        out[i + 1] = 0
    return out.getvalue()
