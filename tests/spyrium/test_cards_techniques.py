"""Techniques: section 12 of the ledger."""

from __future__ import annotations

from typing import Any

import pytest

from tests.spyrium.table import Table, beside, game, price, table, vp

KIT = game().printed
TECHNIQUES = [title for title, kind in zip(KIT.titles, KIT.kinds, strict=True) if kind == "technique"]
SHIFT = "use the event: £1 for an inclined building used again"


def last(t: Table) -> int:
    """What seat 0 scores for its techniques."""
    return t.state.technique_points(0)


@pytest.mark.rule("spyrium-12.1")
@pytest.mark.parametrize("name", TECHNIQUES)
def test_a_technique_is_patented_for_its_price(name: str) -> None:
    t = table(market={"a1": name}, stand={"a1 a2": "0 1"}, pounds=price(name) + 1, row="5 Mine I").lift("a1 a2")
    t.do(f"patent {name} a1")
    assert (t.pounds, t.techniques, t.at("a1"), t.row) == (0, name, "", "Mine I, Mine I, Mine I, Mine I, Mine I")
    assert t.do("pass").techniques == name


@pytest.mark.rule("spyrium-12.1")
def test_any_number_of_techniques() -> None:
    t = table(market={"a1": "Crane"}, stand={"a1 a2": "0"}, techniques=", ".join(n for n in TECHNIQUES if n != "Crane"))
    assert t.lift("a1 a2").do("patent Crane a1").techniques == ", ".join(TECHNIQUES)


@pytest.mark.rule("spyrium-12.1")
def test_a_technique_works_from_the_next_action_on() -> None:
    market = {"a1": "Lobbying", "c3": "Crane"}
    t = table(market=market, stand={"a1 a2": "0 1", "b3 c3": "0 1 1"}).lift("a1 a2")
    assert t.offers("patent") == ["Lobbying a1"]
    t.do("patent Lobbying a1").lift("b3 c3").do("patent Crane c3 by Lobbying")
    assert t.pounds == 30 - price("Lobbying") - 1 - price("Crane")


@pytest.mark.rule("spyrium-12.2", card="automation")
@pytest.mark.parametrize(
    ("name", "words", "gain"),
    [
        ("Mine I", "1 worker for 1 Spyrium", 1),
        ("Mine II", "1 Spyrium", 1),
        ("Mine II", "1 worker for 2 Spyrium", 2),
        ("Mine III", "1 worker for 3 Spyrium", 3),
    ],
)
def test_automation_runs_mines_without_workers(name: str, words: str, gain: int) -> None:
    t = table(row=name, techniques="Automation", workers=3, active=0).do(f"use {name}: {words}")
    assert (t.spyrium, t.active, t.state.on_buildings(0), t.row) == (9 + gain, 0, 0, f"inclined {name}")
    assert table(row=name, techniques="Automation", workers=3).do(f"use {name}: {words}").active == 3


@pytest.mark.rule("spyrium-12.2", card="automation")
def test_automation_runs_mines_alone_and_again() -> None:
    assert table(row="Workshop I, University I", techniques="Automation", workers=3, active=0).can == ["pass"]
    t = table(row="Mine III", techniques="Automation, Taylorism, Engineering", event="Second shift", active=0)
    t.do("use Mine III: 1 worker for 3 Spyrium", "reuse Mine III: 1 worker for 3 Spyrium", SHIFT)
    t.do("reuse Mine III: 1 worker for 3 Spyrium")
    assert (t.spyrium, t.points, t.pounds) == (18, 0, 29)


@pytest.mark.rule("spyrium-12.2", card="automation")
@pytest.mark.parametrize(("spyrium", "points"), [(0, 0), (3, 3), (7, 7), (8, 7)])
def test_automation_counts_spyrium(spyrium: int, points: int) -> None:
    assert last(table(techniques="Automation", spyrium=spyrium)) == points


@pytest.mark.rule("spyrium-12.3", card="capitalization")
def test_capitalization_earns_two_more() -> None:
    market = {"a1": "Adviser"}
    t = table(market=market, stand={"a1 a2": "0 1 1"}, techniques="Capitalization").lift("a1 a2")
    assert t.do("earn at Adviser a1").pounds == 34
    t = table(market=market, stand={"a1 a2": "0"}, techniques="Capitalization").lift("a1 a2")
    assert t.do("earn at Adviser a1").pounds == 32
    t = table(market=market, stand={"b2 c2": "0 1"}, techniques="Capitalization").lift("b2 c2")
    assert t.do("take the worker home").pounds == 32
    t = table(market=market, stand={"a1 a2": "0"}, techniques="Capitalization").lift("a1 a2")
    assert t.do("call Adviser a1").pounds == 30 - price("Adviser")


@pytest.mark.rule("spyrium-12.3", card="capitalization")
@pytest.mark.parametrize(("pounds", "points"), [(0, 0), (1, 0), (2, 1), (13, 6), (14, 7), (15, 7), (16, 7)])
def test_capitalization_counts_pairs_of_pounds(pounds: int, points: int) -> None:
    assert last(table(techniques="Capitalization", pounds=pounds)) == points


@pytest.mark.rule("spyrium-12.4", card="crane")
@pytest.mark.parametrize(("owned", "cost"), [(0, 0), (1, 0), (2, 0), (3, 0), (4, 1), (5, 2), (9, 6)])
def test_crane_makes_places_cheaper(owned: int, cost: int) -> None:
    t = table(market={"a1": "Palace"}, stand={"a1 a2": "0 1"}, row=f"{owned} Mine I", techniques="Crane")
    t.lift("a1 a2").do("build Palace a1 in a new place")
    assert t.pounds == 30 - price("Palace") - 1 - cost
    assert last(t) == min(7, owned + 1)


@pytest.mark.rule("spyrium-12.4", card="crane")
def test_crane_changes_no_replacement() -> None:
    t = beside("Palace", row="Mine I", techniques="Crane")
    assert t.do("build Palace a1 over Mine I").pounds == 30 - price("Palace")


@pytest.mark.rule("spyrium-12.5", card="engineering")
@pytest.mark.parametrize(
    ("name", "words", "points"),
    [
        ("Workshop I", "1 worker and 1 Spyrium for 3 points", 3 + 1),
        ("Workshop II", "1 worker and 2 Spyrium for 5 points", 5 + 1),
        ("Factory I", "1 worker and 2 Spyrium for 6 points", 6 + 1),
        ("Factory I", "2 workers and 3 Spyrium for 10 points", 10 + 2),
        ("Factory II", "2 workers and 3 Spyrium for 10 points", 10 + 2),
        ("Factory II", "2 workers and 5 Spyrium for 15 points", 15 + 2),
        ("Laboratory I", "1 worker and 1 Spyrium for 4 points", 4 + 1),
        ("Laboratory II", "1 worker and 1 Spyrium for 5 points", 5 + 1),
        ("Laboratory III", "1 worker and 2 Spyrium for 7 points", 7 + 1),
        ("University I", "1 worker for 2 points", 2),
        ("University II", "2 workers for 6 points", 6),
    ],
)
def test_engineering_scores_more_for_each_worker(name: str, words: str, points: int) -> None:
    t = table(row=name, techniques="Engineering", points=20).do(f"use {name}: {words}")
    assert t.points == 20 + points


@pytest.mark.rule("spyrium-12.5", card="engineering")
def test_engineering_counts_the_workers_of_each_use_by_itself() -> None:
    t = table(row="Factory I", techniques="Engineering, Taylorism", points=20, workers=6)
    t.do("use Factory I: 2 workers and 3 Spyrium for 10 points")
    assert t.do("reuse Factory I: 1 worker and 2 Spyrium for 6 points").points == 20 + 12 + 7


@pytest.mark.rule("spyrium-12.5", card="engineering")
def test_engineering_adds_nothing_to_characters_and_events() -> None:
    t = table(market={"a1": "Banker"}, tokens={"a1": "3"}, stand={"a1 a2": "0"}, techniques="Engineering", points=20)
    assert t.lift("a1 a2").do("call Banker a1, token 3").points == 24
    t = table(techniques="Engineering", event="Token windfall", token=3, points=20, row="Factory I")
    assert t.do("use the event: points as on the token").points == 23


@pytest.mark.rule("spyrium-12.5", card="engineering")
def test_engineering_counts_the_points_of_factories_again() -> None:
    row = "Workshop I, Laboratory I, University I, Palace, Mine I"
    t = table(techniques="Engineering", row=row)
    assert last(t) == min(7, vp("Workshop I") + vp("Laboratory I"))
    t = table(techniques="Engineering", row="4 Factory II, 4 Laboratory III")
    assert last(t) == 7
    assert last(table(techniques="Engineering", row="Palace, University II, Mine III")) == 0


@pytest.mark.rule("spyrium-12.6", card="lobbying")
@pytest.mark.parametrize(
    ("name", "words", "more"),
    [
        ("Banker", "call Banker a1, token 3", 3),
        ("Crane", "patent Crane a1", 0),
        ("Palace", "build Palace a1 in a new place", 2),
        ("Palace", "build Palace a1 over Mine I", 0),
    ],
)
def test_lobbying_spares_the_surcharge_alone(name: str, words: str, more: int) -> None:
    def ready(pounds: int) -> Table:
        t = table(
            market={"a1": name},
            tokens={"a1": "3" if name == "Banker" else ""},
            stand={"a1 a2": "0 0 1 1", "a1 b1": "1"},
            row="Mine I, Mine II",
            techniques="Lobbying",
            pounds=pounds,
        )
        return t.lift("a1 a2")

    full = price(name) + more
    t = ready(full)
    assert words not in t.can
    assert t.do(f"{words} by Lobbying").pounds == 0
    assert ready(full - 1).refused(f"{words} by Lobbying") in ("spyrium-8.1", "spyrium-8.7")
    t = ready(full + 4)
    assert {words, f"{words} by Lobbying"} <= set(t.can)
    assert t.do(words).pounds == 0
    assert t.state.spent[0] == 0


@pytest.mark.rule("spyrium-12.6", "spyrium-12.9", card="lobbying")
def test_lobbying_once_a_turn() -> None:
    market = {"a1": "Adviser", "a2": "Palace"}
    t = table(market=market, stand={"a1 a2": "0 0 0 1"}, techniques="Lobbying")
    t.lift("a1 a2").do("call Adviser a1 by Lobbying").lift("a1 a2")
    assert t.refused("call Adviser a1 by Lobbying") == "spyrium-12.6"
    assert t.refused("build Palace a2 in a new place by Lobbying") == "spyrium-12.6"
    assert t.do("call Adviser a1").pounds == 30 - 2 * price("Adviser") - 2


@pytest.mark.rule("spyrium-12.9", card="lobbying")
@pytest.mark.parametrize(
    ("name", "words"), [("Palace", "build Palace a1 in a new place"), ("Crane", "patent Crane a1")]
)
def test_lobbying_for_any_card_is_the_lobbying_of_the_turn(name: str, words: str) -> None:
    t = table(market={"a1": name, "c3": "Adviser"}, stand={"a1 a2": "0 1", "b3 c3": "0 1"}, techniques="Lobbying")
    assert t.lift("a1 a2").do(f"{words} by Lobbying").lift("b3 c3").offers("call") == ["Adviser c3"]
    assert t.do("earn at Adviser c3", "pass").state.spent[0] == 0


@pytest.mark.rule("spyrium-12.6", card="lobbying")
def test_lobbying_is_not_offered_without_surcharge_nor_ownership() -> None:
    t = table(market={"a1": "Adviser"}, stand={"a1 a2": "0", "b1 b2": "1"}, techniques="Lobbying").lift("a1 a2")
    assert t.offers("call") == ["Adviser a1"]
    assert t.refused("call Adviser a1 by Lobbying") == "spyrium-12.6"
    assert beside("Palace", "0 1").refused("build Palace a1 in a new place by Lobbying") == "spyrium-12.6"
    assert beside("Palace", "0 1", techniques="Lobbying").do("earn at Palace a1").pounds == 31


@pytest.mark.rule("spyrium-12.6", card="lobbying")
@pytest.mark.parametrize("income", [2, 3, 4, 5, 7])
def test_lobbying_counts_the_residence_space(income: int) -> None:
    assert last(table(techniques="Lobbying", income=income)) == income


@pytest.mark.rule("spyrium-12.7", "spyrium-12.9", card="taylorism")
def test_taylorism_once_a_turn() -> None:
    t = table(row="Mine II, inclined University I", techniques="Taylorism", workers=4, others="activating")
    assert t.offers("reuse") == ["University I: 1 worker for 2 points"]
    assert t.refused("reuse Mine II: 1 Spyrium") == "spyrium-10.1"
    t.do("reuse University I: 1 worker for 2 points")
    assert (t.points, t.active, t.row, t.state.seat) == (2, 3, "Mine II, inclined University I", 1)
    assert t.do("pass").refused("reuse University I: 1 worker for 2 points") == "spyrium-12.7"
    assert t.do("use Mine II: 1 Spyrium").refused("reuse Mine II: 1 Spyrium") == "spyrium-12.7"


@pytest.mark.rule("spyrium-12.7", card="taylorism")
def test_taylorism_pays_again_and_belongs_to_activating() -> None:
    t = table(row="inclined Workshop I", techniques="Taylorism", spyrium=0)
    assert t.refused("reuse Workshop I: 1 worker and 1 Spyrium for 3 points") == "spyrium-10.2"
    t = table(row="inclined Workshop I", techniques="Taylorism", workers=3, active=0)
    assert t.refused("reuse Workshop I: 1 worker and 1 Spyrium for 3 points") == "spyrium-10.2"
    t = table(row="inclined Mine II", techniques="Taylorism", phase="placing")
    assert t.refused("reuse Mine II: 1 Spyrium") == "spyrium-4.2"
    assert table(row="inclined Mine II").refused("reuse Mine II: 1 Spyrium") == "spyrium-12.7"


@pytest.mark.rule("spyrium-12.7", card="taylorism")
@pytest.mark.parametrize("event_first", [True, False])
def test_taylorism_and_the_second_shift_on_the_same_building(event_first: bool) -> None:
    mine = "Mine II: 1 Spyrium"
    t = table(row="Mine II", techniques="Taylorism", event="Second shift").do(f"use {mine}")
    steps = [[SHIFT, f"reuse {mine}"], [f"reuse {mine}"]]
    for step in steps if event_first else steps[::-1]:
        t.do(*step)
    assert (t.spyrium, t.pounds, t.can) == (12, 29, ["pass"])


@pytest.mark.rule("spyrium-12.7", card="taylorism")
def test_the_second_shift_does_not_spend_taylorism() -> None:
    mine = "Mine II: 1 Spyrium"
    t = table(row="inclined Mine II", techniques="Taylorism", event="Second shift").do(SHIFT, f"reuse {mine}")
    assert t.state.spent[0] == 0
    assert f"reuse {mine}" in t.can


@pytest.mark.rule("spyrium-12.7", card="taylorism")
@pytest.mark.parametrize("workers", [3, 5, 7])
def test_taylorism_counts_workers_wherever_they_are(workers: int) -> None:
    assert last(table(techniques="Taylorism", workers=workers, active=1, stand={"a1 a2": "0"})) == workers


def commerce(market: dict[str, str], tokens: dict[str, str], stand: dict[str, str], **more: Any) -> Table:
    return table(market=market, tokens=tokens, stand=stand, techniques="Commerce", **more)


@pytest.mark.rule("spyrium-12.8", card="commerce")
def test_commerce_keeps_the_tokens_of_characters_and_buildings() -> None:
    t = commerce({"a1": "Miner", "c3": "University I"}, {"a1": "2 3", "c3": "1"}, {"a1 a2": "0 0", "b3 c3": "0"})
    t.lift("a1 a2").do("call Miner a1, token 3").lift("a1 a2").do("call Miner a1, token 2")
    t.lift("b3 c3").do("build University I c3 in a new place", "count the token as 1")
    assert (t.spyrium, t.points) == (14, 1)
    assert (t.state.kept, t.state.discards, last(t)) == (b"\x03\x02\x01", b"", 3)


@pytest.mark.rule("spyrium-12.8", card="commerce")
def test_others_keep_nothing() -> None:
    t = table(market={"a1": "Miner"}, tokens={"a1": "2 3"}, stand={"a1 a2": "0 1"}, others="activating")
    t.state.techniques = bytes([0, 4])
    t.lift("a1 a2").do("call Miner a1, token 3")
    assert (t.state.kept, t.state.discards) == (b"", b"\x03")
    t.lift("a1 a2").do("call Miner a1, token 2")
    assert (t.state.kept, t.state.discards) == (b"\x02", b"\x03")
    assert [t.state.technique_points(i) for i in (0, 1)] == [0, 1]


@pytest.mark.rule("spyrium-12.8", "spyrium-12.9", card="commerce")
def test_commerce_chooses_the_value_once_a_turn() -> None:
    t = commerce({"a1": "Miner"}, {"a1": "1 1 2"}, {"a1 a2": "0 0"}).lift("a1 a2")
    assert t.offers("call Miner a1, token") == ["1", "1 as 2", "1 as 3", "2 as 1", "2", "2 as 3"]
    t.do("call Miner a1, token 1 as 3")
    assert (t.spyrium, t.state.kept) == (12, b"\x01")
    assert t.lift("a1 a2").offers("call Miner a1, token") == ["1", "2"]
    assert t.refused("call Miner a1, token 1 as 3") == "spyrium-12.8"
    t.do("call Miner a1, token 2")
    assert (t.spyrium, t.state.kept) == (14, b"\x01\x02")  # kept all the same


@pytest.mark.rule("spyrium-12.8")
def test_without_commerce_a_token_is_what_it_is() -> None:
    t = table(market={"a1": "Miner"}, tokens={"a1": "1"}, stand={"a1 a2": "0"}).lift("a1 a2")
    assert t.refused("call Miner a1, token 1 as 3") == "spyrium-12.8"


@pytest.mark.rule("spyrium-12.11", card="commerce")
@pytest.mark.parametrize(("name", "points"), [("Banker", 4), ("Financier", 5), ("Architect", 0)])
def test_commerce_pays_another_value(name: str, points: int) -> None:
    t = commerce({"a1": name}, {"a1": "3"}, {"a1 a2": "0"}, pounds=price(name) + 1).lift("a1 a2")
    assert t.offers("call") == [f"{name} a1, token 3 as 1"]
    t.do(f"call {name} a1, token 3 as 1")
    if name == "Architect":
        t.do("move up the residence track")
    assert (t.pounds, t.points, t.state.kept) == (0, points, b"\x03")
    assert t.state.spent[0] == 4


@pytest.mark.rule("spyrium-12.11", card="commerce")
@pytest.mark.parametrize(("name", "value"), [("University I", 1), ("University II", 3), ("Mine III", 2)])
@pytest.mark.parametrize("counts", [1, 2, 3])
def test_commerce_on_a_building(name: str, value: int, counts: int) -> None:
    t = commerce({"a1": name}, {"a1": str(value)}, {"a1 a2": "0"}).lift("a1 a2")
    t.do(f"build {name} a1 in a new place")
    assert t.can == ["count the token as 1", "count the token as 2", "count the token as 3"]
    t.do(f"count the token as {counts}")
    assert (t.points, t.spyrium) == ((0, 9 + counts) if name == "Mine III" else (counts, 9))
    assert t.state.kept == bytes([value])
    assert (t.state.spent[0] != 0) == (value != counts)


@pytest.mark.rule("spyrium-12.11", card="commerce")
@pytest.mark.parametrize("counts", [1, 2, 3])
def test_commerce_on_the_event_is_for_its_owner_only_and_keeps_nothing(counts: int) -> None:
    t = table(techniques="Commerce", event="Token windfall", token=2, others="activating")
    t.do("use the event: Spyrium as on the token", f"count the token as {counts}")
    assert (t.spyrium, t.state.kept, t.state.token_now) == (9 + counts, b"", 2)
    assert (t.state.spent[0] != 0) == (counts != 2)
    assert t.do("use the event: Spyrium as on the token").state.spyrium[1] == 11
    assert t.state.seat == 0


@pytest.mark.rule("spyrium-12.9", card="commerce")
def test_the_value_changed_for_an_event_is_not_changed_for_a_card() -> None:
    t = commerce({"a1": "Miner"}, {"a1": "1"}, {"a1 a2": "0"}, event="Token windfall", token=1)
    assert t.do("use the event: £ as on the token", "count the token as 3").pounds == 33
    assert t.lift("a1 a2").offers("call") == ["Miner a1, token 1"]
    t = commerce({"a1": "Miner"}, {"a1": "1"}, {"a1 a2": "0"}, event="Token windfall", token=1)
    t.lift("a1 a2").do("call Miner a1, token 1 as 2", "use the event: £ as on the token")
    assert t.pounds == 31 - price("Miner")
    assert t.can == ["pass"]


@pytest.mark.rule("spyrium-12.9", card="commerce")
@pytest.mark.parametrize("first", ["University I", "Miner"])
def test_the_value_changed_for_a_card_is_not_changed_for_a_building(first: str) -> None:
    t = commerce({"a1": first, "c3": "Mine III"}, {"a1": "1", "c3": "1"}, {"a1 a2": "0", "b3 c3": "0"}).lift("a1 a2")
    if first == "Miner":
        t.do("call Miner a1, token 1 as 3")
    else:
        t.do("build University I a1 in a new place", "count the token as 3")
    before = t.spyrium
    t.lift("b3 c3").do("build Mine III c3 in a new place")
    assert (t.spyrium, t.state.kept) == (before + 1, b"\x01\x01")
    assert "pass" in t.can


@pytest.mark.rule("spyrium-12.10", card="commerce")
@pytest.mark.parametrize(("before", "kept", "discarded"), [(5, 6, 0), (6, 7, 0), (7, 7, 1)])
def test_seven_tokens_are_kept_at_most(before: int, kept: int, discarded: int) -> None:
    t = commerce({"a1": "Miner"}, {"a1": "2"}, {"a1 a2": "0"}, kept="1 " * before).lift("a1 a2")
    t.do("call Miner a1, token 2")
    assert (len(t.state.kept), len(t.state.discards), last(t), t.spyrium) == (kept, discarded, kept, 11)


@pytest.mark.rule("spyrium-12.10", card="commerce")
def test_kept_tokens_stay_out_of_the_reserve() -> None:
    t = table(techniques="Commerce", kept="1 2 3", reserve="", discards="1 1", seats=2).do("pass")
    assert t.state.kept == b"\x01\x02\x03"


@pytest.mark.parametrize("name", TECHNIQUES)
def test_a_technique_helps_nobody_else(name: str) -> None:
    t = table(techniques=name, row="Factory I", others="activating", pounds=14, spyrium=7)
    assert t.state.technique_points(1) == 0
    assert t.state.ready(1) == 0
