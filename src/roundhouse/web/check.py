"""`roundhouse check`: what of the settings is fine, what is to be looked at, and what would stop a server.

Nothing is started, made or changed, and no password is said.
"""

from __future__ import annotations

import os
import smtplib
import ssl
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

from sqlalchemy import create_engine, inspect, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

import roundhouse
from roundhouse.core.errors import RoundhouseError
from roundhouse.core.game import Game
from roundhouse.web.connections import most_connections
from roundhouse.web.serve import NO_NAME, CannotServe, listening, reason
from roundhouse.web.service import metrics
from roundhouse.web.service.mail import Mail
from roundhouse.web.service.people import KEY, key_fault
from roundhouse.web.service.rows import MIGRATIONS
from roundhouse.web.service.store import CONNECT, address, place
from roundhouse.web.settings import METRICS, Settings, can_be_sent, strangers
from roundhouse.web.worker import need_workers

FINE, LOOK, WRONG = "fine", "look", "wrong"
FEW_LINES = 1000  # files that a public server should be allowed to have open at the least
OTHERS = stat.S_IRWXG | stat.S_IRWXO
EXTRAS = {  # what an extra brings, and what is not there without it
    "pywebpush": ("push", "nobody is offered notices by Web Push"),
    "pyarrow": ("lab", "nobody can ask for studies in the lab"),
}


@dataclass(frozen=True)
class Finding:
    """One line of the answer."""

    how: str
    sentence: str


def findings(settings: Settings, env: Mapping[str, str] | None = None) -> Iterator[Finding]:
    """Everything that can be told of the settings, one thing after the other."""
    secrets = secret_words(settings)
    parts = (folder, key, database, port, links, processes, mail, bots, figures, extras, files, engine)
    found = [finding for part in parts for finding in part(settings)]
    for name in strangers(os.environ if env is None else env):
        found.append(Finding(LOOK, f"There is no setting {name}; roundhouse serve --help names those there are."))
    for finding in found:
        yield Finding(finding.how, without(secrets, finding.sentence))


def secret_words(settings: Settings) -> list[str]:
    """What is never said, the longest first."""
    found = {settings.metrics} - set(METRICS)
    for url in (settings.database, settings.mail):
        rest = url.partition("://")[2]
        login = rest.rpartition("@")[0]
        found |= {login.partition(":")[2], unquote(login.partition(":")[2])}
        found |= {part.partition("=")[2] for part in url.partition("?")[2].split("&") if "pass" in part.lower()}
    return sorted(found - {""}, key=len, reverse=True)


def without(secrets: list[str], sentence: str) -> str:
    for word in secrets:
        sentence = sentence.replace(word, "***")
    return sentence


def folder(settings: Settings) -> Iterator[Finding]:
    """Where everything lies that is not in another database."""
    data = settings.data
    if not data.exists():
        above = next(path for path in data.absolute().parents if path.exists())
        if os.access(above, os.W_OK | os.X_OK):
            yield Finding(FINE, f"The data folder {data} is not there yet; the first start makes it.")
        else:
            yield Finding(WRONG, f"The data folder {data} is not there, and nothing can be made in {above}.")
    elif not data.is_dir():
        yield Finding(WRONG, f"{data} is no folder; name one with --data.")
    elif not os.access(data, os.R_OK | os.W_OK | os.X_OK):
        yield Finding(WRONG, f"The data folder {data} cannot be written to by who runs this.")
    elif data.stat().st_mode & OTHERS:
        yield Finding(LOOK, f"The data folder {data} can be looked into by other accounts: chmod 700 {data}.")
    else:
        yield Finding(FINE, f"The data folder {data} is usable, and its owner's alone.")


def key(settings: Settings) -> Iterator[Finding]:
    """What signs cookies."""
    path = settings.data / KEY
    shared = settings.url.startswith("postgres")
    if not path.exists():
        yield Finding(FINE, "There is no key for cookies yet; the first start makes one.")
        return
    try:
        fault = key_fault(path)
    except OSError as error:
        yield Finding(WRONG, f"The key in {path} cannot be read: {error.strerror}.")
        return
    if fault:
        yield Finding(WRONG, f"The key in {path} {fault}, so anybody could forge a cookie; no server starts with it.")
    elif path.stat().st_mode & OTHERS:
        yield Finding(LOOK, f"The key in {path} can be read by other accounts; a start makes it its owner's alone.")
    else:
        more = "; servers on one PostgreSQL share the one of whichever was first" if shared else ""
        yield Finding(FINE, f"The key for cookies is good{more}.")


def database(settings: Settings) -> Iterator[Finding]:
    """Whether it answers, and of which shape it is."""
    try:
        where = address(settings.url)
        kind = where.get_backend_name()
        if kind == "sqlite" and where.database and not Path(where.database).exists():
            yield Finding(FINE, f"There is no database {where.database} yet; the first start makes it.")
            return
        found = version(where, kind)
    except ModuleNotFoundError as missing:
        name = {"psycopg": "roundhouse[postgres]"}.get(missing.name or "", missing.name)
        yield Finding(WRONG, f"That database needs {missing.name}; install it with: pip install '{name}'.")
    except (ArgumentError, NoSuchModuleError, ValueError):
        yield Finding(WRONG, "The database is not a URL of a known kind, as postgresql://user@host/name.")
    except SQLAlchemyError as error:
        yield Finding(WRONG, f"The database {place(where)} cannot be used: {reason(error)}.")
    else:
        yield shape(place(where), found)


def version(where: URL, kind: str) -> str:
    """The number of its shape; "" if it is empty, "?" if what is in it is not ours."""
    if kind == "sqlite" and where.database:  # only to be looked at
        file = Path(where.database).absolute()
        # if nobody has it open it is taken as it lies there; else the journal beside it is read, too
        how = {} if file.with_name(f"{file.name}-wal").exists() else {"immutable": "1"}
        where = where.set(database=f"file:{quote(str(file))}", query={"mode": "ro", "uri": "true", **how})
    engine = create_engine(where, connect_args=CONNECT.get(kind, {}))
    try:
        with engine.connect() as line:
            names = inspect(line).get_table_names()
            if "alembic_version" not in names:
                return "?" if names else ""
            return str(line.execute(text("SELECT version_num FROM alembic_version")).scalar() or "?")
    finally:
        engine.dispose()


def shape(name: str, found: str) -> Finding:
    newest = max(file.name[:4] for file in (MIGRATIONS / "versions").glob("[0-9]*.py"))
    if not found:
        return Finding(FINE, f"The database {name} answers and is empty; the first start makes its tables.")
    if found == "?" or not found.isdigit():
        return Finding(WRONG, f"The database {name} holds tables of something else; give Roundhouse one of its own.")
    if found > newest:
        older = f"this Roundhouse ({roundhouse.__version__}) knows {newest}"
        return Finding(WRONG, f"The database {name} is of version {found}, and {older}; install the newer one.")
    if found < newest:
        return Finding(LOOK, f"The database {name} is of version {found}; a start brings it to {newest}. Back it up.")
    return Finding(FINE, f"The database {name} answers and is of version {found}, the newest.")


def port(settings: Settings) -> Iterator[Finding]:
    """Whether it can be listened there."""
    try:
        listening(settings.host, settings.port).close()
    except CannotServe as fault:
        yield Finding(WRONG, f"{str(fault).rstrip('.')}; a server that runs already holds it, too.")
    else:
        yield Finding(FINE, f"{settings.host}:{settings.port} is free to listen on.")


def links(settings: Settings) -> Iterator[Finding]:
    """What links begin with."""
    where = urlsplit(settings.base)
    if not settings.base:
        public = settings.host not in ("127.0.0.1", "localhost", "::1")
        how = LOOK if public else FINE
        yield Finding(how, "Without base_url, links begin with the address that was asked; a public server names one.")
    elif where.query or where.fragment or where.username:
        yield Finding(WRONG, "base_url is an address alone, as https://games.example/, without ?, # and a name.")
    elif where.scheme == "http" and where.hostname not in ("localhost", "127.0.0.1", "::1"):
        yield Finding(LOOK, f"Links begin with {settings.base}: without https anybody on the way can read along.")
    else:
        yield Finding(FINE, f"Links begin with {settings.base}.")


def processes(settings: Settings) -> Iterator[Finding]:
    """How many, and of which there must not be several."""
    cores, many = os.cpu_count() or 1, settings.processes
    if many > 1 and not settings.url.startswith("postgres"):
        yield Finding(WRONG, f"{many} server processes need PostgreSQL, and the database is another one.")
    elif many > 1 and not can_be_sent(settings.filter):
        yield Finding(WRONG, NO_NAME)
    elif many + settings.workers > 2 * cores:
        yield Finding(LOOK, f"{many} server and {settings.workers} bot processes share {cores} cores.")
    else:
        yield Finding(FINE, f"There will be {many} server and {settings.workers} bot processes on {cores} cores.")


def mail(settings: Settings) -> Iterator[Finding]:
    """Whether its server takes us."""
    try:
        post = Mail(settings.mail, settings.mail_from, settings.base)
        if not post.on:
            yield Finding(FINE, "No e-mail is sent, as no mail server is named.")
            return
        with post.line():
            yield Finding(FINE, f"The mail server {post.host}:{post.port} takes e-mails.")
    except RoundhouseError as error:
        yield Finding(WRONG, str(error))
    except (OSError, smtplib.SMTPException, ssl.SSLError) as error:
        why = type(error).__name__ if isinstance(error, smtplib.SMTPException) else error.strerror or str(error)
        yield Finding(WRONG, f"The mail server {post.host}:{post.port} does not take e-mails: {why}.")


def figures(settings: Settings) -> Iterator[Finding]:
    """Who may read the figures, and whether there are any."""
    if settings.metrics == "off":
        yield Finding(FINE, "No figures are kept.")
    elif not metrics.installed():
        yield Finding(LOOK if settings.metrics in METRICS else WRONG, metrics.MISSING)
    elif settings.metrics == "local":
        yield Finding(FINE, "Figures at /metrics are for programs on this machine.")
    else:
        yield Finding(FINE, "Figures at /metrics are for who sends the token.")


def bots(settings: Settings) -> Iterator[Finding]:
    """Whether they can think where they are to."""
    if settings.bots == "workers":
        try:
            need_workers("postgresql" if settings.url.startswith("postgres") else "")
        except RoundhouseError as error:
            yield Finding(WRONG, str(error))
        else:
            yield Finding(FINE, "Bots think in workers: run roundhouse worker with the same --database.")


def extras(settings: Settings) -> Iterator[Finding]:
    for module, (extra, lack) in EXTRAS.items():
        if find_spec(module) is None:
            yield Finding(LOOK, f"Without {module}, {lack}: pip install 'roundhouse[{extra}]'.")


def files(settings: Settings) -> Iterator[Finding]:
    """How many lines there may be at once."""
    lines, wanted = most_connections(), settings.limits.streams or FEW_LINES
    if lines < wanted:
        yield Finding(
            LOOK, f"The limit of open files allows {lines} connections a process, and {wanted} streams may be."
        )
    else:
        yield Finding(FINE, f"The limit of open files allows {lines} connections a process.")


def engine(settings: Settings) -> Iterator[Finding]:
    """Whether bots think fast."""
    if str(getattr(__import__(Game.__module__, fromlist=["x"]), "__file__", "")).endswith(".py"):
        yield Finding(LOOK, "The engine runs interpreted; compiled it is ten times as fast.")
    else:
        yield Finding(FINE, "The engine is compiled.")
