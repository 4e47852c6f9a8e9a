"""The command line. Everything refused is one sentence on stderr and exit code 2."""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

try:
    import rich  # noqa: F401
    import typer
except ModuleNotFoundError as missing:
    sys.stderr.write(f"The command needs {missing.name}, and Roundhouse was installed without what it needs.\n")
    raise SystemExit(2) from None

import roundhouse
from roundhouse.cli import coach, keep, lab
from roundhouse.cli.settled import Given, in_haste, settled
from roundhouse.cli.shared import Components, GameName, Options, Seats, Seed, build, console, notice, say
from roundhouse.core.errors import BadOption, BadRecord, RoundhouseError, UnknownGame
from roundhouse.core.game import Game, Option
from roundhouse.core.records import Record
from roundhouse.web.settings import PORT

if TYPE_CHECKING:  # each command loads what it needs
    from roundhouse.term.players import Player
    from roundhouse.web.settings import Settings

# Typer's own complaints about a command line, wherever this version of it keeps their base class.
USAGE: type[BaseException] = typer.BadParameter.__mro__[2]

app = typer.Typer(help="Railway-age board games: play, replay, study.", add_completion=False, rich_markup_mode=None)


@app.callback(invoke_without_command=True)
def top(ctx: typer.Context) -> None:
    """Without a command: serve the tables and open a browser on the lobby."""
    if ctx.invoked_subcommand is None:
        settings = Given({}).settings()
        start(replace(settings, port=free_port()) if settings.port == PORT else settings, browser=True)


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


@app.command()
def learn(game: GameName) -> None:
    """Learn a game: a guided first game of some ten minutes, and then an easy one."""
    from roundhouse.learn.script import lesson
    from roundhouse.term.learn import learn as taught

    found = lesson(roundhouse.game(game).id)
    notice()
    taught(found, console())


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


for command in lab.COMMANDS + coach.COMMANDS + keep.COMMANDS:
    app.command()(command)


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


@app.command()
@settled()
def serve(
    given: Given,
    browser: Annotated[bool, typer.Option(help="Open a browser on the lobby.")] = False,
) -> None:
    """Serve lobby and tables on the web. What is not said here is read as ROUNDHOUSE_NAME from the environment or from
    the file of --config."""
    start(given.settings(), browser)


def start(settings: Settings, browser: bool) -> None:
    with in_haste():
        from roundhouse.web.serve import serve as run_server
        from roundhouse.web.service.store import address, place

    def told() -> None:
        where = settings.base or f"http://{settings.host}:{settings.port}/"
        tables = place(address(settings.database)) if settings.database else settings.data
        say(f"Roundhouse is at {where} and keeps its tables in {tables}; Ctrl-C stops it.")

    run_server(settings, browser, told)


@app.command()
@settled("database", "log_level", "log_format")
def worker(
    given: Given,
    count: Annotated[int, typer.Option(min=1, max=1000, help="How many bots think at once.")] = max(
        1, os.cpu_count() or 1
    ),
    metrics_port: Annotated[
        int, typer.Option(min=0, max=65535, help="Where programs on this machine read its figures; 0: nowhere.")
    ] = 0,
) -> None:
    """Let bots think on this machine, for servers on the same PostgreSQL that were started with --bots workers."""
    with in_haste():
        from roundhouse.web.worker import work
    settings = given.settings()
    work(settings.database, count, settings.log_level, settings.log_format, metrics_port)


@app.command()
@settled()
def check(given: Given) -> None:
    """Say of the settings what is wrong or fine, without starting anything; they are those of serve."""
    with in_haste():
        from roundhouse.web.check import findings
    out, wrong = console(), False
    for finding in findings(given.settings()):
        out.print(f"{finding.how:5}  {finding.sentence}", soft_wrap=True)
        wrong |= finding.how == "wrong"
    raise typer.Exit(2 if wrong else 0)


@app.command()
@settled("data", "database")
def admin(
    given: Given,
    what: Annotated[str, typer.Argument(metavar="WHAT", help="reports, bars, who, hide, show, ban or unban.")],
    about: Annotated[str, typer.Argument(metavar="[ID]", help="A table for who, hide, show; a person for bans.")] = "",
) -> None:
    """For who runs a server: read reports, hide a table, ban a person."""
    with in_haste():
        from roundhouse.web.admin import carry_out
    settings, out = given.settings(), console()
    for line in carry_out(what, about, settings.data, settings.database):
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
