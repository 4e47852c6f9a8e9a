"""What is its own in the page of a table of Trains: costs, rivers, cards in play, the log, the gallery."""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import pairwise
from typing import Any

from roundhouse.draw.cards import CARD_LINES, lines
from roundhouse.games.trains.actions import BACK, BUY, COINS_ONLY, COUNT, DISCARD, GAIN, LAY, NAME, PLAY, SEND
from roundhouse.games.trains.board import RIVER, SEA
from roundhouse.games.trains.cards import EFFECTS
from roundhouse.games.trains.face.log import log_line
from roundhouse.games.trains.face.looks import card_faces, gallery
from roundhouse.games.trains.face.map import COURSES, joins
from roundhouse.games.trains.face.page import regions
from roundhouse.games.trains.face.words import heading, rule_words
from roundhouse.games.trains.state import Trains
from roundhouse.games.trains.verbs import RULES
from roundhouse.web.render import ledger as page
from tests.kit import faces, journeys
from tests.kit.journeys import decided, drawn, xml
from tests.kit.journeys import looks as seats
from tests.trains import test_suite
from tests.trains.table import game, table

TRAINS = test_suite.TestTrains
PRICED = r'data-action="(\d+)"><span>[^<]*</span> <span><small>([^<]*)<'


def positions() -> list[Trains]:
    return [sample.state for sample in journeys.samples(TRAINS)]


def cost_by_view(view: dict[str, Any], h: int) -> int:
    """What the deciding seat's track costs there, from what the view says of each part of it."""
    place, costs = view["hexes"][h], view["track_costs"]
    ground = place["number"] if place["terrain"] == "remote" else costs.get(place["terrain"], 0)
    rivals = [seat for seat in place["tracks"] if seat != view["seat"]]
    return int(ground + place["stations"] * costs["station"] + len(rivals) * costs["rival"])


def test_the_page_says_what_a_track_costs_and_brings() -> None:
    laid = 0
    for s in journeys.walk(TRAINS, "lay", 60):
        view = s.view(s.seat)
        page = dict(re.findall(PRICED, drawn(s, s.seat, view)["words"]))
        for a in view["actions"]:
            if a["block"] == "lay":
                after = s.clone()
                after.apply(a["action"])
                paid = s.coins - after.coins
                assert a["price"]["coins"] == -paid == -cost_by_view(view, a["thing"])
                assert page[str(a["action"])].startswith(f"{paid} coin" if paid else "free")
                printed = s.waste_comes()
                gained = len(after.gained) - len(s.gained) - printed
                waste = a["price"].get("waste", 0)
                assert gained == waste or s.supply[s.box.waste] < 2
                assert page[str(a["action"])].endswith("+ Waste") == (waste == 1)
                laid += 1
    assert laid > 100


def test_an_action_costs_and_brings_its_price() -> None:
    tried: Counter[str] = Counter()
    asked = [sample.state for sample in faces.asked(TRAINS)]
    for s in (s for s in asked if {"play", "count"} & {s.points_at(a)[0] for a in s.legal()}):
        for a in s.view(s.seat)["actions"]:
            block, price = a["block"], a["price"]
            after = s.clone()
            after.apply(a["action"])
            if block in ("buy", "count", "end", "pass") or (block == "play" and a["form"] == COINS_ONLY):
                spent = 0 if block == "pass" else after.coins - s.coins
                assert price.get("coins", 0) == spent
                tried[block] += 1
            if block in ("buy", "pass"):
                assert price.get("waste", 0) == s.supply[s.box.waste] - after.supply[s.box.waste]
                tried["waste"] += price.get("waste", 0) != 0
    assert all(tried[x] for x in ("buy", "count", "end", "pass", "play", "waste")), tried


def test_costs_under_every_rule_of_cards_in_play() -> None:
    rng = random.Random(5)
    for sample in faces.shown(TRAINS)[::2]:
        for _ in range(2):
            twin = sample.state.clone()
            twin.rule_counters = sum(1 << rule for rule in RULES if rng.random() < 0.4)
            twin.offered = []
            view = {**twin.view(None), "seat": sample.decider}
            for h in range(76):
                if twin.board.terrain[h] != SEA:
                    assert cost_by_view(view, h) == twin.lay_cost(h, sample.decider, twin.rule_counters)
            assert [rule["rule"] for rule in view["rules"]] == [RULES[r].id for r in RULES if twin.in_force(r)]


def test_others_are_told_who_decides_and_what() -> None:
    t = table(hand="Rail laying", coins=2).do("play Rail laying")
    watched = drawn(t.state, None)["prompt"]
    assert "&lt;b&gt;x" in watched
    assert "lay 1 track" in watched
    assert "<button" not in watched


def test_tracks_are_joined_into_one_line_without_loops() -> None:
    for s in positions():
        for seat in range(s.seats):
            own = {h for h in range(76) if s.tracks[h] >> seat & 1}
            pairs = joins(s.board, frozenset(own))
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
    t = table(hand="Garage", deck="5 Waste").do("play Garage")
    view = t.state.view(0)
    assert view["working"] == 0
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
    t = table(hand="First train", coins=9).do("play First train")
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
    t = table(hand="Steel bridge", coins=3).do("play Steel bridge")
    assert '<tspan class="was">1</tspan> 0' in drawn(t.state, 0)["board"]
    assert rule_words(t.state.view(0)) == ["rivers cost nothing extra"]
    assert heading(t.state.view(0), t.state.box) == "Lay a track: choose a highlighted hex"


def test_the_last_track_is_ringed() -> None:
    t = table(hand="Rail laying", coins=3).do("play Rail laying")
    label = t.offers("lay")[0]
    t.do(f"lay {label}")
    looks_ = seats(t.state)
    assert 'class="moved"' not in regions(t.state.view(1), t.state.box, looks_)["board"]
    shown = regions(t.state.view(1), t.state.box, looks_, (0, decided(t.state, f"lay {label}")))["board"]
    assert 'class="moved"' in shown
    assert shown.count("fresh") == 2  # the track and the stretch that leads to it


def test_the_last_station_is_ringed() -> None:
    t = table(hand="Station expansion").do("play Station expansion", "station in Kamata")
    shown = regions(t.state.view(1), t.state.box, seats(t.state), (0, decided(t.state, "station in Kamata")))["board"]
    assert 'class="fresh" data-piece="station-g6-1"' in shown
    assert shown.count('class="moved"') == shown.count('class="moved case"') == 1


def test_the_log_has_words_for_every_action_and_a_place_for_every_hex() -> None:
    box = game().printed
    for name, board in zip(("tokyo", "osaka"), box.boards, strict=True):
        s = game().new(2, 1, map=name)
        for h in range(len(board.labels)):
            assert log_line(decided(s, LAY + h), box, {"map": name}).at == board.grid.coordinate(h)
    for i, title in enumerate(box.titles):
        for action in (PLAY + 2 * i, BUY + 2 * i, *(block + i for block in (DISCARD, NAME, BACK, SEND, GAIN, COUNT))):
            assert f"<b>{title}</b>" in log_line(decided(s, action), box, {"map": "osaka"}).html


def test_the_log_tells_which_of_several_effects_was_chosen() -> None:
    t = table(hand="Station crew, Waste").do("play Station crew")
    lines = [log_line(decided(t.state, a), t.state.box, {"map": "tokyo"}).html for a in t.state.legal()]
    assert lines == ["draws 1 card", "gains 1 coin", "returns 1 Waste from hand to the supply"]


def test_every_card_has_a_look_that_fits() -> None:
    shown = card_faces(game().printed)
    assert list(shown) == game().printed.ids
    for look in shown.values():
        assert look.full_text, look.id
        assert lines(look) <= CARD_LINES + 1, look.full_text
        assert look.art
        assert "_" not in look.art
    assert shown["steel_bridge"].lasting
    assert not shown["rail_laying"].lasting
    assert (shown["rail_laying"].art, shown["wagon_factory"].art) == ("rail-laying", "wagon-factory")


def test_the_short_text_of_a_card_comes_from_its_verbs() -> None:
    box = game().printed
    short = {id: box.text(i, brief=True) for i, id in enumerate(box.ids)}
    assert short["information_central"] == "Reveal your top 4 cards. Take 1 or none. Put the rest back."
    assert short["command_central"] == "Draw 1 card. Name a card. If it is on top of your deck, take it."
    assert short["station_crew"] == "Draw 1 card, or gain 1 coin, or return 1 Waste."
    assert short["underground_digging"] == "Only remote places cost coins. Lay 1 track. Gain 1 Waste."
    assert short["wagon_factory"] == "Trash a train from hand. Take one costing up to 3 more into hand."
    assert (short["building"], short["express_train"]) == ("When bought: gain 1 Waste.", "")


def test_edited_names_are_escaped_too() -> None:
    s = positions()[0]
    view: dict[str, Any] = dict(s.view(None))
    view["hexes"] = [{**h, "label": "<i>&"} for h in view["hexes"]]
    board = regions(view, s.box, seats(s))["board"]
    assert "<i>" not in board
    xml(board)


def test_the_gallery_shows_every_card_once_and_both_boards() -> None:
    root = xml(gallery(game().printed))
    assert sum("card" in e.get("class", "").split() for e in root.iter()) == len(EFFECTS)
    assert sum(e.get("class") == "map" for e in root.iter("svg")) == 2


def test_clauses_and_cards_lead_to_each_other() -> None:
    clauses = [c for section in page.sections("trains") for c in section.clauses]
    html = "".join(c.html + c.why + c.figure for c in clauses)
    ids = set(re.findall(r'id="([^"]+)"', html)) | {c.id for c in clauses}
    assert {f"card-{id.replace('_', '-')}" for id in EFFECTS} <= ids
    assert '<a class="cardlink" href="#card-rail-laying">Rail laying</a>' in html
    assert '<a class="ref" href="#trains-8.1">8.1</a>' in html


def test_the_legend_names_no_seat_and_says_what_a_barrier_is() -> None:
    t = table()
    board = regions(t.view(), t.state.box, seats(t.state))["board"]
    cartouche = board.partition('class="cartouche"')[2]
    assert "Barrier: no track leads across" in cartouche
    assert 'class="seat-' not in cartouche
    assert board.count("<title>Barrier between ") == len(t.state.board.walls) // 2


def test_a_card_in_hand_says_what_its_figures_are() -> None:
    t = table(hand="Express train")
    assert "Costs 3 coins to buy, pays 2 coins when played." in regions(t.view(), t.state.box, seats(t.state))["dock"]


def test_nobody_is_told_of_another_s_turn_as_of_the_own() -> None:
    t = table(hand="Material dump site, Signals").do("play Material dump site", "play Signals")
    mine, theirs = (regions(t.view(i), t.state.box, seats(t.state)) for i in (0, 1))
    assert "you gain no Waste" in mine["dock"]
    assert "no Waste is gained" in theirs["dock"]
    assert "is to discard the card they look at" in theirs["prompt"]
    assert not [word for word in ("you ", "your ") if word in theirs["prompt"]]


SAID = r'<button type="button"( class="quiet")? data-action="[^"]*"[^>]*><span>([^<]*)<'


def test_cities_to_start_at_come_first_by_name() -> None:
    for board in ("tokyo", "osaka"):
        s = game().new(seats=2, seed=1, map=board)
        view = s.view(0)
        said = [words.removeprefix("start at ") for _, words in re.findall(SAID, drawn(s, 0, view)["words"])]
        cities = [h["label"] for h in view["hexes"] if h["terrain"] == "city"]  # type: ignore[attr-defined]
        assert len(said) == len(s.legal())
        assert said[: len(cities)] == sorted(cities)


def test_a_card_played_for_no_coins_comes_last_and_quiet() -> None:
    t = table(hand="Rail laying, Normal train")
    said = re.findall(SAID, drawn(t.state, 0)["words"])
    *others, (quiet, words) = said
    assert words == "play Rail laying for its coins"
    assert quiet
    assert len(others) > 2
    assert not any(cls for cls, _ in others)
