"""The cards all seats choose from: the achievements and the train market."""

from __future__ import annotations

from markupsafe import Markup

from roundhouse.core.words import counted, listed
from roundhouse.draw.cards import pile
from roundhouse.draw.face import View
from roundhouse.draw.marks import attrs, icon, joined
from roundhouse.draw.panels import label
from roundhouse.draw.sight import shell
from roundhouse.draw.words import sentence
from roundhouse.games.empires.actions import ENGINES
from roundhouse.games.empires.face.looks import achievement, card_class, engine
from roundhouse.games.empires.face.sight import Sight
from roundhouse.games.empires.face.words import SHORTER, card_tip


def achievements(look: Sight) -> Markup:
    """Who has claimed what; what the viewer can claim now is lit."""
    cards = [feat(look, a) for a in look.view["achievements"]]
    head = label("Achievements", "one first claim a turn, any number later", "added at the end")
    return head + Markup('<ol class="aches">{}</ol>').format(joined([Markup("<li>{}</li>").format(c) for c in cards]))


def feat(look: Sight, claims: View) -> Markup:
    card = look.box.ids.index(claims["card"])
    found = [a for a in look.at("claim") if a["thing"] == card - ENGINES]
    tip = card_tip(look.box, card, claimed(look, claims), near(look, claims), *look.said(found))
    cls = f"{card_class(look.box, card)}{' claimed' if claims['first'] is not None else ''}{' legal' if found else ''}"
    return shell(
        "button" if found else "div",
        look.doing(found),
        achievement(look.box, card, claims, SHORTER in look.view["rules"]),
        cls=cls,
        role="" if found else "img",
        tabindex="" if found else "0",
        aria_label=tip.replace("\n", ". "),
        data_tip=tip,
    )


def claimed(look: Sight, claims: View) -> str:
    """Who has it, and who would get it."""
    told = []
    if claims["first"] is not None:
        told.append(f"{look.name(claims['first'])} first")
    if claims["later"]:
        told.append(f"{listed([look.name(i) for i in claims['later']], 'and')} later")
    return sentence(f"claimed by {', '.join(told)}") if told else ""


def near(look: Sight, claims: View) -> str:
    """Who has met it without having claimed it."""
    have = {claims["first"], *claims["later"]}
    met = [look.name(i) for i, is_met in enumerate(claims["met"]) if is_met and i not in have]
    return sentence(f"met by {listed(met, 'and')}") if met else ""


def market(look: Sight) -> Markup:
    """The train cards on sale and the deck."""
    view = look.view
    row = [on_sale(look, slot, s) for slot, s in enumerate(view["market"])]
    known = [look.box.titles[look.box.ids.index(id)] for id in view["returned"]]
    seen = f"\nBack in it from the market: {listed(known, 'and')}." if known else ""
    tip = f"Train deck\n{counted(view['deck'], 'card')}{seen}"
    deck = pile("shut", view["deck"], "deck", tip, "deck", icon("roundhouse"))
    return label("Train market", "one a turn, with room in hand") + Markup('<div class="row">{}{}</div>').format(
        joined(row), deck
    )


def on_sale(look: Sight, slot: int, sale: View) -> Markup:
    card = look.box.ids.index(sale["card"])
    found = [a for a in look.at("buy") if a["thing"] == slot]
    tag = Markup("<span{}>${}</span>").format(attrs(cls="price"), sale["price"])
    tip = card_tip(look.box, card, f"It costs ${sale['price']}.")
    return shell(
        "button" if found else "div",
        look.doing(found),
        engine(look.box, card, tag),
        cls=f"{card_class(look.box, card)} on-sale{' legal' if found else ''}",
        role="" if found else "img",
        tabindex="" if found else "0",
        aria_label=f"{'Take ' if found else ''}{look.box.titles[card]} for ${sale['price']}. {look.box.text(card)}",
        data_tip=tip,
        data_piece=f"card-{sale['card']}",
    )
