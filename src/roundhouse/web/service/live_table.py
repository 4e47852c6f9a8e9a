"""A table in memory: who sits there, how far it has come, and how it ended."""

from __future__ import annotations

import threading
import time
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from roundhouse.core.records import Record
from roundhouse.core.words import listed
from roundhouse.learn.coach import Coach
from roundhouse.web.service.lessons import coach_of
from roundhouse.web.service.rows import TableRow

Viewer = int | None  # a seat, or None for all who only watch

if TYPE_CHECKING:
    from roundhouse.web.service.turn_clock import Reading, TurnClock


class LiveTable:
    """A table in memory: its row, its record and the lock under which both change."""

    def __init__(self, row: TableRow, record: Record, turns: TurnClock | None = None, epoch: str = "") -> None:
        self.record = record
        self.turns = turns
        self.lock = threading.RLock()
        self.thinking = 0  # the decision a bot is thinking about
        self.asked_of_bot: Future[int] | None = None  # what the pool was asked last
        self.plain: set[int] = set()  # seats whose bot has failed and makes way for a plain one
        self.read = time.monotonic()  # when the row was read
        self.epoch = epoch  # versions of another one say nothing here
        self.announced = len(record.lines)  # as many as people have been told of
        self.told = row.version  # the version that those who look at it here were told of
        self.rendered: dict[Viewer, tuple[str, dict[str, Any]]] = {}  # what each was shown last, and of which version
        self.take_row(row)

    def take_row(self, row: TableRow) -> None:
        """Take in who sits where and what is asked."""
        if row.asked is not None and not is_request(row.asked, len(row.seats)):
            raise ValueError("what is asked at the table is no request")
        self.row = row

    @property
    def version(self) -> str:
        """How it stands, the same on every server: a later one has a larger number behind the point."""
        return f"{self.epoch}.{self.row.version}"

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def n(self) -> int:
        """How many lines the record has."""
        return len(self.record.lines)

    @property
    def over(self) -> bool:
        """Whether it is decided, by the rules or by concession."""
        return self.record.state.over or self.row.status == "over"

    @property
    def playing(self) -> bool:
        return self.row.status == "playing"

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.row.seats]

    def list_names(self, seats: list[int]) -> str:
        """The names of these seats, as a sentence lists them."""
        return listed([self.names[n] for n in seats], "and")

    @property
    def conceded(self) -> list[int]:
        """The seats that have given up."""
        return [seat.n for seat in self.row.seats if seat.conceded]

    @property
    def left(self) -> list[int]:
        """The seats that have not."""
        return [seat.n for seat in self.row.seats if not seat.conceded]

    def winners(self) -> list[int]:
        """Who has won: by the rules, or as the one seat that has not conceded."""
        s = self.record.state
        return s.winners() if s.over else self.left if self.over else []

    def why(self) -> str:
        """Who conceded, if that ended it."""
        return f"{self.list_names(self.conceded)} conceded" if self.over and self.early else ""

    @property
    def early(self) -> bool:
        """Whether the table ended before the game did."""
        return not self.playing and not self.record.state.over

    def result(self) -> str:
        """How it ended, in a few words; "" if it has not."""
        if not self.over:
            return ""
        won = self.list_names(self.winners())
        return f"{won} wins: {self.why()}" if self.early else f"{won} won with {max(self.record.state.scores())}"

    @property
    def coach(self) -> Coach | None:
        """Who guides the learner, if a first game is played here."""
        return coach_of(self.row.lesson, self.record)

    def seats_of(self, player: str) -> list[int]:
        """The seats a person holds."""
        return [seat.n for seat in self.row.seats if player and seat.player == player]

    def bot_of(self, n: int) -> str:
        """The bot that decides for a seat: its own, or one that stands in; "" for a person."""
        return self.row.seats[n].bot

    @property
    def thinks(self) -> bool:
        """Whether a bot thinks about the next decision."""
        return self.playing and self.thinking == self.n + 1

    def waits_for(self) -> int:
        """The seat of the person who is to decide, or -1."""
        n = self.record.state.seat
        return n if self.playing and n >= 0 and self.row.seats[n].decides else -1

    def time(self) -> Reading | None:
        """What its clock shows now, if it has a time limit."""
        return self.turns.reading(self.row) if self.turns is not None else None

    def outcome(self) -> dict[int, dict[str, Any]]:
        """By seat how the table ended for it, as it is kept; points only if the game was played out."""
        won, s = self.winners(), self.record.state
        points = s.scores() if s.over else [None] * len(self.row.seats)
        return {seat.n: {"won": seat.n in won, "points": points[seat.n]} for seat in self.row.seats}

    def request(self) -> dict[str, Any] | None:
        """What somebody asks the others to agree on; a decision or a refusal ends it."""
        asked = self.asked_here()
        return asked if asked and "refused" not in asked else None

    def refusal(self) -> dict[str, Any] | None:
        """What somebody has asked and another would rather not, until the next decision."""
        asked = self.asked_here()
        return asked if asked and "refused" in asked else None

    def asked_here(self) -> dict[str, Any] | None:
        """What was last asked in this position."""
        asked = self.row.asked
        return asked if asked and self.playing and asked["at"] == self.n else None

    def answerers(self) -> list[int]:
        """The seats that may answer the request; who is absent may, too."""
        asked = self.request()
        if not asked:
            return []
        return [*asked["wanted"], asked["seat"]] if asked["kind"] == "stand-in" else list(asked["wanted"])


def is_request(asked: Any, seats: int) -> bool:
    """Whether this is something that can be asked at a table of so many seats."""
    if not isinstance(asked, dict) or asked.get("kind") not in ("undo", "stand-in"):
        return False
    lists = [asked.get("wanted"), asked.get("agreed", [])]
    if not all(isinstance(held, list) for held in lists):
        return False
    named = [asked.get("seat"), asked.get("by"), asked.get("refused", 0), *lists[0], *lists[1]]
    numbers = [asked.get("n"), asked.get("at"), *named]
    return all(isinstance(n, int) for n in numbers) and all(n in range(seats) for n in named)
