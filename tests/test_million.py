"""The simulation of many servers, beside what is known of queues."""

from __future__ import annotations

import random
from pathlib import Path
from types import ModuleType

import pytest

PLACE = Path(__file__).parents[1] / "benchmarks"


@pytest.fixture
def million(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(PLACE))
    return __import__("million")


def test_one_who_serves_alone(million: ModuleType) -> None:
    for load in (0.1, 0.5, 0.9):
        assert million.waiting(1, load) == pytest.approx(load / (1 - load))


@pytest.mark.parametrize(("count", "load"), [(1, 0.5), (2, 1.6), (4, 3.0), (10, 8.0)])
def test_waits_are_those_of_the_formula(million: ModuleType, count: int, load: float) -> None:
    lot, station = random.Random(7), million.Station(count)
    now, waited, many = 0.0, 0.0, 150_000
    for _ in range(many):
        now += lot.expovariate(load)
        takes = lot.expovariate(1)
        waited += station.serve(now, takes) - takes - now
    assert waited / many == pytest.approx(million.waiting(count, load), rel=0.08)
    assert station.worked / now / count == pytest.approx(load / count, rel=0.02)


def test_work_that_never_varies_waits_half_as_long(million: ModuleType) -> None:
    lot, station = random.Random(7), million.Station(1)
    now, waited, many = 0.0, 0.0, 150_000
    for _ in range(many):
        now += lot.expovariate(0.8)
        waited += station.serve(now, 1.0) - 1.0 - now
    assert waited / many == pytest.approx(million.waiting(1, 0.8) / 2, rel=0.05)


def test_a_cell_is_as_busy_as_its_costs_say(million: ModuleType) -> None:
    costs = million.Costs()
    for servers in (1, 4):
        wish = million.Wish(tables=150, servers=servers, watchers=2.0, seconds=200)
        seen = million.Cell(costs, wish).run()
        follows = million.others(servers, 4) * costs.follow
        expected = 150 / 4 * (costs.move + 2 * costs.watcher + follows) / 1000 / servers
        assert seen.use == pytest.approx(expected, rel=0.1)


def test_a_killed_server_and_a_lost_database_stop_no_table(million: ModuleType) -> None:
    wish = million.Wish(tables=100, servers=4, kill=20, failover=(40, 5), seconds=90)
    cell = million.Cell(million.Costs(), wish)
    seen = cell.run()
    assert seen.refused > 0
    assert seen.back
    assert all(one >= 0 for streams in cell.streams for one in streams)
    late = [since for since, _ in seen.pages if since > 60]
    assert len(late) == pytest.approx(30 * 100 / 4, rel=0.15)
    during = [took for since, took in seen.pages if 40 <= since < 43]
    assert min(during) > 2


def test_more_workers_wait_less(million: ModuleType) -> None:
    waits = []
    for workers in (6, 8, 12):
        wish = million.Wish(tables=400, bots=1.0, level="stationmaster", pause=8.0, servers=8, workers=workers)
        seen = million.Cell(million.Costs(), wish).run()
        waits.append(sum(seen.waits) / len(seen.waits))
    assert waits == sorted(waits, reverse=True)
    assert waits[0] > 10 * waits[2]


def test_sharding_needs_fewer_servers_than_streams_anywhere(million: ModuleType) -> None:
    wish = million.Wish(tables=2000)
    sharded, loose = (million.machine(million.Costs(), wish, sharded=one) for one in (True, False))
    assert sharded.servers < loose.servers
    for need in (sharded, loose):
        assert need.load <= million.FULL * need.servers
