"""Speed of every game, compiled and interpreted, beside public engines: a table, and latest.json.

Each contestant lives in a warm process of its own, and only one runs at a time. They take turns in short rounds, so
that a machine that is busy for a while slows all of them, and are timed by the processor time they used; rates and
ratios are medians over the rounds.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import subprocess
import sys
import tempfile
import timeit
from importlib.metadata import version
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

HERE = Path(__file__).resolve().parent
COMPILED = HERE.parent / "build" / "compiled"
BUILDS = ("compiled", "interpreted")
LOOPS = ("own loop", "Python loop")
DECK_BUILDERS = ("trains",)  # pyminion is one: only these are held against it
RIVALS = ("catanatron", "pyminion")
THOUGHT, LONG_THOUGHT = 60, 3000  # iterations a turn: to measure search by, and to fill the memory with
LEAST = {"trains": 210, "spyrium": 150, "empires": 58, "empyreal": 55}  # own loop, times catanatron
DRIVEN = {"trains": 120, "spyrium": 80, "empires": 45, "empyreal": 45}  # the same from a Python loop


def tables(seats: range) -> list[int]:
    """The seat counts that are measured: fewest and most, and the one between if there are many."""
    return sorted({seats[0], seats[-1], *([seats[len(seats) // 2]] if len(seats) > 4 else [])})


class House:
    """Our games, in whichever build this process has."""

    def __init__(self) -> None:
        import roundhouse
        from roundhouse.bots.playout import playout
        from roundhouse.core import verbs
        from roundhouse.core.rng import seeded

        self.house = roundhouse
        self.playout = playout
        self.seeded = seeded
        self.native = not str(verbs.__file__).endswith(".py")

    def about(self) -> dict[str, Any]:
        seats = {name: self.house.game(name).seats for name in self.house.games()}
        return {"native": self.native, "seats": {n: tables(s) for n, s in seats.items()}}

    def play(self, game: str, seats: int, loop: str, seconds: float) -> dict[str, float]:
        """Whole random games for that long, set-up included."""
        found = self.house.game(game)
        rng = self.seeded(0)
        made = games = 0
        start = process_time()
        end = perf_counter() + seconds
        while perf_counter() < end:
            state = found.new(seats, seed=games)
            made += self.playout(state, rng) if loop == "own loop" else drive(state)
            games += 1
        return {"decisions": made, "games": games, "seconds": process_time() - start}

    def clone(self, game: str, seats: int) -> dict[str, float]:
        """A state in the middle of a random game against a list of 60 ints."""
        state = self.house.game(game).new(seats, seed=1)
        choose = random.Random(1)
        for _ in range(self.playout(state.clone(), self.seeded(1)) // 2):
            if not state.over:
                state.apply(choose.choice(state.legal()))
        return {"clone_ns": nanoseconds(state.clone), "list_ns": nanoseconds(list(range(60)).copy)}

    def record(self, game: str, seats: int) -> dict[str, float]:
        """Reading and verifying a finished random game of 400 or more decisions, and replaying it."""
        seed = 0
        choose = random.Random(1)
        while True:
            record = self.house.Record(game, seats, seed=seed)
            while not record.state.over:
                record.play(choose.choice(record.state.legal()))
            if len(record.lines) >= 400 or seed == 50:
                break
            seed += 1
        with tempfile.TemporaryDirectory() as folder:
            path = str(Path(folder) / "game.jsonl")
            record.save(path)
            load = median(timeit.repeat(lambda: self.house.load(path), number=1, repeat=7))
        replay = median(timeit.repeat(record.replay, number=1, repeat=7))
        return {"decisions": len(record.lines), "load_ms": load * 1e3, "replay_ms": replay * 1e3}

    def lines(self) -> dict[str, float]:
        """The slowest search for the lines of a delivery, among compact networks of all 23 tracks."""
        from roundhouse.games.empires.lines import Lines, neighbours

        box: Any = self.house.game("empires").box(None)
        worst = tried = 0.0
        for tiles, rotations in box.atlas.placements(4)[::12]:
            board = box.board(tiles, rotations)
            for centre in range(0, board.size, 6):
                near = sorted(range(board.size), key=lambda h: (apart(board, h, centre), h))
                spaces = bytes(near[:23])
                beside = neighbours(board, spaces)
                for start in [h for h in spaces if h in board.factory]:
                    for goal in [h for h in spaces if h in board.city]:
                        begun = process_time()
                        Lines(board, spaces, beside, bytes(board.size), 0, start, goal).outcomes()
                        worst = max(worst, process_time() - begun)
                        tried += 1
        return {"searches": tried, "worst_ms": worst * 1e3}

    def search(self, game: str, seats: int, seconds: float) -> dict[str, float]:
        """A search bot at every seat of a game for that long, at each decision with the same few iterations."""
        from roundhouse.bots.make import Player

        state = self.house.game(game).new(seats, seed=1)
        bots = [Player(f"search@{THOUGHT}", seat) for seat in range(seats)]
        start = process_time()
        end = perf_counter() + seconds
        while perf_counter() < end and not state.over:
            state.apply(bots[state.seat].decide(state))
        return {"iterations": sum(b.bot.iterations for b in bots), "seconds": process_time() - start}

    def memory(self, game: str, seats: int) -> dict[str, float]:
        """What this process takes after a whole game that a search bot has played against greedy ones."""
        from roundhouse.bots.make import Player

        state = self.house.game(game).new(seats, seed=1)
        before = resident()
        bots = [Player(f"search@{LONG_THOUGHT}" if not seat else "greedy", seat) for seat in range(seats)]
        turns = most = 0
        while not state.over:
            turns += state.seat == 0 and state.game.heuristics.settled(state)
            state.apply(bots[state.seat].decide(state))
            most = max(most, resident())
        return {"turns": turns, "before_mb": before / 1e6, "most_mb": most / 1e6, "after_mb": resident() / 1e6}


def resident() -> int:
    """The bytes of memory this process has; compiled objects are seen by no tool that is nearer. Linux only."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def apart(board: Any, a: int, b: int) -> int:
    """How many steps lie between two hexes."""
    q, r = board.q[a] - board.q[b], board.r[a] - board.r[b]
    return int(max(abs(q), abs(r), abs(q + r)))


def drive(state: Any) -> int:
    """Random play through the contract, from a Python loop; how many decisions had more than one option."""
    made = 0
    pick = random.random
    while not state.over:
        options = state.legal()
        n = len(options)
        if n > 1:
            made += 1
            state.apply(options[int(pick() * n)])
        else:
            state.apply(options[0])
    return made


def nanoseconds(call: Any) -> float:
    timer = timeit.Timer(call)
    n = max(10, int(0.02 / (timer.timeit(200) / 200)))
    return min(timer.repeat(5, n)) / n * 1e9


def serve(who: str) -> None:
    """Answer one JSON line with another until the input ends."""
    if who in RIVALS:
        import rivals

        contestant: Any = rivals.RIVALS[who]()
    else:
        contestant = House()
    for line in sys.stdin:
        task, given = json.loads(line)
        print(json.dumps(getattr(contestant, task)(**given)), flush=True)


class Worker:
    """A contestant in a process of its own."""

    def __init__(self, who: str, build: Path | None = None) -> None:
        env = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
        if build:
            env["PYTHONPATH"] = str(build)
        command = [sys.executable, __file__, "--serve", who]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env, text=True)

    def ask(self, task: str, **given: Any) -> dict[str, Any]:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps([task, given]) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            sys.exit("A contestant stopped; its error stands above.")
        result: dict[str, Any] = json.loads(answer)
        return result

    def rest(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()


def measure(rounds: int, budget: float, base: Path | None) -> dict[str, Any]:
    """All rounds, raw."""
    workers = {who: Worker(who, COMPILED if who == "compiled" else None) for who in (*BUILDS, *RIVALS)}
    if base:
        workers["base"] = Worker("base", base.resolve())
    about = {build: workers[build].ask("about") for build in BUILDS}
    if not about["compiled"]["native"] or about["interpreted"]["native"]:
        sys.exit("The two builds are not one compiled and one interpreted; run this by `make bench`.")
    seats = about["compiled"]["seats"]
    builds = (*BUILDS, "base") if base else BUILDS
    ours = [(g, n, b, loop) for g in seats for n in reversed(seats[g]) for b in builds for loop in LOOPS]
    slice_ = budget / rounds / (len(ours) + len(RIVALS))
    plays: dict[str, list[Any]] = {key(*row): [] for row in ours} | {r: [] for r in RIVALS}
    clones: dict[str, list[Any]] = {key(g, seats[g][-1], b): [] for g in seats for b in builds} | {"catanatron": []}
    records: dict[str, list[Any]] = {key(g, seats[g][-1], "compiled"): [] for g in seats}
    searches: dict[str, list[Any]] = {key(g, seats[g][0], b): [] for g in seats for b in builds}
    lines: list[Any] = []
    for n in range(-1, rounds):
        print(f"round {n + 1} of {rounds} ..." if n >= 0 else "warming up ...", file=sys.stderr, flush=True)
        for rival in RIVALS:
            keep(plays[rival], workers[rival].ask("play", seconds=slice_ if n >= 0 else 0.2), n)
        for g, s, b, loop in ours:
            seconds = slice_ if n >= 0 else 0.2
            keep(plays[key(g, s, b, loop)], workers[b].ask("play", game=g, seats=s, loop=loop, seconds=seconds), n)
        for g in seats:
            for b in builds:
                keep(clones[key(g, seats[g][-1], b)], workers[b].ask("clone", game=g, seats=seats[g][-1]), n)
                found = workers[b].ask("search", game=g, seats=seats[g][0], seconds=2 * slice_ if n >= 0 else 0.2)
                keep(searches[key(g, seats[g][0], b)], found, n)
            found = workers["compiled"].ask("record", game=g, seats=seats[g][-1])
            keep(records[key(g, seats[g][-1], "compiled")], found, n)
        keep(clones["catanatron"], workers["catanatron"].ask("clone"), n)
        keep(lines, workers["compiled"].ask("lines"), n)
    for worker in workers.values():
        worker.rest()
    memory = {key(g, seats[g][0], "compiled"): remembered(g, seats[g][0]) for g in seats}
    return {
        "plays": plays, "clones": clones, "records": records, "lines": lines, "searches": searches, "memory": memory,
        "seats": seats,
    }  # fmt: skip


def remembered(game: str, seats: int) -> dict[str, Any]:
    """What a bot takes of memory, in a process that has done nothing else."""
    worker = Worker("compiled", COMPILED)
    found = worker.ask("memory", game=game, seats=seats)
    worker.rest()
    return found


def key(game: str, seats: int, *rest: str) -> str:
    return ", ".join((game, f"{seats} seats", *rest))


def keep(rows: list[Any], row: Any, n: int) -> None:
    if n >= 0:
        rows.append(row)


def digest(raw: dict[str, Any]) -> dict[str, Any]:
    """Medians of the rounds and of the ratios within a round."""
    rates = {who: [r["decisions"] / r["seconds"] for r in rows] for who, rows in raw["plays"].items()}
    play = {}
    for who, rows in raw["plays"].items():
        play[who] = {
            "decisions_per_second": round(median(rates[who])),
            "games_per_second": round(median(r["games"] / r["seconds"] for r in rows), 1),
            "decisions_per_game": round(sum(r["decisions"] for r in rows) / sum(r["games"] for r in rows), 1),
            "times": {
                rival: round(median(a / b for a, b in zip(rates[who], rates[rival], strict=True)), 2)
                for rival in RIVALS
            },
            "rounds": [round(r) for r in rates[who]],
        }
    clone = {}
    for who, rows in raw["clones"].items():
        clone[who] = {"nanoseconds": round(median(r["clone_ns"] for r in rows))}
        if "list_ns" in rows[0]:
            clone[who]["list_of_60_nanoseconds"] = round(median(r["list_ns"] for r in rows))
            clone[who]["times_list"] = round(median(r["clone_ns"] / r["list_ns"] for r in rows), 2)
    record = {
        who: {
            "decisions": rows[0]["decisions"],
            "load_and_verify_ms": round(median(r["load_ms"] for r in rows), 2),
            "replay_ms": round(median(r["replay_ms"] for r in rows), 2),
        }
        for who, rows in raw["records"].items()
    }
    lines = {
        "searches": round(raw["lines"][0]["searches"]),
        "worst_ms": round(median(r["worst_ms"] for r in raw["lines"]), 2),
    }
    search = {
        who: {"iterations_per_second": round(median(r["iterations"] / r["seconds"] for r in rows))}
        for who, rows in raw["searches"].items()
    }
    for who, row in search.items():
        interpreted = search[who.replace(", compiled", ", interpreted")]["iterations_per_second"]
        row["times_interpreted"] = round(row["iterations_per_second"] / interpreted, 1)
    memory = {who: {name: round(value, 1) for name, value in row.items()} for who, row in raw["memory"].items()}
    aims = targets(raw["seats"], play, clone, record)
    aims.append(aim("empires", "worst search for lines, ms", lines["worst_ms"], 30, False))
    return {
        "play": play, "clone": clone, "record": record, "lines": lines, "search": search, "memory": memory,
        "targets": aims,
    }  # fmt: skip


def targets(seats: dict[str, list[int]], play: Any, clone: Any, record: Any) -> list[dict[str, Any]]:
    """What every game should reach at its full table."""
    out = []
    for game, counts in seats.items():
        name = key(game, counts[-1], "compiled")
        own, driven = play[f"{name}, own loop"]["times"], play[f"{name}, Python loop"]["times"]
        for said, value, bound, least in (
            ("own loop, times catanatron", own["catanatron"], LEAST.get(game, 30), True),
            ("own loop, times pyminion", own["pyminion"], 15, True),
            ("Python loop, times catanatron", driven["catanatron"], DRIVEN.get(game, 8), True),
            ("clone, times copying a list of 60 ints", clone[name]["times_list"], 12, False),
            ("record, load and verify, ms", record[name]["load_and_verify_ms"], 20, False),
        ):
            if "pyminion" in said and game not in DECK_BUILDERS:
                continue
            out.append(aim(game, said, value, bound, least))
        for fewer in counts[:-1] if len(counts) > 2 else []:
            row = play[f"{key(game, fewer, 'compiled')}, own loop"]
            said = f"own loop at {fewer} seats, times catanatron"
            out.append(aim(game, said, row["times"]["catanatron"], LEAST.get(game, 30), True))
            grows = row["decisions_per_second"] / play[f"{name}, own loop"]["decisions_per_second"]
            said = f"a decision at {counts[-1]} seats, times one at {fewer}"
            out.append(aim(game, said, round(grows, 2), counts[-1] / fewer, False))
    return out


def aim(game: str, what: str, value: float, bound: float, least: bool) -> dict[str, Any]:
    """A target, and whether it is reached."""
    holds = value >= bound if least else value <= bound
    want = f"{'at least' if least else 'at most'} {bound}"
    return {"game": game, "what": what, "value": value, "target": want, "holds": holds}


def show(result: dict[str, Any], rounds: int) -> None:
    print(f"Random play of whole games, median of {rounds} rounds. Decisions with one option are not counted.\n")
    head = ("decisions/s", "games/s", "dec/game", "x catanatron", "x pyminion")
    print(f"{'':44}" + "".join(f"{h:>14}" for h in head))
    for who, row in result["play"].items():
        name = f"{who} {result['versions'][who]}, 4 seats" if who in RIVALS else who
        cells = (
            f"{row['decisions_per_second']:,}", f"{row['games_per_second']:,.1f}", f"{row['decisions_per_game']:,.0f}",
            *(f"{row['times'][r]:,.2f}" for r in RIVALS),
        )  # fmt: skip
        print(f"{name:44}" + "".join(f"{c:>14}" for c in cells))
    print(f"\n{'Copy of a state in mid-game':44}{'microseconds':>14}{'x 60-int list':>14}")
    for who, row in result["clone"].items():
        print(f"{who:44}{row['nanoseconds'] / 1e3:>14,.2f}{row.get('times_list', ''):>14}")
    print(f"\n{'Record of a finished game':44}{'decisions':>14}{'load, ms':>14}{'replay, ms':>14}")
    for who, row in result["record"].items():
        print(f"{who:44}{row['decisions']:>14}{row['load_and_verify_ms']:>14}{row['replay_ms']:>14}")
    lines = result["lines"]
    print(f"\n{'Lines of a delivery, networks of 23 tracks':44}{'searches':>14}{'worst, ms':>14}")
    print(f"{'empires, compiled':44}{lines['searches']:>14}{lines['worst_ms']:>14}")
    print(f"\n{f'Search, {THOUGHT} iterations a turn':44}{'iterations/s':>14}{'x interpreted':>14}")
    for who, row in result["search"].items():
        print(f"{who:44}{row['iterations_per_second']:>14,}{row['times_interpreted']:>14}")
    spans = ("turns", "before, MB", "most, MB", "after, MB")
    print(f"\n{f'Memory of a game, {LONG_THOUGHT} iterations a turn':44}" + "".join(f"{h:>14}" for h in spans))
    for who, row in result["memory"].items():
        sizes = (row["turns"], row["before_mb"], row["most_mb"], row["after_mb"])
        print(f"{who:44}" + "".join(f"{size:>14g}" for size in sizes))
    print()
    for t in result["targets"]:
        print(f"{'holds ' if t['holds'] else 'MISSED'}  {t['game']}: {t['what']}: {t['value']:g} ({t['target']})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--budget", type=float, default=80, help="seconds of play in all")
    parser.add_argument("--base", type=Path, help="another compiled build, to be measured in the same rounds")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        return serve(given.serve)
    result: dict[str, Any] = {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "versions": {r: version(r) for r in RIVALS},
        "rounds": given.rounds,
    }
    result |= digest(measure(given.rounds, given.budget, given.base))
    show(result, given.rounds)
    (HERE / "latest.json").write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
