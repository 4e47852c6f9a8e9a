"""Single-observer information-set tree search: one tree, and every iteration deals anew what is hidden."""

from __future__ import annotations

import math
import time
from typing import Final

from roundhouse.bots.bot import Bot, Budget
from roundhouse.bots.judge import Judge, judge_of
from roundhouse.bots.learned import Learned
from roundhouse.core.heuristics import Heuristics
from roundhouse.core.native import i64
from roundhouse.core.state import State

SHARE: Final = 0.6  # of what is left of a turn's budget, for the next decision of it
LEAST: Final = 1.0 / 32.0  # of the whole budget, for any decision
ALIKE: Final = 0.75  # of the most visits an action may have that is as good as the best,
NO_MATTER: Final = 0.003  # and how much less it may promise
OPENING: Final = 4  # decisions of an opening that are varied, so that no two games begin alike:
OPENS: Final = 0.1  # what promises so much less may be done,
FANCY: Final = 0.03  # by a lot that prefers what promises so much more e times,
CURIOUS: Final = 4.0  # as much as can be told by looking so much more widely,
PATIENT: Final = 16  # and by so many times the iterations,
ENOUGH: Final = 240  # if they are fewer than this
SHARP: Final = 1.5  # how much likelier than it is the likelier of two actions is taken without thought
TRUST: Final = 30.0  # how much a better chance to win counts for an action against what the policy said of it
LOOK: Final = 15  # iterations between looks at the clock, less one; of the form 2**n - 1


class Node:
    """What is known of one action after those before it."""

    def __init__(self, action: i64, seat: i64, prior: float) -> None:
        self.action: i64 = action
        self.seat: i64 = seat
        self.prior: float = prior
        self.visits: float = 0.0
        self.offers: float = 0.0  # how often it could be chosen
        self.total: float = 0.0  # of the chances of the seat that chose it
        self.inner: float = 0.0  # visits that went on from here,
        self.onward: float = 0.0  # and the chances of the seat that then decided
        self.open: bool = False
        self.kids: list[Node] = []  # by action


class SearchBot(Bot):
    """Looks through what can follow, each seat deciding for its own chance to win."""

    def __init__(self, seed: object, by_hand: bool = False, learned: Learned | None = None) -> None:
        super().__init__(seed)
        self.by_hand: bool = by_hand
        self.learned: Learned | None = learned  # in place of the weights that lie beside the game
        self.untried: float = 0.1  # an action nobody has tried counts as its parent less this
        self.beyond: int = 0  # turns that are played on before a position is judged
        self.judge: Judge | None = None
        self.root: Node = Node(-1, -1, 0.0)  # what was found out for the last decision
        self.decided: int = 0  # how often, in this game
        self.opens: bool = False  # whether its last decision was one of those that are varied,
        self.taste: float = 1.0  # and how freely
        self.daring: float = 1.0  # times as freely as that, as a level has it
        self.left: float = 1.0  # of the turn's budget
        self.kept: Node | None = None  # what is known of the position that should come next,
        self.expected: State | None = None  # and that position

    def choose(self, state: State, seat: int, budget: Budget) -> int:
        self.root = Node(-1, -1, 0.0)
        self.opens = False
        options = state.game.heuristics.sensible(state, state.choices())
        if len(options) == 1:
            return options[0]
        judge = judge_of(self.judge, state, self.learned, self.by_hand)
        if judge is not self.judge:
            self.judge = judge
            self.kept = None
            self.decided = 0
        begins = judge.heuristics.settled(state)
        if begins and self.kept is None:
            self.left = 1.0
        plain = judge.heuristics.obvious(state, options)
        if plain >= 0:
            return plain
        self.decided += 1
        root = self.begin(state)
        self.root = root
        if begins and not root.inner:  # else the seat goes on with what it thought of, as in setting up
            self.left = 1.0
        self.opens = self.decided <= OPENING and judge.heuristics.opening(state)
        self.taste = self.daring * judge.heuristics.taste(state) if self.opens else 1.0
        if self.opens and not root.open and budget.iterations + budget.milliseconds:
            self.look_around(state, seat, root, judge)
        self.think(state, seat, root, judge, budget)
        best = self.best(root, options, seat)
        if best is None:
            return self.by_prior(state, seat, judge)
        self.keep(state, seat, best, judge.heuristics)
        for kid in root.kids:  # of all else only the visits are still asked for
            if kid is not self.kept:
                kid.kids = []
        return best.action

    def votes(self) -> dict[int, float]:
        return {int(kid.action): kid.visits for kid in self.root.kids if kid.visits}

    def begin(self, state: State) -> Node:
        """Where to go on from: what is known already if this is the position that was expected, or nothing."""
        kept = self.kept
        expected = self.expected
        self.kept = None
        self.expected = None
        if kept is None or expected is None:
            return Node(-1, -1, 0.0)
        same = (
            expected.top == state.top
            and expected.below == state.below
            and expected.choices() == state.choices()
            and expected.scores() == state.scores()
        )
        return kept if same else Node(-1, -1, 0.0)

    def look_around(self, state: State, seat: int, root: Node, judge: Judge) -> None:
        """Open the root with less trust in the policy than usual."""
        s = state.redeal(seat, self.rng)
        options = judge.heuristics.sensible(s, s.choices())
        judge.weigh(s, options, seat)
        total = 0.0
        for i in range(len(options)):
            total += math.sqrt(judge.likely[i])
        root.open = True
        root.kids = [Node(options[i], seat, math.sqrt(judge.likely[i]) / total) for i in range(len(options))]

    def think(self, state: State, seat: int, root: Node, judge: Judge, budget: Budget) -> None:
        share = self.left * SHARE
        self.left -= share
        if share < LEAST:
            share = LEAST
        most: i64 = 0
        until = 0.0
        if budget.milliseconds:
            until = time.perf_counter() + budget.milliseconds * share / 1000.0
        else:
            most = int(budget.iterations * share)
            if root.inner:  # what is known already counts, but something is always thought anew
                most = max(most - int(root.inner), most // 4)
            if budget.iterations and most < 1:
                most = 1
            if self.opens and most < ENOUGH:
                most = min(ENOUGH, PATIENT * most)
        n: i64 = 0
        while (until or n < most) and not budget.stopped:
            self.iterate(state, seat, root, judge)
            n += 1
            if until and not n & LOOK:
                if time.perf_counter() > until:
                    break
                if not n & 127:
                    time.sleep(0)  # compiled code keeps the interpreter to itself: let others call `stop`
        self.iterations += n

    def iterate(self, state: State, seat: int, root: Node, judge: Judge, first: Node | None = None) -> None:
        """One more line of play: down the tree, one step beyond it, and the judgement carried back.

        It begins with the action that is most promising, or with the one that is asked for.
        """
        h = judge.heuristics
        s = state.redeal(seat, self.rng)
        path: list[Node] = []
        above: list[Node] = []
        node = root
        before: Node | None = None
        beyond = False
        if first is not None:
            s.apply(first.action)
            path.append(first)
            above.append(root)
            node = first  # with nothing before it: what could also have come first may follow on it
            beyond = first.visits == 0.0
        while not beyond and not s.over:
            options = h.sensible(s, s.choices())
            if len(options) == 1:
                s.apply(options[0])
                continue
            plain = h.obvious(s, options)
            if plain >= 0:
                s.apply(plain)
                continue
            kid = self.select(node, before, s, options, judge)
            s.apply(kid.action)
            path.append(kid)
            above.append(node)
            before = node
            node = kid
            beyond = kid.visits == 0.0
        judge.settle(s, self.rng, self.beyond)
        judge.judge(s)
        chances = judge.chances
        i: i64
        for i in range(len(path)):
            kid = path[i]
            chance: float = chances[kid.seat]
            kid.visits += 1.0
            kid.total += chance
            up = above[i]
            up.inner += 1.0
            up.onward += chance

    def select(self, node: Node, before: Node | None, s: State, options: list[int], judge: Judge) -> Node:
        """The most promising of the options: by what is known of it, and the more the less it was tried."""
        mover = s.seat
        if not node.open:
            node.open = True
            judge.weigh(s, options, mover)
            first: list[Node] = []
            at: i64
            for at in range(len(options)):
                first.append(Node(options[at], mover, judge.likely[at]))
            node.kids = first
        kids = node.kids
        h = judge.heuristics
        last: i64 = node.action if before is not None and node.seat == mover else -1
        mean: float = node.onward / node.inner if node.inner else 0.5
        fresh: float = mean - self.untried
        c: float = h.wide
        if before is None and self.opens:
            c *= CURIOUS
        best: Node | None = None
        most: float = -1e18
        k: i64 = 0
        i: i64
        for i in range(len(options)):
            a: i64 = options[i]
            if a < last and before is not None and h.commutes(last, a) and had(before, a, mover):
                continue  # the same was possible the other way round
            while k < len(kids) and kids[k].action < a:
                k += 1
            kid = self.find(node, k, a, mover, s, options, i, judge)
            kid.offers += 1.0
            v: float = kid.total / kid.visits if kid.visits else fresh
            v += c * kid.prior * math.sqrt(kid.offers) / (1.0 + kid.visits)
            if v > most:
                most = v
                best = kid
        if best is None:  # all could have been chosen the other way round
            i = len(options) - 1
            best = self.find(node, 0, options[i], mover, s, options, i, judge)
            best.offers += 1.0
        return best

    def find(
        self, node: Node, at: i64, action: i64, mover: int, s: State, options: list[int], i: i64, judge: Judge
    ) -> Node:
        """An action among the kids, from `at` on; it comes in where earlier deals did not offer it."""
        kids = node.kids
        k: i64 = at
        while k < len(kids) and kids[k].action < action:
            k += 1
        while k < len(kids) and kids[k].action == action:
            if kids[k].seat == mover:
                return kids[k]
            k += 1
        judge.weigh(s, options, mover)
        made = Node(action, mover, judge.likely[i])
        kids.insert(k, made)
        return made

    def best(self, root: Node, options: list[int], seat: int) -> Node | None:
        """The action that was visited most, or one as good as far as can be told, so that no two games are alike."""
        best: Node | None = None
        for kid in root.kids:
            if kid.seat != seat or not kid.visits or int(kid.action) not in options:
                continue
            if best is None or kid.visits > best.visits or (kid.visits == best.visits and kid.total > best.total):
                best = kid
        if best is None:
            return None
        if self.opens:
            return self.opening(root, best, options)
        as_good: list[Node] = []
        total = 0.0
        for kid in root.kids:
            if kid.seat == seat and kid.visits >= best.visits * ALIKE and int(kid.action) in options:
                if kid.total / kid.visits >= best.total / best.visits - NO_MATTER:
                    as_good.append(kid)
                    total += kid.visits
        at = self.lot(total)
        for kid in as_good:
            at -= kid.visits
            if at < 0.0:
                return kid
        return best

    def opening(self, root: Node, best: Node, options: list[int]) -> Node:
        """One of what promises hardly less than the best."""
        tried: list[Node] = []
        shares: list[float] = []
        total = 0.0
        for kid in root.kids:
            if kid.seat == best.seat and kid.visits > 2.0 and int(kid.action) in options:
                less = best.total / best.visits - kid.total / kid.visits
                if less <= self.taste * OPENS and kid.visits >= best.visits / 200.0:
                    tried.append(kid)
                    shares.append(math.exp(-max(less, 0.0) / (self.taste * FANCY)))
                    total += shares[-1]
        at = self.lot(total)
        for i in range(len(tried)):
            at -= shares[i]
            if at < 0.0:
                return tried[i]
        return best

    def lot(self, total: float) -> float:
        """Anything from 0 to this."""
        return float(self.rng.word()) / 4294967296.0 * total

    def by_prior(self, state: State, seat: int, judge: Judge) -> int:
        """An action as the policy is likely to take it, without any thought.

        Not the likeliest one: where one of many moves should be made, each is less likely than not to move.
        """
        s = state.redeal(seat, self.rng)
        options = judge.heuristics.sensible(s, s.choices())
        return judge.draw(s, options, seat, SHARP, self.rng)

    def keep(self, state: State, seat: int, best: Node, h: Heuristics) -> None:
        """Remember what was found out about the position that follows, if it is known and the same seat decides."""
        s = state.redeal(seat, self.rng)
        if int(best.action) not in s.choices():
            return
        s.apply(best.action)
        while not s.over and not s.learned and s.seat == seat:
            options = h.sensible(s, s.choices())
            plain = options[0] if len(options) == 1 else h.obvious(s, options)
            if plain < 0:
                self.kept = best
                self.expected = s
                return
            s.apply(plain)


def improved(root: Node, options: list[int], seat: int) -> list[float]:
    """How likely a player should take each of the options after this search, more sharply than by visits; in all 1.

    What the policy said, and the more of it the better an action turned out; what was not visited counts as the mean.
    Of few visits this tells far more than their counts do. All 0 if nothing was visited.
    """
    out = [0.0] * len(options)
    if not root.inner:
        return out
    mean = root.onward / root.inner
    most = -1e18
    for kid in root.kids:
        if kid.seat == seat and int(kid.action) in options:
            q = kid.total / kid.visits if kid.visits else mean
            sure = kid.visits / (kid.visits + 2.0)
            u = math.log(kid.prior + 1e-6) + TRUST * sure * (q - mean)
            out[options.index(int(kid.action))] = u
            most = max(most, u)
    total = 0.0
    for i in range(len(out)):
        out[i] = math.exp(out[i] - most) if out[i] else 0.0
        total += out[i]
    return [share / total for share in out]


def had(node: Node, action: i64, seat: i64) -> bool:
    """Whether an action was among those of a node."""
    for kid in node.kids:
        if kid.action == action and kid.seat == seat:
            return True
    return False
