"""Teams: section 30 of the ledger. The map of four seats begins with board A1 (see `table`), below it C-Lava:

D     F   w   G   D   M   F   L
E   D   L   K   F   D   M   D
"""

from __future__ import annotations

from typing import Any, cast

import pytest

import roundhouse
from roundhouse.core.cells import put
from roundhouse.games.empyreal.actions import SEAT
from roundhouse.games.empyreal.state import Empyreal
from tests.empyreal.table import Table, game, kit, table

MARKET = "meditation_mecha science_car mana_surger flow_controller horizon_chaser luxury_carriage"


def four(*nets: str, tile: str = "", **known: Any) -> Table:
    """Two against two: seat 0 plays with seat 2 against 1 and 3."""
    yards = ({"A2": tile},) if tile else ()
    known.setdefault("market", MARKET)
    return table(*nets, seats=4, teams="2v2", yards=yards, **known)


def lakes(*nets: str, **known: Any) -> Table:
    """Seat 0 builds on a lake."""
    return four(*nets, **known).do("move to A", "activate A1")


@pytest.mark.rule("empyreal-30.1")
def test_which_teams_with_how_many_seats() -> None:
    for seats in range(2, 7):
        for teams, wanted in (("2v2", 4), ("2v2v2", 6), ("3v3", 6)):
            if seats == wanted:
                game().new(seats=seats, seed=1, teams=teams)
            else:
                with pytest.raises(roundhouse.BadOption, match=rf"need {wanted} seats; there are {seats}\.$"):
                    game().new(seats=seats, seed=1, teams=teams)


@pytest.mark.rule("empyreal-30.2", "empyreal-30.3", "empyreal-1.16")
@pytest.mark.parametrize(("seats", "teams", "sides"), [
    (4, "2v2", [0, 1, 0, 1]), (6, "2v2v2", [0, 1, 2, 0, 1, 2]), (6, "3v3", [0, 1, 0, 1, 0, 1]),
])  # fmt: skip
def test_teams_sit_in_turn(seats: int, teams: str, sides: list[int]) -> None:
    s = cast(Empyreal, game().new(seats=seats, seed=3, teams=teams))
    assert [p["team"] for p in cast("Any", s.view(0))["players"]] == sides
    for i in range(seats):
        mates = sum(1 << j for j in range(seats) if sides[j] == sides[i] and j != i)
        foes = sum(1 << j for j in range(seats) if sides[j] != sides[i])
        assert (s.mates[i], s.foes[i]) == (mates, foes)


@pytest.mark.rule("empyreal-30.4")
def test_no_awards_in_teams() -> None:
    with pytest.raises(roundhouse.BadOption, match="Teams play without awards"):
        game().new(seats=6, seed=1, teams="3v3", awards="expert")
    assert cast(Empyreal, game().new(seats=6, seed=1, teams="3v3")).awards == b""


# on the map


@pytest.mark.rule("empyreal-30.5")
def test_over_a_teammate_for_one() -> None:
    t = lakes("D1", "", "E2", mana=((4, 1),))
    assert t.prices() == {"C1": 0, "E3": 1}
    assert t.do("build on E3").mana() == (3, 2)
    assert lakes("D1", "E2").prices() == {"C1": 0, "E3": 2}
    assert table("D1", "", "E2", seats=4, market=MARKET).do("move to A", "activate A1").prices()["E3"] == 2


@pytest.mark.rule("empyreal-30.5")
def test_over_teammate_and_rival_in_a_row() -> None:
    t = lakes("D1", "E3", "E2 E4", mana=((9, 0),))
    assert (t.prices()["E3"], t.prices()["F4"]) == (1, 1 + 2 + 1)


@pytest.mark.rule("empyreal-30.6")
def test_a_teammate_on_wasteland_is_passed_as_wasteland() -> None:
    assert lakes("D1", "", "D2").prices() == {"C1": 0, "E3": 4}
    assert lakes("D1", "", "D2", mana=((3, 0),)).prices() == {"C1": 0}


@pytest.mark.rule("empyreal-30.7")
def test_both_on_a_hex_for_the_cheaper_price() -> None:
    assert lakes("D1", "E2", "E2", mana=((4, 1),)).prices() == {"C1": 0, "E3": 1}
    t = four("D1", "E2", "E2", staff=("runika wendy",)).do("use Wendy", "move to A", "activate A1")
    assert "build on E3 with the free transfer" in t.can  # passed as a rival's


@pytest.mark.rule("empyreal-30.8")
def test_trains_of_teammates_are_not_trains_of_competitors() -> None:
    t = four("D1", "E1", "E2", tile="follow_through").do("move to A", "activate A2", "that is all")
    assert t.offers("build on") == ["E1"]
    t = four("D1", "E1", "E2", tile="switching_station").do("move to A", "activate A2", "that is all")
    assert t.offers("move it to") == ["E1"]
    t = four("D1", "", "E2", companies=("afterworld", "kerigan", "kings_line", "gesselheim")).do("use Dolores")
    assert "E2" in t.offers("take the good at")
    t = four("D1", "E2", companies=("afterworld", "kerigan", "kings_line", "gesselheim")).do("use Dolores")
    assert "E2" not in t.offers("take the good at")


@pytest.mark.rule("empyreal-30.8")
def test_car_bomb_spares_the_teammate() -> None:
    yards = ({"A2": "car_bomb"}, {"A2": "metro"}, {"A2": "icecar"}, {"A2": "deep_one"})
    t = table("D1", "E1", "E2", "E3", seats=4, teams="2v2", yards=yards, market=MARKET)
    assert t.do("move to A", "activate A2", "that is all").seat == 1
    assert t.do("discard A2").seat == 3
    t.do("discard A2")
    assert (t.seat, t.state.view(None)["turn"], t.yard("A2", 2)) == (1, 1, "icecar")


@pytest.mark.rule("empyreal-30.9")
def test_free_transfers_do_not_work_on_teammates() -> None:
    t = four("C1", "", "C2", staff=("runika wendy",), mana=((9, 0),), goods={"C3": ""}, tile="free_rival_desert")
    t.do("use Wendy", "move to A", "activate A2", "that is all")
    told = cast("list[dict[str, Any]]", t.state.view(0)["builds"])
    assert [(b["price"], b["free"]) for b in told if b["hex"] == t.hex("C3")] == [(1, 0)]
    t = four("D1", "", "E2", tile="free_rival_lake").do("move to A", "activate A2", "that is all")
    assert t.prices()["E3"] == 1
    assert four("D1", "E2", tile="free_rival_lake").do("move to A", "activate A2", "that is all").prices()["E3"] == 0


@pytest.mark.rule("empyreal-30.10")
def test_a_teammates_engineer_and_surveyor_can_be_copied() -> None:
    t = four("D1", "E1", "E2", staff=("runika arret", "", "marcinae orman"), mana=((1, 4),),
             companies=("kings_line", "kerigan", "caterpillar", "gesselheim"))  # fmt: skip
    assert t.do("use Arret", "choose Caterpillar").mana() == (4, 1)
    t = four("D1", "E1", "E2", staff=("runika doc", "", "marcinae hikaru"), mana=((1, 4),), flipped=(0, 0, 4))
    assert t.do("use Doc", "choose Caterpillar").mana() == (7, 0)


@pytest.mark.rule("empyreal-30.11")
def test_another_player_may_be_a_teammate() -> None:
    t = four("D1", "E1", "E2", staff=("runika orman telemyr", "", "marcinae luc")).do("use Telemyr")
    t.do("swap your engineer with the engineer of Caterpillar")
    assert [kit().person(t.state.staff[i][1] - 1) for i in (0, 2)] == ["Luc von Gott", "Orman Kaspar"]
    t = four("D1", "E1", "E2", staff=("runika ariel",)).do("use Ariel", "choose D1")
    assert [t.trains(h) for h in ("D1", "E1", "E2")] == [[], [], []]


@pytest.mark.rule("empyreal-30.12")
def test_each_seat_has_its_own() -> None:
    t = lakes("D1", "", "E2", mana=((1, 4), (5, 0), (9, 0)))
    assert t.prices() == {"C1": 0, "E3": 1}  # not next to the teammate for nothing
    t.do("build on E3")
    assert (t.mana(), t.mana(2)) == ((0, 5), (9, 0))
    assert t.refused(SEAT + 2) == "empyreal-31.1"


# the end


@pytest.mark.rule("empyreal-30.13")
def test_the_tiles_of_one_seat_trigger_the_end() -> None:
    def start(mine: str, mates: str) -> Table:
        board = table(seats=4).state.board
        near = board.labels[board.beside[board.cities[0]][0]]
        t = four(near, "", "G7", conductor="E", won=(mine, "", mates), goods={near: "YY"})
        return t.do("move to the End", "deliver Hylatine", "collect all", "take the yellow Double")

    four_tiles = "green Double, white Double, blue Double, red Double"
    assert start(four_tiles, "").state.ending == 1
    assert start("green Double, white Double", "blue Double, red Double, grey Double").state.ending == 0


@pytest.mark.rule("empyreal-30.14", "empyreal-30.15", "empyreal-30.16", "empyreal-30.17")
def test_a_team_scores_together_and_five_a_colour() -> None:
    t = four("D1", "E1", "E2", "G7", folios=("YYH", "YYY", "Y", "V"), won=("blue Triple", "", "red Double"))
    # yellow: three each, both score; green: seats 0 and 2; grey: seats 1 and 3; the others: nobody
    assert t.state.scores() == [4 + 3 + 10, 4 + 10, 17, 14]
    assert [p["team_colours"] for p in cast("Any", t.state.view(0))["players"]] == [
        ["yellow", "green"], ["yellow", "grey"], ["yellow", "green"], ["yellow", "grey"],
    ]  # fmt: skip
    t = four("D1", "E1", "E2", "G7", folios=("YY", "YYY", "YY", ""))
    assert t.state.scores() == [4 + 5, 3, 9, 3]  # summed over the team
    assert four("D1", "E1").state.scores() == [0, 0, 0, 0]


@pytest.mark.rule("empyreal-30.18", "empyreal-27.9")
def test_ties_between_teams() -> None:
    def team(folios: tuple[str, ...], tiles: tuple[str, ...], *nets: str) -> Table:
        return four(*nets, folios=folios, won=tiles)

    one = ("D1", "E1", "E2", "G7")
    s = team(("YY", "Y", "", ""), ("", "blue Double"), *one).state
    assert s.scores() == [7, 2, 7, 2]
    assert s.winners() == [0, 2]
    # equal points: the sum of goods decides
    s = team(("YE", "HV", "", ""), ("", ""), *one).state
    assert s.scores()[0] == s.scores()[1] == 12
    assert s.winners() == [1, 3]  # goods and trains equal: the team of the last seat
    s.first = 1
    assert s.winners() == [0, 2]
    s.first = 0
    s.supply = put(s.supply, 2, s.supply[2] - 1)
    assert s.winners() == [0, 2]  # one train more on the map
    s = team(("YYYYYYY", "H", "", "H"), ("", "blue Double, red Double, red Triple, grey Double"), *one).state
    assert s.scores()[:2] == [12, 12]
    s.supply = put(s.supply, 1, 10)
    assert s.winners() == [0, 2]  # seven goods against two, whatever the trains


@pytest.mark.rule("empyreal-30.18")
@pytest.mark.parametrize(("teams", "sides"), [("2v2v2", 3), ("3v3", 2)])
def test_one_whole_team_wins_with_six_seats(teams: str, sides: int) -> None:
    t = table("A1", "A3", "A5", "C1", "C3", "C5", seats=6, teams=teams)
    for first in range(6):
        t.state.first = first
        last = (first - 1) % 6
        assert t.state.winners() == [i for i in range(6) if i % sides == last % sides]
