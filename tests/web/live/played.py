"""Tables played up to a moment, by bots in this process: as another server on the same data folder leaves them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

import roundhouse
from roundhouse.bots.bot import Budget
from roundhouse.bots.make import make
from roundhouse.web.service.bot_pool import BotPool
from roundhouse.web.service.events import Events
from roundhouse.web.service.people import Person
from roundhouse.web.service.rows import MoveRow, now
from roundhouse.web.service.store import Store
from roundhouse.web.service.tables import TableService
from tests.web.server import Server

HOST = Person("host", "Host")
NAMES = ["Ines", "Marek", "Stoker", "Wilma", "Oda", "Tove"]
SEED = "Thursday"
Moment = Callable[[int, roundhouse.State], bool]  # told the number of decisions so far, and the state


@dataclass(frozen=True)
class Played:
    """A table played so far: its id, who is to decide, and the links that move its seats and watch it."""

    id: str
    seat: int
    links: list[str]
    watch: str

    @property
    def link(self) -> str:
        """Of the seat that is to decide."""
        return self.links[max(self.seat, 0)]


class Course:
    """A game that bots play, as far as anybody has looked: tests of one process look at the same games."""

    def __init__(self, game: str, seats: int, seed: str, bot: str, options: dict[str, Any]) -> None:
        self.bots = [make(bot, f"{seed} {n}") for n in range(seats)]
        self.states = [roundhouse.game(game).new(seats, seed, **options)]
        self.actions: list[int] = []

    def positions(self) -> Iterator[tuple[int, roundhouse.State]]:
        """The number of decisions so far and the state, from the deal to the end."""
        n = 0
        while True:
            s = self.states[n]
            yield n, s
            if s.over:
                return
            if n == len(self.actions):
                self.actions.append(self.bots[s.seat].choose(s, s.seat, Budget()))
                self.states.append(s.clone())
                self.states[-1].apply(self.actions[-1])
            n += 1


@cache
def course(game: str, seats: int, seed: str, bot: str, options: tuple[tuple[str, Any], ...]) -> Course:
    return Course(game, seats, seed, bot, dict(options))


def played(
    server: Server,
    seats: int,
    until: Moment,
    game: str = "trains",
    seed: str = SEED,
    names: list[str] = NAMES,
    bot: str = "benchmarks.frozen:Frozen",
    **options: Any,
) -> Played:
    """A table played up to a moment, or to the end; by a bot that never changes, so that it stays as it is."""
    chosen = course(game, seats, seed, bot, tuple(options.items()))
    n, s = next((n, s) for n, s in chosen.positions() if s.over or until(n, s))
    tables = TableService(Store(f"sqlite:///{server.data / 'roundhouse.sqlite'}"), Events(), BotPool(1))
    company = [f"here:{name}" for name in names[:seats]]
    live = tables.create(HOST, game, "Thursday table", company, options, "link", seed)
    with tables.store.writing() as session:  # all but the last decision at once
        for action in chosen.actions[: n - 1] if n else []:
            live.record.play(action)
            line = live.record.lines[-1]
            session.add(MoveRow(table_id=live.id, n=line.n, line=line.as_json(), at=now()))
    if n:
        tables.play(live, live.record.state.seat, n, chosen.actions[n - 1])
    assert live.record.state.fingerprint() == s.fingerprint()
    links = [f"/h/{tables.offer(live, n)}" for n in range(seats)]
    tables.store.engine.dispose()
    return Played(live.id, s.seat, links, f"/w/{live.row.watch}")


def never(n: int, s: roundhouse.State) -> bool:
    return False


def said(after: int, *kinds: str, least: int = 2) -> Moment:
    """The first seat has so many choices, some of each of these kinds: patterns of their words."""

    def reached(n: int, s: roundhouse.State) -> bool:
        if s.seat != 0 or n <= after or len(s.legal()) < least:
            return False
        words = s.all_words()
        return all(any(fnmatchcase(w, kind) for w in words) for kind in kinds)

    return reached


def asked(step: str, after: int, least: int = 1, over: bool = False) -> Moment:
    """The first seat is asked that, with so many answers; `over`: with a build over a transfer (Empyreal)."""

    def reached(n: int, s: roundhouse.State) -> bool:
        if s.seat != 0 or n < after or len(s.legal()) < least:
            return False
        view: Any = s.view(0)
        return view["step"] == step and (not over or any(b["over"] for b in view["builds"]))

    return reached
