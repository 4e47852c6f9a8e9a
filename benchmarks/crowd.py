"""People at tables as their pages are: what each is told, shows and decides, and whether all of it came."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from lines import HERE, Answer, Ear, Line, Slow, Stream, Told, request

AGAIN = 4.0  # seconds after which a page asks for a stream that was refused
LATE = 5.0  # and after which it looks for itself what its own decision led to
FORM = "application/x-www-form-urlencoded"
JSON = "application/json"


@dataclass
class Move:
    """A decision on its way: when it was posted, if a person made it, and how many have seen it."""

    posted: float | None = None
    first: float = 0.0
    seen: int = 0


@dataclass
class Found:
    """What was seen, by all."""

    moves: int = 0  # that all have seen
    bot_moves: int = 0  # of them, those of bots
    over: int = 0  # tables whose game has ended
    answered: list[float] = field(default_factory=list)  # seconds from a post to its answer
    each: list[float] = field(default_factory=list)  # and to each page that shows it
    slowest: list[float] = field(default_factory=list)  # and to the last of them, by move
    bots: list[float] = field(default_factory=list)  # from the decision before a bot's to the bot's
    streams: int = 0  # streams that were opened
    ended: int = 0  # streams that were cut, by a server or by us
    asked: int = 0  # times that a page asked for everything, at the first not
    together: int = 0  # decisions that a page was shown with another, because it had asked
    twice: int = 0  # news that a stream told again
    refused: Counter[str] = field(default_factory=Counter)  # posts that pages had to ask about and make again, by why
    bytes: int = 0
    faults: list[str] = field(default_factory=list)


async def hold(stream: Stream, port: int) -> None:
    """Keep a stream until it ends."""
    await asyncio.get_running_loop().create_connection(lambda: stream, HERE, port)
    await stream.over


class Servers:
    """The ports at which somebody may be answered; each request goes to one by lot."""

    def __init__(self, ports: list[int], seed: int) -> None:
        self.ports = ports
        self.lot = random.Random(seed)

    def one(self) -> int:
        return self.lot.choice(self.ports)


class Viewer:
    """Somebody with a page: a stream at one server, and questions to any."""

    def __init__(self, table: Table, servers: Servers, name: str) -> None:
        self.table = table
        self.servers = servers
        self.name = name
        self.lines: dict[int, Line] = {}
        self.cookies: dict[str, str] = {}
        self.state: dict[str, Any] = {}
        self.regions: dict[str, str] = {}
        self.later: list[Told] = []  # what was told of them since, which is looked at when all is over
        self.n = -1
        self.v = self.heard = ""
        self.retry = 1.0
        self.loading = self.again = self.up = False
        self.shows = asyncio.Event()
        self.stream: Stream | None = None
        self.tasks: set[asyncio.Task[None]] = set()

    @property
    def found(self) -> Found:
        return self.table.found

    async def ask(self, method: str, path: str, body: bytes = b"", kind: str = "") -> Answer:
        port = self.servers.one()
        line = self.lines.setdefault(port, Line(port))
        answer = await line.ask(method, path, self.cookies, body, kind)
        self.cookies |= answer.cookies
        return answer

    async def post(self, path: str, **form: str) -> Answer:
        return await self.ask("POST", path, urlencode(form).encode(), FORM)

    async def begin(self) -> None:
        """Come as somebody new."""
        answer = await self.post("/me", name=self.name)
        assert answer.status == 303, answer.body

    # the page

    async def follow(self) -> None:
        """Hold a stream, and another one whenever it has ended, as a browser does."""
        while True:
            port = self.servers.one()
            wanted = request(port, "GET", f"/live?tables={self.table.id}", self.cookies)
            stream = self.stream = Stream(wanted, self.table.ear, self.open, self.hear)
            try:
                await hold(stream, port)
            except OSError:
                pass
            finally:
                self.up = False
                self.found.bytes += stream.bytes
                stream.close()
            self.found.ended += 1
            await asyncio.sleep(self.retry)

    def open(self, status: int) -> None:
        """The stream is there: ask for what happened before it was."""
        if status == 200:
            self.found.streams += 1
            self.heard, self.up = "", True
            self.refresh()
        else:
            self.found.faults.append(f"{self.name} was refused a stream with {status}")
            self.retry = AGAIN

    def hear(self, told: Told) -> None:
        """Take in what a stream says, as `table.js` does."""
        news = told.news
        if told.kind == "retry":
            self.retry = news["ms"] / 1000
        if told.kind != "table":
            return
        v = news["v"]
        if v == self.heard:
            self.found.twice += 1
        self.heard = v
        if self.passed(v):
            return
        if "state" not in news or (news["from"] and news["from"] != self.v):
            return self.refresh()
        if not news["from"]:
            self.regions, self.later = {}, []
        self.later.append(told)
        self.take(news["state"])

    def show(self) -> dict[str, str]:
        """The regions by all that was told of them."""
        regions = self.regions
        for told in self.later:
            for name, change in told.regions().items():
                if isinstance(change, str):
                    regions[name] = change
                else:
                    head, tail, middle = change
                    old = regions[name]
                    regions[name] = old[:head] + middle + old[len(old) - tail :]
        self.later = []
        return regions

    def passed(self, v: str) -> bool:
        """Whether a version is one that this page has passed."""
        server, _, n = v.rpartition(".")
        same, _, now = self.v.rpartition(".")
        return v == self.v or (bool(self.v) and server == same and int(n) <= int(now))

    def take(self, state: dict[str, Any]) -> None:
        n, was = state["n"], self.n
        self.state, self.n, self.v = state, n, state["v"]
        if was >= 0 and n < was:
            self.found.faults.append(f"{self.name} was shown {n} after {was} of {self.table.path}")
        elif was >= 0:
            self.found.together += max(0, n - was - 1)
            for one in range(was + 1, n + 1):
                self.table.saw(one)
        self.shows.set()

    def refresh(self) -> None:
        """Ask for everything; once more if that is wanted while an answer is on its way."""
        self.again = True
        if not self.loading:
            self.loading = True
            task = asyncio.create_task(self.load())
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def load(self) -> None:
        try:
            while self.again:
                self.again = False
                self.found.asked += self.n >= 0
                try:
                    answer = await self.ask("GET", f"{self.table.path}/regions")
                except (OSError, TimeoutError):  # the stream will end, too, and come again
                    return
                if answer.status == 200:
                    now = answer.json()
                    if not self.passed(now["v"]):
                        self.regions, self.later = now.pop("regions"), []
                        self.take(now)
                elif answer.status != 503:
                    self.found.faults.append(f"{self.name} asked and was answered {answer.status}")
        finally:
            self.loading = False

    async def check(self) -> None:
        """Whether all that was told has led to what the page would get anew."""
        until = time.monotonic() + LATE
        while True:
            answer = await self.ask("GET", f"{self.table.path}/regions")
            if answer.status != 200:
                self.found.faults.append(f"{self.name} asked and was answered {answer.status} {answer.body[:200]!r}")
                return
            now = answer.json()
            if (now["n"], now["regions"]) == (self.n, self.show()):
                return
            if time.monotonic() < until and not now["yours"]:  # a bot may have decided meanwhile
                await asyncio.sleep(0.2)
                continue
            where = f"{self.n} of {self.table.path}"
            self.found.faults.append(f"{self.name} shows {where} otherwise than the server, which is at {now['n']}")
            return

    def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        for line in self.lines.values():
            line.close()


class Table:
    """Two players, perhaps a bot, some watchers, and a moment at which the next decision is due."""

    def __init__(self, k: int, game: str, bot: str, ports: list[int], watchers: int, due: float, found: Found) -> None:
        self.id = self.path = ""
        self.game, self.bot, self.due, self.found = game, bot, due, found
        self.lot = random.Random(k)
        self.ear = Ear()
        names = [f"Ada {k}", f"Bo {k}", *(f"Watcher {k}-{w}" for w in range(watchers))]
        self.viewers = [Viewer(self, Servers(ports, 1000 * k + n), name) for n, name in enumerate(names)]
        self.players = self.viewers[:2]
        self.moves: dict[int, Move] = {}
        self.latest = 0.0  # when a decision was seen first, last
        self.accepted: set[int] = set()

    async def open(self) -> None:
        """Open it, sit down, and let the watchers in."""
        ada, bo = self.players
        await ada.begin()
        company = ["you", "invite", *([f"bot:{self.bot}"] if self.bot else [])]
        seats = {f"seat-{n}": kind for n, kind in enumerate(company)}
        answer = await ada.post("/tables", game=self.game, seats=str(len(company)), visibility="open", **seats)
        assert answer.status == 303, answer.body
        self.path = answer.headers["location"].partition("?")[0]
        self.id = self.path.rpartition("/")[2]
        await bo.begin()
        answer = await bo.post(f"{self.path}/join", name="")
        assert answer.status == 303, answer.body
        for viewer in self.viewers[2:]:
            await viewer.begin()

    async def play(self, pause: float, until: float) -> None:
        """Decide, whoever is to, until the time or the game is over."""
        while time.monotonic() < until:
            if self.players[0].state["over"]:
                self.found.over += 1
                return
            await asyncio.sleep(max(0.0, min(self.due, until) - time.monotonic()))
            if time.monotonic() >= until:  # else all would decide at once in the end
                return
            mover = next((one for one in self.players if one.state["yours"] and one.state["actions"]), None)
            if mover is None:
                await self.change(until - time.monotonic())
            elif not await self.decide(mover, pause, until):
                return

    async def change(self, most: float) -> None:
        """Wait until a player is shown something new."""
        waits = [asyncio.create_task(one.shows.wait()) for one in self.players]
        await asyncio.wait(waits, timeout=max(0.0, most), return_when=asyncio.FIRST_COMPLETED)
        for wait, one in zip(waits, self.players, strict=True):
            wait.cancel()
            one.shows.clear()

    async def decide(self, mover: Viewer, pause: float, until: float) -> bool:
        """Post a decision and wait until its player's page shows it; whether the table goes on."""
        n = mover.n + 1
        told = mover.up  # as a page asks whose stream is there
        body = json.dumps({"n": n, "action": self.lot.choice(mover.state["actions"]), "told": told}).encode()
        move = self.moves.setdefault(n, Move())
        began = time.monotonic()
        move.posted = move.posted or began
        self.due = began + pause
        try:
            answer = await mover.ask("POST", f"{self.path}/play", body, JSON)
        except (OSError, TimeoutError) as cut:
            answer = Answer(0, {}, {}, type(cut).__name__.encode())
        if answer.status in (0, 409, 502, 503):  # it was taken before, or perhaps not: look, and if not, again
            self.found.refused[str(answer.status or answer.body.decode())] += 1
            mover.refresh()
            while mover.loading:
                await asyncio.sleep(0.1)
            self.due = max(self.due, time.monotonic() + 0.5)
            return True
        if answer.status != 200:
            self.found.faults.append(f"{mover.name} could not decide {n}: {answer.status} {answer.body[:200]!r}")
            return False
        self.found.answered.append(time.monotonic() - began)
        if n in self.accepted:
            self.found.faults.append(f"decision {n} of {self.path} was accepted twice")
        self.accepted.add(n)
        while mover.n < n and time.monotonic() < until:
            mover.shows.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(mover.shows.wait(), min(LATE, max(0.0, until - time.monotonic())))
            if mover.n < n:
                mover.refresh()  # its stream says nothing: the answer had it
        return True

    def waiting(self) -> dict[int, int]:
        """By decision that was kept, how many have not seen it."""
        kept = {n: move for n, move in self.moves.items() if move.seen or n in self.accepted}
        return {n: len(self.viewers) - move.seen for n, move in kept.items()}

    def saw(self, n: int) -> None:
        """Somebody's page shows decision n now."""
        now, move = time.monotonic(), self.moves.setdefault(n, Move())
        move.seen += 1
        if move.seen == 1:
            move.first = now
            if move.posted is None and self.latest:
                self.found.bots.append(now - self.latest)
            self.latest = now
        if move.posted is not None:
            self.found.each.append(now - move.posted)
        if move.seen == len(self.viewers):
            self.found.moves += 1
            if move.posted is None:
                self.found.bot_moves += 1
            else:
                self.found.slowest.append(now - move.posted)
            del self.moves[n]

    async def slow_watcher(self, port: int, reads: bool) -> Slow:
        """Somebody at this table who will not read."""
        guest = Viewer(self, Servers([port], 0), "Slow")
        await guest.begin()
        guest.close()
        return Slow(port, f"/live?tables={self.id}", guest.cookies, reads)
