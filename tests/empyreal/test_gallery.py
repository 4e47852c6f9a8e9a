"""The cards drawn: every one has a picture made from its verbs, and the gallery shows them all with their texts."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from markupsafe import Markup, escape

import roundhouse
from roundhouse.core.components import Edits
from roundhouse.core.verbs import Either, Program, Verb
from roundhouse.games.empyreal import awards, cars, goods, mana, staff, track, turn
from roundhouse.games.empyreal.actions import PRINTED, TILES
from roundhouse.games.empyreal.cards import AWARDS, COMPANY_CARS, SPECIALISTS, UNIQUES, common
from roundhouse.games.empyreal.face.card_faces import card_faces, gallery, large, picture, view_person
from roundhouse.games.empyreal.face.cars import car, glyphs, good, person
from roundhouse.games.empyreal.face.figures import figures
from roundhouse.games.empyreal.face.glyphs import (
    AWARDED,
    BADGES,
    COUNTS,
    NUMBERED,
    OVER,
    PICTURES,
    SIGNS,
    STANDING,
    TURN,
    drawn_row,
    glyph,
    row,
    size,
    wash,
)
from roundhouse.games.empyreal.state import RECLAIMS
from roundhouse.games.empyreal.turn import MASTER_WORDS, TURN_WORDS
from roundhouse.web.render import ledger
from tests.empyreal import test_suite
from tests.empyreal.table import game, kit

STATIC = Path(roundhouse.__file__).parent / "web" / "static"
OWN = Path(roundhouse.__file__).parent / "games" / "empyreal" / "static"
SPRITE = (OWN / "empyreal-icons.svg").read_text(encoding="utf-8")
BOXES = dict(re.findall(r'<symbol id="emp-([\w-]+)"[^>]*?viewBox="([^"]+)"', SPRITE))
PROGRAMS: dict[str, Program] = UNIQUES | COMPANY_CARS | SPECIALISTS
WHOLE = gallery(kit())


def used(markup: str) -> set[str]:
    """The symbols that a drawing takes from the sprite."""
    return set(re.findall(r'href="#([^"]+)"', markup))


def inside(of: Program) -> list[Verb]:
    """The verbs of a program, and of those within it."""
    out: list[Verb] = []
    for verb in of.verbs:
        out.append(verb)
        for part in verb.options if isinstance(verb, Either) else [getattr(verb, "program", None)]:
            out += inside(part) if part else []
    return out


# glyphs


def test_every_verb_of_a_card_has_its_glyph() -> None:
    for id, what in PROGRAMS.items():
        assert row(what), id
        assert {type(verb).__name__ for verb in inside(what)} <= set(PICTURES), id


def test_every_verb_that_cards_could_use_has_its_glyph() -> None:
    """Verbs with words are for cards; a new one needs a line in the table."""
    for module in (mana, turn, staff, cars, track, goods):
        for name, kind in inspect.getmembers(module, inspect.isclass):
            if issubclass(kind, Verb) and kind.__module__ == module.__name__ and "words" in vars(kind):
                assert name in PICTURES, name


def test_every_rule_of_a_turn_and_of_a_station_master_has_its_glyphs() -> None:
    assert {rules % RECLAIMS for rules in TURN_WORDS} <= {0, *TURN}
    assert {rules - rules % RECLAIMS for rules in TURN_WORDS} == {0, *COUNTS}
    assert set(MASTER_WORDS) == set(STANDING)


def test_every_award_has_its_glyphs() -> None:
    kinds = [name for name, k in inspect.getmembers(awards, inspect.isclass) if issubclass(k, awards.Award)]
    assert set(kinds) - {"Award"} == set(AWARDED)
    rows = [str(glyphs(id)) for id in AWARDS]
    assert len(set(rows)) == len(rows), "no two awards look alike"


def test_rows_tell_cards_apart() -> None:
    """Cards that do different things look different, but for prices that only numbers tell."""
    alike = {"rayleigh_kerigan", "simon_la_faucheuse"}
    by_row: dict[str, set[str]] = {}
    for id, what in PROGRAMS.items():
        if id not in alike:
            by_row.setdefault(row(what), set()).add(what.text())
    assert [words for words in by_row.values() if len(words) > 1] == []


@pytest.mark.parametrize(
    ("id", "expected"),
    [
        ("arctic_shocker", "t-glacier > add-any"),
        ("deep_one", "t-mountain@globe"),
        ("gilt_runner", "gain-spec / ref-captain ref-engineer"),
        ("reforester", "t-forest > good-forest@plus x-2"),
        ("icecar", "drop-good > gain-mana"),
        ("tegusgan", "pay-2 drop-goods > t-any"),
        ("hikaru_sorayama", "reclaim-all + gain-mana gain-mana"),
        ("worldspanner", "t-any ! t-any"),
        ("gesselheim_car", "put-waste > t-wasteland"),
    ],
)
def test_a_row_follows_the_program(id: str, expected: str) -> None:
    assert row(PROGRAMS[id]) == expected


def test_common_cars_by_their_kind() -> None:
    forest_lake = 2 | 8
    assert row(common("two", forest_lake)) == "t-forest + t-lake"
    assert row(common("pick_two", forest_lake)) == "t-forest / t-lake"
    assert row(common("free_rival", 2)) == "t-forest hop-rival"
    assert row(common("free_crossing", 2)) == "t-forest hop-city hop-waste"
    assert row(common("reclaim", 2)) == "t-forest > reclaim-1"


def test_a_card_that_is_not_there_yet_is_drawn_too() -> None:
    made = track.Build(track.LAKE, track.ANYWHERE, 5) + mana.GainMana(4)
    assert row(made) == "t-lake@globe x-5 + gain-mana x-4"
    assert wash(made) == "rail"


def test_every_glyph_is_in_the_sprite_and_as_large_as_said() -> None:
    names = {t for what in PROGRAMS.values() for t in row(what).split()}
    tables: list[dict[Any, str]] = [AWARDED, STANDING, TURN, COUNTS]
    names |= {t for rows in tables for written in rows.values() for t in written.split()}
    for name in names - set(SIGNS):
        base, _, badges = name.partition("@")
        head, _, number = base.rpartition("-")
        symbol = NUMBERED[head][0] if head in NUMBERED and number.isdigit() else base
        if symbol:
            wide, high = (float(n) for n in BOXES[symbol].split()[2:])
            assert size(base) == (wide, high), name
        assert all(OVER[badge][0] in BOXES for badge in badges.split("@") if badge)
        assert used(str(glyph(name))) <= {f"emp-{s}" for s in BOXES}
    assert {BADGES[bit] for bit in BADGES} <= set(OVER)


# cars, specialists, goods


def test_a_car_shows_roof_glyphs_title_and_cost() -> None:
    large_car = str(car(kit(), kit().ids.index("gilt_runner")))
    assert 'class="car c-action"' in large_car
    assert "Gilt Runner" in large_car
    assert '<text y="4.5">2</text>' in large_car
    assert {"emp-gain-spec", "emp-ref-captain", "emp-bogie"} <= used(large_car)
    small = str(car(kit(), 0, compact=True, attrs=Markup(' data-action="7"'), legal=True, flag="now"))
    assert small.startswith('<button class="car c-rail compact legal" data-action="7">')
    assert 'class="nm' not in small
    assert '<span class="flag">now</span>' in small


def test_every_car_of_the_box_is_drawn_by_what_it_does() -> None:
    for number in range(TILES + PRINTED):
        drawn = str(car(kit(), number))
        assert str(drawn_row(row(kit().effects[number]))) in drawn, kit().car_title(number)
        ElementTree.fromstring(drawn.replace("&#10;", " "))


def test_an_edited_folio_is_drawn_as_edited() -> None:
    edits: Edits = {"printed.csv": {"kerigan,A": {"terrains": "glacier lake"}}}
    assert str(drawn_row("t-glacier / t-lake")) in car(game().box_with(edits), TILES + 4 * 5)


def test_a_flipped_specialist_shows_the_back() -> None:
    up, down = (person(view_person(kit(), 1, flipped), big=True) for flipped in (False, True))
    assert "fx" in up
    assert "fx" not in down
    assert "flipped" in down
    assert kit().person(1) in down


@pytest.mark.parametrize("colour", range(6))
def test_a_good_has_its_symbol_and_its_name(colour: int) -> None:
    assert used(str(good(colour, 20))) <= {f"emp-{s}" for s in BOXES}
    assert 'role="img"' in good(colour)


# the gallery, the rules


def test_every_card_has_a_picture_and_its_text_in_the_gallery() -> None:
    for i, id in enumerate(kit().ids):
        assert str(escape(kit().text(i))) in WHOLE, id
        drawn = drawn_row(row(kit().effects[kit().car_of(i)])) if i < kit().people else glyphs(id)
        assert str(drawn) in WHOLE, id


def test_the_gallery_is_sound() -> None:
    root = ElementTree.fromstring(str(WHOLE).replace("&#10;", " "))
    shared = (STATIC / "icons.svg").read_text(encoding="utf-8")
    there = {f"emp-{s}" for s in BOXES} | set(re.findall(r'<symbol id="([^"]+)"', shared))
    assert used(str(WHOLE)) <= there
    assert len(root.findall(".//*[@class='glykey']")) == 1
    assert len(root.findall(".//*[@class='goal']")) == len(AWARDS)
    kinds = [len(section.findall("./div[@class='specgrid']/div")) for section in root.findall("section")]
    folk = [kit().kinds.count(kind) for kind in ("captain", "engineer", "surveyor", "master")]
    folk[2] += 1  # of surveyors also one that is face down
    assert [n for n in kinds if n] == folk
    assert len(re.findall('class="car ', WHOLE)) == TILES + PRINTED


def test_all_terrains_are_among_the_common_cars_and_the_goods() -> None:
    for title in kit().company_titles:
        assert str(escape(title)) in WHOLE
    for name in ("Hylatine", "Heartwood", "Ritherwhyte", "Ehrlite", "Crizma", "Vital Silver"):
        assert name in WHOLE


def test_a_look_has_the_title_and_the_large_picture_of_its_card() -> None:
    for i, look in enumerate(card_faces(kit()).values()):
        assert look.title == kit().titles[i]
        assert str(large(kit(), i)) in picture(look, kit())


def test_figures_belong_to_clauses_and_tell_the_numbers_of_the_box() -> None:
    drawn = figures(kit())
    assert set(drawn) <= set(test_suite.TestEmpyreal.clauses())
    assert ">6</text>" in drawn["empyreal-9.2"]
    assert ">4</text>" in drawn["empyreal-15.1"]
    for figure in drawn.values():
        assert used(str(figure)) <= {f"emp-{s}" for s in BOXES}


def test_the_rules_show_and_link_cards_with_an_apostrophe() -> None:
    clauses = {c.id: c for section in ledger.sections("empyreal") for c in section.clauses}
    assert 'id="card-aella-ivaline-oranhei"' in clauses["empyreal-24.1"].figure
    known = {"Nicomedes An'sige": card_faces(kit())["nicomedes_ansige"]}
    linked = ledger.inline("What Nicomedes An'sige does.", {}, known)
    assert '<a class="cardlink" href="#card-nicomedes-ansige">Nicomedes An&#39;sige</a>' in linked
    assert all("emp-card" in clauses[f"empyreal-{n}"].figure for n in ("19.2", "20.7", "21.4", "25.3"))
