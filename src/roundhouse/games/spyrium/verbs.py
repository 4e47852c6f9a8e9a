"""The verbs that `cards.py` writes programs with: what is paid, what is gained, and the choices in between."""

from __future__ import annotations

from typing import Final, cast

from roundhouse.core.cells import put
from roundhouse.core.native import i64
from roundhouse.core.verbs import (
    Amount,
    Ask,
    Program,
    close,
    frame,
    frame_seat,
    memo,
    program_of,
    subject,
    with_memo,
)
from roundhouse.core.words import counted
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
    SCORE,
    TOKEN,
    USE,
    VALUES,
    second_form,
    thing_of,
    use_action,
    use_of,
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

EVERY_PLACE: Final = [PLACE + gap for gap in range(GAPS)]

MINE: Final = 1
FACTORY: Final = 2
RESEARCH: Final = 4
SYMBOLS: Final = {"mine": MINE, "factory": FACTORY, "research": RESEARCH}


# Registers of a frame. The subject is the face of the card whose effect it is; the memo is in the use of a building the
# workers it took, in an effect with a token the token's value, or UNDECIDED more while Commerce may still change it.

UNDECIDED: Final = 4


def card_of(f: int) -> int:
    return subject(f)


def workers_taken(f: int) -> int:
    return memo(f)


def undecided(f: int) -> bool:
    """Whether it is still to be said what the token counts for."""
    return memo(f) > UNDECIDED


def token_value(f: int) -> int:
    """The value of the token, 0 without one."""
    return memo(f) - UNDECIDED if undecided(f) else memo(f)


def token_memo(s: Spyrium, seat: int, value: int) -> int:
    """How a frame keeps a token, or 0 for none."""
    return value + UNDECIDED if value and s.ready(seat) & KEEP_TOKENS else value


# The things that are paid and gained: by what name a price has them, and how so many of them are drawn.

POUNDS: Final = 0
SPYRIUM: Final = 1
POINTS: Final = 2
WORKERS: Final = 3
RESIDENCES: Final = 4
NO_THING: Final = 5
THINGS: Final = ["pounds", "spyrium", "points", "workers", "residence"]
FIGURES: Final = ["£{}", "{} gem", "{} star", "{} worker", "residence", ""]
ON_TOKENS: Final = [("£", "£ token"), ("Spyrium", "token gem"), ("points", "token star")]


def amount_words(thing: int, n: int) -> str:
    """So many pounds, Spyrium, points or new workers."""
    if thing == POUNDS:
        return f"£{n}"
    return f"{n} Spyrium" if thing == SPYRIUM else counted(n, "point" if thing == POINTS else "new worker")


class Term(Amount[Spyrium]):
    """One side of a trade: so many of a thing, paid or gained.

    `figure` is how it is drawn: figures, and the names of marks.
    """

    def __init__(
        self,
        thing: int,
        n: int,
        words: str,
        figure: str = "",
        paid: bool = False,
        by_token: bool = False,
        asking: bool = False,
        limited: bool = False,
        brief: str = "",
        prompt: str = "",
    ) -> None:
        super().__init__(n, asking, limited, words, brief, prompt=prompt)
        self.thing: int = thing
        self.paid: bool = paid
        self.by_token: bool = by_token  # as many as the token says
        self.figure: str = figure or FIGURES[thing].format(n)

    def amount(self, s: Spyrium, f: int) -> int:
        """How many it is now."""
        return token_value(f) if self.by_token else self.n

    def asks(self, s: Spyrium, f: int) -> bool:
        return self.asking

    def run(self, s: Spyrium, f: int) -> None:
        seat = frame_seat(f)
        n = self.amount(s, f)
        if self.thing == POINTS:
            s.score(seat, n)
        elif self.thing == WORKERS:
            s.hire(seat, n)
        elif self.thing == SPYRIUM:
            s.spyrium[seat] += -n if self.paid else n
        elif self.thing == POUNDS:
            s.pounds[seat] += -n if self.paid else n

    def words_with(self, token: int) -> str:
        """The same with the token known, if it is not 0."""
        return amount_words(self.thing, token) if token and self.by_token else self.words()


def terms(program: Program) -> list[Term]:
    """What of a program is paid and gained."""
    return [cast(Term, verb) for verb in program.verbs if verb.words()]


def trade(program: Program) -> str:
    """A program as "1 worker and 2 Spyrium for 6 points"; what costs nothing is just what is gained."""
    paid = " and ".join([term.words() for term in terms(program) if term.paid])
    gained = " and ".join([term.words() for term in terms(program) if not term.paid])
    return f"{paid} for {gained}" if paid else gained


def trades(programs: list[Program]) -> str:
    """The options of a card."""
    return "; or ".join([trade(p) for p in programs])


def changes(s: Spyrium, f: int) -> tuple[int, int, int, int, int]:
    """What the program of a frame costs (below 0) and brings: pounds, Spyrium, points, workers, residence actions."""
    pounds, spyrium, points, workers, residences = 0, 0, 0, 0, 0
    for verb in s.programs.verbs[program_of(f)]:
        term = cast(Term, verb)
        n = term.amount(s, f)
        if term.paid:
            n = -n
        if term.thing == SPYRIUM:
            spyrium += n
        elif term.thing == POINTS:
            points += n
        elif term.thing == WORKERS:
            workers += n
            if n < 0:
                f = with_memo(f, -n)
        elif term.thing == POUNDS:
            pounds += n
        elif term.thing == RESIDENCES:
            residences += n
    return pounds, spyrium, points, workers, residences


def price_of(changed: tuple[int, int, int, int, int]) -> dict[str, int]:
    """The same by name, without what stays."""
    return {THINGS[thing]: n for thing, n in enumerate(changed) if n}


# what is paid


class Work(Term):
    """Take active workers from the Start card; a Mine takes none with the rule for it."""

    def __init__(self, n: int) -> None:
        super().__init__(WORKERS, n, counted(n, "worker"), paid=True, limited=True)

    def amount(self, s: Spyrium, f: int) -> int:
        alone = s.techniques[frame_seat(f)] & MINES_ALONE and s.box.symbols[card_of(f)] & MINE
        return 0 if alone else self.n

    def possible(self, s: Spyrium, f: int, planned: int) -> str:
        return "" if s.active[frame_seat(f)] >= self.amount(s, f) else NO_MEANS

    def run(self, s: Spyrium, f: int) -> None:
        s.top = with_memo(s.top, self.amount(s, f))


class PaySpyrium(Term):
    """Pay Spyrium to the bank."""

    def __init__(self, n: int) -> None:
        super().__init__(SPYRIUM, n, f"{n} Spyrium", paid=True, limited=True)

    def possible(self, s: Spyrium, f: int, planned: int) -> str:
        return "" if s.spyrium[frame_seat(f)] >= self.n else NO_MEANS


class PayPounds(Term):
    """Pay pounds; `planned` is what is to be paid before."""

    def __init__(self, n: int, words: str = "", figure: str = "", by_token: bool = False) -> None:
        super().__init__(POUNDS, n, words or f"£{n}", figure, paid=True, by_token=by_token, limited=True)

    def plan_after(self, planned: int) -> int:
        return planned + self.n

    def possible(self, s: Spyrium, f: int, planned: int) -> str:
        due = self.n if self.n else self.amount(s, f)
        return "" if s.pounds[frame_seat(f)] - planned >= due else CANNOT_PAY


class PayPerWorker(PayPounds):
    """Pay a pound for each worker owned."""

    def __init__(self) -> None:
        super().__init__(0, "£1 for each worker owned", "£1 per worker")

    def amount(self, s: Spyrium, f: int) -> int:
        return s.workers[frame_seat(f)]


class PayToken(PayPounds):
    """Pay the token's value in pounds."""

    def __init__(self) -> None:
        super().__init__(0, "£ as on a token", "£ token", by_token=True)


# what is gained


class Gain(Term):
    """Gain pounds or Spyrium."""

    def __init__(self, thing: int, n: int) -> None:
        super().__init__(thing, n, amount_words(thing, n))


class Points(Term):
    """Gain points; a building with the Factory symbol gives one more for each worker with the rule for it."""

    def __init__(self, n: int) -> None:
        super().__init__(POINTS, n, counted(n, "point"))

    def amount(self, s: Spyrium, f: int) -> int:
        if s.techniques[frame_seat(f)] & FACTORIES_SCORE and s.box.symbols[card_of(f)] & FACTORY:
            return self.n + workers_taken(f)
        return self.n


class GainByToken(Term):
    """Gain as many pounds, Spyrium or points as the token says."""

    def __init__(self, thing: int) -> None:
        name, figure = ON_TOKENS[thing]
        super().__init__(thing, 0, f"{name} as on the token", figure, by_token=True)


class Hire(Term):
    """Take new workers from the reserve, active at once: as many as it has, or only if it has one."""

    def __init__(self, n: int, needed: bool = False) -> None:
        super().__init__(WORKERS, n, counted(n, "new worker"), f"+{n} worker", limited=needed)

    def amount(self, s: Spyrium, f: int) -> int:
        return min(self.n, s.box.most_workers - s.workers[frame_seat(f)])

    def possible(self, s: Spyrium, f: int, planned: int) -> str:
        return "" if self.amount(s, f) else ALL_WORKERS


class HasToken(Term):
    """Only with a token: an event laid out without one cannot be used."""

    def __init__(self) -> None:
        super().__init__(NO_THING, 0, "", paid=True, limited=True)

    def possible(self, s: Spyrium, f: int, planned: int) -> str:
        return "" if token_value(f) else NO_EVENT_TOKEN


# what is asked


class TokenValue(Term):
    """Settle what a token counts for: its value, or what Commerce makes of it once a turn."""

    def __init__(self) -> None:
        super().__init__(NO_THING, 0, "", asking=True)

    def asks(self, s: Spyrium, f: int) -> bool:
        return undecided(f)

    def choices(self, s: Spyrium, f: int, out: list[int]) -> None:
        out.extend(range(TOKEN, TOKEN + VALUES))

    def choose(self, s: Spyrium, f: int, action: int) -> None:
        value = action - TOKEN + 1
        if value != token_value(f):
            s.spend(frame_seat(f), KEEP_TOKENS)
        s.top = with_memo(close(f), value)

    def prompt(self, s: Spyrium, f: int) -> str:
        return f"say what the token of {token_value(f)} counts for"


class Residence(Term):
    """Move up the residence track, or score its present value; at its end only the latter."""

    def __init__(self) -> None:
        asked = "move up the residence track or score its value"
        super().__init__(RESIDENCES, 1, "one residence action", asking=True, prompt=asked)

    def asks(self, s: Spyrium, f: int) -> bool:
        return s.residence[frame_seat(f)] + 1 < len(s.incomes)

    def choices(self, s: Spyrium, f: int, out: list[int]) -> None:
        out.append(RESIDENCE)
        out.append(SCORE)

    def choose(self, s: Spyrium, f: int, action: int) -> None:
        seat = frame_seat(f)
        s.top = close(f)
        if action == SCORE:
            self.run(s, f)
        else:
            s.residence = put(s.residence, seat, s.residence[seat] + 1)

    def run(self, s: Spyrium, f: int) -> None:
        seat = frame_seat(f)
        s.score(seat, s.incomes[s.residence[seat]])

    def price(self, s: Spyrium, f: int, action: int) -> dict[str, int]:
        at = s.residence[frame_seat(f)]
        return {"points": s.incomes[at]} if action == SCORE else {"income": s.incomes[at + 1] - s.incomes[at]}


class ChooseBonus(Ask[Spyrium]):
    """At eight points: a worker or pounds; the other one comes at twenty."""

    def __init__(self) -> None:
        super().__init__(BONUS, "", limited=False, prompt="choose your bonus")

    def among(self, s: Spyrium, f: int, planned: int) -> list[int]:
        return [0, 1]

    def chosen(self, s: Spyrium, f: int, thing: int) -> None:
        s.take_bonus(frame_seat(f), POUNDS_BONUS if thing else WORKER_BONUS)

    def price(self, s: Spyrium, f: int, action: int) -> dict[str, int]:
        if action > BONUS:
            return {"pounds": s.box.bonus_pounds}
        return {"workers": 1} if s.workers[frame_seat(f)] < s.box.most_workers else {}


class PlaceLate(Term):
    """Place a worker in the market while activating."""

    def __init__(self) -> None:
        super().__init__(
            NO_THING,
            0,
            "a worker placed while activating",
            "place",
            asking=True,
            limited=True,
            brief="place 1 in phase II",
            prompt="place a worker",
        )

    def possible(self, s: Spyrium, f: int, planned: int) -> str:
        seat = frame_seat(f)
        if s.phases[seat] != ACTIVATING:
            return NO_SUCH_PHASE
        if not s.active[seat]:
            return NO_ACTIVE_WORKER
        return "" if any(s.open_gap(gap) for gap in range(GAPS)) else NO_CARD_THERE

    def choices(self, s: Spyrium, f: int, out: list[int]) -> None:
        offer_gaps(s, out)

    def choose(self, s: Spyrium, f: int, action: int) -> None:
        s.top = close(f)
        s.place(action - PLACE, frame_seat(f))

    def refuses(self, s: Spyrium, f: int, action: int) -> str:
        return NO_CARD_THERE if PLACE <= action < PLACE + GAPS else ""

    def price(self, s: Spyrium, f: int, action: int) -> dict[str, int]:
        return {"workers": -1}


class UseAgain(Term):
    """Straighten an inclined building and use it again at once."""

    def __init__(self) -> None:
        super().__init__(
            NO_THING,
            0,
            "an inclined building used again",
            "again",
            asking=True,
            limited=True,
            brief="use again",
            prompt="choose the inclined building to use again",
        )

    def possible(self, s: Spyrium, f: int, planned: int) -> str:
        found: list[int] = []
        offer_uses(s, frame_seat(f), True, found)
        return "" if found else INCLINED

    def choices(self, s: Spyrium, f: int, out: list[int]) -> None:
        offer_uses(s, frame_seat(f), True, out)
        out.sort()

    def choose(self, s: Spyrium, f: int, action: int) -> None:
        s.top = close(f)
        use(s, frame_seat(f), action)

    def refuses(self, s: Spyrium, f: int, action: int) -> str:
        if s.space.block(action).start == USE and second_form(USE, action):
            return refuses_use(s, frame_seat(f), action)
        return ""

    def price(self, s: Spyrium, f: int, action: int) -> dict[str, int]:
        return price_of(changes(s, use_frame(s, frame_seat(f), action)))


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
        programs = s.box.trades[face]
        for k in range(len(programs)):
            action: int = use_action(face, k, again)
            if action not in out and not s.programs.possible(s, frame(programs[k], seat, face), 0):
                out.append(action)


def use_frame(s: Spyrium, seat: int, action: int) -> int:
    """The frame that an action of the USE block starts."""
    face, option = use_of(thing_of(USE, action))
    return frame(s.box.trades[face][option], seat, face)


def use(s: Spyrium, seat: int, action: int) -> None:
    """Incline a building, with its workers, and start the effect; `action` is of the USE block."""
    f = use_frame(s, seat, action)
    first = cast(Term, s.programs.verbs[program_of(f)][0])
    workers = first.amount(s, f) if first.thing == WORKERS else 0
    s.incline(seat, s.find(seat, card_of(f), second_form(USE, action)), workers)
    s.push(f)


def refuses_use(s: Spyrium, seat: int, action: int) -> str:
    """Why a building cannot be used, or used again."""
    again = second_form(USE, action)
    face, option = use_of(thing_of(USE, action))
    if option >= len(s.box.trades[face]):
        return NO_USE
    if s.find(seat, face, again) < 0:
        return INCLINED if s.find(seat, face, not again) >= 0 else NOT_OWNED
    return s.programs.possible(s, use_frame(s, seat, action), 0) or NO_TAYLORISM


# what techniques are worth at the end

TOKENS_KEPT: Final = 6
BUILDINGS_OWNED: Final = 7
FACTORY_POINTS: Final = 8
INCOME: Final = 9
WORTH: Final = {
    SPYRIUM: "1 point for each Spyrium",
    POUNDS: "1 point for each £2",
    TOKENS_KEPT: "1 point for each token kept",
    BUILDINGS_OWNED: "1 point for each building",
    FACTORY_POINTS: "the points of your buildings with a Factory symbol once more",
    INCOME: "the value of your space on the residence track",
    WORKERS: "1 point for each worker",
}


class Worth:
    """Points at the end of the game: 1 for so many of something, or a value as it stands."""

    def __init__(self, kind: int) -> None:
        self.kind: int = kind
        self.words: str = WORTH[kind]

    def points(self, s: Spyrium, seat: int) -> int:
        if self.kind == SPYRIUM:
            return s.spyrium[seat]
        if self.kind == POUNDS:
            return s.pounds[seat] // 2
        if self.kind == TOKENS_KEPT:
            return len(s.kept)
        if self.kind == BUILDINGS_OWNED:
            return s.built(seat)
        if self.kind == INCOME:
            return s.incomes[s.residence[seat]]
        if self.kind == WORKERS:
            return s.workers[seat]
        row = s.rows[seat]
        total = 0
        for i in range(0, len(row), 2):
            if s.box.symbols[row[i] & FACE] & FACTORY:
                total += s.box.vps[row[i] & FACE]
        return total
