"""The cards, one line each: what happens when a card is played, and when it is bought."""

from __future__ import annotations

from typing import Final

from roundhouse.core.verbs import Program
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
    coin_for_each,
    coins,
    coins_if_in_play,
    copy_text,
    count_train,
    discard,
    draw,
    draw_as_many,
    drop_or_leave,
    either,
    lay_rail,
    look,
    name_card,
    points,
    pull_train,
    put_back,
    return_all_waste,
    return_waste,
    reveal,
    reveal_trains,
    send_back_train,
    show_train,
    station,
    swap_train,
    take_one,
    trash_this,
    turn_up,
    waste,
    while_in_play,
)

NOTHING: Final = Program([])
NORMAL_TRAIN: Final = 0

EFFECTS: Final[dict[str, Program]] = {
    "normal_train":           NOTHING,
    "express_train":          NOTHING,
    "limited_express_train":  NOTHING,
    "rail_laying":            lay_rail() + waste(),
    "station_expansion":      station() + waste(),
    "waste":                  NOTHING,
    "building":               NOTHING,
    "multi_storey_building":  NOTHING,
    "skyscraper":             NOTHING,
    "amusement_park":         count_train(),
    "collaboration":          while_in_play(RIVALS_FREE) + lay_rail() + waste(),
    "conductor_area":         discard(ANY) + draw_as_many(),
    "command_central":        draw(1) + name_card() + turn_up(),
    "control_room":           draw(3),
    "information_central":    reveal(4) + take_one() + put_back(),
    "first_train":            while_in_play(ONTO_DECK),
    "freight_train":          return_waste(ANY) + coin_for_each(),
    "garage":                 draw(2) + discard(2),
    "holiday_timetable":      trash_this() + coins(3),
    "ironworks":              while_in_play(RAIL_BONUS, 2),
    "landfill":               return_all_waste(),
    "mail_train":             discard(ANY) + coin_for_each(),
    "maintenance_factory":    show_train(),
    "material_dump_site":     while_in_play(NO_WASTE),
    "passing_station":        draw(1),
    "pulling":                pull_train(),
    "rapid_train":            coins_if_in_play(NORMAL_TRAIN, "Normal train", 1),
    "signal_spot":            draw(2),
    "signals":                draw(1) + look() + drop_or_leave(),
    "station_crew":           either(draw(1), coins(1), return_waste(1)),
    "stationmaster_office":   copy_text(),
    "steel_bridge":           while_in_play(RIVERS_FREE) + lay_rail() + waste(),
    "switchback":             send_back_train(),
    "temporary_timetable":    reveal_trains(2),
    "tourist_train":          points(1),
    "tunnel":                 while_in_play(MOUNTAINS_FREE) + lay_rail() + waste(),
    "underground_digging":    while_in_play(ALL_BUT_REMOTE_FREE) + lay_rail() + waste(),
    "viaduct":                while_in_play(CITIES_FREE) + lay_rail() + waste(),
    "wagon_factory":          swap_train(3),
}  # fmt: skip

ON_BUY: Final[dict[str, Program]] = {
    "building": waste(),
    "multi_storey_building": waste(),
    "skyscraper": waste(),
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
