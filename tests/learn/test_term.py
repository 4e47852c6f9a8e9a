"""First games at the terminal: each to its end, what is wrong answered and not played, and leaving."""

from __future__ import annotations

import pytest

from roundhouse.learn.script import lesson
from roundhouse.term.learn import Guided
from tests.bots.tables import GAMES
from tests.test_cli import Shell


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_first_game_typed(shell: Shell, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    """What is typed is what the coach asks for; at each first step that has one, a wrong try before it."""
    tried: set[str] = set()

    def typed(table: Guided) -> str:
        coach, s = table.coach, table.record.state
        if coach.step is None:
            return "quit"
        if coach.step.speaks:
            return ""
        allowed = coach.allowed()
        other = next((action for action in s.choices() if action not in allowed), None)
        if other is not None and coach.part.title not in tried:
            tried.add(coach.part.title)
            return s.words(other)
        return s.words(allowed[0])

    monkeypatch.setattr(Guided, "read", typed)
    said = shell("learn", game)
    assert said.code == 0
    told = " ".join(said.out.split())
    script = lesson(game)
    assert "Well done." in told
    assert script.ending[:40] in told
    for part in script.parts:
        assert part.title in told
    assert len(tried) == len(script.parts)


def test_who_leaves_is_told_how_to_begin_again(shell: Shell) -> None:
    for typed in ("quit\n", ""):
        said = shell("learn", "trains", typed=typed)
        assert said.code == 0
        assert "roundhouse learn trains begins it again" in said.out
    assert "nothing is undone or saved" in shell("learn", "trains", typed="\nundo\nquit\n").out
    assert shell("learn", "chess").code == 2
