"""Bytes that are replaced on write: what a state keeps its small numbers in, shared by all its clones."""

from __future__ import annotations

from typing import Final

from roundhouse.core.native import BytesWriter, i64, vec

HIGHEST: Final = 1 << 61
ONE: Final = [bytes([i]) for i in range(256)]  # each byte by itself


def put(cells: bytes, i: i64, value: int) -> bytes:
    """The bytes with one of them replaced."""
    out = BytesWriter()
    out.write(cells)
    out[i] = value
    return out.getvalue()


def ordered(cells: bytes, top: int) -> bytes:
    """The bytes sorted; none of them is above `top`."""
    out = BytesWriter()
    write_ordered(out, cells, top)
    return out.getvalue()


def write_ordered(out: BytesWriter, cells: bytes, top: int) -> None:
    """The same into bytes in the making."""
    counts = vec[i64]([0] * (top + 1))
    at: i64
    n: i64
    for at in range(len(cells)):
        counts[cells[at]] += 1
    for at in range(len(counts)):
        n = counts[at]
        while n:
            out.append(int(at))
            n -= 1


def bit(n: i64) -> i64:
    """The set of this one number, which is at most 61. Compiled, `1 << n` is a C int: good up to 30 only."""
    return HIGHEST >> (61 - n)


def members(numbers: i64) -> bytes:
    """The numbers in a set, in their order."""
    out = BytesWriter()
    n: int = 0
    while numbers:
        if numbers & 1:
            out.append(n)
        numbers >>= 1
        n += 1
    return out.getvalue()


def free_of(cells: bytes, taken: bytes, own: i64) -> bytes:
    """Those spaces that have none of the bits `own` in `taken`."""
    out = BytesWriter()
    i: i64
    for i in range(len(cells)):
        if taken[cells[i]] & own == 0:
            out.append(cells[i])
    return out.getvalue()


def grown(edge: bytes, space: i64, fresh: bytes) -> bytes:
    """The edge of a network, in order, after one space of it was taken and the fresh ones came in."""
    out = BytesWriter()
    i: i64 = 0
    j: i64 = 0
    n: i64 = len(edge)
    m: i64 = len(fresh)
    while i < n or j < m:  # both in order: merge, each once
        if j == m or (i < n and edge[i] <= fresh[j]):
            if j < m and fresh[j] == edge[i]:
                j += 1
            if edge[i] != space:
                out.append(edge[i])
            i += 1
        else:
            out.append(fresh[j])
            j += 1
    return out.getvalue()
