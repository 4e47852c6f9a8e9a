"""What a position is worth to a seat, for bots that look one step ahead."""

from __future__ import annotations

from typing import Final

from roundhouse.games.spyrium.actions import BUILDINGS
from roundhouse.games.spyrium.board import FIRST, GAPS, SECOND
from roundhouse.games.spyrium.state import (
    CHEAP_PLACES,
    FACE,
    FACTORIES_SCORE,
    INCLINED,
    MINES_ALONE,
    PASSED,
    PLACING,
    USE_AGAIN,
    Spyrium,
)
from roundhouse.games.spyrium.verbs import (
    FACTORY,
    MINE,
    Hire,
    PaySpyrium,
    PayToken,
    Points,
    Residence,
    Spyriums,
    TokenPoints,
    TokenSpyrium,
    Work,
)

# All in hundredths of a point.
POINT: Final = 100
RIVAL: Final = 20  # how much of the best rival's score counts as a loss
POUND: Final = (0, 14, 42, 56, 64, 68, 70)  # a pound, by the turns still to come with this one
CRYSTAL: Final = (0, 30, 100, 120, 128, 130, 130)
WORKER: Final = 105  # what a worker brings in a turn
TRUST: Final = 85  # how much of what is planned comes true, in hundredths
LASTING: Final = 80  # the same for the turns to come
READY: Final = 55  # an active worker that may still be placed

# What a technique is worth a turn, besides its points: Automation, Capitalization, Commerce, Crane, Engineering,
# Lobbying, Taylorism.
TECHNIQUE: Final = (90, 130, 90, 70, 90, 110, 150)


def left(s: Spyrium) -> int:
    """The turns to come, this one included."""
    return s.box.turns - s.turn + 1


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
    turns = left(s)
    done = s.phases[seat] == PASSED
    pound = POUND[turns - 1] if done else POUND[turns]
    crystal = CRYSTAL[turns - 1] if done else CRYSTAL[turns]
    total += s.pounds[seat] * pound + s.spyrium[seat] * crystal
    total += s.incomes[s.residence[seat]] * POUND[turns - 1] * (turns - 1)
    total += s.workers[seat] * WORKER * (turns - 1)
    total += lasting(s, seat, turns - 1)
    held = s.techniques[seat]
    for i in range(len(TECHNIQUE)):
        if held >> i & 1:
            total += TECHNIQUE[i] * (turns - 1)
    if not done:
        total += uses_now(s, seat, crystal) * TRUST // 100
        total += plan(s, seat, turns) * TRUST // 100
        if s.phases[seat] == PLACING:
            total += s.active[seat] * READY
    return total


def use_value(s: Spyrium, seat: int, face: int, k: int, crystal: int, worker: int) -> int:
    """What one use of a building is worth, its workers and Spyrium paid."""
    verbs = s.programs.verbs[s.box.uses[face][k]]
    rules = s.techniques[seat]
    symbols = s.box.symbols[face]
    value = 0
    used = 0
    for verb in verbs:
        if isinstance(verb, Work):
            used = 0 if rules & MINES_ALONE and symbols & MINE else verb.n
            value -= used * worker
        elif isinstance(verb, PaySpyrium):
            value -= verb.n * crystal
        elif isinstance(verb, Spyriums):
            value += verb.n * crystal
        elif isinstance(verb, Points):
            value += verb.n * POINT
            if rules & FACTORIES_SCORE and symbols & FACTORY:
                value += used * POINT
    return value


def best_use(s: Spyrium, seat: int, face: int, crystal: int) -> int:
    """What a building is worth a turn, its best use at the usual prices."""
    best = 0
    for k in range(len(s.box.uses[face])):
        value = use_value(s, seat, face, k, crystal, WORKER)
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
    again = s.techniques[seat] & ~s.spent[seat] & USE_AGAIN != 0
    most = 0
    for i in range(0, len(row), 2):
        face = row[i] & FACE
        best = 0
        took = 0
        paid = 0
        for k in range(len(s.box.uses[face])):
            need, cost = needs(s, seat, face, k)
            if need > workers or cost > stock:
                continue
            value = use_value(s, seat, face, k, crystal, 0) - need * 30
            if value > best:
                best, took, paid = value, need, cost
        if row[i] & INCLINED:
            most = max(most, best)
            continue
        total += best
        workers -= took
        stock -= paid
    return total + (most * 7 // 10 if again else 0)


def needs(s: Spyrium, seat: int, face: int, k: int) -> tuple[int, int]:
    """The workers and the Spyrium that a use takes."""
    workers = 0
    crystals = 0
    for verb in s.programs.verbs[s.box.uses[face][k]]:
        if isinstance(verb, Work):
            alone = s.techniques[seat] & MINES_ALONE and s.box.symbols[face] & MINE
            workers = 0 if alone else verb.n
        elif isinstance(verb, PaySpyrium):
            crystals = verb.n
    return workers, crystals


def plan(s: Spyrium, seat: int, turns: int) -> int:
    """What the own workers in the market can bring: card by card the best that the purse still allows."""
    gaps: list[int] = []
    for gap in range(GAPS):
        for _ in range(s.standing(gap, seat)):
            gaps.append(gap)
    if not gaps:
        return 0
    purse = s.pounds[seat]
    pound = POUND[turns]
    worth: list[int] = []
    for cell in range(len(s.cells)):
        worth.append(card_worth(s, seat, s.cells[cell] - 1, cell, turns) if s.cells[cell] else 0)
    crowd = [s.crowd[c] for c in range(len(s.cells))]
    gone = [s.cells[c] == 0 for c in range(len(s.cells))]
    total = 0
    while gaps:
        best = -1
        where = -1
        which = 0
        cost = 0
        for n in range(len(gaps)):
            for side in range(2):
                cell = SECOND[gaps[n]] if side else FIRST[gaps[n]]
                if gone[cell]:
                    continue
                others = crowd[cell] - 1
                if others * pound > best:
                    best, where, which, cost = others * pound, -1, n, -others
                price = price_of(s, seat, cell) + others
                value = worth[cell] - price * pound
                if price <= purse and value > best:
                    best, where, which, cost = value, cell, n, price
        if best < 0:
            break
        total += best
        purse -= cost
        gap = gaps.pop(which)
        crowd[FIRST[gap]] -= 1
        crowd[SECOND[gap]] -= 1
        if where >= 0:
            face = s.cells[where] - 1
            if face < BUILDINGS or face >= s.box.first_technique:
                gone[where] = True
            else:
                worth[where] = worth[where] * 8 // 10
    return total


def price_of(s: Spyrium, seat: int, cell: int) -> int:
    """The printed price and the cheapest place for a building."""
    face = s.cells[cell] - 1
    price = s.box.prices[face]
    if face < BUILDINGS:
        owned = len(s.rows[seat]) >> 1
        if s.techniques[seat] & CHEAP_PLACES:
            owned = max(0, owned - 3)
        price += min(owned, 3)
    return price


def card_worth(s: Spyrium, seat: int, face: int, cell: int, turns: int) -> int:
    """What activating a card brings, its price aside."""
    box = s.box
    if face >= box.first_technique:
        i = face - box.first_technique
        return TECHNIQUE[i] * (turns - 1) + min(box.cap, box.finals[i].points(s, seat) + 2) * POINT
    if face >= BUILDINGS:
        if box.rival_tokens[face] and not s.token_on(cell):
            return 0
        return effect_worth(s, seat, box.calls[face], s.token_on(cell), turns)
    crystal = CRYSTAL[turns]
    worth = box.vps[face] * POINT
    if turns > 1:
        worth += best_use(s, seat, face, CRYSTAL[turns - 1]) * (turns - 1) * LASTING // 100
    if s.active[seat] and box.uses[face]:
        worth += best_use(s, seat, face, crystal) // 2
    if box.built[face]:
        worth += effect_worth(s, seat, box.built[face], s.token_on(cell), turns)
    return worth


def residence_worth(s: Spyrium, seat: int, turns: int) -> int:
    at = s.residence[seat]
    score = s.incomes[at] * POINT
    if at + 1 < len(s.incomes):
        return max(score, (s.incomes[at + 1] - s.incomes[at]) * POUND[turns - 1] * (turns - 1) + 100)
    return score


def effect_worth(s: Spyrium, seat: int, program: int, token: int, turns: int) -> int:
    """What an effect brings, its own payments made; 0 if they cannot be."""
    worth = 0
    for verb in s.programs.verbs[program]:
        if isinstance(verb, PaySpyrium):
            if s.spyrium[seat] < verb.n:
                return 0
            worth -= verb.n * CRYSTAL[turns]
        elif isinstance(verb, PayToken):
            worth -= token * POUND[turns]
        elif isinstance(verb, Points):
            worth += verb.n * POINT
        elif isinstance(verb, Spyriums):
            worth += verb.n * CRYSTAL[turns]
        elif isinstance(verb, TokenSpyrium):
            worth += token * CRYSTAL[turns]
        elif isinstance(verb, TokenPoints):
            worth += token * POINT
        elif isinstance(verb, Residence):
            worth += residence_worth(s, seat, turns)
        elif isinstance(verb, Hire):
            hired = min(verb.n, s.box.most_workers - s.workers[seat])
            worth += hired * WORKER * turns * 9 // 10
    return worth
