"""The deliveries that a seat can make, each with its line, what it earns and the decisions that make it."""

from __future__ import annotations

from roundhouse.core.cells import members
from roundhouse.core.verbs import frame_seat
from roundhouse.games.empires.actions import (
    CITY,
    CLAIM,
    COLOURS,
    ENGINES,
    FORM_BITS,
    LINE,
    NO_CLAIM,
    PLAY,
    REVEALS,
    STOP,
    factory_of,
)
from roundhouse.games.empires.board import GOODS
from roundhouse.games.empires.delivery import (
    Links,
    between,
    line_colours,
    line_length,
    line_of,
    sent,
    to_city,
)
from roundhouse.games.empires.feats import ALL_COLOURS, COLOUR_NAMES
from roundhouse.games.empires.lines import ZERO, Lines
from roundhouse.games.empires.state import CARD, Empires, has


def drawn(s: Empires, seat: int, lines: Lines, line: int) -> dict[str, object]:
    """One line of a delivery: where it runs, and what it earns before a card is played."""
    length = line_length(line)
    found = lines.outcomes()
    alike = [c for c in range(COLOURS) if s.box.counting[c] == line_colours(line)]
    exact, colours = min([(lines.shortest(found, c, length if length else -ZERO), c) for c in alike])
    path = lines.path(exact, colours)
    return {
        "path": path,
        "spaces": len(path),
        "trains": len([h for h in path[:-1] if has(s.trains[h], seat)]),
        "length": exact,
        "colours": [COLOUR_NAMES[c] for c in members(colours)],
        "money": s.box.line_money[length],
        "prestige": s.box.line_prestige[length],
    }


def delivery(s: Empires, seat: int, thing: int) -> dict[str, object]:
    """What is sent, and from where."""
    factory = factory_of(thing)
    return {"seat": seat, "factory": factory, "good": GOODS[s.good(thing)], "from": s.board.factory[factory]}


def arrival(s: Empires, seat: int, city: int) -> dict[str, object]:
    """Where it goes, and what the city pays."""
    hex = s.board.city[city]
    return {"city": city, "to": hex, "city_money": s.city_money(seat, hex)}


def scoring(s: Empires, seat: int, thing: int, line: int) -> list[int]:
    """The cards in hand that would score, dearest first."""
    good, colours, length = s.good(thing), line_colours(line), line_length(line)
    cards = [b & CARD for b in s.hands[seat]]
    found = [card for card in cards if s.box.conditions[card].met(good, colours, length)]
    found.sort(key=lambda card: -s.box.prestige[card])
    return found


def contract_worth(s: Empires, seat: int, thing: int) -> int:
    """What revealing the contract with a delivery of this good brings."""
    return s.box.contract_prestige[s.contracts[seat]] if s.contract_for(seat, factory_of(thing)) else 0


def bonuses(s: Empires, seat: int, thing: int, line: int) -> dict[str, object]:
    """What its seat alone knows: the cards in hand that would score, dearest first, and what the contract brings."""
    cards = [{"card": s.box.ids[card], "prestige": s.box.prestige[card]} for card in scoring(s, seat, thing, line)]
    return {"cards": cards, "contract": contract_worth(s, seat, thing)}


# whole deliveries


def claims(s: Empires, seat: int) -> list[int]:
    """A seat's claims that leave no choice: all but first ones of which one can be had; the state has made them."""
    out: list[int] = []
    while claiming(s, seat):
        found = [a for a in s.choices() if a != NO_CLAIM]
        later = [a for a in found if s.firsts[a - CLAIM]]
        if not later and len(found) > 1:
            break
        out.append((later or found)[0])
        s.apply(out[-1])
    return out


def claiming(s: Empires, seat: int) -> bool:
    """Whether that seat is asked for a claim: towards the end the next one may be, right after it."""
    return not s.over and s.seat == seat and s.step() == "claim"


def gained_at_end(s: Empires, after: Empires, seat: int) -> int:
    return after.feat_points(seat) - s.feat_points(seat)


def completed(s: Empires, after: Empires, seat: int) -> list[int]:
    """The achievements that a seat can claim or has claimed then, and could not before."""
    then = after.clone()
    if claiming(then, seat):  # of several first ones the dearest is had at once
        then.apply(max([a for a in then.choices() if a != NO_CLAIM], key=lambda a: then.claim_worth(a - CLAIM)))
        claims(then, seat)
    return [feat for feat in s.feats if reached(then, seat, feat) and not reached(s, seat, feat)]


def reached(s: Empires, seat: int, feat: int) -> bool:
    return s.claimed(seat, feat) or s.box.feats[feat].met(s, seat, feat)


class Trip:
    """A delivery on one line with one train card, and the claims after it that leave no choice."""

    def __init__(self, s: Empires, seat: int, thing: int, line: int, there: Empires, card: int) -> None:
        """`there` is where the card is asked for; `s` is before the delivery."""
        contract = s.contract_for(seat, factory_of(thing))
        self.line: int = line
        self.card: int = card
        self.play: int = PLAY + (card << FORM_BITS | (REVEALS if contract else 0))
        after = there.clone()
        after.apply(self.play)
        self.claims: list[int] = claims(after, seat)
        self.at_end: int = gained_at_end(s, after, seat)
        self.completes: list[int] = completed(s, after, seat)
        self.worth: int = sum([s.claim_worth(feat) for feat in self.completes])
        self.bonus: int = s.box.prestige[card] if card in scoring(s, seat, thing, line) else 0


def best_trip(s: Empires, seat: int, thing: int, line: int, there: Empires) -> Trip:
    """With the card that brings most by its bonus and what it completes; of equals the one that is worth least."""
    at = there.clone()
    if at.step() == "line":
        at.apply(LINE + line)
    found = [Trip(s, seat, thing, line, at, b & CARD) for b in s.hands[seat]]
    return max(found, key=lambda t: (t.bonus + t.worth, t.bonus, -s.box.prestige[t.card]))


def brought(s: Empires, seat: int, city: int, trip: Trip) -> list[int]:
    """What a line is better for than another: all prestige, prestige now, money kept, length, all colours."""
    length = line_length(trip.line)
    now = s.box.line_prestige[length] + trip.bonus
    money = s.box.line_money[length] + s.city_money(seat, s.board.city[city])
    kept = min(money, s.box.most_money - s.money[seat])
    return [now + trip.worth, now, kept, length, 1 if line_colours(trip.line) == ALL_COLOURS else 0]


def worth_taking(s: Empires, seat: int, city: int, found: list[Trip]) -> list[Trip]:
    """The trips less those that another is at least as good as in everything; the best first."""
    ranked = sorted(found, key=lambda trip: (brought(s, seat, city, trip), -trip.line), reverse=True)
    out: list[Trip] = []
    best: list[list[int]] = []
    for trip in ranked:  # only an earlier one can be as good in everything
        own = brought(s, seat, city, trip)
        if not any(all(other[i] >= own[i] for i in range(len(own))) for other in best):
            best.append(own)
            out.append(trip)
    return out


class Offers:
    """The deliveries that a seat can make in a position that some decisions lead to."""

    def __init__(self, s: Empires, seat: int, before: list[int]) -> None:
        self.s: Empires = s
        self.seat: int = seat
        self.before: list[int] = before
        self.found: list[dict[str, object]] = []

    def find(self) -> None:
        """To each city on the lines worth taking; where the city is chosen, on every line."""
        s, seat = self.s, self.seat
        for a in s.choices():
            block, _, thing = s.points_at(a)
            if block == "send":
                for city in Links(s, seat).wanting(s, seat, thing):
                    self.send(thing, city, [a, CITY + city])
            elif block == "city":
                self.send(sent(s.top), thing, [a])
            elif block == "line":
                city = to_city(s.top)
                lines = between(s, seat, factory_of(sent(s.top)), city)
                self.add(sent(s.top), city, best_trip(s, seat, sent(s.top), thing, s), lines, 1, [a])

    def send(self, thing: int, city: int, chain: list[int]) -> None:
        """A good to a city by these decisions, on each line that is worth taking."""
        s, seat = self.s, self.seat
        there = s.clone()
        for a in chain:
            there.apply(a)
        asked = there.step() == "line"
        every = [a - LINE for a in there.choices()] if asked else [line_of(there.top)]
        lines = between(s, seat, factory_of(thing), city)
        for trip in worth_taking(s, seat, city, [best_trip(s, seat, thing, line, there) for line in every]):
            self.add(thing, city, trip, lines, len(every), chain + [LINE + trip.line] if asked else chain)

    def add(self, thing: int, city: int, trip: Trip, lines: Lines, many: int, chain: list[int]) -> None:
        """On a line of so many, by these decisions up to the card."""
        s, seat = self.s, self.seat
        actions = [*self.before, *chain, trip.play, *trip.claims]
        self.found.append(
            {
                "action": actions[0],
                "then": actions[1:],
                "card": s.box.ids[trip.card],
                **delivery(s, seat, thing),
                **arrival(s, seat, city),
                **bonuses(s, seat, thing, trip.line),
                "bonus": trip.bonus,
                "claims": [s.box.ids[ENGINES + a - CLAIM] for a in trip.claims],
                "prestige_at_end": trip.at_end,
                "completes": [s.box.ids[ENGINES + feat] for feat in trip.completes],
                "completed_prestige": trip.worth,
                "lines": many,
                "line": drawn(s, seat, lines, trip.line),
            }
        )


def offers(s: Empires, seat: int) -> list[dict[str, object]]:
    """What the deciding seat can deliver now; where a third track could be laid, what without it."""
    found = Offers(s, seat, [])
    if STOP in s.choices():
        after = s.clone()
        after.apply(STOP)
        if after.over or after.seat != seat:
            return []
        found = Offers(after, seat, [STOP])
    found.find()
    return found.found


def all_claims(s: Empires, seat: int) -> dict[str, object] | None:
    """Several claims that leave no choice, where they are asked for, and what they bring."""
    after = s.clone()
    made = claims(after, seat)
    return {"actions": made, "prestige_at_end": gained_at_end(s, after, seat)} if len(made) > 1 else None


def under_way(s: Empires, viewer: int | None) -> dict[str, object] | None:
    """The delivery that is being made, as far as it has come; all but its seat's bonuses is public."""
    if s.over or not s.delivering():
        return None
    f = s.top
    seat, thing, city, line = frame_seat(f), sent(f), to_city(f), line_of(f)
    out = delivery(s, seat, thing)
    if city >= 0:
        out.update(arrival(s, seat, city))
    if line >= 0:
        out["line"] = drawn(s, seat, between(s, seat, factory_of(thing), city), line)
        if viewer == seat:
            out.update(bonuses(s, seat, thing, line))
    return out
