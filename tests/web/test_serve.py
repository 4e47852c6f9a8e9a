"""What cannot be served, each refused in a sentence."""

from __future__ import annotations

from collections.abc import Callable

import pytest

NOT_A_URL = "not a URL of a known kind"


@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [
        ("--database", "nonsense", NOT_A_URL),
        ("--database", "oracle2://x/y", NOT_A_URL),
        ("--database", "postgresql://postgres@127.0.0.1:1/x", "The database cannot be used: "),
        ("--database", "postgresql://", "The database cannot be used: "),
        ("--database", "mysql://x@127.0.0.1/y", "needs MySQLdb"),
        ("--database", "sqlite:////nowhere/at/all.sqlite", "The database cannot be used: unable to open"),
        ("--log-level", "loud", "--log-level is one of debug"),
        ("--base-url", "games.example", "--base-url is an http or https address"),
        ("--filter", "nothing:at_all", "--filter is a function"),
        *[("--limit", bad, "") for bad in ("x=1", "chat=1", "chat_person", "chat_person=x", "chat_person=-1")],
        ("--limit", "chat_person=²", ""),
    ],
)
def test_what_cannot_be_meant_is_one_sentence(
    cannot_serve: Callable[..., str], option: str, value: str, sentence: str
) -> None:
    assert sentence in cannot_serve(option, value)
