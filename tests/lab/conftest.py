"""The command line, for the tests of the lab."""

from __future__ import annotations

from tests.test_cli import shell

__all__ = ["shell"]
