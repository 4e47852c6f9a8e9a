"""The wagons, one line each: what happens when one is coupled."""

from __future__ import annotations

from typing import Final

from nightgoods.verbs import Draw, KeepOrBury, Look, Parcels, Score, ScoreEach, Uncouple, either
from roundhouse.core.verbs import NOTHING, Program

EFFECTS: Final[dict[str, Program]] = {
    "coal_hopper":     NOTHING,
    "tank_wagon":      NOTHING,
    "mail_van":        Draw(1),
    "inspection_car":  Look() + KeepOrBury(),
    "brake_van":       ScoreEach(),
    "goods_van":       Parcels(2),
    "crane":           either(Score(1), Uncouple() + Score(3)),
    "saloon":          either(Draw(1), Parcels(1)),
}  # fmt: skip
