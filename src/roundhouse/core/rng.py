"""Chance: xoshiro128++ on four 32-bit words, the same interpreted and compiled."""

from __future__ import annotations

import hashlib
from typing import Final

from roundhouse.core.native import i64

M32: Final = 0xFFFFFFFF


class Rng:
    """A small deterministic generator. Every factor stays under 31 bits, so no build needs big ints."""

    def __init__(self, a: int, b: int, c: int, d: int) -> None:
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

    def clone(self) -> Rng:
        """An independent generator at the same point."""
        return Rng(self.a, self.b, self.c, self.d)

    def words(self) -> list[int]:
        """The four words, for saving and fingerprints."""
        return [self.a, self.b, self.c, self.d]

    def __reduce__(self) -> tuple[object, ...]:
        return (Rng, tuple(self.words()))


def seeded(seed: object) -> Rng:
    """The generator of a seed: any int, of 128 bits too, or any text."""
    digest = hashlib.blake2b(str(seed).encode(), digest_size=16).digest()
    words = [int.from_bytes(digest[i : i + 4], "little") for i in (0, 4, 8, 12)]
    return Rng(words[0], words[1], words[2], words[3] | 1)
