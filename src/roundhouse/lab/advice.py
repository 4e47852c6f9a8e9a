"""Advice on a decision: what the best actions promise, what most likely follows, and why one is better than another.

All of it is found out from what the seat that decides may know, and the reasons come from games that were played on
after each action: where points come from there, what is held soon after, what is taken, how soon the end comes.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import asdict, dataclass
from statistics import fmean, stdev
from typing import Any

from roundhouse.bots.advice import Adviser, Future, Prospect
from roundhouse.bots.bot import Budget
from roundhouse.core.state import State
from roundhouse.core.words import listed
from roundhouse.lab.clerk import sources

SEED = "advice"  # the same question gets the same answer
GAMES = 40  # that are played on after each action
LOOKING = 0.5  # of a budget in time, for finding the best actions; the rest is for games that are played on
ENOUGH = 5  # games from which anything can be told
CLEAR = 2.0  # standard errors by which a difference is told
LEAST = 0.5  # points that are worth a word
OFTEN = 0.25  # how much more often something is taken that is worth a word
REASONS = 3  # that are told of an action
SAME = 3  # actions that are named if they are about as good
CLOSE = 0.02  # chances that differ by less are about as good,
NEAR = 0.05  # and by less than this go by how games end, if those clearly differ
SETTLED = 0.03  # a game is all but won or lost if the chance is that near to 1 or to 0
HELD = {  # what of a player's view is told of the next turn: one and several of it, and how many points one is worth
    "pounds": ("pound", "pounds", 0.3),
    "spyrium": ("spyrium", "spyrium", 0.5),
    "income": ("pound of income", "pounds of income", 1.0),
    "workers": ("worker", "workers", 1.0),
    "money": ("dollar", "dollars", 0.3),
    "loans": ("loan", "loans", -1.0),
    "ready": ("mana", "mana", 0.5),
}
ROUND = 0.3  # about as many points is it worth that a game lasts a round more


@dataclass(frozen=True)
class Option:
    """An action and what it promises."""

    action: int
    words: str
    chance: float  # of the seat to win
    points: list[float]  # by seat, at the end
    games: int  # from which these are
    visits: int  # lines of play from which the chance is
    line: list[tuple[int, str]]  # what most likely follows, with the seats that do it
    against: str  # what it is compared with, in words: the next, or the best; "" if there is nothing to tell
    why: list[str]  # it is better or worse than that


@dataclass(frozen=True)
class Advice:
    """What can be said of a decision."""

    seat: int
    chances: list[float]  # of every seat to win
    nudge: str  # what matters, without naming an action; only those that are all as good are named
    options: list[Option]  # the best first; those that were asked for are among them

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Tally:
    """The games that went on after an action."""

    action: int
    own: str  # what it takes itself
    points: list[list[int]]  # of each game, by seat
    sources: dict[str, list[list[int]]]  # the same by where they come from
    held: dict[str, list[list[int]]]  # what is held when the own next turn begins, if there is one
    length: list[int]  # at the end, in rounds or turns
    rounds: str  # round, or turn in a game without any
    takes: list[Counter[str]]  # by seat: in how many games it soon takes a thing

    @property
    def games(self) -> int:
        return len(self.points)

    def mean(self, seat: int) -> float:
        """A seat's points at the end."""
        return fmean(game[seat] for game in self.points)


def tally(state: State, action: int, futures: list[Future]) -> Tally:
    """What the games after an action had in common."""
    seats, takes = state.seats, [Counter[str]() for _ in range(state.seats)]
    for future in futures:
        for seat, what in set(future.taken):
            takes[seat][what] += 1
    return Tally(
        action,
        state.game.taken(state, action),
        [future.state.scores() for future in futures],
        gathered([dict(sources(future.state)) for future in futures], seats),
        next_turn(futures, seats),
        [clock(future.state)[1] for future in futures],
        clock(state)[0],
        takes,
    )


def gathered(games: list[dict[str, list[int]]], seats: int) -> dict[str, list[list[int]]]:
    """By name what each game has of it, by seat."""
    names = dict.fromkeys(name for game in games for name in game)
    return {name: [game.get(name, [0] * seats) for game in games] for name in names}


def next_turn(futures: list[Future], seats: int) -> dict[str, list[list[int]]]:
    """What is held when the own next turn begins; nothing is told of it if most of the games end before."""
    if 2 * sum(future.soon.over for future in futures) > len(futures):
        return {}
    return gathered([holdings(future.soon) for future in futures], seats)


def holdings(state: State) -> dict[str, list[int]]:
    """What everybody can see that the seats have, of what is worth a word."""
    view: dict[str, Any] = state.view(None)
    players = view.get("players", [])
    return {name: [int(p[name]) for p in players] for name in HELD if players and all(name in p for p in players)}


def clock(state: State) -> tuple[str, int]:
    """How long a game has lasted, and in what."""
    view: dict[str, Any] = state.view(None)
    name = "round" if "round" in view else "turn"
    return name, int(view.get("round", view.get("turns", 0)))


def advise(state: State, budget: Budget, names: list[str], also: list[int] | None = None, games: int = GAMES) -> Advice:
    """Advice for the seat that is to decide. `also` are actions that must be told of besides the best.

    A budget in milliseconds is for all of it: then as many games are played on as there is time for, `games` at most.
    """
    began, seat, adviser, time_limit = time.perf_counter(), state.seat, Adviser(SEED), budget.milliseconds
    looking = Budget(milliseconds=max(1, int(time_limit * LOOKING))) if time_limit else budget
    found = adviser.look(state, seat, looking, also or [])
    actions = [prospect.action for prospect in found]
    if len(actions) == 1:  # it needs no thought, but a comparison
        actions += [action for action in state.choices() if action not in actions][:1]
    tallies = play_on(state, adviser, actions, games, began + time_limit / 1000 if time_limit else None)
    found = ranked(found, tallies, seat)
    first = found[0].action
    second = next((action for action in [*(one.action for one in found), *actions] if action != first), first)
    options = []
    for prospect in found:
        other = second if prospect.action == first else first
        why: list[str] = []
        if other != prospect.action:
            why = reasons(tallies[prospect.action], tallies[other], seat, names, prospect.action == first)
        options.append(option(state, prospect, tallies[prospect.action], state.words(other) if why else "", why))
    return Advice(seat, adviser.chances, nudge(state, found, tallies, names), options)


def play_on(state: State, adviser: Adviser, actions: list[int], games: int, until: float | None) -> dict[int, Tally]:
    """Games after each of the actions, one of each in turn while there is time, so that all have as many."""
    futures: dict[int, list[Future]] = {action: [] for action in actions}
    for n in range(games):
        began = time.perf_counter()
        for action in actions:
            futures[action].append(adviser.future(state, state.seat, action, f"{SEED}/{n}"))
        now = time.perf_counter()
        if until is not None and now + (now - began) > until:  # the next would take as long
            break
    return {action: tally(state, action, played) for action, played in futures.items()}


def ranked(found: list[Prospect], tallies: dict[int, Tally], seat: int) -> list[Prospect]:
    """The best first: by the chance to win; what is near to it, and clearly ends further ahead, comes before it.

    Where the game is all but settled, by points.
    """
    best = found[0].chance
    if tallies[found[0].action].games < ENOUGH:
        return found
    if SETTLED < best < 1 - SETTLED:
        first = found[0]
        for other in found[1:]:
            if best - other.chance < NEAR and told(lead(tallies[other.action], tallies[first.action], seat)):
                first = other
        return [first, *[one for one in found if one is not first]]
    return sorted(found, key=lambda one: (best - one.chance > SETTLED, -tallies[one.action].mean(seat)))


def lead(ours: Tally, theirs: Tally, seat: int) -> Difference:
    """How much further ahead of the others a seat ends; nothing if it does not."""
    leads = [[[game[seat] - max(game[:seat] + game[seat + 1 :])] for game in one.points] for one in (ours, theirs)]
    found = difference(leads[0], leads[1], 0)
    return found if found.mean > 0 else Difference(0.0, 0.0)


def option(state: State, prospect: Prospect, held: Tally, against: str, why: list[str]) -> Option:
    points = [held.mean(seat) for seat in range(state.seats)]
    words, chance, visits = state.words(prospect.action), prospect.chance, prospect.visits
    return Option(prospect.action, words, chance, points, held.games, visits, prospect.line, against, why)


# why


@dataclass(frozen=True)
class Reason:
    """A way in which games after one action differ from games after another."""

    weight: float  # about so many points
    good: bool | None  # for the seat; None: it depends
    words: str
    nudge: str  # what to think of, without telling more


@dataclass(frozen=True)
class Difference:
    """A mean difference of two tallies, and by how many standard errors it is one."""

    mean: float
    sure: float


def difference(ours: list[list[int]], theirs: list[list[int]], seat: int) -> Difference:
    """Of games that were played on alike, one by one."""
    each = [float(a[seat] - b[seat]) for a, b in zip(ours, theirs, strict=True)]
    if len(each) < ENOUGH:
        return Difference(0.0, 0.0)
    mean, error = fmean(each), stdev(each) / len(each) ** 0.5
    return Difference(mean, abs(mean) / error if error else float("inf") if mean else 0.0)


def told(found: Difference) -> bool:
    return abs(found.mean) >= LEAST and found.sure >= CLEAR


def reasons(ours: Tally, theirs: Tally, seat: int, names: list[str], better: bool) -> list[str]:
    """What speaks for the better of two actions, or against the worse, and at the end what speaks for the other."""
    found = differences(ours, theirs, seat, names)
    agree = [one.words for one in found if one.good is not (not better)]
    but = [f"But {uncapital(one.words, names)}" for one in found if one.good is (not better)][:1]
    return [*agree[: REASONS - len(but)], *but] if agree else []


def differences(ours: Tally, theirs: Tally, seat: int, names: list[str]) -> list[Reason]:
    """What games after the one action have that games after the other have not, the greatest difference first."""
    found = by_source(ours, theirs, seat)
    found += by_rival(ours, theirs, seat, names)
    found += by_holding(ours, theirs, seat)
    found += by_length(ours, theirs)
    found += takings(ours, theirs, seat, names)
    return sorted(found, key=lambda reason: -reason.weight)


def by_source(ours: Tally, theirs: Tally, seat: int) -> list[Reason]:
    """Where the seat's points come from, or go to."""
    found = []
    for name, here in ours.sources.items():
        there = theirs.sources.get(name, here)
        d = difference(here, there, seat)
        if told(d):
            lost = all(game[seat] <= 0 for game in [*here, *there])
            whence = "" if name == "Points" else f" {'lost to' if lost else 'from'} the {name.lower()}"
            words = f"{amount(-d.mean if lost else d.mean, 'point', 'points')}{whence}"
            nudge = f"Think of the points{whence}: the best choice makes {'fewer' if lost else 'more'} of them."
            found.append(Reason(abs(d.mean), d.mean > 0, words, nudge))
    return found


def by_rival(ours: Tally, theirs: Tally, seat: int, names: list[str]) -> list[Reason]:
    """What the others have at the end."""
    found = []
    for rival, name in enumerate(names):
        d = difference(ours.points, theirs.points, rival)
        if rival != seat and told(d):
            words = f"{name} ends with {amount(d.mean, 'point', 'points')}"
            nudge = f"Think of {name}: the best choice leaves {name} with fewer points in the end."
            found.append(Reason(abs(d.mean), d.mean < 0, words, nudge))
    return found


def by_holding(ours: Tally, theirs: Tally, seat: int) -> list[Reason]:
    """What the seat has when its next turn begins."""
    found = []
    for name, held in ours.held.items():
        d = difference(held, theirs.held.get(name, held), seat)
        if told(d):
            one, many, worth = HELD[name]
            words = f"{amount(d.mean, one, many)} at your next turn"
            more = "more" if worth > 0 else "fewer"
            nudge = f"Think of your next turn: after the best choice you then have {more} {many}."
            found.append(Reason(abs(d.mean * worth), d.mean * worth > 0, words, nudge))
    return found


def by_length(ours: Tally, theirs: Tally) -> list[Reason]:
    """How long the game lasts."""
    d = difference([[n] for n in ours.length], [[n] for n in theirs.length], 0)
    if not told(d):
        return []
    when = amount(d.mean, ours.rounds, f"{ours.rounds}s", "later", "sooner")
    nudge = f"Think of the tempo: after the best choice the game ends {'later' if d.mean > 0 else 'sooner'}."
    return [Reason(abs(d.mean) * ROUND, None, f"The game ends {when}", nudge)]


def takings(ours: Tally, theirs: Tally, seat: int, names: list[str]) -> list[Reason]:
    """What is soon taken far more often, or far less, and by whom; not what the two actions themselves take."""
    found: list[Reason] = []
    mine: set[tuple[str, bool]] = set()
    for who in sorted(range(len(names)), key=lambda one: one != seat):
        here, there = ours.takes[who], theirs.takes[who]
        for what in sorted(set(here) | set(there)):
            a, b = share(here[what], ours.games), share(there[what], theirs.games)
            if (who == seat and what in (ours.own, theirs.own)) or not clearly_apart(a, b, ours.games):
                continue
            if who == seat:
                mine.add((what, a > b))
            elif (what, a < b) in mine:  # the other side of what was told of oneself
                continue
            thing, name = what.partition(": ")[2] or what, names[who]
            often = "soon" if a > b else "less often"
            who_takes = f"You {often} take" if who == seat else f"{name} {often} takes"
            words = f"{who_takes} {thing} (in {100 * a:.0f} of 100 games, else in {100 * b:.0f})"
            nudge = (
                f"Think ahead: after the best choice you soon take {thing}."
                if who == seat
                else f"Think of {name}: the best choice makes it harder for {name} to take {thing}."
            )
            found.append(Reason(2 * abs(a - b), (a > b) == (who == seat), words, nudge))
    return found


def share(n: int, of: int) -> float:
    return n / of if of else 0.0


def clearly_apart(a: float, b: float, games: int) -> bool:
    """Whether two shares of so many games each differ enough to be told."""
    error = ((a * (1 - a) + b * (1 - b)) / max(games, 1)) ** 0.5
    return games >= ENOUGH and abs(a - b) >= max(OFTEN, CLEAR * error)


def amount(n: float, one: str, many: str, more: str = "more", less: str = "less") -> str:
    """How many more there are, or fewer."""
    size = f"{abs(n):.1f}".removesuffix(".0")
    return f"{size} {one if size == '1' else many} {more if n > 0 else less}"


def uncapital(words: str, names: list[str]) -> str:
    """Words as they go on after another; a name stays as it is."""
    return words if words.startswith(tuple(names)) else words[:1].lower() + words[1:]


def nudge(state: State, found: list[Prospect], tallies: dict[int, Tally], names: list[str]) -> str:
    """What matters now, without naming an action; where it hardly matters which, those that are as good."""
    if len(state.choices()) < 2:
        return "There is only one thing to do."
    best = found[0].chance
    if best >= 1 - SETTLED:
        return "You have all but won: now it is about points."
    if best <= SETTLED:
        return "It is all but lost: now it is about points."
    if len(found) < 2:
        return "No need to think long here: one choice is plainly right."
    chances = sorted((one.chance for one in found), reverse=True)
    first, last = tallies[found[0].action], tallies[found[-1].action]
    if chances[0] - chances[-1] < CLOSE and not told(lead(first, last, state.seat)):
        same = listed(list(dict.fromkeys(state.words(one.action) for one in found[:SAME])), "and")
        return f"No choice stands out here. These are about as good: {same}."
    matters = differences(first, last, state.seat, names)
    speaking = [reason for reason in matters if reason.good is not False]
    if speaking:
        return speaking[0].nudge
    if chances[0] - chances[1] < CLOSE:
        return "Two choices are about as good, and better than the others."
    return f"One choice stands out: it wins {100 * (chances[0] - chances[1]):.0f} more of 100 games than the next best."
