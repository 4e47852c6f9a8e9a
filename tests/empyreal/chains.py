"""What building costs, found by going every way: a second, slow account of Transfers, on views alone."""

from __future__ import annotations

from typing import Any

View = dict[str, Any]
Price = tuple[int, int]  # mana, and how many of the turn's free Transfers
TERRAINS = ("desert", "forest", "glacier", "lake", "lava", "mountain")


def neighbours(view: View) -> list[list[int]]:
    """Hexes that share a side, by axial coordinates."""
    at = {}
    for i, h in enumerate(view["hexes"]):
        at[h["col"] - (h["row"] - h["row"] % 2) // 2, h["row"]] = i
    out: list[list[int]] = [[] for _ in view["hexes"]]
    for (q, r), i in at.items():
        for dq, dr in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)):
            if (q + dq, r + dr) in at:
                out[i].append(at[q + dq, r + dr])
    return out


class Chains:
    """All chains of Transfers of a seat for one build."""

    def __init__(self, view: View, seat: int, card: str, wild: int) -> None:
        self.view = view
        self.near = neighbours(view)
        self.hexes: list[View] = view["hexes"]
        self.seat = seat
        self.wild = wild  # how many of the turn's free Transfers may be used
        self.purse: int = view["players"][seat]["ready"]
        self.own = {i for i, h in enumerate(self.hexes) if seat in h["cars"]}
        # the card's own free Transfers
        self.spare = {"rival": card == "rival", "city": card == "crossing", "wasteland": card == "crossing"}
        masters = [p["title"] for p in view["players"][seat]["staff"][3:] if p]
        self.cost = {
            "rival": 1 if "Irini Grenhart" in masters else 2,
            "city": 0 if "Antine Frass" in masters else 3,
            "wasteland": 1 if "Sanathes Danah" in masters else 4,
        }
        self.best: dict[int, Price] = {}
        self.steps = 0

    def team(self, i: int) -> object:
        team = self.view["players"][i]["team"]
        return ("alone", i) if team is None else team

    def kinds(self, hex: int) -> list[str]:
        """As what a hex can be passed."""
        h = self.hexes[hex]
        if h["ground"] == "city":
            return ["city"]
        if h["ground"] == "wasteland":
            return ["open"] if h["free"] else ["wasteland"]
        others = [i for i in h["cars"] if i != self.seat]
        out = []
        if any(self.team(i) != self.team(self.seat) for i in others):
            out.append("rival")
        if any(self.team(i) == self.team(self.seat) for i in others):
            out.append("mate")
        return out

    def tolls(self, hex: int) -> list[tuple[int, int, str]]:
        """Every way to pay for passing a hex: mana, free Transfers of the turn, the card's one that it uses."""
        out: list[tuple[int, int, str]] = []
        for kind in self.kinds(hex):
            if kind == "open":
                out.append((0, 0, ""))
            elif kind == "mate":
                out.append((1, 0, ""))
            else:
                out += [(self.cost[kind], 0, ""), (0, 1, "")]
                if self.spare[kind]:
                    out.append((0, 0, kind))
        return out

    def found(self, most: int = 200_000) -> dict[int, Price] | None:
        """The cheapest price of every hex by trying all chains that pass no hex twice; None if they are too many."""
        start = {n for h in self.own for n in self.near[h]} - self.own
        for h in start:
            self.best[h] = (0, 0)
        for h in sorted(start):
            self.over(h, frozenset(), 0, 0, frozenset(), most)
            if self.steps > most:
                return None
        return self.best

    def over(self, hex: int, passed: frozenset[int], mana: int, wild: int, used: frozenset[str], most: int) -> None:
        """Go on over a hex, in every way."""
        self.steps += 1
        if self.steps > most:
            return
        for price, free, kind in self.tolls(hex):
            if mana + price > self.purse or wild + free > self.wild or kind in used:
                continue
            paid = (mana + price, wild + free)
            for n in self.near[hex]:
                if n in self.own or n in passed:
                    continue
                if n not in self.best or paid < self.best[n]:
                    self.best[n] = paid
                self.over(n, passed | {hex}, *paid, used | {kind} if kind else used, most)

    def relaxed(self) -> dict[int, Price]:
        """The same by handing prices on from hex to hex until nothing changes; for crowded maps."""
        best: dict[tuple[int, frozenset[str], int], int] = {}
        out: dict[int, Price] = {n: (0, 0) for h in self.own for n in self.near[h] if n not in self.own}
        before: list[tuple[int, int, int, frozenset[str]]] = [(h, 0, 0, frozenset()) for h in out]
        while before:
            after: list[tuple[int, int, int, frozenset[str]]] = []
            for hex, mana, wild, used in before:
                for price, free, kind in self.tolls(hex):
                    now = used | {kind} if kind else used
                    paid, taken = mana + price, wild + free
                    if paid > self.purse or taken > self.wild or kind in used:
                        continue
                    if best.get((hex, now, taken), 999) <= paid:
                        continue
                    best[hex, now, taken] = paid
                    for n in self.near[hex]:
                        if n not in self.own:
                            out[n] = min(out.get(n, (999, 0)), (paid, taken))
                            after.append((n, paid, taken, now))
            before = after
        return out


def offers(view: View, seat: int, terrains: set[str], card: str) -> tuple[dict[tuple[int, bool], Price], bool]:
    """The price of each build, by hex and whether with free Transfers of the turn; and if all chains were tried."""
    wild: int = view["free_transfers"]
    every = True
    found: list[dict[int, Price]] = []
    for n in (0, wild):
        tried = Chains(view, seat, card, n).found(1_500)
        handed = Chains(view, seat, card, n).relaxed()
        every &= tried is not None
        assert tried is None or tried == handed
        found.append(handed)
    plain, helped = found
    out: dict[tuple[int, bool], Price] = {}
    for i, h in enumerate(view["hexes"]):
        if h["ground"] not in terrains or seat in h["cars"] or len(h["cars"]) > 2:
            continue
        if i in plain:
            out[i, False] = plain[i]
        if i in helped and helped[i][1] and (i not in plain or helped[i] < plain[i]):
            out[i, True] = helped[i]
    return out, every
