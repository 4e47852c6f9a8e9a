"""The box as data: the tables against the component facts; edited copies play; bad files get one sentence."""

from __future__ import annotations

import csv
from collections import Counter
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import cast

import pytest

import roundhouse
from roundhouse.core.records import loads
from roundhouse.core.rng import seeded
from roundhouse.games.empyreal.board import CITY, WASTELAND, Board
from roundhouse.games.empyreal.box import SHELF
from roundhouse.games.empyreal.state import Empyreal
from tests import shared
from tests.empyreal.conserve import conserved, expected
from tests.empyreal.table import game, kit
from tests.shared import write

printed = partial(shared.printed, SHELF)
line = partial(shared.line, SHELF)
edit = partial(shared.edit, SHELF)
KIT = kit()
TERRAINS = ("desert", "forest", "glacier", "lake", "lava", "mountain")

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
PAIRS = {
    "two": "desert forest, forest glacier, glacier lake, lake lava, lava mountain, mountain desert",
    "pick_two": "desert glacier, forest lake, glacier lava, lake mountain, lava desert, mountain forest",
    "pick_three": "desert forest lake, forest glacier lava, glacier lake mountain, lake lava desert,"
    " lava mountain forest, mountain desert glacier",
}
# the first row: B and C by company; A is the home, E the terrain opposite
ROWS = {
    "golden_sands": ("desert", "forest mountain", "glacier lake lava", 0, "lake"),
    "caterpillar": ("forest", "glacier desert", "lake lava mountain", 1, "lava"),
    "afterworld": ("glacier", "lake forest", "lava mountain desert", 1, "mountain"),
    "kings_line": ("lake", "lava glacier", "mountain desert forest", 1, "desert"),
    "kerigan": ("lava", "mountain lake", "desert forest glacier", 1, "forest"),
    "gesselheim": ("mountain", "desert lava", "forest glacier lake", 0, "glacier"),
}
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


def play_out(s: Empyreal) -> Empyreal:
    rng = seeded("components")
    total = expected(s)
    while not s.over:
        legal = s.legal()
        s.apply(legal[rng.below(len(legal))])
        assert conserved(s) == total
    return s


# the facts


def test_every_number_has_a_source() -> None:
    for table in game().printed.tables.values():
        for row in table.rows:
            assert row["source"] in ("printed", "proposed", "derived"), row


def test_how_many_cards_there_are() -> None:
    assert Counter(KIT.kinds) == {
        "unique": 31, "two": 6, "pick_two": 6, "pick_three": 6, "free_rival": 6, "free_crossing": 6, "reclaim": 6,
        "company": 6, "captain": 8, "engineer": 17, "surveyor": 17, "master": 17, "award": 10,
    }  # fmt: skip
    assert len(set(KIT.ids)) == len(KIT.ids) == 67 + 6 + 8 + 51 + 10
    assert len(set(KIT.titles)) == len(KIT.titles)


@pytest.mark.rule("empyreal-1.4")
def test_unique_spellcars_and_their_costs() -> None:
    costs = {id: cost for cost, ids in (*COSTS.items(), (1, ONES)) for id in ids.split()}
    assert {KIT.ids[i]: KIT.costs[i] for i in range(31)} == costs
    assert len(costs) == 31


@pytest.mark.rule("empyreal-19.7", "empyreal-19.8", "empyreal-19.9", "empyreal-19.10")
def test_common_spellcars_show_each_terrain_ten_times() -> None:
    rows = [r for r in printed("cards.csv") if r["kind"] in (*PAIRS, "free_rival", "free_crossing", "reclaim")]
    assert len(rows) == 36
    seen: Counter[str] = Counter()
    for kind in (*PAIRS, "free_rival", "free_crossing", "reclaim"):
        own = [r for r in rows if r["kind"] == kind]
        assert {r["cost"] for r in own} == {{"two": "2", "pick_three": "1"}.get(kind, "0")}
        wanted = PAIRS[kind].split(", ") if kind in PAIRS else list(TERRAINS)
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
    home, two, three, special, opposite = ROWS[company]
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
    tube = s.kit.titles.index("Tube")
    assert s.kit.costs[tube] == 4
    assert "costs 4 mana" in game().card_text("tube", s.kit)
    assert s.kit.costs[67 + 3 * 5] == 2
    assert s.kit.effects[67 + 3 * 5].words() == "Build on lava or wasteland."
    assert "found Queens' Line" in s.all_words()
    play_out(s)


def test_who_starts_without_trains_still_has_one_turn(tmp_path: Path) -> None:
    s = new(numbers(tmp_path, cars=2))
    rng = seeded("two trains")
    seats: list[object] = []
    while not s.over:
        if s.round and not s.final and s.view(None)["turn"] not in seats:
            seats.append(s.view(None)["turn"])
        legal = s.legal()
        s.apply(legal[rng.below(len(legal))])
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
    numbers(rich, start_mana=60, most_mana=60, cars=60, goods=63, wastelands=99, market=30, market_low=29, per_hex=6)
    numbers_of = {f"tiles_{n}": {"number": "3"} for n in range(2, 7)}
    rows = [{**r, **numbers_of.get(r["id"], {})} for r in rows_in(rich / "numbers.csv")]
    write(rich, "numbers.csv", rows)
    play_out(new(rich, seats))


def rows_in(path: Path) -> list[dict[str, str]]:
    with open(path, encoding="utf-8", newline="") as f:
        return list(csv.DictReader(f))


def test_a_record_names_the_box_and_carries_the_edits(tmp_path: Path) -> None:
    edit(tmp_path, "cards.csv", {"metro": {"cost": "3"}})
    record = roundhouse.Record("empyreal", 2, seed=5, components=str(tmp_path))
    assert record.header()["edited"] == {"cards.csv": {"metro": {"cost": "3"}}}
    rng = seeded(1)
    for _ in range(60):
        legal = record.state.legal()
        record.play(legal[rng.below(len(legal))])
    again = loads(record.text())
    assert again.state.fingerprint() == record.state.fingerprint()


# bad files


def sentence(folder: Path) -> str:
    with pytest.raises(roundhouse.BadComponents) as caught:
        game().box(folder)
    text = str(caught.value)
    assert text.endswith(".")
    assert "\n" not in text
    return text


@pytest.mark.parametrize(("file", "key", "column", "value"), [
    ("cards.csv", "metro", "cost", "11"),
    ("cards.csv", "metro", "cost", "x"),
    ("cards.csv", "metro", "cost", "-1"),
    ("cards.csv", "metro", "title", ""),
    ("cards.csv", "metro", "kind", "two"),
    ("cards.csv", "two_desert_forest", "terrains", "desert"),
    ("cards.csv", "metro", "harsh", "1"),
    ("companies.csv", "kings_line", "home", "lava"),
    ("companies.csv", "kings_line", "captain", "seth_cremmul"),
    ("companies.csv", "kings_line", "title", ""),
    ("printed.csv", "kings_line,A", "terrains", ""),
    ("printed.csv", "kings_line,A", "terrains", "sea"),
    ("printed.csv", "kings_line,C", "cost", "99"),
    ("sides.csv", "A1,0,0", "content", "lava"),
    ("sides.csv", "A1,1,1", "content", "city sea"),
    ("slots.csv", "2,1", "col", "3"),
    ("layouts.csv", "2,1", "sides", "A1 A2"),
    ("demands.csv", "2", "double", "10"),
    ("demands.csv", "2", "triple", "many"),
    ("numbers.csv", "cars", "number", "100"),
    ("numbers.csv", "cars", "number", "1"),
    ("numbers.csv", "goods", "number", "23"),
    ("numbers.csv", "start_mana", "number", "11"),
    ("numbers.csv", "per_hex", "number", "0"),
    ("numbers.csv", "market", "number", "0"),
    ("numbers.csv", "market_low", "number", "6"),
    ("numbers.csv", "most_mana", "number", "61"),
    ("numbers.csv", "tiles_4", "number", "0"),
])  # fmt: skip
def test_a_bad_cell_gets_a_sentence_with_its_place(
    file: str, key: str, column: str, value: str, tmp_path: Path
) -> None:
    edit(tmp_path, file, {key: {column: value}})
    text = sentence(tmp_path)
    assert file in text
    assert f"line {line(file, key)}" in text
    assert column in text


def test_a_terrain_for_a_companys_own_car_is_refused(tmp_path: Path) -> None:
    edit(tmp_path, "printed.csv", {"kings_line,D": {"terrains": "lava"}})
    text = sentence(tmp_path)
    assert f"printed.csv, line {line('printed.csv', 'kings_line,D')}, column terrains" in text


def test_two_cards_of_one_name_are_refused(tmp_path: Path) -> None:
    edit(tmp_path, "cards.csv", {"metro": {"title": "Icecar"}})
    assert "Icecar" in sentence(tmp_path)


@pytest.mark.parametrize("file", sorted(SHELF.keys))
def test_missing_and_doubled_rows_are_refused(file: str, tmp_path: Path) -> None:
    rows = printed(file)
    write(tmp_path, file, rows[:-1])
    assert file in sentence(tmp_path)
    write(tmp_path, file, [*rows, rows[0]])
    assert file in sentence(tmp_path)
    write(tmp_path, file, [{k: v for k, v in r.items() if k != next(iter(r))} for r in rows])
    assert file in sentence(tmp_path)
