"""The tests that every game gets, guests too: `class TestTrains(GameSuite)` in `test_suite.py` of its folder."""

from __future__ import annotations

from tests.kit.boxes import Boxes
from tests.kit.contract import Contract
from tests.kit.faces import Faces
from tests.kit.goldens import Goldens
from tests.kit.ledger import Ledger
from tests.kit.observations import Observations
from tests.kit.terms import Terms


class GameSuite(Contract, Ledger, Goldens, Boxes, Observations, Faces, Terms):
    """The contract, ledger and tests, goldens, the box as data, who knows what, and the table as it is shown.

    A game says: `id`; `options`, the sets it is played with; `conserved` and `expected`, what is neither made nor lost;
    `goldens` and `perft`; `edited` and `bad`, edits of tables that are taken and refused; `hidden`, the fields that not
    all see, `follows`, those that follow from others, and `another_deal`, the same table with what a viewer cannot see
    dealt otherwise; `restated` and `asked`, what of a view follows from the rest or from the question; `offered`, what
    of a view follows from all in hand; `wordless`, verbs of cards that say nothing; `logged`, how the log words an
    action, and `places` and `names`, where an action is on the page.
    `tests/nightgoods` is the smallest example, with its `conftest.py` and `table.py`.
    """
