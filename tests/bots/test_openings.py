"""Whom a bot begins as: a matter of taste."""

from __future__ import annotations

import roundhouse
from roundhouse.bots.make import Player


def test_at_one_and_the_same_table_bots_found_several_companies() -> None:
    table = roundhouse.game("empyreal").new(2, "companies")
    for _ in range(2):  # the first to choose takes a company and its captain
        table.apply(table.legal()[0])
    founded = [table.words(Player("conductor", seed).decide(table)) for seed in range(12)]
    assert all(words.startswith("found ") for words in founded)
    assert len(set(founded)) > 2
    assert max(founded.count(words) for words in founded) < 9
