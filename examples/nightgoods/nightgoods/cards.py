"""The wagons, one line each: what happens when one is coupled."""

from __future__ import annotations

from typing import Final

from nightgoods.verbs import draw, either, keep_or_bury, look, parcels, score, score_each, uncouple
from roundhouse.core.verbs import Program

NOTHING: Final = Program([])

EFFECTS: Final[dict[str, Program]] = {
    "coal_hopper":     NOTHING,
    "tank_wagon":      NOTHING,
    "mail_van":        draw(1),
    "inspection_car":  look() + keep_or_bury(),
    "brake_van":       score_each(),
    "goods_van":       parcels(2),
    "crane":           either(score(1), uncouple() + score(3)),
    "saloon":          either(draw(1), parcels(1)),
}  # fmt: skip
