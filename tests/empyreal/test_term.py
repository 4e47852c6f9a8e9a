"""The table in a terminal: it fits, it names every choice, and it is made from a view alone."""

from __future__ import annotations

import random
from functools import cache
from typing import Any, cast

import pytest
from rich.console import Console

from roundhouse.games.empyreal import face_term, term
from roundhouse.games.empyreal.actions import BUILD, COLLECT_ALL, DELIVER, GAIN, HEXES, TILES
from roundhouse.games.empyreal.state import Empyreal
from roundhouse.term.faces import Sheet
from tests.empyreal.table import game

NAMES = ("Ines", "Marek", "Stoker", "Wilma", "Oda", "Jun")
SEATS = [("ABCDEF"[i], name, "red") for i, name in enumerate(NAMES)]
SEEDS = range(5)


@cache
def positions(seed: int) -> list[Empyreal]:
    """Positions of a game with 2 to 6 seats, played at random but rather building and delivering."""
    rng = random.Random(seed)
    s = cast(Empyreal, game().new(seats=2 + seed, seed=seed))
    out = [s.clone()]
    wanted = [*range(BUILD, BUILD + 2 * HEXES), *range(DELIVER, DELIVER + 36), COLLECT_ALL, *range(GAIN, GAIN + TILES)]
    while not s.over and len(out) < 40:
        legal = s.legal()
        good = [a for a in legal if a in wanted]
        s.apply(rng.choice(good) if good and rng.random() < 0.8 else rng.choice(legal))
        if rng.random() < (0.3 if s.below else 0.1) and not s.over:
            out.append(s.clone())
    return out


def all_positions() -> list[Empyreal]:
    return [s for seed in SEEDS for s in positions(seed)]


def drawn(what: Any, width: int, height: int) -> str:
    console = Console(width=width, height=height, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    console.print(what)
    return console.export_text()


def printed(s: Empyreal, seat: int | None, width: int, height: int, ascii: bool = False, whole: bool = False) -> str:
    room = Sheet(width, height, ascii)
    return drawn(term.table(s.view(seat), s.kit, SEATS[: s.seats], [], room, whole), width, height)


@pytest.mark.parametrize(("width", "height"), [(80, 24), (100, 30), (100, 45), (120, 60), (160, 50)])
def test_it_fits(width: int, height: int) -> None:
    for s in all_positions()[::3]:
        lines = printed(s, s.seat, width, height).splitlines()
        assert max(len(line.rstrip()) for line in lines) <= width
        assert len(lines) <= height - (3 if height > 24 else 0), s.view(s.seat)["step"]


def test_six_seats_have_the_whole_map_in_a_hundred_columns() -> None:
    for s in positions(4):
        text = drawn(face_term.board(s.view(s.seat), s.kit, SEATS, Sheet(100, 70, False)), 100, 70)
        lines = text.splitlines()
        assert lines[0].split() == [str(n) for n in range(1, 15)]
        assert [line[0] for line in lines[1::2][:12]] == list("ABCDEFGHIJKL")
        assert sum(line.count("│") for line in lines) == 2 * (s.board.size + 12)
        assert all(line.rstrip().endswith("│") for line in lines[1:25])


def test_trains_goods_and_demand_are_on_the_map() -> None:
    for s in all_positions()[::4]:
        text = drawn(face_term.board(s.view(s.seat), s.kit, SEATS, Sheet(140, 80, False)), 140, 80)
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
    for s in all_positions():
        view = cast(dict[str, Any], s.view(s.seat))
        for build in view["builds"]:
            if build["over"]:
                seen += 1
                label = view["hexes"][build["hex"]]["label"]
                text = " ".join(printed(s, s.seat, 120, 60).split())
                assert f"{label} {build['price']} over" in text
    assert seen


def test_own_folio_market_and_others_are_shown_where_there_is_room() -> None:
    for s in all_positions()[::3]:
        text = printed(s, s.seat, 160, 100)
        view = cast(dict[str, Any], s.view(s.seat))
        own = view["players"][s.seat]
        for person in own["staff"]:
            assert person is None or person["title"] in text
        for car in view["market"]:
            assert car["title"] in text
        for seat in range(s.seats):
            assert NAMES[seat] in text
        if own["company"]:
            assert own["company_title"] in text
            assert f"Mana {own['ready']}/{own['ready'] + own['spent']}" in text
            assert "Start" in text
            assert "End" in text


def test_every_choice_on_the_folio_has_its_number() -> None:
    for s in all_positions():
        view = cast(dict[str, Any], s.view(s.seat))
        text = printed(s, s.seat, 100, 30)
        for n, a in enumerate(view["actions"], 1):
            if a["block"] in ("move", "activate", "put", "gain", "use", "take", "captain", "company"):
                assert f"{n} " in text


def test_what_is_chosen_from_is_told() -> None:
    start = positions(0)[0]
    text = printed(start, start.seat, 100, 30)
    assert all(title in text for title in start.kit.company_titles)
    assert "home desert" in text


def test_plain_characters_where_there_are_no_others() -> None:
    for s in all_positions()[::5]:
        printed(s, s.seat, 100, 30, ascii=True, whole=True).encode("ascii")


def test_nothing_hidden_is_shown() -> None:
    for s in all_positions()[::12]:
        for seat in [*range(s.seats), None]:
            twin = cast(Empyreal, s.resample(seat, 1))
            assert printed(twin, seat, 120, 60, whole=True) == printed(s, seat, 120, 60, whole=True)


def test_the_result_adds_up() -> None:
    s = all_positions()[-1]
    text = drawn(term.result(s.view(None), SEATS[: s.seats], s.scores()), 100, 40)
    assert all(str(n) in text for n in s.scores())
    assert "demand tiles" in text
