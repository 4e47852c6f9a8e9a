"""What may be said at the main decisions, written once more from the ledger, on the view of the deciding seat alone."""

from __future__ import annotations

from typing import Any

from tests.empyreal.chains import TERRAINS, neighbours

View = dict[str, Any]
STOPS = ("A", "B", "C", "D", "E", "the End of the Line")
COLOURS = ("yellow", "green", "white", "blue", "red", "grey")
GOODS = dict(zip(COLOURS, ("Hylatine", "Heartwood", "Ritherwhyte", "Ehrlite", "Crizma", "Vital Silver"), strict=True))
STACKS = {"engineers": 1, "surveyors": 2, "station masters": 3}
# of what holds this turn
FREE_MOVES, FREE_CARS = "moves are free", "activations are free"
NO_COSTS, IN_PHASE = "cars cost nothing", "specialists may be used"


class Oracle:
    """The rules of one decision."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.seat: int = view["viewer"]
        self.me: View = view["players"][self.seat]
        self.hexes: list[View] = view["hexes"]
        self.near = neighbours(view)
        self.own = {i for i, h in enumerate(self.hexes) if self.seat in h["cars"]}
        self.beside = {n for h in self.own for n in self.near[h]} - self.own
        self.masters = {p["title"] for p in self.me["staff"][3:] if p}
        self.holds: list[str] = view["rules_this_turn"]

    def label(self, hex: int) -> str:
        return str(self.hexes[hex]["label"])

    def says(self) -> set[str] | None:
        """All that may be said (for `Act`, specialists aside); None at other decisions."""
        steps = {
            "Act": self.actions, "MoveAfter": self.moves, "Declare": self.declared, "ChooseCity": self.cities,
            "TakeTile": self.tiles, "GainCars": self.gains, "Recruit": self.recruits, "PlaceWasteland": self.wastes,
            "FoundCompany": self.founds, "Headquarters": self.headquarters, "StrikeAwards": self.strikes,
            "Collect": self.collects, "Upgrade": self.upgrades, "DiscardCar": self.discards,
        }  # fmt: skip
        found = steps.get(self.view["step"])
        return found() if found else None

    # set-up

    def strikes(self) -> set[str]:
        return {f"strike out {a['title']}" for a in self.view["awards"]}

    def founds(self) -> set[str] | None:
        if "friendly" in self.view["rules"] or self.me["company"]:
            return None  # captains are told by tests of their own
        titles = ("Golden Sands Company", "Caterpillar Conveyance Consortium", "Afterworld Express", "Kings' Line",
                  "Kerigan Transcontinental", "Gesselheim Imperial")  # fmt: skip
        taken = {p["company_title"] for p in self.view["players"]}
        return {f"found {t}" for t in titles if t not in taken}

    def headquarters(self) -> set[str]:
        free = {i for i, h in enumerate(self.hexes) if h["ground"] in TERRAINS and not h["cars"]}
        if self.own:
            return {f"build on {self.label(h)}" for h in self.beside & free}
        home = {h for h in free if self.hexes[h]["ground"] == self.me["home"]}
        return {f"build on {self.label(h)}" for h in home if free.intersection(self.near[h])}

    # the turn

    def moves(self) -> set[str]:
        tables = [(0, 1, 3, 6)]
        if FREE_MOVES in self.holds:
            tables.append((0, 0, 0, 2))
        if "Simon La Faucheuse" in self.masters:
            tables.append((0, 0, 2, 4))
        out = set()
        for steps in range(1, 5):
            to = self.me["conductor"] + steps
            if to <= 6 and min(t[steps - 1] for t in tables) <= self.me["ready"] + self.clive():
                out.add(f"move to {STOPS[to - 1]}")
        return out

    def clive(self) -> int:
        """What he brings before the main action, if he was not used."""
        waits = any(p and p["title"] == "Clive Melmont" and not p["used"] for p in self.me["staff"])
        return 1 if waits and self.me["spent"] and IN_PHASE in self.holds else 0

    def actions(self) -> set[str]:
        first = {"activate before moving"} if "Peril" in self.masters and self.me["conductor"] else set()
        return {"administrate"} | self.moves() | first

    def declared(self) -> set[str] | None:
        if IN_PHASE in self.holds:
            return None  # Milton's
        done = [d["place"] for d in self.view["declared"]]
        tolls = [0, 1, 2]
        if "Levine Casterlie" in self.masters:
            tolls = [0, 0, 1]
        if FREE_CARS in self.holds:
            tolls = [0, 0, 0]
        purse = self.me["ready"] - self.view["fresh"]
        out = {"that is all"}
        for row in range(3):
            place = row * 5 + self.me["conductor"] - 1
            car = self.me["yard"][place]
            if not car or place in done:
                continue
            cost = 0 if NO_COSTS in self.holds else car["cost"]
            words = f"activate {car['title']} on {STOPS[self.me['conductor'] - 1]}{row + 1}"
            if cost + tolls[len(done)] <= purse:
                out.add(words)
            if not done and "Viona Larone" in self.masters and 2 * cost + tolls[1] <= purse:
                out.add(f"{words} twice")
        return out

    def upgrades(self) -> set[str]:
        return {"upgrade mana", "upgrade specialists", "upgrade spellcars"}

    def gains(self) -> set[str]:
        yard = self.me["yard"]
        rows = [[p for p in range(5 * r, 5 * r + 5) if not yard[p]] for r in (1, 2)]
        covers = [p for p in range(5) if yard[p]["printed"]]
        places = rows[0] or rows[1] or covers
        if self.view["arriving"]:
            return {f"put it on {STOPS[p % 5]}{p // 5 + 1}" for p in places}
        out = {f"gain {car['title']}" for car in self.view["market"]}
        return out if rows[0] or rows[1] else out | {"that is all"}

    def discards(self) -> set[str]:
        yard = enumerate(self.me["yard"])
        return {f"discard {c['title']} on {STOPS[p % 5]}{p // 5 + 1}" for p, c in yard if c and not c["printed"]}

    def recruits(self) -> set[str] | None:
        if not self.view["prompt"].startswith("choose a stack"):
            return None
        stacks = [s["kind"] for s in self.view["stacks"] if s["left"]]
        return {f"look at the {k}" for k in stacks if not self.me["staff"][STACKS[k]]}

    def wastes(self) -> set[str]:
        places = {h for h in self.own | self.beside if self.hexes[h]["ground"] in TERRAINS}
        return {f"lay waste to {self.label(h)}" for h in places}

    # deliveries

    def lying(self, colour: str) -> dict[int, int]:
        """How many goods of a colour lie on each hex of the network."""
        return {h: g["n"] for h in self.own for g in self.hexes[h]["goods"] if g["colour"] == colour}

    def at_end(self) -> bool:
        return not self.view["final"] and IN_PHASE not in self.holds and self.me["conductor"] == 6

    def reach(self, n: int) -> int:
        return n + 1 if self.at_end() and "Hai of Noirwood" in self.masters else n

    def cities(self) -> set[str]:
        """Deliveries of a city's own colour, and of swapped tiles where these can be earned."""
        out = {"deliver nothing"}
        for city in self.view["cities"]:
            if city["hex"] not in self.beside:
                continue
            for colour in COLOURS:
                n = sum(self.lying(colour).values())
                needs = [t["needs"] for t in city["tiles"] if t["colour"] == colour]
                own = colour == city["colour"]
                if n and (own or (needs and min(needs) <= self.reach(n) and self.many())):
                    out.add(f"deliver {GOODS[colour]} to the {city['terrain']} city")
        return out

    def many(self) -> bool:
        """Whether more than one good can be delivered: at the end of the line or of the game, or by Lyal."""
        return self.at_end() or self.view["final"]

    def collects(self) -> set[str] | None:
        made = self.view["delivery"]
        colour = COLOURS[made["colour"]]
        lying = self.lying(colour)
        if made["city"] != made["colour"] or not (self.at_end() or self.view["final"]):
            return None
        out = {f"take the good at {self.label(h)}" for h in lying}
        if made["n"]:
            out.add("that is all")
        return out | {"collect all"} if sum(lying.values()) > 1 else out

    def tiles(self) -> set[str]:
        made = self.view["delivery"]
        colour = COLOURS[made["colour"]]
        tiles = [t for t in self.view["cities"][made["city"]]["tiles"] if t["colour"] == colour]
        out = {f"take the {colour} {t['size']}" for t in tiles if t["needs"] <= self.reach(made["n"])}
        return out | {"take no tile"} if made["city"] == made["colour"] else out
