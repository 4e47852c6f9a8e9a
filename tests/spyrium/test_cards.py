"""Buildings, characters and events: section 16 of the ledger, each card through `legal` and `apply`."""

from __future__ import annotations

from typing import Any

import pytest

from roundhouse.games.spyrium.cards import BUILT, CALLS, EVENTS, USES
from tests.spyrium.table import Table, beside, face, game, gap, price, table, vp

KIT = game().printed


def titles(kind: str) -> list[str]:
    return [title for title, own in zip(KIT.titles, KIT.kinds, strict=True) if own == kind]


# buildings: (workers, Spyrium) paid for (Spyrium, points) gained, one entry an effect

BUILDINGS = [
    pytest.param("Mine I", [(1, 0, 1, 0)], marks=[pytest.mark.card("mine_1"), pytest.mark.rule("spyrium-16.1")]),
    pytest.param(
        "Mine II",
        [(0, 0, 1, 0), (1, 0, 2, 0)],
        marks=[pytest.mark.card("mine_2"), pytest.mark.rule("spyrium-16.2")],
    ),
    pytest.param(
        "Mine III",
        [(0, 0, 1, 0), (1, 0, 3, 0)],
        marks=[pytest.mark.card("mine_3"), pytest.mark.rule("spyrium-16.3")],
    ),
    pytest.param(
        "Workshop I", [(1, 1, 0, 3)], marks=[pytest.mark.card("workshop_1"), pytest.mark.rule("spyrium-16.4")]
    ),
    pytest.param(
        "Workshop II", [(1, 2, 0, 5)], marks=[pytest.mark.card("workshop_2"), pytest.mark.rule("spyrium-16.5")]
    ),
    pytest.param(
        "Factory I",
        [(1, 2, 0, 6), (2, 3, 0, 10)],
        marks=[pytest.mark.card("factory_1"), pytest.mark.rule("spyrium-16.6")],
    ),
    pytest.param(
        "Factory II",
        [(2, 3, 0, 10), (2, 5, 0, 15)],
        marks=[pytest.mark.card("factory_2"), pytest.mark.rule("spyrium-16.7")],
    ),
    pytest.param(
        "Laboratory I", [(1, 1, 0, 4)], marks=[pytest.mark.card("laboratory_1"), pytest.mark.rule("spyrium-16.8")]
    ),
    pytest.param(
        "Laboratory II", [(1, 1, 0, 5)], marks=[pytest.mark.card("laboratory_2"), pytest.mark.rule("spyrium-16.9")]
    ),
    pytest.param(
        "Laboratory III", [(1, 2, 0, 7)], marks=[pytest.mark.card("laboratory_3"), pytest.mark.rule("spyrium-16.10")]
    ),
    pytest.param(
        "University I", [(1, 0, 0, 2)], marks=[pytest.mark.card("university_1"), pytest.mark.rule("spyrium-16.15")]
    ),
    pytest.param(
        "University II",
        [(1, 0, 0, 3), (2, 0, 0, 6)],
        marks=[pytest.mark.card("university_2"), pytest.mark.rule("spyrium-16.16")],
    ),
]


def uses(t: Table, name: str, form: str = "use") -> list[str]:
    return [w for w in t.can if w.startswith(f"{form} {name}:")]


@pytest.mark.parametrize(("name", "effects"), BUILDINGS)
def test_what_a_use_takes_and_gives(name: str, effects: list[tuple[int, int, int, int]]) -> None:
    assert len(uses(table(row=name, workers=4), name)) == len(effects)
    for k, (workers, paid, crystals, points) in enumerate(effects):
        t = table(row=f"Palace, {name}", workers=4, points=21, spyrium=9)
        t.do(uses(t, name)[k])
        assert t.active == 4 - workers
        assert t.state.on_buildings(0) == workers
        assert t.spyrium == 9 - paid + crystals
        assert t.points == 21 + points
        assert t.pounds == 30
        assert t.row == f"Palace, inclined {name}"
        assert uses(t, name) == []


@pytest.mark.parametrize(("name", "effects"), BUILDINGS)
def test_what_a_use_cannot_do_without(name: str, effects: list[tuple[int, int, int, int]]) -> None:
    words = uses(table(row=name, workers=4), name)
    for (workers, paid, _, _), said in zip(effects, words, strict=True):
        assert said in table(row=name, workers=4, active=workers, spyrium=paid).can
        if workers:
            t = table(row=name, workers=4, active=workers - 1)
            assert t.refused(said) == "spyrium-10.2"
        if paid:
            assert table(row=name, spyrium=paid - 1).refused(said) == "spyrium-10.2"


@pytest.mark.parametrize(("name", "effects"), BUILDINGS)
def test_used_again_it_does_and_takes_the_same(name: str, effects: list[tuple[int, int, int, int]]) -> None:
    for k, (workers, paid, crystals, points) in enumerate(effects):
        t = table(row=name, workers=6, points=21, spyrium=19, techniques="Taylorism", event="Second shift")
        t.do(uses(t, name)[k])
        t.do(uses(t, name, "reuse")[k])
        t.do("use the event: £1 for an inclined building used again")
        t.do(uses(t, name, "reuse")[k])
        assert t.active == 6 - 3 * workers
        assert t.state.on_buildings(0) == 3 * workers
        assert t.spyrium == 19 + 3 * (crystals - paid)
        assert t.points == 21 + 3 * points
        assert t.pounds == 29
        assert t.can == ["pass"]


def build(name: str, **more: Any) -> Table:
    """Seat 0 constructs a building alone in the market in a new place."""
    return beside(name, **more).do(f"build {name} a1 in a new place")


@pytest.mark.parametrize("name", titles("building"))
def test_every_building_is_constructed_for_its_price_and_counts_its_points(name: str) -> None:
    t = build(name, income=7, points=21, pounds=price(name))
    assert (t.pounds, t.row) == (0, name)
    assert t.state.building_points(0) == vp(name)


@pytest.mark.rule("spyrium-16.3", card="mine_3")
@pytest.mark.parametrize("value", [1, 2, 3])
def test_the_mine_with_a_token(value: int) -> None:
    t = build("Mine III", tokens=str(value), others="activating")
    assert (t.spyrium, t.points, t.state.seat) == (9 + value, 0, 1)


@pytest.mark.rule("spyrium-16.15", "spyrium-16.16", card=("university_1", "university_2"))
@pytest.mark.parametrize("value", [1, 2, 3])
@pytest.mark.parametrize("name", ["University I", "University II"])
def test_the_universities_with_a_token(name: str, value: int) -> None:
    t = build(name, tokens=str(value), others="activating")
    assert (t.spyrium, t.points, t.state.seat) == (9, value, 1)


@pytest.mark.rule("spyrium-16.11", "spyrium-16.12", "spyrium-14.5", card=("neighborhood_1", "neighborhood_2"))
@pytest.mark.parametrize("name", ["Working-Class Neighborhood I", "Working-Class Neighborhood II"])
def test_neighborhoods_bring_workers_who_are_active_at_once(name: str) -> None:
    n = 1 if name.endswith(" I") else 2
    t = build(name, workers=3, active=0, row="Mine I, University I")
    assert (t.workers, t.active) == (3 + n, n)
    assert t.do("use Mine I: 1 worker for 1 Spyrium").active == n - 1


@pytest.mark.rule("spyrium-16.13", "spyrium-16.14", card=("residence_1", "residence_2"))
@pytest.mark.parametrize("name", ["Residence I", "Residence II"])
def test_residences_act_on_the_track(name: str) -> None:
    assert build(name, income=4).do("move up the residence track").income == 5
    t = build(name, income=4).do("score the residence")
    assert (t.points, t.income) == (4, 4)
    t = build(name, income=7)
    assert (t.points, t.income) == (7, 7)


@pytest.mark.rule("spyrium-16.17", card=("luxury_home", "mansion", "palace"))
@pytest.mark.parametrize(("name", "points"), [("Luxury Home", 6), ("Mansion", 9), ("Palace", 12)])
def test_houses_are_worth_points_at_the_end_only(name: str, points: int) -> None:
    t = build(name)
    assert (t.points, t.state.scores()[0], t.can) == (0, points, ["pass"])


# characters


def call(name: str, token: int = 0, **more: Any) -> Table:
    told = f", token {token}" if token else ""
    return beside(name, tokens=str(token) if token else "", points=21, **more).do(f"call {name} a1{told}")


@pytest.mark.rule(
    "spyrium-16.18",
    "spyrium-16.22",
    "spyrium-16.23",
    "spyrium-16.26",
    card=("miner", "bureaucrat", "banker", "financier"),
)
@pytest.mark.parametrize("value", [1, 2, 3])
def test_characters_with_tokens(value: int) -> None:
    def gained(name: str) -> tuple[int, int, int]:
        """Pounds besides the printed price, Spyrium and points."""
        t = call(name, value)
        assert t.tokens("a1") == []
        assert t.state.discards == bytes([value])
        return (t.pounds - 30 + price(name), t.spyrium - 9, t.points - 21)

    assert gained("Miner") == (0, value, 0)
    assert gained("Bureaucrat") == (0, 0, value)
    assert gained("Banker") == (-value, 0, 4)
    assert gained("Financier") == (-value, 0, 5)


@pytest.mark.rule("spyrium-16.21", card="architect")
@pytest.mark.parametrize("value", [1, 2, 3])
def test_the_architect(value: int) -> None:
    t = call("Architect", value, income=3).do("move up the residence track")
    assert (t.pounds, t.income, t.points) == (30 - price("Architect") - value, 4, 21)
    t = call("Architect", value, income=3).do("score the residence")
    assert (t.pounds, t.income, t.points) == (30 - price("Architect") - value, 3, 24)
    t = call("Architect", value, income=7)
    assert (t.pounds, t.income, t.points) == (30 - price("Architect") - value, 7, 28)


@pytest.mark.rule(
    "spyrium-16.19",
    "spyrium-16.20",
    "spyrium-16.24",
    "spyrium-16.25",
    card=("geologist", "apprentice", "engineer", "adviser"),
)
@pytest.mark.parametrize(
    ("name", "spyrium", "points"),
    [("Geologist", 2, 0), ("Apprentice", -1, 3), ("Engineer", -1, 4), ("Adviser", 0, 3)],
)
def test_characters_without_tokens(name: str, spyrium: int, points: int) -> None:
    t = call(name)
    assert (t.pounds, t.spyrium, t.points) == (30 - price(name), 9 + spyrium, 21 + points)
    assert t.at("a1") == name


@pytest.mark.parametrize("name", titles("character"))
def test_every_character_costs_its_price(name: str) -> None:
    tokens = "1" if KIT.rival_tokens[face(name)] else ""
    t = beside(name, "0 1 1", tokens, pounds=price(name) + 1)
    assert t.offers("call") == []
    assert t.refused(f"call {name} a1" + (", token 1" if tokens else "")) == "spyrium-8.1"


# events


def event(name: str, **more: Any) -> Table:
    return table(event=name, points=21, **more)


@pytest.mark.rule("spyrium-16.27", card="token_gain")
@pytest.mark.parametrize("value", [1, 2, 3])
@pytest.mark.parametrize("phase", ["placing", "activating"])
def test_token_windfall(value: int, phase: str) -> None:
    def gained(what: str) -> tuple[int, int, int]:
        t = event("Token windfall", token=value, phase=phase).do(f"use the event: {what} as on the token")
        return (t.pounds - 30, t.spyrium - 9, t.points - 21)

    assert gained("£") == (value, 0, 0)
    assert gained("Spyrium") == (0, value, 0)
    assert gained("points") == (0, 0, value)


@pytest.mark.rule("spyrium-16.28", card="residence")
def test_residence_grant() -> None:
    said = "use the event: 1 Spyrium for one residence action"
    t = event("Residence grant", income=3).do(said, "score the residence")
    assert (t.spyrium, t.points) == (8, 24)
    t = event("Residence grant", income=3, phase="placing").do(said, "move up the residence track")
    assert (t.spyrium, t.income) == (8, 4)
    assert event("Residence grant", spyrium=0).can == ["pass"]


@pytest.mark.rule("spyrium-16.29", card="buy_vp")
def test_buy_renown() -> None:
    t = event("Buy renown", pounds=3)
    assert t.offers("use the event:") == ["£3 for 3 points"]
    t.do("use the event: £3 for 3 points")
    assert (t.pounds, t.points) == (0, 24)
    t = event("Buy renown", pounds=6).do("use the event: £6 for 5 points")
    assert (t.pounds, t.points) == (0, 26)


@pytest.mark.rule("spyrium-16.30", card="sell_spyrium")
def test_sell_spyrium() -> None:
    t = event("Sell Spyrium", spyrium=3, pounds=0).do("use the event: 1 Spyrium for £3")
    assert (t.spyrium, t.pounds, t.points) == (2, 3, 21)
    t = event("Sell Spyrium", spyrium=3, pounds=0).do("use the event: 3 Spyrium for £6")
    assert (t.spyrium, t.pounds, t.points) == (0, 6, 21)


@pytest.mark.rule("spyrium-16.31", card="reuse")
def test_second_shift() -> None:
    said = "use the event: £1 for an inclined building used again"
    t = event("Second shift", row="inclined Mine II, Mine I, inclined Workshop I, inclined Palace", workers=1)
    t.do(said)
    assert t.can == [
        "reuse Mine II: 1 Spyrium",
        "reuse Mine II: 1 worker for 2 Spyrium",
        "reuse Workshop I: 1 worker and 1 Spyrium for 3 points",
    ]
    assert t.refused("reuse Mine I: 1 worker for 1 Spyrium") == "spyrium-10.1"
    assert t.refused("use Mine I: 1 worker for 1 Spyrium") == "spyrium-4.1"
    t.do("reuse Workshop I: 1 worker and 1 Spyrium for 3 points")
    assert (t.pounds, t.spyrium, t.points, t.active) == (29, 8, 24, 0)
    assert t.row == "inclined Mine II, Mine I, inclined Workshop I, inclined Palace"
    assert t.refused(said) == "spyrium-6.1"


@pytest.mark.rule("spyrium-16.31", card="reuse")
def test_second_shift_needs_a_building_it_can_use() -> None:
    said = "use the event: £1 for an inclined building used again"
    assert event("Second shift", row="Mine II").refused(said) == "spyrium-10.1"
    assert event("Second shift", row="inclined Mine I", workers=3, active=0).refused(said) == "spyrium-10.1"
    assert event("Second shift", row="inclined Workshop I", spyrium=0).refused(said) == "spyrium-10.1"
    assert event("Second shift", row="inclined Mine I", pounds=0).refused(said) == "spyrium-6.2"
    assert event("Second shift", row="Mine II", phase="placing").refused(said) == "spyrium-10.1"


@pytest.mark.rule("spyrium-16.32", "spyrium-1.4", card="hire")
@pytest.mark.parametrize("owned", [3, 4, 5, 6])
@pytest.mark.parametrize("phase", ["placing", "activating"])
def test_hiring(owned: int, phase: str) -> None:
    said = "use the event: £1 for each worker owned for 1 new worker"
    t = event("Hiring", workers=owned, active=1, pounds=owned, stand={"a1 a2": "0"}, phase=phase).do(said)
    assert (t.pounds, t.workers, t.active) == (0, owned + 1, 2)
    assert event("Hiring", workers=owned, pounds=owned - 1).refused(said) == "spyrium-6.2"
    assert event("Hiring", workers=7, phase=phase).refused(said) == "spyrium-1.4"


@pytest.mark.rule("spyrium-16.33", card="late_worker")
def test_late_arrival() -> None:
    said = "use the event: a worker placed while activating"
    t = event("Late arrival", market={"a1": "Adviser"}, workers=3, others="activating").do(said)
    assert len(t.gaps) == len(t.can) == 2
    assert t.refused_place("b2 c2") == "spyrium-5.2"
    t.place("a1 b1")
    assert (t.active, t.state.workers_at(gap("a1 b1"), 0), t.state.seat) == (2, 1, 1)
    assert t.do("pass").refused("pass") == "spyrium-11.1"
    assert t.lift("a1 b1").do("call Adviser a1").points == 24


@pytest.mark.rule("spyrium-16.33", card="late_worker")
def test_when_nobody_arrives_late() -> None:
    said = "use the event: a worker placed while activating"
    market = {"a1": "Adviser"}
    assert event("Late arrival", market=market, phase="placing").refused(said) == "spyrium-4.2"
    assert event("Late arrival", market=market, active=0).refused(said) == "spyrium-5.1"
    assert event("Late arrival").refused(said) == "spyrium-5.2"
    t = event("Late arrival", market=market, phase="placing").do("start activating", said).place("a1 a2")
    assert t.state.in_market(0) == 1


# every card is here


def test_every_effect_belongs_to_a_card() -> None:
    effects = [*USES, *BUILT, *CALLS, *EVENTS]
    assert set(effects) <= set(KIT.ids)
    assert {id for id, kind in zip(KIT.ids, KIT.kinds, strict=True) if kind == "character"} == set(CALLS)
    assert {id for id, kind in zip(KIT.ids, KIT.kinds, strict=True) if kind == "event"} == set(EVENTS)
