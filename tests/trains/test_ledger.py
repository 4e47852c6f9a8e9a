"""Ledger and tests agree: every clause and every card has its test, and nothing names a clause that is not there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import roundhouse
from roundhouse.games.trains.cards import EFFECTS
from roundhouse.term import rules as terminal
from tests.shared import clauses, in_order, marks, sources, unknown, used

page = pytest.importorskip("roundhouse.web.ledger")

LEDGER = Path(__file__).parent.parent.parent / "docs" / "rules" / "trains.md"
CLAUSES = clauses("trains")


def test_marks_are_found_wherever_they_stand() -> None:
    text = '@pytest.mark.rule("trains-1.1")\ndef f(): ...\nP = [pytest.param(1, marks=pytest.mark.rule("trains-1.2"))]'
    assert sorted(marks(text, "rule")) == ["trains-1.1", "trains-1.2"]
    assert marks(text, "card") == []


def test_clauses_are_numbered_in_order_without_gaps() -> None:
    assert in_order("trains", 10)


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_has_a_test(clause: str) -> None:
    assert clause in used("trains", "rule")


def test_every_rule_mark_names_a_clause() -> None:
    assert used("trains", "rule") - set(CLAUSES) == set()


def test_every_card_has_a_test_and_every_card_mark_names_a_card() -> None:
    assert len(EFFECTS) == 39
    assert used("trains", "card") == set(EFFECTS)


@pytest.mark.parametrize("file", sources("trains"), ids=lambda f: f.name)
def test_every_clause_in_the_code_is_in_the_ledger(file: Path) -> None:
    assert unknown("trains", file) == set()


def test_every_card_of_the_ledger_is_a_card_and_has_one_clause() -> None:
    cards: list[str] = []
    for line in LEDGER.read_text(encoding="utf-8").splitlines():
        if line.startswith("- **trains-9."):
            title = line.split("**", 2)[2].split(":")[0]
            cards.extend(re.findall(r"\*([^*]+)\*", title))
    assert sorted(re.sub(r"[^a-z]+", "_", c.lower()) for c in cards) == sorted(EFFECTS)


def test_every_clause_has_a_title_and_both_readers_find_it() -> None:
    game = roundhouse.game("trains")
    spoken = {c.id: c.text for c in terminal.ledger(game).clauses()}
    for section in page.sections("trains"):
        for clause in section.clauses:
            assert clause.title, clause.id
            assert spoken[clause.id].startswith(f"*{clause.title.split(', ')[0]}"), clause.id
            assert "*" not in re.sub(r"<[^>]+>", "", clause.html), clause.id
    assert sorted(terminal.cards(game, terminal.ledger(game))) == sorted(game.printed.titles)


def test_clauses_and_cards_lead_to_each_other() -> None:
    clauses = [c for section in page.sections("trains") for c in section.clauses]
    html = "".join(c.html + c.why + c.figure for c in clauses)
    ids = set(re.findall(r'id="([^"]+)"', html)) | {c.id for c in clauses}
    assert {f"card-{id.replace('_', '-')}" for id in EFFECTS} <= ids
    assert set(re.findall(r'<a[^>]* href="#([^"]+)"', html)) <= ids
    assert '<a class="cardlink" href="#card-rail-laying">Rail laying</a>' in html
    assert '<a class="ref" href="#trains-8.1">8.1</a>' in html
