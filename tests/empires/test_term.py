"""The table in a terminal: it fits, it names every choice, and it is made from a view alone."""

from __future__ import annotations

from typing import Any, cast

import pytest

from roundhouse.draw.term import lowest
from roundhouse.games.empires.actions import ENGINES
from roundhouse.games.empires.face.term import places, prices
from roundhouse.games.empires.state import CARD, Empires
from tests.empires import test_suite
from tests.kit.faces import asked
from tests.kit.terms import printed

EMPIRES = test_suite.TestEmpires


def positions() -> list[Empires]:
    return [sample.state for sample in asked(EMPIRES)]


@pytest.mark.parametrize(("width", "height"), [(80, 24), (100, 30), (120, 40), (160, 50)])
def test_it_fits(width: int, height: int) -> None:
    for s in positions()[::3]:
        lines = printed(s, s.seat, width, height).splitlines()
        assert max(len(line) for line in lines) <= width
        if height < 38:
            assert len(lines) <= height + 4, s.view(s.seat)["step"]


def test_prices_and_offers_are_shown() -> None:
    for s in positions():
        view = cast(dict[str, Any], s.view(s.seat))
        text = printed(s, s.seat, 100, 30)
        for n in lowest(prices(view, places(view))).values():
            assert f"${n}" in text
        label = [h["label"] for h in view["hexes"]]
        for offer in view["offers"][:5] if view["step"] != "lay" else []:
            assert f"{label[offer['from']]} → {label[offer['to']]}" in text


def test_all_of_it_is_shown_where_there_is_room() -> None:
    for s in positions()[::3]:
        text = printed(s, s.seat, 160, 50)
        for card in [*s.market, *[b & CARD for b in s.hands[s.seat]], *[ENGINES + feat for feat in s.feats]]:
            assert s.box.titles[card] in text
