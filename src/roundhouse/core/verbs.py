"""Verbs, programs and the stack of small ints on which a card's effect runs.

A frame is one int: which program, how far it has come, how often its present verb has been
answered, how often the last asking verb was, whose effect it is, and two small registers of the
game's own. Being an int it is copied, saved and compared for free, in the middle of any effect.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Generic

from roundhouse.core.native import TypeVar, mypyc_attr

if TYPE_CHECKING:
    from roundhouse.core.state import State

S = TypeVar("S", bound="State", default=Any)

# The registers of a frame, from the lowest bit: program 12, position 6, times 7, tally 7, seat 4, subject 10, memo 14.
PROGRAM_MASK: Final = 4095
POSITION_SHIFT: Final = 12
POSITION_MASK: Final = 63
TIMES_SHIFT: Final = 18
TALLY_SHIFT: Final = 25
COUNT_MASK: Final = 127  # of times and tally
SEAT_SHIFT: Final = 32
SEAT_MASK: Final = 15
SUBJECT_SHIFT: Final = 36
SUBJECT_MASK: Final = 1023
MEMO_SHIFT: Final = 46

POSITION_ONE: Final = 1 << POSITION_SHIFT
TIMES_ONE: Final = 1 << TIMES_SHIFT
COUNTS: Final = COUNT_MASK << TIMES_SHIFT | COUNT_MASK << TALLY_SHIFT
MOST_VERBS: Final = POSITION_MASK

NO_ACTIONS: Final[list[int]] = []


def frame(program: int, seat: int, subject: int = 0, memo: int = 0) -> int:
    """A fresh frame at the start of a program."""
    return program | seat << SEAT_SHIFT | subject << SUBJECT_SHIFT | memo << MEMO_SHIFT


def program_of(f: int) -> int:
    """The number of its program."""
    return f & PROGRAM_MASK


def position(f: int) -> int:
    """How many verbs of its program lie behind this frame."""
    return (f >> POSITION_SHIFT) & POSITION_MASK


def at_start(f: int) -> int:
    """The frame at the first verb of its program."""
    return f & ~(POSITION_MASK << POSITION_SHIFT)


def times(f: int) -> int:
    """How often the present verb has been answered."""
    return (f >> TIMES_SHIFT) & COUNT_MASK


def tally(f: int) -> int:
    """How often the last asking verb was answered: the "that many" of card texts."""
    return (f >> TALLY_SHIFT) & COUNT_MASK


def frame_seat(f: int) -> int:
    """Whose effect it is."""
    return (f >> SEAT_SHIFT) & SEAT_MASK


def subject(f: int) -> int:
    """The register for "this card" or "there"."""
    return (f >> SUBJECT_SHIFT) & SUBJECT_MASK


def memo(f: int) -> int:
    """The register for what an earlier verb of the program chose."""
    return f >> MEMO_SHIFT


def with_memo(f: int, value: int) -> int:
    """The frame with another memo."""
    return f + ((value - memo(f)) << MEMO_SHIFT)


def with_seat(f: int, seat: int) -> int:
    """The frame in another seat's name."""
    return f + ((seat - frame_seat(f)) << SEAT_SHIFT)


def close(f: int) -> int:
    """The frame past an asking verb: its answers become the tally."""
    return (f & ~COUNTS) + POSITION_ONE + (times(f) << TALLY_SHIFT)


@mypyc_attr(allow_interpreted_subclasses=True)
class Program:
    """An immutable sequence of verbs: `+` is "then", `2 * p` is "twice"."""

    def __init__(self, verbs: list[Verb]) -> None:
        self.verbs: list[Verb] = verbs

    def __add__(self, other: Program) -> Program:
        return Program(self.verbs + other.verbs)

    def __rmul__(self, n: int) -> Program:
        return Program(self.verbs * n)

    def phrase(self) -> str:
        """The program as part of a sentence."""
        return " then ".join(readings(self.verbs, False))

    def text(self, brief: bool = False) -> str:
        """The card text: one sentence a verb; `brief` where there is little room."""
        parts = readings(self.verbs, brief)
        half = len(parts) // 2
        twice = half > 1 and parts[:half] == parts[half:]
        sentences = [p[:1].upper() + p[1:] + "." for p in (parts[:half] if twice else parts)]
        return " ".join([*sentences, "Do this twice."] if twice else sentences)


def readings(verbs: list[Verb], brief: bool) -> list[str]:
    """How verbs read, less those without words."""
    parts = [v.brief() if brief else v.words() for v in verbs]
    return [p for p in parts if p]


NOTHING: Final = Program([])


@mypyc_attr(allow_interpreted_subclasses=True)
class Verb(Program, Generic[S]):
    """One thing a rule can do, and the program of just that. Subclasses override what they need; none knows a card.

    What is always said of it in the same words can be given when it is made.
    """

    def __init__(
        self,
        asking: bool = False,
        limited: bool = False,
        words: str = "",
        brief: str = "",
        log: str = "",
        prompt: str = "",
    ) -> None:
        super().__init__([self])
        self.asking: bool = asking
        self.limited: bool = limited  # whether `possible` can ever say no
        self.said: str = words
        self.said_briefly: str = brief
        self.logged: str = log
        self.asked: str = prompt

    # what it does

    def possible(self, s: S, f: int, planned: int) -> str:
        """The ledger clause that forbids it now, or "". `planned` sums up the program's earlier verbs."""
        return ""

    def plan_after(self, planned: int) -> int:
        """What is `planned` for the verbs after this one."""
        return planned

    def asks(self, s: S, f: int) -> bool:
        """Whether there is something to choose now. It writes nothing, but may `offer` what it has found."""
        return False

    def choices(self, s: S, f: int, out: list[int]) -> None:
        """Append the actions that may be chosen, in ascending order."""

    def choose(self, s: S, f: int, action: int) -> None:
        """Do what the action says and move the frame on."""

    def run(self, s: S, f: int) -> None:
        """Do what happens by itself. The frame has already moved on; what an `asks` that said no has found is there."""

    def refuses(self, s: S, f: int, action: int) -> str:
        """The clause by which `action` is not among the choices, or ""."""
        return ""

    def bind(self, programs: Programs) -> None:
        """Register the programs inside this verb."""

    # what is said of it

    def words(self) -> str:
        """How the verb reads in a card's text."""
        return self.said

    def brief(self) -> str:
        """The same where there is little room, as on a drawn card."""
        return self.said_briefly or self.words()

    def log_words(self) -> str:
        """What the log says of it where it happens by itself, of somebody else: "draws 2 cards"; "" if nothing."""
        return self.logged

    def prompt(self, s: S, f: int) -> str:
        """What is asked, as a short sentence without a full stop."""
        return self.asked or self.words()

    def price(self, s: S, f: int, action: int) -> dict[str, int]:
        """What a choice costs (below 0) and brings (above 0) at once, by the names of the game's things."""
        return {}

    def option_words(self, s: S, f: int, option: int) -> str:
        """How the numbered option of a choice between programs reads."""
        return ""


@mypyc_attr(allow_interpreted_subclasses=True)
class Amount(Verb[S]):
    """A verb about so many of something."""

    def __init__(
        self,
        n: int,
        asking: bool = False,
        limited: bool = False,
        words: str = "",
        brief: str = "",
        log: str = "",
        prompt: str = "",
    ) -> None:
        super().__init__(asking, limited, words, brief, log, prompt)
        self.n: int = n


@mypyc_attr(allow_interpreted_subclasses=True)
class Ask(Verb[S]):
    """Choose one of some things of a block; without any, the program cannot be carried out, or asks nothing."""

    def __init__(
        self, block: int, clause: str, limited: bool = True, words: str = "", brief: str = "", prompt: str = ""
    ) -> None:
        super().__init__(True, limited, words, brief, "", prompt)
        self.block: int = block
        self.clause: str = clause  # by which nothing else can be chosen

    def among(self, s: S, f: int, planned: int) -> list[int]:
        """The things on offer, in ascending order."""
        return []

    def chosen(self, s: S, f: int, thing: int) -> None:
        """What the choice does; the frame has already moved on."""

    def possible(self, s: S, f: int, planned: int) -> str:
        return "" if self.among(s, f, planned) else self.clause

    def asks(self, s: S, f: int) -> bool:
        found = self.among(s, f, 0)
        if not found:
            return False
        s.offer([self.block + thing for thing in found])
        return True

    def choices(self, s: S, f: int, out: list[int]) -> None:
        for thing in self.among(s, f, 0):
            out.append(self.block + thing)

    def choose(self, s: S, f: int, action: int) -> None:
        s.top = close(f)
        self.chosen(s, f, action - self.block)

    def refuses(self, s: S, f: int, action: int) -> str:
        return self.clause if s.space.block(action).start == self.block else ""


def check_asking(verb: Verb) -> None:
    """ValueError if a verb has an answer to a question that it never asks: a game of it would go on without asking."""
    kind = type(verb)
    if not verb.asking:
        if kind.choose is not Verb.choose and not isinstance(verb, Ask):
            raise ValueError(f"{kind.__name__} has a `choose`, but asks nothing: its __init__ does not say asking=True")
    elif kind.asks is Verb.asks:
        raise ValueError(f"{kind.__name__} says asking=True, but asks nothing: it has no `asks`")


class Programs:
    """All programs of a game by number; number 0 means none."""

    def __init__(self) -> None:
        self.verbs: list[list[Verb]] = [[]]
        self.checks: list[list[Verb]] = [[]]  # the verbs that can say no,
        self.steps: list[list[int]] = [[]]  # where they stand, as a frame counts its position,
        self.before: list[list[int]] = [[]]  # and what is planned before each of them
        self.plans: list[list[int]] = [[0]]  # what is planned before each verb and after the last

    def add(self, program: Program) -> int:
        """Give a program its number, and the programs inside it theirs."""
        number = len(self.verbs)
        if number > PROGRAM_MASK or len(program.verbs) > MOST_VERBS:
            raise ValueError(f"a game has at most {PROGRAM_MASK} programs, a program at most {MOST_VERBS} verbs")
        plans = [0]
        for verb in program.verbs:
            check_asking(verb)
            plans.append(verb.plan_after(plans[-1]))
        places = [i for i in range(len(program.verbs)) if program.verbs[i].limited]
        self.verbs.append(program.verbs)
        self.checks.append([program.verbs[i] for i in places])
        self.steps.append([i << POSITION_SHIFT for i in places])
        self.before.append([plans[i] for i in places])
        self.plans.append(plans)
        for verb in program.verbs:
            verb.bind(self)
        return number

    def possible(self, s: State, f: int, planned: int) -> str:
        """The first clause that forbids the frame's program in full, or "" (all or nothing)."""
        return self.forbids(s, f, planned, -1)

    def rest(self, s: State, f: int, planned: int) -> str:
        """The same for the verbs after the frame's present one; `planned` is what holds before that one."""
        return self.forbids(s, f, planned - self.plans[program_of(f)][position(f)], f - at_start(f))

    def forbids(self, s: State, f: int, planned: int, after: int) -> str:
        """Ask the verbs that stand behind step `after`, each with the frame as it will stand there."""
        number = program_of(f)
        checks = self.checks[number]
        if not checks:
            return ""
        steps = self.steps[number]
        before = self.before[number]
        start = at_start(f)
        for i in range(len(checks)):
            step = steps[i]
            if step > after:
                clause = checks[i].possible(s, start + step, planned + before[i])
                if clause:
                    return clause
        return ""

    def planned_total(self, number: int) -> int:
        """What a program plans in all: the rules that it changes."""
        return self.plans[number][-1]


@mypyc_attr(allow_interpreted_subclasses=True)
class Either(Verb):
    """Choose one of several programs; only those that are possible are offered."""

    def __init__(self, block: int, *options: Program) -> None:
        super().__init__(asking=True, limited=True)
        self.block: int = block
        self.options: list[Program] = list(options)
        self.numbers: list[int] = []

    def bind(self, programs: Programs) -> None:
        numbers = [programs.add(p) for p in self.options]
        if self.numbers and numbers != self.numbers:
            raise ValueError("a verb with programs inside must be added in the same order in every table of programs")
        self.numbers = numbers

    def of(self, f: int, i: int) -> int:
        """The frame that option `i` would start."""
        return frame(self.numbers[i], frame_seat(f), subject(f), memo(f))

    def possible(self, s: State, f: int, planned: int) -> str:
        clause = ""
        for i in range(len(self.numbers)):
            clause = s.programs.possible(s, self.of(f, i), planned)
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
        verbs = s.programs.verbs[program_of(f)]
        at = position(f)
        if at == len(verbs):
            s.pop()
            continue
        verb = verbs[at]
        if verb.asking:
            if verb.asks(s, f):
                s.seat = frame_seat(f)
                s.verb = verb
                return
            s.top = close(f)
            verb.run(s, f)
            s.offered = NO_ACTIONS
        else:
            s.top = f + POSITION_ONE
            verb.run(s, f)
    s.seat = -1
