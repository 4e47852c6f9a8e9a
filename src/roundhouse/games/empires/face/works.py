"""What the seats have: the player boards as a table, and the own cards in the dock."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from roundhouse.core.words import counted, listed
from roundhouse.draw.cards import back
from roundhouse.draw.face import View
from roundhouse.draw.marks import EMPTY, attrs, icon, joined, letter
from roundhouse.draw.panels import Cell, SeatRow, label, seats_table
from roundhouse.draw.sight import shell
from roundhouse.games.empires.actions import REVEALS
from roundhouse.games.empires.face.looks import card_class, contract, engine, engine_art
from roundhouse.games.empires.face.market import market
from roundhouse.games.empires.face.sight import Sight
from roundhouse.games.empires.face.words import card_tip, progress, score_tip
from roundhouse.games.empires.verbs import LIVERIES

COLUMNS: Final = (
    ("sre-prestige", "Prestige", "prestige on the track"),
    ("coin", "Money", "dollars"),
    ("sre-third", "Third", "tracks still on the player board, and what they cost"),
    ("rail", "Tracks", "tracks left"),
    ("sre-engine", "Trains", "trains left"),
    ("sre-loans", "Loans", "loans taken; each costs prestige at the end"),
)
WAITING: Final = {
    "lay": "waiting for the tracks",
    "deliver": "one is played with the delivery",
    "city": "one is played with the delivery",
    "line": "one is played with the delivery",
    "play": "choose the one to play",
}


# the player boards


def seats(look: Sight) -> Markup:
    view = look.view
    rows = []
    for i, who in enumerate(look.seats):
        p = view["players"][i]
        turn = i == view["seat"] and not view["over"]
        cells = [
            Cell(p["score"] if view["over"] else p["prestige"], score_tip(view, i), "score"),
            Cell(money_gauge(look, i, p["money"]), f"${p['money']} of at most ${view['most_money']}", "money"),
            Cell(thirds(look, p["locked"]), "Third tracks: for who is not first", "third"),
            Cell(p["tracks"]),
            Cell(p["trains"]),
            Cell(
                Markup('<b class="debt">{}</b>').format(p["loans"])
                if p["loans"]
                else Markup('<span class="dim">0</span>')
            ),
        ]
        rows.append(SeatRow(i, who, note(look, i), turn, cells))
    columns = (("star", "Points", "all told"), *COLUMNS[1:]) if view["over"] else COLUMNS
    return seats_table(f"Turn {view['turn']}" if view["turn"] else progress(view), columns, rows)


def note(look: Sight, i: int) -> str:
    """What stands under a seat's name."""
    view, who = look.view, look.seats[i]
    if view["over"]:
        told = "Winner" if i in view["winners"] else ""
    elif i == view["seat"]:
        told = "Your turn" if not look.past and (who.you or i == look.viewer) else "To move"
    else:
        told = "Next" if view["turn"] and i == (view["seat"] + 1) % view["seats"] else ""
    kind = {"bot": "bot", "open": "open seat"}.get(who.kind, "away" if who.away else "")
    told = ", ".join(x for x in (told, kind) if x)
    return told[:1].upper() + told[1:]


def money_gauge(look: Sight, seat: int, money: int) -> Markup:
    """A seat's money on its track."""
    most = look.view["most_money"]
    step = 81 / max(most, 1)
    ticks = "".join(f"M{4 + i * step:.1f} 9v{5 if i % 3 else 8}" for i in range(most + 1))
    disc = f'cx="{4 + money * step:.1f}" cy="9" r="8"'
    return Markup(
        f'<svg class="sre-money seat-{letter(seat)}" viewBox="-5 -2 99 22" role="img" aria-label="{money} dollars">'
        f'<path class="ax" d="M4 9h81"/><path d="{ticks}"/>'
        f'<circle class="token-edge" {disc}/><circle class="token" {disc}/>'
        f'<text class="token-letter" x="{4 + money * step:.1f}" y="12.8">{money}</text></svg>'
    )


def thirds(look: Sight, locked: int) -> Markup:
    """The tracks on the player board with their prices; struck out when laid."""
    laid = look.box.unlockable - locked
    return joined(
        [
            Markup('<span class="lock{}">${}</span>').format(" used" if i < laid else "", cost)
            for i, cost in enumerate(look.view["unlock"][: look.box.unlockable])
        ]
    )


# the own cards


def dock(look: Sight) -> Markup:
    seat = look.me
    whose = "" if seat == look.viewer else f"{look.name(seat)}\u2019s"
    return joined(
        [
            zone("hand", label("Hand", whose or waiting(look, seat)) + hand(look, seat)),
            zone("sealed", label("Contract", contract_note(look, seat)) + own_contract(look, seat)),
            zone("fan played", played(look, seat)),
            zone("hand market", market(look)),
        ]
    )


def zone(cls: str, inner: Markup) -> Markup:
    return Markup('<div class="zone {}">{}</div>').format(cls, inner)


def row(cards: list[Markup]) -> Markup:
    return Markup('<div class="row">{}</div>').format(joined(cards))


def waiting(look: Sight, seat: int) -> str:
    """What the hand is for now."""
    if look.view["over"] or look.past:
        return ""
    if look.view["seat"] != seat:
        return f"waiting for {look.name(look.view['seat'])}" if look.view["seat"] >= 0 else ""
    return WAITING.get(look.view["step"], "")


def hand(look: Sight, seat: int) -> Markup:
    """The cards in hand; of somebody else's those that came from the market, and backs."""
    cards: list[str | None] = look.view["players"][seat]["hand"]
    if not cards:
        return Markup('<p class="none">{}</p>').format("No train card.")
    shown = [in_hand(look, id) for id in cards if id is not None]
    hidden = [back(f"hand-{letter(seat)}-{i + 1}") for i in range(cards.count(None))]
    return row(shown + hidden)


def in_hand(look: Sight, id: str) -> Markup:
    """A card in hand; what it would bring the delivery under way is at its foot."""
    box = look.box
    card = box.ids.index(id)
    found = [a for a in look.at("play") if a["thing"] == card]
    foot = ""
    if found:
        foot = "scores" if found[0]["price"]["prestige"] else "no bonus"
    tip = card_tip(box, card, *look.said(found))
    return shell(
        "button" if found else "div",
        look.doing(found),
        engine(box, card, note=foot),
        cls=f"{card_class(box, card)}{' legal' if found else ''}{' idle' if foot == 'no bonus' else ''}",
        role="" if found else "img",
        tabindex="" if found else "0",
        aria_label=f"{'Play ' if found else ''}{box.titles[card]}. {box.text(card)}{f' {foot}.' if foot else ''}",
        data_tip=tip,
        data_piece=f"card-{id}",
    )


def contract_note(look: Sight, seat: int) -> str:
    return "revealed" if look.view["players"][seat]["revealed"] else "secret"


def own_contract(look: Sight, seat: int) -> Markup:
    """The contract; lit when it can be revealed, together with one of the cards."""
    id = look.view["players"][seat]["contract"]
    if id is None:
        return row([back(f"contract-{letter(seat)}")])
    card = look.box.ids.index(id)
    found = [a for a in look.at("play") if a["form"] == REVEALS]
    done = look.view["players"][seat]["revealed"]
    cls = f"{card_class(look.box, card)}{' legal' if found else ''}{' done' if done else ''}"
    tip = card_tip(
        look.box, card, *(["Reveal it with:", *look.said(found)] if found else ["Revealed."] if done else [])
    )
    inner = contract(look.box, card)
    return row(
        [
            shell(
                "button" if found else "div", look.doing(found), inner, cls=cls, role="" if found else "img",
                tabindex="" if found else "0", data_tip=tip, data_piece=f"card-{id}",
                aria_label=f"{'Reveal ' if found else ''}{look.box.titles[card]}. {look.box.text(card)}",
            )
        ]
    )  # fmt: skip


def played(look: Sight, seat: int) -> Markup:
    """The cards played, by colour, and what a third track would cost."""
    ids: list[str] = look.view["players"][seat]["played"]
    piles: list[list[str]] = [[] for _ in LIVERIES]
    for id in ids:
        piles[look.box.colours[look.box.ids.index(id)]].append(id)
    cards = [of_colour(look, colour, own) for colour, own in zip(LIVERIES, piles, strict=True)]
    aside = f"{sum(1 for own in piles if own)} of {len(LIVERIES)} colours"
    return label("Played", aside) + row(cards) + third_note(look, seat)


def of_colour(look: Sight, colour: str, ids: list[str]) -> Markup:
    """All cards of a colour as a mini card: the last one on top, the number of them at its foot."""
    if not ids:
        art = icon(f"sre-engine-{colour}", cls="vig")
        return Markup(
            '<div class="card mini sre-card ghost lv-{}"><span class="art">{}</span><span class="name">{}</span>'
            '<span class="foot">none yet</span></div>'
        ).format(colour, art, colour.capitalize())
    box = look.box
    card = box.ids.index(ids[-1])
    titles = [box.titles[box.ids.index(id)] for id in ids]
    times = Markup('<span class="times">\u00d7{}</span>').format(len(ids)) if len(ids) > 1 else EMPTY
    told = attrs(
        cls=f"{card_class(box, card)} mini", role="img", tabindex="0", aria_label=f"Played: {listed(titles, 'and')}",
        data_tip="\n".join([f"{colour.capitalize()} engines played", *titles]), data_piece=f"card-{ids[-1]}",
    )  # fmt: skip
    return Markup('<div{}>{}<span class="name">{}</span><span class="foot">{}{}</span></div>').format(
        told, engine_art(box, card), f"{colour.capitalize()} engine", icon("check"), times
    )


def third_note(look: Sight, seat: int) -> Markup:
    p: View = look.view["players"][seat]
    if look.view["over"]:
        return EMPTY
    if p["third_cost"] is None:
        told = "Both third tracks are laid."
    elif p["ahead"]:
        told = "Third tracks, open while you are not first."
    else:
        lead = max(range(look.view["seats"]), key=lambda i: look.view["players"][i]["prestige"])
        by = look.view["players"][lead]["prestige"] - p["prestige"]
        told = f"A third track costs ${p['third_cost']}: {look.name(lead)} leads by {by}."
    if seat != look.viewer:
        told = counted(p["locked"], "third track") + " left."
    return Markup('<p class="note">{}<span>{}</span></p>').format(thirds(look, p["locked"]), told)
