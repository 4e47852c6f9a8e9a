"""Spyrium as bots see it: what describes a seat's position and an action, and what needs no search."""

from __future__ import annotations

from typing import Final

from roundhouse.core.heuristics import Heuristics
from roundhouse.core.native import i64, vec
from roundhouse.games.spyrium import bot
from roundhouse.games.spyrium.actions import (
    ADVANCE,
    BONUS,
    BUILD,
    BUILDINGS,
    CALL,
    EARN,
    EVENT,
    EVENTS,
    FACES,
    FORMS,
    HOME,
    LIFT,
    NEW_PLACE,
    OPTIONS,
    PASS,
    PLACE,
    RESIDENCE,
    TOKEN,
    USE,
    USES,
    build_of,
    call_of,
    thing_of,
    token_of,
)
from roundhouse.games.spyrium.board import CELLS, FIRST, GAPS, SECOND
from roundhouse.games.spyrium.market import card_price, lifted
from roundhouse.games.spyrium.state import FACE, INCLINED, PASSED, PLACING, RULES, SEATS, Spyrium

HEAD: Final = 44  # features before techniques and buildings
TECHNIQUES: Final = 7
SIZE: Final = HEAD + 2 * TECHNIQUES + 2 * BUILDINGS

K_PLACE: Final = 0
K_LIFT: Final = 1
K_EARN: Final = 2
K_HOME: Final = 3
K_ADVANCE: Final = 4
K_PASS: Final = 5
K_USE: Final = 6
K_EVENT: Final = K_USE + USES  # by event and option
K_TOKEN: Final = K_EVENT + EVENTS * OPTIONS
K_RESIDENCE: Final = K_TOKEN + 3
K_BONUS: Final = K_RESIDENCE + 2
K_CALL: Final = K_BONUS + 2  # by card
K_BUILD: Final = K_CALL + FACES  # by card, in a new place or over another
KINDS: Final = K_BUILD + 2 * BUILDINGS

TRAITS: Final = 7


class SpyriumHeuristics(Heuristics[Spyrium]):
    """What Spyrium tells bots."""

    def __init__(self) -> None:
        super().__init__(version=1, features=SIZE, kinds=KINDS, traits=TRAITS, scale=600, wide=0.3)

    def features(self, s: Spyrium, seat: int, x: vec[float]) -> None:
        i: i64
        for i in range(HEAD, SIZE):
            x[i] = 0.0
        turns = s.box.turns - s.turn + 1
        more = turns - 1
        phase = s.phases[seat]
        done = phase == PASSED
        pound = bot.POUND[more] if done else bot.POUND[turns]
        crystal = bot.CRYSTAL[more] if done else bot.CRYSTAL[turns]
        uses = 0
        plan = 0
        if not done and not s.over:
            uses = bot.uses_now(s, seat, crystal)
            plan = bot.plan(s, seat, turns)
        row = s.rows[seat]
        t: float = float(more) / 5.0
        upright: i64 = 0
        printed: i64 = 0
        for i in range(0, len(row), 2):
            face: i64 = row[i] & FACE
            printed += s.box.vps[face]
            if not row[i] & INCLINED:
                upright += 1
            at: i64 = HEAD + 2 * TECHNIQUES + 2 * face
            x[at] = x[at] + 0.5
            x[at + 1] = x[at + 1] + 0.5 * t
        owned: i64 = s.techniques[seat]
        for i in range(TECHNIQUES):
            if owned & RULES[i]:
                x[HEAD + 2 * i] = 1.0
                x[HEAD + 2 * i + 1] = t
        gaps = s.gaps
        here: i64 = 0
        crowd: i64 = 0
        at = seat
        for i in range(GAPS):
            if gaps[at]:
                here += gaps[at]
                a: i64 = s.crowd[FIRST[i]] if s.cells[FIRST[i]] else 0
                b: i64 = s.crowd[SECOND[i]] if s.cells[SECOND[i]] else 0
                crowd += gaps[at] * (max(a, b) - 1)
            at += SEATS
        cards: i64 = 0
        for i in range(CELLS):
            if s.cells[i]:
                cards += 1
        pounds: float = float(s.pounds[seat])
        spyrium: float = float(s.spyrium[seat])
        income: float = float(s.incomes[s.residence[seat]])
        workers: float = float(s.workers[seat])
        active: float = float(s.active[seat])
        points: float = float(s.points[seat])
        score: float = points + float(printed + s.technique_points(seat))
        now: float = 0.0 if done else 1.0
        placing: float = 1.0 if phase == PLACING else 0.0
        x[0] = score / 20.0
        x[1] = score / 20.0 * t
        x[2] = t
        x[3] = t * t
        x[4] = 1.0 if more == 0 else 0.0
        x[5] = now
        x[6] = now * t
        x[7] = placing
        x[8] = placing * t
        x[9] = 1.0 if s.seat == seat else 0.0
        x[10] = 1.0 if s.first == seat else 0.0
        x[11] = pounds / 8.0
        x[12] = pounds / 8.0 * t
        x[13] = pounds * float(pound) / 400.0
        x[14] = min(pounds, 4.0) / 4.0
        x[15] = min(pounds, 4.0) / 4.0 * now
        x[16] = spyrium / 5.0
        x[17] = spyrium / 5.0 * t
        x[18] = spyrium * float(crystal) / 400.0
        x[19] = min(spyrium, 2.0) / 2.0
        x[20] = income / 5.0
        x[21] = income / 5.0 * t
        x[22] = float(s.residence[seat]) / 4.0 * t
        x[23] = workers / 5.0
        x[24] = workers / 5.0 * t
        x[25] = active / 4.0
        x[26] = active / 4.0 * t
        x[27] = active / 4.0 * placing
        x[28] = float(uses) / 400.0
        x[29] = float(plan) / 400.0
        x[30] = float(plan) / 400.0 * t
        x[31] = float(bot.lasting(s, seat, more)) / 1000.0
        x[32] = float(len(row)) / 10.0
        x[33] = float(len(row)) / 10.0 * t
        x[34] = float(upright) / 4.0 * now
        x[35] = float(s.bonuses[seat]) / 3.0
        x[36] = float(here) / 4.0
        x[37] = float(here) / 4.0 * t
        x[38] = float(crowd) / 5.0
        x[39] = float(crowd) / 5.0 * t
        x[40] = 0.0 if s.used_event[seat] else now
        x[41] = float(cards) / 9.0 * now
        x[42] = min(points, 8.0) / 8.0 * t
        x[43] = min(points, 20.0) / 20.0 * t

    def kind(self, s: Spyrium, action: int) -> int:
        if action < LIFT:
            return K_PLACE
        if action < EARN:
            return K_LIFT
        if action < HOME:
            return K_EARN
        if action == HOME:
            return K_HOME
        if action == ADVANCE:
            return K_ADVANCE
        if action == PASS:
            return K_PASS
        if action < EVENT:
            return K_USE + thing_of(USE, action)
        if action < TOKEN:
            return K_EVENT + OPTIONS * (s.event_now() - FACES) + action - EVENT
        if action < RESIDENCE:
            return K_TOKEN + action - TOKEN
        if action < BONUS:
            return K_RESIDENCE + action - RESIDENCE
        if action < CALL:
            return K_BONUS + action - BONUS
        gap = lifted(s)
        if gap < 0:
            return K_HOME
        if action < BUILD:
            side, _ = call_of(thing_of(CALL, action))
            return K_CALL + max(0, s.face_at(s.side(gap, side)))
        side, way = build_of(thing_of(BUILD, action))
        face = max(0, s.face_at(s.side(gap, side)))
        return K_BUILD + FORMS * min(face, BUILDINGS - 1) + (0 if way == NEW_PLACE else 1)

    def describe(self, s: Spyrium, seat: int, action: int, y: vec[float]) -> None:
        i: i64
        for i in range(TRAITS):
            y[i] = 0.0
        if action < EARN:
            gap = action - PLACE if action < LIFT else action - LIFT
            a = FIRST[gap]
            b = SECOND[gap]
            first = self.net_worth(s, seat, a)
            second = self.net_worth(s, seat, b)
            y[0] = max(first, second) / 300.0
            y[1] = min(first, second) / 300.0
            y[2] = float(max(s.crowd[a] if s.cells[a] else 0, s.crowd[b] if s.cells[b] else 0)) / 4.0
            y[3] = float(s.crowd[a] + s.crowd[b]) / 6.0
            y[4] = float(s.gaps[gap * SEATS + seat]) / 2.0
            y[5] = 1.0 if s.cells[a] and s.cells[b] else 0.0
            y[6] = float(s.pounds[seat]) / 8.0
            return
        gap = lifted(s)
        if gap < 0:
            return
        if action < HOME:
            y[0] = float(s.crowd[s.side(gap, action - EARN)]) / 4.0
        elif action >= CALL:
            how = 0
            if action >= BUILD:
                side, how = build_of(thing_of(BUILD, action))
            else:
                side, token = call_of(thing_of(CALL, action))
                _, counts = token_of(token)
                y[3] = float(counts) / 3.0
            cell = s.side(gap, side)
            face = s.face_at(cell)
            if face < 0:
                return
            price = card_price(s, seat, face, how) + s.crowd[cell]
            y[0] = float(price) / 8.0
            y[1] = self.net_worth(s, seat, cell) / 300.0
            y[2] = float(s.crowd[cell]) / 4.0
            y[4] = float(s.pounds[seat] - price) / 8.0
            y[5] = 1.0 if (action - CALL) % FORMS else 0.0

    def net_worth(self, s: Spyrium, seat: int, cell: int) -> float:
        """What the card on a place is worth to a seat at the usual price; 0 if it cannot be paid or there is none."""
        if not s.cells[cell]:
            return 0.0
        turns = s.box.turns - s.turn + 1
        price = bot.usual_price(s, seat, cell) + s.crowd[cell]
        if price > s.pounds[seat]:
            return 0.0
        return float(bot.card_worth(s, seat, cell, turns) - price * bot.POUND[turns])

    def opening(self, s: Spyrium) -> bool:
        return s.turn <= 1

    def taste(self, s: Spyrium) -> float:
        """A first turn is soon wasted, and the cards that lie there are others in every game."""
        return 0.5

    def weight(self, s: Spyrium, action: int) -> int:
        if action < LIFT:
            return 8
        if action < HOME:
            return 6
        if action == ADVANCE:
            return 3
        return 1 if action == PASS else 20
