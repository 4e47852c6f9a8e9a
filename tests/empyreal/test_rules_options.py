"""The options of a table: section 29 of the ledger."""

from __future__ import annotations

from typing import Any, cast

import pytest

import roundhouse
from roundhouse.games.empyreal.actions import AWARDS, STRIKE, TILES
from roundhouse.games.empyreal.state import Empyreal
from tests.empyreal.table import kit, new, person, table

KIT = kit()
SEATS = pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
OUT = {
    0: ["Bartok Kulle", "Marcinae Ayle Shorec"],
    1: ["Aerlion", "Malandrax Mecchi"],
    2: ["Ariel Malephaise", "Cin Atalar", "Telemyr"],
    3: ["Dareios Kuel", "Feylana Chorgitz", "Lucca Turlotte", "Tegusgan"],
}
SECOND_OPINION = KIT.ids.index("second_opinion") - KIT.first_award
WILD = ["Irialandradayamorella", "Trias Blackwind"]


# awards


@pytest.mark.rule("empyreal-29.1")
def test_options_can_be_combined_but_for_awards_in_teams() -> None:
    every = {"epic": True, "open_information": True, "friendly": True}
    assert new(5, awards="expert", **every).state.view(None)["rules"] == [
        "expert awards", "epic", "open information", "friendly",
    ]  # fmt: skip
    assert new(6, teams="3v3", **every).state.view(None)["rules"] == ["epic", "open information", "friendly", "3v3"]
    assert new(3, awards="advanced").state.view(None)["rules"] == ["awards"]
    for awards in ("advanced", "expert"):
        with pytest.raises(roundhouse.BadOption, match=r"without awards.*\.$"):
            new(4, teams="2v2", awards=awards)


@pytest.mark.rule("empyreal-29.2", "empyreal-29.3")
@SEATS
def test_no_awards_or_two_at_random(seats: int) -> None:
    assert new(seats).state.awards == b""
    seen: set[int] = set()
    for seed in range(40):
        s = new(seats, seed, awards="advanced").state
        assert len(set(s.awards)) == 2
        assert len(cast("list[Any]", s.view(None)["awards"])) == 2
        assert s.verb.__class__.__name__ == "FoundCompany"
        seen.update(s.awards)
    assert seen == set(range(AWARDS)) - ({SECOND_OPINION} if seats == 2 else set())


@pytest.mark.rule("empyreal-29.4", "empyreal-29.5", "empyreal-31.18")
@SEATS
def test_each_seat_strikes_one_out_until_two_are_left(seats: int) -> None:
    for seed in range(5):
        t = new(seats, seed, awards="expert")
        first = t.state.first
        for n in range(seats):
            assert len(t.state.awards) == seats + 2 - n
            assert t.seat == (first + n) % seats
            assert t.offers("strike out") == [KIT.titles[KIT.first_award + a] for a in t.state.awards]
            gone = [a for a in range(AWARDS) if a not in t.state.awards]
            assert not gone or t.refused(STRIKE + gone[0]) == "empyreal-29.4"
            left = t.state.awards
            assert t.act(STRIKE + left[n % 2]).state.awards == bytes(a for a in left if a != left[n % 2])
        assert len(t.state.awards) == 2
        assert t.seat == (first - 1) % seats
        assert t.offers("found")


# epic, open information


@pytest.mark.rule("empyreal-29.6")
@pytest.mark.parametrize(("seats", "needed"), [(2, 7), (3, 7), (4, 6), (5, 5), (6, 5)])
def test_epic_takes_one_tile_more(seats: int, needed: int) -> None:
    assert new(seats, epic=True).state.view(None)["needed"] == needed
    assert new(seats).state.view(None)["needed"] == needed - 1


@pytest.mark.rule("empyreal-29.6")
def test_epic_ends_with_the_seventh_tile() -> None:
    six = "green Double, white Double, blue Double, red Double, grey Double, green Triple"
    for won, ending in ((six.removesuffix(", green Triple"), False), (six, True)):
        t = table("B1", "I4", conductor="E", won=(won,), goods={"B1": "YY"}, epic=True)
        t.do("move to the End", "deliver Hylatine", "collect all", "take the yellow Double")
        assert t.state.view(None)["ending"] is ending


@pytest.mark.rule("empyreal-29.7")
@SEATS
def test_open_information_shows_the_stacks_but_not_the_box(seats: int) -> None:
    s = new(seats, open_information=True).state
    for viewer in (0, seats - 1, None):
        stacks = cast("list[dict[str, Any]]", s.view(viewer)["stacks"])
        for k in range(3):
            assert stacks[k]["known"] == [KIT.ids[KIT.people + p] for p in s.stacks[k]]
            assert stacks[k]["boxed"] == []
        text = str(s.view(viewer))
        assert not any(f"'{KIT.ids[KIT.people + p]}'" in text for p in b"".join(s.unused))
    for n in range(5):
        twin = cast(Empyreal, s.resample(0, n))
        assert twin.stacks == s.stacks


# friendly


@pytest.mark.rule("empyreal-29.8", "empyreal-29.10", "empyreal-29.11", "empyreal-29.12", "empyreal-29.14")
@SEATS
def test_friendly_specialists(seats: int) -> None:
    for k in (1, 2, 3):
        left = [p for p in KIT.specialists(k, False) if KIT.person(p) not in OUT[k]]
        assert len(left) == len(KIT.specialists(k, False)) - len(OUT[k])
        for seed in range(8):
            s = new(seats, seed, friendly=True).state
            assert sorted(s.stacks[k - 1] + s.unused[k - 1]) == left
            assert len(s.stacks[k - 1]) == seats + 1


@pytest.mark.rule("empyreal-29.13")
def test_friendly_spellcars() -> None:
    out = ["Car Bomb", "Corruption Junction", "Icecar", "Pollinator", "Switching Station", "Volcanic Vexxer"]
    for seed in range(8):
        s = new(4, seed, friendly=True).state
        tiles = sorted(s.pile + s.market)
        assert tiles == [i for i in range(TILES) if KIT.titles[i] not in out]
        assert len(tiles) == TILES - len(out)


@pytest.mark.rule("empyreal-29.9", "empyreal-29.15", "empyreal-29.16")
def test_friendly_captains_and_the_companies_without_one() -> None:
    t = new(3, friendly=True)
    assert len(t.offers("found")) == 6
    assert t.do("found Gesselheim").offers("be led by") == WILD
    assert t.refused("be led by Bartok Kulle") == "empyreal-3.2"
    t.do("be led by Trias")
    assert t.yard("D1", (t.state.first - 1) % 3) == "gesselheim_car"
    t.do("found Kings' Line", "be led by Irialandra")
    assert "Caterpillar Conveyance Consortium" not in t.offers("found")
    assert t.refused("found Caterpillar Conveyance Consortium") == "empyreal-3.1"
    assert new(3, friendly=True).do("found Caterpillar").offers("be led by") == WILD


@pytest.mark.rule("empyreal-29.17")
def test_a_later_seat_always_finds_a_captain() -> None:
    t = new(6, friendly=True).do("found Kings' Line")
    assert t.offers("be led by") == ["Runika Zenanen"]  # both wild ones are needed by the two companies without one
    assert t.do("be led by Runika", "found Gesselheim").offers("be led by") == WILD
    assert t.do("be led by Trias", "found Kerigan").offers("be led by") == ["Rayleigh Kerigan"]
    assert t.refused("be led by Irialandradayamorella") == "empyreal-3.2"
    t = new(5, friendly=True).do("found Kings' Line")
    assert t.offers("be led by") == ["Runika Zenanen", *WILD]
    t.do("be led by Trias", "found Kerigan")
    assert t.offers("be led by") == ["Rayleigh Kerigan"]  # one orphan must still be led by Irialandradayamorella
    assert len(new(6).do("found Kings' Line").offers("be led by")) == 3


@pytest.mark.rule("empyreal-29.17")
@SEATS
def test_however_they_choose_everybody_gets_a_captain(seats: int) -> None:
    for seed in range(25):
        t = new(seats, seed, friendly=True)
        n = 0
        while t.offers("found") or t.offers("be led by"):
            legal = t.state.legal()
            t.act(legal[(seed * 7 + n * 5) % len(legal)])
            n += 1
        captains = [staff[0] - 1 for staff in t.state.staff]
        assert len(set(captains)) == seats
        assert not {person("bartok"), person("marcinae")} & set(captains)
