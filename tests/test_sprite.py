"""The sprites pages inline: icons, terrain patterns, and a vignette for each card of a game."""

from __future__ import annotations

import csv
import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

import roundhouse

ROOT = Path(roundhouse.__file__).parent
SVG = "{http://www.w3.org/2000/svg}"
TEXT = (ROOT / "web/static/icons.svg").read_text(encoding="utf-8")
SPRITE = ElementTree.fromstring(TEXT)
SYMBOLS = {symbol.get("id", ""): symbol for symbol in SPRITE.iter(f"{SVG}symbol")}


def cards() -> list[str]:
    with (ROOT / "games/trains/components/cards.csv").open(encoding="utf-8", newline="") as file:
        return [row["id"] for row in csv.DictReader(file)]


@pytest.mark.parametrize("card", cards())
def test_every_card_has_its_vignette(card: str) -> None:
    vignette = SYMBOLS[f"art-{card.replace('_', '-')}"]
    assert vignette.get("viewBox") == "0 0 120 64"
    assert len(vignette) >= 4, "a vignette is a drawing, not a placeholder"


def test_no_vignette_is_left_over_or_drawn_twice() -> None:
    drawn = [name for name in SYMBOLS if name.startswith("art-")]
    assert sorted(drawn) == sorted(f"art-{card.replace('_', '-')}" for card in cards())
    bodies = Counter("".join(ElementTree.tostring(part, "unicode") for part in SYMBOLS[name]) for name in drawn)
    assert max(bodies.values()) == 1


def test_icons_lie_on_the_24_grid() -> None:
    odd = {name: s.get("viewBox") for name, s in SYMBOLS.items() if not name.startswith("art-")}
    assert set(odd.values()) == {"0 0 24 24"}


@pytest.mark.parametrize(
    "name", ["train", "rail", "station", "waste", "action", "star", "perpetual", "coin", "roundhouse"]
)
def test_what_cards_and_seats_show_is_there(name: str) -> None:
    assert name in SYMBOLS


@pytest.mark.parametrize("terrain", ["field", "river", "sea", "mountain", "city", "remote"])
def test_each_terrain_of_trains_has_its_pattern(terrain: str) -> None:
    assert f"p-{terrain}" in {pattern.get("id") for pattern in SPRITE.iter(f"{SVG}pattern")}


def test_ids_are_unique() -> None:
    ids = Counter(element.get("id") for element in SPRITE.iter() if element.get("id"))
    assert [name for name, times in ids.items() if times > 1] == []


def test_only_plain_shapes() -> None:
    """Language: no text, gradients, bitmaps; nothing is fetched and nothing runs."""
    tags = {element.tag.removeprefix(SVG) for element in SPRITE.iter()}
    assert tags <= {"svg", "style", "defs", "pattern", "symbol", "g", "path", "circle", "rect"}
    assert "href" not in TEXT
    assert "url(" not in TEXT
    assert "base64" not in TEXT
    assert "@import" not in TEXT


def test_every_class_is_styled_in_the_sprite() -> None:
    """The sprite brings its own strokes: without a rule a shape would be a black blot."""
    used = {name for element in SPRITE[1:] for part in element.iter() for name in part.get("class", "").split()}
    style = SPRITE.findtext(f"{SVG}style", "")
    assert used == set(re.findall(r"\.([iv]-\w+)", style))


def test_it_takes_no_room_on_the_page_and_stays_light() -> None:
    assert (SPRITE.get("width"), SPRITE.get("height"), SPRITE.get("aria-hidden")) == ("0", "0", "true")
    assert len(TEXT.encode()) < 21_000 + 1_000 * len(cards())
    lines = TEXT.splitlines()
    assert sum("<symbol" in line for line in lines) == len(SYMBOLS), "one symbol a line"


# the sprite of Spyrium, inlined beside the other on its own pages

OWN_TEXT = (ROOT / "games/spyrium/static/spyrium-icons.svg").read_text(encoding="utf-8")
OWN = ElementTree.fromstring(OWN_TEXT)
OWN_SYMBOLS = {symbol.get("id", ""): symbol for symbol in OWN.iter(f"{SVG}symbol")}


def cards_of_spyrium() -> list[str]:
    with (ROOT / "games/spyrium/components/cards.csv").open(encoding="utf-8", newline="") as file:
        return [row["id"] for row in csv.DictReader(file)]


def test_spyrium_has_a_vignette_for_each_card_and_no_other() -> None:
    drawn = [name for name in OWN_SYMBOLS if name.startswith("art-")]
    assert sorted(drawn) == sorted(f"art-{card.replace('_', '-')}" for card in cards_of_spyrium())
    assert {OWN_SYMBOLS[name].get("viewBox") for name in drawn} == {"0 0 120 64", "0 0 96 80"}
    assert all(len(OWN_SYMBOLS[name]) >= 4 for name in drawn)
    bodies = Counter("".join(ElementTree.tostring(part, "unicode") for part in OWN_SYMBOLS[name]) for name in drawn)
    assert max(bodies.values()) == 1


def test_the_two_sprites_share_no_id() -> None:
    ids = [element.get("id") for element in OWN.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert not {element.get("id") for element in SPRITE.iter() if element.get("id")} & set(ids)


def test_spyrium_draws_with_plain_shapes_in_styled_classes() -> None:
    tags = {element.tag.removeprefix(SVG) for element in OWN.iter()}
    plain = {"svg", "style", "defs", "pattern", "symbol", "g", "path", "circle", "rect", "polygon", "ellipse", "text"}
    assert tags <= plain | {"clipPath"}
    assert "href" not in OWN_TEXT
    assert "base64" not in OWN_TEXT
    assert "@import" not in OWN_TEXT
    assert set(re.findall(r"url\(([^)]*)\)", OWN_TEXT)) == {"#sp-oval"}
    used = {name for element in OWN[1:] for part in element.iter() for name in part.get("class", "").split()}
    assert used == set(re.findall(r"\.([iv]-\w+)", OWN.findtext(f"{SVG}style", "")))


@pytest.mark.parametrize("game", ["spyrium", "empires", "empyreal"])
def test_a_sprite_of_a_game_is_apart_and_light(game: str) -> None:
    text = (ROOT / f"games/{game}/static/{game}-icons.svg").read_text(encoding="utf-8")
    own = ElementTree.fromstring(text)
    ids = [element.get("id") for element in own.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert not {element.get("id") for element in SPRITE.iter() if element.get("id")} & set(ids)
    assert (own.get("width"), own.get("height"), own.get("aria-hidden")) == ("0", "0", "true")
    assert len(text.encode()) < 80_000


@pytest.mark.parametrize("game", ["empires", "empyreal"])
def test_it_draws_with_plain_shapes_in_styled_classes(game: str) -> None:
    text = (ROOT / f"games/{game}/static/{game}-icons.svg").read_text(encoding="utf-8")
    own = ElementTree.fromstring(text)
    tags = {element.tag.removeprefix(SVG) for element in own.iter()}
    assert tags <= {"svg", "style", "defs", "pattern", "symbol", "g", "path", "circle", "rect", "text"}
    assert not re.search(r"href|base64|@import|url\(", text)
    used = {name for element in own[1:] for part in element.iter() for name in part.get("class", "").split()}
    assert used == set(re.findall(r"\.([a-z][\w-]*)(?=[,{])", own.findtext(f"{SVG}style", "")))


def test_empires_has_a_picture_for_each_card() -> None:
    text = (ROOT / "games/empires/static/empires-icons.svg").read_text(encoding="utf-8")
    with (ROOT / "games/empires/components/cards.csv").open(encoding="utf-8", newline="") as file:
        cards = list(csv.DictReader(file))
    wanted = {f"sre-engine-{c['colour']}" for c in cards if c["kind"] == "engine"}
    wanted |= {f"sre-ach-{c['id'].replace('_', '-')}" for c in cards if c["kind"] == "achievement"}
    wanted |= {f"sre-{good}" for good in ("coal", "timber", "grain", "steel")}
    wanted |= {f"sre-works-{good}" for good in ("coal", "timber", "grain", "steel")}
    assert wanted <= set(re.findall(r'<symbol id="([^"]+)"', text))


def test_spyrium_stays_light() -> None:
    assert (OWN.get("width"), OWN.get("height"), OWN.get("aria-hidden")) == ("0", "0", "true")
    assert len(OWN_TEXT.encode()) < 80_000
