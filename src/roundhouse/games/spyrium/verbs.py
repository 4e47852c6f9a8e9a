"""The verbs of Spyrium, and the short factories `cards.py` writes programs with.

Registers of a frame: `spot` is the face of the card whose effect it is. In the use of a building `held` is the workers
it took; in an effect with a token it is the token's value, or UNDECIDED more while Commerce may still change it.
"""

from __future__ import annotations

from typing import Final

from roundhouse.core.cells import put
from roundhouse.core.native import i64
from roundhouse.core.verbs import Program, Verb, close, frame, frame_seat, memo, subject, with_memo
from roundhouse.games.spyrium.actions import (
    ALL_WORKERS,
    BONUS,
    CANNOT_PAY,
    INCLINED,
    NO_ACTIVE_WORKER,
    NO_CARD_THERE,
    NO_EVENT_TOKEN,
    NO_MEANS,
    NO_SUCH_PHASE,
    NO_TAYLORISM,
    NO_USE,
    NOT_OWNED,
    PLACE,
    RESIDENCE,
    TOKEN,
    USE,
    USES,
)
from roundhouse.games.spyrium.board import FIRST, GAPS, SECOND
from roundhouse.games.spyrium.state import (
    ACTIVATING,
    FACE,
    FACTORIES_SCORE,
    KEEP_TOKENS,
    MINES_ALONE,
    POUNDS_BONUS,
    WORKER_BONUS,
    Spyrium,
)
from roundhouse.games.spyrium.state import INCLINED as TILTED

UNDECIDED: Final = 4
EVERY_PLACE: Final = [PLACE + gap for gap in range(GAPS)]

MINE: Final = 1
FACTORY: Final = 2
RESEARCH: Final = 4
SYMBOLS: Final = ("mine", "factory", "research")

SPYRIUM_OWNED: Final = 0
POUNDS_OWNED: Final = 1
TOKENS_KEPT: Final = 2
BUILDINGS_OWNED: Final = 3
FACTORY_POINTS: Final = 4
INCOME: Final = 5
WORKERS_OWNED: Final = 6


class Term(Verb[Spyrium]):
    """One side of a trade: something paid, or something gained."""

    def __init__(self, paid: bool, told: str, asking: bool = False, limited: bool = False) -> None:
        super().__init__(asking, limited)
        self.paid: bool = paid
        self.told: str = told

    def words(self) -> str:
        return self.told


def trade(program: Program) -> str:
    """A program as "1 worker and 2 Spyrium for 6 points"; what costs nothing is just what is gained."""
    paid: list[str] = []
    gained: list[str] = []
    for verb in program.verbs:
        if isinstance(verb, Term) and verb.told:
            (paid if verb.paid else gained).append(verb.told)
    got = " and ".join(gained)
    return f"{' and '.join(paid)} for {got}" if paid else got


def counted(n: int, thing: str) -> str:
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


class Work(Term):
    """Take active workers from the Start card; a Mine takes none with the rule for it."""

    def __init__(self, n: int) -> None:
        super().__init__(True, counted(n, "worker"), limited=True)
        self.n: int = n

    def takes(self, s: Spyrium, f: int) -> int:
        alone = s.techniques[frame_seat(f)] & MINES_ALONE and s.box.symbols[subject(f)] & MINE
        return 0 if alone else self.n

    def possible(self, s: Spyrium, f: int, planned: int) -> str:
        return "" if s.active[frame_seat(f)] >= self.takes(s, f) else NO_MEANS

    def run(self, s: Spyrium, f: int) -> None:
        s.top = with_memo(s.top, self.takes(s, f))


class PaySpyrium(Term):
    """Pay Spyrium to the bank."""

    def __init__(self, n: int) -> None:
        super().__init__(True, f"{n} Spyrium", limited=True)
        self.n: int = n

    def possible(self, s: Spyrium, f: int, planned: int) -> str:
        return "" if s.spyrium[frame_seat(f)] >= self.n else NO_MEANS

    def run(self, s: Spyrium, f: int) -> None:
        s.spyrium[frame_seat(f)] -= self.n


class PayPounds(Term):
    """Pay pounds; `planned` is what is to be paid before."""

    def __init__(self, n: int) -> None:
        super().__init__(True, f"£{n}", limited=True)
        self.n: int = n

    def plan_after(self, planned: int) -> int:
        return planned + self.n

    def possible(self, s: Spyrium, f: int, planned: int) -> str:
        return "" if s.pounds[frame_seat(f)] - planned >= self.n else CANNOT_PAY

    def run(self, s: Spyrium, f: int) -> None:
        s.pounds[frame_seat(f)] -= self.n


class PayPerWorker(Term):
    """Pay a pound for each worker owned."""

    def __init__(self) -> None:
        super().__init__(True, "£1 for each worker owned", limited=True)

    def possible(self, s: Spyrium, f: int, planned: int) -> str:
        return "" if s.pounds[frame_seat(f)] - planned >= s.workers[frame_seat(f)] else CANNOT_PAY

    def run(self, s: Spyrium, f: int) -> None:
        s.pounds[frame_seat(f)] -= s.workers[frame_seat(f)]


class PayToken(Term):
    """Pay the token's value in pounds."""

    def __init__(self) -> None:
        super().__init__(True, "£ as on a token", limited=True)

    def possible(self, s: Spyrium, f: int, planned: int) -> str:
        return "" if s.pounds[frame_seat(f)] - planned >= memo(f) else CANNOT_PAY

    def run(self, s: Spyrium, f: int) -> None:
        s.pounds[frame_seat(f)] -= memo(f)


class Spyriums(Term):
    """Gain Spyrium."""

    def __init__(self, n: int) -> None:
        super().__init__(False, f"{n} Spyrium")
        self.n: int = n

    def run(self, s: Spyrium, f: int) -> None:
        s.spyrium[frame_seat(f)] += self.n


class Pounds(Term):
    """Gain pounds."""

    def __init__(self, n: int) -> None:
        super().__init__(False, f"£{n}")
        self.n: int = n

    def run(self, s: Spyrium, f: int) -> None:
        s.pounds[frame_seat(f)] += self.n


class Points(Term):
    """Gain points; a building with the Factory symbol gives one more for each worker with the rule for it."""

    def __init__(self, n: int) -> None:
        super().__init__(False, counted(n, "point"))
        self.n: int = n

    def run(self, s: Spyrium, f: int) -> None:
        seat = frame_seat(f)
        more = memo(f)
        if more and not (s.techniques[seat] & FACTORIES_SCORE and s.box.symbols[subject(f)] & FACTORY):
            more = 0
        s.score(seat, self.n + more)


class TokenValue(Term):
    """Settle what a token counts for: its value, or what Commerce makes of it once a turn."""

    def __init__(self) -> None:
        super().__init__(False, "", asking=True)

    def asks(self, s: Spyrium, f: int) -> bool:
        return memo(f) > UNDECIDED

    def choices(self, s: Spyrium, f: int, out: list[int]) -> None:
        out.extend([TOKEN, TOKEN + 1, TOKEN + 2])

    def choose(self, s: Spyrium, f: int, action: int) -> None:
        value = action - TOKEN + 1
        if value != memo(f) - UNDECIDED:
            s.spend(frame_seat(f), KEEP_TOKENS)
        s.top = with_memo(close(f), value)

    def prompt(self, s: Spyrium, f: int) -> str:
        return f"say what the token of {memo(f) - UNDECIDED} counts for"


class TokenSpyrium(Term):
    """Gain Spyrium by the token."""

    def __init__(self) -> None:
        super().__init__(False, "Spyrium as on the token")

    def run(self, s: Spyrium, f: int) -> None:
        s.spyrium[frame_seat(f)] += memo(f)


class TokenPounds(Term):
    """Gain pounds by the token."""

    def __init__(self) -> None:
        super().__init__(False, "£ as on the token")

    def run(self, s: Spyrium, f: int) -> None:
        s.pounds[frame_seat(f)] += memo(f)


class TokenPoints(Term):
    """Gain points by the token."""

    def __init__(self) -> None:
        super().__init__(False, "points as on the token")

    def run(self, s: Spyrium, f: int) -> None:
        if memo(f):
            s.score(frame_seat(f), memo(f))


class HasToken(Term):
    """Only with a token: an event laid out without one cannot be used."""

    def __init__(self) -> None:
        super().__init__(True, "", limited=True)

    def possible(self, s: Spyrium, f: int, planned: int) -> str:
        return "" if memo(f) else NO_EVENT_TOKEN


class Hire(Term):
    """Take new workers from the reserve, active at once."""

    def __init__(self, n: int, needed: bool) -> None:
        super().__init__(False, counted(n, "new worker"), limited=needed)
        self.n: int = n

    def possible(self, s: Spyrium, f: int, planned: int) -> str:
        return "" if s.workers[frame_seat(f)] < s.box.most_workers else ALL_WORKERS

    def run(self, s: Spyrium, f: int) -> None:
        s.hire(frame_seat(f), self.n)


class Residence(Term):
    """Move up the residence track, or score its present value; at its end only the latter."""

    def __init__(self) -> None:
        super().__init__(False, "one residence action", asking=True)

    def asks(self, s: Spyrium, f: int) -> bool:
        return s.residence[frame_seat(f)] + 1 < len(s.incomes)

    def choices(self, s: Spyrium, f: int, out: list[int]) -> None:
        out.append(RESIDENCE)
        out.append(RESIDENCE + 1)

    def choose(self, s: Spyrium, f: int, action: int) -> None:
        seat = frame_seat(f)
        s.top = close(f)
        if action == RESIDENCE:
            s.residence = put(s.residence, seat, s.residence[seat] + 1)
        else:
            s.score(seat, s.incomes[s.residence[seat]])

    def run(self, s: Spyrium, f: int) -> None:
        seat = frame_seat(f)
        s.score(seat, s.incomes[s.residence[seat]])

    def prompt(self, s: Spyrium, f: int) -> str:
        return "move up the residence track or score its value"


class ChooseBonus(Verb[Spyrium]):
    """At eight points: a worker or pounds; the other one comes at twenty."""

    def __init__(self) -> None:
        super().__init__(asking=True)

    def asks(self, s: Spyrium, f: int) -> bool:
        return True

    def choices(self, s: Spyrium, f: int, out: list[int]) -> None:
        out.append(BONUS)
        out.append(BONUS + 1)

    def choose(self, s: Spyrium, f: int, action: int) -> None:
        s.top = close(f)
        s.take_bonus(frame_seat(f), POUNDS_BONUS if action - BONUS else WORKER_BONUS)

    def prompt(self, s: Spyrium, f: int) -> str:
        return "choose your bonus"


class PlaceLate(Term):
    """Place a worker in the market while activating."""

    def __init__(self) -> None:
        super().__init__(False, "a worker placed while activating", asking=True, limited=True)

    def possible(self, s: Spyrium, f: int, planned: int) -> str:
        seat = frame_seat(f)
        if s.phases[seat] != ACTIVATING:
            return NO_SUCH_PHASE
        if not s.active[seat]:
            return NO_ACTIVE_WORKER
        return "" if any(s.open_gap(gap) for gap in range(GAPS)) else NO_CARD_THERE

    def asks(self, s: Spyrium, f: int) -> bool:
        return True

    def choices(self, s: Spyrium, f: int, out: list[int]) -> None:
        offer_gaps(s, out)

    def choose(self, s: Spyrium, f: int, action: int) -> None:
        s.top = close(f)
        s.place(action - PLACE, frame_seat(f))

    def refuses(self, s: Spyrium, f: int, action: int) -> str:
        return NO_CARD_THERE if PLACE <= action < PLACE + GAPS else ""

    def prompt(self, s: Spyrium, f: int) -> str:
        return "place a worker"


class UseAgain(Term):
    """Straighten an inclined building and use it again at once."""

    def __init__(self) -> None:
        super().__init__(False, "an inclined building used again", asking=True, limited=True)

    def possible(self, s: Spyrium, f: int, planned: int) -> str:
        found: list[int] = []
        offer_uses(s, frame_seat(f), True, found)
        return "" if found else INCLINED

    def asks(self, s: Spyrium, f: int) -> bool:
        return True

    def choices(self, s: Spyrium, f: int, out: list[int]) -> None:
        offer_uses(s, frame_seat(f), True, out)
        out.sort()

    def choose(self, s: Spyrium, f: int, action: int) -> None:
        s.top = close(f)
        use(s, frame_seat(f), action)

    def refuses(self, s: Spyrium, f: int, action: int) -> str:
        if USE <= action < USE + 2 * USES and (action - USE) & 1:
            return refuses_use(s, frame_seat(f), action)
        return ""

    def prompt(self, s: Spyrium, f: int) -> str:
        return "choose the inclined building to use again"


# what several verbs offer and do


def offer_gaps(s: Spyrium, out: list[int]) -> None:
    """The gaps where a worker may be placed."""
    cells = s.cells
    if 0 not in cells:
        out.extend(EVERY_PLACE)
        return
    gap: i64
    for gap in range(GAPS):
        if cells[FIRST[gap]] or cells[SECOND[gap]]:
            out.append(PLACE + gap)


def offer_uses(s: Spyrium, seat: int, again: bool, out: list[int]) -> None:
    """The uses of upright, or of inclined buildings that can be paid; unsorted, each once."""
    row = s.rows[seat]
    for i in range(0, len(row), 2):
        if (row[i] & TILTED != 0) != again:
            continue
        face = row[i] & FACE
        programs = s.box.uses[face]
        for k in range(len(programs)):
            action = USE + 4 * face + 2 * k + (1 if again else 0)
            if action not in out and not s.programs.possible(s, frame(programs[k], seat, face), 0):
                out.append(action)


def use(s: Spyrium, seat: int, action: int) -> None:
    """Incline a building, with its workers, and start the effect; `action` is of the USE block."""
    again = (action - USE) & 1 == 1
    face = (action - USE) >> 2
    program = s.box.uses[face][(action - USE) >> 1 & 1]
    at = s.find(seat, face, again)
    f = frame(program, seat, face)
    workers = 0
    verbs = s.programs.verbs[program]
    if verbs and isinstance(verbs[0], Work):
        workers = verbs[0].takes(s, f)
    s.incline(seat, at, workers)
    s.push(f)


def refuses_use(s: Spyrium, seat: int, action: int) -> str:
    """Why a building cannot be used, or used again."""
    again = (action - USE) & 1 == 1
    face = (action - USE) >> 2
    k = (action - USE) >> 1 & 1
    if k >= len(s.box.uses[face]):
        return NO_USE
    if s.find(seat, face, again) < 0:
        return INCLINED if s.find(seat, face, not again) >= 0 else NOT_OWNED
    return s.programs.possible(s, frame(s.box.uses[face][k], seat, face), 0) or NO_TAYLORISM


# what `cards.py` is written with


def pay_token() -> Program:
    return TokenValue() + PayToken()


def token_spyrium() -> Program:
    return TokenValue() + TokenSpyrium()


def token_points() -> Program:
    return TokenValue() + TokenPoints()


def event_token(gain: Verb) -> Program:
    return HasToken() + TokenValue() + gain


def hire(n: int) -> Program:
    """As many of these as the reserve has."""
    return Hire(n, False)


def hire_needed() -> Program:
    """One worker, and only if the reserve has one."""
    return Hire(1, True)


# what techniques are worth at the end


class Worth:
    """Points at the end of the game: 1 for so many of something, or a value as it stands."""

    def __init__(self, kind: int, told: str) -> None:
        self.kind: int = kind
        self.told: str = told

    def points(self, s: Spyrium, seat: int) -> int:
        if self.kind == SPYRIUM_OWNED:
            return s.spyrium[seat]
        if self.kind == POUNDS_OWNED:
            return s.pounds[seat] // 2
        if self.kind == TOKENS_KEPT:
            return len(s.kept)
        if self.kind == BUILDINGS_OWNED:
            return len(s.rows[seat]) // 2
        if self.kind == INCOME:
            return s.incomes[s.residence[seat]]
        if self.kind == WORKERS_OWNED:
            return s.workers[seat]
        row = s.rows[seat]
        total = 0
        for i in range(0, len(row), 2):
            if s.box.symbols[row[i] & FACE] & FACTORY:
                total += s.box.vps[row[i] & FACE]
        return total


def spyrium_owned() -> Worth:
    return Worth(SPYRIUM_OWNED, "1 point for each Spyrium")


def pounds_owned() -> Worth:
    return Worth(POUNDS_OWNED, "1 point for each £2")


def tokens_kept() -> Worth:
    return Worth(TOKENS_KEPT, "1 point for each token kept")


def buildings_owned() -> Worth:
    return Worth(BUILDINGS_OWNED, "1 point for each building")


def factory_points() -> Worth:
    return Worth(FACTORY_POINTS, "the points of your buildings with a Factory symbol once more")


def income() -> Worth:
    return Worth(INCOME, "the value of your space on the residence track")


def workers_owned() -> Worth:
    return Worth(WORKERS_OWNED, "1 point for each worker")
