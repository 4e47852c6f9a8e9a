"""The search for lines against two others that know nothing of it."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import reduce
from operator import or_

import pytest

from roundhouse.games.empires.board import Board
from roundhouse.games.empires.lines import FIELD, WIDTH, ZERO, Lines, neighbours
from tests.empires import oracle
from tests.empires.table import kit, table

Found = set[tuple[int, int]]  # length and colours


def told(outcomes: int) -> Found:
    return {(k - ZERO, m) for m in range(16) for k in range(WIDTH) if outcomes >> (WIDTH * m + k) & 1}


def walked(board: Board, net: bytes, trains: bytes, start: int, goal: int) -> Found:
    """Every simple path, one after another."""
    own = set(net)
    out: Found = set()

    def go(x: int, seen: frozenset[int], length: int, colours: int) -> None:
        if x == goal:
            out.add((length, colours))
            return
        for y in own.intersection(board.beside[x]) - seen:
            step = -1 if y != goal and trains[y] & 1 else 1
            go(y, seen | {y}, length + step, colours | board.colours[y])

    go(start, frozenset([start]), 1, board.colours[start])
    return out


def shown(board: Board, spaces: Iterable[int]) -> int:
    """The colours of these spaces."""
    return reduce(or_, (board.colours[h] for h in spaces))


def by_sets(board: Board, net: bytes, trains: bytes, start: int, goal: int) -> Found:
    """By the sets of spaces that a path can have used."""
    sets = oracle.swept(set(net), [set(some) for some in board.beside], start, goal)
    return {(sum(-1 if h != goal and trains[h] & 1 else 1 for h in used), shown(board, used)) for used in sets}


def grown(board: Board, rng: random.Random, n: int, straggling: float) -> bytes:
    """A network of random growth."""
    net = [rng.randrange(board.size)]
    while len(net) < n:
        at = rng.choice(net[-3:] if rng.random() < straggling else net)
        fresh = [h for h in board.beside[at] if h not in net]
        if fresh:
            net.append(rng.choice(fresh))
    return bytes(net)


def check_path(board: Board, lines: Lines, trains: bytes, start: int, goal: int, length: int, colours: int) -> None:
    path = lines.path(length, colours)
    assert (path[0], path[-1]) == (start, goal)
    assert len(set(path)) == len(path)
    assert all(path[i + 1] in board.beside[path[i]] for i in range(len(path) - 1))
    assert len(path) - 2 * sum(trains[h] & 1 for h in path[:-1]) == length
    assert shown(board, path) == colours
    assert set(path) <= set(lines.spaces)


@pytest.mark.rule("empires-8.1", "empires-8.2", "empires-8.4")
@pytest.mark.parametrize("seed", range(6))
def test_random_networks_against_every_path(seed: int) -> None:
    rng = random.Random(seed)
    atlas = kit().atlas
    seen = 0
    for _ in range(25):
        board = Board(atlas, *rng.choice(atlas.placements(rng.choice([3, 4]))))
        net = grown(board, rng, rng.choice([3, 6, 9, 12, 14]), rng.choice([0.2, 0.8]))
        start, goal = rng.sample(list(net), 2)
        trains = bytes(int(h in net and h != start and rng.random() < 0.25) for h in range(76))
        lines = Lines(board, net, neighbours(board, net), trains, 0, start, goal)
        expected = walked(board, net, trains, start, goal)
        assert told(lines.outcomes()) == expected
        assert by_sets(board, net, trains, start, goal) == expected
        for length, colours in expected:
            check_path(board, lines, trains, start, goal, length, colours)
        seen += len(expected)
    assert seen > 100


def compact(board: Board, n: int) -> bytes:
    """The hexes nearest to one in the middle."""
    net = [max(range(board.size), key=lambda h: len({x for y in board.beside[h] for x in board.beside[y]}))]
    for h in net:
        net += [x for x in board.beside[h] if x not in net]
        if len(net) >= n:
            break
    return bytes(net[:n])


@pytest.mark.parametrize("n", [19, 23])  # a seat has 23 tracks
def test_compact_networks_against_sets_of_spaces(n: int) -> None:
    rng = random.Random(n)
    atlas = kit().atlas
    board = Board(atlas, *rng.choice(atlas.placements(4)))
    net = compact(board, n)
    start, goal = net[-1], net[8]
    trains = bytes(int(h in net[1:4]) for h in range(76))
    lines = Lines(board, net, neighbours(board, net), trains, 0, start, goal)
    expected = by_sets(board, net, trains, start, goal)
    assert len(expected) > 20
    assert told(lines.outcomes()) == expected
    assert len(lines.solved) < 5_000  # each space with what can be used from there, once, and dead ends never
    for length, colours in rng.sample(sorted(expected), 10):
        check_path(board, lines, trains, start, goal, length, colours)


def test_trains_of_others_and_the_one_that_arrives_do_not_count() -> None:
    t = table("E4 E3 D2", "E3 D2", rivals="E3 D2")
    s = t.state
    lines = Lines(s.board, s.nets[0], s.joints[0], s.trains, 0, t.hex("E4"), t.hex("D2"))
    assert told(lines.outcomes()) == {(3, 3)}
    trains = bytearray(s.trains)
    trains[t.hex("D2")] |= 1  # just arrived
    lines = Lines(s.board, s.nets[0], s.joints[0], bytes(trains), 0, t.hex("E4"), t.hex("D2"))
    assert told(lines.outcomes()) == {(3, 3)}


def test_no_line_no_outcome() -> None:
    t = table("E4 D2")
    s = t.state
    lines = Lines(s.board, s.nets[0], s.joints[0], s.trains, 0, t.hex("E4"), t.hex("D2"))
    assert lines.outcomes() == 0
    assert FIELD == 2**WIDTH - 1
    pair = bytes([t.hex("E4"), t.hex("E3")])
    lines = Lines(s.board, pair, neighbours(s.board, pair), bytes(76), 0, t.hex("E4"), t.hex("E3"))
    with pytest.raises(AssertionError):
        lines.path(5, 3)
