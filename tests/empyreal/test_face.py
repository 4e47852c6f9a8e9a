"""What is its own in the page of a table of Empyreal: prices and ways of builds, trains and goods, the sign."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest

import roundhouse
from roundhouse.games.empyreal.actions import COLUMNS, activated, activation
from roundhouse.games.empyreal.cars import Declare
from roundhouse.games.empyreal.face import land
from roundhouse.games.empyreal.face.log import outcome
from roundhouse.games.empyreal.face.page import TABS, options_text, regions
from roundhouse.games.empyreal.face.words import breakdown, cost_of, endings, progress, short_company, shortcuts
from roundhouse.games.empyreal.state import NO_COSTS, Empyreal
from roundhouse.games.empyreal.track import Build
from tests.empyreal import test_suite
from tests.empyreal.table import FAR, game, kit, table
from tests.kit import journeys
from tests.kit.faces import asked, shown
from tests.kit.journeys import APART, FULL, NAMES, Sample, carried, decided, drawn, looks

EMPYREAL = test_suite.TestEmpyreal
ROOT = Path(roundhouse.__file__).parent
OWN = ROOT / "games" / "empyreal" / "static"


@cache
def builds() -> list[Empyreal]:
    """Positions in which a train is built, from all over the games."""
    return [s for s in journeys.walk(EMPYREAL, "build", 900 if FULL else 150, 9) if isinstance(s.verb, Build)]


def asking(verb: str) -> list[Empyreal]:
    """Positions with a question of this kind."""
    return [sample.state for sample in journeys.samples(EMPYREAL) if type(sample.state.verb).__name__ == verb]


def ended() -> list[Sample]:
    return [sample for sample in shown(EMPYREAL) if sample.state.over]


def test_the_sign_has_no_button_for_what_is_chosen_elsewhere() -> None:
    for sample in asked(EMPYREAL):
        s = sample.state
        on_sign = {a for a in s.legal() if "prompt" in EMPYREAL.places(s, a)}
        short = {way.actions[0] for way in shortcuts(sample.view(s.seat), s.box)}
        there = set(sample.acting(s.seat, "prompt"))
        assert on_sign <= there <= on_sign | short
        assert len(there - on_sign) <= 1


def test_a_departure_stands_at_a_car_that_it_activates() -> None:
    seen = set()
    for sample in asked(EMPYREAL):
        for e in sample.tree(sample.decider, "dock").iter():
            if "depart" in e.get("class", "").split():
                row, column = map(int, re.findall(r"\d+", e.get("style", "")))
                place = (row - 2) * COLUMNS + column - 2
                assert place in [activated(int(a))[0] for a in e.get("data-then", "").split(",")]
                seen.add(row)
    assert len(seen) > 1


def test_an_empty_market_says_so() -> None:
    s = asking("Act")[0]
    shop = s.view(None)
    for cars, said in ((shop["market"], False), ([], True)):
        assert ("No spellcars left" in regions({**shop, "market": cars}, s.box, looks(s))["supply"]) == said


def test_prices_are_the_engines() -> None:
    paid = exactly = crossed = 0
    for s in builds():
        for b in cast(list[dict[str, Any]], s.view(s.seat)["builds"]):
            after = s.clone()
            after.apply(b["action"])
            less = s.ready[s.seat] - after.ready[s.seat]
            assert less <= b["price"]  # some effects give mana back with it
            exactly += less == b["price"]
            assert sum(b["tolls"]) == b["price"]
            assert len(b["tolls"]) == len(b["over"])
            crossed += bool(b["over"])
            paid += 1
    assert paid > 200
    assert exactly > 0.8 * paid
    assert crossed > 20


def test_what_moves_and_activations_cost_is_what_the_folio_says() -> None:
    moves = activations = 0
    for s in [*asking("Act"), *asking("Declare")]:
        view: dict[str, Any] = s.view(s.seat)
        player = view["players"][s.seat]
        for a in view["actions"]:
            block, thing = a["block"], a["thing"]
            if block == "move":
                steps = thing + 1 - s.conductor[s.seat]
                assert player["prices"]["moves"][steps - 1] == cost_of(a)
                moves += 1
            elif block == "activate" and cast(Declare, s.verb).gained == 0 and not a["words"].endswith("twice"):
                own = 0 if s.turn_rules & NO_COSTS else s.box.costs[s.car(s.seat, thing)]
                assert cost_of(a) == own + player["prices"]["activate"][len(s.declared) // 2]
                activations += 1
    assert moves > 50 // APART
    assert activations > 10 // APART


def test_the_chain_of_a_build_is_drawn_for_who_builds() -> None:
    seen = 0
    for s in builds()[:: 1 if FULL else 5]:
        told = cast(list[dict[str, Any]], s.view(s.seat)["builds"])
        board = drawn(s, s.seat)["board"]
        assert set(re.findall(r'data-way="(\d+)"', board)) == {str(b["action"]) for b in told if b["over"]}
        for b in told:
            found = re.search(rf'data-action="{b["action"]}".*?class="badge-n"[^>]*>(\d+)<', board)
            assert found is None or int(found[1]) <= b["price"]
        seen += sum(1 for b in told if b["over"])
    assert seen > 10
    assert not any("data-way" in sample.page(None)["board"] for sample in shown(EMPYREAL))


@pytest.mark.parametrize("stack", ["engineers", "surveyors", "station masters"])
def test_only_who_looks_through_a_stack_sees_it(stack: str) -> None:
    t = table("I4 I5", "B1", conductor="E").do("move to the End", "upgrade specialists", f"look at the {stack}")
    names = [name.replace("'", "&#39;") for name in t.offers("take")]
    dock, watched = drawn(t.state, 0)["dock"], "".join(drawn(t.state, None).values())
    assert names
    assert all(name in dock for name in names)
    assert not any(name in watched for name in names)


def test_every_train_good_and_tile_is_on_the_map() -> None:
    for sample in shown(EMPYREAL):
        s, board = sample.state, sample.page(None)["board"]
        for seat in range(s.seats):
            assert len(re.findall(rf'data-piece="track-{"abcdef"[seat]}-', board)) == s.placed(seat)
        assert len(re.findall(r'class="dem"', board)) == sum(len(tiles) for tiles in s.demands)
        assert board.count("waste-tile") == s.box.wastelands - s.wastes
        assert set(re.findall(r'data-at="([A-Z]\d+)"', board)) == set(s.board.labels)


def test_the_train_just_built_is_ringed() -> None:
    s = builds()[-1].clone()
    seat, action = s.seat, next(a for a in s.legal() if s.points_at(a)[0] == "build")
    last = (seat, decided(s, action))
    s.apply(action)
    assert "fresh" not in regions(s.view(None), s.box, looks(s))["board"]
    assert regions(s.view(None), s.box, looks(s), last)["board"].count('class="fresh"') == 1


def test_every_mark_is_in_a_sprite() -> None:
    text = "".join(
        p.read_text(encoding="utf-8") for p in (ROOT / "web" / "static" / "icons.svg", OWN / "empyreal-icons.svg")
    )
    used = {mark for _, mark, _ in TABS}
    for sample in shown(EMPYREAL):
        html = "".join(sample.page(sample.decider).values())
        used |= set(re.findall(r'href="#([^"]+)"', html)) | set(re.findall(r"url\(#([^)]+)\)", html))
    assert used - set(re.findall(r'id="([^"]+)"', text)) == set()


def test_the_stylesheet_stays_light() -> None:
    assert len((OWN / "empyreal.css").read_bytes()) < 50_000


def test_neighbours_are_those_of_the_engine() -> None:
    for seats in range(2, 7):
        s = cast(Empyreal, game().new(seats=seats, seed=1))
        assert land.country(s.view(None), s.box).beside == s.board.beside


def test_awards_and_teammates_are_in_the_breakdown_where_there_are_any() -> None:
    for sample in journeys.samples(EMPYREAL):
        view = sample.view(None)
        sources = dict(breakdown(view))
        assert ("Awards" in sources) == bool(view["awards"])
        assert ("Teammates" in sources) == bool(sample.state.teams())


def test_how_far_it_has_come() -> None:
    told = {re.sub(r"\d+", "1", progress(sample.view(None))) for sample in journeys.samples(EMPYREAL)}
    assert told == {
        "Striking awards", "Founding companies", "Headquarters", "Round 1", "Round 1, the last", "Final deliveries"
    }  # fmt: skip


def test_delivering_nothing_is_asked_about() -> None:
    found = [sample for sample in asked(EMPYREAL) if type(sample.state.verb).__name__ == "ChooseCity"]
    assert found
    assert all("data-confirm" in sample.page(sample.decider)["prompt"] for sample in found)


def test_options_are_told_where_they_are_not_the_usual_ones() -> None:
    usual: dict[str, object] = {
        "awards": "off", "epic": False, "open_information": False, "friendly": False, "teams": "off"
    }  # fmt: skip
    assert options_text(usual) == ""
    assert options_text({**usual, "awards": "expert", "epic": True}) == "Expert awards, epic"
    assert options_text({**usual, "open_information": True, "teams": "2v2"}) == "Open information, 2v2"


def test_the_sign_names_what_its_buttons_do() -> None:
    seen: dict[str, set[str]] = {}
    for sample in asked(EMPYREAL):
        for element in sample.tree(sample.decider, "prompt").iter("button"):
            block = sample.state.points_at(carried(element)[0])[0]
            label = "".join(element.itertext())
            quiet = "quiet" in element.get("class", "").split()
            if block in ("skip", "no_delivery", "no_tile", "no_copy"):
                assert quiet
            if block == "stop":
                assert quiet != label.startswith(("Start", "Deliver"))
            seen.setdefault(block, set()).add(label)
            if block in ("administrate", "upgrade", "tile"):
                assert "\n" in element.get("data-tip", "")
    assert {"Activate none", "That is all"} <= seen["stop"]
    assert "Mana+1, reclaim all" in seen["upgrade"]
    assert seen["administrate"] == {"Administrateall mana, refresh, 1 spellcar"}


def test_a_declaration_is_started_by_the_number_of_its_spellcars() -> None:
    started = 0
    for s in [s.clone() for s in asking("Declare")]:
        s.apply(s.legal()[0])
        if type(s.verb).__name__ == "Declare":
            n = len({d["place"] for d in cast(list[dict[str, Any]], s.view(s.seat)["declared"])})
            assert f">Start {n} spellcar" in drawn(s, s.seat)["prompt"]
            started += 1
    assert started


def test_the_end_is_told_with_the_names_of_the_seats() -> None:
    assert ended()
    for sample in ended():
        told = endings(sample.view(None), list(NAMES[: sample.state.seats]))
        assert told
        assert all(line.startswith(NAMES) for line in told)
        assert told[0] in "".join(sample.tree(None, "prompt").itertext())


def test_companies_have_short_names() -> None:
    short = [short_company(title) for title in kit().company_titles]
    assert short == ["Golden Sands", "Caterpillar", "Afterworld", "Kings' Line", "Kerigan", "Gesselheim"]


# several decisions by one click


def test_all_cars_of_a_space_can_be_activated_at_once() -> None:
    found = 0
    for s in asking("Declare"):
        view: dict[str, Any] = s.view(s.seat)
        for way in shortcuts(view, s.box):
            after = s.clone()
            paid = 0
            for action in way.actions:
                assert after.points_at(action)[0] == "activate"
                paid -= after.verb.price(after, after.top, action).get("mana", 0)
                after.apply(action)
            assert way.price == (f"{paid} mana" if paid else "free")
            assert "Activate" in drawn(s, s.seat)["prompt"]
            found += 1
    assert found


def test_the_cars_that_can_be_paid_are_those_activated_at_once() -> None:
    yard = {"A2": "flow_controller", "A3": "mana_surger"}
    for ready, words in ((9, "activate all 3"), (1, "activate both"), (0, "")):
        s = table("A1 B1", FAR, mana=((ready, 0),), yards=(yard,)).do("move to A").state
        assert [way.words for way in shortcuts(s.view(0), s.box)] == ([words] if words else [])


def test_cars_work_in_the_order_they_were_declared_in() -> None:
    yard = {"A2": "flow_controller", "A3": "mana_surger"}
    t = table("A1 B1", FAR, mana=((9, 0),), yards=(yard,)).do("move to A")
    t.do("activate A1", "activate A3", "activate A2")
    view: dict[str, Any] = t.state.view(0)
    assert view["step"] == "Build"
    assert {o["action"] for o in view["ordered"]} == set(t.state.legal())
    assert [o["then"] for o in view["ordered"]] == [[activation(10)]] * len(view["ordered"])  # A3
    page = drawn(t.state, 0)
    assert f'data-then="{activation(10)}"' in page["board"]
    assert "data-then" not in page["words"]  # there another order can be chosen
    assert "ordered" not in t.state.view(1)
    assert "every_car" not in t.state.view(1)


def test_what_refuses_does_not_shine() -> None:
    for sample in asked(EMPYREAL):
        buttons = list(sample.tree(sample.decider, "prompt").iter("button"))
        quiet = ["quiet" in e.get("class", "") for e in buttons]
        assert quiet == sorted(quiet)
        for e in buttons:
            text = "".join(e.itertext())
            if text.startswith(("Skip", "Activate none", "Deliver nothing", "No tile", "Copy nothing", "Take none")):
                assert "quiet" in e.get("class", "")


def came(s: Empyreal, words: str) -> str:
    """What the log adds to a decision of the first seat."""
    before, action = s.view(None), s.parse(words)
    parts = decided(s, action)
    s.apply(action)
    return str(outcome(parts, 0, before, s.view(None), s.box))


def test_the_log_says_why_a_turn_ended_by_itself() -> None:
    t = table("A1 B1", FAR, mana=((1, 0),), yards=({"B1": "deep_one"},))
    assert came(t.state, "move to B") == " for 1 mana, the turn ends: no mana for a spellcar there"
    t = table("A1 B1", FAR, trains=(0,)).do("move to A")
    assert came(t.state, "activate A1") == ": the turn ends: nothing that the spellcars can do"
    t = table("A1 B1", FAR).do("move to A")
    assert "turn ends" not in came(t.state, "that is all")
