"""First games and puzzles at tables: who guides the learner there, and how they begin and go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundhouse.core.errors import RoundhouseError
from roundhouse.core.records import Record
from roundhouse.learn import puzzles
from roundhouse.learn.coach import Coach
from roundhouse.learn.script import EASY, Lesson, Part, lesson
from roundhouse.web.refusals import Refused, refusing
from roundhouse.web.service.people import Person
from roundhouse.web.service.rows import PUZZLE

if TYPE_CHECKING:
    from roundhouse.web.service.live_table import LiveTable
    from roundhouse.web.service.tables import TableService

LOST = "This first game or puzzle can no longer be followed: it has changed. Begin it again."


def mark(game: str, part: int, read: int) -> str:
    """How a table's row tells that a part of a first game is played there, and how many of its steps were read."""
    return f"{game}:{part}:{read}"


def unmark(told: str) -> tuple[str, int, int]:
    game, part, read = told.rsplit(":", 2)
    return game, int(part), int(read)


def coach_of(told: str, record: Record) -> Coach | None:
    """Who guides the learner at a table with such a mark; None at any other, and where the script has changed."""
    if not told:
        return None
    try:
        game, n, read = unmark(told)
        part = puzzles.part(game.removeprefix(PUZZLE), n) if game.startswith(PUZZLE) else lesson(game).parts[n]
    except (RoundhouseError, ValueError, IndexError):
        return None
    if [line.words for line in record.lines[: len(part.before)]] != list(part.before):
        return None
    return Coach(part, record, read)


def begin(service: TableService, person: Person, game: str, part: int, owner: str = "") -> LiveTable:
    """Open a table at which a part of a first game is played."""
    with refusing():
        found = lesson(game)
    if not 0 <= part < len(found.parts):
        raise Refused(422, f"This first game has parts 1 to {len(found.parts)}.")
    return opened(service, person, game, found.title, found.parts[part], mark(found.game, part, 0), EASY, owner)


def begin_puzzle(service: TableService, person: Person, game: str, n: int, owner: str = "") -> LiveTable:
    """Open a table at which a puzzle is solved."""
    with refusing():
        plan = puzzles.part(game, n)
    mark_of = mark(f"{PUZZLE}{game}", n, 0)
    return opened(service, person, game, plan.title, plan, mark_of, puzzles.LEVEL, owner)


def opened(
    service: TableService, person: Person, game: str, title: str, plan: Part, lesson: str, bot: str, owner: str
) -> LiveTable:
    seats = range(plan.seats)
    names = plan.names(person.name)
    return service.create(
        person,
        game,
        title,
        ["you" if n == plan.you else f"bot:{bot}" for n in seats],
        dict(plan.options),
        "link",
        plan.seed,
        owner=owner,
        bots={n: names[n] for n in seats if n != plan.you},
        hints=False,
        lesson=lesson,
        before=plan.before,
    )


def easy_game(service: TableService, person: Person, game: str, owner: str = "") -> LiveTable:
    """The game that follows a first game: against bots that do not look ahead."""
    with refusing():
        found = lesson(game)
    company = ["you", *[f"bot:{EASY}"] * (found.easy - 1)]
    return service.create(person, found.game, "", company, {}, "link", owner=owner, stand_in=EASY)


def go_on(service: TableService, live: LiveTable, step: int) -> None:
    """The learner has read a step that only speaks, or wants to be shown what a puzzle asks for."""
    with service.changing(live):
        coach = live.coach
        if coach is None:
            raise Refused(409, LOST if live.row.lesson else "No first game is played here.")
        if coach.step is None or not (coach.step.speaks or coach.part.asks) or step != coach.at:
            raise Refused(409, "That has been read already.")
        game, part, _ = unmark(live.row.lesson)
        service.change(live, lesson=mark(game, part, step + 1))


def puzzle_of(live: LiveTable) -> tuple[str, int] | None:
    """The game and the number of the puzzle of a table; None at any other."""
    if not live.row.lesson.startswith(PUZZLE):
        return None
    game, n, _ = unmark(live.row.lesson.removeprefix(PUZZLE))
    return game, n


def part_of(live: LiveTable) -> tuple[Lesson, int]:
    """The first game of a table that has a coach, and which part of it is played there."""
    game, part, _ = unmark(live.row.lesson)
    return lesson(game), part
