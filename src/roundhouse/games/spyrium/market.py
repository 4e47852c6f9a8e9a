"""What a worker lifted from the market can do: earn money at a card beside it, or activate one, and for how much."""

from __future__ import annotations

from typing import Final

from roundhouse.core.cells import ONE, put
from roundhouse.core.native import i64
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
    PLACES_FREE,
    RULES,
    Spyrium,
)
from roundhouse.games.spyrium.verbs import changes, price_of, token_memo

PLAINLY: Final = [0]  # in a new place, or without a token


def lifted(s: Spyrium) -> int:
    """The gap a worker has just been lifted from, while it is being decided what for; or -1."""
    return gap_of(s.top) if program_of(s.top) == s.box.lift_program else -1


def gap_of(f: int) -> int:
    """The gap that the worker of a frame was lifted from."""
    return subject(f)


# prices


def price_parts(s: Spyrium, seat: i64, face: i64, how: i64) -> tuple[i64, i64, i64]:
    """What activating a card costs besides the other workers: the printed price, the place, and what is taken off.

    spyrium-9.2: a new place costs a pound for each building owned, less with the rule for it.
    spyrium-9.4: over a building that shares a symbol there is a discount.
    """
    printed: i64 = s.box.prices[face]
    if face >= BUILDINGS:
        return printed, 0, 0
    if how == NEW_PLACE:
        built: i64 = s.built(seat)
        return printed, built, min(built, PLACES_FREE) if s.techniques[seat] & CHEAP_PLACES else 0
    old, _ = way_of(how)
    shared = s.box.symbols[face] & s.box.symbols[old]
    return printed, 0, min(printed, s.box.discount) if shared else 0


def card_price(s: Spyrium, seat: i64, face: i64, how: i64) -> i64:
    """The same in all."""
    printed, place, off = price_parts(s, seat, face, how)
    return printed + place - off


def surcharge(s: Spyrium, cell: int, lobbied: bool) -> int:
    """spyrium-8.1: a pound for each other worker around the card, if not left out by the rule for it."""
    return 0 if lobbied else s.crowd[cell]


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


# what is activated, and how: a building in one of the ways to build, another card with a token or without


def ways(s: Spyrium, seat: int) -> list[int]:
    """The ways to build, in order: in a new place, or over a building of the row."""
    row = s.rows[seat]
    if not row:
        return PLAINLY
    out = [NEW_PLACE]
    for i in range(0, len(row), 2):
        way = way_over(row[i] & FACE, row[i] & INCLINED != 0)
        if way not in out:
            out.append(way)
    if len(out) > 2:  # a new place comes first anyway
        out.sort()
    return out


def tokens(s: Spyrium, seat: int, cell: int) -> list[int]:
    """The tokens on a character, as what each may count; or none is used."""
    if not s.box.rival_tokens[s.face_at(cell)]:
        return PLAINLY
    commerce = s.ready(seat) & KEEP_TOKENS != 0
    out: list[int] = []
    value: i64
    counts: i64
    for value in range(1, VALUES + 1):
        if s.tokens_on(cell, value):
            for counts in range(1, VALUES + 1):
                if commerce or counts == value:
                    out.append(token_as(value, counts))
    return out


def bought(s: Spyrium, f: int, action: int) -> tuple[int, int, bool]:
    """What an action of the CALL or BUILD block is about: the place, how, and if by Lobbying."""
    block = CALL if action < BUILD else BUILD
    thing = thing_of(block, action)
    side, how = call_of(thing) if block == CALL else build_of(thing)
    return s.side(gap_of(f), side), how, second_form(block, action)


def effect(s: Spyrium, seat: int, cell: i64, how: i64) -> int:
    """The frame of what activating a card does: a character by the token named, a building by the one on it."""
    face = s.face_at(cell)
    if face >= BUILDINGS:
        _, token = token_of(how)
    else:
        token = token_memo(s, seat, s.token_on(cell))
    return frame(s.box.effects[face], seat, face, token)


def bill(s: Spyrium, f: int, action: int) -> dict[str, int]:
    """What activating a card costs, part by part."""
    seat = frame_seat(f)
    cell, how, lobbied = bought(s, f, action)
    printed, place, off = price_parts(s, seat, s.face_at(cell), how)
    token, _, _, _, _ = changes(s, effect(s, seat, cell, how))
    return {"printed": printed, "place": place, "off": -off, "crowd": surcharge(s, cell, lobbied), "token": -token}


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
        gap = gap_of(f)
        side: i64
        for side in range(SIDES):
            if s.cells[s.side(gap, side)]:
                out.append(EARN + side)
        if not out:
            out.append(HOME)
            return
        self.offer(s, frame_seat(f), gap, False, out)
        self.offer(s, frame_seat(f), gap, True, out)

    def offer(self, s: Spyrium, seat: int, gap: i64, buildings: bool, out: list[int]) -> None:
        """The ways to activate the buildings beside the worker, or the other cards."""
        pounds: i64 = s.pounds[seat]
        lobbyist = s.ready(seat) & NO_SURCHARGE != 0
        side: i64
        for side in range(SIDES):
            cell = s.side(gap, side)
            face: i64 = s.cells[cell] - 1
            if face < 0 or (face < BUILDINGS) != buildings:
                continue
            crowd: i64 = s.crowd[cell]
            lobbies = lobbyist and crowd > 0
            price: i64 = s.box.prices[face]
            if not buildings and price + (0 if lobbies else crowd) > pounds:
                continue
            for how in ways(s, seat) if buildings else tokens(s, seat, cell):
                if buildings:
                    price = card_price(s, seat, face, how)
                if price + crowd <= pounds and (buildings or self.payable(s, seat, cell, how, price + crowd)):
                    out.append(build_action(side, how, False) if buildings else call_action(side, how, False))
                if lobbies and price <= pounds and (buildings or self.payable(s, seat, cell, how, price)):
                    out.append(build_action(side, how, True) if buildings else call_action(side, how, True))

    def lobbies(self, s: Spyrium, seat: int, cell: int) -> bool:
        """Whether the surcharge may be left out, and is one."""
        return s.ready(seat) & NO_SURCHARGE != 0 and s.crowd[cell] > 0

    def payable(self, s: Spyrium, seat: int, cell: int, how: int, price: int) -> bool:
        """Whether what a card that is no building does can be paid besides its price."""
        return not s.programs.possible(s, effect(s, seat, cell, how), price)

    def forbids(self, s: Spyrium, seat: int, cell: int, how: int, price: int) -> str:
        """The clause by which a card cannot be paid for, or ""; what a construction brings costs nothing."""
        if price > s.pounds[seat]:
            return TOO_DEAR
        return "" if s.face_at(cell) < BUILDINGS or self.payable(s, seat, cell, how, price) else CANNOT_PAY

    def choose(self, s: Spyrium, f: int, action: int) -> None:
        seat = frame_seat(f)
        s.top = close(f)
        if action <= HOME:
            s.pounds[seat] += earned(s, seat, gap_of(f), action)
            return
        cell, how, lobbied = bought(s, f, action)
        s.pounds[seat] -= card_price(s, seat, s.face_at(cell), how) + surcharge(s, cell, lobbied)
        if lobbied:
            s.spend(seat, NO_SURCHARGE)
        started = effect(s, seat, cell, how)
        if action < BUILD:
            self.call(s, seat, cell, how)
        else:
            self.build(s, seat, cell, how)
        if program_of(started):
            s.push(started)

    def call(self, s: Spyrium, seat: int, cell: int, token: int) -> None:
        """Take the token of a character, or the technique."""
        face = s.face_at(cell)
        value, counts = token_of(token)
        if value != counts:
            s.spend(seat, KEEP_TOKENS)
        if value:
            s.take_token(cell, value, seat)
        if face >= s.box.first_technique:
            s.techniques = put(s.techniques, seat, s.techniques[seat] | RULES[face - s.box.first_technique])
            s.cells = put(s.cells, cell, 0)

    def build(self, s: Spyrium, seat: int, cell: int, way: int) -> None:
        """Place the building upright, and take the token on it."""
        row = s.rows[seat]
        card = ONE[s.face_at(cell)] + ONE[0]
        if way == NEW_PLACE:
            s.rows[seat] = row + card
        else:
            old, inclined = way_of(way)
            at = s.find(seat, old, inclined)
            s.gone = s.gone + ONE[old]
            s.rows[seat] = row[:at] + card + row[at + 2 :]
        value = s.token_on(cell)
        if value:
            s.take_token(cell, value, seat)
        s.cells = put(s.cells, cell, 0)

    def refuses(self, s: Spyrium, f: int, action: int) -> str:
        if EARN <= action <= HOME:
            return NO_EARNING
        if action < CALL:
            return ""
        seat = frame_seat(f)
        cell, how, lobbied = bought(s, f, action)
        face = s.face_at(cell)
        if face < 0 or (face < BUILDINGS) != (action >= BUILD):
            return OTHER_CARD
        if action >= BUILD and how not in ways(s, seat):
            return NOT_OWNED
        if action < BUILD and how not in tokens(s, seat, cell):
            value, _ = token_of(how)
            return NO_COMMERCE if value and s.tokens_on(cell, value) else NO_TOKEN
        if lobbied and not self.lobbies(s, seat, cell):
            return NO_LOBBYING
        return self.forbids(s, seat, cell, how, card_price(s, seat, face, how) + surcharge(s, cell, lobbied))

    def prompt(self, s: Spyrium, f: int) -> str:
        cells = [s.side(gap_of(f), side) for side in range(SIDES)]
        beside = [s.card_at(cell) for cell in cells if s.cells[cell]]
        return f"earn at or activate {' or '.join(beside)}" if beside else "take the worker home"

    def price(self, s: Spyrium, f: int, action: int) -> dict[str, int]:
        seat = frame_seat(f)
        if action <= HOME:
            return {"pounds": earned(s, seat, gap_of(f), action)}
        cell, how, _ = bought(s, f, action)
        _, spyrium, points, workers, residences = changes(s, effect(s, seat, cell, how))
        return price_of((-sum(bill(s, f, action).values()), spyrium, points, workers, residences))
