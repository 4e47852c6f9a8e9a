"""The commands of those who want to play better: advice on a decision, the review of a game, puzzles."""

from __future__ import annotations

import json
import os
import secrets
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import roundhouse
from roundhouse.cli.lab import progress_bar
from roundhouse.cli.shared import GameName, Options, Seats, Seed, console, notice
from roundhouse.core.errors import BadRecord

if TYPE_CHECKING:  # each command loads what it needs
    from rich.console import Console
    from rich.table import Table

    from roundhouse.core.records import Record
    from roundhouse.core.state import State
    from roundhouse.lab.advice import Option
    from roundhouse.lab.review import Review

File = Annotated[str, typer.Argument(metavar="RECORD", help="A saved record, as `roundhouse play --save` writes it.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print all of it as JSON and nothing else.")]


def advise(
    file: File,
    at: Annotated[int, typer.Option(metavar="N", min=1, help="The decision to advise on.")],
    iterations: Annotated[int, typer.Option(min=1, help="How many lines of play are looked through.")] = 4000,
    games: Annotated[int, typer.Option(min=1, help="How many games are played on after each action.")] = 40,
    as_json: AsJson = False,
) -> None:
    """Tell what the best actions at a decision promise, and why; from what its seat could know."""
    from roundhouse.bots.bot import Budget
    from roundhouse.lab.advice import advise as asked
    from roundhouse.term.replay import opened

    record = opened(file)
    state, made = before(record, at)
    notice()
    found = asked(state, Budget(iterations), record.names, made, games)
    if as_json:
        sys.stdout.write(json.dumps(found.as_json(), indent=1) + "\n")
        return
    out = console()
    out.print(f"Decision {at}, {record.names[found.seat]}: {state.prompt()}.", soft_wrap=True)
    out.print(found.nudge, soft_wrap=True)
    for option in found.options:
        show(option, record.names, option.action in made, out)


def before(record: Record, n: int) -> tuple[State, list[int]]:
    """The table before decision n of a record, and what was done there; one after the last has no such thing yet."""
    from roundhouse.term.replay import after

    lines = record.lines
    if n > len(lines) + 1:
        raise BadRecord(f"The record has no decision {n}; --at takes 1 to {len(lines) + 1}.")
    if n <= len(lines) and lines[n - 1].back:
        raise BadRecord(f"Line {n} of the record is an undo, not a decision.")
    found = after(record, n - 1)
    if found.over:
        raise BadRecord(f"The game is over after decision {n - 1}: nobody is to decide.")
    return found, [lines[n - 1].now] if n <= len(lines) else []


def show(option: Option, names: list[str], made: bool, out: Console) -> None:
    """An action with what it promises, what follows, and why."""
    from roundhouse.lab.review import told

    played = " (as played)" if made else ""
    points = " : ".join(f"{points:.1f}" for points in option.points)
    out.print(f"\n{option.words}{played}", style="bold", soft_wrap=True)
    out.print(f"  wins {100 * option.chance:.1f} %, ends {points}", soft_wrap=True)
    if option.why:
        out.print(f"  against {option.against}:", soft_wrap=True)
    for reason in option.why:
        out.print(f"  - {reason}", soft_wrap=True)
    if option.line:
        out.print(f"  then {told(option.line, names)}", style="dim", soft_wrap=True)


def review(
    file: File,
    iterations: Annotated[int, typer.Option(min=1, help="Lines of play for each decision.")] = 400,
    svg: Annotated[str | None, typer.Option(metavar="FILE", help="Write every seat's chance to win there.")] = None,
    as_json: AsJson = False,
) -> None:
    """Review a game: how the chances to win went, and the decisions that cost most."""
    from roundhouse.lab.curve import picture
    from roundhouse.lab.review import named, positions, told
    from roundhouse.lab.review import review as made
    from roundhouse.term.players import writable
    from roundhouse.term.replay import opened

    record = opened(file)
    if svg is not None:
        writable(svg)
    notice()
    out = console()
    with progress_bar(out, len(positions(record))) as advance:
        found = made(record, iterations, advance)
    if svg is not None:
        Path(svg).write_text(picture(found), encoding="utf-8")
    if as_json:
        sys.stdout.write(json.dumps(found.as_json(), indent=1) + "\n")
        return
    out.print(dearest(found))
    for one in found.worst():
        if one.line:
            out.print(f"{one.n}: after {one.better} most likely {told(one.line, found.names)}", soft_wrap=True)
        for reason in one.why:
            out.print(f"{one.n}: {named(reason, found.names)}", soft_wrap=True)
    if svg is not None:
        out.print(f"The picture is {svg}.", soft_wrap=True)


def dearest(review: Review) -> Table:
    from rich.table import Column, Table

    columns = ("decision", "who", "did", "better", Column("chance to win", justify="right"))
    out = Table(*columns, title=f"The dearest of {len(review.judged)} decisions", title_justify="left", title_style="")
    for one in review.worst():
        change = f"{100 * one.chance:.0f} %, not {100 * one.best:.0f} %"
        out.add_row(str(one.n), review.names[one.seat], one.words, one.better, change)
    return out


def puzzle(
    game: GameName,
    n: Annotated[int | None, typer.Argument(metavar="[N]", help="Which one; any of them if not given.")] = None,
) -> None:
    """Solve a puzzle: find the one turn that is clearly the best."""
    from roundhouse.learn import puzzles
    from roundhouse.term.learn import solve

    id = roundhouse.game(game).id
    wanted = n if n is not None else 1 + secrets.randbelow(max(1, len(puzzles.puzzles(id))))
    found = puzzles.part(id, wanted)
    notice()
    solve(id, found, console())


def find_puzzles(
    game: GameName,
    count: Annotated[int, typer.Option(min=1, help="How many to find.")] = 1,
    seats: Seats = None,
    seed: Seed = None,
    option: Options = None,
    workers: Annotated[
        int | None, typer.Option("--workers", "--jobs", min=1, help="How many processes look for them; one a core.")
    ] = None,
    out: Annotated[
        str | None, typer.Option(metavar="FILE", help="Where they are added; else beside the game, where all are.")
    ] = None,
) -> None:
    """Find new puzzles in games of bots, and add them to those there are."""
    from roundhouse.lab.puzzles import hunt, searches
    from roundhouse.lab.workers import Where
    from roundhouse.learn import puzzles
    from roundhouse.term.players import options, writable

    id = roundhouse.game(game).id
    path = out if out is not None else puzzles.place(id)
    writable(path)
    there = puzzles.read(id, path) if os.path.exists(path) and os.path.getsize(path) else []
    given = seed if seed is not None else str(secrets.randbits(32))
    notice()
    screen, made = console(), 0
    with progress_bar(screen, count, "looking", "puzzles") as advance:
        for one in hunt(
            searches(id, given, seats, options(option or [])), count, Where(workers or os.cpu_count() or 1)
        ):
            if one is None or any(one.seed == other.seed for other in there):
                continue
            there.append(one)
            puzzles.write(path, there)
            made += 1
            advance(1)
    screen.print(f"{path} has {len(there)} puzzles, {made} of them new.", soft_wrap=True)


COMMANDS: list[Callable[..., None]] = [advise, review, puzzle, find_puzzles]
