"""Who knows what: views, and the hidden things dealt anew."""

from __future__ import annotations

import ast
import json
import random
import sys
from collections import Counter
from pathlib import Path
from typing import Any, ClassVar

from roundhouse.core.errors import IllegalAction
from roundhouse.core.rng import seeded
from roundhouse.core.state import State
from roundhouse.core.views import SHARED
from tests.kit.journeys import APART, FULL, Case, Viewer, choose, journeys, replay, samples


def changed(value: Any) -> Any:
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value ^ 1
    if isinstance(value, bytes):
        first = value[0] if value else 0
        return bytes([first - 1 if first > 1 else first + 1]) + value[1:]
    return [changed(value[0]), *value[1:]]


def seen(s: State, viewer: Viewer) -> object:
    """What a viewer sees; None where a view that tries what comes next stumbles over a state that cannot be."""
    try:
        return s.view(viewer)
    except (IllegalAction, IndexError, ValueError):
        return None


def shape(value: Any) -> Any:
    """What is there and what is not known, whatever it is."""
    if isinstance(value, dict):
        return {key: shape(part) for key, part in value.items()}
    if isinstance(value, list):
        return [shape(part) for part in value]
    return None if value is None else type(value).__name__


class Secrets(Case):
    hidden: ClassVar[tuple[str, ...]]  # the fields of which something is hidden from somebody
    follows: ClassVar[tuple[str, ...]] = ()  # from the box, the options and the question: neither saved nor seen
    lies_open: ClassVar[tuple[str, ...]]  # fields any change of which everybody sees
    offered: ClassVar[tuple[str, ...]] = ("actions",)  # of a view: what somebody can do, by all that lies in hand

    @classmethod
    def another_deal(cls, s: Any, viewer: Viewer, rng: random.Random) -> State:
        """The same table with all that this viewer cannot see dealt otherwise: written without `resample`."""
        raise NotImplementedError

    @classmethod
    def fields(cls) -> list[str]:
        """The fields that the class of the state declares, less those that follow from others."""
        state = type(cls.game().new(seed=1))
        folder = Path(str(sys.modules[type(cls.game()).__module__].__file__)).parent
        tree = ast.parse((folder / "state.py").read_text(encoding="utf-8"))
        found = next(n for n in tree.body if isinstance(n, ast.ClassDef) and n.name == state.__name__)
        names = [n.target.id for n in found.body if isinstance(n, ast.AnnAssign) and isinstance(n.target, ast.Name)]
        return [n for n in names if n not in ("box", *cls.follows)]

    @classmethod
    def known(cls, view: dict[str, object]) -> Any:
        """How much a viewer knows of a table."""
        return shape({name: part for name, part in view.items() if name not in cls.offered})

    def test_every_field_of_the_state_is_saved_and_says_who_may_see_it(self) -> None:
        fields = self.game().new(seed=1).fields()
        assert sorted(field.name for field in fields) == sorted(self.fields())
        assert {field.name for field in fields if field.seen != "public"} == set(self.hidden)
        assert {field.name for field in SHARED if field.seen != "public"} == {"rng"}
        for sample in samples(type(self))[:: 9 // APART]:
            twin: Any = sample.state.clone()
            assert all(getattr(twin, name) == getattr(sample.state, name) for name in self.follows)

    def test_no_view_depends_on_what_is_hidden(self) -> None:
        rng = random.Random(self.id)
        dealt: Counter[str] = Counter()
        for sample in samples(type(self)):
            s = sample.state
            for viewer in sample.lookers:
                twin: Any = self.another_deal(s, viewer, rng)
                twin.rng = seeded("another")
                assert self.conserved(twin) == self.conserved(s)
                assert json.dumps(twin.view(viewer)) == json.dumps(sample.view(viewer))
                assert twin.prompt() == s.prompt()
                if viewer == s.seat:
                    assert twin.all_words() == s.all_words()
                one, other = s.resample(viewer, "x"), twin.resample(viewer, "x")
                assert [v for v in one.dump() if v[0] != "rng"] == [v for v in other.dump() if v[0] != "rng"]
                for name in self.hidden:
                    dealt[name] += getattr(twin, name) != getattr(s, name)
        assert all(dealt[name] for name in self.hidden), dealt

    def test_dealing_anew_changes_what_is_hidden_and_nothing_else(self) -> None:
        fields = self.fields()
        dealt: set[str] = set()
        for sample in samples(type(self)):
            s = sample.state
            for n, viewer in enumerate(sample.lookers * 2):
                twin: Any = s.resample(viewer, n)
                dealt |= {name for name in fields if getattr(twin, name) != getattr(s, name)}
        assert dealt == set(self.hidden)

    def test_dealing_anew_leaves_to_others_what_they_know(self) -> None:
        """They know it of what lies there now: a bot must not think that they have forgotten."""
        for sample in samples(type(self)):
            s = sample.state
            viewer = sample.viewers[sample.number % len(sample.viewers)]
            twin = s.resample(viewer, sample.number)
            for other in sample.lookers:
                assert self.known(twin.view(other)) == self.known(sample.view(other)), (viewer, other)

    def says_what_is_learned(self, s: Any, action: int) -> None:
        """Two tables alike to who decides are so to that seat and to all after the action, or it says `learned`."""
        seat, said = s.seat, s.words(action)
        other = s.resample(seat, f"learned {action}")
        s.apply(action)
        if not s.learned:
            other.apply(action)
            for viewer in (seat, None):
                assert other.view(viewer) == s.view(viewer), said

    def test_who_learns_something_hidden_is_said(self) -> None:
        """Where `learned` is not set, a decision shows nothing that the table did not show before: it can be undone."""
        for sample in samples(type(self)):
            s = sample.state
            rng = seeded(f"learned {sample.number}")
            for a in {choose(rng, s.legal()) for _ in range(12 if FULL else 3)} if not s.over else ():
                self.says_what_is_learned(s.clone(), a)
        one = min(journeys(type(self)), key=lambda one: len(one.chosen))  # and a game as a whole, for what is rare
        for s, a in zip(replay(type(self), one), one.chosen, strict=True):
            self.says_what_is_learned(s.clone(), a)

    def test_a_table_dealt_anew_plays_on(self) -> None:
        for sample in samples(type(self))[:: 1 if FULL else 6 // APART]:
            twin = sample.state.resample(None, sample.number)
            rng = seeded(f"on {sample.number}")
            while not twin.over:
                twin.apply(choose(rng, twin.legal()))
            assert self.conserved(twin) == self.conserved(sample.state)

    def test_every_view_depends_on_what_lies_open(self) -> None:
        for sample in samples(type(self))[5 :: 5 if FULL else 40 // APART]:
            for name in self.lies_open:
                twin = sample.state.clone()
                setattr(twin, name, changed(getattr(twin, name)))
                for viewer in sample.viewers:
                    assert seen(twin, viewer) != sample.view(viewer), name

    def test_only_who_decides_sees_the_actions(self) -> None:
        for sample in samples(type(self)):
            for viewer in sample.viewers:
                told: Any = sample.view(viewer).get("actions")
                if viewer is None or viewer != sample.state.seat:
                    assert told is None
                else:
                    assert [a["words"] for a in told] == sample.state.all_words()
