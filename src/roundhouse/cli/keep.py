"""The commands of those who look after a server's data: backup and restore."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from roundhouse.cli.shared import console

DATA = Path("roundhouse-data")


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to; a name that is not there yet.")],
    data: Annotated[Path, typer.Option(metavar="DIR", help="Where tables are kept.")] = DATA,
    database: Annotated[str, typer.Option(metavar="URL", help="SQLite elsewhere than in the data folder.")] = "",
) -> None:
    """Save tables, keys and studies as one file, while the server runs. It holds secrets: keep it private."""
    from roundhouse.web.backup import back_up

    size = back_up(file, data, database)
    console().print(f"{file} holds all of {data}: {size / 1000:,.0f} kB.", soft_wrap=True)


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    data: Annotated[Path, typer.Option(metavar="DIR", help="A new or empty folder.")] = DATA,
) -> None:
    """Put a backup into an empty folder, from which `roundhouse serve --data DIR` goes on."""
    from roundhouse.web.backup import restore as put_back

    head = put_back(file, data)
    console().print(f"{data} is as it was at {head.made}; start with: roundhouse serve --data {data}", soft_wrap=True)


COMMANDS: list[Callable[..., None]] = [backup, restore]
