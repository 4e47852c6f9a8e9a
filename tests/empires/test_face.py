"""The page of a table of Small Railroad Empires: every action in its place, every price right, nothing hidden shown."""

from __future__ import annotations

import random
import re
from functools import cache
from typing import cast
from xml.etree import ElementTree

import pytest

from roundhouse.core.state import State
from roundhouse.draw.hexes import SIDE, WIDE
from roundhouse.draw.panels import SeatLook
from roundhouse.games.empires.actions import ENGINES
from roundhouse.games.empires.board import GOODS
from roundhouse.games.empires.face import (
    breakdown,
    figures,
    gallery,
    looks,
    outcome,
    picture,
    points,
    regions,
    stands,
    tell,
    told_options,
)
from roundhouse.games.empires.face_country import Country, earning
from roundhouse.games.empires.face_words import kept, prices, under_way, ways
from roundhouse.games.empires.state import Empires
from tests.empires.midgame import OPTIONS, pick
from tests.empires.table import game

NAMES = ["<b>x", 'Ann "A"', "D'Arcy & Co", "Bo"]
KEYS = {"prompt", "board", "seats", "supply", "words", "dock"}
WHERE = {
    "hex": "board", "factory": "board", "good": "board", "city": "board", "line": "board", "feat": "supply",
    "market": "dock", "hand": "dock", "": "prompt",
}  # fmt: skip


def seats(s: Empires) -> list[SeatLook]:
    return [SeatLook(NAMES[i], ("person", "bot", "open", "person")[i], i == 0, i == 3) for i in range(s.seats)]


def drawn(s: Empires, seat: int | None) -> dict[str, str]:
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


def step(s: Empires) -> str:
    return str(s.view(None)["step"])


@cache
def positions() -> list[Empires]:
    """Decisions of random games with 2 to 4 seats under all options; of each kind of question some, and the end."""
    out: list[Empires] = []
    for seed in range(16):
        rng = random.Random(seed)
        s = cast(Empires, game().new(seats=2 + seed % 3, seed=seed, **OPTIONS[seed % 4]))
        asked: dict[str, int] = {}
        while not s.over:
            kind = "+".join(sorted({s.points_at(a)[0] for a in s.legal()}))
            asked[kind] = asked.get(kind, 0) + 1
            if asked[kind] in (1, 4 + seed % 3):
                out.append(s.clone())
            s.apply(pick(rng, s))
        out.append(s)
    return out


def test_the_positions_show_every_kind_of_action() -> None:
    blocks = {s.points_at(a)[0] for s in positions() for a in s.legal()}
    assert blocks == {b.name for b in game().space.blocks}
    words = [w for s in positions() if not s.over for w in s.all_words()]
    assert any(w.endswith("and reveal the contract") for w in words)


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
        beside = {s.board.place[a] for a in s.legal() if s.points_at(a)[0] == "lay" and a in s.board.factory}
        for a in s.legal():
            place = s.points_at(a)[1]
            if s.points_at(a)[0] == "route" and s.points_at(a)[2] in beside:
                assert not any(a in at[k] for k in KEYS - {"words"}), "the same track for more money is in words only"
                continue
            place = "feat" if s.points_at(a)[0] == "claim" else place
            assert a in at[WHERE[place]], (s.words(a), place)
        for region in KEYS:
            assert set(at[region]) <= set(s.legal())
        assert not at["seats"]


def test_the_thing_that_carries_an_action_is_the_one_it_names() -> None:
    for s in positions():
        if s.over:
            continue
        parts = drawn(s, s.seat)
        for element in [e for k in ("board", "dock", "supply") for e in xml(parts[k]).iter()]:
            for a in [int(x) for n in ("data-action", "data-more") for x in element.get(n, "").split(",") if x]:
                block, _, thing = s.points_at(a)
                said = element.get("aria-label", "")
                if block == "lay":
                    assert s.board.labels[thing].split(" ")[0] in said
                elif block in ("route", "start", "city", "send", "claim"):
                    assert s.label(s.space.blocks[[b.name for b in s.space.blocks].index(block)].kind, thing) in said
                elif block == "buy":
                    assert s.kit.titles[s.market[thing]] in said
                elif block == "play":
                    assert s.kit.titles[thing] in said or "Reveal" in said
                assert "legal" in element.get("class", "").split()
                assert element.get("data-tip")


def test_prices_are_the_engines() -> None:
    paid = 0
    for s in positions():
        for p in prices(s.view(s.seat)) if not s.over else []:
            after = s.clone()
            after.apply(p.action)
            assert after.loans[s.seat] - s.loans[s.seat] == p.loans
            assert kept(s.view(s.seat), s.kit, p.price, p.loans) == after.money[s.seat]
            assert (after.prestige[s.seat] > s.prestige[s.seat]) == p.star
            html = drawn(s, s.seat)["board"]
            if p.route and any(q.hex == p.hex and not q.route for q in prices(s.view(s.seat))):
                continue
            badge = re.search(rf'data-action="{p.action}".*?class="badge-n sre-b"[^>]*>(\d+)<', html, re.DOTALL)
            assert badge
            assert int(badge[1]) == p.price
            paid += 1
        if paid > 200:
            return
    raise AssertionError("too few prices were seen")


def test_what_a_delivery_would_earn_is_what_it_earns() -> None:
    seen = 0
    for s in positions():
        if step(s) != "line":
            continue
        seat = s.seat
        for w in ways(s.view(seat), s.kit):
            after = s.clone()
            after.apply(w.action)
            now = under_way(after.view(seat), s.kit)
            assert now is not None
            assert (now.path, now.length, now.cards, now.city_money) == (w.path, w.length, w.cards, w.city_money)
            assert after.prestige[seat] - s.prestige[seat] == w.prestige
            assert after.money[seat] == min(s.kit.most_money, s.money[seat] + w.all_money)
            before = after.prestige[seat]
            best = max(after.legal(), key=lambda a: gain(after, a))
            after.apply(best)
            assert after.prestige[seat] - before == w.all_prestige - w.prestige
            seen += 1
    assert seen > 10


def gain(s: Empires, action: int) -> int:
    after = s.clone()
    after.apply(action)
    return after.prestige[s.seat] - s.prestige[s.seat]


def test_every_offer_has_its_line_and_its_waybill() -> None:
    seen = 0
    for s in positions():
        if step(s) not in ("deliver", "city"):
            continue
        board = xml(drawn(s, s.seat)["board"])
        offered = {str(a) for a in s.legal() if s.points_at(a)[0] in ("send", "city")}
        for cls in ("sre-course", "sre-counts", "waybill"):
            found = [e for e in board.iter() if cls in e.get("class", "").split()]
            assert {e.get("data-way") for e in found} == offered
            assert sum("best" in e.get("class", "") for e in found) == 1
        seen += 1
    assert seen > 10


def test_the_line_under_way_is_drawn_for_everybody() -> None:
    seen = 0
    for s in positions():
        if step(s) != "play":
            continue
        for seat in [*range(s.seats), None]:
            board = drawn(s, seat)["board"]
            assert board.count('class="sre-course"') == 1
            assert board.count('class="waybill"') == 1
            titles = [s.kit.titles[b & 63].removesuffix(" engine") for b in s.hands[s.seat]]
            assert seat == s.seat or not any(title in board for title in titles)
        seen += 1
    assert seen > 5


def test_nothing_hidden_is_on_the_page() -> None:
    for s in positions()[::3]:
        for seat in [*range(s.seats), None]:
            shown = drawn(s, seat)
            for seed in (1, 2):
                assert drawn(cast(Empires, s.resample(seat, seed)), seat) == shown


def test_only_who_decides_can_act() -> None:
    for s in positions():
        for seat in [*range(s.seats), None]:
            if seat != s.seat or s.over:
                html = "".join(drawn(s, seat).values())
                assert not acting(html)
                assert not re.search(r"class=\"[^\"]*\blegal\b", html)


def test_nothing_can_be_chosen_in_the_past() -> None:
    for s in positions()[::3]:
        shown = regions(s.view(max(s.seat, 0)), s.kit, seats(s), None, True)
        assert not any("data-action" in html or re.search(r"\blegal[\" ]", html) for html in shown.values())
        assert "data-way" not in shown["board"]


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


def test_every_track_train_and_good_is_on_the_map() -> None:
    for s in positions():
        board = drawn(s, None)["board"]
        for seat in range(s.seats):
            tracks = re.findall(rf'data-piece="track-{"abcd"[seat]}-(\w+)"', board)
            assert sorted(tracks) == sorted(s.board.coordinates[h].lower() for h in s.nets[seat])
        assert board.count("sre-train") == sum(s.deliveries)
        lying = sum(bin(s.goods[f]).count("1") for f in s.board.factories)
        slots = sum(len(s.kit.atlas.factories.goods[f]) for f in s.board.factories)
        assert board.count("sre-gone") == slots - lying


def test_the_plates_cover_no_hex_of_any_country() -> None:
    box = game().printed
    columns = len(earning({"bonus": [{"money": m, "prestige": p} for _, m, p in box.bonus]}))
    countries = [(tiles, rotations) for n in (3, 4) for tiles, rotations in box.atlas.placements(n)]
    assert len(countries) == 288
    for tiles, rotations in countries:
        on = Country(box.board(tiles, rotations), tuple(rotations))
        for left, top, wide, high in on.plates(columns):
            assert left > 70
            assert left + wide <= on.wide - 20
            assert 20 <= top < top + high <= on.high - 20
            for h in range(on.board.size):
                assert not overlap(on.at(h), left, top, left + wide, top + high), (tiles, rotations, h)


def overlap(centre: tuple[float, float], left: float, top: float, right: float, bottom: float) -> bool:
    """Whether a hex reaches into a rectangle: tried at its corners and along its sides."""
    x, y = centre
    inside = abs(min(max(x, left), right) - x), abs(min(max(y, top), bottom) - y)
    across, down = inside
    return across < WIDE / 2 and down < SIDE - across / (WIDE / 2) * SIDE / 2


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
        assert ("Passengers" in dict(sources)) == ("passengers" in cast(list[str], s.view(None)["rules"]))
    assert stands(positions()[0].view(None)) == "Setting out"


def test_the_track_just_laid_is_ringed() -> None:
    s = cast(Empires, game().new(seats=3, seed=4))
    seat, action = s.seat, s.legal()[3]
    words = s.words(action)
    s.apply(action)
    plain = regions(s.view(None), s.kit, seats(s))["board"]
    shown = regions(s.view(None), s.kit, seats(s), (seat, words))["board"]
    assert "fresh" not in plain
    assert shown.count('class="fresh"') == 1


def test_leaving_an_achievement_unclaimed_is_asked_about() -> None:
    asked = [s for s in positions() if not s.over and "claim nothing more" in s.all_words()]
    assert asked
    for s in asked:
        assert "data-confirm" in drawn(s, s.seat)["prompt"]


def test_options_are_told_where_they_are_not_the_usual_ones() -> None:
    usual = {"edition": "draft", "deliveries": "any connected", "passengers": False}
    assert told_options(usual) == ""
    assert told_options({**usual, "edition": "final", "passengers": True}) == "Final edition, passengers"
    assert told_options({**usual, "deliveries": "new links only"}) == "New links only"


@pytest.mark.parametrize(
    ("words", "told", "at"),
    [
        ("start at Chaff", "starts at <b>Chaff</b>", "Chaff"),
        ("lay C1 mountain", "lays <b>C1</b>, mountain", "C1"),
        ("lay Corn Hall", "lays <b>Corn Hall</b>", "Corn Hall"),
        ("start a new route at Axe Edge", "starts a new route at <b>Axe Edge</b>", "Axe Edge"),
        ("lay no third track", "lays no third track", ""),
        ("send grain from Corn Hall", "sends <b>grain</b> from <b>Corn Hall</b>", "Corn Hall"),
        ("deliver nothing", "delivers nothing", ""),
        ("deliver to Dunmow", "delivers to <b>Dunmow</b>", "Dunmow"),
        ("take the line 4 long over forest", "takes the line 4 long over forest", ""),
        ("play Blue lake engine", "plays <b>Blue lake engine</b>", ""),
        ("play Blue lake engine and reveal the contract", "plays <b>Blue lake engine</b>", ""),
        ("claim Treasure Hunter", "claims <b>Treasure Hunter</b>", ""),
        ("claim nothing more", "claims nothing more", ""),
        ("take Red coal engine for $1", "takes <b>Red coal engine</b> for $1", ""),
        ("take no train card", "takes no train card", ""),
    ],
)
def test_the_log_tells_it_in_the_present(words: str, told: str, at: str) -> None:
    line = tell(words, game().printed, {})
    assert (line.html, line.at) == (told, at)


def test_the_log_has_words_for_every_action() -> None:
    for s in positions():
        shown = {e.get("data-at") for e in xml(drawn(s, None)["board"]).iter()} | {""}
        for a in s.legal():
            line = tell(s.words(a), s.kit, {})
            assert re.match(r"[a-z]+s\b", str(line.html)), line.html
            assert line.at in shown
            if s.points_at(a)[1] in ("hex", "factory", "city", "good"):
                assert line.at, s.words(a)


def came(s: Empires, action: int) -> str:
    """What the log adds to an action."""
    after = s.clone()
    after.apply(action)
    return str(outcome(s.words(action), s.seat, s.view(None), after.view(None), s.kit))


def test_the_log_adds_what_came_of_it() -> None:
    told: dict[str, list[str]] = {}
    for s in positions():
        for a in s.legal():
            told.setdefault(s.points_at(a)[0], []).append(came(s, a))
    assert set(told["start"]) == {""}
    assert all(re.match(r" for \$\d|, free", t) for t in told["lay"] + told["route"])
    for part in (", free", " for $3", "; star: 1 prestige", "; takes a loan", ", a third track"):
        assert any(part in t for t in told["lay"]), part
    assert any(re.fullmatch(r": \$\d+ and \d+ prestige(; all works produce)?", t) for t in told["line"])
    assert set(told["claim"]) == {", first", ", later"}
    assert {"", ": 1 prestige"} <= set(told["play"])
    assert any(re.match(r", reveals <b>Contract of [\w ]+</b>: [34] prestige", t) for t in told["play"])
    assert set(told["stop"] + told["no_send"] + told["no_claim"] + told["no_buy"]) == {""}


def test_the_log_tells_nothing_hidden() -> None:
    for s in positions()[::4]:
        for a in s.legal() if not s.over else []:
            if s.points_at(a)[0] != "play":  # what is played is shown
                twin = cast(Empires, s.resample(s.seat, 3))
                assert came(twin, a) == came(s, a)


def test_every_card_has_a_look() -> None:
    box = game().printed
    shown = looks(box)
    assert list(shown) == box.ids
    assert len(shown) == 50
    for look in shown.values():
        assert look.told, look.id
        xml(picture(look, box))


def test_the_gallery_shows_every_card() -> None:
    box = game().printed
    root = xml(gallery(box))
    text = "".join(root.itertext())
    cards = [e for e in root.iter() if {"card", "ach"} & set(e.get("class", "").split())]
    assert len(cards) == 50 + 1  # and the loan
    assert all(title in text for title in box.titles)
    used = {e.get("href", "")[1:] for e in root.iter("use")}
    assert {f"sre-{g}" for g in GOODS} <= used
    assert {f"sre-ach-{id.replace('_', '-')}" for id in box.ids[ENGINES : ENGINES + 10]} <= used
    for figure in figures(box).values():
        xml(figure)


def test_views_of_any_state_can_be_drawn_when_the_table_is_closed() -> None:
    """A table that ended early has a view without actions but with all else."""
    for s in positions()[::4]:
        view = {**cast(State, s).view(max(s.seat, 0)), "actions": []}
        shown = regions(view, s.kit, seats(s))
        assert not any("data-action" in html for html in shown.values())
