"""Play every game and read its record back, with the engine alone: python alone.py pure, or compiled."""

import random
import sys
import tempfile
from pathlib import Path

import roundhouse
from roundhouse.core import verbs

GAMES = ("trains", "spyrium", "empires", "empyreal")


def played(name: str) -> str:
    record = roundhouse.Record(name, seats=2, seed=7)
    chance = random.Random(7)
    while not record.state.over:
        record.play(chance.choice(record.state.legal()))
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "game.jsonl")
        record.save(file)
        assert roundhouse.load(file).state.scores() == record.state.scores()
    return f"{name} {len(record.lines)}"


kind = "pure" if str(verbs.__file__).endswith(".py") else "compiled"
assert [kind] == sys.argv[1:], f"this is the {kind} build"
sys.stdout.write("\n".join(played(name) for name in GAMES) + "\n")
