"""What the server writes down of itself: one line an event, as `time level what key=value ...`, to standard error."""

from __future__ import annotations

import json
import logging
import sys
import time

LEVELS = ("debug", "info", "warning", "error")
OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


class Lines(logging.Formatter):
    """A record as one line; a traceback goes into it as text."""

    converter = staticmethod(time.gmtime)

    def format(self, record: logging.LogRecord) -> str:
        parts = [
            f"{self.formatTime(record, '%Y-%m-%dT%H:%M:%S')}.{int(record.msecs):03}Z",
            record.levelname.lower(),
            record.name,
            json.dumps(record.getMessage(), ensure_ascii=False),
        ]
        extra = {name: value for name, value in vars(record).items() if name not in OWN}
        parts += [f"{k}={json.dumps(v, ensure_ascii=False, default=str)}" for k, v in extra.items()]
        if record.exc_info:
            parts.append(f"trace={json.dumps(self.formatException(record.exc_info), ensure_ascii=False)}")
        return " ".join(parts)


def begin(level: str) -> None:
    """Write to standard error from this level on, the web server's and the database's warnings too."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel("WARNING")
    logging.getLogger("roundhouse").setLevel(level.upper())
    logging.getLogger("alembic").setLevel("WARNING")
