"""The contract a game's state keeps, and the part of it that all games share."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

from roundhouse.core import actions
from roundhouse.core.components import Box
from roundhouse.core.errors import BadRecord, IllegalAction
from roundhouse.core.native import mypyc_attr
from roundhouse.core.rng import Rng
from roundhouse.core.verbs import NO_ACTIONS, Programs, Verb, settle
from roundhouse.core.views import SHARED, Field
from roundhouse.core.words import of_another

if TYPE_CHECKING:
    from roundhouse.core.actions import ActionSpace
    from roundhouse.core.game import Game

NO_VERB: Final[Verb] = Verb()


def foremost(seats: list[int], amounts: list[int]) -> list[int]:
    """Those of the seats that have the most."""
    most = max([amounts[i] for i in seats])
    return [i for i in seats if amounts[i] == most]


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A game in progress. Subclasses add the fields that change, and name them once more with who may see each."""

    game: Game
    components: Box  # a game declares it once more as `box`, by the type of its own
    space: ActionSpace
    programs: Programs
    seats: int
    seat: int
    over: bool
    rng: Rng
    top: int
    below: list[int]
    verb: Verb
    offered: list[int]  # the choices of this decision, once they were asked for
    learned: bool
    outcomes: list[list[int]] | None
    script: list[list[int]] | None

    def clear(self, game: Game, box: Box, seats: int, rng: Rng) -> None:
        """Make it an empty table."""
        self.game = game
        self.use(box)
        self.space = game.space
        self.programs = game.programs
        self.seats = seats
        self.seat = -1
        self.over = False
        self.rng = rng
        self.top = 0
        self.below = NO_ACTIONS
        self.verb = NO_VERB
        self.offered = NO_ACTIONS
        self.learned = False
        self.outcomes = None
        self.script = None
        for field in self.fields():
            setattr(self, field.name, field.empty(seats))

    def use(self, box: Box) -> None:
        """Play with this box."""
        self.components = box
        setattr(self, "box", box)  # noqa: B010, a game declares it by the type of its own box

    # what a game must say

    def fields(self) -> list[Field]:
        """All fields that change in play, besides the shared ones."""
        raise NotImplementedError

    def scores(self) -> list[int]:
        """Points by seat; before the end, what they would be now."""
        raise NotImplementedError

    def label(self, kind: str, thing: int) -> str:
        """How a thing of that kind is spelled at this table."""
        raise NotImplementedError

    # what it may say

    def aliases(self, kind: str, thing: int) -> list[str]:
        """Other spellings that `parse` accepts."""
        return []

    def endings(self) -> list[str]:
        """By what the game ends, or has ended, in words."""
        return []

    def rivals(self, seat: int) -> list[int]:
        """The seats it plays against: all others, if there are no teams."""
        return [other for other in range(self.seats) if other != seat]

    def tiebreaks(self) -> list[tuple[str, list[int]]]:
        """What decides among seats with the same points, in order: what it is called, and how much each seat has."""
        return []

    def derive(self) -> None:
        """Make anew what is kept beside the fields and follows from them, as when a state is restored."""

    def clone(self) -> State:
        """An independent copy, mid-effect too. A game that is cloned often writes its own, field by field."""
        twin: State = type(self)()
        self.copy_shared(twin)
        twin.use(self.components)
        for field in self.fields():
            value = getattr(self, field.name)
            setattr(twin, field.name, value[:] if isinstance(value, list) else value)
        return twin

    # the contract

    def legal(self) -> list[int]:
        """The actions possible now: sorted, unique, and empty only once the game is over."""
        return self.choices()[:]

    def apply(self, action: int) -> None:
        """Carry out a legal action; anything else raises IllegalAction and changes nothing."""
        if not isinstance(action, int):
            raise TypeError(f"an action is an int, not {action!r}")
        offered = self.choices()
        i = len(offered) - 1
        while i >= 0 and offered[i] != action:
            i -= 1
        if i < 0:
            raise self.refusal(action)
        self.offered = NO_ACTIONS
        self.learned = False
        f = self.top
        self.verb.choose(self, f, action)
        if self.top != f or not self.verb.asks(self, f):
            settle(self)

    def price(self, action: int) -> dict[str, int]:
        """What an action that is offered costs and brings, as its verb says it."""
        return self.verb.price(self, self.top, action)

    def words(self, action: int) -> str:
        """The one spelling of an action in this state."""
        block = self.space.block(action)
        if not block.kind:
            return block.form(action)
        thing = block.thing(action)
        if block.kind == "option":
            words = self.verb.option_words(self, self.top, thing) if self.top else ""
            return words or f"{block.form(action)} {thing + 1}"
        return block.form(action).replace("{}", self.label(block.kind, thing))

    def parse(self, text: str) -> int:
        """The action these words mean; UnknownAction or AmbiguousAction if they mean none or several."""
        return actions.parse(self, text)

    def view(self, seat: int | None) -> dict[str, object]:
        """Only what that seat (None: a spectator) may know, as JSON-able values."""
        return self.game.view(self, seat)

    def resample(self, seat: int | None, seed: object) -> State:
        """A clone with everything hidden from that seat dealt anew, consistently."""
        return self.game.resample(self, seat, seed)

    def redeal(self, seat: int | None, rng: Rng) -> State:
        """The same by a generator at hand, for those who deal often; it gives the clone its own chance, too."""
        return self.game.redeal(self, seat, rng)

    def winners(self) -> list[int]:
        """The seats with the most points, and of those the first by the tiebreaks; who is still level shares."""
        won = list(range(self.seats))
        for _, amounts in [("points", self.scores()), *self.tiebreaks()]:
            won = foremost(won, amounts)
        return won

    def tie_broken_by(self) -> str:
        """By what a tie for the most points was broken, in words: "deliveries, 5 to 4"; "" if none was."""
        level = foremost(list(range(self.seats)), self.scores())
        if len(level) == len(self.winners()):
            return ""
        broken = "the rules for ties"
        for name, amounts in self.tiebreaks():
            left = foremost(level, amounts)
            if len(left) < len(level):
                second = max([amounts[i] for i in level if i not in left])
                broken = f"{name}, {amounts[left[0]]} to {second}"
            level = left
        return broken

    def fingerprint(self) -> int:
        """Equal states, equal ints; the same interpreted and compiled."""
        digest = hashlib.blake2b(repr(self.dump()).encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big")

    # for bots, records and faces

    def choices(self) -> list[int]:
        """As `legal`, but the state's own list: read it, do not change it."""
        if not self.offered and self.top:
            found: list[int] = []
            self.verb.choices(self, self.top, found)
            self.offered = found
        return self.offered

    def prompt(self) -> str:
        """What the deciding seat is asked."""
        return self.verb.prompt(self, self.top) if self.top else "the game is over"

    def points_at(self, action: int) -> tuple[str, str, int]:
        """The block's name, the place on the table and the number of the thing an action points at."""
        block = self.space.block(action)
        return (block.name, block.place, block.thing(action))

    def all_words(self) -> list[str]:
        """The legal actions in words."""
        return [self.words(a) for a in self.choices()]

    def spellings(self, among: list[int]) -> list[tuple[str, int]]:
        """Every accepted spelling of the given actions."""
        out: list[tuple[str, int]] = []
        for a in among:
            out.append((self.words(a), a))
            block = self.space.block(a)
            for other in block.also:
                out.append((other, a))
            if block.kind and block.kind != "option":
                for other in self.aliases(block.kind, block.thing(a)):
                    out.append((block.form(a).replace("{}", other), a))
        return out

    def refusal(self, action: int) -> IllegalAction:
        """Why an action is not legal, with its clause and what is possible instead."""
        if not 0 <= action < self.space.size:
            return IllegalAction(
                f"{action} is not an action: actions are the whole numbers 0 to {self.space.size - 1}."
            )
        said = f"'{self.words(action)}' is refused: "
        if self.over:
            return IllegalAction(said + "the game is over.")
        clause = self.verb.refuses(self, self.top, action)
        asked = f"seat {self.seat + 1} is asked to {of_another(self.prompt())}"
        if clause:
            reason = f"{self.game.reason(clause)} ({clause})"
        else:
            clause = self.game.one_at_a_time
            reason = f"{asked} ({clause})" if clause else asked
        return IllegalAction(f"{said}{reason}. Possible: {actions.some(self.all_words())}.", clause)

    # for verbs

    def offer(self, choices: list[int]) -> None:
        """For an `asks` that has found the choices, in order: they need not be looked for again.

        It is all that an `asks` may write. If it says no all the same, its verb's `run` finds them in `offered`.
        """
        self.offered = choices

    def push(self, f: int) -> None:
        """Start a frame on top of what is pending."""
        if self.top:
            self.below = self.below + [self.top] if self.below else [self.top]
        self.top = f

    def pop(self) -> None:
        """Drop the finished frame."""
        below = self.below
        if below:
            self.top = below[-1]
            self.below = below[:-1] if len(below) > 1 else NO_ACTIONS
        else:
            self.top = 0

    def finish(self) -> None:
        """End the game, whatever is pending."""
        self.over = True
        self.top = 0
        self.below = NO_ACTIONS

    def shuffled(self, cards: list[int]) -> list[int]:
        """The cards in random order: the one way chance enters a game, and what records keep."""
        self.learned = True
        if self.script is not None:
            return self.scripted(cards)
        out = cards[:]
        self.rng.shuffle(out)
        if self.outcomes is not None:
            self.outcomes.append(out[:])
        return out

    def shuffled_cells(self, cells: bytes) -> bytes:
        """The same for cards that are bytes, and the same order."""
        if self.script is not None or self.outcomes is not None:
            return bytes(self.shuffled(list(cells)))
        self.learned = True
        return self.rng.shuffled(cells)

    def shuffled_box(self, cards: list[int], least: int) -> list[int]:
        """The same for what the box has at set-up.

        A record made before a card came into the box holds none of it, and goes on without; but it holds `least` cards.
        """
        if self.script:
            held = self.script[0]
            there = [c for c in cards if c in held]
            if len(there) >= least:
                return self.shuffled(there)
        return self.shuffled(cards)

    def scripted(self, cards: list[int]) -> list[int]:
        """The recorded outcome in place of chance."""
        script = self.script
        if not script:
            raise BadRecord("The record holds fewer chance outcomes than the game asks for.")
        out = script.pop(0)
        if sorted(out) != sorted(cards):
            raise BadRecord("A recorded shuffle does not hold the cards that were shuffled.")
        if self.outcomes is not None:
            self.outcomes.append(out)
        return out[:]

    def copy_shared(self, twin: State) -> None:
        """Give a bare clone the fields all games share."""
        twin.game = self.game
        twin.components = self.components
        twin.space = self.space
        twin.programs = self.programs
        twin.seats = self.seats
        twin.seat = self.seat
        twin.over = self.over
        twin.rng = self.rng.clone()
        twin.top = self.top
        twin.below = self.below
        twin.verb = self.verb
        twin.offered = self.offered
        twin.learned = self.learned
        twin.outcomes = None
        twin.script = None

    # saving

    def dump(self) -> list[tuple[str, object]]:
        """Every field that changes, by name, as plain values."""
        out: list[tuple[str, object]] = []
        for field in SHARED + self.fields():
            value: object = self.rng.words() if field.name == "rng" else getattr(self, field.name)
            out.append((field.saved, value))
        return out

    def __reduce__(self) -> tuple[object, ...]:
        return (unpickled, (self.game.id, self.components.edits, self.dump(), self.components.version))

    def __deepcopy__(self, memo: object) -> State:
        return self.clone()

    def __copy__(self) -> State:
        return self.clone()


def unpickled(
    game: str,
    edits: dict[str, dict[str, dict[str, str]]],
    fields: list[tuple[str, object]],
    version: int | None = None,
) -> State:
    """A pickled state again."""
    from roundhouse.core.registry import game as find

    s = find(game).restore(edits, dict(fields), version)
    settle(s)
    return s
