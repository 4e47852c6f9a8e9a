"""What a card does as a row of glyphs, read off the verbs of its program: one table says how each verb is drawn."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from roundhouse.core.verbs import Program, Verb
from roundhouse.draw.marks import EMPTY, joined
from roundhouse.draw.markup import Markup
from roundhouse.games.empyreal import staff, state, track
from roundhouse.games.empyreal.board import TERRAINS

# A row is written as the names of its glyphs and the signs between them, apart by blanks: "t-forest > gain-mana".
SIGNS: Final = {"+": "+", "/": "/", ">": "\u203a", "=": "=", "!": "\u2260"}  # and, or, then, the same, another
MOST_DRAWN: Final = 3  # what is done oftener than this is drawn once, with a number

# The hex of a build that goes by more than its terrains, and the badge beside a hex that must lie somewhere.
PLACES: Final = {track.RIVALS: "t-rival", track.HOME: "t-home", track.AROUND: "t-around"}
BADGES: Final = {
    track.EDGE: "edge",
    track.NEAR_CITY: "city",
    track.NEAR_OBSTACLE: "obstacle",
    track.ANYWHERE: "globe",
}

# What the rules of a turn and of station masters look like; what is written after a price is what it brings.
TURN: Final = {
    state.FREE_MOVES: "move",
    state.FREE_CARS: "act-free",
    state.NO_COSTS: "cost-free",
    state.FREE_CARS | state.NO_COSTS: "act-free + cost-free",
}
COUNTS: Final = {
    state.RECLAIMS: "reclaim-1",
    state.TRANSFERS: "hop-rival / hop-city / hop-waste",
    state.EXTRA: "turn",
}
STANDING: Final = {
    state.CITY_FREE: "hop-city pay-0",
    state.RIVAL_ONE: "hop-rival pay-1",
    state.WASTE_ONE: "hop-waste pay-1",
    state.ONE_MORE: "demand-less",
    state.SECOND_FREE: "act + act-free",
    state.DELIVERY_MANA: "deliver + gain-mana",
    state.DELIVER_ONE: "desk + deliver",
    state.ACT_FIRST: "act > move",
    state.EASY_MOVES: "move",
    state.BUILD_HOME: "desk + t-home",
    state.TWICE: "pay-1 > act x-2",
    state.TWO_GOODS: "demand-none > add-any add-any",
}
REFRESHED: Final = {staff.CAPTAINS: "ref-captain", staff.ENGINEERS: "ref-engineer"}


def several(name: str, n: int, sign: str = " ") -> str:
    """A glyph as often as it is done."""
    return f"{name} x-{n}" if n > MOST_DRAWN else sign.join([name] * max(1, n))


def hexes(mask: int, how: int) -> list[str]:
    """The hexes a build may be on, with where they must lie."""
    names = [name for bit, name in PLACES.items() if how & bit][:1]
    if not names:
        some = mask & ~track.ANY if mask & track.ANY == track.ANY else mask
        names = ["t-any"] * (some != mask) + [f"t-{t}" for i, t in enumerate(TERRAINS) if some >> i & 1]
    badge = "".join(f"@{name}" for bit, name in BADGES.items() if how & bit)
    return [name + badge for name in names]


def build(v: Any) -> str:
    names = hexes(v.mask, v.how)
    out = " / ".join(names)
    if v.how & track.EACH:
        out = " + ".join(names) if len(names) > 1 else several(names[0], v.most, " ! ")
    elif v.how & track.SAME:
        out = f"{names[0]} = x-{v.most}"
    elif len(names) == 1 and not v.how & track.AROUND:
        out = several(names[0], v.most, " " if v.mask == track.ANY else " + ")
    out += " hop-rival" if v.how & track.FREE_RIVAL else ""
    return out + (" hop-city hop-waste" if v.how & track.FREE_CROSSING else "")


# Every verb of a card by the name of its class: the wash of a car that begins with it, and its row.
PICTURES: Final[dict[str, tuple[str, str | Callable[[Any], str]]]] = {
    "Build": ("rail", build),
    "PlaceWasteland": (
        "waste",
        lambda v: f"put-waste{'@good' if v.keep else ''}{' hop-waste' if v.crossing else ''}",
    ),
    "MoveCars": ("rail", lambda v: several("step", v.most)),
    "MoveFromThere": ("rail", "step"),
    "SwapCars": ("waste", "swap"),
    "Centre": ("rail", "own"),
    "ClearCars": ("waste", "clear"),
    "Gather": ("station", "pull-all"),
    "ReturnGoods": ("", lambda v: "drop-good" if v.most == 1 else "drop-goods"),
    "ReturnBeside": ("station", "drop-good"),
    "DoubleGood": ("station", "add-same"),
    "ReplaceGood": ("station", "turn-good"),
    "PullGood": ("station", lambda v: "pull-good@globe" if v.anywhere else "pull-good"),
    "PlaceGood": ("station", lambda v: "add-any" if v.colour < 0 else f"good-{TERRAINS[v.colour]}@plus"),
    "Restock": ("station", lambda v: several("t-goods@plus", v.most)),
    "ChooseCity": ("station", lambda v: several("deliver", v.most)),
    "Collect": ("", ""),
    "TakeTile": ("", ""),
    "DeliveryRewards": ("", ""),
    "Pay": ("", lambda v: f"pay-{v.n}"),
    "GainMana": ("train", lambda v: several("gain-mana", v.n)),
    "Reclaim": ("train", lambda v: f"reclaim-{v.n}"),
    "Recharge": ("train", lambda v: f"reclaim-all + {several('gain-mana', v.n)}"),
    "ThisTurn": (
        "train",
        lambda v: " + ".join(rows[n] for rows, n in ((TURN, v.rules), (COUNTS, v.counts)) if n),
    ),
    "Always": ("train", lambda v: STANDING[v.rule]),
    "Refresh": ("action", lambda v: " ".join(name for bit, name in REFRESHED.items() if v.slots & bit)),
    "Recruit": ("action", "gain-spec"),
    "DrawMasters": ("action", "gain-master"),
    "KeepMaster": ("", ""),
    "UseNow": ("action", "use-staff"),
    "SwapStaff": ("waste", "swap-staff"),
    "CopyAbility": ("vp", lambda v: "copy-engineer" if v.slot == state.ENGINEER else "copy-surveyor"),
    "GainCars": ("action", lambda v: several("gain-car", v.most, " + ")),
    "DiscardCar": ("waste", "bomb"),
    "EachRival": ("waste", lambda v: row(v.program)),
    "Shunt": ("action", "shunt"),
    "CopyMarket": ("vp", "copy-market"),
    "CopyBeside": ("vp", "copy-side"),
    "Declare": ("action", "act"),
    "Resolve": ("", ""),
    "ShiftTiles": ("station", lambda v: several("swap-tiles", v.most)),
    "Either": ("action", lambda v: " / ".join(row(option) for option in v.options)),
}
PRICES: Final = ("Pay", "ReturnGoods")  # what they bring comes after a chevron
THERE: Final = ("PlaceGood", "ReturnBeside", "MoveFromThere", "Reclaim", "Declare")  # they follow on what was done

# What awards count, by the names of their classes.
AWARDED: Final = {
    "Groups": "groups",
    "LargestGroup": "group",
    "GoodsLeft": "t-goods",
    "CityCars": "own@city",
    "EdgeCars": "own@edge",
    "SharedCars": "own + t-rival",
    "TileColours": "tiles-many",
    "TilesOfColour": "tiles-one",
    "Equipment": "spec + car + gem",
}


def row(program: Program) -> str:
    """The row of a program."""
    verbs = program.verbs
    for n in (4, 3, 2):  # what a program says several times over
        part = verbs[: len(verbs) // n]
        if len(part) > 1 and part * n == verbs:
            return f"{row(Program(part))} x-{n}"
    out = ""
    before = ""
    for verb in verbs:
        name = type(verb).__name__
        drawn = PICTURES[name][1]
        more = drawn if isinstance(drawn, str) else drawn(verb)
        if more:
            out += sign(before, name, verb) + more if before else more
            before = name
    return out


def sign(before: str, name: str, verb: Verb) -> str:
    """What stands between the glyphs of two verbs."""
    if before in PRICES:
        return " " if name in PRICES else " > "
    placed = getattr(verb, "how", 0) & (track.AROUND | track.AT)  # a build where the verb before was
    return " > " if placed or name in THERE else " + "


def wash(program: Program) -> str:
    """The wash of a card: that of the first of its verbs that has one."""
    return next((w for w in (PICTURES[type(v).__name__][0] for v in program.verbs) if w), "rail")


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
FAMILIES: Final = {"good": (25.0, 25.0), "co": (48.0, 48.0), "t": (29.0, 32.0)}  # by how their names begin
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
# Glyphs with a number in them: symbol, box, where the number stands, and how it is written.
NUMBERED: Final = {
    "reclaim": ("loop", (30.0, 30.0), 19.6, "{}"),
    "pay": ("pay", (30.0, 30.0), 19.6, "{}"),
    "x": ("", (24.0, 30.0), 20.5, "{}\u00d7"),
}


def size(name: str) -> tuple[float, float]:
    return BOXES.get(name) or FAMILIES.get(name.partition("-")[0], (30.0, 30.0))


def use(name: str, x: float, y: float, wide: float, high: float) -> str:
    placed = "".join(f' {k}="{v:g}"' for k, v in (("x", x), ("y", y)) if v)
    return f'<use href="#emp-{name}"{placed} width="{wide:g}" height="{high:g}"/>'


@lru_cache(1024)
def glyph(name: str, cls: str = "") -> Markup:
    """One glyph: a symbol of the sprite, one with a number in it, or one with a badge."""
    base, *badges = name.split("@")
    head, _, number = base.rpartition("-")
    numbered = head in NUMBERED and number.isdigit()
    symbol, (wide, high), down, figure = NUMBERED[head] if numbered else (base, size(base), 0.0, "")
    drawn = use(symbol, 0, 0, wide, high) if symbol else ""
    drawn += f'<text class="e-n" x="{wide / 2:g}" y="{down:g}">{figure.format(number)}</text>' if numbered else ""
    for badge in badges:
        symbol, x, y, w, h, more = OVER[badge]
        drawn += use(symbol, x if x >= 0 else wide + x, y if y >= 0 else high + y, w, h)
        wide += more
    named = f' class="{cls}"' if cls else ""
    return Markup(f'<svg{named} viewBox="0 0 {wide:g} {high:g}" aria-hidden="true">{drawn}</svg>')


def width(token: str) -> float:
    """How wide a glyph or a sign is, in heights of a glyph."""
    wide, high = size(token.partition("@")[0])
    return 0.35 if token in SIGNS else wide / high


def token_drawn(token: str) -> Markup:
    if token not in SIGNS:
        return glyph(token)
    return Markup("<i{}>{}</i>").format(Markup(' class="or"') if token == "/" else EMPTY, SIGNS[token])


@lru_cache(512)
def drawn_row(written: str) -> Markup:
    """The row on a card; long ones are set smaller."""
    tokens = written.split()
    if not tokens:
        return EMPTY
    wide = sum(width(token) for token in tokens)
    small = " n4" if wide > 3.8 else " n3" if wide > 2.9 else ""
    return Markup('<span class="fx{}">{}</span>').format(small, joined([token_drawn(token) for token in tokens]))
