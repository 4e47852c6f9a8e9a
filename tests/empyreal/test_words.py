"""What a person types, what the sign and the tips say, and how the log tells it."""

from __future__ import annotations

import re
from typing import Any, cast

import pytest

from roundhouse.games.empyreal.face import outcome, tell
from roundhouse.games.empyreal.face_words import aside, build_tip, heading, said, tiles_ahead
from roundhouse.games.empyreal.state import Empyreal
from tests.empyreal.table import Table, game, table
from tests.empyreal.test_face import asked, xml

NAMES = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"]


@pytest.mark.parametrize(
    ("words", "told", "at"),
    [
        ("use Seth Cremmul", "uses <b>Seth Cremmul</b>", ""),
        ("administrate", "administrates", ""),
        ("move to C", "moves to <b>C</b>", ""),
        ("move to the End of the Line", "moves to the End of the Line", ""),
        ("activate printed A on A1", "activates <b>printed A on A1</b>", ""),
        ("activate Metro on B2 twice", "activates <b>Metro on B2</b> twice", ""),
        ("build on C4", "builds on <b>C4</b>", "C4"),
        ("build on C4 with the free transfer", "builds on <b>C4</b> with the free transfer", "C4"),
        ("build on wasteland", "builds on wasteland", ""),
        ("build nothing", "builds nothing", ""),
        ("that is all", "stops", ""),
        ("refresh your captain and engineer", "refreshes the captain and engineer", ""),
        ("gain mana", "gains mana", ""),
        ("gain Mana Surger", "gains <b>Mana Surger</b>", ""),
        ("put it on B2", "puts it on <b>B2</b>", ""),
        ("deliver Crizma to the lava city", "delivers <b>Crizma to the lava city</b>", ""),
        ("take the good at D5", "takes the good at <b>D5</b>", "D5"),
        ("take the red Triple", "takes the <b>red Triple</b>", ""),
        ("take Wendy Thristle", "takes <b>Wendy Thristle</b>", ""),
        ("lay waste to E5", "lays waste to <b>E5</b>", "E5"),
        ("move the train at E5", "moves the train at <b>E5</b>", "E5"),
        ("choose E5", "chooses <b>E5</b>", "E5"),
        ("choose Ehrlite", "chooses <b>Ehrlite</b>", ""),
        ("be led by Seth Cremmul", "is led by <b>Seth Cremmul</b>", ""),
        ("strike out Focus", "strikes out <b>Focus</b>", ""),
    ],
)
def test_the_log_tells_it_in_the_present(words: str, told: str, at: str) -> None:
    line = tell(words, game().printed, {})
    assert (line.html, line.at) == (told, at)


def test_the_log_has_words_for_every_action() -> None:
    for s in asked():
        labels = {*s.board.labels, ""}
        for a in s.legal():
            line = tell(s.words(a), s.kit, {})
            assert re.match(r"(is|[a-z]+s)\b", str(line.html)), line.html
            assert "does this" not in line.html
            assert "your" not in line.html
            assert line.at in labels
            if s.points_at(a)[1] == "hex":
                assert line.at == s.board.labels[s.points_at(a)[2]]
            xml(line.html)


def came(s: Empyreal, action: int) -> str:
    """What the log adds to an action."""
    after = s.clone()
    after.apply(action)
    return str(outcome(s.words(action), s.seat, s.view(None), after.view(None), s.kit))


def test_the_log_adds_what_came_of_it() -> None:
    told: dict[str, set[str]] = {}
    for s in asked():
        for a in s.legal()[:12] if not s.over else []:
            told.setdefault(s.points_at(a)[0], set()).add(came(s, a))
    assert {"", " for 1 mana", " for 3 mana"} <= told["move"]
    assert any(re.match(r" for \d+ mana", t) for t in told["build"])
    assert any(re.search(r"\d (Hylatine|Heartwood|Crizma) delivered", t) for t in told["good"])
    assert {": 1 point", ": 2 points", ": 3 points"} & told["tile"]
    assert any("gains" in t and "mana" in t for t in told["upgrade"])
    assert told["skip"] <= {"", ": the end is near"}


def test_the_log_tells_nothing_hidden() -> None:
    for s in asked()[::5]:
        for a in s.legal()[:6] if not s.over else []:
            twin = cast(Empyreal, s.resample(s.seat, 3))
            assert came(twin, a) == came(s, a)


def view(t: Table) -> dict[str, Any]:
    return t.state.view(t.state.seat)


def test_every_question_has_a_short_heading() -> None:
    for s in asked():
        if s.over:
            continue
        seen = s.view(s.seat)
        head = heading(seen)
        assert head[:1].isupper(), head
        assert not head.endswith("."), head
        assert len(head) < 75, head
        assert len(aside(seen)) < 90


def test_what_a_tip_says_of_a_build_over_a_transfer() -> None:
    found = [(s, b) for s in asked() if not s.over for b in cast(list[dict[str, Any]], s.view(s.seat)["builds"])]
    over = [(s, b) for s, b in found if b["over"] and b["price"]]
    assert over
    for s, b in over[:40]:
        tip = build_tip(s.view(s.seat), NAMES, b["action"])
        head, way, *rest = tip.split("\n")
        assert head == f"{s.board.labels[b['hex']]}, {s.view(None)['hexes'][b['hex']]['ground']}: {b['price']} mana"  # type: ignore[index]
        assert way.startswith("Over ")
        assert all(s.board.labels[h] in way for h in b["over"])
        assert rest[-1] == f"You keep {s.ready[s.seat] - b['price']} mana."


def test_what_the_words_say_of_a_price() -> None:
    s = next(s for s in asked() if not s.over and "move to B" in s.all_words() and s.conductor[s.seat] == 0)
    seen: dict[str, Any] = s.view(s.seat)
    action = next(a for a in seen["actions"] if a["words"] == "move to B")
    assert re.fullmatch(r"Move to B: (free|\d mana)\.", said(seen, action))


def test_a_delivery_under_way_tells_what_tiles_there_are() -> None:
    found = [s for s in asked() if not s.over and s.view(s.seat)["delivery"]]
    assert found
    for s in found:
        told = tiles_ahead(s.view(s.seat))
        assert re.fullmatch(r"(\d for an? \w+(, | or )?)+\.|No tile of that colour is left there\.", told), told


def test_beginnings_of_words_are_enough() -> None:
    t = table()
    assert t.state.words(t.state.parse("admin")) == "administrate"
    assert t.state.words(t.state.parse("move to End")) == "move to the End of the Line"
