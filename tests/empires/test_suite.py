"""What every game is asked, asked of Small Railroad Empires."""

from __future__ import annotations

import random
import re
from itertools import product
from typing import ClassVar
from xml.etree import ElementTree

import pytest

from roundhouse.core.cells import put
from roundhouse.core.rng import Rng
from roundhouse.core.state import State
from roundhouse.draw.face import Action
from roundhouse.games.empires.actions import NO_SEND, SEND
from roundhouse.games.empires.state import KNOWN, Empires
from tests.empires import conserve
from tests.empires.table import table
from tests.kit.goldens import counted
from tests.kit.journeys import Options, Viewer, choose, decided, meeting
from tests.kit.suite import GameSuite

NAMES = ("edition", "deliveries", "passengers", "start_money")
EVERY = list(product(("draft", "final"), ("any connected", "new links only"), (False, True), ("printed", "staggered")))
PLACES = {
    "hex": "board", "factory": "board", "good": "board", "city": "board", "line": "board", "feat": "supply",
    "market": "dock", "hand": "dock", "": "prompt",
}  # fmt: skip


class TestEmpires(GameSuite):
    id = "empires"
    offered = ("actions", "offers", "delivery")
    conserved = staticmethod(conserve.conserved)
    expected = staticmethod(conserve.expected)
    cards = r"19\.\d+"
    hidden = ("hands", "deck", "contracts", "undealt")
    follows = ("board", "joints")
    restated = ("offers", "claims")
    asked = ("step", "delivery")
    lies_open = ("money", "loans", "supply", "locked", "boxed", "prestige", "deliveries", "longest", "market")
    goldens: ClassVar[dict[str, tuple[int, Options, list[str]]]] = {
        "four": (4, {}, ["greedy", "random", "greedy", "greedy"]),
        "final": (
            3,
            {"edition": "final", "passengers": True, "start_money": "staggered"},
            ["greedy", "greedy", "random"],
        ),
        "random": (2, {"deliveries": "new links only"}, ["random", "random"]),
    }
    edited = ("cards.csv", "tunnel", {"prestige": "19"})
    bad = {
        "a word for a number": ("cards.csv", "tunnel", {"prestige": "two"}, "column prestige: 'two'"),
        "a negative number": ("cards.csv", "tunnel", {"later": "-1"}, "column later: '-1'"),
        "too large a number": ("cards.csv", "tunnel", {"prestige": "21"}, "column prestige: .* from 0 to 20"),
        "no title": ("cards.csv", "tunnel", {"title": " "}, "column title: it is empty"),
        "a title used twice": (
            "cards.csv",
            "tunnel",
            {"title": "Bridge Master"},
            "'Bridge Master' already names bridge",
        ),
        "another kind": ("cards.csv", "tunnel", {"kind": "engine"}, "column kind: 'engine' must stay 'achievement'"),
        "another colour": ("cards.csv", "red_coal", {"colour": "blue"}, "column colour: 'blue' must stay 'red'"),
        "another condition": (
            "cards.csv",
            "red_coal",
            {"subject": "steel"},
            "column subject: 'steel' must stay 'coal'",
        ),
        "another ground": ("tiles.csv", "A,0,0", {"ground": "blue"}, "column ground: 'blue' must stay"),
        "two stars": ("tiles.csv", "A,0,0", {"star": "2"}, "column star: '2' is not"),
        "another turn": ("layouts.csv", "4,1", {"rotations": "9"}, "column rotations: '9' must stay"),
        "other goods": ("factories.csv", "FA1", {"goods": "gold"}, "column goods: 'gold' must stay"),
        "other demands": ("cities.csv", "CA1", {"demands": "gold"}, "column demands: 'gold' must stay"),
        "another hat": ("cities.csv", "CA1", {"hat": "black"}, "column hat: 'black' must stay"),
        "a factory without a name": ("factories.csv", "FA1", {"name": ""}, "column name: it is empty"),
        "a factory named twice": ("factories.csv", "FA2", {"name": "Ash Pit"}, "column name: 'Ash Pit' is the name"),
        "a factory spelled like another": (
            "factories.csv",
            "FA2",
            {"name": "ASH-PIT"},
            "'ASH-PIT' is the name of another",
        ),
        "a city like a hex": ("cities.csv", "CA1", {"name": "E5"}, "column name: 'E5' reads like a coordinate"),
        "a city like a factory": ("cities.csv", "CA1", {"name": "ash pit"}, "column name: 'ash pit' is the name"),
        "too dear a ground": ("grounds.csv", "grey", {"cost": "10"}, "column cost: .* from 0 to 9"),
        "too high a bonus": ("bonus.csv", "9", {"money": "21"}, "column money: .* from 0 to 20"),
        "production at the start": ("prestige.csv", "0", {"production": "1"}, "column production: everybody starts"),
        "production twice": ("prestige.csv", "3", {"production": "2"}, "column production: '2' is not"),
        "no tracks": ("numbers.csv", "tracks", {"number": "0"}, "tracks must be 1 to 20"),
        "too many tracks": ("numbers.csv", "tracks", {"number": "21"}, "tracks must be 1 to 20"),
        "three to unlock": ("numbers.csv", "unlockable", {"number": "3"}, "unlockable must be 0 to 2"),
        "too many trains": ("numbers.csv", "trains", {"number": "13"}, "trains must be 0 to 12"),
        "no tracks a turn": ("numbers.csv", "tracks_per_turn", {"number": "0"}, "tracks_per_turn must be 1 to 20"),
        "more money than there can be": ("numbers.csv", "start_money", {"number": "10"}, "start_money must be 0 to 9"),
        "a loan of nothing": ("numbers.csv", "loan_money", {"number": "0"}, "loan_money must be 1 to 99"),
        "too many loans": ("numbers.csv", "loans", {"number": "61"}, "loans must be 0 to 60"),
        "three a space": ("numbers.csv", "per_space", {"number": "3"}, "per_space must be 2 to 2"),
        "no hand": ("numbers.csv", "hand", {"number": "0"}, "hand must be 1 to 7"),
        "eight in hand": ("numbers.csv", "hand", {"number": "8"}, "hand must be 1 to 7"),
        "eleven achievements": ("numbers.csv", "achievements", {"number": "11"}, "achievements must be 0 to 10"),
        "too large a count": ("numbers.csv", "star", {"number": "100"}, "column number: .* from 0 to 99"),
        "no source": ("numbers.csv", "star", {"source": ""}, "column source: it is empty"),
    }
    idle = {"seats"}
    rarely = ("and reveal the contract",)
    logged = {
        "start at Chaff": ("starts at <b>Chaff</b>", "Chaff"),
        "lay C1 mountain": ("lays <b>C1</b>, mountain", "C1"),
        "lay Corn Hall": ("lays <b>Corn Hall</b>", "Corn Hall"),
        "start a new route at Axe Edge": ("starts a new route at <b>Axe Edge</b>", "Axe Edge"),
        "lay no third track": ("lays no third track", ""),
        "send grain from Corn Hall": ("sends <b>grain</b> from <b>Corn Hall</b>", "Corn Hall"),
        "deliver nothing": ("delivers nothing", ""),
        "deliver to Dunmow": ("delivers to <b>Dunmow</b>", "Dunmow"),
        "take the line 4 long over forest": ("takes the line 4 long over forest", ""),
        "play Blue lake engine": ("plays <b>Blue lake engine</b>", ""),
        "play Blue lake engine and reveal the contract": ("plays <b>Blue lake engine</b> and reveals the contract", ""),
        "claim Treasure Hunter": ("claims <b>Treasure Hunter</b>", ""),
        "claim nothing more": ("claims nothing more", ""),
        "take Red coal engine for $1": ("takes <b>Red coal engine</b> for $1", ""),
        "take no train card": ("takes no train card", ""),
    }

    @classmethod
    def logged_action(cls, words: str) -> Action:
        """By its parts; which hex and which slot of the market it is does not matter to the log."""
        s = cls.game().new(seats=4, seed=1)
        found = [a for a in range(s.space.size) if s.words(a) == words]
        if found:
            return decided(s, found[0])
        return {"words": words, "block": "lay" if words.startswith("lay") else "buy", "thing": 0}

    @classmethod
    def options(cls, seats: int) -> list[Options]:
        return meeting([dict(zip(NAMES, values, strict=True)) for values in EVERY])

    @classmethod
    def pick(cls, rng: Rng, s: State) -> int:
        """At random, but rather delivering, and rather next to the network than on a new route."""
        legal = s.legal()
        sends = [a for a in legal if SEND <= a < NO_SEND]
        lays = [a for a in legal if s.points_at(a)[0] == "lay"]
        if sends and rng.below(5):
            return choose(rng, sends)
        return choose(rng, lays if lays and rng.below(5) else legal)

    @classmethod
    def positions(cls) -> list[State]:
        contract = table("E4 E3 D2", step="deliver", contract_of="FA2").do("send coal", "deliver to Ashby")
        later = table("E4 E3 D2", step="deliver", hand="red_coal", theirs="treasure", money=9).do("deliver nothing")
        return [contract.state, later.state]

    @classmethod
    def ended(cls, s: State, options: Options) -> None:
        """Not all who have the most points win: ties are broken."""
        assert {s.scores()[i] for i in s.winners()} == {max(s.scores())}

    @classmethod
    def another_deal(cls, s: Empires, viewer: Viewer, rng: random.Random) -> Empires:
        twin = s.clone()
        twin.offered = []
        pool = [b for b in s.deck if not s.shown >> b & 1]
        papers = list(s.undealt)
        rivals = [seat for seat in range(s.seats) if seat != viewer]
        for seat in rivals:
            pool += [b for b in s.hands[seat] if b < KNOWN]
            papers += [] if s.revealed[seat] else [s.contracts[seat]]
        rng.shuffle(pool)
        rng.shuffle(papers)
        for seat in rivals:
            twin.hands[seat] = bytes(b if b >= KNOWN else pool.pop() for b in s.hands[seat])
            if not s.revealed[seat]:
                twin.contracts = put(twin.contracts, seat, papers.pop())
        deck = [*pool, *[b for b in s.deck if s.shown >> b & 1]]  # these all know to be there
        twin.deck = bytes(rng.sample(deck, len(deck)))
        twin.undealt = bytes(papers)
        return twin

    @classmethod
    def perft(cls) -> dict[str, list[int]]:
        out = {}
        for seats, edition in product(cls.game().seats, ("draft", "final")):
            s = cls.game().new(seats=seats, seed=11, edition=edition)
            stops = (lambda s, turn=round * seats: s.turn >= turn for round in (2, 5, 8))
            out[f"{seats}, {edition}"] = counted(s, f"{seats} {edition}", stops, 1, 2)
        return out

    @classmethod
    def places(cls, s: Empires, action: int) -> set[str]:
        block, place, thing = s.points_at(action)
        beside = [s.board.place[a] for a in s.legal() if a < s.board.size and a in s.board.factory]
        if block == "route" and thing in beside:
            return set()  # the same track for more money is in words only
        return {"supply" if block == "claim" else PLACES[place]}

    @classmethod
    def names(cls, s: Empires, action: int, said: str, element: ElementTree.Element) -> bool:
        block, _, thing = s.points_at(action)
        if block == "lay":
            return s.board.labels[thing].split(" ")[0] in said
        if block in ("route", "start", "city", "send", "claim"):
            return s.label(next(b.kind for b in s.space.blocks if b.name == block), thing) in said
        if block == "buy":
            return s.box.titles[s.market[thing]] in said
        return block != "play" or s.box.titles[thing] in said or "Reveal" in said

    @pytest.mark.rule("empires-18.2", "empires-10.3")
    def test_no_view_depends_on_what_is_hidden(self) -> None:
        super().test_no_view_depends_on_what_is_hidden()

    def test_every_note_is_told(self) -> None:
        """The 31 rulings and those of section 5 are named somewhere."""
        told = re.findall(r"notes (\d+(?:, \d+)*)", self.ledger())
        assert {int(n) for found in told for n in found.split(", ")} == set(range(1, 32))
        assert self.ledger().count("notes, section") >= 9
