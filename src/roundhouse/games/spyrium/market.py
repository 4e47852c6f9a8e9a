"""What a worker lifted from the market can do: earn money at a card beside it, or activate one, and for how much."""

from __future__ import annotations

from roundhouse.core.cells import put
from roundhouse.core.verbs import Verb, close, frame, frame_seat, program_of, subject
from roundhouse.games.spyrium.actions import (
    BUILD,
    BUILDINGS,
    CALL,
    CANNOT_PAY,
    EARN,
    HOME,
    NEW_PLACE,
    NO_COMMERCE,
    NO_EARNING,
    NO_LOBBYING,
    NO_TOKEN,
    NO_TOKEN_USED,
    NOT_OWNED,
    OTHER_CARD,
    SIDES,
    TOO_DEAR,
    VALUES,
    build_action,
    build_of,
    call_action,
    call_of,
    second_form,
    thing_of,
    token_as,
    token_of,
    way_of,
    way_over,
)
from roundhouse.games.spyrium.board import BETWEEN, GAPS
from roundhouse.games.spyrium.state import (
    CHEAP_PLACES,
    EARN_MORE,
    FACE,
    INCLINED,
    KEEP_TOKENS,
    MORE_EARNED,
    NO_SURCHARGE,
    ONE,
    PLACES_FREE,
    RULES,
    Spyrium,
)
from roundhouse.games.spyrium.verbs import POUNDS, changes, price_of, token_memo


def lifted(s: Spyrium) -> int:
    """The gap a worker has just been lifted from, while it is being decided what for; or -1."""
    return gap_of(s.top) if program_of(s.top) == s.box.lift_program else -1


def gap_of(f: int) -> int:
    """The gap that the worker of a frame was lifted from."""
    return subject(f)


# prices


def build_parts(s: Spyrium, seat: int, cell: int, way: int) -> tuple[int, int, int]:
    """What a construction costs besides the other workers: the printed price, the new place, and what is taken off.

    spyrium-9.2: a new place costs a pound for each building owned, less with the rule for it.
    spyrium-9.4: over a building that shares a symbol there is a discount.
    """
    face = s.face_at(cell)
    printed = s.box.prices[face]
    if way == NEW_PLACE:
        built = s.built(seat)
        return printed, built, min(built, PLACES_FREE) if s.techniques[seat] & CHEAP_PLACES else 0
    old, _ = way_of(way)
    shared = s.box.symbols[face] & s.box.symbols[old]
    return printed, 0, min(printed, s.box.discount) if shared else 0


def build_price(s: Spyrium, seat: int, cell: int, way: int) -> int:
    """What a construction costs besides the other workers."""
    printed, place, off = build_parts(s, seat, cell, way)
    return printed + place - off


def surcharge(s: Spyrium, cell: int, lobbied: bool) -> int:
    """spyrium-8.1: a pound for each other worker around the card, if not left out by the rule for it."""
    return 0 if lobbied else s.crowd[cell]


def pay(s: Spyrium, seat: int, cell: int, price: int, lobbied: bool) -> None:
    """Pay a price and for the other workers around."""
    s.pounds[seat] -= price + surcharge(s, cell, lobbied)
    if lobbied:
        s.spend(seat, NO_SURCHARGE)


def others(s: Spyrium, cell: int, seat: int) -> int:
    """The workers around a place that a seat would pay for: all, less the one that it would lift there."""
    gap = lifted(s)
    if gap >= 0 and s.seat == seat and cell in BETWEEN[gap]:
        return s.crowd[cell]
    own = any(s.workers_at(gap, seat) for gap in range(GAPS) if cell in BETWEEN[gap])
    return s.crowd[cell] - 1 if own else s.crowd[cell]


def earned(s: Spyrium, seat: int, gap: int, action: int) -> int:
    """What a worker brings home, from a card or from none."""
    pounds = s.crowd[s.side(gap, action - EARN)] if action < HOME else 0
    return pounds + MORE_EARNED if s.techniques[seat] & EARN_MORE else pounds


def ways(s: Spyrium, seat: int) -> list[int]:
    """The ways to build, in order: in a new place, or over a building of the row."""
    row = s.rows[seat]
    out = [NEW_PLACE]
    for i in range(0, len(row), 2):
        way = way_over(row[i] & FACE, row[i] & INCLINED != 0)
        if way not in out:
            out.append(way)
    out.sort()
    return out


def bought(s: Spyrium, f: int, action: int) -> tuple[int, int, bool]:
    """What an action of the CALL or BUILD block is about: the place, the token or the way, and if by Lobbying."""
    if action < BUILD:
        side, how = call_of(thing_of(CALL, action))
        return s.side(gap_of(f), side), how, second_form(CALL, action)
    side, how = build_of(thing_of(BUILD, action))
    return s.side(gap_of(f), side), how, second_form(BUILD, action)


def effect(s: Spyrium, seat: int, cell: int, token: int) -> int:
    """The frame of what activating a card does: a character by the token named, a building by the one on it."""
    face = s.face_at(cell)
    if face >= BUILDINGS:
        return frame(s.box.calls[face], seat, face, token_of(token)[1])
    return frame(s.box.built[face], seat, face, token_memo(s, seat, s.token_on(cell)))


def bill(s: Spyrium, f: int, action: int) -> dict[str, int]:
    """What activating a card costs, part by part."""
    seat = frame_seat(f)
    cell, how, lobbied = bought(s, f, action)
    printed, place, off = s.box.prices[s.face_at(cell)], 0, 0
    if action >= BUILD:
        printed, place, off = build_parts(s, seat, cell, how)
    token = -changes(s, effect(s, seat, cell, how))[POUNDS]
    return {"printed": printed, "place": place, "off": -off, "crowd": surcharge(s, cell, lobbied), "token": token}


def bills(s: Spyrium) -> list[dict[str, object]]:
    """The bills of all that the lifted worker can activate, and of new places it has not the means for."""
    gap = lifted(s)
    if gap < 0:
        return []
    wanted = [a for a in s.choices() if a >= CALL]
    for side in range(SIDES):
        action = build_action(side, NEW_PLACE, False)
        if 0 <= s.face_at(s.side(gap, side)) < BUILDINGS and action not in wanted:
            wanted.append(action)
    out: list[dict[str, object]] = []
    for action in wanted:
        parts = bill(s, s.top, action)
        out.append({"action": action, "pounds": sum(parts.values()), **parts})
    return out


class Lifted(Verb[Spyrium]):
    """With a worker just lifted: earn money at a card next to it, or activate one."""

    def __init__(self) -> None:
        super().__init__(asking=True)

    def asks(self, s: Spyrium, f: int) -> bool:
        return True

    def choices(self, s: Spyrium, f: int, out: list[int]) -> None:
        seat = frame_seat(f)
        for side in range(SIDES):
            cell = s.side(gap_of(f), side)
            face = s.face_at(cell)
            if face < 0:
                continue
            out.append(EARN + side)
            if face < BUILDINGS:
                self.offer_builds(s, seat, cell, side, out)
            else:
                self.offer_calls(s, seat, cell, side, out)
        if out:
            out.sort()
        else:
            out.append(HOME)

    def lobbies(self, s: Spyrium, seat: int, cell: int) -> bool:
        """Whether the surcharge may be left out, and is one."""
        return s.ready(seat) & NO_SURCHARGE != 0 and s.crowd[cell] > 0

    # characters and techniques

    def offer_calls(self, s: Spyrium, seat: int, cell: int, side: int, out: list[int]) -> None:
        """The ways to call the character or patent the technique on a place."""
        if not s.box.rival_tokens[s.face_at(cell)]:
            self.offer_call(s, seat, cell, side, NO_TOKEN_USED, out)
            return
        commerce = s.ready(seat) & KEEP_TOKENS != 0
        for value in range(1, VALUES + 1):
            if s.tokens_on(cell, value):
                for counts in range(1, VALUES + 1):
                    if commerce or counts == value:
                        self.offer_call(s, seat, cell, side, token_as(value, counts), out)

    def offer_call(self, s: Spyrium, seat: int, cell: int, side: int, token: int, out: list[int]) -> None:
        """The same with one token, or none."""
        if not self.refuses_call(s, seat, cell, token, False):
            out.append(call_action(side, token, False))
        if self.lobbies(s, seat, cell) and not self.refuses_call(s, seat, cell, token, True):
            out.append(call_action(side, token, True))

    def refuses_call(self, s: Spyrium, seat: int, cell: int, token: int, lobbied: bool) -> str:
        """The clause that forbids activating the character or technique so, or ""."""
        face = s.face_at(cell)
        if (token != NO_TOKEN_USED) != s.box.rival_tokens[face]:
            return NO_TOKEN
        value, counts = token_of(token)
        if value and not s.tokens_on(cell, value):
            return NO_TOKEN
        if value != counts and not s.ready(seat) & KEEP_TOKENS:
            return NO_COMMERCE
        if lobbied and not self.lobbies(s, seat, cell):
            return NO_LOBBYING
        price = s.box.prices[face] + surcharge(s, cell, lobbied)
        if price > s.pounds[seat]:
            return TOO_DEAR
        return CANNOT_PAY if s.programs.possible(s, effect(s, seat, cell, token), price) else ""

    def call(self, s: Spyrium, seat: int, cell: int, token: int, lobbied: bool) -> None:
        """Pay, take the token, and call the character or patent the technique."""
        face = s.face_at(cell)
        pay(s, seat, cell, s.box.prices[face], lobbied)
        value, counts = token_of(token)
        if value:
            if value != counts:
                s.spend(seat, KEEP_TOKENS)
            s.take_token(cell, value, seat)
        if face >= s.box.first_technique:
            s.techniques = put(s.techniques, seat, s.techniques[seat] | RULES[face - s.box.first_technique])
            s.cells = put(s.cells, cell, 0)
        else:
            s.push(effect(s, seat, cell, token))

    # buildings

    def offer_builds(self, s: Spyrium, seat: int, cell: int, side: int, out: list[int]) -> None:
        """The ways to construct the building on a place."""
        lobbies = self.lobbies(s, seat, cell)
        purse = s.pounds[seat]
        crowd = s.crowd[cell]
        for way in ways(s, seat):
            price = build_price(s, seat, cell, way)
            if price + crowd <= purse:
                out.append(build_action(side, way, False))
            if lobbies and price <= purse:
                out.append(build_action(side, way, True))

    def build(self, s: Spyrium, seat: int, cell: int, way: int, lobbied: bool) -> None:
        """Pay, place the building upright, and start what its construction brings."""
        face = s.face_at(cell)
        pay(s, seat, cell, build_price(s, seat, cell, way), lobbied)
        row = s.rows[seat]
        card = ONE[face] + ONE[0]
        if way == NEW_PLACE:
            s.rows[seat] = row + card
        else:
            old, inclined = way_of(way)
            at = s.find(seat, old, inclined)
            s.gone = s.gone + ONE[old]
            s.rows[seat] = row[:at] + card + row[at + 2 :]
        f = effect(s, seat, cell, NO_TOKEN_USED)
        if s.token_on(cell):
            s.take_token(cell, s.token_on(cell), seat)
        s.cells = put(s.cells, cell, 0)
        if program_of(f):
            s.push(f)

    # all of them

    def choose(self, s: Spyrium, f: int, action: int) -> None:
        seat = frame_seat(f)
        s.top = close(f)
        if action <= HOME:
            s.pounds[seat] += earned(s, seat, gap_of(f), action)
            return
        cell, how, lobbied = bought(s, f, action)
        if action < BUILD:
            self.call(s, seat, cell, how, lobbied)
        else:
            self.build(s, seat, cell, how, lobbied)

    def refuses(self, s: Spyrium, f: int, action: int) -> str:
        if EARN <= action <= HOME:
            return NO_EARNING
        if action < CALL:
            return ""
        seat = frame_seat(f)
        cell, how, lobbied = bought(s, f, action)
        face = s.face_at(cell)
        if action < BUILD:
            return OTHER_CARD if face < BUILDINGS else self.refuses_call(s, seat, cell, how, lobbied)
        if not 0 <= face < BUILDINGS:
            return OTHER_CARD
        if how not in ways(s, seat):
            return NOT_OWNED
        return NO_LOBBYING if lobbied and not self.lobbies(s, seat, cell) else TOO_DEAR

    def prompt(self, s: Spyrium, f: int) -> str:
        cells = [s.side(gap_of(f), side) for side in range(SIDES)]
        beside = [s.card_at(cell) for cell in cells if s.cells[cell]]
        return f"earn at or activate {' or '.join(beside)}" if beside else "take the worker home"

    def price(self, s: Spyrium, f: int, action: int) -> dict[str, int]:
        seat = frame_seat(f)
        if action <= HOME:
            return {"pounds": earned(s, seat, gap_of(f), action)}
        cell, how, _ = bought(s, f, action)
        changed = changes(s, effect(s, seat, cell, how))
        changed[POUNDS] = -sum(bill(s, f, action).values())
        return price_of(changed)
