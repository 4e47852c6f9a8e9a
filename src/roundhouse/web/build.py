"""Which build of the pages this server has: another one whenever anything that pages are made of is another one."""

from __future__ import annotations

import hashlib
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import roundhouse

HOME = Path(roundhouse.__file__).parent
ROOMS = ("draw", "lab/static", "web/render", "web/static", "web/templates")
OF_A_GAME = ("*.py", "face/**/*", "static/**/*")
MADE = (".pyc", ".so", ".pyd")  # made from what is counted
LENGTH = 12
HEADER = "Roundhouse-Build"  # of every answer

lock = threading.Lock()
found: list[str] = []  # the build, once it is known


def build() -> str:
    """The build, the same on every server with the same files; read once, which takes some milliseconds.

    It is in the addresses of static files, so that these may be kept for ever, and a page of another build knows it.
    """
    with lock:
        if not found:
            found.append(build_of(dict(parts())))
        return found[0]


def build_early() -> None:
    """Find it out beside the start of a server, so that who comes first does not wait for it."""
    threading.Thread(target=build, daemon=True).start()


def build_of(files: dict[str, Path]) -> str:
    """What these files come to, each under its name."""
    total = hashlib.sha256(roundhouse.__version__.encode())
    for name in sorted(files):
        total.update(f"\0{name}\0".encode() + hashlib.sha256(files[name].read_bytes()).digest())
    return total.hexdigest()[:LENGTH]


def parts() -> Iterator[tuple[str, Path]]:
    """The files that pages are made of: scripts, styles, pictures, templates and what fills them, with each game."""
    for room in ROOMS:
        yield from within(room, HOME / room, "**/*")
    for id in roundhouse.games():
        folder = Path(str(sys.modules[type(roundhouse.game(id)).__module__].__file__)).parent
        for pattern in OF_A_GAME:
            yield from within(f"game {id}", folder, pattern)


def within(name: str, folder: Path, pattern: str) -> Iterator[tuple[str, Path]]:
    for path in folder.glob(pattern):
        if path.suffix not in MADE and path.is_file():
            yield f"{name}/{path.relative_to(folder).as_posix()}", path
