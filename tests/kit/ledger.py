"""Ledger and tests agree: every clause and every card has its test, and nothing names a clause that is not there."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import ClassVar

from roundhouse.core import registry
from roundhouse.core.registry import beside
from roundhouse.term import rules as terminal
from roundhouse.web.render import ledger as page
from tests.kit.journeys import Case


@cache
def marks(folder: Path) -> dict[str, set[str]]:
    """The clauses that the tests of a folder are marked with (`rule`), and the cards (`card`)."""
    found: dict[str, set[str]] = {"rule": set(), "card": set()}
    for file in sorted(folder.glob("test_*.py")):
        for name, told in marked(file.read_text(encoding="utf-8")):
            found[name].add(told)
    return found


def marked(text: str) -> Iterator[tuple[str, str]]:
    """What every `pytest.mark.rule("clause", ..., card="id")` and `pytest.mark.card("id", ...)` of a file names."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("pytest.mark.rule", "pytest.mark.card"):
            for value in node.args:
                yield ast.unparse(node.func).rpartition(".")[2], ast.literal_eval(value)
            for keyword in node.keywords:
                assert keyword.arg == "card"
                told = ast.literal_eval(keyword.value)
                yield from (("card", id) for id in ([told] if isinstance(told, str) else told))


class Ledger(Case):
    rulebook: ClassVar[bool] = True  # there is one, and every clause says where in it it stands
    cards: ClassVar[str]  # what the number of a clause about a card begins with, as a pattern

    @classmethod
    def ledger(cls) -> str:
        return Path(registry.ledger(cls.game())).read_text(encoding="utf-8")

    @classmethod
    def clauses(cls) -> list[str]:
        """The numbers of the clauses, as they stand there."""
        return re.findall(rf"^- \*\*({cls.id}-\d+\.\d+)\*\*", cls.ledger(), re.MULTILINE)

    @classmethod
    def marks(cls, name: str) -> set[str]:
        return marks(Path(str(sys.modules[cls.__module__].__file__)).parent)[name]

    def test_clauses_are_numbered_in_order_without_gaps(self) -> None:
        numbers = [tuple(map(int, c.removeprefix(f"{self.id}-").split("."))) for c in self.clauses()]
        assert numbers[0] == (1, 1)
        for (section, n), there in pairwise(numbers):
            assert there in ((section, n + 1), (section + 1, 1))

    def test_every_clause_has_a_test(self) -> None:
        assert [c for c in self.clauses() if c not in self.marks("rule")] == []

    def test_every_rule_mark_names_a_clause(self) -> None:
        assert self.marks("rule") - set(self.clauses()) == set()

    def test_every_card_has_a_test_and_every_card_mark_names_a_card(self) -> None:
        assert self.marks("card") == {names[0] for names in self.game().printed.names()}

    def test_every_clause_in_the_code_is_in_the_ledger(self) -> None:
        folder = Path(str(sys.modules[type(self.game()).__module__].__file__)).parent
        for file in sorted(folder.glob("*.py")):
            named = set(re.findall(rf"{self.id}-\d+\.\d+", file.read_text(encoding="utf-8")))
            assert named - set(self.clauses()) == set(), file.name

    def test_every_clause_of_a_refusal_has_its_reason(self) -> None:
        actions = vars(beside(self.game(), "actions"))
        named = {v for v in actions.values() if isinstance(v, str) and v.startswith(f"{self.id}-")}
        reasons = self.game().reasons
        assert named - {self.game().one_at_a_time} == set(reasons)

    def test_every_card_of_the_ledger_is_a_card_and_has_one_clause(self) -> None:
        told = re.findall(rf"^- \*\*{self.id}-{self.cards}\*\* (\*[^:.\n]+):", self.ledger(), re.M)
        assert sorted(re.findall(r"\*([^*]+)\*", " ".join(told))) == sorted(self.told_cards())

    def test_every_clause_has_a_title_and_the_terminal_finds_it(self) -> None:
        spoken = {c.id: c.markdown for c in terminal.ledger(self.game()).clauses()}
        assert list(spoken) == self.clauses()
        assert [id for id, text in spoken.items() if not re.match(r"\*[^*]+\*", text)] == []

    def test_it_begins_with_the_aim_the_turn_and_the_end_in_few_words(self) -> None:
        brief = terminal.ledger(self.game()).brief()
        assert [title for title, _ in brief] == ["The aim", "The turn", "The end"]
        assert 80 <= len(" ".join(text for _, text in brief).split()) <= 130
        told = terminal.whole(self.game()).plain
        assert told.index("The aim. ") < told.index(self.clauses()[0])
        assert "The end. " in terminal.lookup(self.game(), "in short").plain
        assert "<svg" in page.scene(self.id)
        assert not re.search("data-|tabindex", page.scene(self.id))

    def test_every_clause_says_where_it_stands_or_that_it_is_ruled(self) -> None:
        for clause in terminal.ledger(self.game()).clauses():
            assert not self.rulebook or re.search(r"\]$|\*Ruling\*|\(ruling\)", clause.markdown), clause.id

    def test_the_page_shows_every_clause_and_its_links_lead_somewhere(self) -> None:
        shown = [c for section in page.sections(self.id) for c in section.clauses]
        assert [c.id for c in shown] == self.clauses()
        for clause in shown:
            assert clause.title, clause.id
            assert "*" not in re.sub(r"<[^>]+>", "", clause.html), clause.id
        html = "".join(c.html + c.why + c.figure for c in shown)
        ids = set(re.findall(r'id="([^"]+)"', html)) | {c.id for c in shown}
        links = set(re.findall(r'<a[^>]* href="#([^"]+)"', html))
        assert links <= ids
        assert links & set(self.clauses()) or not self.rulebook
