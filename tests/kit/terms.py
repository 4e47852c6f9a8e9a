"""The table in a terminal: it fits, it can do with plain characters, and it is made from a view alone."""

from __future__ import annotations

import io
import re
from types import ModuleType

from rich.console import Console

from roundhouse.core.registry import beside
from roundhouse.core.state import State
from roundhouse.draw.face import words_of
from roundhouse.draw.term import Sheet
from roundhouse.term.words import listed, meant, options
from tests.kit.faces import asked, shown
from tests.kit.journeys import FULL, Case, Viewer

SEATS = [
    (sign, name, "red") for sign, name in zip("ABCDEF", ("Ines", "Marek", "Stoker", "Oda", "Jun", "Bo"), strict=True)
]


def term(s: State) -> ModuleType:
    found = beside(s.game, "face.term")
    assert found
    return found


def drawn(what: object, width: int, height: int) -> str:
    console = Console(width=width, height=height, record=True, file=io.StringIO())
    console.print(what)
    return console.export_text()


def printed(s: State, viewer: Viewer, width: int, height: int, ascii: bool = False, whole: bool = False) -> str:
    room = Sheet(width, height, ascii)
    return drawn(term(s).table(s.view(viewer), s.components, SEATS[: s.seats], [], room, whole), width, height)


class Terms(Case):
    def test_the_terminal_shows_what_fits(self) -> None:
        for sample in asked(type(self))[:: 1 if FULL else 6]:
            s = sample.state
            for width, height in ((80, 24), (100, 30), (120, 60), (160, 50)):
                lines = printed(s, s.seat, width, height).splitlines()
                assert max(len(line.rstrip()) for line in lines) <= width

    def test_the_terminal_can_do_with_plain_characters(self) -> None:
        for sample in asked(type(self))[:: 1 if FULL else 6]:
            text = printed(sample.state, sample.decider, 100, 30, ascii=True, whole=True)
            text.replace("£", "").encode("ascii")  # pounds are in the words of Spyrium

    def test_the_terminal_numbers_every_choice_refusals_last(self) -> None:
        says = words_of(self.game())
        for sample in asked(type(self))[:: 1 if FULL else 6]:
            s, view = sample.state, sample.view(sample.decider)
            shown = listed(view, s.box, says)
            plain = [meant(option)[0] for option in shown if option["action"] >= 0]
            assert sorted(plain) == s.legal()
            refused = [
                says is not None and says.refuses(view, s.box, option) for option in shown if option["action"] >= 0
            ]
            assert refused == sorted(refused)
            text = options(s, shown, 100).plain
            assert [n for n in range(1, len(shown) + 1) if not re.search(rf"(^|\s){n} ", text)] == []
            drawn(
                term(s).table({**view, "actions": shown}, s.box, SEATS[: s.seats], [], Sheet(120, 60, False), True),
                120,
                60,
            )

    def test_nothing_hidden_is_in_the_terminal(self) -> None:
        for sample in shown(type(self))[:: 2 if FULL else 12]:
            for viewer in sample.viewers:
                twin = sample.state.resample(viewer, 1)
                assert printed(twin, viewer, 120, 50, whole=True) == printed(sample.state, viewer, 120, 50, whole=True)

    def test_the_terminal_tells_the_result(self) -> None:
        for s in [sample.state for sample in shown(type(self)) if sample.state.over]:
            text = drawn(term(s).result(s.view(None), SEATS[: s.seats], s.scores()), 100, 40)
            assert all(str(n) in text for n in s.scores())
