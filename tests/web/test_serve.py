"""What cannot be served, each refused in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

NOT_A_URL = "not a URL of a known kind"


@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [
        ("--database", "nonsense", NOT_A_URL),
        ("--database", "oracle2://x/y", NOT_A_URL),
        ("--database", "postgresql://u:p@host:abc/db", NOT_A_URL),
        ("--bots", "workers", "Workers take jobs from PostgreSQL only"),
        ("--database", "postgresql://postgres@127.0.0.1:1/x", "The database cannot be used: "),
        ("--database", "postgresql://", "The database cannot be used: "),
        ("--database", "mysql://x@127.0.0.1/y", "needs MySQLdb"),
        ("--database", "sqlite:////nowhere/at/all.sqlite", "The database cannot be used: unable to open"),
        ("--log-level", "loud", "--log-level is one of debug"),
        ("--base-url", "games.example", "--base-url is an http or https address"),
        ("--filter", "nothing:at_all", "--filter is a function"),
        *[("--limit", bad, "") for bad in ("x=1", "chat=1", "chat_person", "chat_person=x", "chat_person=-1")],
        ("--limit", "chat_person=²", ""),
        ("--limit", "chat_person=1000000001", "The limit chat_person is 1,000,000,000 at the most"),
        ("--limit", "idle_days=36501", "The limit idle_days is 36,500 at the most"),
        ("--limit", f"streams={'9' * 5000}", "at the most"),
    ],
)
def test_what_cannot_be_meant_is_one_sentence(
    cannot_serve: Callable[..., str], option: str, value: str, sentence: str
) -> None:
    assert sentence in cannot_serve(option, value)


@pytest.mark.parametrize(
    "given",
    [
        ("--bots", "workers"),
        ("--mail", "nonsense"),
        ("--processes", "2"),
        *[("--database", url) for url in ("nonsense", "mysql://x@127.0.0.1/y", "postgresql://postgres@127.0.0.1:1/x")],
    ],
)
def test_a_start_that_is_refused_leaves_nothing(
    cannot_serve: Callable[..., str], tmp_path: Path, given: tuple[str, ...]
) -> None:
    cannot_serve(*given)
    assert list(tmp_path.iterdir()) == []
