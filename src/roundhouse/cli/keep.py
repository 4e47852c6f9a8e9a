"""The commands of those who look after a server's data: backup and restore."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from roundhouse.cli.settled import Given, settled
from roundhouse.cli.shared import console


@settled("data", "database")
def backup(
    given: Given,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to; a name that is not there yet.")],
) -> None:
    """Save tables, keys and studies as one file, while the server runs. It holds secrets: keep it private."""
    from roundhouse.web.backup import back_up

    settings = given.settings()
    size = back_up(file, settings.data, settings.database)
    console().print(f"{file} holds all of {settings.data}: {size / 1000:,.0f} kB.", soft_wrap=True)


@settled("data")
def restore(
    given: Given,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
) -> None:
    """Put a backup into an empty folder (--data), from which `roundhouse serve --data DIR` goes on."""
    from roundhouse.web.backup import restore as put_back

    data = given.settings().data
    head = put_back(file, data)
    console().print(f"{data} is as it was at {head.made}; start with: roundhouse serve --data {data}", soft_wrap=True)


COMMANDS: list[Callable[..., None]] = [backup, restore]
