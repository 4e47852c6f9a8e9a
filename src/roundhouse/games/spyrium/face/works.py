"""What the seats of Spyrium own: the panel of all seats, the strip of a phone, and the own works in the dock."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from roundhouse.core.words import counted, listed, spoken
from roundhouse.draw.face import View, score_tip
from roundhouse.draw.marks import EMPTY, attrs, icon, joined, letter, named, seat_class, seat_icon, shell
from roundhouse.draw.markup import Markup
from roundhouse.draw.panels import SeatLook, label
from roundhouse.games.spyrium.actions import NEW_PLACE, build_of, use_of, way_over
from roundhouse.games.spyrium.box import SpyriumBox
from roundhouse.games.spyrium.face.looks import family, name_of, sheet
from roundhouse.games.spyrium.face.market import amounts, residence, score
from roundhouse.games.spyrium.face.pieces import FOLD, art, effect, man, men, piece, pip, symbols
from roundhouse.games.spyrium.face.rendering import Rendering
from roundhouse.games.spyrium.face.words import (
    BRIEF,
    PHASES,
    Bill,
    breakdown,
    brought,
    card_at,
    card_number,
    card_tip,
    cell_of,
    keeps,
    kept,
    lying,
    owned_rule,
    purchases,
    short_title,
    workers_of,
    worth_words,
)
from roundhouse.games.spyrium.state import CHEAP_PLACES, PLACES_FREE

COLUMNS: Final = (
    ("star", "Points"),
    ("coin", "Money"),
    ("sp-gem", "Spyrium"),
    ("residence", "Income"),
    ("worker", "Workers"),
)
ROOM: Final = 6  # tiles beside each other in the panel of seats


# the seats


@lru_cache(16)
def phase(name: str) -> Markup:
    if name == "passed":
        return Markup('<span class="ph done">{}passed</span>').format(icon("sp-passed"))
    marks = [Markup("<b{}>{}</b>").format(attrs(cls="on" if PHASES[name] == n else ""), n) for n in ("I", "II")]
    return Markup('<span class="ph">{}<span>{}</span></span>').format(joined(marks), name)


def pips(view: View, seat: int) -> Markup:
    return marks(seat, tuple(workers_of(view, seat)))


@lru_cache(1024)
def marks(seat: int, workers: tuple[tuple[str, int], ...]) -> Markup:
    ready, out, spent = [n for _, n in workers]
    label_ = f"{ready} of {counted(ready + out + spent, 'worker')} active, {out} out, {spent} inactive"
    drawn = [pip(seat, state) for state, n in workers for _ in range(n)]
    return Markup("<span{}>{}</span>").format(
        attrs(cls="pips", role="img", aria_label=label_, data_tip=label_), joined(drawn)
    )


def tile(look: Rendering, seat: int, n: int, b: dict[str, Any]) -> Markup:
    """A rival's building."""
    piece = look.card_piece(b["card"], f"of-{letter(seat)}-{n}")
    return tile_of(look.box, seat, b["card"], b["inclined"], b["workers"], piece)


@lru_cache(2048)
def tile_of(box: SpyriumBox, seat: int, id: str, inclined: bool, workers: int, piece: str) -> Markup:
    face = card_number(box, id)
    state = ("Inclined: used this turn" if inclined else "Upright") + (
        f", {counted(workers, 'worker')} on it" if workers else ""
    )
    tip = card_tip(box, face, [f"{state}."])
    return Markup("<li{}><span class=\"t-art\">{}</span><span class=\"t-n\">{}</span>{}</li>").format(
        attrs(
            cls=f"tile c-{family(box, face)}{' inc' if inclined else ''}", data_tip=tip, tabindex="0",
            aria_label=f"{box.titles[face]}: {state}", data_piece=piece, data_card=id,
        ),
        art(id), short_title(box, face), joined([man(seat)] * workers),
    )  # fmt: skip


def technique_tile(look: Rendering, seat: int, p: dict[str, Any], id: str) -> Markup:
    face, spent = card_number(look.box, id), id in p["inclined_techniques"]
    tip = card_tip(look.box, face, ["Used this turn."] if spent else [])
    title = look.box.titles[face].replace("Capitalization", "Capital")
    tokens = Markup('<span class="kept">{}{}</span>').format(len(p["kept"]), icon("sp-token")) if kept(p, id) else ""
    return Markup('<li{}>{}<span class="t-art">{}</span><span class="t-n">{}</span>{}</li>').format(
        attrs(
            cls=f"tile tech c-train{' inc' if spent else ''}", data_tip=tip, tabindex="0",
            aria_label=f"{look.box.titles[face]}{': used this turn' if spent else ''}",
            data_piece=look.card_piece(id, f"t{letter(seat)}"), data_card=id,
        ),
        FOLD, art(id), title, tokens,
    )  # fmt: skip


def tiles(look: Rendering, seat: int) -> Markup:
    p = look.view["players"][seat]
    owned = [technique_tile(look, seat, p, t) for t in p["techniques"]]
    if owned and p["buildings"]:
        owned.append(Markup('<li class="start" aria-hidden="true"></li>'))
    owned += [tile(look, seat, n, b) for n, b in enumerate(p["buildings"])]
    if not owned:
        return EMPTY
    many = " many" if len(p["techniques"]) + len(p["buildings"]) > ROOM else ""
    return Markup('<ul class="tiles{}"{}>{}</ul>').format(many, attrs(data_where=look.name(seat)), joined(owned))


def short_state(who: SeatLook) -> Markup:
    """What is to be known of who sits there; of a bot the tip says which, as there is no room for it."""
    words = "bot" if who.kind == "bot" else who.state
    return Markup("<em{}>{}</em>").format(attrs(data_tip=who.state), words) if words else EMPTY


def seats(look: Rendering) -> Markup:
    view, sources = look.view, breakdown(look.view)
    rows: list[Markup] = []
    for i, who in enumerate(look.seats):
        p = view["players"][i]
        turn = i == view["seat"] and not view["over"]
        tip, sub = score_tip(view, i, sources, "if the game ended now"), phase(p["phase"])
        if view["over"]:
            sub = Markup('<span class="ph">{}</span>').format("Winner" if i in view["winners"] else "")
        first = EMPTY
        if i == view["first"] and not view["over"]:
            first = Markup('<span class="first" title="first player this turn">{}</span>').format(
                icon("sp-first", "first player this turn")
            )
        line = Markup(
            '<div class="who">{}<span><b>{}</b>{}{}{}</span></div><span class="score"{}>{}</span>'
            '<span class="n">£{}</span><span class="n">{}</span><span class="n">+{}</span>{}'
        ).format(
            seat_icon(i), named(who.name), first, sub, short_state(who),
            attrs(data_tip=tip), p["score" if view["over"] else "points"], p["pounds"], p["spyrium"],
            p["income"], pips(view, i),
        )  # fmt: skip
        cls = f"{seat_class(i)} sp-seat{' turn' if turn else ''}{' out' if p['phase'] == 'passed' else ''}"
        own = EMPTY if i == look.me else tiles(look, i)
        rows.append(Markup('<li class="{}"><div class="row1">{}</div>{}</li>').format(cls, line, own))
    heads = joined([Markup("<span>{} {}</span>").format(icon(name), word) for name, word in COLUMNS])
    head = Markup('<div class="head"><span>Turn {} of {}</span>{}</div>').format(view["turn"], view["turns"], heads)
    tracks = Markup(
        '<div class="sp-tracks" aria-hidden="true"><div class="label">Score</div><div class="pan">{}</div>'
        '<div class="label">Residence</div>{}</div>'
    ).format(score(look), residence(still(look)))
    return Markup('<div class="sp-seats">{}<ol>{}</ol>{}</div>').format(head, joined(rows), tracks)


def streets(look: Rendering) -> Markup:
    """What every seat has built, when the market is empty for good."""
    if not look.view["over"]:
        return EMPTY
    drawn = still(look)
    drawn.travels = False
    rows = []
    for i in sorted(range(look.view["seats"]), key=lambda i: -look.view["players"][i]["score"]):
        p = look.view["players"][i]
        owned = tiles(drawn, i) or Markup('<p class="none">{}</p>').format("Nothing was built.")
        won = " won" if i in look.view["winners"] else ""
        rows.append(
            Markup('<li class="{}{}"><div class="who">{}<b>{}</b><span>{}</span></div>{}</li>').format(
                seat_class(i), won, seat_icon(i), look.name(i), counted(p["score"], "point"), owned
            )
        )
    return Markup('<ol class="sp-streets">{}</ol>').format(joined(rows))


def still(look: Rendering) -> Rendering:
    """The same once more, without anything to choose."""
    return Rendering(look.view, look.box, look.seats, None, True)


def strip(look: Rendering) -> Markup:
    """The seats in one line, for a phone."""
    view = look.view
    out = []
    for i, who in enumerate(look.seats):
        p = view["players"][i]
        turn = " turn" if i == view["seat"] and not view["over"] else ""
        out.append(
            Markup('<span class="{}{}">{}<b>{}</b><small><span>{}</span><em>{}</em></small></span>').format(
                seat_class(i), turn, seat_icon(i), p["score" if view["over"] else "points"], who.name,
                "" if view["over"] else Markup("£{} <i>{}</i>").format(p["pounds"], PHASES[p["phase"]]),
            )
        )  # fmt: skip
    return joined(out)


# the own works


def dock(look: Rendering) -> Markup:
    seat = look.me
    whose = "" if seat == look.viewer else f"{look.name(seat)}\u2019s"
    zones = [
        zone("z-tech", label("Techniques"), techniques(look, seat)),
        zone("z-start", label("Start card", whose), start_card(look, seat)),
        zone("z-own", label("Neighbourhood", hint(look, seat)), row(look, seat)),
    ]
    zones += [account(look), zone("z-home", label("Residence"), residence(look))]  # where the board has no room for it
    zones += [zone("z-tally", label("If it ended now"), tally(look, seat))]
    return joined(zones)


def zone(cls: str, head: Markup, inner: Markup) -> Markup:
    where = attrs(data_where="Your works")
    return Markup('<div class="zone {}"{}>{}{}</div>').format(cls, where, head, inner) if inner else EMPTY


def techniques(look: Rendering, seat: int) -> Markup:
    p = look.view["players"][seat]
    ids: list[str] = p["techniques"]
    if not ids:
        return EMPTY
    if len(ids) == 1:
        return Markup('<div class="row">{}</div>').format(technique_card(look, seat, p, ids[0]))
    items = []
    for id in ids:
        face, spent = card_number(look.box, id), id in p["inclined_techniques"]
        tip = card_tip(look.box, face, ["Used this turn."] if spent else [])
        items.append(
            Markup('<li{}><b>{}{}</b><span>{}{}</span></li>').format(
                attrs(
                    cls="spent" if spent else "", data_tip=tip, data_card=id, tabindex="0",
                    data_piece=look.card_piece(id, f"t{letter(seat)}"),
                ),
                look.box.titles[face], Markup(" <small>used</small>") if spent else "", BRIEF[id][0], kept(p, id),
            )
        )  # fmt: skip
    return Markup('<ul class="sp-techs scroll">{}</ul>').format(joined(items))


def technique_card(look: Rendering, seat: int, p: dict[str, Any], id: str) -> Markup:
    face, spent = card_number(look.box, id), id in p["inclined_techniques"]
    foot = "used this turn" if spent else f"End: {worth_words(look.box, id)}"
    return Markup('<div{}>{}{}{}<span class="text">{}{}</span><span class="foot">{}</span></div>').format(
        attrs(
            cls=f"card sp-tech c-train{' spent' if spent else ''}", data_tip=card_tip(look.box, face), tabindex="0",
            role="img", aria_label=spoken(card_tip(look.box, face)),
            data_piece=look.card_piece(id, f"t{letter(seat)}"), data_card=id,
        ),
        FOLD, sheet(look.box, face), name_of(look.box, face), BRIEF[id][0], kept(p, id), foot,
    )  # fmt: skip


def start_card(look: Rendering, seat: int) -> Markup:
    p = look.view["players"][seat]
    gems = joined([icon("sp-gem", cls="gem")] * min(p["spyrium"], 4))
    hold = Markup(
        '<div class="hold"><span class="coins">{}<b>£{}</b></span><span class="gems">{}<b>{}</b></span></div>'
    ).format(icon("coin"), p["pounds"], gems or icon("sp-gem", cls="gem nil"), p["spyrium"])
    yards = [
        Markup('<div class="yard{}"><span class="cap">{}</span><span class="men n{}">{}</span></div>').format(
            cls, words, n, men(seat, n, where, look_)
        )
        for cls, words, n, where, look_ in (
            ("", "active", p["active"], "ready", ""),
            (" lying", "inactive", lying(look.view, seat), "lying", "down"),
        )
    ]
    return Markup('<div class="sp-start {}">{}{}{}</div>').format(seat_class(seat), joined(yards), hold, steps(look, p))


def steps(look: Rendering, p: dict[str, Any]) -> Markup:
    """The phases of the turn; the next one is a button when it can be begun."""
    out = EMPTY
    for name, words, block in (
        ("placing", "I place", ""),
        ("activating", "II activate", "advance"),
        ("passed", "pass", "pass"),
    ):
        found = look.at(block) if block else []
        on = p["phase"] == name and not look.view["over"]
        if found:
            out += shell(
                "button", look.doing(found), Markup(words), cls="legal", aria_label=found[0]["words"].capitalize(),
                data_tip="\n".join(look.lines(found)), data_confirm=look.doubt(found[0]),
            )  # fmt: skip
        else:
            out += Markup("<span{}>{}</span>").format(
                attrs(cls="on" if on else "", aria_current="step" if on else ""), words
            )
    return Markup('<div class="steps" role="group" aria-label="Phase">{}</div>').format(out)


def hint(look: Rendering, seat: int) -> str:
    building = sorted({cell_of(look.view, a) for a in look.at("build")})
    if building:
        names = [look.box.titles[card_at(look.view, look.box, c)] for c in building]
        return f"choose where {listed(names)} would stand"
    n = len(look.view["players"][seat]["buildings"])
    return counted(n, "building") if n else "nothing built yet"


def row(look: Rendering, seat: int) -> Markup:
    slots = [slot(look, seat, n, b) for n, b in enumerate(look.view["players"][seat]["buildings"])]
    slots.append(new_place(look, seat))
    return Markup('<div class="row"{}>{}</div>').format(attrs(style=f"--n:{len(slots)}"), joined(slots))


def builds(look: Rendering, way: int) -> list[Bill]:
    """The ways to build in one spot of the row, the cheapest first."""
    return purchases(look.view, look.box, [a for a in look.at("build") if build_of(a["thing"])[1] == way])


def slot(look: Rendering, seat: int, n: int, b: dict[str, Any]) -> Markup:
    """An own building: to be used, or to be built over."""
    box, id = look.box, b["card"]
    face = card_number(box, id)
    over = builds(look, way_over(face, b["inclined"]))
    form = "reuse" if b["inclined"] else "use"
    uses = [a for a in look.at("use") if use_of(a["thing"])[0] == face and a["form"] == b["inclined"]]
    found = [paid.action for paid in over] or uses
    state = "inclined, used this turn" if b["inclined"] else "upright"
    tip = card_tip(box, face, [f"It is {state}.", *look.lines(found)])
    pill = EMPTY
    if over:
        less = over[0].off
        off = Markup("<small>{}\u2212{}</small>").format(icon("sp-swap"), less) if less else EMPTY
        pill = Markup('<span class="lamp">over it <b>{}</b>{}</span>').format(amounts(over), off)
    elif uses:
        gains = [brought(a) for a in uses]
        verb = "again" if b["inclined"] else "use"
        best = gains[0] if len(set(gains)) == 1 else f"{gains[0].split()[0]} or {gains[-1]}"
        pill = Markup('<span class="lamp">{} <b>{}</b></span>').format(verb, f"+{best.replace(' points', ' pts')}")
    inner = Markup('<span class="value">{}</span>{}{}{}{}').format(
        box.vps[face], symbols(box, face), sheet(box, face), name_of(box, face), effect(id, True)
    )
    verb = f"Build over {box.titles[face]}" if over else f"{form.capitalize()} {box.titles[face]}" if uses else ""
    busy = [f"{counted(b['workers'], 'worker')} on it"] if b["workers"] else []
    spoken = ", ".join([verb or box.titles[face], state, *busy])
    name = look.card_piece(id, f"of-{letter(seat)}-{n}")
    card = look.thing(found, f"card c-{family(box, face)}", spoken, tip, inner + pill, name, card=id)
    on_it = joined([piece(man(seat), f"man-{letter(seat)}-b{n}-{i + 1}") for i in range(b["workers"])])
    return Markup('<div class="sp-slot{}{}">{}<span class="on">{}</span></div>').format(
        " inc" if b["inclined"] else "", " hotslot" if found else "", card, on_it
    )


def new_place(look: Rendering, seat: int) -> Markup:
    """Room for one more building, and what it costs."""
    places = builds(look, NEW_PLACE)
    found = [paid.action for paid in places]
    p = look.view["players"][seat]
    owned, crane = len(p["buildings"]), owned_rule(p, CHEAP_PLACES)
    cost = max(0, owned - PLACES_FREE) if crane else owned
    pill, note = EMPTY, Markup("<small>£{} for the place</small>").format(cost)
    if found:
        pill = Markup('<span class="lamp">build <b>{}</b></span>').format(amounts(places))
    elif (missed := dear_places(look)) and seat == look.view["seat"]:
        cheapest = min(missed)
        short = cheapest - look.view["players"][seat]["pounds"]
        pill = Markup('<span class="lamp off"><b>£{}</b> {} short</span>').format(cheapest, short)
    less = f", £{PLACES_FREE} less by {look.box.titles[card_number(look.box, crane)]}" if crane else ""
    whose = f"{look.whose(seat)} {counted(owned, 'building')}"
    tip = "\n".join([f"New place: £1 for each of {whose[:1].lower()}{whose[1:]}{less}", *look.lines(found)])
    inner = Markup("{}<span>New place</span>{}{}").format(icon("sp-plot"), note, pill)
    return Markup('<div class="sp-slot plot{}">{}</div>').format(
        " hotslot" if found else "",
        shell(
            "button" if found else "div",
            look.doing(found),
            inner,
            cls=f"newplot{' legal' if found else ''}",
            aria_label=f"Build in a new place, £{cost} for the place" if found else "",
            data_tip=tip,
        ),
    )


def dear_places(look: Rendering) -> list[int]:
    """What new places beside the lifted worker cost that cannot be paid."""
    offered = [a["action"] for a in look.actions]
    return [b["pounds"] for b in look.view["bills"] if offered and b["action"] not in offered]


# the bill


def account(look: Rendering) -> Markup:
    """The bill of the cheapest purchase at hand."""
    bought = purchases(look.view, look.box, look.at("build", "call"))
    if not bought:
        return EMPTY
    paid = min(bought, key=lambda paid: paid.action["block"] != "build")
    lines = [Markup("<dt>{}</dt><dd>{}</dd>").format(what, signed(n, i)) for i, (what, n) in enumerate(paid.lines)]
    several = label("Bill", "the cheapest" if len(bought) > 1 else "")
    inner = Markup(
        '<div class="sp-bill"><span class="title">{}</span><dl>{}<dt class="sum">to pay</dt>'
        '<dd class="sum">£{}</dd></dl><p>{} {}</p></div>'
    ).format(paid.title, joined(lines), paid.total, keeps(look.view, paid), paid.more)
    return zone("z-bill", several, inner)


def signed(n: int, i: int) -> str:
    return str(n) if not i else f"\u2212{-n}" if n < 0 else f"+{n}"


def tally(look: Rendering, seat: int) -> Markup:
    view, p = look.view, look.view["players"][seat]
    lines = [Markup("<dt>{}</dt><dd>{}</dd>").format(name, by_seat[seat]) for name, by_seat in breakdown(view)]
    bonus = [v for v in (look.box.first_bonus, look.box.second_bonus) if v > p["points"]]
    next_bonus = (
        f"Next bonus at {bonus[0]} points."
        if bonus and (p["worker_bonus"] or p["pounds_bonus"])
        else "Both bonuses are taken."
    )
    return Markup(
        '<div class="sp-bill"><span class="title">{}</span><dl>{}<dt class="sum">points</dt>'
        '<dd class="sum">{}</dd></dl><p>{} Income £{} a turn.</p></div>'
    ).format(named(look.name(seat)), joined(lines), p["score"], next_bonus, p["income"])
