"""What is its own in the page of a table of Spyrium: prices, surcharges, workers, the log, the gallery."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import Any, cast

from roundhouse.games.spyrium.board import BETWEEN, CELL_NAMES
from roundhouse.games.spyrium.face.log import log_line
from roundhouse.games.spyrium.face.looks import card_faces, gallery
from roundhouse.games.spyrium.face.page import regions
from roundhouse.games.spyrium.face.words import bill, progress
from roundhouse.games.spyrium.state import Spyrium
from tests.kit import faces, journeys
from tests.kit.journeys import xml
from tests.spyrium import test_suite
from tests.spyrium.table import game, table

SPYRIUM = test_suite.TestSpyrium


def test_bills_add_up_to_the_price() -> None:
    bought = 0
    for block in ("build", "call"):
        for s in journeys.walk(SPYRIUM, block, 40):
            view = s.view(s.seat)
            for action in view["actions"]:
                found = bill(view, s.box, action)
                assert (found is None) == (action["block"] not in ("build", "call"))
                if found is not None:
                    bought += 1
                    assert found.total == sum(n for _, n in found.lines) == -action["price"].get("pounds", 0)
    assert bought > 100


def test_the_surcharge_leaves_out_the_worker_that_would_be_lifted() -> None:
    s = cast(Spyrium, game().new(seats=2, seed=1, first_player="fixed"))
    for words in ("a1", "a2"):
        s.apply(next(a for a in s.legal() if s.points_at(a)[0] == "place" and words in s.words(a)))
    market = cast("list[dict[str, Any]]", s.view(None)["market"])
    for cell, spot in enumerate(market):
        own = any(s.workers_at(g, 0) for g in range(12) if cell in BETWEEN[g])
        assert spot["others"][0] == s.crowd[cell] - own
        assert spot["prices"][0] == s.box.prices[s.face_at(cell)] + s.crowd[cell] - own
        assert spot["crowd"] == s.crowd[cell]


def test_every_worker_stands_somewhere() -> None:
    for sample in faces.shown(SPYRIUM):
        s = sample.state
        for viewer in (sample.decider, None):
            dock, board = (sample.tree(viewer, region) for region in ("dock", "board"))
            men = [e.get("class", "") for part in (dock, board) for e in part.iter("svg")]
            me = s.winners()[0] if s.over and viewer is None else sample.decider
            if max(s.gaps) < 4 and not any("many" in e.get("class", "") for e in board.iter()):
                shown = sum(1 for c in men if c.startswith(f"man seat-{'abcde'[me]}"))
                assert shown == s.workers[me], (s.seat, me)


def test_going_on_shines_only_when_nothing_is_left_to_do() -> None:
    better = {"advance": {"place"}, "pass": {"use", "event"}}
    shone: Counter[tuple[str, bool]] = Counter()
    for sample in faces.asked(SPYRIUM):
        view: Any = sample.view(sample.decider)
        blocks = {a["block"] for a in view["actions"]}
        for e in sample.tree(sample.decider, "prompt").iter("button"):
            block = next(a["block"] for a in view["actions"] if str(a["action"]) == e.get("data-action"))
            quiet = "quiet" in e.get("class", "").split()
            assert quiet == bool(better.get(block, set()) & blocks)
            shone[block, not quiet] += 1
    assert all(shone[block, lit] for block in better for lit in (True, False)), shone


def test_a_lifted_worker_can_be_put_back() -> None:
    lifted = [sample for sample in faces.asked(SPYRIUM) if sample.view(None)["lifted"] is not None]
    assert len(lifted) > 5
    for sample in lifted:
        own = sample.page(sample.decider)
        assert 'data-undo="Put back"' in own["prompt"]
        assert "man seat-" in own["board"]
        assert "picked" in own["board"]
        assert "picked" in sample.page(None)["board"]


def test_the_worker_just_placed_is_ringed() -> None:
    s = cast(Spyrium, game().new(seats=3, seed=4))
    seat, action = s.seat, s.legal()[3]
    last_ = (seat, journeys.decided(s, action))
    s.apply(action)
    plain, shown = (regions(s.view(None), s.box, journeys.looks(s), last)["board"] for last in (None, last_))
    assert "fresh" not in plain
    assert shown.count("fresh") == 1


def test_a_middle_screen_has_the_residence_in_the_dock_and_a_phone_the_phase_in_its_strip() -> None:
    s = cast(Spyrium, game().new(seats=5, seed=4))
    drawn = regions(s.view(0), s.box, journeys.looks(s))
    assert "z-home" in drawn["dock"]
    assert drawn["strip"].count("<i>I</i>") == 5
    score = drawn["board"].partition("</svg>")[0]
    at = sorted(float(x) for x in re.findall(r'class="token-letter" x="([\d.]+)" y="2', score))
    assert len(at) == 5
    assert all(b - a > 19 for a, b in pairwise(at))  # all with no points stand beside each other


def test_passing_with_a_building_still_to_use_is_asked_about() -> None:
    asked = [sample for sample in faces.asked(SPYRIUM) if "pass" in sample.state.all_words()]
    could = [any(sample.state.points_at(a)[0] == "use" for a in sample.state.legal()) for sample in asked]
    assert ["data-confirm" in sample.page(sample.decider)["prompt"] for sample in asked] == could
    assert {True, False} == set(could)


def test_the_log_has_a_place_for_what_lies_in_the_market() -> None:
    places = {*CELL_NAMES, *("-".join(CELL_NAMES[c] for c in pair) for pair in BETWEEN)}
    for s in [sample.state for sample in faces.asked(SPYRIUM)]:
        for a in s.legal():
            at = log_line(journeys.decided(s, a), s.box, {}).at
            assert at in places if s.points_at(a)[1] in ("gap", "card") else at == "", s.words(a)


def test_a_table_says_where_it_stands() -> None:
    assert progress(table(turn=3).state.view(None)) == "Turn 3 of 6"


def test_the_gallery_shows_every_card_with_its_vignette() -> None:
    box = game().printed
    assert not any("_" in look.art for look in card_faces(box).values())
    root = xml(gallery(box))
    assert sum("card" in e.get("class", "").split() for e in root.iter()) == len(box.ids)
    used = {e.get("href", "")[1:] for e in root.iter("use")}
    assert {f"art-{id.replace('_', '-')}" for id in box.ids} <= used
