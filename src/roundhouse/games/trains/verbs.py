"""The verbs of Trains, and the short factories `cards.py` writes programs with."""

from __future__ import annotations

from typing import Final

from roundhouse.core.cells import put
from roundhouse.core.native import i64
from roundhouse.core.verbs import (
    TIMES_ONE,
    Either,
    Program,
    Verb,
    close,
    frame,
    frame_seat,
    memo,
    subject,
    tally,
    times,
    with_memo,
)
from roundhouse.games.trains.actions import (
    ALL_OR_NOTHING,
    BACK,
    CARDS,
    CHOOSE,
    COPY,
    COUNT,
    DISCARD,
    DROP,
    GAIN,
    LAY,
    LEAVE,
    NAME,
    NO_CITY,
    NO_MARKER,
    NO_NEIGHBOUR,
    NO_SLOT,
    NO_STATION,
    NOT_COPIED,
    NOT_COUNTED,
    NOT_IN_HAND,
    NOT_NAMED,
    NOT_PULLED,
    NOT_REVEALED,
    NOT_SENT,
    NOT_SHOWN,
    NOT_SWAPPED,
    NOTHING,
    OWN_THERE,
    PULL,
    RETURN,
    SEA_THERE,
    SEND,
    SHOW,
    STATION,
    STOP,
    TAKE,
    TOO_DEAR,
    TRASH,
)
from roundhouse.games.trains.board import CITY, HEXES, SEA
from roundhouse.games.trains.state import (
    ALL_BUT_REMOTE_FREE,
    CARD,
    CITIES_FREE,
    KNOWN_ALL,
    KNOWN_OWNER,
    MOUNTAINS_FREE,
    NO_WASTE,
    ONE,
    ONTO_DECK,
    RAIL_BONUS,
    RIVALS_FREE,
    RIVERS_FREE,
    Trains,
    without,
)

ANY: Final = 99

TRAIN: Final = 1
ACTION: Final = 2
RAIL: Final = 4
ICONS: Final = ("train", "action", "rail", "station", "vp", "waste")

STANDING_WORDS: Final = {
    RIVERS_FREE: "rivers cost nothing extra",
    MOUNTAINS_FREE: "mountains cost nothing extra",
    CITIES_FREE: "cities cost nothing extra",
    RIVALS_FREE: "rival tracks cost neither coins nor Waste",
    ALL_BUT_REMOTE_FREE: "only remote places cost coins; rival tracks still bring Waste",
    NO_WASTE: "you gain no Waste",
    RAIL_BONUS: "each rail card you play gives {} coins",
    ONTO_DECK: "you may put each card you buy on top of your deck",
}


def offer(cards: bytes, block: int, out: list[int]) -> None:
    """Append block + card for each kind among `cards`, ascending."""
    n = len(cards)
    last = -1
    while True:
        card = 64
        for i in range(n):
            c = cards[i] & CARD
            if last < c < card:
                card = c
        if card == 64:
            return
        last = card
        out.append(block + card)


def trains(s: Trains, cards: bytes) -> bytes:
    """Those of the cards that have the train icon."""
    found = b""
    for i in range(len(cards)):
        if s.box.icons[cards[i] & CARD] & TRAIN:
            found = found + cards[i : i + 1]
    return found


def counted(n: int, thing: str) -> str:
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


class WhileInPlay(Verb[Trains]):
    """A standing rule for as long as the card stays in the play area; `n` is how much it adds to it."""

    def __init__(self, rule: int, n: int = 1) -> None:
        super().__init__()
        self.bits: int = n << rule
        self.told: str = STANDING_WORDS[rule].replace("{}", str(n))

    def plan_after(self, planned: int) -> int:
        return planned + self.bits

    def run(self, s: Trains, f: int) -> None:
        s.standing += self.bits

    def words(self) -> str:
        return f"while this card is in play, {self.told}"


class Coins(Verb[Trains]):
    """Gain coins."""

    def __init__(self, n: int) -> None:
        super().__init__()
        self.n: int = n

    def run(self, s: Trains, f: int) -> None:
        s.coins += self.n

    def words(self) -> str:
        return f"gain {counted(self.n, 'coin')}"


class CoinsEach(Verb[Trains]):
    """Gain a coin for each card the verb before this one moved."""

    def run(self, s: Trains, f: int) -> None:
        s.coins += tally(f)

    def words(self) -> str:
        return "gain 1 coin for each"


class CoinsIfInPlay(Verb[Trains]):
    """Gain coins if a card of that kind is in the play area."""

    def __init__(self, card: int, told: str, n: int) -> None:
        super().__init__(limited=True)
        self.card: int = card
        self.told: str = told
        self.n: int = n

    def possible(self, s: Trains, f: int, planned: int) -> str:
        for i in range(len(s.play)):
            if s.play[i] & CARD == self.card:
                return ""
        return ALL_OR_NOTHING

    def run(self, s: Trains, f: int) -> None:
        s.coins += self.n

    def words(self) -> str:
        return f"gain {counted(self.n, 'coin')} if a {self.told} is in play"


class Points(Verb[Trains]):
    """Move the score marker on."""

    def __init__(self, n: int) -> None:
        super().__init__()
        self.n: int = n

    def run(self, s: Trains, f: int) -> None:
        s.points[frame_seat(f)] += self.n

    def words(self) -> str:
        return f"gain {counted(self.n, 'point')}"


class Draw(Verb[Trains]):
    """Draw cards."""

    def __init__(self, n: int) -> None:
        super().__init__()
        self.n: int = n

    def run(self, s: Trains, f: int) -> None:
        s.draw(frame_seat(f), self.n)

    def words(self) -> str:
        return f"draw {counted(self.n, 'card')}"


class DrawEach(Verb[Trains]):
    """Draw as many cards as the verb before this one moved."""

    def run(self, s: Trains, f: int) -> None:
        if tally(f):
            s.draw(frame_seat(f), tally(f))

    def words(self) -> str:
        return "draw as many as you discarded"


class Waste(Verb[Trains]):
    """Gain a Waste."""

    def run(self, s: Trains, f: int) -> None:
        s.gain_waste()

    def words(self) -> str:
        return "gain 1 Waste"


class Discard(Verb[Trains]):
    """Discard cards from the hand, one by one: so many, or any number."""

    def __init__(self, n: int) -> None:
        super().__init__(asking=True)
        self.n: int = n

    def asks(self, s: Trains, f: int) -> bool:
        return times(f) < self.n and len(s.hands[frame_seat(f)]) > 0

    def choices(self, s: Trains, f: int, out: list[int]) -> None:
        offer(s.hands[frame_seat(f)], DISCARD, out)
        if self.n == ANY:
            out.append(STOP)

    def choose(self, s: Trains, f: int, action: int) -> None:
        if action == STOP:
            s.top = close(f)
            return
        seat = frame_seat(f)
        card = action - DISCARD
        s.take_from_hand(seat, card)
        s.discards[seat] = s.discards[seat] + ONE[card | KNOWN_ALL]
        s.top = f + TIMES_ONE

    def refuses(self, s: Trains, f: int, action: int) -> str:
        return NOT_IN_HAND if DISCARD <= action < DISCARD + CARDS else ""

    def prompt(self, s: Trains, f: int) -> str:
        if self.n == ANY:
            return "discard any number of cards, one by one"
        return f"discard {counted(self.n - times(f), 'card')}"

    def words(self) -> str:
        return "discard any number of cards" if self.n == ANY else f"discard {counted(self.n, 'card')}"


class ReturnWaste(Verb[Trains]):
    """Return Waste from the hand to the supply: so many, or any number one by one."""

    def __init__(self, n: int) -> None:
        super().__init__(asking=n == ANY, limited=n != ANY)
        self.n: int = n

    def possible(self, s: Trains, f: int, planned: int) -> str:
        return "" if s.wastes(frame_seat(f)) >= self.n else ALL_OR_NOTHING

    def asks(self, s: Trains, f: int) -> bool:
        return s.wastes(frame_seat(f)) > 0

    def choices(self, s: Trains, f: int, out: list[int]) -> None:
        out.append(RETURN + s.box.waste)
        out.append(STOP)

    def choose(self, s: Trains, f: int, action: int) -> None:
        if action == STOP:
            s.top = close(f)
            return
        s.return_waste(frame_seat(f), 1)
        s.top = f + TIMES_ONE

    def run(self, s: Trains, f: int) -> None:
        if self.n != ANY:
            s.return_waste(frame_seat(f), self.n)

    def words(self) -> str:
        return f"return {'any number of' if self.n == ANY else self.n} Waste from hand to the supply"


class ReturnAllWaste(Verb[Trains]):
    """Return every Waste in hand to the supply."""

    def run(self, s: Trains, f: int) -> None:
        seat = frame_seat(f)
        s.return_waste(seat, s.wastes(seat))

    def words(self) -> str:
        return "return all Waste from hand to the supply"


class Lay(Verb[Trains]):
    """Lay a track marker next to one's own, paying what the place costs."""

    def __init__(self) -> None:
        super().__init__(asking=True, limited=True)

    def possible(self, s: Trains, f: int, planned: int) -> str:
        seat: i64 = frame_seat(f)
        if not s.markers[seat]:
            return NO_MARKER
        reach = s.frontiers[seat]
        coins: i64 = s.coins + (planned & 255)
        standing = s.standing + (planned & ~255)
        n: i64 = len(reach)
        i: i64
        for i in range(n):
            if s.lay_cost(reach[i], seat, standing) <= coins:
                return ""
        return TOO_DEAR if reach else NO_NEIGHBOUR

    def asks(self, s: Trains, f: int) -> bool:
        return True

    def choices(self, s: Trains, f: int, out: list[int]) -> None:
        seat: i64 = frame_seat(f)
        reach = s.frontiers[seat]
        coins: i64 = s.coins
        n: i64 = len(reach)
        i: i64
        for i in range(n):
            if s.lay_cost(reach[i], seat, s.standing) <= coins:
                out.append(LAY + reach[i])

    def choose(self, s: Trains, f: int, action: int) -> None:
        seat = frame_seat(f)
        h = action - LAY
        shared = s.tracks[h] != 0
        s.coins -= s.lay_cost(h, seat, s.standing)
        s.place_track(h, seat)
        if shared and not s.standing & (63 << RIVALS_FREE):
            s.gain_waste()
        s.top = close(f)

    def refuses(self, s: Trains, f: int, action: int) -> str:
        h = action - LAY
        if not 0 <= h < HEXES:
            return ""
        if h in s.frontiers[frame_seat(f)]:
            return TOO_DEAR
        if s.tracks[h] >> frame_seat(f) & 1:
            return OWN_THERE
        return SEA_THERE if s.board.terrain[h] == SEA else NO_NEIGHBOUR

    def words(self) -> str:
        return "lay 1 track"


class Station(Verb[Trains]):
    """Place a station marker in a city with a free slot."""

    def __init__(self) -> None:
        super().__init__(asking=True, limited=True)

    def possible(self, s: Trains, f: int, planned: int) -> str:
        if not s.stations_left:
            return NO_STATION
        cities = s.board.cities
        for i in range(len(cities)):
            if s.stations[cities[i]] < s.board.number[cities[i]]:
                return ""
        return NO_SLOT

    def asks(self, s: Trains, f: int) -> bool:
        return True

    def choices(self, s: Trains, f: int, out: list[int]) -> None:
        cities = s.board.cities
        for i in range(len(cities)):
            h = cities[i]
            if s.stations[h] < s.board.number[h]:
                out.append(STATION + h)

    def choose(self, s: Trains, f: int, action: int) -> None:
        h = action - STATION
        s.stations = put(s.stations, h, s.stations[h] + 1)
        s.stations_left -= 1
        s.top = close(f)

    def refuses(self, s: Trains, f: int, action: int) -> str:
        if not STATION <= action < STATION + HEXES:
            return ""
        return NO_SLOT if s.board.terrain[action - STATION] == CITY else NO_CITY

    def words(self) -> str:
        return "place 1 station in any city with a free slot"


class Pick(Verb[Trains]):
    """Choose one card among some, which a subclass names; without any the effect cannot be applied."""

    def __init__(self, block: int, clause: str) -> None:
        super().__init__(asking=True, limited=True)
        self.block: int = block
        self.clause: str = clause

    def among(self, t: Trains, f: int, planned: int) -> bytes:
        """The cards on offer."""
        return b""

    def picked(self, t: Trains, f: int, card: int) -> None:
        """What choosing the card does; the frame has already moved on."""

    def possible(self, s: Trains, f: int, planned: int) -> str:
        return "" if self.among(s, f, planned) else ALL_OR_NOTHING

    def asks(self, s: Trains, f: int) -> bool:
        return len(self.among(s, f, 0)) > 0

    def choices(self, s: Trains, f: int, out: list[int]) -> None:
        offer(self.among(s, f, 0), self.block, out)

    def choose(self, s: Trains, f: int, action: int) -> None:
        s.top = close(f)
        self.picked(s, f, action - self.block)

    def refuses(self, s: Trains, f: int, action: int) -> str:
        return self.clause if self.block <= action < self.block + CARDS else ""


class CountTrain(Pick):
    """Gain coins equal to the value of a train in play."""

    def __init__(self) -> None:
        super().__init__(COUNT, NOT_COUNTED)

    def among(self, t: Trains, f: int, planned: int) -> bytes:
        return trains(t, t.play)

    def picked(self, t: Trains, f: int, card: int) -> None:
        t.coins += t.box.values[card]

    def words(self) -> str:
        return "choose a train in play and gain coins equal to its value"


class SendBack(Pick):
    """Put a train from the play area on top of the deck; its coins stay."""

    def __init__(self) -> None:
        super().__init__(SEND, NOT_SENT)

    def among(self, t: Trains, f: int, planned: int) -> bytes:
        return trains(t, t.play)

    def picked(self, t: Trains, f: int, card: int) -> None:
        seat = frame_seat(f)
        # of two equal trains the one that was played for its coins alone goes first (trains-9.22)
        found = -1
        for i in range(len(t.play)):
            if t.play[i] & CARD == card and (found < 0 or not t.texts[i]):
                found = i
        t.leave_play(found)
        t.decks[seat] = ONE[card | KNOWN_ALL] + t.decks[seat]

    def words(self) -> str:
        return "put a train from play on top of your deck"


class Copy(Pick):
    """Take the text of another action card in play; its value is not copied."""

    def __init__(self) -> None:
        super().__init__(COPY, NOT_COPIED)

    def among(self, t: Trains, f: int, planned: int) -> bytes:
        found = b""
        own = subject(f)
        for i in range(len(t.play)):
            card = t.play[i] & CARD
            if i == own or not t.box.icons[card] & ACTION:
                continue
            if t.box.copies_text[card]:
                # a copier counts as the text it took, or as nothing (trains-9.30)
                if not t.texts[i] or t.texts[i] == card + 1:
                    continue
                card = t.texts[i] - 1
            if not t.programs.possible(t, frame(t.box.program[card], frame_seat(f), own), planned):
                found = found + ONE[card]
        return found

    def picked(self, t: Trains, f: int, card: int) -> None:
        t.texts = put(t.texts, subject(f), card + 1)
        t.push(frame(t.box.program[card], frame_seat(f), subject(f)))

    def words(self) -> str:
        return "choose another action card in play; this card takes its text, not its value"


class TrashThis(Verb[Trains]):
    """Take this very card out of the game."""

    def run(self, s: Trains, f: int) -> None:
        s.trash = s.trash + ONE[s.leave_play(subject(f))]

    def words(self) -> str:
        return "trash this card"


class Show(Pick):
    """Show a train in hand and gain its like from the supply."""

    def __init__(self) -> None:
        super().__init__(SHOW, NOT_SHOWN)

    def among(self, t: Trains, f: int, planned: int) -> bytes:
        held_trains = trains(t, t.hands[frame_seat(f)])
        found = b""
        for i in range(len(held_trains)):
            if t.supply[held_trains[i] & CARD]:
                found = found + held_trains[i : i + 1]
        return found

    def picked(self, t: Trains, f: int, card: int) -> None:
        seat = frame_seat(f)
        t.take_from_hand(seat, card)
        t.hands[seat] = t.hands[seat] + ONE[card | KNOWN_ALL]
        t.gain(card)

    def words(self) -> str:
        return "show a train from hand and gain one like it from the supply"


class Pull(Pick):
    """Take a train from the own discard pile into the hand."""

    def __init__(self) -> None:
        super().__init__(PULL, NOT_PULLED)

    def among(self, t: Trains, f: int, planned: int) -> bytes:
        return trains(t, t.discards[frame_seat(f)])

    def picked(self, t: Trains, f: int, card: int) -> None:
        seat = frame_seat(f)
        t.discards[seat] = without(t.discards[seat], card)
        t.hands[seat] = t.hands[seat] + ONE[card | KNOWN_ALL]

    def words(self) -> str:
        return "take a train from your discard pile into hand"


class TrashTrain(Pick):
    """Trash a train from hand, if the supply has a train that costs at most so much more."""

    def __init__(self, more: int) -> None:
        super().__init__(TRASH, NOT_SWAPPED)
        self.more: int = more

    def among(self, t: Trains, f: int, planned: int) -> bytes:
        least = 999
        for p in t.piles:
            if t.box.icons[p] & TRAIN and t.supply[p] and t.box.costs[p] < least:
                least = t.box.costs[p]
        held_trains = trains(t, t.hands[frame_seat(f)])
        found = b""
        for i in range(len(held_trains)):
            if t.box.costs[held_trains[i] & CARD] + self.more >= least:
                found = found + held_trains[i : i + 1]
        return found

    def picked(self, t: Trains, f: int, card: int) -> None:
        t.take_from_hand(frame_seat(f), card)
        t.trash = t.trash + ONE[card]
        t.top = with_memo(t.top, t.box.costs[card] + self.more)

    def words(self) -> str:
        return "trash a train from hand"


class GainTrain(Verb[Trains]):
    """Take a train from the supply, up to the held cost, into the hand."""

    def __init__(self, more: int) -> None:
        super().__init__(asking=True)
        self.more: int = more

    def asks(self, s: Trains, f: int) -> bool:
        return True

    def choices(self, s: Trains, f: int, out: list[int]) -> None:
        for card in s.piles:
            if s.box.icons[card] & TRAIN and s.supply[card] and s.box.costs[card] <= memo(f):
                out.append(GAIN + card)

    def choose(self, s: Trains, f: int, action: int) -> None:
        seat = frame_seat(f)
        card = action - GAIN
        s.take_from_supply(card)
        s.hands[seat] = s.hands[seat] + ONE[card | KNOWN_ALL]
        s.top = close(f)

    def refuses(self, s: Trains, f: int, action: int) -> str:
        return NOT_SWAPPED if GAIN <= action < GAIN + CARDS else ""

    def words(self) -> str:
        return f"take a train costing up to {self.more} more from the supply into hand"


class NameCard(Verb[Trains]):
    """Name a card of this game."""

    def __init__(self) -> None:
        super().__init__(asking=True)

    def asks(self, s: Trains, f: int) -> bool:
        seat = frame_seat(f)
        return len(s.decks[seat]) + len(s.discards[seat]) > 0

    def choices(self, s: Trains, f: int, out: list[int]) -> None:
        for card in range(CARDS):
            if s.box.starts[card] or card == s.box.waste or card in s.piles:
                out.append(NAME + card)

    def choose(self, s: Trains, f: int, action: int) -> None:
        s.top = close(with_memo(f, action - NAME))

    def refuses(self, s: Trains, f: int, action: int) -> str:
        return NOT_NAMED if NAME <= action < NAME + CARDS else ""

    def words(self) -> str:
        return "name a card"


class TurnUp(Verb[Trains]):
    """Turn up the top card: to the hand if it is the named one, else back on top, seen by all."""

    def run(self, s: Trains, f: int) -> None:
        seat = frame_seat(f)
        top = s.lift(seat, 1)
        if not top:
            return
        card = top[0] & CARD
        if card == memo(f):
            s.hands[seat] = s.hands[seat] + ONE[card | KNOWN_ALL]
        else:
            s.decks[seat] = ONE[card | KNOWN_ALL] + s.decks[seat]

    def words(self) -> str:
        return "turn up the top card of your deck: into hand if it is the named card, else back on top"


class Look(Verb[Trains]):
    """Lay the top cards of the deck aside to look at, alone or before all."""

    def __init__(self, n: int, openly: bool) -> None:
        super().__init__()
        self.n: int = n
        self.openly: bool = openly

    def run(self, s: Trains, f: int) -> None:
        cards = s.lift(frame_seat(f), self.n)
        known = KNOWN_ALL if self.openly else KNOWN_OWNER
        for i in range(len(cards)):
            s.looked = s.looked + ONE[cards[i] | known]

    def words(self) -> str:
        return f"reveal the top {self.n} cards of your deck" if self.openly else "look at the top card of your deck"


class TakeOne(Verb[Trains]):
    """Take one of the revealed cards into the hand, or none."""

    def __init__(self) -> None:
        super().__init__(asking=True)

    def asks(self, s: Trains, f: int) -> bool:
        return len(s.looked) > 0

    def choices(self, s: Trains, f: int, out: list[int]) -> None:
        offer(s.looked, TAKE, out)
        out.append(NOTHING)

    def choose(self, s: Trains, f: int, action: int) -> None:
        s.top = close(f)
        if action != NOTHING:
            seat = frame_seat(f)
            card = action - TAKE
            s.looked = without(s.looked, card)
            s.hands[seat] = s.hands[seat] + ONE[card | KNOWN_ALL]

    def refuses(self, s: Trains, f: int, action: int) -> str:
        return NOT_REVEALED if TAKE <= action < TAKE + CARDS else ""

    def prompt(self, s: Trains, f: int) -> str:
        return "take one of the revealed cards into hand, or nothing"

    def words(self) -> str:
        return "you may take one of them into hand"


class PutBack(Verb[Trains]):
    """Put the revealed cards back on the deck, one by one; the last is on top."""

    def __init__(self) -> None:
        super().__init__(asking=True)

    def asks(self, s: Trains, f: int) -> bool:
        return len(s.looked) > 0

    def choices(self, s: Trains, f: int, out: list[int]) -> None:
        offer(s.looked, BACK, out)

    def choose(self, s: Trains, f: int, action: int) -> None:
        seat = frame_seat(f)
        card = action - BACK
        s.looked = without(s.looked, card)
        s.decks[seat] = ONE[card | KNOWN_ALL] + s.decks[seat]

    def refuses(self, s: Trains, f: int, action: int) -> str:
        return NOT_REVEALED if BACK <= action < BACK + CARDS else ""

    def prompt(self, s: Trains, f: int) -> str:
        return "put the cards back on your deck, the last on top"

    def words(self) -> str:
        return "put the rest back on top in any order"


class DropOrLeave(Verb[Trains]):
    """Discard the card looked at, or leave it on top of the deck."""

    def __init__(self) -> None:
        super().__init__(asking=True)

    def asks(self, s: Trains, f: int) -> bool:
        return len(s.looked) > 0

    def choices(self, s: Trains, f: int, out: list[int]) -> None:
        out.append(DROP)
        out.append(LEAVE)

    def choose(self, s: Trains, f: int, action: int) -> None:
        seat = frame_seat(f)
        if action == DROP:
            s.discards[seat] = s.discards[seat] + ONE[s.looked[0] | KNOWN_ALL]
        else:
            s.decks[seat] = s.looked + s.decks[seat]
        s.looked = b""
        s.top = close(f)

    def prompt(self, s: Trains, f: int) -> str:
        return "discard the card you look at, or leave it on top"

    def words(self) -> str:
        return "discard it or leave it on top"


class RevealTrains(Verb[Trains]):
    """Reveal cards until so many trains have come; those into the hand, the rest discarded."""

    def __init__(self, n: int) -> None:
        super().__init__()
        self.n: int = n

    def run(self, s: Trains, f: int) -> None:
        seat = frame_seat(f)
        found = b""
        rest = b""
        while len(found) < self.n:
            top = s.lift(seat, 1)
            if not top:
                break
            shown = ONE[top[0] | KNOWN_ALL]
            if s.box.icons[top[0] & CARD] & TRAIN:
                found = found + shown
            else:
                rest = rest + shown
        s.hands[seat] = s.hands[seat] + found
        s.discards[seat] = s.discards[seat] + rest

    def words(self) -> str:
        return f"reveal cards until {self.n} trains have come; take those into hand, discard the rest"


def swap_train(more: int) -> Program:
    return TrashTrain(more) + GainTrain(more)


def look() -> Program:
    return Look(1, False)


def reveal(n: int) -> Program:
    return Look(n, True)


def either(*options: Program) -> Program:
    return Either(CHOOSE, *options)
