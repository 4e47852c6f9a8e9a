"""The contract, for every game x seats x options x many seeds: what every tool outside may rely on.

At every decision: actions sorted, unique, in range, never empty; pieces conserved. At sampled ones: words parse
back, clones stay put and play on alike, pickles, views and resampling. With ROUNDHOUSE_FULL=1 the samples are many
times denser, and in the first games every decision is one. A game with many options is sampled more thinly.
"""

from __future__ import annotations

import json
import os
import pickle
from collections.abc import Callable
from functools import cache
from itertools import combinations, pairwise, product

import pytest

import roundhouse
from roundhouse.core.records import loads
from roundhouse.core.registry import HOUSE
from roundhouse.core.rng import Rng, seeded
from roundhouse.core.state import State
from tests.empires import conserve as empires
from tests.empyreal import conserve as empyreal
from tests.spyrium import conserve as spyrium
from tests.trains import conserve as trains

FULL = os.environ.get("ROUNDHOUSE_FULL") == "1"
SEEDS = 200
BATCH = 50

Count = Callable[[State], tuple[int, ...]]
Options = dict[str, object]

# game: the option sets to play, what is conserved, and what that should be
GAMES: dict[str, tuple[list[dict[str, object]], Count, Count]] = {
    "trains": ([{"map": "tokyo"}, {"map": "osaka"}], trains.conserved, trains.expected),
    "spyrium": (
        [{"residence_track": "2 3 4 5 7"}, {"residence_track": "2 3 4 5 6 7"}],
        spyrium.conserved,
        spyrium.expected,
    ),
    "empires": ([{"edition": "draft"}, {"edition": "final"}], empires.conserved, empires.expected),
    "empyreal": ([], empyreal.conserved, empyreal.expected),  # by `sets`
}
TIEBREAKS = ("empires", "empyreal")  # games in which not all who have the most points win
MANY_SEEDS = 100  # of a game with many options, for each of its option sets
MANY_BATCH = 25
SAMPLED = 15  # of those seeds, the ones with the samples of other games; the others have few


@cache
def sets(seats: int) -> list[Options]:
    """The option sets of Empyreal: all of them in the full run, else so many that every two settings meet."""
    teams = {4: ["2v2"], 6: ["2v2v2", "3v3"]}.get(seats, [])
    values = product(("off", "advanced", "expert"), (False, True), (False, True), (False, True), ["off", *teams])
    names = ("awards", "epic", "open_information", "friendly", "teams")
    every: list[Options] = [dict(zip(names, v, strict=True)) for v in values if "off" in (v[0], v[4])]
    return every if FULL else meeting(every)


def meeting(every: list[Options]) -> list[Options]:
    """Some of these option sets, greedily, in which each two settings that can meet do."""
    met = [set(combinations(options.items(), 2)) for options in every]
    left = set().union(*met)
    out: list[Options] = []
    while left:
        best = max(range(len(every)), key=lambda i: len(met[i] & left))
        left -= met[best]
        out.append(every[best])
    return out


Run = tuple[str, int, Options, int, int]


def tables() -> list[Run]:
    """Every game, seat count, option set and batch of seeds."""
    out: list[Run] = []
    for name, (option_sets, _, _) in GAMES.items():
        for seats in roundhouse.game(name).seats:
            for options in option_sets:
                out.extend((name, seats, options, first, BATCH) for first in range(0, SEEDS, BATCH))
            if option_sets:
                continue
            firsts = range(0, MANY_SEEDS, MANY_BATCH)
            out.extend((name, seats, options, first, MANY_BATCH) for options in sets(seats) for first in firsts)
    return out


def first_tables() -> list[Run]:
    """The first batch of each game, seat count and option set."""
    every = tables()
    return [t for i, t in enumerate(every) if i == 0 or t[:3] != every[i - 1][:3]]


def choose(rng: Rng, options: list[int]) -> int:
    return options[rng.below(len(options))]


def check_words(s: State) -> None:
    """Every legal action has a spelling of its own that parses back, in any case."""
    words = s.all_words()
    assert len(set(words)) == len(words)
    for a, w in zip(s.legal(), words, strict=True):
        assert s.parse(w) == a
        assert s.parse(w.upper()) == a


def check_copies(s: State, rng: Rng) -> None:
    """A clone and a pickle stand still while the original plays on, then play on alike."""
    before = s.fingerprint()
    twin = s.clone()
    other = pickle.loads(pickle.dumps(s))
    assert other.legal() == s.legal()
    moves = []
    scout = s.clone()
    for _ in range(6):
        if not scout.over:
            moves.append(choose(rng, scout.legal()))
            scout.apply(moves[-1])
    assert s.fingerprint() == twin.fingerprint() == other.fingerprint() == before
    for a in moves:
        twin.apply(a)
        other.apply(a)
    assert twin.fingerprint() == other.fingerprint() == scout.fingerprint()


def check_refusal(s: State, rng: Rng) -> None:
    """An illegal action is refused with a sentence, and nothing changes."""
    before = s.fingerprint()
    legal = s.legal()
    for _ in range(4):
        action = rng.below(s.game.num_actions)
        if action in legal:
            continue
        with pytest.raises(roundhouse.IllegalAction, match="refused"):
            s.apply(action)
    for action in (-1, s.game.num_actions):
        with pytest.raises(roundhouse.IllegalAction, match="not an action"):
            s.apply(action)
    assert s.fingerprint() == before
    assert s.legal() == legal


def check_views(s: State, seed: int) -> None:
    """Views are JSON; resampling keeps the seat's own view and changes nothing in the original."""
    before = s.fingerprint()
    for seat in (*range(s.seats), None):
        view = s.view(seat)
        assert json.loads(json.dumps(view)) == view
        twin = s.resample(seat, seed)
        assert twin.view(seat) == view
        assert twin.rng.words() != s.rng.words()
        assert s.resample(seat, seed).fingerprint() == twin.fingerprint()
        # what is dealt depends only on what the seat sees, not on where things really lie
        assert twin.resample(seat, seed + 1).fingerprint() == s.resample(seat, seed + 1).fingerprint()
        if s.seat == seat:
            assert twin.legal() == s.legal()
    assert s.fingerprint() == before


def play(name: str, seats: int, options: dict[str, object], seed: int) -> None:
    """One random game with all checks on the way."""
    _, conserved, expected = GAMES[name]
    game = roundhouse.game(name)
    rng = seeded(f"contract {seed}")
    s = game.new(seats=seats, seed=seed, **options)
    total = expected(s)
    step = (1 if seed < 3 else 13) if FULL else 97
    if not GAMES[name][0]:  # there are many tables of this game
        step = 13 if FULL and seed < 3 else 797 if seed < SAMPLED else 7_970
    decisions = 0
    while not s.over:
        legal = s.legal()
        assert legal
        assert all(a < b for a, b in pairwise(legal))
        assert legal[0] >= 0
        assert legal[-1] < game.num_actions
        assert 0 <= s.seat < seats
        assert conserved(s) == total
        if decisions % step == seed % step:
            check_words(s)
            check_copies(s, rng)
            check_refusal(s, rng)
            check_views(s, decisions)
        s.apply(choose(rng, legal))
        decisions += 1
        assert decisions < 20_000, "the game does not end"
    assert s.seat == -1
    assert s.legal() == []
    assert conserved(s) == total
    assert len(s.scores()) == seats
    best = [i for i in range(seats) if s.scores()[i] == max(s.scores())]
    assert s.winners() == best or (name in TIEBREAKS and s.winners() and set(s.winners()) < set(best))
    if name == "empyreal":  # exactly one seat wins, or one team
        teams = str(options["teams"])
        assert len(s.winners()) == (int(teams[0]) if teams != "off" else 1)
    with pytest.raises(roundhouse.IllegalAction, match="over"):
        s.apply(0)


@pytest.mark.parametrize(("name", "seats", "options", "first", "n"), tables())
def test_random_games_keep_the_contract(name: str, seats: int, options: Options, first: int, n: int) -> None:
    for seed in range(first, first + n):
        play(name, seats, options, seed)


def test_all_settings_that_can_meet_do() -> None:
    for seats in roundhouse.game("empyreal").seats:
        chosen = [{**options} for options in sets(seats)]
        for a, b in combinations(("awards", "epic", "open_information", "friendly", "teams"), 2):
            teams = {4: 2, 6: 3}.get(seats, 1)
            sizes = {"awards": 3, "teams": teams}
            meet = sizes.get(a, 2) * sizes.get(b, 2) if (a, b) != ("awards", "teams") else 2 + teams
            assert len({(o[a], o[b]) for o in chosen}) == meet
        assert sum(t[4] for t in tables() if t[:2] == ("empyreal", seats)) >= MANY_SEEDS


@pytest.mark.parametrize(("name", "seats", "options", "first", "n"), first_tables())
def test_saving_and_loading_in_the_middle(name: str, seats: int, options: Options, first: int, n: int) -> None:
    """A record saved at any decision, mid-effect too, loads to the same state and plays on alike."""
    most = 3 if GAMES[name][0] else 1
    for seed in range(first, first + (10 * most if FULL else most)):
        rng = seeded(f"saving {seed}")
        record = roundhouse.Record(name, seats, seed=2**120 + seed, **options)  # type: ignore[arg-type]
        step = (1 if FULL and seed == 0 else 61) if most > 1 else 397
        while not record.state.over:
            if len(record.lines) % step == 0:
                again = loads(record.text())
                assert again.state.fingerprint() == record.state.fingerprint()
                assert again.text() == record.text()
            record.play(choose(rng, record.state.legal()))
        again = loads(record.text())
        assert again.state.fingerprint() == record.state.fingerprint()
        assert again.replay().scores() == record.state.scores()


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_house_game_is_under_contract(name: str) -> None:
    game = roundhouse.game(name)
    assert game.id == name
    assert game.title
    assert game.num_actions > 0
    assert all(o.help and o.kind in ("choice", "flag", "list") for o in game.options.values())


def test_no_game_is_left_out() -> None:
    assert set(GAMES) <= set(roundhouse.games())
    assert set(HOUSE) == set(GAMES)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_options_that_a_question_leaves_are_those_that_it_has(name: str) -> None:
    game = roundhouse.game(name)
    for seats in (game.seats[0], game.seats[-1]):
        rng = seeded(f"left {seats}")
        s = game.new(seats=seats, seed=seats)
        while not s.over:
            found: list[int] = []
            s.verb.choices(s, s.top, found)
            assert s.legal() == found
            if rng.below(20) == 0:
                before = s.fingerprint()
                assert s.verb.asks(s, s.top)
                assert s.legal() == found
                assert s.fingerprint() == before
            s.apply(choose(rng, found))


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_same_seed_is_the_same_game(name: str) -> None:
    game = roundhouse.game(name)
    assert game.new(seed=2**127 + 1).fingerprint() == game.new(seed=2**127 + 1).fingerprint()
    assert game.new(seed=1).fingerprint() != game.new(seed=2).fingerprint()
    assert game.new().fingerprint() != game.new().fingerprint()
