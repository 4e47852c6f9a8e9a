"""What a person types, what the sign and the tips say, and how the log tells it."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, cast

from roundhouse.games.empyreal.face.log import log_line, outcome
from roundhouse.games.empyreal.face.words import aside, build_tip, heading, hint, price, tiles_ahead
from roundhouse.games.empyreal.state import Empyreal
from tests.empyreal import test_suite
from tests.empyreal.table import table
from tests.empyreal.test_face import builds
from tests.kit.faces import asked
from tests.kit.journeys import decided, xml

EMPYREAL = test_suite.TestEmpyreal
NAMES = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"]


@cache
def questions() -> list[Empyreal]:
    return [sample.state for sample in asked(EMPYREAL)]


def test_the_log_speaks_of_another_and_knows_the_hex() -> None:
    for s in questions():
        for a in s.legal():
            line = log_line(decided(s, a), s.box, {})
            assert not re.search("does this|your", line.html)
            assert line.at in {*s.board.labels, ""}
            if s.points_at(a)[1] == "hex":
                assert line.at == s.board.labels[s.points_at(a)[2]]
            xml(line.html)


def came(s: Empyreal, action: int) -> str:
    """What the log adds to an action."""
    after = s.clone()
    after.apply(action)
    return str(outcome(decided(s, action), s.seat, s.view(None), after.view(None), s.box))


def test_the_log_adds_what_came_of_it() -> None:
    told: dict[str, set[str]] = {}
    for s in questions():
        for a in s.legal()[:12]:
            told.setdefault(s.points_at(a)[0], set()).add(came(s, a))
    assert {"", " for 1 mana", " for 3 mana"} <= told["move"]
    assert any(re.match(r" for \d+ mana", t) for t in told["build"])
    assert any(re.search(r"\d (Hylatine|Heartwood|Crizma) delivered", t) for t in told["good"])
    assert {": 1 point", ": 2 points", ": 3 points"} & told["tile"]
    assert any("gains" in t and "mana" in t for t in told["upgrade"])
    assert all(re.fullmatch(r"(: reclaims \d)?(: the end is near)?", t) for t in told["skip"])


def test_the_log_tells_nothing_hidden() -> None:
    for s in questions()[::5]:
        for a in s.legal()[:6]:
            twin = cast(Empyreal, s.resample(s.seat, 3))
            assert came(twin, a) == came(s, a)


def test_every_question_has_a_short_heading() -> None:
    for s in questions():
        seen = s.view(s.seat)
        head = heading(seen, s.box)
        assert head[:1].isupper(), head
        assert not head.endswith("."), head
        assert len(head) < 75, head
        assert len(aside(seen, s.box)) < 90


def test_what_a_tip_says_of_a_build_over_a_transfer() -> None:
    found = [(s, b) for s in builds() for b in cast(list[dict[str, Any]], s.view(s.seat)["builds"])]
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
    s = next(s for s in questions() if "move to B" in s.all_words() and s.conductor[s.seat] == 0)
    seen: dict[str, Any] = s.view(s.seat)
    action = next(a for a in seen["actions"] if a["words"] == "move to B")
    assert re.fullmatch(r"free|\d mana", price(seen, s.box, action))


def test_a_delivery_under_way_tells_what_tiles_there_are() -> None:
    found = [s for s in questions() if s.view(s.seat)["delivery"]]
    assert found
    for s in found:
        told = tiles_ahead(s.view(s.seat))
        assert re.fullmatch(r"(\d for an? \w+(, | or )?)+\.|No tile of that colour is left there\.", told), told


def test_beginnings_of_words_are_enough() -> None:
    t = table()
    assert t.state.words(t.state.parse("admin")) == "administrate"
    assert t.state.words(t.state.parse("move to End")) == "move to the End of the Line"


def test_an_upgrade_says_how_many_spellcars_there_is_room_for() -> None:
    s = next(s for s in questions() if any(s.points_at(a)[0] == "upgrade" for a in s.legal()))
    view: Any = s.view(s.seat)
    spellcars = next(a for a in view["actions"] if a["words"] == "upgrade spellcars")
    yard = view["players"][s.seat]["yard"]
    gained = {"printed": False}
    for room, said in ((5, "take two"), (1, "take one"), (0, "no place left")):
        yard[:] = [*[gained] * (len(yard) - room), *[None] * room]
        assert hint(view, s.box.most_mana, spellcars)[0] == said
