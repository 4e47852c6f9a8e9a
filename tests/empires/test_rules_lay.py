"""The turn, laying tracks, new routes and the third track: sections 3 to 6 of the ledger."""

from __future__ import annotations

import random
from typing import cast

import pytest

from roundhouse.games.empires.actions import BUY, CITY, CLAIM, LAY, LINE, PLAY, ROUTE, SEND, START, STOP
from roundhouse.games.empires.state import RENT, Empires
from tests.empires.table import game, kit, table

# the turn


@pytest.mark.rule("empires-3.1")
def test_four_steps_one_after_another() -> None:
    t = table("E4", money=6, others=1, hand="red_coal", feats="treasure")
    for early in (SEND, CITY, CLAIM + 7, BUY, PLAY, LINE, START):
        assert t.refused(early) == "empires-3.1"
    t.do("lay E3", "lay D2", "lay no third track")
    for late in (LAY, ROUTE, STOP, CLAIM + 7, BUY):
        assert t.refused(late) == "empires-3.1"
    t.do("send coal from Axe Edge")
    assert t.refused("deliver nothing") == "empires-3.1"  # what is begun is carried through
    t.do("deliver to Ashby", "play Red coal engine")
    assert t.offers("claim") == ["Treasure Hunter", "nothing more"]
    assert t.refused(BUY) == "empires-3.1"
    assert t.do("claim Treasure Hunter").offers("take")[-1] == "no train card"
    assert t.do("take no train card").seat == 1


@pytest.mark.rule("empires-3.2")
def test_the_seat_to_the_left_is_next() -> None:
    t = table("J2", "A2", "H7", "I1", seats=4)
    seen: list[int] = []
    while len(seen) < 6:
        if not seen or seen[-1] != t.seat:
            seen.append(t.seat)
        t.act(t.state.legal()[0])
    assert seen == [0, 1, 2, 3, 0, 1]


@pytest.mark.rule("empires-3.3")
def test_steps_in_which_nothing_is_possible_are_passed_over() -> None:
    assert table("E4").do("lay E3", "lay E5").seat == 1  # the hand is full, no achievement is met, nothing is linked
    t = table("E4 E3 D2", step="deliver", hand="red_coal").do("send coal from Axe Edge")
    assert t.can == ["deliver to Ashby"]  # one answer, and still a decision


@pytest.mark.rule("empires-3.4")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_seat_has_ten_turns(seats: int) -> None:
    rng = random.Random(seats)
    for seed in range(3):
        s = cast(Empires, game().new(seats=seats, seed=seed))
        while not s.over:
            s.apply(rng.choice(s.legal()))
        assert s.turn == 10 * seats
        assert sum(s.deliveries) > 0
        assert not any(s.supply)


@pytest.mark.rule("empires-3.5")
def test_nothing_is_given_or_taken_up() -> None:
    assert {b.name for b in game().space.blocks} == {
        "lay", "route", "stop", "send", "no_send", "city", "claim", "no_claim", "buy", "no_buy", "start", "play",
        "line",
    }  # fmt: skip


# laying


@pytest.mark.rule("empires-4.1")
def test_two_tracks_must_be_laid() -> None:
    t = table("E4")
    assert t.refused("lay no third track") == "empires-4.1"
    t.do("lay E3")
    assert (t.seat, t.state.supply[0]) == (0, 19)
    assert t.refused("lay no third track") == "empires-4.1"
    t.do("lay E5")
    assert (t.seat, t.state.supply[0]) == (1, 18)
    assert sorted(t.state.nets[0]) == sorted(t.hex(c) for c in ("E4", "E3", "E5"))


@pytest.mark.rule("empires-4.1")
def test_the_last_track_alone_and_none() -> None:
    t = table("E4", supply=1).do("lay E3")
    assert (t.seat, t.state.supply[0], t.state.boxed[0]) == (1, 0, 0)
    t = table("E4 E3", supply=0)
    assert (t.seat, t.state.boxed[0]) == (1, 0)


@pytest.mark.rule("empires-4.2")
def test_next_to_an_own_track_or_train() -> None:
    t = table("E4 E3 D2", "A2 B2", trains="D2")
    assert t.hexes == "C1 C2 D1 D3 D4 E2 E5 F2 F3 F4"
    assert t.refused("lay B1") == t.refused("lay C4") == "empires-4.2"
    assert t.refused(LAY + 70) == "empires-4.2"  # not even in the country
    t = table("D2", "A2", trains="D2")
    assert t.hexes == "C1 C2 D1 D3 E2 E3"  # a train alone is enough
    t.do("lay D3")
    assert t.hexes == "C1 C2 C3 D1 D4 E2 E3 E4"  # and what is laid now counts at once


@pytest.mark.rule("empires-4.2")
def test_the_edge_of_a_tile_is_no_border() -> None:
    t = table("E4")
    board = t.state.board
    across = [h for h in board.beside[t.hex("E5")] if board.slot[h] != board.slot[t.hex("E5")]]
    assert across
    assert t.do("lay E5").refused("lay E4") == "empires-4.3"
    assert {board.coordinates[h] for h in across} <= set(t.hexes.split())


@pytest.mark.rule("empires-4.3")
def test_not_where_one_is_already() -> None:
    t = table("E4 E3 D2", trains="D2")
    assert t.refused("lay E3") == t.refused("lay Ashby") == "empires-4.3"


@pytest.mark.rule("empires-4.4")
@pytest.mark.parametrize(
    ("beside", "hex"), [("E4", "E5"), ("F6", "F7"), ("G6", "G5")]
)  # half and half; a factory; a city
def test_two_seats_a_hex(beside: str, hex: str) -> None:
    assert hex in table(beside, hex, "A2", seats=3).hexes
    t = table(beside, hex, hex, seats=3)
    assert hex not in t.hexes
    assert t.refused(f"lay {hex}") == "empires-4.4"


@pytest.mark.rule("empires-4.4")
def test_a_train_takes_the_room_of_a_track() -> None:
    assert "G5" in table("G6", "G5", seats=3, rivals="G5").hexes
    assert table("G6", "G5", "G5", seats=3, rivals="G5").refused("lay Bourne") == "empires-4.4"


@pytest.mark.rule("empires-4.5")
@pytest.mark.parametrize(
    ("near", "hexes", "cost"),
    [("E4", "E5", 0), ("E3", "D2 E4", 0), ("E4", "D4", 1), ("G3", "G2", 1), ("E4", "D3", 2), ("E4", "F3 F4", 3)],
)
def test_what_a_track_costs(near: str, hexes: str, cost: int) -> None:
    for hex in hexes.split():
        t = table(near, money=7).do(f"lay {hex}")
        assert (t.money(), t.loans()) == (7 - cost, 0)


@pytest.mark.rule("empires-4.6")
@pytest.mark.parametrize(
    ("money", "hexes", "left", "loans"),
    [
        (3, "F3", 0, 0),
        (2, "F3", 2, 1),
        (0, "F3", 0, 1),
        (1, "D3", 2, 1),
        (0, "E3 E5 F3", 1, 2),  # 2 to unlock and 3 for the mountain: as many as the payment takes
    ],
)
def test_loans_are_taken_by_themselves(money: int, hexes: str, left: int, loans: int) -> None:
    t = table("E4", money=money, others=1).do(*[f"lay {hex}" for hex in hexes.split()])
    assert (t.money(), t.loans(), t.state.loans_left()) == (left, loans, 12 - loans)


@pytest.mark.rule("empires-4.6")
def test_a_dear_hex_may_be_chosen_beside_a_free_one() -> None:
    assert {"E5", "F3"} <= set(table("E4", money=0).hexes.split())


@pytest.mark.rule("empires-4.6")
def test_without_loans_left_only_what_can_be_paid() -> None:
    t = table("E4", money=1, loans=12)
    assert t.hexes == "D4 E3 E5"
    assert t.refused("lay F3") == t.refused("lay D3") == t.refused("start a new route at Beech") == "empires-4.6"
    t = table("E4", money=0, loans=11)
    assert t.hexes == "D3 D4 E3 E5 F3 F4"
    t.do("lay D4")  # with the last loan
    assert (t.money(), t.loans()) == (2, 12)
    assert "F3" not in t.hexes
    assert {"C3", "D3"} <= set(t.hexes.split())


@pytest.mark.rule("empires-4.6")
def test_loans_of_others_are_gone_too() -> None:
    t = table("E4", money=0)
    t.state.loans = bytes([0, 12])
    t.state.offered = []
    assert t.hexes == "E3 E5"


@pytest.mark.rule("empires-4.7")
def test_loans_are_never_offered_nor_paid_back_and_cost_prestige() -> None:
    t = table("E4", money=9, loans=2, prestige=5)
    assert not any("loan" in w for w in t.can)
    assert t.do("lay E3", "lay E5").loans() == 2
    assert t.state.scores()[0] == 5 - 2


# boxed in


@pytest.mark.rule("empires-4.8")
def test_what_can_be_laid_nowhere_goes_to_the_box() -> None:
    corner, works = "F1 F2 G2", "E4 G3 E6 D7 F7 I1 A2 J2 D10 F10 H7"  # full of both others
    t = table("G1", f"{corner} {works}", f"{corner} {works}", seats=3)
    assert (t.seat, t.state.supply[0], t.state.boxed[0], t.state.locked[0]) == (1, 18, 2, 2)
    assert len(t.state.nets[0]) == 1


@pytest.mark.rule("empires-4.8")
def test_the_box_takes_what_cannot_be_paid() -> None:
    t = table("C2", "A2", money=0, loans=12, supply=5, switches=RENT)
    assert t.can == ["lay Ashby"]
    t.do("lay Ashby", "lay E3")
    t = table("D1 C1 C2 D2 E1", "A2 E2 E3 F1", money=0, loans=12, supply=5, switches=RENT)
    assert t.seat == 1  # rent is due on the free hexes as well
    assert (t.state.supply[0], t.state.boxed[0]) == (3, 2)


@pytest.mark.rule("empires-4.8")
def test_the_second_track_alone_can_go_to_the_box() -> None:
    t = table("D1 C1 C2 E1 E2 F1 G1", "A2 E3 D3 F2 G2", money=0, loans=12, supply=5, switches=RENT, empty="FA1")
    assert t.can == ["lay Ashby"]
    assert t.do("lay Ashby").seat == 1
    assert (t.state.supply[0], t.state.boxed[0]) == (3, 1)


@pytest.mark.rule("empires-4.9")
@pytest.mark.parametrize("money", [8, 6])  # just 1 for the line and 2 for the city
def test_nine_dollars_at_most(money: int) -> None:
    t = table("E4 E3 D2", step="deliver", money=money).do("send coal from Axe Edge", "deliver to Ashby")
    assert t.money() == 9


@pytest.mark.rule("empires-4.9")
def test_loans_cannot_lift_a_purse_over_its_end() -> None:
    t = table("E4", money=8, box=kit(new_route=11))
    assert not t.offers("start a new route at")  # $9 is the most that can be paid, whatever loans bring
    assert t.refused("start a new route at Beech") == "empires-4.6"
    t = table("E4", money=7, box=kit(new_route=9)).do("start a new route at Beech")
    assert (t.money(), t.loans()) == (0, 1)  # of the loan's three dollars two were kept


@pytest.mark.rule("empires-4.10")
def test_the_first_track_on_a_star() -> None:
    t = table("E4 D3", "A2").do("lay C2")
    assert (t.prestige(), t.seat) == (1, 0)
    t.do("lay F4")  # another star
    assert t.prestige() == 2
    assert table("E4 D3", "C2").do("lay C2").prestige() == 0  # another seat was first
    assert table("E4 D3", "A2").do("lay F3", "lay E5").prestige() == 0


@pytest.mark.rule("empires-4.10", "empires-13.1", "empires-13.3")
def test_a_star_can_set_off_production_between_two_tracks() -> None:
    t = table("E4 D3", prestige=4, empty="FA2, FC1")
    assert t.goods("Axe Edge") == ""
    t.do("lay C2")
    assert (t.prestige(), t.goods("Axe Edge"), t.goods("Corn Hall")) == (5, "coal timber", "grain")
    assert t.do("lay E3").state.produced == 1


@pytest.mark.rule("empires-4.10", "empires-6.2")
def test_a_star_can_make_a_seat_first() -> None:
    assert "lay no third track" in table("E4 D3", others=1).do("lay E3", "lay D2").can
    t = table("E4 D3", others=1).do("lay C2", "lay E3")
    assert (t.prestige(), t.seat) == (1, 1)  # level with the first: no third track


@pytest.mark.rule("empires-4.11")
def test_one_payment_and_the_fewest_loans() -> None:
    t = table("E4", "F4", money=1, others=1, switches=RENT).do("lay E3", "lay E5", "lay F4")
    assert (t.money(), t.loans()) == (1, 2)  # 2 to unlock, 3 for the mountain, 1 rent: 6 in all
    assert t.money(1) == 6


# new routes


@pytest.mark.rule("empires-5.1")
def test_a_new_route_anywhere_for_two_dollars() -> None:
    t = table("E4", money=5).do("start a new route at Beech")
    assert (t.money(), t.state.supply[0]) == (3, 19)
    assert t.hex("I4") in t.state.nets[0]
    assert {"H4", "I3", "J3"} <= set(t.hexes.split())  # and the network goes on from there
    t = table("E4", money=1).do("start a new route at Beech")
    assert (t.money(), t.loans()) == (2, 1)


@pytest.mark.rule("empires-5.2")
def test_where_a_new_route_can_start() -> None:
    t = table("E4", "A2 J2", "A2", seats=3)
    assert t.refused("start a new route at Axe Edge") == "empires-5.2"  # an own track
    assert t.refused("start a new route at Corn Hall") == "empires-5.2"  # two seats
    assert "Beech" in t.offers("start a new route at")  # one seat
    assert len(t.offers("start a new route at")) == 10
    assert table("E4").refused("start a new route at Damask") == "empires-5.2"  # not in this country


@pytest.mark.rule("empires-5.3")
def test_new_routes_as_often_as_one_likes() -> None:
    t = table("E4", money=9, others=1)
    t.do("start a new route at Beech", "start a new route at Chaff", "start a new route at Ash Pit")
    assert t.money() == 9 - 2 - 2 - (2 + 2)
    assert (t.state.supply[0], t.state.locked[0], t.seat) == (18, 1, 1)


@pytest.mark.rule("empires-5.4")
def test_a_new_route_next_door() -> None:
    t = table("E5", money=5)
    assert "lay Axe Edge" in t.can
    assert t.do("start a new route at Axe Edge").money() == 3
    assert t.state.nets[0] == bytes([t.hex("E5"), t.hex("E4")])


@pytest.mark.rule("empires-5.5")
def test_who_can_lay_nowhere_else_must_start_a_new_route() -> None:
    t = table("G1", "F1 F2 G2", "F1 F2 G2", seats=3)
    assert t.hexes == ""
    assert len(t.can) == len(t.offers("start a new route at")) == 11
    assert t.refused("lay no third track") == "empires-4.1"


# the third track


@pytest.mark.rule("empires-6.1")
def test_a_third_track_after_the_two_and_no_fourth() -> None:
    t = table("E4", others=1)
    assert "lay no third track" not in t.do("lay E3").can
    assert "lay no third track" in t.do("lay E5").can
    t.do("lay D4")
    assert (t.seat, t.state.supply[0], t.state.locked[0], len(t.state.nets[0])) == (1, 18, 1, 4)


@pytest.mark.rule("empires-6.1")
def test_no_third_track_without_one_from_the_supply() -> None:
    assert table("E4", others=1, supply=0).seat == 1
    assert "lay no third track" in table("E4", others=1, supply=1).do("lay E3").can  # one was laid


@pytest.mark.rule("empires-6.2")
@pytest.mark.parametrize(("prestige", "others", "may"), [(0, 0, False), (3, 3, False), (3, 4, True), (4, 3, False)])
def test_only_who_is_behind(prestige: int, others: int, may: bool) -> None:
    t = table("E4", prestige=prestige, others=others).do("lay E3", "lay E5")
    assert ("lay no third track" in t.can) == (t.seat == 0) == may


@pytest.mark.rule("empires-6.2", "empires-12.9")
def test_achievements_make_nobody_first() -> None:
    t = table("E4", theirs="treasure, bridge")
    assert t.state.scores()[1] > t.state.scores()[0]
    assert t.do("lay E3", "lay E5").seat == 1


@pytest.mark.rule("empires-6.3")
def test_two_dollars_then_three_and_then_no_more() -> None:
    assert table("E4", others=1, money=9).do("lay E3", "lay E5", "lay F3").money() == 9 - 2 - 3
    t = table("E4", others=1, money=9, locked=1).do("lay E3", "lay E5", "lay D4")
    assert (t.money(), t.state.locked[0]) == (9 - 3 - 1, 0)
    assert table("E4", others=1, money=9, locked=0).do("lay E3", "lay E5").seat == 1


@pytest.mark.rule("empires-6.4")
def test_the_third_track_is_laid_by_the_same_rules() -> None:
    t = table("E4", "D4", "D4", seats=3, others=1, money=2, loans=12).do("lay E3", "lay E5")
    assert t.refused("lay D4") == "empires-4.4"
    assert t.refused("lay A1") == "empires-4.2"
    assert t.refused("lay F3") == t.refused("start a new route at Anvil") == "empires-4.6"  # beside the two dollars
    assert t.can == ["lay Ashby", "lay Coke Row", "lay Amble", "lay no third track"]
    t.do("lay no third track")
    assert (t.seat, t.money(), t.state.locked[0]) == (1, 2, 2)


@pytest.mark.rule("empires-6.4")
def test_no_question_where_no_third_track_can_be_paid() -> None:
    assert table("E4", others=1, money=1, loans=12).do("lay E3", "lay E5").seat == 1


@pytest.mark.rule("empires-6.5")
def test_the_third_track_takes_no_turn_away() -> None:
    assert table("E4", others=1, supply=4).do("lay E3", "lay E5", "lay D4").state.supply[0] == 2


@pytest.mark.rule("empires-6.1", "empires-12.3")
def test_a_third_track_is_no_first_claim() -> None:
    t = table("E4 D3 C2", others=1, money=9, feats="bridge").do("lay E5", "lay E6", "lay E7")
    assert t.offers("claim") == ["Bridge Master", "nothing more"]
