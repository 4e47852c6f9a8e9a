"""Who knows what: section 10 of the ledger."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

import pytest

from roundhouse.games.trains.state import CARD
from tests.kit.journeys import APART, samples
from tests.trains import test_suite
from tests.trains.conserve import conserved
from tests.trains.midgame import hidden, slots, swapped, zone
from tests.trains.table import Table, known, table

TRAINS = test_suite.TestTrains


def player(t: Table, seat: int, viewer: int | None) -> dict[str, Any]:
    """What a viewer sees of a seat."""
    players = cast(list[dict[str, Any]], t.state.view(viewer)["players"])
    return players[seat]


# hidden from whom


@pytest.mark.rule("trains-10.1", "trains-10.2", "trains-10.3")
def test_every_view_depends_on_each_card_its_viewer_knows() -> None:
    tried = 0
    for sample in samples(TRAINS)[:: 4 // APART]:
        s = sample.state
        for viewer in sample.viewers:
            seen = sample.view(viewer)
            for owner in range(s.seats):
                unseen = hidden(s, owner, viewer)
                for one in [x for x in slots(s, owner) if x not in unseen]:
                    card = zone(s, owner, one[0])[one[1]] & CARD
                    others = [x for x in unseen if zone(s, owner, x[0])[x[1]] & CARD != card]
                    if others:
                        assert swapped(s, owner, one, others[0]).view(viewer) != seen, (viewer, owner, one)
                        tried += 1
    assert tried > 100


@pytest.mark.rule("trains-10.1")
def test_a_hand_is_seen_by_its_owner_and_a_deck_by_nobody() -> None:
    t = table(hand="Tunnel, Waste", deck="Building, Viaduct", others="Landfill", seats=3)
    assert player(t, 0, 0)["hand"] == {"size": 2, "cards": ["waste", "tunnel"]}
    assert player(t, 0, 0)["deck"] == [None, None]
    for viewer in (1, 2, None):
        assert player(t, 0, viewer)["hand"] == {"size": 2, "cards": []}
        assert player(t, 0, viewer)["deck"] == [None, None]
    assert player(t, 1, 1)["hand"] == {"size": 1, "cards": ["landfill"]}
    assert player(t, 1, 0)["hand"] == {"size": 1, "cards": []}


@pytest.mark.rule("trains-10.2")
def test_of_a_discard_pile_others_see_what_went_there_openly() -> None:
    t = table(hand="Garage, Express train, Tunnel, Viaduct, Waste", deck="2 Building, 5 Normal train", coins=1)
    t.do("play Garage", "discard Tunnel", "discard Building", "play Express train", "buy Rail laying", "end turn")
    # left in hand: a Building, the Viaduct and the Waste
    assert player(t, 0, 0)["discard"]["size"] == 8
    openly = ["express_train", "rail_laying", "building", "garage", "tunnel"]
    assert player(t, 0, 1)["discard"] == {"size": 8, "cards": openly}
    assert player(t, 0, None)["discard"] == {"size": 8, "cards": openly}
    assert Counter(player(t, 0, 0)["discard"]["cards"]) == Counter([*openly, "building", "viaduct", "waste"])


@pytest.mark.rule("trains-10.2")
def test_waste_gained_and_cards_discarded_by_an_effect_are_seen() -> None:
    t = table(hand="Rail laying, Signals", deck="Tunnel, Building, 5 Normal train").do("play Rail laying")
    t.do("lay field C4", "play Signals", "discard the card looked at", "end turn")
    assert player(t, 0, 1)["discard"] == {"size": 5, "cards": ["rail_laying", "waste", "building", "signals"]}
    t = table(hand="Temporary timetable", deck="Tunnel, 2 Normal train").do("play Temporary timetable")
    assert player(t, 0, 1)["discard"] == {"size": 1, "cards": ["tunnel"]}


# shown, and remembered


@pytest.mark.rule("trains-10.3")
@pytest.mark.parametrize(
    ("hand", "deck", "discard", "words", "shown"),
    [
        ("Maintenance factory, Express train, Tunnel", "Waste", "", "show Express train", "express_train"),
        ("Wagon factory, Normal train, Tunnel", "Waste", "", "trash Normal train; gain Express train", "express_train"),
        ("Pulling, Tunnel", "Waste", "Mail train", "pull Mail train", "mail_train"),
        ("Command central, Tunnel", "Waste, Building", "", "name Building", "building"),
        ("Information central, Tunnel", "Waste", "", "take Waste", "waste"),
        ("Temporary timetable, Tunnel", "Waste, Mail train", "", "", "mail_train"),
    ],
)
def test_a_card_shown_is_known_in_the_hand(hand: str, deck: str, discard: str, words: str, shown: str) -> None:
    t = table(hand=hand, deck=deck, discard=discard, seats=3).do(f"play {hand.split(',')[0]}")
    t.do(*[w.strip() for w in words.split(";") if w])
    for viewer in (1, 2, None):
        assert player(t, 0, viewer)["hand"]["cards"] == [shown]
    t.do("end turn")  # all is drawn again from what was shuffled, so nothing is known any more
    for viewer in (1, 2, None):
        assert player(t, 0, viewer)["hand"]["cards"] == []


@pytest.mark.rule("trains-10.3")
@pytest.mark.parametrize(
    ("hand", "words", "top"),
    [
        ("Normal train, Switchback", "play Normal train; play Switchback; send back Normal train", "normal_train"),
        ("Command central", "play Command central; name Waste", "viaduct"),
        ("First train", "play First train; buy Building onto the deck", "building"),
    ],
)
def test_a_card_put_on_the_deck_openly_is_known_there_and_in_the_next_hand(hand: str, words: str, top: str) -> None:
    t = table(hand=hand, deck="Tunnel, Viaduct, 13 Normal train", coins=1).do(*words.split("; "))
    for viewer in (0, 1, None):
        deck = player(t, 0, viewer)["deck"]
        assert (deck[0], set(deck[1:])) == (top, {None})
    t.do("end turn")
    assert player(t, 0, 1)["hand"] == {"size": 5, "cards": [top]}
    t.do("end turn", "end turn")
    assert top in player(t, 0, 1)["discard"]["cards"]


@pytest.mark.rule("trains-10.3")
def test_cards_revealed_and_put_back_are_known_in_their_order() -> None:
    t = table(hand="Information central", deck="Tunnel, Viaduct, Waste, Building, Landfill")
    t.do("play Information central")
    assert t.state.view(1)["looked"] == {"size": 4, "cards": ["waste", "building", "tunnel", "viaduct"]}
    t.do("take nothing", "put back Tunnel", "put back Viaduct", "put back Waste", "put back Building")
    for viewer in (0, 1, None):
        assert player(t, 0, viewer)["deck"] == ["building", "waste", "viaduct", "tunnel", None]


@pytest.mark.rule("trains-10.3")
def test_a_card_looked_at_alone_is_known_to_its_owner_alone() -> None:
    t = table(hand="Signals, Passing station", deck="Tunnel, Viaduct, 6 Building").do("play Signals")
    assert t.state.view(0)["looked"] == {"size": 1, "cards": ["viaduct"]}
    assert t.state.view(1)["looked"] == {"size": 1, "cards": []}
    t.do("leave the card on top")
    assert [player(t, 0, v)["deck"][0] for v in (0, 1, None)] == ["viaduct", None, None]
    t.do("play Passing station")
    assert player(t, 0, 1)["hand"] == {"size": 2, "cards": []}


@pytest.mark.rule("trains-10.3")
def test_a_shuffle_forgets() -> None:
    t = table(hand="Express train, Maintenance factory", deck="", discard="").do("play Maintenance factory")
    assert t.do("show Express train", "end turn").hand == "Express train, Express train, Maintenance factory"
    assert known(t.state.hands[0]) == [False] * 3
    t = table(hand="Switchback, Normal train", deck="Tunnel, 4 Building").do("play Normal train", "play Switchback")
    t.do("send back Normal train", "end turn")
    assert player(t, 0, 1)["hand"] == {"size": 5, "cards": ["normal_train"]}


@pytest.mark.rule("trains-10.3")
def test_of_equal_cards_the_known_one_leaves_the_hand_first() -> None:
    t = table(hand="2 Express train, Maintenance factory, Passing station", deck="Express train")
    t.do("play Maintenance factory", "show Express train", "play Passing station")
    assert known(t.state.hands[0]) == [False, True, False]
    assert player(t, 0, 1)["hand"] == {"size": 3, "cards": ["express_train"]}
    t.do("play Express train")
    assert player(t, 0, 1)["hand"] == {"size": 2, "cards": []}
    assert t.hand == "Express train, Express train"


@pytest.mark.rule("trains-10.3")
def test_of_equal_cards_the_known_one_leaves_the_discard_pile_first() -> None:
    t = table(hand="Garage, Mail train, Waste, Pulling", deck="2 Building", discard="Mail train")
    t.do("play Garage", "discard Mail train", "discard Waste")
    t.state.discards[0] = t.state.discards[0] + t.state.discards[0][:1]
    assert known(t.state.discards[0]) == [False, True, True, False]
    t.do("play Pulling", "pull Mail train")
    assert known(t.state.discards[0]) == [False, True, False]
    assert player(t, 0, 1)["discard"] == {"size": 3, "cards": ["waste"]}
    assert player(t, 0, 1)["hand"]["cards"] == ["mail_train"]


@pytest.mark.rule("trains-10.3")
def test_a_known_card_left_in_hand_is_known_in_the_discard_pile() -> None:
    t = table(hand="Express train, Tunnel, Maintenance factory").do("play Maintenance factory", "show Express train")
    t.do("end turn")
    assert player(t, 0, 1)["discard"]["cards"] == ["express_train", "express_train", "maintenance_factory"]


@pytest.mark.rule("trains-10.4")
def test_what_every_seat_owns_in_all_is_public() -> None:
    for sample in samples(TRAINS)[:: 2 // APART]:
        s = sample.state
        public = []
        for viewer in sample.viewers:
            players = cast(list[dict[str, Any]], sample.view(viewer)["players"])
            public.append([(p["card_points"], p["score"], p["points"], p["track_bonus"]) for p in players])
            twin = s.resample(viewer, 1)
            for i in range(s.seats):
                assert Counter(b & CARD for b in twin.owned(i)) == Counter(b & CARD for b in s.owned(i))
        assert all(p == public[0] for p in public)
        assert [p[1] for p in public[0]] == s.scores()


def test_a_view_names_the_rules_in_force_and_the_card_being_resolved() -> None:
    t = table(hand="Normal train, Ironworks, Wagon factory, Express train", coins=9)
    t.do("play Ironworks", "play Normal train", "play Wagon factory")
    for viewer in (0, 1, None):
        view = t.state.view(viewer)
        words = "each rail card you play gives 2 coins"
        assert view["rules"] == [{"rule": "rail_bonus", "amount": 2, "words": words}]
        assert (view["working"], view["at_most"]) == (2, None)
    cost = t.state.box.costs[t.state.box.number_of["express_train"]]
    assert t.do("trash Express train").state.view(1)["at_most"] == cost + 3
    view = t.do("gain Express train").state.view(1)
    assert (view["working"], view["at_most"]) == (None, None)


# dealt anew


def test_resampling_keeps_what_the_viewer_knows_and_deals_the_rest() -> None:
    changed: Counter[str] = Counter()
    for sample in samples(TRAINS)[:: 2 // APART]:
        s = sample.state
        for viewer in sample.viewers:
            for twin in (s.resample(viewer, n) for n in range(2)):
                for owner in range(s.seats):
                    unseen = hidden(s, owner, viewer)
                    for name, i in slots(s, owner):
                        same = zone(twin, owner, name)[i] == zone(s, owner, name)[i]
                        assert same or (name, i) in unseen
                        changed[f"{name} {'own' if owner == viewer else 'other'}"] += not same
    assert {"hands other", "decks own", "decks other"} <= {x for x in changed if changed[x]}
    assert not changed["hands own"]
    assert not changed["discards own"]


QUESTIONS = [
    ("Maintenance factory, Express train", "play Maintenance factory", "", "show Express train"),
    ("Wagon factory, Express train", "play Wagon factory", "", "trash Express train"),
    ("Pulling", "play Pulling", "Express train", "pull Express train"),
    ("Freight train, Waste", "play Freight train", "", "return Waste"),
    ("Station crew, Waste", "play Station crew", "", "return 1 Waste from hand to the supply"),
    ("Mail train, Tunnel", "play Mail train", "", "no more"),
]


@pytest.mark.parametrize(("hand", "words", "discard", "answer"), QUESTIONS)
def test_resampling_keeps_the_question_another_seat_is_asked(hand: str, words: str, discard: str, answer: str) -> None:
    t = table(hand=hand, deck="30 Building", discard=discard).do(words)
    assert answer in t.can
    seen = t.state.view(1)
    changed = []
    for seed in range(40):
        twin = t.state.resample(1, seed)
        if twin.view(1) != seen or not twin.legal():
            changed.append(seed)
    assert changed == []


@pytest.mark.parametrize(("hand", "words", "discard", "answer"), QUESTIONS)
def test_every_answer_at_a_resampled_table_keeps_the_cards(hand: str, words: str, discard: str, answer: str) -> None:
    t = table(hand=hand, deck="30 Building", discard=discard).do(words)
    lost = []
    for seed in range(40):
        twin = t.state.resample(1, seed)
        for action in twin.legal():
            scout = twin.clone()
            scout.apply(action)
            if conserved(scout) != conserved(t.state):
                lost.append((seed, twin.words(action)))
    assert lost == []
