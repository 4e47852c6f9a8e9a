"""What the actions of a position promise, for people: chances to win, what most likely follows, how games end."""

from __future__ import annotations

import math
import time
from typing import Final

from roundhouse.bots.bot import Budget
from roundhouse.bots.judge import Judge, judge_of
from roundhouse.bots.search import LOOK, Node, SearchBot
from roundhouse.core.heuristics import Heuristics
from roundhouse.core.native import i64
from roundhouse.core.rng import seeded
from roundhouse.core.state import State

BEST: Final = 3  # actions that are told
FREE: Final = 0.5  # of the budget, for finding them; the rest tries each of them as often as the others
SURE: Final = 3.0  # visits of an action that is told as one that follows
AHEAD: Final = 8  # most actions that are told of what follows
LONGEST: Final = 4000  # decisions after which a game that is played on counts as it stands
SHARP: Final = 3.0  # how much likelier the likelier action is in games played on: so points come out like conductors'
ROUND: Final = 2  # turns of the own seat in which it is noted what everybody takes


class Prospect:
    """What one action promises the seat that takes it."""

    def __init__(self, action: int, chance: float, visits: int, line: list[tuple[int, str]]) -> None:
        self.action: int = action
        self.chance: float = chance  # to win
        self.visits: int = visits  # lines of play that were looked through
        self.line: list[tuple[int, str]] = line  # what most likely follows, with the seats that do it


class Future:
    """A game played on to its end."""

    def __init__(self, state: State, soon: State, taken: list[tuple[int, str]]) -> None:
        self.state: State = state
        self.soon: State = soon  # when the own seat's next turn began, or the end
        self.taken: list[tuple[int, str]] = taken  # what seats took soon after, as `Game.taken` calls it


class Adviser(SearchBot):
    """A search bot that does not decide but tells what it sees: from what the seat that asks may know."""

    def __init__(self, seed: object) -> None:
        super().__init__(seed)
        self.chances: list[float] = []  # of every seat to win, in the position that was looked at last
        self.sharpness: float = -1.0  # of chances; below 0 as the weights say
        self.sums: list[float] = []  # of every seat's chances in the lines of play that were looked through
        self.firsts: list[Node] = []  # the actions that are looked at in turn; none: what is most promising

    def look(self, state: State, seat: int, budget: Budget, also: list[int]) -> list[Prospect]:
        """The most promising actions of the seat that is to decide, the best first, and after them those asked for.

        Each of them is tried as often as the others, so their chances can be compared.
        """
        self.begin_look(state, seat)
        self.spend(state, seat, budget, FREE)
        self.narrow(state, seat, also)
        self.spend(state, seat, budget, 1.0 - FREE)
        return self.prospects(state, seat)

    # the same in steps, for who has other things to do meanwhile

    def begin_look(self, state: State, seat: int) -> None:
        """Find out which actions are worth a look: what is spent from now on goes where it is most promising."""
        judge = judge_of(self.judge, state, self.learned, self.by_hand)
        self.judge = judge
        self.opens = False
        self.root = Node(-1, -1, 0.0)
        self.sums = [0.0] * state.seats
        plain = self.plain(state, seat, judge.heuristics)
        self.firsts = [] if plain < 0 else [self.kid(plain, seat)]

    def narrow(self, state: State, seat: int, also: list[int]) -> None:
        """Look at the best actions only, and at those asked for: each as often as the others."""
        tried = max(self.root.inner, 1.0)
        self.chances = [total / tried for total in self.sums]
        self.firsts = self.firsts or self.foremost(state, seat, BEST)
        for action in also:
            kid = self.kid(action, seat)
            if kid not in self.firsts:
                self.firsts.append(kid)

    def prospects(self, state: State, seat: int) -> list[Prospect]:
        """What was found out, the best first; chances are told as they come true."""
        sharpness = self.sharpness
        if sharpness < 0.0:
            sharpness = sharpness_of(self.judge)
        self.chances = told(self.chances, sharpness)
        out: list[Prospect] = []
        for kid in self.firsts:
            chance = sharpened(kid.total / kid.visits if kid.visits else 0.0, state.seats, sharpness)
            out.append(Prospect(kid.action, chance, int(kid.visits), self.line(state, seat, kid)))
        out.sort(key=promise, reverse=True)
        return out

    def spend(self, state: State, seat: int, budget: Budget, share: float) -> None:
        """Look through lines of play for that share of the budget, beginning with each of `firsts` in turn, if any."""
        judge = self.judge
        assert judge is not None
        firsts = self.firsts
        most: i64 = max(int(budget.iterations * share), len(firsts), 1)
        until = 0.0
        if budget.milliseconds:
            until = time.perf_counter() + budget.milliseconds * share / 1000.0
        n: i64 = 0
        i: i64
        while (until or n < most) and not (budget.stopped and n):
            self.iterate(state, seat, self.root, judge, firsts[n % len(firsts)] if firsts else None)
            for i in range(state.seats):
                self.sums[i] += judge.chances[i]
            n += 1
            if until and not n & LOOK:
                if time.perf_counter() > until:
                    break
                time.sleep(0)
        self.iterations += n

    def plain(self, state: State, seat: int, h: Heuristics) -> int:
        """The only action worth a thought, or -1; as in the tree, where such a decision has no node."""
        s = state.redeal(seat, self.rng)
        options = h.sensible(s, s.choices())
        return options[0] if len(options) == 1 else h.obvious(s, options)

    def likeliest(self, state: State, seat: int) -> int:
        """What the policy would most likely do, without any thought."""
        judge = judge_of(self.judge, state, self.learned, self.by_hand)
        self.judge = judge
        s = state.redeal(seat, self.rng)
        options = judge.heuristics.sensible(s, s.choices())
        judge.weigh(s, options, seat)
        best = 0
        for i in range(len(options)):
            if judge.likely[i] > judge.likely[best]:
                best = i
        return options[best]

    def foremost(self, state: State, seat: int, most: int) -> list[Node]:
        """The actions that were visited most."""
        options = state.choices()
        found = [kid for kid in self.root.kids if kid.seat == seat and kid.visits and int(kid.action) in options]
        found.sort(key=visited, reverse=True)
        return found[:most]

    def kid(self, action: int, seat: int) -> Node:
        """What is known of an action."""
        root = self.root
        at = 0
        for kid in root.kids:
            if kid.action == action and kid.seat == seat:
                return kid
            if kid.action < action:
                at += 1
        made = Node(action, seat, 0.0)
        root.kids.insert(at, made)
        return made

    def line(self, state: State, seat: int, first: Node) -> list[tuple[int, str]]:
        """What most likely follows on an action, on one of the deals that may be."""
        h = state.game.heuristics
        s = state.redeal(seat, self.rng)
        s.apply(first.action)
        node = first
        out: list[tuple[int, str]] = []
        while not s.over and len(out) < AHEAD:
            options = h.sensible(s, s.choices())
            action = options[0] if len(options) == 1 else h.obvious(s, options)
            if action < 0:
                best: Node | None = None
                for kid in node.kids:
                    if kid.seat == s.seat and int(kid.action) in options and (best is None or kid.visits > best.visits):
                        best = kid
                if best is None or best.visits < SURE:
                    return out
                node = best
                action = best.action
            if len(s.choices()) > 1:
                out.append((s.seat, s.words(action)))
            s.apply(action)
        return out

    def future(self, state: State, seat: int, action: int, seed: object) -> Future:
        """A game that goes on after an action, played by a sharper policy; of the same seed those of all are alike.

        How many are worth their time is for the caller to say.
        """
        judge = judge_of(self.judge, state, self.learned, self.by_hand)
        self.judge = judge
        h = judge.heuristics
        rng = seeded(seed)
        s = state.redeal(seat, rng)
        soon: State | None = None
        taken: list[tuple[int, str]] = []
        turns = 0
        chosen = action
        for _ in range(LONGEST):
            if turns <= ROUND:
                what = state.game.taken(s, chosen)
                if what:
                    taken.append((s.seat, what))
            s.apply(chosen)
            if s.over:
                break
            if s.seat == seat and h.settled(s):
                turns += 1
                if soon is None:
                    soon = s.clone()
            options = h.sensible(s, s.choices())
            chosen = options[0] if len(options) == 1 else h.obvious(s, options)
            if chosen < 0:
                chosen = judge.draw(s, options, s.seat, SHARP, rng)
        return Future(s, s if soon is None else soon, taken)


def sharpness_of(judge: Judge | None) -> float:
    """How much sharper than they are the chances of a table must be told to come true, as its weights have it."""
    return judge.learned.told if judge is not None and judge.learned is not None else 1.0


def sharpened(chance: float, seats: int, sharpness: float) -> float:
    """A chance to win as it should be told: further from a fair share than it is, or less so."""
    if not 0.0 < chance < 1.0:
        return chance
    fair = math.log(float(seats - 1)) if seats > 1 else 0.0  # the odds against, of a fair share
    against = fair + sharpness * (math.log((1.0 - chance) / chance) - fair)
    return 1.0 / (1.0 + math.exp(min(against, 700.0)))


def told(chances: list[float], sharpness: float) -> list[float]:
    """The same for all seats; in all 1, as before."""
    out = [sharpened(chance, len(chances), sharpness) for chance in chances]
    total = sum(out)
    return [chance / total for chance in out] if total else chances


def promise(prospect: Prospect) -> float:
    return prospect.chance


def visited(node: Node) -> float:
    return node.visits
