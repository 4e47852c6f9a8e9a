"""The course of a game that has ended, as its score page tells it."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from roundhouse.core.records import Line, Record, loads
from roundhouse.games.trains.state import CARD, Trains
from roundhouse.web.render import course
from roundhouse.web.render.games import face
from roundhouse.web.service.people import Person
from roundhouse.web.service.tables import TableService
from tests.test_fuzz import GAMES, GOLDEN


def went(game: str) -> tuple[Record, course.Course]:
    record = loads("\n".join(GOLDEN[game]))
    return record, course.replayed(record, record.active_lines(), face(game))


@pytest.mark.parametrize("game", GAMES)
def test_the_course_leads_through_all_rounds_to_the_final_score(game: str) -> None:
    record, found = went(game)
    assert found.points[-1] == record.state.scores()
    assert len(found.points) == len(found.rounds) + 1 == len(record.active_lines()) + 1
    assert found.rounds == sorted(found.rounds)
    assert found.ends()[-1] == (found.last, record.state.scores())
    assert [n for n, _ in found.ends()] == list(range(found.last + 1))
    when = [at for at, _ in found.steps()]
    assert when == sorted(when)
    assert (when[0], when[-1]) == (0, found.last)


@pytest.mark.parametrize("game", GAMES)
def test_the_plot_has_a_line_and_a_final_mark_of_every_seat(game: str) -> None:
    record, found = went(game)
    svg = course.plot(found, record.names, face(game).round_word, 680, 400)
    for seat, points in enumerate(record.state.scores()):
        assert svg.count(f'class="seat-{"abcdef"[seat]} curve"') == 1
        assert f">{points}</text>" in svg
        assert f"{record.names[seat]} ends with {points}" in svg


@pytest.mark.parametrize("game", GAMES)
def test_every_column_of_the_score_page_has_a_figure_for_every_seat(game: str) -> None:
    record, _ = went(game)
    facts = face(game).facts(record.state.view(None), record.box)
    assert facts
    assert all(len(figures) == record.seats for _, figures in facts)


def test_waste_and_stations_are_counted_as_they_lie() -> None:
    record, found = went("trains")
    s = record.state
    assert isinstance(s, Trains)
    waste = s.box.waste
    for seat, counted in enumerate(found.counts):
        cards = s.hands[seat] + s.decks[seat] + s.discards[seat]
        assert counted["Waste"] == sum(card & CARD == waste for card in cards)
    assert sum(counted["Stations"] for counted in found.counts) == s.box.station_markers - s.stations_left


def test_a_table_is_replayed_once(tables: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    live = tables.create(Person("ada", "Ada"), "trains", "", ["you", "here:Bo"], {}, "link", "seed")
    first = course.course(live, face("trains"))
    assert first is not None
    assert course.course(live, face("trains")) is first
    tables.play(live, 0, 1, live.record.state.legal()[0])
    again = course.course(live, face("trains"))
    assert again is not None
    assert len(again.rounds) == 1
    monkeypatch.setattr(course, "MOST_DECISIONS", 0)
    assert course.course(live, face("trains")) is None


def test_time_is_counted_from_the_decision_before() -> None:
    start = datetime(2026, 1, 1)
    times = [start + timedelta(seconds=s) for s in (0, 5, 65, 70)]
    lines = [Line(n, seat, "", 0, [], False, 0) for n, seat in enumerate((0, 1, 0, 1), 1)]
    assert course.seconds_taken(lines, times, 2) == [60, 10]
    assert course.seconds_taken(lines, [], 2) == [0, 0]


@pytest.mark.parametrize(
    ("seconds", "told"), [(0.4, "0:00"), (61, "1:01"), (3599, "59:59"), (7500, "2 h 05"), (3 * 86400, "3 days")]
)
def test_a_time_fits_its_column(seconds: float, told: str) -> None:
    assert course.clock(seconds) == told


def test_a_game_without_rounds_is_told_by_its_decisions() -> None:
    found = course.Course([0, 0, 0], [[0, 0], [1, 0], [1, 2], [3, 2]], [])
    assert found.last == 0
    assert [at for at, _ in found.steps()] == [0, 1, 2, 3]
    assert course.length(found, "Round", 0) == "3 decisions"
    assert "<svg" in course.plot(found, ["Ada", "Bo"], "Round", 366, 270)
