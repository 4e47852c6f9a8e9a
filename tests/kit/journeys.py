"""Random games and the positions looked at in them: all over the game, each seen and drawn once for all checks."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, cached_property
from itertools import combinations, pairwise
from typing import Any, ClassVar, TypeVar, cast
from xml.etree import ElementTree

import roundhouse
from roundhouse.core import verbs, views
from roundhouse.core.game import Game
from roundhouse.core.registry import beside
from roundhouse.core.rng import Rng, seeded
from roundhouse.core.state import State
from roundhouse.draw.face import Action
from roundhouse.draw.panels import SeatLook

FULL = os.environ.get("ROUNDHOUSE_FULL") == "1"
COMPILED = not str(verbs.__file__).endswith(".py")
# Of many alike, tests look at every one where the engine is compiled, and at every other one where it is not: then it
# takes five to ten times as long, and both builds play the same.
APART = 1 if FULL or COMPILED else 2
NAMES = ("<b>x", 'Ann "A"', "D'Arcy & Co", "Bo", "Cy", "Di")
KINDS = ("person", "bot", "open", "person", "bot", "bot")

T = TypeVar("T")
Options = dict[str, object]
Setting = tuple[int, Options]  # seats and options
Viewer = int | None


def choose(rng: Rng, among: list[int]) -> int:
    return among[rng.below(len(among))]


def meeting(every: list[Options]) -> list[Options]:
    """Some of these option sets, greedily, in which each two settings that can meet do."""
    met = [set(combinations(options.items(), 2)) for options in every]
    left = set().union(*met)
    out: list[Options] = []
    while left:
        best = max(range(len(every)), key=lambda i: len(met[i] & left))
        left -= met[best]
        out.append(every[best])
    return out or every


def xml(html: str) -> ElementTree.Element:
    return ElementTree.fromstring(f"<root>{html}</root>")


def carried(element: ElementTree.Element) -> list[int]:
    """The actions an element carries."""
    return [int(a) for name in ("data-action", "data-more") for a in element.get(name, "").split(",") if a]


def in_a_row(element: ElementTree.Element) -> list[int]:
    """The decisions that one click on an element makes, in order; none if it makes but one."""
    then = element.get("data-then", "")
    return [int(a) for a in f"{element.get('data-action')},{then}".split(",")] if then else []


class Sample:
    """One position. What a viewer sees of it is made once."""

    def __init__(self, state: State, number: int, rare: bool = False) -> None:
        self.state: Any = state
        self.number = number
        self.rare = rare  # a kind of question that was seldom asked before
        self.seen: dict[Viewer, dict[str, object]] = {}
        self.pages: dict[Viewer, dict[str, str]] = {}
        self.trees: dict[tuple[Viewer, str], ElementTree.Element] = {}

    @property
    def viewers(self) -> list[Viewer]:
        return [*range(self.state.seats), None]

    @property
    def lookers(self) -> list[Viewer]:
        """Who looks at it: everybody in the full run, else who decides, one of the others in turn, and a watcher."""
        if FULL:
            return self.viewers
        others = [seat for seat in range(self.state.seats) if seat != self.decider]
        return [self.decider, *others[self.number % max(1, len(others)) :][:1], None]

    @cached_property
    def decider(self) -> int:
        """Who decides; once it is over, the first seat."""
        return max(int(self.state.seat), 0)

    def view(self, viewer: Viewer) -> dict[str, object]:
        if FULL:  # they are too many to keep
            return cast("dict[str, object]", self.state.view(viewer))
        if viewer not in self.seen:
            self.seen[viewer] = self.state.view(viewer)
        return self.seen[viewer]

    def page(self, viewer: Viewer) -> dict[str, str]:
        """The regions of the page."""
        if viewer not in self.pages:
            self.pages[viewer] = drawn(self.state, viewer, self.view(viewer))
        return self.pages[viewer]

    def tree(self, viewer: Viewer, region: str) -> ElementTree.Element:
        if (viewer, region) not in self.trees:
            self.trees[viewer, region] = xml(self.page(viewer)[region])
        return self.trees[viewer, region]

    def acting(self, viewer: Viewer, region: str) -> list[int]:
        """The actions that the elements of a region carry."""
        return [a for element in self.tree(viewer, region).iter() for a in carried(element)]


def looks(s: State) -> list[SeatLook]:
    return [SeatLook(NAMES[i], KINDS[i], i == 0, i == 3) for i in range(s.seats)]


def decided(s: State, action: int | str) -> Action:
    """An action, or what it is called, by its parts."""
    number = s.parse(action) if isinstance(action, str) else action
    return views.action(s.space, number, s.words(number))


def drawn(s: State, viewer: Viewer, view: dict[str, object] | None = None) -> dict[str, str]:
    face = beside(s.game, "face.page")
    assert face
    return {k: str(v) for k, v in face.FACE.regions(view or s.view(viewer), s.components, looks(s)).items()}


class Case:
    """What a game tells the suite about itself."""

    id: ClassVar[str]
    seeds: ClassVar[int] = 2  # random games for each seat count and set of options
    spread: ClassVar[int] = 5  # positions looked at in each, from its beginning to its end

    @classmethod
    def game(cls) -> Game:
        return roundhouse.game(cls.id)

    @classmethod
    def options(cls, seats: int) -> list[Options]:
        """The sets of options that are played with so many seats."""
        return [{}]

    @classmethod
    def settings(cls) -> list[Setting]:
        return [(seats, options) for seats in cls.game().seats for options in cls.options(seats)]

    @classmethod
    def conserved(cls, state: State) -> tuple[int, ...]:
        """What a game can neither make nor lose."""
        raise NotImplementedError

    @classmethod
    def expected(cls, state: State) -> tuple[int, ...]:
        """The same by the box."""
        raise NotImplementedError

    @classmethod
    def pick(cls, rng: Rng, s: State) -> int:
        """The action of a random player."""
        return choose(rng, s.legal())

    @classmethod
    def positions(cls) -> list[State]:
        """Positions with questions that random games hardly ever come to, to be drawn too."""
        return []

    @classmethod
    def told_cards(cls) -> list[str]:
        """The titles of the cards that have a clause of their own, and a place under it in the gallery."""
        return [names[1] for names in cls.game().printed.names()]

    @classmethod
    def ended(cls, s: State, options: Options) -> None:
        """What holds of the winners besides that they have the most points: by default all who have them win."""
        assert s.winners() == [i for i in range(s.seats) if s.scores()[i] == max(s.scores())]


@cache
def blocks(game: Game) -> list[str]:
    """The name of the block of every action."""
    return [b.name for b in game.space.blocks for _ in range(b.size)]


class Journey:
    """A random game: how it was set up, all that was chosen, and some of its positions."""

    def __init__(self, seats: int, seed: str, options: Options) -> None:
        self.seats = seats
        self.seed = seed
        self.options = options
        self.chosen: list[int] = []
        self.samples: list[Sample] = []


def travel(case: type[Case], at: int, seed: int, kinds: Counter[tuple[str, ...]]) -> Journey:
    """Play a game of a setting; at every decision the actions are checked, at some that no piece got lost.

    The samples are spread over the whole game; its last decision, its end and rare kinds of questions are among them.
    """
    seats, options = case.settings()[at]
    out = Journey(seats, f"contract {seed} {at}", options)
    game = case.game()
    s = game.new(seats=seats, seed=out.seed, **options)
    total = case.expected(s)
    rng = seeded(out.seed)
    names = blocks(game)
    passed: list[State] = []
    rare: set[int] = set()
    try:
        while not s.over:
            legal = s.legal()
            assert legal
            assert all(a < b for a, b in pairwise(legal))
            assert legal[0] >= 0
            assert legal[-1] < game.num_actions
            assert 0 <= s.seat < seats
            kind = (type(s.verb).__name__, *sorted({names[a] for a in legal}))
            kinds[kind] += 1
            if kinds[kind] in (1, 9):
                rare.add(len(passed))
            if len(passed) % 5 == 0:
                assert case.conserved(s) == total
            passed.append(s.clone())
            out.chosen.append(case.pick(rng, s))
            s.apply(out.chosen[-1])
            assert len(passed) < 20_000, "the game does not end"
        assert case.conserved(s) == total
    except AssertionError as fault:
        fault.add_note(f"{game.id}, {seats} seats, {options}, seed {out.seed!r}, decision {len(passed)}")
        raise
    many = case.spread * (4 if FULL else 1)
    turned = seeded(f"spread {seed} {at}")
    spread = {(n * len(passed) + turned.below(len(passed))) // many for n in range(many)} | {len(passed) - 1}
    out.samples = [Sample(passed[n], n, n in rare) for n in sorted(spread | rare)] + [Sample(s, len(passed))]
    return out


def for_each(make: Callable[[type[Case]], T]) -> Callable[[type[Case]], T]:
    """Made once for each game."""
    return cast("Callable[[type[Case]], T]", cache(make))


@for_each
def journeys(case: type[Case]) -> list[Journey]:
    """The random games of a game: some of every seat count and set of options."""
    kinds: Counter[tuple[str, ...]] = Counter()
    seeds = range(case.seeds * (5 if FULL else 1))
    return [travel(case, at, seed, kinds) for seed in seeds for at in range(len(case.settings()))]


@for_each
def samples(case: type[Case]) -> list[Sample]:
    """The positions to look at: the rare ones, and of the others all, or in each game in turn every other one."""
    found = [(n, sample) for k, one in enumerate(journeys(case)) for n, sample in enumerate(one.samples, k)]
    return [sample for n, sample in found if sample.rare or n % APART == 0]


def replay(case: type[Case], one: Journey) -> Iterator[Any]:
    """Every decision of a game again."""
    s = case.game().new(seats=one.seats, seed=one.seed, **one.options)
    for a in one.chosen:
        yield s
        s.apply(a)


def walk(case: type[Case], block: str, most: int, step: int = 1) -> Iterator[Any]:
    """Positions of the random games in which an action of a block can be chosen, some of each game, `step` apart."""
    kinds = blocks(case.game())
    every = journeys(case)
    for one in every:
        left = step * (1 + most // len(every))
        for s in replay(case, one):
            if left and any(kinds[b] == block for b in s.legal()):
                left -= 1
                if left % step == 0:
                    yield s.clone()
