"""A game of the house: its id, options and how a new table of it is set up."""

from __future__ import annotations

from typing import Any, Generic, cast

from roundhouse.core.actions import ActionSpace, squeeze
from roundhouse.core.components import Box, Edits, Schema, Table
from roundhouse.core.errors import BadOption, BadSeats
from roundhouse.core.heuristics import Heuristics
from roundhouse.core.native import TypeVar, mypyc_attr
from roundhouse.core.observation import Observation
from roundhouse.core.rng import Rng, fresh_seed, seeded
from roundhouse.core.state import State
from roundhouse.core.verbs import NO_ACTIONS, Program, Programs, settle
from roundhouse.core.views import SHARED, actions

S = TypeVar("S", bound=State, default=Any)
B = TypeVar("B", bound=Box, default=Any)


class Option:
    """One thing to decide before a game: a choice among names, a flag, or a list (by name or item by item)."""

    def __init__(
        self,
        kind: str,
        default: object,
        help: str,
        choices: tuple[str, ...] = (),
        items: tuple[str, ...] = (),
        size: int = 0,
    ) -> None:
        self.kind: str = kind
        self.default: object = default
        self.help: str = help
        self.choices: tuple[str, ...] = choices
        self.items: tuple[str, ...] = items
        self.size: int = size

    def __repr__(self) -> str:
        return f"Option(kind={self.kind!r}, choices={self.choices!r}, default={self.default!r}, help={self.help!r})"

    def check(self, name: str, value: object) -> object:
        """The value in its one spelling; BadOption says what is possible."""
        if self.kind == "flag":
            return self.flag(name, value)
        if isinstance(value, str):
            if value in self.choices:
                return value
            for choice in self.choices:
                if squeeze(choice) == squeeze(value):
                    return choice
        if self.kind == "list":
            return self.listed(name, value)
        raise BadOption(f"Option {name} cannot be {value!r}; it is one of {', '.join(self.choices)}.")

    def flag(self, name: str, value: object) -> bool:
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value.lower() in ("on", "yes", "true", "1"):
            return True
        if isinstance(value, str) and value.lower() in ("off", "no", "false", "0"):
            return False
        raise BadOption(f"Option {name} cannot be {value!r}; it is on or off.")

    def listed(self, name: str, value: object) -> list[str]:
        given: list[object] = []
        if isinstance(value, str):
            given.extend(value.split(","))
        elif isinstance(value, (list, tuple)):
            given.extend(value)
        out: list[str] = []
        for entry in given:
            found = [i for i in self.items if squeeze(i) == squeeze(str(entry))]
            if not found:
                ways = f"one of {', '.join(self.choices)}, or {self.size} of {', '.join(self.items)}"
                raise BadOption(f"Option {name} does not know {str(entry).strip()!r}; it is {ways}.")
            if found[0] in out:
                raise BadOption(f"Option {name} names {found[0]} twice; its {self.size} entries must differ.")
            out.append(found[0])
        if len(out) != self.size:
            raise BadOption(
                f"Option {name} has {len(out)} entries; it needs {self.size}, or one of {', '.join(self.choices)}."
            )
        return sorted(out)


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Generic[S, B]):
    """What a game declares: its box, its programs, how a table is set up, seen, dealt anew and judged."""

    schema: Schema
    printed: B
    depth: int = 3  # how far a bot that looks one step ahead follows an effect under way

    def __init__(self, id: str, title: str, seats: range, rules_version: int) -> None:
        self.id: str = id
        self.title: str = title
        self.seats: range = seats
        self.rules_version: int = rules_version
        self.options: dict[str, Option] = {}
        self.space: ActionSpace = ActionSpace()
        self.programs: Programs = Programs()
        self.effects: list[int] = []  # by card: the number of its program
        self.ends: dict[int, int] = {}  # by program: where the programs inside it end
        self.reasons: dict[str, str] = {}
        self.one_at_a_time: str = ""  # the clause by which only what is asked can be done
        self.heuristics: Heuristics = Heuristics()  # what it tells bots,
        self.observation: Observation = Observation()  # and those who learn

    @property
    def num_actions(self) -> int:
        """Every action is an int in range(num_actions)."""
        return self.space.size

    def new(self, seats: int | None = None, seed: object = None, components: object = None, **options: object) -> State:
        """A table ready for its first decision. `components` is a folder of edited tables or a Box."""
        seats = self.check_seats(seats)
        chosen = self.check_options(options)
        box = components if isinstance(components, Box) else self.box(components)
        if seed is None:
            seed = fresh_seed()
        return self.deal(seats, seeded(seed), box, chosen, None, None)

    def check_seats(self, seats: int | None) -> int:
        """The seat count, or BadSeats."""
        if seats is None:
            return self.seats[-1]
        if seats not in self.seats:
            least, most = self.seats[0], self.seats[-1]
            raise BadSeats(f"{self.title} is for {least} to {most} seats; it cannot be played with {seats}.")
        return seats

    def check_options(self, given: dict[str, object]) -> dict[str, object]:
        """All options with their defaults filled in, or BadOption."""
        for name in given:
            if name not in self.options:
                raise BadOption(f"{self.title} has no option {name!r}; it has {', '.join(self.options) or 'none'}.")
        return {n: o.check(n, given.get(n, o.default)) for n, o in self.options.items()}

    def reason(self, clause: str) -> str:
        """A clause of the ledger as the short reason of a refusal."""
        return self.reasons.get(clause, "the rules forbid it")

    def register(self, program: Program) -> int:
        """Give a program its number; 0 is the one without verbs."""
        if not program.verbs:
            return 0
        number = self.programs.add(program)
        self.ends[number] = len(self.programs.verbs)
        return number

    # the box

    def make_box(self, tables: dict[str, Table], edits: Edits) -> B:
        """The components as the rules read them."""
        raise NotImplementedError

    def box(self, components: object) -> B:
        """The printed box, or the edited one in that folder."""
        if components is None:
            return self.printed
        tables, edits = self.schema.edited(str(components))
        return self.make_box(tables, edits)

    def box_with(self, edits: Edits, version: int | None = None) -> B:
        """The printed box, as it was by that version of the rules, with recorded edits applied again."""
        if not edits and not self.schema.older(version):
            return self.printed
        box = self.make_box(self.schema.with_edits(edits, version), edits)
        box.version = version
        return box

    # the table

    def empty(self) -> S:
        """A state of this game with nothing in it."""
        raise NotImplementedError

    def cleared(self, seats: int, rng: Rng, box: Box) -> S:
        """An empty table."""
        s = self.empty()
        s.clear(self, box, seats, rng)
        return s

    def set_up(self, s: S, options: dict[str, object]) -> None:
        """Deal at an empty table, and put the game's flow on its stack."""
        raise NotImplementedError

    def as_of(self, s: S, version: int) -> None:
        """Play a record of older rules by them, where its decisions would not fit otherwise; called after its deal."""

    def deal(
        self,
        seats: int,
        rng: Rng,
        box: Box,
        options: dict[str, object],
        script: list[list[int]] | None,
        outcomes: list[list[int]] | None,
    ) -> State:
        """Set up a table; chance comes from `script` if given and is noted in `outcomes` if given."""
        s = self.cleared(seats, rng, box)
        s.script = script
        s.outcomes = outcomes
        self.set_up(s, options)
        settle(s)
        if s.seat < 0 and not s.over:
            raise ValueError(
                f"{self.title} asks nobody anything: set_up puts its flow on the stack, and a verb of it asks"
            )
        s.script = None
        s.outcomes = None
        return s

    def restore(self, edits: Edits, fields: dict[str, object], version: int | None = None) -> State:
        """A state from its dumped fields, and what was edited in which version of its box."""
        seats, words = fields["seats"], fields["rng"]
        assert isinstance(seats, int)
        assert isinstance(words, list)
        s = self.cleared(seats, Rng(words[0], words[1], words[2], words[3]), self.box_with(edits, version))
        for field in SHARED + s.fields():
            if field.name != "rng":
                setattr(s, field.name, fields[field.saved])
        s.derive()
        return s

    def view(self, s: S, seat: int | None) -> dict[str, object]:
        """Only what that seat may know."""
        out: dict[str, object] = {
            "game": self.id,
            "viewer": seat,
            "seats": s.seats,
            "seat": s.seat,
            "over": s.over,
            **self.seen(s, seat),
            "prompt": s.prompt(),
            "endings": s.endings(),
            "winners": s.winners() if s.over else [],
            "tie_broken_by": s.tie_broken_by() if s.over else "",
        }
        if seat is not None and seat == s.seat:
            out["actions"] = actions(s)
        return out

    def seen(self, s: S, seat: int | None) -> dict[str, object]:
        """What a view holds besides what all games have in it."""
        raise NotImplementedError

    def resample(self, s: S, seat: int | None, seed: object) -> State:
        """A clone with everything hidden from that seat dealt anew."""
        rng = seeded(seed)
        chance = rng.clone().word()
        twin = self.redeal(s, seat, rng)
        twin.rng = seeded(chance)  # as in all versions, so that bots play their old games again
        return twin

    def redeal(self, s: S, seat: int | None, rng: Rng) -> State:
        """The same by a generator at hand, whose first word begins the clone's own.

        What is dealt depends only on what the seat sees and on `rng`.
        """
        twin = cast(S, s.clone())
        twin.offered = NO_ACTIONS
        twin.rng = rng.child()
        self.deal_hidden(twin, seat, rng)
        return twin

    def deal_hidden(self, s: S, seat: int | None, rng: Rng) -> None:
        """Deal anew what is hidden from that seat."""
        raise NotImplementedError

    def evaluate(self, s: S, seat: int) -> int:
        """How good a state looks for a seat with nothing under way."""
        return s.scores()[seat]

    # for those who study it

    def taken(self, s: S, action: int) -> str:
        """What the deciding seat takes for itself by an action, as "card: Express train"; "" if nothing to count."""
        return ""

    def on_offer(self, s: S) -> list[str]:
        """What can be taken in a game that begins so, where that differs from table to table; else []."""
        return []

    # its cards

    def card_text(self, name: str, box: Box | None = None) -> str:
        """A card of the box by id, title or other name: figures and the text made from its verbs; "" if none."""
        found: Box = self.printed if box is None else box
        known = found.names()
        for i in range(len(known)):
            if squeeze(name) in [squeeze(n) for n in known[i]]:
                return found.describe(i)
        return ""

    def parts(self, card: int) -> list[tuple[str, str]]:
        """What a card is made of: the name of each verb and how it reads. `docs/verbs.md` comes from it."""
        return self.made_of(self.effects[card])

    def made_of(self, number: int) -> list[tuple[str, str]]:
        """The parts of a numbered program and of the programs inside it."""
        out: list[tuple[str, str]] = []
        for n in range(number, self.ends.get(number, number)):
            for verb in self.programs.verbs[n]:
                out.append((type(verb).__name__, verb.words()))
        return out
