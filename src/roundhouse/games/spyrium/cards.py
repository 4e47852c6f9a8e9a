"""The cards of Spyrium, one line each: what a use, a construction, a call, an event or a technique does."""

from __future__ import annotations

from typing import Final

from roundhouse.games.spyrium.state import (
    CHEAP_PLACES,
    EARN_MORE,
    FACTORIES_SCORE,
    KEEP_TOKENS,
    MINES_ALONE,
    NO_SURCHARGE,
    USE_AGAIN,
)
from roundhouse.games.spyrium.verbs import (
    TokenPoints,
    TokenPounds,
    TokenSpyrium,
    buildings_owned,
    event_token,
    factory_points,
    hire,
    hire_needed,
    income,
    pay,
    pay_per_worker,
    pay_spyrium,
    pay_token,
    place_late,
    points,
    pounds,
    pounds_owned,
    residence,
    spyrium,
    spyrium_owned,
    token_points,
    token_spyrium,
    tokens_kept,
    use_again,
    workers,
    workers_owned,
)

# What using a building does: one program an option.
USES: Final = {
    "mine_1": [workers(1) + spyrium(1)],
    "mine_2": [spyrium(1), workers(1) + spyrium(2)],
    "mine_3": [spyrium(1), workers(1) + spyrium(3)],
    "workshop_1": [workers(1) + pay_spyrium(1) + points(3)],
    "workshop_2": [workers(1) + pay_spyrium(2) + points(5)],
    "factory_1": [workers(1) + pay_spyrium(2) + points(6), workers(2) + pay_spyrium(3) + points(10)],
    "factory_2": [workers(2) + pay_spyrium(3) + points(10), workers(2) + pay_spyrium(5) + points(15)],
    "laboratory_1": [workers(1) + pay_spyrium(1) + points(4)],
    "laboratory_2": [workers(1) + pay_spyrium(1) + points(5)],
    "laboratory_3": [workers(1) + pay_spyrium(2) + points(7)],
    "university_1": [workers(1) + points(2)],
    "university_2": [workers(1) + points(3), workers(2) + points(6)],
}

# What constructing a building brings at once.
BUILT: Final = {
    "mine_3": token_spyrium(),
    "neighborhood_1": hire(1),
    "neighborhood_2": hire(2),
    "residence_1": residence(),
    "residence_2": residence(),
    "university_1": token_points(),
    "university_2": token_points(),
}

# What calling upon a character does.
CALLS: Final = {
    "miner": token_spyrium(),
    "geologist": spyrium(2),
    "apprentice": pay_spyrium(1) + points(3),
    "architect": pay_token() + residence(),
    "bureaucrat": token_points(),
    "banker": pay_token() + points(4),
    "engineer": pay_spyrium(1) + points(4),
    "adviser": points(3),
    "financier": pay_token() + points(5),
}

# What a technique allows for the rest of the game, and what it is worth at its end.
TECHNIQUES: Final = {
    "automation": (MINES_ALONE, "Your Mines need no workers", spyrium_owned()),
    "capitalization": (EARN_MORE, "Earn £2 more each time you earn money", pounds_owned()),
    "commerce": (
        KEEP_TOKENS,
        "Keep the tokens of cards you activate; once a turn, a token counts for you as 1, 2 or 3",
        tokens_kept(),
    ),
    "crane": (CHEAP_PLACES, "A new place costs you £3 less", buildings_owned()),
    "engineering": (FACTORIES_SCORE, "A building with a Factory symbol scores 1 more a worker", factory_points()),
    "lobbying": (NO_SURCHARGE, "Once a turn, activate a card without paying for the other workers", income()),
    "taylorism": (USE_AGAIN, "Once a turn, straighten an inclined building and use it again", workers_owned()),
}

# What the turn's event offers: one program an option.
EVENTS: Final = {
    "token_gain": [event_token(TokenPounds()), event_token(TokenSpyrium()), event_token(TokenPoints())],
    "residence": [pay_spyrium(1) + residence()],
    "buy_vp": [pay(3) + points(3), pay(6) + points(5)],
    "sell_spyrium": [pay_spyrium(1) + pounds(3), pay_spyrium(3) + pounds(6)],
    "reuse": [pay(1) + use_again()],
    "hire": [pay_per_worker() + hire_needed()],
    "late_worker": [place_late()],
}
