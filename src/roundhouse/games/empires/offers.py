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


def earned(s: Empires, seat: int, thing: int, city: int, line: int) -> tuple[int, int, int, int]:
    """What a line is better for than another: prestige, money that can be kept, length, and crossing all colours."""
    length, cards = line_length(line), scoring(s, seat, thing, line)
    prestige = s.box.line_prestige[length] + (s.box.prestige[cards[0]] if cards else 0)
    money = s.box.line_money[length] + s.city_money(seat, s.board.city[city])
    kept = min(money, s.box.most_money - s.money[seat])
    return prestige, kept, length, 1 if line_colours(line) == ALL_COLOURS else 0


def worth_taking(s: Empires, seat: int, thing: int, city: int, found: list[int]) -> list[int]:
    """The lines less those that another is at least as good as in everything; the best first."""
    ranked = [(earned(s, seat, thing, city, line), -line) for line in found]
    ranked.sort(reverse=True)
    out: list[int] = []
    best: list[tuple[int, int, int, int]] = []
    for (a, b, c, d), negative in ranked:  # only an earlier one can be as good in everything
        if not any(w >= a and x >= b and y >= c and z >= d for w, x, y, z in best):
            best.append((a, b, c, d))
            out.append(-negative)
    return out


def card_for(s: Empires, seat: int, thing: int, line: int) -> int:
    """The card that a whole delivery plays: the one that scores most; if none does, the one that is worth least."""
    cards = scoring(s, seat, thing, line)
    if cards:
        return cards[0]
    return min([(s.box.prestige[b & CARD], i, b & CARD) for i, b in enumerate(s.hands[seat])])[2]


def claims(s: Empires) -> list[int]:
    """The claims that leave no choice: all but first ones of which only one can be had. The state has made them."""
    out: list[int] = []
    while not s.over and s.step() == "claim":
        found = [a for a in s.choices() if a != NO_CLAIM]
        later = [a for a in found if s.firsts[a - CLAIM]]
        if not later and len(found) > 1:
            break
        out.append((later or found)[0])
        s.apply(out[-1])
    return out


def gained_at_end(s: Empires, after: Empires, seat: int) -> int:
    return after.feat_points(seat) - s.feat_points(seat)


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
                self.add(sent(s.top), city, thing, lines, 1, s, [a])

    def send(self, thing: int, city: int, chain: list[int]) -> None:
        """A good to a city by these decisions, on each line that is worth taking."""
        s, seat = self.s, self.seat
        there = s.clone()
        for a in chain:
            there.apply(a)
        asked = there.step() == "line"
        every = [a - LINE for a in there.choices()] if asked else [line_of(there.top)]
        lines = between(s, seat, factory_of(thing), city)
        for line in worth_taking(s, seat, thing, city, every):
            self.add(thing, city, line, lines, len(every), there, chain + [LINE + line] if asked else chain)

    def add(self, thing: int, city: int, line: int, lines: Lines, many: int, there: Empires, chain: list[int]) -> None:
        """On a line of so many, by these decisions up to the card; `there` is where they, less the line, lead."""
        s, seat = self.s, self.seat
        card = card_for(s, seat, thing, line)
        after = there.clone()
        if after.step() == "line":
            after.apply(LINE + line)
        play = PLAY + (card << FORM_BITS | (REVEALS if s.contract_for(seat, factory_of(thing)) else 0))
        after.apply(play)
        made = claims(after)
        actions = [*self.before, *chain, play, *made]
        self.found.append(
            {
                "action": actions[0],
                "then": actions[1:],
                "card": s.box.ids[card],
                **delivery(s, seat, thing),
                **arrival(s, seat, city),
                **bonuses(s, seat, thing, line),
                "claims": [s.box.ids[ENGINES + a - CLAIM] for a in made],
                "prestige_at_end": gained_at_end(s, after, seat),
                "lines": many,
                "line": drawn(s, seat, lines, line),
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
    made = claims(after)
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
