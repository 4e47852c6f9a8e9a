"""The command line: every command, whole games through a pipe, and one sentence for everything refused."""

from __future__ import annotations

import io
import os
import pty
import re
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

import roundhouse
from roundhouse.cli import run
from roundhouse.core import registry
from roundhouse.term.players import remembered
from tests.core.bare import create
from tests.kit.journeys import APART

CLI = [sys.executable, "-m", "roundhouse"]
PLAY = ("play", "trains", "-o", "cards=tokyo beginners")  # piles by name: a seed deals the same whatever the box has


@dataclass
class Answer:
    code: int
    out: str
    err: str

    @property
    def sentence(self) -> str:
        """The one line on stderr of a refusal."""
        assert self.code == 2, self
        lines = self.err.splitlines()
        assert len(lines) == 1, self.err
        assert lines[0].endswith((".", "--help."))
        assert "Traceback" not in self.err + self.out
        return lines[0]


class Shell:
    """Runs command lines in this process, with a pipe for a keyboard."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch = monkeypatch
        self.capsys = capsys

    def __call__(self, *args: object, typed: str = "") -> Answer:
        self.monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = run([str(arg) for arg in args])
        out, err = self.capsys.readouterr()
        assert "\x1b" not in out
        return Answer(code, out, err)


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    return Shell(monkeypatch, capsys)


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a game between two bots."""
    path = tmp_path_factory.mktemp("finished") / "game.jsonl"
    assert run([*PLAY, "--players", "random,random", "--seed", "4", "--save", str(path)]) == 0
    return path


def steps(*lines: str) -> str:
    return "".join(line + "\n" for line in lines)


# looking things up


def test_it_says_what_it_can_do(shell: Shell) -> None:
    alone = shell("--help")
    assert alone.code == 0
    assert all(command in alone.out for command in ("play", "replay", "rules", "sim", "games"))


def test_games_lists_options_and_how_they_run(shell: Shell) -> None:
    said = shell("games")
    assert said.code == 0
    assert "Trains, 2 to 4 seats, rules version" in said.out
    assert "interpreted" in said.out or "compiled" in said.out
    for words in ("tokyo, osaka", "random", "landfill", "Which side of the board"):
        assert words in said.out
    assert "Spyrium, 2 to 5 seats, rules version" in said.out
    assert "2 3 4 5 7, 2 3 4 5 6 7" in " ".join(said.out.split())
    assert "Small Railroad Empires, 2 to 4 seats, rules version" in said.out
    assert all(option in said.out for option in ("edition", "deliveries", "passengers", "start_money"))


@pytest.mark.parametrize("clause", ["4.2", "trains-4.2", "TRAINS-4.2"])
def test_rules_prints_one_clause(shell: Shell, clause: str) -> None:
    said = shell("rules", "trains", clause)
    assert said.out.startswith("trains-4.2  From the hand into play. Playing a card puts it")
    assert len(said.out.splitlines()) == 1


ASKED = [
    ("spyrium", "9.2", "spyrium-9.2  What a new place costs. A new place costs"),
    ("spyrium", "factory i", "2 workers and 3 Spyrium for 10 points"),
    ("spyrium", "factory i", "spyrium-16.6"),
    ("spyrium", "lobbying", "spyrium-12.6"),
    ("empires", "5.1", "empires-5.1  For two dollars. Instead of next to its network"),
    ("empires", "red country engine", "empires-19.7"),
    ("empires", "tunnel master", "empires-19.15"),
    ("empires", "contract of axe edge", "empires-19.19"),
    ("empyreal", "10.4", "empyreal-10.4  What activations cost. One spellcar is free, two cost 1 in all"),
    ("empyreal", "metro", "empyreal-20.18"),
    ("empyreal", "eirene lemina kobor", "empyreal-24.9"),
    ("trains", "rail laying", "trains-9.4"),
]


@pytest.mark.parametrize(("game", "asked", "told"), ASKED)
def test_rules_of_clauses_and_cards(shell: Shell, game: str, asked: str, told: str) -> None:
    assert told in shell("rules", game, *asked.split()).out


FOUND = [  # words, and what is shown of them, in this order
    ("loan", ("Small Railroad Empires\n", "empires-1.6  Loans.", "empires-4.7  Loans stay.", "Also in ", "14.3")),
    ("loans", ("empires-1.6  Loans.",)),
    ("spyrium residence", ("Residence I (", "Residence II (", "16.13", "15. The residence track", "15.3", "Also in")),
    ("trains rail", ("Rail laying (rail)", "trains-9.4", "Also in")),
    ("empires engine", ("Black express engine (train card)", "empires-19.1  ", "empires-19.8  ")),
    ("trains equalising", ("trains-8.1",)),
]


@pytest.mark.parametrize(("asked", "told"), FOUND)
def test_rules_of_a_word_find_what_is_meant(shell: Shell, asked: str, told: tuple[str, ...]) -> None:
    said = shell("rules", *asked.split()).out
    places = [said.find(part) for part in told]
    assert -1 not in places, said
    assert places == sorted(places)


@pytest.mark.parametrize(("game", "many"), [("spyrium", 120), ("empires", 120), ("empyreal", 400)])
def test_rules_of_a_whole_game(shell: Shell, game: str, many: int) -> None:
    assert shell("rules", game).out.count(f"\n{game}-") > many


def test_rules_prints_all_of_it_and_a_section(shell: Shell) -> None:
    whole = shell("rules", "trains").out
    assert whole.count("\ntrains-") > 80
    assert "*" not in whole.split("trains-9.1", 1)[0]
    section = shell("rules", "trains", "6").out
    assert "trains-6.1" in section
    assert "trains-5" not in section


@pytest.mark.parametrize("name", ["Building", "apartment", "Tower", "skyscraper"])
def test_rules_of_a_card_are_its_text_and_its_clause(shell: Shell, name: str) -> None:
    said = shell("rules", "trains", name).out
    assert "When bought: Gain 1 Waste." in said
    assert "trains-9.7" in said


# whole games


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("trains", ["--seats", 2]),
        ("trains", ["--players", "random,you,random", "-o", "map=osaka"]),
        ("spyrium", ["--seats", 2]),
        ("spyrium", ["--players", "greedy,you,random,random,you"]),
        ("empires", ["--seats", 2]),
        ("empires", ["--players", "random,you,random,you", "-o", "edition=final"]),
    ][::APART],
)
def test_a_person_who_always_takes_the_first_option_comes_to_the_end(
    shell: Shell, tmp_path: Path, game: str, options: list[object]
) -> None:
    path = tmp_path / "first.jsonl"
    said = shell("play", game, *options, "--seed", 1, "--save", path, typed="1\n" * 6000)
    assert said.code == 0
    assert "Result" in said.out
    assert " wins with " in said.out or " win together with " in said.out
    assert roundhouse.load(str(path)).state.over


def test_a_person_who_answers_at_random_comes_to_the_end(shell: Shell) -> None:
    typed = "".join(f"{1 + n * n % 9}\n" for n in range(30000))
    said = shell(*PLAY, "--players", "you,random", "--seed", 8, typed=typed)
    assert said.code == 0
    assert "There is no option" in said.out
    assert "Result" in said.out


def test_without_a_person_the_bots_play_it_out(shell: Shell) -> None:
    said = shell("play", "trains", "--players", "random,random,random", "--seed", 2)
    assert said.code == 0
    assert "Result" in said.out
    assert "place your first track marker" not in said.out


def test_the_same_seed_is_the_same_game(shell: Shell) -> None:
    once, again = (shell("play", "trains", "--seed", 3, "--seats", 2, typed="1\n1\n1\n") for _ in range(2))
    assert once.out == again.out


def test_the_table_shows_what_a_player_needs(shell: Shell) -> None:
    typed = steps("yokohama", "table", "quit")
    said = shell(*PLAY, "--players", "you,random", "--seed", 1, typed=typed)
    assert said.code == 0
    for words in ("Yokoha", "○○○", "◆4", "║", "═══", "C4", "~~", "▲▲", "Hand A", "Coins", "Amusement park", "Waste"):
        assert words in said.out, words
    assert "A  You: place your first track marker." in said.out
    assert re.search(r"B  \w+ \(random\): start at", said.out)
    assert "play a card, buy a card or end the turn" in said.out
    assert " end turn\n" in said.out


def test_a_game_without_a_drawing_can_be_played(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    bare = create()
    monkeypatch.setitem(registry.OPENED, bare.id, bare)
    said = shell("play", bare.id, "--players", "you,random", "--seed", 1, typed="1\n" * 500)
    assert said.code == 0
    assert "Result" in said.out
    assert bare.title in shell("games").out
    assert "not part of this installation" in shell("rules", bare.id).sentence
    assert "greedy" in shell("sim", bare.id, "--games", 2, "--seats", 2).out


# talking to the table


def test_end_of_input_is_leaving(shell: Shell) -> None:
    said = shell("play", "trains", "--seed", 1)
    assert said.code == 0
    assert "You left after 0 decisions" in said.out


def test_bad_words_are_answered_and_asked_again(shell: Shell) -> None:
    typed = steps("fly", "start", "99", "0", "start at Chiba", "", "tachi", "play", "buy skyscraper", "quit")
    said = shell(*PLAY, "--players", "you,random", "--seed", 1, typed=typed).out
    for told in (
        "'fly' is not an action of this game", "'start' can mean", "There is no option 99; the options are 1 to",
        "There is no option 0", "'start at Chiba' is refused", "(trains-3.2)", "No action was named", "'play' can mean",
        "'buy Skyscraper' is refused", "You left after 2 decisions",
    ):  # fmt: skip
        assert told in said


def test_help_rules_moves_and_map(shell: Shell) -> None:
    asked = ("help garage", "help rail", "help zzz", "rules 4.2", "rules 44", "rules")
    typed = steps("help", *asked, "tachi", "moves", "map", "?")
    said = shell(*PLAY, "--players", "you,random", "--seed", 1, typed=typed).out
    assert said.count("save FILE      write the game") == 2
    for told in (
        "Garage (action): cost 3", "Rail laying (rail): cost 3", "Trains has no clause and no card 'zzz'",
        "trains-4.2  From the hand into play", "no card '44'", "Which rule?", "A  You: start at Tachikawa",
    ):  # fmt: skip
        assert told in said
    assert said.count("◆n remote") == 2


def test_beginnings_of_words_mean_the_plain_action(shell: Shell) -> None:
    said = shell(*PLAY, "--players", "you,random", "--seed", 2, typed=steps("d5", "play rail")).out
    assert "A  You: lay 1 track." in said


def test_shortcuts_are_numbered_first_and_typed_and_refusals_come_last(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    typed = steps("tachi", "1", "undo all", "play all", "play all trains", f"save {path}")
    said = shell(*PLAY, "--players", "you,random", "--seed", 1, typed=typed).out
    assert "   1 play all trains: +4 coins\n" in said
    assert re.search(r"^ +\d+ Station expansion for its coins \(\+0 coins\)\n +\d+ end turn", said, re.MULTILINE)
    assert "'play all trains' is not an action" in said  # they are played already
    played = [line.words for line in roundhouse.load(str(path)).active_lines() if not line.seat]
    assert played == ["start at Tachikawa", *["play Normal train"] * 4]


def test_a_turn_that_ends_by_itself_says_why(shell: Shell) -> None:
    said = shell("play", "spyrium", "--players", "you,random", "--seed", 1, typed="1\n" * 3000).out
    assert "No other choice was left to A You: pass.\n" in said


def test_undo(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    typed = steps(
        "undo", "tachi", "undo", "play normal", "play normal", "undo", "undo", "undo", "play normal", "play normal",
        "undo all", "play normal", "end turn", "undo", f"save {path}",
    )  # fmt: skip
    said = shell(*PLAY, "--players", "you,random", "--seed", 1, typed=typed).out
    assert "nothing has been decided yet" in said
    assert said.count("since your last decision something hidden was shown") == 3
    record = roundhouse.load(str(path))
    assert [line.words for line in record.active_lines() if not line.seat] == [
        "start at Tachikawa",
        "play Normal train",
        "end turn",
    ]
    assert sum(1 for line in record.lines if line.back) == 3


def test_save_load_and_replay(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "half.jsonl"
    rest = tmp_path / "whole.jsonl"
    typed = steps("tachi", "play normal", "undo", f"save {path}", "quit")
    assert f"Saved to {path}" in shell(*PLAY, "--players", "you,random", "--seed", 1, typed=typed).out
    half = shell("replay", path)
    assert half.code == 0
    assert "1 undone, verified" in half.out
    assert "After decision 4 A You is to decide" in half.out
    said = shell("play", "trains", "--load", path, "--save", rest, typed="1\n" * 6000)
    assert "Result" in said.out
    assert re.search(r"B  \w+ \(random\):", said.out)
    assert "Result" in shell("replay", rest).out
    assert roundhouse.load(str(rest)).names == roundhouse.load(str(path)).names
    assert roundhouse.load(str(rest)).names[0] == "You"


def test_loading_with_other_players(shell: Shell, finished: Path, tmp_path: Path) -> None:
    path = tmp_path / "half.jsonl"
    shell(*PLAY, "--players", "Ann=you,Bob=greedy", "--seed", 1, "--save", path, typed="tachi\n")
    assert roundhouse.load(str(path)).names == ["Ann", "Bob (greedy)"]
    assert "A  Ann: play a card" in shell("play", "trains", "--load", path, typed="quit\n").out
    assert "Result" in shell("play", "trains", "--load", path, "--players", "random,random").out
    assert "Result" in shell("play", "trains", "--load", finished).out


def test_a_game_of_older_rules_goes_on(shell: Shell, tmp_path: Path) -> None:
    old, rest = Path(__file__).parent / "empyreal/uumi-version-1.jsonl", tmp_path / "rest.jsonl"
    said = shell("play", "empyreal", "--load", old, "--players", "random,random", "--save", rest)
    assert (said.code, "Result" in said.out) == (0, True)
    assert (roundhouse.load(str(rest)).rules_version, roundhouse.load(str(rest)).state.over) == (1, True)


def test_no_two_at_a_table_have_the_same_name(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"

    def names(players: str) -> list[str]:
        shell("play", "trains", "--players", players, "--seats", 4, "--seed", 1, "--save", path, typed="quit\n")
        return roundhouse.load(str(path)).names

    bots = names("you,greedy,random")
    assert bots == names("you,greedy,random")  # by the seed
    assert [re.sub(r"^\w+ ", "", bot) for bot in bots] == ["You", "(greedy)", "(random)", "(conductor)"]
    assert len(set(bots)) == 4
    assert names("you,you,Ann=greedy,ann=greedy") == ["You", "You 2", "Ann (greedy)", "ann 2 (greedy)"]
    path.write_text(re.sub('"(You 2|Ann|ann 2)[^"]*"', '"Greedy"', path.read_text()))  # as older records have it
    assert "B Greedy, C Greedy 2, D Greedy 3" in shell("replay", path).out


def test_hot_seat(shell: Shell) -> None:
    typed = steps("tachi", "yokohama", "end turn", "end turn", "quit")
    said = shell(*PLAY, "--players", "Ann=person,Bob=you", "--seed", 1, typed=typed).out
    for words in ("A Ann is to decide", "B Bob is to decide", "Hand A", "Hand B"):
        assert said.count(words) >= 2


def test_a_save_that_cannot_be_written_is_a_sentence_at_the_table(shell: Shell, tmp_path: Path) -> None:
    said = shell("play", "trains", "--seed", 1, typed=steps(f"save {tmp_path}/no/where", "save", f"save {tmp_path}"))
    assert said.code == 0
    assert "cannot be written: No such file or directory." in said.out
    assert "save needs the name of a file" in said.out
    assert "cannot be written: Is a directory." in said.out


# replay


def test_replay_at_and_step(shell: Shell, finished: Path) -> None:
    at = shell("replay", finished, "--at", 3)
    assert "After decision 3" in at.out
    assert "Score so far" in at.out
    stepped = shell("replay", finished, "--at", 12, "--step", typed="\n\nq\n")
    assert stepped.out.count("Enter: next turn") == 3
    assert stepped.out.count("◆n remote") == 4
    zero = shell("replay", finished, "--at", 0)
    assert re.search(r"A \w+ \(random\) is to decide: place their first track marker\.", zero.out)


# sim


def test_sim_is_the_same_for_any_number_of_jobs(shell: Shell) -> None:
    args = ("sim", "spyrium", "--games", 3, "--seats", 2, "--bots", "random,greedy", "--seed", 5)
    one = shell(*args)
    two = shell(*args, "--jobs", 2)
    assert one.code == two.code == 0
    assert one.out.splitlines()[:-1] == two.out.splitlines()[:-1]
    assert "games/s" in one.out.splitlines()[-1]
    assert "3 games of Spyrium, 2 seats, seed 5" in one.out
    for words in ("random", "greedy", "seat 2", "mean score", "win rate"):
        assert words in one.out


def test_an_interpreted_engine_says_so_once(shell: Shell) -> None:
    said = shell("sim", "trains", "--games", 1, "--bots", "random")
    build = shell("games").out
    assert said.err == "" if "compiled" in build else said.err.startswith("running interpreted; ")
    assert len(said.err.splitlines()) <= 1


# refusals


def edited(tmp_path: Path, text: str, name: str = "numbers.csv") -> Path:
    (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ("play chess", "There is no game 'chess'"),
        ("play", "Missing argument 'GAME'"),
        ("play trains --seats 5", "Trains is for 2 to 4 seats; it cannot be played with 5"),
        ("play trains --seats many", "--seats"),
        ("play trains --players you", "be played with 1"),
        ("play trains --players you,deep", "'deep' cannot play"),
        ("play trains --players you,,random", "'' cannot play"),
        ("play trains --players you,you,you --seats 2", "names 3 players for 2 seats"),
        ("play trains --option map=mars", "Option map cannot be 'mars'"),
        ("play trains --option map", "should read name=value"),
        ("play trains --option weather=fine", "Trains has no option 'weather'"),
        ("play trains -o cards=garage,tunnel", "it needs 8"),
        ("play trains --components /no/folder", "There is no folder /no/folder"),
        ("play trains --load /no/file", "/no/file cannot be read"),
        ("play trains --load /", "cannot be read"),
        ("play trains --save /no/folder/x", "there is no folder /no/folder"),
        ("play trains --save /", "not a file name"),
        ("play trains --load /no/file --seed 1", "--load goes on with"),
        ("play trains --wrong", "--wrong"),
        ("wrong", "No such command 'wrong'"),
        ("replay", "Missing argument 'FILE'"),
        ("replay /no/file", "cannot be read"),
        ("rules", "Missing argument 'GAME'"),
        ("rules chess", "There is no game 'chess'"),
        ("rules trains 4.99", "near it: "),
        ("rules trains garrage", "near it: Garage"),
        ("rules trains zzzz", "clauses run from 1.1 to"),
        ("sim chess", "There is no game 'chess'"),
        ("sim trains --games 0", "--games"),
        ("sim trains --games x", "--games"),
        ("sim trains --jobs 0", "--jobs"),
        ("sim trains --seats 1", "be played with 1"),
        ("sim trains --bots deep", "There is no bot 'deep'"),
        ("sim trains --bots", "--bots"),
        ("sim trains -o map=mars", "Option map cannot be 'mars'"),
        ("sim trains --components /no/folder", "There is no folder"),
    ],
)
def test_a_refusal_is_one_sentence(shell: Shell, args: str, said: str) -> None:
    assert said in shell(*args.split()).sentence


def test_broken_components_are_one_sentence(shell: Shell, tmp_path: Path) -> None:
    said = shell("play", "trains", "--components", edited(tmp_path, "id,number,source\n")).sentence
    assert "numbers.csv" in said
    (tmp_path / "numbers.csv").write_bytes(b"\xff\xfe\x00")
    assert "numbers.csv" in shell("play", "trains", "--components", tmp_path).sentence


def test_broken_records_are_one_sentence(shell: Shell, finished: Path, tmp_path: Path) -> None:
    lines = finished.read_text(encoding="utf-8").splitlines()
    broken = {
        "empty": "",
        "not json": "hello\n",
        "json but no record": '{"a": 1}\n',
        "a list": "[1, 2]\n",
        "cut off": "\n".join(lines[:-5]),
        "edited": "\n".join([*lines[:3], lines[4], *lines[4:]]),
        "another game": "\n".join([lines[0].replace('"trains"', '"chess"'), *lines[1:]]),
        "a seat of text": "\n".join([lines[0].replace('"seats":2', '"seats":"two"'), *lines[1:]]),
        "odd edits": "\n".join([lines[0].replace('"deal"', '"edited":{"cards.csv":3},"deal"'), *lines[1:]]),
    }
    for name, text in broken.items():
        path = tmp_path / "broken.jsonl"
        path.write_text(text, encoding="utf-8")
        assert "broken.jsonl" in shell("replay", path).sentence, name
        assert "broken.jsonl" in shell("play", "trains", "--load", path).sentence, name
    path.write_bytes(b"\xff\xfe")
    assert "broken.jsonl" in shell("replay", path).sentence
    assert "--at takes 0 to" in shell("replay", finished, "--at", 99999).sentence
    assert "--at takes 0 to" in shell("replay", finished, "--at", -1).sentence


# as a process


def test_as_a_process() -> None:
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    played = subprocess.run([*CLI, "play", "trains", "--seed", "1"], input=b"1\n", capture_output=True, env=env)
    assert played.returncode == 0
    assert b"|Chichi|" in played.stdout
    assert b"\x1b" not in played.stdout
    assert b"Traceback" not in played.stderr
    refused = subprocess.run([*CLI, "play", "chess"], capture_output=True)
    assert (refused.returncode, refused.stdout) == (2, b"")
    assert refused.stderr.count(b"\n") == 1


def test_a_reader_that_goes_away_is_no_failure() -> None:
    with subprocess.Popen([*CLI, "rules", "trains"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()


def children(pid: int) -> list[str]:
    return subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True).stdout.split()


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_is_quiet_and_leaves_no_worker(workers: int) -> None:
    """It comes while workers are still being made, or as soon as they are there. A shell makes jobs in the background
    ignore interrupts; this one does not.
    """
    args = [*CLI, "sim", "trains", "--games", "1000000", "--jobs", "2"]
    with subprocess.Popen(
        args,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        assert process.stderr is not None
        try:
            while len(there := children(process.pid)) < workers and process.poll() is None:
                time.sleep(0.01)
            process.send_signal(signal.SIGINT)
            assert process.wait(60) == 130
        finally:
            process.kill()
        assert b"Traceback" not in process.stderr.read()  # it ends when the last worker has closed it, too
    assert there


# two persons at one terminal


class Terminal:
    """A terminal with the command running in it, as two persons share one."""

    def __init__(self, *arguments: str) -> None:
        self.keys, theirs = pty.openpty()
        command = [sys.executable, "-m", "roundhouse", *arguments]
        env = os.environ | {"TERM": "xterm", "COLUMNS": "100", "LINES": "40"}
        self.process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=env)
        os.close(theirs)
        self.seen = ""

    def until(self, text: str) -> str:
        """All that was printed until this text, which comes last."""
        while text not in self.seen:
            self.seen += os.read(self.keys, 65536).decode("utf-8", "replace")
        before, _, self.seen = self.seen.partition(text)
        return before + text

    def type(self, text: str) -> None:
        os.write(self.keys, text.encode())

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.keys)


def test_between_two_persons_nothing_is_left_of_the_first() -> None:
    screen = Terminal(*PLAY, "--players", "Ann=person,Bob=person", "--seed", "4")
    try:
        screen.until("Hand the screen to")
        screen.type("\n")
        screen.until("> ")
        screen.type("start at kamata\n\n")  # one Enter too many
        wiped = screen.until("Hand the screen to")
        assert "\x1b[3J" in wiped  # the scrollback, too
        screen.until("presses Enter. ")
        screen.type("\x1b[A\n")  # what was typed before does not come back
        shown = screen.until("> ")
        assert "kamata" not in shown.split("\r\n")[0]
        assert "There is no option" not in shown
        assert shown.count("start at") > 1
    finally:
        screen.close()


def test_a_terminal_says_while_a_bot_thinks() -> None:
    screen = Terminal(*PLAY, "--players", "Ann=stationmaster@40,Bob=person", "--seed", "4")
    try:
        screen.until("A Ann (stationmaster@40) is thinking")
        screen.until("> ")
    finally:
        screen.close()


def test_players_are_levels_with_what_they_may_think(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    players = "Ann=you,Bob=Tycoon@2,Cy=stationmaster@1ms,Di=tests.bots.odd:Last"
    said = shell(*PLAY, "--players", players, "--seed", 1, "--save", path, typed="1\n")
    assert said.code == 0
    names = ["Ann", "Bob (tycoon@2)", "Cy (stationmaster@1ms)", "Di (tests.bots.odd:Last)"]
    assert roundhouse.load(str(path)).names == names
    # a record names nothing that is imported
    assert [player.kind for player in remembered(names)] == ["person", "tycoon@2", "stationmaster@1ms", "person"]
    for wrong in ("you,tycoon@fast", "you,nowhere:Bot", "you,expert"):
        assert shell(*PLAY, "--players", wrong).sentence
