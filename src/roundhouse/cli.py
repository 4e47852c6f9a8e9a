"""The command line. Everything refused is one sentence on stderr and exit code 2."""

from __future__ import annotations

import gc
import json
import os
import re
import secrets
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

try:
    import rich  # noqa: F401
    import typer
except ModuleNotFoundError as missing:
    sys.stderr.write(f"The command needs {missing.name}, and Roundhouse was installed without what it needs.\n")
    raise SystemExit(2) from None

import roundhouse
from roundhouse.core.errors import BadOption, BadRecord, RoundhouseError, UnknownGame
from roundhouse.core.game import Game, Option
from roundhouse.core.records import Record
from roundhouse.core.words import counted

if TYPE_CHECKING:  # each command loads what it needs
    from rich.console import Console
    from rich.table import Table

    from roundhouse.lab.simulate import Result, Row
    from roundhouse.term.players import Player

# Typer's own complaints about a command line, wherever this version of it keeps their base class.
USAGE: type[BaseException] = typer.BadParameter.__mro__[2]

app = typer.Typer(help="Railway-age board games: play, replay, study.", add_completion=False, rich_markup_mode=None)

PORT = 8018
PRIVATE_HOOKS = "ROUNDHOUSE_PRIVATE_HOOKS"  # 1: webhooks may go to this machine and its network

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game, as `roundhouse games` lists it.")]
Seats = Annotated[int | None, typer.Option(help="How many seats; as many as the game takes if not given.")]
Seed = Annotated[str | None, typer.Option(help="Any number or word; the same seed deals the same game.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="A game option, as map=osaka; may be repeated."),
]
Components = Annotated[
    str | None, typer.Option(metavar="DIR", help="A folder with edited copies of the game's component tables.")
]


def console() -> Console:
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False)


def say(sentence: str) -> None:
    """One line on stderr."""
    sys.stderr.write(" ".join(sentence.split()) + "\n")


def compiled(kind: type) -> bool:
    """Whether a class comes from a compiled module."""
    module = sys.modules.get(kind.__module__)
    return not str(getattr(module, "__file__", "") or ".py").endswith(".py")


def build(game: Game) -> str:
    """How a game runs."""
    return "compiled" if compiled(type(game)) else "interpreted"


def notice() -> None:
    if not compiled(Game):
        say("running interpreted; compiled (make compiled, with a C compiler) the same engine is ten times as fast")


@app.callback(invoke_without_command=True)
def top(ctx: typer.Context) -> None:
    """Without a command: serve the tables and open a browser on the lobby."""
    if ctx.invoked_subcommand is None:
        serve(port=free_port(), browser=True)


def free_port() -> int:
    """The usual port, or the next one nobody listens on."""
    for port in range(PORT, PORT + 20):
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    return PORT


@app.command()
def play(
    game: GameName,
    seats: Seats = None,
    players: Annotated[
        str | None,
        typer.Option(
            metavar="LIST",
            help="Who sits where, as you,tycoon,apprentice or Ann=person,Bob=person; seats not named: conductor.",
        ),
    ] = None,
    seed: Seed = None,
    option: Options = None,
    components: Components = None,
    load: Annotated[str | None, typer.Option(metavar="FILE", help="Go on with a saved game.")] = None,
    save: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the record there when the game ends or is left.")
    ] = None,
) -> None:
    """Play at the terminal, with people and bots."""
    from roundhouse.term.players import options, seated, writable
    from roundhouse.term.table import Sitting

    found = roundhouse.game(game)
    if save is not None:
        writable(save)
    if load is None:
        company = seated(found, players, seats, seed)
        names = [player.name for player in company]
        record = Record(found.id, len(company), seed, names, components, **options(option or []))
    else:
        if any(given is not None for given in (seats, seed, components)) or option:
            raise BadOption("--load goes on with a game whose seats, seed, options and components are settled.")
        record, company = loaded(found, load, players)
    notice()
    Sitting(record, company, console(), save).run()


def loaded(game: Game, path: str, players: str | None) -> tuple[Record, list[Player]]:
    """A saved game and who goes on with it."""
    from roundhouse.term.players import remembered, seated
    from roundhouse.term.replay import opened

    record = opened(path)
    if record.game.id != game.id:
        raise BadRecord(f"{path} is a game of {record.game.title}, not of {game.title}.")
    if players is None:
        return record, remembered(record.names)
    company = seated(game, players, record.seats, record.seed)
    record.names = [player.name for player in company]
    return record, company


@app.command()
def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A saved record.")],
    step: Annotated[bool, typer.Option("--step", help="Show the table after every turn and wait for Enter.")] = False,
    at: Annotated[int | None, typer.Option(metavar="N", help="Stop after decision N.")] = None,
) -> None:
    """Verify a record and show how it was played."""
    from roundhouse.term.replay import Reader, opened

    Reader(opened(file), console()).read(at, step)


@app.command()
def rules(
    game: GameName,
    about: Annotated[
        list[str] | None,
        typer.Argument(metavar="[CLAUSE|CARD|WORD]", help="A clause (4.2), a section (4), a card or a word."),
    ] = None,
) -> None:
    """Print the rules, one clause, a card, or what is said of a word; a word alone is looked up in all games."""
    from roundhouse.term import rules as ledger

    asked = " ".join(about or [])
    out = console()
    try:
        found = roundhouse.game(game)
        text = ledger.lookup(found, asked) if asked else ledger.whole(found)
    except UnknownGame:
        everywhere = ledger.everywhere(f"{game} {asked}".strip())
        if everywhere is None:
            raise
        text = everywhere
    out.print(text, end="", soft_wrap=not out.is_terminal)


@app.command()
def sim(
    game: GameName,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seats: Seats = None,
    bots: Annotated[str, typer.Option(metavar="LIST", help="Bots, dealt round to the seats.")] = "random,greedy",
    seed: Seed = None,
    option: Options = None,
    components: Components = None,
    jobs: Annotated[int, typer.Option(min=1, help="How many processes share the games.")] = 1,
) -> None:
    """Let bots play many games, quickly; `arena` compares them thoroughly."""
    from roundhouse.lab.simulate import Match, check, simulate
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
    notice()
    out = console()
    with progress_bar(out, games) as advance:
        result = simulate(match, games, jobs, advance)
    report(result, found, out)


@app.command()
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
    jobs: Annotated[int | None, typer.Option(min=1, help="How many processes share the games; one a core.")] = None,
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
        results = lab.hold(contest, games, jobs or os.cpu_count() or 1, advance)
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
def progress_bar(out: Console, total: int) -> Iterator[Callable[[int], None]]:
    """A bar while games are played, if this is a terminal; it is told how many more are done."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=out, transient=True, disable=not out.is_terminal) as bar:
        task = bar.add_task("playing", total=total)
        yield lambda done: bar.advance(task, done)


@app.command()
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
    jobs: Annotated[int, typer.Option(min=1, help="How many processes share the games.")] = 2,
    install: Annotated[bool, typer.Option(help="Put the weights beside the game, where bots look for them.")] = False,
) -> None:
    """Train a game's bots by self-play; the weights lie in the folder, or beside the game with --install."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    try:
        from roundhouse.lab import train as lab
    except ModuleNotFoundError as missing:
        raise BadOption(f"Training needs {missing.name}: pip install 'roundhouse[lab]'.") from None
    from roundhouse.term.players import options

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
        jobs=jobs,
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


def report(result: Result, game: Game, out: Console) -> None:
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


def standings(what: str, rows: list[Row]) -> Table:
    from rich.table import Column, Table

    out = Table(what, *[Column(title, justify="right") for title in ("games", "wins", "win rate", "mean score")])
    for row in rows:
        out.add_row(
            row.name, f"{row.played:,}", f"{row.wins:,.1f}", f"{100 * row.win_rate:.1f} %", f"{row.mean_score:.2f}"
        )
    return out


@app.command()
def games() -> None:
    """List the games, their options and how they run."""
    from rich.table import Column, Table
    from rich.text import Text

    out = console()
    for name in roundhouse.games():
        game = roundhouse.game(name)
        title = Text.assemble(
            (game.id, "bold"),
            f"  {game.title}, {game.seats[0]} to {game.seats[-1]} seats, rules version {game.rules_version}, ",
            build(game),
        )
        if not game.options:
            out.print(title)
            continue
        columns = (Column("option", no_wrap=True), "choices", Column("default", no_wrap=True), "what it is")
        table = Table(*columns, title=title, title_justify="left", title_style="")
        for key, choice in game.options.items():
            table.add_row(key, choices(choice), default(choice), choice.help)
        out.print(table)
        for key, choice in game.options.items():
            if choice.kind == "list":
                out.print(f"{key}: {', '.join(choice.items)}", style="dim")


def choices(option: Option) -> str:
    if option.kind == "flag":
        return "on, off"
    named = ", ".join(option.choices)
    return f"{named}; or any {option.size} of those below" if option.kind == "list" else named


def default(option: Option) -> str:
    return ("on" if option.default else "off") if option.kind == "flag" else str(option.default)


@contextmanager
def in_haste() -> Iterator[None]:
    """Load the server's modules without what can wait, which is a third of the time.

    Modules are no garbage: they are not looked through while they load, nor ever after. FastAPI's own models describe
    the API and are built when somebody asks for that.
    """
    gc.disable()
    try:
        from pydantic import BaseModel

        BaseModel.model_config["defer_build"] = True
        import fastapi  # noqa: F401

        del BaseModel.model_config["defer_build"]
        yield
        gc.freeze()
    except ModuleNotFoundError as missing:
        raise BadOption(f"This needs {missing.name}, and Roundhouse was installed without what it needs.") from None
    finally:
        gc.enable()


Data = Annotated[Path, typer.Option(metavar="DIR", help="Where tables are kept.")]
Database = Annotated[str, typer.Option(metavar="URL", help="Another database than SQLite in the data folder.")]
DATA = Path("roundhouse-data")


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for the whole network.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port to listen on.")] = PORT,
    data: Data = DATA,
    database: Database = "",
    browser: Annotated[bool, typer.Option(help="Open a browser on the lobby.")] = False,
    base: Annotated[
        str, typer.Option("--base-url", metavar="URL", help="What links begin with, as https://games.example/.")
    ] = "",
    limit: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=NUMBER", help="How much one may do, as chat_person=20; 0: no limit; repeatable."),
    ] = None,
    no_limits: Annotated[bool, typer.Option("--no-limits", help="For load tests: only sizes are limited.")] = False,
    filter: Annotated[
        str, typer.Option(metavar="MODULE:FUNCTION", help="Sees every name, title and line of chat before it is kept.")
    ] = "",
    mail: Annotated[
        str,
        typer.Option(
            metavar="URL", envvar="ROUNDHOUSE_MAIL", help="Who takes e-mails, as smtp://user:password@mail.example."
        ),
    ] = "",
    mail_from: Annotated[
        str, typer.Option(metavar="ADDRESS", envvar="ROUNDHOUSE_MAIL_FROM", help="Who e-mails are from.")
    ] = "",
    log_level: Annotated[str, typer.Option(help="What is logged: debug, info, warning or error.")] = "warning",
    log_requests: Annotated[bool, typer.Option("--log-requests", help="Log every request, too.")] = False,
) -> None:
    """Serve lobby and tables on the web."""
    with in_haste():
        from roundhouse.web import log
        from roundhouse.web.serve import named_filter
        from roundhouse.web.serve import serve as run_server
        from roundhouse.web.service import limits
        from roundhouse.web.settings import Settings
    if log_level not in log.LEVELS:
        raise BadOption(f"--log-level is one of {', '.join(log.LEVELS)}, not {log_level!r}.")
    if base and not base.startswith(("http://", "https://")):
        raise BadOption(f"--base-url is an http or https address, as https://games.example/, not {base!r}.")
    settings = Settings(
        data,
        database,
        private_hooks=os.environ.get(PRIVATE_HOOKS) == "1",
        mail=mail,
        mail_from=mail_from,
        base=base,
        limits=(limits.off() if no_limits else limits.Limits()).changed(limit or []),
        filter=named_filter(filter),
        log_requests=log_requests,
    )
    say(f"Roundhouse is at {base or f'http://{host}:{port}/'} and keeps its tables in {data}; Ctrl-C stops it.")
    run_server(settings, host, port, browser, "info" if log_requests and log_level != "debug" else log_level)


@app.command()
def admin(
    what: Annotated[str, typer.Argument(metavar="WHAT", help="reports, bars, who, hide, show, ban or unban.")],
    about: Annotated[str, typer.Argument(metavar="[ID]", help="A table for who, hide, show; a person for bans.")] = "",
    data: Data = DATA,
    database: Database = "",
) -> None:
    """For who runs a server: read reports, hide a table, ban a person."""
    with in_haste():
        from roundhouse.web.admin import carry_out
    out = console()
    for line in carry_out(what, about, data, database):
        out.print(line, soft_wrap=True)


def complaint(error: BaseException) -> str:
    """What Typer has to say about a command line, without its full stop."""
    message = getattr(error, "format_message", None)
    return str(message() if message else error).strip().rstrip(".")


def run(args: list[str]) -> int:
    """Carry out a command line; the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        code = app(args=args, prog_name="roundhouse", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except RoundhouseError as error:
        say(str(error))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        say(f"{error.filename or 'The system'}: {error.strerror}.")
    except USAGE as error:
        say(f"{complaint(error)}; see roundhouse --help.")
    return 2


def main() -> None:
    sys.exit(run(sys.argv[1:]))
