"""The script of a first game, `learn.toml` beside the rules: parts of a game, and in each the steps of a coach."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import roundhouse
from roundhouse.core.errors import RoundhouseError
from roundhouse.core.game import Game
from roundhouse.core.records import Record
from roundhouse.core.registry import file_beside

FILE = "learn.toml"
ANY = "any"  # as `do`: whatever is legal
TURN = "turn"  # as `until`: until another seat decides
EASY = "apprentice"  # the bots of a first game, where the script says nothing


class BadScript(RoundhouseError):
    """A script that cannot be followed; the sentence names the step."""


@dataclass(frozen=True)
class Step:
    """One thing explained. Without `do` it only speaks.

    `do` are the decisions that may be made, in words with * for anything, or `any`; `times` or `until` say how many of
    them belong to the step, `others` what the rivals decide meanwhile and after it, before they play as bots.
    """

    say: str
    do: tuple[str, ...] = ()
    then: str = ""
    wrong: tuple[tuple[str, str], ...] = ()
    times: int = 1
    until: str = ""
    others: tuple[str, ...] = ()

    @property
    def speaks(self) -> bool:
        """Whether nothing is to be decided: it has been read when somebody says so."""
        return not self.do

    @property
    def free(self) -> bool:
        return self.do == (ANY,)

    @property
    def a_turn(self) -> bool:
        """Whether it lasts until another seat is to decide."""
        return self.until == TURN

    def allows(self, words: str) -> bool:
        return self.free or any(fits(pattern, words) for pattern in self.do)

    def ends(self, words: str, made: int) -> bool:
        """Whether the step is over after its `made`th decision, these words."""
        if self.a_turn:
            return False
        return fits(self.until, words) if self.until else made >= self.times

    def answer(self, words: str) -> str:
        """What is said to a decision that does not belong here."""
        return next((said for pattern, said in self.wrong if fits(pattern, words)), "")


@dataclass(frozen=True)
class Part:
    """A table that is played by the script, from a position that `before` leads to."""

    title: str
    seats: int
    you: int
    seed: str
    rivals: tuple[str, ...]
    options: tuple[tuple[str, object], ...]
    before: tuple[str, ...]
    steps: tuple[Step, ...]
    asks: bool = False  # a puzzle: nothing is lit before somebody asks for it

    def names(self, you: str) -> list[str]:
        """Who sits where."""
        others = list(self.rivals)
        return [*others[: self.you], you, *others[self.you :]]

    def record(self, game: str, names: list[str]) -> Record:
        """The game at the first step."""
        record = Record(game, self.seats, self.seed, names, **dict(self.options))
        self.play_before(record)
        return record

    def play_before(self, record: Record) -> None:
        """Play what has happened before the first step."""
        for n, words in enumerate(self.before, 1):
            if record.state.over:
                raise BadScript(f"{self.title}: the game is over before decision {n}.")
            record.play(decision(record, words))


@dataclass(frozen=True)
class Lesson:
    """A first game: what one learns, and its parts."""

    game: str
    title: str
    about: str
    learns: tuple[str, ...]
    minutes: int
    parts: tuple[Part, ...]
    ending: str
    easy: int  # how many seats the easy game has that follows

    @property
    def steps(self) -> int:
        return sum(len(part.steps) for part in self.parts)


@lru_cache(200)
def pattern_of(pattern: str) -> re.Pattern[str]:
    return re.compile(".*".join(re.escape(piece) for piece in pattern.split("*")), re.IGNORECASE)


def fits(pattern: str, words: str) -> bool:
    """Whether the words of a decision are those of a pattern, in which * is anything."""
    return pattern_of(pattern).fullmatch(words) is not None


def decision(record: Record, words: str) -> int:
    """The legal action with just these words; BadScript if there is none."""
    s = record.state
    found = [action for action in s.choices() if s.words(action) == words]
    if len(found) != 1:
        raise BadScript(f"{words!r} cannot be decided there.")
    return found[0]


def has_lesson(game: Game) -> bool:
    return bool(file_beside(game, FILE))


@lru_cache(32)
def lesson(game: str) -> Lesson:
    """The first game of a game; BadScript if it has none, or one that cannot be read."""
    found = roundhouse.game(game)
    if not has_lesson(found):
        raise BadScript(
            f"There is no first game for {found.title} yet; its rules are in short at the head of the rules."
        )
    text = Path(file_beside(found, FILE)).read_text(encoding="utf-8")
    try:
        return lesson_of(found, tomllib.loads(text))
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        raise BadScript(f"{FILE} of {found.title} cannot be read: {error}.") from None


def lesson_of(game: Game, read: dict[str, Any]) -> Lesson:
    known(read, "title", "about", "learns", "minutes", "ending", "easy", "part")
    return Lesson(
        game=game.id,
        title=read["title"],
        about=read["about"],
        learns=tuple(read["learns"]),
        minutes=read["minutes"],
        parts=tuple(part_of(part) for part in read["part"]),
        ending=read["ending"],
        easy=game.check_seats(read["easy"]),
    )


def part_of(read: dict[str, Any]) -> Part:
    known(read, "title", "seats", "you", "seed", "rivals", "options", "before", "step")
    if len(read["rivals"]) != read["seats"] - 1:
        raise BadScript(f"{read['title']}: {read['seats']} seats need {read['seats'] - 1} rivals.")
    return Part(
        title=read["title"],
        seats=read["seats"],
        you=read.get("you", 0),
        seed=str(read["seed"]),
        rivals=tuple(read["rivals"]),
        options=tuple(read.get("options", {}).items()),
        before=tuple(one.strip() for one in re.split("[;\n]", read.get("before", "")) if one.strip()),
        steps=tuple(step_of(step) for step in read["step"]),
    )


def step_of(read: dict[str, Any]) -> Step:
    known(read, "say", "do", "then", "wrong", "times", "until", "others")
    do = read.get("do", [])
    return Step(
        say=flowing(read["say"]),
        do=(do,) if isinstance(do, str) else tuple(do),
        then=flowing(read.get("then", "")),
        wrong=tuple((pattern, flowing(said)) for pattern, said in read.get("wrong", {}).items()),
        times=read.get("times", 1),
        until=read.get("until", ""),
        others=tuple(read.get("others", [])),
    )


def known(read: dict[str, Any], *names: str) -> None:
    """ValueError for a word that means nothing there."""
    if strange := sorted(set(read) - set(names)):
        raise ValueError(f"there is no {strange[0]!r}")


def flowing(text: str) -> str:
    """A text of several lines as one."""
    return " ".join(text.split())
