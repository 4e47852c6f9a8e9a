"""The action space of Empyreal, and the clauses by which an action is refused."""

from __future__ import annotations

from typing import Final

from roundhouse.core.actions import ActionSpace
from roundhouse.core.native import i64

SEATS: Final = 6
HEXES: Final = 168
COLOURS: Final = 6
COLUMNS: Final = 5
PLACES: Final = 15  # of a railyard, row by row
TILES: Final = 67  # spellcars: unique ones, common ones, and those that came later
PRINTED: Final = 30  # cars on the folios, company by company
CAPTAINS: Final = 8
SPECIALISTS: Final = 59  # captains, engineers, surveyors, station masters
SLOTS: Final = 5  # captain, engineer, surveyor, station master, a second one
SIZES: Final = 3  # demand tiles: double, triple, quadruple
AWARDS: Final = 10
STACKS: Final = 3

SPACE: Final = ActionSpace()
USE: Final = SPACE.add("use", ["use {}"], "slot", "folio", SLOTS)
ADMINISTRATE: Final = SPACE.add("administrate", ["administrate"])
MOVE: Final = SPACE.add("move", ["move to {}"], "stop", "path", COLUMNS + 1)
FIRST: Final = SPACE.add("first", ["activate before moving"])
ACTIVATE: Final = SPACE.add("activate", ["activate {}", "activate {} twice"], "berth", "yard", PLACES)
STOP: Final = SPACE.add("stop", ["that is all"], also=["stop", "nothing", "no more", "done"])
SKIP: Final = SPACE.add("skip", ["build nothing"], also=["skip", "do not build"])
CHOOSE: Final = SPACE.add("choose", ["option"], "option", "", 3)
UPGRADE: Final = SPACE.add("upgrade", ["upgrade {}"], "upgrade", "", 3)
GAIN: Final = SPACE.add("gain", ["gain {}"], "tile", "market", TILES)
PUT: Final = SPACE.add("put", ["put it on {}"], "place", "yard", PLACES)
RECRUIT: Final = SPACE.add("recruit", ["look at the {}"], "stack", "stack", STACKS)
COLLECT_ALL: Final = SPACE.add("collect_all", ["collect all"], also=["all"])
DELIVER: Final = SPACE.add("deliver", ["deliver {}"], "delivery", "city", COLOURS * COLOURS)
NO_DELIVERY: Final = SPACE.add("no_delivery", ["deliver nothing"], also=["no delivery"])
TILE: Final = SPACE.add("tile", ["take the {}"], "demand", "city", COLOURS * SIZES)
NO_TILE: Final = SPACE.add("no_tile", ["take no tile"])
COLOUR: Final = SPACE.add("colour", ["choose {}"], "good", "good", COLOURS)
BUILD: Final = SPACE.add("build", ["build on {}", "build on {} with the free transfer"], "hex", "hex", HEXES)
GOOD: Final = SPACE.add("good", ["take the good at {}"], "hex", "hex", HEXES)
HEX: Final = SPACE.add("hex", ["choose {}"], "hex", "hex", HEXES)
WASTE: Final = SPACE.add("waste", ["lay waste to {}"], "hex", "hex", HEXES)
CAR: Final = SPACE.add("car", ["move the train at {}"], "hex", "hex", HEXES)
STEP: Final = SPACE.add("step", ["move it to {}"], "hex", "hex", HEXES)
TAKE: Final = SPACE.add("take", ["take {}"], "specialist", "stack", SPECIALISTS)
COPY: Final = SPACE.add("copy", ["copy {}"], "tile", "market", TILES)
COPY_BESIDE: Final = SPACE.add("copy_beside", ["copy {}"], "berth", "yard", PLACES)
NO_COPY: Final = SPACE.add("no_copy", ["copy nothing"])
DISCARD: Final = SPACE.add("discard", ["discard {}"], "berth", "yard", PLACES)
SHUNT: Final = SPACE.add("shunt", ["shunt {}"], "berth", "yard", PLACES)
SHUNT_TO: Final = SPACE.add("shunt_to", ["shunt it to {}"], "place", "yard", PLACES)
SEAT: Final = SPACE.add("seat", ["choose {}"], "seat", "folio", SEATS)
SWAP: Final = SPACE.add("swap", ["swap {}"], "swap", "folio", 6 * SEATS)
SHIFT: Final = SPACE.add("shift", ["swap the {}"], "placed", "city", COLOURS * COLOURS * SIZES)
COMPANY: Final = SPACE.add("company", ["found {}"], "company", "company", COLOURS)
CAPTAIN: Final = SPACE.add("captain", ["be led by {}"], "captain", "captain", CAPTAINS)
STRIKE: Final = SPACE.add("strike", ["strike out {}"], "award", "award", AWARDS)


def build_on(hex: i64, free: i64 = 0) -> i64:
    """The action that builds on a hex, as such or (1) with the free transfer."""
    return BUILD + 2 * hex + free


def built_on(action: i64) -> tuple[i64, i64]:
    """The hex of such an action, and which of the two it is."""
    return (action - BUILD) // 2, (action - BUILD) % 2


def activation(place: i64, twice: i64 = 0) -> i64:
    """The action that activates the car on a place, once or (1) twice."""
    return ACTIVATE + 2 * place + twice


def activated(action: i64) -> tuple[i64, i64]:
    """The place of such an action, and which of the two it is."""
    return (action - ACTIVATE) // 2, (action - ACTIVATE) % 2


def colour_of(tile: int) -> int:
    """The colour of a demand tile; tiles are numbered by colour and size."""
    return tile // SIZES


def size_of(tile: int) -> int:
    """Its size: 0 double, 1 triple, 2 quadruple."""
    return tile % SIZES


def goods_for(tile: int) -> int:
    """How many goods of its colour earn it."""
    return size_of(tile) + 2


ONE_AT_A_TIME: Final = "empyreal-31.1"
NOT_NEAR: Final = "empyreal-15.6"
OWN_CAR: Final = "empyreal-14.4"
FULL_HEX: Final = "empyreal-14.3"
NO_TARGET: Final = "empyreal-14.1"
MUST_BUILD: Final = "empyreal-5.20"
NO_CARS: Final = "empyreal-14.2"
NO_MANA: Final = "empyreal-8.2"
MANA_FULL: Final = "empyreal-8.6"
NOTHING_SPENT: Final = "empyreal-5.15"
NO_WASTE: Final = "empyreal-16.1"
NO_GOOD: Final = "empyreal-17.9"
NO_STOCK: Final = "empyreal-17.2"
NO_STEP: Final = "empyreal-17.11"
NO_RIVAL: Final = "empyreal-20.28"
NO_CITY: Final = "empyreal-12.1"
EMPTY: Final = "empyreal-12.3"
TOO_FEW: Final = "empyreal-24.28"
NO_SUCH_TILE: Final = "empyreal-12.7"
NOT_IN_MARKET: Final = "empyreal-7.1"
NO_ROOM: Final = "empyreal-7.15"
ROWS_FIRST: Final = "empyreal-7.8"
NO_STACK: Final = "empyreal-18.1"
NOT_THERE: Final = "empyreal-18.2"
NOTHING_FLIPPED: Final = "empyreal-5.13"
FLIPPED: Final = "empyreal-5.5"
NO_SPECIALIST: Final = "empyreal-5.3"
NO_EFFECT: Final = "empyreal-24.21"
IN_FORCE: Final = "empyreal-5.16"
NOTHING_TO_COPY: Final = "empyreal-20.37"
COPIED: Final = "empyreal-23.24"
NOT_ON_SPACE: Final = "empyreal-10.1"
NOT_TWICE: Final = "empyreal-25.19"
NOT_OWN: Final = "empyreal-13.1"
NO_SHUNT: Final = "empyreal-23.11"
NO_SWAP: Final = "empyreal-24.26"
NO_TILE_THERE: Final = "empyreal-20.2"
AT_START: Final = "empyreal-25.12"
MOVE_RANGE: Final = "empyreal-9.1"
TAKEN: Final = "empyreal-3.1"
NOT_ITS_CAPTAIN: Final = "empyreal-3.2"
NO_HEADQUARTERS: Final = "empyreal-3.16"
NOT_BESIDE: Final = "empyreal-3.17"
NO_AWARD: Final = "empyreal-29.4"

REASONS: Final = {
    NOT_NEAR: "it is not next to the own network, and no chain of transfers that can be paid leads there",
    OWN_CAR: "an own train is there already",
    FULL_HEX: "there is no room for another train",
    NO_TARGET: "this effect does not build there",
    MUST_BUILD: "after what was given for it this build must be made",
    NO_CARS: "there are no trains left in the supply",
    NO_MANA: "it costs more mana than there is",
    MANA_FULL: "the folio holds no more mana",
    NOTHING_SPENT: "no mana is spent",
    NO_WASTE: "no wasteland can be placed there",
    NO_GOOD: "there is no such good",
    NO_STOCK: "the supply has no such good",
    NO_STEP: "no train can move so",
    NO_RIVAL: "no rival's train can be swapped so",
    NO_CITY: "no city next to the network takes such goods",
    EMPTY: "a delivery has at least one good",
    TOO_FEW: "the goods must earn a tile of their colour there",
    NO_SUCH_TILE: "no such tile lies there, or the goods do not qualify for it",
    NOT_IN_MARKET: "that spellcar is not in the market",
    NO_ROOM: "there is no room for another spellcar",
    ROWS_FIRST: "the second row is filled first, then the third, and printed cars are covered last",
    NO_STACK: "there is no free place for a specialist of that kind, or none is left",
    NOT_THERE: "that specialist is not among those to choose from",
    NOTHING_FLIPPED: "there is nothing to refresh",
    FLIPPED: "it has been used and lies face-down, or has been used this turn",
    NO_SPECIALIST: "there is no specialist there that can be used so",
    NO_EFFECT: "it would have no effect now",
    IN_FORCE: "that holds already",
    NOTHING_TO_COPY: "there is nothing of that kind to copy that can be paid",
    COPIED: "that spellcar refreshes, and has been copied so this turn",
    NOT_ON_SPACE: "it is not on the conductor's space, or has been declared",
    NOT_TWICE: "only a single spellcar can be activated twice, and only by a station master's rule",
    NOT_OWN: "no own train is there",
    NO_SHUNT: "only spellcar tiles move, to another tile's place or an empty one",
    NO_SWAP: "two demand tiles of different cities are swapped",
    NO_TILE_THERE: "no spellcar tile lies there",
    AT_START: "at Start there is nothing to activate",
    MOVE_RANGE: "the conductor moves one to four spaces ahead and stops at the End of the Line",
    TAKEN: "it is taken, or a later seat would be left without a captain",
    NOT_ITS_CAPTAIN: "that captain does not lead this company, or leads another already",
    NO_HEADQUARTERS: "headquarters are a free hex of the home terrain with a free one beside it",
    NOT_BESIDE: "the second train stands beside the first, on a free hex that is neither city nor wasteland",
    NO_AWARD: "that award is not on offer",
}
