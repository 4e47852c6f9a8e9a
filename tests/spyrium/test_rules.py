"""Actions and phases, placing, the event, earning, activating, constructing, using, passing: sections 4 to 11."""

from __future__ import annotations

import pytest

from roundhouse.games.spyrium.actions import ADVANCE, BUILD, CALL, EARN, HOME, PLACE
from roundhouse.games.spyrium.board import BETWEEN, CELL_NAMES, GAPS
from roundhouse.games.spyrium.state import ACTIVATING
from tests.spyrium.table import beside, face, gap, price, table, vp

FULL = dict.fromkeys(CELL_NAMES, "Geologist")

# actions and phases


@pytest.mark.rule("spyrium-4.1")
def test_one_action_each_clockwise() -> None:
    t = table(market=FULL, seats=3, phase="placing", others="placing")
    order = []
    for _ in range(7):
        order.append(t.state.seat)
        t.place("a1 a2")
    assert order == [0, 1, 2, 0, 1, 2, 0]


@pytest.mark.rule("spyrium-4.1")
def test_nothing_is_done_in_the_middle_of_an_action() -> None:
    t = table(market={"a1": "Residence I"}, stand={"a1 a2": "0"}, row="Mine II", seats=3, others="activating")
    assert t.refused("move up the residence track") == "spyrium-4.1"
    assert t.refused("take £5") == "spyrium-4.1"
    assert t.refused("count the token as 2") == "spyrium-4.1"
    assert t.refused(EARN) == t.refused(HOME) == t.refused(CALL) == t.refused(BUILD) == "spyrium-4.1"
    t.lift("a1 a2")
    for early in ("pass", "use Mine II: 1 Spyrium", "start activating"):
        assert t.refused(early) == "spyrium-4.1"
    t.do("build Residence I a1 in a new place")
    assert t.can == ["move up the residence track", "score the residence"]
    assert t.state.seat == 0
    assert t.refused("use Mine II: 1 Spyrium") == "spyrium-4.1"
    assert t.do("score the residence").state.seat == 1


@pytest.mark.rule("spyrium-4.2")
def test_what_can_be_done_while_placing() -> None:
    t = table(market=FULL, stand={"a1 a2": "0"}, row="Mine II", phase="placing", event="Sell Spyrium")
    assert len(t.gaps) == GAPS
    rest = [w for w in t.can if not w.startswith("place")]
    assert rest == ["start activating", "use the event: 1 Spyrium for £3", "use the event: 3 Spyrium for £6"]
    assert t.refused("pass") == "spyrium-4.2"
    assert t.refused_lift("a1 a2") == "spyrium-4.2"
    assert t.refused("use Mine II: 1 Spyrium") == "spyrium-4.2"


@pytest.mark.rule("spyrium-4.2", "spyrium-4.4")
def test_what_can_be_done_while_activating() -> None:
    t = table(market=FULL, stand={"a1 a2": "0"}, row="Mine II", event="Sell Spyrium")
    assert t.can == [
        "lift the worker between Geologist a1 and Geologist a2",
        "use Mine II: 1 Spyrium",
        "use Mine II: 1 worker for 2 Spyrium",
        "use the event: 1 Spyrium for £3",
        "use the event: 3 Spyrium for £6",
    ]
    assert t.refused_place("a1 a2") == "spyrium-4.2"
    assert t.refused(ADVANCE) == "spyrium-4.2"


@pytest.mark.rule("spyrium-4.3")
def test_who_starts_activating_acts_at_once() -> None:
    t = table(market=FULL, stand={"a1 a2": "0"}, phase="placing", others="placing", seats=3).do("start activating")
    assert (t.state.seat, t.state.phases[0]) == (0, ACTIVATING)
    assert t.lift("a1 a2").do("earn at Geologist a1").state.seat == 1
    assert t.do("start activating", "pass").state.seat == 2


@pytest.mark.rule("spyrium-4.3")
def test_the_first_action_of_activating_may_be_the_event() -> None:
    t = table(phase="placing", others="placing", event="Sell Spyrium").do("start activating")
    t.do("use the event: 1 Spyrium for £3")
    assert (t.state.seat, t.pounds) == (1, 33)


@pytest.mark.rule("spyrium-4.5")
def test_each_seat_acts_by_its_own_phase() -> None:
    t = table(market=FULL, stand={"a1 a2": "0"}, others="placing").lift("a1 a2").do("earn at Geologist a1")
    assert t.state.seat == 1
    assert t.place("b1 b2").state.seat == 0
    assert "pass" in t.can
    assert t.do("pass").place("b1 b2").state.seat == 1


@pytest.mark.rule("spyrium-4.6")
def test_with_nothing_to_place_a_seat_starts_activating() -> None:
    t = table(market=FULL, phase="placing", active=0, event="Sell Spyrium", spyrium=0)
    assert t.can == ["start activating"]
    assert t.refused_place("a1 a2") == "spyrium-5.1"
    assert t.refused("pass") == "spyrium-4.2"


@pytest.mark.rule("spyrium-4.7")
def test_what_can_only_turn_out_one_way_is_not_asked() -> None:
    t = table(market={"a1": "University I"}, tokens={"a1": "2"}, stand={"a1 a2": "0"}, others="activating")
    t.lift("a1 a2").do("build University I a1 in a new place")
    assert (t.points, t.state.seat) == (2, 1)
    t = table(market={"a1": "Residence I"}, stand={"a1 a2": "0"}, others="activating", income=7)
    t.lift("a1 a2").do("build Residence I a1 in a new place")
    assert (t.points, t.state.seat) == (7, 1)
    t = table(event="Token windfall", token=2, others="activating").do("use the event: £ as on the token")
    assert (t.pounds, t.state.seat) == (32, 1)


@pytest.mark.rule("spyrium-4.8")
def test_nothing_is_given_lent_or_owed() -> None:
    blocks = {b.name for b in table().state.space.blocks}
    assert blocks == {
        "place", "lift", "earn", "home", "advance", "pass", "use", "event", "token", "residence", "bonus", "call",
        "build",
    }  # fmt: skip
    t = table(market=FULL, stand={"a1 a2": "0 1"}, pounds=price("Geologist")).lift("a1 a2")
    assert t.refused("call Geologist a1") == "spyrium-8.1"


# placing


@pytest.mark.rule("spyrium-5.1")
def test_placing_takes_an_active_worker() -> None:
    t = table(market=FULL, phase="placing", workers=4, active=2).place("a1 a2", "b1 c1")
    assert (t.active, t.state.in_market(0), t.workers) == (0, 2, 4)
    assert t.refused_place("a1 a2") == "spyrium-5.1"


@pytest.mark.rule("spyrium-5.2")
def test_a_worker_stands_next_to_a_card() -> None:
    t = table(market={"a1": "Apprentice"}, phase="placing")
    assert t.gaps == sorted([gap("a1 a2"), gap("a1 b1")])
    for bare in ("a2 a3", "b1 b2", "c2 c3"):
        assert t.refused_place(bare) == "spyrium-5.2"
    assert table(phase="placing").can == ["start activating"]


@pytest.mark.rule("spyrium-5.3")
def test_twelve_gaps_within_the_market() -> None:
    assert table(market=FULL, phase="placing").gaps == list(range(12))
    beside = {c: sum(c in pair for pair in BETWEEN) for c in range(9)}
    assert beside == {0: 2, 1: 3, 2: 2, 3: 3, 4: 4, 5: 3, 6: 2, 7: 3, 8: 2}
    for a, b in BETWEEN:
        assert (b - a == 1 and a // 3 == b // 3) or b - a == 3
    for i, cell in enumerate(CELL_NAMES):
        alone = table(market={cell: "Geologist"}, phase="placing")
        assert len(alone.gaps) == beside[i]


@pytest.mark.rule("spyrium-5.4")
def test_any_number_of_workers_in_a_gap() -> None:
    t = table(market=FULL, phase="placing", workers=7, stand={"a1 a2": "1 1 1 1 1 1 1 2 2 2 2 2 2 2"}, seats=3)
    for _ in range(7):
        t.place("a1 a2")
    assert (t.state.crowd[0], t.state.crowd[1], t.state.crowd[2]) == (21, 21, 0)


@pytest.mark.rule("spyrium-5.5")
def test_workers_stay_when_a_card_leaves() -> None:
    t = table(market={"a1": "Mine I", "a2": "Geologist"}, stand={"a1 a2": "0 0 1", "a1 b1": "0 1"})
    assert t.lift("a1 a2").do("build Mine I a1 in a new place").at("a1") == ""
    assert t.state.workers_at(gap("a1 a2"), 0) == 1
    assert t.state.workers_at(gap("a1 b1"), 0) == 1
    assert t.lift("a1 a2").offers("earn at") == ["Geologist a2"]
    assert t.refused("earn at empty a1") == "spyrium-7.2"


# the event


@pytest.mark.rule("spyrium-6.1")
def test_the_event_is_used_once_a_turn_in_either_phase() -> None:
    sell = "use the event: 1 Spyrium for £3"
    for phase in ("placing", "activating"):
        t = table(market=FULL, phase=phase, event="Sell Spyrium").do(sell)
        assert t.refused(sell) == "spyrium-6.1"
        assert t.refused("use the event: 3 Spyrium for £6") == "spyrium-6.1"
    t = table(market=FULL, phase="placing", event="Sell Spyrium").do(sell, "start activating")
    assert t.refused(sell) == "spyrium-6.1"


@pytest.mark.rule("spyrium-6.1")
def test_every_seat_may_use_the_event_and_it_takes_the_action() -> None:
    t = table(seats=3, others="activating", event="Sell Spyrium")
    for seat in range(3):
        assert t.state.seat == seat
        t.do("use the event: 1 Spyrium for £3")
    assert t.state.pounds == [33] * 3


@pytest.mark.rule("spyrium-6.2")
@pytest.mark.parametrize(
    ("event", "pounds", "spyrium", "words"),
    [
        ("Buy renown", 2, 9, "£3 for 3 points"),
        ("Buy renown", 5, 9, "£6 for 5 points"),
        ("Sell Spyrium", 9, 0, "1 Spyrium for £3"),
        ("Sell Spyrium", 9, 2, "3 Spyrium for £6"),
        ("Residence grant", 9, 0, "1 Spyrium for one residence action"),
        ("Hiring", 2, 9, "£1 for each worker owned for 1 new worker"),
    ],
)
def test_an_event_is_paid_in_full(event: str, pounds: int, spyrium: int, words: str) -> None:
    t = table(event=event, pounds=pounds, spyrium=spyrium)
    assert t.refused(f"use the event: {words}") == "spyrium-6.2"
    assert f"use the event: {words}" in table(event=event, pounds=pounds + 1, spyrium=spyrium + 1).can


@pytest.mark.rule("spyrium-6.2")
def test_an_event_has_only_its_own_effects() -> None:
    assert table(event="Residence grant").refused("use the event: option 2") == "spyrium-6.2"


@pytest.mark.rule("spyrium-6.3")
def test_the_token_of_an_event_serves_everybody() -> None:
    t = table(event="Token windfall", token=3, others="activating", seats=3)
    for gain in ("£", "Spyrium", "points"):
        t.do(f"use the event: {gain} as on the token")
    s = t.state
    assert (s.pounds[0], s.spyrium[1], s.points[2]) == (33, 12, 3)
    assert (s.token_now, s.kept) == (3, b"")


@pytest.mark.rule("spyrium-6.4")
@pytest.mark.parametrize("techniques", ["", "Commerce"])
def test_a_token_event_without_a_token_is_no_use(techniques: str) -> None:
    t = table(event="Token windfall", token=0, techniques=techniques)
    assert t.can == ["pass"]
    assert t.refused("use the event: £ as on the token") == "spyrium-6.4"


# earning


@pytest.mark.rule("spyrium-7.1")
def test_only_an_own_worker_is_lifted_and_not_put_back() -> None:
    t = table(market=FULL, stand={"a1 a2": "0", "b1 b2": "1"})
    assert t.refused_lift("b1 b2") == "spyrium-7.1"
    assert t.refused_lift("c1 c2") == "spyrium-7.1"
    assert t.lift("a1 a2").refused(PLACE + gap("a1 a2")) == "spyrium-4.1"
    assert t.offers("earn at") == ["Geologist a1", "Geologist a2"]


@pytest.mark.rule("spyrium-7.2", "spyrium-8.3")
def test_a_pound_for_each_other_worker_around_the_card() -> None:
    t = table(
        market={"b2": "Geologist", "b1": "Mine I"},
        stand={"b1 b2": "0 0 1", "b2 b3": "1 2", "a2 b2": "0", "b2 c2": "2", "a1 b1": "1", "a1 a2": "0"},
        seats=3,
    )
    assert t.lift("b1 b2").do("earn at Geologist b2").pounds == 30 + 2 + 2 + 1 + 1
    assert t.lift("b1 b2").do("earn at Mine I b1").pounds == 36 + 1 + 1


@pytest.mark.rule("spyrium-7.3")
def test_without_a_card_the_worker_goes_home_for_nothing() -> None:
    t = table(market={"c3": "Geologist"}, stand={"a1 a2": "0 1"}, others="activating").lift("a1 a2")
    assert t.can == ["take the worker home"]
    t.do("take the worker home")
    assert (t.pounds, t.inactive, t.state.seat) == (30, 1, 1)
    assert table(market=FULL, stand={"a1 a2": "0"}).lift("a1 a2").refused(HOME) == "spyrium-7.2"


@pytest.mark.rule("spyrium-7.4")
def test_a_worker_lifted_is_inactive() -> None:
    t = table(market={"a1": "University I"}, stand={"a1 a2": "0"}, workers=1, row="Mine I")
    t.lift("a1 a2").do("earn at University I a1")
    assert (t.active, t.inactive, t.workers) == (0, 1, 1)
    assert t.refused("use Mine I: 1 worker for 1 Spyrium") == "spyrium-10.2"


@pytest.mark.rule("spyrium-7.5")
@pytest.mark.parametrize("name", ["Banker", "Palace", "Crane", "Adviser"])
def test_money_is_earned_at_any_card(name: str) -> None:
    t = beside(name, "0 1 1").do(f"earn at {name} a1")
    assert (t.pounds, t.at("a1")) == (32, name)


# activating


@pytest.mark.rule("spyrium-8.1")
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Adviser", "call Adviser a1"),
        ("Crane", "patent Crane a1"),
        ("Palace", "build Palace a1 in a new place"),
    ],
)
def test_price_and_surcharge(name: str, words: str) -> None:
    stand = {"a1 a2": "0 0 1", "a1 b1": "1 2", "b1 b2": "1"}
    full = price(name) + 4
    assert table(market={"a1": name}, stand=stand, seats=3, pounds=full).lift("a1 a2").do(words).pounds == 0
    t = table(market={"a1": name}, stand=stand, seats=3, pounds=full - 1).lift("a1 a2")
    assert t.refused(words) == "spyrium-8.1"


@pytest.mark.rule("spyrium-8.2")
def test_what_a_card_is_says_how_it_is_activated() -> None:
    t = table(market={"b2": "Adviser", "b1": "Crane"}, stand={"b1 b2": "0"}).lift("b1 b2")
    assert t.can == ["earn at Crane b1", "earn at Adviser b2", "patent Crane b1", "call Adviser b2"]
    assert t.refused("build Adviser b2 in a new place") == "spyrium-8.2"
    t = table(market={"b2": "Palace"}, stand={"b1 b2": "0"}).lift("b1 b2")
    assert t.can == ["earn at Palace b2", "build Palace b2 in a new place"]
    assert t.refused("call Palace b2") == "spyrium-8.2"
    assert t.refused("call empty b1") == "spyrium-8.2"
    assert t.refused("build empty b1 in a new place") == "spyrium-8.2"


@pytest.mark.rule("spyrium-8.3")
def test_the_worker_lifted_does_not_count() -> None:
    assert beside("Adviser").do("call Adviser a1").pounds == 30 - price("Adviser")
    assert beside("Adviser", "0 0").do("call Adviser a1").pounds == 30 - price("Adviser") - 1


@pytest.mark.rule("spyrium-8.4")
def test_a_character_stays_for_others_and_for_the_same_seat() -> None:
    t = table(market={"a1": "Adviser"}, stand={"a1 a2": "0 0 1"}, others="activating")
    t.lift("a1 a2").do("call Adviser a1").lift("a1 a2").do("call Adviser a1").lift("a1 a2").do("call Adviser a1")
    assert t.state.points == [6, 3]
    assert t.at("a1") == "Adviser"
    cost = price("Adviser")
    assert t.state.pounds == [30 - 2 * cost - 2, 30 - cost - 1]


@pytest.mark.rule("spyrium-8.5")
def test_a_building_or_technique_leaves_its_place_empty() -> None:
    t = table(market={"a1": "Crane", "a3": "Palace"}, stand={"a1 a2": "0", "a2 a3": "0"})
    t.lift("a1 a2").do("patent Crane a1").lift("a2 a3").do("build Palace a3 in a new place")
    assert (t.at("a1"), t.at("a3"), t.row, t.techniques) == ("", "", "Palace", "Crane")
    assert (t.inactive, t.gone) == (2, "")


@pytest.mark.rule("spyrium-8.6")
def test_any_token_on_the_character_may_be_chosen_and_is_discarded() -> None:
    t = beside("Miner", "0 0 0 0", tokens="1 2 2", seats=4)
    assert t.offers("call") == ["Miner a1, token 1", "Miner a1, token 2"]
    assert t.refused("call Miner a1, token 3") == "spyrium-8.6"
    assert t.refused("call Miner a1") == "spyrium-8.6"
    t.do("call Miner a1, token 1")
    assert (t.spyrium, t.tokens("a1"), t.state.discards[-1:]) == (10, [2, 2], b"\x01")
    for _ in range(2):
        t.lift("a1 a2").do("call Miner a1, token 2")
    assert (t.spyrium, t.tokens("a1"), t.at("a1")) == (14, [], "Miner")
    assert t.lift("a1 a2").can == ["earn at Miner a1"]
    assert t.refused("call Miner a1, token 2") == t.refused("call Miner a1") == "spyrium-8.6"


@pytest.mark.rule("spyrium-8.7")
def test_an_effect_that_cannot_be_paid_is_not_called() -> None:
    for name in ("Apprentice", "Engineer"):
        t = beside(name, spyrium=0)
        assert t.refused(f"call {name} a1") == "spyrium-8.7"
    for name in ("Banker", "Financier", "Architect"):
        t = table(market={"a1": name}, tokens={"a1": "1 3"}, stand={"a1 a2": "0 1"}, pounds=price(name) + 2)
        assert t.lift("a1 a2").offers("call") == [f"{name} a1, token 1"]
        assert t.refused(f"call {name} a1, token 3") == "spyrium-8.7"


@pytest.mark.rule("spyrium-8.8")
def test_what_an_action_gains_cannot_help_to_pay() -> None:
    # a Residence at seven points would bring the bonus of £5 in the same action
    dear = price("Residence I") + 1  # and a building is there already
    build = "build Residence I a1 in a new place"
    assert beside("Residence I", row="Mine I", points=7, pounds=dear - 1).refused(build) == "spyrium-8.1"
    t = beside("Residence I", row="Mine I", points=7, pounds=dear)
    assert t.do(build, "score the residence", "take £5").pounds == 5
    assert beside("Miner", tokens="3", spyrium=0).do("call Miner a1, token 3").spyrium == 3
    t = table(event="Sell Spyrium", pounds=0, spyrium=2)
    assert t.refused("use the event: 3 Spyrium for £6") == "spyrium-6.2"


# constructing


@pytest.mark.rule("spyrium-9.1")
def test_in_a_new_place_or_over_one_own_building() -> None:
    t = beside("Mine III", row="Mine I, Residence I, inclined Mine I, Palace")
    assert t.offers("build") == [
        "Mine III a1 in a new place",
        "Mine III a1 over Mine I",
        "Mine III a1 over inclined Mine I",
        "Mine III a1 over Residence I",
        "Mine III a1 over Palace",
    ]
    assert t.refused("build Mine III a1 over Mine II") == "spyrium-9.1"
    assert t.refused("build Mine III a1 over inclined Palace") == "spyrium-9.1"


@pytest.mark.rule("spyrium-9.2")
@pytest.mark.parametrize("owned", range(13))
def test_a_new_place_costs_a_pound_for_each_building(owned: int) -> None:
    t = beside("Palace", row=f"{owned} Mine I").do("build Palace a1 in a new place")
    assert t.pounds == 30 - price("Palace") - owned


@pytest.mark.rule("spyrium-9.2")
def test_who_cannot_pay_the_place_cannot_build_there() -> None:
    t = beside("Palace", row="Mine I, Mine II", pounds=price("Palace") + 1)
    assert t.refused("build Palace a1 in a new place") == "spyrium-8.1"
    assert t.offers("build") == ["Palace a1 over Mine I", "Palace a1 over Mine II"]


@pytest.mark.rule("spyrium-9.3")
@pytest.mark.parametrize("old", ["Residence II", "inclined Mine II"])
def test_replacing_costs_no_place_and_the_old_building_leaves_the_game(old: str) -> None:
    t = beside("Palace", row=f"Mine I, {old}, Workshop I", income=5)
    before = t.state.scores()[0]
    t.do(f"build Palace a1 over {old}")
    kind = old.removeprefix("inclined ")
    assert t.pounds == 30 - price("Palace")
    assert (t.row, t.gone, t.income) == ("Mine I, Palace, Workshop I", kind, 5)
    assert t.state.scores()[0] == before + 12 - vp(kind)


@pytest.mark.rule("spyrium-9.3")
def test_workers_gained_by_a_replaced_building_are_kept() -> None:
    name = "Working-Class Neighborhood I"
    t = table(market={"a1": name}, stand={"a1 a2": "0", "a3 b3": "0"}, workers=3).lift("a1 a2")
    t.do(f"build {name} a1 in a new place")
    t.state.cells = bytes(face("Palace") + 1 if c == 2 else 0 for c in range(9))
    t.state.offered = []
    t.lift("a3 b3").do("build Palace a3 over Working-Class Neighborhood I")
    assert (t.workers, t.row) == (4, "Palace")


@pytest.mark.rule("spyrium-9.4")
@pytest.mark.parametrize(
    ("new", "old", "off"),
    [
        ("Mine II", "Mine I", True),
        ("Mine I", "Mine III", True),
        ("Factory I", "Workshop I", True),
        ("Factory I", "Laboratory I", True),
        ("Laboratory II", "University I", True),
        ("University I", "Laboratory I", True),
        ("Workshop II", "Laboratory III", True),
        ("Laboratory III", "Laboratory I", True),
        ("Factory I", "University I", False),
        ("University II", "Workshop I", False),
        ("Mine III", "Factory II", False),
        ("Factory II", "Working-Class Neighborhood I", False),
        ("Mine II", "Residence I", False),
    ],
)
@pytest.mark.parametrize("crowd", [0, 2])
def test_a_symbol_in_common_lowers_the_printed_price(new: str, old: str, off: bool, crowd: int) -> None:
    t = beside(new, "0" + " 1" * crowd, row=old).do(f"build {new} a1 over {old}")
    assert t.pounds == 30 - crowd - max(0, price(new) - (3 if off else 0))


@pytest.mark.rule("spyrium-9.4")
def test_the_discount_does_not_go_below_nothing_nor_into_the_surcharge() -> None:
    t = beside("Mine I", "0 1 1 1", row="Mine II")
    cheap = max(0, price("Mine I") - 3)
    assert t.do("build Mine I a1 over Mine II").pounds == 30 - cheap - 3


@pytest.mark.rule("spyrium-9.5")
@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("Residence II", "Residence I"),
        ("Working-Class Neighborhood II", "Working-Class Neighborhood I"),
        ("Mansion", "Luxury Home"),
        ("University I", "Mine III"),  # both with the token icon
    ],
)
def test_other_icons_are_no_symbols(new: str, old: str) -> None:
    assert beside(new, row=old).do(f"build {new} a1 over {old}").pounds == 30 - price(new)


@pytest.mark.rule("spyrium-9.6")
def test_a_new_building_is_upright_and_used_this_turn() -> None:
    t = beside("Mine II", row="Workshop I, inclined Mine I, Palace").do("build Mine II a1 over inclined Mine I")
    assert t.row == "Workshop I, Mine II, Palace"
    assert t.do("use Mine II: 1 Spyrium").row == "Workshop I, inclined Mine II, Palace"


@pytest.mark.rule("spyrium-9.7")
def test_workers_of_a_replaced_building_are_inactive() -> None:
    t = table(market={"a1": "Mine II"}, stand={"a1 a2": "0"}, row="Mine I", workers=4)
    t.do("use Mine I: 1 worker for 1 Spyrium").lift("a1 a2").do("build Mine II a1 over inclined Mine I")
    assert (t.active, t.inactive, t.state.on_buildings(0), t.workers) == (2, 2, 0, 4)
    t.do("use Mine II: 1 worker for 2 Spyrium")
    assert (t.active, t.inactive, t.state.on_buildings(0)) == (1, 2, 1)


@pytest.mark.rule("spyrium-9.8")
def test_what_a_construction_brings_comes_at_once() -> None:
    t = beside("Mine III", tokens="3").do("build Mine III a1 in a new place")
    assert (t.spyrium, t.state.discards[-1:], t.tokens("a1")) == (12, b"\x03", [])
    t = beside("University I", tokens="2").do("build University I a1 in a new place")
    assert (t.points, t.state.discards[-1:], t.tokens("a1")) == (2, b"\x02", [])
    t = beside("Working-Class Neighborhood II", workers=3).do("build Working-Class Neighborhood II a1 in a new place")
    assert (t.workers, t.active) == (5, 4)
    t = beside("Residence I").do("build Residence I a1 in a new place", "move up the residence track")
    assert t.income == 3


@pytest.mark.rule("spyrium-9.9")
@pytest.mark.parametrize("techniques", ["", "Commerce"])
@pytest.mark.parametrize("name", ["Mine III", "University I", "University II"])
def test_a_building_without_its_token_is_built_for_nothing_more(name: str, techniques: str) -> None:
    t = beside(name, techniques=techniques, others="activating").do(f"build {name} a1 in a new place")
    assert (t.spyrium, t.points, t.row, t.state.seat) == (9, 0, name, 1)
    assert (t.state.kept, list(t.state.spent)) == (b"", [0, 0])


@pytest.mark.rule("spyrium-9.9")
@pytest.mark.parametrize(("owned", "after"), [(5, 7), (6, 7), (7, 7)])
def test_workers_come_as_far_as_the_reserve_has_them(owned: int, after: int) -> None:
    name = "Working-Class Neighborhood II"
    t = beside(name, workers=owned).do(f"build {name} a1 in a new place")
    assert (t.workers, t.active, t.row) == (after, after - 1, name)
    assert t.state.scores()[0] == vp(name)


# using a building


@pytest.mark.rule("spyrium-10.1")
def test_a_building_is_used_once_a_turn() -> None:
    t = table(row="Mine II, Mine II, inclined Mine I", active=2)
    use = "use Mine II: 1 Spyrium"
    assert t.do(use).row == "inclined Mine II, Mine II, inclined Mine I"
    assert t.do(use).spyrium == 11
    assert t.refused(use) == "spyrium-10.1"
    assert t.refused("use Mine II: 1 worker for 2 Spyrium") == "spyrium-10.1"
    assert t.refused("use Mine I: 1 worker for 1 Spyrium") == "spyrium-10.1"
    assert t.refused("use Factory I: 1 worker and 2 Spyrium for 6 points") == "spyrium-9.1"
    assert t.do("pass").row == "Mine II, Mine II, Mine I"


@pytest.mark.rule("spyrium-10.2")
def test_a_use_takes_active_workers_and_spyrium_in_full() -> None:
    row = "Factory I"
    both = [f"use Factory I: {x} points" for x in ("1 worker and 2 Spyrium for 6", "2 workers and 3 Spyrium for 10")]
    t = table(market=FULL, stand={"a1 a2": "0 0"}, row=row, workers=5, active=2, spyrium=3)
    assert [w for w in t.can if w.startswith("use F")] == both
    t.do(both[1])
    assert (t.active, t.spyrium, t.pounds) == (0, 0, 30)
    assert t.state.on_buildings(0) == 2
    for active, spyrium in ((1, 9), (2, 2)):
        t = table(market=FULL, stand={"a1 a2": "0 0"}, row=row, workers=5, active=active, spyrium=spyrium)
        assert t.refused(both[1]) == "spyrium-10.2"
        assert both[0] in t.can
    assert table(row=row, workers=3, active=0).refused(both[0]) == "spyrium-10.2"
    assert table(row=row, spyrium=1).refused(both[0]) == "spyrium-10.2"


@pytest.mark.rule("spyrium-10.3")
def test_one_effect_a_use() -> None:
    t = table(row="University II")
    assert t.offers("use University II:") == ["1 worker for 3 points", "2 workers for 6 points"]
    assert t.do("use University II: 1 worker for 3 points").points == 3
    assert t.refused("use University II: 2 workers for 6 points") == "spyrium-10.1"


@pytest.mark.rule("spyrium-10.4")
def test_workers_stay_on_the_building_and_further_ones_come() -> None:
    t = table(row="Workshop I", techniques="Taylorism", workers=3)
    t.do("use Workshop I: 1 worker and 1 Spyrium for 3 points")
    assert (t.active, t.state.on_buildings(0)) == (2, 1)
    t.do("reuse Workshop I: 1 worker and 1 Spyrium for 3 points")
    assert (t.active, t.state.on_buildings(0), t.spyrium, t.points) == (1, 2, 7, 6)


@pytest.mark.rule("spyrium-10.5")
@pytest.mark.parametrize(
    "name",
    [
        "Working-Class Neighborhood I",
        "Working-Class Neighborhood II",
        "Residence I",
        "Residence II",
        "Luxury Home",
        "Mansion",
        "Palace",
    ],
)
def test_buildings_without_an_effect_are_not_used(name: str) -> None:
    t = table(row=name, techniques="Taylorism", event="Second shift")
    assert t.can == ["pass"]
    assert t.refused(f"use {name}: option 1") == "spyrium-10.5"
    assert t.refused(f"reuse {name}: option 1") == "spyrium-10.5"


# passing and the end of a turn


@pytest.mark.rule("spyrium-11.1")
def test_passing_needs_an_empty_market_and_nothing_else() -> None:
    t = table(market=FULL, stand={"a1 a2": "0 1"}, row="Mine II", workers=5, others="activating")
    assert t.refused("pass") == "spyrium-11.1"
    t.lift("a1 a2").do("earn at Geologist a1").lift("a1 a2").do("earn at Geologist a1")
    assert t.active == 4
    assert "use Mine II: 1 Spyrium" in t.can
    assert t.do("pass").state.seat == 1


@pytest.mark.rule("spyrium-11.2")
def test_who_has_passed_is_skipped_until_all_have() -> None:
    t = table(seats=3, others="activating", row="Mine II", event="Sell Spyrium")
    sell = "use the event: 1 Spyrium for £3"
    assert t.do(sell, "pass").state.seat == 2
    assert t.do(sell).state.seat == 0
    assert t.do("use Mine II: 1 Spyrium", "pass").state.seat == 0
    assert t.state.turn == 1
    t.do("pass")
    assert (t.state.turn, t.state.seat) == (2, 1)


@pytest.mark.rule("spyrium-11.3")
def test_the_market_leaves_the_game_and_its_tokens_are_discarded() -> None:
    market = {"a1": "Miner", "b2": "University I", "c3": "Crane"}
    tokens = {"a1": "1 3 3", "b2": "2"}
    t = table(market=market, tokens=tokens, event="Token windfall", token=2, seats=4, reserve="1 " * 24).do("pass")
    assert t.gone == "Miner, University I, Crane"
    assert sorted(t.state.discards) == [1, 2, 2, 3, 3]
    assert t.state.token_now == 0
    assert all(t.state.cells)


@pytest.mark.rule("spyrium-11.4", "spyrium-12.9")
def test_buildings_techniques_and_event_are_ready_again() -> None:
    t = table(row="Mine II", techniques="Taylorism", event="Second shift")
    t.do("use Mine II: 1 Spyrium", "reuse Mine II: 1 Spyrium")
    t.do("use the event: £1 for an inclined building used again", "reuse Mine II: 1 Spyrium")
    assert (t.spyrium, t.can) == (12, ["pass"])
    t.do("pass")
    assert (t.row, list(t.state.spent), list(t.state.used_event)) == ("Mine II", [0, 0], [0, 0])


@pytest.mark.rule("spyrium-11.5")
def test_the_first_player_card_goes_to_the_left() -> None:
    t = table(seats=3)
    order = []
    while not t.state.over:
        order.append(t.state.first)
        assert t.state.seat == t.state.first
        turn = t.state.turn
        while t.state.turn == turn and not t.state.over:
            t.do(*(["pass"] if "pass" in t.can else ["start activating"]))
    assert order == [0, 1, 2, 0, 1, 2]


@pytest.mark.rule("spyrium-11.6")
def test_the_last_turn_is_cleared_too() -> None:
    market = {"a1": "Financier", "b2": "Palace"}
    t = table(market=market, tokens={"a1": "3"}, turn=6, row="Mine II", reserve="", discards="1")
    t.do("use Mine II: 1 Spyrium", "pass")
    assert t.state.over
    assert (t.row, t.gone, t.state.discards) == ("Mine II", "Financier, Palace", b"\x01\x03")
    assert not any(t.state.cells)
