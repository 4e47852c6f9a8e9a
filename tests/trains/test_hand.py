"""A card that is about the hand does not count itself: it is asked about while it still lies there."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from roundhouse.core import registry
from roundhouse.core.verbs import Ask, Program
from roundhouse.games.trains.actions import DISCARD, NOT_IN_HAND
from roundhouse.games.trains.cards import EFFECTS
from roundhouse.games.trains.rules import create
from roundhouse.games.trains.state import Trains, kinds_in
from roundhouse.games.trains.verbs import Coins, Either, NameCard, Show, TrashThis
from tests.trains.table import table

OFFICE = "Stationmaster office"
Rewrite = Callable[[str, Program], None]


class DropOne(Ask[Trains]):
    """Discard a card of the hand, without which nothing happens: as a new card might say it."""

    def __init__(self) -> None:
        super().__init__(DISCARD, NOT_IN_HAND)

    def among(self, s: Trains, f: int, planned: int) -> list[int]:
        return kinds_in(s.hand(f))

    def chosen(self, s: Trains, f: int, thing: int) -> None:
        s.take_from_hand(s.turn, thing)
        s.discard(s.turn, thing)

    def words(self) -> str:
        return "discard a card"


@pytest.fixture
def rewritten(monkeypatch: pytest.MonkeyPatch) -> Rewrite:
    """Gives a card another text, for one test."""

    def rewrite(card: str, text: Program) -> None:
        monkeypatch.setitem(EFFECTS, card, text)
        monkeypatch.setitem(registry.OPENED, "trains", create())

    return rewrite


def test_a_train_that_shows_a_train_is_not_the_one_it_shows(rewritten: Rewrite) -> None:
    rewritten("tourist_train", Show())
    assert table(hand="Tourist train, Waste").refused("play Tourist train") == "trains-4.6"
    assert table(hand="Tourist train, Express train").do("play Tourist train").can == ["show Express train"]
    assert table(hand="2 Tourist train").do("play Tourist train").can == ["show Tourist train"]


def test_a_card_that_needs_a_card_of_the_hand_needs_another_one(rewritten: Rewrite) -> None:
    rewritten("tourist_train", DropOne() + Coins(1))
    assert table(hand="Tourist train").refused("play Tourist train") == "trains-4.2"
    t = table(hand="Tourist train, Waste").do("play Tourist train", "discard Waste")
    assert (t.hand, t.discard, t.coins) == ("", "Waste", 2)


def test_nor_is_it_counted_in_an_option(rewritten: Rewrite) -> None:
    rewritten("wagon_factory", Either(DropOne(), DropOne() + Coins(1)))
    assert table(hand="Wagon factory").refused("play Wagon factory") == "trains-4.2"
    assert table(hand="Wagon factory, Waste").do("play Wagon factory").can[0] == "discard a card"


def test_nor_when_another_card_takes_its_text(rewritten: Rewrite) -> None:
    rewritten("tourist_train", DropOne())
    played = ("play Tourist train", "discard Waste")
    assert table(hand=f"Tourist train, Waste, {OFFICE}").do(*played).refused(f"play {OFFICE}") == "trains-4.6"
    t = table(hand=f"Tourist train, 2 Waste, {OFFICE}").do(*played, f"play {OFFICE}", "copy Tourist train")
    assert t.can == ["discard Waste"]


def test_once_it_is_played_the_hand_is_whole(rewritten: Rewrite) -> None:
    """Also where the card has left the play area again, and where a card was named before."""
    rewritten("tourist_train", TrashThis() + NameCard() + DropOne())
    t = table(hand="2 Tourist train").do("play Tourist train", "name Tourist train")
    assert t.can == ["discard Tourist train"]


def test_no_verb_reads_a_hand_but_by_its_frame() -> None:
    folder = Path(__file__).parents[2] / "src" / "roundhouse" / "games" / "trains"
    for name in ("verbs.py", "map_verbs.py"):
        assert not re.search(r"\bs\.hands\b", (folder / name).read_text(encoding="utf-8")), f"{name}: ask s.hand(f)"
