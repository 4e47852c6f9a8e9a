"""Records of rules version 1: they have the achievements and the bonus table of their time, also when they go on."""

from __future__ import annotations

import pickle
from typing import cast

from roundhouse.bots.bot import Budget
from roundhouse.bots.make import make
from roundhouse.core.records import Record, loads
from roundhouse.games.empires.state import Empires
from tests.empires.table import feat, game
from tests.kit.goldens import GOLDEN


def old(lines: int) -> Record:
    """The beginning of a golden game of version 1, as a table under way."""
    rows = (GOLDEN / "empires-four.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    closing = f'{{"lines":{lines},"over":false,"scores":[],"fingerprint":""}}\n'
    return loads("".join(rows[: lines + 1]) + closing)


def numbers(s: Empires) -> tuple[list[int], list[int], list[tuple[int, int, int]]]:
    return list(s.box.feat_first), list(s.box.feat_later), s.box.bonus[-4:]


OLD = (
    [2, 4, 2, 4, 4, 5, 3, 4, 4, 3],
    [2, 4, 2, 3, 4, 4, 3, 3, 4, 3],
    [(6, 1, 2), (7, 1, 2), (8, 2, 3), (9, 2, 3)],
)


def test_a_game_of_version_1_has_its_numbers_and_keeps_them() -> None:
    record = old(120)
    s = cast(Empires, record.state)
    assert (record.rules_version, numbers(s)) == (1, OLD)
    assert list(cast(Empires, record.replayed([])).money) == [5] * 4
    assert "edited" not in record.header()
    bots = [make("greedy", seat) for seat in range(4)]
    while not s.over:
        record.play(bots[s.seat].choose(s, s.seat, Budget()))
    again = loads(record.text())
    assert (again.state.scores(), numbers(cast(Empires, again.state))) == (s.scores(), OLD)


def test_its_states_take_their_numbers_with_them() -> None:
    s = old(120).state
    twin = pickle.loads(pickle.dumps(s))
    assert (twin.fingerprint(), numbers(twin)) == (s.fingerprint(), OLD)
    assert numbers(cast(Empires, s.resample(0, 1))) == OLD


def test_its_edits_lie_over_its_numbers() -> None:
    edits = {"cards.csv": {"tunnel": {"prestige": "9"}}}
    box = game().box_with(edits, 1)
    assert (box.feat_first[feat("tunnel")], box.feat_later[feat("tunnel")], box.edits) == (9, 3, edits)
    assert box.feat_first[feat("long_track")] == 2
    assert game().box_with({}, 2) is game().printed
