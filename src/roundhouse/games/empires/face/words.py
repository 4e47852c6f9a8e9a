"""What the table of Small Railroad Empires says: prices, deliveries, tips, sentences; from a view and the box alone."""

from __future__ import annotations

from typing import Final

from roundhouse.core.words import counted, listed, sentence
from roundhouse.draw.face import Action, Shortcut, View
from roundhouse.games.empires.actions import ENGINES, FEATS, REVEALS
from roundhouse.games.empires.box import EmpiresBox

STEPS: Final = ("Lay", "Deliver", "Claim", "Take")
STEP_OF: Final = {"lay": 0, "deliver": 1, "city": 1, "line": 1, "play": 1, "claim": 2, "buy": 3}
HEADINGS: Final = {
    "start": "Choose the factory to start at",
    "deliver": "Deliver a good: choose one",
    "play": "Play a train card: choose one of your hand",
    "claim": "Claim an achievement: choose one",
    "buy": "Take a train card: choose one of the market",
}
ORDINALS: Final = ("first", "second", "third", "fourth", "fifth")
SHORTER: Final = "Master of Delivery at 4"  # how the view names the switch
DECLINES: Final = frozenset({"stop", "no_send", "no_claim", "no_buy"})  # the blocks that refuse what is offered
BY_STEPS: Final = {"send": "by city, line and train card", "city": "by line and train card"}  # how else it is chosen
WHOLE: Final = ("lay", "deliver", "city")  # steps in which whole deliveries are offered
ASKED_FIRST: Final = ("lay", "route", "stop")  # the blocks by the steps of a turn
ASKED_THIRD: Final = ("claim", "no_claim")
ASKED_LAST: Final = ("buy", "no_buy")
PAID_FOR: Final = (("third", "third track"), ("route", "new route"), ("rent", "rent"))  # parts of a price

SOURCES: Final = (  # of points, as a view names them, and whether they count for or against a seat
    ("Prestige track", "prestige", 1),
    ("Achievements", "achievement_points", 1),
    ("Loans", "loan_points", -1),
    ("Passengers", "passenger_points", 1),
)


def dollars(n: int) -> str:
    return f"${n}" if n else "free"


def nth(n: int) -> str:
    return ORDINALS[n] if n < len(ORDINALS) else "next"


def name_of(hex: View) -> str:
    """A place's name, or where a hex lies."""
    return str(hex["label"] if "id" in hex else hex["coordinate"])


def place_title(view: View, h: int) -> str:
    hex = view["hexes"][h]
    ground = next(g["title"] for g in view["grounds"] if g["ground"] == hex["ground"])
    return name_of(hex) if "id" in hex else f"{name_of(hex)}, {ground}"


def taken(hex: View) -> bool:
    """Whether somebody has been there: its star is gone."""
    return bool(hex["tracks"] or hex["trains"])


# cards


def card_text(box: EmpiresBox, card: int, fewer: bool = False) -> str:
    """What a card asks, as it fits on it; `fewer` deliveries in the final edition."""
    if card < ENGINES:
        return sentence(f"if {box.conditions[card].text}")
    if card < ENGINES + FEATS:
        return box.feats[card - ENGINES].brief_text(fewer)
    return f"Deliver from {box.works(card)}: may score once."


def card_tip(box: EmpiresBox, card: int, *more: str) -> str:
    """The first line is the heading."""
    return "\n".join([box.titles[card], box.text(card), *[m for m in more if m]])


# laying


def third(view: View) -> bool:
    """Whether the track asked for is the one from the player board."""
    return any(a["block"] == "stop" for a in view["actions"])


def loan_words(box: EmpiresBox, price: View) -> str:
    many = "a loan" if price["loans"] == 1 else counted(price["loans"], "loan")
    return f"Takes {many} of ${box.loan_money}: \u2212{-price['prestige_at_end']} prestige at the end."


def lay_tip(view: View, box: EmpiresBox, h: int, price: View) -> str:
    """Where, what it costs and what is kept; then what else comes of it."""
    cost = f"Costs ${-price['money']}" if price["money"] else "Free"
    kept = view["players"][view["seat"]]["money"] + price["money"] + price.get("borrowed", 0)
    parts = [f"{words} ${-price[part]}" for part, words in PAID_FOR if part in price]
    lines = [
        place_title(view, h),
        f"{cost}: you keep ${kept}.",
        sentence(", ".join(parts)) if parts else "",
        loan_words(box, price) if "loans" in price else "",
        f"First here: {price['prestige']} prestige." if "prestige" in price else "",
    ]
    return "\n".join(line for line in lines if line)


# deliveries


class Way:
    """A delivery with its line, and all that it would earn its seat."""

    def __init__(self, offer: View) -> None:
        line: View = offer["line"]
        self.action: int = offer.get("action", -1)  # -1 while it is under way
        self.seat: int = offer["seat"]
        self.good: str = offer["good"]
        self.start: int = offer["from"]
        self.end: int = offer["to"]
        self.path: list[int] = line["path"]
        self.trains: int = line["trains"]
        self.length: int = line["length"]
        self.colours: list[str] = line["colours"]
        self.money: int = line["money"]
        self.prestige: int = line["prestige"]
        self.city_money: int = offer["city_money"]
        self.cards: list[View] = offer.get("cards", [])  # train cards in hand that would score, the dearest first
        self.contract: int = offer.get("contract", 0)
        self.lines: int = offer.get("lines", 1)
        self.then: list[int] = offer.get("then", [])  # the decisions after the first
        self.card: str = offer.get("card", "")  # the train card that is played with it,
        self.claims: list[str] = offer.get("claims", [])  # and the achievements that are claimed
        self.at_end: int = offer.get("prestige_at_end", 0)
        self.completes: list[str] = [id for id in offer.get("completes", []) if id not in self.claims]
        self.completed: int = offer.get("completed_prestige", 0)  # by these and the claims
        self.all_money = self.money + self.city_money
        self.best: int = self.cards[0]["prestige"] if self.cards else 0
        self.bonus: int = offer.get("bonus", self.best)  # of the train card
        self.all_prestige: int = self.prestige + self.bonus + self.contract
        self.whole: int = self.all_prestige + self.completed

    @property
    def actions(self) -> list[int]:
        """The decisions that make all of it."""
        return [self.action, *self.then]


def ways(view: View) -> list[Way]:
    """The deliveries the viewer can make, the best first; the achievements they complete count as prestige."""
    found = map(Way, view.get("offers", []))
    return sorted(found, key=lambda w: (-w.whole, -w.all_prestige, -w.all_money, -w.length, w.action))


def under_way(view: View) -> Way | None:
    """The delivery being made, once its line is known."""
    now = view["delivery"]
    return Way(now) if now is not None and "line" in now else None


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


def engine_of(box: EmpiresBox, w: Way) -> str:
    """The train card that is played with a delivery."""
    return box.titles[box.ids.index(w.card)]


def titles_of(box: EmpiresBox, ids: list[str]) -> str:
    return listed([box.titles[box.ids.index(id)] for id in ids], "and")


def whole_price(w: Way) -> str:
    """What a whole delivery earns, its claims with it."""
    return earned(w) + (f", {w.at_end} at the end" if w.at_end else "")


def whole_words(view: View, box: EmpiresBox, w: Way, found: list[Way]) -> str:
    """A whole delivery: what is sent where, on which line, with which card and claims."""
    start, end = (name_of(view["hexes"][h]) for h in (w.start, w.end))
    alike = [o for o in found if (o.good, o.start, o.end) == (w.good, w.start, w.end)]
    over = f" over {line_title(w)}" if len(alike) > 1 else ""
    claims = f", claim {titles_of(box, w.claims)}" if w.claims else ""
    completes = f", which completes {titles_of(box, w.completes)}" if w.completes else ""
    return f"deliver {w.good} from {start} to {end}, {long(w)}{over}, with {engine_of(box, w)}{claims}{completes}"


def refuses(view: View, box: EmpiresBox, action: Action) -> bool:
    """Whether an action refuses what is offered."""
    return action["block"] in DECLINES


def shortcuts(view: View, box: EmpiresBox) -> list[Shortcut]:
    """Whole deliveries, the best first; or all that can be claimed at once."""
    if claims := view.get("claims"):
        many = len(claims["actions"])
        words = "claim both" if many == 2 else f"claim all {many}"
        return [Shortcut(words, claims["actions"], f"+{claims['prestige_at_end']} at the end")]
    found = ways(view) if view["step"] in WHOLE else []
    return [Shortcut(whole_words(view, box, w, found), w.actions, whole_price(w)) for w in found]


def way_tip(view: View, title: str, found: list[Way]) -> str:
    """What the deliveries of one choice would earn."""
    lines = [f"{sentence(way_words(view, w))[:-1]}: {earned(w)}." for w in found]
    if found[0].contract:
        lines.append("It fulfils your contract.")
    return "\n".join([title, *lines])


def line_title(w: Way) -> str:
    """The grounds of a line."""
    return listed(w.colours, "and") if w.colours else "factories and cities only"


# what an action costs or brings


def price(view: View, box: EmpiresBox, action: Action) -> str:
    """The price of an action in a few words."""
    block, amounts = action["block"], action["price"]
    if block in ("lay", "route"):
        loans = f" with {counted(amounts['loans'], 'loan')}" if "loans" in amounts else ""
        star = f", +{amounts['prestige']} prestige" if "prestige" in amounts else ""
        return f"{dollars(-amounts['money'])}{loans}{star}"
    if block == "play" and amounts["prestige"]:
        return f"+{amounts['prestige']} prestige"
    if block == "buy":  # its dollars are in the words
        return f"with {counted(amounts['loans'], 'loan')}" if "loans" in amounts else ""
    return f"+{amounts['prestige_at_end']} at the end" if block == "claim" else ""


# what came of a decision


def came(action: Action, seat: int, before: View, after: View, box: EmpiresBox) -> str:
    """What came of a decision, behind its words: what was paid and gained, by two views that everybody may see."""
    block = action["block"]
    old, new = before["players"][seat], after["players"][seat]
    loans = new["loans"] - old["loans"]
    prestige = new["prestige"] - old["prestige"]
    gains = f": {prestige} prestige" if prestige else ""
    out = ""
    if block in ("lay", "route"):
        price = box.with_loans(old["money"], loans) - new["money"]
        out += f" for ${price}" if price else ", free"
        out += rent(action, before, box)
        out += ", a third track" if new["locked"] < old["locked"] else ""
        gains = f"; star{gains}" if prestige else ""
    elif block == "claim":
        claims = next(a for a in after["achievements"] if a["card"] == box.ids[ENGINES + action["thing"]])
        place = "first" if claims["first"] == seat else "later"
        gains = f", {place}: {claims[f'{place}_prestige']} prestige at the end"
    elif new["deliveries"] > old["deliveries"]:
        gains = f": ${new['money'] - old['money']} and {prestige} prestige"
    elif block == "play" and action["form"] == REVEALS:
        out += f", {box.titles[box.ids.index(new['contract'])]}"
    out += gains
    out += f"; takes {'a loan' if loans == 1 else counted(loans, 'loan')} of ${box.loan_money}" if loans else ""
    out += "; all factories produce" if after["track"]["produced"] > before["track"]["produced"] else ""
    return out + ended_by_itself(block, seat, before, after, box)


def rent(action: Action, before: View, box: EmpiresBox) -> str:
    """What of the price of a track goes to who is there already."""
    at = action["thing"]
    if action["block"] == "route":
        hexes = enumerate(before["hexes"])
        at = next(i for i, h in hexes if h["ground"] == "factory" and h["number"] == action["thing"])
    return f", ${box.rent} of it rent" if "rent" in before["rules"] and taken(before["hexes"][at]) else ""


def ended_by_itself(block: str, seat: int, before: View, after: View, box: EmpiresBox) -> str:
    """Why the turn ended without its seat saying so, if it did."""
    if not before["turn"] or after["turn"] == before["turn"] or block in ASKED_LAST:
        return ""
    p = after["players"][seat]
    why = []
    if block in ASKED_FIRST:
        why.append(
            "no train card left" if not p["hand"] else "no train left" if not p["trains"] else "nothing to deliver"
        )
    if block not in ASKED_THIRD:
        why.append("nothing to claim")
    why.append("hand full" if len(p["hand"]) >= box.hand else "no train card within reach")
    return f"; the turn ends: {', '.join(why)}"


# sentences


def heading(view: View, box: EmpiresBox) -> str:
    """What the viewer is to do."""
    step, hexes, now = view["step"], view["hexes"], view["delivery"]
    if step == "lay" and third(view):
        return f"Lay a third track for ${view['players'][view['seat']]['third_cost']} more, or none"
    if step == "lay":
        return f"Lay your {nth(len(view['laid']))} track: choose a hex"
    if step == "city":
        return f"Deliver {now['good']} from {hexes[now['from']]['label']}: choose a city"
    if step == "line":
        return f"To {hexes[now['to']]['label']}: choose the line"
    return HEADINGS.get(step, sentence(view["prompt"])[:-1])


def aside(view: View, box: EmpiresBox) -> str:
    """The second line of the sign: what the first leaves out."""
    return "Your first track lies there; it is free." if view["step"] == "start" else ""


def doubt(view: View, box: EmpiresBox, action: Action) -> str:
    """What to ask before an action that is most likely a slip."""
    return "You leave an achievement unclaimed. Go on all the same?" if action["block"] == "no_claim" else ""


def sources(view: View) -> dict[str, list[int]]:
    """Where points can come from, and how many each seat has from there."""
    return {name: [sign * int(p[key]) for p in view["players"]] for name, key, sign in SOURCES}


def breakdown(view: View) -> list[tuple[str, list[int]]]:
    """Where the points come from, by source and seat; passengers only where they count."""
    return [(name, n) for name, n in sources(view).items() if name != "Passengers" or "passengers" in view["rules"]]


def score_tip(view: View, seat: int) -> str:
    parts = [f"{name.lower()} {by_seat[seat]}" for name, by_seat in breakdown(view)]
    return f"{view['players'][seat]['score']} prestige if the game ended now\n{sentence(', '.join(parts))}"


def progress(view: View) -> str:
    """How far the game has come, in a few words."""
    return f"Round {view['round']}" if view["turn"] else "Setting out"
