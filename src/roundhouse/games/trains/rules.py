"""Set-up, the turn, the end of the game, and the game object."""

from __future__ import annotations

import os
from typing import Final, cast

from roundhouse.core.actions import squeeze
from roundhouse.core.errors import BadComponents
from roundhouse.core.game import Game, Option
from roundhouse.core.rng import Rng, seeded
from roundhouse.core.state import State
from roundhouse.core.tables import Box, Column, Shelf, Table
from roundhouse.core.verbs import (
    TIMES_ONE,
    Program,
    Programs,
    Verb,
    do,
    frame,
    frame_seat,
    settle,
    times,
    with_seat,
)
from roundhouse.games.trains import bot, view
from roundhouse.games.trains.board import CITY, HEXES, MAPS, MOUNTAIN, REMOTE, RIVER, SEA, TERRAINS, Board
from roundhouse.games.trains.cards import EFFECTS, IDS, ON_BUY, SETS
from roundhouse.games.trains.state import (
    ALL_BUT_REMOTE_FREE,
    CARD,
    CITIES_FREE,
    KNOWN_ALL,
    MOUNTAINS_FREE,
    ONE,
    ONTO_DECK,
    RAIL_BONUS,
    RIVERS_FREE,
    Trains,
    on,
)
from roundhouse.games.trains.verbs import (
    ALL_OR_NOTHING,
    BUY,
    CARDS,
    END,
    ICONS,
    NO_COIN,
    NO_PASS,
    NO_PILE,
    NOT_IN_HAND,
    NOT_PLAYABLE,
    ONTO_DECK_CLAUSE,
    PASS,
    PLAY,
    RAIL,
    REASONS,
    SPACE,
    START,
    START_TAKEN,
    Copy,
)

class PlaceStart(Verb):
    """Each seat in turn places its first marker, free of any cost."""

    def __init__(self) -> None:
        self.asking = True
        self.limited = False

    def asks(self, s: State, f: int) -> bool:
        return times(f) < s.seats

    def choices(self, s: State, f: int, out: list[int]) -> None:
        t = cast(Trains, s)
        starts = t.board.starts
        for i in range(len(starts)):
            if not t.tracks[starts[i]]:
                out.append(START + starts[i])

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Trains, s)
        t.place_track(action - START, frame_seat(f))
        t.next_seat()
        t.top = with_seat(f + TIMES_ONE, t.turn)

    def refuses(self, s: State, f: int, action: int) -> str:
        return START_TAKEN if START <= action < START + HEXES else ""

    def prompt(self, s: State, f: int) -> str:
        return "place your first track marker"


class Turn(Verb):
    """Play and buy, one at a time, in any order, until the turn is ended."""

    def __init__(self) -> None:
        self.asking = True
        self.limited = False

    def asks(self, s: State, f: int) -> bool:
        return not s.over

    def ahead(self, s: Trains, card: int) -> int:
        """The coins that playing a card brings before its effect (trains-4.7)."""
        coins = s.kit.values[card]
        if s.kit.icons[card] & RAIL:
            coins += s.standing >> RAIL_BONUS & 63
        return coins

    def applicable(self, s: Trains, f: int, card: int) -> str:
        """The clause that forbids applying the card's effect in full, or ""."""
        effect = frame(s.kit.program[card], frame_seat(f), len(s.play))
        return s.programs.possible(s, effect, self.ahead(s, card))

    def choices(self, s: State, f: int, out: list[int]) -> None:
        t = cast(Trains, s)
        kit = t.kit
        hand = t.hands[frame_seat(f)]
        n = len(hand)
        last = -1
        while True:
            card = 64
            for i in range(n):
                c = hand[i] & CARD
                if last < c < card:
                    card = c
            if card == 64:
                break
            last = card
            kind = kit.playable[card]
            if kind == 1:
                out.append(PLAY + 2 * card)
            elif kind:
                if kind == 2 or not self.applicable(t, f, card):
                    out.append(PLAY + 2 * card)
                out.append(PLAY + 2 * card + 1)
        coins = t.coins
        if coins >= kit.least_cost:
            piles = t.piles
            costs = kit.costs
            supply = t.supply
            onto = t.standing & (63 << ONTO_DECK)
            for i in range(len(piles)):
                p = piles[i]
                if costs[p] <= coins and supply[p]:
                    out.append(BUY + 2 * p)
                    if onto:
                        out.append(BUY + 2 * p + 1)
        out.append(END)
        if not t.busy and t.wastes(frame_seat(f)):
            out.append(PASS)

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Trains, s)
        if action < BUY:
            self.play(t, f, (action - PLAY) >> 1, (action - PLAY) & 1 == 0)
        elif action < END:
            self.buy(t, f, (action - BUY) >> 1, (action - BUY) & 1 == 1)
        else:
            if action == PASS:
                t.return_waste(frame_seat(f), t.wastes(frame_seat(f)))
            self.end(t, f)

    def play(self, s: Trains, f: int, card: int, effect: bool) -> None:
        """Put a card into the play area for its coins, and apply its effect if wanted."""
        seat = frame_seat(f)
        s.busy = True
        s.take_from_hand(seat, card)
        s.coins += self.ahead(s, card)
        s.play = s.play + ONE[card | KNOWN_ALL]
        program = s.kit.program[card]
        if effect and program:
            s.texts = s.texts + ONE[card + 1]
            s.push(frame(program, seat, len(s.play) - 1))
        else:
            s.texts = s.texts + ONE[0]

    def buy(self, s: Trains, f: int, card: int, onto_deck: bool) -> None:
        """Pay for a card and gain it; what its purchase brings comes with it."""
        seat = frame_seat(f)
        s.busy = True
        s.coins -= s.kit.costs[card]
        if onto_deck:
            s.take_from_supply(card)
            s.decks[seat] = ONE[card | KNOWN_ALL] + s.decks[seat]
        else:
            s.gain(card)
        program = s.kit.on_buy[card]
        if program:
            s.push(frame(program, seat))

    def end(self, s: Trains, f: int) -> None:
        """Clean up, draw the new hand, and pass the turn on unless the game ends (trains-4.11, trains-8.1)."""
        seat = frame_seat(f)
        s.discards[seat] = s.discards[seat] + s.hands[seat] + s.play + s.gained
        s.hands[seat] = b""
        s.play = b""
        s.texts = b""
        s.gained = b""
        s.coins = 0
        s.standing = 0
        s.busy = False
        s.draw(seat, s.kit.hand)
        s.turns += 1
        if s.empties >= s.kit.empty_piles or not s.markers[seat] or not s.stations_left:
            s.over = True
            s.top = 0
            return
        s.next_seat()
        s.top = with_seat(f, s.turn)

    def refuses(self, s: State, f: int, action: int) -> str:
        t = cast(Trains, s)
        if PLAY <= action < BUY:
            card = (action - PLAY) >> 1
            if t.kit.playable[card] == 0:
                return NOT_PLAYABLE
            if card not in [b & CARD for b in t.hands[frame_seat(f)]]:
                return NOT_IN_HAND
            return self.applicable(t, f, card) or ALL_OR_NOTHING
        if BUY <= action < END:
            card = (action - BUY) >> 1
            if card not in t.piles or not t.supply[card]:
                return NO_PILE
            return NO_COIN if t.kit.costs[card] > t.coins else ONTO_DECK_CLAUSE
        return NO_PASS if action == PASS else ""

    def prompt(self, s: State, f: int) -> str:
        return "play a card, buy a card or end the turn"


NUMBERS: Final = (
    "track_markers", "station_markers", "hand", "empty_piles", "selectable_piles",
    "field", "river", "mountain", "city", "stations_0", "stations_1", "stations_2", "stations_3",
)  # fmt: skip

SHELF: Final = Shelf(os.path.join(os.path.dirname(__file__), "components"))
SHELF.add(
    "cards.csv",
    [
        Column("id", "name", fixed=True),
        Column("title", "name"),
        Column("also", "text"),
        Column("group", "name", fixed=True),
        Column("icons", "name", fixed=True),
        Column("copies", "number", least=0, most=99),
        Column("start", "number", least=0, most=20),
        Column("cost", "number", least=0, most=50),
        Column("value", "number", least=0, most=20),
        Column("vp", "number", least=0, most=50),
    ],
    ["id"],
)
for _map in MAPS:
    SHELF.add(
        f"{_map}.csv",
        [
            Column("row", "number", fixed=True),
            Column("col", "number", fixed=True),
            Column("terrain", "name", fixed=True),
            Column("name", "text"),
            Column("also", "text"),
            Column("number", "number", least=0, most=9),
        ],
        ["row", "col"],
    )
    SHELF.add(
        f"{_map}_barriers.csv",
        [
            Column("row", "number", fixed=True),
            Column("col", "number", fixed=True),
            Column("other_row", "number", fixed=True),
            Column("other_col", "number", fixed=True),
        ],
        ["row", "col", "other_row", "other_col"],
    )
SHELF.add("numbers.csv", [Column("id", "name", fixed=True), Column("number", "number", least=0, most=99)], ["id"])


class TrainsBox(Box):
    """The components as the rules read them: one entry a card, ready to index."""

    def __init__(
        self, tables: dict[str, Table], edits: dict[str, dict[str, dict[str, str]]], programs: Programs, effects: list[int], on_buy: list[int]
    ) -> None:
        super().__init__(tables, edits)
        cards = tables["cards.csv"]
        count = range(CARDS)
        self.ids: list[str] = [cards.text(i, "id") for i in count]
        self.titles: list[str] = [cards.text(i, "title") for i in count]
        self.also: list[list[str]] = [[a.strip() for a in cards.text(i, "also").split("/") if a.strip()] for i in count]
        self.groups: list[str] = [cards.text(i, "group") for i in count]
        self.costs: bytes = bytes([cards.number(i, "cost") for i in count])
        self.values: bytes = bytes([cards.number(i, "value") for i in count])
        self.vps: bytes = bytes([cards.number(i, "vp") for i in count])
        self.copies: bytes = bytes([cards.number(i, "copies") for i in count])
        self.starts: bytes = bytes([cards.number(i, "start") for i in count])
        self.icons: bytes = bytes([sum(1 << ICONS.index(n) for n in cards.text(i, "icons").split()) for i in count])
        self.waste: int = self.groups.index("waste")
        self.program: list[int] = effects
        self.on_buy: list[int] = on_buy
        # 0 not playable, 1 without an effect, 2 with one that is always possible, 3 with one that may not be
        self.playable: bytes = bytes(
            [0 if self.groups[i] in ("vp", "waste") else 1 if not effects[i] else 3 if programs.checks[effects[i]] else 2 for i in count]
        )
        self.standing: list[int] = [programs.outlook[effects[i]] for i in count]
        self.copies_text: list[bool] = [any(isinstance(v, Copy) for v in programs.verbs[effects[i]]) for i in count]
        self.least_cost: int = min([c for i, c in enumerate(self.costs) if self.groups[i] not in ("waste", "start")])
        self.boards: list[Board] = [Board(m, tables[f"{m}.csv"], tables[f"{m}_barriers.csv"]) for m in MAPS]
        numbers = tables["numbers.csv"]
        by_id = {numbers.text(i, "id"): numbers.number(i, "number") for i in range(len(numbers.rows))}
        self.track_markers: int = by_id["track_markers"]
        self.station_markers: int = by_id["station_markers"]
        self.hand: int = by_id["hand"]
        self.empty_piles: int = by_id["empty_piles"]
        self.selectable_piles: int = by_id["selectable_piles"]
        self.terrain_cost: bytes = bytes([by_id[t] for t in ("field", "river", "mountain", "city")])
        self.station_bonus: bytes = bytes([by_id[f"stations_{n}"] for n in range(4)])
        waivers = [0] * len(TERRAINS)
        waivers[RIVER] = on(RIVERS_FREE) | on(ALL_BUT_REMOTE_FREE)
        waivers[MOUNTAIN] = on(MOUNTAINS_FREE) | on(ALL_BUT_REMOTE_FREE)
        waivers[CITY] = on(CITIES_FREE) | on(ALL_BUT_REMOTE_FREE)
        self.waivers: list[int] = waivers
        self.check()

    def check(self) -> None:
        """What no single cell can show."""
        for m in MAPS:
            table = self.tables[f"{m}.csv"]
            for i in range(HEXES):
                n = table.number(i, "number")
                if table.text(i, "terrain") == "city" and not 1 <= n <= 3:
                    raise BadComponents(f"{m}.csv, line {i + 2}, column number: a city has 1 to 3 slots, not {n}.")
        names: dict[str, int] = {}
        for i in range(CARDS):
            for name in [self.titles[i], *self.also[i]]:
                other = names.setdefault(squeeze(name), i)
                if other != i:
                    raise BadComponents(
                        f"cards.csv, line {i + 2}, column title: '{name}' already names {self.ids[other]}."
                    )
            need = self.starts[i] * 4
            if need > self.copies[i]:
                raise BadComponents(
                    f"cards.csv, line {i + 2}, column copies: {self.copies[i]} are too few, four seats start with {need}."
                )
        self.check_number("track_markers", self.track_markers, 2)
        self.check_number("station_markers", self.station_markers, 1)
        self.check_number("hand", self.hand, 1)
        self.check_number("empty_piles", self.empty_piles, 1)
        if self.selectable_piles != 8:
            raise BadComponents("numbers.csv, line 6, column number: the game is played with 8 selectable piles.")

    def check_number(self, id: str, n: int, least: int) -> None:
        if n < least:
            line = NUMBERS.index(id) + 2
            raise BadComponents(f"numbers.csv, line {line}, column number: {id} must be at least {least}.")


class TrainsGame(Game):
    """Trains, 2 to 4 seats."""

    def __init__(self) -> None:
        super().__init__("trains", "Trains", range(2, 5), 1)
        self.space = SPACE
        self.reasons = REASONS
        none: Program = Program([])
        self.effects: list[int] = [self.number(EFFECTS[i]) for i in IDS]
        self.on_buy: list[int] = [self.number(ON_BUY.get(i, none)) for i in IDS]
        self.flow: int = self.programs.add(do(PlaceStart()) + do(Turn()))
        self.printed: TrainsBox = self.make_box(SHELF.printed(), {})
        self.selectable: list[int] = [i for i in range(CARDS) if self.printed.groups[i] == "selectable"]
        self.options = {
            "map": Option("choice", MAPS[0], "Which side of the board: the region of Tokyo or that of Osaka.", MAPS),
            "cards": Option(
                "list",
                "random",
                "The eight selectable piles: drawn at random, at random with Landfill, a named set, or eight cards of your choice.",
                ("random", "random with landfill", *SETS),
                tuple(IDS[i] for i in self.selectable),
                8,
            ),
        }

    def number(self, program: Program) -> int:
        return self.programs.add(program) if program.verbs else 0

    def make_box(self, tables: dict[str, Table], edits: dict[str, dict[str, dict[str, str]]]) -> TrainsBox:
        return TrainsBox(tables, edits, self.programs, self.effects, self.on_buy)

    def box(self, components: object) -> TrainsBox:
        if components is None:
            return self.printed
        tables, edits = SHELF.edited(str(components))
        return self.make_box(tables, edits)

    def box_with(self, edits: dict[str, dict[str, dict[str, str]]]) -> TrainsBox:
        return self.make_box(SHELF.with_edits(edits), edits) if edits else self.printed

    def deal(
        self,
        seats: int,
        rng: Rng,
        box: Box,
        options: dict[str, object],
        script: list[list[int]] | None,
        outcomes: list[list[int]] | None,
    ) -> Trains:
        kit = cast(TrainsBox, box)
        which = MAPS.index(str(options["map"]))
        s = Trains()
        s.set_up(self, kit, kit.boards[which], seats, rng)
        s.script = script
        s.outcomes = outcomes
        s.map = which
        chosen = self.pick(s, options["cards"])
        s.markers = [kit.track_markers] * seats
        s.stations_left = kit.station_markers
        supply: list[int] = []
        piles: list[int] = []
        for i in range(CARDS):
            group = kit.groups[i]
            used = group in ("basic", "vp") or i in chosen
            if used:
                piles.append(i)
            supply.append(kit.copies[i] - seats * kit.starts[i] if used or group == "waste" else 0)
        s.piles = bytes(piles)
        s.supply = bytes(supply)
        for p in piles:
            if not supply[p]:
                s.empties += 1
        for seat in range(seats):
            own: list[int] = []
            for i in range(CARDS):
                own.extend([i] * kit.starts[i])
            s.decks[seat] = bytes(s.shuffled(own))
            s.draw(seat, kit.hand)
        s.top = frame(self.flow, 0)
        settle(s)
        s.script = None
        s.outcomes = None
        return s

    def pick(self, s: Trains, cards: object) -> list[int]:
        """The eight selectable piles (trains-2.4)."""
        if isinstance(cards, str) and cards not in SETS:
            drawn = s.shuffled(self.selectable)
            if cards == "random with landfill":
                landfill = IDS.index("landfill")
                drawn = [landfill] + [c for c in drawn if c != landfill]
            return drawn[: s.kit.selectable_piles]
        names = SETS[cards] if isinstance(cards, str) else cast(list[str], cards)
        return [IDS.index(n) for n in names]

    def restore(self, edits: dict[str, dict[str, dict[str, str]]], fields: dict[str, object]) -> Trains:
        kit = self.box_with(edits)
        which = fields["map"]
        assert isinstance(which, int)
        seats = fields["seats"]
        assert isinstance(seats, int)
        s = Trains()
        s.set_up(self, kit, kit.boards[which], seats, seeded(0))
        for name, value in fields.items():
            setattr(s, name, Rng(*cast(list[int], value)) if name == "rng" else value)
        return s

    def view(self, s: State, seat: int | None) -> dict[str, object]:
        return view.view(cast(Trains, s), seat)

    def resample(self, s: State, seat: int | None, seed: object) -> Trains:
        return view.resample(cast(Trains, s), seat, seed)

    def evaluate(self, s: State, seat: int) -> int:
        return bot.evaluate(cast(Trains, s), seat)

    def card_text(self, name: str) -> str:
        kit = self.printed
        for i in range(CARDS):
            if squeeze(name) in [squeeze(n) for n in [kit.ids[i], kit.titles[i], *kit.also[i]]]:
                return describe(kit, i)
        return ""


def describe(kit: TrainsBox, card: int) -> str:
    """A card in words: title, figures, and the text made from its verbs."""
    told = f"{kit.titles[card]} ({', '.join(n for n in ICONS if kit.icons[card] >> ICONS.index(n) & 1)})"
    told += f": cost {kit.costs[card]}, value {kit.values[card]}"
    if kit.vps[card]:
        told += f", {kit.vps[card]} VP"
    text = EFFECTS[kit.ids[card]].words()
    if kit.ids[card] in ON_BUY:
        text = "When bought: " + ON_BUY[kit.ids[card]].words()
    if not text:
        text = "Cannot be played." if not kit.playable[card] else "No effect."
    return f"{told}. {text}"


def create() -> TrainsGame:
    """The game, for the registry."""
    return TrainsGame()
