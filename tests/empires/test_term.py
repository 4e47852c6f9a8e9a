"""The table in a terminal: it fits, it names every choice, and it is made from a view alone."""

from __future__ import annotations

import io
from typing import Any, cast

import pytest
from rich.console import Console

from roundhouse.games.empires import term
from roundhouse.games.empires.actions import ENGINES
from roundhouse.games.empires.state import CARD, Empires
from roundhouse.games.empires.term import lowest
from roundhouse.term.faces import Sheet
from tests.empires import test_suite
from tests.kit.faces import asked, shown

EMPIRES = test_suite.TestEmpires
SEATS = [("A", "Ines", "red"), ("B", "Marek", "blue"), ("C", "Stoker", "green"), ("D", "Wilma", "white")]


def positions() -> list[Empires]:
    return [sample.state for sample in asked(EMPIRES)]


def told(what: object, width: int, height: int) -> str:
    console = Console(width=width, height=height, record=True, file=io.StringIO())
    console.print(what)
    return console.export_text()


def printed(s: Empires, seat: int | None, width: int, height: int, ascii: bool = False, whole: bool = False) -> str:
    room = Sheet(width, height, ascii)
    return told(term.table(s.view(seat), s.kit, SEATS[: s.seats], [], room, whole), width, height)


@pytest.mark.parametrize(("width", "height"), [(80, 24), (100, 30), (120, 40), (160, 50)])
def test_it_fits(width: int, height: int) -> None:
    for s in positions()[::3]:
        lines = printed(s, s.seat, width, height).splitlines()
        assert max(len(line) for line in lines) <= width
        if height < 38:
            assert len(lines) <= height + 4, s.view(s.seat)["step"]


def test_prices_and_offers_are_shown() -> None:
    for s in positions():
        view = cast(dict[str, Any], s.view(s.seat))
        text = printed(s, s.seat, 100, 30)
        for n in lowest(view).values():
            assert f"${n}" in text
        label = [h["label"] for h in view["hexes"]]
        for offer in view["offers"][:5]:
            assert f"{label[offer['from']]} → {label[offer['to']]}" in text


def test_all_of_it_is_shown_where_there_is_room() -> None:
    for s in positions()[::3]:
        text = printed(s, s.seat, 160, 50)
        for card in [*s.market, *[b & CARD for b in s.hands[s.seat]], *[ENGINES + feat for feat in s.feats]]:
            assert s.kit.titles[card] in text


def test_plain_characters_where_there_are_no_others() -> None:
    for s in positions()[::3]:
        printed(s, s.seat, 100, 30, ascii=True, whole=True).encode("ascii")


def test_nothing_hidden_is_shown() -> None:
    for s in positions()[::5]:
        for seat in [*range(s.seats), None]:
            twin = cast(Empires, s.resample(seat, 1))
            assert printed(twin, seat, 120, 50) == printed(s, seat, 120, 50)


def test_the_result_adds_up() -> None:
    for s in [sample.state for sample in shown(EMPIRES) if sample.state.over]:
        text = told(term.result(s.view(None), SEATS[: s.seats], s.scores()), 100, 30)
        assert all(str(n) in text for n in s.scores())
