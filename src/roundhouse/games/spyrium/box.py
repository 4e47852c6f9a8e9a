"""The box of Spyrium: which tables it has, and its components as the rules read them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from roundhouse.core.components import Box, Column, Edits, Schema, Table
from roundhouse.core.errors import BadComponents
from roundhouse.core.verbs import Program
from roundhouse.core.words import counted
from roundhouse.games.spyrium.actions import EVENTS, FACES, NEW_PLACE, build_of, call_of, token_of, use_of, way_of
from roundhouse.games.spyrium.board import CELLS, FIRST, PERIODS, SECOND
from roundhouse.games.spyrium.cards import BUILT, CALLS, TECHNIQUES, USES
from roundhouse.games.spyrium.cards import EVENTS as EVENT_CARDS
from roundhouse.games.spyrium.market import lifted
from roundhouse.games.spyrium.state import RULES
from roundhouse.games.spyrium.verbs import SYMBOLS, Worth, trade, trades

if TYPE_CHECKING:
    from roundhouse.games.spyrium.state import Spyrium

SCHEMA: Final = Schema(os.path.join(os.path.dirname(__file__), "components"))
SCHEMA.add(
    "cards.csv",
    [
        Column("id", "name", fixed=True),
        Column("title", "name"),
        Column("also", "text"),
        Column("kind", "name", fixed=True),
        Column("a", "number", least=0, most=30),
        Column("b", "number", least=0, most=30),
        Column("c", "number", least=0, most=30),
        Column("price", "number", least=0, most=50),
        Column("vp", "number", least=0, most=50),
        Column("symbols", "text", fixed=True),
        Column("token", "name", fixed=True),
    ],
    ["id"],
)
SCHEMA.add("numbers.csv", [Column("id", "name", fixed=True), Column("number", "number", least=0, most=99)], ["id"])


class SpyriumBox(Box):
    """The components as the rules read them: one entry a face, ready to index.

    Faces are numbered buildings first, then characters, techniques and events.
    """

    def __init__(
        self,
        tables: dict[str, Table],
        edits: Edits,
        trades: list[list[int]],
        effects: list[int],
        bonus_program: int,
        lift_program: int,
    ) -> None:
        super().__init__(tables, edits)
        cards = tables["cards.csv"]
        count = range(FACES + EVENTS)
        self.ids: list[str] = [cards.text(i, "id") for i in count]
        self.titles: list[str] = [cards.text(i, "title") for i in count]
        self.also: list[list[str]] = [[a.strip() for a in cards.text(i, "also").split("/") if a.strip()] for i in count]
        self.kinds: list[str] = [cards.text(i, "kind") for i in count]
        self.prices: bytes = bytes([cards.number(i, "price") for i in count])
        self.vps: bytes = bytes([cards.number(i, "vp") for i in count])
        self.symbols: bytes = bytes([sum(SYMBOLS[n] for n in cards.text(i, "symbols").split()) for i in count])
        self.one_token: list[bool] = [cards.text(i, "token") == "one" for i in count]
        self.rival_tokens: list[bool] = [cards.text(i, "token") == "rivals" for i in count]
        self.decks: list[list[int]] = [[i for i in count for _ in range(cards.number(i, period))] for period in "abc"]
        self.trades: list[list[int]] = trades  # the uses of a building, the options of an event
        self.effects: list[int] = effects  # what constructing a building or calling a character does
        self.bonus_program: int = bonus_program
        self.lift_program: int = lift_program
        self.first_technique: int = self.kinds.index("technique")
        self.finals: list[Worth] = [TECHNIQUES[i][2] for i in self.ids if i in TECHNIQUES]
        by_id = self.numbers()
        self.turns: int = by_id["turns"]
        self.start_pounds: int = by_id["start_pounds"]
        self.start_spyrium: int = by_id["start_spyrium"]
        self.start_workers: int = by_id["start_workers"]
        self.most_workers: int = by_id["most_workers"]
        self.first_bonus: int = by_id["first_bonus"]
        self.second_bonus: int = by_id["second_bonus"]
        self.bonus_pounds: int = by_id["bonus_pounds"]
        self.discount: int = by_id["symbol_discount"]
        self.cap: int = by_id["technique_cap"]
        self.most_kept: int = by_id["most_kept_tokens"]
        self.tokens: list[int] = [v for v in (1, 2, 3) for _ in range(by_id[f"tokens_{v}"])]
        self.check()

    def names(self) -> list[list[str]]:
        return [[self.ids[i], self.titles[i], *self.also[i]] for i in range(FACES + EVENTS)]

    def describe(self, card: int) -> str:
        words = f"{self.titles[card]} ({self.kinds[card]})"
        if self.kinds[card] != "event":
            words += f": price £{self.prices[card]}"
        if self.vps[card]:
            words += f", {counted(self.vps[card], 'point')}"
        return f"{words}. {card_words(self.ids[card], self.cap)}".strip()

    def check(self) -> None:
        """What no single cell can show."""
        for i in range(len(TECHNIQUES)):
            face = self.first_technique + i
            if TECHNIQUES[self.ids[face]][0] != RULES[i]:
                raise BadComponents(f"cards.csv, line {face + 2}, column id: the techniques must stay in their order.")
            if sum(deck.count(face) for deck in self.decks) > 1:
                raise BadComponents(f"cards.csv, line {face + 2}, column a: there is one {self.titles[face]} at most.")
        for period, deck in zip("abc", self.decks, strict=True):
            for face in range(FACES, FACES + EVENTS):
                if face in deck:
                    raise BadComponents(
                        f"cards.csv, line {face + 2}, column {period}: an event is in no deck of the market."
                    )
            need = CELLS * PERIODS.count(period)
            if len(deck) < need:
                raise BadComponents(
                    f"cards.csv, column {period}: {len(deck)} cards are too few; the period lays out {need}."
                )
        self.each_name_once("cards.csv")
        self.need("turns", self.turns, 1, len(PERIODS))
        self.need("most_workers", self.most_workers, 1, 20)
        self.need("start_workers", self.start_workers, 1, self.most_workers)
        self.need("second_bonus", self.second_bonus, 1, 99)
        self.need("first_bonus", self.first_bonus, 1, self.second_bonus)

    # words

    def label(self, s: Spyrium, kind: str, thing: int) -> str:
        """How a thing of an action is spelled at this table."""
        if kind == "gap":
            return f"between {s.card_at(FIRST[thing])} and {s.card_at(SECOND[thing])}"
        if kind == "use":
            face, option = use_of(thing)
            return f"{self.titles[face]}: {option_words(USES.get(self.ids[face], []), option)}"
        if kind == "event":
            return option_words(EVENT_CARDS[self.ids[s.event_now()]], thing)
        if kind == "value":
            return str(thing + 1)
        if kind == "bonus":
            return f"£{self.bonus_pounds}" if thing else "a worker"
        if kind == "side":
            return self.beside(s, thing)
        return self.call_words(s, thing) if kind == "call" else self.build_words(s, thing)

    def beside(self, s: Spyrium, side: int) -> str:
        """The card on one side of the worker in hand; without one, just the side."""
        gap = lifted(s)
        return s.card_at(s.side(gap, side)) if gap >= 0 else f"the {'second' if side else 'first'} card"

    def call_words(self, s: Spyrium, thing: int) -> str:
        side, token = call_of(thing)
        gap = lifted(s)
        verb = "patent" if gap >= 0 and s.face_at(s.side(gap, side)) >= self.first_technique else "call"
        value, counts = token_of(token)
        words = f"{verb} {self.beside(s, side)}" + (f", token {value}" if value else "")
        return words if value == counts else f"{words} as {counts}"

    def build_words(self, s: Spyrium, thing: int) -> str:
        side, way = build_of(thing)
        if way == NEW_PLACE:
            return f"{self.beside(s, side)} in a new place"
        old, inclined = way_of(way)
        return f"{self.beside(s, side)} over {'inclined ' if inclined else ''}{self.titles[old]}"

    def symbol_names(self, face: int) -> list[str]:
        return [name for name in SYMBOLS if self.symbols[face] & SYMBOLS[name]]


def option_words(options: list[Program], n: int) -> str:
    """One of the trades on a card; by its number, if there is none."""
    return trade(options[n]) if n < len(options) else f"option {n + 1}"


def card_words(id: str, cap: int) -> str:
    """What a card does, as sentences; `cap` is the most that a technique is worth."""
    found = [("When built", [BUILT[id]] if id in BUILT else []), ("Use", USES.get(id, []))]
    found += [("Call", [CALLS[id]] if id in CALLS else []), ("Event", EVENT_CARDS.get(id, []))]
    lines = [f"{when}: {trades(programs)}." for when, programs in found if programs]
    if id in TECHNIQUES:
        _, rule, worth = TECHNIQUES[id]
        lines.append(f"{rule}. At the end: {worth.words}, at most {cap} points.")
    return " ".join(lines)
