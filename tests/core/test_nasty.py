"""The nastiest cards of the four games, sketched on the toy railway: each step is also cloned, pickled and compared."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

import roundhouse
from roundhouse.core import registry
from roundhouse.core.rng import seeded
from roundhouse.core.verbs import PROGRAM_MASK
from tests.core.table import GAME, apply_and_compare, table
from tests.core.toy import CAR_IDS, SPECIALIST_IDS, SURVEYOR_IDS
from tests.core.toy_state import Toy
from tests.core.toy_verbs import (
    END,
    FULL,
    NO_CAR,
    NO_COPY,
    NO_GOOD,
    NO_HEX,
    NO_MANA,
    NOTHING_TIRED,
    USED,
)


@pytest.fixture(autouse=True)
def toy() -> Iterator[None]:
    """The toy is registered while a test runs, so that its states can be pickled and recorded."""
    registry.register(GAME)
    yield
    del registry.OPENED["toy"]


# Limited express, Transformer: copy chains that pay on the way


def test_limited_express_copies_transformer_which_copies_a_market_car() -> None:
    t = table(mana=6, yard="Limited express, Transformer", market="Reforester, Icecar", tracks="A1, B1")
    t.do("activate Limited express on place 2")
    assert (t.mana, t.can) == (5, ["copy Meadow liner on place 1", "copy Transformer on place 3"])
    t.do("copy Transformer on place 3")
    assert (t.mana, t.can) == (4, ["copy Reforester"])
    t.do("copy Reforester")
    assert (t.mana, t.market) == (1, ["Reforester", "Icecar"])
    t.do("build forest B2", "build forest C3")
    assert t.goods("wood") == {"B2": 1, "C3": 1}
    assert t.refused("activate Limited express on place 2") == USED


def test_a_copy_is_offered_only_if_the_least_it_leads_to_can_be_paid() -> None:
    yard, market = "Limited express, Transformer", "Hypetrain, Reforester"
    rich = table(mana=3, yard=yard, market=market, tracks="A1, B1").do("activate Limited express on place 2")
    assert "copy Transformer on place 3" in rich.can
    rich.do("copy Transformer on place 3")
    assert rich.can == ["copy Hypetrain"]
    assert rich.refused("copy Reforester") == NO_COPY
    poor = table(mana=2, yard=yard, market=market, tracks="A1, B1").do("activate Limited express on place 2")
    assert poor.can == ["copy Meadow liner on place 1"]
    assert poor.refused("copy Transformer on place 3") == NO_COPY


def test_a_copier_with_nothing_to_copy_is_not_offered() -> None:
    assert table(yard="-, Limited express").refused("activate Limited express on place 3") == NO_COPY
    assert table(yard="-, Limited express", mana=0).refused("activate Limited express on place 3") == NO_MANA
    lonely = table(yard="Transformer", market="Icecar, Reforester", mana=2, wood="")
    assert lonely.refused("activate Transformer on place 2") == NO_COPY


def test_a_dearer_second_activation_counts_before_the_copy() -> None:
    first = ("activate Meadow liner on place 1", "build meadow A2")
    t = table(mana=3, yard="Transformer", market="Hypetrain, Reforester").do(*first)
    assert "activate Transformer on place 2" in t.can  # 1 for the second car, 1 inherent, 1 for the Hypetrain
    poor = table(mana=2, yard="Transformer", market="Hypetrain, Reforester").do(*first)
    assert poor.refused("activate Transformer on place 2") == NO_COPY


def test_no_chain_names_the_same_car_twice() -> None:
    t = table(yard="Lake liner, Limited express, Limited express")
    t.do("activate Limited express on place 3")
    assert t.can == ["copy Lake liner on place 2"]
    assert t.refused("copy Limited express on place 4") == NO_COPY
    pair = table(yard="-, Limited express, Limited express")
    assert pair.refused("activate Limited express on place 3") == NO_COPY


def test_transformer_copying_limited_express_uses_its_own_place() -> None:
    t = table(yard="Lake liner, Transformer, Commerce", market="Limited express, Icecar")
    t.do("activate Transformer on place 3", "copy Limited express")
    assert t.can == ["copy Lake liner on place 2"]
    t.do("copy Lake liner on place 2", "build lake B1")
    assert (t.mana, t.built()) == (3, "A1, B1")


# Uumi, Arret, Doc: specialists that copy


def test_uumi_pays_one_and_the_inherent_cost() -> None:
    t = table(engineer="Uumi", market="Hypetrain, Lake liner, Scout", mana=3)
    t.do("use Uumi")
    assert (t.mana, t.can) == (2, ["copy Lake liner", "copy Hypetrain", "copy Scout"])
    t.do("copy Hypetrain")
    assert t.mana == 1
    t.do("gain Scout", "put it on place 4")
    assert t.yard() == ["Meadow liner", "", "", "Scout", ""]


def test_uumi_may_copy_transformer_but_not_limited_express_which_has_no_place() -> None:
    t = table(engineer="Uumi", market="Transformer, Limited express, Hypetrain, Reforester", mana=3)
    t.do("use Uumi")
    assert t.can == ["copy Transformer", "copy Hypetrain"]
    t.do("copy Transformer")
    assert (t.mana, t.can) == (1, ["copy Hypetrain"])
    t.do("copy Hypetrain")
    assert t.mana == 0


def test_uumi_is_refused_without_the_mana_for_any_copy() -> None:
    market = "Transformer, Hypetrain, Reforester"
    assert table(engineer="Uumi", market=market, mana=0).refused("use Uumi") == NO_MANA
    assert table(engineer="Uumi", market=market, mana=1).refused("use Uumi") == NO_COPY
    t = table(engineer="Uumi", market=market, mana=2).do("use Uumi")
    assert t.can == ["copy Hypetrain"]


def test_arret_uses_a_face_up_engineer_of_another_seat() -> None:
    t = table(seats=3, engineer="Arret", engineers={1: "Uumi", 2: "Orman"}, mana=4)
    t.do("use Arret")
    assert t.can == ["copy the engineer of seat 2", "copy the engineer of seat 3"]
    t.do("copy the engineer of seat 3")
    assert (t.state.mana, t.exhausted(0), t.exhausted(2)) == ([7, 4, 4], ["engineer"], [])


def test_arret_cannot_use_an_exhausted_engineer() -> None:
    t = table(seats=3, engineer="Arret", engineers={1: "Uumi", 2: "Orman"}, tired={2: "engineer"})
    assert t.do("use Arret").can == ["copy the engineer of seat 2"]
    none = table(seats=3, engineer="Arret", tired={1: "engineer", 2: "engineer, captain"})
    assert none.refused("use Arret") == NO_COPY


def test_arret_copies_uumi_who_copies_transformer_who_copies_a_car() -> None:
    market = "Transformer, Hypetrain, Reforester"
    t = table(engineer="Arret", engineers={1: "Uumi"}, market=market, mana=3)
    t.do("use Arret", "copy the engineer of seat 2", "copy Transformer", "copy Hypetrain")
    assert t.state.mana == [0, 3]
    t.do("gain Hypetrain", "put it on place 2")
    assert t.yard()[1] == "Hypetrain"
    assert table(engineer="Arret", engineers={1: "Uumi"}, market=market, mana=1).refused("use Arret") == NO_COPY


def test_doc_copies_a_used_surveyor_for_its_copier() -> None:
    t = table(seats=3, surveyor="Doc", surveyors={1: "Eirene", 2: "Hikaru"}, tired={1: "surveyor"}, mana=2)
    t.do("use Doc")
    assert t.can == ["copy the surveyor of seat 2", "copy the surveyor of seat 3"]
    t.do("copy the surveyor of seat 2")
    assert (t.exhausted(0), t.exhausted(1), t.exhausted(2)) == (["surveyor"], ["surveyor"], [])
    t.do("end turn")
    assert (t.state.seat, t.state.turn) == (0, 0)
    assert t.refused("use Doc") == USED


def test_doc_copies_ran_who_uses_arret_who_copies_uumi() -> None:
    t = table(
        surveyor="Doc", surveyors={1: "Ran"}, engineer="Arret", engineers={1: "Uumi"}, market="Scout, Icecar, Relay"
    )
    t.state.stack = bytes([SURVEYOR_IDS.index("Milton")])
    t.state.known = bytes(1)
    t.do("use Doc", "copy the surveyor of seat 2", "use Arret", "copy the engineer of seat 2", "copy Scout")
    assert (t.mana, t.can) == (4, ["take Milton"])
    t.do("take Milton")
    assert t.can == ["use Runika", "no more"]
    assert t.do("no more").exhausted() == []  # the surveyor is a new one


# Milton: gain two, then activate both, in any order


def test_milton_gains_two_and_activates_them_in_any_order() -> None:
    t = table(surveyor="Milton", market="Hypetrain, Lake liner, Commerce, Icecar", mana=3, wood="A1")
    t.do("use Milton", "gain Icecar", "put it on place 5", "gain Lake liner", "put it on place 3")
    assert t.can == ["activate Lake liner on place 3", "activate Icecar on place 5", "no more"]
    t.do("activate Icecar on place 5", "return wood from forest A1")
    assert (t.mana, t.can) == (4, ["activate Lake liner on place 3", "no more"])
    t.do("activate Lake liner on place 3", "build lake B1")
    t.do("activate Meadow liner on place 1", "build meadow A2")
    assert t.mana == 4  # Milton's two were no activations of the turn
    assert "activate Lake liner on place 3" in t.can


def test_milton_pays_inherent_costs_and_none_must_be_activated() -> None:
    t = table(surveyor="Milton", market="Hypetrain, Gilt runner, Icecar, Lake liner", mana=2, tired={0: "engineer"})
    t.do("use Milton", "gain Gilt runner", "put it on place 2", "gain Hypetrain", "put it on place 3")
    assert t.can == ["activate Gilt runner on place 2", "activate Hypetrain on place 3", "no more"]
    t.do("activate Hypetrain on place 3")
    assert (t.mana, t.offers("gain")) == (1, ["Lake liner", "Icecar"])
    t.do("gain Icecar", "put it on place 4")
    t.do(t.can[0], "put it on place 5")
    assert t.mana == 1  # not enough for the Gilt runner, so Milton is done
    assert t.refused("activate Gilt runner on place 2") == NO_MANA
    lazy = table(surveyor="Milton").do("use Milton", "gain Lake liner", "put it on place 2", "gain Lake liner")
    lazy.do("put it on place 3", "no more")
    assert "end turn" in lazy.can


def test_milton_sees_the_market_dealt_anew_between_his_gains() -> None:
    t = table(surveyor="Milton", market="Lake liner, Icecar")
    t.do("use Milton", "gain Icecar")
    assert t.market == ["Lake liner"]
    t.do("put it on place 2")
    assert len(t.market) == 4
    assert t.state.learned
    assert list(t.state.discards) == [CAR_IDS.index("lake_liner")]


def test_a_shuffle_in_the_middle_of_an_effect_falls_alike_for_clone_and_pickle() -> None:
    t = table(surveyor="Milton", market="Lake liner, Icecar")
    t.state.discards = bytes(sorted(t.state.deck))
    t.state.deck = b""
    chance = t.state.rng.words()
    t.do("use Milton", "gain Icecar", "put it on place 2")
    assert t.state.rng.words() != chance
    assert (len(t.market), t.state.discards, t.state.learned) == (4, b"", True)
    t.do(t.can[0])
    assert not t.state.learned  # the mark is of the last decision alone


def test_milton_with_one_free_place_gains_one_and_with_none_cannot_be_used() -> None:
    t = table(surveyor="Milton", yard="Icecar, Relay, Ferry", market="Lake liner, Commerce, Scout")
    t.do("use Milton", "gain Lake liner", "put it on place 5")
    assert t.can == ["activate Lake liner on place 5", "no more"]
    t.do("no more")
    full = table(surveyor="Milton", yard="Icecar, Relay, Ferry, Scout", market="Lake liner, Commerce")
    assert full.refused("use Milton") == FULL


# Ran: refresh both and use them now


def test_ran_refreshes_both_and_uses_them_without_exhausting() -> None:
    t = table(surveyor="Ran", tired={0: "captain, engineer"}, mana=1)
    assert t.refused("use Orman") == USED
    t.do("use Ran")
    assert (t.exhausted(), t.can) == (["surveyor"], ["use Runika", "use Orman", "no more"])
    t.do("use Orman")
    assert (t.mana, t.can) == (4, ["use Runika", "no more"])
    t.do("use Runika")
    assert (t.mana, t.exhausted()) == (6, ["surveyor"])
    t.do("use Orman")
    assert (t.mana, t.exhausted()) == (9, ["engineer", "surveyor"])


def test_ran_offers_only_who_can_be_used_now() -> None:
    t = table(surveyor="Ran", engineer="Uumi", market="Reforester, Hypetrain", mana=1, tired={0: "captain"})
    t.do("use Ran")
    assert t.can == ["use Runika", "no more"]
    t.do("use Runika")
    assert t.can == ["use Uumi", "no more"]  # now there is mana for a copy
    t.do("use Uumi", "copy Hypetrain")


def test_ran_needs_nothing_exhausted_but_a_refresh_alone_does() -> None:
    t = table(surveyor="Ran", yard="Gilt runner")
    assert "use Ran" in t.can
    t.do("activate Gilt runner on place 2")
    assert t.can == ["gain a car then put it on a free place"]
    tired = table(yard="Gilt runner", tired={0: "engineer"}).do("activate Gilt runner on place 2")
    assert tired.can == ["gain a car then put it on a free place", "refresh your captain and engineer"]
    assert tired.do("refresh your captain and engineer").exhausted() == []


# Car bomb: others decide in my turn


def test_car_bomb_asks_each_competitor_in_turn_order() -> None:
    others = {0: "Ferry", 1: "-, Icecar, Relay", 3: "Lake liner, Scout"}
    t = table(seats=4, turn=2, yard="Car bomb", others=others)
    s = t.state
    t.do("activate Car bomb on place 2")
    assert (s.seat, s.turn) == (3, 2)
    assert t.can == ["discard Lake liner on place 2", "discard Scout on place 3"]
    assert "actions" in s.view(3)
    assert "actions" not in s.view(2)
    t.do("discard Scout on place 3")
    assert (s.seat, s.turn, t.can) == (0, 2, ["discard Ferry on place 2"])
    t.do("discard Ferry on place 2")
    assert (s.seat, s.turn) == (1, 2)
    t.do("discard Icecar on place 3")
    assert (s.seat, s.turn) == (2, 2)
    assert t.yard(1) == ["Meadow liner", "", "", "Relay", ""]
    assert t.yard(2)[1] == "Car bomb"
    assert [CAR_IDS[c] for c in s.discards] == ["scout", "ferry", "icecar"]


def test_car_bomb_passes_over_who_has_only_the_printed_car() -> None:
    t = table(seats=3, yard="Car bomb", others={2: "Icecar"})
    t.do("activate Car bomb on place 2")
    assert (t.state.seat, t.can) == (2, ["discard Icecar on place 2"])
    t.do("discard Icecar on place 2")
    assert t.state.seat == 0
    assert table(seats=3, yard="Car bomb").refused("activate Car bomb on place 2") == NO_CAR


def test_car_bomb_at_the_end_of_a_copy_chain_is_still_mine() -> None:
    t = table(seats=3, engineer="Uumi", market="Transformer, Car bomb", others={1: "Icecar", 2: "Relay"}, mana=3)
    t.do("use Uumi", "copy Transformer", "copy Car bomb")
    assert (t.state.seat, t.state.turn, t.state.mana) == (1, 0, [0, 3, 3])
    t.do("discard Icecar on place 2", "discard Relay on place 2")
    assert (t.state.seat, t.market) == (0, ["Transformer", "Car bomb"])


# Eirene: an extra turn


def test_eirene_takes_one_more_turn_that_is_not_counted() -> None:
    t = table(surveyor="Eirene", yard="Lake liner")
    t.do("use Eirene", "activate Lake liner on place 2", "build lake B1", "end turn")
    assert (t.state.seat, t.state.turn, t.state.turns) == (0, 0, 0)
    t.do("activate Meadow liner on place 1", "build meadow A2", "end turn")
    assert (t.state.seat, t.state.turn, t.state.turns) == (1, 1, 1)


def test_the_last_seats_extra_turn_is_played_before_the_end() -> None:
    t = table(turn=1, surveyor="Eirene")
    t.state.turns = 9
    t.do("use Eirene", "end turn")
    assert (t.state.over, t.state.seat) == (False, 1)
    t.do("end turn")
    assert (t.state.over, t.state.seat, t.state.legal()) == (True, -1, [])
    with pytest.raises(roundhouse.IllegalAction, match="the game is over"):
        t.state.apply(END)


# Commerce: one choice's count feeds the next verb


def test_commerce_builds_as_often_as_goods_were_returned() -> None:
    t = table(yard="Commerce", tracks="A1, A2", wood="A1, A1, A2", fish="A2")
    t.do("activate Commerce on place 2")
    assert t.can == [
        "return wood from forest A1",
        "return wood from meadow A2",
        "return fish from meadow A2",
        "no more",
    ]
    t.do("return fish from meadow A2", "return wood from forest A1", "no more")
    assert (t.goods("wood"), t.goods("fish"), t.state.stock) == ({"A1": 1, "A2": 1}, {}, [7, 1])
    t.do("build lake A3", "build lake B1")
    assert (t.built(), t.offers("build")) == ("A1, A2, A3, B1", [])


def test_commerce_may_stop_building_and_returning_nothing_builds_nothing() -> None:
    t = table(yard="Commerce", wood="A1, A1")
    t.do("activate Commerce on place 2", "return wood from forest A1", "return wood from forest A1")
    assert t.offers("build") == ["meadow A2", "lake B1"]  # no good was left, so "no more" needed no saying
    t.do("no more")
    assert t.built() == "A1"
    none = table(yard="Commerce", wood="A1").do("activate Commerce on place 2", "no more")
    assert "end turn" in none.can


def test_lyal_scores_for_each_good() -> None:
    t = table(surveyor="Lyal", wood="A1, A1, A1")
    t.do("use Lyal", "return wood from forest A1", "return wood from forest A1", "no more")
    assert (t.state.points, t.state.scores()) == ([2, 0], [3, 1])


# return a good, then ...: both halves or none


def test_icecar_needs_a_good_and_room_for_mana() -> None:
    t = table(yard="Icecar", wood="A1", mana=9).do("activate Icecar on place 2", "return wood from forest A1")
    assert (t.mana, t.goods("wood")) == (10, {})
    assert table(yard="Icecar", wood="A1", mana=10).refused("activate Icecar on place 2") == NO_GOOD
    assert table(yard="Icecar", mana=5).refused("activate Icecar on place 2") == NO_GOOD


def test_icecar_at_ten_mana_works_as_a_second_car_that_costs_one() -> None:
    t = table(yard="Icecar", wood="A1", mana=10)
    assert "activate Icecar on place 2" not in t.can
    t.do("activate Meadow liner on place 1", "build meadow A2")
    t.do("activate Icecar on place 2", "return wood from forest A1")
    assert t.mana == 10


def test_relay_needs_an_exhausted_engineer() -> None:
    assert table(yard="Relay", wood="A1").refused("activate Relay on place 2") == NO_GOOD
    t = table(yard="Relay", wood="A1", tired={0: "engineer"})
    t.do("activate Relay on place 2", "return wood from forest A1")
    assert (t.exhausted(), t.mana) == ([], 4)


def test_ferry_ships_the_very_fish_it_returned() -> None:
    t = table(yard="Ferry", tracks="A1, B1", fish="B1", stock=(6, 0))
    t.do("activate Ferry on place 2", "return fish from lake B1")
    assert t.state.stock == [6, 1]
    t.do("ship to forest A1")
    assert (t.goods("fish"), t.state.stock) == ({"A1": 1}, [6, 0])
    assert table(yard="Ferry", tracks="A1, B1", wood="B1").refused("activate Ferry on place 2") == NO_GOOD


def test_marcinae_returns_a_good_only_where_her_car_can_leave() -> None:
    t = table(captain="Marcinae", tracks="A1, A2, B1", wood="A1, B1")
    t.do("use Marcinae")
    assert t.can == ["return wood from lake B1"]  # A1 touches only own hexes
    t.do("return wood from lake B1")
    assert t.can == ["move the car to forest B2", "move the car to meadow C1", "move the car to rock C2"]
    assert t.do("move the car to rock C2").built() == "A1, A2, C2"
    shut = table(captain="Marcinae", tracks="A1, A2, B1", wood="A1")
    assert shut.refused("use Marcinae") == NO_GOOD


# Reforester: "that hex" is the one just built


def test_reforester_places_wood_on_each_hex_just_built() -> None:
    t = table(yard="Reforester", tracks="A1, B1", stock=(2, 0))
    t.do("activate Reforester on place 2", "build forest B2")
    assert (t.goods("wood"), t.can) == ({"B2": 1}, ["build forest C3"])
    t.do("build forest C3")
    assert (t.goods("wood"), t.state.stock) == ({"B2": 1, "C3": 1}, [0, 0])


def test_reforester_without_a_second_forest_places_no_second_wood() -> None:
    t = table(yard="Reforester", tracks="A4")
    t.do("activate Reforester on place 2", "build forest A5")
    assert (t.goods("wood"), t.state.stock) == ({"A5": 1}, [5, 0])
    assert "end turn" in t.can


def test_reforester_goes_on_when_the_wood_runs_out_but_needs_a_first_forest() -> None:
    t = table(yard="Reforester", tracks="A1, B1", stock=(1, 0))
    t.do("activate Reforester on place 2", "build forest B2", "build forest C3")
    assert (t.goods("wood"), t.built()) == ({"B2": 1}, "A1, B1, B2, C3")
    assert table(yard="Reforester", tracks="A1").refused("activate Reforester on place 2") == NO_HEX


def test_trias_offers_only_the_half_that_changes_something() -> None:
    both = table(captain="Trias", tired={0: "engineer"}).do("use Trias")
    assert both.can == ["build on meadow", "refresh your engineer"]
    fresh = table(captain="Trias").do("use Trias")
    assert fresh.can == ["build on meadow"]
    with pytest.raises(roundhouse.IllegalAction, match=r"nothing is exhausted \(toy-5\)") as caught:
        fresh.state.apply(fresh.state.legal()[0] + 1)
    assert caught.value.clause == NOTHING_TIRED


# the stack of surveyors: seen only by its chooser


def opening(seats: int = 3) -> Toy:
    return cast(Toy, GAME.new(seats=seats, seed=5))


def test_only_the_chooser_sees_the_stack() -> None:
    s = opening()
    names = [SURVEYOR_IDS[x] for x in s.stack]
    assert s.view(0)["stack"] == names
    for other in (1, 2, None):
        assert s.view(other)["stack"] == [None] * 4
    apply_and_compare(s, s.parse(f"take {names[0]}"))
    assert s.learned
    assert s.view(0)["stack"] == s.view(1)["stack"] == names[1:]
    assert s.view(2)["stack"] == s.view(None)["stack"] == [None] * 3


def test_resample_deals_anew_what_a_seat_never_saw_and_nothing_else() -> None:
    s = opening()
    dealt = {s.resample(1, seed).fingerprint(): cast(Toy, s.resample(1, seed)) for seed in range(20)}
    assert len({t.stack for t in dealt.values()}) > 3
    for t in dealt.values():
        assert sorted(t.stack + t.unseen) == sorted(s.stack + s.unseen)
        assert sorted(t.deck) == sorted(s.deck)
        assert (t.view(1), t.rng.words() == s.rng.words()) == (s.view(1), False)
    for seed in range(5):
        own = cast(Toy, s.resample(0, seed))
        assert (own.stack, own.legal(), own.view(0)) == (s.stack, s.legal(), s.view(0))
        assert own.deck != s.deck or own.rng.words() != s.rng.words()


# whole games


def wander(seed: int, seats: int) -> Iterator[Toy]:
    """Every state of a game in which turns are ended one time in four."""
    s = cast(Toy, GAME.new(seats=seats, seed=seed, captain=SPECIALIST_IDS[0][seed % 3]))
    rng = seeded(f"wander {seed}")
    while not s.over:
        yield s
        acts = s.legal()
        action = acts[rng.below(len(acts))]
        if action == END and len(acts) > 1 and rng.below(4):
            action = acts[rng.below(len(acts) - 1)]
        s.apply(action)
    yield s


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_game_runs_into_a_dead_end(seats: int) -> None:
    for seed in range(60):
        for steps, s in enumerate(wander(seed, seats)):
            acts = s.legal()
            assert acts == sorted(set(acts))
            assert s.over or (acts and acts[0] >= 0 and acts[-1] < GAME.num_actions and 0 <= s.seat < seats)
            assert all(m >= 0 for m in s.mana)
            assert all(0 <= f < 1 << 60 for f in [s.top, *s.below])
            assert steps < 1000
        assert (s.seat, s.legal(), s.prompt()) == (-1, [], "the game is over")
        assert len(s.scores()) == seats


def test_words_are_distinct_and_parse_back() -> None:
    for seed in range(6):
        for s in wander(seed, 3):
            words = s.all_words()
            assert len(set(words)) == len(words)
            assert [s.parse(w) for w in words] == s.legal()
            assert [s.parse(w.upper()) for w in words] == s.legal()


def test_clones_and_pickles_at_every_decision() -> None:
    for seed in range(4):
        s = cast(Toy, GAME.new(seats=4, seed=seed))
        rng = seeded(seed)
        while not s.over:
            acts = s.legal()
            apply_and_compare(s, acts[rng.below(len(acts))])


def test_pieces_are_conserved() -> None:
    total = sum(GAME.printed.copies)
    for seed in range(10):
        for s in wander(seed, 4):
            placed = sum(c > 0 for yard in s.yards for c in yard[1:])
            assert placed + len(s.market) + len(s.deck) + len(s.discards) + (s.arriving > 0) == total
            assert [s.stock[g] + sum(s.goods[g]) for g in (0, 1)] == [13, 5]


def test_random_games_reach_every_card_and_every_kind_of_action() -> None:
    running: set[int] = set()
    blocks: set[str] = set()
    for seed in range(150):
        for s in wander(seed, 2 + seed % 3):
            running |= {f & PROGRAM_MASK for f in [s.top, *s.below]}
            blocks |= {s.points_at(a)[0] for a in s.legal()}
    assert blocks == {b.name for b in GAME.space.blocks}
    asking = [
        p for p in [*GAME.cars, *GAME.abilities[1], *GAME.abilities[2]] if any(v.asking for v in GAME.programs.verbs[p])
    ]
    assert set(asking) <= running


def test_a_game_is_the_same_interpreted_and_compiled() -> None:
    last = [s.fingerprint() for s in wander(7, 3)]
    assert (len(last), last[-1]) == (55, 6115093040232164509)


def test_a_record_may_be_saved_and_loaded_in_the_middle_of_an_effect(tmp_path: Path) -> None:
    record = roundhouse.Record("toy", seats=3, seed=11, names=["Ada", "Bo", "Cy"])
    rng = seeded(2)
    deepest = 0
    for n in range(120):
        if record.state.over:
            break
        acts = record.state.legal()
        record.play(acts[rng.below(len(acts))])
        if len(record.state.below) > 1 or n % 20 == 0:
            deepest = max(deepest, len(record.state.below))
            path = str(tmp_path / f"{n}.jsonl")
            record.save(path)
            again = roundhouse.load(path)
            assert again.state.fingerprint() == record.state.fingerprint()
            assert again.state.legal() == record.state.legal()
    assert deepest > 1
