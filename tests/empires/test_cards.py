"""Engines, achievements and contracts: section 19 of the ledger, each card through `legal` and `apply`."""

from __future__ import annotations

from typing import Any

import pytest

from roundhouse.games.empires.actions import ENGINES
from roundhouse.games.empires.state import FEWER_DELIVERIES
from tests.empires.table import Table, card, contract, feat, game, kit, table

COLOURS = ("red", "blue", "green", "black")

# (spaces, trains, good, city): a delivery that meets the condition, and some that do not

COAL = ("E4 E3 D2", "", "coal from Axe Edge", "Ashby")
TIMBER = ("E4 E3 E2 E1", "", "timber from Axe Edge", "Alder")
GRAIN = ("G3 G2 F2", "", "grain from Anvil", "Amble")
STEEL = ("G3 G2 F2", "", "steel from Anvil", "Amble")
LAKE = ("E4 D3 D2", "", "coal from Axe Edge", "Ashby")
MOUNTAIN = ("G3 F3 F2", "", "grain from Anvil", "Amble")
GREEN_AND_YELLOW = ("E4 D4 C4 C5", "", "timber from Axe Edge", "Corrie")
YELLOW = ("E4 D4 D5 C5", "", "timber from Axe Edge", "Corrie")
FIVE = ("E4 E3 D2 D1 E1", "", "coal from Axe Edge", "Alder")
FIVE_PAST_A_TRAIN = ("E4 E3 D2 D1 E1", "D2", "coal from Axe Edge", "Alder")
Delivery = tuple[str, str, str, str]


def delivered(delivery: Delivery, **more: Any) -> Table:
    """At the choice of the train card."""
    net, trains, good, city = delivery
    return table(net, "A2", step="deliver", trains=trains, **more).do(f"send {good}", f"deliver to {city}")


@pytest.mark.parametrize(
    ("condition", "met", "unmet"),
    [
        pytest.param(
            "coal",
            [COAL, LAKE],
            [TIMBER, GRAIN, STEEL],
            marks=[
                pytest.mark.card("red_coal", "blue_coal", "green_coal", "black_coal"),
                pytest.mark.rule("empires-19.1"),
            ],
        ),
        pytest.param(
            "timber",
            [TIMBER],
            [COAL, GRAIN, STEEL],
            marks=[
                pytest.mark.card("red_timber", "blue_timber", "green_timber", "black_timber"),
                pytest.mark.rule("empires-19.2"),
            ],
        ),
        pytest.param(
            "grain",
            [GRAIN],
            [COAL, TIMBER, STEEL],
            marks=[
                pytest.mark.card("red_grain", "blue_grain", "green_grain", "black_grain"),
                pytest.mark.rule("empires-19.3"),
            ],
        ),
        pytest.param(
            "steel",
            [STEEL],
            [COAL, TIMBER, GRAIN],
            marks=[
                pytest.mark.card("red_steel", "blue_steel", "green_steel", "black_steel"),
                pytest.mark.rule("empires-19.4"),
            ],
        ),
        pytest.param(
            "lake",
            [LAKE],
            [COAL, MOUNTAIN, YELLOW],
            marks=[
                pytest.mark.card("red_lake", "blue_lake", "green_lake", "black_lake"),
                pytest.mark.rule("empires-19.5"),
            ],
        ),
        pytest.param(
            "mountain",
            [MOUNTAIN],
            [COAL, LAKE, GRAIN],
            marks=[
                pytest.mark.card("red_mountain", "blue_mountain", "green_mountain", "black_mountain"),
                pytest.mark.rule("empires-19.6"),
            ],
        ),
        pytest.param(
            "country",
            [COAL, GREEN_AND_YELLOW],
            [YELLOW, GRAIN, LAKE, MOUNTAIN],
            marks=[
                pytest.mark.card("red_country", "blue_country", "green_country", "black_country"),
                pytest.mark.rule("empires-19.7"),
            ],
        ),
        pytest.param(
            "express",
            [FIVE],
            [TIMBER, YELLOW, FIVE_PAST_A_TRAIN],
            marks=[
                pytest.mark.card("red_express", "blue_express", "green_express", "black_express"),
                pytest.mark.rule("empires-19.8"),
            ],
        ),
    ],
)
def test_engines(condition: str, met: list[Delivery], unmet: list[Delivery]) -> None:
    for colour in COLOURS:
        id = f"{colour}_{condition}"
        market = ", ".join(f"{c}_{'steel' if condition == 'coal' else 'coal'}" for c in COLOURS[1:])
        assert kit().prestige[card(id)] == game().printed.prestige[card(id)] == 1
        for deliveries, gain in ((met, 1), (unmet, 0)):
            for delivery in deliveries:
                t = delivered(delivery, hand=id, market=market)
                before = t.prestige()
                t.do(f"play {kit().titles[card(id)]}")
                assert t.prestige() - before == gain, delivery
                assert (t.hand(), t.played()) == ("", id)


# achievements: positions in which the condition is just met, and just not

ALL_FOUR = "E4 F3 E3 D3 D2"  # mountain, half and half, lake
NINE = ("G1 F1 E2 E3 E4 E5 E6 F6 G6", "", "coal from Ash Pit", "Birkle")
EIGHT = ("G1 G2 F3 E4 E5 E6 F6 G6", "", "coal from Ash Pit", "Birkle")
TITLES = dict(zip(kit().ids, kit().titles, strict=True))


def claimable(t: Table, id: str) -> bool:
    """Whether it is offered; if not, it is for its condition."""
    if f"claim {TITLES[id]}" in t.can:
        return True
    assert not t.offers("claim")
    return False


@pytest.mark.parametrize(
    ("id", "met", "unmet"),
    [
        pytest.param(
            "collector",
            {"played": "red_lake, blue_lake, green_lake, black_lake"},
            [{"played": "red_lake, blue_lake, green_lake, red_steel", "hand": "black_lake"}],
            marks=[pytest.mark.card("collector"), pytest.mark.rule("empires-19.10")],
        ),
        pytest.param(
            "bridge",
            {"net": "E4 D3 C2 E7"},
            [{"net": "E4 D3 C2 F3"}, {"net": "E4 D3"}],
            marks=[pytest.mark.card("bridge"), pytest.mark.rule("empires-19.11")],
        ),
        pytest.param(
            "investor",
            {"played": "blue_lake, red_lake, blue_steel, blue_express"},
            [{"played": "blue_lake, blue_steel, red_lake", "hand": "blue_express"}],
            marks=[pytest.mark.card("investor"), pytest.mark.rule("empires-19.13")],
        ),
        pytest.param(
            "tunnel",
            {"net": "E4 F3 F4 I1"},
            [{"net": "E4 F3 F4 D3"}],
            marks=[pytest.mark.card("tunnel"), pytest.mark.rule("empires-19.15")],
        ),
        pytest.param(
            "treasure",
            {"money": 9},
            [{"money": 8}],
            marks=[pytest.mark.card("treasure"), pytest.mark.rule("empires-19.16")],
        ),
        pytest.param(
            "overachiever",
            {"mine": "bridge, tunnel, treasure"},
            [{"mine": "bridge, tunnel"}, {"theirs": "bridge, tunnel, treasure"}],
            marks=[pytest.mark.card("overachiever"), pytest.mark.rule("empires-19.17")],
        ),
        pytest.param(
            "delivery",
            {"deliveries": 5},
            [{"deliveries": 4}],
            marks=[pytest.mark.card("delivery"), pytest.mark.rule("empires-19.18")],
        ),
    ],
)
def test_achievements_that_hold_now(id: str, met: dict[str, Any], unmet: list[dict[str, Any]]) -> None:
    for more, expected in ((met, True), *[(u, False) for u in unmet]):
        where = more.get("net", "E4")
        rest = {k: v for k, v in more.items() if k != "net"}
        assert claimable(table(where, "A2", step="deliver", feats=id, **rest), id) == expected
        if expected:
            check_claims(where, id, rest)


def check_claims(where: str, id: str, more: dict[str, Any]) -> None:
    """First and later, and what they are worth."""
    t = table(where, "A2", step="deliver", feats=id, **more)
    before = t.state.scores()[0]
    assert t.do(f"claim {TITLES[id]}").state.firsts[feat(id)] == 1
    assert t.state.scores()[0] - before == kit().feat_first[feat(id)]
    theirs = f"{more['theirs']}, {id}" if "theirs" in more else id
    t = table(where, "A2", step="deliver", **{**more, "theirs": theirs})
    before = t.state.scores()[0]
    t.do(f"claim {TITLES[id]}")
    assert (t.state.firsts[feat(id)], t.state.laters[feat(id)]) == (2, 1)
    assert t.state.scores()[0] - before == kit().feat_later[feat(id)]


@pytest.mark.parametrize(
    ("id", "met", "unmet"),
    [
        pytest.param(
            "long_track",
            [FIVE, NINE],
            [TIMBER, FIVE_PAST_A_TRAIN],
            marks=[pytest.mark.card("long_track"), pytest.mark.rule("empires-19.9")],
        ),
        pytest.param(
            "longer_track",
            [NINE],
            [EIGHT, FIVE],
            marks=[pytest.mark.card("longer_track"), pytest.mark.rule("empires-19.12")],
        ),
    ],
)
def test_achievements_of_a_long_line(id: str, met: list[Delivery], unmet: list[Delivery]) -> None:
    for deliveries, expected in ((met, True), (unmet, False)):
        for delivery in deliveries:
            t = delivered(delivery, feats=id).do("play Red coal engine")
            assert claimable(t, id) == expected, delivery


@pytest.mark.rule("empires-19.14", card="landscape")
def test_landscape_artist() -> None:
    for line, expected in (
        ("5 long over forest, grain, lake and mountain", True),
        ("4 long over forest, grain and lake", False),
        ("3 long over lake", False),
    ):
        t = delivered((ALL_FOUR, "", "coal from Axe Edge", "Ashby"), feats="landscape")
        t.do(f"take the line {line}", "play Red coal engine")
        assert claimable(t, "landscape") == expected


@pytest.mark.rule("empires-19.17", "empires-12.3")
def test_overachiever_waits_a_turn_for_the_third_first_claim() -> None:
    t = table("E4", step="deliver", mine="bridge, tunnel", feats="treasure, overachiever", money=9)
    assert t.offers("claim") == ["Treasure Hunter", "nothing more"]
    t.do("claim Treasure Hunter")
    assert t.seat == 1  # being first at Overachiever must wait
    t = table("E4", step="deliver", mine="bridge, tunnel", feats="treasure", theirs="overachiever", money=9)
    t.do("claim Treasure Hunter")
    assert t.offers("claim") == ["Overachiever", "nothing more"]  # a later claim need not


@pytest.mark.rule("empires-19.17")
def test_overachiever_does_not_count_itself() -> None:
    t = table("E4", step="deliver", mine="bridge, tunnel, overachiever")
    assert t.seat == 1
    assert t.state.claims(0, feat("overachiever")) == 2


@pytest.mark.rule("empires-17.5", card="delivery")
def test_four_deliveries_in_the_final_edition() -> None:
    for deliveries, switches, expected in ((4, FEWER_DELIVERIES, True), (3, FEWER_DELIVERIES, False), (4, 0, False)):
        t = table("E4", step="deliver", feats="delivery", deliveries=deliveries, switches=switches)
        assert claimable(t, "delivery") == expected


# contracts


@pytest.mark.parametrize(
    ("factory", "net", "good", "city"),
    [
        pytest.param(
            "FA2", "E4 E3 D2", "coal from Axe Edge", "Ashby",
            marks=[pytest.mark.card("contract_fa2"), pytest.mark.rule("empires-19.19")],
        ),
        pytest.param(
            "FA3", "G3 G2 F2", "grain from Anvil", "Amble",
            marks=[pytest.mark.card("contract_fa3"), pytest.mark.rule("empires-19.20")],
        ),
        pytest.param(
            "FB2", "F5 G5 G6", "coal from Blackmill", "Birkle",
            marks=[pytest.mark.card("contract_fb2"), pytest.mark.rule("empires-19.21")],
        ),
        pytest.param(
            "FB3", "J2 I2 H2", "timber from Boiler", "Bourne",
            marks=[pytest.mark.card("contract_fb3"), pytest.mark.rule("empires-19.22")],
        ),
        pytest.param(
            "FC2", "E6 F6 G6", "coal from Coke Row", "Birkle",
            marks=[pytest.mark.card("contract_fc2"), pytest.mark.rule("empires-19.23")],
        ),
        pytest.param(
            "FC3", "D7 D6 C5", "timber from Chaff", "Corrie",
            marks=[pytest.mark.card("contract_fc3"), pytest.mark.rule("empires-19.24")],
        ),
        pytest.param(
            "FD2", "D10 E10 F9", "coal from Deepwood", "Dalby",
            marks=[pytest.mark.card("contract_fd2"), pytest.mark.rule("empires-19.25")],
        ),
        pytest.param(
            "FD3", "F10 F11 E12", "grain from Drayhill", "Dorne",
            marks=[pytest.mark.card("contract_fd3"), pytest.mark.rule("empires-19.26")],
        ),
    ],
)  # fmt: skip
def test_contracts(factory: str, net: str, good: str, city: str) -> None:
    seats = 3 if factory.startswith("FD") else 2
    for own in ("FA2", "FC2", factory):
        t = table(net, "A2", step="deliver", contract_of=own, seats=seats, hand="red_express")
        t.do(f"send {good}", f"deliver to {city}")
        before = t.prestige()
        assert ("play Red express engine and reveal the contract" in t.can) == (own == factory)
    t.do("play Red express engine and reveal the contract")
    assert t.prestige() - before == kit().contract_prestige[contract(factory)]
    title = TITLES[f"contract_{factory.lower()}"]
    assert title == f"Contract of {good.split(' from ')[1]}"


def test_every_card_says_what_it_asks() -> None:
    assert kit().text(card("red_country")) == "1 prestige if the line crosses forest and grain."
    assert kit().text(card("black_express")) == "1 prestige if the line is 5 or longer."
    told = kit().text(card("tunnel"))
    assert told.startswith("Tracks on 3 mountain hexes: ")
    assert told.endswith("for each later one, at the end of the game.")
    assert kit().text(card("contract_fa2")).endswith("once, when you deliver from Axe Edge, you may reveal this.")
    assert len({kit().text(i) for i in range(ENGINES)}) == 8
