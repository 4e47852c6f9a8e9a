"""What a person probably wants: trains at one click, the one way of a card, an end that shines when it is time."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from roundhouse.games.trains.actions import COINS_ONLY, PLAY
from roundhouse.games.trains.face.words import doubt, folded, heading, refuses, shortcuts
from tests.kit.journeys import carried, drawn, in_a_row, xml
from tests.trains.table import Table, table


def ways(t: Table) -> list[tuple[str, list[str], str]]:
    s = t.state
    return [(w.words, [s.words(a) for a in w.actions], w.price) for w in shortcuts(s.view(0), s.box)]


def actions(t: Table) -> list[dict[str, Any]]:
    view: Any = t.state.view(0)
    found: list[dict[str, Any]] = view["actions"]
    return found


def in_hand(t: Table, title: str) -> list[str]:
    """What a click on a card of the hand can do."""
    s = t.state
    things = [e for e in xml(drawn(s, 0)["dock"]).iter("button") if e.get("aria-label", "").startswith(title)]
    return [s.words(a) for e in things for a in carried(e)]


def bright(t: Table) -> list[str]:
    """The buttons of the sign that shine."""
    lit = [e for e in xml(drawn(t.state, 0)["prompt"]).iter("button") if "quiet" not in e.get("class", "").split()]
    return ["".join(e.itertext()) for e in lit]


def told(t: Table) -> list[ElementTree.Element]:
    return list(xml(drawn(t.state, 0)["words"]).iter("button"))


def test_all_trains_that_only_pay_are_one_choice() -> None:
    t = table(hand="3 Normal train, Express train, Tourist train, Rail laying")
    plays = ["play Normal train"] * 3 + ["play Express train"]
    assert ways(t) == [("play all trains", plays, "+5 coins")]
    assert bright(t) == ["Play all trains: +5 coins"]
    assert in_a_row(told(t)[0]) == [t.state.parse(w) for w in plays]
    t.do(*plays)
    assert (t.state.coins, ways(t)) == (5, [])


def test_one_train_is_no_shortcut_nor_are_trains_while_a_card_asks() -> None:
    assert ways(table(hand="Normal train, Tourist train, First train, Rail laying")) == []
    assert ways(table(hand="Garage, 3 Normal train", deck="5 Waste").do("play Garage")) == []


def test_a_card_without_coins_has_one_way_and_none_where_its_effect_cannot_be_applied() -> None:
    t = table(hand="Rail laying, Control room, Pulling")  # no train lies in the discard pile
    assert in_hand(t, "Control room") == ["play Control room"]
    assert in_hand(t, "Rail laying") == ["play Rail laying"]
    assert in_hand(t, "Pulling") == []
    last = [t.state.words(a) for e in told(t) for a in carried(e)][2:]
    idle = [f"play {card} for its coins" for card in ("Rail laying", "Control room", "Pulling")]
    assert last == ["end turn", *idle]


@pytest.mark.parametrize(
    ("card", "many"),
    [("Tourist train", 1), ("Passing station", 1), ("Mail train", 1), ("Freight train", 1), ("Ironworks", 1),
     ("First train", 1), ("Information central", 1), ("Garage", 2)],
)  # fmt: skip
def test_an_effect_that_only_brings_something_is_not_asked_about(card: str, many: int) -> None:
    assert len(in_hand(table(hand=f"{card}, 2 Normal train", deck="5 Waste"), card)) == many


def test_with_an_ironworks_a_rail_card_has_two_ways() -> None:
    t = table(hand="Ironworks, Rail laying", coins=3).do("play Ironworks")
    assert in_hand(t, "Rail laying") == ["play Rail laying", "play Rail laying for its coins"]


def test_what_a_stationmaster_might_copy_can_be_put_into_play() -> None:
    alone, copied = (table(hand=f"Holiday timetable, Pulling, {more}") for more in ("Waste", "Stationmaster office"))
    assert in_hand(alone, "Pulling") == []
    assert in_hand(copied, "Pulling") == ["play Pulling for its coins"]
    assert in_hand(copied, "Stationmaster office") == []
    rail = table(hand="Rail laying, Stationmaster office")
    rail.state.markers[0] = 0
    rail.state.offered = []
    assert in_hand(rail, "Rail laying") == []  # it is no action card


def test_the_end_of_a_turn_shines_when_nothing_else_can_sensibly_be_done() -> None:
    t = table(hand="Normal train, Pulling")
    assert bright(t) == []
    t.do("play Normal train")
    assert bright(t) == ["End turn"]
    view: Any = t.state.view(0)
    box = t.state.box
    assert heading(view, box) == "Nothing is left to play or buy"
    end = next(a for a in view["actions"] if a["block"] == "end")
    assert not refuses(view, box, end)
    assert refuses(table(hand="Waste", coins=3).state.view(0), box, end)


def test_passing_for_waste_shines_before_the_plain_end_and_not_before_a_play() -> None:
    assert bright(table(hand="2 Waste, Pulling")) == ["Pass and return Waste"]
    assert bright(table(hand="2 Waste, Normal train")) == []


def test_nobody_is_asked_about_cards_that_would_have_done_nothing() -> None:
    s = table(hand="Pulling").state
    view: Any = s.view(0)
    assert [doubt(view, s.box, a) for a in view["actions"]] == ["", ""]
    assert [folded(view, s.box, a) for a in view["actions"]] == [True, False]
    assert view["actions"][0]["action"] == PLAY + 2 * s.box.number_of["pulling"] + COINS_ONLY


def test_to_take_nothing_is_no_bright_button() -> None:
    t = table(hand="Information central", deck="4 Normal train").do("play Information central")
    assert bright(t) == []
    t = table(hand="Mail train, Waste").do("play Mail train")
    assert bright(t) == []


def test_the_price_of_a_card_counts_the_coins_that_its_effect_is_sure_to_bring() -> None:
    t = table(hand="Normal train, Rapid train, Holiday timetable").do("play Normal train")
    paid = {t.state.words(a["action"]): a["price"]["coins"] for a in actions(t) if a["block"] == "play"}
    assert paid == {
        "play Rapid train": 2,
        "play Rapid train for its coins": 1,
        "play Holiday timetable": 3,
        "play Holiday timetable for its coins": 0,
    }
    for words, coins in paid.items():
        before = t.state.coins
        assert Table(t.state.clone()).do(words).state.coins - before == coins
