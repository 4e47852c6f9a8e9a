"""Achievements, the market, passengers, the end and the final edition: sections 12 and 14 to 17."""

from __future__ import annotations

import random
from typing import Any, cast

import pytest

from roundhouse.core.rng import seeded
from roundhouse.games.empires.actions import BUY, CLAIM
from roundhouse.games.empires.face.page import regions
from roundhouse.games.empires.state import MORE_ENDINGS, PASSENGERS, RENT, Empires
from roundhouse.term.table import verdict
from tests.empires.table import Table, cards, feat, game, kit, table
from tests.kit.journeys import looks

# achievements


@pytest.mark.rule("empires-12.1")
def test_only_with_its_condition_and_in_the_own_turn() -> None:
    t = table("E4", "A2", step="deliver", feats="treasure, bridge", money=9, others_money=9)
    assert t.refused("claim Bridge Master") == "empires-12.1"
    t.do("claim nothing more")
    assert t.seat == 1  # which meets it too, and lays first
    assert t.refused("claim Treasure Hunter") == "empires-3.1"


@pytest.mark.rule("empires-12.2")
def test_only_the_five_of_the_game() -> None:
    t = table("E4", step="deliver", feats="treasure", money=9)
    assert t.refused(CLAIM + feat("bridge")) == "empires-12.2"
    assert t.can == ["claim Treasure Hunter", "claim nothing more"]


@pytest.mark.rule("empires-12.3")
def test_one_first_claim_a_turn_of_ones_choice() -> None:
    t = table("E4 D3 C2 E7", step="deliver", feats="treasure, bridge", money=9)
    assert t.offers("claim") == ["Bridge Master", "Treasure Hunter", "nothing more"]
    assert Table(t.state.clone()).do("claim Treasure Hunter").seat == 1
    assert t.do("claim Bridge Master").seat == 1
    assert (t.state.firsts[feat("bridge")], t.state.firsts[feat("treasure")]) == (1, 0)


@pytest.mark.rule("empires-12.3", "empires-12.4")
def test_after_a_first_claim_later_ones_only() -> None:
    net = "E4 D3 C2 E7 F3 F4 I1"
    t = table(net, step="deliver", feats="treasure, bridge", theirs="tunnel", money=9).do("claim Bridge Master")
    assert t.refused("claim Treasure Hunter") == "empires-12.3"
    assert t.can == ["claim Tunnel Master", "claim nothing more"]
    assert t.do("claim Tunnel Master").seat == 1


@pytest.mark.rule("empires-12.4")
def test_any_number_of_later_claims_and_by_every_other_seat() -> None:
    t = table("E4 D3 C2 E7 F3 F4 I1", step="deliver", theirs="tunnel, bridge, treasure", money=9)
    t.do("claim Tunnel Master", "claim Treasure Hunter", "claim Bridge Master")
    assert [t.state.laters[feat(f)] for f in ("tunnel", "treasure", "bridge")] == [1, 1, 1]
    t = table("E4", "A2", "I1", seats=3, step="deliver", theirs="treasure", money=9, others_money=9, others_supply=0)
    t.do("claim Treasure Hunter")
    assert t.seat == 2  # seat 1, which was first, is not asked again
    assert t.do("claim Treasure Hunter").state.laters[feat("treasure")] == 0b101
    first, later = kit().feat_first[feat("treasure")], kit().feat_later[feat("treasure")]
    assert t.state.scores() == [later, first, later]


@pytest.mark.rule("empires-12.4")
def test_the_first_gets_more() -> None:
    box = game().printed
    worth = {"long_track": (3, 1), "collector": (4, 2), "bridge": (4, 2), "longer_track": (5, 3), "investor": (4, 2)}
    worth |= {"landscape": (4, 2), "tunnel": (5, 2), "treasure": (3, 1), "overachiever": (4, 2), "delivery": (5, 3)}
    for name, pair in worth.items():
        assert (box.feat_first[feat(name)], box.feat_later[feat(name)]) == pair
    paid = [(money, prestige) for _, money, prestige in box.bonus]
    assert paid == [(0, 0), (0, 0), (0, 1), (0, 1), (1, 2), (1, 2), (1, 3), (2, 4), (2, 5)]


@pytest.mark.rule("empires-12.5")
def test_no_achievement_twice() -> None:
    t = table("E4 D3 C2 E7", step="deliver", mine="treasure", feats="bridge", money=9)
    assert t.refused("claim Treasure Hunter") == "empires-12.5"
    t = table("E4 D3 C2 E7", step="deliver", theirs="treasure", feats="bridge", money=9).do("claim Treasure Hunter")
    assert t.refused("claim Treasure Hunter") == "empires-12.5"


@pytest.mark.rule("empires-12.6")
def test_one_by_one_and_a_later_claim_makes_overachiever_possible() -> None:
    more: dict[str, Any] = {"step": "deliver", "mine": "bridge, tunnel", "theirs": "treasure", "money": 9}
    t = table("E4", feats="overachiever", **more)
    assert t.refused("claim Overachiever") == "empires-12.1"
    t.do("claim Treasure Hunter", "claim Overachiever")
    assert t.state.firsts[feat("overachiever")] == 1  # the only first claim of the turn
    t = table("E4", feats="overachiever", **more).do("claim nothing more")
    assert (t.seat, t.state.laters[feat("treasure")]) == (1, 0)


@pytest.mark.rule("empires-12.7")
def test_what_was_made_once_and_what_must_be_there_now() -> None:
    t = table("E4 E3 D2 D1 E1", "A2", feats="long_track, treasure", money=9, supply=2, hand="red_coal")
    t.do("lay E5", "lay D4", "send coal from Axe Edge", "deliver to Alder", "play Red coal engine")
    assert t.money() == 9
    t.do("claim nothing more", "take Blue coal engine for $0")
    while t.seat == 1:
        t.act(t.state.legal()[-1])
    t.state.money = bytes([8, 5])  # spent meanwhile
    t.state.offered = []
    assert t.offers("claim") == ["Long Track Expert", "nothing more"]
    assert t.refused("claim Treasure Hunter") == "empires-12.1"


@pytest.mark.rule("empires-12.7")
def test_a_shorter_delivery_takes_nothing_back() -> None:
    t = table("E4 E3 D2", step="deliver", feats="long_track, landscape")
    t.state.longest = bytes([5, 0])
    t.state.scenic = bytes([1, 0])
    t.do("send coal from Axe Edge", "deliver to Ashby", "play Red coal engine")
    assert t.offers("claim") == ["Long Track Expert", "Landscape Artist", "nothing more"]


@pytest.mark.rule("empires-12.8")
def test_the_hand_does_not_count() -> None:
    t = table("E4", step="deliver", feats="investor", played="red_lake, red_steel")  # and three red ones in hand
    assert t.seat == 1
    t = table("E4", step="deliver", feats="investor", played="red_lake, red_steel, red_coal", hand="")
    assert "claim Loyal Investor" in t.can


@pytest.mark.rule("empires-12.9")
def test_achievements_move_no_marker() -> None:
    t = table("E4", step="deliver", feats="treasure", money=9, prestige=4, empty="FB1").do("claim Treasure Hunter")
    assert (t.prestige(), t.goods("Beech"), t.state.produced) == (4, "", 0)
    assert t.state.scores()[0] == 4 + kit().feat_first[feat("treasure")]


# the market


def buying(**more: Any) -> Table:
    """Seat 0 at the market, with room in the hand."""
    return table("E4", step="deliver", **{"hand": "red_coal", **more})


@pytest.mark.rule("empires-14.1")
def test_one_card_or_none() -> None:
    t = buying()
    assert t.can == [
        "take Blue coal engine for $0",
        "take Green coal engine for $1",
        "take Black coal engine for $2",
        "take no train card",
    ]
    assert Table(t.state.clone()).do("take no train card").hand() == "red_coal"
    t.do("take Blue coal engine for $0")
    assert (t.seat, t.hand()) == (1, "red_coal, blue_coal")
    assert buying(market="blue_coal", deck="").refused(BUY + 1) == "empires-14.1"


@pytest.mark.rule("empires-14.2")
@pytest.mark.parametrize(
    ("hand", "may"), [("", True), ("red_coal, red_lake", True), ("red_coal, red_lake, red_steel", False)]
)
def test_three_in_hand(hand: str, may: bool) -> None:
    assert (buying(hand=hand).seat == 0) == may


@pytest.mark.rule("empires-14.3")
@pytest.mark.parametrize(
    ("slot", "money", "left", "loans"), [(0, 0, 0, 0), (1, 4, 3, 0), (2, 4, 2, 0), (2, 1, 2, 1), (1, 0, 2, 1)]
)
def test_what_a_card_costs(slot: int, money: int, left: int, loans: int) -> None:
    t = buying(money=money).act(BUY + slot)
    assert (t.money(), t.loans()) == (left, loans)


@pytest.mark.rule("empires-14.3")
def test_a_card_that_cannot_be_paid() -> None:
    t = buying(money=1, loans=12)
    assert t.can[-2:] == ["take Green coal engine for $1", "take no train card"]
    assert t.refused(BUY + 2) == "empires-14.3"


@pytest.mark.rule("empires-14.4")
def test_the_others_slide_and_the_deck_fills() -> None:
    for slot, left in enumerate(("green_coal, black_coal", "blue_coal, black_coal", "blue_coal, green_coal")):
        t = buying(deck="red_lake, blue_lake").act(BUY + slot)
        assert t.market == f"{left}, red_lake"
        assert t.state.deck == cards("blue_lake")
        assert t.state.learned  # a hidden card has come to light: no free undo
    t = buying(deck="red_lake, blue_lake").do("take no train card")
    assert t.market == "blue_coal, green_coal, black_coal"


@pytest.mark.rule("empires-14.4")
def test_three_of_one_colour_are_dealt_anew() -> None:
    seen = set()
    for n in range(30):
        t = buying(market="blue_coal, blue_timber, red_steel", deck="blue_grain, red_lake, green_lake, black_lake")
        t.state.rng = seeded(n)
        t.act(BUY + 2)
        assert {len(t.state.market), len(t.state.deck)} == {3}
        assert not t.state.alike()
        there = sorted(t.state.market + t.state.deck)
        assert there == sorted(cards("blue_coal, blue_timber, blue_grain, red_lake, green_lake, black_lake"))
        seen.add(t.market)
    assert len(seen) > 15


@pytest.mark.rule("empires-14.4")
def test_again_until_they_differ() -> None:
    blue = "blue_grain, blue_steel, blue_lake, blue_mountain, blue_country"
    for n in range(20):
        t = buying(market="blue_coal, blue_timber, red_steel", deck=f"{blue}, red_lake")
        t.state.rng = seeded(n)
        t.act(BUY + 2)
        assert "red_lake" in t.market


@pytest.mark.rule("empires-14.4")
def test_at_set_up_too_and_a_colour_in_common_is_enough() -> None:
    for seed in range(120):
        s = cast(Empires, game().new(seats=2, seed=seed))
        assert len({s.box.colours[c] for c in s.market}) > 1
    deck = "black_coal, red_lake, green_lake, black_lake"
    t = buying(market="blue_coal, green_coal, red_steel", deck=deck).act(BUY + 2)
    assert t.market == "blue_coal, green_coal, black_coal"  # three for coal, of three colours: not the same


@pytest.mark.rule("empires-14.5")
def test_when_three_of_one_colour_stay() -> None:
    for left in ("red_lake, green_lake", "blue_steel, blue_lake, blue_country"):  # too few, and all blue
        t = buying(market="blue_coal, blue_timber, red_steel", deck=f"blue_grain, {left}").act(BUY + 2)
        assert (t.market, t.state.deck) == ("blue_coal, blue_timber, blue_grain", cards(left))


@pytest.mark.rule("empires-14.6")
def test_an_empty_deck_shrinks_the_market() -> None:
    assert buying(deck="").act(BUY + 1).market == "blue_coal, black_coal"
    t = buying(deck="", market="blue_coal, black_coal")
    assert t.can == ["take Blue coal engine for $0", "take Black coal engine for $1", "take no train card"]
    assert buying(deck="", market="").seat == 1
    assert buying(deck="", market="blue_coal").do("take Blue coal engine for $0").market == ""
    t = buying(deck="", market="blue_coal, blue_timber, blue_steel")
    assert not t.do("take Blue coal engine for $0").state.learned


# passengers


@pytest.mark.rule("empires-15.1")
@pytest.mark.parametrize(
    ("cities", "points"),
    [
        ("D2", 0), ("D2 H5", 1), ("D2 H5 A1", 3), ("D2 H5 A1 F2 H2", 4), ("D2 F2 E1 G6", 0), ("F2 H2 E1 C5 G6 B4", 3),
    ],
)  # fmt: skip
def test_hats_of_one_colour(cities: str, points: int) -> None:
    assert table(f"E4 {cities}", switches=PASSENGERS, prestige=7).state.scores()[0] == 7 + points
    assert table(f"E4 {cities}", prestige=7).state.scores()[0] == 7  # off unless chosen


@pytest.mark.rule("empires-15.1")
def test_the_option_for_passengers() -> None:
    for options, switches in (({}, 0), ({"passengers": False}, 0), ({"passengers": True}, PASSENGERS)):
        assert cast(Empires, game().new(seats=2, seed=1, **options)).switches == switches


@pytest.mark.rule("empires-15.2")
def test_tracks_and_trains_count_wherever_they_are() -> None:
    assert table("E4 D2 H5", trains="D2", switches=PASSENGERS).state.scores() == [1, 0]
    assert table("E4 D2 H5", "A2 D2 H5 A1", rivals="D2", switches=PASSENGERS).state.passenger_points(1) == 3


# the end


@pytest.mark.rule("empires-16.1")
def test_the_round_is_finished() -> None:
    t = table("E4", "E6", supply=2, others_supply=2, feats="treasure", others_money=9).do("lay E3", "lay D4")
    assert (t.seat, t.state.over) == (1, False)
    t.do("lay E5", "lay F5")
    assert not any(t.state.supply)
    assert not t.state.over  # the last turn has all its steps
    t.do("claim Treasure Hunter")
    assert t.state.over
    assert list(t.state.locked) == [2, 2]


@pytest.mark.rule("empires-16.1")
def test_not_before_the_last_supply_is_gone() -> None:
    t = table("E4", "E6", step="deliver", others_supply=4)
    assert t.seat == 1
    assert t.do("lay E5", "lay F5").state.endings() == []
    assert (t.seat, t.state.supply[1]) == (1, 2)  # seat 0 has no track left, and no step to take
    t.do("lay D5", "lay F6")
    assert t.state.over


@pytest.mark.rule("empires-16.1")
def test_tracks_in_the_box_count_as_laid() -> None:
    corner, works = "F1 F2 G2", "E4 G3 E6 D7 F7 I1 A2 J2 D10 F10 H7"
    t = table("G1", f"{corner} {works}", f"{corner} {works}", seats=3, supply=2, others_supply=0, empty="FA3")
    assert t.state.over
    assert t.state.boxed[0] == 2


@pytest.mark.rule("empires-16.2")
def test_the_score() -> None:
    t = table("E4 D2 H5", loans=3, prestige=11, mine="treasure", theirs="bridge", switches=PASSENGERS)
    t.state.laters = bytes([0, 0, 1, *[0] * 7])
    first, later = kit().feat_first[feat("treasure")], kit().feat_later[feat("bridge")]
    assert t.state.scores() == [11 + first + later - 3 + 1, kit().feat_first[feat("bridge")]]


def finished(*nets: str, **more: Any) -> Empires:
    """A game that is over at once."""
    s = table(*nets, step="deliver", others_supply=0, **more).state
    assert s.over
    assert s.legal() == []
    return s


@pytest.mark.rule("empires-16.3")
def test_most_prestige_wins_and_ties() -> None:
    assert finished("E4", "A2", prestige=3, others=4, money=9, deliveries=8).winners() == [1]
    assert finished("E4", "A2", prestige=5, others=4, loans=2, money=9).winners() == [1]
    assert finished("E4", "A2", prestige=4, others=4, deliveries=1, money=0).winners() == [0]
    assert finished("E4", "A2 D2", rivals="D2", prestige=4, others=4, money=9).winners() == [1]
    assert finished("E4", "A2", prestige=4, others=4, money=6).winners() == [0]
    assert finished("E4", "A2", prestige=4, others=4).winners() == [0, 1]


@pytest.mark.rule("empires-16.3")
@pytest.mark.parametrize(
    ("more", "broken"),
    [
        ({"prestige": 5, "deliveries": 1}, ""),
        ({"deliveries": 1, "money": 0}, "deliveries, 1 to 0"),
        ({"money": 6}, "money, 6 to 5"),
        ({}, ""),
    ],
)
def test_it_is_said_by_what_a_tie_was_broken(more: dict[str, Any], broken: str) -> None:
    s = finished("E4", "A2", **{"prestige": 4, "others": 4, **more})
    assert s.view(None)["tie_broken_by"] == broken
    told = verdict(s, [("A", "Ann", ""), ("B", "Bo", "")])
    assert told.partition("; ")[2] == (f"the tie is broken by {broken}." if broken else "")
    sign = regions(s.view(0), s.box, looks(s))["prompt"]
    assert (f"the tie is broken by {broken}" in sign) == bool(broken)


# the final edition


@pytest.mark.rule("empires-17.1", "empires-17.2")
@pytest.mark.parametrize(
    ("nets", "words", "more", "purses"),
    [
        ("E4; E3", "lay E3", {}, [4, 6]),
        ("E4; D4", "lay D4", {}, [3, 6]),  # besides the ground
        ("E4; E3", "lay E3", {"switches": 0}, [5, 5]),
        ("E4; A2", "lay E3", {}, [5, 5]),
        ("E4; A2", "start a new route at Corn Hall", {}, [2, 6]),
        ("E3; A2 D2", "lay Ashby", {"rivals": "D2"}, [4, 6]),  # where only a train is
        ("E4; A2; E3", "lay E3", {"seats": 3, "money": 0}, [2, 5, 6]),  # to whom it is due, by a loan if need be
        ("E4; E3", "lay E3", {"others_money": 9}, [4, 9]),  # what is beyond nine dollars is lost
    ],
)
def test_rent_for_a_track_where_another_is(nets: str, words: str, more: dict[str, Any], purses: list[int]) -> None:
    assert list(table(*nets.split("; "), **{"switches": RENT, **more}).do(words).state.money) == purses


@pytest.mark.rule("empires-17.1")
def test_rent_must_be_payable_and_starting_is_free() -> None:
    t = table("E4", "E3", money=0, loans=12, switches=RENT)
    assert t.refused("lay E3") == "empires-4.6"
    assert t.can == ["lay E5 half and half"]
    t = table("E4", "A2 G3", money=2, loans=12, switches=RENT)
    assert t.refused("start a new route at Corn Hall") == "empires-4.6"
    s = cast(Empires, game().new(seats=4, seed=1, edition="final"))
    while not s.turn:
        s.apply(s.legal()[0])
    assert list(s.money) == [5] * 4


@pytest.mark.rule("empires-17.3")
def test_the_deck_ends_the_game_after_the_round() -> None:
    for switches in (0, MORE_ENDINGS):
        t = buying(deck="red_lake", switches=switches).act(BUY)
        assert (t.state.over, t.seat) == (False, 1)
        t.act(t.state.legal()[0]).act(t.state.legal()[0])
        while t.seat == 1 and not t.state.over:
            t.act(t.state.legal()[-1])
        assert t.state.over == (switches == MORE_ENDINGS)
    assert not table("E4", deck="red_lake", switches=MORE_ENDINGS).state.endings()


CITIES = "E1 D2 F2 G6 H2 H5 C5 A1 B4"


@pytest.mark.rule("empires-17.4")
def test_full_cities_end_the_game_after_the_round() -> None:
    most = CITIES.removesuffix(" B4")
    for theirs, switches, over in ((CITIES, MORE_ENDINGS, True), (CITIES, 0, False), (most, MORE_ENDINGS, False)):
        s = table(f"E4 {CITIES}", f"A2 {CITIES}", trains=CITIES, rivals=theirs, switches=switches, deliveries=8).state
        assert ("every city is full of trains" in s.endings()) == over
        last, rng = s.turn + 2, random.Random(1)
        while not s.over and s.turn < last:
            s.apply(rng.choice(s.legal()))
        assert s.over == over


@pytest.mark.rule("empires-17.6")
def test_what_else_the_final_edition_has_not() -> None:
    draft = cast(Empires, game().new(seats=3, seed=4))
    final = cast(Empires, game().new(seats=3, seed=4, edition="final"))
    assert (draft.switches, final.switches) == (0, 14)
    assert [v for k, v in draft.dump() if k != "switches"] == [v for k, v in final.dump() if k != "switches"]
    assert game().seats[0] == 2
