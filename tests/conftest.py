from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.register_assert_rewrite("tests.kit")
sys.path.insert(0, str(Path(__file__).parent.parent / "examples" / "nightgoods"))

SAMPLED = ("test_suite.py", "test_face.py", "test_view.py")  # they look at the same random games


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What looks at the same random games runs in the same process, where these are played once."""
    for item in items:
        if item.path.name in SAMPLED:
            item.add_marker(pytest.mark.xdist_group(item.path.parent.name))
