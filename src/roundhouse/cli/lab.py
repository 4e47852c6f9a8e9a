"""The commands of those who study: games, bots, boxes."""

from __future__ import annotations

import json
import os
import re
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

import roundhouse
from roundhouse.cli.shared import Components, GameName, Options, Seats, Seed, build, console, notice, say
from roundhouse.core.errors import BadOption
from roundhouse.core.game import Game
from roundhouse.core.words import counted

if TYPE_CHECKING:  # each command loads what it needs
    from rich.console import Console
    from rich.table import Table

    from roundhouse.lab.shares import Share
    from roundhouse.lab.simulate import Match, Result
    from roundhouse.lab.workers import Where

Workers = Annotated[int, typer.Option("--workers", "--jobs", min=1, help="How many processes share the games.")]
Cluster = Annotated[
    str, typer.Option(metavar="ADDRESS", help="A Ray cluster that plays; `local` starts one on this machine.")
]


def sim(
    game: GameName,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seats: Seats = None,
    bots: Annotated[str, typer.Option(metavar="LIST", help="Bots, dealt round to the seats.")] = "random,greedy",
    seed: Seed = None,
    option: Options = None,
    components: Components = None,
    workers: Workers = 1,
    cluster: Cluster = "",
    out: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="Keep a row of each seat and game there, as Parquet, for `report`."),
    ] = None,
    records: Annotated[bool, typer.Option("--records", help="Keep every game's record there, too.")] = False,
    clerk: Annotated[
        list[str] | None,
        typer.Option(metavar="MODULE:CLASS", help="Who notes down more of each game; may be repeated."),
    ] = None,
) -> None:
    """Let bots play many games; `arena` compares them thoroughly."""
    from roundhouse.lab.simulate import Match, check, simulate
    from roundhouse.lab.workers import Where
    from roundhouse.term.players import options

    found = roundhouse.game(game)
    match = Match(
        found.id,
        found.check_seats(seats),
        tuple(name.strip() for name in bots.split(",")),
        seed if seed is not None else str(secrets.randbits(32)),
        options(option or []),
        components,
    )
    check(match)
    where = Where(workers, cluster)
    screen = console()
    if out is not None:
        return keep(match, games, where, out, records, tuple(clerk or ()), screen)
    if records or clerk:
        raise BadOption("Records and what clerks note are kept in a folder: name one with --out.")
    notice()
    with progress_bar(screen, games) as advance:
        result = simulate(match, games, where, advance)
    told(result, found, screen)


def keep(
    match: Match, games: int, where: Where, folder: str, records: bool, clerks: tuple[str, ...], screen: Console
) -> None:
    """Play a study and keep it in its folder."""
    study = needs("study")
    found = study.opened(study.study(match, games, clerks, records), folder)
    if any(by_the_clock(bot) for bot in match.bots):
        say("A bot that thinks by the clock does not play the same games again; NAME@400 thinks by iterations.")
    notice()
    with progress_bar(screen, found.games) as advance:
        study.run(found, folder, where, advance)
    needs("summary").show(folder, screen)
    screen.print(f"All of it is in {folder}; roundhouse report {folder} makes a page of it.", soft_wrap=True)


def report(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="The folder of a study, as `sim --out` keeps it.")],
    out: Annotated[
        str | None, typer.Option(metavar="FILE", help="Where the page is written; else report.html in the folder.")
    ] = None,
) -> None:
    """Tell what a study found, here in short and as a page to open in a browser."""
    from roundhouse.term.players import writable

    made, screen = needs("report"), console()
    text = made.make(folder)
    path = out if out is not None else os.path.join(folder, "report.html")
    writable(path)
    Path(path).write_text(text, encoding="utf-8")
    needs("summary").show(folder, screen)
    screen.print(f"The page is {path}.", soft_wrap=True)


def by_the_clock(bot: str) -> bool:
    from roundhouse.bots.make import parts

    return parts(bot)[1].milliseconds > 0


def needs(module: str) -> Any:
    """A module of the lab that needs packages of its extra."""
    try:
        return import_module(f"roundhouse.lab.{module}")
    except ModuleNotFoundError as missing:
        raise BadOption(f"This needs {missing.name}: pip install 'roundhouse[lab]'.") from None


def arena(
    game: GameName,
    bots: Annotated[
        str,
        typer.Option(
            metavar="LIST",
            help="Two bots or more, as tycoon,greedy or search@400,handmade@400,tycoon@50ms or package.module:Class.",
        ),
    ],
    games: Annotated[int, typer.Option(min=1, help="How many games, or a few more: every deal in all seatings.")] = 100,
    seats: Annotated[int | None, typer.Option(help="How many seats; one for each bot if not given.")] = None,
    seed: Seed = None,
    option: Options = None,
    components: Components = None,
    workers: Annotated[
        int | None, typer.Option("--workers", "--jobs", min=1, help="How many processes share the games; one a core.")
    ] = None,
    cluster: Cluster = "",
    cap: Annotated[int, typer.Option(min=1, help="A game that is not over after so many decisions is drawn.")] = 5000,
    out: Annotated[
        str | None, typer.Option(metavar="FILE", help="Where results are kept; else in arena/, not with --json.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as JSON and nothing else.")] = False,
) -> None:
    """Measure bots against each other: win rates, ratings, scores, time."""
    from roundhouse.lab import arena as lab
    from roundhouse.lab.simulate import Match
    from roundhouse.lab.standings import show
    from roundhouse.lab.workers import Where
    from roundhouse.term.players import options, writable

    found = roundhouse.game(game)
    company = tuple(name.strip() for name in bots.split(","))
    many = seats if seats is not None else len(company) if len(company) in found.seats else found.seats[0]
    given = seed if seed is not None else str(secrets.randbits(32))
    match = Match(found.id, found.check_seats(many), company, given, options(option or []), components)
    contest = lab.contest(match, cap)
    if out is None and not as_json:
        os.makedirs("arena", exist_ok=True)
        out = os.path.join("arena", f"{found.id}-{many}-{file_name(given)}.json")
    if out is not None:
        writable(out)
    notice()
    screen = console()
    with progress_bar(screen, lab.rounded(contest, games)) as advance:
        results = lab.hold(contest, games, Where(workers or os.cpu_count() or 1, cluster), advance)
    text = json.dumps(lab.as_json(results, sys.argv[1:], build(found)), indent=1)
    if out is not None:
        Path(out).write_text(text + "\n", encoding="utf-8")
    if as_json:
        sys.stdout.write(text + "\n")
        return
    show(results, found, screen)
    screen.print(f"All of it is in {out}.", soft_wrap=True)


def file_name(word: str) -> str:
    """A word as a part of a file's name."""
    return re.sub(r"[^\w-]+", "_", word)[:40]


@contextmanager
def progress_bar(
    out: Console, total: int, doing: str = "playing", what: str = "games"
) -> Iterator[Callable[[int], None]]:
    """A bar while games are played, if this is a terminal; it is told how many more are done."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn
    from rich.progress import TimeRemainingColumn as Left
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:,.1f} {what}/s" if task.speed else "")

    columns = (TextColumn(doing), BarColumn(), MofNCompleteColumn(), Rate(), Left())
    with Progress(*columns, console=out, transient=True, disable=not out.is_terminal) as bar:
        task = bar.add_task(doing, total=total)
        yield lambda done: bar.advance(task, done)


def train(
    game: GameName,
    seats: Seats = None,
    folder: Annotated[
        str | None, typer.Option(metavar="DIR", help="Where all of it is kept; an interrupted training goes on there.")
    ] = None,
    games: Annotated[int, typer.Option(min=10, help="Games of a round.")] = 400,
    rounds: Annotated[int, typer.Option(min=0, help="Rounds after the first one.")] = 3,
    iterations: Annotated[int, typer.Option(min=8, help="How far search looks in a turn of those games.")] = 120,
    hidden: Annotated[int, typer.Option(min=0, help="Units of the value's hidden layer; 0: none is tried.")] = 24,
    seed: Seed = None,
    option: Options = None,
    workers: Workers = 2,
    cluster: Cluster = "",
    install: Annotated[bool, typer.Option(help="Put the weights beside the game, where bots look for them.")] = False,
) -> None:
    """Train a game's bots by self-play; the weights lie in the folder, or beside the game with --install."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from roundhouse.lab.workers import Where
    from roundhouse.term.players import options

    lab = needs("train")

    found = roundhouse.game(game)
    if not found.heuristics.size:
        raise BadOption(f"{found.title} does not say what bots can learn from: its heuristics have no features.")
    count = found.check_seats(seats)
    wanted: dict[str, object] = {}
    for pair in option or []:  # named several times, an option takes its values in turn
        for name, value in options([pair]).items():
            checked = found.check_options({name: value})[name]
            wanted[name] = (*cast(tuple[object, ...], wanted.get(name, ())), checked)
    training = lab.Training(
        found.id,
        count,
        folder or os.path.join("training", f"{found.id}-{count}"),
        wanted,
        seed if seed is not None else "1",
        games,
        games,
        rounds,
        iterations,
        hidden,
        where=Where(workers, cluster),
    )
    notice()
    out = console()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=out, transient=True, disable=not out.is_terminal) as bar:
        task = bar.add_task("playing")

        def progress(what: str, done: int, total: int) -> None:
            bar.update(task, description=what, completed=done, total=total)

        best = lab.train(training, lambda line: out.print(line, soft_wrap=True), progress)
    if install:
        best = lab.install(training, best)
    out.print(f"The weights are in {best}.", soft_wrap=True)


def compare(
    before: Annotated[str, typer.Argument(metavar="DIR_A", help="A study, as `sim --out` keeps it.")],
    after: Annotated[str, typer.Argument(metavar="DIR_B", help="Another one of the same game and seat count.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print all differences as JSON and nothing else.")] = False,
) -> None:
    """Tell what a change of rules or components did, and whether it is more than chance."""
    lab = needs("compare")
    if as_json:
        sys.stdout.write(json.dumps(lab.as_json(before, after), indent=1) + "\n")
    else:
        lab.show(before, after, console())


def tune(
    game: GameName,
    knobs: Annotated[str, typer.Option(metavar="FILE", help="Which numbers may move, and what for: see docs/lab.md.")],
    out: Annotated[str, typer.Option(metavar="DIR", help="Where it is kept; an interrupted search goes on there.")],
    workers: Workers = 2,
    cluster: Cluster = "",
) -> None:
    """Search the proposed numbers of a box for a goal, and write an edited box with the evidence."""
    from roundhouse.lab.workers import Where

    lab = needs("tune")
    found = roundhouse.game(game)
    search = lab.read(found, knobs)
    notice()
    screen = console()
    with progress_bar(screen, lab.games(search)) as advance:
        result = lab.tune(search, out, Where(workers, cluster), advance)
    lab.show(result, screen)


def dataset(
    game: GameName,
    out: Annotated[str, typer.Option(metavar="DIR", help="Where it is kept; an interrupted one goes on there.")],
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seats: Seats = None,
    bots: Annotated[str, typer.Option(metavar="LIST", help="Search bots, dealt round to the seats.")] = "search@200",
    seed: Seed = None,
    option: Options = None,
    components: Components = None,
    workers: Workers = 2,
    cluster: Cluster = "",
) -> None:
    """Write positions, what could be done, what search thought of it and who won, for those who learn."""
    from roundhouse.lab.workers import Where
    from roundhouse.term.players import options

    lab = needs("dataset")
    found = roundhouse.game(game)
    company = tuple(name.strip() for name in bots.split(","))
    given = seed if seed is not None else str(secrets.randbits(32))
    wanted = lab.dataset(found, found.check_seats(seats), company, given, options(option or []), components, games)
    notice()
    screen = console()
    with progress_bar(screen, wanted.games) as advance:
        decisions = lab.run(wanted, out, Where(workers, cluster), advance)
    screen.print(f"{decisions:,} decisions of {counted(wanted.games, 'game')} are in {out}.", soft_wrap=True)


def told(result: Result, game: Game, out: Console) -> None:
    """The result as two small tables and a line on speed."""
    match = result.match
    out.print(
        f"{counted(result.games, 'game')} of {game.title}, {match.seats} seats, seed {match.seed}", soft_wrap=True
    )
    out.print(standings("bot", result.bots))
    out.print(standings("seat", result.seats))
    out.print(
        f"{counted(result.decisions, 'decision')} with a choice, {result.decisions / result.games:,.1f} a game\n"
        f"{result.seconds:.1f} s: {result.games_per_second:,.1f} games/s, "
        f"{result.decisions_per_second:,.0f} decisions/s",
        soft_wrap=True,
    )


def standings(what: str, rows: list[Share]) -> Table:
    from rich.table import Column, Table

    out = Table(what, *[Column(title, justify="right") for title in ("games", "wins", "win rate", "mean score")])
    for row in rows:
        out.add_row(row.name, f"{row.played:,}", f"{row.wins:,.1f}", f"{100 * row.rate:.1f} %", f"{row.mean:.2f}")
    return out


COMMANDS: list[Callable[..., None]] = [sim, report, compare, tune, dataset, arena, train]
