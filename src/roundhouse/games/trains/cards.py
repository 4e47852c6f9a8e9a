"""The cards, one line each: what happens when a card is played, and when it is bought."""

from __future__ import annotations

from typing import Final

from roundhouse.core.verbs import NOTHING, Program
from roundhouse.games.trains.map_verbs import Lay, Station
from roundhouse.games.trains.state import (
    ALL_BUT_REMOTE_FREE,
    CITIES_FREE,
    MOUNTAINS_FREE,
    NO_WASTE,
    ONTO_DECK,
    RAIL_BONUS,
    RIVALS_FREE,
    RIVERS_FREE,
)
from roundhouse.games.trains.verbs import (
    ANY,
    Coins,
    CoinsEach,
    CoinsIfInPlay,
    Copy,
    CountTrain,
    Discard,
    Draw,
    DrawEach,
    DropOrLeave,
    Either,
    GainTrain,
    Look,
    NameCard,
    Points,
    Pull,
    PutBack,
    ReturnAllWaste,
    ReturnWaste,
    RevealTrains,
    SendBack,
    Show,
    TakeOne,
    TrashThis,
    TrashTrain,
    TurnUp,
    Waste,
    WhileInPlay,
)

EFFECTS: Final[dict[str, Program]] = {
    "normal_train":           NOTHING,
    "express_train":          NOTHING,
    "limited_express_train":  NOTHING,
    "rail_laying":            Lay() + Waste(),
    "station_expansion":      Station() + Waste(),
    "waste":                  NOTHING,
    "building":               NOTHING,
    "multi_storey_building":  NOTHING,
    "skyscraper":             NOTHING,
    "amusement_park":         CountTrain(),
    "collaboration":          WhileInPlay(RIVALS_FREE) + Lay() + Waste(),
    "conductor_area":         Discard(ANY) + DrawEach(),
    "command_central":        Draw(1) + NameCard() + TurnUp(),
    "control_room":           Draw(3),
    "information_central":    Look(4, openly=True) + TakeOne() + PutBack(),
    "first_train":            WhileInPlay(ONTO_DECK),
    "freight_train":          ReturnWaste(ANY) + CoinsEach(),
    "garage":                 Draw(2) + Discard(2),
    "holiday_timetable":      TrashThis() + Coins(3, " if you do"),
    "ironworks":              WhileInPlay(RAIL_BONUS, 2),
    "landfill":               ReturnAllWaste(),
    "mail_train":             Discard(ANY) + CoinsEach(),
    "maintenance_factory":    Show(),
    "material_dump_site":     WhileInPlay(NO_WASTE),
    "passing_station":        Draw(1),
    "pulling":                Pull(),
    "rapid_train":            CoinsIfInPlay(1, "normal_train"),
    "signal_spot":            Draw(2),
    "signals":                Draw(1) + Look(1) + DropOrLeave(),
    "station_crew":           Either(Draw(1), Coins(1), ReturnWaste(1)),
    "stationmaster_office":   Copy(),
    "steel_bridge":           WhileInPlay(RIVERS_FREE) + Lay() + Waste(),
    "switchback":             SendBack(),
    "temporary_timetable":    RevealTrains(2),
    "tourist_train":          Points(1),
    "tunnel":                 WhileInPlay(MOUNTAINS_FREE) + Lay() + Waste(),
    "underground_digging":    WhileInPlay(ALL_BUT_REMOTE_FREE) + Lay() + Waste(),
    "viaduct":                WhileInPlay(CITIES_FREE) + Lay() + Waste(),
    "wagon_factory":          TrashTrain(3) + GainTrain(3),
}  # fmt: skip

ON_BUY: Final[dict[str, Program]] = {
    "building": Waste(),
    "multi_storey_building": Waste(),
    "skyscraper": Waste(),
}

IDS: Final = tuple(EFFECTS)

SETS: Final[dict[str, tuple[str, ...]]] = {
    "tokyo beginners": (
        "landfill", "conductor_area", "holiday_timetable", "passing_station",
        "amusement_park", "steel_bridge", "material_dump_site", "maintenance_factory",
    ),
    "osaka beginners": (
        "landfill", "rapid_train", "garage", "tourist_train",
        "ironworks", "stationmaster_office", "tunnel", "temporary_timetable",
    ),
    "reforming and tunneling": (
        "signals", "pulling", "information_central", "freight_train",
        "wagon_factory", "first_train", "signal_spot", "underground_digging",
    ),
    "holiday pass": (
        "landfill", "station_crew", "holiday_timetable", "tourist_train",
        "mail_train", "viaduct", "maintenance_factory", "control_room",
    ),
}  # fmt: skip
