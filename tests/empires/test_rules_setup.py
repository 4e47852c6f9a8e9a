"""Components and set-up: sections 1 and 2 of the ledger, on the printed box."""

from __future__ import annotations

from collections import Counter
from typing import cast

import pytest

from roundhouse.games.empires.actions import CONTRACTS, ENGINES, FEATS, START
from roundhouse.games.empires.board import GOODS, GREEN, HATS, YELLOW
from roundhouse.games.empires.state import Empires
from tests.empires.table import Table, game, kit, table

KIT = game().printed
ATLAS = KIT.atlas


def new(seats: int, seed: int = 1, **options: object) -> Empires:
    return cast(Empires, game().new(seats=seats, seed=seed, **options))


def begun(seats: int, seed: int = 1, **options: object) -> Empires:
    """After the starting tracks."""
    s = new(seats, seed, **options)
    while not s.turn:
        s.apply(s.legal()[0])
    return s


# components


@pytest.mark.rule("empires-1.1", "empires-1.2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_tracks_and_trains(seats: int) -> None:
    s = begun(seats)
    for seat in range(seats):
        assert (len(s.nets[seat]), s.locked[seat], s.supply[seat], s.boxed[seat]) == (1, 2, 20, 0)
        assert s.trains_left(seat) == 8
    assert not any(s.trains)


@pytest.mark.rule("empires-1.3")
def test_every_colour_has_every_condition_once() -> None:
    colours = ("Red", "Blue", "Green", "Black")
    conditions = ("coal", "timber", "grain", "steel", "lake", "mountain", "country", "express")
    words = [KIT.titles[i].split() for i in range(ENGINES)]
    assert sorted(words) == sorted([c, k, "engine"] for c in colours for k in conditions)
    for i, (colour, condition, _) in enumerate(words):
        assert KIT.colours[i] == colours.index(colour)
        assert KIT.conditions[i] is KIT.conditions[[w[1] for w in words].index(condition)]


@pytest.mark.rule("empires-1.4", "empires-2.6")
def test_five_of_ten_achievements() -> None:
    rows = KIT.tables["cards.csv"].rows
    assert sum(row["kind"] == "achievement" and "printed" in row["source"] for row in rows) == 10
    seen: Counter[int] = Counter()
    for seed in range(60):
        s = new(2 + seed % 3, seed)
        assert len(set(s.feats)) == 5
        seen.update(s.feats)
        assert not any(s.firsts + s.laters)
    assert set(seen) == set(range(FEATS))
    assert max(seen.values()) < 60


@pytest.mark.rule("empires-1.5")
def test_contracts_name_the_factories_of_two_goods() -> None:
    two = [f for f in range(12) if len(ATLAS.factories.goods[f]) == 2]
    assert sorted(KIT.contract_factory) == two
    assert all(KIT.contract_prestige)


@pytest.mark.rule("empires-1.7")
def test_what_a_tile_is_made_of() -> None:
    for tile in ATLAS.tiles:
        grounds = Counter(ground for _, _, ground, _, _ in tile)
        assert len(tile) == 19
        assert (grounds[5], grounds[6]) == (3, 3)
        assert [ground < 5 for _, _, ground, star, _ in tile if star] == [True]


@pytest.mark.rule("empires-1.8")
def test_what_factories_make() -> None:
    assert GOODS == ("coal", "timber", "grain", "steel")
    for tile in range(4):
        made = [ATLAS.factories.goods[f] for f in range(12) if ATLAS.factories.tiles[f] == tile]
        assert sorted(len(goods) for goods in made) == [1, 2, 2]
        assert {g for goods in made for g in goods} == {0, 1, 2, 3}
        assert all(len(set(goods)) == len(goods) for goods in made)


@pytest.mark.rule("empires-1.9")
def test_what_cities_want_and_wear() -> None:
    for tile in range(4):
        wanted = [ATLAS.cities.goods[c] for c in range(12) if ATLAS.cities.tiles[c] == tile]
        assert {g for goods in wanted for g in goods} == {0, 1, 2, 3}
        assert [len(set(goods)) for goods in wanted] == [2, 2, 2]
    assert Counter(ATLAS.hats) == dict.fromkeys(range(len(HATS)), 3)


@pytest.mark.rule("empires-1.10")
def test_half_and_half_is_green_and_yellow() -> None:
    board = table().state.board
    shown = {board.labels[h].split(" ", 1)[1]: board.colours[h] for h in range(board.size) if board.ground[h] < 5}
    assert shown == {"half and half": GREEN | YELLOW, "grain": YELLOW, "forest": GREEN, "lake": 4, "mountain": 8}


@pytest.mark.rule("empires-1.11")
def test_the_prestige_track_goes_round() -> None:
    s, last = begun(3), KIT.spaces
    s.gain(0, last + 3)
    assert s.prestige[0] == s.scores()[0] == last + 3
    assert s.produced == len(KIT.production)
    s.goods = bytes(12)
    s.gain(1, last + 40)
    assert not any(s.goods)  # every space produces once, on the second round too


@pytest.mark.rule("empires-1.12")
def test_two_tracks_on_a_space_are_meant_and_five_or_more() -> None:
    t = table("E4", "E5 E6", "E5 D5", seats=3)
    assert t.refused("lay E5") == "empires-4.4"  # two tracks are there, and no train
    assert not any(t.state.trains)
    assert next(c for i, c in enumerate(KIT.conditions) if "express" in KIT.ids[i]).length == 5


# set-up


@pytest.mark.rule("empires-2.1")
def test_three_tiles_for_two_seats_and_four_for_more() -> None:
    for seats, tiles in ((2, 3), (3, 4), (4, 4)):
        s = new(seats)
        assert len(s.tiles) == len(s.rotations) == tiles
        assert s.board.size == 19 * tiles
        assert len(s.board.factories) == len(s.board.cities) == 3 * tiles
    assert list(game().seats) == [2, 3, 4]


@pytest.mark.rule("empires-2.2", "empires-2.3")
@pytest.mark.parametrize("seats", [2, 3])
def test_tiles_and_turns_are_drawn(seats: int) -> None:
    dealt = [new(seats, seed) for seed in range(80)]
    tiles = 3 if seats == 2 else 4
    allowed = ATLAS.placements(tiles)
    for s in dealt:
        assert len(set(s.tiles)) == tiles
        assert (s.tiles, s.rotations) in allowed
    for slot in range(tiles):
        assert {s.tiles[slot] for s in dealt} == {0, 1, 2, 3}
        assert {s.rotations[slot] for s in dealt} == set(ATLAS.rotations[tiles][slot])


@pytest.mark.rule("empires-2.4")
@pytest.mark.parametrize("seats", [2, 4])
def test_factories_start_full(seats: int) -> None:
    s = new(seats)
    for f in range(12):
        full = (1 << len(ATLAS.factories.goods[f])) - 1
        assert s.goods[f] == (full if f in s.board.factories else 0)


@pytest.mark.rule("empires-1.6", "empires-2.5")
def test_money_prestige_and_loans_at_the_start() -> None:
    s = new(4)
    assert (list(s.money), s.loans_left()) == ([5] * 4, 12)
    assert s.prestige == list(s.loans) == s.scores() == [0] * 4


@pytest.mark.rule("empires-2.11")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_staggered_money_is_less_the_earlier_the_turn(seats: int) -> None:
    for seed in range(12):
        s = new(seats, seed, start_money="staggered")
        before = list(s.money)
        while not s.turn:
            s.apply(s.legal()[0])
        assert list(s.money) == before  # all know it before they choose where to start
        had: list[int] = []
        while len(had) < seats:
            had.append(s.money[s.seat])
            while s.turn == len(had):
                s.apply(s.legal()[0])
        assert had == [3, 5, 7, 9][:seats]


@pytest.mark.rule("empires-2.5", "empires-2.11")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_printed_money_is_the_usual_and_nothing_else_is_dealt_otherwise(seats: int) -> None:
    usual, printed, staggered = (
        dict(new(seats, 3, **options).dump())
        for options in ({}, {"start_money": "printed"}, {"start_money": "staggered"})
    )
    assert usual == printed
    assert list(cast(bytes, usual["money"])) == [5] * seats
    assert {name for name in usual if usual[name] != staggered[name]} == {"money"}


@pytest.mark.rule("empires-2.7")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_one_contract_each_and_none_of_the_unused_tile(seats: int) -> None:
    dealt: list[set[int]] = [set() for _ in range(seats)]
    for seed in range(90):
        s = new(seats, seed)
        for seat, contract in enumerate(s.contracts):
            dealt[seat].add(contract)
        assert len(s.contracts) == seats
        there = [c for c in range(CONTRACTS) if KIT.contract_factory[c] in s.board.factories]
        assert sorted(s.contracts + s.undealt) == there
        assert not any(s.revealed)
    assert dealt == [set(range(CONTRACTS))] * seats


@pytest.mark.rule("empires-2.8")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_three_cards_each_and_three_in_the_market(seats: int) -> None:
    s = new(seats)
    assert [len(hand) for hand in s.hands] == [3] * seats
    assert (len(s.market), len(s.deck)) == (3, ENGINES - 3 - 3 * seats)
    assert len({bytes(new(seats, seed).hands[0]) for seed in range(20)}) > 15


@pytest.mark.rule("empires-2.9")
def test_each_starts_at_another_factory_for_free() -> None:
    s = new(4)
    t = Table(s)
    assert s.legal() == [START + f for f in range(12)]
    assert t.refused("lay A1") == "empires-3.1"
    assert t.act(START + 5).refused(START + 5) == "empires-2.9"
    assert s.legal() == [START + f for f in range(12) if f != 5]
    t.act(START).act(START + 1).act(START + 2)
    assert list(s.money) == [5] * 4
    assert {s.nets[i] for i in range(4)} == {bytes([s.board.factory[f]]) for f in (5, 0, 1, 2)}


@pytest.mark.rule("empires-2.9")
def test_nobody_starts_on_a_tile_that_is_not_there() -> None:
    s = new(2)
    absent = next(f for f in range(12) if f not in s.board.factories)
    assert Table(s).refused(START + absent) == "empires-2.9"
    assert len(s.legal()) == 9


@pytest.mark.rule("empires-2.10", "empires-3.2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_against_the_clock_then_with_it(seats: int) -> None:
    first = set()
    for seed in range(20):
        s = new(seats, seed)
        order = []
        while not s.turn:
            order.append(s.seat)
            s.apply(s.legal()[-1])
        assert order == [(order[0] - i) % seats for i in range(seats)]
        assert s.first == s.seat == order[-1]
        first.add(order[0])
        turns: list[int] = []
        while s.turn <= 2 * seats:
            if len(turns) < s.turn:
                turns.append(s.seat)
            s.apply(s.legal()[0])
        assert turns == [(order[-1] + i) % seats for i in range(2 * seats)]
    assert first == set(range(seats))


def test_the_tests_play_the_printed_game_in_another_country() -> None:
    assert kit().ids == KIT.ids
    for file in ("numbers.csv", "grounds.csv"):
        assert kit().tables[file].rows == KIT.tables[file].rows
