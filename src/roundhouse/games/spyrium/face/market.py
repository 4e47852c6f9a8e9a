"""The board of Spyrium: the market with its workers, the events, the score rule and the residence house."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from roundhouse.core.words import counted, spoken
from roundhouse.draw.face import Action
from roundhouse.draw.marks import EMPTY, attrs, icon, joined, letter, seat_class, seat_icon, shell, spread, token
from roundhouse.draw.markup import Markup
from roundhouse.games.spyrium.actions import call_of, token_of
from roundhouse.games.spyrium.board import CELL_NAMES, GAPS, PERIODS
from roundhouse.games.spyrium.box import SpyriumBox
from roundhouse.games.spyrium.cards import BUILT
from roundhouse.games.spyrium.face.log import gap_name
from roundhouse.games.spyrium.face.looks import family, name_of, sheet
from roundhouse.games.spyrium.face.pieces import (
    FOLD,
    MANY,
    MARKS,
    art,
    by_token,
    chip,
    effect,
    man,
    men,
    piece,
    symbols,
)
from roundhouse.games.spyrium.face.rendering import Rendering
from roundhouse.games.spyrium.face.words import (
    BRIEF,
    Bill,
    card_at,
    card_number,
    card_tip,
    cell_of,
    gap_tip,
    gap_title,
    keeps,
    market_tip,
    owned_rule,
    price_now,
    purchases,
    title_of,
    worth_words,
)
from roundhouse.games.spyrium.state import EARN_MORE, MORE_EARNED

SCORE_UNITS: Final = 49
SCORE_WIDE: Final = 842.8
STOREY: Final = 24.5

Points = tuple[int, bool, bool]  # of a seat, and whether it has had the two bonuses for them


def board(look: Rendering, streets: Markup) -> Markup:
    """The whole board; when all is over, the streets that were built take the place of the empty market."""
    cards = joined([market_card(look, c) for c in range(9)]) + joined([gap(look, g) for g in range(GAPS)])
    market = Markup(
        '<div class="sp-market"><div class="sp-grid" role="group" aria-label="Market">{}</div></div>'
    ).format(cards)
    return Markup(
        '<div class="sp-board">{}<div class="sp-rail">{}{}{}'
        '<div class="sp-track"><div class="label">Residence</div>{}</div></div>'
        "{}</div>"
    ).format(
        score(look), period(look), event_now(look), event_next(look), residence(look),
        streets if look.view["over"] else market,
    )  # fmt: skip


# the market


def market_card(look: Rendering, cell: int) -> Markup:
    view, box = look.view, look.box
    face = card_at(view, box, cell)
    where = f"grid-area:{cell // 3 * 2 + 1}/{cell % 3 * 2 + 1}"
    if face < 0:
        label = f"{CELL_NAMES[cell]}, an empty place"
        return Markup('<div class="sp-gone"{}><span>{}</span></div>').format(
            attrs(style=where, role="img", aria_label=label, data_at=CELL_NAMES[cell]), "empty"
        )
    id, kind = box.ids[face], box.kinds[face]
    bar = flaps(look, cell, face)
    tokens: list[int] = view["market"][cell]["tokens"]
    lit = {token_of(call_of(a["thing"])[1])[0] for a in look.at("call") if cell_of(view, a) == cell}
    chips = joined([chip(n, n in lit) for n in tokens])
    body = {"building": building, "technique": technique}.get(kind, character)(box, face, chips, tuple(tokens))
    tip = card_tip(box, face, market_tip(view, box, cell))
    cls = f"sp-card k-{kind} c-{family(box, face)}{' legal' if bar else ''}{' has-tok' if tokens else ''}"
    return Markup("<div{}>{}{}{}</div>").format(
        attrs(
            cls=cls, style=where, data_tip=tip, data_at=CELL_NAMES[cell], tabindex="" if bar else "0", role="group",
            aria_label=spoken(tip), data_piece=look.card_piece(id, CELL_NAMES[cell]),
            data_card=id, data_where="Market",
        ),
        price_tag(look, cell, face), body, bar,
    )  # fmt: skip


def price_tag(look: Rendering, cell: int, face: int) -> Markup:
    return tag(look.box.prices[face], *price_now(look.view, cell))


@lru_cache(512)
def tag(printed: int, now: int, others: int) -> Markup:
    sum_ = Markup("{}\u200a+\u200a{}{}").format(printed, others, icon("worker"))
    return Markup('<span class="price"><b>{}</b><small>{}</small></span>').format(now, sum_)


@lru_cache(1024, typed=True)
def building(box: SpyriumBox, face: int, chips: Markup, tokens: tuple[int, ...]) -> Markup:
    id = box.ids[face]
    on_it = EMPTY
    if tokens:
        on_it = Markup('<span class="toks">{}{}</span>').format(chips, icon(MARKS[by_token(BUILT[id])[0]]))
    text = effect(id, id.startswith("factory"), tokens[0] if tokens else 0)
    plain = Markup('<span class="text">{} at the end.</span>').format(counted(box.vps[face], "point"))
    return Markup('<span class="value">{}</span>{}{}{}').format(
        box.vps[face], sheet(box, face, on_it), name_of(box, face, symbols(box, face)), text or plain
    )


@lru_cache(256, typed=True)
def technique(box: SpyriumBox, face: int, chips: Markup, tokens: tuple[int, ...]) -> Markup:
    allows, worth = BRIEF[box.ids[face]][0], worth_words(box, box.ids[face])
    return Markup(
        '{}{}<span class="name">{}</span><span class="text">{}</span><span class="end">End: {}</span>'
    ).format(FOLD, sheet(box, face), box.titles[face], allows, worth)


@lru_cache(256, typed=True)
def character(box: SpyriumBox, face: int, chips: Markup, tokens: tuple[int, ...]) -> Markup:
    id = box.ids[face]
    on_it = Markup('<span class="toks">{}</span>').format(chips) if tokens else EMPTY
    return Markup('{}<span class="name">{}</span>{}{}').format(art(id, "cameo"), box.titles[face], effect(id), on_it)


def amounts(bills: list[Bill]) -> Markup:
    """Prices as they fit on a flap."""
    found = sorted({paid.total for paid in bills})
    if len(found) < 3:
        return Markup("£{}").format(Markup(" <i>or</i> ").join(str(n) for n in found))
    return Markup("£{}\u2013{}").format(found[0], found[-1])


def flaps(look: Rendering, cell: int, face: int) -> Markup:
    """What the lifted worker can do with a card: activate it, or earn there."""
    view, box = look.view, look.box
    here = [a for a in look.at("call", "build", "earn") if cell_of(view, a) == cell]
    if not here:
        return EMPTY
    title = box.titles[face]
    out = EMPTY
    buy = purchases(view, box, here)
    if buy:
        bought = [paid.action for paid in buy]
        verb = {"building": "Build", "technique": "Patent"}.get(box.kinds[face], "Call")
        costs = amounts(buy)
        tip = "\n".join([f"{verb} {title}", *look.lines(bought), keeps(view, buy[0])])
        out += shell(
            "button",
            look.doing(bought),
            Markup('<span class="w">{}</span><b>{}</b>').format(verb, costs),
            cls="legal",
            aria_label=f"{verb} {title} for {Markup(costs).striptags()}",
            data_tip=tip,
        )
    for a in here:
        if a["block"] == "earn":
            n = a["price"].get("pounds", 0)
            out += shell(
                "button",
                look.doing([a]),
                Markup('<span class="w">Earn</span><b>+£{}</b>').format(n),
                cls="legal earn",
                aria_label=f"Earn £{n} at {title}",
                data_tip=earn_tip(look, cell, title, n),
            )
    return Markup('<span class="do{}">{}</span>').format("" if buy else " one", out)


def earn_tip(look: Rendering, cell: int, title: str, pounds: int) -> str:
    """What a worker would earn at a card, and how that comes about."""
    crowd, more = look.view["market"][cell]["crowd"], owned_rule(look.view["players"][look.view["seat"]], EARN_MORE)
    by = f", £{MORE_EARNED} by {title_of(look.box, more)}" if more else ""
    return f"Earn at {title}\n{counted(crowd, 'other worker')} around it{by}: £{pounds}."


def gap(look: Rendering, g: int) -> Markup:
    """The workers between two places; a button where one may be placed or lifted."""
    view, box = look.view, look.box
    here: list[int] = view["gaps"][g]["workers"]
    row, col = (g // 2 * 2 + 1, g % 2 * 2 + 2) if g < 6 else ((g - 6) // 3 * 2 + 2, (g - 6) % 3 * 2 + 1)
    found = [a for a in look.at("place", "lift") if a["thing"] == g] + (look.at("home") if view["lifted"] == g else [])
    active = view["lifted"] == g
    count = sum(here) + active
    seat_last, last = look.last or (-1, {"block": "", "thing": -1})
    fresh = seat_last if last["block"] == "place" and last["thing"] == g else -1
    drawn = EMPTY
    if active:
        drawn += piece(man(view["seat"], "picked"), f"man-{letter(view['seat'])}-{g}-{here[view['seat']] + 1}")
    lifts = any(a["block"] == "lift" for a in found)
    for seat, n in enumerate(here):
        own = "mine" if lifts and seat == view["seat"] else ""
        if count > MANY and n:
            drawn += Markup("{}<b>\u00d7{}</b>").format(man(seat, own), n)
            continue
        drawn += men(seat, n - (fresh == seat), str(g), own)
        if fresh == seat and n:
            moved = man(seat, f"moved {own}".strip())
            drawn += piece(moved, f"man-{letter(seat)}-{g}-{n}", f"w fresh {seat_class(seat)}")
    if any(a["block"] == "place" for a in found):
        drawn += Markup('<span class="plus" aria-hidden="true">+</span>')
    who = ", ".join(f"{look.name(i)} {n}" for i, n in enumerate(here) if n)
    verb = {"place": "Place a worker ", "lift": "Lift your worker ", "home": "Take the worker home from "}
    label = (verb[found[0]["block"]] if found else "Gap ") + gap_title(view, box, g) + f": {who or 'no worker'}"
    tip = gap_tip(view, box, g) + (f"\nHere: {who}." if who else "")
    off = " off" if not view["gaps"][g]["open"] and not count else ""
    cls = f"sp-gap {'h' if g < 6 else 'v'} n{min(count, MANY)}{' many' if count > MANY else ''}{off}"
    cls += (" active" if active else "") + (" legal" if found else "")
    return shell(
        "button" if found else "div",
        look.doing(found),
        Markup('<span class="men">{}</span>').format(drawn),
        cls=cls, style=f"grid-area:{row}/{col}", role="" if found else "img", aria_label=label,
        data_at=gap_name(g), data_gap=g, data_tip="" if off else tip,
    )  # fmt: skip


# events and turns


def event_now(look: Rendering) -> Markup:
    used = [i for i, p in enumerate(look.view["players"]) if p["used_event"]]
    note = EMPTY
    if used:
        words = "has used it" if len(used) == 1 else "have used it"
        note = Markup('<span class="used">{} {}</span>').format(joined([seat_icon(i) for i in used]), words)
    event = look.view["event"]
    return handbill(look, event, "This turn", "now", look.at("event"), note) if event else EMPTY


def event_next(look: Rendering) -> Markup:
    event = look.view["next_event"]
    if event is None or look.view["turn"] == look.view["turns"]:
        return Markup(
            '<div class="sp-event next none"><span class="when">{}</span><span class="name">{}</span></div>'
        ).format(*(("Now", "The game is over") if look.view["over"] else ("Then", "The game ends")))
    return handbill(look, event, "Next turn", "next", [], EMPTY)


def handbill(
    look: Rendering, event: dict[str, object], when: str, cls: str, found: list[Action], note: Markup
) -> Markup:
    box, id = look.box, str(event["card"])
    face = card_number(box, id)
    n = int(str(event["token"] or 0))
    toks = Markup('<span class="toks">{}</span>').format(chip(n)) if n else EMPTY
    inner = Markup('<span class="when">{}</span><span class="art">{}{}</span><span class="name">{}</span>{}{}').format(
        when, art(id), toks, box.titles[face], effect(id, True), note
    )
    tip = card_tip(box, face, ([f"Its token: {n}."] if n else []) + look.lines(found))
    return look.thing(found, f"sp-event {cls}", spoken(f"{when}: {tip}"), tip, inner, f"event-{id}", "group", id)


def period(look: Rendering) -> Markup:
    """The turns as stops on a line, by period."""
    return stops(look.view["turns"], look.view["turn"], look.view["period"])


@lru_cache(64)
def stops(turns: int, now: int, of: str) -> Markup:
    xs = [16.0 + 122 * i / max(turns - 1, 1) for i in range(turns)]
    out = (
        f'<path class="pd-line" d="M{xs[0]:.1f} 38H{xs[-1]:.1f}"/>'
        f'<path class="pd-done" d="M{xs[0]:.1f} 38H{xs[now - 1]:.1f}"/>'
    )
    for p in "abc":
        own = [i for i in range(turns) if PERIODS[i] == p]
        if own:
            x = (xs[own[0]] + xs[own[-1]]) / 2
            on = " on" if PERIODS[now - 1] == p else ""
            out += (
                f'<text class="pd-l{on}" x="{x:.1f}" y="20">{p.upper()}</text>'
                f'<path class="pd-bar" d="M{xs[own[0]] - 8:.1f} 26H{xs[own[-1]] + 8:.1f}"/>'
            )
    for i, x in enumerate(xs, 1):
        cls = "now" if i == now else "past" if i < now else ""
        out += (
            f'<circle class="pd-stop {cls}" cx="{x:.1f}" cy="38" r="{10 if cls == "now" else 8}"/>'
            f'<text class="pd-n {cls}" x="{x:.1f}" y="{42 if cls == "now" else 41.2}">{i}</text>'
        )
    label = f"Period {of}, turn {now} of {turns}"
    return Markup(f'<svg class="sp-period" viewBox="0 0 154 54" role="img" aria-label="{label}">{out}</svg>')


# tracks


def score(look: Rendering) -> Markup:
    """The score as a scale rule: markers above, the bonuses still to be had hanging below 8 and 20."""
    rows = [(int(p["points"]), bool(p["worker_bonus"]), bool(p["pounds_bonus"])) for p in look.view["players"]]
    return rule(look.box, tuple(look.names[: len(rows)]), tuple(rows))


@lru_cache(1024)
def rule(box: SpyriumBox, names: tuple[str, ...], rows: tuple[Points, ...]) -> Markup:
    values = [n for n, _, _ in rows]
    most = max(SCORE_UNITS, -(-(max(values) + 2) // 5) * 5)
    unit, left, y = SCORE_WIDE / most, 22.0, 29.0
    xs = [left + v * unit for v in range(most + 1)]
    out = f'<rect class="sc-rule" x="{left:g}" y="{y:g}" width="{SCORE_WIDE:g}" height="6"/>'
    for v in range(0, most, 5):
        down = v // 5 % 2 * 3
        out += (
            f'<rect class="sc-dark" x="{xs[v]:.1f}" y="{y + down:g}" width="{min(5, most - v) * unit:.1f}" height="3"/>'
        )
    ticks = "".join(f"M{x:.1f} {y:g}v{-5 if v % 5 == 0 else -3}" for v, x in enumerate(xs))
    out += f'<path class="sc-tick" d="{ticks}"/>'
    first, second = box.first_bonus, box.second_bonus
    flags = [flag(rows, v, left + v * unit, v == first) for v in (first, second)]
    for v, x in list(enumerate(xs))[:: 5 if most <= 60 else 10]:
        if not any(end - wide - 14 < x < end + 8 for _, end, wide in flags) and x < SCORE_WIDE - 12:
            out += f'<text class="sc-n" x="{x:.1f}" y="{y + 18:g}">{v}</text>'
    out += f'<text class="sc-n" x="{SCORE_WIDE + 8:.1f}" y="{y + 18:g}">points</text>'
    out += "".join(drawn for drawn, _, _ in flags)
    order = sorted(range(len(rows)), key=lambda i: values[i])
    for i, x in zip(order, spread([xs[values[i]] for i in order], 20, low=12), strict=True):
        out += str(token(i, x, y - 12 + (letter(i) == "c"), 9.6))
    points = ", ".join(f"{names[i]} {n}" for i, n in enumerate(values))
    label = attrs(role="img", aria_label=f"Score track: {points}. Bonuses at {first} and at {second}.")
    return Markup('<svg class="sp-score" viewBox="0 0 887 62"{}>{}</svg>').format(label, Markup(out))


def flag(rows: tuple[Points, ...], value: int, x: float, first: bool) -> tuple[str, float, float]:
    """The bonuses that hang at a value, where, and how wide they are."""
    both = [i for i, (_, worker, pounds) in enumerate(rows) if worker and pounds]
    marks: list[tuple[str, int]] = []
    if first:
        marks = [("", i) for i in both] + ([("worker", -1), ("coin", -1)] if both else [])
    else:
        for kind, place in (("worker", 1), ("coin", 2)):
            own = [i for i, row in enumerate(rows) if row[place] and i not in both]
            marks += [("", i) for i in own] + ([(kind, -1)] if own else [])
    y, wide = 29.0, 24.0 + sum(16 if i >= 0 else 17 for _, i in marks) + (3 if marks else 0)
    out = (
        f'<g class="sc-bonus"><path class="sc-pole" d="M{x:.1f} {y - 6:g}V{y + 30:g}"/>'
        f'<path class="sc-flag" d="M{x:.1f} {y + 10:g}h-{wide:g}l-5 10 5 10h{wide:g}z"/>'
        f'<text class="sc-b" x="{x - 12:.1f}" y="{y + 25:g}">{value}</text>'
    )
    u = x - wide + 9
    for kind, i in marks:
        if i >= 0:
            out += str(token(i, u, y + 20 + (letter(i) == "c"), 6.6))
            u += 16
        else:
            out += f'<use href="#{kind}" x="{u - 8:.1f}" y="{y + 12:g}" width="16" height="16" class="sc-i"/>'
            u += 17
    return out + "</g>", x, wide


def residence(look: Rendering) -> Markup:
    """A house in section: one storey a value; the markers live in it."""
    players, found = look.view["players"], look.at("residence")
    label = "Residence track: " + ", ".join(f"{look.name(i)} {p['income']}" for i, p in enumerate(players))
    svg = house(tuple(look.view["track"]), tuple(p["income"] for p in players), label)
    if not found:
        return svg
    tip = "\n".join(["Residence", *look.lines(found)])
    return shell("button", look.doing(found), svg, cls="sp-homes legal", aria_label=label, data_tip=tip)


@lru_cache(1024)
def house(track: tuple[int, ...], incomes: tuple[int, ...], label: str) -> Markup:
    ground = 24 + len(track) * STOREY
    out = (
        '<path class="v-s" d="M121 8c-3-3 3-5 0-8"/><path class="rs-wall" d="M116 20V9h10v11z"/>'
        '<path class="rs-wall" d="M14 24 30 8h90l16 16z"/><path class="rs-h" d="M20 18.5h110M25 13.5h100"/>'
    )
    for k, value in enumerate(reversed(track)):
        y = 24 + k * STOREY
        windows = "".join(f"M{x:g} {y + STOREY - 4:g}v-11a5 5 0 0 1 10 0v11z" for x in (50, 70.5, 91, 111.5))
        out += (
            f'<path class="rs-wall" d="M20 {y:g}h110v{STOREY}H20z"/><path class="rs-win" d="{windows}"/>'
            f'<text class="rs-n" x="33.5" y="{y + 17.5:g}">{value}</text><path class="rs-h" d="M46 {y:g}v{STOREY}"/>'
        )
        living = [i for i, income in enumerate(incomes) if income == value]
        pitch, r = (20.5, 8.4) if len(living) < 5 else (16.5, 7.4)
        for j, i in enumerate(living):
            out += str(token(i, 55 + pitch * j, y + STOREY - 11.5 + (letter(i) == "c"), r))
    out += f'<path class="rs-line" d="M6 {ground:g}h138"/><path class="rs-h" d="M12 {ground + 2.5:g}h126"/>'
    return Markup('<svg class="sp-home" viewBox="0 0 150 {}"{}>{}</svg>').format(
        f"{ground + 5:.0f}", attrs(role="img", aria_label=label), Markup(out)
    )
