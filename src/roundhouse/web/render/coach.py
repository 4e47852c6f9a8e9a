"""What a table's page shows of a first game: the coach's words, and what is lit."""

from __future__ import annotations

from typing import Any

from roundhouse.learn.coach import Coach
from roundhouse.learn.puzzles import puzzles
from roundhouse.web.render.pages import templates
from roundhouse.web.service.lessons import part_of, puzzle_of
from roundhouse.web.service.live_table import LiveTable


def coach_for(live: LiveTable, mine: list[int]) -> Coach | None:
    """The coach of a table in play, for the learner alone."""
    coach = live.coach if live.playing else None
    return coach if coach and mine == [coach.part.you] else None


def coach_facts(coach: Coach) -> dict[str, Any]:
    """What scripts need to know: the step, what to light, and how many decisions are left of the step.

    Nothing is lit where all may be chosen.
    """
    return {"step": coach.at, "lit": coach.allowed() if coach.lights else None, "left": coach.left}


def coach_html(live: LiveTable, coach: Coach) -> str:
    """What the coach says now, as the page has it."""
    if (asked := puzzle_of(live)) is not None:
        return puzzle_html(live, coach, *asked)
    lesson, part = part_of(live)
    behind = sum(len(one.steps) for one in lesson.parts[:part])
    step, last = coach.step, part + 1 == len(lesson.parts)
    facts = {
        "game": lesson.game,
        "table": live.id,
        "at": coach.at,
        "n": min(behind + coach.at + 1, lesson.steps),
        "of": lesson.steps,
        "then": coach.then,
        "waits": step is not None and not coach.deciding,
        "say": step.say if step else lesson.ending if last else "",
        "speaks": step is not None and step.speaks,
        "free": step is not None and step.free,
        # the last words of a part lead to the next one
        "next": None if last or coach.at + 1 < len(coach.part.steps) else part + 1,
        "over": last and coach.over,
        "rivals": lesson.easy - 1,
    }
    return templates.env.get_template("_coach.html").render(coach=facts)


def puzzle_html(live: LiveTable, coach: Coach, game: str, n: int) -> str:
    """The same of a puzzle: what is asked for, and when it is solved, why that is the best."""
    of = len(puzzles(game))
    facts = {
        "game": game,
        "table": live.id,
        "at": coach.at,
        "n": n,
        "of": of,
        "then": coach.then,
        "say": coach.step.say if coach.step else "",
        "shown": coach.lights,
        "over": coach.over,
        "next": n + 1 if n < of else 0,
    }
    return templates.env.get_template("_puzzle.html").render(puzzle=facts)
