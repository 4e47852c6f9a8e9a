"""The panels beside the map: the player boards, the own cards in the dock, the train market, the achievements."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from roundhouse.core.words import capital, counted, listed, sentence, spoken
from roundhouse.draw.cards import back, classes, pile
from roundhouse.draw.face import Action, View
from roundhouse.draw.marks import EMPTY, icon, joined, letter, shell
from roundhouse.draw.markup import Markup
from roundhouse.draw.panels import Cell, SeatRow, label, seats_table
from roundhouse.games.empires.actions import ENGINES, REVEALS
from roundhouse.games.empires.face.cards import achievement, card_class, contract, engine
from roundhouse.games.empires.face.pieces import asked, div
from roundhouse.games.empires.face.rendering import Rendering
from roundhouse.games.empires.face.words import SHORTER, card_tip, progress, score_tip
from roundhouse.games.empires.feats import LIVERIES

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


def card_shell(
    look: Rendering,
    found: Sequence[Action],
    inner: Markup,
    cls: str,
    state: str = "",
    **more: str,
) -> Markup:
    """A card: a button if something can be done with it. Its `state` is the last of its classes."""
    tag, lit, role, tab = ("button", "legal", "", "") if found else ("div", "", "img", "0")
    return shell(tag, look.doing(found), inner, cls=classes(cls, lit, state), role=role, tabindex=tab, **more)


# the player boards


def seats(look: Rendering) -> Markup:
    view, rows = look.view, []
    upcoming = (view["seat"] + 1) % view["seats"] if view["turn"] and not view["over"] else -1
    for i, who in enumerate(look.seats):
        p = view["players"][i]
        debt = Markup('<b class="debt">{}</b>' if p["loans"] else '<span class="dim">{}</span>').format(p["loans"])
        cells = [
            Cell(p["score"] if view["over"] else p["prestige"], score_tip(view, i), "score"),
            Cell(money_gauge(look, i, p["money"]), f"${p['money']} of at most ${view['most_money']}", "money"),
            Cell(thirds(look, p["locked"]), "Third tracks: for who is not first", "third"),
            Cell(p["tracks"]),
            Cell(p["trains"]),
            Cell(debt),
        ]
        note = capital(look.seat_note(i, view["seat"], otherwise="Next" if i == upcoming else ""))
        rows.append(SeatRow(i, who, note, i == view["seat"] and not view["over"], cells))
    columns = (("star", "Points", "all told"), *COLUMNS[1:]) if view["over"] else COLUMNS
    return seats_table(progress(view), columns, rows)


def money_gauge(look: Rendering, seat: int, money: int) -> Markup:
    """A seat's money on its track."""
    return money_of(look.view["most_money"], seat, money)


@lru_cache(1024)
def money_of(most: int, seat: int, money: int) -> Markup:
    step = 81 / max(most, 1)
    ticks = "".join(f"M{4 + i * step:.1f} 9v{5 if i % 3 else 8}" for i in range(most + 1))
    disc = f'cx="{4 + money * step:.1f}" cy="9" r="8"'
    return Markup(
        f'<svg class="sre-money seat-{letter(seat)}" viewBox="-5 -2 99 22" role="img" aria-label="{money} dollars">'
        f'<path class="ax" d="M4 9h81"/><path d="{ticks}"/>'
        f'<circle class="token-edge" {disc}/><circle class="token" {disc}/>'
        f'<text class="token-letter" x="{4 + money * step:.1f}" y="12.8">{money}</text></svg>'
    )


def thirds(look: Rendering, locked: int) -> Markup:
    """The tracks on the player board with their prices; struck out when laid."""
    most = look.box.unlockable
    return locks(most - locked, tuple(look.view["unlock"][:most]))


@lru_cache(256)
def locks(laid: int, costs: tuple[int, ...]) -> Markup:
    return joined(
        [
            Markup('<span class="lock{}">${}</span>').format(" used" if i < laid else "", cost)
            for i, cost in enumerate(costs)
        ]
    )


# the own cards


def dock(look: Rendering) -> Markup:
    seat = look.me
    whose = "" if seat == look.viewer else f"{look.name(seat)}\u2019s"
    sealed = "revealed" if look.view["players"][seat]["revealed"] else "secret"
    return joined(
        [
            div("zone hand", label("Hand", whose or waiting(look, seat)), hand(look, seat)),
            div("zone sealed", label("Contract", sealed), div("row", own_contract(look, seat))),
            div("zone fan played", played(look, seat)),
            div("zone hand market", market(look)),
        ]
    )


def waiting(look: Rendering, seat: int) -> str:
    """What the hand is for now."""
    decides = look.view["seat"]
    if look.view["over"] or look.past or decides < 0:
        return ""
    return WAITING.get(look.view["step"], "") if decides == seat else f"waiting for {look.name(decides)}"


def hand(look: Rendering, seat: int) -> Markup:
    """The cards in hand; of somebody else's those that came from the market, and backs."""
    cards: list[str | None] = look.view["players"][seat]["hand"]
    if not cards:
        return Markup('<p class="none">{}</p>').format("No train card.")
    open_cards = [in_hand(look, id) for id in cards if id is not None]
    return div("row", *open_cards, *[back(f"hand-{letter(seat)}-{i + 1}") for i in range(cards.count(None))])


def in_hand(look: Rendering, id: str) -> Markup:
    """A card in hand; what it would bring the delivery under way is at its foot."""
    box = look.box
    card = box.ids.index(id)
    found = look.of("play", card)
    foot = "" if not found else "scores" if found[0]["price"]["prestige"] else "no bonus"
    return card_shell(
        look,
        found,
        engine(box, card, note=foot),
        card_class(box, card),
        "idle" if foot == "no bonus" else "",
        aria_label=f"{'Play ' if found else ''}{box.titles[card]}. {box.text(card)}{f' {foot}.' if foot else ''}",
        data_tip=card_tip(box, card, *look.lines(found)),
        data_piece=f"card-{id}",
        data_card=id,
        data_where="Hand",
    )


def own_contract(look: Rendering, seat: int) -> Markup:
    """The contract; lit when it can be revealed, together with one of the cards."""
    box, id = look.box, look.view["players"][seat]["contract"]
    if id is None:
        return back(f"contract-{letter(seat)}")
    card = box.ids.index(id)
    found = [a for a in look.at("play") if a["form"] == REVEALS]
    done = look.view["players"][seat]["revealed"]
    more = ["Reveal it with:", *look.lines(found)] if found else ["Revealed."] if done else []
    return card_shell(
        look,
        found,
        contract(box, card),
        card_class(box, card),
        "done" if done else "",
        data_tip=card_tip(box, card, *more),
        data_piece=f"card-{id}",
        data_card=id,
        data_where="Contract",
        aria_label=f"{'Reveal ' if found else ''}{box.titles[card]}. {box.text(card)}",
    )


def played(look: Rendering, seat: int) -> Markup:
    """The cards played, by colour, and what a third track would cost."""
    box = look.box
    cards = [box.ids.index(id) for id in look.view["players"][seat]["played"]]
    piles = [[card for card in cards if box.colours[card] == n] for n in range(len(LIVERIES))]
    drawn = [of_colour(look, colour, own) for colour, own in zip(LIVERIES, piles, strict=True)]
    aside = f"{sum(1 for own in piles if own)} of {len(LIVERIES)} colours"
    row = Markup('<div class="row" data-where="Played">{}</div>').format(joined(drawn))
    return label("Played", aside) + row + third_note(look, seat)


def of_colour(look: Rendering, colour: str, cards: list[int]) -> Markup:
    """All cards of a colour as a mini card: the last one on top, the number of them at its foot."""
    box = look.box
    inner = Markup('<span class="art">{}</span>{}<span class="name">{}</span><span class="foot">{}{}</span>')
    art, name = icon(f"sre-engine-{colour}", cls="vig"), colour.capitalize()
    if not cards:
        return div(f"card mini sre-card ghost lv-{colour}", inner.format(art, "", name, "none yet", ""))
    titles = [box.titles[card] for card in cards]
    times = Markup('<span class="times">\u00d7{}</span>').format(len(cards)) if len(cards) > 1 else EMPTY
    return look.thing(
        [],
        f"{card_class(box, cards[-1])} mini",
        f"Played: {listed(titles, 'and')}",
        "\n".join([f"{name} train cards played", *titles]),
        inner.format(art, asked(box, cards[-1]), name, icon("check"), times),
        f"card-{box.ids[cards[-1]]}",
        card=box.ids[cards[-1]],
    )


def third_note(look: Rendering, seat: int) -> Markup:
    """What is to be known of third tracks."""
    players: list[View] = look.view["players"]
    p = players[seat]
    if look.view["over"]:
        return EMPTY
    words = "Third tracks, open while you are not first."
    if seat != look.viewer:
        words = f"{counted(p['locked'], 'third track')} left."
    elif p["third_cost"] is None:
        words = "Both third tracks are laid."
    elif not p["ahead"]:
        lead = max(range(len(players)), key=lambda i: players[i]["prestige"])
        by = players[lead]["prestige"] - p["prestige"]
        words = f"A third track costs ${p['third_cost']}: {look.name(lead)} leads by {by}."
    return Markup('<p class="note">{}<span>{}</span></p>').format(thirds(look, p["locked"]), words)


# the cards that all seats choose from


def market(look: Rendering) -> Markup:
    """The train cards on sale and the deck."""
    view = look.view
    known = [look.box.titles[look.box.ids.index(id)] for id in view["returned"]]
    back_in = f"\nBack in it from the market: {listed(known, 'and')}." if known else ""
    tip = f"Train deck\n{counted(view['deck'], 'card')}{back_in}"
    deck = pile("shut", view["deck"], "deck", tip, "deck", icon("roundhouse"))
    sales = [on_sale(look, slot, sale) for slot, sale in enumerate(view["market"])]
    row = Markup('<div class="row" data-where="Train market">{}</div>').format(joined([*sales, deck]))
    return label("Train market", "one a turn, with room in hand") + row


def on_sale(look: Rendering, slot: int, sale: View) -> Markup:
    box, cost = look.box, sale["price"]
    card = box.ids.index(sale["card"])
    found = look.of("buy", slot)
    tag = Markup('<span class="price">${}</span>').format(cost)
    words = f"{'Take ' if found else ''}{box.titles[card]} for ${cost}. {box.text(card)}"
    tip, cls = card_tip(box, card, f"It costs ${cost}."), f"{card_class(box, card)} on-sale"
    return look.thing(found, cls, words, tip, engine(box, card, tag), f"card-{sale['card']}", card=sale["card"])


def achievements(look: Rendering) -> Markup:
    """Who has claimed what; what the viewer can claim now is lit."""
    cards = [Markup("<li>{}</li>").format(feat(look, a)) for a in look.view["achievements"]]
    head = label("Achievements", "one first claim a turn, any number later", "added at the end")
    return head + Markup('<ol class="aches">{}</ol>').format(joined(cards))


def feat(look: Rendering, claims: View) -> Markup:
    card = look.box.ids.index(claims["card"])
    found = look.of("claim", card - ENGINES)
    tip = card_tip(look.box, card, *claimed(look, claims), *look.lines(found))
    drawn = achievement(look.box, card, claims, SHORTER in look.view["rules"])
    cls = f"{card_class(look.box, card)}{' claimed' if claims['first'] is not None else ''}"
    return look.thing(found, cls, spoken(tip), tip, drawn, card=claims["card"])


def claimed(look: Rendering, claims: View) -> list[str]:
    """Who has an achievement, first and later; and who has met it without having claimed it."""
    later = [look.name(i) for i in claims["later"]]
    parts = [f"{look.name(claims['first'])} first"] if claims["first"] is not None else []
    parts += [f"{listed(later, 'and')} later"] if later else []
    have = {claims["first"], *claims["later"]}
    met = [look.name(i) for i, is_met in enumerate(claims["met"]) if is_met and i not in have]
    return [
        sentence(f"claimed by {', '.join(parts)}") if parts else "",
        sentence(f"met by {listed(met, 'and')}") if met else "",
    ]
