"""The sheet that observations are written on."""

from __future__ import annotations

import pytest

from roundhouse.core.observation import FRAME, Observation, Sheet, of_seat
from roundhouse.core.verbs import POSITION_ONE, TIMES_ONE, close, frame

CELLS = bytes([0, 1, 2, 127, 128, 254, 255, 7, 9, 64, 3])


def written(room: int, method: str, *args: object) -> list[int]:
    """What a method of a sheet writes, after something else that stays."""
    sheet = Sheet()
    sheet.put(9)
    getattr(sheet, method)(*args)
    assert sheet.at == room + 1
    first, *rest = sheet.taken()
    assert first == 9
    return rest


@pytest.mark.parametrize("room", [0, 1, 5, 8, 11, 16, 20])
def test_cells_are_copied_as_far_as_there_is_room(room: int) -> None:
    padded = (CELLS + bytes(20))[:room]
    assert written(room, "copy", CELLS, room) == list(padded)
    assert written(room, "zeros", room) == [0] * room
    more = bytes((b + 1) % 256 for b in CELLS) + bytes(20)
    assert written(room, "copy_plus_one", CELLS, room) == list(more[:room])
    for bit in (0, 1, 6, 7):
        assert written(room, "plane", CELLS, bit, room) == [b >> bit & 1 for b in padded]


def test_a_number_is_clipped() -> None:
    assert [written(1, "put", n) for n in (-3, 0, 7, 255, 300)] == [[0], [0], [7], [255], [255]]


def test_sets() -> None:
    assert written(4, "bits", 0b10110, 4) == [0, 1, 1, 0]
    assert written(5, "flags", bytes([3, 0]), 5) == [1, 0, 0, 1, 0]
    assert [written(3, "one_of", 3, k) for k in (-1, 2, 3)] == [[0, 0, 0], [0, 0, 1], [0, 0, 0]]
    assert written(4, "one_of_seats", 1, 2, 4) == [0, 0, 0, 1]
    assert written(4, "one_of_seats", -1, 2, 4) == [0, 0, 0, 0]


def test_counts() -> None:
    cards = bytes([2, 2 | 64, 0, 2 | 128])
    assert written(4, "count", cards, 4, 63) == [1, 0, 3, 0]
    assert written(4, "count_marked", cards, 4, 63, 128) == [0, 0, 1, 0]


def test_a_frame_is_told_from_the_seat_that_looks() -> None:
    f = close(frame(300, 1, 515, 1000) + 3 * TIMES_ONE) + POSITION_ONE + TIMES_ONE
    registers = [300 % 256, 1, 2, 1, 3, 3, 515 % 256, 2, 1000 % 256, 3]
    assert written(FRAME, "frame", f, 3, 4) == registers
    assert written(FRAME, "frame", 0, 3, 4) == [0] * FRAME


def test_a_game_that_says_nothing_has_no_parts() -> None:
    assert (Observation().parts(4), Observation().size(4)) == ([], 0)
    assert [of_seat("coins", k) for k in (0, 2)] == ["coins: own", "coins: seat +2"]


def test_a_sheet_is_used_again() -> None:
    sheet = Sheet()
    sheet.zeros(2000)
    assert sheet.taken() == bytes(2000)
    sheet.clear()
    sheet.put(3)
    assert sheet.taken() == bytes([3])
    with pytest.raises(IndexError):
        sheet.more(1, 1)  # nothing is counted where nothing was written
