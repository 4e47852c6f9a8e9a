"""The bot that the example brings: found by its entry point, and better than chance."""

from __future__ import annotations

import tomllib
from pathlib import Path

import roundhouse
from roundhouse.bots.make import GROUP, Player
from roundhouse.lab.arena import contest, hold
from roundhouse.lab.simulate import Match

PROJECT = Path(__file__).parents[2] / "examples" / "nightgoods" / "pyproject.toml"
NAMED = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["entry-points"][GROUP]["signalman"]


def test_it_beats_chance() -> None:
    signalman, plain = hold(contest(Match("nightgoods", 2, (NAMED, "random"), "signals", {})), 40).bots
    assert signalman.wins > plain.wins
    assert not signalman.thought.failed


def test_it_plays_what_it_does_not_know_as_legally() -> None:
    s = roundhouse.game("spyrium").new(2, 1)
    player = Player(NAMED, 1)
    for _ in range(40):
        s.apply(player.decide(s))
    assert not player.failed
