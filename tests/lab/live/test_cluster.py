"""Work on a real Ray cluster on this machine, one of whose workers is killed."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path

import pytest

import roundhouse
from roundhouse.lab.arena import contest, hold
from roundhouse.lab.simulate import Match
from roundhouse.lab.study import opened, run
from roundhouse.lab.workers import HERE, Where
from tests.lab.clerks import doubled
from tests.lab.test_study import RANDOM, held, played, small

pytestmark = [
    pytest.mark.xdist_group("ray"),
    pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="Ray is not installed for this Python"),
]

CLUSTER = Where(2, HERE)


@pytest.fixture(scope="module", autouse=True)
def _ended() -> Iterator[None]:
    yield
    import ray

    ray.shutdown()


def test_a_lost_workers_work_is_done_again(tmp_path: Path) -> None:
    work = [(n, str(tmp_path)) for n in range(10)]
    assert list(CLUSTER.shared(doubled, work)) == list(range(0, 20, 2))
    assert (tmp_path / "died").exists()


def test_a_cluster_makes_the_same_files(tmp_path: Path) -> None:
    here = played(tmp_path / "here", small(6, 2))
    run(opened(small(6, 2), tmp_path / "there"), tmp_path / "there", CLUSTER)
    assert held(tmp_path / "there") == here


def test_an_arena_is_the_same_there() -> None:
    c = contest(Match(RANDOM.game, 2, ("random", "apprentice"), "cluster", {}))
    assert hold(c, 4, CLUSTER) == hold(c, 4)


def test_a_cluster_that_is_not_there_is_told_in_a_sentence() -> None:
    import ray

    ray.shutdown()
    with pytest.raises(roundhouse.BadOption, match="no cluster at"):
        list(Where(2, "ray://127.0.0.1:1").shared(doubled, [(1, "")]))
