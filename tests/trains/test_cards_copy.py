"""Stationmaster office: the text of another action card in play."""

from __future__ import annotations

import pytest

from tests.trains.table import table

OFFICE = "Stationmaster office"
PLAY = "play Stationmaster office"


@pytest.mark.rule("trains-9.30", card="stationmaster_office")
def test_stationmaster_takes_the_text_but_not_the_value() -> None:
    t = table(hand=f"{OFFICE}, Passing station", deck="Tunnel, Waste, Building").do("play Passing station")
    assert (t.coins, t.hand) == (1, f"{OFFICE}, Tunnel")
    assert t.do(PLAY).can == ["copy Passing station"]
    t.do("copy Passing station")
    assert (t.coins, t.hand, t.deck, t.play) == (1, "Tunnel, Waste", "Building", f"Passing station, {OFFICE}")


@pytest.mark.rule("trains-9.30", card="stationmaster_office")
@pytest.mark.parametrize(
    "words",
    [
        (),
        ("play Normal train",),
        ("play Rail laying", "lay field C4"),
        ("play Viaduct", "lay field C4"),
        ("play Station expansion", "station in Haneda"),
    ],
)
def test_stationmaster_is_impossible_without_an_action_card_in_play(words: tuple[str, ...]) -> None:
    t = table(hand=f"{OFFICE}, Landfill, Normal train, Rail laying, Viaduct, Station expansion").do(*words)
    assert t.refused(PLAY) == "trains-4.6"
    before = t.coins
    assert t.do(f"{PLAY} for its coins").coins == before


@pytest.mark.rule("trains-9.30", card="stationmaster_office")
def test_stationmaster_chooses_among_the_texts_that_can_be_applied() -> None:
    t = table(hand=f"{OFFICE}, Landfill, Pulling, Amusement park, Rapid train, Station crew", discard="Express train")
    t.do("play Rapid train for its coins", "play Amusement park", "count Rapid train", "play Landfill")
    t.do("play Pulling", "pull Express train", "play Station crew", "gain 1 coin", PLAY)
    # no train is left in the discard pile for Pulling, no Normal train is in play for the Rapid train
    assert t.offers("copy") == ["Amusement park", "Landfill", "Station crew"]


@pytest.mark.rule("trains-9.30", card="stationmaster_office")
def test_stationmaster_is_impossible_beside_texts_that_cannot_be_applied() -> None:
    t = table(hand=f"{OFFICE}, Pulling, Maintenance factory").do("play Pulling for its coins")
    assert t.do("play Maintenance factory for its coins").refused(PLAY) == "trains-4.6"


@pytest.mark.rule("trains-9.30", card="stationmaster_office")
def test_stationmaster_copies_a_card_that_was_not_applied_itself() -> None:
    t = table(hand=f"{OFFICE}, Signal spot", deck="Tunnel, Waste").do("play Signal spot for its coins", PLAY)
    assert t.do("copy Signal spot").hand == "Tunnel, Waste"


@pytest.mark.rule("trains-9.30", card=("stationmaster_office", "holiday_timetable"))
def test_stationmaster_as_holiday_timetable_trashes_itself() -> None:
    t = table(hand=f"{OFFICE}, Holiday timetable, Normal train").do("play Holiday timetable for its coins", PLAY)
    t.do("copy Holiday timetable")
    assert (t.trash, t.play, t.coins) == (OFFICE, "Holiday timetable", 3)
    t.do("play Normal train")
    assert (t.play, t.coins) == ("Holiday timetable, Normal train", 4)


@pytest.mark.rule("trains-9.30", card=("stationmaster_office", "holiday_timetable"))
def test_a_trashed_holiday_timetable_cannot_be_copied() -> None:
    assert table(hand=f"{OFFICE}, Holiday timetable").do("play Holiday timetable").refused(PLAY) == "trains-4.6"


@pytest.mark.rule("trains-9.30", card=("stationmaster_office", "ironworks"))
def test_stationmaster_as_ironworks_counts_once_more() -> None:
    t = table(hand=f"{OFFICE}, Ironworks, 2 Rail laying").do("play Ironworks", PLAY, "copy Ironworks")
    assert t.coins == 1
    assert t.do("play Rail laying for its coins").coins == 5
    alone = table(hand=f"{OFFICE}, Ironworks, Rail laying").do("play Ironworks for its coins", PLAY, "copy Ironworks")
    assert alone.do("play Rail laying for its coins").coins == 3


@pytest.mark.rule("trains-9.30", card=("stationmaster_office", "material_dump_site"))
def test_stationmaster_as_material_dump_site_keeps_waste_away() -> None:
    t = table(hand=f"{OFFICE}, Material dump site, Rail laying").do("play Material dump site for its coins", PLAY)
    assert t.do("copy Material dump site", "play Rail laying", "lay field C4").gained == ""


@pytest.mark.rule("trains-9.30", card=("stationmaster_office", "switchback"))
def test_stationmaster_as_switchback_sends_a_train_back() -> None:
    t = table(hand=f"{OFFICE}, Switchback, Express train, Normal train", deck="Waste")
    t.do("play Express train", "play Normal train", "play Switchback", "send back Normal train", PLAY)
    t.do("copy Switchback", "send back Express train")
    assert (t.deck, t.play, t.coins) == ("Express train, Normal train, Waste", f"{OFFICE}, Switchback", 4)


@pytest.mark.rule("trains-9.30", card=("stationmaster_office", "switchback"))
def test_stationmaster_as_first_train_stays_when_the_first_train_is_sent_back() -> None:
    t = table(hand=f"{OFFICE}, Switchback, First train", coins=5).do("play First train", PLAY, "copy First train")
    t.do("play Switchback", "send back First train")
    assert "Express train onto the deck" in t.offers("buy")
    assert t.play == f"{OFFICE}, Switchback"


@pytest.mark.rule("trains-9.30", card=("stationmaster_office", "first_train"))
def test_stationmaster_as_first_train_is_no_train() -> None:
    t = table(hand=f"{OFFICE}, First train, Switchback, Amusement park").do("play First train", PLAY)
    assert t.do("copy First train", "play Switchback", "send back First train").coins == 3
    assert t.refused("play Amusement park") == "trains-4.6"


@pytest.mark.rule("trains-9.30", card=("stationmaster_office", "rapid_train"))
def test_stationmaster_as_rapid_train_needs_a_normal_train() -> None:
    t = table(hand=f"{OFFICE}, Rapid train, Normal train").do("play Rapid train for its coins")
    assert t.refused(PLAY) == "trains-4.6"
    assert t.do("play Normal train", PLAY, "copy Rapid train").coins == 3


@pytest.mark.rule("trains-9.30", card=("stationmaster_office", "tourist_train"))
def test_stationmaster_as_tourist_train_scores_a_point() -> None:
    t = table(hand=f"{OFFICE}, Tourist train").do("play Tourist train", PLAY, "copy Tourist train")
    assert (t.points, t.coins) == (2, 1)


@pytest.mark.rule("trains-9.30", card=("stationmaster_office", "freight_train", "mail_train"))
def test_stationmaster_as_freight_or_mail_train_counts_its_own_cards() -> None:
    t = table(hand=f"{OFFICE}, Freight train, 2 Waste").do("play Freight train", "return Waste", "no more", PLAY)
    t.do("copy Freight train", "return Waste")
    assert (t.coins, t.hand) == (3, "")
    t = table(hand=f"{OFFICE}, Mail train, Building, Tunnel").do("play Mail train", "discard Tunnel", "no more", PLAY)
    t.do("copy Mail train", "discard Building")
    assert (t.coins, t.discard) == (3, "Building, Tunnel")


@pytest.mark.rule("trains-9.30", card=("stationmaster_office", "station_crew"))
def test_stationmaster_as_station_crew_may_choose_otherwise() -> None:
    t = table(hand=f"{OFFICE}, Station crew", deck="Tunnel").do("play Station crew", "gain 1 coin", PLAY)
    t.do("copy Station crew", "draw 1 card")
    assert (t.coins, t.hand) == (1, "Tunnel")


@pytest.mark.rule("trains-9.30", card=("stationmaster_office", "wagon_factory", "maintenance_factory"))
def test_stationmaster_as_a_factory() -> None:
    t = table(hand=f"{OFFICE}, Wagon factory, Normal train").do("play Wagon factory for its coins", PLAY)
    t.do("copy Wagon factory", "trash Normal train", "gain Express train")
    assert (t.hand, t.trash) == ("Express train", "Normal train")
    t = table(hand=f"{OFFICE}, Maintenance factory, Express train").do("play Maintenance factory for its coins", PLAY)
    t.do("copy Maintenance factory", "show Express train")
    assert (t.hand, t.gained) == ("Express train", "Express train")


@pytest.mark.rule("trains-9.30", card=("stationmaster_office", "command_central", "information_central"))
def test_stationmaster_as_a_central() -> None:
    t = table(hand=f"{OFFICE}, Command central", deck="Tunnel, Waste").do("play Command central for its coins", PLAY)
    assert t.do("copy Command central", "name Waste").hand == "Tunnel, Waste"
    t = table(hand=f"{OFFICE}, Information central", deck="Tunnel, Waste")
    t.do("play Information central for its coins", PLAY, "copy Information central", "take Waste", "put back Tunnel")
    assert (t.hand, t.deck, t.coins) == ("Waste", "Tunnel", 1)


@pytest.mark.rule("trains-9.30", card="stationmaster_office")
def test_another_stationmaster_counts_as_the_text_it_took() -> None:
    t = table(hand=f"2 {OFFICE}, First train, Switchback", coins=1).do("play First train", PLAY, "copy First train")
    t.do("play Switchback", "send back First train", PLAY)
    assert t.offers("copy") == ["First train"]  # no train is in play for the Switchback
    assert t.do("copy First train", "buy Express train onto the deck").deck.startswith("Express train, First train")


@pytest.mark.rule("trains-9.30", card="stationmaster_office")
def test_another_stationmaster_without_a_text_counts_as_nothing() -> None:
    assert table(hand=f"2 {OFFICE}").do(f"{PLAY} for its coins").refused(PLAY) == "trains-4.6"


@pytest.mark.rule("trains-9.30", card=("stationmaster_office", "ironworks"))
def test_three_texts_of_one_ironworks_stack() -> None:
    t = table(hand=f"2 {OFFICE}, Ironworks, Rail laying").do("play Ironworks", *[PLAY, "copy Ironworks"] * 2)
    assert t.do("play Rail laying for its coins").coins == 1 + 6


@pytest.mark.rule("trains-4.8", card="stationmaster_office")
def test_a_text_taken_ends_with_the_turn() -> None:
    t = table(hand=f"{OFFICE}, Ironworks", deck=f"{OFFICE}, 4 Rail laying").do("play Ironworks", PLAY, "copy Ironworks")
    assert t.do("end turn", "end turn").do("play Rail laying for its coins").coins == 0
    assert t.refused(PLAY) == "trains-4.6"
