"""The rules of Small Railroad Empires: set-up, the steps of a turn, the end."""

from __future__ import annotations

from roundhouse.core.components import Edits, Table
from roundhouse.core.game import Game, Option
from roundhouse.core.rng import Rng
from roundhouse.core.verbs import Verb, frame, frame_seat, program_of
from roundhouse.core.words import listed
from roundhouse.games.empires import bot, view
from roundhouse.games.empires.actions import (
    BUY,
    CITY,
    CLAIM,
    CONTRACTS,
    ENGINES,
    FEATS,
    LINE,
    NO_BUY,
    NO_CLAIM,
    NO_CONTRACT,
    NO_GOOD,
    NO_LINE,
    NO_SEND,
    NO_SLOT,
    NOT_IN_PLAY,
    NOT_LINKED,
    ONE_AT_A_TIME,
    OTHER_START,
    PLAY,
    REASONS,
    SEND,
    SPACE,
    START,
)
from roundhouse.games.empires.board import TILES
from roundhouse.games.empires.bot_features import EmpiresHeuristics
from roundhouse.games.empires.box import SCHEMA, EmpiresBox
from roundhouse.games.empires.delivery import Arrive, Deliver, PlayCard, TakeLine, ToCity
from roundhouse.games.empires.feats import Condition, Feat
from roundhouse.games.empires.observation import EmpiresObservation
from roundhouse.games.empires.state import FEWER_DELIVERIES, MORE_ENDINGS, NEW_LINKS, PASSENGERS, RENT, Empires
from roundhouse.games.empires.verbs import Buy, Claim, Lay, PlaceStart

EDITIONS = {"draft": 0, "final": RENT | MORE_ENDINGS | FEWER_DELIVERIES}
DELIVERIES = {"any connected": 0, "new links only": NEW_LINKS}


class FirstTurn(Verb[Empires]):
    """The first turn begins, once all have started."""

    def __init__(self, turn: int) -> None:
        super().__init__()
        self.turn: int = turn  # the number of its program

    def run(self, s: Empires, f: int) -> None:
        s.turn = 1
        s.top = frame(self.turn, s.first)


class NextTurn(Verb[Empires]):
    """The turn passes on, clockwise; the game ends with a round (empires-16.1)."""

    def run(self, s: Empires, f: int) -> None:
        follows = (frame_seat(f) + 1) % s.seats
        if follows == s.first and s.endings():
            s.finish()
            return
        s.turn += 1
        s.laid = b""
        s.top = frame(program_of(f), follows)


class EmpiresGame(Game[Empires, EmpiresBox]):
    """Small Railroad Empires, 2 to 4 seats."""

    def __init__(self) -> None:
        super().__init__("empires", "Small Railroad Empires", range(2, 5), 2)
        self.schema = SCHEMA
        self.space = SPACE
        self.reasons = REASONS
        self.one_at_a_time = ONE_AT_A_TIME
        self.depth = 4
        self.heuristics = EmpiresHeuristics()
        self.observation = EmpiresObservation()
        self.delivery: int = self.register(
            ToCity(CITY, NOT_LINKED, "choose the city")
            + TakeLine(LINE, NO_LINE, "choose the line")
            + Arrive()
            + PlayCard(PLAY, NO_CONTRACT, "play a train card for the delivery")
        )
        turn = self.register(
            Lay(asking=True)
            + Deliver(SEND, NO_GOOD, "send a good, or deliver nothing", NO_SEND)
            + Claim(CLAIM, NOT_IN_PLAY, "claim an achievement, or nothing more", NO_CLAIM)
            + Buy(BUY, NO_SLOT, "take a train card, or none", NO_BUY)
            + NextTurn()
        )
        self.flow: int = self.register(PlaceStart(START, OTHER_START, "start at a factory") + FirstTurn(turn))
        self.printed = self.make_box(SCHEMA.printed(), {})
        ladder = listed([f"${n}" for n in self.printed.staggered], "and")
        self.options = {
            "edition": Option(
                "choice",
                "draft",
                "The rules of the draft, or those of the printed game where they are known to differ: rent for "
                "building where another seat is, two further endings, Master of Delivery at 4.",
                tuple(EDITIONS),
            ),
            "deliveries": Option(
                "choice",
                "any connected",
                "Which links goods can be delivered on: any that there are, or only those this turn's tracks made.",
                tuple(DELIVERIES),
            ),
            "passengers": Option(
                "flag", False, "Cities with hats of one colour score at the end for who has reached them."
            ),
            "start_money": Option(
                "choice",
                "printed",
                f"What the seats start with: ${self.printed.start_money} each, as printed, or in turn order "
                f"{ladder}, up to the last seat, as going first is worth most.",
                ("printed", "staggered"),
            ),
        }

    def make_box(self, tables: dict[str, Table], edits: Edits) -> EmpiresBox:
        return EmpiresBox(tables, edits, self.delivery)

    def parts(self, card: int) -> list[tuple[str, str]]:
        box = self.printed
        if card >= ENGINES + FEATS:
            return []
        asked: Condition | Feat = box.conditions[card] if card < ENGINES else box.feats[card - ENGINES]
        return [(type(asked).__name__, asked.text)]

    def empty(self) -> Empires:
        return Empires()

    def set_up(self, s: Empires, options: dict[str, object]) -> None:
        box, seats = s.box, s.seats
        n = 3 if seats == 2 else 4
        tiles = s.shuffled(list(range(len(TILES))))[:n]
        turned = [s.shuffled(allowed)[0] if len(allowed) > 1 else allowed[0] for allowed in box.atlas.rotations[n]]
        s.lay_out(bytes(tiles), bytes(turned))
        s.switches = EDITIONS[str(options["edition"])] | DELIVERIES[str(options["deliveries"])]
        if options["passengers"]:
            s.switches |= PASSENGERS
        s.produce()
        s.feats = bytes(sorted(s.shuffled_box(list(range(FEATS)), box.achievements)[: box.achievements]))
        there = [c for c in range(CONTRACTS) if box.contract_factory[c] in s.board.factories]
        contracts = s.shuffled_box(there, seats)
        s.contracts = bytes(contracts[:seats])
        s.undealt = bytes(contracts[seats:])
        s.deck = bytes(s.shuffled_box(box.engines, seats * box.hand + box.slots))
        for seat in range(seats):
            s.hands[seat] = s.deck[: box.hand]
            s.deck = s.deck[box.hand :]
        s.refill()
        starts = s.shuffled(list(range(seats)))[0]
        s.first = (starts + 1) % seats  # against the clock it is who starts last
        if options["start_money"] == "staggered":
            s.money = bytes([box.staggered[(seat - s.first) % seats] for seat in range(seats)])
        s.top = frame(self.flow, starts)

    def seen(self, s: Empires, seat: int | None) -> dict[str, object]:
        return view.seen(s, seat)

    def deal_hidden(self, s: Empires, seat: int | None, rng: Rng) -> None:
        view.deal_hidden(s, seat, rng)

    def taken(self, s: Empires, action: int) -> str:
        if BUY <= action < NO_BUY:
            return f"train card: {s.box.titles[s.market[action - BUY]]}"
        if CLAIM <= action < NO_CLAIM:
            return f"achievement: {s.label('feat', action - CLAIM)}"
        if START <= action < PLAY:
            return f"start: {s.label('factory', action - START)}"
        return ""

    def on_offer(self, s: Empires) -> list[str]:
        return [f"achievement: {s.label('feat', feat)}" for feat in s.feats]

    def evaluate(self, s: Empires, seat: int) -> int:
        return bot.evaluate(s, seat)


def create() -> EmpiresGame:
    """The game, for the registry."""
    return EmpiresGame()
