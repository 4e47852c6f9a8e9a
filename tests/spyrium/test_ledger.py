"""Ledger and tests agree: every clause and every card has its test, and nothing names a clause that is not there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import roundhouse
from roundhouse.games.spyrium import actions
from roundhouse.term import rules as terminal
from tests.shared import clauses, in_order, sources, unknown, used
from tests.spyrium.table import game

LEDGER = Path(__file__).parent.parent.parent / "docs" / "rules" / "spyrium.md"
CLAUSES = clauses("spyrium")


def test_clauses_are_numbered_in_order_without_gaps() -> None:
    assert in_order("spyrium", 17)


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_has_a_test(clause: str) -> None:
    assert clause in used("spyrium", "rule")


def test_every_rule_mark_names_a_clause() -> None:
    assert used("spyrium", "rule") - set(CLAUSES) == set()


def test_every_card_has_a_test_and_every_card_mark_names_a_card() -> None:
    assert len(game().printed.ids) == 42
    assert used("spyrium", "card") == set(game().printed.ids)


@pytest.mark.parametrize("file", sources("spyrium"), ids=lambda f: f.name)
def test_every_clause_in_the_code_is_in_the_ledger(file: Path) -> None:
    assert unknown("spyrium", file) == set()


def test_every_clause_of_a_refusal_has_its_reason() -> None:
    named = {v for v in vars(actions).values() if isinstance(v, str) and v.startswith("spyrium-")}
    assert named - {actions.ONE_AT_A_TIME} == set(actions.REASONS)
    assert len(set(actions.REASONS.values())) == len(actions.REASONS)


def test_every_card_of_the_ledger_is_a_card_and_has_one_clause() -> None:
    cards: list[str] = []
    for line in LEDGER.read_text(encoding="utf-8").splitlines():
        found = re.match(r"- \*\*spyrium-1[26]\.\d+\*\* ((?:\*[^*]+\*(?:, )?)+):", line)
        if found:
            cards.extend(re.findall(r"\*([^*]+)\*", found[1]))
    assert sorted(cards) == sorted(game().printed.titles)


def test_every_clause_has_a_title_and_the_terminal_finds_it() -> None:
    house = roundhouse.game("spyrium")
    book = terminal.ledger(house)
    spoken = {c.id: c.text for c in book.clauses()}
    assert list(spoken) == CLAUSES
    for id, text in spoken.items():
        assert re.match(r"\*[^*]+\*", text), id
    assert sorted(terminal.cards(house, book)) == sorted(game().printed.titles)


def test_every_clause_says_where_it_stands_or_that_it_is_ruled() -> None:
    for clause in terminal.ledger(roundhouse.game("spyrium")).clauses():
        assert clause.text.endswith("]") or "*Ruling*" in clause.text, clause.id


def test_the_page_shows_every_clause_and_links_it() -> None:
    page = pytest.importorskip("roundhouse.web.ledger")
    clauses = [c for section in page.sections("spyrium") for c in section.clauses]
    for clause in clauses:
        assert clause.title, clause.id
        assert "*" not in re.sub(r"<[^>]+>", "", clause.html), clause.id
    html = "".join(c.html + c.why + c.figure for c in clauses)
    ids = set(re.findall(r'id="([^"]+)"', html)) | {c.id for c in clauses}
    assert set(re.findall(r'<a[^>]* href="#([^"]+)"', html)) <= ids
    assert '<a class="ref" href="#spyrium-11.4">11.4</a>' in html
