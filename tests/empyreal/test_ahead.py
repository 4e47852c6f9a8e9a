"""What one click decides besides, and how many clicks a turn with a captain and three spellcars takes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, cast

import pytest

from roundhouse.core.rng import seeded
from roundhouse.games.empyreal.actions import CAPTAINS, CHOOSE, MOVE, RECRUIT, TILES, USE
from roundhouse.games.empyreal.cars import Declare
from roundhouse.games.empyreal.face.words import DECLINES, best_delivery, shortcuts
from roundhouse.games.empyreal.state import Empyreal
from roundhouse.games.empyreal.turn import Act
from tests.empyreal.table import FAR, Table, activated, kit, person, table
from tests.kit.journeys import drawn

CLICKABLE = re.compile(r'data-action="(\d+)"(?: data-more="([\d,]+)")?(?: data-then="([\d,]+)")?')
MOST = 8  # clicks of a turn with a captain and three spellcars
ASKING = ("the_hypetrain", "transformer", "limited_express")  # two cars to gain and to place; what is copied asks, too
IRIALANDRA = "irialandradayamorella"


def rows(t: Table, *regions: str) -> list[list[str]]:
    """The decisions of each click that makes several, in words."""
    page = drawn(t.state, t.seat)
    found = [m for region in regions for m in re.findall(r'data-action="(\d+)" data-then="([\d,]+)"', page[region])]
    return [said(t.state, [int(first), *map(int, then.split(","))]) for first, then in found]


def said(s: Empyreal, row: Sequence[int]) -> list[str]:
    """Decisions in words, as they are when they are made."""
    after, out = s.clone(), []
    for action in row:
        assert action in after.legal()
        out.append(after.words(action))
        after.apply(action)
    return out


def short(t: Table) -> list[tuple[str, str]]:
    return [(way.words, way.price) for way in shortcuts(t.state.view(t.seat), t.state.box)]


# the move and all cars


def test_moving_and_activating_all_cars_is_one_click() -> None:
    t = table("A1 B1", FAR, mana=((4, 0),), yards=({"A2": "flow_controller", "A3": "mana_surger", "B2": "metro"},))
    assert ("move to A and activate all 3", "4 mana") in short(t)
    way = next(way for way in shortcuts(t.state.view(0), t.state.box) if way.words == "move to A and activate all 3")
    before = t.state.ready[0]
    assert said(t.state, way.actions)[:4] == [
        "move to A", "activate printed A on A1", "activate Flow Controller on A2", "activate Mana Surger on A3"
    ]  # fmt: skip
    page = drawn(t.state, 0)
    assert page["dock"].count('class="depart legal"') == len(short(t))
    assert "Move to A and activate" not in page["prompt"]
    for action in way.actions:
        t.act(action)
    assert before - t.state.ready[0] == 4
    assert "departures" not in t.state.view(1)


def test_only_the_cars_that_can_be_paid_are_activated_with_the_move() -> None:
    yard = {"A2": "metro", "A3": "mana_surger"}
    told = [dict(short(table("A1 B1", FAR, mana=((n, 0),), yards=(yard,)))) for n in (0, 9)]
    assert "move to A and activate its spellcar" in told[0]
    assert "move to A and activate all 3" in told[1]


# an effect and its answer


def test_an_effect_is_chosen_by_the_thing_it_acts_on() -> None:
    t = table("A1 B1", FAR, staff=(IRIALANDRA,), mana=((5, 0),)).do("use Irialandra")
    lit = rows(t, "board", "supply")
    assert ["gain a specialist", "look at the engineers"] in lit
    assert any(row[0].startswith("build on any terrain next to a city") for row in lit)
    assert "data-then" not in drawn(t.state, 0)["words"]  # there, and on the sign, the effect alone can be chosen
    assert drawn(t.state, 0)["prompt"].count("data-action") == len(t.can)
    assert "further" not in t.state.view(1)


def test_the_way_of_a_build_that_is_not_yet_chosen_is_drawn_with_its_click() -> None:
    t = table("A1 B1", FAR, staff=(IRIALANDRA,), mana=((9, 0),)).do("use Irialandra")
    board = drawn(t.state, 0)["board"]
    chains = re.findall(r'data-chain="(\d+),(\d+)"', board)
    assert chains
    assert all(f'data-action="{first}" data-then="{then}"' in board for first, then in chains)


def test_a_captain_who_gains_specialists_does_so_at_the_stack() -> None:
    t = table("A1 B1", FAR, staff=(IRIALANDRA,), mana=((5, 0),))
    use = "use Irialandradayamorella"
    assert [use, "gain a specialist", "look at the surveyors"] in rows(t, "supply")
    told = cast("list[dict[str, Any]]", t.state.view(0)["further"])
    assert {row["action"] - RECRUIT for row in told} == {0, 1, 2}  # nothing is lit on the map before they are used
    assert {tuple(row["row"][:2]) for row in told} == {(USE, CHOOSE)}
    assert all(row["price"] == {"mana": -1} for row in told)


def test_a_returned_good_and_the_step_of_its_train_are_one_click() -> None:
    t = table("C2 E2", "L7", staff=("marcinae",), goods={"E2": ""}).do("use Marcinae")
    found = rows(t, "board")
    assert ["take the good at C2", "move it to C1"] in found
    assert "take the good at C2" in t.can


def test_what_is_copied_is_built_at_once_and_its_price_is_added() -> None:
    cars = {"A2": "limited_express", "B2": "worldspanner"}
    t = activated("limited_express", "A1 B1", FAR, mana=((9, 0),), yards=(cars,))
    told = cast("list[dict[str, Any]]", t.state.view(0)["further"])
    copied = next(a for a in t.state.legal() if t.state.words(a).startswith("copy Worldspanner"))
    paid = t.state.verb.price(t.state, t.state.top, copied)["mana"]
    assert paid < 0
    assert told
    assert all(row["row"][0] == copied and row["price"]["mana"] <= paid for row in told)
    assert any(row[0].startswith("copy Worldspanner") for row in rows(t, "board"))


# goods


def test_a_good_is_moved_to_where_no_rival_can_take_it() -> None:
    t = activated("pollinator", "C3 D3", "C3 L1")
    both = [row for row in rows(t, "board") if row[0] == "take the good at C4"]
    assert both == [["take the good at C4", "choose D3"]]
    page = drawn(t.state, 0)
    assert "It goes to D3." in page["board"]
    assert "data-then" not in page["words"]  # there another hex can be chosen


def test_a_single_good_is_delivered_from_where_a_rival_could_take_it() -> None:
    t = activated("searing_supplier", "A1 B1 C3 A2", "C3 L1")
    found = rows(t, "board")
    assert ["deliver Hylatine to the desert city", "take the good at C3"] in found
    assert "It is taken from C3." in drawn(t.state, 0)["board"]


def test_a_whole_delivery_is_one_choice_with_its_points() -> None:
    t = table("A1 B1 C3 D4", "C3 L1", conductor="E").do("move to the End")
    assert ("deliver 3 Hylatine to the desert city for the Triple", "5 points") in short(t)
    best = best_delivery(t.state.view(0))
    assert [way.words for way in best] == ["deliver 3 Hylatine"]
    assert "Deliver 3 Hylatine: 5 points" in drawn(t.state, 0)["prompt"]
    before = t.state.scores()[0]
    for action in best[0].actions:
        t.act(action)
    assert t.folio() == "YYY"
    assert t.state.scores()[0] - before == 5
    assert "deliveries" not in t.state.view(1)


# clicks


def clickable(s: Empyreal) -> list[tuple[int, list[int]]]:
    """What can be clicked on the table: how many clicks it takes, and what it decides."""
    out = []
    for region, html in drawn(s, s.seat).items():
        for first, more, then in CLICKABLE.findall(html) if region != "words" else []:
            if more:
                out += [(2, [int(a)]) for a in f"{first},{more}".split(",")]
            elif s.points_at(int(first))[0] not in DECLINES:
                out.append((1, [int(first), *[int(a) for a in then.split(",") if a]]))
    return out


def wanted(s: Empyreal, found: list[tuple[int, list[int]]]) -> list[tuple[int, list[int]]]:
    """What a person may click who uses the captain and then activates three spellcars."""
    if not isinstance(s.verb, (Act, Declare)):
        return [one for one in found if len(one[1]) > 1] or found
    use = [one for one in found if one[1][0] == USE] if isinstance(s.verb, Act) else []
    most = max(found, key=lambda one: (len(one[1]), one[1][0] == MOVE))
    return [one for one in use if len(one[1]) > 1] or use or [most]


def turn(captain: str, tiles: list[str], seed: str) -> tuple[int, int, list[str]]:
    """A turn by a person who clicks at random: the clicks, how many spellcars were activated, and the words."""
    yard = dict(zip(("A2", "A3", "B2", "C2"), tiles, strict=True))
    s = table("C2 C3 C4 D5", "D3 E4 L1", staff=(captain,), mana=((10, 0),), yards=(yard,)).state
    rng, clicks, cars, words = seeded(seed), 0, 0, []
    while s.actor() == 0 and not s.over and s.seat == 0:
        found = wanted(s, clickable(s)) if len(s.legal()) > 1 else [(0, s.legal())]
        spent, row = found[rng.below(len(found))] if found else (1, [s.legal()[0]])
        clicks += spent
        for action in row:
            cars += isinstance(s.verb, Declare)
            words.append(s.words(action))
            s.apply(action)
    return clicks, cars, words


@pytest.mark.parametrize("n", range(CAPTAINS))
def test_a_turn_with_a_captain_and_three_cars_takes_eight_clicks_at_most(n: int) -> None:
    ids = kit().ids
    captain = ids[kit().people + n]
    uniques = [id for id, kind in zip(ids[:TILES], kit().kinds, strict=False) if kind == "unique" and id not in ASKING]
    commons = [id for id in ids[:TILES] if id not in uniques and id not in ASKING]
    assert person(captain) == n
    rng = seeded(captain)
    for i in range(3):
        some = rng.shuffled(bytes(range(len(uniques))))[:3]
        cars = [commons[rng.below(len(commons))], *[uniques[k] for k in some]]
        clicks, activations, words = turn(captain, cars, f"{captain} {i}")
        assert activations == 3, words
        assert clicks <= MOST, words
