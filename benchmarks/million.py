"""Queues and failures of many servers, simulated: how much machine so many tables need, and what breaks first.

    python benchmarks/million.py                   what a million players take, and what failures do to the others
    python benchmarks/million.py --rows            the rows of "How much machine" in docs/operate.md
    python benchmarks/million.py --check RUN.json  a run of load.py --json beside the same in the simulation

Costs are those that `load.py --costs --postgres --json` has measured: `--costs FILE`, or benchmarks/costs.json.

A cell is some servers on one database; a million players are many cells, as no table needs another. Tables move, a
server accepts the move (one processor, first come first served), the database writes it, every other server on which
somebody looks at the table reads and draws it; bots think in workers; servers and databases fail, and whose stream has
ended comes again. All by lot from one seed, in seconds.
"""

from __future__ import annotations

import argparse
import json
import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from heapq import heapify, heappop, heappush, heapreplace
from pathlib import Path
from typing import Any

KEPT = Path(__file__).with_name("costs.json")
FULL = 0.5  # of a server's processor in use: beyond, who comes back after a failure has no room
BUSY = 0.7  # of the workers' processors
LIMIT = 0.25  # seconds in which a move is to be on everybody's page
RETRY = 1.0  # seconds after which a page comes again
REPOST = 2.0  # and after which it asks whether a move was kept
NOTICED = 2.0  # seconds until nobody is sent to a server that has died
RESTART = 20.0  # and until it is there again
SHAPE = 4.0  # of the gamma distribution of work: half as wide as it is long
MEMORY = 512  # megabytes of PostgreSQL with little in its cache
DAY = 24 * 3600


@dataclass
class Costs:
    """Milliseconds of processor time, megabytes, and what machines are let for: measured, or else supposed."""

    move: float = 10.0  # a server's, for a move with its two players looking on
    watcher: float = 0.3  # for each further page that shows it
    follow: float = 6.0  # of every other server on which somebody looks on
    page: float = 8.0  # for a page that comes, or comes back
    database: float = 1.5  # PostgreSQL's, for a move
    commit: float = 4.0  # until it is on the disk; most of that is waiting
    server: float = 120.0  # megabytes of a server
    table: float = 1.2  # and for each table in memory, most of it pages as they were last drawn
    stream: float = 0.1  # and for each stream
    kilobytes: float = 4.0  # that a move sends to each page
    record: float = 40.0  # kilobytes of a game
    apprentice: float = 2.0  # a worker's, for a bot's decision
    conductor: float = 10.0
    stationmaster: float = 120.0
    tycoon: float = 700.0
    core_hour: float = 0.04  # what a processor costs in an hour
    gigabyte: float = 0.05  # and a gigabyte sent


def read(path: Path | None) -> Costs:
    """What was measured, where it was."""
    costs = Costs()
    if path is not None:
        told = json.loads(path.read_text())["costs"]
        for one in fields(costs):
            setattr(costs, one.name, told.get(one.name, getattr(costs, one.name)))
    return costs


class Station:
    """So many of a kind, to whom work comes in the order of its time: each takes the next when it is free."""

    def __init__(self, count: int) -> None:
        self.free = [0.0] * count
        self.worked = 0.0

    def serve(self, now: float, seconds: float) -> float:
        """When work that comes now is done."""
        begins = max(now, self.free[0])
        heapreplace(self.free, begins + seconds)
        self.worked += seconds
        return begins + seconds

    def empty(self, until: float) -> None:
        """All its work is lost, and none is begun before then."""
        self.free = [until] * len(self.free)
        heapify(self.free)


@dataclass
class Wish:
    """What is simulated."""

    tables: int = 200
    servers: int = 1
    workers: int = 1
    watchers: float = 2.0  # a table, on the average; most have few and some have many
    pause: float = 4.0  # seconds that a person takes for a decision, on the average
    bots: float = 0.0  # the share of tables at which a bot makes every other decision
    level: str = "conductor"
    seconds: float = 60.0
    kill: float = 0.0  # when a server is killed
    failover: tuple[float, float] = (0.0, 0.0)  # when the database is lost, and for how long
    calm: bool = False  # pages come back at a time by lot within ten seconds, not all after one


@dataclass
class Seen:
    """What came of it."""

    pages: list[tuple[float, float]] = field(
        default_factory=list
    )  # when a move was posted, and seconds to the last page
    waits: list[float] = field(default_factory=list)  # of bots for a worker
    thinks: list[float] = field(default_factory=list)  # and until they have decided
    back: list[float] = field(default_factory=list)  # seconds until a page whose server died shows the table again
    refused: int = 0  # posts that had to be made again
    use: float = 0.0  # of the servers' processors
    used_workers: float = 0.0


class Cell:
    """Some servers on one database, and the tables there."""

    def __init__(self, costs: Costs, wish: Wish, seed: int = 1) -> None:
        self.costs, self.wish, self.seen = costs, wish, Seen()
        self.lot = random.Random(seed)
        self.events: list[tuple[float, int, Callable[..., None], tuple[Any, ...]]] = []
        self.count = 0
        self.now = 0.0
        self.servers = [Station(1) for _ in range(wish.servers)]
        self.lives = [0] * wish.servers  # how often each was started
        self.dead = -1
        self.known = True  # that it is dead
        self.database = Station(32)  # transactions at a time
        self.workers = Station(wish.workers)
        self.streams = [[self.any() for _ in range(2 + self.crowd())] for _ in range(wish.tables)]

    def crowd(self) -> int:
        """How many watch a table: geometric."""
        share = self.wish.watchers / (1 + self.wish.watchers)
        return int(math.log(1 - self.lot.random()) / math.log(share)) if share else 0

    def any(self) -> int:
        """A server by lot, as a proxy chooses: none of which it knows that it is dead."""
        there = [n for n in range(self.wish.servers) if n != self.dead or not self.known]
        return self.lot.choice(there)

    def at(self, when: float, act: Callable[..., None], *given: Any) -> None:
        self.count += 1
        heappush(self.events, (when, self.count, act, given))

    def work(self, ms: float) -> float:
        return self.lot.gammavariate(SHAPE, ms / SHAPE) / 1000 if ms else 0.0

    def run(self) -> Seen:
        wish = self.wish
        for k in range(wish.tables):
            self.at(self.lot.expovariate(1 / wish.pause), self.decide, k, -1.0)
        if wish.kill:
            self.at(wish.kill, self.die, 0)
        while self.events and self.events[0][0] < wish.seconds:
            self.now, _, act, given = heappop(self.events)
            act(*given)
        self.seen.use = sum(one.worked for one in self.servers) / wish.seconds / wish.servers
        self.seen.used_workers = self.workers.worked / wish.seconds / wish.workers
        return self.seen

    # a move

    def decide(self, k: int, since: float, bot: bool = False) -> None:
        """Somebody decides at table k, for the first time or (since then) again."""
        since = self.now if since < 0 else since
        begins, lasts = self.wish.failover
        s = self.any()
        if s == self.dead or (begins and begins <= self.now < begins + lasts):
            self.seen.refused += 1
            if s != self.dead:
                self.servers[s].serve(self.now, self.work(self.costs.page / 4))
            return self.at(self.now + (RETRY if s == self.dead else REPOST), self.decide, k, since, bot)
        there = sum(one == s for one in self.streams[k][2:])
        done = self.servers[s].serve(self.now, self.work(self.costs.move + there * self.costs.watcher))
        self.at(done, self.write, k, since, bot, s, self.lives[s])

    def write(self, k: int, since: float, bot: bool, s: int, life: int) -> None:
        """Its server has done its part; the database writes."""
        if self.lives[s] != life:
            self.seen.refused += 1
            return self.at(self.now + RETRY, self.decide, k, since, bot)
        self.at(self.database.serve(self.now, self.work(self.costs.commit)), self.tell, k, since, bot, s)

    def tell(self, k: int, since: float, bot: bool, s: int) -> None:
        """It is kept: other servers on which somebody looks on hear of it."""
        last = self.now
        for r in set(self.streams[k]) - {s, -1}:
            there = sum(one == r for one in self.streams[k])
            ms = self.costs.follow + there * self.costs.watcher
            last = max(last, self.servers[r].serve(self.now, self.work(ms)))
        self.seen.pages.append((since, last - since))
        if k < self.wish.bots * self.wish.tables and not bot:
            begins = max(self.now, self.workers.free[0])
            done = self.workers.serve(self.now, self.work(getattr(self.costs, self.wish.level)))
            self.seen.waits.append(begins - self.now)
            self.seen.thinks.append(done - self.now)
            return self.at(done, self.decide, k, -1.0, True)
        self.at(self.now + self.lot.expovariate(1 / self.wish.pause), self.decide, k, -1.0)

    # failures

    def die(self, s: int) -> None:
        """A server is killed; its pages come to others, and it starts again."""
        self.dead, self.known = s, False
        self.lives[s] += 1
        self.servers[s].empty(self.now + RESTART)
        self.at(self.now + NOTICED, self.notice)
        self.at(self.now + RESTART, self.rise)
        for k, streams in enumerate(self.streams):
            for v, one in enumerate(streams):
                if one == s:
                    streams[v] = -1
                    wait = self.lot.uniform(0, 10) if self.wish.calm else RETRY
                    self.at(self.now + wait, self.come, k, v, self.now)

    def notice(self) -> None:
        self.known = True

    def rise(self) -> None:
        self.dead = -1

    def come(self, k: int, v: int, since: float) -> None:
        """A page whose stream had ended asks for one, and for what it has missed."""
        s = self.any()
        if s == self.dead:
            return self.at(self.now + RETRY, self.come, k, v, since)
        self.streams[k][v] = s
        self.seen.back.append(self.servers[s].serve(self.now, self.work(self.costs.page)) - since)


def waiting(count: int, load: float) -> float:
    """The mean wait for one of so many, in times of service, where all is pure chance: Erlang's formula."""
    blocked = 1.0
    for n in range(1, count + 1):
        blocked = load * blocked / (n + load * blocked)
    waits = blocked / (1 - load / count * (1 - blocked))
    return waits / (count - load)


def at(share: float, seconds: Sequence[float]) -> float:
    """A percentile, in milliseconds."""
    return 1000 * sorted(seconds)[min(int(share * len(seconds)), len(seconds) - 1)] if seconds else math.nan


# how much machine


def others(servers: int, viewers: float) -> float:
    """Of the other servers, on how many somebody looks at a table, if streams go to any."""
    return (servers - 1) * (1 - math.pow(1 - 1 / servers, viewers))


@dataclass
class Machine:
    """What so many tables need."""

    servers: int
    load: float  # of processors, of all servers
    megabytes: float
    database: float
    workers: float
    p95: float = math.nan  # milliseconds to the last page, by simulation


def machine(costs: Costs, wish: Wish, sharded: bool = False) -> Machine:
    """The fewest servers that are half idle; `sharded`, if all that belongs to a table comes to the same one."""
    moves = wish.tables / wish.pause
    mine = costs.move + wish.watchers * costs.watcher
    servers = 0
    load = math.inf
    while load > FULL * max(servers, 1) and servers < 10**6:
        servers = max(servers + 1, int(moves * mine / 1000 / FULL)) if sharded else servers + 1
        follows = 0 if sharded else others(servers, 2 + wish.watchers) * costs.follow
        load = moves * (mine + follows) / 1000
    size = servers * costs.server + wish.tables * (costs.table + (2 + wish.watchers) * costs.stream)
    thinks = moves * wish.bots / 2 * getattr(costs, wish.level) / 1000 / BUSY
    return Machine(servers, load, size, moves * costs.database / 1000, thinks)


def rows(costs: Costs) -> None:
    """Tables of two with two watchers and a move every four seconds; half of them with a bot, for the last columns."""
    levels = ("conductor", "stationmaster", "tycoon")
    head = ["tables", "players, watchers", "servers", "the same, streams anywhere", "processors in use", "memory"]
    head += ["PostgreSQL", "last page, p95", *(f"workers, {one}" for one in levels)]
    print(f"| {' | '.join(head)} |")
    print("|---" * len(head) + "|")
    for tables in (10, 50, 200, 500, 1000, 2000):
        need, loose = (machine(costs, Wish(tables=tables), sharded=one) for one in (True, False))
        wish = Wish(tables=max(1, tables // need.servers), seconds=60)  # what one server has
        p95 = at(0.95, [took for _, took in Cell(costs, wish).run().pages])
        workers = [machine(costs, Wish(tables=tables, bots=0.5, level=one)).workers for one in levels]
        told = [f"{tables:,}", f"{2 * tables:,}, {2 * tables:,}", need.servers, loose.servers, f"{need.load:.1f}"]
        told += [f"{need.megabytes / 1000:.1f} GB"]
        told += ["SQLite will do" if need.servers == 1 else f"{need.database:.1f} processors", f"{p95:.0f} ms"]
        print(f"| {' | '.join(map(str, told))} | {' | '.join(f'{one:.1f}' for one in workers)} |")


# a million players


def million(costs: Costs, players: int) -> None:
    print(f"{players:,} players at tables of two, a watcher at every fifth table, a decision every eight seconds,")
    print("a bot at every fifth table; half of what is bought is idle, so that a failure has room")
    wish = Wish(tables=players // 2, watchers=0.2, pause=8.0, bots=0.2)
    moves = wish.tables / wish.pause
    need = machine(costs, wish, sharded=True)
    print(f"\n{moves:,.0f} moves a second")
    print(f"{'servers':32}{need.servers:10,} with a processor each, {need.megabytes / 1000:,.0f} GB together")
    cell = machine(costs, Wish(tables=2000, watchers=0.2, pause=8.0))
    loose = cell.servers * wish.tables / 2000
    print(f"{'  without sharding in a cell':32}{loose:10,.0f} in cells of 2,000 tables, where streams go anywhere")
    print(f"{'PostgreSQL':32}{need.database / FULL:10,.0f} processors, in cells")
    total = need.servers + need.database / FULL
    for level in ("apprentice", "conductor", "stationmaster", "tycoon"):
        workers = machine(costs, Wish(tables=wish.tables, pause=8.0, bots=0.2, level=level)).workers
        print(f"{'workers, ' + level:32}{workers:10,.0f} processors, if all bots are of that level")
        total += workers / 4
    sent = moves * (2 + wish.watchers) * costs.kilobytes / 1e6
    print(f"{'sent':32}{8 * sent:10,.1f} Gbit/s")
    games = moves / 2 * DAY / 200
    print(f"{'records':32}{games * costs.record / 1e6:10,.0f} GB a day, of {games:,.0f} games of 200 decisions")
    cost = total * costs.core_hour * 24
    print(
        f"{'a day, levels in equal parts':32}{cost:10,.0f} for {total:,.0f} processors at {costs.core_hour} an hour,",
        end="",
    )
    print(f" and {sent * DAY / 2 * costs.gigabyte:,.0f} for what is sent at {costs.gigabyte} a gigabyte")


def half_idle(costs: Costs, servers: int, use: float) -> int:
    """How many tables with two watchers keep so many servers so busy."""
    each = costs.move + 2 * costs.watcher + others(servers, 4) * costs.follow
    return int(use * servers / (each / 1000 / 4))


def failures(costs: Costs) -> None:
    """What a failed server does to the others, how long pages take to come back, and the same for a database."""
    print("\na cell of 8 servers, one of them killed after 20 seconds; pages come again after a second, or")
    print("at a time of their own within ten")
    print(
        f"{'use':>5}{'tables':>8}{'pages':>8}{'p95 before':>12}{'p95 after':>12}{'worst':>8}{'back':>8}{'normal':>10}"
    )
    for use in (0.3, 0.5, 0.7, 0.85):
        for calm in (False, True):
            tables = half_idle(costs, 8, use)
            seen = Cell(costs, Wish(tables=tables, servers=8, kill=20, calm=calm)).run()
            before = [s for t, s in seen.pages if 5 < t < 20]
            after = [s for t, s in seen.pages if 20 <= t < 30]
            print(
                f"{use:5.0%}{tables:8}{'spread' if calm else 'at once':>8}{at(0.95, before):9.0f} ms"
                f"{at(0.95, after):9.0f} ms{max(after):6.1f} s{max(seen.back):6.1f} s{normal(seen, 20, 60):>10}"
            )
    print("\nthe same cell at 50 %, its database away after 20 seconds")
    tables = half_idle(costs, 8, 0.5)
    for lasts in (5.0, 15.0, 30.0):
        seen = Cell(costs, Wish(tables=tables, servers=8, failover=(20, lasts), seconds=80)).run()
        late = max(t + s for t, s in seen.pages if 20 <= t < 20 + lasts)
        more = late - 20 - lasts
        print(f"away {lasts:3.0f} s: {seen.refused:6,} posts made again, all kept {more:.1f} s after it is back")


def normal(seen: Seen, failed: float, end: float) -> str:
    """When, after a failure, 95 of 100 moves of five seconds are on all pages in time again, and stay so."""
    late = -1
    for second in range(int(failed), int(end) - 6):
        took = [s for t, s in seen.pages if second <= t < second + 5]
        if took and at(0.95, took) > 1000 * LIMIT:
            late = second
    return "at once" if late < 0 else "never" if late >= end - 10 else f"{late + 1 - failed:.0f} s"


def bots(costs: Costs) -> None:
    """How long a bot's decision waits for a worker."""
    wish = Wish(tables=400, bots=1.0, level="stationmaster", pause=8.0, servers=8, seconds=120)
    need = wish.tables / (wish.pause + costs.stationmaster / 1000) * costs.stationmaster / 1000
    print(f"\n{wish.tables} tables against a {wish.level}: {need:.1f} workers are always busy")
    print(f"{'workers':>8}{'busy':>8}{'waits, mean':>14}{'p95':>10}{'p99':>10}{'by formula':>12}")
    for count in sorted({math.ceil(need * more) for more in (0.9, 1.05, 1.2, 1.4, 2.0)}):
        wish.workers = count
        seen = Cell(costs, wish).run()
        formula = f"{waiting(count, need) * costs.stationmaster:.0f} ms" if need < count else "for ever"
        mean = 1000 * sum(seen.waits) / len(seen.waits)
        print(
            f"{count:8}{seen.used_workers:8.0%}{mean:11.0f} ms{at(0.95, seen.waits):7.0f} ms"
            f"{at(0.99, seen.waits):7.0f} ms{formula:>12}"
        )


def check(costs: Costs, path: Path) -> None:
    """A run beside the same in the simulation, with what that run itself says of its costs."""
    told = json.loads(path.read_text())
    wish = Wish(
        tables=told["tables"],
        servers=told["servers"],
        watchers=told["watchers"] / told["tables"],
        pause=told["tables"] / told["moves a second"],
        seconds=60,
    )
    costs.watcher, costs.follow = 0.0, 0.0
    away = others(wish.servers, 2 + wish.watchers)
    costs.move = costs.follow = told["ms a move"]["server"] / (1 + away)
    seen = Cell(costs, wish).run()
    pages = [s for t, s in seen.pages if t > 5]
    print(f"{'':24}{'measured':>12}{'simulated':>12}")
    print(f"{'processors in use':24}{told['cores']['server']:12.2f}{seen.use * wish.servers:12.2f}")
    for share in ("50", "95", "99"):
        print(f"{'last page ms, p' + share:24}{told['last page ms'][share]:12.1f}{at(int(share) / 100, pages):12.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--costs", type=Path, default=KEPT if KEPT.exists() else None)
    parser.add_argument("--players", type=int, default=1_000_000)
    parser.add_argument("--rows", action="store_true")
    parser.add_argument("--check", type=Path)
    args = parser.parse_args()
    costs = read(args.costs)
    if args.check:
        check(costs, args.check)
    elif args.rows:
        rows(costs)
    else:
        million(costs, args.players)
        failures(costs)
        bots(costs)


if __name__ == "__main__":
    main()
