"""What whoever runs a server may choose."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from roundhouse.web.service.gate import Filter
from roundhouse.web.service.limits import Limits


@dataclass(frozen=True)
class Settings:
    """Where the data lies, how people reach it, and how much they may do."""

    data: Path
    database: str = ""
    workers: int = max(1, (os.cpu_count() or 2) - 1)
    private_hooks: bool = False  # whether webhooks may go to this machine and its network
    base: str = ""  # what links begin with, as https://games.example/; "" for the address that was asked for
    limits: Limits = field(default_factory=Limits)
    filter: Filter | None = None  # sees every name, title and line of chat before it is kept
    log_requests: bool = False  # a line for every request

    @property
    def url(self) -> str:
        return self.database or f"sqlite:///{self.data / 'roundhouse.sqlite'}"
