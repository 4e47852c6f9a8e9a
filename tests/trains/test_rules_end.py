"""The end of the game and the points: section 8 of the ledger."""

from __future__ import annotations

import pytest

from tests.trains.table import Table, cards, table

THREE = {"Express train": 0, "Landfill": 0, "Skyscraper": 0}


def over(t: Table) -> bool:
    """Whether the game has ended, in every sign of it."""
    s = t.state
    assert (s.legal() == []) == (s.seat == -1) == s.over
    return s.over


@pytest.mark.rule("trains-8.1")
def test_four_empty_piles_end_the_game_after_the_turn() -> None:
    t = table(hand="Normal train", coins=6, supply={**THREE, "Building": 1}).do("buy Building")
    assert not over(t)
    t.do("play Normal train", "buy Rail laying", "end turn")  # the turn is played to its end
    assert over(t)
    assert (t.gained, len(t.state.hands[0])) == ("", 5)  # and cleaned up


@pytest.mark.rule("trains-8.1")
def test_three_empty_piles_do_not_end_the_game() -> None:
    t = table(coins=6, supply={**THREE, "Building": 2}).do("buy Building", "end turn")
    assert not over(t)
    assert t.state.seat == 1


@pytest.mark.rule("trains-8.1")
def test_an_empty_waste_pile_does_not_count() -> None:
    t = table(hand="Rail laying", supply={**THREE, "Waste": 1}).do("play Rail laying", "lay field C4", "end turn")
    assert t.left("Waste") == 0
    assert not over(t)


@pytest.mark.rule("trains-8.1")
@pytest.mark.parametrize("pile", ["Rail laying", "Station expansion", "Limited express train", "Building", "Garage"])
def test_any_pile_but_waste_counts(pile: str) -> None:
    assert over(table(coins=9, supply={**THREE, pile: 1}).do(f"buy {pile}", "end turn"))


@pytest.mark.rule("trains-8.1")
def test_piles_emptied_by_an_effect_or_onto_the_deck_count() -> None:
    few = {"Landfill": 0, "Skyscraper": 0, "Building": 0, "Express train": 1}
    t = table(hand="Maintenance factory, Express train", supply=few)
    assert over(t.do("play Maintenance factory", "show Express train", "end turn"))
    t = table(hand="Wagon factory, Normal train", supply=few)
    assert over(t.do("play Wagon factory", "trash Normal train", "gain Express train", "end turn"))
    t = table(hand="First train", coins=1, supply=few)
    assert over(t.do("play First train", "buy Express train onto the deck", "end turn"))


@pytest.mark.rule("trains-8.1")
@pytest.mark.parametrize("markers", [1, 2])
def test_the_last_track_marker_ends_the_game(markers: int) -> None:
    t = table(hand="Rail laying, Normal train", markers=markers).do("play Rail laying", "lay field C4")
    assert not over(t)
    t.do("play Normal train", "end turn")
    assert over(t) == (markers == 1)


@pytest.mark.rule("trains-8.1")
@pytest.mark.parametrize("left", [1, 2])
def test_the_last_station_marker_ends_the_game(left: int) -> None:
    t = table(hand="Station expansion, Normal train", stations_left=left)
    t.do("play Station expansion", "station in Haneda")
    assert not over(t)
    t.do("play Normal train", "end turn")
    assert over(t) == (left == 1)


@pytest.mark.rule("trains-8.1")
def test_there_is_no_equalising_of_turns() -> None:
    t = table(seats=4, hand="Rail laying", markers=1).do("play Rail laying", "lay field C4", "end turn")
    assert over(t)
    assert (t.state.turns, t.can) == (1, [])


@pytest.mark.rule("trains-8.2")
def test_points_are_marker_track_and_cards() -> None:
    t = table(hand="Tourist train, Skyscraper", tracks="Funabashi, Chiba", stations={"Funabashi": 2}, markers=0)
    assert t.do("play Tourist train").state.scores() == [1 + (4 + 2) + 4, 0]
    t.do("end turn")
    assert over(t)
    assert t.state.scores() == [11, 0]


@pytest.mark.rule("trains-8.3")
@pytest.mark.parametrize(("stations", "bonus"), [(0, 0), (1, 2), (2, 4), (3, 8)])
def test_the_bonus_of_a_city(stations: int, bonus: int) -> None:
    assert table(tracks="Yokohama, Hachioji", stations={"Yokohama": stations}).state.scores() == [bonus, 0]
    t = table(tracks="Yokohama, Hachioji", stations={"Yokohama": stations, "Hachioji": stations})
    assert t.state.scores() == [2 * bonus, 0]


@pytest.mark.rule("trains-8.3")
@pytest.mark.parametrize(
    ("map", "own", "bonus"),
    [
        ("tokyo", "Chichibu, Tsukuba", 8),
        ("tokyo", "Narita, Odawara", 6),
        ("tokyo", "Chiba, Shonan", 4),
        ("osaka", "Fukuchiyama, Kameoka", 8),
        ("osaka", "Otsu, Himeji, Kameyama, Shima", 12),
        ("osaka", "Kansai-Airport, Wakayama", 4),
    ],
)
def test_the_bonus_of_remote_places(map: str, own: str, bonus: int) -> None:
    far = {"tokyo": "field C4", "osaka": "field C4"}[map]
    assert table(map=map, tracks=f"{far}, {own}").state.scores() == [bonus, 0]


@pytest.mark.rule("trains-8.3")
def test_fields_rivers_and_mountains_give_nothing() -> None:
    assert table(tracks="field C4, river D2, mountain B2").state.scores() == [0, 0]


@pytest.mark.rule("trains-8.3")
def test_a_city_without_an_own_marker_gives_nothing() -> None:
    assert table(tracks="field C4", rivals={1: "Yokohama"}, stations={"Yokohama": 3}).state.scores() == [0, 8]


@pytest.mark.rule("trains-8.4")
def test_cards_count_wherever_they_are() -> None:
    t = table(hand="Building, Landfill", deck="Multi-storey building", discard="Skyscraper")
    assert t.state.scores() == [1 + 2 + 4, 0]
    assert table(coins=3).do("buy Building").state.scores() == [1, 0]
    t = table(hand="Information central", deck="Skyscraper, Building").do("play Information central")
    assert t.state.scores() == [5, 0]
    assert table(others="2 Skyscraper, Building").state.scores() == [0, 9]


@pytest.mark.rule("trains-8.4")
def test_cards_still_count_after_the_last_clean_up() -> None:
    t = table(hand="Building, Rail laying", deck="Multi-storey building", discard="Skyscraper", markers=1, coins=3)
    t.do("buy Building", "play Rail laying", "lay field C4", "end turn")
    assert over(t)
    assert t.state.scores()[0] == 1 + 2 + 4 + 1


@pytest.mark.rule("trains-8.5")
@pytest.mark.parametrize(
    ("points", "winners"),
    [([3, 9, 5], [1]), ([9, 3, 9], [0, 2]), ([7, 7, 7], [0, 1, 2]), ([0, 0, 1], [2])],
)
def test_the_most_points_win_and_ties_share(points: list[int], winners: list[int]) -> None:
    t = table(seats=3, markers=0)
    t.state.points = points[:]
    t.do("end turn")
    assert over(t)
    assert (t.state.scores(), t.state.winners(), t.state.view(None)["winners"]) == (points, winners, winners)


@pytest.mark.rule("trains-8.5")
def test_all_kinds_of_points_count_towards_a_joint_victory() -> None:
    t = table(hand="Rail laying", markers=1, tracks="Funabashi, Chiba", others="Multi-storey building")
    t.state.discards[0] = cards("Building")
    t.state.points = [1, 2]
    t.do("play Rail laying", "lay field C9", "end turn")
    assert over(t)
    assert (t.state.scores(), t.state.winners()) == ([4, 4], [0, 1])
