"""A company whose trains are all gone begins again."""

from __future__ import annotations

import pytest

from tests.empyreal.table import table


@pytest.mark.rule("empyreal-14.19")
def test_without_a_train_on_the_map_a_build_goes_to_any_free_hex_of_the_home_terrain() -> None:
    t = table("", "A4 C1")
    t.do("move to A", "activate printed A")
    assert t.offers("build on") == ["A7", "B5", "E3", "F4", "G6", "H3", "J3", "J5", "K7", "L4"]  # lakes, less A4 and C1
    t.do("build on E3")
    assert t.trains("E3") == [0]


@pytest.mark.rule("empyreal-14.19")
def test_an_effect_that_does_not_name_the_home_terrain_builds_nowhere() -> None:
    t = table("", "A4 C1")
    t.do("move to B", "activate printed B")
    assert t.state.seat == 1
