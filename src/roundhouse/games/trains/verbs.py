"""The verbs of Trains, its action space, and the short factories `cards.py` writes programs with."""

from __future__ import annotations

from typing import Final, cast

from roundhouse.core.actions import ActionSpace
from roundhouse.core.state import State
from roundhouse.core.verbs import (
    TIMES_ONE,
    Either,
    Program,
    Verb,
    close,
    do,
    frame,
    frame_seat,
    held,
    hold,
    spot,
    tally,
    times,
)
from roundhouse.games.trains.board import CITY, HEXES
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
    put,
)

CARDS: Final = 39
ANY: Final = 99

TRAIN: Final = 1
ACTION: Final = 2
RAIL: Final = 4
STATION_ICON: Final = 8
VP_ICON: Final = 16
WASTE_ICON: Final = 32
ICONS: Final = ("train", "action", "rail", "station", "vp", "waste")

# The commonest actions come first: CPython keeps ints up to 256 ready made.
SPACE: Final = ActionSpace()
PLAY: Final = SPACE.add("play", ["play {}", "play {} for its coins"], "card", "hand", CARDS)
BUY: Final = SPACE.add("buy", ["buy {}", "buy {} onto the deck"], "card", "supply", CARDS)
END: Final = SPACE.add("end", ["end turn"])
PASS: Final = SPACE.add("pass", ["pass and return Waste"])
START: Final = SPACE.add("start", ["start at {}"], "hex", "hex", HEXES)
LAY: Final = SPACE.add("lay", ["lay {}"], "hex", "hex", HEXES)
STATION: Final = SPACE.add("station", ["station in {}"], "hex", "hex", HEXES)
CHOOSE: Final = SPACE.add("choose", ["option"], "option", "", 3)
DISCARD: Final = SPACE.add("discard", ["discard {}"], "card", "hand", CARDS)
RETURN: Final = SPACE.add("return", ["return {}"], "card", "hand", CARDS)
TRASH: Final = SPACE.add("trash", ["trash {}"], "card", "hand", CARDS)
SHOW: Final = SPACE.add("show", ["show {}"], "card", "hand", CARDS)
NAME: Final = SPACE.add("name", ["name {}"], "card", "supply", CARDS)
TAKE: Final = SPACE.add("take", ["take {}"], "card", "looked", CARDS)
BACK: Final = SPACE.add("back", ["put back {}"], "card", "looked", CARDS)
PULL: Final = SPACE.add("pull", ["pull {}"], "card", "discard", CARDS)
COUNT: Final = SPACE.add("count", ["count {}"], "card", "play", CARDS)
COPY: Final = SPACE.add("copy", ["copy {}"], "card", "play", CARDS)
SEND: Final = SPACE.add("send", ["send back {}"], "card", "play", CARDS)
GAIN: Final = SPACE.add("gain", ["gain {}"], "card", "supply", CARDS)
DROP: Final = SPACE.add("drop", ["discard the card looked at"], "", "looked")
LEAVE: Final = SPACE.add("leave", ["leave the card on top"], "", "looked")
NOTHING: Final = SPACE.add("nothing", ["take nothing"])
STOP: Final = SPACE.add("stop", ["no more"])

START_TAKEN: Final = "trains-3.2"
NOT_IN_HAND: Final = "trains-4.2"
NOT_PLAYABLE: Final = "trains-4.3"
ALL_OR_NOTHING: Final = "trains-4.6"
NO_COIN: Final = "trains-4.9"
NO_PILE: Final = "trains-4.10"
NO_PASS: Final = "trains-4.12"
NO_MARKER: Final = "trains-5.1"
NO_NEIGHBOUR: Final = "trains-5.2"
OWN_THERE: Final = "trains-5.3"
TOO_DEAR: Final = "trains-5.4"
SEA_THERE: Final = "trains-5.6"
NO_SLOT: Final = "trains-6.2"
NO_STATION: Final = "trains-6.3"
ONTO_DECK_CLAUSE: Final = "trains-9.9"

REASONS: Final = {
    START_TAKEN: "a first marker goes neither on sea nor on a remote place nor where one already stands",
    NOT_IN_HAND: "that card is not in the hand",
    NOT_PLAYABLE: "point cards and Waste cannot be played",
    ALL_OR_NOTHING: "its effect cannot be applied in full now",
    NO_COIN: "it costs more coins than there are",
    NO_PILE: "the supply has no such card to buy",
    NO_PASS: "Waste goes back this way only in a turn without any play or purchase, and only if there is some in hand",
    NO_MARKER: "no track marker is left",
    NO_NEIGHBOUR: "no own track is next to it, or a barrier stands between",
    OWN_THERE: "an own marker is there already",
    TOO_DEAR: "it costs more coins than there are",
    SEA_THERE: "nothing can be built on the sea",
    NO_SLOT: "there is no free station slot",
    NO_STATION: "no station marker is left",
    ONTO_DECK_CLAUSE: "nothing in play lets a bought card go onto the deck",
}

STANDING_WORDS: Final = {
    RIVERS_FREE: "rivers cost nothing extra",
    MOUNTAINS_FREE: "mountains cost nothing extra",
    CITIES_FREE: "cities cost nothing extra",
    RIVALS_FREE: "rival tracks cost neither coins nor Waste",
    ALL_BUT_REMOTE_FREE: "only remote places cost coins",
    NO_WASTE: "you gain no Waste",
    RAIL_BONUS: "each rail card you play gives {} coins",
    ONTO_DECK: "you may put each card you buy on top of your deck",
}


def offer(cards: bytes, block: int, stride: int, wanted: int, icons: bytes, out: list[int]) -> None:
    """Append block + stride * card for each kind in `cards` that has a wanted icon (0: any), ascending."""
    n = len(cards)
    last = -1
    while True:
        best = 64
        for i in range(n):
            card = cards[i] & CARD
            if last < card < best:
                best = card
        if best == 64:
            return
        last = best
        if not wanted or icons[best] & wanted:
            out.append(block + stride * best)


def has_icon(cards: bytes, wanted: int, icons: bytes) -> bool:
    """Whether one of the cards has a wanted icon."""
    for i in range(len(cards)):
        if icons[cards[i] & CARD] & wanted:
            return True
    return False


def plural(n: int, one: str, many: str) -> str:
    return one if n == 1 else many


class WhileInPlay(Verb):
    """A standing rule for as long as the card stays in the play area; `n` is how much it adds to it."""

    def __init__(self, rule: int, n: int) -> None:
        self.asking = False
        self.limited = False
        self.bits: int = n << rule
        self.told: str = STANDING_WORDS[rule].replace("{}", str(n))

    def foresee(self, ahead: int) -> int:
        return ahead + self.bits

    def run(self, s: State, f: int) -> None:
        t = cast(Trains, s)
        t.standing += self.bits

    def words(self) -> str:
        return f"while this card is in play, {self.told}"


class Coins(Verb):
    """Gain coins."""

    def __init__(self, n: int) -> None:
        self.asking = False
        self.limited = False
        self.n: int = n

    def run(self, s: State, f: int) -> None:
        t = cast(Trains, s)
        t.coins += self.n

    def words(self) -> str:
        return f"gain {self.n} {plural(self.n, 'coin', 'coins')}"


class CoinsEach(Verb):
    """Gain a coin for each card the verb before this one moved."""

    def run(self, s: State, f: int) -> None:
        t = cast(Trains, s)
        t.coins += tally(f)

    def words(self) -> str:
        return "gain 1 coin for each"


class CoinsIfInPlay(Verb):
    """Gain coins if a card of that kind is in the play area."""

    def __init__(self, card: int, told: str, n: int) -> None:
        self.asking = False
        self.limited = True
        self.card: int = card
        self.told: str = told
        self.n: int = n

    def possible(self, s: State, f: int, ahead: int) -> str:
        t = cast(Trains, s)
        for i in range(len(t.play)):
            if t.play[i] & CARD == self.card:
                return ""
        return ALL_OR_NOTHING

    def run(self, s: State, f: int) -> None:
        t = cast(Trains, s)
        t.coins += self.n

    def words(self) -> str:
        return f"gain {self.n} {plural(self.n, 'coin', 'coins')} if a {self.told} is in play"


class Points(Verb):
    """Move the score marker on."""

    def __init__(self, n: int) -> None:
        self.asking = False
        self.limited = False
        self.n: int = n

    def run(self, s: State, f: int) -> None:
        t = cast(Trains, s)
        t.points[frame_seat(f)] += self.n

    def words(self) -> str:
        return f"gain {self.n} {plural(self.n, 'point', 'points')}"


class Draw(Verb):
    """Draw cards."""

    def __init__(self, n: int) -> None:
        self.asking = False
        self.limited = False
        self.n: int = n

    def run(self, s: State, f: int) -> None:
        t = cast(Trains, s)
        t.draw(frame_seat(f), self.n)

    def words(self) -> str:
        return f"draw {self.n} {plural(self.n, 'card', 'cards')}"


class DrawEach(Verb):
    """Draw as many cards as the verb before this one moved."""

    def run(self, s: State, f: int) -> None:
        t = cast(Trains, s)
        if tally(f):
            t.draw(frame_seat(f), tally(f))

    def words(self) -> str:
        return "draw as many"


class Waste(Verb):
    """Gain a Waste."""

    def run(self, s: State, f: int) -> None:
        t = cast(Trains, s)
        t.gain_waste()

    def words(self) -> str:
        return "gain 1 Waste"


class Discard(Verb):
    """Discard cards from the hand, one by one: so many, or any number."""

    def __init__(self, n: int) -> None:
        self.asking = True
        self.limited = False
        self.n: int = n

    def asks(self, s: State, f: int) -> bool:
        t = cast(Trains, s)
        return times(f) < self.n and len(t.hands[frame_seat(f)]) > 0

    def choices(self, s: State, f: int, out: list[int]) -> None:
        t = cast(Trains, s)
        offer(t.hands[frame_seat(f)], DISCARD, 1, 0, t.kit.icons, out)
        if self.n == ANY:
            out.append(STOP)

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Trains, s)
        if action == STOP:
            t.top = close(f)
            return
        seat = frame_seat(f)
        card = action - DISCARD
        t.take_from_hand(seat, card)
        t.discards[seat] = t.discards[seat] + ONE[card | KNOWN_ALL]
        t.top = f + TIMES_ONE

    def refuses(self, s: State, f: int, action: int) -> str:
        return NOT_IN_HAND if DISCARD <= action < DISCARD + CARDS else ""

    def prompt(self, s: State, f: int) -> str:
        if self.n == ANY:
            return "discard any number of cards, one by one"
        left = self.n - times(f)
        return f"discard {left} {plural(left, 'card', 'cards')}"

    def words(self) -> str:
        if self.n == ANY:
            return "discard any number of cards"
        return f"discard {self.n} {plural(self.n, 'card', 'cards')}"


class ReturnWaste(Verb):
    """Return Waste from the hand to the supply: so many, or any number one by one."""

    def __init__(self, n: int) -> None:
        self.asking = n == ANY
        self.limited = n != ANY
        self.n: int = n

    def possible(self, s: State, f: int, ahead: int) -> str:
        t = cast(Trains, s)
        return "" if t.wastes(frame_seat(f)) >= self.n else ALL_OR_NOTHING

    def asks(self, s: State, f: int) -> bool:
        t = cast(Trains, s)
        return t.wastes(frame_seat(f)) > 0

    def choices(self, s: State, f: int, out: list[int]) -> None:
        t = cast(Trains, s)
        out.append(RETURN + t.kit.waste)
        out.append(STOP)

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Trains, s)
        if action == STOP:
            t.top = close(f)
            return
        t.return_waste(frame_seat(f), 1)
        t.top = f + TIMES_ONE

    def run(self, s: State, f: int) -> None:
        t = cast(Trains, s)
        if self.n != ANY:
            t.return_waste(frame_seat(f), self.n)

    def words(self) -> str:
        return f"return {'any number of' if self.n == ANY else self.n} Waste from hand to the supply"


class ReturnAllWaste(Verb):
    """Return every Waste in hand to the supply."""

    def run(self, s: State, f: int) -> None:
        t = cast(Trains, s)
        seat = frame_seat(f)
        t.return_waste(seat, t.wastes(seat))

    def words(self) -> str:
        return "return all Waste from hand to the supply"


class Lay(Verb):
    """Lay a track marker next to one's own, paying what the place costs."""

    def __init__(self) -> None:
        self.asking = True
        self.limited = True

    def possible(self, s: State, f: int, ahead: int) -> str:
        t = cast(Trains, s)
        seat = frame_seat(f)
        if not t.markers[seat]:
            return NO_MARKER
        reach = t.frontiers[seat]
        coins = t.coins + (ahead & 255)
        standing = t.standing + (ahead & ~255)
        for i in range(len(reach)):
            if t.lay_cost(reach[i], seat, standing) <= coins:
                return ""
        return TOO_DEAR if reach else NO_NEIGHBOUR

    def asks(self, s: State, f: int) -> bool:
        return times(f) == 0

    def choices(self, s: State, f: int, out: list[int]) -> None:
        t = cast(Trains, s)
        seat = frame_seat(f)
        reach = t.frontiers[seat]
        for i in range(len(reach)):
            if t.lay_cost(reach[i], seat, t.standing) <= t.coins:
                out.append(LAY + reach[i])

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Trains, s)
        seat = frame_seat(f)
        h = action - LAY
        t.coins -= t.lay_cost(h, seat, t.standing)
        if t.tracks[h] and not t.standing & (63 << RIVALS_FREE):
            t.gain_waste()
        t.place_track(h, seat)
        t.top = close(f)

    def refuses(self, s: State, f: int, action: int) -> str:
        t = cast(Trains, s)
        h = action - LAY
        if not 0 <= h < HEXES:
            return ""
        if h in t.frontiers[frame_seat(f)]:
            return TOO_DEAR
        if t.tracks[h] >> frame_seat(f) & 1:
            return OWN_THERE
        return SEA_THERE if t.board.labels[h].startswith("sea ") else NO_NEIGHBOUR

    def words(self) -> str:
        return "lay 1 track"


class Station(Verb):
    """Place a station marker in a city with a free slot."""

    def __init__(self) -> None:
        self.asking = True
        self.limited = True

    def possible(self, s: State, f: int, ahead: int) -> str:
        t = cast(Trains, s)
        if not t.stations_left:
            return NO_STATION
        cities = t.board.cities
        for i in range(len(cities)):
            if t.stations[cities[i]] < t.board.number[cities[i]]:
                return ""
        return NO_SLOT

    def asks(self, s: State, f: int) -> bool:
        return times(f) == 0

    def choices(self, s: State, f: int, out: list[int]) -> None:
        t = cast(Trains, s)
        cities = t.board.cities
        for i in range(len(cities)):
            h = cities[i]
            if t.stations[h] < t.board.number[h]:
                out.append(STATION + h)

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Trains, s)
        h = action - STATION
        t.stations = put(t.stations, h, t.stations[h] + 1)
        t.stations_left -= 1
        t.top = close(f)

    def refuses(self, s: State, f: int, action: int) -> str:
        return NO_SLOT if STATION <= action < STATION + HEXES else ""

    def words(self) -> str:
        return "place 1 station in any city with a free slot"


class CountTrain(Verb):
    """Choose a train in play and gain coins equal to its value."""

    def __init__(self) -> None:
        self.asking = True
        self.limited = True

    def possible(self, s: State, f: int, ahead: int) -> str:
        t = cast(Trains, s)
        return "" if has_icon(t.play, TRAIN, t.kit.icons) else ALL_OR_NOTHING

    def asks(self, s: State, f: int) -> bool:
        return times(f) == 0

    def choices(self, s: State, f: int, out: list[int]) -> None:
        t = cast(Trains, s)
        offer(t.play, COUNT, 1, TRAIN, t.kit.icons, out)

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Trains, s)
        t.coins += t.kit.values[action - COUNT]
        t.top = close(f)

    def words(self) -> str:
        return "choose a train in play and gain coins equal to its value"


class SendBack(Verb):
    """Put a train from the play area on top of the deck; its coins stay."""

    def __init__(self) -> None:
        self.asking = True
        self.limited = True

    def possible(self, s: State, f: int, ahead: int) -> str:
        t = cast(Trains, s)
        return "" if has_icon(t.play, TRAIN, t.kit.icons) else ALL_OR_NOTHING

    def asks(self, s: State, f: int) -> bool:
        return times(f) == 0

    def choices(self, s: State, f: int, out: list[int]) -> None:
        t = cast(Trains, s)
        offer(t.play, SEND, 1, TRAIN, t.kit.icons, out)

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Trains, s)
        seat = frame_seat(f)
        # of two equal trains the one that was played for its coins alone goes first (trains-9.22)
        found = -1
        for i in range(len(t.play)):
            if t.play[i] & CARD == action - SEND and (found < 0 or not t.texts[i]):
                found = i
        card = t.leave_play(found)
        t.decks[seat] = ONE[card | KNOWN_ALL] + t.decks[seat]
        t.top = close(f)

    def words(self) -> str:
        return "put a train from play on top of your deck"


class Copy(Verb):
    """Take the text of an action card in play; its value is not copied."""

    def __init__(self) -> None:
        self.asking = True
        self.limited = True

    def texts(self, s: Trains, f: int, ahead: int) -> bytes:
        """The texts on offer: those of other action cards in play that can be applied in full now."""
        found = b""
        own = spot(f)
        for i in range(len(s.play)):
            if i == own:
                continue
            card = s.play[i] & CARD
            if not s.kit.icons[card] & ACTION:
                continue
            if s.kit.copies_text[card]:
                if not s.texts[i] or s.texts[i] == card + 1:
                    continue
                card = s.texts[i] - 1
            program = s.kit.program[card]
            if not s.programs.possible(s, frame(program, frame_seat(f), own), ahead):
                found = found + ONE[card]
        return found

    def possible(self, s: State, f: int, ahead: int) -> str:
        t = cast(Trains, s)
        return "" if self.texts(t, f, ahead) else ALL_OR_NOTHING

    def asks(self, s: State, f: int) -> bool:
        return times(f) == 0

    def choices(self, s: State, f: int, out: list[int]) -> None:
        t = cast(Trains, s)
        offer(self.texts(t, f, 0), COPY, 1, 0, t.kit.icons, out)

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Trains, s)
        card = action - COPY
        t.texts = put(t.texts, spot(f), card + 1)
        t.top = close(f)
        t.push(frame(t.kit.program[card], frame_seat(f), spot(f)))

    def words(self) -> str:
        return "choose another action card in play; this card takes its text, not its value"


class TrashThis(Verb):
    """Take this very card out of the game."""

    def run(self, s: State, f: int) -> None:
        t = cast(Trains, s)
        t.trash = t.trash + ONE[t.leave_play(spot(f))]

    def words(self) -> str:
        return "trash this card"


class Show(Verb):
    """Show a train in hand and gain its like from the supply."""

    def __init__(self) -> None:
        self.asking = True
        self.limited = True

    def shown(self, s: Trains, seat: int) -> bytes:
        """The trains in hand that the supply still has."""
        hand = s.hands[seat]
        found = b""
        for i in range(len(hand)):
            card = hand[i] & CARD
            if s.kit.icons[card] & TRAIN and s.supply[card]:
                found = found + ONE[card]
        return found

    def possible(self, s: State, f: int, ahead: int) -> str:
        t = cast(Trains, s)
        return "" if self.shown(t, frame_seat(f)) else ALL_OR_NOTHING

    def asks(self, s: State, f: int) -> bool:
        return times(f) == 0

    def choices(self, s: State, f: int, out: list[int]) -> None:
        t = cast(Trains, s)
        offer(self.shown(t, frame_seat(f)), SHOW, 1, 0, t.kit.icons, out)

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Trains, s)
        seat = frame_seat(f)
        card = action - SHOW
        t.take_from_hand(seat, card)
        t.hands[seat] = t.hands[seat] + ONE[card | KNOWN_ALL]
        t.gain(card)
        t.top = close(f)

    def words(self) -> str:
        return "show a train from hand and gain one like it from the supply"


class Pull(Verb):
    """Take a train from the own discard pile into the hand."""

    def __init__(self) -> None:
        self.asking = True
        self.limited = True

    def possible(self, s: State, f: int, ahead: int) -> str:
        t = cast(Trains, s)
        return "" if has_icon(t.discards[frame_seat(f)], TRAIN, t.kit.icons) else ALL_OR_NOTHING

    def asks(self, s: State, f: int) -> bool:
        return times(f) == 0

    def choices(self, s: State, f: int, out: list[int]) -> None:
        t = cast(Trains, s)
        offer(t.discards[frame_seat(f)], PULL, 1, TRAIN, t.kit.icons, out)

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Trains, s)
        seat = frame_seat(f)
        card = action - PULL
        pile = t.discards[seat]
        found = -1
        for i in range(len(pile)):
            if pile[i] & CARD == card:
                found = i
                if pile[i] & KNOWN_ALL:
                    break
        t.discards[seat] = pile[:found] + pile[found + 1 :]
        t.hands[seat] = t.hands[seat] + ONE[card | KNOWN_ALL]
        t.top = close(f)

    def words(self) -> str:
        return "take a train from your discard pile into hand"


class TrashTrain(Verb):
    """Trash a train from hand, if the supply has a train that costs at most so much more."""

    def __init__(self, more: int) -> None:
        self.asking = True
        self.limited = True
        self.more: int = more

    def trashable(self, s: Trains, seat: int) -> bytes:
        """The trains in hand for which there would be something to gain."""
        least = 99
        for card in s.piles:
            if s.kit.icons[card] & TRAIN and s.supply[card] and s.kit.costs[card] < least:
                least = s.kit.costs[card]
        hand = s.hands[seat]
        found = b""
        for i in range(len(hand)):
            card = hand[i] & CARD
            if s.kit.icons[card] & TRAIN and s.kit.costs[card] + self.more >= least:
                found = found + ONE[card]
        return found

    def possible(self, s: State, f: int, ahead: int) -> str:
        t = cast(Trains, s)
        return "" if self.trashable(t, frame_seat(f)) else ALL_OR_NOTHING

    def asks(self, s: State, f: int) -> bool:
        return times(f) == 0

    def choices(self, s: State, f: int, out: list[int]) -> None:
        t = cast(Trains, s)
        offer(self.trashable(t, frame_seat(f)), TRASH, 1, 0, t.kit.icons, out)

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Trains, s)
        card = action - TRASH
        t.take_from_hand(frame_seat(f), card)
        t.trash = t.trash + ONE[card]
        t.top = close(hold(f, t.kit.costs[card] + self.more))

    def words(self) -> str:
        return "trash a train from hand"


class GainTrain(Verb):
    """Take a train from the supply, up to the held cost, into the hand."""

    def __init__(self, more: int) -> None:
        self.asking = True
        self.limited = False
        self.more: int = more

    def asks(self, s: State, f: int) -> bool:
        return times(f) == 0

    def choices(self, s: State, f: int, out: list[int]) -> None:
        t = cast(Trains, s)
        for card in t.piles:
            if t.kit.icons[card] & TRAIN and t.supply[card] and t.kit.costs[card] <= held(f):
                out.append(GAIN + card)

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Trains, s)
        seat = frame_seat(f)
        card = action - GAIN
        t.take_from_supply(card)
        t.hands[seat] = t.hands[seat] + ONE[card | KNOWN_ALL]
        t.top = close(f)

    def words(self) -> str:
        return f"take a train costing up to {self.more} more from the supply into hand"


class NameCard(Verb):
    """Name a card of this game."""

    def __init__(self) -> None:
        self.asking = True
        self.limited = False

    def asks(self, s: State, f: int) -> bool:
        t = cast(Trains, s)
        seat = frame_seat(f)
        return times(f) == 0 and len(t.decks[seat]) + len(t.discards[seat]) > 0

    def choices(self, s: State, f: int, out: list[int]) -> None:
        t = cast(Trains, s)
        for card in range(CARDS):
            if t.kit.starts[card] or card == t.kit.waste or card in t.piles:
                out.append(NAME + card)

    def choose(self, s: State, f: int, action: int) -> None:
        s.top = close(hold(f, action - NAME))

    def words(self) -> str:
        return "name a card"


class TurnUp(Verb):
    """Turn up the top card: to the hand if it is the named one, else back on top, seen by all."""

    def run(self, s: State, f: int) -> None:
        t = cast(Trains, s)
        seat = frame_seat(f)
        top = t.lift(seat, 1)
        if not top:
            return
        card = top[0] & CARD
        if card == held(f):
            t.hands[seat] = t.hands[seat] + ONE[card | KNOWN_ALL]
        else:
            t.decks[seat] = ONE[card | KNOWN_ALL] + t.decks[seat]

    def words(self) -> str:
        return "turn up the top card of your deck: into hand if it is the named card, else back on top"


class Look(Verb):
    """Lay the top cards of the deck aside to look at, alone or before all."""

    def __init__(self, n: int, openly: bool) -> None:
        self.asking = False
        self.limited = False
        self.n: int = n
        self.openly: bool = openly

    def run(self, s: State, f: int) -> None:
        t = cast(Trains, s)
        cards = t.lift(frame_seat(f), self.n)
        known = KNOWN_ALL if self.openly else KNOWN_OWNER
        for i in range(len(cards)):
            t.looked = t.looked + ONE[cards[i] | known]

    def words(self) -> str:
        if not self.openly:
            return "look at the top card of your deck"
        return f"reveal the top {self.n} cards of your deck"


class TakeOne(Verb):
    """Take one of the revealed cards into the hand, or none."""

    def __init__(self) -> None:
        self.asking = True
        self.limited = False

    def asks(self, s: State, f: int) -> bool:
        t = cast(Trains, s)
        return times(f) == 0 and len(t.looked) > 0

    def choices(self, s: State, f: int, out: list[int]) -> None:
        t = cast(Trains, s)
        offer(t.looked, TAKE, 1, 0, t.kit.icons, out)
        out.append(NOTHING)

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Trains, s)
        t.top = close(f)
        if action != NOTHING:
            seat = frame_seat(f)
            t.hands[seat] = t.hands[seat] + take_looked(t, action - TAKE)

    def words(self) -> str:
        return "you may take one of them into hand"


class PutBack(Verb):
    """Put the cards looked at back on the deck, one by one; the last is on top."""

    def __init__(self) -> None:
        self.asking = True
        self.limited = False

    def asks(self, s: State, f: int) -> bool:
        t = cast(Trains, s)
        return len(t.looked) > 0

    def choices(self, s: State, f: int, out: list[int]) -> None:
        t = cast(Trains, s)
        offer(t.looked, BACK, 1, 0, t.kit.icons, out)

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Trains, s)
        seat = frame_seat(f)
        t.decks[seat] = take_looked(t, action - BACK) + t.decks[seat]

    def prompt(self, s: State, f: int) -> str:
        return "put the cards back on your deck, the last on top"

    def words(self) -> str:
        return "put the rest back on top in any order"


def take_looked(s: Trains, card: int) -> bytes:
    """One card of that kind out of those looked at, with what is known of it."""
    cards = s.looked
    for i in range(len(cards)):
        if cards[i] & CARD == card:
            s.looked = cards[:i] + cards[i + 1 :]
            return cards[i : i + 1]
    return b""


class DropOrLeave(Verb):
    """Discard the card looked at, or leave it on top of the deck."""

    def __init__(self) -> None:
        self.asking = True
        self.limited = False

    def asks(self, s: State, f: int) -> bool:
        t = cast(Trains, s)
        return len(t.looked) > 0

    def choices(self, s: State, f: int, out: list[int]) -> None:
        out.append(DROP)
        out.append(LEAVE)

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Trains, s)
        seat = frame_seat(f)
        if action == DROP:
            t.discards[seat] = t.discards[seat] + ONE[t.looked[0] | KNOWN_ALL]
        else:
            t.decks[seat] = t.looked + t.decks[seat]
        t.looked = b""
        t.top = close(f)

    def prompt(self, s: State, f: int) -> str:
        return "discard the card you look at, or leave it on top"

    def words(self) -> str:
        return "discard it or leave it on top"


class RevealTrains(Verb):
    """Reveal cards until so many trains have come; those into the hand, the rest discarded."""

    def __init__(self, n: int) -> None:
        self.asking = False
        self.limited = False
        self.n: int = n

    def run(self, s: State, f: int) -> None:
        t = cast(Trains, s)
        seat = frame_seat(f)
        trains = b""
        rest = b""
        while len(trains) < self.n:
            top = t.lift(seat, 1)
            if not top:
                break
            shown = ONE[top[0] | KNOWN_ALL]
            if t.kit.icons[top[0] & CARD] & TRAIN:
                trains = trains + shown
            else:
                rest = rest + shown
        t.hands[seat] = t.hands[seat] + trains
        t.discards[seat] = t.discards[seat] + rest

    def words(self) -> str:
        return f"reveal cards until {self.n} trains have come; take those into hand, discard the rest"


def lay_rail() -> Program:
    return do(Lay())


def station() -> Program:
    return do(Station())


def waste() -> Program:
    return do(Waste())


def draw(n: int) -> Program:
    return do(Draw(n))


def draw_as_many() -> Program:
    return do(DrawEach())


def coins(n: int) -> Program:
    return do(Coins(n))


def coin_for_each() -> Program:
    return do(CoinsEach())


def coins_if_in_play(card: int, told: str, n: int) -> Program:
    return do(CoinsIfInPlay(card, told, n))


def points(n: int) -> Program:
    return do(Points(n))


def discard(n: int) -> Program:
    return do(Discard(n))


def return_waste(n: int) -> Program:
    return do(ReturnWaste(n))


def return_all_waste() -> Program:
    return do(ReturnAllWaste())


def count_train() -> Program:
    return do(CountTrain())


def send_back_train() -> Program:
    return do(SendBack())


def copy_text() -> Program:
    return do(Copy())


def trash_this() -> Program:
    return do(TrashThis())


def show_train() -> Program:
    return do(Show())


def pull_train() -> Program:
    return do(Pull())


def swap_train(more: int) -> Program:
    return do(TrashTrain(more)) + do(GainTrain(more))


def name_card() -> Program:
    return do(NameCard())


def turn_up() -> Program:
    return do(TurnUp())


def look() -> Program:
    return do(Look(1, False))


def reveal(n: int) -> Program:
    return do(Look(n, True))


def take_one() -> Program:
    return do(TakeOne())


def put_back() -> Program:
    return do(PutBack())


def drop_or_leave() -> Program:
    return do(DropOrLeave())


def reveal_trains(n: int) -> Program:
    return do(RevealTrains(n))


def either(*options: Program) -> Program:
    return do(Either(CHOOSE, list(options)))


def while_in_play(rule: int, n: int = 1) -> Program:
    return do(WhileInPlay(rule, n))
