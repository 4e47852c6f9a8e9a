"""The tests that every game gets, guests too: `class TestTrains(GameSuite)` in `test_suite.py` of its folder."""

from __future__ import annotations

from tests.kit.boxes import Boxes
from tests.kit.contract import Contract
from tests.kit.faces import Faces
from tests.kit.goldens import Goldens
from tests.kit.ledger import Ledger
from tests.kit.secrets import Secrets
from tests.kit.terms import Terms


class GameSuite(Contract, Ledger, Goldens, Boxes, Secrets, Faces, Terms):
    """The contract, ledger and tests, goldens, the box as data, who knows what, and the table as it is shown."""
