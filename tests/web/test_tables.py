"""The table service on a real database: sitting down, undoing, absent players, webhooks, opened records."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from roundhouse.web.live import Hub
from roundhouse.web.people import People, Person, tidy
from roundhouse.web.refusals import Conflict, Refused
from roundhouse.web.store import Store, now
from roundhouse.web.tables import Live, Tables
from roundhouse.web.think import Thinkers

ADA = Person("ada", "Ada")
BO = Person("bo", "Bo")
GOLDEN = Path(__file__).parent.parent / "golden" / "trains-random.jsonl"


@pytest.fixture(scope="module")
def thinkers() -> Iterator[Thinkers]:
    pool = Thinkers(1)
    yield pool
    pool.close()


@pytest.fixture
def tables(tmp_path: Path, thinkers: Thinkers) -> Tables:
    return Tables(Store(f"sqlite:///{tmp_path / 'test.sqlite'}"), Hub(), thinkers)


def opened(tables: Tables, *company: str, **wish: object) -> Live:
    return tables.create(ADA, "trains", "Friday", list(company), dict(wish), "open", "seed")


def do(tables: Tables, live: Live, words: str) -> None:
    s = live.record.state
    tables.play(live, s.seat, live.n + 1, s.parse(words))


def again(tables: Tables) -> Tables:
    """The same database, read by another process."""
    return Tables(tables.store, Hub(), tables.thinkers)


def wait_for(live: Live, seat: int) -> None:
    until = time.monotonic() + 20
    while live.record.state.seat != seat and time.monotonic() < until:
        time.sleep(0.01)
    assert live.record.state.seat == seat


def test_what_is_played_is_read_back_by_another_process(tables: Tables) -> None:
    live = opened(tables, "you", "invite", map="osaka")
    tables.join(live, BO)
    do(tables, live, "start at kobe")
    do(tables, live, "start at kyoto")
    twin = again(tables).get(live.id)
    assert twin.record.state.fingerprint() == live.record.state.fingerprint()
    assert [seat.name for seat in twin.row.seats] == ["Ada", "Bo"]


def test_two_processes_cannot_both_accept_a_number(tables: Tables) -> None:
    live = opened(tables, "you", "here:Bo")
    other = again(tables)
    twin = other.get(live.id)
    do(tables, live, "start at kamata")
    with pytest.raises(Conflict):
        do(other, twin, "start at urawa")
    assert other.get(live.id).record.state.fingerprint() == live.record.state.fingerprint()


def test_a_bot_answers_by_itself_and_goes_on_after_a_restart(tables: Tables) -> None:
    live = opened(tables, "you", "bot:random")
    do(tables, live, "start at kamata")
    wait_for(live, 0)
    assert live.n == 2
    do(tables, live, "end turn")
    wait_for(live, 0)
    assert live.n > 3
    waiting = opened(tables, "bot:random", "you")
    wait_for(waiting, 1)
    assert again(tables).get(waiting.id).n == 1


def test_undo_is_free_until_something_hidden_is_shown(tables: Tables) -> None:
    live = opened(tables, "you", "invite")
    tables.join(live, BO)
    do(tables, live, "start at kamata")
    do(tables, live, "start at urawa")
    do(tables, live, "play normal train")
    coins = live.record.state.view(0)["coins"]
    assert coins == 1
    tables.undo(live, [0], 3)
    assert live.record.state.view(0)["coins"] == 0
    assert live.n == 4
    do(tables, live, "end turn")
    with pytest.raises(Refused, match="your own"):
        tables.undo(live, [0], 2)
    with pytest.raises(Refused, match="your own"):
        tables.undo(live, [0], 3)
    assert again(tables).get(live.id).record.state.fingerprint() == live.record.state.fingerprint()


def test_beyond_that_the_others_must_agree(tables: Tables) -> None:
    live = opened(tables, "you", "invite")
    tables.join(live, BO)
    for words in ("start at kamata", "start at urawa", "end turn"):
        do(tables, live, words)
    tables.undo(live, [0], 3)
    assert live.record.state.seat == 1
    assert live.row.asked is not None
    with pytest.raises(Refused, match="Nobody asks you"):
        tables.agree(live, [0], True)
    tables.agree(live, [1], False)
    assert live.row.asked is None
    tables.undo(live, [0], 3)
    tables.agree(live, [1], True)
    assert live.record.state.seat == 0
    assert live.row.asked is None
    tables.undo(live, [0], 1)
    do(tables, live, "end turn")
    with pytest.raises(Refused, match="Nobody asks you"):
        tables.agree(live, [1], True)


def test_a_seat_link_moves_the_seat(tables: Tables) -> None:
    live = opened(tables, "you", "invite")
    moved, n = tables.claim(live.row.seats[1].token, BO)
    assert (moved.id, n, live.seats_of("bo")) == (live.id, 1, [1])
    phone = Person("phone", "Guest")
    tables.claim(live.row.seats[1].token, phone)
    assert live.seats_of("bo") == []
    assert live.seats_of("phone") == [1]
    assert live.row.seats[1].name == "Bo"
    with pytest.raises(Refused, match="not known"):
        tables.claim("nonsense", BO)
    with pytest.raises(Refused, match="taken"):
        tables.join(live, BO)


def test_a_bot_stands_in_and_gives_the_seat_back(tables: Tables) -> None:
    live = opened(tables, "you", "here:Bo")
    tables.stand_in(live, 0, True)
    wait_for(live, 1)
    tables.stand_in(live, 0, False)
    do(tables, live, "start at haneda" if live.n == 1 else "end turn")
    assert live.record.state.seat == 0
    assert live.bot_of(0) == ""


def test_who_takes_too_long_is_stood_in_for(tables: Tables) -> None:
    live = tables.create(ADA, "trains", "", ["you", "here:Bo"], {}, "open", "seed", 5)
    tables.overdue()
    assert live.bot_of(0) == ""
    tables.store.change_table(live.id, changed=now() - timedelta(minutes=6))
    tables.overdue()
    assert live.bot_of(0) == "greedy"
    wait_for(live, 1)
    assert live.bot_of(1) == ""
    with pytest.raises(Refused, match="minutes"):
        tables.create(ADA, "trains", "", ["you", "invite"], {}, "open", None, 10**9)


def test_rematch_and_close(tables: Tables) -> None:
    live = opened(tables, "you", "here:Bo", "bot:random", map="osaka")
    new = tables.rematch(live, ADA)
    assert [seat.name for seat in new.row.seats] == ["Ada", "Bo", "Random"]
    assert new.record.options["map"] == "osaka"
    with pytest.raises(Refused, match="sat at"):
        tables.rematch(live, BO)
    with pytest.raises(Refused, match="opened"):
        tables.close(live, BO)
    tables.close(live, ADA)
    with pytest.raises(Refused, match="closed"):
        do(tables, live, "start at kobe")


def test_a_webhook_is_told_whose_decision_it_is(tables: Tables) -> None:
    told: list[dict[str, object]] = []
    heard = threading.Event()

    class Chat(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            told.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()
            heard.set()

        def log_message(self, *_: object) -> None:
            pass

    listener = HTTPServer(("127.0.0.1", 0), Chat)
    threading.Thread(target=listener.serve_forever, daemon=True).start()
    try:
        live = opened(tables, "you", "here:Bo")
        tables.set_hook(live, 1, f"http://127.0.0.1:{listener.server_port}/hook")
        do(tables, live, "start at kamata")
        assert heard.wait(10)
    finally:
        listener.shutdown()
    assert told[0]["name"] == "Bo"
    assert told[0]["n"] == 2
    assert "it is your decision at Friday" in str(told[0]["text"])
    with pytest.raises(Refused, match="http"):
        tables.set_hook(live, 1, "file:///etc/passwd")


def test_a_record_is_opened_as_a_table(tables: Tables) -> None:
    live = tables.open_record(ADA, GOLDEN.read_text(encoding="utf-8"))
    assert live.row.status == "over"
    assert again(tables).get(live.id).record.text() == GOLDEN.read_text(encoding="utf-8")
    with pytest.raises(Refused, match="cut off"):
        tables.open_record(ADA, GOLDEN.read_text(encoding="utf-8")[:5000])


def test_names_are_tidied_and_the_cookie_is_signed(tmp_path: Path) -> None:
    assert tidy("  Ada \n Lovelace\x00 ") == "Ada Lovelace"
    assert len(tidy("x" * 500)) == 24
    people = People(tmp_path)
    cookie = people.write(ADA)
    assert People(tmp_path).read(cookie) == ADA
    assert people.read(cookie[:-2] + "xx") is None
    assert people.read("nonsense") is None
    assert people.read(None) is None
