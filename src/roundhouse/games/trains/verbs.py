"""What the cards of Trains do with coins, cards and the rules of the turn."""

from __future__ import annotations

from typing import Final

from roundhouse.core import verbs
from roundhouse.core.cells import ONE, put
from roundhouse.core.verbs import (
    TIMES_ONE,
    Amount,
    Ask,
    Program,
    Verb,
    close,
    frame,
    frame_seat,
    tally,
    times,
    with_memo,
)
from roundhouse.core.words import counted
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
    LEAVE,
    NAME,
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
    PULL,
    RETURN,
    SEND,
    SHOW,
    STOP,
    TAKE,
    TRASH,
)
from roundhouse.games.trains.state import (
    ALL_BUT_REMOTE_FREE,
    CARD,
    CITIES_FREE,
    KNOWN_ALL,
    KNOWN_OWNER,
    MOUNTAINS_FREE,
    NO_WASTE,
    ONTO_DECK,
    RAIL_BONUS,
    RIVALS_FREE,
    RIVERS_FREE,
    Trains,
    cost_limit,
    kinds_in,
    named_card,
    place_in_play,
    unplayed,
    without,
)

ANY: Final = 99

TRAIN: Final = 1
ACTION: Final = 2
RAIL: Final = 4
ICONS: Final = ("train", "action", "rail", "station", "vp", "waste")


class Rule:
    """A rule that cards in play change: how it reads with `{}` for how much, on a small card, and in the log."""

    def __init__(self, id: str, words: str, brief: str = "", log: str = "") -> None:
        self.id: str = id
        self.words: str = words
        self.brief: str = brief or words
        self.log: str = log or self.brief


RULES: Final = {
    RIVERS_FREE: Rule("rivers_free", "rivers cost nothing extra"),
    MOUNTAINS_FREE: Rule("mountains_free", "mountains cost nothing extra"),
    CITIES_FREE: Rule("cities_free", "cities cost nothing extra"),
    RIVALS_FREE: Rule("rivals_free", "rival tracks cost neither coins nor Waste"),
    ALL_BUT_REMOTE_FREE: Rule(
        "all_but_remote_free",
        "only remote places cost coins; rival tracks still bring Waste",
        "only remote places cost coins",
    ),
    NO_WASTE: Rule("no_waste", "you gain no Waste", log="no Waste is gained"),
    RAIL_BONUS: Rule("rail_bonus", "each rail card you play gives {} coins", log="each rail card gives {} coins"),
    ONTO_DECK: Rule(
        "onto_deck",
        "you may put each card you buy on top of your deck",
        log="bought cards may go onto the deck",
    ),
}


def train_piles(s: Trains, most: int) -> list[int]:
    """The trains that the supply has and that cost at most so much."""
    return [p for p in s.piles if s.box.icons[p] & TRAIN and s.supply[p] and s.box.costs[p] <= most]


class WhileInPlay(Amount[Trains]):
    """A rule that holds for as long as the card stays in the play area; `n` is how much it adds to it."""

    def __init__(self, rule: int, n: int = 1) -> None:
        said = RULES[rule]
        super().__init__(
            n,
            words=f"while this card is in play, {said.words.format(n)}",
            brief=said.brief.format(n),
            log=f"{said.log.format(n)} this turn",
        )
        self.bits: int = n << rule

    def plan_after(self, planned: int) -> int:
        return planned + self.bits

    def run(self, s: Trains, f: int) -> None:
        s.rule_counters += self.bits


class Coins(Amount[Trains]):
    """Gain coins; `when` ends the sentence."""

    def __init__(self, n: int, when: str = "", log: str = "") -> None:
        super().__init__(n, words=f"gain {counted(n, 'coin')}{when}", log=log or counted(n, "coin"))

    def run(self, s: Trains, f: int) -> None:
        s.coins += self.n


class CoinsEach(Verb[Trains]):
    """Gain a coin for each card the verb before this one moved."""

    def run(self, s: Trains, f: int) -> None:
        s.coins += tally(f)

    def words(self) -> str:
        return "gain 1 coin for each"


class CoinsIfInPlay(Coins):
    """Gain coins if a card of that kind is in the play area."""

    def __init__(self, n: int, id: str) -> None:
        title = id.replace("_", " ").capitalize()
        super().__init__(n, f" if a {title} is in play", f"{n} more with a {title}")
        self.limited = True
        self.id: str = id

    def possible(self, s: Trains, f: int, planned: int) -> str:
        card = s.box.number_of[self.id]
        for i in range(len(s.play)):
            if s.play[i] & CARD == card:
                return ""
        return ALL_OR_NOTHING


class Points(Amount[Trains]):
    """Move the score marker on."""

    def __init__(self, n: int) -> None:
        super().__init__(n, words=f"gain {counted(n, 'point')}", log=counted(n, "point"))

    def run(self, s: Trains, f: int) -> None:
        s.points[frame_seat(f)] += self.n


class Draw(Amount[Trains]):
    """Draw cards."""

    def __init__(self, n: int) -> None:
        super().__init__(n, words=f"draw {counted(n, 'card')}", log=f"draws {counted(n, 'card')}")

    def run(self, s: Trains, f: int) -> None:
        s.draw(frame_seat(f), self.n)


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

    def price(self, s: Trains, f: int, action: int) -> dict[str, int]:
        return {"waste": 1} if s.waste_comes() else {}

    def words(self) -> str:
        return "gain 1 Waste"


class OneByOne(Ask[Trains]):
    """Choose cards one by one: so many, or any number."""

    def __init__(self, block: int, clause: str, n: int, words: str, brief: str = "") -> None:
        super().__init__(block, clause, limited=False, words=words, brief=brief)
        self.n: int = n

    def asks(self, s: Trains, f: int) -> bool:
        return times(f) < self.n and len(self.among(s, f, 0)) > 0

    def choices(self, s: Trains, f: int, out: list[int]) -> None:
        super().choices(s, f, out)
        if self.n == ANY:
            out.append(STOP)

    def choose(self, s: Trains, f: int, action: int) -> None:
        if action == STOP:
            s.top = close(f)
            return
        s.top = f + TIMES_ONE
        self.chosen(s, f, action - self.block)


class Discard(OneByOne):
    """Discard cards from the hand, one by one: so many, or any number."""

    def __init__(self, n: int) -> None:
        super().__init__(
            DISCARD, NOT_IN_HAND, n, f"discard {'any number of cards' if n == ANY else counted(n, 'card')}"
        )

    def among(self, s: Trains, f: int, planned: int) -> list[int]:
        return kinds_in(s.hand(f))

    def chosen(self, s: Trains, f: int, thing: int) -> None:
        s.take_from_hand(frame_seat(f), thing)
        s.discard(frame_seat(f), thing)

    def prompt(self, s: Trains, f: int) -> str:
        return f"{self.words()}, one by one" if self.n == ANY else f"discard {counted(self.n - times(f), 'card')}"


class ReturnWaste(OneByOne):
    """Return Waste from the hand to the supply: so many at once, or any number one by one."""

    def __init__(self, n: int) -> None:
        brief = f"return {'any number of' if n == ANY else n} Waste"
        super().__init__(RETURN, "", n, f"{brief} from hand to the supply", brief)
        self.asking = n == ANY
        self.limited = n != ANY

    def possible(self, s: Trains, f: int, planned: int) -> str:
        return "" if s.wastes(frame_seat(f)) >= self.n else ALL_OR_NOTHING

    def among(self, s: Trains, f: int, planned: int) -> list[int]:
        return [s.box.waste] if s.wastes(frame_seat(f)) else []

    def chosen(self, s: Trains, f: int, thing: int) -> None:
        s.return_waste(frame_seat(f), 1)

    def price(self, s: Trains, f: int, action: int) -> dict[str, int]:
        return {} if action == STOP else {"waste": -1}

    def run(self, s: Trains, f: int) -> None:
        if self.n != ANY:
            s.return_waste(frame_seat(f), self.n)


class ReturnAllWaste(Verb[Trains]):
    """Return every Waste in hand to the supply."""

    def __init__(self) -> None:
        super().__init__(
            words="return all Waste from hand to the supply", brief="return all Waste", log="returns all Waste"
        )

    def run(self, s: Trains, f: int) -> None:
        seat = frame_seat(f)
        s.return_waste(seat, s.wastes(seat))


class Pick(Ask[Trains]):
    """Choose a card of a zone that fits, a train by default; without any the effect cannot be applied."""

    def zone(self, s: Trains, f: int) -> bytes:
        """The cards it lies among: by default those in play."""
        return s.play

    def fits(self, s: Trains, f: int, card: int, planned: int) -> bool:
        """Whether such a card may be chosen."""
        return s.box.icons[card] & TRAIN != 0

    def possible(self, s: Trains, f: int, planned: int) -> str:
        cards = self.zone(s, f)
        for i in range(len(cards)):
            if self.fits(s, f, cards[i] & CARD, planned):
                return ""
        return ALL_OR_NOTHING

    def among(self, s: Trains, f: int, planned: int) -> list[int]:
        return [card for card in kinds_in(self.zone(s, f)) if self.fits(s, f, card, planned)]


class CountTrain(Pick):
    """Gain coins equal to the value of a train in play."""

    def __init__(self) -> None:
        super().__init__(
            COUNT,
            NOT_COUNTED,
            words="choose a train in play and gain coins equal to its value",
            brief="gain coins equal to the value of a train in play",
        )

    def chosen(self, s: Trains, f: int, thing: int) -> None:
        s.coins += s.box.values[thing]

    def price(self, s: Trains, f: int, action: int) -> dict[str, int]:
        return {"coins": s.box.values[action - COUNT]}


class SendBack(Pick):
    """Put a train from the play area on top of the deck; its coins stay."""

    def __init__(self) -> None:
        super().__init__(
            SEND,
            NOT_SENT,
            words="put a train from play on top of your deck",
            brief="put a train from play on your deck",
        )

    def chosen(self, s: Trains, f: int, thing: int) -> None:
        # of two equal trains the one that was played for its coins alone goes first (trains-9.22)
        found = -1
        for i in range(len(s.play)):
            if s.play[i] & CARD == thing and (found < 0 or not s.texts[i]):
                found = i
        s.leave_play(found)
        s.onto_deck(frame_seat(f), thing)


class Copy(Pick):
    """Take the text of another action card in play; its value is not copied."""

    def __init__(self) -> None:
        super().__init__(
            COPY,
            NOT_COPIED,
            words="choose another action card in play; this card takes its text, not its value",
            brief="takes the text of another action card in play",
        )

    def zone(self, s: Trains, f: int) -> bytes:
        found = b""
        for i in range(len(s.play)):
            card = s.play[i] & CARD
            if i == place_in_play(f) or not s.box.icons[card] & ACTION:
                continue
            if s.box.copies_text[card]:
                # a copier counts as the text it took, or as nothing (trains-9.30)
                if not s.texts[i] or s.texts[i] == card + 1:
                    continue
                card = s.texts[i] - 1
            found = found + ONE[card]
        return found

    def fits(self, s: Trains, f: int, card: int, planned: int) -> bool:
        return not s.programs.possible(s, self.copied(s, f, card), planned)

    def copied(self, s: Trains, f: int, card: int) -> int:
        """The frame of that card's text as this card's."""
        return frame(s.box.program[card], frame_seat(f), place_in_play(f), unplayed(f))

    def chosen(self, s: Trains, f: int, thing: int) -> None:
        s.texts = put(s.texts, place_in_play(f), thing + 1)
        s.push(self.copied(s, f, thing))


class TrashThis(Verb[Trains]):
    """Take this very card out of the game."""

    def __init__(self) -> None:
        super().__init__(words="you may trash this card", log="trashes it")

    def run(self, s: Trains, f: int) -> None:
        s.trash = s.trash + ONE[s.leave_play(place_in_play(f))]


class Show(Pick):
    """Show a train in hand and gain its like from the supply."""

    def __init__(self) -> None:
        super().__init__(SHOW, NOT_SHOWN, words="show a train from hand and gain one like it from the supply")

    def zone(self, s: Trains, f: int) -> bytes:
        return s.hand(f)

    def fits(self, s: Trains, f: int, card: int, planned: int) -> bool:
        return super().fits(s, f, card, planned) and s.supply[card] > 0

    def chosen(self, s: Trains, f: int, thing: int) -> None:
        s.take_from_hand(frame_seat(f), thing)
        s.to_hand(frame_seat(f), thing)
        s.gain(thing)


class Pull(Pick):
    """Take a train from the own discard pile into the hand."""

    def __init__(self) -> None:
        super().__init__(PULL, NOT_PULLED, words="take a train from your discard pile into hand")

    def zone(self, s: Trains, f: int) -> bytes:
        return s.discards[frame_seat(f)]

    def chosen(self, s: Trains, f: int, thing: int) -> None:
        seat = frame_seat(f)
        s.discards[seat] = without(s.discards[seat], thing)
        s.to_hand(seat, thing)


class TrashTrain(Pick):
    """Trash a train from hand, if the supply has a train that costs at most so much more."""

    def __init__(self, more: int) -> None:
        super().__init__(TRASH, NOT_SWAPPED, words="trash a train from hand")
        self.more: int = more

    def zone(self, s: Trains, f: int) -> bytes:
        return s.hand(f)

    def fits(self, s: Trains, f: int, card: int, planned: int) -> bool:
        return super().fits(s, f, card, planned) and len(train_piles(s, s.box.costs[card] + self.more)) > 0

    def chosen(self, s: Trains, f: int, thing: int) -> None:
        s.take_from_hand(frame_seat(f), thing)
        s.trash = s.trash + ONE[thing]
        s.top = with_memo(s.top, s.box.costs[thing] + self.more)


class GainTrain(Ask[Trains]):
    """Take a train from the supply, up to the cost that the trashed one allows, into the hand."""

    def __init__(self, more: int) -> None:
        super().__init__(
            GAIN,
            NOT_SWAPPED,
            limited=False,
            words=f"take a train costing up to {more} more from the supply into hand",
            brief=f"take one costing up to {more} more into hand",
        )

    def among(self, s: Trains, f: int, planned: int) -> list[int]:
        return train_piles(s, cost_limit(f))

    def chosen(self, s: Trains, f: int, thing: int) -> None:
        s.take_from_supply(thing)
        s.to_hand(frame_seat(f), thing)


class NameCard(Ask[Trains]):
    """Name a card of this game."""

    def __init__(self) -> None:
        super().__init__(NAME, NOT_NAMED, limited=False, words="name a card")

    def asks(self, s: Trains, f: int) -> bool:
        seat = frame_seat(f)
        return len(s.decks[seat]) + len(s.discards[seat]) > 0

    def among(self, s: Trains, f: int, planned: int) -> list[int]:
        return [c for c in range(CARDS) if s.box.starts[c] or c == s.box.waste or c in s.piles]

    def chosen(self, s: Trains, f: int, thing: int) -> None:
        s.top = with_memo(s.top, thing)


class TurnUp(Verb[Trains]):
    """Turn up the top card: to the hand if it is the named one, else back on top, seen by all."""

    def __init__(self) -> None:
        super().__init__(
            words="turn up the top card of your deck: into hand if it is the named card, else back on top",
            brief="if it is on top of your deck, take it",
        )

    def run(self, s: Trains, f: int) -> None:
        seat = frame_seat(f)
        top = s.lift(seat, 1)
        if top and top[0] & CARD == named_card(f):
            s.to_hand(seat, named_card(f))
        elif top:
            s.onto_deck(seat, top[0] & CARD)


class Look(Amount[Trains]):
    """Lay the top cards of the deck aside to look at, alone or before all."""

    def __init__(self, n: int, openly: bool = False) -> None:
        verb, cards = ("reveal", f"{n} cards") if openly else ("look at", "card")
        super().__init__(n, words=f"{verb} the top {cards} of your deck", brief=f"{verb} your top {cards}")
        self.openly: bool = openly

    def run(self, s: Trains, f: int) -> None:
        cards = s.lift(frame_seat(f), self.n)
        known = KNOWN_ALL if self.openly else KNOWN_OWNER
        for i in range(len(cards)):
            s.looked = s.looked + ONE[cards[i] | known]


class TakeOne(Ask[Trains]):
    """Take one of the revealed cards into the hand, or none."""

    def __init__(self) -> None:
        super().__init__(
            TAKE,
            NOT_REVEALED,
            limited=False,
            words="you may take one of them into hand",
            brief="take 1 or none",
            prompt="take one of the revealed cards into hand, or nothing",
        )

    def among(self, s: Trains, f: int, planned: int) -> list[int]:
        return kinds_in(s.looked)

    def asks(self, s: Trains, f: int) -> bool:
        return len(s.looked) > 0

    def choices(self, s: Trains, f: int, out: list[int]) -> None:
        super().choices(s, f, out)
        out.append(NOTHING)

    def choose(self, s: Trains, f: int, action: int) -> None:
        s.top = close(f)
        if action != NOTHING:
            s.looked = without(s.looked, action - TAKE)
            s.to_hand(frame_seat(f), action - TAKE)


class PutBack(Ask[Trains]):
    """Put the revealed cards back on the deck, one by one; the last is on top."""

    def __init__(self) -> None:
        super().__init__(
            BACK,
            NOT_REVEALED,
            limited=False,
            words="put the rest back on top in any order",
            brief="put the rest back",
            prompt="put the cards back on your deck, the last on top",
        )

    def among(self, s: Trains, f: int, planned: int) -> list[int]:
        return kinds_in(s.looked)

    def choose(self, s: Trains, f: int, action: int) -> None:
        s.looked = without(s.looked, action - BACK)
        s.onto_deck(frame_seat(f), action - BACK)


class DropOrLeave(Verb[Trains]):
    """Discard the card looked at, or leave it on top of the deck."""

    def __init__(self) -> None:
        super().__init__(
            asking=True,
            words="discard it or leave it on top",
            brief="discard or leave it",
            prompt="discard the card you look at, or leave it on top",
        )

    def asks(self, s: Trains, f: int) -> bool:
        return len(s.looked) > 0

    def choices(self, s: Trains, f: int, out: list[int]) -> None:
        out.append(DROP)
        out.append(LEAVE)

    def choose(self, s: Trains, f: int, action: int) -> None:
        seat = frame_seat(f)
        if action == DROP:
            s.discard(seat, s.looked[0])
        else:
            s.decks[seat] = s.looked + s.decks[seat]
        s.looked = b""
        s.top = close(f)


class RevealTrains(Amount[Trains]):
    """Reveal cards until so many trains have come; those into the hand, the rest discarded."""

    def __init__(self, n: int) -> None:
        super().__init__(
            n,
            words=f"reveal cards until {n} trains have come; take those into hand, discard the rest",
            brief=f"reveal until {n} trains come: to hand. Discard the rest",
            log=f"reveals until {n} trains come",
        )

    def run(self, s: Trains, f: int) -> None:
        seat = frame_seat(f)
        found = 0
        discarded = b""
        while found < self.n:
            top = s.lift(seat, 1)
            if not top:
                break
            if s.box.icons[top[0] & CARD] & TRAIN:
                s.to_hand(seat, top[0])
                found += 1
            else:
                discarded = discarded + ONE[top[0] | KNOWN_ALL]
        s.discards[seat] = s.discards[seat] + discarded


class Either(verbs.Either):
    """Choose one of several programs."""

    def __init__(self, *options: Program) -> None:
        super().__init__(CHOOSE, *options)

    def brief(self) -> str:
        return ", or ".join(verb.brief() for option in self.options for verb in option.verbs)
