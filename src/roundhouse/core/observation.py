"""What a seat may know of a table as a row of small numbers, for those who learn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Generic

from roundhouse.core.native import BytesWriter, TypeVar, i64, mypyc_attr, read_i64_le, u8, write_i64_le
from roundhouse.core.verbs import (
    COUNT_MASK,
    MEMO_SHIFT,
    POSITION_MASK,
    POSITION_SHIFT,
    PROGRAM_MASK,
    SEAT_MASK,
    SEAT_SHIFT,
    SUBJECT_MASK,
    SUBJECT_SHIFT,
    TALLY_SHIFT,
    TIMES_SHIFT,
)

if TYPE_CHECKING:
    from roundhouse.core.state import State  # noqa: F401, the bound of S

S = TypeVar("S", bound="State", default=Any)

MOST: Final = 255  # the largest number there is
BYTE: Final = 8  # bits of it

# Numbers are written eight at a time, as the bytes of a word.
WORD: Final = 8
ONES: Final = 0x0101010101010101  # 1 in each
LOW: Final = 0x7F  # all bits of a byte but the highest
AT_ONCE: Final = 512  # most zeros that are written at once
ZEROS: Final = [bytes(n) for n in range(AT_ONCE + 1)]

FRAME: Final = 10  # numbers that `Sheet.frame` writes


def of_seat(name: str, k: int) -> str:
    """The name of a part that there is for every seat: one's own, or that of the k-th seat after it."""
    return f"{name}: seat +{k}" if k else f"{name}: own"


def seat_after(seat: i64, k: i64, seats: i64) -> i64:
    """The k-th seat after that one, around the table."""
    i: i64 = seat + k
    return i if i < seats else i - seats


class Sheet:
    """Whole numbers from 0 to 255 in a row, written from left to right; several observations may share one."""

    def __init__(self) -> None:
        self.cells: BytesWriter = BytesWriter()

    @property
    def at(self) -> i64:
        """Where the next number goes."""
        return len(self.cells)

    def clear(self) -> None:
        """Begin anew."""
        self.cells.truncate(0)

    def taken(self) -> bytes:
        """A copy of all that was written."""
        return self.cells.getvalue()

    # one after the other

    def put(self, n: i64) -> None:
        """One number; what lies beyond 0 or 255 counts as that."""
        if n < 0:
            n = 0
        elif n > MOST:
            n = MOST
        self.cells.append(u8(n))

    def zeros(self, n: i64) -> None:
        """Nothing, so many times."""
        while n > AT_ONCE:
            self.cells.write(ZEROS[AT_ONCE])
            n -= AT_ONCE
        if n > 0:
            self.cells.write(ZEROS[n])

    def copy(self, cells: bytes, room: i64) -> None:
        """As many numbers as there is room for, and zeros after them."""
        n: i64 = len(cells)
        if n > room:
            self.cells.write(cells[:room])
        else:
            self.cells.write(cells)
            self.zeros(room - n)

    def copy_plus_one(self, cells: bytes, room: i64) -> None:
        """The same with 1 added to each, so that 0 is none; 255 becomes 0, too."""
        out = self.cells
        n: i64 = min(len(cells), room)
        i: i64 = 0
        ones: i64 = ONES
        low: i64 = ones * LOW
        while i + WORD <= n:
            word: i64 = read_i64_le(cells, i)
            write_i64_le(out, (word & low) + ones ^ word & ~low)  # nothing is carried from byte to byte
            i += WORD
        while i < n:
            v: i64 = cells[i]
            out.append(u8((v + 1) & MOST))
            i += 1
        self.zeros(room - n)

    # sets

    def plane(self, cells: bytes, bit: i64, room: i64) -> None:
        """For each cell whether it has that bit, counted from the lowest, and zeros after them."""
        out = self.cells
        n: i64 = min(len(cells), room)
        i: i64 = 0
        while i + WORD <= n:
            write_i64_le(out, read_i64_le(cells, i) >> bit & ONES)
            i += WORD
        while i < n:
            v: i64 = cells[i]
            out.append(u8(v >> bit & 1))
            i += 1
        self.zeros(room - n)

    def bits(self, bits: i64, n: i64) -> None:
        """A set as so many numbers, each 1 or 0, the lowest bit first."""
        out = self.cells
        while n > 0:
            out.append(u8(bits & 1))
            bits = bits >> 1
            n -= 1

    def flags(self, cells: bytes, room: i64) -> None:
        """So many numbers: 1 at each place that the cells name, 0 elsewhere."""
        self.zeros(room)
        out = self.cells
        at: i64 = self.at - room
        i: i64
        for i in range(len(cells)):
            k: i64 = at + cells[i]
            out[k] = 1

    def one_of(self, n: i64, k: i64) -> None:
        """So many numbers: 1 at place k, 0 elsewhere; none is 1 if k is no place."""
        self.zeros(n)
        if 0 <= k < n:
            self.cells[self.at - n + k] = 1

    def one_of_seats(self, which: i64, seat: i64, seats: i64) -> None:
        """A number a seat, counted from the one that looks: 1 at that which is meant, nowhere if it is below 0."""
        k: i64 = which - seat
        if which < 0:
            k = seats
        elif k < 0:
            k += seats
        self.one_of(seats, k)

    # counts

    def count(self, cells: bytes, kinds: i64, mask: i64) -> None:
        """How many there are of each of so many kinds; the kind is what a cell holds under the mask."""
        self.zeros(kinds)
        self.add(cells, self.at - kinds, mask)

    def add(self, cells: bytes, at: i64, mask: i64) -> None:
        """Count some more where counting began at that place."""
        out = self.cells
        i: i64
        for i in range(len(cells)):
            k: i64 = at + (cells[i] & mask)
            out[k] = out[k] + 1

    def count_marked(self, cells: bytes, kinds: i64, mask: i64, mark: i64) -> None:
        """How many there are of each kind among those cells that carry one of the bits of a mark."""
        self.zeros(kinds)
        self.add_marked(cells, self.at - kinds, mask, mark)

    def add_marked(self, cells: bytes, at: i64, mask: i64, mark: i64) -> None:
        """Count some more of these."""
        out = self.cells
        i: i64
        for i in range(len(cells)):
            v: i64 = cells[i]
            if v & mark:
                k: i64 = at + (v & mask)
                out[k] = out[k] + 1

    def more(self, at: i64, n: i64) -> None:
        """So many more at a place that was written."""
        n += i64(self.cells[at])
        self.cells[at] = u8(n & MOST)

    # what is asked

    def frame(self, f: i64, seat: i64, seats: i64) -> None:
        """The registers of a frame, its seat counted from the one that looks: 1 is that seat. No frame is all zeros."""
        subject: i64 = f >> SUBJECT_SHIFT & SUBJECT_MASK
        memo: i64 = f >> MEMO_SHIFT
        whose: i64 = (f >> SEAT_SHIFT & SEAT_MASK) - seat
        if whose < 0:
            whose += seats
        if f:
            whose += 1
        else:
            whose = 0
        out = self.cells
        out.append(u8(f & MOST))
        out.append(u8((f & PROGRAM_MASK) >> BYTE))
        out.append(u8(f >> POSITION_SHIFT & POSITION_MASK))
        out.append(u8(f >> TIMES_SHIFT & COUNT_MASK))
        out.append(u8(f >> TALLY_SHIFT & COUNT_MASK))
        out.append(u8(whose))
        out.append(u8(subject & MOST))
        out.append(u8(subject >> BYTE))
        out.append(u8(memo & MOST))
        out.append(u8(memo >> BYTE))


@mypyc_attr(allow_interpreted_subclasses=True)
class Observation(Generic[S]):
    """How a game tells a table to those who learn: all that a seat may know and nothing else, that seat first.

    Its `version` is raised whenever a number changes its place or meaning. A game that says nothing has no parts.
    """

    def __init__(self, version: int = 0) -> None:
        self.version: int = version

    def parts(self, seats: int) -> list[tuple[str, int]]:
        """What the numbers are, in their order: a name, and how many belong to it."""
        return []

    def write(self, s: S, seat: int, out: Sheet) -> None:
        """Write all parts as that seat sees them. Total: it never raises, whatever is under way or over."""

    def size(self, seats: int) -> int:
        """How many numbers there are."""
        return sum([n for _, n in self.parts(seats)])
