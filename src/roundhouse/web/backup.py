"""Backup and restore of a data folder: SQLite's file, the keys and the lab's studies, as one archive.

It is made while servers go on: SQLite copies its own file as it is at one moment. What PostgreSQL holds is saved by
PostgreSQL's own tools (docs/operate.md).
"""

from __future__ import annotations

import gzip
import io
import json
import os
import re
import secrets
import shutil
import sqlite3
import tarfile
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from sqlalchemy.exc import ArgumentError

import roundhouse
from roundhouse.core.errors import RoundhouseError
from roundhouse.web.service.lab import ASKED
from roundhouse.web.service.people import BadKey, read_key
from roundhouse.web.service.push import KEY as PUSH_KEY
from roundhouse.web.service.store import EPOCH, IN_MEMORY, NewerDatabase, address, inode, not_newer_or_refused
from roundhouse.web.settings import Settings

FORMAT = 1  # another one when an older Roundhouse could not read it
HEAD = "roundhouse-backup.json"
DATABASE = "roundhouse.sqlite"
KEYS = ("key", PUSH_KEY)
LAB = "lab"
BEGUN = ".begun"  # ends the name of a file that is being written
NAMES = re.compile(rf"{DATABASE}|{'|'.join(KEYS)}|{LAB}(/[\w-][\w.-]*){{2,5}}", re.ASCII)
LARGEST_HEAD = 10_000


class CannotBackUp(RoundhouseError):
    """There is nothing to save, or it cannot be saved there."""


class CannotRestore(RoundhouseError):
    """No backup, a damaged one, or a folder that is not empty."""


@dataclass(frozen=True)
class Head:
    """What a backup says of itself, before anything else."""

    format: int
    version: str  # of the Roundhouse that made it
    shape: str  # of the database: its newest migration
    made: str


def back_up(file: Path, data: Path, database: str = "") -> int:
    """Save a data folder as this file, which bears the name only when it is whole and on the disk; its size."""
    source = sqlite_file(data, database)
    if file.exists():
        raise CannotBackUp(f"There is a {file} already; give the backup another name, as one with the date.")
    if not file.parent.is_dir():
        raise CannotBackUp(f"There is no folder {file.parent} for the backup.")
    draft = file.with_name(f"{file.name}.{secrets.token_hex(4)}.part")
    copy = draft.with_suffix(".sqlite")
    try:
        private(copy).close()
        shape = copy_database(source, copy)
        with private(draft) as out:
            head = Head(FORMAT, roundhouse.__version__, shape, f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}")
            write(out, head, copy, data)
            out.flush()
            os.fsync(out.fileno())
        draft.rename(file)
        sync(file.parent)
    finally:
        for left in (draft, copy, *copy.parent.glob(f"{copy.name}-*")):
            left.unlink(missing_ok=True)
    return file.stat().st_size


def sqlite_file(data: Path, database: str) -> Path:
    """The file to be saved."""
    try:
        where = address(Settings(data, database).url)
    except ArgumentError:
        raise CannotBackUp("--database is no URL of a database, as sqlite:////srv/roundhouse.sqlite.") from None
    if where.get_backend_name() != "sqlite" or where.database in IN_MEMORY:
        raise CannotBackUp(
            "This saves SQLite's file and the folder around it. PostgreSQL brings tools of its own for that: "
            "pg_dump, as docs/operate.md says under Backup."
        )
    found = Path(str(where.database))
    if not inode(found):
        raise CannotBackUp(f"There are no tables in {found}; name their folder with --data, or their --database.")
    return found


def copy_database(source: Path, copy: Path) -> str:
    """Copy SQLite's file as it is at one moment, while others write to it; its shape."""
    try:
        with closing(read_only(source)) as live, closing(sqlite3.connect(copy)) as made:
            live.execute("PRAGMA busy_timeout=60000")
            live.backup(made)  # in one step: readers do not keep the server from writing
            return shape_of(made)
    except sqlite3.Error as error:
        raise CannotBackUp(f"The database {source} cannot be saved: {error}.") from None


def read_only(file: Path, more: str = "") -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro{more}", uri=True)


def shape_of(database: sqlite3.Connection) -> str:
    """The shape of a database that is sound; sqlite3.DatabaseError if it is not, or not one of ours."""
    fault = database.execute("PRAGMA quick_check(1)").fetchone()[0]
    if fault != "ok":
        raise sqlite3.DatabaseError(f"it is damaged ({fault})")
    shape = database.execute("SELECT version_num FROM alembic_version").fetchone()
    if shape is None:
        raise sqlite3.DatabaseError("it does not say of which version it is")
    return str(shape[0])


def write(out: IO[bytes], head: Head, copy: Path, data: Path) -> None:
    """The archive: first what it is, then the files."""
    with tarfile.open(fileobj=out, mode="w:gz", format=tarfile.PAX_FORMAT, compresslevel=6) as archive:
        add(archive, HEAD, json.dumps(asdict(head)).encode())
        for path in [*(data / name for name in KEYS), *studies(data / LAB)]:
            with suppress(FileNotFoundError):  # a study that was removed meanwhile
                add(archive, path.relative_to(data).as_posix(), path.read_bytes())
        with copy.open("rb") as database:
            archive.addfile(named(DATABASE, copy.stat().st_size), database)


def studies(lab: Path) -> Iterator[Path]:
    """The files of the lab's studies, first how far each is: it can go on from more games than that, not from less."""
    named = [path for path in lab.rglob("*") if NAMES.fullmatch(f"{LAB}/{path.relative_to(lab).as_posix()}")]
    found = [path for path in named if path.is_file() and not path.name.endswith(BEGUN)]
    return iter(sorted(found, key=lambda path: (path.name != ASKED, path)))


def add(archive: tarfile.TarFile, name: str, content: bytes) -> None:
    archive.addfile(named(name, len(content)), io.BytesIO(content))


def named(name: str, size: int) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.size, info.mode, info.mtime = size, 0o600, int(datetime.now(UTC).timestamp())
    return info


def restore(file: Path, data: Path) -> Head:
    """Put a backup into an empty folder, or a new one; nothing is there before all of it is found to be whole."""
    if data.exists() and (not data.is_dir() or any(data.iterdir())):
        raise CannotRestore(f"{data} is not empty, and what is there could be lost; name a new folder with --data.")
    new = [folder for folder in (data, *data.parents) if not folder.exists()]
    draft = data / f".restoring-{secrets.token_hex(4)}"
    try:
        with file.open("rb") as source:
            draft.mkdir(parents=True, mode=0o700)
            head = unpack(source, draft, file)
        sound_or_refused(draft, file)
        renew(draft / DATABASE)
        data.chmod(0o700)
        for path in sorted(draft.iterdir(), key=lambda path: path.name == DATABASE):  # which is looked for: last
            path.rename(data / path.name)
        draft.rmdir()
        sync(data)
    except BaseException:
        shutil.rmtree(draft, ignore_errors=True)
        with suppress(OSError):
            for folder in new:
                folder.rmdir()
        raise
    return head


def unpack(source: IO[bytes], folder: Path, file: Path) -> Head:
    """All files of an archive, and what it says of itself; CannotRestore unless it is whole and one of ours."""
    head = None
    try:
        with gzip.GzipFile(fileobj=source) as press:
            with tarfile.open(fileobj=press, mode="r|") as archive:
                for member in archive:
                    content = archive.extractfile(member)
                    if head is None:
                        head = head_of(member, content, file)
                    elif content is None or not member.isreg() or not NAMES.fullmatch(member.name):
                        raise CannotRestore(f"{file} holds {member.name[:80]!r}, which no backup of Roundhouse does.")
                    else:
                        keep(content, folder / member.name)
            while press.read(1 << 20):  # to the end, where the checksum is
                pass
    except (EOFError, zlib.error, tarfile.TarError, gzip.BadGzipFile):
        raise (none_of_ours(file) if head is None else damaged(file)) from None
    if head is None:
        raise none_of_ours(file)
    return head


def head_of(member: tarfile.TarInfo, content: IO[bytes] | None, file: Path) -> Head:
    if member.name != HEAD or content is None or member.size > LARGEST_HEAD:
        raise none_of_ours(file)
    try:
        said = json.loads(content.read())
        newer = int(said["format"]) > FORMAT
        head = Head(int(said["format"]), *(str(said[name]) for name in ("version", "shape", "made")))
        not_newer_or_refused(head.shape)
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
        raise damaged(file) from None
    except NewerDatabase:
        newer = True
    if newer:
        raise CannotRestore(
            f"{file} was made by Roundhouse {str(said.get('version'))[:20]}, which is newer than this one "
            f"({roundhouse.__version__}); restore it with that version."
        )
    return head


def none_of_ours(file: Path) -> CannotRestore:
    return CannotRestore(f"{file} is no backup of Roundhouse, as `roundhouse backup` writes it.")


def damaged(file: Path) -> CannotRestore:
    return CannotRestore(f"{file} is damaged or cut off, so nothing was restored; take another backup.")


def sound_or_refused(folder: Path, file: Path) -> None:
    """Refused unless the database can be opened and the key that signs cookies is one."""
    try:
        with closing(read_only(folder / DATABASE, "&immutable=1")) as made:
            not_newer_or_refused(shape_of(made))
        if (folder / KEYS[0]).exists():
            read_key(folder / KEYS[0])
    except (sqlite3.Error, BadKey):
        raise damaged(file) from None


def renew(database: Path) -> None:
    """Give tables other versions than those of later moves, which pages that are open may have seen."""
    with closing(sqlite3.connect(database)) as made:
        if made.execute("SELECT 1 FROM sqlite_master WHERE name = 'keys'").fetchone():
            made.execute("DELETE FROM keys WHERE name = ?", (EPOCH,))
            made.commit()


def keep(content: IO[bytes], path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with private(path) as out:
        shutil.copyfileobj(content, out, 1 << 20)
        out.flush()
        os.fsync(out.fileno())


def private(path: Path) -> IO[bytes]:
    """A new file that is its owner's alone, to be written."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600), "wb")


def sync(folder: Path) -> None:
    """See to it that the names in a folder are on the disk, where that can be asked for."""
    with suppress(OSError, AttributeError), on_folder(folder) as handle:
        os.fsync(handle)


@contextmanager
def on_folder(folder: Path) -> Iterator[int]:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield handle
    finally:
        os.close(handle)
