from __future__ import annotations

from collections.abc import Iterator

import pytest

from nightgoods.rules import create
from roundhouse.core import registry


@pytest.fixture(autouse=True, scope="module")
def guest() -> Iterator[None]:
    """The example is registered while its tests run."""
    registry.register(create())
    yield
    del registry.OPENED["nightgoods"]
