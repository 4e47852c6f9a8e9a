"""The command line, for the tests of first games."""

from __future__ import annotations

from tests.test_cli import shell

__all__ = ["shell"]
