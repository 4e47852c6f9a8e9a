"""What learning bots see of Empyreal: total, of the order of 1, and the same wherever it is asked."""

from __future__ import annotations

from typing import Any

import pytest

from roundhouse.bots.bot import Budget
from roundhouse.bots.greedy import GreedyBot
from roundhouse.bots.make import make
from roundhouse.core.rng import Rng, seeded
from roundhouse.games.empyreal.actions import NO_DELIVERY, NO_TILE, PRINTED, SKIP, TILES
from roundhouse.games.empyreal.bot_actions import K_MOVE, T_BUILD, T_MOVE
from roundhouse.games.empyreal.bot_features import DELIVERY, LAST_TRAINS, TURN, EmpyrealHeuristics
from roundhouse.games.empyreal.bot_survey import CAR_GROUPS, TILE_GROUPS, UNIQUE_TILES, group_of
from roundhouse.games.empyreal.state import Empyreal
from roundhouse.games.empyreal.track import ANY, DESERT, FOREST
from tests.empyreal.table import FAR, MARKET, activated, car, game, table
from tests.kit.journeys import APART, FULL
from tests.kit.room import room

TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (2, {"awards": "advanced", "epic": True}),
    (3, {"awards": "expert", "open_information": True}),
    (4, {"teams": "2v2", "friendly": True}),
    (5, {"awards": "advanced"}),
    (6, {"teams": "3v3"}),
    (6, {"awards": "expert", "friendly": True}),
]


def hints() -> EmpyrealHeuristics:
    found = game().heuristics
    assert isinstance(found, EmpyrealHeuristics)
    return found


def features(s: Empyreal, seat: int) -> list[float]:
    x = room(hints().size)
    hints().features(s, seat, x)
    return [x[i] for i in range(len(x))]


def traits(s: Empyreal, action: int) -> list[float]:
    y = room(hints().traits)
    hints().describe(s, s.seat, action, y)
    return [y[i] for i in range(len(y))]


def check(s: Empyreal) -> None:
    for seat in range(s.seats):
        for i, value in enumerate(features(s, seat)):
            assert abs(value) < 10, (i, value)
    options = s.choices()
    for action in options:
        assert 0 <= hints().kind(s, action) < hints().kinds
        assert hints().weight(s, action) > 0
        for i, value in enumerate(traits(s, action)):
            assert abs(value) < 10, (i, value, s.words(action))
    assert hints().obvious(s, options) in [-1, *options]
    assert isinstance(hints().settled(s), bool)


def by_weight(s: Empyreal, rng: Rng) -> int:
    options = s.choices()
    weights = [hints().weight(s, a) for a in options]
    at = rng.below(sum(weights))
    i = 0
    while at >= weights[i]:
        at -= weights[i]
        i += 1
    return options[i]


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_total_in_random_games(seats: int, options: dict[str, Any]) -> None:
    rng = seeded(f"features {seats}")
    s = game().new(seats, f"features {seats}", **options)
    assert isinstance(s, Empyreal)
    n = 0
    while not s.over:
        if FULL or n % (2 * APART) == 0:
            check(s)
        if n % 50 == 0:
            twin = s.clone()
            assert [features(twin, i) for i in range(seats)] == [features(s, i) for i in range(seats)]
            assert [traits(twin, a) for a in s.choices()] == [traits(s, a) for a in s.choices()]
        s.apply(by_weight(s, rng) if n % 3 else s.choices()[rng.below(len(s.choices()))])
        n += 1
    check(s)


@pytest.mark.parametrize("seats", [2, 3][::APART])
def test_total_in_greedy_games(seats: int) -> None:
    s = game().new(seats, f"greedy {seats}")
    assert isinstance(s, Empyreal)
    bots = [GreedyBot(i) if i % APART == 0 else make("random", i) for i in range(seats)]
    n = 0
    while not s.over:
        if FULL or n % (3 * APART) == 0:
            check(s)
        s.apply(bots[s.seat].choose(s, s.seat, Budget()))
        n += 1
    check(s)


def played(seed: str) -> list[Empyreal]:
    """A game by weights for two: every position, the last one is over."""
    s = game().new(2, seed)
    rng = seeded(seed)
    out: list[Empyreal] = []
    while not s.over:
        assert isinstance(s, Empyreal)
        out.append(s.clone())
        s.apply(by_weight(out[-1], rng))
    assert isinstance(s, Empyreal)
    return [*out, s]


def test_a_finished_game_is_worth_as_much_as_its_points() -> None:
    s = played("scale")[-1]
    points = s.scores()
    for seat in range(2):
        assert game().evaluate(s, seat) == 100 * points[seat] - 25 * points[1 - seat]


def test_who_does_not_make_the_final_delivery_has_won_without() -> None:
    """It is compared with the end of the game, which comes at once without one."""
    asked = 0
    for seed in range(8):
        for s in played(f"final {seed}"):
            if not s.over and s.final and s.seat == s.first and NO_DELIVERY in s.choices():
                asked += 1
                seat, twin = s.seat, s.clone()
                if GreedyBot(0).choose(s, seat, Budget()) == NO_DELIVERY:
                    twin.apply(NO_DELIVERY)
                    assert twin.over
                    assert seat in twin.winners()
    assert asked > 3


# positions checked by hand


def test_nothing_is_given_away() -> None:
    final = idle = 0
    for seed in ("sense", "sense 2", "sense 3"):
        for s in played(seed):
            options = s.choices()
            if s.over or len(options) == 1:
                continue
            left_out = set(options) - set(hints().sensible(s, options))
            assert left_out <= ({NO_DELIVERY, NO_TILE} if s.final else {SKIP})
            if s.final and NO_DELIVERY in options:
                assert left_out == {NO_DELIVERY}
                final += 1
            if SKIP in left_out:
                assert s.supply[s.seat] > LAST_TRAINS
                assert 0 in [s.price(action)["mana"] for action in options if action != SKIP]
                idle += 1
    assert final
    assert idle


@pytest.mark.parametrize("options", [{"teams": "2v2"}, {"awards": "advanced"}])
def test_goods_may_be_left_to_others(options: dict[str, Any]) -> None:
    s = game().new(4, "left", **options)
    assert isinstance(s, Empyreal)
    rng = seeded("left")
    while not (s.final and NO_DELIVERY in s.choices()):
        assert not s.over
        s.apply(by_weight(s, rng))
    assert hints().sensible(s, s.choices()) == s.choices()


def test_what_a_network_can_deliver() -> None:
    t = table("A1 B1", FAR, goods={"A1": "YYY", "B1": "H"}, conductor="E")
    x = features(t.state, 0)
    assert x[DELIVERY] == 1.0  # three goods and the triple: five points
    assert x[DELIVERY + 8] == pytest.approx(2 / 3)
    assert x[DELIVERY + 10] == 1.0  # the End is one step away
    assert x[DELIVERY + 33] == pytest.approx(1 / 6)  # one stray good
    assert x[DELIVERY + 18] == 0.25  # one good more: the quadruple instead
    assert x[TURN] == 1.0
    other = features(t.state, 1)
    assert other[TURN] == 0.0
    assert other[DELIVERY] == 0.0  # it reaches no city


def test_what_tells_actions_apart() -> None:
    t = table("A1 B1", FAR, goods={"A1": "YYY", "B1": "H"}, conductor="C", market=MARKET)
    s = t.state
    end, near = [traits(s, s.parse(words)) for words in ("move to the End of the Line", "move to D")]
    assert end[T_MOVE : T_MOVE + 5] == [1.0, 0.0, 0.0, 1.0, pytest.approx(2 / 3)]
    assert near[T_MOVE] == 0.0
    assert near[T_MOVE + 1] > 0.0
    assert hints().kind(s, s.parse("move to D")) == K_MOVE
    assert hints().kind(s, s.parse("move to the End of the Line")) == K_MOVE + 6  # three steps
    t = activated("metro", "A1 B1", FAR, goods={"A1": "YYY"})
    beside, farther = [traits(t.state, t.state.parse(words)) for words in ("build on A2", "build on C2")]
    assert beside[T_BUILD + 5] == 0.0  # it costs nothing
    assert beside[T_BUILD] == farther[T_BUILD] > 0.0  # a Crizma on both
    assert not [x for x in traits(t.state, SKIP) if x]


def test_the_groups_of_cars_are_the_kinds_of_the_box() -> None:
    box = game().printed
    kinds = ["two", "pick_two", "pick_three", "free_rival", "free_crossing", "reclaim"]
    for tile in range(TILES):
        kind = box.kinds[tile]
        assert group_of(tile) == (tile if kind == "unique" else UNIQUE_TILES + kinds.index(kind))
    assert sorted({group_of(tile) for tile in range(TILES)}) == list(range(TILE_GROUPS))
    assert max(group_of(car) for car in range(TILES + PRINTED)) == CAR_GROUPS - 1
    assert box.builds[car("metro")] == ANY
    assert box.builds[car("two_desert_forest")] == DESERT | FOREST
    assert box.builds[car("mana_surger")] == 0


def test_how_far_a_city_is() -> None:
    board = table("A1 B1", FAR).state.board
    desert = board.far[0]
    assert [desert[board.labels.index(label)] for label in ("B2", "A1", "A2", "A3", "A4", "C4")] == [0, 2, 1, 1, 2, 2]


def test_settled_as_a_turn_begins() -> None:
    t = table("A1 B1", FAR, staff=("", ""), market=MARKET)
    assert hints().settled(t.state)
    t.do("move to A")
    assert not hints().settled(t.state)
    t.do("that is all")
    assert t.seat == 1
    assert hints().settled(t.state)
