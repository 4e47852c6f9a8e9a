"""The page of a table of Empyreal: every action in its place, every price right, nothing hidden shown."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path
from typing import Any, cast
from xml.etree import ElementTree

import roundhouse
from roundhouse.draw.panels import SeatLook
from roundhouse.draw.sight import View
from roundhouse.games.empyreal import face_land
from roundhouse.games.empyreal.box import STOPS
from roundhouse.games.empyreal.cars import Declare
from roundhouse.games.empyreal.face import TABS, points, regions, told_options
from roundhouse.games.empyreal.face_words import breakdown, endings, short_company, stands
from roundhouse.games.empyreal.state import NO_COSTS, Empyreal
from tests.empyreal.midgame import SEEDS, TABLES, pick, positions
from tests.empyreal.table import game

NAMES = ["<b>x", 'Ann "A"', "D'Arcy & Co", "Bo", "Cy", "Di"]
KEYS = {"prompt", "board", "seats", "supply", "words", "dock"}
WHERE = {
    "hex": "board", "city": "board", "good": "board", "path": "dock", "yard": "dock", "market": "supply",
    "company": "dock", "captain": "dock", "award": "dock",
}  # fmt: skip
HERE = {"use": "dock", "recruit": "supply", "take": "dock", "seat": "seats", "swap": "seats"}
ALSO = {"colour", "tile"}  # buttons of the sign beside what lies on the board
STATIC = Path(roundhouse.__file__).parent / "web" / "static"


def looks(s: Empyreal) -> list[SeatLook]:
    kinds = ("person", "bot", "open", "person", "bot", "bot")
    return [SeatLook(NAMES[i], kinds[i], i == 0, i == 3) for i in range(s.seats)]


def drawn(s: Empyreal, seat: int | None) -> dict[str, str]:
    return {k: str(v) for k, v in regions(s.view(seat), s.kit, looks(s)).items()}


@cache
def shown(seat: str) -> list[tuple[Empyreal, dict[str, str]]]:
    """The positions with their pages, as "who decides", "another" seat or "nobody" of the table sees them."""
    who = {"who decides": 0, "another": 1}
    return [(s, drawn(s, (max(s.seat, 0) + who[seat]) % s.seats if seat in who else None)) for s in asked()]


def deciding() -> list[tuple[Empyreal, dict[str, str]]]:
    return [(s, parts) for s, parts in shown("who decides") if not s.over]


def midgame() -> list[Empyreal]:
    return [s for seed in SEEDS for s in positions(seed)]


def xml(html: str) -> ElementTree.Element:
    return ElementTree.fromstring(f"<root>{html}</root>")


def carried(element: ElementTree.Element) -> list[int]:
    return [int(a) for name in ("data-action", "data-more") for a in element.get(name, "").split(",") if a]


def acting(html: str) -> list[int]:
    """All actions some element of the HTML carries."""
    return [a for element in xml(html).iter() for a in carried(element)]


@cache
def asked() -> list[Empyreal]:
    """Decisions of random games under all options; of each kind of question some, and the ends."""
    out: list[Empyreal] = []
    times: dict[str, int] = {}
    for seed in range(40):
        rng = random.Random(seed)
        seats, options = TABLES[seed % len(TABLES)]
        s = cast(Empyreal, game().new(seats=seats, seed=seed, **options))
        while not s.over:
            kind = "+".join(sorted({s.points_at(a)[0] for a in s.legal()}))
            key = f"{type(s.verb).__name__} {kind}"
            times[key] = times.get(key, 0) + 1
            if times[key] in (1, 7):
                out.append(s.clone())
            s.apply(pick(rng, s))
        if seed < len(TABLES):
            out.append(s)
    return out


def test_the_positions_show_every_kind_of_action() -> None:
    blocks = {s.points_at(a)[0] for s in asked() for a in s.legal()}
    assert blocks == {b.name for b in game().space.blocks}


def test_every_region_is_there_and_parses() -> None:
    for seat in ("who decides", "another", "nobody"):
        for _, parts in shown(seat):
            assert set(parts) == KEYS
            for html in parts.values():
                xml(html)


def test_every_legal_action_is_in_words_and_at_its_thing() -> None:
    for s, parts in deciding():
        assert acting(parts["words"]) == s.legal()
        at = {k: acting(v) for k, v in parts.items()}
        for a in s.legal():
            block, place, _ = s.points_at(a)
            region = HERE.get(block) or WHERE.get(place, "prompt")
            assert a in at[region], (s.words(a), block, place)
            assert (a in at["prompt"]) == (region == "prompt" or block in ALSO)
        for region in KEYS:
            assert set(at[region]) <= set(s.legal())


def test_the_thing_that_carries_an_action_is_the_one_it_names() -> None:
    for s, parts in deciding():
        for element in [e for k in ("board", "dock", "supply", "seats") for e in xml(parts[k]).iter()]:
            for a in carried(element):
                block, place, thing = s.points_at(a)
                said = element.get("aria-label", "")
                if place == "hex":
                    assert s.board.labels[thing] in said
                elif place == "yard":
                    assert s.kit.place(thing) in said
                elif place == "market":
                    assert s.kit.titles[thing] in said
                elif block == "move":
                    assert STOPS[thing] in said
                elif block in ("take", "captain"):
                    assert s.kit.person(thing) in said
                elif block == "company":
                    assert s.kit.company_titles[thing] in said
                assert "legal" in element.get("class", "").split()
                assert element.get("data-tip")


def test_prices_are_the_engines() -> None:
    paid = crossed = 0
    for s in midgame():
        for b in cast(list[dict[str, Any]], s.view(s.seat)["builds"]):
            after = s.clone()
            after.apply(b["action"])
            if after.seat == s.seat and after.spent[s.seat] >= s.spent[s.seat]:  # nothing came back with it
                assert s.ready[s.seat] - after.ready[s.seat] == b["price"]
            assert sum(b["tolls"]) == b["price"]
            assert len(b["tolls"]) == len(b["over"])
            crossed += bool(b["over"])
            paid += 1
    assert paid > 200
    assert crossed > 20


def test_what_moves_and_activations_cost_is_what_the_folio_says() -> None:
    moves = activations = 0
    for s in midgame():
        view: dict[str, Any] = s.view(s.seat)
        player = view["players"][s.seat]
        for c in view["costs"]:
            block, _, thing = s.points_at(c["action"])
            if block == "move":
                steps = thing + 1 - s.conductor[s.seat]
                assert player["prices"]["moves"][steps - 1] == c["cost"]
                moves += 1
            elif isinstance(s.verb, Declare) and not s.verb.gained and not s.words(c["action"]).endswith("twice"):
                own = 0 if s.turn_rules & NO_COSTS else s.kit.costs[s.car(s.seat, thing)]
                assert c["cost"] == own + player["prices"]["activate"][len(s.declared) // 2]
                activations += 1
    assert moves > 50
    assert activations > 20


def test_the_chain_of_a_build_is_drawn_for_who_builds() -> None:
    seen = 0
    for s in [s for s in midgame() if type(s.verb).__name__ == "Build"][:40]:
        builds = cast(list[dict[str, Any]], s.view(s.seat)["builds"])
        board = drawn(s, s.seat)["board"]
        assert set(re.findall(r'data-way="(\d+)"', board)) == {str(b["action"]) for b in builds if b["over"]}
        for b in builds:
            found = re.search(rf'data-action="{b["action"]}".*?class="badge-n"[^>]*>(\d+)<', board)
            assert found is None or int(found[1]) <= b["price"]
        seen += sum(1 for b in builds if b["over"])
    assert seen > 10
    assert not any("data-way" in parts["board"] for _, parts in shown("nobody"))


def test_only_who_decides_can_act() -> None:
    ended = [parts for s, parts in shown("who decides") if s.over]
    for parts in [*ended, *[parts for seat in ("another", "nobody") for _, parts in shown(seat)]]:
        html = "".join(parts.values())
        assert not re.search(r"data-(action|more)", html)
        assert not re.search(r"class=\"[^\"]*\blegal\b", html)


def test_nothing_can_be_chosen_in_the_past() -> None:
    for s in asked()[::3]:
        parts = regions(s.view(max(s.seat, 0)), s.kit, looks(s), None, True)
        assert not any("data-action" in html or re.search(r"\blegal[\" ]", html) for html in parts.values())
        assert "data-way" not in parts["board"]


def test_a_closed_table_can_be_drawn() -> None:
    """A table that ended early has a view without actions but with all else."""
    for s in asked()[::4]:
        view = {**s.view(max(s.seat, 0)), "actions": []}
        parts = regions(view, s.kit, looks(s))
        assert not any("data-action" in html for html in parts.values())


def test_nothing_hidden_is_on_the_page() -> None:
    for s, parts in deciding()[::3]:
        assert drawn(cast(Empyreal, s.resample(s.seat, 1)), s.seat) == parts
    for s, parts in shown("nobody")[::3]:
        assert drawn(cast(Empyreal, s.resample(None, 1)), None) == parts
    for s, parts in shown("another")[::3]:
        seat = (max(s.seat, 0) + 1) % s.seats
        assert drawn(cast(Empyreal, s.resample(seat, 1)), seat) == parts


def test_only_who_looks_through_a_stack_sees_it() -> None:
    seen = 0
    for s, parts in deciding():
        offered = [s.kit.person(s.points_at(a)[2]) for a in s.legal() if s.points_at(a)[0] == "take"]
        if not offered or "open information" in cast(list[str], s.view(None)["rules"]):
            continue
        dock = parts["dock"]
        assert all(name.replace("'", "&#39;") in dock for name in offered)
        watched = "".join(drawn(s, None).values())
        assert not any(name.replace("'", "&#39;") in watched for name in offered)
        seen += 1
    assert seen > 3


def test_names_are_escaped() -> None:
    for _, parts in shown("another"):
        html = "".join(parts.values())
        assert "<b>x" not in html
        assert "&lt;b&gt;x" in html


def test_pieces_have_ids_of_their_own() -> None:
    for seat in ("who decides", "nobody"):
        for _, parts in shown(seat):
            root = xml("".join(parts.values()))
            for name in ("data-piece", "id"):
                ids = [found for e in root.iter() if (found := e.get(name, ""))]
                assert len(ids) == len(set(ids)), sorted(i for i in ids if ids.count(i) > 1)


def test_every_train_good_and_tile_is_on_the_map() -> None:
    for s, parts in shown("nobody"):
        board = parts["board"]
        for seat in range(s.seats):
            trains = re.findall(rf'data-piece="track-{"abcdef"[seat]}-', board)
            assert len(trains) == s.placed(seat)
        assert len(re.findall(r'class="dem"', board)) == sum(len(tiles) for tiles in s.demands)
        assert board.count("waste-tile") == s.kit.wastelands - s.wastes
        assert set(re.findall(r'data-at="([A-Z]\d+)"', board)) == set(s.board.labels)


def test_the_train_just_built_is_ringed() -> None:
    s = next(s for s in asked() if not s.over and s.points_at(s.legal()[-1])[0] == "build").clone()
    seat, action = s.seat, s.legal()[-1]
    words = s.words(action)
    s.apply(action)
    assert "fresh" not in regions(s.view(None), s.kit, looks(s))["board"]
    assert regions(s.view(None), s.kit, looks(s), (seat, words))["board"].count('class="fresh"') == 1


def test_every_mark_is_in_a_sprite() -> None:
    text = "".join((STATIC / name).read_text(encoding="utf-8") for name in ("icons.svg", "empyreal-icons.svg"))
    there = set(re.findall(r'id="([^"]+)"', text))
    used = {mark for _, mark, _ in TABS}
    for _, parts in shown("who decides"):
        html = "".join(parts.values())
        used |= set(re.findall(r'href="#([^"]+)"', html)) | set(re.findall(r"url\(#([^)]+)\)", html))
    assert used <= there, used - there


def test_the_stylesheet_stays_light() -> None:
    assert len((STATIC / "empyreal.css").read_bytes()) < 50_000


def test_neighbours_are_those_of_the_engine() -> None:
    for seats in range(2, 7):
        s = cast(Empyreal, game().new(seats=seats, seed=1))
        on = face_land.Country(cast(list[View], s.view(None)["hexes"]))
        assert [sorted(on.beside(h)) for h in range(s.board.size)] == [sorted(b) for b in s.board.beside]


def test_a_finished_game_names_its_winner() -> None:
    ended = [(s, parts["prompt"]) for s, parts in shown("nobody") if s.over]
    assert len(ended) == len(TABLES)
    for s, prompt in ended:
        text = "".join(xml(prompt).itertext())
        assert all(NAMES[w] in text for w in s.winners())
        assert str(max(s.scores())) in text
        assert "<button" not in prompt


def test_the_breakdown_adds_up() -> None:
    for s in asked():
        view = s.view(None)
        sources = breakdown(view)
        assert [sum(by_seat[i] for _, by_seat in sources) for i in range(s.seats)] == s.scores() == points(view)
        assert ("Awards" in dict(sources)) == bool(view["awards"])
        assert ("Teammates" in dict(sources)) == bool(s.teams())


def test_how_far_it_has_come() -> None:
    told = {re.sub(r"\d+", "1", stands(s.view(None))) for s in asked()}
    assert told == {
        "Striking awards", "Founding companies", "Headquarters", "Round 1", "Round 1, the last", "Final deliveries"
    }  # fmt: skip


def test_delivering_nothing_is_asked_about() -> None:
    found = [parts for s, parts in deciding() if type(s.verb).__name__ == "ChooseCity"]
    assert found
    assert all("data-confirm" in parts["prompt"] for parts in found)


def test_options_are_told_where_they_are_not_the_usual_ones() -> None:
    usual: dict[str, object] = {
        "awards": "off", "epic": False, "open_information": False, "friendly": False, "teams": "off"
    }  # fmt: skip
    assert told_options(usual) == ""
    assert told_options({**usual, "awards": "expert", "epic": True}) == "Expert awards, epic"
    assert told_options({**usual, "open_information": True, "teams": "2v2"}) == "Open information, 2v2"


def test_the_sign_names_what_its_buttons_do() -> None:
    seen: dict[str, set[str]] = {}
    for s, parts in deciding():
        for element in xml(parts["prompt"]).iter("button"):
            block = s.points_at(carried(element)[0])[0]
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
    for s in [s.clone() for s in midgame() if type(s.verb).__name__ == "Declare"]:
        s.apply(s.legal()[0])
        if type(s.verb).__name__ == "Declare":
            n = len({d["place"] for d in cast(list[dict[str, Any]], s.view(s.seat)["declared"])})
            assert f">Start {n} spellcar" in drawn(s, s.seat)["prompt"]
            started += 1
    assert started


def test_the_end_is_told_with_the_names_of_the_seats() -> None:
    ended = [(s, parts) for s, parts in shown("nobody") if s.over]
    assert ended
    for s, parts in ended:
        told = endings(s.view(None), NAMES[: s.seats])
        assert told
        assert all(line.startswith(tuple(NAMES)) for line in told)
        assert told[0] in "".join(xml(parts["prompt"]).itertext())


def test_companies_have_short_names() -> None:
    kit = asked()[0].kit
    short = [short_company(title) for title in kit.company_titles]
    assert short == ["Golden Sands", "Caterpillar", "Afterworld", "Kings' Line", "Kerigan", "Gesselheim"]
