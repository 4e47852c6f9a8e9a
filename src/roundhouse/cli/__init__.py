"""The command line. Everything refused is one sentence on stderr and exit code 2."""

from __future__ import annotations

import gc
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

try:
    import rich  # noqa: F401
    import typer
except ModuleNotFoundError as missing:
    sys.stderr.write(f"The command needs {missing.name}, and Roundhouse was installed without what it needs.\n")
    raise SystemExit(2) from None

import roundhouse
from roundhouse.cli import coach, lab
from roundhouse.cli.shared import Components, GameName, Options, Seats, Seed, build, console, notice, say
from roundhouse.core.errors import BadOption, BadRecord, RoundhouseError, UnknownGame
from roundhouse.core.game import Game, Option
from roundhouse.core.records import Record

if TYPE_CHECKING:  # each command loads what it needs
    from roundhouse.term.players import Player

# Typer's own complaints about a command line, wherever this version of it keeps their base class.
USAGE: type[BaseException] = typer.BadParameter.__mro__[2]

app = typer.Typer(help="Railway-age board games: play, replay, study.", add_completion=False, rich_markup_mode=None)

PORT = 8018
PRIVATE_HOOKS = "ROUNDHOUSE_PRIVATE_HOOKS"  # 1: webhooks may go to this machine and its network


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


for command in lab.COMMANDS + coach.COMMANDS:
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
    bots: Annotated[
        str,
        typer.Option(metavar="WHERE", envvar="ROUNDHOUSE_BOTS", help="Where bots think: here, or workers anywhere."),
    ] = "here",
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
    if bots not in ("here", "workers"):
        raise BadOption(f"--bots is here or workers, not {bots!r}.")
    settings = Settings(
        data,
        database,
        bots=bots,
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
def worker(
    database: Annotated[
        str,
        typer.Option(metavar="URL", envvar="ROUNDHOUSE_DATABASE", help="The PostgreSQL database of the servers."),
    ] = "",
    count: Annotated[int, typer.Option(min=1, max=1000, help="How many bots think at once.")] = max(
        1, os.cpu_count() or 1
    ),
    log_level: Annotated[str, typer.Option(help="What is logged: debug, info, warning or error.")] = "warning",
) -> None:
    """Let bots think on this machine for servers that were started with --bots workers."""
    with in_haste():
        from roundhouse.web import log
        from roundhouse.web.worker import work
    if log_level not in log.LEVELS:
        raise BadOption(f"--log-level is one of {', '.join(log.LEVELS)}, not {log_level!r}.")
    work(database, count, log_level)


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
