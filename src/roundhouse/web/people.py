"""Who is asking: a name and an id in a signed cookie, no sign-up."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path

from itsdangerous import BadSignature, URLSafeSerializer

COOKIE = "roundhouse"
LONGEST_NAME = 24


@dataclass(frozen=True)
class Person:
    """A browser's holder."""

    id: str
    name: str


class People:
    """Reads and writes the cookie; its key lies in the data folder."""

    def __init__(self, folder: Path) -> None:
        key = folder / "key"
        if not key.exists():
            key.touch(mode=0o600)
            key.write_text(secrets.token_hex(32))
        self.signer = URLSafeSerializer(key.read_text(), salt="person")

    def read(self, cookie: str | None) -> Person | None:
        if not cookie:
            return None
        try:
            held = self.signer.loads(cookie)
            return Person(str(held["id"]), str(held["name"]))
        except (BadSignature, KeyError, TypeError):
            return None

    def write(self, person: Person) -> str:
        return str(self.signer.dumps({"id": person.id, "name": person.name}))


def stranger() -> Person:
    """Somebody who has not said a name yet."""
    return Person(secrets.token_hex(8), "Guest")


def tidy(said: str, most: int = LONGEST_NAME) -> str:
    """What somebody typed as it is shown: one line, no control characters, not too long; "" if nothing is left."""
    shown = "".join(c if c.isprintable() else " " for c in said)
    return " ".join(shown.split())[:most].strip()
