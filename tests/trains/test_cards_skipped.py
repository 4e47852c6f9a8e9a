"""Every card with an effect: played for its coins alone, and where its effect is always or not always possible."""

from __future__ import annotations

import pytest

from tests.trains.table import Table, table

VALUES = [
    pytest.param("Rail laying", 0, marks=pytest.mark.card("rail_laying")),
    pytest.param("Station expansion", 0, marks=pytest.mark.card("station_expansion")),
    pytest.param("Amusement park", 1, marks=pytest.mark.card("amusement_park")),
    pytest.param("Collaboration", 0, marks=pytest.mark.card("collaboration")),
    pytest.param("Conductor area", 0, marks=pytest.mark.card("conductor_area")),
    pytest.param("Command central", 0, marks=pytest.mark.card("command_central")),
    pytest.param("Control room", 0, marks=pytest.mark.card("control_room")),
    pytest.param("Information central", 1, marks=pytest.mark.card("information_central")),
    pytest.param("First train", 2, marks=pytest.mark.card("first_train")),
    pytest.param("Freight train", 1, marks=pytest.mark.card("freight_train")),
    pytest.param("Garage", 1, marks=pytest.mark.card("garage")),
    pytest.param("Holiday timetable", 0, marks=pytest.mark.card("holiday_timetable")),
    pytest.param("Ironworks", 1, marks=pytest.mark.card("ironworks")),
    pytest.param("Landfill", 0, marks=pytest.mark.card("landfill")),
    pytest.param("Mail train", 1, marks=pytest.mark.card("mail_train")),
    pytest.param("Maintenance factory", 0, marks=pytest.mark.card("maintenance_factory")),
    pytest.param("Material dump site", 1, marks=pytest.mark.card("material_dump_site")),
    pytest.param("Passing station", 1, marks=pytest.mark.card("passing_station")),
    pytest.param("Pulling", 0, marks=pytest.mark.card("pulling")),
    pytest.param("Rapid train", 1, marks=pytest.mark.card("rapid_train")),
    pytest.param("Signal spot", 0, marks=pytest.mark.card("signal_spot")),
    pytest.param("Signals", 0, marks=pytest.mark.card("signals")),
    pytest.param("Station crew", 0, marks=pytest.mark.card("station_crew")),
    pytest.param("Stationmaster office", 0, marks=pytest.mark.card("stationmaster_office")),
    pytest.param("Steel bridge", 0, marks=pytest.mark.card("steel_bridge")),
    pytest.param("Switchback", 1, marks=pytest.mark.card("switchback")),
    pytest.param("Temporary timetable", 0, marks=pytest.mark.card("temporary_timetable")),
    pytest.param("Tourist train", 1, marks=pytest.mark.card("tourist_train")),
    pytest.param("Tunnel", 0, marks=pytest.mark.card("tunnel")),
    pytest.param("Underground digging", 0, marks=pytest.mark.card("underground_digging")),
    pytest.param("Viaduct", 0, marks=pytest.mark.card("viaduct")),
    pytest.param("Wagon factory", 0, marks=pytest.mark.card("wagon_factory")),
]

SOMETIMES = {
    "Rail laying", "Collaboration", "Steel bridge", "Tunnel", "Underground digging", "Viaduct", "Station expansion",
    "Amusement park", "Maintenance factory", "Pulling", "Rapid train", "Stationmaster office", "Switchback",
    "Wagon factory",
}  # fmt: skip


def everything_possible(name: str) -> Table:
    """A table at which every effect can be applied: trains everywhere, a Landfill in play."""
    t = table(
        hand=f"{name}, Normal train, Express train, Landfill, 2 Waste",
        deck="Tunnel, 4 Building",
        discard="Normal train, Waste",
        coins=5,
    )
    return t.do("play Normal train", "play Landfill for its coins")


def aside(t: Table) -> list[object]:
    """All that an effect could change."""
    s = t.state
    return [t.deck, t.discard, t.gained, t.looked, t.trash, t.points, s.tracks, s.stations, s.supply, s.rule_counters]


@pytest.mark.rule("trains-4.5")
@pytest.mark.parametrize(("name", "value"), VALUES)
def test_a_card_played_for_its_coins_gives_them_and_does_nothing_else(name: str, value: int) -> None:
    t = everything_possible(name)
    assert {f"play {name}", f"play {name} for its coins"} <= set(t.can)
    before = aside(t)
    hand = t.names(t.state.hands[0])
    t.do(f"play {name} for its coins")
    assert (aside(t), t.coins) == (before, 6 + value)
    hand.remove(name)
    assert t.names(t.state.hands[0]) == hand
    assert t.play == ", ".join(sorted(["Landfill", "Normal train", name]))
    assert "end turn" in t.can  # nothing is asked, and nothing can be applied later


@pytest.mark.rule("trains-4.6")
@pytest.mark.parametrize(("name", "value"), VALUES)
def test_an_effect_in_the_barest_position_is_offered_only_if_it_never_fails(name: str, value: int) -> None:
    t = table(hand=name, deck="", discard="", markers=0, stations_left=0, supply={"Waste": 0})
    assert (f"play {name}" in t.can) == (name not in SOMETIMES)
    if name in SOMETIMES:
        assert t.refused(f"play {name}") in ("trains-4.6", "trains-5.1", "trains-6.3")
    assert f"play {name} for its coins" in t.can


@pytest.mark.rule("trains-4.5")
def test_the_words_play_x_never_mean_to_skip_the_effect() -> None:
    skipped = []
    for name in sorted(SOMETIMES):
        s = table(hand=name, deck="", markers=0, stations_left=0).state
        if s.words(s.parse(f"play {name}")) != f"play {name}":
            skipped.append(name)
    assert skipped == []
