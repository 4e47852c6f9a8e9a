"""Ledger and tests agree: every clause and every card has its test, and nothing names a clause that is not there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import roundhouse
from roundhouse.games.trains.cards import EFFECTS
from roundhouse.term import rules as terminal

page = pytest.importorskip("roundhouse.web.ledger")

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
LEDGER = ROOT / "docs" / "rules" / "trains.md"
SOURCE = ROOT / "src" / "roundhouse" / "games" / "trains"

CLAUSES = re.findall(r"^- \*\*(trains-\d+\.\d+)\*\*", LEDGER.read_text(encoding="utf-8"), re.MULTILINE)


def marks(text: str, name: str) -> list[str]:
    """What the `pytest.mark.<name>(...)` of a test file name."""
    out: list[str] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == name:
            owner = node.func.value
            if isinstance(owner, ast.Attribute) and owner.attr == "mark":
                out.extend(ast.literal_eval(a) for a in node.args)
    return out


def used(name: str) -> set[str]:
    """What all test files of this game name."""
    return {m for f in sorted(HERE.glob("test_*.py")) for m in marks(f.read_text(encoding="utf-8"), name)}


def test_marks_are_found_wherever_they_stand() -> None:
    text = '@pytest.mark.rule("trains-1.1")\ndef f(): ...\nP = [pytest.param(1, marks=pytest.mark.rule("trains-1.2"))]'
    assert sorted(marks(text, "rule")) == ["trains-1.1", "trains-1.2"]
    assert marks(text, "card") == []


def test_clauses_are_numbered_in_order_without_gaps() -> None:
    numbers = [tuple(int(x) for x in c.removeprefix("trains-").split(".")) for c in CLAUSES]
    assert numbers == sorted(set(numbers))
    assert sorted({n for n, _ in numbers}) == list(range(1, 11))
    for section in range(1, 11):
        own = [m for n, m in numbers if n == section]
        assert own == list(range(1, len(own) + 1))


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_has_a_test(clause: str) -> None:
    assert clause in used("rule")


def test_every_rule_mark_names_a_clause() -> None:
    assert used("rule") - set(CLAUSES) == set()


def test_every_card_has_a_test_and_every_card_mark_names_a_card() -> None:
    assert len(EFFECTS) == 39
    assert used("card") == set(EFFECTS)


@pytest.mark.parametrize("file", sorted(f.name for f in SOURCE.glob("*.py")))
def test_every_clause_in_the_code_is_in_the_ledger(file: str) -> None:
    text = (SOURCE / file).read_text(encoding="utf-8")
    assert set(re.findall(r"trains-\d+\.\d+", text)) - set(CLAUSES) == set()


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
