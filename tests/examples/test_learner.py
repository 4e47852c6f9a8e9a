"""The example of a learned policy as a bot."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import roundhouse
from roundhouse.bots.make import Player, make
from roundhouse.core.rng import seeded
from roundhouse.lab.simulate import play_out

EXAMPLE = Path(__file__).parents[2] / "examples" / "learn"
SPEC = "learner.bot:Learner"


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLE))
    monkeypatch.delitem(sys.modules, "learner", raising=False)


def test_it_beats_random_play() -> None:
    won = 0
    for n in range(4):
        s = roundhouse.game("trains").new(2, f"learner {n}")
        players = [Player(SPEC if seat == n % 2 else "random", f"{n} {seat}") for seat in range(2)]
        play_out(s, players)
        assert not any(player.failed for player in players)
        won += n % 2 in s.winners()
    assert won >= 3


def test_it_sees_only_what_its_seat_may_know() -> None:
    s = roundhouse.game("trains").new(2, "learner")
    chance = seeded(1)
    bot = make(SPEC, 1)
    for _ in range(60):
        twin = s.redeal(s.seat, chance)
        assert bot.choose(s, s.seat, Player("random", 1).budget) == bot.choose(twin, s.seat, Player("random", 1).budget)
        s.apply(s.legal()[0])


def test_other_games_it_plays_at_random() -> None:
    s = roundhouse.game("spyrium").new(3, 1)
    assert make(SPEC, 1).choose(s, s.seat, Player("random", 1).budget) in s.legal()
