"""Tables for those who learn: what a seat is shown of one, bots around a learner, and many stepped at once."""

from __future__ import annotations

from roundhouse.bots.bot import RandomBot
from roundhouse.bots.make import Player
from roundhouse.core.components import Box, Edits
from roundhouse.core.errors import BadOption, IllegalAction
from roundhouse.core.game import Game
from roundhouse.core.native import i64, u8, vec
from roundhouse.core.observation import Observation, Sheet
from roundhouse.core.registry import game as find
from roundhouse.core.rng import Rng, fresh_seed, seeded
from roundhouse.core.state import State
from roundhouse.core.verbs import NO_ACTIONS


def rewards(s: State, by_score: bool) -> list[float]:
    """What a finished game brings each seat: its points, or its share of the win.

    The share counts so that a sole winner has 1, a loser among n seats -1/(n - 1), and all together 0.
    """
    if by_score:
        return [float(points) for points in s.scores()]
    won = s.winners()
    others = max(s.seats - 1, 1)
    out = [-1.0 / others] * s.seats
    for seat in won:
        out[seat] = (s.seats / len(won) - 1.0) / others
    return out


class Dealer:
    """Deals tables of one kind: what is asked for is checked once. Only its name goes along when a game is pickled."""

    def __init__(self, game: Game, seats: int | None, options: dict[str, object], components: object = None) -> None:
        self.game: Game = game
        self.seats: int = game.check_seats(seats)
        self.options: dict[str, object] = game.check_options(options)
        self.box: Box = components if isinstance(components, Box) else game.box(components)

    def deal(self, seed: object) -> State:
        """A table ready for its first decision, the same as `Game.new` gives."""
        return self.game.deal(self.seats, seeded(seed), self.box, self.options, None, None)

    def __reduce__(self) -> tuple[object, ...]:
        return (dealer, (self.game.id, self.seats, self.options, self.box.edits, self.box.version))

    def __deepcopy__(self, memo: object) -> Dealer:
        return self


def dealer(game: str, seats: int, options: dict[str, object], edits: Edits, version: int | None) -> Dealer:
    """A pickled dealer again."""
    found = find(game)
    return Dealer(found, seats, options, found.box_with(edits, version))


class Masks:
    """Which actions may be chosen, a row a table: 1 for those that may. Only cells that change are written."""

    def __init__(self, rows: int, width: int) -> None:
        self.cells: vec[u8] = vec[u8]([0] * (rows * width))
        self.width: i64 = width
        self.marked: list[list[int]] = [NO_ACTIONS] * rows

    def mark(self, row: i64, choices: list[int]) -> None:
        """Let a row say that these may be chosen."""
        cells = self.cells
        at: i64 = row * self.width
        a: i64
        for a in self.marked[row]:
            cells[at + a] = 0
        for a in choices:
            cells[at + a] = 1
        self.marked[row] = choices


class Seen:
    """What one seat is shown of one table, in buffers that every look writes over."""

    def __init__(self, game: Game, seats: int) -> None:
        self.game: Game = game
        self.sheet: Sheet = Sheet()
        self.masks: Masks = Masks(1, game.num_actions)

    def look(self, s: State, seat: int) -> None:
        """Write what that seat knows, and what it may choose; nothing, if it is not the one to decide."""
        sheet = self.sheet
        sheet.clear()
        self.game.observation.write(s, seat, sheet)
        self.masks.mark(0, s.choices() if seat == s.seat and not s.over else NO_ACTIONS)


class Company:
    """The bots around the seat of one who learns, and how many decisions a table has seen in all."""

    def __init__(self, specs: list[str], seat: int, seed: object) -> None:
        self.seat: int = seat
        self.made: int = 0
        self.players: list[Player] = []
        for i in range(len(specs)):
            self.players.append(Player(specs[i], f"{seed}/{i if i < seat else i + 1}"))

    def play(self, s: State, limit: int) -> None:
        """Let bots decide until the learner is to, the game is over or so many decisions were made in all."""
        while not s.over and s.seat != self.seat and (not limit or self.made < limit):
            s.apply(self.decision(s))
            self.made += 1

    def decision(self, s: State) -> int:
        player = self.players[s.seat if s.seat < self.seat else s.seat - 1]
        bot = player.bot
        if not isinstance(bot, RandomBot):
            return player.decide(s)
        options = s.choices()  # who looks at nothing needs nothing dealt anew
        n = len(options)
        return options[bot.rng.below(n)] if n > 1 else options[0]


Told = tuple[list[int], list[int], list[float]]
Kept = tuple[Dealer, object, bool, int, list[State], list[int], list[int], Told]


class Many:
    """Tables of one kind, stepped together. One that is over tells its rewards and is dealt anew at once.

    The tables of place `i` have the seeds `SEED/i/0`, `SEED/i/1` and so on.
    """

    def __init__(
        self,
        dealer: Dealer,
        count: int,
        seed: object = None,
        by_score: bool = False,
        limit: int = 0,
        tables: list[State] | None = None,
    ) -> None:
        if count < 1:
            raise BadOption(f"There must be a table or more, not {count}.")
        game = dealer.game
        self.dealer: Dealer = dealer
        self.count: int = count
        self.seed: object = fresh_seed() if seed is None else seed
        self.by_score: bool = by_score
        self.limit: i64 = limit  # decisions after which a table is dealt anew all the same; 0: none
        self.observation: Observation = game.observation
        self.sheet: Sheet = Sheet()  # of all tables, one after the other
        self.masks: Masks = Masks(count, game.num_actions)
        self.seats: vec[i64] = vec[i64]([0] * count)  # who is to decide
        self.rewards: vec[float] = vec[float]([0.0] * (count * dealer.seats))
        self.finished: vec[u8] = vec[u8]([0] * count)  # whether the last decision ended a game,
        self.cut: vec[u8] = vec[u8]([0] * count)  # or was the last that its limit allows
        self.told: vec[u8] = vec[u8]([0] * count)  # whether it was either
        self.made: vec[i64] = vec[i64]([0] * count)
        self.dealt: list[int] = [0] * count
        self.tables: list[State] = [self.next_table(i) for i in range(count)] if tables is None else tables
        for i in range(count):
            self.show(i)

    def step(self, actions: list[int]) -> None:
        """One decision at every table; if one of them is illegal, IllegalAction names its table and nothing changes."""
        self.check(actions)
        self.sheet.clear()
        limit: i64 = self.limit
        i: i64
        for i in range(self.count):
            if self.told[i]:
                self.forget(i)
            s = self.tables[i]
            s.apply(actions[i])
            made: i64 = self.made[i] + 1
            self.made[i] = made
            if s.over or (limit and made >= limit):
                self.tell(i, s)
                self.tables[i] = self.next_table(i)
            self.show(i)

    def sample(self, rng: Rng) -> list[int]:
        """A legal action for every table, by lot."""
        out: list[int] = []
        for options in self.masks.marked:
            out.append(options[rng.below(len(options))])
        return out

    def clone(self) -> Many:
        """An independent copy, with buffers of its own."""
        return again(*self.kept([s.clone() for s in self.tables]))

    # inside

    def check(self, actions: list[int]) -> None:
        if len(actions) != self.count:
            raise IllegalAction(f"There are {self.count} tables, and {len(actions)} actions for them.")
        cells = self.masks.cells
        width: i64 = self.masks.width
        i: i64
        for i in range(self.count):
            a: i64 = actions[i]
            if a < 0 or a >= width or not cells[i * width + a]:
                why = self.tables[i].refusal(a)
                raise IllegalAction(f"Table {i}: {why}", why.clause)

    def tell(self, i: i64, s: State) -> None:
        """Say that a game is over and what it brought, or that it was cut off."""
        self.told[i] = 1
        if not s.over:
            self.cut[i] = 1
            return
        self.finished[i] = 1
        brought = rewards(s, self.by_score)
        at: i64 = i * self.dealer.seats
        seat: i64
        for seat in range(len(brought)):
            self.rewards[at + seat] = brought[seat]

    def forget(self, i: i64) -> None:
        """A step later none of that holds."""
        self.told[i] = 0
        self.finished[i] = 0
        self.cut[i] = 0
        at: i64 = i * self.dealer.seats
        seat: i64
        for seat in range(self.dealer.seats):
            self.rewards[at + seat] = 0.0

    def next_table(self, i: i64) -> State:
        k = self.dealt[i]
        self.dealt[i] = k + 1
        self.made[i] = 0
        return self.dealer.deal(f"{self.seed}/{i}/{k}")

    def show(self, i: i64) -> None:
        """Write what the seat that is to decide knows of a table, and what it may choose."""
        s = self.tables[i]
        seat = s.seat
        self.seats[i] = seat
        self.observation.write(s, seat, self.sheet)
        self.masks.mark(i, s.choices())

    # saving; what follows from the tables is written anew

    def kept(self, tables: list[State]) -> Kept:
        told = [int(n) for n in self.finished], [int(n) for n in self.cut], list(self.rewards)
        made = [int(n) for n in self.made]
        return (self.dealer, self.seed, self.by_score, int(self.limit), tables, self.dealt[:], made, told)

    def __reduce__(self) -> tuple[object, ...]:
        return (again, self.kept(self.tables))

    def __deepcopy__(self, memo: object) -> Many:
        return self.clone()


def again(
    dealer: Dealer,
    seed: object,
    by_score: bool,
    limit: int,
    tables: list[State],
    dealt: list[int],
    made: list[int],
    told: Told,
) -> Many:
    """Tables that were copied or pickled."""
    many = Many(dealer, len(tables), seed, by_score, limit, tables)
    many.dealt = dealt
    for i in range(len(tables)):
        many.made[i] = made[i]
        many.finished[i] = u8(told[0][i])
        many.cut[i] = u8(told[1][i])
        many.told[i] = u8(told[0][i] | told[1][i])
    for i in range(len(told[2])):
        many.rewards[i] = told[2][i]
    return many
