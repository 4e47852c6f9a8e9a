"""Who is asking: a name and an id in a signed cookie, no sign-up."""

from __future__ import annotations

import hashlib
import os
import secrets
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from itsdangerous import BadSignature, URLSafeSerializer

from roundhouse.core.errors import RoundhouseError

if sys.platform != "win32":
    import fcntl

COOKIE = "roundhouse"
LONGEST_NAME = 24
LONGEST_TITLE = 60  # of a table
KEY = "key"
SHORTEST_KEY = 32
GUESTS = (  # what those are called who have not said a name yet
    "Booking Clerk", "Boilersmith", "Coppersmith", "Crane Driver", "Dispatcher", "Fettler", "Fitter", "Ganger",
    "Gate Keeper", "Greaser", "Lamplighter", "Lookout", "Luggage Clerk", "Night Porter", "Number Taker",
    "Pattern Maker", "Platelayer", "Porter", "Riveter", "Shunter", "Signaller", "Slip Coach Guard", "Stoker",
    "Telegraphist", "Ticket Collector", "Timekeeper", "Wagon Builder", "Wagon Painter", "Waiter", "Wheeltapper",
)  # fmt: skip


Shared = Callable[[str, str], str]  # the key of a name that servers share, which this one is if there was none


def own(_name: str, key: str) -> str:
    """A server alone shares its keys with nobody."""
    return key


class BadKey(RoundhouseError):
    """A key that will not do: with a bad one anybody could forge a cookie."""


@dataclass(frozen=True)
class Person:
    """A browser's holder."""

    id: str
    name: str

    @property
    def nameless(self) -> bool:
        """Whether they have not said a name yet; "Guest" is what cookies of before have."""
        return self.name in GUESTS or self.name == "Guest"


class People:
    """Reads and writes the cookie; its key lies in the data folder, or where several servers share one (`shared`)."""

    def __init__(self, folder: Path, shared: Shared = own) -> None:
        key = folder / KEY
        if not key.exists():
            make_key(key, secrets.token_hex(32))
        text = shared("cookie", read_key(key))
        self.key = text.encode()[:64]
        self.signer = URLSafeSerializer(text, salt="person")

    def read(self, cookie: str | None) -> Person | None:
        try:
            signed = self.signer.loads(cookie or "")
            return Person(str(signed["id"]), str(signed["name"]))
        except (BadSignature, KeyError, TypeError):
            return None

    def mark(self, address: str) -> str:
        """An address as it may be kept: only who has the key can tell which it was."""
        return hashlib.blake2b(address.encode(), key=self.key, digest_size=8).hexdigest()

    def write(self, person: Person) -> str:
        return str(self.signer.dumps({"id": person.id, "name": person.name}))


def key_text(path: Path) -> str:
    """What is in the file of a key, which nobody else may read from now on."""
    if path.stat().st_mode & 0o077:
        with suppress(OSError):  # it is not ours, or the disk is read only; that we can read it is enough
            path.chmod(0o600)
    return path.read_text(encoding="utf-8")


def read_key(path: Path) -> str:
    """The key that signs cookies."""
    fault = key_fault(path)
    if fault:
        raise bad_key(path, fault)
    return key_text(path)


def key_fault(path: Path) -> str:
    """Why a key will not do, as it goes on after its name; "" if it is good."""
    try:
        key = path.read_text(encoding="utf-8").strip()
    except UnicodeDecodeError:
        return "is not text"
    if not key:
        return "is empty"
    if len(key) < SHORTEST_KEY:
        return f"has {len(key)} characters instead of {SHORTEST_KEY} or more"
    return "is one character over and over" if len(set(key)) == 1 else ""


def bad_key(path: Path, why: str) -> BadKey:
    """What to say of a key that will not do."""
    return BadKey(
        f"The key in {path} that signs everybody's cookie {why}, so anybody could forge one; "
        "remove the file and start again, and everybody's browser is then a stranger."
    )


def make_key(path: Path, text: str) -> None:
    """Keep a new key, named only once it is whole on the disk; if another server was first, its key stays."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    try:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            draft.chmod(0o600)  # whatever the umask took away
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        name_key(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def name_key(draft: Path, path: Path) -> None:
    """Give a written key its name, unless there is one of that name."""
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    except OSError:  # no hard links here
        rename_key(draft, path)


def rename_key(draft: Path, path: Path) -> None:
    """The same by renaming, which replaces what is there on most systems: so one server at a time."""
    if sys.platform == "win32":
        with suppress(FileExistsError):
            draft.rename(path)
    else:
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX)  # goes when the folder is closed, even by a server that dies
            if not path.exists():
                draft.rename(path)
        finally:
            os.close(folder)


def stranger() -> Person:
    """Somebody who has not said a name yet."""
    return Person(secrets.token_hex(8), secrets.choice(GUESTS))


def tidy(typed: str, most: int = LONGEST_NAME) -> str:
    """What somebody typed as it is shown: one line, no control characters, not too long; "" if nothing is left."""
    words = "".join(c if c.isprintable() else " " for c in typed).split()
    return " ".join(words)[:most].strip()


def token_of(authorization: str) -> str:
    """The token of an `Authorization: Bearer` header; other schemes are not ours."""
    kind, _, token = authorization.partition(" ")
    return token.strip(" ") if kind.lower() == "bearer" else ""
