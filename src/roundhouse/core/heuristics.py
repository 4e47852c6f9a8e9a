"""What a game tells bots besides its rules. Everything has a plain answer, so that a game need not say anything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic

from roundhouse.core.native import TypeVar, mypyc_attr, vec

if TYPE_CHECKING:
    from roundhouse.core.state import State  # noqa: F401, the bound of S

S = TypeVar("S", bound="State", default=Any)


@mypyc_attr(allow_interpreted_subclasses=True)
class Heuristics(Generic[S]):
    """A game as bots see it: numbers that describe a seat's position, kinds of actions, and what needs no search.

    Learned weights are for one `version`, which is raised whenever a feature, a kind or a trait changes its meaning.
    """

    def __init__(
        self,
        version: int = 0,
        features: int = 0,
        kinds: int = 1,
        traits: int = 0,
        scale: int = 600,
        wide: float = 0.5,
    ) -> None:
        self.version: int = version
        self.size: int = features  # how many features a seat's position has; 0: nothing can be learned
        self.kinds: int = kinds  # how many kinds of actions a learned policy tells apart
        self.traits: int = traits  # how many numbers describe an action besides its kind
        self.scale: int = scale  # so much more by `Game.evaluate` makes a seat e times as likely to win
        self.wide: float = wide  # how widely search looks: PUCT's constant, for chances to win

    def variant(self, s: S) -> str:
        """Which weights of a game and seat count fit this table, where there are several: a map, an edition."""
        return ""

    def features(self, s: S, seat: int, x: vec[float]) -> None:
        """Write a seat's features into `x`, each of the order of 1. Total: it never raises, whatever is under way.

        It may read what is hidden, as bots call it on tables dealt anew for their seat only.
        """

    def kind(self, s: S, action: int) -> int:
        """The kind of an action, in range(kinds)."""
        return 0

    def describe(self, s: S, seat: int, action: int, y: vec[float]) -> None:
        """Write the traits of an action of that seat into `y`, each of the order of 1."""

    def weight(self, s: S, action: int) -> int:
        """How likely a player without any learning takes an action: the hand-made policy of playouts."""
        return 1

    def settled(self, s: S) -> bool:
        """Whether a turn begins here, nothing under way: positions are judged there, and bots count turns by it."""
        return not s.below

    def opening(self, s: S) -> bool:
        """Whether the game has only begun: bots look more widely then, and vary what they do."""
        return False

    def taste(self, s: S) -> float:
        """How many times as freely as else bots vary a choice of that opening: more, where it is a matter of taste."""
        return 1.0

    def obvious(self, s: S, options: list[int]) -> int:
        """An action that needs no thought, or -1."""
        return -1

    def sensible(self, s: S, options: list[int]) -> list[int]:
        """The options without those that do nothing for anybody; never none of them."""
        return options

    def commutes(self, first: int, then: int) -> bool:
        """Whether two actions of one turn, both possible at first, lead to the same in either order."""
        return False
