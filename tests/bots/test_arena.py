"""The arena: balanced seatings, figures that add up, and the same results for any number of processes."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

import pytest

from roundhouse.lab import arena
from roundhouse.lab.arena import Bout, Contest, Results, Thought, contest, hold, seatings
from roundhouse.lab.shares import wilson
from roundhouse.lab.simulate import Match
from roundhouse.lab.workers import Where
from tests.test_cli import Shell, shell

__all__ = ["shell"]


def of(*bots: str, seats: int = 2, game: str = "spyrium", cap: int = arena.CAP) -> Contest:
    return contest(Match(game, seats, bots, "arena", {}), cap)


# seatings


def test_two_bots_play_each_deal_from_both_sides() -> None:
    assert seatings(("a", "b"), 2) == (("a", "b"), ("b", "a"))


def test_one_among_three_goes_round_the_seats() -> None:
    assert seatings(("s", "g", "g", "g"), 4) == (
        ("s", "g", "g", "g"), ("g", "s", "g", "g"), ("g", "g", "s", "g"), ("g", "g", "g", "s"),
    )  # fmt: skip


@pytest.mark.parametrize(("bots", "seats"), [("abc", 2), ("abcd", 3), ("ab", 3), ("abc", 4), ("ab", 4), ("abc", 3)])
def test_every_bot_sits_in_every_seat_equally_often(bots: str, seats: int) -> None:
    found = seatings(tuple(bots), seats)
    assert len(set(found)) == len(found)
    for seat in range(seats):
        assert len(set(Counter(company[seat] for company in found).values())) == 1
    if len(bots) > seats:
        pairs = Counter(frozenset(company) for company in found)
        assert len(set(pairs.values())) == 1


def test_the_seatings_of_a_deal_play_the_same_deal() -> None:
    c = of("greedy", "random")
    assert c.dealt(0).fingerprint() == c.dealt(1).fingerprint() != c.dealt(2).fingerprint()
    assert arena.rounded(c, 5) == 6


# figures


def test_wilson() -> None:
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(10, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)


def test_the_same_seed_gives_the_same_results_for_any_number_of_processes() -> None:
    c = of("search@3", "greedy", "random")
    alone = hold(c, 6)
    assert alone == hold(c, 6, Where(2))
    assert len(alone.bouts) == 6
    assert alone != hold(contest(Match("spyrium", 2, c.bots, "other", {})), 6)


def test_what_it_counts() -> None:
    heard: list[int] = []
    results = hold(of("search@3", "random", "random", seats=3), 3, progress=heard.append)
    assert sum(heard) == len(results.bouts) == 3
    search, plain = results.bots
    assert (search.name, search.played, plain.name, plain.played) == ("search@3", 3, "random", 6)
    assert search.wins + plain.wins == pytest.approx(3)
    assert [row.played for row in search.seats] == [1, 1, 1]
    assert sum(row.wins for row in results.seats) == pytest.approx(3)
    assert search.points == sum(bout.scores[bout.lineup.index("search@3")] for bout in results.bouts)
    assert 0 < search.thought.turns <= search.thought.decisions + search.thought.turns
    assert search.thought.iterations > 0 == plain.thought.iterations
    assert search.thought.seconds > 0
    assert {bout.deal for bout in results.bouts} == {0}


def test_a_game_that_does_not_end_is_drawn() -> None:
    results = hold(of("greedy", "random", cap=5), 2)
    assert results.capped == 2
    assert [row.wins for row in results.bots] == [1.0, 1.0]
    assert results.bots[0].rating == results.bots[1].rating
    bout = Bout(0, ["a", "b", "c"], [1, 2, 3], [], 5, [Thought()] * 3)
    assert bout.share(0) == pytest.approx(1 / 3)


def test_who_wins_is_rated_higher() -> None:
    results = hold(of("greedy", "random"), 6)
    greedy, plain = results.bots
    assert greedy.rating is not None
    assert plain.rating is not None
    assert greedy.rating.mu > 25 > plain.rating.mu
    assert greedy.rating.sigma < 25 / 3


def test_a_bot_that_fails_is_told_of(shell: Shell, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    bots = "tests.bots.odd:Raises,random"
    said = shell("arena", "spyrium", "--bots", bots, "--games", 2, "--jobs", 1, "--out", tmp_path / "a.json")
    assert "tests.bots.odd:Raises failed " in said.out


# the command

ARENA = ("arena", "spyrium", "--bots", "greedy,random", "--games", 4, "--seed", "x", "--jobs", 1)


def test_the_command_prints_tables_and_keeps_everything(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    said = shell(*ARENA, "--out", path)
    assert said.code == 0
    assert "4 games of Spyrium, 2 seats, seed x: 2 deals, each in 2 seatings" in said.out
    for words in ("win rate", "95 %", "rating", "mean score", "seat 2", "iterations", "ms a decision", str(path)):
        assert words in said.out
    held = json.loads(path.read_text(encoding="utf-8"))
    assert (held["game"], held["seats"], held["seed"], held["bots"]) == ("spyrium", 2, "x", ["greedy", "random"])
    assert (held["games"], held["capped"], len(held["played"])) == (4, 0, 4)
    greedy = held["standings"][0]
    low, high = greedy["interval"]
    assert low <= greedy["win_rate"] <= high
    assert {"mu", "sigma"} == set(greedy["rating"])
    assert held["versions"]["rules"] == 1


def test_results_lie_in_a_folder_of_their_own(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shell(*ARENA)
    assert [path.name for path in (tmp_path / "arena").iterdir()] == ["spyrium-2-x.json"]


def test_scripts_get_nothing_but_json(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = shell(*ARENA, "--json")
    assert json.loads(said.out)["games"] == 4
    assert not list(tmp_path.iterdir())


def test_there_are_as_many_seats_as_bots(shell: Shell) -> None:
    args = ("--games", 1, "--json", "--jobs", 1)
    assert json.loads(shell("arena", "spyrium", "--bots", "random,random@1,random@2", *args).out)["seats"] == 3
    assert json.loads(shell("arena", "spyrium", "--bots", "random", *args).out)["seats"] == 2


def test_without_openskill_all_but_ratings_is_there(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "openskill", None)
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    said = shell(*ARENA, "--out", tmp_path / "a.json")
    assert said.code == 0
    assert "pip install 'roundhouse[lab]'" in said.out
    assert isinstance(hold(of("random"), 1), Results)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ("chess --bots greedy,random", "There is no game 'chess'"),
        ("trains", "Missing option '--bots'"),
        ("trains --bots greedy,deep", "There is no bot 'deep'"),
        ("trains --bots greedy,deep:Blue", "The bot 'deep:Blue' cannot be made"),
        ("trains --bots greedy, --games 2", "There is no bot ''"),
        ("trains --bots greedy,random --seats 9", "Trains is for 2 to 4 seats"),
        ("trains --bots greedy,random --games 0", "Invalid value for '--games'"),
        ("trains --bots greedy,random --cap 0", "Invalid value for '--cap'"),
        ("trains --bots greedy,random -o map=mars", "map"),
        ("trains --bots greedy@x,random", "'greedy@x' should read greedy@400"),
        ("trains --bots greedy,random --out /no/such/folder/a.json", "there is no folder /no/such/folder"),
    ],
)
def test_what_cannot_be_played_is_one_sentence(args: str, said: str, shell: Shell) -> None:
    assert said in shell("arena", *args.split()).sentence
