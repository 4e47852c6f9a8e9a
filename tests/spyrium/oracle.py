"""The rules of Spyrium once more, written from the ledger and on views alone: what may be said, and what it changes.

It shares nothing with the engine but the words, the prices and the points of the box.
"""

from __future__ import annotations

import re
from typing import Any

from roundhouse.games.spyrium.box import SpyriumBox

View = dict[str, Any]

# (workers, Spyrium paid, Spyrium gained, points gained), one entry a use
USES: dict[str, list[tuple[int, int, int, int]]] = {
    "mine_1": [(1, 0, 1, 0)],
    "mine_2": [(0, 0, 1, 0), (1, 0, 2, 0)],
    "mine_3": [(0, 0, 1, 0), (1, 0, 3, 0)],
    "workshop_1": [(1, 1, 0, 3)],
    "workshop_2": [(1, 2, 0, 5)],
    "factory_1": [(1, 2, 0, 6), (2, 3, 0, 10)],
    "factory_2": [(2, 3, 0, 10), (2, 5, 0, 15)],
    "laboratory_1": [(1, 1, 0, 4)],
    "laboratory_2": [(1, 1, 0, 5)],
    "laboratory_3": [(1, 2, 0, 7)],
    "university_1": [(1, 0, 0, 2)],
    "university_2": [(1, 0, 0, 3), (2, 0, 0, 6)],
}
# pounds, Spyrium paid; Spyrium, points gained; residence action: those with a token say so by None
CALLS: dict[str, tuple[int | None, int, int | None, int | None, bool]] = {
    "miner": (0, 0, None, 0, False),
    "geologist": (0, 0, 2, 0, False),
    "apprentice": (0, 1, 0, 3, False),
    "architect": (None, 0, 0, 0, True),
    "bureaucrat": (0, 0, 0, None, False),
    "banker": (None, 0, 0, 4, False),
    "engineer": (0, 1, 0, 4, False),
    "adviser": (0, 0, 0, 3, False),
    "financier": (None, 0, 0, 5, False),
}
TOKENED = ("miner", "architect", "bureaucrat", "banker", "financier")
HIRES = {"neighborhood_1": 1, "neighborhood_2": 2}


def symbols(id: str) -> set[str]:
    kind = id.split("_")[0]
    return {
        "mine": {"mine"},
        "workshop": {"factory"},
        "factory": {"factory"},
        "laboratory": {"factory", "research"},
        "university": {"research"},
    }.get(kind, set())


def plural(n: int, thing: str) -> str:
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


class Oracle:
    """What a view allows; `box` gives titles, prices and points."""

    def __init__(self, box: SpyriumBox, view: View) -> None:
        self.v = view
        self.me: View = view["players"][view["seat"]]
        self.title = dict(zip(box.ids, box.titles, strict=True))
        self.price = dict(zip(box.ids, box.prices, strict=True))

    # the market

    def name(self, cell: int) -> str:
        spot = self.v["market"][cell]
        return f"{self.title[spot['card']] if spot['card'] else 'empty'} {spot['place']}"

    def card(self, cell: int) -> str:
        return self.v["market"][cell]["card"] or ""

    def crowd(self, cell: int) -> int:
        return sum(sum(g["workers"]) for g in self.v["gaps"] if cell in g["between"])

    def between(self, gap: View) -> str:
        a, b = gap["between"]
        return f"between {self.name(a)} and {self.name(b)}"

    def open(self, gap: View) -> bool:
        return any(self.card(c) for c in gap["between"])

    def has(self, technique: str) -> bool:
        return technique in self.me["techniques"]

    def ready(self, technique: str) -> bool:
        return self.has(technique) and technique not in self.me["inclined_techniques"]

    # what may be said

    def places(self) -> set[str]:
        return {f"place {self.between(g)}" for g in self.v["gaps"] if self.open(g)}

    def workers_for(self, id: str, n: int) -> int:
        return 0 if self.has("automation") and id.startswith("mine") else n

    def uses(self, inclined: bool) -> set[str]:
        out = set()
        for b in self.me["buildings"]:
            for use in USES.get(b["card"], []):
                payable = self.workers_for(b["card"], use[0]) <= self.me["active"] and use[1] <= self.me["spyrium"]
                if b["inclined"] == inclined and payable:
                    out.add(f"{'reuse' if inclined else 'use'} {self.title[b['card']]}: {self.use_words(use)}")
        return out

    def use_words(self, use: tuple[int, int, int, int]) -> str:
        workers, paid, crystals, points = use
        cost = [plural(workers, "worker")] if workers else []
        cost += [f"{paid} Spyrium"] if paid else []
        gain = f"{crystals} Spyrium" if crystals else plural(points, "point")
        return f"{' and '.join(cost)} for {gain}" if cost else gain

    def events(self) -> set[str]:
        if self.me["used_event"]:
            return set()
        me = self.me
        late = me["phase"] == "activating" and me["active"] and any(self.open(g) for g in self.v["gaps"])
        options = {
            "token_gain": [(self.v["event"]["token"], f"{x} as on the token") for x in ("£", "Spyrium", "points")],
            "residence": [(me["spyrium"] >= 1, "1 Spyrium for one residence action")],
            "buy_vp": [(me["pounds"] >= 3, "£3 for 3 points"), (me["pounds"] >= 6, "£6 for 5 points")],
            "sell_spyrium": [(me["spyrium"] >= 1, "1 Spyrium for £3"), (me["spyrium"] >= 3, "3 Spyrium for £6")],
            "reuse": [(me["pounds"] >= 1 and self.uses(True), "£1 for an inclined building used again")],
            "hire": [
                (
                    me["pounds"] >= me["workers"] and me["workers"] < 7,
                    "£1 for each worker owned for 1 new worker",
                )
            ],
            "late_worker": [(late, "a worker placed while activating")],
        }
        return {f"use the event: {words}" for can, words in options[self.v["event"]["card"]] if can}

    def turn(self) -> set[str]:
        if self.me["phase"] == "placing":
            return (self.places() if self.me["active"] else set()) | {"start activating"} | self.events()
        lifts = {f"lift the worker {self.between(g)}" for g in self.v["gaps"] if g["workers"][self.v["seat"]]}
        out = (lifts or {"pass"}) | self.uses(False) | self.events()
        return out | self.uses(True) if self.ready("taylorism") else out

    def lifted(self) -> set[str]:
        out: set[str] = set()
        for cell in self.v["gaps"][self.v["lifted"]]["between"]:
            card = self.card(cell)
            if not card:
                continue
            out.add(f"earn at {self.name(cell)}")
            ways = {f"build {self.name(cell)} {w}" for w in self.ways(card)} if card not in CALLS else set()
            if card in CALLS:
                ways = {f"call {self.name(cell)}{t}" for t in self.told_tokens(cell)}
            elif card in ("automation", "capitalization", "commerce", "crane", "engineering", "lobbying", "taylorism"):
                ways = {f"patent {self.name(cell)}"}
            for words in ways:
                for lobbied in (False, True):
                    said = words + (" by Lobbying" if lobbied else "")
                    if lobbied and not (self.ready("lobbying") and self.crowd(cell)):
                        continue
                    if self.cost(said, cell) <= self.me["pounds"] and self.crystals(card) <= self.me["spyrium"]:
                        out.add(said)
        return out or {"take the worker home"}

    def ways(self, card: str) -> list[str]:
        out = {"in a new place"}
        for b in self.me["buildings"]:
            out.add(f"over {'inclined ' if b['inclined'] else ''}{self.title[b['card']]}")
        return sorted(out)

    def told_tokens(self, cell: int) -> list[str]:
        if self.card(cell) not in TOKENED:
            return [""]
        out = []
        for value in set(self.v["market"][cell]["tokens"]):
            out.append(f", token {value}")
            if self.ready("commerce"):
                out.extend(f", token {value} as {other}" for other in (1, 2, 3) if other != value)
        return out

    def crystals(self, card: str) -> int:
        return CALLS[card][1] if card in CALLS else 0

    def cost(self, said: str, cell: int) -> int:
        """All the pounds that such an activation takes."""
        card = self.card(cell)
        price = self.price[card]
        owned = len(self.me["buildings"])
        if "in a new place" in said:
            price += max(0, owned - 3) if self.has("crane") else owned
        over = re.search(r" over (?:inclined )?(.+?)(?: by Lobbying)?$", said)
        if over:
            old = next(id for id, title in self.title.items() if title == over[1])
            price = max(0, price - 3) if symbols(old) & symbols(card) else price
        if card in CALLS and CALLS[card][0] is None:
            price += counts(said)
        return price + (0 if said.endswith("by Lobbying") else self.crowd(cell))

    def says(self) -> set[str] | None:
        """The whole of what may be said now, or None in the middle of an effect that speaks for itself."""
        prompt = self.v["prompt"]
        if self.v["lifted"] is not None:
            return self.lifted()
        if prompt.startswith(("place a worker, use", "lift a worker, use")):
            return self.turn()
        if prompt == "place a worker":
            return self.places()
        if prompt.startswith("choose the inclined"):
            return self.uses(True)
        if prompt.startswith("choose your bonus"):
            return {"take a worker", "take £5"}
        if prompt.startswith("move up"):
            return {"move up the residence track", "score the residence"}
        if prompt.startswith("say what the token"):
            return {f"count the token as {n}" for n in (1, 2, 3)}
        return None

    # what it changes, for the seat that says it

    def purse(self) -> dict[str, int]:
        """What is compared: pounds, Spyrium, points, workers owned and active, income, tokens kept."""
        me = self.me
        names = ("pounds", "spyrium", "points", "workers", "active", "income")
        return {**{n: me[n] for n in names}, "kept": len(me["kept"])}

    def after(self, said: str, due: str) -> tuple[dict[str, int], str]:
        """The purse after these words, and what a token asked for next will bring; `due` is what this one brings."""
        p = self.purse()
        pays = ""
        points = 0
        cell = self.v["gaps"][self.v["lifted"]]["between"] if self.v["lifted"] is not None else []
        here = next((c for c in cell if f" {self.name(c)}" in said), -1)
        if said.startswith("place"):
            p["active"] -= 1
        elif said.startswith("earn"):
            p["pounds"] += self.crowd(here) + (2 if self.has("capitalization") else 0)
        elif said == "take the worker home":
            p["pounds"] += 2 if self.has("capitalization") else 0
        elif said.startswith(("call", "build", "patent")):
            card = self.card(here)
            p["pounds"] -= self.cost(said, here)
            p["spyrium"] -= self.crystals(card)
            tokens = self.v["market"][here]["tokens"]
            if self.has("commerce") and tokens and not said.startswith("patent"):
                p["kept"] = min(7, p["kept"] + 1)
            if card in CALLS:
                gain = CALLS[card]
                p["spyrium"] += counts(said) if gain[2] is None else gain[2]
                points += counts(said) if gain[3] is None else gain[3]
                points += p["income"] if gain[4] and p["income"] == 7 else 0
            if card in HIRES:
                more = min(HIRES[card], 7 - p["workers"])
                p["workers"] += more
                p["active"] += more
            if card.startswith("residence") and p["income"] == 7:
                points += 7
            if card in ("mine_3", "university_1", "university_2") and tokens:
                what = "spyrium" if card == "mine_3" else "points"
                if self.ready("commerce"):
                    pays = what
                elif what == "points":
                    points += tokens[0]
                else:
                    p["spyrium"] += tokens[0]
        elif said.startswith(("use the event", "reuse", "use")):
            points, pays = self.use(said, p)
        elif said.startswith("count"):
            n = int(said[-1])
            points += n if due == "points" else 0
            if due in ("pounds", "spyrium"):
                p[due] += n
        elif said.startswith("move up"):
            track = self.v["track"]
            p["income"] = track[track.index(p["income"]) + 1]
        elif said.startswith("score"):
            points += p["income"]
        elif said == "take £5":
            p["pounds"] += 5
        elif said == "take a worker" and p["workers"] < 7:
            p["workers"] += 1
            p["active"] += 1
        self.score(p, points)
        return p, pays

    def use(self, said: str, p: dict[str, int]) -> tuple[int, str]:
        """Points, and what a token asked for will bring."""
        event = said.removeprefix("use the event: ")
        token = self.v["event"]["token"]
        if event.endswith("as on the token"):
            what = {"£": "pounds", "Spyrium": "spyrium", "points": "points"}[event.split(" ")[0]]
            if self.ready("commerce"):
                return 0, what
            if what == "points":
                return token, ""
            p[what] += token
            return 0, ""
        if event == said:
            return self.work(said, p), ""
        if event.startswith("1 Spyrium for one"):
            p["spyrium"] -= 1
            return (7 if p["income"] == 7 else 0), ""
        if event.startswith("£1 for each"):
            p["pounds"] -= p["workers"]
            p["workers"] += 1
            p["active"] += 1
        elif event.startswith("£1 for an"):
            p["pounds"] -= 1
        elif event.startswith("£"):
            p["pounds"] -= int(event[1])
            return int(event.split(" ")[2]), ""
        elif "Spyrium for £" in event:
            p["spyrium"] -= int(event[0])
            p["pounds"] += int(event[-1])
        return 0, ""

    def work(self, said: str, p: dict[str, int]) -> int:
        """The points of using a building."""
        title, told = said.split(" ", 1)[1].split(": ")
        id = next(i for i, t in self.title.items() if t == title)
        workers, paid, crystals, points = next(u for u in USES[id] if self.use_words(u) == told)
        taken = self.workers_for(id, workers)
        p["active"] -= taken
        p["spyrium"] += crystals - paid
        return points + (taken if self.has("engineering") and "factory" in symbols(id) else 0)

    def score(self, p: dict[str, int], points: int) -> None:
        before = p["points"]
        p["points"] += points
        if before < 20 <= p["points"]:
            if self.me["pounds_bonus"]:
                p["pounds"] += 5
            if self.me["worker_bonus"] and p["workers"] < 7:
                p["workers"] += 1
                p["active"] += 1


def counts(said: str) -> int:
    """What the token named in a call counts for."""
    found = re.search(r"token (\d)(?: as (\d))?", said)
    return int(found[2] or found[1]) if found else 0
