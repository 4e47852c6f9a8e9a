"""Spellcars, market and placing: section 7 of the ledger."""

from __future__ import annotations

import pytest

from tests.empyreal.table import FAR, MARKET, Table, administrated, car, kit, table, tiled

SECOND = ["A2", "B2", "C2", "D2", "E2"]
THIRD = ["A3", "B3", "C3", "D3", "E3"]


def leave(t: Table, *ids: str) -> None:
    """Take tiles out of the market, to the end of the pile."""
    for id in ids:
        at = t.state.market.index(car(id))
        t.state.market = t.state.market[:at] + t.state.market[at + 1 :]
        t.state.pile += bytes([car(id)])
    t.state.offered = []


# the market


@pytest.mark.rule("empyreal-7.1", "empyreal-31.7")
def test_a_spellcar_is_taken_from_the_market_and_placed_at_once() -> None:
    t = administrated()
    assert sorted(t.offers("gain")) == sorted(kit().titles[car(id)] for id in MARKET.split())
    assert t.refused("gain Worldspanner") == "empyreal-7.1"
    t.do("gain Mana Surger")
    assert (t.turn, t.seat) == (0, 0)
    assert t.can == [f"put it on {place}" for place in SECOND]
    t.do("put it on D2")
    assert (t.yard("D2"), t.turn) == ("mana_surger", 1)


@pytest.mark.rule("empyreal-7.2")
def test_a_tile_taken_leaves_a_gap() -> None:
    t = administrated().do("gain Metro", "put it on A2")
    assert t.market() == ["meditation_mecha", "mana_surger", "flow_controller", "icecar", "deep_one"]
    assert not t.state.discards


@pytest.mark.rule("empyreal-7.3", "empyreal-7.18")
def test_two_left_are_discarded_and_six_dealt() -> None:
    t = administrated()
    leave(t, "icecar", "deep_one", "flow_controller")
    pile = t.state.pile
    assert t.do("gain Metro").state.market == pile[:6]
    assert t.state.discards == bytes([car("meditation_mecha"), car("mana_surger")])
    assert t.state.view(None)["discards"] == ["meditation_mecha", "mana_surger"]
    assert t.can == [f"put it on {place}" for place in SECOND]


@pytest.mark.rule("empyreal-7.3")
def test_three_left_stay() -> None:
    t = administrated()
    leave(t, "icecar", "deep_one")
    assert len(t.do("gain Metro").market()) == 3


@pytest.mark.rule("empyreal-7.4", "empyreal-11.7")
def test_the_market_is_dealt_anew_between_two_gains() -> None:
    t = table("A1 B1", FAR, market=MARKET, conductor="E").do("move to the End", "deliver nothing", "upgrade spellcars")
    leave(t, "icecar", "deep_one", "flow_controller")
    fresh = [kit().titles[tile] for tile in t.state.pile[:6]]
    t.do("gain Metro", "put it on A2")
    assert sorted(t.offers("gain")) == sorted(fresh)
    assert t.do(f"gain {fresh[2]}", "put it on B2").turn == 1
    assert len(t.state.market) == 5


@pytest.mark.rule("empyreal-7.5", "empyreal-7.6", "empyreal-7.7")
def test_an_empty_pile_is_made_of_the_discards() -> None:
    t = administrated()
    leave(t, "icecar", "deep_one", "flow_controller")
    s = t.state
    s.discards, s.pile = s.pile[3:], s.pile[:3]
    three, left = s.pile, {car("meditation_mecha"), car("mana_surger")}
    t.do("gain Metro")
    assert s.market[:3] == three
    assert len(s.market) == 6
    assert not s.discards
    assert left <= {*s.market, *s.pile}  # those just discarded among them


@pytest.mark.rule("empyreal-7.5", "empyreal-7.7")
def test_too_few_tiles_are_laid_out_and_lie_until_one_is_taken() -> None:
    t = administrated()
    leave(t, "icecar", "deep_one", "flow_controller")
    away = t.state.pile
    t.state.pile = b""
    t.do("gain Metro")
    assert sorted(t.market()) == ["mana_surger", "meditation_mecha"]
    t.do("put it on A2")
    lying = t.market()
    assert t.do("administrate").market() == lying
    assert t.do("gain Mana Surger", "put it on A2").market() == ["meditation_mecha"]
    assert t.do("administrate", "gain Meditation Mecha", "put it on B2").market() == []
    t.do("administrate")
    assert t.turn == 0  # no tile, nothing to gain
    assert away


# placing


@pytest.mark.rule("empyreal-7.8", "empyreal-7.9")
def test_the_second_row_is_filled_before_the_third() -> None:
    t = administrated(yards=(tiled("A2", "C2", "E2"),)).do("gain Metro")
    assert t.offers("put it on") == ["B2", "D2"]
    for place in ("A3", "A2", "A1"):
        assert t.refused(f"put it on {place}") == "empyreal-7.8"
    assert administrated(yards=(tiled(*SECOND, "B3"),)).do("gain Metro").offers("put it on") == ["A3", "C3", "D3", "E3"]


@pytest.mark.rule("empyreal-7.10", "empyreal-7.11", "empyreal-7.12")
def test_printed_spellcars_are_covered_when_no_space_is_empty() -> None:
    t = administrated(yards=(tiled(*SECOND, *THIRD),)).do("gain Metro")
    assert t.offers("put it on") == ["A1", "B1", "C1", "D1", "E1"]
    assert t.do("put it on A1").yard("A1") == "metro"
    t.do("administrate").act(t.state.legal()[0]).act(t.state.legal()[0]).do("move to A")
    assert t.offers("activate")[0] == "Metro on A1"  # and not what is printed below
    t = administrated(yards=(tiled(*SECOND, *THIRD, "A1", "B1"),)).do("gain Metro")
    assert t.offers("put it on") == ["C1", "D1", "E1"]


@pytest.mark.rule("empyreal-7.11")
def test_a_covered_spellcar_is_not_copied() -> None:
    yard = tiled(*SECOND, *THIRD) | {"B1": "limited_express", "A1": "mana_surger"}
    t = table("A1 B1", FAR, yards=(yard,), mana=((9, 0),), market=MARKET.replace("mana_surger", "reforester"))
    t.do("move to B", "activate Limited Express", "that is all")
    assert t.offers("copy") == ["Mana Surger on A1", "printed C on C1", "nothing"]


@pytest.mark.rule("empyreal-7.13")
def test_with_an_empty_space_a_gain_cannot_be_declined() -> None:
    t = administrated(yards=(tiled(*SECOND, *THIRD[:4]),))
    assert all(w.startswith("gain ") for w in t.can)
    assert t.refused("that is all") == "empyreal-31.1"


@pytest.mark.rule("empyreal-7.14")
def test_who_could_only_cover_may_let_it_go() -> None:
    t = administrated(yards=(tiled(*SECOND, *THIRD),))
    assert t.can[0] == "that is all"
    t.do("that is all")
    assert (t.turn, len(t.state.market)) == (1, 6)


@pytest.mark.rule("empyreal-7.15", "empyreal-7.12")
def test_without_room_the_gain_is_lost() -> None:
    t = administrated(yards=(tiled(*[f"{c}1" for c in "ABCDE"], *SECOND, *THIRD),))
    assert (t.turn, len(t.state.market)) == (1, 6)


@pytest.mark.rule("empyreal-7.16")
def test_tiles_stay_where_they_are() -> None:
    t = administrated(yards=({"C2": "metro"},), market=MARKET.replace("metro", "reforester"))
    t.do("gain Reforester", "put it on A2", "administrate").act(t.state.legal()[0]).act(t.state.legal()[0])
    t.do("administrate", "gain Icecar", "put it on B2")
    assert [t.yard(p) for p in SECOND] == ["reforester", "icecar", "metro", "", ""]


@pytest.mark.rule("empyreal-7.17")
def test_holes_are_filled_first() -> None:
    bomb = table("A1 B1", "L1 K1", yards=({"A2": "car_bomb"}, tiled(*SECOND, *THIRD)), market=MARKET)
    bomb.do("move to A", "activate Car Bomb", "that is all", "discard C2")
    assert kit().ids[bomb.state.discards[-1]] == tiled(*SECOND)["C2"]
    bomb.do("administrate", "gain Metro")
    assert bomb.offers("put it on") == ["C2"]
    bomb = table("A1 B1", "L1 K1", yards=({"A2": "car_bomb"}, tiled(*SECOND, "A3", "B3")), market=MARKET)
    bomb.do("move to A", "activate Car Bomb", "that is all", "discard B2", "administrate", "gain Metro")
    assert bomb.offers("put it on") == ["B2"]
    bomb = table("A1 B1", "L1 K1", yards=({"A2": "car_bomb"}, tiled(*SECOND, *THIRD, "D1")), market=MARKET)
    bomb.do("move to A", "activate Car Bomb", "that is all", "discard D1")
    assert bomb.yard("D1", 1) == "kerigan_car"
    bomb.do("administrate", "gain Metro")
    assert bomb.offers("put it on") == ["A1", "B1", "C1", "D1", "E1"]
