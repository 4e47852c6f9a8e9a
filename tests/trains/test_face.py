"""The page of a table of Trains: every action in its place, every cost right, nothing hidden shown."""

from __future__ import annotations

import random
import re
from functools import cache
from itertools import pairwise
from typing import Any, cast
from xml.etree import ElementTree

import pytest

from roundhouse.draw.cards import CARD_LINES, lines
from roundhouse.draw.panels import SeatLook
from roundhouse.games.trains.board import MAPS, RIVER
from roundhouse.games.trains.face import breakdown, gallery, looks, regions, tell
from roundhouse.games.trains.face_map import COURSES, joins
from roundhouse.games.trains.face_words import heading, lay_cost, lay_waste, standing_words, working
from roundhouse.games.trains.state import Trains
from tests.trains import midgame
from tests.trains.table import game, table

NAMES = ["<b>x", 'Ann "A"', "D'Arcy & Co", "Bo"]
PRICED = r'data-action="(\d+)"><span>[^<]*</span> <span><small>([^<]*)<'
KEYS = {"prompt", "board", "seats", "supply", "words", "dock"}


def seats(s: Trains) -> list[SeatLook]:
    return [SeatLook(NAMES[i], ("person", "bot", "open", "person")[i], i == 0, i == 3) for i in range(s.seats)]


def drawn(s: Trains, seat: int | None) -> dict[str, str]:
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
def positions() -> list[Trains]:
    """Decisions of random games on both maps; of each kind of question some, and the end."""
    out: list[Trains] = []
    every = list(game().options["cards"].items)
    seen: set[str] = set()
    for seed in range(16):
        rng = random.Random(seed)
        first = (0, 8, 16, 22)[seed // 2 % 4]
        cards = every[first : first + 8]
        s = cast(Trains, game().new(seats=2 + seed % 3, seed=seed, map=MAPS[seed % 2], cards=cards))
        asked: dict[str, int] = {}
        while not s.over:
            prompt = s.prompt()
            asked[prompt] = asked.get(prompt, 0) + 1
            legal = s.legal()
            blocks = {s.points_at(a)[0] for a in legal}
            if asked[prompt] in (1, 6, 40) or not blocks <= seen:
                out.append(s.clone())
            seen |= blocks
            s.apply(rng.choice([a for a in legal if s.words(a) != "end turn"] or legal))
        out.append(s)
    out.append(table(hand="Maintenance factory, Express train, Waste").do("play Maintenance factory").state)
    out.append(table(hand="Wagon factory, 2 Normal train").do("play Wagon factory").state)
    out.append(table(hand="Wagon factory, Normal train").do("play Wagon factory", "trash Normal train").state)
    return out


def test_the_positions_show_every_kind_of_action() -> None:
    blocks = {s.points_at(a)[0] for s in positions() for a in s.legal()}
    assert blocks == {b.name for b in game().space.blocks}


def test_every_region_is_there_and_parses() -> None:
    for s in positions():
        for seat in (s.seat, None) if not s.over else (0, None):
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
        at: dict[str, list[int]] = {k: acting(v) for k, v in parts.items()}
        for a in s.legal():
            block, place, thing = s.points_at(a)
            region = {"hex": "board", "supply": "supply", "": "prompt"}.get(place, "dock")
            if block in ("drop", "leave"):
                assert a in at["dock"]
                region = "prompt"
            if block == "name" and thing not in [*s.piles, s.kit.waste]:
                region = "prompt"
            assert a in at[region], (s.words(a), region)
        for region in KEYS:
            assert set(at[region]) <= set(s.legal())
        assert not at["seats"]


def test_the_thing_that_carries_an_action_is_the_one_it_names() -> None:
    for s in positions():
        if s.over:
            continue
        parts = drawn(s, s.seat)
        for element in [e for k in ("board", "supply", "dock") for e in xml(parts[k]).iter()]:
            for a in [int(x) for n in ("data-action", "data-more") for x in element.get(n, "").split(",") if x]:
                block, place, thing = s.points_at(a)
                said = element.get("aria-label", "")
                if place == "hex":
                    assert element.get("data-hex") == s.board.grid.coordinate(thing)
                elif block in ("drop", "leave"):
                    assert said.startswith(s.kit.titles[s.looked[0] & 63])
                elif block == "copy":
                    assert s.kit.titles[thing] in said
                else:
                    assert said.startswith(s.kit.titles[thing])
                assert "legal" in element.get("class", "").split()
                assert element.get("data-tip")


def test_costs_are_the_engines() -> None:
    laid = 0
    for s in positions():
        if s.over:
            continue
        view = s.view(s.seat)
        said = dict(re.findall(PRICED, drawn(s, s.seat)["words"]))
        for h in range(76):
            assert lay_cost(view, s.kit, h) == s.lay_cost(h, s.seat, s.standing)
        for a in s.legal():
            block, _, h = s.points_at(a)
            if block == "lay":
                after = s.clone()
                after.apply(a)
                paid = lay_cost(view, s.kit, h)
                assert s.coins - after.coins == paid
                assert said[str(a)].startswith(f"{paid} coin" if paid else "free")
                printed = not s.standing & (63 << 38) and s.supply[s.kit.waste] > 0
                gained = len(after.gained) - len(s.gained) - printed
                assert gained == lay_waste(view, s.kit, h) or s.supply[s.kit.waste] < 2
                laid += 1
    assert laid > 100


def test_costs_under_every_standing_rule() -> None:
    rng = random.Random(5)
    for s in positions():
        for _ in range(3):
            twin = s.clone()
            twin.standing = sum(1 << r for r in (8, 14, 20, 26, 32, 38, 44, 50) if rng.random() < 0.4)
            twin.acts = []
            seat = 0 if s.over else s.seat
            view = {**twin.view(None), "seat": seat}
            for h in range(76):
                assert lay_cost(view, s.kit, h) == twin.lay_cost(h, seat, twin.standing)


def test_nothing_hidden_is_on_the_page() -> None:
    for s in positions()[::3]:
        for seat in [*range(s.seats), None]:
            shown = drawn(s, seat)
            for seed in (1, 2):
                assert drawn(cast(Trains, s.resample(seat, seed)), seat) == shown


def test_hidden_cards_changing_places_change_nothing() -> None:
    for seed in midgame.SEEDS:
        for s in midgame.positions(seed)[:3]:
            for viewer in midgame.viewers(s):
                shown = drawn(s, viewer)
                for owner in range(s.seats):
                    slots = midgame.hidden(s, owner, viewer)
                    pairs = [(a, b) for a in slots for b in slots if a < b][:5]
                    for one, other in pairs:
                        twin = midgame.swapped(s, owner, one, other)
                        assert drawn(twin, viewer) == shown


def test_only_who_decides_can_act() -> None:
    for s in positions():
        for seat in [*range(s.seats), None]:
            if seat != s.seat or s.over:
                assert not [a for html in drawn(s, seat).values() for a in acting(html)]


def test_others_are_told_who_decides_and_what() -> None:
    t = table(hand="Rail laying", coins=2)
    t.do("play Rail laying")
    watched = drawn(t.state, None)["prompt"]
    assert "&lt;b&gt;x" in watched
    assert "lay 1 track" in watched
    assert "<button" not in watched


def test_names_are_escaped() -> None:
    for s in positions():
        html = "".join(drawn(s, s.seat if not s.over else 0).values())
        assert "<b>x" not in html
        assert "&lt;b&gt;x" in html


def test_pieces_have_ids_of_their_own() -> None:
    for s in positions():
        for seat in (0, None):
            html = "".join(drawn(s, seat).values())
            ids = [e.get("data-piece") for e in xml(html).iter() if e.get("data-piece")]
            assert len(ids) == len(set(ids))


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
        assert [sum(by_seat[i] for _, by_seat in sources) for i in range(s.seats)] == s.scores()


def test_tracks_are_joined_into_one_line_without_loops() -> None:
    for s in positions():
        for seat in range(s.seats):
            own = {h for h in range(76) if s.tracks[h] >> seat & 1}
            pairs = joins(s.board, own)
            assert len(pairs) == max(len(own) - 1, 0)
            assert all(b in s.board.beside[a] for a, b in pairs)


def test_rivers_run_through_every_river_hex_and_no_other() -> None:
    for board in game().printed.boards:
        centres = {board.grid.at(r, c) for stops in COURSES[board.name] for r, c, where in stops if not where}
        assert centres == {h for h in range(76) if board.terrain[h] == RIVER}
        for stops in COURSES[board.name]:
            path = [board.grid.at(r, c) for r, c, _ in stops]
            assert all(a == b or b in board.grid.beside(a) for a, b in pairwise(path))


def test_the_card_being_resolved_is_marked() -> None:
    t = table(hand="Garage", deck="5 Waste")
    t.do("play Garage")
    view = t.state.view(0)
    assert working(view) == 0
    dock = xml(drawn(t.state, 0)["dock"])
    marked = [str(e.get("aria-label")) for e in dock.iter() if "working" in e.get("class", "").split()]
    assert len(marked) == 1
    assert marked[0].startswith("Garage")
    assert "Discard 2 cards" in drawn(t.state, 0)["prompt"]


def test_cards_in_play_say_what_they_were_played_for() -> None:
    t = table(hand="Garage, Tunnel, Landfill, Stationmaster office", coins=5)
    t.do("play Tunnel for its coins", "play Landfill", "play Stationmaster office", "copy Landfill")
    dock = drawn(t.state, 0)["dock"]
    assert "coins only" in dock
    assert "as Landfill" in dock


def test_equal_cards_in_hand_stack() -> None:
    dock = xml(drawn(table(hand="3 Normal train").state, 0)["dock"])
    hand = [e for e in dock.iter("button") if e.get("aria-label", "").startswith("Normal train")]
    assert len(hand) == 1
    assert "\u00d73" in "".join(hand[0].itertext())


def test_buying_onto_the_deck_is_the_second_action_of_a_pile() -> None:
    t = table(hand="First train", coins=9)
    t.do("play First train")
    supply = xml(drawn(t.state, 0)["supply"])
    lit = [e for e in supply.iter("button") if e.get("aria-label", "").startswith("Garage")]
    plain = t.state.parse("buy Garage")
    assert (lit[0].get("data-action"), lit[0].get("data-more")) == (str(plain), str(plain + 1))


def test_ending_a_turn_in_which_nothing_was_played_is_asked_about() -> None:
    t = table(hand="Normal train, Express train")
    assert "data-confirm" in drawn(t.state, 0)["prompt"]
    assert "data-confirm" not in drawn(t.do("play Normal train").state, 0)["prompt"]
    assert "data-confirm" not in drawn(table(hand="Waste").state, 0)["prompt"]


def test_cartouche_strikes_out_what_is_waived() -> None:
    t = table(hand="Steel bridge", coins=3)
    t.do("play Steel bridge")
    assert '<tspan class="was">1</tspan> 0' in drawn(t.state, 0)["board"]
    assert standing_words(t.state.view(0)) == ["rivers cost nothing extra"]
    assert heading(t.state.view(0)) == "Lay a track: choose a highlighted hex"


def test_the_last_track_is_ringed() -> None:
    t = table(hand="Rail laying", coins=3)
    t.do("play Rail laying")
    label = t.offers("lay")[0]
    t.do(f"lay {label}")
    looks_ = seats(t.state)
    assert 'class="moved"' not in regions(t.state.view(1), t.state.kit, looks_)["board"]
    shown = regions(t.state.view(1), t.state.kit, looks_, (0, f"lay {label}"))["board"]
    assert 'class="moved"' in shown
    assert shown.count("fresh") == 2  # the track and the stretch that leads to it


def test_the_last_station_is_ringed() -> None:
    t = table(hand="Station expansion")
    t.do("play Station expansion")
    t.do("station in Kamata")
    shown = regions(t.state.view(1), t.state.kit, seats(t.state), (0, "station in Kamata"))["board"]
    assert 'class="fresh" data-piece="station-g6-1"' in shown
    assert shown.count('class="moved"') == 1


@pytest.mark.parametrize(
    ("words", "told", "at"),
    [
        ("play Express train", "plays <b>Express train</b>: 2 coins", ""),
        ("play Steel bridge", "plays <b>Steel bridge</b>: rivers cost nothing extra this turn", ""),
        ("play Steel bridge for its coins", "plays <b>Steel bridge</b> without its effect", ""),
        ("play Mail train for its coins", "plays <b>Mail train</b> for its coins: 1 coin", ""),
        ("play Holiday timetable", "plays <b>Holiday timetable</b>: trashes it, 3 coins", ""),
        ("play Material dump site", "plays <b>Material dump site</b>: 1 coin, no Waste is gained this turn", ""),
        ("lay Yokohama", "lays Yokohama", "H2"),
        ("lay river D8", "lays D8, river", "D8"),
        ("buy Garage", "buys <b>Garage</b> for 3", ""),
        ("buy Garage onto the deck", "buys <b>Garage</b> for 3, onto the deck", ""),
        ("station in Kamata", "places a station in Kamata", "G6"),
        ("end turn", "ends the turn", ""),
        ("pass and return Waste", "passes and returns all Waste", ""),
        ("trash Normal train", "trashes <b>Normal train</b>", ""),
        ("copy Garage", "copies the text of <b>Garage</b>", ""),
        ("start at field B5", "starts at B5, field", "B5"),
        ("no more", "stops there", ""),
        ("draw 1 card", "draws 1 card", ""),
    ],
)
def test_the_log_tells_it_in_the_present(words: str, told: str, at: str) -> None:
    line = tell(words, game().printed, {"map": "tokyo"})
    assert (line.html, line.at) == (told, at)


def test_the_log_has_words_for_every_action_and_a_place_for_every_hex() -> None:
    box = game().printed
    for name, board in zip(("tokyo", "osaka"), box.boards, strict=True):
        for h, label in enumerate(board.labels):
            assert tell(f"lay {label}", box, {"map": name}).at == board.grid.coordinate(h)
    for title in box.titles:
        for verb in ("play", "buy", "discard", "name", "put back", "send back", "gain", "count"):
            assert f"<b>{title}</b>" in tell(f"{verb} {title}", box, {"map": "osaka"}).html


def test_nothing_can_be_chosen_in_the_past() -> None:
    t = table(hand="Rail laying", coins=3)
    shown = regions(t.state.view(0), t.state.kit, seats(t.state), None, True)
    assert not any("data-action" in html or re.search(r"\blegal[\" ]", html) for html in shown.values())


def test_every_card_has_a_look_that_fits() -> None:
    shown = looks(game().printed)
    assert list(shown) == game().printed.ids
    for look in shown.values():
        assert look.told, look.id
        assert lines(look) <= CARD_LINES + 1, look.told
        assert look.art
        assert "_" not in look.art
    assert shown["steel_bridge"].lasting
    assert not shown["rail_laying"].lasting
    assert (shown["rail_laying"].art, shown["wagon_factory"].art) == ("rail-laying", "wagon-factory")


def test_the_gallery_shows_every_card_and_both_boards() -> None:
    page = gallery(game().printed)
    root = xml(page)
    assert sum(1 for e in root.iter() if "card" in e.get("class", "").split()) == 39
    assert sum(1 for e in root.iter("svg") if e.get("class") == "map") == 2
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(ids) == len(set(ids))


def test_edited_names_are_escaped_too() -> None:
    s = positions()[0]
    view: dict[str, Any] = dict(s.view(None))
    view["hexes"] = [{**h, "label": "<i>&"} for h in view["hexes"]]
    board = regions(view, s.kit, seats(s))["board"]
    assert "<i>" not in board
    xml(board)
