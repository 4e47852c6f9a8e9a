"""Set-up, the turn, the end of the game, and the game object."""

from __future__ import annotations

from typing import cast

from roundhouse.core.cells import ONE
from roundhouse.core.components import Edits, Table
from roundhouse.core.game import Game, Option
from roundhouse.core.native import i64
from roundhouse.core.rng import Rng
from roundhouse.core.verbs import (
    NOTHING,
    TIMES_ONE,
    Ask,
    Verb,
    frame,
    frame_seat,
    times,
    with_seat,
)
from roundhouse.games.trains import bot, view
from roundhouse.games.trains.actions import (
    BUY,
    CARDS,
    COINS_ONLY,
    DROP,
    END,
    FORM_BITS,
    FORMS,
    GAIN,
    LAY,
    NO_COIN,
    NO_EFFECT,
    NO_PASS,
    NO_PILE,
    NOT_IN_HAND,
    NOT_PLAYABLE,
    ONE_AT_A_TIME,
    ONTO_DECK_CLAUSE,
    PASS,
    PLAY,
    REASONS,
    SPACE,
    START,
    START_TAKEN,
    TO_DECK,
    card_and_form,
)
from roundhouse.games.trains.board import MAPS
from roundhouse.games.trains.bot_features import TrainsHeuristics
from roundhouse.games.trains.box import ALWAYS, PILES, PLAIN, SCHEMA, UNPLAYABLE, TrainsBox
from roundhouse.games.trains.cards import EFFECTS, IDS, ON_BUY, SETS
from roundhouse.games.trains.observation import TrainsObservation
from roundhouse.games.trains.state import CARD, IN_HAND, KNOWN_ALL, NO_CARD, ONTO_DECK, RAIL_BONUS, Trains, next_kind
from roundhouse.games.trains.verbs import RAIL, Coins


class PlaceStart(Ask[Trains]):
    """Each seat in turn places its first marker, free of any cost."""

    def __init__(self) -> None:
        super().__init__(START, START_TAKEN, limited=False, prompt="place your first track marker")

    def choices(self, s: Trains, f: int, out: list[int]) -> None:
        starts = s.board.starts
        i: i64
        for i in range(len(starts)):
            if not s.tracks[starts[i]]:
                out.append(START + starts[i])

    def asks(self, s: Trains, f: int) -> bool:
        return times(f) < s.seats

    def choose(self, s: Trains, f: int, action: int) -> None:
        s.place_track(action - START, frame_seat(f))
        s.next_seat()
        s.top = with_seat(f + TIMES_ONE, s.turn)


class Turn(Verb[Trains]):
    """Play and buy, one at a time, in any order, until the turn is ended."""

    def __init__(self) -> None:
        super().__init__(asking=True, prompt="play a card, buy a card or end the turn")

    def asks(self, s: Trains, f: int) -> bool:
        return not s.over

    def pays(self, s: Trains, card: int) -> int:
        """The coins that playing a card brings before its effect (trains-4.7)."""
        coins = s.box.values[card]
        if s.rule_counters and s.box.icons[card] & RAIL:
            coins += s.amount(RAIL_BONUS)
        return coins

    def applicable(self, s: Trains, f: int, card: int) -> str:
        """The clause that forbids applying the card's effect in full, or ""."""
        effect = frame(s.box.program[card], frame_seat(f), len(s.play), IN_HAND | card)
        return s.programs.possible(s, effect, self.pays(s, card))

    def choices(self, s: Trains, f: int, out: list[int]) -> None:
        box = s.box
        hand = s.hands[frame_seat(f)]
        card: i64 = next_kind(hand, -1)
        while card < NO_CARD:
            how = box.playable[card]
            if how == PLAIN:
                out.append(PLAY + FORMS * card)
            elif how != UNPLAYABLE:
                if how == ALWAYS or not self.applicable(s, f, card):
                    out.append(PLAY + FORMS * card)
                out.append(PLAY + FORMS * card + COINS_ONLY)
            card = next_kind(hand, card)
        coins: i64 = s.coins
        if coins >= box.least_cost:
            piles = s.piles
            costs = box.costs
            supply = s.supply
            onto_deck = s.in_force(ONTO_DECK)
            many: i64 = len(piles)
            i: i64
            p: i64
            for i in range(many):
                p = piles[i]
                if costs[p] <= coins and supply[p]:
                    out.append(BUY + FORMS * p)
                    if onto_deck:
                        out.append(BUY + FORMS * p + TO_DECK)
        out.append(END)
        if not s.busy and s.wastes(frame_seat(f)):
            out.append(PASS)

    def choose(self, s: Trains, f: int, action: int) -> None:
        if action < END:
            card, form = card_and_form(action)
            if action < BUY:
                self.play(s, f, card, form != COINS_ONLY)
            else:
                self.buy(s, f, card, form == TO_DECK)
        else:
            if action == PASS:
                s.return_waste(frame_seat(f), s.wastes(frame_seat(f)))
            self.end(s, f)

    def play(self, s: Trains, f: int, card: int, effect: bool) -> None:
        """Put a card into the play area for its coins, and apply its effect if wanted."""
        seat = frame_seat(f)
        s.busy = True
        s.take_from_hand(seat, card)
        s.coins += self.pays(s, card)
        s.play = s.play + ONE[card | KNOWN_ALL]
        program = s.box.program[card]
        if effect and program:
            s.texts = s.texts + ONE[card + 1]
            s.push(frame(program, seat, len(s.play) - 1))
        else:
            s.texts = s.texts + ONE[0]

    def buy(self, s: Trains, f: int, card: int, onto_deck: bool) -> None:
        """Pay for a card and gain it; what its purchase brings comes with it."""
        seat = frame_seat(f)
        s.busy = True
        s.coins -= s.box.costs[card]
        if onto_deck:
            s.take_from_supply(card)
            s.onto_deck(seat, card)
        else:
            s.gain(card)
        program = s.box.on_buy[card]
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
        s.rule_counters = 0
        s.busy = False
        s.draw(seat, s.box.hand)
        s.turns += 1
        if s.empties >= s.box.empty_piles or not s.markers[seat] or not s.stations_left:
            s.finish()
            return
        s.next_seat()
        s.top = with_seat(f, s.turn)

    def refuses(self, s: Trains, f: int, action: int) -> str:
        card, _ = card_and_form(action)
        if action < BUY:
            if s.box.playable[card] == UNPLAYABLE:
                return NOT_PLAYABLE
            if card not in [b & CARD for b in s.hands[frame_seat(f)]]:
                return NOT_IN_HAND
            return self.applicable(s, f, card) or NO_EFFECT
        if action < END:
            if card not in s.piles or not s.supply[card]:
                return NO_PILE
            return NO_COIN if s.box.costs[card] > s.coins else ONTO_DECK_CLAUSE
        return NO_PASS if action == PASS else ""

    def price(self, s: Trains, f: int, action: int) -> dict[str, int]:
        card, form = card_and_form(action)
        if action < BUY:
            paid = self.pays(s, card)
            if form != COINS_ONLY:
                for verb in s.programs.verbs[s.box.program[card]]:
                    if isinstance(verb, Coins):
                        paid += verb.n
            return {"coins": paid}
        if action >= END:
            return {"coins": -s.coins} if action == END else {"waste": -s.wastes(frame_seat(f))}
        price = {"coins": -s.box.costs[card]}
        for verb in s.programs.verbs[s.box.on_buy[card]]:
            price.update(verb.price(s, f, action))
        return price


class TrainsGame(Game[Trains, TrainsBox]):
    """Trains, 2 to 4 seats."""

    def __init__(self) -> None:
        super().__init__("trains", "Trains", range(2, 5), 2)
        self.schema = SCHEMA
        self.space = SPACE
        self.reasons = REASONS
        self.one_at_a_time = ONE_AT_A_TIME
        self.effects = [self.register(EFFECTS[i]) for i in IDS]
        self.on_buy: list[int] = [self.register(ON_BUY.get(i, NOTHING)) for i in IDS]
        self.flow: int = self.register(PlaceStart() + Turn())
        self.heuristics = TrainsHeuristics()
        self.observation = TrainsObservation()
        self.printed = self.make_box(SCHEMA.printed(), {})
        self.selectable: list[int] = [i for i in range(CARDS) if self.printed.groups[i] == "selectable"]
        self.options = {
            "map": Option("choice", MAPS[0], "Which side of the board: the region of Tokyo or that of Osaka.", MAPS),
            "cards": Option(
                "list",
                "random",
                "The eight selectable piles: at random, at random with Landfill, a named set, or eight cards you name.",
                ("random", "random with landfill", *SETS),
                tuple(IDS[i] for i in self.selectable),
                PILES,
            ),
        }

    def make_box(self, tables: dict[str, Table], edits: Edits) -> TrainsBox:
        return TrainsBox(tables, edits, self.programs, self.effects, self.on_buy)

    def parts(self, card: int) -> list[tuple[str, str]]:
        return self.made_of(self.effects[card]) + self.made_of(self.on_buy[card])

    def empty(self) -> Trains:
        return Trains()

    def set_up(self, s: Trains, options: dict[str, object]) -> None:
        s.map = MAPS.index(str(options["map"]))
        s.derive()
        chosen = self.pick(s, options["cards"])
        box = s.box
        s.tracks = bytes(len(s.board.terrain))
        s.stations = s.tracks
        s.markers = [box.track_markers] * s.seats
        s.stations_left = box.station_markers
        s.piles = bytes(sorted(box.always + chosen))
        there = [*s.piles, box.waste]
        s.supply = bytes([box.copies[c] - s.seats * box.starts[c] if c in there else 0 for c in range(CARDS)])
        s.empties = [s.supply[p] for p in s.piles].count(0)
        for seat in range(s.seats):
            s.decks[seat] = bytes(s.shuffled(box.start_deck))
            s.draw(seat, box.hand)
        s.top = frame(self.flow, 0)

    def pick(self, s: Trains, cards: object) -> list[int]:
        """The eight selectable piles (trains-2.4)."""
        if isinstance(cards, str) and cards not in SETS:
            drawn = s.shuffled_box(self.selectable, s.box.selectable_piles)
            if cards == "random with landfill":
                landfill = IDS.index("landfill")
                drawn = [landfill] + [c for c in drawn if c != landfill]
            return drawn[: s.box.selectable_piles]
        names = SETS[cards] if isinstance(cards, str) else cast(list[str], cards)
        return [IDS.index(n) for n in names]

    def seen(self, s: Trains, seat: int | None) -> dict[str, object]:
        return view.seen(s, seat)

    def deal_hidden(self, s: Trains, seat: int | None, rng: Rng) -> None:
        view.deal_hidden(s, seat, rng)

    def taken(self, s: Trains, action: int) -> str:
        if BUY <= action < END:
            return f"card: {s.box.titles[(action - BUY) >> FORM_BITS]}"
        if GAIN <= action < DROP:
            return f"card: {s.box.titles[action - GAIN]}"
        if START <= action < LAY:
            return f"start: {s.board.labels[action - START]}"
        return ""

    def on_offer(self, s: Trains) -> list[str]:
        return [f"card: {s.box.titles[card]}" for card in range(CARDS) if s.supply[card]]

    def evaluate(self, s: Trains, seat: int) -> int:
        return bot.evaluate(s, seat)


def create() -> TrainsGame:
    """The game, for the registry."""
    return TrainsGame()
