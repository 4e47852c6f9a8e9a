"""The lab: people ask for small studies, which are played while nothing else is to be done.

All of them lie in a folder of the data: none of it is in the database, and whoever knows a study's id may read it.
A study goes on where it was when the server starts again. Of several server processes on the folder one plays it, which
holds its lock; the others read there how far it is.
"""

from __future__ import annotations

import json
import logging
import os
import re
import secrets
import shutil
import threading
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import IO

import roundhouse
from roundhouse.bots.make import levels
from roundhouse.lab.simulate import Match, NeverEnds, check
from roundhouse.web.refusals import Refused, Unknown, refusing
from roundhouse.web.service import lab_work
from roundhouse.web.service.bot_pool import BotPool
from roundhouse.web.service.limits import Limits, spoken
from roundhouse.web.service.spare_line import PIECE, Piece, SpareLine, Work
from roundhouse.web.service.store import new_token

try:
    import fcntl
except ImportError:  # Windows, where one process serves
    fcntl = None  # type: ignore[assignment]

ITERATIONS = {"stationmaster": 150, "tycoon": 400}  # of those that think by the clock elsewhere
PLAYING, TOLD, FAILED = "playing", "told", "failed"
ASKED, GAMES, LOCK, END = "asked.json", "games", "lock", "end"  # in the folder of a study
ENDED = "It was ended before its last game."
CHANGED = "It was ended, as this server's rules or bots are others since."
NAME = re.compile(r"[\w-]{20,30}", re.ASCII)
MISSING = (
    "The lab needs pyarrow, which is not installed here. Who runs this server adds it by pip install 'roundhouse[lab]'."
)

log = logging.getLogger("roundhouse.lab")


@dataclass
class Asked:
    """A study that somebody has asked for, and how far it is."""

    id: str
    game: str
    seats: int
    bots: list[str]
    seed: str
    games: int
    by: str  # a mark of the person who asked
    made: float = field(default_factory=time.time)
    state: str = PLAYING
    done: int = 0  # games
    seconds: float = 0.0  # that it was played
    why: str = ""  # it failed, or ended before its last game
    options: dict[str, object] = field(default_factory=dict)

    @property
    def title(self) -> str:
        return roundhouse.game(self.game).title

    @property
    def match(self) -> Match:
        return Match(self.game, self.seats, tuple(self.bots), self.seed, self.options)


def bots() -> list[tuple[str, str, str]]:
    """The bots of a study: each as the lab calls it, its level's name, and its sentence."""
    out = []
    for level in levels():
        n = ITERATIONS.get(level.name, 0)
        spec = f"{level.name}@{n}" if n else level.name
        told = f"Here it looks at {n} lines of play a turn, however long that takes." if n else level.sentence
        out.append((spec, level.name, told))
    return out


def no_study() -> Unknown:
    return Unknown("There is no such study; old ones are removed when there are many.")


def installed() -> bool:
    """Whether what the lab needs is here."""
    return find_spec("pyarrow") is not None


class Lab:
    """The studies of a server."""

    def __init__(self, folder: Path, pool: BotPool, limits: Limits) -> None:
        self.folder = folder
        self.limits = limits
        self.lock = threading.RLock()  # held to read or change what follows
        self.held: dict[str, IO[str]] = {}  # the locks of those that this process plays
        self.studies: dict[str, Asked] = {}
        self.line = SpareLine(pool, "lab", self)  # `go_on` puts those into it that were in play
        self.begun: set[str] = set()  # since the server started
        self.owners: dict[str, str] = {}  # for the fairness of the pool

    def kept(self) -> list[Asked]:
        """What lies in the folder, the oldest first."""
        found = [self.read(path.parent.name) for path in self.folder.glob(f"*/{ASKED}")]
        return sorted((study for study in found if study is not None), key=lambda study: study.made)

    def look(self) -> None:
        """Read again what other processes play, and what is no longer there."""
        with self.lock:
            own = {id: self.studies[id] for id in self.held if id in self.studies}  # here even if no file can be read
            found = {study.id: study for study in self.kept()} | own
            self.studies = dict(sorted(found.items(), key=lambda item: item[1].made))

    def found(self) -> list[str]:
        """Those that are in play and that no process plays, which this one does from now on."""
        with self.lock:
            self.look()
            free = [study for study in self.studies.values() if study.state == PLAYING and study.id not in self.held]
            return [study.id for study in free if self.hold(study)]

    def hold(self, study: Asked) -> bool:
        """Take the lock of a study that is in play; it goes when this process ends, however it does."""
        try:
            lock = open(self.path(study, LOCK), "w", encoding="utf-8")  # noqa: SIM115
        except OSError:  # the study is gone
            return False
        try:
            if fcntl is not None:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:  # another process has it
            lock.close()
            return False
        self.held[study.id] = lock
        now = self.read(study.id)  # whoever had the lock may have ended it just before
        if now is None or now.state != PLAYING:
            self.let_go(study.id)
            return False
        self.studies[study.id] = now
        return True

    def let_go(self, id: str) -> None:
        lock = self.held.pop(id, None)
        if lock is not None:
            lock.close()

    def close(self) -> None:
        """Play none any more: another process may."""
        with self.lock:
            for id in list(self.held):
                self.let_go(id)

    def read(self, id: str) -> Asked | None:
        """A study as its file has it."""
        with suppress(OSError, ValueError, TypeError):
            return Asked(**json.loads((self.folder / id / ASKED).read_text(encoding="utf-8")))
        return None

    def path(self, study: Asked, name: str = "") -> Path:
        return self.folder / study.id / name

    def get(self, id: str) -> Asked:
        if not NAME.fullmatch(id):
            raise no_study()
        with self.lock:
            found = self.studies.get(id) if id in self.held else self.read(id)
        if found is None:
            raise no_study()
        return found

    def of(self, by: str) -> list[Asked]:
        """The studies of a person, the latest first."""
        with self.lock:
            self.look()
            return [study for study in reversed(self.studies.values()) if study.by == by]

    def text(self, study: Asked, name: str) -> str:
        """The report, as one of the files that hold it."""
        try:
            return self.path(study, GAMES).joinpath(name).read_text(encoding="utf-8")
        except OSError:
            raise Unknown("The report of this study is gone; ask for the same games again.") from None

    # asking

    def check(self, game: str, seats: int, wanted: list[str], games: int, options: dict[str, object]) -> None:
        """Refused if it cannot be played, or is too much."""
        if not installed():
            raise Refused(503, MISSING)
        named = [spec for spec, _, _ in bots()]
        if not wanted or not set(wanted) <= set(named):
            raise Refused(422, f"Choose one bot or more, of {', '.join(named)}.")
        most = self.limits.study_games
        if games < 1 or (most and games > most):
            raise Refused(422, f"A study here has 1 to {most} games; roundhouse sim plays any number.")
        with refusing():
            check(Match(game, seats, tuple(wanted), "1", options))

    def room(self, by: str) -> None:
        """Refused if the person, or all together, have enough in play."""
        self.look()
        playing = [study for study in self.studies.values() if study.state == PLAYING]
        own, all = self.limits.studies_at_once, self.limits.studies
        if own and sum(study.by == by for study in playing) >= own:
            raise Refused(429, "You have a study in play already; wait until it is done, or end it.", wait=30)
        if all and len(playing) >= all:
            raise Refused(429, f"{all} studies are in play, as many as there may be; wait until one is done.", wait=60)

    def ask(
        self, by: str, owner: str, game: str, seats: int, wanted: list[str], games: int, options: dict[str, object]
    ) -> Asked:
        """Begin a study; `check` and the gate have seen it."""
        with self.lock:
            self.room(by)
            study = Asked(new_token(), game, seats, wanted, str(secrets.randbits(32)), games, by, options=options)
            self.path(study).mkdir(parents=True, mode=0o700)
            self.save(study)
            self.studies[study.id] = study
            if not self.hold(study):
                raise Refused(503, "The study could not be begun just now; try again in a moment.", wait=5)
            study = self.studies[study.id]
            self.owners[study.id] = owner
            self.tidy()
        log.info("a study is begun", extra={"game": game, "seats": seats, "games": games})
        self.line.join(study.id)
        return study

    def end(self, study: Asked) -> None:
        """Who asked for it wants no more games, and to read what there is."""
        if study.state != PLAYING or study.why:
            return
        if study.id in self.held:
            self.stop(study, ENDED)
        else:
            self.path(study, END).touch()  # for the process that plays it

    def stop(self, study: Asked, why: str) -> None:
        """Play no more of it, and tell what there is."""
        with self.lock:
            study.why = why
            self.save(study)

    def tidy(self) -> None:
        """Remove the oldest of those that are done, beyond the number that is kept."""
        most = self.limits.studies_kept
        old = [study for study in self.studies.values() if study.state != PLAYING]
        for study in old[: max(0, len(self.studies) - most)] if most else []:
            del self.studies[study.id]
            shutil.rmtree(self.path(study), ignore_errors=True)

    def save(self, study: Asked) -> None:
        begun = self.path(study, f"{ASKED}.begun")
        begun.write_text(json.dumps(asdict(study)), encoding="utf-8")
        os.replace(begun, self.path(study, ASKED))

    # playing

    def go_on(self) -> None:
        """Go on with what was in play when the server was stopped, or when another process was."""
        if installed():
            for id in self.found():
                self.line.join(id)
            self.line.go_on()

    def next_piece(self, id: str) -> Piece:
        """What is to be done next for a study."""
        study = self.studies[id]
        with self.lock:
            owner, folder = self.owners.get(id, study.by), str(self.path(study, GAMES))
            if id not in self.begun:
                return Piece(lab_work.begin, (folder, study.match, study.games), owner)
            most = self.limits.study_seconds
            if most and study.seconds >= most and study.done < study.games:
                study.why = study.why or f"It was ended after {spoken(most)}, the most there is."
            if not study.why and self.path(study, END).exists():
                study.why = ENDED
            if study.why or study.done >= study.games:
                return Piece(lab_work.tell, (folder,), owner)
            return Piece(lab_work.play, (folder, PIECE), owner)

    def take(self, id: str, work: Work, found: int) -> None:
        study = self.studies[id]
        with self.lock:
            self.begun.add(id)
            news, study.done = found != study.done, found
            if work is lab_work.play:
                study.seconds += PIECE
            if work is lab_work.tell:
                self.settle(study, TOLD, study.why)
            elif news:
                self.save(study)

    def failed(self, id: str, work: Work | None, error: Exception) -> None:
        study = self.studies[id]
        if isinstance(error, NeverEnds):
            return self.settle(study, FAILED, str(error))
        log.error("a study failed", extra={"why": str(error)[:300]})
        if work is lab_work.begin and study.done:  # what it was begun with is here no more
            self.begun.add(id)
            with suppress(OSError):
                self.stop(study, CHANGED)
        else:
            self.settle(study, FAILED, "It could not be played here, and that is written down; try another.")

    def settle(self, study: Asked, state: str, why: str) -> None:
        """It is played no more."""
        with self.lock:
            study.state, study.why = state, why
            self.begun.discard(study.id)
            self.owners.pop(study.id, None)
            with suppress(OSError):
                self.save(study)
            self.let_go(study.id)
        self.line.leave(study.id)
