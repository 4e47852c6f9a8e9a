"""Playing at a terminal: the loop that shows the table, asks persons, and lets bots decide."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext

from rich.console import Console, RenderableType
from rich.text import Text

from roundhouse.bots import make
from roundhouse.core.errors import RoundhouseError, UnknownAction
from roundhouse.core.records import Record
from roundhouse.core.state import State
from roundhouse.core.words import counted, listed
from roundhouse.draw.face import Action, words_of
from roundhouse.draw.term import Sign
from roundhouse.term import rules, words
from roundhouse.term.faces import face, say, sheet
from roundhouse.term.players import BadFile, Player, signs

try:
    import readline  # gives `input` its editing and history
    import termios
except ImportError:  # Windows
    readline = termios = None  # type: ignore[assignment]

HELP = """\
a number       the option of that number; Enter alone takes the only one
words          an option in words; beginnings are enough: play rail, buy express, lay c4
undo           take back your last decision; undo all: as far as it is free
map, table     draw the map, or everything, again
moves          the last moves of all seats
help CARD      what a card does, and the rules of it
rules CLAUSE   a rule, a section, a card or a word of the ledger: rules 5.4, rules garage, rules waste
save FILE      write the game to a file; roundhouse play GAME --load FILE goes on from there
quit           leave the table"""

KEPT_MOVES = 60  # decisions of a loaded game of which it is said what came of them
COMMANDS = ("undo", "map", "table", "moves", "help", "rules", "save", "quit", "exit", "?")


class Left(Exception):
    """A person left the table."""


class Sitting:
    """A game around one terminal."""

    def __init__(self, record: Record, players: list[Player], console: Console, save: str | None = None) -> None:
        self.record = record
        self.players = players
        self.console = console
        self.save_to = save
        self.face = face(record.game)
        self.says = words_of(record.game)
        self.outcomes = words.Outcomes(record, KEPT_MOVES)
        self.by_itself: list[Text] = []  # what was played for want of another choice, not yet told
        self.seats = signs(record.names)
        tag = f"{record.seed}/{len(record.lines)}"
        self.bots: list[make.Player | None] = [
            None if player.person else make.Player(player.kind, f"{tag}/{seat}") for seat, player in enumerate(players)
        ]
        self.live = console.is_terminal and sys.stdin.isatty()
        self.looking = -1  # the person who saw the screen last
        self.reported = len(record.active_lines())  # decisions that the output speaks of already

    def run(self) -> None:
        """Play until the game is over or somebody leaves."""
        try:
            while not self.record.state.over:
                self.decide()
        except (Left, EOFError) as left:
            if self.live and isinstance(left, EOFError):
                self.console.print()
            self.leave()
            return
        self.finish()

    def decide(self) -> None:
        """One decision of whoever is to decide."""
        s = self.record.state
        bot = self.bots[s.seat]
        if bot is not None:
            with self.thinking(s):
                action = bot.decide(s)
            self.play(action)
        elif self.forced(s):
            self.play_only(s)
        else:
            self.curtain(s)
            self.show(s)
            self.ask()

    def thinking(self, s: State) -> AbstractContextManager[object]:
        """Says at a terminal that a bot is at it, until it has decided."""
        letter, name, _ = self.seats[s.seat]
        return self.console.status(Text(f"{letter} {name} is thinking")) if self.live else nullcontext()

    def play(self, action: int) -> None:
        """Make a decision, and keep what came of it."""
        before = self.record.state.view(None)
        self.record.play(action)
        self.outcomes.note(self.record, self.record.lines[-1], before, self.record.state.view(None))

    def forced(self, s: State) -> bool:
        """Whether the table plays the only option itself; not where that would end a free undo."""
        if len(s.choices()) > 1:
            return False
        if not self.free_undo():
            return True
        twin = s.clone()
        twin.apply(twin.choices()[0])
        return not twin.learned

    def play_only(self, s: State) -> None:
        """Play the only option; the next screen says why."""
        letter, name, _ = self.seats[s.seat]
        self.by_itself.append(Text(f"No other choice was left to {letter} {name}: {s.words(s.choices()[0])}.", "bold"))
        self.play(s.choices()[0])

    def offered(self, s: State) -> list[Action]:
        """What the deciding seat may choose, in the order in which it is shown."""
        return words.listed(s.view(s.seat), self.record.box, self.says)

    # showing

    def curtain(self, s: State) -> None:
        """Between two persons nobody sees the other's cards."""
        before, self.looking = self.looking, s.seat
        if before == s.seat or sum(player.person for player in self.players) == 1 or not hides(s):
            return
        letter, name, _ = self.seats[s.seat]
        if self.live:
            self.wipe()
            input(f"Hand the screen to {letter} {name}, who presses Enter. ")
        else:
            self.say(f"{letter} {name} is to decide.")

    def wipe(self) -> None:
        """Nothing is left of what the last person saw or typed: screen, scrollback, keys in waiting, history."""
        self.console.clear()
        self.console.file.write("\x1b[3J")
        self.console.file.flush()
        if termios is not None:
            termios.tcflush(sys.stdin, termios.TCIFLUSH)
        if readline is not None:
            readline.clear_history()

    def show(self, s: State, whole: bool = False) -> None:
        """The table as the deciding seat sees it, and what it may do."""
        room = sheet(self.console)
        if self.live:
            self.console.clear()
        width = room.width if self.live else 0
        moves = [
            move.text(self.seats, self.outcomes, width) for move in self.news(len(self.players) if room.tall else 2)
        ]
        offered = self.offered(s)
        seen = s.view(s.seat)
        view = {**seen, "actions": offered}
        letter, name, style = self.seats[s.seat]
        choices = words.options(s, words.priced(offered, seen, self.record.box, self.says), room.width)
        long = not room.tall and choices.plain.count("\n") > 6
        parts: list[RenderableType] = [
            self.face.table(view, self.record.box, self.seats, moves, room, whole),
            Text.assemble((f" {letter} ", style), f" {name}: ", (f"{s.prompt()}.", "bold")),
        ]
        # A list that would push the table off the screen goes above it.
        parts.insert(0 if long else 2, choices)
        parts[:0] = self.by_itself
        self.by_itself = []
        for part in parts:
            self.console.print(part, end="" if part is choices else "\n")

    def news(self, most: int) -> list[words.Move]:
        """What happened since this person last decided; on a screen, the last moves in any case."""
        if self.live:
            return words.last_moves(self.record, most)
        active = self.record.active_lines()
        fresh = words.moves(active[self.reported :])
        self.reported = len(active)
        return fresh

    def say(self, text: str | Text) -> None:
        say(self.console, text)

    # asking

    def ask(self) -> None:
        """Read lines until one of them is a decision or a command that changed the table."""
        while True:
            line = self.read()
            try:
                if self.answer(line):
                    return
            except RoundhouseError as error:
                self.say(str(error))

    def read(self) -> str:
        if self.live:
            return input("> ").strip()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        self.say(f"> {line.strip()}")
        return line.strip()

    def answer(self, line: str) -> bool:
        """Carry out a line; whether the table is to be shown anew."""
        first, _, rest = line.partition(" ")
        if self.is_command(line):
            return self.command(first.lower(), rest.strip())
        first_action, *then = self.chosen(line)
        seat = self.record.state.seat
        self.play(first_action)
        for action in then:
            s = self.record.state
            if s.over or s.seat != seat or action not in s.choices():
                break
            self.play(action)
        return True

    def is_command(self, line: str) -> bool:
        return line.partition(" ")[0].lower() in COMMANDS

    def chosen(self, line: str) -> list[int]:
        """The decisions that a number or words mean, in order."""
        s = self.record.state
        options = self.offered(s)
        if not line and len(options) == 1:
            return words.meant(options[0])
        if line.isascii() and line.isdigit():
            if not 1 <= int(line) <= len(options):
                raise UnknownAction(f"There is no option {line}; the options are 1 to {len(options)}.")
            return words.meant(options[int(line) - 1])
        return words.typed_shortcut(options, line) or [s.parse(line)]

    def command(self, name: str, rest: str) -> bool:
        s = self.record.state
        if name in ("quit", "exit"):
            raise Left
        if name == "undo":
            return self.undo(rest == "all")
        if name == "table":
            self.show(s, whole=True)
        elif name == "map":
            view = {**s.view(s.seat), "actions": self.offered(s)}
            self.console.print(self.face.board(view, self.record.box, self.seats, sheet(self.console)))
        elif name == "moves":
            for move in words.last_moves(self.record, 3 * len(self.players)):
                self.say(move.text(self.seats, self.outcomes))
        elif name == "rules":
            self.say(self.rule(rest) if rest else "Which rule? For example: rules 4.2.")
        elif name == "save":
            self.save(rest)
        elif rest:
            self.say(self.rule(rest))
        else:
            self.say(HELP)
        return False

    def rule(self, asked: str) -> Text:
        return rules.lookup(self.record.game, asked, self.record.box)

    # undo and saving

    def free_undo(self) -> int:
        """The earliest decision that the deciding person may take back, or 0."""
        active = self.record.active_lines()
        if not active or active[-1].seat != self.record.state.seat:
            return 0
        return self.record.free_undo()

    def undo(self, far: bool) -> bool:
        """Take back the last decision that was one, or all that are free to take back."""
        earliest = self.free_undo()
        own = [n for n in self.chosen_numbers() if n >= earliest] if earliest else []
        if not own:
            self.say(
                "Nothing can be undone: since your last decision something hidden was shown, "
                "chance had its say or another seat has decided."
                if self.record.active_lines()
                else "Nothing can be undone: nothing has been decided yet."
            )
            return False
        self.record.undo(own[0] if far else own[-1])
        self.reported = min(self.reported, len(self.record.active_lines()))
        return True

    def chosen_numbers(self) -> list[int]:
        """The numbers of the standing decisions that had more than one option."""
        s = self.record.fresh(None, None)
        out: list[int] = []
        for line in self.record.active_lines():
            if len(s.choices()) > 1:
                out.append(line.n)
            s.apply(line.action)
        return out

    def save(self, path: str) -> None:
        if not path:
            raise BadFile("save needs the name of a file: save FILE.")
        save(self.record, path)
        self.say(f"Saved to {path}; go on with: roundhouse play {self.record.game.id} --load {path}")

    # the end

    def leave(self) -> None:
        if self.save_to:
            self.save(self.save_to)
            return
        self.say(
            f"You left after {counted(len(self.record.active_lines()), 'decision')} and nothing was saved. "
            "To keep a game, type save FILE before quit, or start with --save FILE."
        )

    def finish(self) -> None:
        """The table at the end, and who won."""
        s = self.record.state
        room = sheet(self.console)
        if self.live:
            self.console.clear()
        last = words.last_moves(self.record, len(self.players))
        moves = [move.text(self.seats, self.outcomes, room.width if self.live else 0) for move in last]
        self.console.print(self.face.table(s.view(None), self.record.box, self.seats, moves, room, True))
        self.console.print(self.face.result(s.view(None), self.seats, s.scores()))
        self.say(verdict(s, self.seats))
        if self.save_to:
            save(self.record, self.save_to)
            self.say(f"Saved to {self.save_to}.")


def verdict(s: State, seats: list[Sign]) -> str:
    """Who won, in a sentence."""
    best = [f"{seats[n][0]} {seats[n][1]}" for n in s.winners()]
    points = counted(s.scores()[s.winners()[0]], "point")
    broken = s.tie_broken_by()
    tie = f"; the tie is broken by {broken}" if broken else ""
    return f"{listed(best, 'and')} {'wins' if len(best) == 1 else 'win together'} with {points}{tie}."


def save(record: Record, path: str) -> None:
    """Write the record; BadFile says why it cannot be."""
    try:
        record.save(path)
    except OSError as error:
        raise BadFile(f"{path} cannot be written: {error.strerror}.") from None


def hides(s: State) -> bool:
    """Whether the deciding seat sees something that not everybody may see."""
    own, open = ({**s.view(seat), "viewer": None, "actions": None} for seat in (s.seat, None))
    return own != open
