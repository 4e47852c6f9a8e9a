"""`docs/settings.md`: every setting and every limit, from the code."""

from __future__ import annotations

import re
from dataclasses import MISSING, Field, fields
from inspect import getsource
from pathlib import Path
from typing import Any

from roundhouse.web.service.limits import Limits
from roundhouse.web.settings import SETTINGS, flag, kind

HEAD = """# Settings

Every setting of `roundhouse serve` and `roundhouse check`; `make settings` writes this page from the code. Each comes
from the command line (`--base-url https://games.example/`), else from the environment (`ROUNDHOUSE_BASE_URL`), else
from a TOML file (`base_url = "https://games.example/"`), else it is the default. [operate.md](operate.md) says more.
"""
LIMITS = """
## Limits

How much a person, an address and all together may have; 0 is no limit, else it is a number up to 1,000,000,000, and of
days up to 36,500. In a file they are a table, `[limits]` with
lines as `chat_person = 30`; on the command line `--limit chat_person=30`, as often as needed; in the environment
`ROUNDHOUSE_LIMIT="chat_person=30 streams=500"`. Each server process counts for itself.
"""
OWN = {"workers": "one less than there are cores"}  # what the default depends on
KINDS = {bool: "true or false", int: "number", str: "text", Path: "text"}


def text() -> str:
    rows = [f"| `{name}` | `{flag(name)}` | {KINDS[kind(one)]} | {default(name, one)} | {one.metadata['help']} |"
            for name, one in SETTINGS.items()]  # fmt: skip
    head = ["| name | option | kind | default | what it is |", "|---|---|---|---|---|"]
    about = re.findall(r"^    (\w+): int = .*?  # (.*)$", getsource(Limits), re.M)
    limits = [f"| `{name}` | {LIMIT[name].default} | {said} |" for name, said in about]
    table = ["| name | default | what it is |", "|---|---|---|"]
    return "\n".join([HEAD, *head, *rows, LIMITS, *table, *limits, ""])


LIMIT = {one.name: one for one in fields(Limits)}


def default(name: str, one: Field[Any]) -> str:
    if name in OWN:
        return OWN[name]
    if one.default in ("", None, MISSING):
        return ""
    return f"`{str(one.default).lower() if isinstance(one.default, bool) else one.default}`"


if __name__ == "__main__":
    print(text(), end="")  # noqa: T201
