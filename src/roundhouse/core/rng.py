"""Chance: xoshiro128++ on four 32-bit words, the same interpreted and compiled."""

from __future__ import annotations

import hashlib
import os
from typing import Final

from roundhouse.core.cells import write_ordered
from roundhouse.core.native import BytesWriter, i64

M32: Final = 0xFFFFFFFF


class Rng:
    """A small deterministic generator. Every factor stays under 31 bits, so no build needs big ints."""

    def __init__(self, a: i64, b: i64, c: i64, d: i64) -> None:
        self.a: i64 = a
        self.b: i64 = b
        self.c: i64 = c
        self.d: i64 = d

    def word(self) -> i64:
        """The next 32 bits."""
        a: i64 = self.a
        b: i64 = self.b
        c: i64 = self.c
        d: i64 = self.d
        x: i64 = (a + d) & M32
        x = ((((x << 7) | (x >> 25)) & M32) + a) & M32
        t: i64 = (b << 9) & M32
        c ^= a
        d ^= b
        self.b = b ^ c
        self.a = a ^ d
        self.c = c ^ t
        self.d = ((d << 11) | (d >> 21)) & M32
        return x

    def below(self, n: i64) -> i64:
        """A whole number from 0 to n - 1; n is at most 2**20."""
        return ((self.word() >> 2) * n) >> 30

    def shuffle(self, cards: list[int]) -> None:
        """Put `cards` into random order, in place."""
        i: i64 = len(cards) - 1
        j: i64
        while i > 0:
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
            i -= 1

    def shuffled(self, cells: bytes) -> bytes:
        """The bytes in random order: the same one as `shuffle` gives a list of them."""
        out = BytesWriter()
        out.write(cells)
        self.stir(out)
        return out.getvalue()

    def mixed(self, cells: bytes, top: int) -> bytes:
        """The bytes, none above `top`, in a random order that owes nothing to the one they were in."""
        out = BytesWriter()
        write_ordered(out, cells, top)
        self.stir(out)
        return out.getvalue()

    def stir(self, out: BytesWriter) -> None:
        """Put bytes in the making into random order."""
        i: i64 = len(out) - 1
        j: i64
        while i > 0:
            j = self.below(i + 1)
            last = out[i]
            out[i] = out[j]
            out[j] = last
            i -= 1

    def clone(self) -> Rng:
        """An independent generator at the same point."""
        return Rng(self.a, self.b, self.c, self.d)

    def child(self) -> Rng:
        """A generator of its own, begun from the next word of this one."""
        x: i64 = self.word()
        made = Rng(x, x * 0x2C1B3C6D >> 15 & M32, x * 0x297A2D39 >> 13 & M32, x * 0x1B56C4E9 >> 11 & M32 | 1)
        for _ in range(4):  # until its words have nothing to do with each other
            made.word()
        return made

    def words(self) -> list[int]:
        """The four words, for saving and fingerprints."""
        return [self.a, self.b, self.c, self.d]

    def __reduce__(self) -> tuple[object, ...]:
        return (Rng, tuple(self.words()))


def seeded(seed: object) -> Rng:
    """The generator of a seed: any int, of 128 bits too, or any text."""
    digest = hashlib.blake2b(str(seed).encode(), digest_size=16).digest()
    return Rng(four(digest, 0), four(digest, 4), four(digest, 8), four(digest, 12) | 1)


def four(digest: bytes, i: i64) -> i64:
    """Four bytes as a word, the lowest first."""
    return digest[i] | digest[i + 1] << 8 | digest[i + 2] << 16 | digest[i + 3] << 24


def fresh_seed() -> int:
    """A seed that nobody knows: 128 bits of the system's own chance."""
    return int.from_bytes(os.urandom(16), "little")
