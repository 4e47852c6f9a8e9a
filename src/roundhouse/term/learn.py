"""A first game or a puzzle at a terminal: the same table, with the coach's words between."""

from __future__ import annotations

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from roundhouse.core.records import Record
from roundhouse.core.state import State
from roundhouse.learn.coach import Coach
from roundhouse.learn.script import EASY, Lesson, Part
from roundhouse.term.players import Player, named
from roundhouse.term.table import Left, Sitting

YOU = "You"
GO_ON = "Enter goes on. "


class Guided(Sitting):
    """A part of a first game around one terminal."""

    def __init__(self, part: Part, game: str, console: Console) -> None:
        names = part.names(YOU)
        players = [Player(name, "person" if n == part.you else EASY) for n, name in enumerate(names)]
        super().__init__(part.record(game, names), players, console)
        self.part = part
        self.steps_read = 0
        self.told = -1  # the step whose words were said last,
        self.seen = -1  # and how many lines the record had when the table was shown

    @property
    def coach(self) -> Coach:
        return Coach(self.part, self.record, self.steps_read)

    def run(self) -> None:
        """Play until the last step is done; `Left` if the learner leaves before."""
        while not self.coach.over:
            self.decide()

    def decide(self) -> None:
        coach = self.coach
        if not coach.deciding:
            scripted = coach.scripted()
            return super().decide() if scripted is None else self.play(scripted)
        assert coach.step is not None
        if not coach.step.speaks:
            return super().decide()
        if self.seen == len(self.record.lines):
            self.console.print(words(coach))
        else:
            self.show(self.record.state)
        self.pause()
        self.steps_read = coach.at + 1

    def forced(self, s: State) -> bool:
        return False  # what is to be done is to be read first

    def show(self, s: State, whole: bool = False) -> None:
        super().show(s, whole)
        self.seen = len(self.record.lines)
        coach = self.coach
        if coach.step is not None and (self.live or whole or coach.at != self.told):
            self.told = coach.at
            self.console.print(words(coach))

    def pause(self) -> None:
        """Wait until the learner has read; the words of the table can be asked for meanwhile."""
        self.say(GO_ON)
        while (line := self.read()).lower() in ("table", "map", "moves", "help", "?"):
            self.command(line.lower(), "")
        if line.lower() in ("quit", "exit"):
            raise Left

    def answer(self, line: str) -> bool:
        first, _, _ = line.partition(" ")
        if first.lower() in ("undo", "save"):
            self.say("Here nothing is undone or saved; it is short, and can be begun again.")
            return False
        if self.part.asks and first.lower() == "show":
            self.steps_read = self.coach.at + 1
            self.console.print(words(self.coach))
            return False
        if self.is_command(line):
            return super().answer(line)
        first_action, *then = self.chosen(line)
        said = self.coach.refusal(first_action)
        if said:
            self.say(Text(said, "bold"))
            return False
        step = self.coach.at
        self.play(first_action)
        for action in then:
            coach = self.coach
            if coach.at != step or action not in coach.allowed():
                break
            self.play(action)
        return True


def words(coach: Coach) -> Padding:
    """What the coach says now, and what may be done."""
    assert coach.step is not None
    said = Text()
    if coach.then:
        said.append(f"{coach.then} ", "dim")
    said.append(coach.step.say)
    if not coach.step.speaks and coach.lights:
        s = coach.record.state
        may = list(dict.fromkeys(s.words(action) for action in coach.allowed()))
        said.append(f"\n> {may[0]}" if len(may) == 1 else f"\n> one of: {', '.join(may[:6])}", "bold")
    return Padding(said, (0, 2))


def learn(lesson: Lesson, console: Console) -> None:
    """A first game, part by part, and then an easy game."""
    try:
        for part in lesson.parts:
            console.print(Text(f"{lesson.title}. {part.title}", "bold"), soft_wrap=True)
            guided = Guided(part, lesson.game, console)
            guided.run()
        console.print(Padding(Text(f"Well done. {lesson.ending}"), (1, 2)))
        guided.say("Now an easy game? Enter begins it, quit leaves.")
        if guided.read().lower() in ("quit", "exit", "no", "n"):
            return
    except (Left, EOFError):
        console.print(f"You left the first game; roundhouse learn {lesson.game} begins it again.", soft_wrap=True)
        return
    easy(lesson, console).run()


def solve(game: str, puzzle: Part, console: Console) -> None:
    """A puzzle: tries until it is solved, or `show`."""
    guided = Guided(puzzle, game, console)
    guided.say("Say what you would do; show tells it, quit leaves.")
    try:
        guided.run()
    except (Left, EOFError):
        return
    console.print(Padding(Text(puzzle.steps[-1].then), (1, 2)))


def easy(lesson: Lesson, console: Console) -> Sitting:
    """The game that follows: against bots that do not look ahead."""
    company = named([Player(YOU, "person"), *[Player("", EASY)] * (lesson.easy - 1)], None)
    record = Record(lesson.game, lesson.easy, None, [player.name for player in company])
    return Sitting(record, company, console)
