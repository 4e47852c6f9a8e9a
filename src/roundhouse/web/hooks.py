"""Webhooks: a JSON POST to a chat tool, from a thread of its own, given up after a few seconds."""

from __future__ import annotations

import json
import threading
from urllib.request import Request, urlopen

PATIENCE = 5.0


def post(url: str, news: dict[str, object]) -> None:
    """Tell an address; whether it listens is its own affair."""
    threading.Thread(target=send, args=(url, json.dumps(news).encode()), daemon=True).start()


def send(url: str, body: bytes) -> None:
    try:
        with urlopen(Request(url, body, {"Content-Type": "application/json"}), timeout=PATIENCE):
            pass
    except (OSError, ValueError):
        return
