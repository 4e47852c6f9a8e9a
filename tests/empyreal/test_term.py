"""The table in a terminal: it fits, it names every choice, and it is made from a view alone."""

from __future__ import annotations

from functools import cache
from typing import Any, cast

import pytest

from roundhouse.draw.term import Sheet
from roundhouse.games.empyreal.face import term_map
from roundhouse.games.empyreal.state import Empyreal
from tests.empyreal import test_suite
from tests.empyreal.test_face import builds
from tests.kit.faces import asked
from tests.kit.journeys import FULL
from tests.kit.terms import SEATS, drawn, printed

EMPYREAL = test_suite.TestEmpyreal


@cache
def positions() -> list[Empyreal]:
    return [sample.state for sample in asked(EMPYREAL)[:: 1 if FULL else 4]]


@pytest.mark.parametrize(("width", "height"), [(80, 24), (100, 30), (100, 45), (120, 60), (160, 50)])
def test_it_fits(width: int, height: int) -> None:
    for s in positions():
        lines = printed(s, s.seat, width, height).splitlines()
        assert max(len(line.rstrip()) for line in lines) <= width
        assert len(lines) <= height - (3 if height > 24 else 0), s.view(s.seat)["step"]


def test_six_seats_have_the_whole_map_in_a_hundred_columns() -> None:
    for s in [s for s in positions() if s.seats == 6]:
        text = drawn(term_map.board(s.view(s.seat), s.box, SEATS, Sheet(100, 70, False)), 100, 70)
        lines = text.splitlines()
        assert lines[0].split() == [str(n) for n in range(1, 15)]
        assert [line[0] for line in lines[1::2][:12]] == list("ABCDEFGHIJKL")
        assert sum(line.count("│") for line in lines) == 2 * (s.board.size + 12)
        assert all(line.rstrip().endswith("│") for line in lines[1:25])


def test_trains_goods_and_demand_are_on_the_map() -> None:
    for s in positions():
        text = drawn(term_map.board(s.view(s.seat), s.box, SEATS, Sheet(140, 80, False)), 140, 80)
        body = "\n".join(line[1:] for line in text.splitlines()[1:-1])
        for seat in range(s.seats):
            trains = sum(s.cars_at(seat, h) for h in s.nets[seat])
            if SEATS[seat][0] in "AB":  # the other letters also stand for terrain, goods and cities
                assert body.count(SEATS[seat][0]) == trains
        for digit in "234":
            asked = sum(tile % 3 + 2 == int(digit) for city in s.demands for tile in city)
            assert body.count(digit) >= asked


def test_prices_of_builds_and_of_transfers_are_shown() -> None:
    seen = 0
    for s in builds()[:: 1 if FULL else 4]:
        view = cast(dict[str, Any], s.view(s.seat))
        text = " ".join(printed(s, s.seat, 120, 60).split())
        for build in view["builds"]:
            if build["over"]:
                seen += 1
                assert f"{view['hexes'][build['hex']]['label']} {build['price']} over" in text
    assert seen


def test_own_folio_market_and_others_are_shown_where_there_is_room() -> None:
    for s in positions():
        text = printed(s, s.seat, 160, 100)
        view = cast(dict[str, Any], s.view(s.seat))
        own = view["players"][s.seat]
        for person in own["staff"]:
            assert person is None or person["title"] in text
        for car in view["market"]:
            assert car["title"] in text
        for seat in range(s.seats):
            assert SEATS[seat][1] in text
        if own["company"]:
            assert own["company_title"] in text
            assert f"Mana {own['ready']}/{own['ready'] + own['spent']}" in text
            assert "Start" in text
            assert "End" in text


def test_every_choice_on_the_folio_has_its_number() -> None:
    for s in positions():
        view = cast(dict[str, Any], s.view(s.seat))
        text = printed(s, s.seat, 100, 30)
        for n, a in enumerate(view["actions"], 1):
            if a["block"] in ("move", "activate", "put", "gain", "use", "take", "captain", "company"):
                assert f"{n} " in text


def test_what_is_chosen_from_is_told() -> None:
    start = next(s for s in positions() if "found Kings' Line" in s.all_words())
    text = printed(start, start.seat, 100, 30)
    assert all(title in text for title in start.box.company_titles)
    assert "home desert" in text
