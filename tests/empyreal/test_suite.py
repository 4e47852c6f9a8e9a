"""What every game is asked, asked of Empyreal."""

from __future__ import annotations

import random
import re
from itertools import combinations, product
from typing import ClassVar
from xml.etree import ElementTree

import pytest

from roundhouse.core.cells import put
from roundhouse.core.rng import Rng
from roundhouse.core.state import State
from roundhouse.draw.face import Action
from roundhouse.games.empyreal.actions import ACTIVATE, ADMINISTRATE, CHOOSE, NO_DELIVERY, SKIP, STOP, USE
from roundhouse.games.empyreal.box import SCHEMA, STOPS
from roundhouse.games.empyreal.state import OPEN, Empyreal
from tests.empyreal import conserve
from tests.empyreal.table import kit
from tests.kit.boxes import line
from tests.kit.goldens import counted
from tests.kit.journeys import APART, FULL, Options, Viewer, choose, decided, meeting, samples
from tests.kit.secrets import seen
from tests.kit.suite import GameSuite

CHOICES = ("awards", "epic", "open_information", "friendly", "teams")
TEAMS = {4: ("off", "2v2"), 6: ("off", "2v2v2", "3v3")}
SHY = (SKIP, STOP, NO_DELIVERY, ADMINISTRATE)
# where an action is on the page: by its block, or else by its place, or else on the sign
BLOCKS = {"use": "dock", "recruit": "supply", "take": "dock", "seat": "seats", "swap": "seats"}
PLACES = {
    "hex": "board", "city": "board", "good": "board", "path": "dock", "yard": "dock", "market": "supply",
    "company": "dock", "captain": "dock", "award": "dock",
}  # fmt: skip
BAD = [
    ("cards.csv", "metro", "cost", "11"),
    ("cards.csv", "metro", "cost", "x"),
    ("cards.csv", "metro", "cost", "-1"),
    ("cards.csv", "metro", "title", ""),
    ("cards.csv", "metro", "kind", "two"),
    ("cards.csv", "two_desert_forest", "terrains", "desert"),
    ("cards.csv", "metro", "harsh", "1"),
    ("companies.csv", "kings_line", "home", "lava"),
    ("companies.csv", "kings_line", "captain", "seth_cremmul"),
    ("companies.csv", "kings_line", "title", ""),
    ("printed.csv", "kings_line,A", "terrains", ""),
    ("printed.csv", "kings_line,A", "terrains", "sea"),
    ("printed.csv", "kings_line,C", "cost", "99"),
    ("printed.csv", "kings_line,D", "terrains", "lava"),  # its own car
    ("sides.csv", "A1,0,0", "content", "lava"),
    ("sides.csv", "A1,1,1", "content", "city sea"),
    ("slots.csv", "2,1", "col", "3"),
    ("layouts.csv", "2,1", "sides", "A1 A2"),
    ("demands.csv", "2", "double", "10"),
    ("demands.csv", "2", "triple", "many"),
    ("numbers.csv", "cars", "number", "100"),
    ("numbers.csv", "cars", "number", "1"),
    ("numbers.csv", "goods", "number", "23"),
    ("numbers.csv", "start_mana", "number", "11"),
    ("numbers.csv", "per_hex", "number", "0"),
    ("numbers.csv", "market", "number", "0"),
    ("numbers.csv", "market_low", "number", "6"),
    ("numbers.csv", "most_mana", "number", "61"),
    ("numbers.csv", "tiles_4", "number", "0"),
]


class TestEmpyreal(GameSuite):
    id = "empyreal"
    wordless = ("Collect", "Resolve", "TakeTile")
    seeds = 1
    spread = 2
    conserved = staticmethod(conserve.conserved)
    expected = staticmethod(conserve.expected)
    cards = r"(?:20|22|23|24|25|28)\.\d+"
    hidden = ("pile", "stacks", "unused", "drawn", "known")
    follows = ("board", "foes", "mates", "targets", "fares")
    asked = ("step", "working", "delivery")
    restated = ("builds", "further", "further_builds", "ordered", "every_car", "departures", "deliveries")
    lies_open = (
        "supply", "stock", "companies", "ready", "spent", "conductor", "there", "ground", "goods", "won",
        "folios", "staff", "yards", "demands", "market", "discards", "round", "wastes", "ending", "first", "turn_rules",
        "fresh",
    )  # fmt: skip
    goldens: ClassVar[dict[str, tuple[int, Options, list[str]]]] = {
        "four": (4, {"awards": "expert"}, ["greedy", "random", "random", "greedy"]),
        "teams": (6, {"teams": "2v2v2", "epic": True}, ["greedy", *["random"] * 5]),
        "friendly": (3, {"friendly": True, "open_information": True, "awards": "advanced"}, ["random"] * 3),
        "random": (2, {}, ["random", "random"]),
    }
    edited = ("cards.csv", "metro", {"cost": "3"})
    bad = {
        f"{file} {row} {column} {value!r}": (file, row, {column: value}, f"line {line(SCHEMA, file, row)}.*{column}")
        for file, row, column, value in BAD
    } | {"a title used twice": ("cards.csv", "metro", {"title": "Icecar"}, "Icecar")}
    logged = {
        "use Seth Cremmul": ("uses <b>Seth Cremmul</b>", ""),
        "administrate": ("administrates", ""),
        "move to C": ("moves to <b>C</b>", ""),
        "move to the End of the Line": ("moves to the End of the Line", ""),
        "activate printed A on A1": ("activates <b>printed A</b>", ""),
        "activate Metro on B2 twice": ("activates <b>Metro</b> twice", ""),
        "build on C4": ("builds on <b>C4</b>", "C4"),
        "build on C4 with the free transfer": ("builds on <b>C4</b>", "C4"),
        "build on wasteland": ("chooses to build on wasteland", ""),
        "build nothing": ("builds nothing", ""),
        "that is all": ("stops", ""),
        "refresh your captain and engineer": ("chooses to refresh the captain and engineer", ""),
        "gain mana": ("chooses to gain mana", ""),
        "gain Mana Surger": ("gains <b>Mana Surger</b>", ""),
        "put it on B2": ("puts it on <b>B2</b> of the railyard", ""),
        "deliver Crizma to the lava city": ("delivers <b>Crizma to the lava city</b>", ""),
        "take the good at D5": ("takes the good at <b>D5</b>", "D5"),
        "take the red Triple": ("takes the <b>red Triple</b>", ""),
        "take Wendy Thristle": ("takes <b>Wendy Thristle</b>", ""),
        "lay waste to E5": ("lays waste to <b>E5</b>", "E5"),
        "move the train at E5": ("moves the train at <b>E5</b>", "E5"),
        "choose E5": ("chooses <b>E5</b>", "E5"),
        "choose Ehrlite": ("chooses <b>Ehrlite</b>", ""),
        "be led by Seth Cremmul": ("is led by <b>Seth Cremmul</b>", ""),
        "strike out Focus": ("strikes out <b>Focus</b>", ""),
    }

    @classmethod
    def options(cls, seats: int) -> list[Options]:
        """All sets of options in the full run, else so many that every two settings meet."""
        values = product(("off", "advanced", "expert"), *[(False, True)] * 3, TEAMS.get(seats, ("off",)))
        every: list[Options] = [dict(zip(CHOICES, v, strict=True)) for v in values if "off" in (v[0], v[4])]
        return every if FULL else meeting(every)

    @classmethod
    def pick(cls, rng: Rng, s: State) -> int:
        """At random, but rather building and activating than not."""
        bold = [a for a in s.legal() if a not in SHY]
        return choose(rng, bold if bold and rng.below(10) < 7 else s.legal())

    @classmethod
    def ended(cls, s: State, options: Options) -> None:
        """Exactly one seat wins, or one team."""
        best = [i for i in range(s.seats) if s.scores()[i] == max(s.scores())]
        teams = str(options["teams"])
        assert set(s.winners()) <= set(best)
        assert len(s.winners()) == (1 if teams == "off" else int(teams[0]))

    @classmethod
    def told_cards(cls) -> list[str]:
        """Common and company spellcars have clauses by kind and company, all others by their titles."""
        told = ("unique", "captain", "engineer", "surveyor", "master", "award")
        return [title for title, kind in zip(kit().titles, kit().kinds, strict=True) if kind in told]

    @classmethod
    def another_deal(cls, s: Empyreal, viewer: Viewer, rng: random.Random) -> Empyreal:
        twin = s.clone()
        twin.offered = []
        twin.pile = bytes(rng.sample(list(s.pile), len(s.pile)))
        bit = 0 if viewer is None else 1 << viewer
        for k in range(3):
            zones = [[*s.stacks[k]], [*s.unused[k]], [*s.drawn] if k == 2 else []]
            free = [(z, i) for z in range(3) for i, p in enumerate(zones[z]) if not s.known[p] & bit]
            free = [(z, i) for z, i in free if z or not s.switches & OPEN]
            old = [zones[z][i] for z, i in free]
            masks = [s.known[p] for p in old]
            for (z, i), p, mask in zip(free, rng.sample(old, len(old)), masks, strict=True):
                zones[z][i] = p
                twin.known = put(twin.known, p, mask)
            if k == 2 and s.drawn and viewer != s.seat:  # what was seen in the box may have been drawn from it
                both = rng.sample(zones[1] + zones[2], len(zones[1] + zones[2]))
                zones[1], zones[2] = both[: len(zones[1])], both[len(zones[1]) :]
                for p in both:
                    here = 1 << s.seat if p in zones[2] else 0
                    twin.known = put(twin.known, p, twin.known[p] & ~(1 << s.seat) | here)
            twin.stacks[k], twin.unused[k] = bytes(sorted(zones[0])), bytes(sorted(zones[1]))
            if k == 2:
                twin.drawn = bytes(sorted(zones[2]))
        return twin

    @classmethod
    def perft(cls) -> dict[str, list[int]]:
        tables: list[Options] = [
            {}, {"friendly": True}, {"teams": "2v2"}, {"awards": "expert"}, {"open_information": True, "epic": True}
        ]  # fmt: skip
        out = {}
        for seats, options in enumerate(tables, 2):
            s = cls.game().new(seats=seats, seed=11, **options)
            stops = (lambda s, round=round: s.round >= round for round in (2, 6, 12))
            out[f"{seats} seats"] = counted(s, f"{seats} seats", stops, 1, 2, 3)
        return out

    @classmethod
    def places(cls, s: Empyreal, action: int) -> set[str]:
        block, place, _ = s.points_at(action)
        beside = {"prompt"} if block in ("colour", "tile") else set()
        return {BLOCKS.get(block) or PLACES.get(place, "prompt")} | beside

    @classmethod
    def logged_action(cls, words: str) -> Action:
        """By its words at a new table; those of folios and of options are not among them."""
        s = cls.game().new(seats=6, seed=1)
        others = {"use": USE, "activate": ACTIVATE + words.endswith("twice")}
        known = {s.words(a): a for a in range(s.space.size)}
        return {**decided(s, known.get(words, others.get(words.split()[0], CHOOSE))), "words": words}

    @classmethod
    def names(cls, s: Empyreal, action: int, said: str, element: ElementTree.Element) -> bool:
        block, place, thing = s.points_at(action)
        if place == "hex":
            return s.board.labels[thing] in said
        if place == "yard":
            return s.box.place(thing) in said
        if place == "market":
            return s.box.titles[thing] in said
        if block == "move":
            return STOPS[thing] in said
        if block in ("take", "captain"):
            return s.box.person(thing) in said
        return block != "company" or s.box.company_titles[thing] in said

    def test_all_settings_that_can_meet_do(self) -> None:
        for seats in self.game().seats:
            teams = len(TEAMS.get(seats, ("off",)))
            sizes = {"awards": 3, "teams": teams}
            for a, b in combinations(CHOICES, 2):
                meet = sizes.get(a, 2) * sizes.get(b, 2) if (a, b) != ("awards", "teams") else 2 + teams
                assert len({(o[a], o[b]) for o in self.options(seats)}) == meet

    def test_no_two_clauses_have_one_title(self) -> None:
        titles = re.findall(r"^- \*\*empyreal-[\d.]+\*\* \*([^*]+?)\.?\*", self.ledger(), re.M)
        assert len(set(titles)) == len(titles) == len(self.clauses())

    def test_every_point_of_the_summary_is_answered(self) -> None:
        assert {int(n) for n in re.findall(r"summary (\d+)", self.ledger())} == set(range(1, 23))

    @pytest.mark.rule("empyreal-4.10", "empyreal-18.9")
    def test_no_view_depends_on_what_is_hidden(self) -> None:
        super().test_no_view_depends_on_what_is_hidden()

    @pytest.mark.rule("empyreal-4.9")
    def test_every_view_depends_on_what_lies_open(self) -> None:
        super().test_every_view_depends_on_what_lies_open()
        for sample in samples(type(self))[5 :: 5 if FULL else 40 // APART]:
            s: Empyreal = sample.state
            for seat, slot in [(i, slot) for i, staff in enumerate(s.staff) for slot, one in enumerate(staff) if one]:
                twin = s.clone()
                twin.flip(seat, slot, not twin.is_flipped(seat, slot))
                for viewer in sample.viewers:
                    assert seen(twin, viewer) != sample.view(viewer), (seat, slot)
