"""All 288 countries of the box: joined, stocked and varied; and broken boxes that show that the check can fail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from roundhouse.core.components import Table
from roundhouse.games.empires.board import AROUND, BLUE, DOTTED, GREY, LYING, NONE, ROTATIONS, TILES, Board
from roundhouse.games.empires.box import SCHEMA, EmpiresBox
from tests.empires.table import game

NEAREST, FARTHEST = 2, 8  # every distance between a factory and a city that wants its good is found
LONGEST = {3: range(8, 10), 4: range(10, 13)}  # and so far apart are the farthest two
SCENIC = 7  # spaces on which a line can cross all four colours
ENOUGH = 6  # lakes, and mountains


def complaints(box: EmpiresBox, tiles: bytes, rotations: bytes) -> set[str]:
    """What is wrong with a country."""
    board = Board(box.atlas, tiles, rotations)
    n = len(tiles)
    out = set(joins(board, rotations))
    goods = [box.atlas.factories.goods[f] for f in board.factories]
    wants = [box.atlas.cities.goods[c] for c in board.cities]
    hats = Counter(box.atlas.hats[c] for c in board.cities)
    contracts = Counter(box.atlas.factories.tiles[f] for f in box.contract_factory if f in board.factories)
    apart = {distance(board, board.factory[f], board.city[c]) for f, c in pairs(box, board)}
    checks = {
        "overlap": len({(board.q[h], board.r[h]) for h in range(board.size)}) == 19 * n,
        "connected": len(flood(board, 0)) == board.size,
        "made": {g for some in goods for g in some} == {0, 1, 2, 3},
        "wanted": {g for some in wants for g in some} == {0, 1, 2, 3},
        "hats": n < 4 or set(hats.values()) == {3},
        "goods": (len(goods), sum(map(len, goods))) == (3 * n, 5 * n),
        "lakes": sum(c == BLUE for c in board.colours) >= ENOUGH,
        "mountains": sum(c == GREY for c in board.colours) >= ENOUGH,
        "distances": set(range(NEAREST, FARTHEST + 1)) <= apart,
        "longest": max(apart) in LONGEST[n],
        "scenic": any(scenic(board, board.factory[f], board.city[c]) for f, c in pairs(box, board)),
        "contracts": all(contracts[t] == 2 for t in tiles),
    }
    return out | {name for name, good in checks.items() if not good}


def joins(board: Board, rotations: bytes) -> list[str]:
    """Whether tiles that touch do so along whole sides, dotted on both."""
    out = []
    n = len(rotations)
    touching = {(board.slot[h], board.slot[x]) for h in range(board.size) for x in board.beside[h]}
    for a in range(n):
        for b in range(n):
            if a == b or (a, b) not in touching:
                continue
            apart = (board.centres[b][0] - board.centres[a][0], board.centres[b][1] - board.centres[a][1])
            sides = [i for i in range(ROTATIONS) if apart == side(i)]
            if not sides:
                out.append("joined")
            elif (sides[0] - rotations[a] - LYING) % ROTATIONS not in DOTTED:
                out.append("dotted")
    return out


def side(i: int) -> tuple[int, int]:
    """How far the centre of the next tile lies on that side."""
    (q, r), (p, s) = AROUND[i], AROUND[(i + 1) % ROTATIONS]
    return 3 * q + 2 * p, 3 * r + 2 * s


def pairs(box: EmpiresBox, board: Board) -> list[tuple[int, int]]:
    """Factories and cities that want something of them."""
    atlas = box.atlas
    return [
        (f, c)
        for f in board.factories
        for c in board.cities
        if set(atlas.factories.goods[f]) & set(atlas.cities.goods[c])
    ]


def flood(board: Board, start: int) -> set[int]:
    seen, front = {start}, [start]
    while front:
        front = [x for h in front for x in board.beside[h] if x not in seen and not seen.add(x)]  # type: ignore[func-returns-value]
    return seen


def distance(board: Board, a: int, b: int) -> int:
    """Steps between two hexes as the crow flies."""
    q, r = board.q[a] - board.q[b], board.r[a] - board.r[b]
    return (abs(q) + abs(r) + abs(q + r)) // 2


def scenic(board: Board, start: int, goal: int) -> bool:
    """Whether some line of few spaces crosses all four colours."""

    def go(x: int, seen: list[int], colours: int) -> bool:
        if x == goal:
            return colours == 15
        if len(seen) + distance(board, x, goal) > SCENIC:
            return False
        return any(go(y, [*seen, y], colours | board.colours[y]) for y in board.beside[x] if y not in seen)

    return go(start, [start], board.colours[start])


@pytest.mark.rule("empires-2.2", "empires-2.3")
@pytest.mark.parametrize(("n", "many"), [(3, 192), (4, 96)])
def test_every_country_is_sound(n: int, many: int) -> None:
    box = game().printed
    placements = set(box.atlas.placements(n))
    assert len(placements) == many
    for tiles, rotations in placements:
        assert complaints(box, tiles, rotations) == set()


@pytest.mark.parametrize("n", [3, 4])
def test_what_a_board_says_of_itself(n: int) -> None:
    atlas = game().printed.atlas
    for tiles, rotations in atlas.placements(n)[::17]:
        board = Board(atlas, tiles, rotations)
        for h in range(board.size):
            assert board.beside[h] == bytes(x for x in range(board.size) if distance(board, h, x) == 1)
        assert len(set(board.coordinates)) == len(set(board.labels)) == board.size
        for f, h in enumerate(board.factory):
            absent = atlas.factories.tiles[f] not in tiles
            assert (h == NONE) == absent
            assert absent or board.labels[h] == atlas.factories.names[f]
        for c, h in enumerate(board.city):
            assert h == NONE or (board.place[h], board.labels[h]) == (c, atlas.cities.names[c])
        for slot, tile in enumerate(tiles):
            own = [h for h in range(board.size) if board.slot[h] == slot]
            assert all(distance(board, h, x) <= 4 for h in own for x in own)
            works = sorted(board.place[h] for h in own if board.ground[h] == 5)
            assert [atlas.factories.tiles[f] for f in works] == [tile] * 3
        rows = [(board.r[h], board.q[h]) for h in range(board.size)]
        assert rows == sorted(rows)
        assert sum(board.star) == n


# broken boxes


def cell(file: str, column: str, value: str, where: Callable[[dict[str, str]], bool]) -> EmpiresBox:
    """The printed box with another cell in some rows, past all that guards it."""
    tables = SCHEMA.printed()
    old = tables[file]
    rows = [{**row, column: value} if where(row) else row for row in old.rows]
    tables[file] = Table(file, old.columns, old.keys, rows)
    return game().make_box(tables, {})


def grounds(old: str, new: str) -> EmpiresBox:
    return cell("tiles.csv", "ground", new, lambda r: r["ground"] == old)


def slot(n: str, number: str, column: str, value: str) -> EmpiresBox:
    return cell("layouts.csv", column, value, lambda r: (r["tiles"], r["slot"]) == (n, number))


BROKEN: dict[str, tuple[str, Callable[[], EmpiresBox]]] = {
    "a tile turned the wrong way": ("dotted", lambda: slot("4", "0", "rotations", "2")),
    "a tile upon another": ("overlap", lambda: slot("4", "3", "q", "5")),
    "a tile far away": ("connected", lambda: slot("4", "3", "q", "20")),
    "a tile pushed aside": ("joined", lambda: slot("4", "3", "r", "-6")),
    "no grain made": ("made", lambda: cell("factories.csv", "goods", "coal steel", lambda r: "grain" in r["goods"])),
    "no steel wanted": (
        "wanted",
        lambda: cell("cities.csv", "demands", "coal grain", lambda r: "steel" in r["demands"]),
    ),
    "four red hats": ("hats", lambda: cell("cities.csv", "hat", "red", lambda r: r["id"] == "CA2")),
    "a good too few": ("goods", lambda: cell("factories.csv", "goods", "coal", lambda r: r["id"] == "FA2")),
    "no lakes": ("lakes", lambda: grounds("blue", "yellow")),
    "no mountains": ("mountains", lambda: grounds("grey", "green")),
    "no line over four colours": ("scenic", lambda: grounds("grey", "green")),
    "one city only": ("distances", lambda: cell("cities.csv", "demands", "", lambda r: r["id"] != "CA1")),
    "cities in the middle only": ("longest", lambda: cell("cities.csv", "demands", "", lambda r: r["tile"] != "B")),
    "a contract for a small factory": (
        "contracts",
        lambda: cell("cards.csv", "subject", "FB2", lambda r: r["subject"] == "FA2"),
    ),
}


@pytest.mark.parametrize("case", sorted(BROKEN))
def test_the_check_can_fail(case: str) -> None:
    complaint, broken = BROKEN[case]
    box = broken()
    tiles = bytes(range(len(TILES)))
    found = [complaints(box, t, r) for t, r in box.atlas.placements(4) if t == tiles]
    assert any(complaint in some for some in found), found
