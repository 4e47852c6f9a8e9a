"""Trains as bots see it: what describes a seat's position and an action, and what needs no search."""

from __future__ import annotations

from typing import Final

from roundhouse.core.heuristics import Heuristics
from roundhouse.core.native import i64, vec
from roundhouse.games.trains import bot
from roundhouse.games.trains.actions import (
    BUY,
    CARDS,
    CHOOSE,
    COINS_ONLY,
    DISCARD,
    DROP,
    END,
    FORM_BITS,
    FORM_MASK,
    GAIN,
    LAY,
    LEAVE,
    NAME,
    NOTHING,
    PASS,
    PLAY,
    RETURN,
    SHOW,
    START,
    STATION,
    STOP,
    TAKE,
    TRASH,
)
from roundhouse.games.trains.board import CITY, HEXES, MOUNTAIN, REMOTE, RIVER
from roundhouse.games.trains.box import PLAIN
from roundhouse.games.trains.state import CARD, SEATS_IN, Trains
from roundhouse.games.trains.verbs import RAIL

HEAD: Final = 40  # features before the counts of cards
PER_CARD: Final = 2

# Kinds of actions: those about a card by the card, those on the map by what lies there.
K_PLAY: Final = 0
K_COINS: Final = K_PLAY + CARDS
K_BUY: Final = K_COINS + CARDS
K_TRASH: Final = K_BUY + CARDS
K_TAKE: Final = K_TRASH + CARDS
K_LAY: Final = K_TAKE + CARDS  # by terrain, and whether others are there
K_STATION: Final = K_LAY + 12
K_START: Final = K_STATION + 2
K_END: Final = K_START + 4
K_PASS: Final = K_END + 1
K_CHOOSE: Final = K_PASS + 1
K_DISCARD: Final = K_CHOOSE + 3  # or return, or show: by whether it is a Waste, a point card, a train
K_OTHER: Final = K_DISCARD + 8
KINDS: Final = K_OTHER + 6

TRAITS: Final = 8


class TrainsHeuristics(Heuristics[Trains]):
    """What Trains tells bots."""

    def __init__(self) -> None:
        super().__init__(version=1, features=HEAD + PER_CARD * CARDS, kinds=KINDS, traits=TRAITS, scale=700, wide=0.3)

    def features(self, s: Trains, seat: int, x: vec[float]) -> None:
        box = s.box
        left: float = float(bot.remaining(s)) / 100.0
        mine = s.turn == seat
        i: i64
        at: i64 = HEAD
        for i in range(PER_CARD * CARDS):
            x[at + i] = 0.0
        size: i64 = 0
        worth: i64 = 0
        actions: i64 = 0
        points: i64 = 0
        zones = [s.hands[seat], s.decks[seat], s.discards[seat]]
        if mine:
            zones.append(s.play)
            zones.append(s.gained)
            zones.append(s.looked)
        for zone in zones:
            size += len(zone)
            for i in range(len(zone)):
                c: i64 = zone[i] & CARD
                x[HEAD + PER_CARD * c] = x[HEAD + PER_CARD * c] + 0.3
                worth += box.values[c]
                points += box.vps[c]
                if box.playable[c] > PLAIN:
                    actions += 1
        waste: float = x[HEAD + PER_CARD * box.waste] / 0.3
        for _ in range(CARDS):
            v: float = x[at]
            if v != 0.0:
                x[at + 1] = v * left
            at += PER_CARD
        coins: i64 = 0
        held: i64 = 0
        rails: i64 = 0
        if mine:
            coins = s.coins
            hand = s.hands[seat]
            for i in range(len(hand)):
                c = hand[i] & CARD
                held += box.values[c]
                if box.icons[c] & RAIL:
                    rails += 1
        board = s.board
        terrain = board.terrain
        number = board.number
        laid: i64 = 0
        slots: i64 = 0
        cities: i64 = 0
        built: i64 = 0
        shared: i64 = 0
        remotes: i64 = 0
        bonus: i64 = 0
        own: i64 = 1 << seat
        rivals: i64 = 0
        tracks = s.tracks
        for i in range(len(tracks)):
            t: i64 = tracks[i]
            if t & own:
                laid += 1
                if terrain[i] == CITY:
                    cities += 1
                    built += s.stations[i]
                    slots += number[i] - s.stations[i]
                    bonus += box.station_bonus[s.stations[i]]
                    if t != own:
                        shared += number[i] - s.stations[i]
                elif terrain[i] == REMOTE:
                    remotes += number[i]
                    bonus += number[i]
                if t != own:
                    rivals += 1
        near: i64 = 0
        far: i64 = 0
        cheap: i64 = 0
        reach = s.frontiers[seat]
        for i in range(len(reach)):
            h: i64 = reach[i]
            if terrain[h] == CITY:
                near += number[h]
            elif terrain[h] == REMOTE:
                far += number[h]
            if board.cost[h] + SEATS_IN[tracks[h]] <= 1:
                cheap += 1
        score: float = float(s.points[seat] + bonus + points)
        cards: float = float(size) if size else 1.0
        density: float = float(worth) / cards
        turn: float = 1.0 if mine else 0.0
        x[0] = score / 20.0
        x[1] = score / 20.0 * left
        x[2] = score / 20.0 * left * left
        x[3] = turn
        x[4] = turn * left
        x[5] = float(coins) / 5.0
        x[6] = float(held) / 5.0
        x[7] = float(coins + held) / 5.0 * left
        x[8] = left
        x[9] = cards / 20.0
        x[10] = cards / 20.0 * left
        x[11] = waste / cards
        x[12] = waste / cards * left
        x[13] = density
        x[14] = density * left
        x[15] = float(laid) / 10.0
        x[16] = float(laid) / 10.0 * left
        x[17] = float(cities) / 5.0
        x[18] = float(cities) / 5.0 * left
        x[19] = float(built) / 5.0
        x[20] = float(slots) / 5.0
        x[21] = float(slots) / 5.0 * left
        x[22] = float(near) / 5.0
        x[23] = float(near) / 5.0 * left
        x[24] = float(far) / 5.0
        x[25] = float(far) / 5.0 * left
        x[26] = float(s.markers[seat]) / 20.0
        x[27] = float(s.stations_left) / 30.0
        x[28] = float(s.empties) / 4.0
        x[29] = float(shared) / 5.0
        x[30] = float(shared) / 5.0 * left
        x[31] = float(actions) / cards
        x[32] = float(actions) / cards * left
        x[33] = float(points) / 10.0
        x[34] = float(cheap) / 5.0 * left
        x[35] = float(rivals) / 5.0
        x[36] = float(rails) / 3.0
        x[37] = density * density * left
        x[38] = float(bonus) / 10.0
        x[39] = 1.0 if mine and s.busy else 0.0

    def kind(self, s: Trains, action: int) -> int:
        if action < BUY:
            card = (action - PLAY) >> 1
            return K_COINS + card if (action - PLAY) & FORM_MASK == COINS_ONLY else K_PLAY + card
        if action < END:
            return K_BUY + ((action - BUY) >> 1)
        if action == END:
            return K_END
        if action == PASS:
            return K_PASS
        if action < LAY:
            return K_START + (min(s.board.number[action - START], 3) if s.board.terrain[action - START] == CITY else 0)
        if action < STATION:
            h = action - LAY
            return K_LAY + 2 * s.board.terrain[h] + (1 if s.tracks[h] else 0)
        if action < CHOOSE:
            return K_STATION + (1 if SEATS_IN[s.tracks[action - STATION]] > 1 else 0)
        if action < DISCARD:
            return K_CHOOSE + action - CHOOSE
        if action < TRASH or SHOW <= action < NAME:
            card = (action - DISCARD) % CARDS
            group = 0 if card == s.box.waste else 1 if s.box.vps[card] else 2 if s.box.playable[card] == PLAIN else 3
            return K_DISCARD + group + (4 if action < RETURN else 0)
        if action < SHOW:
            return K_TRASH + action - TRASH
        if TAKE <= action < TAKE + CARDS:
            return K_TAKE + action - TAKE
        if GAIN <= action < GAIN + CARDS:
            return K_TAKE + action - GAIN
        if action < DROP:
            return K_OTHER
        if action == DROP:
            return K_OTHER + 1
        if action == LEAVE:
            return K_OTHER + 2
        if action == NOTHING:
            return K_OTHER + 3
        return K_OTHER + 4 if action == STOP else K_OTHER + 5

    def describe(self, s: Trains, seat: int, action: int, y: vec[float]) -> None:
        i: i64
        for i in range(TRAITS):
            y[i] = 0.0
        box = s.box
        if START <= action < CHOOSE:
            h: i64 = (action - START) % HEXES
            board = s.board
            own: i64 = 1 << seat
            slots: i64 = board.number[h] - s.stations[h] if board.terrain[h] == CITY else 0
            y[0] = float(slots) / 3.0
            y[1] = float(s.stations[h]) / 3.0
            y[2] = float(board.cost[h]) / 3.0
            y[3] = float(SEATS_IN[s.tracks[h] & ~own]) / 2.0
            near = board.beside[h]
            gain: i64 = 0
            others: i64 = 0
            for i in range(len(near)):
                n: i64 = near[i]
                if not s.tracks[n] & own:
                    if board.terrain[n] == CITY or board.terrain[n] == REMOTE:
                        gain += board.number[n]
                    elif board.terrain[n] != RIVER and board.terrain[n] != MOUNTAIN:
                        others += 1
                elif board.terrain[n] == CITY or board.terrain[n] == REMOTE:
                    gain -= 1
            y[4] = float(gain) / 4.0
            y[5] = float(others) / 4.0
            y[6] = float(board.number[h]) / 3.0 if board.terrain[h] == REMOTE else 0.0
        elif action < END and action >= BUY:
            card = (action - BUY) >> 1
            y[0] = float(s.coins - box.costs[card]) / 5.0
            y[1] = float(s.supply[card]) / 10.0
            y[2] = 1.0 if s.supply[card] == 1 else 0.0
            y[3] = float(s.empties) / 4.0
        elif action < BUY:
            y[0] = float(s.coins) / 5.0
            y[1] = float(len(s.hands[seat])) / 5.0

    def weight(self, s: Trains, action: int) -> int:
        if action < BUY:
            return 1 if (action - PLAY) & FORM_MASK else 400
        if action < END:
            cost = s.box.costs[(action - BUY) >> 1]
            return 1 + cost * cost * cost
        return 2 if action == END else 8

    def settled(self, s: Trains) -> bool:
        return not s.busy and not s.below

    def opening(self, s: Trains) -> bool:
        return s.turns <= 2 * s.seats

    def obvious(self, s: Trains, options: list[int]) -> int:
        """A card without an effect is always played first, unless Waste could be returned instead."""
        if options[-1] == PASS:
            return -1
        playable = s.box.playable
        for action in options:
            if action >= BUY:
                break
            if playable[(action - PLAY) >> 1] == PLAIN:
                return action
        return -1

    def sensible(self, s: Trains, options: list[int]) -> list[int]:
        """Coins first, then what they buy; no card for coins it does not have; stations where one's own track is."""
        if STATION <= options[0] < CHOOSE:
            return at_home(s, options)
        values = s.box.values
        coins = False
        idle = 0
        for action in options:
            if action >= BUY:
                break
            if values[action >> FORM_BITS]:
                coins = True
            elif action & FORM_MASK == COINS_ONLY:
                idle += 1
        if not coins and (not idle or idle == len(options)):
            return options
        out: list[int] = []
        for action in options:
            if action < BUY:
                if action & FORM_MASK != COINS_ONLY or values[action >> FORM_BITS]:
                    out.append(action)
            elif not coins or action > END:
                out.append(action)
        return out

    def commutes(self, first: int, then: int) -> bool:
        """Buying several cards, discarding several, laying several tracks; `then` is always the lower action."""
        if first < END:
            return then >= BUY
        return (then >= DISCARD and first < SHOW) or (then >= LAY and first < STATION)


def at_home(s: Trains, options: list[int]) -> list[int]:
    """The stations that one's own track would gain by, and what else may be chosen; all, if there are none."""
    own = 1 << s.seat
    out: list[int] = []
    found = False
    for action in options:
        if action >= CHOOSE:
            out.append(action)
        elif s.tracks[action - STATION] & own:
            out.append(action)
            found = True
    return out if found else options
