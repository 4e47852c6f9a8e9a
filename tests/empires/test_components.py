"""The box as data: what is edited is what is played."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import cast

import pytest

from roundhouse.core.components import Table
from roundhouse.games.empires.actions import ENGINES, FEATS
from roundhouse.games.empires.box import SCHEMA
from roundhouse.games.empires.state import PASSENGERS, RENT, Empires
from tests.empires import test_suite
from tests.empires.table import feat, game, kit, table
from tests.kit import boxes

printed = partial(boxes.printed, SCHEMA)
edit = partial(boxes.edit, SCHEMA)
play_out = test_suite.TestEmpires.play_out


def numbers(folder: Path, **by_id: int) -> Path:
    return edit(folder, "numbers.csv", {id: {"number": str(n)} for id, n in by_id.items()})


def new(folder: Path, seats: int = 3, **options: object) -> Empires:
    return cast(Empires, game().new(seats=seats, seed=3, components=str(folder), **options))


@pytest.mark.rule("empires-4.5", "empires-14.3")
def test_the_printed_numbers() -> None:
    """Those of the rulebook; what is proposed may change."""
    box = game().printed
    costs = {row["id"]: int(row["cost"]) for row in printed("grounds.csv")}
    assert costs == {"mixed": 0, "yellow": 1, "green": 1, "blue": 2, "grey": 3, "factory": 0, "city": 0}
    assert (box.start_money, box.most_money, box.loan_money, box.loan_prestige, box.loans) == (5, 9, 3, 1, 12)
    assert (box.unlock, box.new_route, box.market, box.city_bonus[:2]) == ([2, 3], 2, [0, 1, 2], [2, 1])
    assert (box.tracks_per_turn, box.per_space, box.hand, box.achievements, box.star) == (2, 2, 3, 5, 1)
    assert (box.hat_points, box.rent, box.tracks, box.unlockable, box.trains) == ([0, 0, 1, 3], 1, 20, 2, 8)
    assert set(box.prestige[:ENGINES]) == {1}


def test_the_bonus_table_grows_with_the_length() -> None:
    for box in (game().printed, kit()):
        assert [row[0] for row in box.bonus] == sorted({row[0] for row in box.bonus})
        assert box.bonus[0] == (0, 0, 0)
        for name in (box.line_money, box.line_prestige):
            assert list(name) == sorted(name)


def test_edited_numbers_rule(tmp_path: Path) -> None:
    s = new(numbers(tmp_path, start_money=7, tracks=6, unlockable=1, trains=3, hand=2, achievements=3, loans=4))
    assert list(s.money) == [7] * 3
    assert (len(s.hands[0]), len(s.feats), s.loans_left(), s.trains_left(0)) == (2, 3, 4, 3)
    assert play_out(s).turn == 9
    assert max(s.deliveries) <= 3


def test_edited_staggered_money(tmp_path: Path) -> None:
    numbers(tmp_path, staggered_1=0, staggered_2=4, staggered_3=30, start_money=1)
    s = new(tmp_path, start_money="staggered")
    assert [s.money[(s.first + i) % 3] for i in range(3)] == [0, 4, 9]  # as much as there can be
    assert list(new(tmp_path).money) == [1] * 3


def test_every_single_number_rules() -> None:
    """Each of them, where a position shows it at once."""
    rich = kit(most_money=40, rent=3, star=4, new_route=6, unlock_1=7, unlock_2=8, loan_money=5, loan_prestige=2)
    t = table("E4 D3", "E3", money=30, others=9, switches=RENT | PASSENGERS, box=rich).do("lay E3", "lay C2")
    assert (t.money(), t.money(1), t.prestige()) == (30 - 3 - 2, 5 + 3, 4)
    assert t.do("start a new route at Beech").money() == 25 - 6 - 7
    t = table("E4", money=1, loans=2, locked=1, others=9, prestige=7, box=rich).do("lay E3", "lay E5", "lay D4")
    assert (t.money(), t.loans()) == (1 + 2 * 5 - 8 - 1, 4)
    assert t.state.scores()[0] == 7 - 4 * 2
    other = kit(city_1=6, city_2=5, hats_2=7, hats_3=9, market_1=3, market_2=4, market_3=5, hand=2, per_space=2)
    t = table("E4 E3 D2", "A2", step="deliver", hand="red_coal", money=0, switches=PASSENGERS, box=other)
    assert t.do("send coal from Axe Edge", "deliver to Ashby").money() == other.line_money[3] + 6
    assert t.do("play Red coal engine").can[1] == "take Green coal engine for $4"
    assert table("E4 D2 H5", switches=PASSENGERS, box=other).state.scores()[0] == 7
    assert table("E4 D2 H5 A1", switches=PASSENGERS, box=other).state.scores()[0] == 9


@pytest.mark.parametrize(("tracks", "turns"), [(1, 1), (3, 2), (5, 3)])
def test_an_odd_number_of_tracks(tracks: int, turns: int, tmp_path: Path) -> None:
    assert play_out(new(numbers(tmp_path, tracks=tracks))).turn == 3 * turns


@pytest.mark.parametrize("seats", [2, 4])
def test_poor_boxes_can_be_played(seats: int, tmp_path: Path) -> None:
    numbers(tmp_path, start_money=0, loans=0, unlockable=0, trains=0, achievements=0, new_route=9, tracks_per_turn=7)
    s = play_out(new(tmp_path, seats, edition="final"))
    assert (s.scores()[0], sum(s.deliveries)) == (s.prestige[0], 0)
    assert s.turn == 3 * seats  # twenty tracks, seven a turn


@pytest.mark.parametrize("seats", [2, 4])
def test_rich_boxes_can_be_played(seats: int, tmp_path: Path) -> None:
    numbers(tmp_path, start_money=40, most_money=60, loans=60, trains=12, achievements=10, hand=7, tracks_per_turn=1)
    s = play_out(new(tmp_path, seats, edition="final", passengers=True))
    assert s.turn <= 20 * seats
    assert len(s.feats) == FEATS


def test_edited_prestige_and_titles(tmp_path: Path) -> None:
    cells = {
        "treasure": {"prestige": "9", "later": "7", "title": "Miser"},
        "red_coal": {"prestige": "4"},
        "contract_fa2": {"prestige": "8"},
    }
    box = game().box(edit(tmp_path, "cards.csv", cells))
    assert (box.feat_first[feat("treasure")], box.feat_later[feat("treasure")]) == (9, 7)
    assert "Miser" in game().card_text("miser", box)
    assert "4 prestige if you deliver coal." in game().card_text("red_coal", box)
    assert "8 prestige: once, when" in game().card_text("contract_fa2", box)


def test_an_edited_table_of_bonuses_pays(tmp_path: Path) -> None:
    rows = printed("bonus.csv")
    edit(tmp_path, "bonus.csv", {r["length"]: {"money": "7", "prestige": "11"} for r in rows if int(r["length"]) >= 2})
    box = game().box(tmp_path)
    assert set(box.line_prestige[2:]) == {11}
    assert box.round_down(2) == 2
    play_out(new(tmp_path))


@pytest.mark.rule("empires-8.5")
def test_lengths_that_cards_and_achievements_ask_for_are_told_apart_without_the_table() -> None:
    tables = SCHEMA.printed()
    old = tables["bonus.csv"]
    short = [row for row in old.rows if row["length"] in ("0", "3")]
    tables["bonus.csv"] = Table(old.file, old.columns, old.keys, short)
    box = game().make_box(tables, {})
    assert [box.round_down(n) for n in range(-2, 12)] == [0, 0, 0, 0, 0, 3, 3, 5, 5, 5, 5, 9, 9, 9]


@pytest.mark.rule("empires-13.1")
def test_edited_production_spaces(tmp_path: Path) -> None:
    rows = printed("prestige.csv")
    edit(tmp_path, "prestige.csv", {r["space"]: {"production": str(int(r["space"] == "2"))} for r in rows})
    s = new(tmp_path)
    assert s.box.production == [2]
    s.goods = bytes(12)
    s.gain(0, 1)
    assert not any(s.goods)
    s.gain(0, 5)
    assert any(s.goods)
    assert s.produced == 1


def test_edited_names_and_costs(tmp_path: Path) -> None:
    edit(tmp_path, "factories.csv", {"FA2": {"name": "Top Pit"}})
    edit(tmp_path, "cities.csv", {"CA1": {"name": "Aldous"}})
    edit(tmp_path, "grounds.csv", {"mixed": {"cost": "4", "title": "meadow"}})
    s = new(tmp_path)
    assert "start at Top Pit" in s.all_words()
    assert "Aldous" in s.board.labels
    assert {s.board.cost[h] for h in range(s.board.size) if s.board.ground[h] == 0} == {4}
    assert any("meadow" in label for label in s.board.labels)
    play_out(s)


def test_edited_stars(tmp_path: Path) -> None:
    rows = printed("tiles.csv")
    edit(tmp_path, "tiles.csv", {f"{r['tile']},{r['q']},{r['r']}": {"star": "0"} for r in rows})
    assert not any(play_out(new(tmp_path)).board.star)
