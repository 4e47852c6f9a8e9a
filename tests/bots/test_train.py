"""Training: what is fitted is learned, an interrupted training goes on, and what is shipped fits the code."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import numpy as np
import pytest

import roundhouse
from roundhouse.bots.bot import Budget
from roundhouse.bots.learned import FOLDER, folder_of, from_numbers, learned_for, read
from roundhouse.bots.search import SearchBot
from roundhouse.core.heuristics import Heuristics
from roundhouse.lab.fit import fit_policy, fit_value
from roundhouse.lab.selfplay import Lessons, load, together
from roundhouse.lab.train import Training, train
from tests.kit.journeys import APART

GAMES = roundhouse.games()


def quiet(_line: str) -> None:
    pass


def lessons(rng: np.random.Generator, n: int = 12000) -> Lessons:
    """Two seats and three features, of which the first decides who wins; options of two kinds and one trait."""
    x = rng.normal(size=(n, 2, 3)).astype(np.float32)
    first = x[:, :, 0].argmax(1)
    won = np.eye(2, dtype=np.float32)[first]
    decided = rng.normal(size=(n, 3)).astype(np.float32)
    kinds = np.tile(np.array([0, 1, 1], np.int32), n)
    traits = rng.normal(size=(3 * n, 1)).astype(np.float32)
    shares = np.zeros((n, 3), np.float32)
    ours = traits.reshape(n, 3)[:, 1:].argmax(1) + 1  # of the second kind the higher trait, unless a feature says no
    shares[np.arange(n), np.where(decided[:, 1] > 0, ours, 0)] = 1.0
    at = np.arange(n, dtype=np.int32)
    return Lessons(x, won, won * 9, at // 10, decided, at // 10, at * 3, kinds, traits, shares.reshape(-1))


@pytest.mark.parametrize("hidden", [0, 4])
def test_a_value_learns_who_wins(hidden: int) -> None:
    numbers = fit_value(lessons(np.random.default_rng(1)), hidden, 12, 1, quiet)
    fresh = lessons(np.random.default_rng(2), 500)
    u = fresh.features @ np.array(numbers["linear"])
    if hidden:
        layer = np.array(numbers["layer"]).reshape(3, hidden)
        u = u + np.maximum(fresh.features @ layer + np.array(numbers["bias"]), 0) @ np.array(numbers["out"])
    assert (u.argmax(1) == fresh.won.argmax(1)).mean() > 0.95


def test_a_policy_learns_what_was_visited() -> None:
    numbers = fit_policy(lessons(np.random.default_rng(1)), Heuristics(1, 3, 2, 1), 20, 1, quiet)
    fresh = lessons(np.random.default_rng(2), 500)
    weights, traits = np.array(numbers["policy"]).reshape(2, 3), np.array(numbers["traits"])
    u = np.array(numbers["kinds"])[fresh.kinds] + (fresh.decided.repeat(3, 0) * weights[fresh.kinds]).sum(1)
    u += fresh.traits[:, 0] * traits[fresh.kinds]
    assert (u.reshape(-1, 3).argmax(1) == fresh.shares.reshape(-1, 3).argmax(1)).mean() > 0.85


def test_a_training_ends_in_weights_that_play_and_goes_on_where_it_was(tmp_path: Path) -> None:
    few = 2
    training = Training("spyrium", 2, str(tmp_path), {}, "1", few, few, 1, 16 // APART, hidden=2, match=few)
    played: list[str] = []
    best = train(training, quiet, lambda what, done, total: played.append(what))
    assert played == ["round 0", "round 1"]
    batch = tmp_path / "round-1" / "0.npz"
    before, kept = batch.read_bytes(), Path(best).read_bytes()
    played.clear()
    assert train(training, quiet, lambda what, done, total: played.append(what)) == best
    assert played == []
    batch.unlink()  # as if it had been interrupted there
    train(training, quiet, lambda what, done, total: played.append(what))
    assert played == ["round 1"]
    assert (batch.read_bytes(), Path(best).read_bytes()) == (before, kept)
    game = roundhouse.game("spyrium")
    s = game.new(2, 1)
    bot = SearchBot(1, learned=read(best, game))
    assert bot.choose(s, s.seat, Budget(iterations=8)) in s.legal()
    both = together([load(str(batch)), load(str(batch))])
    assert len(np.unique(both.games)) == 4
    assert both.starts[-1] < len(both.kinds)


@pytest.mark.parametrize("game", GAMES)
def test_shipped_weights_fit_the_code(game: str) -> None:
    found = roundhouse.game(game)
    folder = Path(folder_of(found)) / FOLDER
    files = sorted(folder.glob("*.json"))
    assert files, f"{game} has no weights"
    for file in files:
        assert read(str(file), found) is not None
        held = json.loads(file.read_text())
        assert (held["game"], file.stem.partition("-")[0]) == (game, str(held["seats"]))
        assert file.stat().st_size < 600_000


def test_weights_of_other_features_are_left_aside_and_the_log_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    game = roundhouse.game("trains")
    shipped = Path(folder_of(game)) / FOLDER / "2.json"
    held = json.loads(shipped.read_text())
    for name, wrong in (("version", 0), ("features", 3), ("weights", {"linear": [1.0]})):
        file = tmp_path / f"{name}.json"
        file.write_text(json.dumps({**held, name: wrong}))
        with caplog.at_level(logging.WARNING, logger="roundhouse.bots"):
            assert read(str(file), game) is None
        assert "hand-made evaluation" in caplog.messages[-1]
    (tmp_path / "broken.json").write_text("{")
    assert read(str(tmp_path / "broken.json"), game) is None


def test_weights_with_a_list_too_short_are_refused() -> None:
    with pytest.raises(ValueError, match="linear has 0 numbers"):
        from_numbers({}, roundhouse.game("trains"))


def test_weights_are_read_once() -> None:
    s = roundhouse.game("trains").new(2, 1)
    assert learned_for(s) is not None
    assert learned_for(s) is learned_for(s.clone())
