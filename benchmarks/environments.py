"""Steps a second of the environments for those who learn, beside public ones: a table, and environments.json.

As in `run.py` each contestant lives in a warm process of its own, they take turns in short rounds and are timed by the
processor time they used; rates and ratios are medians over the rounds. The others have virtual environments of their
own, in build/environments, as catanatron wants older versions of what they all use.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

HERE = Path(__file__).resolve().parent
BUILD = HERE.parent / "build"
COMPILED = BUILD / "compiled"
OTHERS = BUILD / "environments"
NEEDED = {"catanatron": "catanatron-gym>=4,<5", "classic": "pettingzoo[classic]>=1.25,<2"}
GAMES = ("trains", "spyrium", "empires", "empyreal")
SEATS = 2  # as catanatron's environment has
TABLES = 64  # at once
SAMPLED = "PettingZoo, its own sampling"
OURS = ("vector", "PettingZoo", SAMPLED, "Gymnasium", "OpenSpiel")
CLASSICS = ("tictactoe_v3", "connect_four_v3", "chess_v6")
RIVALS = ("catanatron", *CLASSICS)


def lot(mask: Any) -> int:
    """One of the actions that a mask allows."""
    options = mask.nonzero()[0]
    return int(options[int(random.random() * len(options))])


def turns(env: Any, seconds: float) -> int:
    """Whole games of an AEC environment for that long; how many steps they had, those of finished agents aside."""
    made = 0
    end = perf_counter() + seconds
    while perf_counter() < end:
        env.reset()
        while True:
            seen, _, over, cut, _ = env.last()
            if over or cut:
                break
            env.step(lot(seen["action_mask"]))
            made += 1
    return made


def sampled(env: Any, seconds: float) -> int:
    """The same as PettingZoo's documentation has it: by its iterator, and its spaces choose."""
    made = 0
    end = perf_counter() + seconds
    while perf_counter() < end:
        env.reset()
        for agent in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            env.step(None if over or cut else env.action_space(agent).sample(seen["action_mask"]))
            made += not (over or cut)
    return made


class Ours:
    """The environments of our games."""

    def __init__(self) -> None:
        import roundhouse
        from roundhouse.bots.playout import playout
        from roundhouse.core import verbs
        from roundhouse.core.observation import Sheet
        from roundhouse.core.rng import seeded

        self.house, self.playout, self.sheet, self.seeded = roundhouse, playout, Sheet, seeded
        self.native = not str(verbs.__file__).endswith(".py")
        self.made: dict[tuple[str, str], Any] = {}

    def about(self) -> dict[str, Any]:
        return {"native": self.native}

    def steps(self, game: str, how: str, seconds: float) -> dict[str, float]:
        """Random play by one of the environments for that long, setting up tables included."""
        if (game, how) not in self.made:
            self.made[game, how] = self.make(game, how)
        env = self.made[game, how]
        start = process_time()
        if how == "vector":
            made = self.many(env, seconds)
        elif how == "Gymnasium":
            made = self.learn(env, seconds)
        elif how == "OpenSpiel":
            made = self.spiel(env, seconds)
        else:
            made = (sampled if how == SAMPLED else turns)(env, seconds)
        return {"steps": made, "seconds": process_time() - start}

    def make(self, game: str, how: str) -> Any:
        if how == "vector":
            from roundhouse.rl.vector import VectorEnv

            return VectorEnv(game, TABLES, seats=SEATS, seed=1)
        if how == "Gymnasium":
            from roundhouse.rl.gymnasium import make

            return make(game, ["random"] * (SEATS - 1))
        if how == "OpenSpiel":
            import pyspiel

            import roundhouse.rl.openspiel  # noqa: F401, registers the games

            return pyspiel.load_game(f"roundhouse_{game}(seats={SEATS})")
        from roundhouse.rl import pettingzoo

        return pettingzoo.env(game, seats=SEATS)

    def many(self, env: Any, seconds: float) -> int:
        made = 0
        end = perf_counter() + seconds
        while perf_counter() < end:
            env.step(env.sample())
            made += TABLES
        return made

    def learn(self, env: Any, seconds: float) -> int:
        made = 0
        end = perf_counter() + seconds
        while perf_counter() < end:
            _, info = env.reset()
            over = cut = False
            while not (over or cut):
                _, _, over, cut, info = env.step(lot(info["action_mask"]))
                made += 1
        return made

    def spiel(self, game: Any, seconds: float) -> int:
        """Each decision with the tensor of who decides."""
        made = 0
        end = perf_counter() + seconds
        while perf_counter() < end:
            state = game.new_initial_state()
            state.apply_action(made % game.max_chance_outcomes())
            while not state.is_terminal():
                state.observation_tensor()
                options = state.legal_actions()
                state.apply_action(options[int(random.random() * len(options))])
                made += 1
        return made

    def costs(self, game: str, seconds: float) -> dict[str, float]:
        """A decision in the engine's own loop, and an observation of the tables that come up in games."""
        found = self.house.game(game)
        rng, pick = self.seeded(0), random.Random(0)
        decisions, tables = 0, []
        for seed in range(8):
            state = found.new(SEATS, seed=seed)
            while not state.over:
                decisions += 1
                if decisions % 4 == 0:
                    tables.append(state.clone())
                state.apply(pick.choice(state.legal()))
        each = decisions / 8
        games, start, end = 0, process_time(), perf_counter() + seconds / 2
        while perf_counter() < end:
            self.playout(found.new(SEATS, seed=games), rng)
            games += 1
        decision = (process_time() - start) / (games * each)
        observation, sheet = found.observation, self.sheet()
        write = observation.write
        written, start, end = 0, process_time(), perf_counter() + seconds / 2
        while perf_counter() < end:
            for table in tables:
                sheet.clear()
                write(table, table.seat, sheet)
            written += len(tables)
        return {"decision_ns": decision * 1e9, "observation_ns": (process_time() - start) / written * 1e9}


class Catanatron:
    """catanatron's Gymnasium environment as it comes: one seat learns, and a RandomPlayer has the other."""

    def __init__(self) -> None:
        import gymnasium

        self.env = gymnasium.make("catanatron_gym:catanatron-v1", disable_env_checker=True)

    def steps(self, seconds: float) -> dict[str, float]:
        made = 0
        start = process_time()
        end = perf_counter() + seconds
        while perf_counter() < end:
            _, info = self.env.reset()
            over = cut = False
            while not (over or cut):
                options = info["valid_actions"]
                _, _, over, cut, info = self.env.step(options[int(random.random() * len(options))])
                made += 1
        return {"steps": made, "seconds": process_time() - start}


class Classic:
    """One of PettingZoo's own games, without its wrappers."""

    def __init__(self, name: str) -> None:
        from importlib import import_module

        self.env = import_module(f"pettingzoo.classic.{name}").raw_env()

    def steps(self, seconds: float) -> dict[str, float]:
        start = process_time()
        made = turns(self.env, seconds)
        return {"steps": made, "seconds": process_time() - start}


def serve(who: str) -> None:
    """Answer one JSON line with another until the input ends; what a contestant prints goes elsewhere."""
    answers, sys.stdout = sys.stdout, sys.stderr
    contestant: Any = Ours() if who == "ours" else Catanatron() if who == "catanatron" else Classic(who)
    for line in sys.stdin:
        task, given = json.loads(line)
        print(json.dumps(getattr(contestant, task)(**given)), file=answers, flush=True)


class Worker:
    """A contestant in a process of its own; `lacking` if it cannot be started."""

    def __init__(self, who: str) -> None:
        env = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
        room = OTHERS / ("catanatron" if who == "catanatron" else "classic")
        python = sys.executable if who == "ours" else str(room / "bin" / "python")
        if who == "ours":
            env["PYTHONPATH"] = str(COMPILED)
        self.process = subprocess.Popen(
            [python, __file__, "--serve", who], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env, text=True
        )
        self.lacking = False

    def ask(self, task: str, **given: Any) -> dict[str, Any]:
        assert self.process.stdin
        assert self.process.stdout
        try:
            self.process.stdin.write(json.dumps([task, given]) + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            self.lacking = True
        answer = "" if self.lacking else self.process.stdout.readline()
        self.lacking = not answer
        result: dict[str, Any] = json.loads(answer) if answer else {}
        return result

    def rest(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()


def prepare() -> None:
    """The virtual environments of the others, made once."""
    for name, needed in NEEDED.items():
        room = OTHERS / name
        if (room / "ready").exists():
            continue
        print(f"Setting up {room.relative_to(BUILD.parent)} (once, a minute) ...", file=sys.stderr, flush=True)
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(room)], check=True)
        subprocess.run([str(room / "bin" / "python"), "-m", "pip", "install", "-qq", needed], check=True)
        (room / "ready").write_text(needed + "\n")


def measure(rounds: int, budget: float) -> dict[str, dict[str, list[Any]]]:
    """All rounds, raw."""
    ours = Worker("ours")
    if not ours.ask("about").get("native"):
        sys.exit("The engine is not compiled; run this by `make bench-rl`.")
    others = {who: Worker(who) for who in RIVALS}
    slice_ = budget / rounds / (len(GAMES) * (len(OURS) + 1) + len(RIVALS))
    steps: dict[str, list[Any]] = {}
    costs: dict[str, list[Any]] = {}
    for n in range(-1, rounds):
        print(f"round {n + 1} of {rounds} ..." if n >= 0 else "warming up ...", file=sys.stderr, flush=True)
        seconds = slice_ if n >= 0 else 0.1
        for who, worker in others.items():
            keep(steps, who, worker.ask("steps", seconds=seconds), n)
        for game in GAMES:
            for how in OURS:
                keep(steps, f"{game}, {how}", ours.ask("steps", game=game, how=how, seconds=seconds), n)
            keep(costs, game, ours.ask("costs", game=game, seconds=seconds), n)
    for worker in (ours, *others.values()):
        worker.rest()
    return {"steps": steps, "costs": costs}


def keep(rows: dict[str, list[Any]], who: str, row: Any, n: int) -> None:
    if n >= 0 and row:
        rows.setdefault(who, []).append(row)


def digest(raw: dict[str, dict[str, list[Any]]]) -> dict[str, Any]:
    """Medians of the rounds and of the ratios within a round."""
    rates = {who: [r["steps"] / r["seconds"] for r in rows] for who, rows in raw["steps"].items()}
    against = rates.get("catanatron", [])
    steps = {
        who: {"steps_per_second": round(median(r)), "times_catanatron": times(r, against)} for who, r in rates.items()
    }
    costs = {
        game: {name: round(median(row[name] for row in rows)) for name in ("decision_ns", "observation_ns")}
        for game, rows in raw["costs"].items()
    }
    aims = []
    for game in GAMES:
        single, many = rates[f"{game}, PettingZoo"], rates[f"{game}, vector"]
        share = median(r["observation_ns"] / r["decision_ns"] for r in raw["costs"][game])
        aims += [
            aim(game, "PettingZoo, times catanatron's environment", times(single, against), 10, True),
            aim(game, "vector, times PettingZoo", times(many, single), 5, True),
            aim(game, f"vector, times {SAMPLED}", times(many, rates[f"{game}, {SAMPLED}"]), 5, True),
            aim(game, "an observation, times a decision", round(share, 2), 1, False),
        ]
    return {"steps": steps, "costs": costs, "targets": aims}


def times(a: list[float], b: list[float]) -> float:
    """How many times faster, by round; 0 if the other could not be measured."""
    return round(median(x / y for x, y in zip(a, b, strict=True)), 2) if b else 0.0


def aim(game: str, what: str, value: float, bound: float, least: bool) -> dict[str, Any]:
    holds = value >= bound if least else value <= bound
    return {
        "game": game, "what": what, "value": value, "target": f"{'at least' if least else 'at most'} {bound}",
        "holds": holds,
    }  # fmt: skip


def show(result: dict[str, Any]) -> None:
    print(f"Random play of whole games at {SEATS} seats, median of {result['rounds']} rounds.\n")
    print(f"{'':44}{'steps/s':>14}{'x catanatron':>14}")
    for who, row in result["steps"].items():
        print(f"{who:44}{row['steps_per_second']:>14,}{row['times_catanatron']:>14,.2f}")
    print(f"\n{'In the engine':44}{'decision, ns':>14}{'observation':>14}")
    for game, row in result["costs"].items():
        print(f"{game:44}{row['decision_ns']:>14,}{row['observation_ns']:>14,}")
    print()
    for t in result["targets"]:
        print(f"{'holds ' if t['holds'] else 'MISSED'}  {t['game']}: {t['what']}: {t['value']:g} ({t['target']})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--budget", type=float, default=60, help="seconds of play in all")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        return serve(given.serve)
    prepare()
    result: dict[str, Any] = {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "rounds": given.rounds,
    }
    result |= digest(measure(given.rounds, given.budget))
    show(result)
    (HERE / "environments.json").write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
