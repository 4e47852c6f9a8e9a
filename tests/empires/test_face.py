"""What is its own in the page of Small Railroad Empires: prices, lines, waybills, the log, the gallery."""

from __future__ import annotations

import re
from typing import Any, cast

from roundhouse.draw.hexes import SIDE, WIDE
from roundhouse.draw.panels import SeatLook
from roundhouse.games.empires.actions import ENGINES, FEATS
from roundhouse.games.empires.board import GOODS, HATS
from roundhouse.games.empires.face.cards import gallery
from roundhouse.games.empires.face.country import Country, earning
from roundhouse.games.empires.face.log import log_line, outcome
from roundhouse.games.empires.face.page import options_text, regions
from roundhouse.games.empires.face.words import DECLINES, breakdown, progress, under_way, ways
from roundhouse.games.empires.state import CARD, Empires
from tests.empires import test_suite
from tests.empires.table import game, table
from tests.empires.test_view import dearer
from tests.kit.faces import asked, shown
from tests.kit.journeys import Sample, decided, drawn, looks, samples, walk, xml

EMPIRES = test_suite.TestEmpires


def asking(*steps: str) -> list[Sample]:
    """The positions drawn in which a seat is asked for one of these steps."""
    found = [sample for sample in asked(EMPIRES) if sample.view(None)["step"] in steps]
    assert len(found) > 2
    return found


def test_prices_are_the_engines() -> None:
    paid = 0
    for sample in asking("lay"):
        s, view = sample.state, cast("dict[str, Any]", sample.view(sample.decider))
        found = [a for a in view["actions"] if a["block"] in ("lay", "route")]
        near = {a["thing"] for a in found if a["block"] == "lay"}
        for a in found:
            number, price = a["action"], a["price"]
            after = s.clone()
            after.apply(number)
            assert after.loans[s.seat] - s.loans[s.seat] == price.get("loans", 0)
            assert after.money[s.seat] - s.money[s.seat] == price["money"] + price.get("borrowed", 0)
            assert after.prestige[s.seat] - s.prestige[s.seat] == price.get("prestige", 0)
            html = sample.page(s.seat)["board"]
            badge = re.search(rf'data-action="{number}".*?class="badge-n sre-b"[^>]*>(\d+)<', html, re.DOTALL)
            if a["block"] == "route" and s.board.factory[a["thing"]] in near:
                assert f'data-action="{number}"' not in html  # the same track for more money is in words only
            else:
                assert badge
                assert int(badge[1]) == -price["money"]
                paid += 1
    assert paid > 100


def test_what_a_delivery_would_earn_is_what_it_earns() -> None:
    seen = 0
    for s in walk(EMPIRES, "line", 20):
        seat = s.seat
        for w in ways(s.view(seat)):
            after = s.clone()
            after.apply(w.action)
            now = under_way(after.view(seat))
            assert now is not None
            assert (now.path, now.length, now.cards, now.city_money) == (w.path, w.length, w.cards, w.city_money)
            assert after.prestige[seat] - s.prestige[seat] == w.prestige
            assert after.money[seat] == min(s.box.most_money, s.money[seat] + w.all_money)
            assert max(gain(after, a) for a in after.legal()) == w.all_prestige - w.prestige
            seen += 1
    assert seen > 10


def gain(s: Empires, action: int) -> int:
    after = s.clone()
    after.apply(action)
    return after.prestige[s.seat] - s.prestige[s.seat]


def chains(sample: Sample, region: str) -> list[str]:
    """The decisions that each thing of a region makes by one click."""
    found = [e for e in sample.tree(sample.decider, region).iter() if e.get("data-action")]
    return [",".join(part for part in (e.get("data-action"), e.get("data-then")) if part) for e in found]


def test_every_offer_has_its_line_and_its_waybill() -> None:
    for sample in asking("deliver", "city"):
        s = sample.state
        offered = [",".join(str(a) for a in way.actions) for way in ways(sample.view(s.seat))]
        assert chains(sample, "words")[: len(offered)] == offered
        assert chains(sample, "prompt")[0] == offered[0]
        for cls in ("sre-course", "sre-ends", "sre-counts", "waybill"):
            found = [e for e in sample.tree(s.seat, "board").iter() if cls in e.get("class", "").split()]
            assert [e.get("data-chain") for e in found] == offered
            assert ["best" in e.get("class", "") for e in found] == [n == 0 for n in range(len(offered))]


def test_names_and_goods_lie_over_what_can_be_chosen() -> None:
    for sample in asking("lay"):
        board = sample.page(sample.decider)["board"]
        assert board.index('<g class="tracks">') < board.index('<g class="choices">') < board.index('<g class="names">')


def test_a_city_takes_the_best_delivery_there_by_one_click() -> None:
    for sample in asking("deliver", "city"):
        best: dict[int, Any] = {}
        for way in ways(sample.view(sample.decider)):
            best.setdefault(way.end, way)
        drawn = chains(sample, "board")
        for way in best.values():
            assert ",".join(str(a) for a in way.actions) in drawn


def test_the_sign_makes_the_delivery_that_completes_an_achievement_and_says_what_it_brings() -> None:
    hand, reds = "blue_coal, red_timber", "red_steel, red_grain"
    for feats, said in (("", "Deliver: $3, 2 prestige"), ("investor", "Deliver, claim: $3, 1 prestige, 4 at the end")):
        t = table("E4 E3 D2", step="deliver", hand=hand, played=reds, feats=feats)
        page = regions(t.state.view(0), t.state.box, [SeatLook("Ada"), SeatLook("Bo")])
        assert said in page["prompt"]
    assert "Red timber engine, no bonus; Blue coal engine would bring 1" in page["board"]
    assert "Claims Loyal Investor: 4 at the end." in page["board"]
    t = table("E4 F3 F2 E2 D2 D3", step="deliver", feats="long_track, treasure", money=6)
    page = regions(t.state.view(0), t.state.box, [SeatLook("Ada"), SeatLook("Bo")])
    for region in ("board", "words"):
        assert "ompletes Long Track Expert and Treasure Hunter" in page[region]


def test_the_best_delivery_counts_what_it_completes() -> None:
    """The short line brings more prestige now, the long one completes an achievement."""
    for feats, best in (("", 3), ("long_track", 5)):
        t = table("E4 F3 F2 E2 D2 D3", step="deliver", hand="red_lake", feats=feats, box=dearer("red_lake"))
        assert sorted(way.length for way in ways(t.state.view(0))) == [3, 5]
        assert ways(t.state.view(0))[0].length == best


def test_what_refuses_does_not_shine_and_comes_last() -> None:
    for sample in asked(EMPIRES):
        s = sample.state
        declined = [str(a) for a in s.legal() if s.points_at(a)[0] in DECLINES]
        buttons = list(sample.tree(s.seat, "prompt").iter("button"))
        assert [e.get("data-action") for e in buttons if "quiet" in e.get("class", "")] == declined
        assert [e.get("data-action") for e in buttons[len(buttons) - len(declined) :]] == declined
        assert chains(sample, "words")[len(chains(sample, "words")) - len(declined) :] == declined


def test_the_line_under_way_is_drawn_for_everybody() -> None:
    for sample in asking("play"):
        s = sample.state
        titles = [s.box.titles[b & CARD].removesuffix(" engine") for b in s.hands[s.seat]]
        for seat in sample.viewers:
            board = sample.page(seat)["board"]
            assert board.count('class="sre-course"') == 1
            assert board.count('class="waybill"') == 1
            assert seat == s.seat or not any(title in board for title in titles)


def test_every_track_train_and_good_is_on_the_map() -> None:
    for sample in shown(EMPIRES):
        s, board = sample.state, sample.page(None)["board"]
        for seat in range(s.seats):
            tracks = re.findall(rf'data-piece="track-{"abcd"[seat]}-(\w+)"', board)
            assert sorted(tracks) == sorted(s.board.coordinates[h].lower() for h in s.nets[seat])
        assert board.count("sre-train") == sum(cell.bit_count() for cell in s.trains)
        lying = sum(s.goods[f].bit_count() for f in s.board.factories)
        slots = sum(len(s.box.atlas.factories.goods[f]) for f in s.board.factories)
        assert board.count("sre-gone") == slots - lying


def test_the_plates_cover_no_hex_of_any_country() -> None:
    box = game().printed
    columns = len(earning({"bonus": [{"money": m, "prestige": p} for _, m, p in box.bonus]}))
    countries = [(tiles, rotations) for n in (3, 4) for tiles, rotations in box.atlas.placements(n)]
    assert countries
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
    across, down = abs(min(max(x, left), right) - x), abs(min(max(y, top), bottom) - y)
    return across < WIDE / 2 and down < SIDE - across / (WIDE / 2) * SIDE / 2


def test_hats_are_drawn_where_passengers_count() -> None:
    for passengers in (False, True):
        s = game().new(seats=2, seed=1, passengers=passengers)
        board = drawn(s, 0)["board"]
        view = cast("dict[str, Any]", s.view(0))
        cities = [h for h in view["hexes"] if h["ground"] == "city"]
        assert board.count('href="#sre-hat-') == (len(cities) + len(HATS) if passengers else 0)
        assert (">passengers<" in board) == passengers


def test_the_breakdown_names_passengers_where_they_count() -> None:
    for sample in samples(EMPIRES):
        view = sample.view(None)
        assert ("Passengers" in dict(breakdown(view))) == ("passengers" in view["rules"])  # type: ignore[operator]
    assert progress(samples(EMPIRES)[0].view(None)) == "Setting out"


def test_the_track_just_laid_is_ringed() -> None:
    s = cast(Empires, game().new(seats=3, seed=4))
    seat, action = s.seat, s.legal()[3]
    last_ = (seat, decided(s, action))
    s.apply(action)
    plain, ringed = (regions(s.view(None), s.box, looks(s), last)["board"] for last in (None, last_))
    assert "fresh" not in plain
    assert ringed.count('class="fresh"') == 1


def test_leaving_an_achievement_unclaimed_is_asked_about() -> None:
    for sample in asking("claim"):
        assert "data-confirm" in sample.page(sample.decider)["prompt"]


def test_options_are_told_where_they_are_not_the_usual_ones() -> None:
    usual = {"edition": "draft", "deliveries": "any connected", "passengers": False, "start_money": "printed"}
    assert options_text(usual) == ""
    assert options_text({**usual, "edition": "final", "passengers": True}) == "Final edition, passengers"
    assert options_text({**usual, "deliveries": "new links only"}) == "New links only"
    assert options_text({**usual, "start_money": "staggered"}) == "Staggered start money"
    assert usual == {name: option.default for name, option in game().options.items()}


def test_the_log_has_a_place_for_what_lies_on_the_map() -> None:
    for sample in asked(EMPIRES):
        s = sample.state
        on_map = {e.get("data-at") for e in sample.tree(None, "board").iter()}
        for a in s.legal():
            at = log_line(decided(s, a), s.box, {}).at
            assert at in on_map if s.points_at(a)[1] in ("hex", "factory", "city", "good") else at == "", s.words(a)


def came(s: Empires, action: int) -> str:
    """What the log adds to an action."""
    after = s.clone()
    after.apply(action)
    return str(outcome(decided(s, action), s.seat, s.view(None), after.view(None), s.box))


def test_the_log_adds_what_came_of_it() -> None:
    added: dict[str, list[str]] = {}
    ended: dict[str, set[str]] = {}
    for s in [sample.state for sample in asked(EMPIRES)]:
        for a in s.legal():
            told, _, why = came(s, a).partition("; the turn ends: ")
            added.setdefault(s.points_at(a)[0], []).append(told)
            ended.setdefault(s.points_at(a)[0], set()).add(why)
    assert set(added["start"]) == {""}
    assert all(re.match(r" for \$\d|, free", t) for t in added["lay"] + added["route"])
    for part in (", free", " for $3", "; star: 1 prestige", "; takes a loan", ", a third track"):
        assert any(part in t for t in added["lay"]), part
    assert any(re.fullmatch(r": \$\d+ and \d+ prestige(; all factories produce)?", t) for t in added["line"])
    assert {t.partition(":")[0] for t in added["claim"]} == {", first", ", later"}
    assert all(t.endswith(" prestige at the end") for t in added["claim"])
    assert {"", ": 1 prestige"} <= set(added["play"])
    assert any(re.match(r", Contract of [\w ]+: [34] prestige", t) for t in added["play"])
    assert set(added["stop"] + added["no_send"] + added["no_claim"] + added["no_buy"]) == {""}
    assert ended["buy"] | ended["no_buy"] | ended["start"] == {""}  # there its seat has said so
    assert "nothing to deliver, nothing to claim, hand full" in ended["lay"]
    assert {"hand full", "nothing to claim, hand full"} & (ended["claim"] | ended["no_claim"] | ended["no_send"])


def test_the_log_tells_nothing_hidden() -> None:
    for s in [sample.state for sample in asked(EMPIRES)[::3]]:
        twin = s.resample(s.seat, 3)
        for a in s.legal():
            if s.points_at(a)[0] != "play":  # what is played is shown
                assert came(twin, a) == came(s, a)


def test_the_gallery_shows_every_card() -> None:
    box = game().printed
    root = xml(gallery(box))
    cards = [e for e in root.iter() if {"card", "ach"} & set(e.get("class", "").split())]
    assert len(cards) == len(box.ids) + 1  # and the loan
    used = {e.get("href", "")[1:] for e in root.iter("use")}
    assert {f"sre-{g}" for g in GOODS} <= used
    assert {f"sre-ach-{id.replace('_', '-')}" for id in box.ids[ENGINES : ENGINES + FEATS]} <= used
