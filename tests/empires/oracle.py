"""The rules of Small Railroad Empires once more, written from the ledger: a table of its own, played in words.

It is set up from the views of a game that has just been dealt and shares nothing with the engine but the words and
the titles, prestige and bonuses of the box. What chance brings (cards for the market) it is shown.
"""

from __future__ import annotations

from typing import Any

from roundhouse.games.empires.box import EmpiresBox

View = dict[str, Any]
Line = tuple[int, frozenset[str]]

COST = {"mixed": 0, "yellow": 1, "green": 1, "blue": 2, "grey": 3, "factory": 0, "city": 0}
SHOWN = {"mixed": {"forest", "grain"}, "yellow": {"grain"}, "green": {"forest"}, "blue": {"lake"}, "grey": {"mountain"}}
COLOURS = ("forest", "grain", "lake", "mountain")
ENGINES = {"lake": {"lake"}, "mountain": {"mountain"}, "country": {"forest", "grain"}}


def capped(money: int) -> int:
    return min(9, money)


def swept(own: set[int], near: list[set[int]], start: int, goal: int) -> list[list[int]]:
    """The sets of spaces that a path can have used, found space by space."""
    bit = {h: 1 << i for i, h in enumerate(sorted(own))}
    layer = {(bit[start], start)}
    full: set[int] = set()
    while layer:
        full |= {used for used, x in layer if x == goal}
        layer = {(used | bit[y], y) for used, x in layer if x != goal for y in near[x] & own if not used & bit[y]}
    return [[h for h, b in bit.items() if used & b] for used in full]


class Seat:
    """What a seat owns."""

    def __init__(self, view: View) -> None:
        self.tracks: set[int] = set()
        self.trains: set[int] = set()
        self.money, self.loans, self.prestige = 5, 0, 0
        self.supply, self.locked, self.boxed = 20, 2, 0
        self.hand: list[str] = list(view["hand"])
        self.played: list[str] = []
        self.contract: str = view["contract"]
        self.revealed = False
        self.longest, self.scenic = 0, False

    @property
    def own(self) -> set[int]:
        return self.tracks | self.trains


class Oracle:
    """A table that keeps the rules by itself."""

    def __init__(self, box: EmpiresBox, views: list[View], staggered: bool = False) -> None:
        view = views[0]
        self.title = dict(zip(box.ids, box.titles, strict=True))
        self.worth = dict(zip(box.ids, box.prestige, strict=True))
        self.later_worth = dict(zip(box.ids, box.later, strict=True))
        self.rules = set(view["rules"])
        self.hexes: list[View] = view["hexes"]
        at = {(h["q"], h["r"]): i for i, h in enumerate(self.hexes)}
        around = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
        self.near = [{at[n] for n in self.sides(h, around) if n in at} for h in self.hexes]
        self.goods = {i: [g["good"] for g in h["goods"]] for i, h in enumerate(self.hexes) if "goods" in h}
        self.full = {i: list(goods) for i, goods in self.goods.items()}
        self.seats = [Seat(v["players"][i]) for i, v in enumerate(views)]
        self.bonus = [(b["length"], b["money"], b["prestige"]) for b in view["bonus"]]
        changes = [row[0] for row, last in zip(self.bonus, [(), *self.bonus], strict=False) if row[1:] != last[1:]]
        self.steps: list[int] = sorted({*changes, 0, 5, 9})  # where a length counts for something
        self.production: list[int] = list(view["track"]["production"])
        self.market: list[str] = [m["card"] for m in view["market"]]
        self.deck: int = view["deck"]
        self.first: dict[str, int | None] = {a["card"]: None for a in view["achievements"]}
        self.later: dict[str, set[int]] = {a["card"]: set() for a in view["achievements"]}
        self.seat: int = view["seat"]
        if staggered:
            for i in range(len(self.seats)):  # who starts first has its turn last
                self.seats[(self.seat + 1 + i) % len(self.seats)].money = 3 + 2 * i
        self.starter: int | None = None
        self.step = "start"
        self.over = False
        self.begin()

    @staticmethod
    def sides(h: View, around: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
        return [(h["q"] + q, h["r"] + r) for q, r in around]

    def begin(self) -> None:
        """What a turn keeps in mind."""
        self.laid: list[int] = []
        self.third = False
        self.sent: tuple[int, str] | None = None
        self.city = -1
        self.lines: dict[str, Line] = {}
        self.line: Line = (0, frozenset())
        self.done = False  # the delivery, or the one first claim

    @property
    def me(self) -> Seat:
        return self.seats[self.seat]

    def label(self, hex: int) -> str:
        return str(self.hexes[hex]["label"])

    def hex(self, label: str) -> int:
        return next(i for i, h in enumerate(self.hexes) if h["label"] == label)

    def on(self, hex: int) -> list[Seat]:
        return [s for s in self.seats if hex in s.own]

    def left(self) -> int:
        return 12 - sum(s.loans for s in self.seats)

    # what may be said

    def says(self) -> set[str]:
        return {
            "start": self.starts,
            "lay": self.tracks,
            "deliver": self.sends,
            "city": self.cities,
            "line": lambda: set(self.lines),
            "play": self.cards,
            "claim": self.claims,
            "buy": self.buys,
        }[self.step]()

    def starts(self) -> set[str]:
        return {f"start at {self.label(f)}" for f in self.full if not self.on(f)}

    def due(self) -> int:
        return 0 if self.third else min(2 - len(self.laid), self.me.supply)

    def unlocking(self) -> int:
        return 0 if self.due() > 0 else {2: 2, 1: 3}[self.me.locked]

    def payable(self, price: int) -> bool:
        return self.me.money >= price or (price <= 9 and self.me.money + 3 * self.left() >= price)

    def price(self, hex: int, route: bool) -> int:
        rent = 1 if "rent" in self.rules and self.on(hex) else 0
        return (2 if route else COST[self.hexes[hex]["ground"]]) + rent + self.unlocking()

    def places(self) -> set[str]:
        """Where a track can be laid and paid for."""
        out = set()
        for i in range(len(self.hexes)):
            if i in self.me.own or len(self.on(i)) > 1:
                continue
            if self.near[i] & self.me.own and self.payable(self.price(i, False)):
                out.add(f"lay {self.label(i)}")
            if i in self.full and self.payable(self.price(i, True)):
                out.add(f"start a new route at {self.label(i)}")
        return out

    def tracks(self) -> set[str]:
        return self.places() | (set() if self.due() > 0 else {"lay no third track"})

    def may_unlock(self) -> bool:
        behind = any(s.prestige > self.me.prestige for s in self.seats)
        return bool(self.laid) and not self.third and self.me.locked > 0 and behind and bool(self.places())

    def joined(self, start: int, within: set[int]) -> set[int]:
        if start not in within:
            return set()
        out, front = {start}, {start}
        while front:
            front = {n for h in front for n in self.near[h]} & within - out
            out |= front
        return out

    def wanting(self, factory: int, good: str) -> list[int]:
        """The cities to which the seat can deliver that good from there."""
        there = self.joined(factory, self.me.own)
        if "new links only" in self.rules:
            there -= self.joined(factory, self.me.own - set(self.laid))
        return [c for c in there & self.me.tracks if good in self.hexes[c].get("demands", [])]

    def goods_to_send(self) -> dict[str, tuple[int, str]]:
        if not self.me.hand or len(self.me.trains) > 7:
            return {}
        return {
            f"send {good} from {self.label(f)}": (f, good)
            for f, goods in self.goods.items()
            if f in self.me.own
            for good in goods
            if self.wanting(f, good)
        }

    def sends(self) -> set[str]:
        return {*self.goods_to_send(), "deliver nothing"}

    def cities(self) -> set[str]:
        assert self.sent
        return {f"deliver to {self.label(c)}" for c in self.wanting(*self.sent)}

    def cards(self) -> set[str]:
        assert self.sent
        words = {f"play {self.title[c]}" for c in self.me.hand}
        named = self.me.contract.removeprefix("contract_").upper() == self.hexes[self.sent[0]]["id"]
        if named and not self.me.revealed:
            words |= {f"{w} and reveal the contract" for w in words}
        return words

    def met(self, feat: str) -> bool:
        me = self.me
        colours = [card.split("_")[0] for card in me.played]
        grounds = [self.hexes[h]["ground"] for h in me.own]
        others = [f for f in self.first if f != feat and self.marked(f)]
        return {
            "long_track": me.longest >= 5,
            "longer_track": me.longest >= 9,
            "collector": len(set(colours)) == 4,
            "investor": any(colours.count(c) >= 3 for c in colours),
            "bridge": grounds.count("blue") >= 3,
            "tunnel": grounds.count("grey") >= 3,
            "landscape": me.scenic,
            "treasure": me.money == 9,
            "overachiever": len(others) >= 3,
            "delivery": len(me.trains) >= (4 if "Master of Delivery at 4" in self.rules else 5),
        }[feat]

    def marked(self, feat: str) -> bool:
        return self.first[feat] == self.seat or self.seat in self.later[feat]

    def claimable(self) -> set[str]:
        open = [f for f in self.first if not self.marked(f) and self.met(f)]
        return {f"claim {self.title[f]}" for f in open if self.first[f] is not None or not self.done}

    def claims(self) -> set[str]:
        return self.claimable() | {"claim nothing more"}

    def for_sale(self) -> set[str]:
        if len(self.me.hand) > 2:
            return set()
        return {f"take {self.title[c]} for ${i}" for i, c in enumerate(self.market) if self.payable(i)}

    def buys(self) -> set[str]:
        return self.for_sale() | {"take no train card"}

    # lines

    def told(self, length: int) -> int:
        """Rounded down to where the table, a card or an achievement changes its mind."""
        return max(n for n in self.steps if n <= max(0, length))

    def find_lines(self) -> dict[str, Line]:
        """Lines by what they come to."""
        assert self.sent
        found = {self.comes_to(spaces) for spaces in swept(self.me.own, self.near, self.sent[0], self.city)}
        return {self.line_words(line): line for line in found}

    def comes_to(self, spaces: list[int]) -> Line:
        length = len(spaces) - 2 * sum(h in self.me.trains for h in spaces)
        colours = {c for h in spaces for c in SHOWN.get(self.hexes[h]["ground"], ())}
        counts = [asked for asked in ENGINES.values() if asked <= colours]  # the rest of them nothing asks about
        return self.told(length), frozenset().union(*counts)

    def line_words(self, line: Line) -> str:
        length, colours = line
        above = [n for n in self.steps if n > length]
        last = above[0] - 1 if above else None
        long = f"{length} or more" if last is None else str(length) if last == length else f"{length} to {last}"
        if length == 0 and last:
            long = f"{last} or less"
        names = [c for c in COLOURS if c in colours]
        over = f" over {' and '.join([', '.join(names[:-1]), names[-1]] if names[1:] else names)}"
        return f"take the line {long} long{over if names else ''}"

    # what it changes

    def say(self, said: str, after: View) -> None:
        """Carry it out and go on to the next decision; `after` shows the market as chance has filled it."""
        if self.step == "start":
            self.me.tracks.add(self.hex(said.removeprefix("start at ")))
            self.seat = (self.seat - 1) % len(self.seats)
            if self.me.own:  # all have started; the last to do so begins
                self.seat = self.starter = (self.seat + 1) % len(self.seats)
                self.step = "lay"
        elif self.step == "lay":
            self.lay(said)
        elif self.step == "deliver":
            self.sent = self.goods_to_send().get(said)
            self.step = "city" if self.sent else "claim"
        elif self.step == "city":
            self.city = self.hex(said.removeprefix("deliver to "))
            self.lines = self.find_lines()
            self.step = "line"
            if len(self.lines) == 1:
                self.arrive(next(iter(self.lines.values())))
        elif self.step == "line":
            self.arrive(self.lines[said])
        elif self.step == "play":
            self.play(said)
        elif self.step == "claim":
            self.claim(said)
        else:
            self.buy(said, after)
        self.go_on()

    def pay(self, price: int) -> None:
        while self.me.money < price:
            self.me.loans += 1
            self.me.money = capped(self.me.money + 3)
        self.me.money -= price

    def gain(self, prestige: int) -> None:
        self.me.prestige += prestige
        if any(space <= self.me.prestige for space in self.production):
            self.production = [space for space in self.production if space > self.me.prestige]
            self.goods = {f: list(goods) for f, goods in self.full.items()}

    def lay(self, said: str) -> None:
        if said == "lay no third track":
            self.step = "deliver"
            return
        route = said.startswith("start")
        hex = self.hex(said.removeprefix("start a new route at ").removeprefix("lay "))
        price, others = self.price(hex, route), self.on(hex)
        if self.due() > 0:
            self.me.supply -= 1
        else:
            self.me.locked -= 1
            self.third = True
        self.pay(price)
        for other in others if "rent" in self.rules else []:
            other.money = capped(other.money + 1)
        self.me.tracks.add(hex)
        self.laid.append(hex)
        if self.hexes[hex]["star"] and not others:
            self.gain(1)

    def arrive(self, line: Line) -> None:
        assert self.sent
        self.line = line
        self.goods[self.sent[0]].remove(self.sent[1])
        _, money, prestige = max(row for row in self.bonus if row[0] <= line[0])
        self.me.money = capped(self.me.money + money)
        self.gain(prestige)
        second = any(self.city in s.trains for s in self.seats)
        self.me.money = capped(self.me.money + (1 if second else 2))
        self.me.tracks.remove(self.city)
        self.me.trains.add(self.city)
        self.me.longest = max(self.me.longest, line[0])
        self.me.scenic = self.me.scenic or len(line[1]) == 4
        self.step = "play"

    def play(self, said: str) -> None:
        assert self.sent
        title = said.removeprefix("play ").removesuffix(" and reveal the contract")
        card = next(c for c in self.me.hand if self.title[c] == title)
        self.me.hand.remove(card)
        self.me.played.append(card)
        condition = card.split("_")[1]
        length, colours = self.line
        if condition == "express":
            met = length >= 5
        else:
            met = ENGINES[condition] <= colours if condition in ENGINES else self.sent[1] == condition
        self.gain(self.worth[card] if met else 0)
        if said.endswith("contract"):
            self.me.revealed = True
            self.gain(self.worth[self.me.contract])
        self.step = "claim"

    def claim(self, said: str) -> None:
        if said == "claim nothing more":
            self.step = "buy"
            return
        feat = next(f for f in self.first if self.title[f] == said.removeprefix("claim "))
        if self.first[feat] is None:
            self.first[feat] = self.seat
            self.done = True
        else:
            self.later[feat].add(self.seat)

    def buy(self, said: str, after: View) -> None:
        self.step = "end"
        if said == "take no train card":
            return
        slot = int(said[-1])
        self.pay(slot)
        self.me.hand.append(self.market.pop(slot))
        self.refill([m["card"] for m in after["market"]], after["deck"])

    def refill(self, seen: list[str], deck: int) -> None:
        """The market that chance has made must be one that the rules can make."""
        held = [c for s in self.seats for c in (*s.hand, *s.played)]
        unseen = [c for c in self.title if self.title[c].endswith("engine") and c not in held + self.market]
        assert set(seen) - set(self.market) <= set(unseen)
        drawn = 1 if self.deck else 0
        self.deck -= drawn
        assert (len(seen), deck) == (len(self.market) + drawn, self.deck)
        if seen[: len(self.market)] == self.market and not self.must_deal_again(seen, unseen):
            self.market = seen
            return
        could = {c.split("_")[0] for c in self.market}  # only a third card of one colour brings new ones
        assert len(could) == 1
        assert len(self.market) == 2
        assert not self.must_deal_again(seen, [*unseen, *self.market])
        self.market = seen

    def must_deal_again(self, seen: list[str], unseen: list[str]) -> bool:
        colours = {c.split("_")[0] for c in seen}
        rest = {c.split("_")[0] for c in unseen} - colours
        return len(seen) == 3 and len(colours) == 1 and self.deck >= 3 and bool(rest)

    def go_on(self) -> None:
        """To the next step in which there is something to decide."""
        if self.step == "start" or self.over:
            return
        if self.step == "lay":
            due = self.due()
            if (due > 0 and self.places()) or (due <= 0 and self.may_unlock()):
                return
            self.me.supply -= max(due, 0)
            self.me.boxed += max(due, 0)
            self.step = "deliver"
        if self.step == "deliver":
            if self.goods_to_send():
                return
            self.step = "claim"
        if self.step == "claim":
            if self.claimable():
                return
            self.step = "buy"
        if self.step == "buy" and self.for_sale():
            return
        if self.step in ("buy", "end"):
            self.next_turn()

    def next_turn(self) -> None:
        self.seat = (self.seat + 1) % len(self.seats)
        if self.seat == self.starter and self.ended():
            self.over = True
            return
        self.begin()
        self.step = "lay"
        self.go_on()

    def ended(self) -> bool:
        if not any(s.supply for s in self.seats):
            return True
        cities = [i for i, h in enumerate(self.hexes) if h["ground"] == "city"]
        full = all(sum(c in s.trains for s in self.seats) == 2 for c in cities)
        return "further endings" in self.rules and (not self.deck or full)

    # what is compared with the game

    def told_of(self, i: int) -> View:
        s = self.seats[i]
        return {
            "money": s.money, "loans": s.loans, "prestige": s.prestige, "tracks": s.supply, "locked": s.locked,
            "boxed": s.boxed, "trains": 8 - len(s.trains), "deliveries": len(s.trains), "spaces": s.own,
            "hand": s.hand, "played": s.played, "revealed": s.revealed, "contract": s.contract, "score": self.score(i),
            "longest": s.longest, "scenic": s.scenic,
        }  # fmt: skip

    def score(self, i: int) -> int:
        s = self.seats[i]
        total = s.prestige - s.loans
        for feat in self.first:
            total += self.worth[feat] if self.first[feat] == i else 0
            total += self.later_worth[feat] if i in self.later[feat] else 0
        if "passengers" in self.rules:
            hats = [self.hexes[h].get("hat") for h in s.own]
            total += sum({2: 1, 3: 3}.get(hats.count(hat), 0) for hat in set(hats) - {None})
        return total

    def winners(self) -> list[int]:
        rank = [(self.score(i), len(s.trains), s.money) for i, s in enumerate(self.seats)]
        return [i for i, r in enumerate(rank) if r == max(rank)]

    def country(self) -> View:
        return {
            "goods": {i: set(goods) for i, goods in self.goods.items()},
            "tracks": [[i for i, s in enumerate(self.seats) if h in s.tracks] for h in range(len(self.hexes))],
            "trains": [[i for i, s in enumerate(self.seats) if h in s.trains] for h in range(len(self.hexes))],
            "market": self.market,
            "deck": self.deck,
            "first": self.first,
            "later": {feat: sorted(seats) for feat, seats in self.later.items()},
        }
