"""Bots measured against each other: every deal is played in all seatings, by as many processes as are asked for.

The same seed gives the same results for any number of processes, if all bots think by iterations and none by the clock.
"""

from __future__ import annotations

import platform
import random
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING

import roundhouse
from roundhouse.bots.crowd import CrowdBot
from roundhouse.bots.make import Player
from roundhouse.core.registry import game as find
from roundhouse.core.state import State
from roundhouse.lab.shares import Share
from roundhouse.lab.simulate import Match, check, play_out
from roundhouse.lab.workers import ALONE, Where

if TYPE_CHECKING:
    from openskill.models import PlackettLuce, PlackettLuceRating

    Ratings = dict[str, PlackettLuceRating]

CAP = 5000
ORDERS = 20  # of the games, by which they are rated,
MOST_RATED = 40_000  # if they are not too many


@dataclass(frozen=True)
class Contest(Match):
    """A match in which every deal is played in all seatings; what is not over after `cap` decisions is drawn."""

    cap: int = CAP
    seatings: tuple[tuple[str, ...], ...] = ()

    def lineup(self, n: int) -> list[str]:
        return list(self.seatings[n % len(self.seatings)])

    def dealt(self, n: int) -> State:
        return super().dealt(n // len(self.seatings))


def seatings(bots: tuple[str, ...], seats: int) -> tuple[tuple[str, ...], ...]:
    """Who sits where, so that every bot sits in every seat equally often.

    As many bots as seats sit as they are named, one seat on from game to game. Of more, as many as have room meet, all
    combinations of them; of fewer, each in its turn is the one that sits most often.
    """
    if len(bots) >= seats:
        companies = list(combinations(bots, seats))
    else:
        companies = [tuple(bots[(first + i) % len(bots)] for i in range(seats)) for first in range(len(bots))]
    turned = [company[-by:] + company[:-by] for company in companies for by in range(seats)]
    return tuple(dict.fromkeys(turned))


@dataclass
class Thought:
    """What a bot has done for its decisions; those without a choice are none. Seconds are of processor time."""

    turns: int = 0
    decisions: int = 0
    iterations: int = 0
    failed: int = 0
    seconds: float = field(default=0.0, compare=False)

    def add(self, other: Thought) -> None:
        self.turns += other.turns
        self.decisions += other.decisions
        self.iterations += other.iterations
        self.failed += other.failed
        self.seconds += other.seconds


class Clocked:
    """A bot in a seat, and what it takes to decide."""

    def __init__(self, spec: str, seed: object) -> None:
        self.player = Player(spec, seed)
        self.thought = Thought()
        if isinstance(self.player.bot, CrowdBot):
            self.player.bot.others = 0  # it thinks alone, however many processes share the games

    def decide(self, state: State) -> int:
        self.thought.turns += state.game.heuristics.settled(state)
        self.thought.decisions += len(state.choices()) > 1
        started = time.process_time()
        action = self.player.decide(state)
        self.thought.seconds += time.process_time() - started
        return action

    def done(self) -> Thought:
        self.thought.iterations = self.player.bot.iterations
        self.thought.failed = self.player.failed
        return self.thought


@dataclass(frozen=True)
class Bout:
    """One game: who sat where and what came of it. Nobody has won one that was not over in time."""

    deal: int
    lineup: list[str]
    scores: list[int]
    winners: list[int]
    decisions: int
    thoughts: list[Thought]

    def share(self, seat: int) -> float:
        """How much of a win a seat has."""
        if not self.winners:
            return 1 / len(self.lineup)
        return 1 / len(self.winners) if seat in self.winners else 0.0


@dataclass
class Standing(Share):
    """How a bot did, in all and by seat."""

    seats: list[Share] = field(default_factory=list)
    thought: Thought = field(default_factory=Thought)
    rating: Rating | None = None


@dataclass
class Rating:
    """By openskill's Plackett-Luce model, everybody beginning with 25 and a deviation of 25/3."""

    mu: float
    sigma: float


@dataclass
class Results:
    """A contest and all that came of it."""

    contest: Contest
    bots: list[Standing]
    seats: list[Share]
    bouts: list[Bout] = field(default_factory=list)
    seconds: float = field(default=0.0, compare=False)

    @property
    def capped(self) -> int:
        """Games that were not over in time."""
        return sum(not bout.winners for bout in self.bouts)

    def add(self, bout: Bout) -> None:
        self.bouts.append(bout)
        by_name = {row.name: row for row in self.bots}
        for seat, name in enumerate(bout.lineup):
            won, score = bout.share(seat), bout.scores[seat]
            standing = by_name[name]
            standing.add(won, score)
            standing.seats[seat].add(won, score)
            standing.thought.add(bout.thoughts[seat])
            self.seats[seat].add(won, score)


def contest(match: Match, cap: int = CAP) -> Contest:
    """A match as a contest; refused if it cannot be played."""
    check(match)
    seated = seatings(match.bots, match.seats)
    return Contest(
        match.game, match.seats, match.bots, match.seed, match.options, match.components, cap=cap, seatings=seated
    )


def rounded(contest: Contest, games: int) -> int:
    """So many games or a few more: as every deal is played in all seatings."""
    each = len(contest.seatings)
    return -(-games // each) * each


def hold(contest: Contest, games: int, where: Where = ALONE, progress: Callable[[int], None] | None = None) -> Results:
    """Play the games of a contest; `progress` is told of each. Ratings are there if openskill is."""
    results = Results(
        contest,
        [Standing(name, seats=blank(contest)) for name in dict.fromkeys(contest.bots)],
        blank(contest),
    )
    started = time.perf_counter()
    for bout in where.shared(play, ((contest, n) for n in range(rounded(contest, games)))):
        results.add(bout)
        if progress is not None:
            progress(1)
    results.seconds = time.perf_counter() - started
    rate(results)
    return results


def blank(match: Match) -> list[Share]:
    return [Share(f"seat {i + 1}") for i in range(match.seats)]


def play(work: tuple[Contest, int]) -> Bout:
    """Game n of a contest."""
    contest, n = work
    s = contest.dealt(n)
    lineup = contest.lineup(n)
    players = [Clocked(name, f"{contest.seed}/{n}/{seat}") for seat, name in enumerate(lineup)]
    decisions = play_out(s, players, contest.cap)
    deal = n // len(contest.seatings)
    return Bout(deal, lineup, s.scores(), s.winners() if s.over else [], decisions, [p.done() for p in players])


def rate(results: Results) -> None:
    """Rate the bots. A rating depends on the order of the games: it is the mean over several, shuffled by the seed."""
    try:
        from openskill.models import PlackettLuce
    except ModuleNotFoundError:
        return
    model = PlackettLuce(tau=0.0)  # a bot stays as good as it is
    chance = random.Random(results.contest.seed)
    bouts = results.bouts[:]
    passes = []
    for _ in range(max(1, min(ORDERS, MOST_RATED // max(1, len(bouts))))):
        chance.shuffle(bouts)
        passes.append(rated(model, {row.name: model.rating() for row in results.bots}, bouts))
    for row in results.bots:
        found = [ratings[row.name] for ratings in passes]
        row.rating = Rating(mean([r.mu for r in found]), mean([r.sigma for r in found]))


def rated(model: PlackettLuce, ratings: Ratings, bouts: list[Bout]) -> Ratings:
    """The ratings after some games. A bot that sits several times at a table takes the mean of its seats."""
    for bout in bouts:
        ranks = [0.0 if seat in bout.winners or not bout.winners else 1.0 for seat in range(len(bout.lineup))]
        after = model.rate([[ratings[name]] for name in bout.lineup], ranks=ranks)
        for name in set(bout.lineup):
            own = [team[0] for seat, team in enumerate(after) if bout.lineup[seat] == name]
            ratings[name] = model.rating(mu=mean([r.mu for r in own]), sigma=mean([r.sigma for r in own]))
    return ratings


def mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers)


def as_json(results: Results, command: list[str], build: str) -> dict[str, object]:
    """All of it as JSON has it: what was asked for and by which versions, the figures, and every game."""
    contest = results.contest
    game = find(contest.game)
    return {
        "command": command,
        "versions": {
            "roundhouse": roundhouse.__version__,
            "build": build,
            "rules": game.rules_version,
            "heuristics": game.heuristics.version,
            "python": platform.python_version(),
        },
        "game": contest.game,
        "seats": contest.seats,
        "bots": list(contest.bots),
        "seed": contest.seed,
        "options": contest.options,
        "components": contest.components,
        "cap": contest.cap,
        "seatings": [list(company) for company in contest.seatings],
        "games": len(results.bouts),
        "capped": results.capped,
        "seconds": results.seconds,
        "standings": [standing_json(row) for row in results.bots],
        "by_seat": [row_json(row) for row in results.seats],
        "played": [asdict(bout) for bout in results.bouts],
    }


def row_json(row: Share) -> dict[str, object]:
    return {
        "name": row.name,
        "games": row.played,
        "wins": row.wins,
        "win_rate": row.rate,
        "interval": list(row.interval),
        "mean_score": row.mean,
    }


def standing_json(row: Standing) -> dict[str, object]:
    thought = row.thought
    return {
        **row_json(row),
        "rating": asdict(row.rating) if row.rating else None,
        "by_seat": [row_json(seat) for seat in row.seats],
        "turns": thought.turns,
        "decisions": thought.decisions,
        "iterations": thought.iterations,
        "cpu_seconds": thought.seconds,
        "failed": thought.failed,
        "ms_a_turn": each(1000 * thought.seconds, thought.turns),
        "ms_a_decision": each(1000 * thought.seconds, thought.decisions),
        "iterations_a_turn": each(thought.iterations, thought.turns),
        "iterations_a_decision": each(thought.iterations, thought.decisions),
    }


def each(amount: float, n: int) -> float | None:
    """So much for each of n; None if there are none."""
    return amount / n if n else None
