"""The table in a terminal: it fits, it names every choice, and it is made from a view alone."""

from __future__ import annotations

from typing import cast

import pytest
from rich.console import Console

from roundhouse.games.empires import term
from roundhouse.games.empires.state import Empires
from roundhouse.games.empires.term import lowest
from roundhouse.term.faces import Sheet
from tests.empires.midgame import SEEDS, positions

SEATS = [("A", "Ines", "red"), ("B", "Marek", "blue"), ("C", "Stoker", "green"), ("D", "Wilma", "white")]


def printed(s: Empires, seat: int | None, width: int, height: int, ascii: bool = False, whole: bool = False) -> str:
    console = Console(width=width, height=height, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    room = Sheet(width, height, ascii)
    console.print(term.table(s.view(seat), s.kit, SEATS[: s.seats], [], room, whole))
    return console.export_text()


def all_positions() -> list[Empires]:
    return [s for seed in SEEDS for s in positions(seed)]


@pytest.mark.parametrize(("width", "height"), [(80, 24), (100, 30), (120, 40), (160, 50)])
def test_it_fits(width: int, height: int) -> None:
    for s in all_positions()[::3]:
        lines = printed(s, s.seat, width, height).splitlines()
        assert max(len(line) for line in lines) <= width
        if height < 38:
            assert len(lines) <= height + 4, s.view(s.seat)["step"]


def test_prices_and_offers_are_shown() -> None:
    for s in all_positions():
        view = s.view(s.seat)
        text = printed(s, s.seat, 100, 30)
        for n in lowest(view).values():
            assert f"${n}" in text
        for offer in cast(list[dict[str, object]], view["offers"])[:5]:
            hexes = cast(list[dict[str, str]], view["hexes"])
            assert f"{hexes[cast(int, offer['from'])]['label']} → {hexes[cast(int, offer['to'])]['label']}" in text


def test_all_of_it_is_shown_where_there_is_room() -> None:
    for s in all_positions()[::5]:
        text = printed(s, s.seat, 160, 50)
        for card in [*s.market, *[b & 63 for b in s.hands[s.seat]]]:
            assert s.kit.titles[card] in text
        for feat in s.feats:
            assert s.kit.titles[32 + feat] in text


def test_plain_characters_where_there_are_no_others() -> None:
    for s in all_positions()[::5]:
        printed(s, s.seat, 100, 30, ascii=True, whole=True).encode("ascii")


def test_nothing_hidden_is_shown() -> None:
    for s in all_positions()[::4]:
        for seat in [*range(s.seats), None]:
            twin = cast(Empires, s.resample(seat, 1))
            assert printed(twin, seat, 120, 50) == printed(s, seat, 120, 50)


def test_the_result_adds_up() -> None:
    s = all_positions()[-1]
    console = Console(width=100, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    console.print(term.result(s.view(None), SEATS[: s.seats], s.scores()))
    text = console.export_text()
    assert all(str(n) in text for n in s.scores())
