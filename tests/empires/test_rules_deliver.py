"""Goods, lines, what a delivery earns, train cards, contracts and production: sections 7 to 11 and 13."""

from __future__ import annotations

from typing import Any

import pytest

from roundhouse.games.empires.actions import CITY, LINE, PLAY
from roundhouse.games.empires.state import NEW_LINKS
from tests.empires.table import Table, card, kit, table

COAL = "send coal from Axe Edge"
SHORT = "E4 E3 D2"
LOOP = "E4 E3 D3 D2"  # Axe Edge to Ashby over half and half, over the lake, or over both


def bonus(length: int) -> tuple[int, int]:
    """Money and prestige of a line."""
    return next((m, p) for n, m, p in reversed(kit().bonus) if n <= length)


def deliver(t: Table, good: str, city: str, engine: str = "") -> Table:
    t.do(f"send {good}", f"deliver to {city}")
    if t.offers("take the line"):
        t.act(t.state.legal()[0])  # the best one
    return t.do(f"play {engine}") if engine else t


def coal(*nets: str, city: str = "Ashby", engine: str = "", **more: Any) -> Table:
    """Coal from Axe Edge delivered, to Ashby by the shortest way unless said otherwise."""
    return deliver(table(*nets or (SHORT,), step="deliver", **more), "coal from Axe Edge", city, engine)


# which goods


@pytest.mark.rule("empires-7.1")
def test_one_good_or_none() -> None:
    net = "E4 E3 D2 E2 E1"
    t = table(net, step="deliver")
    assert t.can == [COAL, "send timber from Axe Edge", "deliver nothing"]
    t.do("deliver nothing")
    assert (t.seat, t.state.deliveries[0], t.goods("Axe Edge")) == (1, 0, "coal timber")
    t = coal(net, engine="Red coal engine").do("take no train card")
    assert (t.seat, t.state.deliveries[0]) == (1, 1)  # no second one, though timber could go to Alder


@pytest.mark.rule("empires-7.1")
def test_a_good_that_is_not_there() -> None:
    t = table("E4 E3 D2 E2 E1 F1 G1", step="deliver", empty="FA1")
    assert t.refused("send coal from Ash Pit") == "empires-7.1"
    assert t.refused("send a second good from Ash Pit") == "empires-7.1"
    assert table("E4 E3 D2", step="deliver", empty="FA2").seat == 1


@pytest.mark.rule("empires-7.2")
def test_a_line_of_its_own() -> None:
    t = table("E4 E3 D2", step="deliver")
    assert t.refused("send timber from Axe Edge") == "empires-7.2"
    assert t.refused("send coal from Ash Pit") == "empires-7.2"
    assert t.do(COAL).refused("deliver to Alder") == "empires-7.2"
    assert t.refused(CITY + 9) == "empires-7.2"  # Dalby is not in this country
    assert table("E4 D2", "A2 E3 D3", step="deliver").seat == 1  # the rival's tracks do not join them
    assert table("E3 D2", "E4", step="deliver").seat == 1  # nor is it enough to be next to the factory


@pytest.mark.rule("empires-7.3")
def test_any_link_old_or_new() -> None:
    t = table("E4 E3 D2").do("lay E5", "lay F5")
    assert COAL in t.can
    t = table("E4 E3").do("lay D2", "lay E5")
    assert COAL in t.can


@pytest.mark.rule("empires-7.3")
def test_new_links_only() -> None:
    assert table("E4 E3 D2", switches=NEW_LINKS).do("lay E5", "lay D4").seat == 1
    assert table("E4 E3 D2", switches=NEW_LINKS).do("lay D3", "lay D4").seat == 1  # another line, no new link
    for net, laid in (("E4 E3", "D2"), ("E3 D2", "E4"), ("E4 D2", "E3")):  # the city, the factory, the way
        t = table(net, "A2", switches=NEW_LINKS, empty="FC2").do(f"lay {laid}", "lay D4")
        assert t.can == [COAL, "deliver nothing"]
    t = table("E4 E3 D2 F2 F3 G3", switches=NEW_LINKS).do("lay E2", "lay E1")
    assert t.can == [COAL, "send timber from Axe Edge", "deliver nothing"]
    assert t.refused("send grain from Anvil") == "empires-7.3"
    assert t.do(COAL).can == ["deliver to Alder"]
    assert t.refused("deliver to Ashby") == "empires-7.3"


@pytest.mark.rule("empires-7.3")
def test_a_new_route_links_too() -> None:
    t = table("E3 D2", "A2", switches=NEW_LINKS).do("start a new route at Axe Edge", "lay E2")
    assert t.can == [COAL, "deliver nothing"]


@pytest.mark.rule("empires-7.4")
def test_what_the_city_wants() -> None:
    t = table("E4 E3 D2 F2", step="deliver").do(COAL)
    assert t.can == ["deliver to Ashby"]
    assert t.refused("deliver to Amble") == "empires-7.4"


@pytest.mark.rule("empires-7.4", "empires-9.5")
def test_the_same_good_again_by_another() -> None:
    t = coal("E4 E3 D2", "A2 D2", rivals="D2")
    assert t.state.trains[t.hex("D2")] == 3
    assert t.money() == 5 + bonus(3)[0] + 1


@pytest.mark.rule("empires-7.5")
def test_no_second_train_in_a_city() -> None:
    t = table("E4 E3 D2 E2 E1", step="deliver", trains="D2").do(COAL)
    assert t.can == ["deliver to Alder"]
    assert t.refused("deliver to Ashby") == "empires-7.5"
    assert table("E4 E3 D2", step="deliver", trains="D2").seat == 1
    assert table("E4 E3 D2 E2 E1", step="deliver", trains="E1").refused("send timber from Axe Edge") == "empires-7.5"


@pytest.mark.rule("empires-7.6")
def test_without_a_card_or_a_train() -> None:
    t = table("E4 E3 D2", step="deliver", hand="")
    assert t.offers("take")  # straight to the market
    assert table("E4 E3 D2", step="deliver", deliveries=8).seat == 1
    assert COAL in table("E4 E3 D2", step="deliver", deliveries=7, hand="red_lake").can


# the line


@pytest.mark.rule("empires-8.1", "empires-8.5")
def test_any_line_and_those_that_differ() -> None:
    t = table(LOOP, step="deliver").do(COAL, "deliver to Ashby")
    assert t.can == [
        "take the line 4 long over forest, grain and lake",
        "take the line 3 long over forest and grain",
        "take the line 3 long over lake",
    ]
    assert t.refused(LINE) == "empires-8.1"
    assert t.refused("deliver to Ashby") == "empires-3.1"
    for line, length in (("4 long over forest, grain and lake", 4), ("3 long over lake", 3)):
        t = table(LOOP, step="deliver").do(COAL, "deliver to Ashby", f"take the line {line}")
        money, prestige = bonus(length)
        assert (t.money(), t.prestige()) == (5 + money + 2, prestige)


@pytest.mark.rule("empires-8.1")
def test_over_no_hex_twice_and_past_other_places() -> None:
    t = table("E4 E3 D2 E2", step="deliver").do(COAL, "deliver to Ashby")
    # E2 could only be seen on the way E4 E3 E2 D2: four hexes; never E3 twice
    assert t.offers("take the line") == ["4 long over forest and grain", "3 long over forest and grain"]
    t = table("G1 F2 E3 D2", step="deliver")  # past Amble, a city that is not meant
    assert t.do("send coal from Ash Pit", "deliver to Ashby").money() == 5 + bonus(4)[0] + 2


@pytest.mark.rule("empires-8.2")
@pytest.mark.parametrize(
    ("net", "trains", "city", "length"),
    [
        ("E4 E3 D2", "", "Ashby", 3),
        ("E4 E3 E2 E1", "", "Alder", 4),
        ("E4 E3 D2 D1 E1", "D2", "Alder", 3),
        ("E4 E3 E2 E1", "E3", "Alder", 2),
        ("E4 E3 D2 D1 E1", "", "Alder", 5),
    ],
)
def test_how_long_a_line_is(net: str, trains: str, city: str, length: int) -> None:
    t = table(net, "A2 E3", step="deliver", trains=trains)  # a rival on the way changes nothing
    deliver(t, "coal from Axe Edge", city)
    assert (t.money() - 5 - 2, t.prestige()) == bonus(length)


@pytest.mark.rule("empires-8.3")
def test_trains_on_the_way_stay() -> None:
    t = coal("E4 E3 D2 D1 E1", trains="D2", city="Alder", engine="Red coal engine")
    assert t.state.trains[t.hex("D2")] == t.state.trains[t.hex("E1")] == 1
    assert t.state.deliveries[0] == 2


@pytest.mark.rule("empires-8.4")
def test_factories_and_cities_have_no_colour() -> None:
    t = table("E6 F5 G5 G6", step="deliver", empty="FB2", hand="red_country, red_lake, red_mountain")
    t.do("send coal from Coke Row", "deliver to Birkle", "play Red country engine")
    assert t.prestige() == bonus(4)[1]  # a single grain hex: no green on the way
    t = table("E6 F6 G6", step="deliver").do("send coal from Coke Row", "deliver to Birkle")
    assert t.state.view(0)["delivery"]["line"]["colours"] == ["forest"]  # type: ignore[index]


@pytest.mark.rule("empires-8.5")
def test_nine_and_ten_are_one() -> None:
    net = "G1 F1 E1 E2 E3 E4 E5 E6 F6 G6"  # past Alder or not
    t = table(net, step="deliver", money=0).do("send coal from Ash Pit", "deliver to Birkle")
    assert t.offers("play")
    assert (t.money() - 2, t.prestige()) == bonus(9)
    assert t.state.longest[0] == 9
    t = table("F1 E1 E2 E3 G1 E4 E5 E6", step="deliver").do("send coal from Axe Edge", "deliver to Alder")
    assert t.offers("take the line") == ["5 long over forest and grain", "4 long over forest and grain"]


@pytest.mark.rule("empires-8.5")
def test_one_line_is_not_asked() -> None:
    assert table("E4 E3 D2", step="deliver").do(COAL, "deliver to Ashby").offers("play")


@pytest.mark.rule("empires-8.6")
@pytest.mark.parametrize(("colours", "length"), [("forest and grain", 0), ("forest, grain and lake", -1)])
def test_a_line_of_no_length(colours: str, length: int) -> None:
    # trains stand in cities only, and never so close; but the sum must hold
    t = table("E4 D3 E3 E2 E1", step="deliver", trains="D3 E3 E2").do(COAL, "deliver to Alder")
    assert sorted(t.offers("take the line")) == [
        "1 or less long over forest and grain",
        "1 or less long over forest, grain and lake",
    ]
    t.do(f"take the line 1 or less long over {colours}")
    assert t.state.view(0)["delivery"]["line"]["length"] == length  # type: ignore[index]
    assert (t.money(), t.prestige()) == (5 + 2, 0)
    assert t.state.trains[t.hex("E1")] == 1


# what it earns


@pytest.mark.rule("empires-9.1", "empires-13.2")
def test_the_good_leaves_before_the_line_pays() -> None:
    t = coal(prestige=4)
    assert t.prestige() == 5
    assert t.goods("Axe Edge") == "coal timber"  # produced anew, as the coal had left
    assert t.offers("play")
    assert t.money() == 5 + bonus(3)[0] + 2  # and the city has paid before the card is played


@pytest.mark.rule("empires-9.2")
def test_the_good_leaves_the_factory() -> None:
    assert coal().goods("Axe Edge") == "timber"
    t = deliver(table("E4 E3 E2 E1", step="deliver"), "timber from Axe Edge", "Alder")
    assert t.goods("Axe Edge") == "coal"


LINES = {
    3: ("E4 E3 D2", "coal from Axe Edge", "Ashby"),
    4: ("E4 E3 E2 E1", "coal from Axe Edge", "Alder"),
    5: ("E4 E3 D2 D1 E1", "coal from Axe Edge", "Alder"),
    6: ("G1 G2 G3 G4 G5 G6", "coal from Ash Pit", "Birkle"),
    7: ("G1 G2 F3 F4 F5 F6 G6", "coal from Ash Pit", "Birkle"),
    8: ("G1 G2 F3 E4 E5 E6 F6 G6", "coal from Ash Pit", "Birkle"),
    9: ("G1 F1 E2 E3 E4 E5 E6 F6 G6", "coal from Ash Pit", "Birkle"),
}


@pytest.mark.rule("empires-9.3")
@pytest.mark.parametrize("length", [3, 4, 5, 6, 7, 8, 9])
def test_the_bonus_of_a_line(length: int) -> None:
    net, good, city = LINES[length]
    assert len(net.split()) == length
    t = deliver(table(net, step="deliver", money=0, contract_of="FB3"), good, city)
    money, prestige = bonus(length)
    assert (t.money(), t.prestige()) == (money + 2, prestige)


@pytest.mark.rule("empires-9.4", "empires-3.4")
def test_a_train_replaces_the_track() -> None:
    t = coal(engine="Red coal engine")
    assert (t.state.tracks[t.hex("D2")], t.state.trains[t.hex("D2")]) == (0, 1)
    assert (t.state.trains_left(0), t.state.supply[0]) == (7, 0)
    assert t.hex("D2") in t.state.nets[0]


@pytest.mark.rule("empires-9.5")
def test_two_dollars_for_the_first_and_one_for_the_second() -> None:
    t = coal("E4 E3 D2", "A2 D2")
    assert t.money() == 5 + bonus(3)[0] + 2  # a rival's track is no delivery
    assert coal("E4 E3 D2", "A2 D2", rivals="D2").money() == 5 + bonus(3)[0] + 1


# train cards


@pytest.mark.rule("empires-10.1")
def test_a_card_of_the_hand() -> None:
    t = coal(hand="red_coal, blue_lake")
    assert t.can == ["play Red coal engine", "play Blue lake engine"]
    assert t.refused("play Black coal engine") == "empires-10.1"  # in the market
    t.do("play Blue lake engine")
    assert (t.hand(), t.played()) == ("red_coal", "blue_lake")


@pytest.mark.rule("empires-10.2")
def test_a_card_whose_condition_is_not_met() -> None:
    t = coal(hand="red_coal, blue_lake")
    before = t.prestige()
    other = Table(t.state.clone())
    assert t.do("play Blue lake engine").prestige() == before
    assert other.do("play Red coal engine").prestige() == before + 1


@pytest.mark.rule("empires-10.3")
@pytest.mark.parametrize("factory", ["FA2", "FC3"])
def test_the_card_is_asked_whatever_the_contract(factory: str) -> None:
    t = coal(hand="red_coal", contract_of=factory)
    assert t.state.prompt() == "play a train card for the delivery"
    assert t.state.legal()[0] == PLAY + 2 * card("red_coal")
    assert len(t.can) == (2 if factory == "FA2" else 1)


@pytest.mark.rule("empires-10.4")
def test_played_cards_stay() -> None:
    t = coal(hand="red_coal", played="red_lake, blue_lake", trains="", engine="Red coal engine")
    assert t.played() == "red_lake, blue_lake, red_coal"
    assert not any("discard" in b.name for b in t.state.space.blocks)


# contracts


@pytest.mark.rule("empires-11.1", "empires-11.2")
def test_revealing_the_contract() -> None:
    t = coal(hand="red_lake, red_coal", contract_of="FA2")
    before = t.prestige()
    assert t.can == [
        "play Red coal engine",
        "play Red coal engine and reveal the contract",
        "play Red lake engine",
        "play Red lake engine and reveal the contract",
    ]
    both = Table(t.state.clone()).do("play Red coal engine and reveal the contract")
    worth = kit().contract_prestige[t.state.contracts[0]]
    assert both.prestige() == before + 1 + worth
    assert t.do("play Red lake engine and reveal the contract").prestige() == before + worth
    assert t.state.revealed[0] == 1


@pytest.mark.rule("empires-11.1")
def test_only_from_the_factory_it_names() -> None:
    t = coal(contract_of="FA3")
    assert t.refused("play Red coal engine and reveal the contract") == "empires-11.1"
    assert t.refused("play Black coal engine and reveal the contract") == "empires-10.1"


@pytest.mark.rule("empires-11.3")
def test_a_contract_may_wait_and_is_used_once() -> None:
    t = coal("E4 E3 D2 E2 E1", contract_of="FA2", others_supply=0, prestige=5)
    before = t.prestige()
    t.do("play Red timber engine", "take no train card")
    assert t.state.over
    assert t.state.scores()[0] == before  # never revealed: nothing
    t = table("E4 E3 D2 E2 E1", step="deliver", contract_of="FA2", trains="D2")
    deliver(t, "timber from Axe Edge", "Alder")
    assert "play Red coal engine and reveal the contract" in t.can  # the second delivery will do
    t = coal(contract_of="FA2", revealed=True)
    assert t.refused("play Red coal engine and reveal the contract") == "empires-11.1"
    assert len(t.state.undealt) == 4


# production


@pytest.mark.rule("empires-13.1")
@pytest.mark.parametrize(("before", "produces"), [(3, False), (4, True), (5, False), (9, True)])
def test_production_by_reaching(before: int, produces: bool) -> None:
    t = coal(prestige=before, empty="FB1")
    assert t.prestige() == before + 1
    assert (t.goods("Beech") == "timber") == produces


@pytest.mark.rule("empires-13.1")
def test_production_by_passing_and_once_a_space() -> None:
    net, good, city = LINES[9]
    t = deliver(table(net, step="deliver", prestige=3, empty="FB1"), good, city)
    assert t.prestige() == 3 + bonus(9)[1] > 5
    assert (t.goods("Beech"), t.state.produced) == ("timber", 1)
    t = deliver(table(net, step="deliver", prestige=3, others=6, empty="FB1"), good, city)
    assert (t.goods("Beech"), t.state.produced) == ("", 1)  # another seat was there first


@pytest.mark.rule("empires-13.2")
def test_all_factories_produce_what_they_lack() -> None:
    t = coal(prestige=4, empty="FB1, FC2, FA3")
    assert [t.goods(f) for f in ("Beech", "Coke Row", "Anvil", "Chaff")] == [
        "timber", "coal steel", "grain steel", "timber grain",
    ]  # fmt: skip
    assert t.state.goods[9:] == bytes(3)  # nothing on the tile that is not there


@pytest.mark.rule("empires-13.3")
def test_cards_and_contracts_set_it_off() -> None:
    t = coal(prestige=3, empty="FB1", hand="red_coal", contract_of="FA2")
    assert (t.prestige(), t.goods("Beech"), t.goods("Axe Edge")) == (4, "", "timber")
    by_card = Table(t.state.clone()).do("play Red coal engine")
    assert (by_card.prestige(), by_card.goods("Beech"), by_card.goods("Axe Edge")) == (5, "timber", "coal timber")
    t = table("E4 E3 D2", step="deliver", prestige=3, empty="FB1", hand="red_lake", contract_of="FA2")
    deliver(t, "coal from Axe Edge", "Ashby", "Red lake engine and reveal the contract")
    assert (t.prestige(), t.goods("Beech")) == (7, "timber")


@pytest.mark.rule("empires-13.3")
def test_two_spaces_in_one_gain() -> None:
    t = table("E4 E3 D2", prestige=4)
    t.state.gain(0, 6)
    assert t.state.produced == 2
