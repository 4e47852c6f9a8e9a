"""The numbers of observations that are worked out anew agree with what the rules say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import roundhouse
from roundhouse.core.registry import HOUSE
from roundhouse.core.rng import seeded
from roundhouse.games.empires.observation import DEBT
from tests.kit.journeys import choose
from tests.kit.observed import by_part

# By game: a part of every seat, and what it holds.
Worked = tuple[str, Callable[[Any, int], list[int]]]
WORKED: dict[str, list[Worked]] = {
    "trains": [
        ("points of cards", lambda s, i: [s.card_points(i)]),
        (
            "track markers left, points so far, points of track",
            lambda s, i: [s.markers[i], s.points[i], s.track_bonus(i)],
        ),
    ],
    "spyrium": [
        (
            "pounds, Spyrium, points so far, points of buildings, points of techniques",
            lambda s, i: [s.pounds[i], s.spyrium[i], s.points[i], s.building_points(i), s.technique_points(i)],
        ),
    ],
    "empires": [
        ("cities reached by hat", lambda s, i: [s.hats(i, hat) for hat in range(4)]),
        (
            "prestige, score plus 100, money, loans",
            lambda s, i: [s.prestige[i], s.scores()[i] + DEBT, s.money[i], s.loans[i]],
        ),
    ],
    "empyreal": [
        ("trains by hex", lambda s, i: [s.cars_at(i, h) for h in range(s.board.size)]),
        (
            "company plus 1, conductor, mana ready and spent, trains left, points of goods and tiles",
            lambda s, i: [
                s.companies[i], s.conductor[i], s.ready[i], s.spent[i], s.supply[i],
                s.goods_points(i) + s.tile_points(i),
            ],
        ),
    ],
}  # fmt: skip
OPTIONS: dict[str, dict[str, object]] = {"empires": {"passengers": True, "edition": "final"}}


def positions(id: str, seats: int) -> Iterator[Any]:
    """Some of a random game, its end among them."""
    s = roundhouse.game(id).new(seats=seats, seed="observed", **OPTIONS.get(id, {}))
    rng = seeded("observed")
    n = 0
    while not s.over:
        if n % 10 == 0:
            yield s
        s.apply(choose(rng, s.legal()))
        n += 1
    yield s


@pytest.mark.parametrize("id", sorted(HOUSE))
def test_what_is_worked_out_agrees_with_the_rules(id: str) -> None:
    for seats in (roundhouse.game(id).seats[0], roundhouse.game(id).seats[-1]):
        for n, s in enumerate(positions(id, seats)):
            looker = n % seats
            parts = by_part(s, looker)
            for name, expected in WORKED[id]:
                for k in range(seats):
                    told = parts[f"{name}: seat +{k}" if k else f"{name}: own"]
                    assert list(told) == [min(v, 255) for v in expected(s, (looker + k) % seats)], name


@pytest.mark.parametrize("id", sorted(HOUSE))
def test_every_game_of_the_house_has_an_observation(id: str) -> None:
    game = roundhouse.game(id)
    assert game.observation.version >= 1
    sizes = [game.observation.size(seats) for seats in game.seats]
    assert sizes[0] > 0
    assert sizes == sorted(sizes)
