"""The page of a table of Spyrium: every action in its place, every price right, nothing hidden shown."""

from __future__ import annotations

import random
import re
from functools import cache
from typing import cast
from xml.etree import ElementTree

import pytest

import roundhouse
from roundhouse.draw.panels import SeatLook
from roundhouse.games.spyrium.board import BETWEEN, CELL_NAMES
from roundhouse.games.spyrium.face import breakdown, figures, gallery, looks, points, regions, stands, tell
from roundhouse.games.spyrium.face_words import bill, cell_of, earning, others
from roundhouse.games.spyrium.rules import SpyriumGame
from roundhouse.games.spyrium.state import Spyrium

RARE = ("by Lobbying", "over inclined", "reuse", " as 3", "score the residence")
NAMES = ["<b>x", 'Ann "A"', "D'Arcy & Co", "Bo", "Eve"]
KEYS = {"prompt", "strip", "board", "seats", "words", "dock"}
WHERE = {"gap": "board", "card": "board", "row": "dock", "event": "board", "residence": "prompt", "": "prompt"}


def game() -> SpyriumGame:
    return cast(SpyriumGame, roundhouse.game("spyrium"))


def seats(s: Spyrium) -> list[SeatLook]:
    return [SeatLook(NAMES[i], ("person", "bot", "open", "person", "bot")[i], i == 0, i == 3) for i in range(s.seats)]


def drawn(s: Spyrium, seat: int | None) -> dict[str, str]:
    return {k: str(v) for k, v in regions(s.view(seat), s.kit, seats(s)).items()}


def xml(html: str) -> ElementTree.Element:
    return ElementTree.fromstring(f"<root>{html}</root>")


def acting(html: str) -> list[int]:
    """All actions some element of the HTML carries."""
    out: list[int] = []
    for element in xml(html).iter():
        for name in ("data-action", "data-more"):
            out += [int(a) for a in element.get(name, "").split(",") if a]
    return out


@cache
def positions() -> list[Spyrium]:
    """Decisions of random games with 2 to 5 seats on both tracks; of each kind of question some, and the end."""
    out: list[Spyrium] = []
    seen: set[str] = set()
    for seed in range(24):
        rng = random.Random(seed)
        track = game().options["residence_track"].choices[seed % 2]
        s = cast(Spyrium, game().new(seats=2 + seed % 4, seed=seed, residence_track=track))
        asked: dict[str, int] = {}
        while not s.over:
            legal = s.legal()
            said = " | ".join(s.all_words())
            blocks = {s.points_at(a)[0] for a in legal} | {part for part in RARE if part in said}
            kind = "+".join(sorted(blocks))
            asked[kind] = asked.get(kind, 0) + 1
            if asked[kind] == 4 + seed % 3 or not blocks <= seen:
                out.append(s.clone())
            seen |= blocks
            bought = [a for a in legal if s.points_at(a)[0] in ("build", "call", "use", "event")]
            s.apply(rng.choice(bought if bought and rng.random() < 0.7 else legal))
        out.append(s)
    return out


def test_the_positions_show_every_kind_of_action() -> None:
    blocks = {s.points_at(a)[0] for s in positions() for a in s.legal()}
    assert blocks == {b.name for b in game().space.blocks}
    words = [s.words(a) for s in positions() for a in s.legal()]
    for part in RARE:
        assert any(part in w for w in words), part


def test_every_region_is_there_and_parses() -> None:
    for s in positions():
        for seat in [*range(s.seats), None]:
            parts = drawn(s, seat)
            assert set(parts) == KEYS
            for html in parts.values():
                xml(html)


def test_every_legal_action_is_in_words_and_at_its_thing() -> None:
    for s in positions():
        if s.over:
            continue
        parts = drawn(s, s.seat)
        assert acting(parts["words"]) == s.legal()
        at = {k: acting(v) for k, v in parts.items()}
        for a in s.legal():
            block, place, _ = s.points_at(a)
            assert a in at[WHERE[place]], (s.words(a), place)
            if block == "build":
                assert a in at["dock"], s.words(a)
            if block == "residence":
                assert a in at["board"]
            if block in ("advance", "pass"):
                assert a in at["dock"]
        for region in KEYS:
            assert set(at[region]) <= set(s.legal())
        assert not at["seats"]
        assert not at["strip"]


def test_the_thing_that_carries_an_action_is_the_one_it_names() -> None:
    for s in positions():
        if s.over:
            continue
        parts = drawn(s, s.seat)
        view = s.view(s.seat)
        for element in [e for k in ("board", "dock") for e in xml(parts[k]).iter()]:
            for a in [int(x) for n in ("data-action", "data-more") for x in element.get(n, "").split(",") if x]:
                block, place, thing = s.points_at(a)
                said = element.get("aria-label", "")
                action = {"block": block, "thing": thing, "words": s.words(a)}
                if place == "gap":
                    assert element.get("data-gap") == str(thing)
                elif place == "card" and "Build " not in said:
                    assert s.kit.titles[s.cells[cell_of(view, action)] - 1] in said
                elif place == "row":
                    assert s.kit.titles[thing >> 1] in said
                assert "legal" in element.get("class", "").split()
                assert element.get("data-tip")


def test_prices_are_the_engines() -> None:
    bought = earned = 0
    for s in positions():
        if s.over:
            continue
        view = s.view(s.seat)
        for a in s.legal():
            block, _, thing = s.points_at(a)
            action = {"block": block, "thing": thing, "words": s.words(a)}
            after = s.clone()
            after.apply(a)
            paid = s.pounds[s.seat] - after.pounds[s.seat]
            found = bill(view, s.kit, action)
            if found is not None:
                bought += 1
                assert found.total == paid or after.points[s.seat] != s.points[s.seat], s.words(a)
            if block in ("earn", "home") and not after.learned:
                earned += 1
                assert earning(view, cell_of(view, action), s.seat) == -paid
    assert bought > 100
    assert earned > 20


def test_the_surcharge_leaves_out_the_worker_that_would_be_lifted() -> None:
    s = cast(Spyrium, game().new(seats=2, seed=1, first_player="fixed"))
    for words in ("a1", "a2"):
        gap = next(a for a in s.legal() if s.points_at(a)[0] == "place" and words in s.words(a))
        s.apply(gap)
    view = s.view(0)
    for cell in range(9):
        own = any(s.gaps[g * 5] for g in range(12) if cell in BETWEEN[g])
        assert others(view, cell, 0) == s.crowd[cell] - own
        assert others(view, cell, None) == s.crowd[cell]


def test_nothing_hidden_is_on_the_page() -> None:
    for s in positions()[::3]:
        for seat in [*range(s.seats), None]:
            shown = drawn(s, seat)
            for seed in (1, 2):
                assert drawn(cast(Spyrium, s.resample(seat, seed)), seat) == shown


def test_only_who_decides_can_act() -> None:
    for s in positions():
        for seat in [*range(s.seats), None]:
            if seat != s.seat or s.over:
                html = "".join(drawn(s, seat).values())
                assert not acting(html)
                assert not re.search(r"class=\"[^\"]*\blegal\b", html)


def test_nothing_can_be_chosen_in_the_past() -> None:
    for s in positions()[::5]:
        shown = regions(s.view(0), s.kit, seats(s), None, True)
        assert not any("data-action" in html or re.search(r"\blegal[\" ]", html) for html in shown.values())


def test_names_are_escaped() -> None:
    for s in positions():
        html = "".join(drawn(s, 0).values())
        assert "<b>x" not in html
        assert "&lt;b&gt;x" in html


def test_pieces_have_ids_of_their_own() -> None:
    for s in positions():
        for seat in (0, None):
            html = "".join(drawn(s, seat).values())
            ids = [piece for e in xml(html).iter() if (piece := e.get("data-piece", ""))]
            assert len(ids) == len(set(ids)), sorted(i for i in ids if ids.count(i) > 1)


def test_every_worker_stands_somewhere() -> None:
    for s in positions():
        for viewer in (0, None):
            dock, board = (xml(drawn(s, viewer)[k]) for k in ("dock", "board"))
            men = [e.get("class", "") for part in (dock, board) for e in part.iter("svg")]
            me = 0 if viewer == 0 else s.winners()[0] if s.over else s.seat
            if max(s.gaps, default=0) < 4 and not any("many" in e.get("class", "") for e in board.iter()):
                shown = sum(1 for c in men if c.startswith(f"man seat-{'abcde'[me]}"))
                assert shown == s.workers[me], (s.seat, me)


def test_a_finished_game_names_its_winners() -> None:
    ended = [s for s in positions() if s.over]
    assert ended
    for s in ended:
        prompt = drawn(s, 0)["prompt"]
        text = "".join(xml(prompt).itertext())
        assert all(NAMES[w] in text for w in s.winners())
        assert str(max(s.scores())) in text
        assert "<button" not in prompt


def test_the_breakdown_adds_up() -> None:
    for s in positions():
        sources = breakdown(s.view(None))
        assert [sum(by_seat[i] for _, by_seat in sources) for i in range(s.seats)] == s.scores() == points(s.view(None))
    assert stands(positions()[0].view(None)) == "Turn 1 of 6"


def test_a_lifted_worker_can_be_put_back() -> None:
    lifted = [s for s in positions() if not s.over and s.view(s.seat)["lifted"] is not None]
    assert lifted
    for s in lifted:
        parts = drawn(s, s.seat)
        assert 'data-undo="Put back"' in parts["prompt"]
        assert parts["board"].count("man seat-") >= 1
        assert "picked" in parts["board"]
        assert "picked" in drawn(s, None)["board"]


def test_the_worker_just_placed_is_ringed() -> None:
    s = cast(Spyrium, game().new(seats=3, seed=4))
    seat, action = s.seat, s.legal()[3]
    words = s.words(action)
    s.apply(action)
    plain = regions(s.view(None), s.kit, seats(s))["board"]
    shown = regions(s.view(None), s.kit, seats(s), (seat, words))["board"]
    assert "fresh" not in plain
    assert shown.count("fresh") == 1


def test_passing_with_a_building_still_to_use_is_asked_about() -> None:
    asked = 0
    for s in positions():
        if s.over or "pass" not in s.all_words():
            continue
        could = any(s.points_at(a)[0] == "use" for a in s.legal())
        assert ("data-confirm" in drawn(s, s.seat)["prompt"]) == could
        asked += could
    assert asked


@pytest.mark.parametrize(
    ("words", "told", "at"),
    [
        ("place between Mine I a1 and Banker a2", "places between <b>Mine I</b> and <b>Banker</b>", "a1-a2"),
        ("place between empty b2 and Crane c2", "places between <b>an empty place</b> and <b>Crane</b>", "b2-c2"),
        ("earn at Factory I b2", "earns money at <b>Factory I</b>", "b2"),
        ("take the worker home", "takes a worker home", ""),
        ("start activating", "goes to phase II, activating", ""),
        ("pass", "passes", ""),
        ("use Mine II: 1 worker for 2 Spyrium", "uses <b>Mine II</b>: 1 worker for 2 Spyrium", ""),
        ("reuse Mine II: 1 Spyrium", "uses <b>Mine II</b> again: 1 Spyrium", ""),
        ("use the event: £3 for 3 points", "uses the event: £3 for 3 points", ""),
        ("call Banker a2, token 1", "calls the <b>Banker</b> with token 1", "a2"),
        (
            "call Banker a2, token 1 as 3 by Lobbying",
            "calls the <b>Banker</b> with token 1 counted as 3, by Lobbying",
            "a2",
        ),
        ("patent Crane c3", "patents <b>Crane</b>", "c3"),
        ("build Mine I a1 in a new place", "builds <b>Mine I</b> in a new place", "a1"),
        (
            "build Factory I a1 over inclined Workshop I by Lobbying",
            "builds <b>Factory I</b> over inclined <b>Workshop I</b>, by Lobbying",
            "a1",
        ),
        ("take £5", "takes the bonus: £5", ""),
        ("count the token as 2", "counts the token as 2", ""),
        ("score the residence", "scores the residence", ""),
    ],
)
def test_the_log_tells_it_in_the_present(words: str, told: str, at: str) -> None:
    line = tell(words, game().printed, {})
    assert (line.html, line.at) == (told, at)


def test_the_log_has_words_for_every_action() -> None:
    places = {*CELL_NAMES, *("-".join(CELL_NAMES[c] for c in pair) for pair in BETWEEN), ""}
    for s in positions():
        for a in s.legal():
            line = tell(s.words(a), s.kit, {})
            assert line.at in places
            assert re.match(r"[a-z]+s\b", str(line.html)), line.html
            if s.points_at(a)[1] in ("gap", "card"):
                assert line.at, s.words(a)


def test_every_card_has_a_look() -> None:
    shown = looks(game().printed)
    assert list(shown) == game().printed.ids
    assert len(shown) == 42
    for look in shown.values():
        assert look.told, look.id
        assert "_" not in look.art


def test_the_gallery_shows_every_card_with_its_vignette() -> None:
    root = xml(gallery(game().printed))
    assert sum(1 for e in root.iter() if "card" in e.get("class", "").split()) == 42
    used = {e.get("href", "")[1:] for e in root.iter("use")}
    assert {f"art-{id.replace('_', '-')}" for id in game().printed.ids} <= used
    for figure in figures(game().printed).values():
        xml(figure)
