"""What whoever runs a server may choose: every setting, once.

A setting comes from the command line, else from the environment as ROUNDHOUSE_NAME, else from a TOML file, else it is
the default. Nothing here loads the server, so that the command line can read its options from here.
"""

from __future__ import annotations

import os
import pickle
import re
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from roundhouse.core.errors import BadOption

if TYPE_CHECKING:  # they load the database's library
    from roundhouse.web.service.gate import Filter
    from roundhouse.web.service.limits import Limits

PORT = 8018
PREFIX = "ROUNDHOUSE_"
CONFIG = PREFIX + "CONFIG"
LEVELS = ("debug", "info", "warning", "error")
FORMATS = ("lines", "json")
METRICS = ("off", "local")  # or a token
SHORTEST_TOKEN = 16
YES, NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off")


def no_limits_said() -> Limits:
    from roundhouse.web.service.limits import Limits

    return Limits()


def setting(default: Any, help: str, metavar: str = "", **more: Any) -> Any:
    """A field: its default, what it is, and perhaps its `name` outside, the `kind` of what is given for it, the
    `least` and `most` of a number, the only `choices`, and whether it holds a `secret`.
    """
    return field(default=default, metadata={"help": help, "metavar": metavar, **more})


@dataclass(frozen=True)
class Settings:
    """Where the data lies, how people reach it, and how much they may do."""

    data: Path = setting(Path("roundhouse-data"), "Where tables are kept.", "DIR")  # noqa: RUF009
    database: str = setting("", "Another database than SQLite in the data folder.", "URL", secret=True)
    host: str = setting("127.0.0.1", "The address to listen on; 0.0.0.0 for the whole network.")
    port: int = setting(PORT, "The port to listen on.", least=1, most=65535)
    base: str = setting("", "What links begin with, as https://games.example/.", "URL", name="base_url")
    processes: int = setting(1, "Server processes behind the port; more than one needs PostgreSQL.", least=1, most=256)
    workers: int = setting(
        max(1, (os.cpu_count() or 2) - 1),
        "Processes in which bots think, for all server processes.",
        least=1,
        most=4096,
    )
    bots: str = setting(
        "here", "Where bots think: here, or in workers anywhere, with PostgreSQL.", choices=("here", "workers")
    )
    filter: Filter | None = setting(  # noqa: RUF009
        None, "Sees every name, title and line of chat before it is kept.", "MODULE:FUNCTION", kind=str
    )
    mail: str = setting("", "Who takes e-mails, as smtp://user:password@mail.example.", "URL", secret=True)
    mail_from: str = setting("", "Who e-mails are from.", "ADDRESS")
    private_hooks: bool = setting(False, "Webhooks and Web Push may go to this machine and its network.")
    metrics: str = setting(
        "local",
        "Who may read /metrics: off, local (this machine), or a token to be sent.",
        "off|local|TOKEN",
        secret=True,
    )
    log_level: str = setting("warning", "What is logged: debug, info, warning or error.", choices=LEVELS)
    log_format: str = setting("lines", "How: lines to read, or json for programs.", choices=FORMATS)
    log_requests: bool = setting(False, "Log every request, too.")
    stop_seconds: int = setting(10, "How long a stop may take, for what is under way to end.", least=1, most=3600)
    no_limits: bool = setting(False, "For load tests: only sizes are limited.")
    limits: Limits = field(default_factory=no_limits_said)  # outside: the table [limits] and --limit NAME=NUMBER

    @property
    def contact(self) -> str:
        """By what who runs this server can be reached, as push services ask; "" if that is not known."""
        if self.mail_from:
            return f"mailto:{self.mail_from}"
        return f"https://{urlsplit(self.base).hostname}" if self.base.startswith("https://") else ""

    @property
    def url(self) -> str:
        if self.database:
            return self.database
        from sqlalchemy import URL  # here, as it takes a while to load

        return URL.create("sqlite", database=str(self.data / "roundhouse.sqlite")).render_as_string()

    @property
    def log_level_told(self) -> str:
        """From which level on is logged; a line for every request is one of information."""
        return "info" if self.log_requests and self.log_level != "debug" else self.log_level

    @property
    def address(self) -> str:
        """Where a browser on this machine finds the server."""
        here = "localhost" if self.host in ("127.0.0.1", "0.0.0.0", "::") else self.host
        return self.base or f"http://{here}:{self.port}/"


def outer(one: Field[Any]) -> str:
    """A setting's name outside."""
    return str(one.metadata.get("name", one.name))


def kind(one: Field[Any]) -> type:
    """What is given for a setting."""
    found: type = one.metadata.get("kind") or (Path if isinstance(one.default, Path) else type(one.default))
    return found


# by their names outside; limits are a table of their own
SETTINGS: dict[str, Field[Any]] = {outer(one): one for one in fields(Settings) if one.metadata}


def flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def gathered(given: Mapping[str, Any], config: str = "", env: Mapping[str, str] | None = None) -> Settings:
    """The settings, from what was given on the command line, the environment and a file; BadOption with a sentence."""
    from roundhouse.web.service import limits

    env = os.environ if env is None else env
    file = config or env.get(CONFIG, "")
    found: dict[str, tuple[Any, str]] = {}  # by name: the value, and what it is called where it was given
    filed = read(file) if file else {}
    table = filed.pop("limits", {})
    if not isinstance(table, dict):
        raise BadOption(f"limits in {file} is a table: [limits], and below it lines as chat_person = 20.")
    for name, value in filed.items():
        found[name] = of_file(name, value, file), f"{name} in {file}"
    wishes = [limit_of_file(name, value, file) for name, value in table.items()]
    for name in SETTINGS:
        if text := env.get(f"{PREFIX}{name.upper()}"):
            called = f"{PREFIX}{name.upper()}"
            found[name] = of_text(kind(SETTINGS[name]), text, called), called
    wishes += env.get(f"{PREFIX}LIMIT", "").split()
    for name, value in given.items():
        if name != "limit" and value is not None:
            found[name] = value, flag(name)
    wishes += given.get("limit") or []
    values = {SETTINGS[name].name: checked(name, value, called) for name, (value, called) in found.items()}
    allowed = limits.off() if values.get("no_limits") else limits.Limits()
    return Settings(**values, limits=allowed.changed(wishes))


def read(file: str) -> dict[str, Any]:
    import tomllib  # here, as few starts need it

    try:
        text = Path(file).read_text(encoding="utf-8")
    except OSError as error:
        raise BadOption(f"The settings in {file} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadOption(f"The settings in {file} cannot be read: that is no text.") from None
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadOption(f"The settings in {file} are no TOML: {error}.") from None


def of_file(name: str, value: Any, file: str) -> Any:
    """A value as a file has it: of its very kind."""
    if name not in SETTINGS:
        there = ", ".join(sorted([*SETTINGS, "limits"]))
        raise BadOption(f"There is no setting {name[:40]!r}, which {file} names; there are {there}.")
    wanted = kind(SETTINGS[name])
    if type(value) is not (str if wanted is Path else wanted) or is_huge(value):
        raise wrong_kind(f"{name} in {file}", wanted)
    return wanted(value)


def limit_of_file(name: str, value: Any, file: str) -> str:
    if type(value) is not int or is_huge(value):
        raise BadOption(f"The limit {name[:40]} in {file} is a whole number, or 0 for none.")
    return f"{name}={value}"


def is_huge(value: Any) -> bool:
    """Whether it is a number of which Python would not even say what it is."""
    return isinstance(value, int) and value.bit_length() > 64


def of_text(wanted: type, text: str, called: str) -> Any:
    """A value as the environment has it."""
    if wanted is bool:
        if text.lower() not in YES + NO:
            raise wrong_kind(called, wanted)
        return text.lower() in YES
    if wanted is int and not re.fullmatch("-?[0-9]{1,9}", text):
        raise wrong_kind(called, wanted)
    return wanted(text)


def wrong_kind(called: str, wanted: type) -> BadOption:
    kinds = {bool: "true or false", int: "a whole number"}
    return BadOption(f"{called} is {kinds.get(wanted, 'a text')}, and something else was given.")


def checked(name: str, value: Any, called: str) -> Any:
    """A value that may be meant, as the server takes it."""
    about = SETTINGS[name].metadata
    if "choices" in about and value not in about["choices"]:
        raise BadOption(f"{called} is one of {', '.join(about['choices'])}, not {value[:40]!r}.")
    if "least" in about and not about["least"] <= value <= about["most"]:
        raise BadOption(f"{called} is a number from {about['least']} to {about['most']}, not {value}.")
    if name == "base_url" and value and not is_web(value):
        raise BadOption(f"{called} is an http or https address, as https://games.example/, not {value!r}.")
    if name == "metrics" and value not in METRICS and not is_token(value):
        raise BadOption(f"{called} is off, local, or a token of {SHORTEST_TOKEN} characters or more without blanks.")
    if name == "filter":
        return named_filter(value, called)
    return value


def is_web(address: str) -> bool:
    try:
        where = urlsplit(address)
        return where.scheme in ("http", "https") and bool(where.hostname) and where.port != 0
    except ValueError:
        return False


def is_token(text: str) -> bool:
    return re.fullmatch(rf"[!-~]{{{SHORTEST_TOKEN},200}}", text) is not None


def named_filter(name: str, called: str) -> Filter | None:
    """The function that `module:function` names."""
    if not name:
        return None
    module, _, function = name.partition(":")
    try:
        found: Filter = getattr(import_module(module), function)
    except (Exception, SystemExit) as error:  # whatever that module does when it is loaded
        why = " ".join(f"{type(error).__name__}: {error}".split())[:200]
        raise BadOption(f"{called} is a function as module:function; {name[:80]!r} is none ({why}).") from None
    if not callable(found):
        raise BadOption(f"{called} is a function as module:function; {name[:80]!r} is none.")
    return found


def can_be_sent(filter: Filter | None) -> bool:
    """Whether other processes can be handed a filter."""
    try:
        pickle.dumps(filter)
    except Exception:  # of many kinds
        return False
    return True


def strangers(env: Mapping[str, str]) -> list[str]:
    """Names in the environment that look like settings and are none."""
    known = {f"{PREFIX}{name.upper()}" for name in (*SETTINGS, "limit", "config")}
    ours = {f"{PREFIX}{name}" for name in ("COMPILE", "FULL", "LIBRARIES", "PROFILE")}  # of builds and tests
    return sorted(name for name in env if name.startswith(PREFIX) and name not in known | ours)
