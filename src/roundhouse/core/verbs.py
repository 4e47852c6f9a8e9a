"""Verbs, programs and the stack of small ints on which a card's effect runs.

A frame is one int: which program, how far it has come, how often its present verb has been
answered, how often the last asking verb was, whose effect it is, and two small registers.
Being an int it is copied, saved and compared for free, in the middle of any effect.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roundhouse.core.native import mypyc_attr

if TYPE_CHECKING:
    from roundhouse.core.state import State

# program 12 | position 6 | times 7 | tally 7 | seat 4 | spot 10 | held 14 = 60 bits
PROGRAM_MASK: Final = 4095
POSITION_ONE: Final = 1 << 12
TIMES_ONE: Final = 1 << 18
TIMES_MASK: Final = 127 << 18
TALLY_MASK: Final = 127 << 25
SEAT_SHIFT: Final = 32
SPOT_SHIFT: Final = 36
SPOT_MASK: Final = 1023
HELD_SHIFT: Final = 46
MOST_VERBS: Final = 63

NO_ACTIONS: Final[list[int]] = []


def frame(program: int, seat: int, spot: int = 0, held: int = 0) -> int:
    """A fresh frame at the start of a program."""
    return program | seat << SEAT_SHIFT | spot << SPOT_SHIFT | held << HELD_SHIFT


def position(f: int) -> int:
    """How many verbs of its program lie behind this frame."""
    return (f >> 12) & 63


def times(f: int) -> int:
    """How often the present verb has been answered."""
    return (f >> 18) & 127


def tally(f: int) -> int:
    """How often the last asking verb was answered: the "that many" of card texts."""
    return (f >> 25) & 127


def frame_seat(f: int) -> int:
    """Whose effect it is."""
    return (f >> SEAT_SHIFT) & 15


def spot(f: int) -> int:
    """The register for "this card" or "there"."""
    return (f >> SPOT_SHIFT) & SPOT_MASK


def held(f: int) -> int:
    """The register for what an earlier verb of the program chose."""
    return f >> HELD_SHIFT


def hold(f: int, value: int) -> int:
    """The frame with another value in its `held` register."""
    return f + ((value - held(f)) << HELD_SHIFT)


def with_seat(f: int, seat: int) -> int:
    """The frame in another seat's name."""
    return f + ((seat - frame_seat(f)) << SEAT_SHIFT)


def close(f: int) -> int:
    """The frame past an asking verb: its answers become the tally."""
    n = times(f)
    return (f & ~(TIMES_MASK | TALLY_MASK)) + POSITION_ONE + (n << 25)


@mypyc_attr(allow_interpreted_subclasses=True)
class Verb:
    """One thing a rule can do. Subclasses override what they need; none knows a card by name."""

    def __init__(self, asking: bool = False, limited: bool = False) -> None:
        self.asking: bool = asking
        self.limited: bool = limited  # whether `possible` can ever say no

    def possible(self, s: State, f: int, ahead: int) -> str:
        """The ledger clause that forbids it now, or "". `ahead` sums up the program's earlier verbs."""
        return ""

    def foresee(self, ahead: int) -> int:
        """What `ahead` is for the verbs after this one."""
        return ahead

    def asks(self, s: State, f: int) -> bool:
        """Whether there is something to choose now."""
        return False

    def choices(self, s: State, f: int, out: list[int]) -> None:
        """Append the actions that may be chosen, in ascending order."""

    def choose(self, s: State, f: int, action: int) -> None:
        """Do what the action says and move the frame on."""

    def run(self, s: State, f: int) -> None:
        """Do what happens by itself. The frame has already moved on; what an `asks` that said no has left is there."""

    def refuses(self, s: State, f: int, action: int) -> str:
        """The clause by which `action` is not among the choices, or ""."""
        return ""

    def prompt(self, s: State, f: int) -> str:
        """What is asked, as a short sentence without a full stop."""
        return self.words()

    def option_words(self, s: State, f: int, option: int) -> str:
        """How the numbered option of a choice between programs reads."""
        return ""

    def bind(self, programs: Programs) -> None:
        """Register the programs inside this verb."""

    def words(self) -> str:
        """How the verb reads in a card's text."""
        return ""


@mypyc_attr(allow_interpreted_subclasses=True)
class Program:
    """An immutable sequence of verbs: `+` is "then", `2 * p` is "twice"."""

    def __init__(self, verbs: list[Verb]) -> None:
        self.verbs: list[Verb] = verbs

    def __add__(self, other: Program) -> Program:
        return Program(self.verbs + other.verbs)

    def __rmul__(self, n: int) -> Program:
        return Program(self.verbs * n)

    def parts(self) -> list[str]:
        """How its verbs read, less those without words."""
        told = [v.words() for v in self.verbs]
        return [t for t in told if t]

    def phrase(self) -> str:
        """The program as part of a sentence."""
        return " then ".join(self.parts())

    def words(self) -> str:
        """The card text: one sentence a verb."""
        parts = self.parts()
        half = len(parts) // 2
        twice = half > 1 and parts[:half] == parts[half:]
        told = [p[:1].upper() + p[1:] + "." for p in (parts[:half] if twice else parts)]
        return " ".join([*told, "Do this twice."] if twice else told)


def do(verb: Verb) -> Program:
    """The program of one verb."""
    return Program([verb])


class Programs:
    """All programs of a game by number; number 0 means none."""

    def __init__(self) -> None:
        self.verbs: list[list[Verb]] = [[]]
        self.checks: list[list[Verb]] = [[]]  # the verbs that can say no,
        self.places: list[list[int]] = [[]]  # where they stand,
        self.foreseen: list[list[int]] = [[0]]  # and what is foreseen before each verb and after the last

    def add(self, program: Program) -> int:
        """Give a program its number, and the programs inside it theirs."""
        number = len(self.verbs)
        if number > PROGRAM_MASK or len(program.verbs) > MOST_VERBS:
            raise ValueError(f"a game has at most {PROGRAM_MASK} programs, a program at most {MOST_VERBS} verbs")
        foreseen = [0]
        for verb in program.verbs:
            foreseen.append(verb.foresee(foreseen[-1]))
        places = [i for i in range(len(program.verbs)) if program.verbs[i].limited]
        self.verbs.append(program.verbs)
        self.checks.append([program.verbs[i] for i in places])
        self.places.append(places)
        self.foreseen.append(foreseen)
        for verb in program.verbs:
            verb.bind(self)
        return number

    def possible(self, s: State, f: int, ahead: int) -> str:
        """The first clause that forbids the frame's program in full, or "" (all or nothing)."""
        return self.forbids(s, f, ahead, -1)

    def rest(self, s: State, f: int, ahead: int) -> str:
        """The same for the verbs after the frame's present one; `ahead` is what holds before that one."""
        return self.forbids(s, f, ahead - self.foreseen[f & PROGRAM_MASK][position(f)], position(f))

    def forbids(self, s: State, f: int, ahead: int, after: int) -> str:
        """Ask the verbs behind place `after`, each with the frame as it will stand there."""
        number = f & PROGRAM_MASK
        checks = self.checks[number]
        if not checks:
            return ""
        places = self.places[number]
        foreseen = self.foreseen[number]
        start = f - (position(f) << 12)
        for i in range(len(checks)):
            place = places[i]
            if place > after:
                clause = checks[i].possible(s, start + (place << 12), ahead + foreseen[place])
                if clause:
                    return clause
        return ""

    def outlook(self, number: int) -> int:
        """What a program foresees in all: its standing rules."""
        return self.foreseen[number][-1]


@mypyc_attr(allow_interpreted_subclasses=True)
class Either(Verb):
    """Choose one of several programs; only those that are possible are offered."""

    def __init__(self, block: int, options: list[Program]) -> None:
        super().__init__(asking=True, limited=True)
        self.block: int = block
        self.options: list[Program] = options
        self.numbers: list[int] = []

    def bind(self, programs: Programs) -> None:
        numbers = [programs.add(p) for p in self.options]
        if self.numbers and numbers != self.numbers:
            raise ValueError("a verb with programs inside must be added in the same order in every table of programs")
        self.numbers = numbers

    def of(self, f: int, i: int) -> int:
        """The frame that option `i` would start."""
        return frame(self.numbers[i], frame_seat(f), spot(f), held(f))

    def possible(self, s: State, f: int, ahead: int) -> str:
        clause = ""
        for i in range(len(self.numbers)):
            clause = s.programs.possible(s, self.of(f, i), ahead)
            if not clause:
                return ""
        return clause

    def asks(self, s: State, f: int) -> bool:
        return times(f) == 0 and not self.possible(s, f, 0)

    def choices(self, s: State, f: int, out: list[int]) -> None:
        for i in range(len(self.numbers)):
            if not s.programs.possible(s, self.of(f, i), 0):
                out.append(self.block + i)

    def choose(self, s: State, f: int, action: int) -> None:
        s.top = close(f)
        s.push(self.of(f, action - self.block))

    def refuses(self, s: State, f: int, action: int) -> str:
        i = action - self.block
        if 0 <= i < len(self.numbers):
            return s.programs.possible(s, self.of(f, i), 0)
        return ""

    def option_words(self, s: State, f: int, option: int) -> str:
        return self.options[option].phrase() if option < len(self.options) else ""

    def prompt(self, s: State, f: int) -> str:
        return "choose one"

    def words(self) -> str:
        return "choose one: " + "; or ".join(p.phrase() for p in self.options)


def settle(s: State) -> None:
    """Run verbs until one asks or nothing is pending."""
    while s.top:
        f = s.top
        verbs = s.programs.verbs[f & PROGRAM_MASK]
        at = (f >> 12) & 63
        if at == len(verbs):
            s.pop()
            continue
        verb = verbs[at]
        if verb.asking:
            if verb.asks(s, f):
                s.seat = (f >> SEAT_SHIFT) & 15
                s.verb = verb
                return
            s.top = close(f)
            verb.run(s, f)
            s.acts = NO_ACTIONS
        else:
            s.top = f + POSITION_ONE
            verb.run(s, f)
    s.seat = -1
