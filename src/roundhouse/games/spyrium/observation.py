"""Spyrium as those see it who learn: what a seat may know of the table, as small numbers."""

from __future__ import annotations

from typing import Final

from roundhouse.core.native import i64
from roundhouse.core.observation import FRAME, Observation, Sheet, of_seat, seat_after
from roundhouse.games.spyrium.actions import BUILDINGS, EVENTS, FACES, VALUES
from roundhouse.games.spyrium.board import CELLS, GAPS
from roundhouse.games.spyrium.state import FACE, INCLINED, RULES, SEATS, Spyrium

TOKEN: Final = 3  # the bits of a token's value
RULE_COUNT: Final = len(RULES)  # as many bits, from the lowest
BONUS_COUNT: Final = 2

TABLE: Final = [
    ("the game is over", 1),
    ("residence track", 1),
    ("turn", 1),
    ("event of this turn", EVENTS),
    ("event of the next turn", EVENTS),
    ("past events", EVENTS),
    ("tokens on both events", 2),
    ("effects pending below what is asked", 1),
    ("what is asked", FRAME),
    ("the effect below it", FRAME),
    ("card by place of the market, plus 1", CELLS),
    ("workers around each place", CELLS),
    ("tokens by place and value", CELLS * VALUES),
    ("cards left in the decks", 3),
    ("tokens left in the reserve by value", VALUES),
    ("tokens discarded by value", VALUES),
    ("tokens kept by the owner of Commerce by value", VALUES),
    ("cards gone by kind", FACES),
]
SEAT: Final = [
    ("phase", 1),
    ("pounds, Spyrium, points so far, points of buildings, points of techniques", 5),
    ("workers, active ones, place on the residence track", 3),
    ("bonuses still there", BONUS_COUNT),
    ("the event was used", 1),
    ("techniques", RULE_COUNT),
    ("techniques inclined", RULE_COUNT),
    ("upright buildings by kind", BUILDINGS),
    ("inclined buildings by kind", BUILDINGS),
    ("workers on buildings by kind", BUILDINGS),
    ("workers by gap of the market", GAPS),
]


class SpyriumObservation(Observation[Spyrium]):
    """What a seat of Spyrium may know: all but how decks and reserve lie and which events come after the next."""

    def __init__(self) -> None:
        super().__init__(version=1)

    def parts(self, seats: int) -> list[tuple[str, int]]:
        out = [("who decides, counted from the own seat", seats), ("first player, counted from the own seat", seats)]
        out += TABLE
        for k in range(seats):
            out += [(of_seat(name, k), n) for name, n in SEAT]
        return out

    def write(self, s: Spyrium, seat: int, out: Sheet) -> None:
        write_table(s, seat, out)
        seats: i64 = s.seats
        k: i64
        for k in range(seats):
            i: i64 = seat_after(seat, k, seats)
            write_seat(s, i, out)


def write_table(s: Spyrium, seat: i64, out: Sheet) -> None:
    """What belongs to no seat, and what is asked."""
    seats: i64 = s.seats
    out.one_of_seats(-1 if s.over else s.seat, seat, seats)
    out.one_of_seats(s.first, seat, seats)
    out.put(1 if s.over else 0)
    out.put(s.track)
    out.put(s.turn)
    write_events(s, out)
    out.put(s.token_now)
    out.put(s.token_next)
    below = s.below
    out.put(len(below))
    out.frame(s.top, seat, seats)
    out.frame(below[-1] if below else 0, seat, seats)
    out.copy(s.cells, CELLS)
    out.copy(s.crowd, CELLS)
    out.copy(s.tokens, CELLS * VALUES)
    for deck in s.decks:
        out.put(len(deck))
    write_tokens(s.reserve, out)
    write_tokens(s.discards, out)
    write_tokens(s.kept, out)
    out.count(s.gone, FACES, FACE)


def write_events(s: Spyrium, out: Sheet) -> None:
    """The events of this turn, of the next one, and of those before."""
    events = s.events
    n: i64 = len(events)
    turn: i64 = s.turn
    now: i64 = -1 if s.over else turn - 1
    at: i64 = out.at - FACES
    out.zeros(3 * EVENTS)
    cells = out.cells
    if now >= 0:
        cells[at + events[now]] = 1
    if turn < n:
        cells[at + EVENTS + events[turn]] = 1
    past: i64 = turn if s.over else turn - 1
    at += 2 * EVENTS
    i: i64
    for i in range(past):
        cells[at + events[i]] = 1


def write_tokens(tokens: bytes, out: Sheet) -> None:
    """How many there are of value 1, 2 and 3."""
    at: i64 = out.at
    out.zeros(VALUES)
    out.add(tokens, at - 1, TOKEN)


def write_seat(s: Spyrium, i: i64, out: Sheet) -> None:
    """A seat's own things; all of them lie open."""
    out.put(s.phases[i])
    out.put(s.pounds[i])
    out.put(s.spyrium[i])
    out.put(s.points[i])
    out.put(s.building_points(i))
    out.put(s.technique_points(i))
    out.put(s.workers[i])
    out.put(s.active[i])
    out.put(s.residence[i])
    out.bits(s.bonuses[i], BONUS_COUNT)
    out.put(s.used_event[i])
    out.bits(s.techniques[i], RULE_COUNT)
    out.bits(s.spent[i], RULE_COUNT)
    write_row(s.rows[i], out)
    write_gaps(s.gaps, i, out)


def write_row(row: bytes, out: Sheet) -> None:
    """The buildings of a row, upright and inclined, and the workers on them."""
    at: i64 = out.at
    out.zeros(3 * BUILDINGS)
    cells = out.cells
    i: i64
    for i in range(0, len(row), 2):
        b: i64 = row[i]
        face: i64 = at + (b & FACE)
        pose: i64 = face + BUILDINGS if b & INCLINED else face
        cells[pose] = cells[pose] + 1
        workers: i64 = row[i + 1]
        if workers:
            out.more(face + 2 * BUILDINGS, workers)


def write_gaps(gaps: bytes, i: i64, out: Sheet) -> None:
    """A seat's workers in the market."""
    gap: i64
    for gap in range(GAPS):
        out.put(gaps[gap * SEATS + i])
