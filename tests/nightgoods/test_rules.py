"""The rules of the example, clause by clause and card by card."""

from __future__ import annotations

import pytest

import roundhouse
from nightgoods.rules import create
from tests.nightgoods.table import Table


@pytest.mark.rule("nightgoods-1.1", "nightgoods-1.2", "nightgoods-1.3")
def test_the_deal() -> None:
    s = roundhouse.game("nightgoods").new(seats=3, seed=1)
    view = s.view(0)
    assert (s.seat, view["waiting"], len(view["deck"])) == (0, 0, 40 - 9)  # type: ignore[arg-type]
    assert [len(p["hand"]["cards"]) for p in view["players"]] == [3, 0, 0]  # type: ignore[attr-defined]
    assert [(p["train"], p["score"]) for p in view["players"]] == [([], 0)] * 3  # type: ignore[attr-defined]


def test_a_card_too_many_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A ninth one would be taken for the first, seen by somebody."""
    monkeypatch.setattr("nightgoods.box.CARDS", 9)
    with pytest.raises(roundhouse.BadComponents, match="9 cards; a byte has room for 8"):
        create()


@pytest.mark.rule("nightgoods-2.1", "nightgoods-2.2")
def test_one_wagon_a_turn() -> None:
    t = Table(hand="Tank wagon, Mail van", deck="Saloon, Saloon, Saloon").do("couple Tank wagon")
    assert (t.train, t.state.seat) == ("Tank wagon", 1)
    with pytest.raises(roundhouse.IllegalAction, match=r"not in hand \(nightgoods-2.2\)"):
        t.state.apply(t.state.parse("couple Brake van"))
    with pytest.raises(roundhouse.IllegalAction, match=r"seat 2 is asked to .* \(nightgoods-2.1\)"):
        t.state.apply(t.state.parse("put it under the deck"))


@pytest.mark.rule("nightgoods-2.3")
def test_an_engine_pulls_eight() -> None:
    t = Table(hand="Coal hopper, Tank wagon", train="Coal hopper, Coal hopper")
    assert t.can == ["couple Tank wagon", "dispatch the train"]
    with pytest.raises(roundhouse.IllegalAction, match=r"cannot pull that much \(nightgoods-2.3\)"):
        t.state.apply(t.state.parse("couple Coal hopper"))


@pytest.mark.rule("nightgoods-2.4", "nightgoods-3.2", card="coal_hopper")
def test_a_train_scores_its_wagons_and_the_parcels() -> None:
    t = Table(train="Coal hopper, Coal hopper", deck="Saloon")
    t.state.waiting = 3
    t.do("dispatch")
    assert (t.points, t.train, t.state.waiting, t.state.view(None)["gone"]) == (4 + 4 + 3, "", 1, ["coal_hopper"] * 2)
    with pytest.raises(roundhouse.IllegalAction, match=r"no wagon \(nightgoods-2.4\)"):
        t.state.apply(t.state.parse("dispatch"))


@pytest.mark.rule("nightgoods-2.5", "nightgoods-3.3", card="tank_wagon")
def test_a_full_train_scores_four_more() -> None:
    assert Table(train="Tank wagon, Tank wagon, Tank wagon").do("dispatch").points == 6
    assert Table(train="Tank wagon, Tank wagon, Tank wagon, Tank wagon").do("dispatch").points == 12


@pytest.mark.rule("nightgoods-2.6")
def test_after_a_turn_the_hand_is_filled_and_a_parcel_comes() -> None:
    t = Table(hand="Tank wagon, Tank wagon", deck="Saloon, Mail van, Breakdown crane").do("couple Tank wagon")
    assert (t.hand, t.state.waiting) == ("Tank wagon, Mail van, Saloon", 1)
    many = Table(hand="Tank wagon, Tank wagon, Tank wagon, Saloon, Saloon", train="Mail van", deck="Mail van")
    assert len(many.do("dispatch").hand.split(", ")) == 5


@pytest.mark.rule("nightgoods-3.1")
def test_texts_go_as_far_as_the_deck_does() -> None:
    assert Table(hand="Mail van, Inspection car").do("couple Mail van", "couple Tank wagon").state.over
    assert Table(hand="Mail van, Inspection car").do("couple Inspection car").state.seat == 1


@pytest.mark.rule("nightgoods-3.4", card="mail_van")
def test_a_mail_van_draws() -> None:
    t = Table(hand="Mail van, Tank wagon, Tank wagon, Tank wagon", deck="Saloon, Brake van").do("couple Mail van")
    assert t.hand == "Tank wagon, Tank wagon, Tank wagon, Saloon"


@pytest.mark.rule("nightgoods-3.5", card="inspection_car")
def test_who_has_looked_remembers_wherever_it_goes() -> None:
    full = "Inspection car, Tank wagon, Tank wagon, Tank wagon"
    t = Table(hand=full, rival="Mail van", deck="Saloon, Brake van, Goods van").do("couple Inspection car")
    assert [t.deck(seat) for seat in (0, 1, None)] == ["Saloon, ?, ?", "?, ?, ?", "?, ?, ?"]
    t.do("leave it on the deck", "couple Mail van")
    assert (t.seen(1), t.deck(0)) == ("Saloon", "")
    t = Table(hand=full, deck="Saloon, Brake van").do("couple Inspection car", "put it under the deck")
    assert (t.deck(0), t.deck(1)) == ("?, Saloon", "?, ?")


def test_what_was_seen_is_forgotten_with_the_first_of_its_kind() -> None:
    """Of two Saloons, one of which the other seat has seen, nobody can tell which was coupled."""
    full = "Inspection car, Tank wagon, Tank wagon, Tank wagon"
    t = Table(hand=full, rival="Mail van, Saloon, Saloon", deck="Saloon, Brake van, Brake van, Brake van")
    assert t.do("couple Inspection car", "leave it on the deck", "couple Mail van").seen(1) == "Saloon"
    assert t.do("couple Tank wagon", "couple Saloon").seen(1) == ""


@pytest.mark.rule("nightgoods-3.6", card="brake_van")
def test_a_brake_van_scores_the_other_wagons() -> None:
    assert Table(hand="Brake van", train="Tank wagon, Mail van").do("couple Brake van").points == 2
    assert Table(hand="Brake van").do("couple Brake van").points == 0


@pytest.mark.rule("nightgoods-3.7", card="goods_van")
def test_a_goods_van_brings_two_parcels() -> None:
    assert Table(hand="Goods van").do("couple Goods van").state.waiting == 2 + 1


@pytest.mark.rule("nightgoods-3.8", card="crane")
def test_a_crane_scores_or_takes_another_wagon_off() -> None:
    t = Table(hand="Breakdown crane", train="Tank wagon, Mail van").do("couple Breakdown crane")
    assert t.can == ["score 1 point", "take another wagon off your train then score 3 points"]
    assert t.do("take another").can == ["uncouple Tank wagon", "uncouple Mail van"]
    with pytest.raises(roundhouse.IllegalAction, match=r"no such other wagon .*\(nightgoods-3.8\)"):
        t.state.apply(t.state.parse("uncouple Breakdown crane"))
    t.do("uncouple Tank wagon")
    assert (t.train, t.points) == ("Mail van, Breakdown crane", 3)
    assert Table(hand="Breakdown crane").do("couple Breakdown crane").can == ["score 1 point"]


@pytest.mark.rule("nightgoods-3.9", card="saloon")
def test_a_saloon_draws_or_brings_a_parcel() -> None:
    full = "Saloon, Tank wagon, Tank wagon, Tank wagon"
    assert Table(hand=full, deck="Mail van").do("couple Saloon", "draw").hand.endswith("Mail van")
    assert Table(hand=full, deck="Mail van").do("couple Saloon", "bring").state.waiting == 2


@pytest.mark.rule("nightgoods-4.1", "nightgoods-4.2")
def test_the_game_ends_with_the_round_in_which_the_deck_is_empty() -> None:
    t = Table(hand="Tank wagon", rival="Brake van").do("couple Tank wagon")
    assert not t.state.over
    assert t.do("couple Brake van").state.over
    assert (t.state.scores(), t.state.winners()) == ([0, 0], [0, 1])
    assert not Table(deck="Saloon, " * 8 + "Saloon").do("couple Tank wagon", "couple Tank wagon").state.over
