"""What seats observe, for the tests: as bytes, and by the names of the parts."""

from __future__ import annotations

from roundhouse.core.observation import Sheet
from roundhouse.core.state import State


def observed(s: State, seat: int) -> bytes:
    """The numbers, written after something else, which stays."""
    before = bytes([9, 9])
    sheet = Sheet()
    sheet.copy(before, len(before))
    s.game.observation.write(s, seat, sheet)
    written = sheet.taken()
    assert written.startswith(before)
    assert len(written) == len(before) + s.game.observation.size(s.seats), "the parts do not add up to what is written"
    return written[len(before) :]


def by_part(s: State, seat: int) -> dict[str, bytes]:
    """The numbers by the names of their parts."""
    cells = observed(s, seat)
    out: dict[str, bytes] = {}
    at = 0
    for name, n in s.game.observation.parts(s.seats):
        assert name not in out, "two parts of one name"
        out[name] = cells[at : at + n]
        at += n
    return out
