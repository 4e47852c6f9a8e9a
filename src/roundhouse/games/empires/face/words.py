"""What the table of Small Railroad Empires says: prices, deliveries, tips, sentences; from a view and the box alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from roundhouse.core.words import listed, sentence
from roundhouse.draw.face import Action, View
from roundhouse.games.empires.actions import ENGINES, FEATS
from roundhouse.games.empires.board import BLUE, GOODS, TILES, Board
from roundhouse.games.empires.box import EmpiresBox
from roundhouse.games.empires.verbs import (
    COLOUR_NAMES,
    CardsOfColour,
    Claims,
    ColoursPlayed,
    CrossedAll,
    Delivered,
    LinesOf,
    Money,
    TracksOn,
)

STEPS: Final = ("Lay", "Deliver", "Claim", "Buy")
STEP_OF: Final = {"lay": 0, "deliver": 1, "city": 1, "line": 1, "play": 1, "claim": 2, "buy": 3}
ORDINALS: Final = ("first", "second", "third", "fourth", "fifth")
SHORTER: Final = "Master of Delivery at 4"  # how the view names the switch


def dollars(n: int) -> str:
    return f"${n}" if n else "free"


def nth(n: int) -> str:
    return ORDINALS[n] if n < len(ORDINALS) else "next"


def board_of(view: View, box: EmpiresBox) -> Board:
    """The country as it was laid out."""
    tiles = view["tiles"]
    return box.board(bytes(TILES.index(t["tile"]) for t in tiles), bytes(t["rotation"] for t in tiles))


def name_of(hex: View) -> str:
    """A place's name, or where a hex lies."""
    return str(hex["label"] if "id" in hex else hex["coordinate"])


def ground_of(view: View, hex: View) -> str:
    return next(str(g["title"]) for g in view["grounds"] if g["ground"] == hex["ground"])


def place_title(view: View, h: int) -> str:
    hex = view["hexes"][h]
    return name_of(hex) if "id" in hex else f"{name_of(hex)}, {ground_of(view, hex)}"


def taken(hex: View) -> bool:
    """Whether somebody has been there: its star is gone."""
    return bool(hex["tracks"] or hex["trains"])


# cards


def card_text(box: EmpiresBox, card: int) -> str:
    """What a train card or a contract asks, as it fits on it."""
    if card < ENGINES:
        return sentence(f"if {box.conditions[card].told}")
    return f"When you deliver from {factory_of(box, card)}."


def factory_of(box: EmpiresBox, card: int) -> str:
    """The works that a contract names."""
    return box.atlas.factories.names[box.contract_factory[card - ENGINES - FEATS]]


def feat_text(box: EmpiresBox, card: int, fewer: bool = False) -> str:
    """What an achievement asks, as it fits on it."""
    feat = box.feats[card - ENGINES]
    n = feat.fewer if isinstance(feat, Delivered) and fewer else feat.n
    if isinstance(feat, TracksOn):
        return f"Tracks on {n} {'lakes' if feat.colour == BLUE else 'mountains'}"
    told = {
        LinesOf: f"One delivery {n} or longer",
        ColoursPlayed: f"Engines of {n} colours played",
        CardsOfColour: f"{n} engines of one colour played",
        CrossedAll: "One line over all 4 grounds",
        Money: f"Hold ${n}",
        Claims: f"{n} other achievements",
        Delivered: f"{n} deliveries made",
    }
    return told[type(feat)]


def card_tip(box: EmpiresBox, card: int, *more: str) -> str:
    """The first line is the heading."""
    return "\n".join([box.titles[card], box.text(card), *[m for m in more if m]])


# laying


@dataclass(frozen=True)
class Price:
    """What a track that can be laid costs, and what comes of it."""

    action: int
    hex: int
    price: int
    loans: int
    rent: int
    route: bool
    star: bool


def prices(view: View) -> list[Price]:
    return [Price(**p) for p in view.get("prices", [])]


def kept(view: View, box: EmpiresBox, price: int, loans: int) -> int:
    """The money that is left after paying, with so many loans."""
    money = int(view["players"][view["seat"]]["money"])
    for _ in range(loans):
        money = min(box.most_money, money + box.loan_money)
    return money - price


def third(view: View) -> bool:
    """Whether the track asked for is the one from the player board."""
    return any(a["block"] == "stop" for a in view["actions"])


def loan_words(box: EmpiresBox, loans: int) -> str:
    if not loans:
        return ""
    many = f"a loan of ${box.loan_money}" if loans == 1 else f"{loans} loans of ${box.loan_money}"
    return f"Takes {many}: \u2212{loans * box.loan_prestige} prestige at the end."


def lay_tip(view: View, box: EmpiresBox, p: Price) -> str:
    """Where, what it costs and what is kept; then what else comes of it."""
    parts = []
    if third(view):
        parts.append(f"third track ${view['players'][view['seat']]['third_cost']}")
    if p.route:
        parts.append(f"new route ${box.new_route}")
    if p.rent:
        parts.append(f"rent ${p.rent}")
    left = f"you keep ${kept(view, box, p.price, p.loans)}."
    cost = f"Costs ${p.price}: {left}" if p.price else f"Free: {left}"
    lines = [place_title(view, p.hex), cost, sentence(", ".join(parts)) if parts else "", loan_words(box, p.loans)]
    if p.star:
        lines.append(f"First here: {box.star} prestige.")
    return "\n".join(line for line in lines if line)


# deliveries


@dataclass(frozen=True)
class Way:
    """A delivery with its line, and all that it would earn its seat."""

    action: int  # -1 while it is under way
    seat: int
    good: str
    start: int
    end: int
    path: tuple[int, ...]
    trains: int
    length: int
    colours: tuple[str, ...]
    money: int
    prestige: int
    city_money: int
    cards: tuple[tuple[str, int], ...]  # train cards in hand that would score, with what they bring
    contract: int
    lines: int

    @property
    def all_money(self) -> int:
        return self.money + self.city_money

    @property
    def all_prestige(self) -> int:
        """With the best card, and with the contract."""
        return self.prestige + max([n for _, n in self.cards], default=0) + self.contract

    @property
    def worth(self) -> tuple[int, int, int]:
        return (self.all_prestige, self.all_money, self.length)


def scoring(view: View, box: EmpiresBox, good: str, line: View) -> list[tuple[str, int]]:
    """The cards in the viewer's hand whose condition the line meets, the dearest first."""
    mask = sum(1 << COLOUR_NAMES.index(c) for c in line["colours"])
    found = []
    for id in view["players"][view["viewer"]]["hand"]:
        card = box.ids.index(id)
        if box.conditions[card].met(GOODS.index(good), mask, max(0, line["length"])):
            found.append((id, int(box.prestige[card])))
    return sorted(found, key=lambda pair: -pair[1])


def contract_worth(view: View, box: EmpiresBox, factory: int) -> int:
    """What the viewer's contract brings with a delivery from there."""
    p = view["players"][view["viewer"]]
    if p["revealed"]:
        return 0
    contract = box.ids.index(p["contract"]) - ENGINES - FEATS
    return int(box.contract_prestige[contract]) if box.contract_factory[contract] == factory else 0


def way(view: View, box: EmpiresBox, offer: View, seat: int, city_money: int) -> Way:
    line, own = offer["line"], view["viewer"] == seat
    return Way(
        action=offer.get("action", -1),
        seat=seat,
        good=offer["good"],
        start=offer["from"],
        end=offer["to"],
        path=tuple(line["path"]),
        trains=line["trains"],
        length=line["length"],
        colours=tuple(line["colours"]),
        money=line["money"],
        prestige=line["prestige"],
        city_money=city_money,
        cards=tuple(scoring(view, box, offer["good"], line)) if own else (),
        contract=contract_worth(view, box, offer["factory"]) if own else 0,
        lines=offer.get("lines", 1),
    )


def ways(view: View, box: EmpiresBox) -> list[Way]:
    """The deliveries the viewer can make, the best first."""
    found = [way(view, box, o, view["seat"], o["city_money"]) for o in view.get("offers", [])]
    return sorted(found, key=lambda w: (tuple(-n for n in w.worth), w.action))


def under_way(view: View, box: EmpiresBox) -> Way | None:
    """The delivery being made, once its line is known."""
    now = view["delivery"]
    if now is None or "line" not in now:
        return None
    others = [i for i in view["hexes"][now["to"]]["trains"] if i != now["seat"]]
    return way(view, box, now, now["seat"], int(box.city_bonus[len(others)]))


def by_action(found: list[Way]) -> dict[int, list[Way]]:
    """The deliveries of each action, the best first."""
    out: dict[int, list[Way]] = {}
    for w in found:
        out.setdefault(w.action, []).append(w)
    return out


def long(w: Way) -> str:
    return f"{w.length} long"


def way_words(view: View, w: Way) -> str:
    """A delivery in a few words."""
    return f"to {name_of(view['hexes'][w.end])}, {long(w)}"


def earned(w: Way) -> str:
    return f"${w.all_money}, {w.all_prestige} prestige"


def way_tip(view: View, box: EmpiresBox, title: str, found: list[Way]) -> str:
    """What the deliveries of one choice would earn."""
    lines = [f"{sentence(way_words(view, w))[:-1]}: {earned(w)}." for w in found]
    if found[0].contract:
        lines.append("It fulfils your contract.")
    return "\n".join([title, *lines])


def line_title(w: Way) -> str:
    """The grounds of a line."""
    return listed(w.colours, "and") if w.colours else "works and cities only"


# what an action costs or brings


def price(view: View, box: EmpiresBox, action: Action) -> str:
    block = action["block"]
    if block in ("lay", "route"):
        p = next(p for p in prices(view) if p.action == action["action"])
        loan = f" with {p.loans} loan{'s' if p.loans > 1 else ''}" if p.loans else ""
        return f"{dollars(p.price)}{loan}{f', +{box.star}' if p.star else ''}"
    if block == "play":
        gain = play_gain(view, box, action)
        return f"+{gain} prestige" if gain else ""
    if block == "claim":
        return f"+{claim_worth(view, box, action['thing'])} at the end"
    return ""


def play_gain(view: View, box: EmpiresBox, action: Action) -> int:
    """What playing a card brings, with the contract if that is revealed."""
    now = under_way(view, box)
    if now is None:
        return 0
    gain = dict(now.cards).get(box.ids[action["thing"]], 0)
    return gain + (now.contract if action["words"].endswith("the contract") else 0)


def achievement(view: View, box: EmpiresBox, feat: int) -> View:
    id = box.ids[ENGINES + feat]
    return next(a for a in view["achievements"] if a["card"] == id)


def claim_worth(view: View, box: EmpiresBox, feat: int) -> int:
    a = achievement(view, box, feat)
    return int(a["first_prestige"] if a["first"] is None else a["later_prestige"])


def said(view: View, box: EmpiresBox, action: Action) -> str:
    cost = price(view, box, action)
    return sentence(action["words"] + (f": {cost}" if cost else ""))


# sentences


def heading(view: View, box: EmpiresBox) -> str:
    """What the viewer is to do."""
    step = view["step"]
    if step == "lay":
        if third(view):
            return f"Lay a third track for ${view['players'][view['seat']]['third_cost']} more, or none"
        return f"Lay your {nth(len(view['laid']))} track: choose a hex"
    if step == "city":
        now = view["delivery"]
        return f"Deliver {now['good']} from {view['hexes'][now['from']]['label']}: choose a city"
    if step == "line":
        return f"To {view['hexes'][view['delivery']['to']]['label']}: choose the line"
    told = {
        "start": "Choose the works to start at",
        "deliver": "Deliver a good: choose one",
        "play": "Play a train card: choose one of your hand",
        "claim": "Claim an achievement: choose one",
        "buy": "Buy a train card: choose one of the market",
    }
    return told.get(step, sentence(view["prompt"])[:-1])


def aside(view: View, box: EmpiresBox) -> str:
    """The second line of the sign: what the first leaves out."""
    if view["step"] == "start":
        return "Your first track lies there; it is free."
    return ""


def doubt(view: View, action: Action) -> str:
    """What to ask before an action that is most likely a slip."""
    if action["block"] == "no_claim":
        return "You leave an achievement unclaimed. Go on all the same?"
    return ""


def points(view: View) -> list[int]:
    """How many points each seat has now, all told."""
    return [int(p["score"]) for p in view["players"]]


def breakdown(view: View) -> list[tuple[str, list[int]]]:
    """Where the points come from, by source and seat."""
    players = view["players"]
    out = [
        ("Prestige track", [int(p["prestige"]) for p in players]),
        ("Achievements", [int(p["achievement_points"]) for p in players]),
        ("Loans", [-int(p["loan_points"]) for p in players]),
    ]
    if "passengers" in view["rules"]:
        out.append(("Passengers", [int(p["passenger_points"]) for p in players]))
    return out


def score_tip(view: View, seat: int) -> str:
    parts = [f"{name.lower()} {by_seat[seat]}" for name, by_seat in breakdown(view)]
    return f"{view['players'][seat]['score']} prestige if the game ended now\n{sentence(', '.join(parts))}"


def progress(view: View) -> str:
    """How far the game has come, in a few words."""
    return f"Round {view['round']}" if view["turn"] else "Setting out"
