"""What whoever runs a server may choose."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from roundhouse.web.service.gate import Filter
from roundhouse.web.service.limits import Limits


@dataclass(frozen=True)
class Settings:
    """Where the data lies, how people reach it, and how much they may do."""

    data: Path
    database: str = ""
    workers: int = max(1, (os.cpu_count() or 2) - 1)
    bots: str = "here"  # where bots think: here, or in `workers` anywhere, as jobs in PostgreSQL
    private_hooks: bool = False  # whether webhooks and Web Push may go to this machine and its network
    mail: str = ""  # the server that takes e-mails, as smtp://user:password@mail.example:587; "" for none
    mail_from: str = ""  # and who they are from
    base: str = ""  # what links begin with, as https://games.example/; "" for the address that was asked for
    limits: Limits = field(default_factory=Limits)
    filter: Filter | None = None  # sees every name, title and line of chat before it is kept
    log_requests: bool = False  # a line for every request

    @property
    def contact(self) -> str:
        """By what who runs this server can be reached, as push services ask; "" if that is not known."""
        if self.mail_from:
            return f"mailto:{self.mail_from}"
        return f"https://{urlsplit(self.base).hostname}" if self.base.startswith("https://") else ""

    @property
    def url(self) -> str:
        return self.database or f"sqlite:///{self.data / 'roundhouse.sqlite'}"
