"""What a position is worth to a seat, for bots that look one step ahead."""

from __future__ import annotations

from typing import Final

from roundhouse.core.verbs import frame
from roundhouse.games.spyrium.actions import BUILDINGS, NEW_PLACE, SIDES
from roundhouse.games.spyrium.board import CELLS, GAPS
from roundhouse.games.spyrium.market import price_parts
from roundhouse.games.spyrium.state import FACE, INCLINED, PASSED, PLACING, RULES, USE_AGAIN, Spyrium
from roundhouse.games.spyrium.verbs import changes

# All in hundredths of a point.
POINT: Final = 100
RIVAL: Final = 20  # how much of the best rival's score counts as a loss
POUND: Final = (0, 14, 42, 56, 64, 68, 70)  # a pound, by the turns still to come with this one
CRYSTAL: Final = (0, 30, 100, 120, 128, 130, 130)
WORKER: Final = 105  # what a worker brings in a turn
TRUST: Final = 85  # how much of what is planned comes true, in hundredths
LASTING: Final = 80  # the same for the turns to come
BUSY: Final = 30  # what a worker would bring elsewhere that a building takes this turn
DEAR_PLACE: Final = 3  # a new place that costs more is not needed: something is built over
READY: Final = 55  # an active worker that may still be placed

# What each of the RULES is worth a turn, besides its technique's points.
TECHNIQUE: Final = (90, 130, 90, 70, 90, 110, 150)


def evaluate(s: Spyrium, seat: int) -> int:
    """The worth of a settled position."""
    scores = s.scores()
    best = 0
    for i in range(s.seats):
        if i != seat and scores[i] > best:
            best = scores[i]
    total = scores[seat] * POINT - best * RIVAL
    if s.over:
        return total
    turns = s.box.turns - s.turn + 1  # to come, with this one
    done = s.phases[seat] == PASSED
    pound = POUND[turns - 1] if done else POUND[turns]
    crystal = CRYSTAL[turns - 1] if done else CRYSTAL[turns]
    total += s.pounds[seat] * pound + s.spyrium[seat] * crystal
    total += s.incomes[s.residence[seat]] * POUND[turns - 1] * (turns - 1)
    total += s.workers[seat] * WORKER * (turns - 1)
    total += lasting(s, seat, turns - 1)
    for i in range(len(RULES)):
        if s.techniques[seat] & RULES[i]:
            total += TECHNIQUE[i] * (turns - 1)
    if not done:
        total += uses_now(s, seat, crystal) * TRUST // 100
        total += plan(s, seat, turns) * TRUST // 100
        if s.phases[seat] == PLACING:
            total += s.active[seat] * READY
    return total


def best_use(s: Spyrium, seat: int, face: int, crystal: int) -> int:
    """What a building is worth a turn, its best use at the usual prices."""
    best = 0
    for program in s.box.trades[face]:
        _, spyrium, points, workers, _ = changes(s, frame(program, seat, face))
        value = points * POINT + spyrium * crystal + workers * WORKER
        if value > best:
            best = value
    return best


def lasting(s: Spyrium, seat: int, turns: int) -> int:
    """What the buildings bring in the turns to come."""
    if not turns:
        return 0
    row = s.rows[seat]
    total = 0
    for i in range(0, len(row), 2):
        total += best_use(s, seat, row[i] & FACE, CRYSTAL[turns])
    return total * turns * LASTING // 100


def uses_now(s: Spyrium, seat: int, crystal: int) -> int:
    """What the upright buildings can still bring this turn, with the workers and Spyrium at hand."""
    row = s.rows[seat]
    workers = s.active[seat]
    stock = s.spyrium[seat]
    total = 0
    most = 0
    for i in range(0, len(row), 2):
        face = row[i] & FACE
        best, took, paid = 0, 0, 0
        for program in s.box.trades[face]:
            _, spyrium, points, busy, _ = changes(s, frame(program, seat, face))
            if workers + busy < 0 or stock + spyrium < 0:
                continue
            value = points * POINT + spyrium * crystal + busy * BUSY
            if value > best:
                best, took, paid = value, -busy, max(0, -spyrium)
        if row[i] & INCLINED:
            most = max(most, best)
            continue
        total += best
        workers -= took
        stock -= paid
    return total + most * 7 // 10 if s.ready(seat) & USE_AGAIN else total


def plan(s: Spyrium, seat: int, turns: int) -> int:
    """What the own workers in the market can bring: card by card the best that the purse still allows."""
    gaps = [gap for gap in range(GAPS) for _ in range(s.workers_at(gap, seat))]
    if not gaps:
        return 0
    purse = s.pounds[seat]
    pound = POUND[turns]
    worth = [card_worth(s, seat, c, turns) if s.cells[c] else 0 for c in range(CELLS)]
    crowd = [s.crowd[c] for c in range(CELLS)]
    gone = [s.cells[c] == 0 for c in range(CELLS)]
    total = 0
    while gaps:
        best, where, which, cost = -1, -1, 0, 0
        for n in range(len(gaps)):
            for side in range(SIDES):
                cell = s.side(gaps[n], side)
                if gone[cell]:
                    continue
                others = crowd[cell] - 1
                if others * pound > best:
                    best, where, which, cost = others * pound, -1, n, -others
                price = usual_price(s, seat, cell) + others
                value = worth[cell] - price * pound
                if price <= purse and value > best:
                    best, where, which, cost = value, cell, n, price
        if best < 0:
            break
        total += best
        purse -= cost
        gap = gaps.pop(which)
        for side in range(SIDES):
            crowd[s.side(gap, side)] -= 1
        if where >= 0:
            if BUILDINGS <= s.face_at(where) < s.box.first_technique:
                worth[where] = worth[where] * 8 // 10
            else:
                gone[where] = True
    return total


def usual_price(s: Spyrium, seat: int, cell: int) -> int:
    """The printed price, and for a building the cheapest place."""
    printed, place, off = price_parts(s, seat, s.face_at(cell), NEW_PLACE)
    return printed + min(place - off, DEAR_PLACE)


def card_worth(s: Spyrium, seat: int, cell: int, turns: int) -> int:
    """What activating a card brings, its price aside."""
    box = s.box
    face = s.face_at(cell)
    if face >= box.first_technique:
        i = face - box.first_technique
        return TECHNIQUE[i] * (turns - 1) + min(box.cap, box.finals[i].points(s, seat) + 2) * POINT
    worth = box.vps[face] * POINT
    if box.effects[face]:
        token = s.token_on(cell)
        if box.rival_tokens[face] and not token:
            return 0
        worth += effect_worth(s, seat, frame(box.effects[face], seat, face, token), turns)
    if face >= BUILDINGS:
        return worth
    if turns > 1:
        worth += best_use(s, seat, face, CRYSTAL[turns - 1]) * (turns - 1) * LASTING // 100
    if s.active[seat] and box.trades[face]:
        worth += best_use(s, seat, face, CRYSTAL[turns]) // 2
    return worth


def effect_worth(s: Spyrium, seat: int, f: int, turns: int) -> int:
    """What the effect of a frame brings, its own payments made; 0 if they cannot be."""
    pounds, spyrium, points, workers, residences = changes(s, f)
    if s.spyrium[seat] + spyrium < 0:
        return 0
    worth = spyrium * CRYSTAL[turns] + pounds * POUND[turns] + points * POINT + workers * WORKER * turns * 9 // 10
    return worth + residence_worth(s, seat, turns) if residences else worth


def residence_worth(s: Spyrium, seat: int, turns: int) -> int:
    at = s.residence[seat]
    score = s.incomes[at] * POINT
    if at + 1 < len(s.incomes):
        return max(score, (s.incomes[at + 1] - s.incomes[at]) * POUND[turns - 1] * (turns - 1) + 100)
    return score
