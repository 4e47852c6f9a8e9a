"""Goldens, perft and observations: they ring when something changes by accident, and in both builds alike.

After a change on purpose: raise `rules_version` if old records could replay differently, then write those of the new
version with `python -m tests.kit.goldens trains`. Those of older versions stay: they must still load.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar

import roundhouse
from roundhouse.bots.bot import Budget
from roundhouse.bots.make import make
from roundhouse.core.game import Game
from roundhouse.core.records import Record
from roundhouse.core.rng import Rng, seeded
from roundhouse.core.state import State
from tests.kit.journeys import Case, Options, choose
from tests.kit.observed import observed

GOLDEN = Path(__file__).parent.parent / "golden"
PLAYERS = {"greedy": "benchmarks.frozen:Frozen", "random": "random"}  # bots that never change


def file_of(game: Game, name: str) -> Path:
    """Where a golden of a game is kept, of the rules as they are."""
    version = game.rules_version
    return GOLDEN / (f"{game.id}-{name}" if version == 1 else f"{game.id}-{version}-{name}")


def text_of(id: str, name: str) -> str:
    """A golden record as it is written today: one that is of older rules, for want of another, in its present words."""
    file = file_of(roundhouse.game(id), f"{name}.jsonl")
    if file.exists():
        return file.read_text(encoding="utf-8")
    return roundhouse.load(str(GOLDEN / f"{id}-{name}.jsonl")).text()


def perft(s: State, depth: int) -> int:
    """How many sequences of `depth` legal actions there are."""
    if s.over:
        return 1
    legal = s.legal()
    if depth == 1:
        return len(legal)
    total = 0
    for a in legal:
        twin = s.clone()
        twin.apply(a)
        total += perft(twin, depth - 1)
    return total


def counted(s: State, seed: str | Rng, stops: Iterator[Callable[[Any], bool]], *depths: int) -> list[int]:
    """Counts from the deal, and from positions of a random game: each one where the next stop says so."""
    counts = [perft(s, 1), perft(s, 2)]
    rng = seed if isinstance(seed, Rng) else seeded(seed)
    for stop in stops:
        while not s.over and not stop(s):
            s.apply(choose(rng, s.legal()))
        counts.extend(perft(s, depth) for depth in depths)
    return counts


class Goldens(Case):
    goldens: ClassVar[dict[str, tuple[int, Options, list[str]]]]  # seats, options and bots by name
    least_lines: ClassVar[int] = 50  # of a golden game

    @classmethod
    def perft(cls) -> dict[str, list[int]]:
        raise NotImplementedError

    @classmethod
    def made(cls, name: str) -> str:
        """A whole game by bots, the same each time."""
        seats, options, bots = cls.goldens[name]
        record = Record(cls.id, seats, seed=f"golden {cls.id}-{name}", **options)  # type: ignore[arg-type]
        players = [make(PLAYERS[b], f"{cls.id}-{name} {i}") for i, b in enumerate(bots)]
        while not record.state.over:
            s = record.state
            record.play(players[s.seat].choose(s, s.seat, Budget()))
        return record.text()

    @classmethod
    def observed(cls) -> dict[str, str]:
        """All that each seat observes in the golden games, as hashes."""
        out = {}
        for name in cls.goldens:
            record = roundhouse.load(str(cls.file(f"{name}.jsonl")))
            s = record.replayed([])
            seen = hashlib.blake2b(digest_size=16)
            for line in record.lines:
                seen.update(b"".join(observed(s, seat) for seat in range(s.seats)))
                s.apply(line.now)
            seen.update(b"".join(observed(s, seat) for seat in range(s.seats)))
            out[name] = seen.hexdigest()
        return out

    @classmethod
    def file(cls, name: str) -> Path:
        """Where a golden of this version of the rules is kept."""
        return file_of(cls.game(), name)

    def test_golden_records_of_every_version_replay(self) -> None:
        found = sorted(GOLDEN.glob(f"{self.id}-*.jsonl"))
        assert {self.file(f"{name}.jsonl") for name in self.goldens} <= set(found)
        for file in found:
            record = roundhouse.load(str(file))
            assert record.state.over
            assert len(record.lines) >= self.least_lines
            assert record.replay().fingerprint() == record.state.fingerprint()

    def test_the_same_bots_play_the_golden_game_again(self) -> None:
        for name in self.goldens:
            assert self.made(name) == self.file(f"{name}.jsonl").read_text(encoding="utf-8")

    def test_perft(self) -> None:
        assert self.perft() == json.loads(self.file("perft.json").read_text(encoding="utf-8"))

    def test_the_golden_games_are_observed_as_ever(self) -> None:
        """Where it rings by intent, the observation's `version` is raised."""
        assert self.observed() == json.loads(self.file("observations.json").read_text(encoding="utf-8"))


def write(suite: type[Goldens]) -> None:
    for name in suite.goldens:
        suite.file(f"{name}.jsonl").write_text(suite.made(name), encoding="utf-8")
    suite.file("observations.json").write_text(json.dumps(suite.observed(), indent=1) + "\n", encoding="utf-8")
    suite.file("perft.json").write_text(json.dumps(suite.perft(), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for game in sys.argv[1:]:
        module = import_module(f"tests.{game}.test_suite")
        write(next(v for k, v in vars(module).items() if k.startswith("Test")))
