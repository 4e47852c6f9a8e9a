"""A table of Toy railway in any position, played in words and cross-examined at every step."""

from __future__ import annotations

import pickle
from typing import cast

import pytest

import roundhouse
from tests.core.toy import CAR_IDS, SPECIALIST_IDS, SURVEYOR_IDS, ToyGame
from tests.core.toy_state import CARS, ENGINEER, GOODS, GRID, HEXES, OFFICES, PLACES, Toy

GAME = ToyGame()


def car(name: str) -> int:
    """A car by its title."""
    return CAR_IDS.index(name.lower().replace(" ", "_"))


def cars(names: str) -> list[int]:
    return [car(n.strip()) for n in names.split(",") if n.strip()]


def hexes(names: str) -> list[int]:
    """Hexes by their coordinates."""
    spots = {GRID.coordinate(h): h for h in range(HEXES)}
    return [spots[n.strip()] for n in names.split(",") if n.strip()]


class Table:
    """A game in the turn of one seat. `do` also proves at every step that clones and pickles are the state itself."""

    def __init__(self, state: Toy) -> None:
        self.state = state

    def do(self, *words: str) -> Table:
        """Carry out actions in words, each of which must be legal."""
        for said in words:
            action = self.state.parse(said)
            assert action in self.state.legal(), f"{said!r} is not legal: {self.can}"
            apply_and_compare(self.state, action)
        return self

    def refused(self, words: str) -> str:
        """The clause by which these words are refused; the state does not change."""
        before = self.state.fingerprint()
        action = self.state.parse(words)
        assert action not in self.state.legal(), f"{words!r} is legal"
        with pytest.raises(roundhouse.IllegalAction) as caught:
            self.state.apply(action)
        assert self.state.fingerprint() == before
        return caught.value.clause

    @property
    def can(self) -> list[str]:
        return self.state.all_words()

    def offers(self, start: str) -> list[str]:
        """What the legal actions that begin with these words name."""
        return [w[len(start) + 1 :] for w in self.can if w.startswith(start + " ")]

    @property
    def mana(self) -> int:
        return self.state.mana[0]

    def yard(self, seat: int = 0) -> list[str]:
        """The places of a yard, "" where one is free."""
        return [self.state.kit.titles[c - 1] if c else "" for c in self.state.yards[seat]]

    @property
    def market(self) -> list[str]:
        return [self.state.kit.titles[c] for c in self.state.market]

    def goods(self, good: str) -> dict[str, int]:
        """Where goods of that kind lie."""
        return {GRID.coordinate(h): n for h, n in enumerate(self.state.goods[GOODS.index(good)]) if n}

    def built(self, seat: int = 0) -> str:
        """The hexes of a seat's network."""
        return ", ".join(GRID.coordinate(h) for h in range(HEXES) if self.state.tracks[h] >> seat & 1)

    def exhausted(self, seat: int = 0) -> list[str]:
        return [OFFICES[o] for o in range(3) if self.state.tired[seat] >> o & 1]


def apply_and_compare(s: Toy, action: int) -> None:
    """Apply; a clone taken before stays put meanwhile, and clone and pickle go on exactly as the original does."""
    before = (s.fingerprint(), s.legal(), s.seat)
    twin = s.clone()
    thawed = cast(Toy, pickle.loads(pickle.dumps(s)))
    s.apply(action)
    after = (s.fingerprint(), s.legal(), s.seat)
    for other in (twin, thawed):
        assert (other.fingerprint(), other.legal(), other.seat) == before
        other.apply(action)
        assert (other.fingerprint(), other.legal(), other.seat) == after
        assert other.prompt() == s.prompt()


def table(
    *,
    seats: int = 2,
    turn: int = 0,
    mana: int = 5,
    yard: str = "",
    others: dict[int, str] | None = None,
    market: str = "Lake liner, Lake liner, Commerce, Icecar",
    captain: str = "Runika",
    engineer: str = "Orman",
    surveyor: str = "Hikaru",
    engineers: dict[int, str] | None = None,
    surveyors: dict[int, str] | None = None,
    tired: dict[int, str] | None = None,
    tracks: str = "A1",
    wood: str = "",
    fish: str = "",
    stock: tuple[int, int] = (6, 0),
) -> Table:
    """The turn of seat `turn`, which has `yard` from the second place on ("-" leaves one free).

    `others`, `engineers`, `surveyors` and `tired` go by seat number; `wood` and `fish` are all there is on the map.
    """
    s = cast(Toy, GAME.new(seats=seats, seed=1, captain=captain))
    for _ in range(seats):
        s.apply(s.legal()[0])
    for _ in range(turn):
        s.apply(s.parse("end turn"))
    for seat, names in {**(others or {}), turn: yard}.items():
        placed = [0 if n.strip() == "-" else car(n.strip()) + 1 for n in names.split(",") if n.strip()]
        s.yards[seat] = bytes([1, *placed, *[0] * (PLACES - 1 - len(placed))])
    left = [i for i in range(CARS) for _ in range(GAME.printed.copies[i])]
    s.market = bytes(sorted(cars(market)))
    for c in [*s.market, *[c - 1 for y in s.yards for c in y[1:] if c]]:
        if c in left:
            left.remove(c)
    s.deck = bytes(left)
    s.discards = b""
    for seat in range(seats):
        named = {**dict(enumerate(["Irion"] * seats)), **(engineers or {}), turn: engineer}[seat]
        chosen = {**dict(enumerate(["John"] * seats)), **(surveyors or {}), turn: surveyor}[seat]
        leader = s.offices[seat][0]
        s.offices[seat] = bytes([leader, SPECIALIST_IDS[ENGINEER].index(named) + 1, SURVEYOR_IDS.index(chosen) + 1])
        s.tired[seat] = sum(1 << OFFICES.index(o.strip()) for o in (tired or {}).get(seat, "").split(",") if o.strip())
    s.mana = [mana] * seats
    own = hexes(tracks)
    s.tracks = bytes((s.tracks[h] & ~(1 << turn)) | (h in own) << turn for h in range(HEXES))
    s.goods = [bytes(hexes(names).count(h) for h in range(HEXES)) for names in (wood, fish)]
    s.stock = list(stock)
    s.acts = []
    return Table(s)
