"""The action space of Spyrium, and the clauses by which an action is refused."""

from __future__ import annotations

from typing import Final

from roundhouse.core.actions import ActionSpace
from roundhouse.core.native import i64
from roundhouse.games.spyrium.board import GAPS

BUILDINGS: Final = 19
FACES: Final = 35  # buildings, characters and techniques
EVENTS: Final = 7
SIDES: Final = 2
VALUES: Final = 3  # of tokens: 1, 2 and 3
TOKENS: Final = 1 + VALUES * VALUES  # none, or one of three tokens used as one of three values
NEW_PLACE: Final = 0
POSES: Final = 2  # upright and inclined
WAYS: Final = 1 + POSES * BUILDINGS  # in a new place, or over a building
BUILDING_USES: Final = 2  # at most
USES: Final = BUILDING_USES * BUILDINGS
OPTIONS: Final = 3  # of an event, at most

SPACE: Final = ActionSpace()
PLACE: Final = SPACE.add("place", ["place {}"], "gap", "gap", GAPS)
LIFT: Final = SPACE.add("lift", ["lift the worker {}"], "gap", "gap", GAPS)
EARN: Final = SPACE.add("earn", ["earn at {}"], "side", "card", SIDES)
HOME: Final = SPACE.add("home", ["take the worker home"])
ADVANCE: Final = SPACE.add("advance", ["start activating"], also=["phase 2", "activate"])
PASS: Final = SPACE.add("pass", ["pass"], also=["done"])
USE: Final = SPACE.add("use", ["use {}", "reuse {}"], "use", "row", USES)
EVENT: Final = SPACE.add("event", ["use the event: {}"], "event", "event", OPTIONS)
TOKEN: Final = SPACE.add("token", ["count the token as {}"], "value", "", VALUES)
RESIDENCE: Final = SPACE.add("residence", ["move up the residence track", "score the residence"], "", "residence", 1)
BONUS: Final = SPACE.add("bonus", ["take {}"], "bonus", "", 2)
CALL: Final = SPACE.add("call", ["{}", "{} by Lobbying"], "call", "card", SIDES * TOKENS)
BUILD: Final = SPACE.add("build", ["build {}", "build {} by Lobbying"], "build", "card", SIDES * WAYS)
SCORE: Final = RESIDENCE + 1
FORMS: Final = 2  # of USE, CALL and BUILD: the second is to use again, and by Lobbying


# The blocks with two forms: their actions, and the parts of an action and of its thing.


def use_action(face: i64, option: i64, again: bool) -> i64:
    return USE + FORMS * (BUILDING_USES * face + option) + (1 if again else 0)


def call_action(side: i64, token: i64, lobbied: bool) -> i64:
    return CALL + FORMS * (TOKENS * side + token) + (1 if lobbied else 0)


def build_action(side: i64, way: i64, lobbied: bool) -> i64:
    return BUILD + FORMS * (WAYS * side + way) + (1 if lobbied else 0)


def thing_of(block: i64, action: i64) -> i64:
    return (action - block) // FORMS


def second_form(block: i64, action: i64) -> bool:
    return (action - block) % FORMS == 1


def use_of(thing: i64) -> tuple[i64, i64]:
    """The building, and which of its uses."""
    return thing // BUILDING_USES, thing % BUILDING_USES


def call_of(thing: i64) -> tuple[i64, i64]:
    """The side of the lifted worker, and the token."""
    return thing // TOKENS, thing % TOKENS


def build_of(thing: i64) -> tuple[i64, i64]:
    """The side of the lifted worker, and the way to build there."""
    return thing // WAYS, thing % WAYS


def token_as(value: i64, counts: i64) -> i64:
    """A token of that value, used as another one or as the same."""
    return 1 + VALUES * (value - 1) + counts - 1


def token_of(token: i64) -> tuple[i64, i64]:
    """The value of a token and what it counts for; both are 0 without one."""
    if not token:
        return 0, 0
    return (token - 1) // VALUES + 1, (token - 1) % VALUES + 1


def way_over(face: i64, inclined: bool) -> i64:
    """Over such a building of the row."""
    return 1 + POSES * face + (1 if inclined else 0)


def way_of(way: i64) -> tuple[i64, bool]:
    """The building that is built over, and whether it is inclined; the way is not a new place."""
    return (way - 1) // POSES, (way - 1) % POSES == 1


ALL_WORKERS: Final = "spyrium-1.4"
ONE_AT_A_TIME: Final = "spyrium-4.1"
NO_SUCH_PHASE: Final = "spyrium-4.2"
NO_ACTIVE_WORKER: Final = "spyrium-5.1"
NO_CARD_THERE: Final = "spyrium-5.2"
EVENT_USED: Final = "spyrium-6.1"
EVENT_PAY: Final = "spyrium-6.2"
NO_EVENT_TOKEN: Final = "spyrium-6.4"
NO_WORKER_THERE: Final = "spyrium-7.1"
NO_EARNING: Final = "spyrium-7.2"
TOO_DEAR: Final = "spyrium-8.1"
OTHER_CARD: Final = "spyrium-8.2"
NO_TOKEN: Final = "spyrium-8.6"
CANNOT_PAY: Final = "spyrium-8.7"
NOT_OWNED: Final = "spyrium-9.1"
INCLINED: Final = "spyrium-10.1"
NO_MEANS: Final = "spyrium-10.2"
NO_USE: Final = "spyrium-10.5"
MARKET_WORKERS: Final = "spyrium-11.1"
NO_LOBBYING: Final = "spyrium-12.6"
NO_TAYLORISM: Final = "spyrium-12.7"
NO_COMMERCE: Final = "spyrium-12.8"

REASONS: Final = {
    ALL_WORKERS: "all seven workers are in play already",
    NO_SUCH_PHASE: "it belongs to the other phase",
    NO_ACTIVE_WORKER: "no active worker is left on the Start card",
    NO_CARD_THERE: "a worker stands next to at least one card",
    EVENT_USED: "the turn's event has been used already this turn",
    EVENT_PAY: "that effect of the event cannot be paid, would do nothing, or does not exist",
    NO_EVENT_TOKEN: "the event lies there without a token",
    NO_WORKER_THERE: "no own worker stands there",
    NO_EARNING: "money is earned at a card next to the worker; without any card the worker just goes home",
    TOO_DEAR: "it costs more pounds than there are",
    OTHER_CARD: "no such card lies there: characters are called, buildings built, techniques patented",
    NO_TOKEN: "that token is not on the card",
    CANNOT_PAY: "the effect cannot be paid",
    NOT_OWNED: "only an own building can be replaced or used",
    INCLINED: "that building has been used this turn, or there is none to use again",
    NO_MEANS: "it takes more active workers or Spyrium than there are",
    NO_USE: "that building has no such use",
    MARKET_WORKERS: "own workers are still in the market",
    NO_LOBBYING: "Lobbying is not owned, has been used this turn, or there is no surcharge to spare",
    NO_TAYLORISM: "nothing lets an inclined building be used again now",
    NO_COMMERCE: "only Commerce, once a turn, changes the value of a token",
}
