"""A table of Spyrium in any position, played in words: scaffolding sets it up, `legal` and `apply` do the rest."""

from __future__ import annotations

from typing import Any, cast

import roundhouse
from roundhouse.core.actions import squeeze
from roundhouse.core.cells import put
from roundhouse.games.spyrium.actions import EVENTS, FACES, LIFT, PLACE
from roundhouse.games.spyrium.board import BETWEEN, CELL_NAMES, CELLS, GAPS
from roundhouse.games.spyrium.rules import SpyriumGame
from roundhouse.games.spyrium.state import (
    ACTIVATING,
    FACE,
    INCLINED,
    PASSED,
    PLACING,
    SEATS,
    Spyrium,
)
from tests.kit.table import Table as BaseTable
from tests.kit.table import listed
from tests.spyrium.conserve import conserved

PHASES = {"placing": PLACING, "activating": ACTIVATING, "passed": PASSED}


def game() -> SpyriumGame:
    return cast(SpyriumGame, roundhouse.game("spyrium"))


def face(name: str) -> int:
    """A card by its title or id."""
    box = game().printed
    found = [
        i for i in range(FACES + EVENTS) if squeeze(name) in [squeeze(n) for n in (box.titles[i], *box.also[i])]
    ] or [i for i in range(FACES + EVENTS) if box.ids[i] == name]
    assert len(found) == 1, f"no card {name!r}"
    return found[0]


def price(name: str) -> int:
    """What the box asks for a card; prices are proposed, so no test knows them."""
    return game().printed.prices[face(name)]


def vp(name: str) -> int:
    return game().printed.vps[face(name)]


def gap(name: str) -> int:
    """A gap by its two places: "a1 a2"."""
    a, b = (CELL_NAMES.index(c) for c in name.split())
    return BETWEEN.index((min(a, b), max(a, b)))


class Table(BaseTable[Spyrium]):
    """A game in a given position, with seat 0 to decide. What one looks at is seat 0's but for the market."""

    def kept(self) -> tuple[int, ...]:
        return (self.state.turn, *conserved(self.state))

    def lost(self, before: tuple[int, ...]) -> bool:
        return self.kept() != before and self.state.turn == before[0]

    def place(self, *where: str) -> Table:
        """Place workers in the gaps between these places."""
        for name in where:
            self.act(PLACE + gap(name))
        return self

    def lift(self, where: str) -> Table:
        return self.act(LIFT + gap(where))

    def refused_place(self, where: str) -> str:
        return self.refused(PLACE + gap(where))

    def refused_lift(self, where: str) -> str:
        return self.refused(LIFT + gap(where))

    @property
    def gaps(self) -> list[int]:
        """Where a worker may be placed."""
        return [a - PLACE for a in self.state.legal() if PLACE <= a < PLACE + GAPS]

    @property
    def pounds(self) -> int:
        return self.state.pounds[0]

    @property
    def spyrium(self) -> int:
        return self.state.spyrium[0]

    @property
    def points(self) -> int:
        return self.state.points[0]

    @property
    def active(self) -> int:
        return self.state.active[0]

    @property
    def workers(self) -> int:
        return self.state.workers[0]

    @property
    def inactive(self) -> int:
        s = self.state
        return s.workers[0] - s.active[0] - s.in_market(0) - s.on_buildings(0)

    @property
    def income(self) -> int:
        return self.state.incomes[self.state.residence[0]]

    @property
    def row(self) -> str:
        """The buildings of seat 0 in their order."""
        row = self.state.rows[0]
        titles = self.state.box.titles
        return ", ".join(
            f"{'inclined ' if row[i] & INCLINED else ''}{titles[row[i] & FACE]}" for i in range(0, len(row), 2)
        )

    @property
    def techniques(self) -> str:
        first = self.state.box.first_technique
        return ", ".join(self.state.box.titles[first + i] for i in range(7) if self.state.techniques[0] >> i & 1)

    @property
    def gone(self) -> str:
        return ", ".join(self.state.box.titles[i] for i in self.state.gone)

    def at(self, place: str) -> str:
        """The card on a place, or nothing."""
        here = self.state.cells[CELL_NAMES.index(place)]
        return self.state.box.titles[here - 1] if here else ""

    def tokens(self, place: str) -> list[int]:
        at = CELL_NAMES.index(place) * 3
        return [v for v in (1, 2, 3) for _ in range(self.state.tokens[at + v - 1])]


def table(
    *,
    market: dict[str, str] | None = None,
    tokens: dict[str, str] | None = None,
    stand: dict[str, str] | None = None,
    seats: int = 2,
    phase: str = "activating",
    others: str = "passed",
    turn: int = 1,
    pounds: int = 30,
    spyrium: int = 9,
    points: int = 0,
    workers: int | None = None,
    active: int | None = None,
    income: int = 2,
    row: str = "",
    techniques: str = "",
    kept: str = "",
    event: str = "Late arrival",
    token: int = 0,
    reserve: str | None = None,
    discards: str | None = None,
    track: str = "2 3 4 5 7",
) -> Table:
    """Seat 0 to decide, in the given phase; the other seats have passed unless said otherwise.

    `market` names the cards by place, all other places are empty; `tokens` those on them. `stand` names the seats
    whose workers stand in a gap: {"a1 a2": "0 0 1"}. `active` are the active workers of seat 0 besides those in the
    market (by default the rest of the `workers` it owns, which are at least three). `income` is the value of its
    space. In `row`, "inclined Mine I" is an inclined one. `reserve` and `discards` are the tokens there.
    """
    s = cast(Spyrium, game().new(seats=seats, seed=1, first_player="fixed", residence_track=track))
    s.turn = turn
    cells = [0] * CELLS
    for place, name in (market or {}).items():
        cells[CELL_NAMES.index(place)] = face(name) + 1
    s.cells = bytes(cells)
    counts = [0] * (CELLS * 3)
    for place, values in (tokens or {}).items():
        for v in values.split():
            counts[CELL_NAMES.index(place) * 3 + int(v) - 1] += 1
    s.tokens = bytes(counts)
    s.gaps = bytes(GAPS * SEATS)
    s.crowd = bytes(CELLS)
    for where, who in (stand or {}).items():
        for seat in who.split():
            s.move_worker(gap(where), int(seat), 1)
    owned = [max(3, s.in_market(i)) for i in range(seats)]
    if workers is not None:
        owned[0] = workers
    elif active is not None:
        owned[0] = max(owned[0], s.in_market(0) + active)
    s.workers = bytes(owned)
    s.active = bytes(owned[i] - s.in_market(i) for i in range(seats))
    if active is not None:
        s.active = put(s.active, 0, active)
    s.pounds = [pounds] * seats
    s.spyrium = [spyrium] * seats
    s.points[0] = points
    s.residence = put(s.residence, 0, s.incomes.index(income))
    s.phases = bytes([PHASES[phase], *[PHASES[others]] * (seats - 1)])
    built = b""
    for name in listed(row):
        tilted = name.startswith("inclined ")
        built += bytes([face(name.removeprefix("inclined ")) | (INCLINED if tilted else 0), 0])
    s.rows = [built, *[b""] * (seats - 1)]
    bits = sum(1 << face(n) - s.box.first_technique for n in listed(techniques))
    s.techniques = put(s.techniques, 0, bits)
    s.kept = bytes(int(v) for v in kept.split())
    now = face(event)
    rest = [e for e in s.events if e != now]
    s.events = bytes([*rest[: turn - 1], now, *rest[turn - 1 :]])
    s.token_now = token
    s.token_next = 0
    if reserve is not None:
        s.reserve = bytes(int(v) for v in reserve.split())
    if discards is not None:
        s.discards = bytes(int(v) for v in discards.split())
    s.offered = []
    return Table(s)


def beside(name: str, stand: str = "0", tokens: str = "", **more: Any) -> Table:
    """A worker of seat 0 just lifted next to a card that is alone in the market; `stand` says who stood there."""
    return table(market={"a1": name}, tokens={"a1": tokens}, stand={"a1 a2": stand}, **more).lift("a1 a2")
