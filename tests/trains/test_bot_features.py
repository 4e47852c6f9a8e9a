"""What Trains tells bots: what they need not think about."""

from __future__ import annotations

from tests.trains.table import Table, table


def sensible(t: Table) -> list[str]:
    s = t.state
    return [s.words(a) for a in s.game.heuristics.sensible(s, s.choices())]


def test_a_card_without_coins_is_not_played_for_them() -> None:
    assert sensible(table(hand="Rail laying, Control room")) == ["play Rail laying", "play Control room", "end turn"]
    assert sensible(table(hand="Skyscraper")) == ["end turn"]


def test_nothing_is_bought_before_the_coins_are_played() -> None:
    t = table(hand="Information central, Rail laying, 3 Normal train", deck="5 Waste")
    t.do(*["play Normal train"] * 3)
    assert "buy Rail laying" in [t.state.words(a) for a in t.state.choices()]
    plays = ["play Rail laying", "play Information central", "play Information central for its coins"]
    assert sensible(t) == plays
    t.do("play Information central for its coins")
    assert {"play Rail laying", "buy Rail laying", "end turn"} <= set(sensible(t))


def test_waste_can_be_returned_with_coins_in_hand() -> None:
    assert sensible(table(hand="Garage, 2 Waste", deck="5 Waste"))[-1] == "pass and return Waste"


def test_a_station_goes_where_the_own_track_is_if_there_is_such_a_place() -> None:
    t = table(hand="Station expansion", tracks="Kamata", rivals={1: "Urawa"}).do("play Station expansion")
    assert len(t.state.choices()) > 2
    assert sensible(t) == ["station in Kamata"]
    full = table(hand="Station expansion", tracks="field B4").do("play Station expansion")
    assert sensible(full) == [full.state.words(a) for a in full.state.choices()]
