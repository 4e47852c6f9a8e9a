"""The recipes and the pages of verbs, of observations and of the API keep their word."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path

import pytest

import roundhouse
from roundhouse.core.registry import HOUSE
from roundhouse.core.verbs import Program
from roundhouse.games.trains.cards import EFFECTS
from roundhouse.lab import api, observations
from roundhouse.lab.verbs import document, readings

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(DOCS.glob("*.md"))]
RECIPES = ("add-a-card.md", "add-a-game.md")
EXAMPLE = ROOT / "examples" / "nightgoods" / "nightgoods"


def quoted(recipe: str) -> list[str]:
    """What stands between backticks, code blocks aside."""
    text = re.sub(r"^ *```.*?^ *```$", "", (DOCS / recipe).read_text(encoding="utf-8"), flags=re.M | re.S)
    return re.findall(r"`([^`]+)`", text)


@pytest.mark.parametrize("recipe", RECIPES)
def test_files_named_in_a_recipe_exist(recipe: str) -> None:
    files = [q for q in quoted(recipe) if re.fullmatch(r"[\w./*-]+\.(py|md|csv|svg|css|toml|html)|[\w./]+/", q)]
    assert len(files) > 10
    places = (ROOT, EXAMPLE, ROOT / "src" / "roundhouse" / "games" / "empires")
    for file in files:
        assert any(next(place.glob(file), None) for place in places), file


@pytest.mark.parametrize("recipe", RECIPES)
def test_tests_named_in_a_recipe_exist(recipe: str) -> None:
    written = "\n".join(file.read_text(encoding="utf-8") for file in (ROOT / "tests").rglob("*.py"))
    names = [q for q in quoted(recipe) if re.fullmatch(r"test_\w+", q)]
    assert len(names) > 5
    for name in names:
        assert f"def {name}(" in written, name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert "://" in link or (page.parent / link).exists(), link


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_make_knows_what_a_page_asks_it_for(page: Path) -> None:
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    assert set(re.findall(r"(?:`|^)make ([a-z][\w-]*)", page.read_text(encoding="utf-8"), re.M)) <= targets


def test_the_page_of_verbs_is_what_the_cards_say() -> None:
    assert (DOCS / "verbs.md").read_text(encoding="utf-8") == document(), "run make verbs"


def test_the_page_of_observations_is_what_the_games_say() -> None:
    assert (DOCS / "observations.md").read_text(encoding="utf-8") == observations.document(), "run make observations"


def test_the_page_of_the_api_is_what_the_source_says() -> None:
    package = ROOT / "src" / "roundhouse"
    assert (DOCS / "api.md").read_text(encoding="utf-8") == api.document(package), "run make api"
    assert sorted(chain(*api.exported(package).values())) == sorted(roundhouse.__all__)


@pytest.mark.parametrize("id", sorted(HOUSE))
def test_every_game_says_what_its_cards_are_made_of(id: str) -> None:
    uses, bare = readings(roundhouse.game(id))
    assert len(uses) > len(bare)


def test_programs_inside_a_verb_count() -> None:
    """Every verb of Trains, those in the options of Station crew too, is in the card's parts."""
    game = roundhouse.game("trains")
    for card, program in enumerate(EFFECTS.values()):
        assert {name for name, _ in game.parts(card)} >= classes(program)


def classes(program: Program) -> set[str]:
    inside = [option for verb in program.verbs for option in getattr(verb, "options", [])]
    return {type(verb).__name__ for verb in program.verbs}.union(*[classes(option) for option in inside])
