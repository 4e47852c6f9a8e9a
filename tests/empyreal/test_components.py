"""The tables of the box against the component facts, and edited copies that play."""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import cast

import pytest

from roundhouse.core.rng import seeded
from roundhouse.games.empyreal.actions import COLUMNS, TILES
from roundhouse.games.empyreal.board import CITY, WASTELAND, Board
from roundhouse.games.empyreal.box import SCHEMA
from roundhouse.games.empyreal.state import Empyreal
from tests.empyreal import test_suite
from tests.empyreal.table import game, kit
from tests.empyreal.test_common_cars import PICK_THREE, PICK_TWO, ROWS, TERRAINS, TWO
from tests.kit import boxes
from tests.kit.journeys import choose

printed = partial(boxes.printed, SCHEMA)
edit = test_suite.TestEmpyreal.edit
play_out = test_suite.TestEmpyreal.play_out
KIT = kit()

# inherent costs of the unique spellcars that are not 1
COSTS = {
    0: "flow_controller horizon_chaser icecar meditation_mecha metro",
    2: "arctic_shocker deep_one gilt_runner liquid_purifier refinery_car science_car terraformer",
    3: "reforester worldspanner",
}
ONES = (
    "car_bomb corruption_junction follow_through the_hypetrain limited_express luxury_carriage mana_surger mirror_box"
    " pollinator pollution_solution searing_supplier spice_convoy suburban_express switching_station transformer"
    " transmuter volcanic_vexxer"
)
PAIRS = {"two": TWO, "pick_two": PICK_TWO, "pick_three": PICK_THREE}
SINGLES = ("free_rival", "free_crossing", "reclaim")
# the sides as drawn in the notes: D F G K L M, laKe; a city as a small letter, w a wasteland
SIDES = {
    "A1": "DLFKGMK FdGwKGD KLDMLfM FwGDMFL",
    "C-Desert": "FGMKMFL LDGdGwD FwMKMKL KDLwFGD",
    "A2": "LFKFDGL DMwKFkM LgLFDKG DGKGMwM",
    "C-Glacier": "DLDKFMD GFgLKwM KwLMFDG GMKwGLF",
    "A3": "LDMFMDG GlKwKLF MLFDFmK DwGKGLM",
    "C-Lava": "DLKFDMD GwGKlFL LFKMFGD GMwKMwL",
    "B1": "KDKFLKL LMwMGgD GfDFDKF LFMGMwG",
    "C-Forest": "GMKGFGD KwLDwMF FLMfMFD KGLKDwL",
    "B2": "DLMDGLG FkKwFKD MGLMKlG FwKDMFL",
    "C-Lake": "KLDKDML GKwMFKF FMDLkMG DGwFGwL",
    "B3": "MGDFGKG LFLDLdK KmDFGDM FMwMKwL",
    "C-Mountain": "MDMDLKF GKFwMwK MDmDGLG KGFLwFL",
}
# seats: boards, hexes, goods a colour, wastelands, edge hexes, goods that the tiles of a colour need
MAPS = {2: (3, 84, 12, 6, 34, 9), 3: (3, 84, 12, 6, 34, 12), 4: (4, 112, 16, 10, 40, 12),
        5: (5, 140, 20, 14, 47, 12), 6: (6, 168, 24, 18, 48, 14)}  # fmt: skip
BOARDS = [(seats, sides) for seats, layouts in KIT.atlas.layouts.items() for sides in layouts]


def numbers(folder: Path, **by_id: int) -> Path:
    return edit(folder, "numbers.csv", {id: {"number": str(n)} for id, n in by_id.items()})


def new(folder: Path, seats: int = 3, **options: object) -> Empyreal:
    return cast(Empyreal, game().new(seats=seats, seed=3, components=str(folder), **options))


# the facts


def test_how_many_cards_were_printed() -> None:
    rows = printed("cards.csv")
    assert Counter(r["kind"] for r in rows if r["source"] == "printed") == {
        "unique": 31, "company": 6, "captain": 8, "engineer": 17, "surveyor": 17, "master": 17, "award": 10,
    }  # fmt: skip
    assert {r["kind"] for r in rows if r["source"] != "printed"} <= {*PAIRS, *SINGLES}
    assert len(set(KIT.titles)) == len(KIT.titles) == len(set(KIT.ids)) == len(rows)


@pytest.mark.rule("empyreal-1.4")
def test_unique_spellcars_and_their_costs() -> None:
    costs = {id: cost for cost, ids in (*COSTS.items(), (1, ONES)) for id in ids.split()}
    found = {
        r["id"]: int(r["cost"]) for r in printed("cards.csv") if r["kind"] == "unique" and r["source"] == "printed"
    }
    assert found == costs


@pytest.mark.rule("empyreal-19.7", "empyreal-19.8", "empyreal-19.9", "empyreal-19.10")
def test_common_spellcars_show_each_terrain_ten_times() -> None:
    seen: Counter[str] = Counter()
    for kind in (*PAIRS, *SINGLES):
        own = [r for r in printed("cards.csv") if r["kind"] == kind]
        assert {r["cost"] for r in own} == {{"two": "2", "pick_three": "1"}.get(kind, "0")}
        wanted = PAIRS.get(kind, TERRAINS)
        shown = [set(r["terrains"].split()) for r in own]
        assert sorted(map(sorted, shown)) == sorted(sorted(w.split()) for w in wanted)
        within = Counter(t for terrains in shown for t in terrains)
        assert len(set(within.values())) == 1
        seen += within
    assert seen == dict.fromkeys(TERRAINS, 10)


@pytest.mark.rule("empyreal-21.7")
@pytest.mark.parametrize("company", sorted(ROWS))
def test_the_printed_rows(company: str) -> None:
    rows = {r["column"]: r for r in printed("printed.csv") if r["company"] == company}
    home, two, three, opposite = ROWS[company]
    special = company not in ("golden_sands", "gesselheim")
    assert [sorted(rows[c]["terrains"].split()) for c in "ABCDE"] == [
        [home], sorted(two.split()), sorted(three.split()), [], [opposite],
    ]  # fmt: skip
    assert [int(rows[c]["cost"]) for c in "ABCDE"] == [0, 0, 1, special, 0]
    assert {home, *two.split(), *three.split()} == set(TERRAINS)


def test_the_numbers_of_the_manual() -> None:
    assert KIT.needed == [0, 0, 6, 6, 5, 4, 4]
    assert (KIT.start_mana, KIT.most_mana, KIT.cars, KIT.per_hex, KIT.goods, KIT.wastelands) == (5, 10, 35, 3, 35, 20)
    assert (KIT.market_size, KIT.market_low, KIT.moves, KIT.activate) == (6, 2, [0, 1, 3, 6], [1, 2])
    assert (KIT.transfer_rival, KIT.transfer_city, KIT.transfer_waste, KIT.transfer_mate) == (2, 3, 4, 1)
    assert (KIT.tile_points, KIT.good_points, KIT.award_prizes, KIT.award_alone) == ([1, 2, 3], 1, [6, 4, 2], 4)
    assert KIT.team_colour == 5
    assert KIT.demands == {2: [1, 1, 1], 3: [1, 2, 1], 4: [1, 2, 1], 5: [1, 2, 1], 6: [2, 2, 1]}


def test_the_sides_are_those_of_the_notes() -> None:
    letters = dict(zip("DFGKLM", TERRAINS, strict=True))

    def named(c: str) -> str:
        return "wasteland" if c == "w" else letters.get(c) or f"city {letters[c.upper()]}"

    assert sorted(SIDES) == sorted(KIT.atlas.sides)
    for side, drawn in SIDES.items():
        found: dict[int, list[str]] = {}
        for r in printed("sides.csv"):
            if r["side"] == side:
                found.setdefault(int(r["row"]), []).append(r["content"])
                assert int(r["col"]) == len(found[int(r["row"])]) - 1
        cells = [named(c) for c in drawn.replace(" ", "")]
        assert [found[row][col] for row in range(4) for col in range(7)] == cells, side


# maps


def distance(board: Board, a: int, b: int) -> int:
    q = [board.cols[h] - (board.rows[h] - board.rows[h] % 2) // 2 for h in (a, b)]
    r = [board.rows[h] for h in (a, b)]
    dq, dr = q[0] - q[1], r[0] - r[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def reached(board: Board, among: set[int]) -> set[int]:
    """What hangs together with the first of these hexes."""
    found = {min(among)}
    pending = list(found)
    while pending:
        for h in board.beside[pending.pop()]:
            if h in among and h not in found:
                found.add(h)
                pending.append(h)
    return found


@pytest.mark.rule("empyreal-2.4", "empyreal-13.5")
@pytest.mark.parametrize(("seats", "sides"), BOARDS)
def test_every_layout(seats: int, sides: bytes) -> None:
    board = KIT.board(seats, sides)
    boards, hexes, goods, wastes, edge, needs = MAPS[seats]
    assert (len(sides), board.size, board.ground.count(WASTELAND), sum(board.edge)) == (boards, hexes, wastes, edge)
    assert [board.ground.count(t) for t in range(6)] == [goods] * 6
    assert sum((size + 2) * n for size, n in enumerate(KIT.demands[seats])) == needs
    assert 35 - goods == {2: 23, 3: 23, 4: 19, 5: 15, 6: 11}[seats]
    for a in range(board.size):
        assert sorted(board.beside[a]) == [b for b in range(board.size) if distance(board, a, b) == 1]
    assert reached(board, set(range(board.size))) == set(range(board.size))
    plain = {h for h in range(board.size) if board.ground[h] < WASTELAND}
    assert reached(board, plain) == plain
    obstacles = set(range(board.size)) - plain
    assert not any(b in obstacles for a in obstacles for b in board.beside[a])
    assert sorted(board.city[h] for h in board.cities) == list(range(6))
    assert all(len(board.beside[h]) == 6 for h in board.cities)
    assert min(distance(board, a, b) for a, b in combinations(board.cities, 2)) >= 3
    assert board.near_city == bytes(any(board.ground[n] == CITY for n in board.beside[h]) for h in range(board.size))


def test_slots_of_the_boards() -> None:
    three, four = [(0, 0), (0, 4), (0, 8)], [(0, 0), (7, 0), (0, 4), (7, 4)]
    assert KIT.atlas.slots == {2: three, 3: three, 4: four, 5: [*four, (3, 8)], 6: [*four, (0, 8), (7, 8)]}
    assert [len(KIT.atlas.layouts[n]) for n in range(2, 7)] == [2, 2, 6, 6, 1]


# edited boxes


def test_edited_numbers_rule(tmp_path: Path) -> None:
    s = new(
        numbers(tmp_path, start_mana=3, cars=5, goods=30, wastelands=2, market=4, market_low=1, tiles_3=2, per_hex=1)
    )
    assert (list(s.supply), sum(s.stock) + sum(map(sum, s.goods)), s.wastes, len(s.market)) == ([5] * 3, 180, 2, 4)
    play_out(s)
    assert max(s.there) in (1, 2, 4)


def test_edited_costs_and_titles(tmp_path: Path) -> None:
    edit(tmp_path, "cards.csv", {"metro": {"cost": "4", "title": "Tube"}})
    edit(tmp_path, "printed.csv", {"kings_line,A": {"terrains": "lava wasteland", "cost": "2"}})
    edit(tmp_path, "companies.csv", {"kings_line": {"title": "Queens' Line"}})
    s = new(tmp_path)
    tube = s.box.titles.index("Tube")
    assert s.box.costs[tube] == 4
    assert "costs 4 mana" in game().card_text("tube", s.box)
    first = TILES + s.box.company_ids.index("kings_line") * COLUMNS
    assert (s.box.costs[first], s.box.effects[first].text()) == (2, "Build on lava or wasteland.")
    assert "found Queens' Line" in s.all_words()
    play_out(s)


def test_who_starts_without_trains_still_has_one_turn(tmp_path: Path) -> None:
    s = new(numbers(tmp_path, cars=2))
    rng = seeded("two trains")
    seats: list[object] = []
    while not s.over:
        if s.round and not s.final and s.view(None)["turn"] not in seats:
            seats.append(s.view(None)["turn"])
        s.apply(choose(rng, s.legal()))
    assert seats == [(s.first + n) % 3 for n in range(3)]
    assert s.round == 1


@pytest.mark.parametrize("seats", [2, 5])
def test_poor_and_rich_boxes_can_be_played(seats: int, tmp_path: Path) -> None:
    poor, rich = tmp_path / "poor", tmp_path / "rich"
    poor.mkdir()
    rich.mkdir()
    numbers(poor, start_mana=0, most_mana=0, cars=3, goods=24, wastelands=0, market=1, market_low=0, per_hex=1)
    edit(poor, "demands.csv", {str(seats): {"double": "0", "triple": "0", "quadruple": "0"}})
    play_out(new(poor, seats))
    tiles = {f"tiles_{n}": 3 for n in range(2, 7)}
    most = {"start_mana": 60, "most_mana": 60, "cars": 60, "goods": 63, "wastelands": 99, "market": 30}
    numbers(rich, **most, market_low=29, per_hex=6, **tiles)
    play_out(new(rich, seats))


@pytest.mark.parametrize(
    ("card", "says"),
    [
        ("Kings' Line car", "(printed spellcar, costs 1 mana)"),
        ("Gesselheim car", "(printed spellcar)"),
        ("Mana Surger", "(spellcar, costs 1 mana)"),
        ("Desert and forest", "(common spellcar, build on two, costs 2 mana)"),
        ("Lava, past a rival", "(common spellcar, free competitor transfer)"),
        ("Eloi Klaus", "activating costs nothing but the cars' own costs, and you reclaim 1 mana"),
        ("Levine Casterlie", "the cars' own costs are still paid"),
        ("Viona Larone", "its own cost is paid twice"),
        ("Clive Melmont", "Once a turn before your main action, reclaim 1 mana; it comes by itself if you do not."),
        ("Wardlaw O'Brien", "each keeps its colour and is earned by goods of that colour at its new city"),
        ("Technologist", "spellcar tiles and mana in all; printed cars do not count"),
    ],
)
def test_a_card_says_what_is_still_paid_and_counted(card: str, says: str) -> None:
    assert says in game().card_text(card)
