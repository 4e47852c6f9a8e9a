"""Finding puzzles: bots play, and where one turn is clearly the best and not what comes to mind first, that is one.

A position is looked at three times: quickly, whether anything is clear there; long, every action as often as the
others; and by games that conductors play on after the best action, the next best and greedy's. Only what all three
agree on is a puzzle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import roundhouse
from roundhouse.bots.advice import Adviser, Prospect
from roundhouse.bots.bot import Budget
from roundhouse.bots.make import Player
from roundhouse.core.records import Record
from roundhouse.core.state import State
from roundhouse.lab.advice import advise
from roundhouse.lab.review import positions
from roundhouse.lab.workers import Where
from roundhouse.learn.puzzles import LEVEL, Choice, Puzzle, seated

QUICK = 300  # iterations, to see whether anything is clear
LONG = 8000  # to be sure
ADVICE = 3000  # to tell why
GAMES = 60  # that are played on for the reasons
AGAIN = 80  # games of conductors after the best action, and after the one it is held against
CAP = 5000  # decisions after which a game counts as shared
HINT = 0.07  # how much better than all else the best must look at first,
MARGIN = 0.08  # at last,
ONWARD = 0.06  # and at the decisions that follow in the same turn
PLAYED = 0.04  # how much more often it must win when games are played on
OPEN = (0.12, 0.96)  # chances of a game in which something is at stake
FEW, MANY = 3, 24  # actions among which something can be asked
LONGEST = 5  # decisions of a solution
EARLY = 4  # decisions of a seat that are a matter of taste
SAME = 3  # of so many puzzles about one may begin with the same word
NEAR = 3  # positions of a game that are looked at long


@dataclass(frozen=True)
class Search:
    """A game in which puzzles are looked for."""

    game: str
    seats: int
    seed: str
    options: dict[str, object]


@dataclass(frozen=True)
class Found:
    """A decision at which something looks clear."""

    n: int  # decisions before it
    state: State
    best: int
    greedy: int
    margin: float


def searches(game: str, seed: str, seats: int | None, options: dict[str, object]) -> Iterator[Search]:
    """Games without an end; every second of them at the smallest table, the others at all tables in turn."""
    found = roundhouse.game(game)
    tables = [seats] if seats else [n for more in found.seats for n in (min(found.seats), more)]
    n = 0
    while True:
        yield Search(found.id, tables[n % len(tables)], f"puzzles/{seed}/{n}", options)
        n += 1


def hunt(work: Iterable[Search], count: int, where: Where) -> Iterator[Puzzle | None]:
    """What each game brings, None or a puzzle, until there are enough; not too many that ask for the same."""
    kinds: Counter[str] = Counter()
    there = 0
    for made in where.shared(find, work):
        if made is not None:
            kind = made.choices[0].best.split()[0]
            if kinds[kind] > count // SAME:
                made = None
            else:
                kinds[kind] += 1
                there += 1
        yield made
        if there >= count:
            return


def recorded(search: Search) -> Record:
    """A game of conductors."""
    record = Record(search.game, search.seats, search.seed, seated(search.seats, 0), **search.options)
    bots = [Player(LEVEL, f"{search.seed}/{seat}") for seat in range(search.seats)]
    for _ in range(CAP):
        if record.state.over:
            break
        record.play(bots[record.state.seat].decide(record.state))
    return record


def find(search: Search) -> Puzzle | None:
    """The clearest puzzle of a game, or None."""
    record = recorded(search)
    for found in candidates(record)[:NEAR]:
        if (made := puzzle_of(search, record, found)) is not None:
            return made
    return None


def candidates(record: Record) -> list[Found]:
    """Decisions at which one action looks clearly the best, and neither greedy nor habit takes it; the clearest first.

    Habit is the policy, which has learned what usually is right.
    """
    out, own = [], [0] * record.seats
    for line, state in positions(record):
        own[line.seat] += 1
        if own[line.seat] <= EARLY or not FEW <= len(worth(state)) <= MANY:
            continue
        greedy = Player("greedy", f"greedy/{line.n}").decide(state)
        adviser = Adviser(f"puzzles/{line.n}")
        usual = adviser.likeliest(state, state.seat)
        looked = adviser.look(state, state.seat, Budget(QUICK), [greedy])
        if len(looked) > 1 and looked[0].action not in (greedy, usual) and OPEN[0] <= looked[0].chance <= OPEN[1]:
            margin = looked[0].chance - looked[1].chance
            if margin >= HINT:
                out.append(Found(line.n - 1, state, looked[0].action, greedy, margin))
    return sorted(out, key=lambda one: -one.margin)


def worth(state: State) -> list[int]:
    """The actions that need a thought; none where one of them needs none."""
    h = state.game.heuristics
    options = h.sensible(state, state.choices())
    return options if len(options) == 1 or h.obvious(state, options) < 0 else []


def puzzle_of(search: Search, record: Record, found: Found) -> Puzzle | None:
    """The puzzle there, if a long look and games that are played on agree with the quick one."""
    state, seat = found.state, found.state.seat
    looked = compared(state)
    if looked is None or looked[0].action != found.best or looked[0].chance - looked[1].chance < MARGIN:
        return None
    rivals = dict.fromkeys([looked[1].action, found.greedy])
    best = share(state, found.best)
    if any(best - share(state, other) < PLAYED for other in rivals):
        return None
    names = seated(search.seats, seat, "Yourself")  # reasons say you
    told = next(one for one in advise(state, Budget(ADVICE), names, [found.best, found.greedy], GAMES).options
                if one.action == found.best)  # fmt: skip
    if not told.why:
        return None
    return Puzzle(
        search.game,
        record.rules_version,
        search.seats,
        seat,
        search.seed,
        record.options,
        [line.action for line in record.active_lines()[: found.n]],
        [choice(state, looked), *onward(state, found.best)],
        state.words(found.greedy),
        [round(points, 1) for points in told.points],
        told.against,
        told.why,
        told.line,
    )


def compared(state: State) -> list[Prospect] | None:
    """All actions that need a thought, each tried as often as the others; the best first."""
    options = worth(state)
    if not 1 < len(options) <= MANY:
        return None
    return Adviser("puzzles").look(state, state.seat, Budget(LONG), options)


def choice(state: State, looked: list[Prospect]) -> Choice:
    return Choice(state.words(looked[0].action), {state.words(one.action): round(one.chance, 3) for one in looked})


def onward(state: State, first: int) -> list[Choice]:
    """What follows in the same turn, as long as it is as clear."""
    out: list[Choice] = []
    s = state.clone()
    s.apply(first)
    while len(out) + 1 < LONGEST and not s.over and s.seat == state.seat and not s.learned:
        if len(s.choices()) == 1:
            out.append(Choice(s.words(s.choices()[0])))
            s.apply(s.choices()[0])
            continue
        looked = compared(s)
        if looked is None or looked[0].chance - looked[1].chance < ONWARD:
            break
        out.append(choice(s, looked))
        s.apply(looked[0].action)
    while out and not out[-1].chances:  # what is forced at the end is no part of it
        out.pop()
    return out


def share(state: State, action: int) -> float:
    """How many of the games the seat wins that conductors play on after an action."""
    return played_on(state, action, LEVEL, "puzzles", range(AGAIN)) / AGAIN


def played_on(state: State, action: int, bot: str, seed: str, games: Iterable[int]) -> float:
    """In how many games, known by their numbers, the seat wins that goes on with an action; what it cannot know and
    chance are the same after another action."""
    won = 0.0
    for k in games:
        s = state.resample(state.seat, f"{seed}/{k}")
        bots = [Player(bot, f"{seed}/{k}/{seat}") for seat in range(s.seats)]
        s.apply(action)
        for _ in range(CAP):
            if s.over:
                break
            s.apply(bots[s.seat].decide(s))
        winners = s.winners() if s.over else list(range(s.seats))
        won += (state.seat in winners) / len(winners)
    return won
