"""What every game is asked, asked of Spyrium."""

from __future__ import annotations

import random
import re
from typing import ClassVar
from xml.etree import ElementTree

from roundhouse.core.rng import Rng, seeded
from roundhouse.core.state import State
from roundhouse.draw.face import Action
from roundhouse.games.spyrium.actions import use_of
from roundhouse.games.spyrium.board import BETWEEN, CELL_NAMES
from roundhouse.games.spyrium.face.words import cell_of
from roundhouse.games.spyrium.state import Spyrium
from tests.kit.goldens import counted
from tests.kit.journeys import Options, Viewer, choose, decided
from tests.kit.suite import GameSuite
from tests.spyrium import conserve
from tests.spyrium.table import beside, table

TRACKS = ("2 3 4 5 7", "2 3 4 5 6 7")
BESIDE = ("earn", "call", "patent", "build")  # with a worker just lifted
BOUGHT = ("build", "call", "use", "event")


def mixed(cards: bytes, rng: random.Random) -> bytes:
    return bytes(rng.sample(cards, len(cards)))


class TestSpyrium(GameSuite):
    id = "spyrium"
    wordless = ("HasToken", "TokenValue")
    conserved = staticmethod(conserve.conserved)
    expected = staticmethod(conserve.expected)
    cards = r"1[26]\.\d+"
    hidden = ("decks", "events", "reserve")
    follows = ("incomes",)
    asked = ("lifted", "bills", "market")
    lies_open = (
        "first", "phases", "pounds", "spyrium", "points", "workers", "active", "bonuses", "techniques",
        "cells", "gaps", "crowd", "tokens", "discards", "gone",
    )  # fmt: skip
    goldens: ClassVar[dict[str, tuple[int, Options, list[str]]]] = {
        "four": (4, {}, ["greedy", "random", "greedy", "greedy"]),
        "five": (5, {"residence_track": TRACKS[1]}, ["random", "greedy", "random", "greedy", "random"]),
        "random": (2, {"first_player": "fixed"}, ["random", "random"]),
    }
    edited = ("cards.csv", "mansion", {"price": "49"})
    bad = {
        "a word for a number": ("cards.csv", "mansion", {"price": "two"}, "column price: 'two'"),
        "a negative number": ("cards.csv", "mansion", {"price": "-1"}, "column price: '-1'"),
        "too large a number": ("cards.csv", "mansion", {"vp": "51"}, "column vp: .* from 0 to 50"),
        "no title": ("cards.csv", "mansion", {"title": " "}, "column title: it is empty"),
        "a title used twice": ("cards.csv", "palace", {"title": "Mansion"}, "'Mansion' already names mansion"),
        "another name used twice": ("cards.csv", "palace", {"also": "Lab I"}, "column title: 'Lab I' already names"),
        "two of a technique": ("cards.csv", "crane", {"b": "1"}, "column .: there is one Crane at most"),
        "another kind": ("cards.csv", "mansion", {"kind": "character"}, "kind: 'character' must stay 'building'"),
        "another symbol": ("cards.csv", "mansion", {"symbols": "mine"}, "column symbols: 'mine' must stay ''"),
        "another token": ("cards.csv", "mansion", {"token": "one"}, "column token: 'one' must stay 'none'"),
        "an event in a deck": ("cards.csv", "hire", {"a": "1"}, "column a: .*event"),
        "no turns": ("numbers.csv", "turns", {"number": "0"}, "column number: turns must be 1 to 6"),
        "seven turns": ("numbers.csv", "turns", {"number": "7"}, "column number: turns must be 1 to 6"),
        "no workers to start": ("numbers.csv", "start_workers", {"number": "0"}, "start_workers must be 1 to 7"),
        "too many to start": ("numbers.csv", "start_workers", {"number": "8"}, "start_workers must be 1 to 7"),
        "no workers at all": ("numbers.csv", "most_workers", {"number": "0"}, "most_workers must be 1 to 20"),
        "a bonus for nothing": ("numbers.csv", "first_bonus", {"number": "0"}, "first_bonus must be 1 to 20"),
        "bonuses the wrong way": (
            "numbers.csv",
            "second_bonus",
            {"number": "7"},
            r"line \d+, column number: first_bonus must be",
        ),
        "no second bonus": ("numbers.csv", "second_bonus", {"number": "0"}, "second_bonus must be 1 to 99"),
        "too large a count": ("numbers.csv", "tokens_1", {"number": "100"}, "column number: .* from 0 to 99"),
        "no source": ("numbers.csv", "turns", {"source": ""}, "column source: it is empty"),
    }
    regions = {"prompt", "strip", "board", "seats", "words", "dock"}
    idle = {"seats", "strip"}
    rarely = ("by Lobbying", "over inclined", "reuse", " as 3", "score the residence")
    logged = {
        "place between Mine I a1 and Banker a2": ("places between <b>Mine I</b> and <b>Banker</b>", "a1-a2"),
        "place between empty b2 and Crane c2": ("places between <b>an empty place</b> and <b>Crane</b>", "b2-c2"),
        "earn at Factory I b2": ("earns money at <b>Factory I</b>", "b2"),
        "take the worker home": ("takes a worker home", ""),
        "start activating": ("goes to phase II, activating", ""),
        "pass": ("passes", ""),
        "use Mine II: 1 worker for 2 Spyrium": ("uses <b>Mine II</b>: 1 worker for 2 Spyrium", ""),
        "reuse Mine II: 1 Spyrium": ("uses <b>Mine II</b> again: 1 Spyrium", ""),
        "use the event: £3 for 3 points": ("uses the event: £3 for 3 points", ""),
        "call Banker a2, token 1": ("calls the <b>Banker</b> with token 1", "a2"),
        "call Banker a2, token 1 as 3 by Lobbying": (
            "calls the <b>Banker</b> with token 1 counted as 3, by Lobbying",
            "a2",
        ),
        "patent Crane c3": ("patents <b>Crane</b>", "c3"),
        "build Mine I a1 in a new place": ("builds <b>Mine I</b> in a new place", "a1"),
        "build Factory I a1 over inclined Workshop I by Lobbying": (
            "builds <b>Factory I</b> over inclined <b>Workshop I</b>, by Lobbying",
            "a1",
        ),
        "take £5": ("takes the bonus: £5", ""),
        "count the token as 2": ("counts the token as 2", ""),
        "score the residence": ("scores the residence", ""),
    }

    @classmethod
    def options(cls, seats: int) -> list[Options]:
        """Both tracks, each with either beginning in turn."""
        starts = ("random", "fixed") if seats % 2 else ("fixed", "random")
        return [{"residence_track": t, "first_player": f} for t, f in zip(TRACKS, starts, strict=True)]

    @classmethod
    def pick(cls, rng: Rng, s: State) -> int:
        """At random, but rather activating than earning."""
        bought = [a for a in s.legal() if s.points_at(a)[0] in BOUGHT]
        return choose(rng, bought if bought and rng.below(10) < 7 else s.legal())

    @classmethod
    def positions(cls) -> list[State]:
        lobbied = beside("Adviser", "0 1", techniques="Lobbying")
        return [lobbied.state]

    @classmethod
    def another_deal(cls, s: Spyrium, viewer: Viewer, rng: random.Random) -> Spyrium:
        twin = s.clone()
        twin.offered = []
        twin.decks = [mixed(deck, rng) for deck in s.decks]
        twin.reserve = mixed(s.reserve, rng)
        known = s.turn + 1
        twin.events = s.events[:known] + mixed(s.events[known:], rng)
        return twin

    @classmethod
    def perft(cls) -> dict[str, list[int]]:
        out = {}
        for seats in cls.game().seats:
            for track in TRACKS:
                s = cls.game().new(seats=seats, seed=11, residence_track=track)
                rng = seeded(f"{seats} {track}")
                stops = (lambda s, turn=turn, rng=rng: s.turn >= turn and not rng.below(20) for turn in (2, 4, 6))
                out[f"{seats}, {track}"] = counted(s, rng, stops, 2, 3)
        return out

    @classmethod
    def places(cls, s: Spyrium, action: int) -> set[str]:
        block, place, _ = s.points_at(action)
        if block in ("advance", "pass"):
            return {"prompt", "dock"}
        if block == "residence":
            return {"prompt", "board"}
        if block == "build":
            return {"board", "dock"}
        return {{"gap": "board", "card": "board", "event": "board", "row": "dock"}.get(place, "prompt")}

    @classmethod
    def names(cls, s: Spyrium, action: int, said: str, element: ElementTree.Element) -> bool:
        block, place, thing = s.points_at(action)
        if place == "gap":
            return element.get("data-gap") == str(thing)
        if place == "card" and "Build " not in said:
            about = {"block": block, "thing": thing, "words": s.words(action)}
            return s.box.titles[s.face_at(cell_of(s.view(s.seat), about))] in said
        return place != "row" or s.box.titles[use_of(thing)[0]] in said

    @classmethod
    def logged_action(cls, words: str) -> Action:
        """An action by its parts, at a table where the cards that it names lie in the market."""
        named = {place: title for title, place in re.findall(r"([A-Z]\w+(?: I+)?) ([abc][123])", words)}
        cells = [BETWEEN[g] for g in range(12) if set(named) & {CELL_NAMES[c] for c in BETWEEN[g]}]
        where = " ".join(CELL_NAMES[c] for c in cells[0]) if cells else "a1 a2"
        t = table(market=named, stand={where: "0"}, event="Buy renown")
        return decided(t.lift(where).state if words.split()[0] in BESIDE else t.state, words)

    def test_no_two_reasons_are_the_same(self) -> None:
        reasons = self.game().reasons
        assert len(set(reasons.values())) == len(reasons)
