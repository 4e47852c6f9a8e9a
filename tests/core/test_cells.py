"""Bytes that are replaced on write, small sets of numbers, and how they are dealt: against plain Python."""

from __future__ import annotations

import random
from itertools import pairwise

from roundhouse.core.cells import bit, free_of, grown, members, ordered, put
from roundhouse.core.rng import Rng, seeded


def some_cells(rng: random.Random, top: int = 61) -> bytes:
    return bytes(rng.choices(range(top + 1), k=rng.randrange(30)))


def test_one_byte_is_replaced_and_the_old_bytes_stay() -> None:
    cells = bytes([1, 2, 3])
    assert put(cells, 0, 255) == bytes([255, 2, 3])
    assert put(cells, 2, 0) == bytes([1, 2, 0])
    assert cells == bytes([1, 2, 3])


def test_bytes_in_order() -> None:
    rng = random.Random(1)
    for _ in range(50):
        cells = some_cells(rng)
        assert ordered(cells, 61) == bytes(sorted(cells))
    assert ordered(b"", 0) == b""


def test_a_set_holds_every_number_up_to_61() -> None:
    for n in range(62):
        assert bit(n) == 1 << n
        assert members(bit(n)) == bytes([n])
    assert members(0) == b""
    assert members(bit(61) | bit(30) | bit(31) | bit(0)) == bytes([0, 30, 31, 61])


def test_an_edge_grows_as_a_set_does() -> None:
    rng = random.Random(2)
    for _ in range(100):
        edge = sorted({*some_cells(rng), 7})
        fresh = sorted(set(some_cells(rng)) - {7})
        assert grown(bytes(edge), 7, bytes(fresh)) == bytes(sorted({*edge, *fresh} - {7}))


def test_spaces_free_of_a_seat() -> None:
    assert free_of(bytes([0, 1, 2, 3]), bytes([0, 1, 2, 3]), 2) == bytes([0, 1])
    assert free_of(b"", bytes([1]), 1) == b""


def test_bytes_and_lists_are_shuffled_alike() -> None:
    rng = random.Random(3)
    for n in range(50):
        cells = some_cells(rng)
        cards = list(cells)
        seeded(n).shuffle(cards)
        assert seeded(n).shuffled(cells) == bytes(cards)


def test_what_is_mixed_owes_nothing_to_where_things_lay() -> None:
    rng = random.Random(4)
    for n in range(50):
        cells = some_cells(rng)
        other = seeded(n + 1).shuffled(cells)
        assert seeded(n).mixed(cells, 61) == seeded(n).mixed(other, 61)
        assert seeded(n).mixed(cells, 61) == seeded(n).shuffled(bytes(sorted(cells)))


def test_children_of_neighbours_have_nothing_in_common() -> None:
    """They begin from one word: those of 0, 1, 2, ... look as chance does, each and beside each other."""
    children = [Rng(n, 0, 0, 0).child() for n in range(1, 2001)]
    assert len({tuple(c.words()) for c in children}) == 2000
    for _ in range(5):
        rolled = [c.below(6) for c in children]
        for face in range(6):
            assert 250 <= rolled.count(face) <= 420
        doubles = sum(a == b for a, b in pairwise(rolled))
        assert 250 <= doubles <= 420


def test_a_child_takes_one_word() -> None:
    a, b = seeded(1), seeded(1)
    a.child()
    b.word()
    assert a.words() == b.words()
