"""The action space of Small Railroad Empires, and the clauses by which an action is refused."""

from __future__ import annotations

from typing import Final

from roundhouse.core.actions import ActionSpace
from roundhouse.core.native import i64

HEXES: Final = 76
PLACES: Final = 12  # factories, and cities
CARDS: Final = 50
ENGINES: Final = 32
FEATS: Final = 10
CONTRACTS: Final = 8
SLOTS: Final = 3  # of the market
LONGEST: Final = 31  # lengths a line action can tell apart
COLOURS: Final = 16  # sets of the four colours of the ground
NTH_BITS: Final = 1  # of a good: which of its factory's goods it is; above them the factory's number
NTH_MASK: Final = 1
FORM_BITS: Final = 1  # of a card that is played: how; above them its number
REVEALS: Final = 1

SPACE: Final = ActionSpace()
LAY: Final = SPACE.add("lay", ["lay {}"], "hex", "hex", HEXES)
ROUTE: Final = SPACE.add("route", ["start a new route at {}"], "factory", "factory", PLACES)
STOP: Final = SPACE.add("stop", ["lay no third track"], also=["stop", "no third track"])
SEND: Final = SPACE.add("send", ["send {}"], "good", "good", PLACES << NTH_BITS)
NO_SEND: Final = SPACE.add("no_send", ["deliver nothing"], also=["no delivery"])
CITY: Final = SPACE.add("city", ["deliver to {}"], "city", "city", PLACES)
CLAIM: Final = SPACE.add("claim", ["claim {}"], "feat", "feat", FEATS)
NO_CLAIM: Final = SPACE.add("no_claim", ["claim nothing more"], also=["claim nothing"])
BUY: Final = SPACE.add("buy", ["take {}"], "slot", "market", SLOTS)
NO_BUY: Final = SPACE.add("no_buy", ["take no train card"], also=["buy nothing", "take nothing"])
START: Final = SPACE.add("start", ["start at {}"], "factory", "factory", PLACES)
PLAY: Final = SPACE.add("play", ["play {}", "play {} and reveal the contract"], "card", "hand", ENGINES)
LINE: Final = SPACE.add("line", ["take the line {}"], "line", "line", LONGEST * COLOURS)

OTHER_START: Final = "empires-2.9"
ONE_AT_A_TIME: Final = "empires-3.1"
NOT_BESIDE: Final = "empires-4.2"
OWN_ALREADY: Final = "empires-4.3"
FULL: Final = "empires-4.4"
NO_MONEY: Final = "empires-4.6"
MUST_LAY: Final = "empires-4.1"
NO_NEW_ROUTE: Final = "empires-5.2"
NO_GOOD: Final = "empires-7.1"
NOT_LINKED: Final = "empires-7.2"
NOT_NEW: Final = "empires-7.3"
NOT_WANTED: Final = "empires-7.4"
TRAIN_THERE: Final = "empires-7.5"
NO_LINE: Final = "empires-8.1"
NO_CARD: Final = "empires-10.1"
NO_CONTRACT: Final = "empires-11.1"
NO_FEAT: Final = "empires-12.1"
ONE_FIRST: Final = "empires-12.3"
CLAIMED: Final = "empires-12.5"
NOT_IN_PLAY: Final = "empires-12.2"
NO_SLOT: Final = "empires-14.1"
TOO_DEAR: Final = "empires-14.3"

REASONS: Final = {
    OTHER_START: "another seat starts at that factory, or the country does not have it",
    MUST_LAY: "the tracks of a turn must be laid",
    NOT_BESIDE: "it is not next to an own track or train",
    OWN_ALREADY: "an own track or train is there already",
    FULL: "two seats are there already",
    NO_MONEY: "it costs more than there is, and the loans do not reach",
    NO_NEW_ROUTE: "a new route starts at a factory of the country where there is no own track and room for one",
    NO_GOOD: "that good does not lie there",
    NOT_LINKED: "no own line leads there from the factory",
    NOT_NEW: "this turn's tracks did not make that link, and only new links count at this table",
    NOT_WANTED: "that city does not want the good",
    TRAIN_THERE: "an own train is in that city already",
    NO_LINE: "no own line earns that",
    NO_CARD: "that train card is not in the hand",
    NO_CONTRACT: "there is no own contract for that factory to reveal",
    NO_FEAT: "its condition is not met",
    NOT_IN_PLAY: "that achievement is not in this game",
    ONE_FIRST: "one achievement has been claimed first this turn already",
    CLAIMED: "it has been claimed already",
    NO_SLOT: "no train card lies there",
    TOO_DEAR: "it costs more than there is, and the loans do not reach",
}


def factory_of(thing: i64) -> i64:
    """The factory where a good lies."""
    return thing >> NTH_BITS


def nth_of(thing: i64) -> i64:
    """Which of its factory's goods a good is."""
    return thing & NTH_MASK


def thing_at(factory: i64, nth: i64) -> i64:
    """The number of a factory's first or second good."""
    return factory << NTH_BITS | nth
