"""What the server writes down of itself, to standard error: an event a line, to read or as JSON.

A line that is written while a request is answered, in whatever thread, has the request's id, and the table's if the
request is about one.
"""

from __future__ import annotations

import json
import logging
import re
import secrets
import sys
import time
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}
SANE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")  # an id that somebody may give to a request
AT_TABLE = re.compile(r"/(?:t|api/tables)/([A-Za-z0-9_-]{1,16})(?:/|$)")


@dataclass(frozen=True)
class Asked:
    """A request that is being answered."""

    id: str
    table: str = ""
    began: float = field(default_factory=time.monotonic)


asked: ContextVar[Asked | None] = ContextVar("asked", default=None)


def begin_request(id: str, path: str) -> Asked:
    """What follows in this task and its threads is about this request, by the id it came with if that is a sane one."""
    about = AT_TABLE.match(path)
    now = Asked(id if SANE.fullmatch(id) else secrets.token_hex(8), about[1] if about else "")
    asked.set(now)
    return now


def told(record: logging.LogRecord) -> dict[str, Any]:
    """What a line says besides its words."""
    found = {name: value for name, value in vars(record).items() if name not in OWN}
    now = asked.get()
    if now is not None:
        found.setdefault("request", now.id)
        if now.table:
            found.setdefault("table", now.table)
    return found


def when(record: logging.LogRecord) -> str:
    moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
    return f"{moment}.{int(record.msecs):03}Z"


class Lines(logging.Formatter):
    """A record as `time level what "words" key=value ...`; a traceback goes into it as text."""

    def format(self, record: logging.LogRecord) -> str:
        parts = [when(record), record.levelname.lower(), record.name, dumped(record.getMessage())]
        parts += [f"{name}={dumped(value)}" for name, value in told(record).items()]
        if record.exc_info:
            parts.append(f"trace={dumped(self.formatException(record.exc_info))}")
        return " ".join(parts)


class Json(logging.Formatter):
    """A record as an object; what it says of itself comes before what was said besides."""

    def format(self, record: logging.LogRecord) -> str:
        own = {"time": when(record), "level": record.levelname.lower(), "logger": record.name}
        own["message"] = record.getMessage()
        if record.exc_info:
            own["trace"] = self.formatException(record.exc_info)
        return dumped(own | {name: value for name, value in told(record).items() if name not in own})


def dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def begin(level: str, format: str = "lines") -> None:
    """Write to standard error from this level on, the web server's and the database's warnings too."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Json() if format == "json" else Lines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel("WARNING")
    logging.getLogger("roundhouse").setLevel(level.upper())
    logging.getLogger("alembic").setLevel("WARNING")
