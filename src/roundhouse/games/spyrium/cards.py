"""The cards of Spyrium, one line each: what a use, a construction, a call, an event or a technique does."""

from __future__ import annotations

from typing import Final

from roundhouse.core.verbs import Program
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
    BUILDINGS_OWNED,
    FACTORY_POINTS,
    INCOME,
    POINTS,
    POUNDS,
    SPYRIUM,
    TOKENS_KEPT,
    WORKERS,
    Gain,
    GainByToken,
    HasToken,
    Hire,
    PayPerWorker,
    PayPounds,
    PaySpyrium,
    PayToken,
    PlaceLate,
    Points,
    Residence,
    TokenValue,
    UseAgain,
    Work,
    Worth,
)

# What using a building does: one program an option.
USES: Final[dict[str, list[Program]]] = {
    "mine_1": [Work(1) + Gain(SPYRIUM, 1)],
    "mine_2": [Gain(SPYRIUM, 1), Work(1) + Gain(SPYRIUM, 2)],
    "mine_3": [Gain(SPYRIUM, 1), Work(1) + Gain(SPYRIUM, 3)],
    "workshop_1": [Work(1) + PaySpyrium(1) + Points(3)],
    "workshop_2": [Work(1) + PaySpyrium(2) + Points(5)],
    "factory_1": [Work(1) + PaySpyrium(2) + Points(6), Work(2) + PaySpyrium(3) + Points(10)],
    "factory_2": [Work(2) + PaySpyrium(3) + Points(10), Work(2) + PaySpyrium(5) + Points(15)],
    "laboratory_1": [Work(1) + PaySpyrium(1) + Points(4)],
    "laboratory_2": [Work(1) + PaySpyrium(1) + Points(5)],
    "laboratory_3": [Work(1) + PaySpyrium(2) + Points(7)],
    "university_1": [Work(1) + Points(2)],
    "university_2": [Work(1) + Points(3), Work(2) + Points(6)],
}

# What constructing a building brings at once.
BUILT: Final[dict[str, Program]] = {
    "mine_3": TokenValue() + GainByToken(SPYRIUM),
    "neighborhood_1": Hire(1),
    "neighborhood_2": Hire(2),
    "residence_1": Residence(),
    "residence_2": Residence(),
    "university_1": TokenValue() + GainByToken(POINTS),
    "university_2": TokenValue() + GainByToken(POINTS),
}

# What calling upon a character does.
CALLS: Final[dict[str, Program]] = {
    "miner": TokenValue() + GainByToken(SPYRIUM),
    "geologist": Gain(SPYRIUM, 2),
    "apprentice": PaySpyrium(1) + Points(3),
    "architect": TokenValue() + PayToken() + Residence(),
    "bureaucrat": TokenValue() + GainByToken(POINTS),
    "banker": TokenValue() + PayToken() + Points(4),
    "engineer": PaySpyrium(1) + Points(4),
    "adviser": Points(3),
    "financier": TokenValue() + PayToken() + Points(5),
}

# What a technique allows for the rest of the game, and what it is worth at its end.
TECHNIQUES: Final = {
    "automation": (MINES_ALONE, "Your Mines need no workers", Worth(SPYRIUM)),
    "capitalization": (EARN_MORE, "Earn £2 more each time you earn money", Worth(POUNDS)),
    "commerce": (
        KEEP_TOKENS,
        "Keep the tokens of cards you activate; once a turn, a token counts for you as 1, 2 or 3",
        Worth(TOKENS_KEPT),
    ),
    "crane": (CHEAP_PLACES, "A new place costs you £3 less", Worth(BUILDINGS_OWNED)),
    "engineering": (FACTORIES_SCORE, "A building with a Factory symbol scores 1 more a worker", Worth(FACTORY_POINTS)),
    "lobbying": (NO_SURCHARGE, "Once a turn, activate a card without paying for the other workers", Worth(INCOME)),
    "taylorism": (USE_AGAIN, "Once a turn, straighten an inclined building and use it again", Worth(WORKERS)),
}

# What the turn's event offers: one program an option.
EVENTS: Final[dict[str, list[Program]]] = {
    "token_gain": [
        HasToken() + TokenValue() + GainByToken(POUNDS),
        HasToken() + TokenValue() + GainByToken(SPYRIUM),
        HasToken() + TokenValue() + GainByToken(POINTS),
    ],
    "residence": [PaySpyrium(1) + Residence()],
    "buy_vp": [PayPounds(3) + Points(3), PayPounds(6) + Points(5)],
    "sell_spyrium": [PaySpyrium(1) + Gain(POUNDS, 3), PaySpyrium(3) + Gain(POUNDS, 6)],
    "reuse": [PayPounds(1) + UseAgain()],
    "hire": [PayPerWorker() + Hire(1, needed=True)],
    "late_worker": [PlaceLate()],
}
