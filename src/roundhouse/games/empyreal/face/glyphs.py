"""What a card does as a row of glyphs, read off the verbs of its program: one table says how each verb is drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from markupsafe import Markup

from roundhouse.core.verbs import Either, Program, Verb
from roundhouse.draw.marks import EMPTY, joined
from roundhouse.games.empyreal.awards import (
    Award,
    CityCars,
    EdgeCars,
    Equipment,
    GoodsLeft,
    Groups,
    LargestGroup,
    SharedCars,
    TileColours,
    TilesOfColour,
)
from roundhouse.games.empyreal.board import TERRAINS
from roundhouse.games.empyreal.cars import (
    CopyBeside,
    CopyMarket,
    Declare,
    DiscardCar,
    EachRival,
    GainCars,
    Resolve,
    Shunt,
)
from roundhouse.games.empyreal.goods import (
    ChooseCity,
    Collect,
    DeliveryRewards,
    DoubleGood,
    PlaceGood,
    PullGood,
    ReplaceGood,
    Restock,
    ReturnBeside,
    ReturnGoods,
    ShiftTiles,
    TakeTile,
)
from roundhouse.games.empyreal.mana import GainMana, Pay, Recharge, Reclaim
from roundhouse.games.empyreal.staff import (
    CAPTAINS,
    ENGINEERS,
    CopyAbility,
    DrawMasters,
    KeepMaster,
    Recruit,
    Refresh,
    SwapStaff,
    UseNow,
)
from roundhouse.games.empyreal.state import (
    ACT_FIRST,
    BUILD_HOME,
    CITY_FREE,
    DELIVER_ONE,
    DELIVERY_MANA,
    EASY_MOVES,
    EXTRA,
    FREE_CARS,
    FREE_MOVES,
    NO_COSTS,
    ONE_MORE,
    RECLAIM_ONE,
    RECLAIMS,
    RIVAL_ONE,
    SECOND_FREE,
    TRANSFERS,
    TWICE,
    TWO_GOODS,
    WASTE_ONE,
)
from roundhouse.games.empyreal.track import (
    ANY,
    ANYWHERE,
    AROUND,
    AT,
    EACH,
    EDGE,
    FREE_CROSSING,
    FREE_RIVAL,
    HOME,
    NEAR_CITY,
    NEAR_OBSTACLE,
    RIVALS,
    SAME,
    Build,
    Centre,
    ClearCars,
    Gather,
    MoveCars,
    MoveFromThere,
    PlaceWasteland,
    SwapCars,
)
from roundhouse.games.empyreal.turn import Always, ThisTurn

Row = list[str]  # names of glyphs, and the signs between them

SIGNS: Final = {"+": "+", "/": "/", ">": "\u203a", "=": "=", "!": "\u2260"}  # and, or, then, the same, another
SHOWN: Final = 3  # what is done oftener than this is drawn once, with a number

# The terrain drawn under a place: the badge beside it, and how much wider it makes the hex.
BADGES: Final = {EDGE: "edge", NEAR_CITY: "city", NEAR_OBSTACLE: "obstacle", ANYWHERE: "globe"}

# What the rules of a turn and of station masters look like; what is written after a price is what it brings.
TURN: Final[dict[int, Row]] = {
    FREE_MOVES: ["move"],
    FREE_CARS: ["act-free"],
    NO_COSTS: ["cost-free"],
    FREE_CARS | NO_COSTS: ["act-free", "+", "cost-free"],
}
COUNTS: Final[dict[int, Row]] = {
    RECLAIMS: ["reclaim-1"],
    TRANSFERS: ["hop-rival", "/", "hop-city", "/", "hop-waste"],
    EXTRA: ["turn"],
}
STANDING: Final[dict[int, Row]] = {
    CITY_FREE: ["hop-city", "pay-0"],
    RIVAL_ONE: ["hop-rival", "pay-1"],
    WASTE_ONE: ["hop-waste", "pay-1"],
    RECLAIM_ONE: ["reclaim-1"],
    ONE_MORE: ["demand-less"],
    SECOND_FREE: ["act", "+", "act-free"],
    DELIVERY_MANA: ["deliver", "+", "gain-mana"],
    DELIVER_ONE: ["desk", "+", "deliver"],
    ACT_FIRST: ["act", ">", "move"],
    EASY_MOVES: ["move"],
    BUILD_HOME: ["desk", "+", "t-home"],
    TWICE: ["pay-1", ">", "act", "x-2"],
    TWO_GOODS: ["demand-none", ">", "add-any", "add-any"],
}


def several(name: str, n: int, sign: str = "") -> Row:
    """A glyph as often as it is done."""
    if n > SHOWN:
        return [name, f"x-{n}"]
    out = [name]
    for _ in range(n - 1):
        out += [sign, name] if sign else [name]
    return out


def terrains(mask: int, how: int) -> Row:
    """The hexes a build may be on, with where they must lie."""
    if how & RIVALS:
        names = ["t-rival"]
    elif how & HOME:
        names = ["t-home"]
    elif how & AROUND:
        names = ["t-around"]
    else:
        names = ["t-any"] if mask & ANY == ANY else []
        names += [f"t-{t}" for i, t in enumerate(TERRAINS) if mask >> i & 1 and not (names and 1 << i & ANY)]
    badge = "".join(f"@{name}" for bit, name in BADGES.items() if how & bit)
    return [name + badge for name in names]


def builds(v: Build) -> Row:
    names = terrains(v.mask, v.how)
    if v.how & EACH and len(names) > 1:
        out = between(names, "+")
    elif v.how & (EACH | SAME):
        out = several(names[0], v.most, "!") if v.how & EACH else [names[0], "=", f"x-{v.most}"]
    elif len(names) == 1 and v.most > 1 and not v.how & AROUND:
        out = several(names[0], v.most, "+" if v.mask != ANY else "")
    else:
        out = between(names, "/")
    out += ["hop-rival"] if v.how & FREE_RIVAL else []
    return out + (["hop-city", "hop-waste"] if v.how & FREE_CROSSING else [])


def between(names: Sequence[str], sign: str) -> Row:
    out: Row = []
    for name in names:
        out += [sign, name] if out else [name]
    return out


def refreshed(v: Refresh) -> Row:
    return [n for bit, n in ((CAPTAINS, "ref-captain"), (ENGINEERS, "ref-engineer")) if v.slots & bit]


def chosen(v: Either) -> Row:
    out: Row = []
    for option in v.options:
        out += (["/"] if out else []) + row(option)
    return out


def this_turn(v: ThisTurn) -> Row:
    rows = [TURN[v.rules]] if v.rules else []
    rows += [COUNTS[v.counts]] if v.counts else []
    return rows[0] + (["+", *rows[1]] if len(rows) > 1 else [])


# Every verb of a card: the wash of a car that begins with it, and its glyphs.
PICTURES: Final[dict[type[Verb], tuple[str, Callable[[Any], Row]]]] = {
    Build: ("rail", builds),
    PlaceWasteland: ("waste", lambda v: [f"put-waste{'@good' if v.keep else ''}", *["hop-waste"] * v.crossing]),
    MoveCars: ("rail", lambda v: several("step", v.most)),
    MoveFromThere: ("rail", lambda v: ["step"]),
    SwapCars: ("waste", lambda v: ["swap"]),
    Centre: ("rail", lambda v: ["own"]),
    ClearCars: ("waste", lambda v: ["clear"]),
    Gather: ("station", lambda v: ["pull-all"]),
    ReturnGoods: ("", lambda v: ["drop-good" if v.most == 1 else "drop-goods"]),
    ReturnBeside: ("station", lambda v: ["drop-good"]),
    DoubleGood: ("station", lambda v: ["add-same"]),
    ReplaceGood: ("station", lambda v: ["turn-good"]),
    PullGood: ("station", lambda v: ["pull-good@globe" if v.anywhere else "pull-good"]),
    PlaceGood: ("station", lambda v: ["add-any" if v.colour < 0 else f"good-{TERRAINS[v.colour]}@plus"]),
    Restock: ("station", lambda v: several("t-goods@plus", v.most)),
    ChooseCity: ("station", lambda v: several("deliver", v.most or 1)),
    Collect: ("", lambda v: []),
    TakeTile: ("", lambda v: []),
    DeliveryRewards: ("", lambda v: []),
    Pay: ("", lambda v: [f"pay-{v.n}"]),
    GainMana: ("train", lambda v: several("gain-mana", v.n)),
    Reclaim: ("train", lambda v: [f"reclaim-{v.n}"]),
    Recharge: ("train", lambda v: ["reclaim-all", "+", *several("gain-mana", v.n)]),
    ThisTurn: ("train", this_turn),
    Always: ("train", lambda v: STANDING[v.rule]),
    Refresh: ("action", refreshed),
    Recruit: ("action", lambda v: ["gain-spec"]),
    DrawMasters: ("action", lambda v: ["gain-master"]),
    KeepMaster: ("", lambda v: []),
    UseNow: ("action", lambda v: ["use-staff"]),
    SwapStaff: ("waste", lambda v: ["swap-staff"]),
    CopyAbility: ("vp", lambda v: ["copy-engineer" if 1 << v.slot == ENGINEERS else "copy-surveyor"]),
    GainCars: ("action", lambda v: several("gain-car", v.most, "+")),
    DiscardCar: ("waste", lambda v: ["bomb"]),
    EachRival: ("waste", lambda v: row(v.program)),
    Shunt: ("action", lambda v: ["shunt"]),
    CopyMarket: ("vp", lambda v: ["copy-market"]),
    CopyBeside: ("vp", lambda v: ["copy-side"]),
    Declare: ("action", lambda v: ["act"]),
    Resolve: ("", lambda v: []),
    ShiftTiles: ("station", lambda v: several("swap-tiles", v.most)),
    Either: ("action", chosen),
}

# What awards count.
AWARDED: Final[dict[type[Award], Row]] = {
    Groups: ["groups"],
    LargestGroup: ["group"],
    GoodsLeft: ["t-goods"],
    CityCars: ["own@city"],
    EdgeCars: ["own@edge"],
    SharedCars: ["own", "+", "t-rival"],
    TileColours: ["tiles-many"],
    TilesOfColour: ["tiles-one"],
    Equipment: ["spec", "+", "car", "+", "gem"],
}

PRICES: Final = (Pay, ReturnGoods)  # what they bring comes after a chevron
THERE: Final = (PlaceGood, ReturnBeside, MoveFromThere, Reclaim, Declare)  # they follow on what was done before


def row(program: Program) -> Row:
    """The glyphs of a program with the signs between them."""
    verbs = program.verbs
    for n in (4, 3, 2):  # what a program says several times over
        part = verbs[: len(verbs) // n]
        if len(part) > 1 and part * n == verbs:
            return [*row(Program(part)), f"x-{n}"]
    out: Row = []
    before: Verb | None = None
    for verb in verbs:
        drawn = PICTURES[type(verb)][1](verb)
        if drawn and before is not None:
            out += sign(before, verb)
        out += drawn
        before = verb if drawn else before
    return out


def sign(before: Verb, verb: Verb) -> Row:
    """What stands between the glyphs of two verbs."""
    if isinstance(before, PRICES):
        return [] if isinstance(verb, ReturnGoods) else [">"]
    placed = isinstance(verb, Build) and verb.how & (AROUND | AT)
    return [">" if placed or isinstance(verb, THERE) else "+"]


def wash(program: Program) -> str:
    """The wash of a card: that of the first of its verbs that has one."""
    return next((w for w in (PICTURES[type(v)][0] for v in program.verbs) if w), "rail")


# drawing

# The boxes of the symbols, most of them 30 by 30; a hex is 29 by 32.
BOXES: Final = {
    "pull-good": (37.0, 27.0), "turn-good": (33.0, 23.0), "deliver": (37.0, 24.0), "copy-side": (40.0, 23.0),
    "copy-market": (31.0, 27.0), "swap": (37.0, 28.0), "move": (44.0, 30.0), "gem": (22.0, 25.0),
    "gem-spent": (22.0, 25.0), "pawn": (20.0, 28.0), "bogie": (104.0, 11.0), "demand": (26.0, 32.0),
    "swap-staff": (37.0, 28.0), "swap-tiles": (37.0, 28.0), "shunt": (37.0, 28.0), "tiles-many": (40.0, 28.0),
    "tiles-one": (40.0, 28.0), "own": (29.0, 32.0), "groups": (40.0, 30.0), "clear": (29.0, 32.0),
    "hop-rival": (30.0, 32.0), "hop-city": (30.0, 32.0), "hop-waste": (30.0, 32.0), "few": (14.0, 30.0),
}  # fmt: skip
# What is drawn over a glyph: its symbol, where (below zero: from the right and the bottom), its size, and how much
# wider the whole becomes.
OVER: Final = {
    "edge": ("edge", 0.0, 0.0, 4.0, 32.0, 0.0),
    "globe": ("globe", -8.5, -14.5, 13.0, 13.0, 5.0),
    "city": ("by-city", 26.0, 6.0, 18.0, 20.0, 17.0),
    "obstacle": ("by-obstacle", 26.0, 1.0, 14.5, 31.0, 12.0),
    "plus": ("plus", -10.0, -10.5, 11.0, 11.0, 2.0),
    "good": ("crate", -12.0, -15.0, 14.0, 14.9, 2.0),
}
NUMBERED: Final = {"reclaim": "loop", "pay": "pay", "x": ""}  # glyphs with a number in them


def size(name: str) -> tuple[float, float]:
    if name.startswith("good-"):
        return 25.0, 25.0
    if name.startswith("co-"):
        return 48.0, 48.0
    return BOXES.get(name) or ((29.0, 32.0) if name.startswith("t-") else (30.0, 30.0))


def use(name: str, x: float, y: float, wide: float, high: float) -> str:
    placed = "".join(f' {k}="{v:g}"' for k, v in (("x", x), ("y", y)) if v)
    return f'<use href="#emp-{name}"{placed} width="{wide:g}" height="{high:g}"/>'


def glyph(name: str, cls: str = "") -> Markup:
    """One glyph: a symbol of the sprite, one with a number in it, or one with a badge."""
    base, _, badge = name.partition("@")
    head, _, number = base.rpartition("-")
    if head in NUMBERED and number.isdigit():
        wide, high = (24.0, 30.0) if head == "x" else size(base)
        drawn = use(NUMBERED[head], 0, 0, wide, high) if NUMBERED[head] else ""
        said = f"{number}\u00d7" if head == "x" else number
        drawn += f'<text class="e-n" x="{wide / 2:g}" y="{19.6 if head != "x" else 20.5:g}">{said}</text>'
    else:
        wide, high = size(base)
        drawn = use(base, 0, 0, wide, high)
    for over in badge.split("@") if badge else []:
        symbol, x, y, w, h, more = OVER[over]
        drawn += use(symbol, x if x >= 0 else wide + x, y if y >= 0 else high + y, w, h)
        wide += more
    named = f' class="{cls}"' if cls else ""
    return Markup(f'<svg{named} viewBox="0 0 {wide:g} {high:g}" aria-hidden="true">{drawn}</svg>')


def width(tokens: Row) -> float:
    """How wide a row is, in heights of a glyph."""
    return sum(0.35 if t in SIGNS else size(t.partition("@")[0])[0] / size(t.partition("@")[0])[1] for t in tokens)


def drawn_row(tokens: Row) -> Markup:
    """The row on a card; long ones are set smaller."""
    if not tokens:
        return EMPTY
    parts = [
        Markup("<i{}>{}</i>").format(Markup(' class="or"') if t == "/" else EMPTY, SIGNS[t]) if t in SIGNS else glyph(t)
        for t in tokens
    ]
    wide = width(tokens)
    small = " n4" if wide > 3.8 else " n3" if wide > 2.9 else ""
    return Markup('<span class="fx{}">{}</span>').format(small, joined(parts))
