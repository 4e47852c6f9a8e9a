"""A decision as a worker on another machine is asked for it: the state that its seat may know, as JSON.

Whoever reads a job trusts nothing in it: what is not as it should be is refused with a sentence.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from functools import cache
from typing import Any

import roundhouse
from roundhouse.bots.make import names, parts
from roundhouse.core.errors import RoundhouseError
from roundhouse.core.game import Game
from roundhouse.core.records import edits_of
from roundhouse.core.state import State
from roundhouse.core.verbs import settle
from roundhouse.core.views import SHARED
from roundhouse.web.service.bot_worker import MEMORY

LONGEST = 1_000_000  # characters of a job
WORD = 1 << 64  # chance is four numbers below this
ID = re.compile(r"[A-Za-z0-9_ -]{1,60}")
DECIDED, REFUSED = "decided", "refused"


class BadJob(RoundhouseError):
    """A job that is not as it should be, or not for this version; says why."""


@dataclass
class Task:
    """A job as it was read."""

    state: State
    table: str
    n: int
    bot: str
    seed: str


def fits(game: Game) -> str:
    """What must be the same where a state was written and where it is read: the code, the rules and the box."""
    kind = f"{roundhouse.__version__} {game.rules_version} {game.printed.hash}"
    return hashlib.blake2b(kind.encode(), digest_size=6).hexdigest()


def written(known: State, table: str, n: int, bot: str, seed: str) -> dict[str, Any]:
    """The job of decision n in that state, which was dealt anew for the seat already."""
    box = known.components
    return {
        "table": table,
        "n": n,
        "bot": bot,
        "seed": seed,
        "game": known.game.id,
        "fits": fits(known.game),
        "edits": spelled(box.edits),
        "box_version": box.version,
        "fields": [[name, spelled(value)] for name, value in known.dump()],
    }


def spelled(value: object) -> object:
    """A value of a state as JSON has it: what JSON has no spelling for as an object with one key, its kind."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, list):
        return [spelled(part) for part in value]
    if isinstance(value, bytes):
        return {"bytes": value.hex()}
    if isinstance(value, tuple):
        return {"tuple": [spelled(part) for part in value]}
    if isinstance(value, dict):  # PostgreSQL keeps no order of keys, and has texts as keys only
        return {"dict": [[spelled(key), spelled(part)] for key, part in value.items()]}
    raise TypeError(f"a state holds a {type(value).__name__}, which has no spelling in a job")


def meant(value: Any) -> Any:
    """What `spelled` has written."""
    if isinstance(value, list):
        return [meant(part) for part in value]
    if not isinstance(value, dict):
        return value
    [(kind, held)] = value.items()
    if kind == "bytes":
        return bytes.fromhex(held)
    if kind == "tuple":
        return tuple([meant(part) for part in held])
    if kind == "dict":
        return {meant(key): meant(part) for key, part in held}
    raise ValueError(f"there is no kind {kind!r}")


def read(text: str) -> Task:
    """The task of a job; BadJob says what is wrong with it."""
    if len(text) > LONGEST:
        raise BadJob("The job is longer than any game's.")
    try:
        return task_of(json.loads(text))
    except BadJob:
        raise
    except RoundhouseError as error:
        raise BadJob(f"The job cannot be read: {error}") from None
    except Exception as error:  # whatever lies there
        raise BadJob(f"The job is not as it should be ({type(error).__name__}: {error}).") from None


def task_of(job: dict[str, Any]) -> Task:
    table, bot, seed = (text_of(job, key) for key in ("table", "bot", "seed"))
    if parts(bot)[0] not in bots_here():  # MODULE:CLASS would run code
        raise BadJob(f"There is no bot {bot!r} here.")
    if not ID.fullmatch(table):
        raise BadJob("The job says of no table that it is for.")
    game = roundhouse.game(text_of(job, "game"))
    if job["fits"] != fits(game):
        raise BadJob(f"The job was written for another version of {game.title} or of Roundhouse.")
    return Task(state_of(game, job), table, number_of(job["n"], 0, 1_000_000_000), bot, seed)


def state_of(game: Game, job: dict[str, Any]) -> State:
    """The state of a job, in which somebody is to decide."""
    version = job["box_version"]
    if version is not None:
        number_of(version, 0, game.rules_version)
    fields = [(name, meant(value)) for name, value in job["fields"]]
    held = dict(fields)
    seats = game.check_seats(number_of(held["seats"], 1, 100))
    for word in held["rng"]:
        number_of(word, 0, WORD - 1)
    wanted = [*SHARED, *game.empty().fields()]
    if [name for name, _ in fields] != [field.saved for field in wanted] or len(held["rng"]) != 4:
        raise BadJob(f"The state of the job is none of {game.title}.")
    for field in wanted:
        empty = field.empty(seats)
        if empty is not None and type(held[field.saved]) is not type(empty):
            raise BadJob(f"In the state of the job {field.saved!r} is of another kind.")
    s = game.restore(edits_of(meant(job["edits"])), held, version)
    settle(s)
    if s.over or s.seat not in range(seats) or not s.choices():
        raise BadJob("In the state of the job nobody is to decide.")
    return s


@cache
def bots_here() -> frozenset[str]:
    """The names of all bots there are; looking for those of other packages takes a while."""
    return frozenset(names())


def text_of(job: dict[str, Any], key: str) -> str:
    value = job[key]
    if isinstance(value, str) and len(value) <= 200:
        return value
    raise BadJob(f"The {key} of the job is no short text.")


def number_of(value: object, least: int, most: int) -> int:
    if type(value) is int and least <= value <= most:
        return value
    raise BadJob(f"A number of the job is not within {least} and {most}.")


def think_about(text: str) -> tuple[str, int | str]:
    """In a worker: what the bot of a job decides, or why the job is refused."""
    try:
        task = read(text)
    except BadJob as refused:
        return REFUSED, str(refused)
    player = MEMORY.player(task.table, task.state.seat, task.bot, task.seed, task.n)
    return DECIDED, player.decide(task.state)
