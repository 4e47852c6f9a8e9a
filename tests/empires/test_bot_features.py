"""What Small Railroad Empires tells bots that learn: always something, always the same, and right where it is known."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import cast

import pytest

from roundhouse.bots.bot import Budget
from roundhouse.bots.make import Player, make
from roundhouse.core.native import i64
from roundhouse.games.empires.actions import LAY, PLACES, ROUTE, SEND, START, STOP
from roundhouse.games.empires.board import NONE
from roundhouse.games.empires.bot_features import NAMES, EmpiresHeuristics
from roundhouse.games.empires.outlook import (
    FAR,
    NEVER,
    Chart,
    Outlook,
    around,
    plan_card,
    plan_city,
    plan_good,
    plan_lacks,
    plan_length,
    plan_lies,
)
from roundhouse.games.empires.state import SEATS_IN, Empires
from tests.empires.table import game, table
from tests.kit.journeys import APART, FULL
from tests.kit.room import room

EVERY = list(product(("draft", "final"), ("any connected", "new links only"), (False, True)))


def new(seats: int, seed: int, **options: object) -> Empires:
    return cast(Empires, game().new(seats, seed, **options))


def asked(told: EmpiresHeuristics, s: Empires, seat: int) -> list[float]:
    x = room(told.size)
    told.features(s, seat, x)
    return list(x)


def traits(told: EmpiresHeuristics, s: Empires, action: int) -> list[float]:
    y = room(told.traits)
    told.describe(s, s.seat, action, y)
    return list(y)


def played(seats: int, seed: int, bot: str, **options: object) -> Iterator[Empires]:
    """The positions of a game, the last one too; where the engine is slow, every other seat plays at random."""
    s = new(seats, seed, **options)
    bots = [make(bot if seat % APART == 0 else "random", f"{seed} {seat}") for seat in range(seats)]
    while not s.over:
        yield s
        s.apply(bots[s.seat].choose(s, s.seat, Budget()))
    yield s


@pytest.mark.parametrize(
    ("bot", "seats"), [*(("random", n) for n in (2, 3, 4)), *(("greedy", n) for n in (2, 3, 4)[::APART])]
)
def test_every_position_and_action_has_its_numbers(bot: str, seats: int) -> None:
    """In range, the same for a clone, and the same whatever was asked before."""
    told = EmpiresHeuristics()
    assert isinstance(game().heuristics, EmpiresHeuristics)
    many = EVERY if FULL else EVERY[seats % 2 :: 2]
    for number, (edition, deliveries, passengers) in enumerate(many if bot == "random" else EVERY[:1]):
        options = {"edition": edition, "deliveries": deliveries, "passengers": passengers}
        for n, s in enumerate(played(seats, number, bot, **options)):
            if n % (1 if FULL else 3 * APART) and not s.over:
                continue
            before = s.fingerprint() if n % 30 == 0 else 0
            found = [asked(told, s, seat) for seat in range(seats)]
            assert all(abs(v) < 10 for x in found for v in x)
            for action in s.choices():
                assert 0 <= told.kind(s, action) < told.kinds
                assert all(abs(v) < 10 for v in traits(told, s, action))
                assert told.weight(s, action) > 0
            if n % (15 * APART) == 0:
                fresh = EmpiresHeuristics()
                twin = s.clone()
                assert [asked(fresh, twin, seat) for seat in reversed(range(seats))] == found[::-1]
                assert [asked(told, twin, seat) for seat in range(seats)] == found
                for action in s.choices():
                    assert traits(fresh, twin, action) == traits(told, s, action)
            assert not before or s.fingerprint() == before


def test_as_many_numbers_as_are_said() -> None:
    told = EmpiresHeuristics()
    assert told.size == len(NAMES) + 4 * 10
    assert len(set(NAMES)) == len(NAMES)


def test_turns_begin_where_nothing_is_laid() -> None:
    told = EmpiresHeuristics()
    assert sum(told.settled(s) for s in played(2, 3, "greedy") if not s.over) == 2 + 2 * 10
    s = table("E4").state
    assert told.settled(s)
    s.apply(s.choices()[0])
    assert not told.settled(s)


def test_two_tracks_of_a_turn_commute() -> None:
    """Where both are possible at first, and in both orders, they come to the same."""
    told = EmpiresHeuristics()
    assert told.commutes(LAY, ROUTE)
    assert not told.commutes(LAY, STOP)
    assert not told.commutes(SEND, LAY)
    for s in played(2, 8, "random"):
        if s.over or not s.turn or not told.settled(s) or s.choices()[0] >= STOP:
            continue
        a, b = s.choices()[0], s.choices()[-1]
        ways = []
        for first, then in ((a, b), (b, a)):
            twin = s.clone()
            twin.apply(first)
            if a != b and then in twin.choices():
                twin.apply(then)
                ways.append((twin.tracks, twin.money, twin.loans, twin.prestige, twin.supply))
        assert len(set(map(str, ways))) <= 1


# the map as bits


@pytest.mark.parametrize("tiles", [3, 4])
def test_bits_lie_beside_each_other_as_hexes_do(tiles: int) -> None:
    box = game().printed
    for placed, turned in box.atlas.placements(tiles)[::17]:
        board = box.board(placed, turned)
        chart = Chart(box, board)
        low, high = list(chart.low), list(chart.high)
        assert len(set(zip(low, high, strict=True))) == board.size
        for h in range(board.size):
            near_low, near_high = around(chart.low[h], chart.high[h], chart.stride)
            near = [n for n in range(board.size) if low[n] & near_low or high[n] & near_high]
            assert near == list(board.beside[h])


def lacking(s: Empires, seat: int, start: int) -> list[int]:
    """By hex, how many tracks a seat lacks for a line from `start`: the plain way, hex by hex."""
    board = s.board
    own = 1 << seat
    out = [NONE] * board.size
    room = [h for h in range(board.size) if s.there(h) & own or SEATS_IN[s.there(h)] < s.box.per_space]
    if start in room:
        out[start] = int(not s.there(start) & own)
    again = True
    while again:
        again = False
        for h in room:
            for n in board.beside[h]:
                step = out[n] + int(not s.there(h) & own)
                if out[n] != NONE and step < out[h]:
                    out[h] = step
                    again = True
    return out


@pytest.mark.parametrize("seats", [2, 4])
def test_tracks_missing_are_those_of_a_plain_search(seats: int) -> None:
    """And a track on a way is one by which fewer are missing, and there is no other."""
    told = EmpiresHeuristics()
    for n, s in enumerate(played(seats, 11, "greedy" if FULL or seats == 2 else "random")):
        if n % 31 or s.over:
            continue
        for seat in range(seats):
            o = Outlook(s, seat, told.chart_of(s))
            for factory in s.board.factories:
                far = lacking(s, seat, s.board.factory[factory])
                for city in s.board.cities:
                    known = o.missing[factory * PLACES + city]
                    if s.box.demands[city] & s.box.made[factory]:
                        lacks = far[s.board.city[city]]
                        assert known == (lacks if lacks <= FAR else NEVER)
            for k in range(min(2, o.picked)):
                ways(s, seat, o, k)


def ways(s: Empires, seat: int, o: Outlook, k: int) -> None:
    plan = o.picks[k]
    factory = s.board.factory[plan_good(plan) >> 1]
    city = s.board.city[plan_city(plan)]
    for h in range(s.board.size):
        if s.there(h) & 1 << seat or SEATS_IN[s.there(h)] >= s.box.per_space:
            continue
        twin = s.clone()
        twin.set_track(seat, h)
        nearer = lacking(twin, seat, factory)[city] < plan_lacks(plan)
        assert nearer == bool(o.way_low[k] & o.chart.low[h] or o.way_high[k] & o.chart.high[h])


# positions that are known


def outlook(s: Empires, seat: int = 0) -> Outlook:
    return Outlook(s, seat, EmpiresHeuristics().chart_of(s))


def planned(s: Empires, factory: str, good: int, city: str) -> i64:
    """The plan to send a factory's good to a city, by their ids; 0 if there is none."""
    f, c = s.box.atlas.factories.ids.index(factory), s.box.atlas.cities.ids.index(city)
    o = outlook(s)
    for i in range(o.count):
        if plan_good(o.plans[i]) == f << 1 | good and plan_city(o.plans[i]) == c:
            return o.plans[i]
    return 0


def test_what_can_be_sent_at_once() -> None:
    s = table("E4 E3 D2", step="deliver").state  # Axe Edge to Ashby
    plan = planned(s, "FA2", 0, "CA3")
    assert (plan_lacks(plan), plan_length(plan), plan_lies(plan), plan_card(plan)) == (0, 3, True, 2)
    assert outlook(s).now
    assert outlook(s).sends == 1
    x = asked(EmpiresHeuristics(), s, 0)
    assert x[NAMES.index("plans that lack nothing")] == 0.25
    assert x[NAMES.index("goods at hand")] == 0.2
    assert x[NAMES.index("no delivery soon")] == 0
    assert planned(s, "FA2", 1, "CA1") == 0  # two tracks are missing, and none is left


def test_what_lacks_tracks() -> None:
    s = table("E4 E3 D2").state
    plan = planned(s, "FA2", 1, "CA1")  # timber to Alder, over D1 or E2
    assert (plan_lacks(plan), plan_lies(plan), plan_card(plan)) == (2, True, 2)
    assert plan_lacks(planned(table("E4 E3 D2 E2").state, "FA2", 1, "CA1")) == 1
    assert plan_length(planned(table("E4 E3 D2 E2").state, "FA2", 1, "CA1")) == 5  # with D2 on the way
    assert not plan_lies(planned(table("E4 E3 D2", empty="FA2").state, "FA2", 1, "CA1"))
    assert planned(table("E4 E3 D2", trains="D2").state, "FA2", 0, "CA3") == 0


def test_what_a_track_brings_nearer() -> None:
    s = table("E4 E3").state
    told = EmpiresHeuristics()
    nearest = {action: traits(told, s, action)[7] for action in s.choices()}
    assert max(nearest, key=lambda a: nearest[a]) == LAY + s.board.coordinates.index("D2")


def test_a_contract_counts_once() -> None:
    with_it, without = (outlook(table("E4 E3 D2", contract_of="FA2", revealed=r).state) for r in (False, True))
    assert sum((a >> 36) - (b >> 36) for a, b in zip(with_it.plans, without.plans, strict=True)) == 300


def test_starts_and_the_end() -> None:
    told = EmpiresHeuristics()
    s = new(2, 1)
    assert s.choices()[0] >= START
    assert all(0 < traits(told, s, a)[0] < 2 for a in s.choices())
    done = list(played(2, 4, "random"))[-1]
    x = asked(told, done, 0)
    assert x[NAMES.index("score")] == pytest.approx(done.scores()[0] / 20)
    assert x[NAMES.index("first plan")] == 0


def test_weights_are_for_one_way_to_deliver() -> None:
    told = EmpiresHeuristics()
    assert told.variant(new(2, 1, edition="final", passengers=True)) == ""
    assert told.variant(new(2, 1, deliveries="new links only")) == "new-links"


@pytest.mark.parametrize("name", ["apprentice", "conductor"])
def test_bots_claim_what_costs_nothing(name: str) -> None:
    t = table("E4 D3 C2 E7 F3 F4 I1", step="deliver", theirs="tunnel, bridge", feats="treasure", money=9)
    player = Player(name, 1)
    claimed: list[str] = []
    while len(claimed) < 3:
        action = player.decide(t.state)
        claimed.append(t.state.words(action))
        t.state.apply(action)
    assert sorted(claimed) == ["claim Bridge Master", "claim Treasure Hunter", "claim Tunnel Master"]
