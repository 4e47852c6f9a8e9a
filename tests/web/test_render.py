"""What a page shows of a table is made from the seats its holder may look through."""

from __future__ import annotations

from typing import Any

import pytest

from roundhouse.core import registry
from roundhouse.web.render.games import face, games_with_face
from roundhouse.web.render.table import eyes_of, position, replay_json, seat_looks, table_json, viewer
from roundhouse.web.service.live_table import LiveTable
from roundhouse.web.service.people import Person
from roundhouse.web.service.tables import TableService
from tests.core.bare import create
from tests.web.server import refused

ADA = Person("ada", "Ada")


def opened(tables: TableService, *company: str) -> LiveTable:
    live = tables.create(ADA, "trains", "", list(company), {}, "link", "seed")
    for words in ("start at kamata", "start at urawa", "start at haneda")[: len(company)]:
        tables.play(live, live.record.state.seat, live.n + 1, live.record.state.parse(words))
    return live


def hand(told: dict[str, Any]) -> bool:
    """Whether somebody's cards are shown."""
    return "Normal train" in told["regions"]["dock"]


def test_around_one_screen_a_hand_shows_only_to_who_raised_the_curtain(tables: TableService) -> None:
    live = opened(tables, "you", "here:Bo")
    assert table_json(live, [0, 1])["curtain"] == {"seat": 0, "name": "Ada"}
    assert not hand(table_json(live, [0, 1]))
    assert not hand(table_json(live, [0, 1], 1))
    assert table_json(live, [0, 1], 0)["curtain"] is None
    assert hand(table_json(live, [0, 1], 0))


def test_around_one_screen_nobody_s_hand_shows_while_another_decides(tables: TableService) -> None:
    live = opened(tables, "you", "here:Bo", "invite")
    live.record.state.seat = 2
    assert viewer(live, [0, 1], None) == (None, False)
    assert viewer(live, [0, 1], 2) == (None, False)
    assert viewer(live, [0, 1], 1) == (1, False)
    assert viewer(live, [0], None) == (0, False)
    assert viewer(live, [], 0) == (None, False)


def test_looking_back_shows_no_hand_of_two_persons_at_one_screen(tables: TableService) -> None:
    live = opened(tables, "you", "here:Bo")
    for n in range(live.n + 1):
        assert not hand(replay_json(live, [0, 1], n))
        assert not hand(replay_json(live, [], n))
    assert hand(replay_json(live, [0], live.n))


def test_while_a_game_goes_on_everybody_looks_through_their_own_eyes_only(tables: TableService) -> None:
    live = opened(tables, "you", "here:Bo")
    assert [value for value, _ in eyes_of(live, [0])] == ["0", "watch"]
    assert [value for value, _ in eyes_of(live, [0, 1])] == [value for value, _ in eyes_of(live, [])] == ["watch"]
    for mine, asked in (([0], "1"), ([0], "all"), ([0, 1], "0"), ([], "0"), ([], "all"), ([0], "nobody"), ([0], "-1")):
        refused("only your own cards", replay_json, live, mine, live.n, asked)
    assert hand(replay_json(live, [0], live.n, "0"))
    assert not hand(replay_json(live, [0], live.n, "watch"))


@pytest.mark.parametrize("game", games_with_face()[:4])
def test_after_the_end_all_hands_are_what_each_seat_saw(tables: TableService, game: str) -> None:
    live = tables.create(ADA, game, "", ["you", "here:Bo"], {}, "link", "seed")
    for _ in range(12):
        tables.play(live, live.record.state.seat, live.n + 1, live.record.state.legal()[0])
    tables.concede(live, 1)
    assert {value for value, _ in eyes_of(live, [])} == {"all", "0", "1", "watch"}
    assert [eyes_of(live, mine)[0][0] for mine in ([], [0], [1, 0])] == ["watch", "0", "1"]
    every = replay_json(live, [], 9, "all")["regions"]["dock"]
    assert every.count('class="hand-of"') == 2
    assert "data-action" not in every
    looks = seat_looks(live, [])
    for seat in range(2):
        view = position(live, 9).view(seat)
        assert face(game).regions(view, live.record.box, looks, None, past=True)["dock"] in every


def test_a_past_position_is_the_same_whichever_way_it_is_come_to(tables: TableService) -> None:
    live = opened(tables, "you", "here:Bo")
    for _ in range(6):
        tables.play(live, live.record.state.seat, live.n + 1, live.record.state.legal()[0])
    tables.undo(live, [live.record.lines[-1].seat], live.n)
    tables.play(live, live.record.state.seat, live.n + 1, live.record.state.legal()[0])
    for n in (3, 5, live.n, 0, live.n - 1, 4, 4):
        assert position(live, n).fingerprint() == live.record.replayed(live.record.lines[:n]).fingerprint()


def test_the_log_of_a_past_position_lists_what_stood_there(tables: TableService) -> None:
    live = opened(tables, "you", "bot:greedy")
    played = live.record.state.parse("play Normal train")
    n = live.n + 1
    tables.play(live, 0, n, played)
    tables.undo(live, [0], n)
    assert f'data-n="{n}"' not in table_json(live, [0])["regions"]["log"]
    assert f'data-n="{n}"' in replay_json(live, [0], n)["regions"]["log"]
    assert f'data-n="{n}"' not in replay_json(live, [0], n + 1)["regions"]["log"]


def test_the_log_adds_what_came_of_a_decision(tables: TableService) -> None:
    live = tables.create(ADA, "empires", "", ["you", "here:Bo"], {}, "link", "seed")
    while live.record.state.view(None)["turn"] == 0:
        tables.play(live, live.record.state.seat, live.n + 1, live.record.state.legal()[0])
    s = live.record.state
    for _ in range(2):
        n, seat, words = live.n + 1, s.seat, s.words(s.legal()[0])
        paid = -s.view(seat)["actions"][0]["price"]["money"]  # type: ignore[index]
        tables.play(live, seat, n, s.legal()[0])
        told = f"for ${paid}" if paid else ", free"
        line = table_json(live, [0])["regions"]["log"].split("</li>")[0]
        assert words.split(" ")[1] in line
        assert told in line
        assert told in replay_json(live, [], n)["regions"]["prompt"]
        tables.undo(live, [seat], n)
        s = live.record.state
        assert told in replay_json(live, [], n)["regions"]["prompt"]
        assert f'data-n="{n}"' not in table_json(live, [0])["regions"]["log"]


def test_a_past_position_says_what_it_shows_and_offers_nothing(tables: TableService) -> None:
    live = opened(tables, "you", "here:Bo")
    shown = replay_json(live, [0], 1)["regions"]
    assert "Looking back: 1 of 2" in shown["prompt"]
    assert "starts at Kamata" in shown["prompt"]
    assert 'data-hex="G6"' in shown["log"]
    for n in range(live.n + 1):
        assert not any("data-action" in html for html in replay_json(live, [0], n)["regions"].values())


def test_the_curtain_tells_what_happened_and_how_the_points_stand(tables: TableService) -> None:
    live = opened(tables, "you", "here:Bo")
    told = table_json(live, [0, 1])["regions"]["curtain"]
    assert "Since your last turn" in told
    assert "<b>Bo</b> starts at Urawa" in told
    assert "Kamata" not in told
    assert told.count("<li>") == 2
    assert "curtain" not in table_json(live, [0])["regions"]


def test_a_game_without_a_face_is_not_in_the_lobby(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = create()
    monkeypatch.setitem(registry.OPENED, bare.id, bare)
    assert bare.id in registry.games()
    assert bare.id not in games_with_face()
    assert games_with_face()[:3] == ["trains", "spyrium", "empires"]
    refused("has no face", face, bare.id)
