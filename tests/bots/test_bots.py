"""The bots: deterministic, within the rules and their time, and blind to what their seat may not see."""

from __future__ import annotations

import logging
import sys
import threading
from pathlib import Path

import pytest

import roundhouse
from roundhouse.bots.bot import PATIENCE, Bot, Budget
from roundhouse.bots.crowd import CrowdBot
from roundhouse.bots.judge import Judge
from roundhouse.bots.learned import learned_for
from roundhouse.bots.make import GROUP, KINDS, Player, levels, make, names, parts
from roundhouse.bots.search import ENOUGH, PATIENT, SearchBot
from roundhouse.core import registry
from roundhouse.core.state import State
from roundhouse.lab.simulate import play_out
from tests.bots.tables import GAMES, positions, to_think_about
from tests.core.bare import create
from tests.kit.journeys import APART, FULL


def spec(name: str, iterations: int) -> str:
    return f"{name}@{iterations}"


EVERY = [level.name for level in levels()] + KINDS
# Of these all have a seat at some table; what a level is besides its budget, the others of its kind are, too.
COMPANIES: list[tuple[str, ...]] = [("tycoon@1", "greedy"), ("handmade@1", "random"), ("apprentice", "quick")]
if FULL:
    COMPANIES += [(spec(name, n), spec(name, n + 2), "random") for name in EVERY for n in (0, 3, 40)]
# Interpreted each game has one of them, and each of them a game.
FEWER = 1 if APART == 1 else len(COMPANIES)
WHOLE = [(company, game) for i, company in enumerate(COMPANIES) for j, game in enumerate(GAMES) if (i + j) % FEWER == 0]
SOON = 120.0  # seconds after which something hangs


@pytest.mark.parametrize(("company", "game"), WHOLE, ids=lambda part: part if isinstance(part, str) else "-".join(part))
def test_over_a_whole_game_a_bot_decides_the_same_whatever_is_hidden_from_it(
    company: tuple[str, ...], game: str
) -> None:
    s = roundhouse.game(game).new(len(company), f"blind {company[0]}")
    seeing = [Player(name, seat) for seat, name in enumerate(company)]
    blind = [Player(name, seat) for seat, name in enumerate(company)]
    differed = 0
    for n in range(5000):
        if s.over:
            break
        twin = s.resample(s.seat, n)
        differed += twin.fingerprint() != s.fingerprint()
        action = seeing[s.seat].decide(s)
        assert action == blind[s.seat].decide(twin), f"decision {n} of {company[s.seat]}"
        s.apply(action)
    assert s.over
    assert differed
    assert not any(player.failed for player in seeing + blind)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", EVERY)
def test_a_bot_decides_legally_repeats_itself_and_leaves_the_table_alone(name: str, game: str) -> None:
    for n, s in enumerate(positions(game, 4, 5, 61)):
        before = s.fingerprint()
        decided = make(name, n).choose(s, s.seat, Budget(iterations=4))
        assert decided in s.legal()
        assert decided == make(name, n).choose(s, s.seat, Budget(iterations=4))
        assert s.fingerprint() == before


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", EVERY)
def test_without_time_a_bot_decides_legally(name: str, game: str) -> None:
    for n, s in enumerate(positions(game, 2, 3, 47)):
        for nothing in (spec(name, 0), f"{name}@0ms"):
            player = Player(nothing, n)
            assert player.decide(s) in s.legal()
            assert not player.failed


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", EVERY)
def test_what_is_forced_is_decided_at_once(name: str, game: str) -> None:
    s = roundhouse.game(game).new(2, 1)
    plain = Player("random", 1)
    while len(s.choices()) > 1:
        s.apply(plain.decide(s))
    bot = make(name, 1)
    assert bot.choose(s, s.seat, Budget(milliseconds=3_600_000)) == s.choices()[0]
    assert bot.iterations == 0


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("by_hand", [False, True])
def test_stopped_in_the_middle_a_bot_answers_legally(by_hand: bool, game: str) -> None:
    s = to_think_about(game, 2, 3)
    bot = SearchBot(1, by_hand=by_hand)
    budget = Budget(milliseconds=3_600_000)
    decided: list[int] = []
    thread = threading.Thread(target=lambda: decided.append(bot.choose(s, s.seat, budget)), daemon=True)
    thread.start()
    while thread.is_alive() and not bot.root.inner:  # it has begun to think
        thread.join(0.001)
    assert not decided
    budget.stop()
    thread.join(SOON)
    assert len(decided) == 1
    assert decided[0] in s.legal()
    assert bot.iterations > 0


def test_with_more_iterations_a_bot_thinks_more() -> None:
    begun, later = to_think_about("trains", 2, 3), to_think_about("trains", 2, 3, opening=False)
    for n in (1, 5, 20):
        player, opener = Player(f"search@{n}", 1), Player(f"search@{n}", 1)
        player.decide(later)
        assert player.bot.iterations == max(1, int(n * 0.6))
        opener.decide(begun)
        assert opener.bot.iterations == min(ENOUGH, PATIENT * max(1, int(n * 0.6)))  # an opening is worth a longer look


def test_stopping_counts_for_one_decision() -> None:
    s = to_think_about("trains", 2, 3)
    player = Player("search@20", 1)
    player.budget.stop()
    assert player.decide(s) in s.legal()
    assert not player.bot.iterations
    player.decide(s)
    assert player.bot.iterations


def test_setting_up_takes_one_turns_time() -> None:
    s = roundhouse.game("empyreal").new(2, 1)
    player, mover, made = Player("search@600", 1), s.seat, 0
    while s.seat == mover:
        made += len(s.choices()) > 1
        s.apply(player.decide(s))
    assert made == 2
    assert player.bot.iterations <= 600


@pytest.mark.parametrize("game", GAMES)
def test_games_do_not_begin_alike(game: str) -> None:
    """At one and the same table; whoever else sits there, and the deal, make for more."""
    tables = [roundhouse.game(game).new(2, "opening") for _ in range(8)]
    players = [[Player("conductor", f"{seed} {seat}") for seat in range(2)] for seed in range(8)]
    begun: list[tuple[int, ...]] = [()] * 8

    def apart() -> bool:
        """Whether three of them differ, which is known as soon as they do."""
        for _ in range(16):
            for n, s in enumerate(tables):
                action = players[n][s.seat].decide(s)
                s.apply(action)
                begun[n] += (action,)
                if len(set(begun[: n + 1])) > 2:
                    return True
        return False

    assert apart(), begun


@pytest.mark.parametrize("game", GAMES)
def test_who_takes_over_in_the_middle_of_a_game_plays_no_opening(game: str) -> None:
    """A bot whose memory was lost, or a process that helps to think, decides as one that has sat there all the time."""
    thought_of = [s for s in positions(game, 2, 3, 1, 120) if s.game.heuristics.obvious(s, s.choices()) < 0]
    for s, is_opening in ((thought_of[0], True), (thought_of[-1], False)):
        bot = SearchBot(1)
        bot.choose(s, s.seat, Budget(iterations=8))
        assert bot.opens is is_opening


def test_who_does_not_think_draws_from_the_policy() -> None:
    s = to_think_about("empyreal", 2, 3)
    drawn = [make("apprentice", n).choose(s, s.seat, Budget()) for n in range(60)]
    judge = Judge(s.game, 2, learned_for(s))
    judge.weigh(s, s.legal(), s.seat)
    likeliest = max(range(len(s.legal())), key=lambda i: judge.likely[i])
    assert len(set(drawn)) > 2
    assert max(set(drawn), key=drawn.count) == s.legal()[likeliest]


def test_the_clock_ends_thinking_as_well() -> None:
    s = to_think_about("trains", 2, 3)
    player = Player("search@20ms", 1)
    assert player.decide(s) in s.legal()
    assert player.bot.iterations > 0


@pytest.mark.parametrize(
    ("name", "said"), [("Raises", "out of coal"), ("Illegal", "decided something that is not legal")]
)
def test_a_plain_bot_decides_where_another_fails(name: str, said: str, caplog: pytest.LogCaptureFixture) -> None:
    s = roundhouse.game("trains").new(2, 1)
    player = Player(f"tests.bots.odd:{name}", 1)
    with caplog.at_level(logging.ERROR, "roundhouse.bots"):
        for n in range(1, 6):
            action = player.decide(s)
            assert action in s.legal()
            assert player.failed == n
            s.apply(action)
    assert said in caplog.text
    assert name in caplog.text


def test_what_a_bot_says_with_another_kind_of_number_is_a_number_like_any() -> None:
    s = roundhouse.game("trains").new(2, 1)
    player = Player("tests.bots.odd:Numbers", 1)
    action = player.decide(s)
    assert (type(action), action, player.failed) == (int, s.legal()[-1], 0)


def test_a_large_budget_is_thought_through_in_several_processes() -> None:
    s = positions("spyrium", 2, 3, 11)[1]
    bot = CrowdBot(1)
    bot.others = 1  # on a machine with one core, too
    assert bot.choose(s, s.seat, Budget(milliseconds=1000)) in s.legal()
    assert bot.pool is not None
    assert bot.others == 1  # none was lost
    bot.pool.shutdown()
    assert bot.choose(s, s.seat, Budget(milliseconds=1000)) in s.legal()  # the others are gone, and it goes on alone
    assert bot.others == 0


def test_what_two_bots_wait_for_need_not_come() -> None:
    s = roundhouse.game("empyreal").new(2, 1)
    waiting = [Player("tests.bots.odd:Waits", seat) for seat in range(2)]
    play_out(s, waiting, 5000)
    assert s.over
    assert max(player.made for player in waiting) > waiting[0].bot.patience == PATIENCE


def test_who_decides_by_how_long_a_game_lasts() -> None:
    player = Player("search@1", 1)
    for made, decider in ((PATIENCE, player.bot), (PATIENCE + 1, player.closer), (2 * PATIENCE + 1, player.plain)):
        player.made = made
        assert player.decider() is decider
    player.bot.patience = 0
    assert player.decider() is player.bot


# by name


def test_what_is_asked_for_is_a_name_and_a_budget() -> None:
    assert [level.name for level in levels()] == ["apprentice", "conductor", "stationmaster", "tycoon"]
    assert names()[: len(EVERY)] == [level.name for level in reversed(levels())] + KINDS
    name, budget = parts("search@400")
    assert (name, budget.iterations, budget.milliseconds) == ("search", 400, 0)
    name, budget = parts("tycoon@150ms")
    assert (name, budget.iterations, budget.milliseconds) == ("tycoon", 0, 150)
    for level in levels():
        assert parts(level.name)[1].milliseconds == level.milliseconds
        assert level.sentence.endswith(".")


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("deep", "There is no bot 'deep'; there are tycoon, stationmaster, "),
        ("search@many", "'search@many' should read search@400"),
        ("search@", "'search@' should read search@400"),
        ("search@-4", "'search@-4' should read search@400"),
        ("nowhere.at.all:Bot", "The bot 'nowhere.at.all:Bot' cannot be made: ModuleNotFoundError"),
        ("tests.bots.odd:Nobody", "The bot 'tests.bots.odd:Nobody' cannot be made: AttributeError"),
        ("tests.bots.odd:NoBot", "tests.bots.odd:NoBot makes no bot"),
    ],
)
def test_there_is_a_sentence_for_a_bot_there_is_not(spec: str, said: str) -> None:
    with pytest.raises(roundhouse.BadOption) as refused:
        Player(spec, 1)
    assert str(refused.value).startswith(said)
    assert str(refused.value).endswith(".")


def test_a_program_can_bring_its_own_bot() -> None:
    class First(Bot):
        def choose(self, state: State, seat: int, budget: Budget) -> int:
            return state.legal()[0]

    s = roundhouse.game("trains").new(2, 1)
    assert First(0).choose(s, s.seat, Budget()) == s.legal()[0]
    assert Player("tests.bots.odd:Last", 0).decide(s) == s.legal()[-1]


def test_a_package_can_bring_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    about = tmp_path / "odd_bots-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: odd-bots\nVersion: 1.0\n", encoding="utf-8")
    lines = f"[{GROUP}]\nlast = tests.bots.odd:Last\nbroken = tests.bots.odd:Nobody\n"
    (about / "entry_points.txt").write_text(lines, encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    assert {"last", "broken"} <= set(names())
    s = roundhouse.game("trains").new(2, 1)
    assert Player("last", 1).decide(s) == s.legal()[-1]
    with pytest.raises(roundhouse.BadOption, match="The bot 'broken' cannot be made"):
        make("broken", 1)


def test_search_plays_a_game_that_says_nothing_of_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = create()
    assert not bare.heuristics.size
    monkeypatch.setitem(registry.OPENED, bare.id, bare)
    s = bare.new(2, 1)
    players = [Player(name, seat) for seat, name in enumerate(("stationmaster@12", "quick"))]
    while not s.over:
        s.apply(players[s.seat].decide(s))
    assert not any(player.failed for player in players)
