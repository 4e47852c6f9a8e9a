"""Ledger and tests agree: every clause and every card has its test, and nothing names a clause that is not there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import roundhouse
from roundhouse.games.empyreal import actions
from roundhouse.term import rules as terminal
from tests.empyreal.table import kit
from tests.shared import clauses, in_order, sources, unknown, used

LEDGER = Path(__file__).parent.parent.parent / "docs" / "rules" / "empyreal.md"
CLAUSES = clauses("empyreal")
SECTIONS = 31


def test_clauses_are_numbered_in_order_without_gaps() -> None:
    assert in_order("empyreal", SECTIONS)


@pytest.mark.parametrize("section", range(1, SECTIONS + 1))
def test_every_clause_has_a_test(section: int) -> None:
    own = [c for c in CLAUSES if c.startswith(f"empyreal-{section}.")]
    assert [c for c in own if c not in used("empyreal", "rule")] == []


def test_every_rule_mark_names_a_clause() -> None:
    assert used("empyreal", "rule") - set(CLAUSES) == set()


def test_every_card_has_a_test_and_every_card_mark_names_a_card() -> None:
    assert len(kit().ids) == 142
    assert used("empyreal", "card") == set(kit().ids)


@pytest.mark.parametrize("file", sources("empyreal"), ids=lambda f: f.name)
def test_every_clause_in_the_code_is_in_the_ledger(file: Path) -> None:
    assert unknown("empyreal", file) == set()


def test_every_clause_of_a_refusal_has_its_reason() -> None:
    named = {v for v in vars(actions).values() if isinstance(v, str) and v.startswith("empyreal-")}
    assert named - {actions.ONE_AT_A_TIME} == set(actions.REASONS)


def test_every_card_has_one_clause() -> None:
    """Common and company spellcars by kind and company, all others by their titles."""
    found: list[str] = []
    for line in LEDGER.read_text(encoding="utf-8").splitlines():
        named = re.match(r"- \*\*empyreal-(?:20|22|23|24|25|28)\.\d+\*\* \*([^*]+)\*:", line)
        if named:
            found.append(named[1])
    told = ("unique", "captain", "engineer", "surveyor", "master", "award")
    assert sorted(found) == sorted(kit().titles[i] for i in range(len(kit().ids)) if kit().kinds[i] in told)


def test_every_clause_has_a_title_and_the_terminal_finds_it() -> None:
    book = terminal.ledger(roundhouse.game("empyreal"))
    spoken = {c.id: c.text for c in book.clauses()}
    assert list(spoken) == CLAUSES
    titles = [re.match(r"\*([^*]+)\*", text) for text in spoken.values()]
    assert all(titles)
    named = [t[1].rstrip(".") for t in titles if t]
    assert len(set(named)) == len(named)


def test_every_clause_says_where_it_stands_or_that_it_is_ruled() -> None:
    for clause in terminal.ledger(roundhouse.game("empyreal")).clauses():
        assert clause.text.endswith("]") or "*Ruling*" in clause.text, clause.id


def test_every_point_of_the_summary_is_answered() -> None:
    text = LEDGER.read_text(encoding="utf-8")
    assert {int(n) for n in re.findall(r"summary (\d+)", text)} == set(range(1, 23))


def test_the_page_shows_every_clause_and_links_it() -> None:
    page = pytest.importorskip("roundhouse.web.ledger")
    shown = [c for section in page.sections("empyreal") for c in section.clauses]
    assert [c.id for c in shown] == CLAUSES
    for clause in shown:
        assert clause.title, clause.id
        assert "*" not in re.sub(r"<[^>]+>", "", clause.html), clause.id
    html = "".join(c.html + c.why + c.figure for c in shown)
    ids = set(re.findall(r'id="([^"]+)"', html)) | {c.id for c in shown}
    assert set(re.findall(r'<a[^>]* href="#([^"]+)"', html)) <= ids
