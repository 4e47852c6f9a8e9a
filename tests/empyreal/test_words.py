"""What a person types, what the sign and the tips say, and how the log tells it."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, cast

import pytest

from roundhouse.draw.panels import LogText
from roundhouse.games.empyreal.face.log import log_line, outcome
from roundhouse.games.empyreal.face.words import aside, build_tip, heading, hint, one_line, price, tiles_ahead
from roundhouse.games.empyreal.state import Empyreal
from tests.empyreal import test_suite
from tests.empyreal.table import table
from tests.empyreal.test_face import builds
from tests.kit.faces import asked
from tests.kit.journeys import decided, drawn, xml

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
    priced = {**decided(s, action), "price": s.verb.price(s, s.top, action)}
    told = outcome(priced, s.seat, s.view(None), after.view(None), s.box)
    return "part" if told is None else re.sub("<[^>]+>", "", told.html if isinstance(told, LogText) else told)


def test_the_log_adds_what_came_of_it() -> None:
    told: dict[str, set[str]] = {}
    for s in questions():
        for a in s.legal()[:12]:
            told.setdefault(s.points_at(a)[0], set()).add(came(s, a))
    assert {"", " for 1 mana", " for 3 mana"} <= told["move"]
    assert any(re.match(r" for \d+ mana", t) for t in told["build"])
    assert "part" in told["deliver"]
    whole = r"delivers \d [A-Z][\w ]+ to the \w+ city( for the \w+ \w+)?: \d+ points?(, .*)?"
    for block in ("good", "tile", "no_tile"):
        assert any(re.fullmatch(whole, t) for t in told[block]), block
    assert any("gains" in t and "mana" in t for t in told["upgrade"])
    assert all(re.fullmatch(r"(: reclaims \d mana)?(: the end is near)?", t) for t in told["skip"])


def test_a_delivery_is_told_as_one_thing_with_its_points() -> None:
    t = table("G6 F4", "L7", conductor="E", won=("yellow Double",), goods={"F4": "EE", "G6": "E"})
    t.do("move to End")
    assert came(t.state, t.state.parse("deliver Ehrlite")) == "part"
    t.do("deliver Ehrlite")
    assert came(t.state, t.state.parse("collect all")) == "part"
    t.do("collect all")
    told = came(t.state, t.state.parse("take the blue Triple"))
    assert told == "delivers 3 Ehrlite to the lake city for the blue Triple: 5 points"
    assert came(t.state, t.state.parse("take no tile")) == "delivers 3 Ehrlite to the lake city: 3 points"


@pytest.mark.parametrize(
    ("staff", "mana", "before", "decision", "told"),
    [
        ("luc", (3, 0), [], "use Luc", " for 1 mana, gains 1 mana"),
        ("clive", (1, 4), [], "move to B", " for 1 mana, reclaims 1 mana"),
        ("clive", (1, 4), [], "use Clive", ": reclaims 1 mana"),
        ("eloi", (5, 0), ["use Eloi"], "move to C", " for 3 mana, reclaims 1 mana"),
        ("uumi", (5, 0), ["use Uumi"], "copy Deep One", " for 2 mana"),
    ],
)
def test_the_log_counts_what_specialists_change(
    staff: str, mana: tuple[int, int], before: list[str], decision: str, told: str
) -> None:
    yards = {"B2": "metro", "C2": "metro"}
    t = table("C1", "L7", staff=(staff,), mana=(mana,), yards=(yards,), market="deep_one icecar car_bomb").do(*before)
    assert came(t.state, t.state.parse(decision)) == told


def test_words_and_log_say_how_many_free_transfers_a_build_uses() -> None:
    t = table("C1", "C2 C3", staff=("trias wendy",), yards=({"A2": "metro"},), mana=((5, 0),))
    t.do("use Wendy", "use Trias", "refresh", "use Wendy", "move to A", "activate A2", "that is all")
    view: Any = t.state.view(0)
    free = {b["free"]: b for b in view["builds"] if b["free"]}
    assert set(free) == {1, 2}
    for n, build in free.items():
        action = next(a for a in view["actions"] if a["action"] == build["action"])
        many = f"{n} free transfer{'s' if n > 1 else ''}"
        assert price(view, t.state.box, action).endswith(many)
        assert came(t.state, build["action"]).startswith(f" with {many}")
        assert "free" not in log_line(action, t.state.box, {}).html


def test_a_waiver_of_the_cars_own_costs_is_counted() -> None:
    yards = ({"A2": "worldspanner"},)
    for staff, use, told in (
        ("runika", [], "1, 2 or 3 cost 0, 1 or 3 mana in all, and what the cars cost themselves."),
        ("seth", ["use Seth"], "All of it is free this turn, what the cars cost themselves, too."),
        ("runika eloi", ["use Eloi"], "Activating is free this turn; only what the cars cost themselves is paid."),
        (
            "runika sarafina",
            ["use Sarafina"],
            "1, 2 or 3 cost 0, 1 or 3 mana in all, what the cars cost themselves is waived.",
        ),
    ):
        t = table("C1", "L7", staff=(staff,), yards=yards).do(*use, "move to A")
        assert aside(t.state.view(0), t.state.box) == told


def test_a_good_is_called_by_its_name_and_a_railyard_place_is_no_hex() -> None:
    t = table("G6 F4", "L7", staff=("rixia",), goods={"F4": "EY"}).do("use Rixia")
    view: Any = t.state.view(0)
    told = {a["words"]: price(view, t.state.box, a) for a in view["actions"]}
    assert told == {"take the good at F4": "Hylatine or Ehrlite", "take the good at G6": "Ehrlite"}
    t = table("C1", "L7", market="metro icecar deep_one").do("administrate", "gain Metro")
    action = decided(t.state, "put it on A2")
    assert log_line(action, t.state.box, {}).html == "puts it on <b>A2</b> of the railyard"
    assert price(t.state.view(0), t.state.box, action) == "in your railyard"
    t = table("C1", "L7", staff=("bartok",)).do("use Bartok")
    lines = [log_line(decided(t.state, a), t.state.box, {}).html for a in t.state.legal()]
    assert lines == ["chooses to place a wasteland and keep its goods on the folio"]


def test_no_label_has_two_full_stops() -> None:
    assert one_line("C3, desert.\nBuild on it.") == "C3, desert. Build on it."
    for s in questions()[::7]:
        for html in drawn(s, s.seat).values():
            assert not re.search(r'aria-label="[^"]*\.\.', html)


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
