"""The table service on both databases: sitting down, undoing, conceding, absent players, webhooks, opened records."""

from __future__ import annotations

import gc
import json
import threading
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, text

import roundhouse
from roundhouse.web.refusals import Conflict
from roundhouse.web.render.table import asking, table_json
from roundhouse.web.service import memory
from roundhouse.web.service.bot_pool import BotPool
from roundhouse.web.service.events import Events
from roundhouse.web.service.hooks import Hooks
from roundhouse.web.service.live_table import LiveTable
from roundhouse.web.service.people import Person, tidy
from roundhouse.web.service.rows import MIGRATIONS, now
from roundhouse.web.service.store import Store, address
from roundhouse.web.service.tables import TableService
from tests.web.postgres import Postgres
from tests.web.server import GOLDEN, refused, until

ADA = Person("ada", "Ada")
BO = Person("bo", "Bo")
CY = Person("cy", "Cy")
OVER = "The game is over: Bo wins: Ada and Cy conceded"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'test.sqlite'}"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.database()


def opened(tables: TableService, *company: str, **wish: object) -> LiveTable:
    return tables.create(ADA, "trains", "Friday", list(company), dict(wish), "link", "seed")


def sit(tables: TableService, live: LiveTable, person: Person) -> int:
    """Take the first free seat."""
    return tables.join(live, person, [seat.n for seat in live.row.seats if seat.kind == "open"])


def do(tables: TableService, live: LiveTable, words: str) -> None:
    s = live.record.state
    tables.play(live, s.seat, live.n + 1, s.parse(words))


def again(tables: TableService) -> TableService:
    """Another server on the same database."""
    return TableService(tables.store, Events(), tables.pool, tables.notices)


def wait_for(live: LiveTable, seat: int) -> None:
    """Until the seat is to decide, and what came before is written down."""

    def decides() -> bool:
        with live.lock:
            return live.record.state.seat == seat

    until(decides, f"seat {seat} is asked")


def two(tables: TableService, *words: str, **wish: object) -> LiveTable:
    """Ada and Bo, each at a device of their own, who have decided that."""
    live = opened(tables, "you", "invite", **wish)
    sit(tables, live, BO)
    for said in words:
        do(tables, live, said)
    return live


def standing(live: LiveTable) -> tuple[int, int]:
    """How often was decided, and what the state is."""
    return live.n, live.record.state.fingerprint()


def test_what_is_played_is_read_back_by_another_process(tables: TableService) -> None:
    live = two(tables, "start at kobe", "start at kyoto", map="osaka")
    twin = again(tables).get(live.id)
    assert standing(twin) == standing(live)
    assert [seat.name for seat in twin.row.seats] == ["Ada", "Bo"]


def test_of_two_servers_exactly_one_accepts_a_number(tables: TableService) -> None:
    live = opened(tables, "you", "here:Bo")
    servers = [tables, again(tables)]
    for n in range(1, 13):
        gate = threading.Barrier(2)

        def post(server: TableService, n: int = n, gate: threading.Barrier = gate) -> str:
            held = server.get(live.id)
            s = held.record.state
            seat, action = s.seat, s.legal()[0]
            gate.wait()
            try:
                server.play(held, seat, n, action)
            except Conflict:
                return "refused"
            return "accepted"

        with ThreadPoolExecutor(2) as pool:
            assert sorted(pool.map(post, servers)) == ["accepted", "refused"]
        first, second = (standing(server.get(live.id)) for server in servers)
        assert first == second
        assert first[0] == n


def test_a_server_that_has_missed_moves_reads_them(tables: TableService) -> None:
    live = opened(tables, "you", "here:Bo")
    other = again(tables)
    behind = other.get(live.id)
    do(tables, live, "start at kamata")
    do(tables, live, "start at urawa")
    with pytest.raises(Conflict, match="moved on"):
        other.play(behind, 0, 3, live.record.state.parse("end turn"))
    assert standing(other.get(live.id)) == standing(live)


def test_a_bot_answers_by_itself_and_goes_on_after_a_restart(tables: TableService) -> None:
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


def test_undo_is_free_until_something_hidden_is_shown(tables: TableService) -> None:
    live = two(tables, "start at kamata", "start at urawa", "play normal train")
    coins = live.record.state.view(0)["coins"]
    assert coins == 1
    tables.undo(live, [0], 3)
    assert live.record.state.view(0)["coins"] == 0
    assert live.n == 4
    do(tables, live, "end turn")
    for n in (2, 3):
        refused("your own", tables.undo, live, [0], n)
    assert standing(again(tables).get(live.id)) == standing(live)


def test_beyond_that_the_others_must_agree(tables: TableService) -> None:
    live = two(tables, "start at kamata", "start at urawa", "end turn")
    tables.undo(live, [0], 3)
    assert live.record.state.seat == 1
    assert live.row.asked is not None
    refused("Nobody asks you", tables.answer, live, [0], True)
    tables.answer(live, [1], False)
    assert live.request() is None  # what is left of it tells who asked that the other would rather not
    assert live.refusal()
    tables.undo(live, [0], 3)
    tables.answer(live, [1], True)
    assert live.record.state.seat == 0
    assert live.row.asked is None
    tables.undo(live, [0], 1)
    assert live.row.asked is not None
    do(tables, live, "end turn")
    refused("Nobody asks you", tables.answer, live, [1], True)


def test_a_seat_moves_to_another_device_by_a_link_that_works_once(tables: TableService) -> None:
    live = opened(tables, "you", "invite")
    invitation = live.row.seats[1].token
    sit(tables, live, BO)
    assert live.row.seats[1].token != invitation
    refused("taken", sit, tables, live, CY)
    phone = Person("phone", "Guest")
    link = tables.offer(live, 1)
    before = live.row.seats[1].token
    assert tables.take_over(link, BO)[1] == 1  # where it is already: nothing moves
    assert live.seats_of("bo") == [1]
    moved, n = tables.take_over(link, phone)
    assert (moved.id, n, live.seats_of("bo"), live.seats_of("phone")) == (live.id, 1, [], [1])
    assert live.row.seats[1].name == "Bo"
    assert live.row.seats[1].token != before
    for used in (link, "nonsense", "\0"):
        refused("used, replaced or is too old", tables.take_over, used, CY)
    old, new = tables.offer(live, 1), tables.offer(live, 1)
    refused("replaced", tables.take_over, old, CY)
    tables.take_over(new, CY)
    assert live.seats_of("cy") == [1]
    assert tables.store.handed_over(live.id, "phone")
    assert not tables.store.handed_over(live.id, "ada")


def test_a_guest_who_is_removed_cannot_hand_the_seat_on(tables: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even if that happens just when the link is used."""
    live = two(tables)
    link = tables.offer(live, 1)
    look = tables.store.handover

    def then_removed(token: str) -> Any:
        held = look(token)
        tables.remove(live, 1)
        return held

    monkeypatch.setattr(tables.store, "handover", then_removed)
    refused("no longer its giver's", tables.take_over, link, CY)
    seat = live.row.seats[1]
    assert (seat.kind, seat.player, seat.name) == ("open", "", "Seat B")


def test_a_second_server_soon_knows_who_sits_where(tables: TableService) -> None:
    live = opened(tables, "you", "invite")
    other = again(tables)
    twin = other.get(live.id)
    sit(tables, live, BO)
    do(tables, live, "start at kamata")
    twin.read -= 60
    fresh = other.get(live.id)
    assert (fresh.names, fresh.n) == (["Ada", "Bo"], 1)
    before = fresh.row.seats[1].token
    tables.take_over(tables.offer(live, 1), CY)
    fresh.read -= 60
    assert other.get(live.id).row.seats[1].token != before


def test_a_hand_over_ends_with_the_day_and_with_its_giver(
    tables: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = two(tables)
    link = tables.offer(live, 1)
    tables.remove(live, 1)
    refused("too old", tables.take_over, link, CY)
    link = tables.offer(live, 0)
    later = tables.store.time() + timedelta(hours=25)
    monkeypatch.setattr(tables.store, "time", lambda session=None: later)
    refused("too old", tables.take_over, link, CY)


def test_a_bot_stands_in_and_gives_the_seat_back(tables: TableService) -> None:
    live = opened(tables, "you", "here:Bo")
    tables.stand_in(live, 0, True)
    wait_for(live, 1)
    tables.stand_in(live, 0, False)
    do(tables, live, "start at haneda" if live.n == 1 else "end turn")
    assert live.record.state.seat == 0
    assert live.bot_of(0) == ""


def test_who_opens_a_table_says_which_bot_stands_in(tables: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables.bots, "wake", lambda live: None)
    live = tables.create(ADA, "trains", "", ["you", "here:Bo", "here:Cy"], {}, "link", "seed", stand_in="tycoon")
    tables.stand_in(live, 0, True)
    tables.concede(live, 1)
    assert [live.bot_of(n) for n in range(3)] == ["tycoon", "tycoon", ""]
    assert tables.rematch(live, ADA).row.stand_in == "tycoon"


def test_who_takes_too_long_is_stood_in_for(tables: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    live = tables.create(ADA, "trains", "", ["you", "here:Bo"], {}, "link", "seed", 5)
    tables.overdue()
    assert live.bot_of(0) == ""
    monkeypatch.setattr("roundhouse.web.service.turn_clock.GRACE", 0)
    tables.store.change_table(live.id, changed=now() - timedelta(minutes=6))
    tables.overdue()
    assert live.bot_of(0) == "conductor"
    wait_for(live, 1)
    assert live.bot_of(1) == ""
    refused("minutes", tables.create, ADA, "trains", "", ["you", "invite"], {}, "open", None, 10**9)


def test_all_who_sat_at_a_table_meet_at_one_rematch(tables: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    live = opened(tables, "you", "invite", "invite")
    sit(tables, live, BO)
    told: list[tuple[set[str], dict[str, Any]]] = []
    monkeypatch.setattr(tables.events, "send_to", lambda whose, table, kind, **news: told.append((whose, news)))
    assert tables.rematch(live, BO).id != tables.rematch(live, ADA).id  # while it is played each has their own
    assert tables.rematch_of(live) == ""
    tables.close(live)
    new = tables.rematch(live, BO)
    assert told == [({ADA.id}, {"to": new.id, "name": "Bo"})]
    assert tables.rematch_of(live) == new.id
    assert tables.rematch(live, ADA) is new
    assert tables.rematch_of(again(tables).get(live.id)) == new.id
    tables.close(new)
    assert tables.rematch(live, ADA).id != new.id  # that one has ended as well


def test_rematch_and_close(tables: TableService) -> None:
    live = opened(tables, "you", "here:Bo", "bot:random", map="osaka")
    new = tables.rematch(live, ADA)
    assert new.names == live.names
    assert live.names[:2] == ["Ada", "Bo"]
    assert new.record.names == ["Ada", "Bo", f"{live.names[2]} (random)"]
    assert new.record.options["map"] == "osaka"
    refused("sat at", tables.rematch, live, BO)
    tables.close(live)
    refused("closed", do, tables, live, "start at kobe")
    empty = opened(tables, "you", "invite")
    tables.close(empty)
    refused("closed", sit, tables, empty, BO)


def test_a_path_is_no_option(tables: TableService, tmp_path: Path) -> None:
    for name in ("components", "seed", "names", "seats", "self"):
        refused("has no option", opened, tables, "you", "invite", **{name: str(tmp_path)})


# conceding


def three(tables: TableService, *company: str) -> LiveTable:
    """Ada, Bo and Cy, who sit down in the order of the seats."""
    live = opened(tables, *(company or ("you", "invite", "invite")))
    sit(tables, live, BO)
    sit(tables, live, CY)
    return live


def test_conceding_leaves_the_seat_to_a_bot_for_good(tables: TableService) -> None:
    live = three(tables)
    tables.concede(live, 0)
    assert (live.row.status, live.conceded, live.result()) == ("playing", [0], "")
    wait_for(live, 1)
    refused("A bot plays that seat to the end, as Ada has conceded", tables.stand_in, live, 0, False)
    refused("conceded already", tables.concede, live, 0)
    refused("your own", tables.undo, live, [0], 1)
    do(tables, live, "start at haneda")
    assert again(tables).get(live.id).conceded == [0]


def test_the_last_seat_left_wins_at_once(tables: TableService) -> None:
    live = three(tables)
    do(tables, live, "start at kamata")
    tables.concede(live, 2)
    tables.concede(live, 0)
    for table in (live, again(tables).get(live.id)):
        assert (table.row.status, table.over, table.winners()) == ("over", True, [1])
        assert table.result() == "Bo wins: Ada and Cy conceded"
        assert not table.record.state.over
    refused(OVER, do, tables, live, "start at haneda")
    refused(OVER, tables.undo, live, [0], 1)
    refused(OVER, tables.stand_in, live, 1, True)
    refused(OVER, tables.concede, live, 1)
    refused(OVER, tables.ask_for_bot, live, [0], 1)
    assert again(tables).store.bots_due() == []
    new = tables.rematch(live, BO)
    assert [seat.kind for seat in new.row.seats] == ["open", "person", "open"]
    assert not any(seat.bot or seat.conceded for seat in new.row.seats)


def test_a_bot_that_is_left_alone_wins_and_stops(tables: TableService) -> None:
    live = opened(tables, "bot:random", "you")
    tables.concede(live, 1)
    n = live.n
    assert live.result() == f"{live.names[0]} wins: Ada conceded"
    tables.bots.wake_due()
    other = opened(tables, "bot:random", "you")
    wait_for(other, 1)  # a bot that is asked later has answered
    assert live.n == n
    assert not live.record.state.over


def test_nobody_wins_against_a_free_seat(tables: TableService) -> None:
    live = opened(tables, "you", "invite")
    refused("closed instead", tables.concede, live, 0)


def test_a_move_does_not_open_a_table_that_ended_elsewhere(tables: TableService) -> None:
    live = opened(tables, "you", "here:Bo")
    other = again(tables)
    twin = other.get(live.id)
    tables.concede(live, 0)
    with pytest.raises(Conflict, match="ended meanwhile"):
        do(other, twin, "start at kamata")
    assert other.get(live.id).over


# a bot for who is absent


def late(tables: TableService, live: LiveTable, seconds: int) -> None:
    """As if this server had seen the table change so long ago."""
    changed = now() - timedelta(seconds=seconds)
    tables.store.change_table(live.id, changed=changed)
    tables.clock.begin(live.id, changed, seconds)


def absent(tables: TableService, seconds: int) -> LiveTable:
    """A table of three, where Bo is to decide and has not for so long."""
    live = three(tables, "invite", "you", "invite")
    if seconds:
        late(tables, live, seconds)
    return live


def test_the_others_agree_on_a_bot_for_who_is_absent(tables: TableService) -> None:
    live = absent(tables, 0)  # Bo is to decide; Ada and Cy wait
    refused(r"Give Bo two minutes to think; ask again in (2 minutes|[0-9]+ seconds)", tables.ask_for_bot, live, [1], 0)
    late(tables, live, 121)
    for nobody in ([0], []):
        refused("another person", tables.ask_for_bot, live, nobody, 0)
    refused("does not wait", tables.ask_for_bot, live, [1], 2)
    tables.ask_for_bot(live, [1], 0)
    assert asking(live, [1]) is None
    assert asking(live, []) is None
    seen = asking(live, [2])
    assert seen is not None
    assert (seen["kind"], seen["title"], seen["n"]) == ("stand-in", "Let a bot play for Bo?", 1)
    waited_for = asking(live, [0])
    assert waited_for is not None
    assert "wait for you" in waited_for["text"]
    refused("Nobody asks you", tables.answer, live, [1], True)
    tables.answer(live, [2], True)
    assert live.bot_of(0) == "conductor"
    wait_for(live, 1)
    tables.stand_in(live, 0, False)
    assert live.bot_of(0) == ""


@pytest.mark.parametrize("seat", [0, 2])
def test_one_no_ends_the_request(tables: TableService, seat: int) -> None:
    live = absent(tables, 300)
    tables.ask_for_bot(live, [1], 0)
    tables.answer(live, [seat], False)
    assert (live.request(), live.bot_of(0)) == (None, "")


def test_a_decision_ends_the_request(tables: TableService) -> None:
    live = absent(tables, 300)
    tables.ask_for_bot(live, [1], 0)
    do(tables, live, "start at kamata")
    assert live.row.asked is None
    refused("Nobody asks you", tables.answer, live, [2], True)


def test_with_nobody_to_ask_the_bot_comes_at_once(tables: TableService) -> None:
    live = opened(tables, "invite", "you", "bot:random")
    sit(tables, live, BO)
    late(tables, live, 300)
    tables.ask_for_bot(live, [1], 0)
    assert live.bot_of(0) == "conductor"
    wait_for(live, 1)


def test_one_request_at_a_time(tables: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    live = absent(tables, 0)
    for words in ("start at kamata", "start at urawa", "start at haneda", "end turn"):
        do(tables, live, words)
    tables.undo(live, [0], 4)  # Bo asks; Ada, who is to decide, does not answer
    late(tables, live, 300)
    refused("Answer first what Bo has asked", tables.ask_for_bot, live, [2], 1)
    tables.ask_for_bot(live, [0], 1)  # one's own is replaced
    request = live.request()
    assert request is not None
    assert request["kind"] == "stand-in"
    monkeypatch.setattr("roundhouse.web.service.tables.ABSENT", 0)  # and what nobody answers lapses
    tables.ask_for_bot(live, [2], 1)
    request = live.request()
    assert request is not None
    assert request["by"] == 2


def test_who_has_come_back_is_not_late_and_gives_nobody_else_time(
    tables: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables.bots, "wake", lambda live: None)  # no bot is quicker
    live = tables.create(ADA, "trains", "", ["you", "here:Bo"], {}, "link", "seed", 5)
    tables.stand_in(live, 0, True)
    late(tables, live, 600)
    tables.stand_in(live, 0, False)
    tables.overdue()
    assert [live.bot_of(0), live.bot_of(1)] == ["", ""]
    tables.stand_in(live, 1, True)
    late(tables, live, 600)
    tables.stand_in(live, 1, False)
    tables.overdue()
    assert [live.bot_of(0), live.bot_of(1)] == ["conductor", ""]


# watching


def test_watchers_share_one_rendering(tables: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def regions(live: LiveTable, *_: object) -> dict[str, str]:
        made.append(live.n)
        return {}

    monkeypatch.setattr("roundhouse.web.render.table.regions", regions)
    live = absent(tables, 0)
    assert table_json(live, []) is table_json(live, [], 7)
    assert made == [0]
    changes: list[Callable[[], None]] = [
        lambda: do(tables, live, "start at kamata"),
        lambda: tables.stand_in(live, 2, True),
        lambda: tables.stand_in(live, 2, False),
        lambda: tables.concede(live, 2),
        lambda: tables.close(live),
    ]
    for change in changes:
        before, count = table_json(live, []), len(made)
        change()
        after = table_json(live, [])
        assert after is not before
        assert after is table_json(live, [])
        assert len(made) == count + 1
    assert after["title"] == "Closed: Friday"
    assert table_json(live, [1]) is table_json(live, [1])  # and a seat has one of its own
    assert table_json(live, [1]) is not table_json(live, [])


# webhooks


class Chat:
    """A chat tool that listens; `status` is what it answers as soon as there is leave to."""

    def __init__(self, hooks: Hooks, status: int = 204) -> None:
        self.hooks = hooks
        told: list[dict[str, Any]] = []
        self.told = told
        leave = threading.Event()
        leave.set()
        self.leave = leave

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                told.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                leave.wait()
                self.send_response(status)
                self.send_header("Location", "/elsewhere")
                self.end_headers()

            do_GET = do_POST

            def log_message(self, *_: object) -> None:
                pass

        self.listener = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.listener.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.listener.server_port}/hook"
        threading.Thread(target=self.listener.serve_forever, args=(0.01,), daemon=True).start()

    def heard(self, count: int) -> list[dict[str, Any]]:
        """What was told, once all that was to be sent has been; it is that much."""
        until(lambda: not self.hooks.busy, "everything is sent")
        assert len(self.told) == count
        return self.told


@pytest.fixture
def chat(tables: TableService) -> Iterator[Chat]:
    tool = Chat(tables.notices.hooks)
    yield tool
    tool.listener.shutdown()


def test_a_webhook_is_told_once_when_the_decision_passes_to_its_seat(tables: TableService, chat: Chat) -> None:
    live = opened(tables, "you", "here:Bo")
    tables.set_hook(live, 1, chat.url)
    do(tables, live, "start at kamata")
    told = chat.heard(1)[0]
    assert (told["seat"], told["name"], told["n"]) == (1, "Bo", 2)
    assert "it is your decision at Friday" in told["text"]
    for words in ("start at urawa", "play normal train", "play normal train"):
        do(tables, live, words)  # Bo, then Ada twice
    chat.heard(1)
    do(tables, live, "end turn")
    assert chat.heard(2)[1]["n"] == live.n + 1
    do(tables, live, "play normal train")  # Bo's own turn goes on
    chat.heard(2)


def test_a_webhook_ends_when_its_seat_passes_to_somebody_else(tables: TableService, chat: Chat) -> None:
    live = two(tables)
    tables.set_hook(live, 1, chat.url)
    live, _ = tables.take_over(tables.offer(live, 1), Person("phone", "Bo"))
    assert live.row.seats[1].hook == ""
    tables.set_hook(live, 1, chat.url)
    tables.remove(live, 1)
    tables.store.change_table(live.id, {1: {"hook": chat.url}})  # as an older server may have left it
    sit(tables, live, CY)
    assert live.row.seats[1].hook == ""


def test_a_webhook_hears_of_bots_moves_but_not_for_a_bot(tables: TableService, chat: Chat) -> None:
    live = opened(tables, "you", "bot:random", "here:Cy")
    for n in (0, 2):
        tables.set_hook(live, n, chat.url)
    tables.stand_in(live, 2, True)
    do(tables, live, "start at kamata")
    wait_for(live, 0)
    assert [told["seat"] for told in chat.heard(1)] == [0]
    tables.stand_in(live, 2, False)
    do(tables, live, "end turn")
    wait_for(live, 2)
    assert [told["seat"] for told in chat.heard(2)] == [0, 2]


def test_an_undo_that_passes_the_decision_back_is_told(tables: TableService, chat: Chat) -> None:
    live = opened(tables, "you", "here:Bo")
    for words in ("start at kamata", "start at urawa", "end turn"):
        do(tables, live, words)
    tables.set_hook(live, 0, chat.url)
    tables.undo(live, [0, 1], 3)
    assert chat.heard(1)[0]["seat"] == 0


@pytest.mark.parametrize("status", [204, 307, 500])
def test_an_address_that_hangs_or_redirects_costs_nothing(tables: TableService, status: int) -> None:
    tool = Chat(tables.notices.hooks, status)
    tool.leave.clear()
    live = opened(tables, "you", "here:Bo")
    tables.set_hook(live, 1, tool.url)
    do(tables, live, "start at kamata")
    assert tables.notices.hooks.busy  # nobody has waited for its answer
    tool.leave.set()
    tool.heard(1)
    tool.listener.shutdown()


def test_strangers_cannot_make_the_server_post_to_its_own_network(tables: TableService, chat: Chat) -> None:
    tables.notices.hooks = chat.hooks = Hooks()
    live = opened(tables, "you", "here:Bo")
    for url in (chat.url, chat.url.replace("127.0.0.1", "localhost"), chat.url.replace("127.0.0.1", "2130706433")):
        tables.set_hook(live, 1, url)
        do(tables, live, "start at kamata")
        tables.undo(live, [0], live.n)
    chat.heard(0)


BAD_HOOKS = [
    *("file:///etc/passwd", "ftp://x/", "javascript:1", "http://", "http://[::1", "http://x:99999/", "http://a b/"),
    *("http://x/\r\nEvil: 1", "http://x/\0", "http://\ud800/"),
]


@pytest.mark.parametrize("bad", BAD_HOOKS)
def test_a_webhook_is_an_address(bad: str, tmp_path: Path, pool: BotPool) -> None:
    tables = TableService(Store(f"sqlite:///{tmp_path / 'test.sqlite'}"), Events(), pool)
    live = opened(tables, "you", "here:Bo")
    refused("http or https address", tables.set_hook, live, 1, bad)


# the database


def test_a_database_of_the_first_shape_is_brought_up(url: str, pool: BotPool) -> None:
    engine = create_engine(address(url))
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    header = roundhouse.Record("trains", 2, "seed", ["Ada", "Bo"]).header()
    row = {"id": "old", "header": json.dumps(header), "asked": json.dumps({"n": 1}), "at": now()}
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.execute(
            text(
                "INSERT INTO tables (id, game, title, visibility, status, watch, host, header, minutes, asked, created,"
                " changed) VALUES (:id, 'trains', 'Old', 'open', 'playing', 'w', 'ada', :header, 0, :asked, :at, :at)"
            ),
            row,
        )
        for n, name in enumerate(("Ada", "ada")):  # as two could be called then
            connection.execute(
                text(
                    "INSERT INTO seats (table_id, n, kind, name, player, bot, hook, token)"
                    " VALUES ('old', :n, 'person', :name, :player, '', '', :token)"
                ),
                {"n": n, "name": name, "player": name, "token": f"t{n}"},
            )
    engine.dispose()
    tables = TableService(Store(url), Events(), pool)
    live = tables.get("old")
    assert (live.conceded, live.request(), live.names) == ([], None, ["Ada", "ada 2"])
    do(tables, live, "start at kamata")
    tables.concede(live, 0)
    assert TableService(Store(url), Events(), pool).get("old").result() == "ada 2 wins: Ada conceded"


def test_many_may_speak_at_once(tables: TableService) -> None:
    live = opened(tables, "you", "here:Bo")
    with ThreadPoolExecutor(6) as pool:
        numbers = list(pool.map(lambda n: tables.store.say(live.id, "Ada", f"word {n}"), range(24)))
    assert sorted(numbers) == list(range(1, 25))


def test_a_record_is_opened_as_a_table(tables: TableService) -> None:
    live = tables.get(tables.open_record(ADA, GOLDEN))
    assert live.row.status == "over"
    assert again(tables).get(live.id).record.text() == GOLDEN
    refused("cut off", tables.open_record, ADA, GOLDEN[:5000])


def test_the_names_of_a_record_are_told_apart(tables: TableService) -> None:
    record = roundhouse.Record("trains", 3, "seed", ["Greedy", "Greedy", ""])
    live = tables.get(tables.open_record(ADA, record.text()))
    assert live.names == ["Greedy", "Greedy 2", "Seat 3"]
    assert live.record.names == ["Greedy", "Greedy", ""]


def test_names_are_tidied() -> None:
    assert tidy("  Ada \n Lovelace\x00 ") == "Ada Lovelace"
    assert len(tidy("x" * 500)) == 24


def test_rubbish_is_found_and_what_lives_is_not_looked_through_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "SELDOM", 3)
    duty = memory.Rubbish()

    class Ring:
        def __init__(self) -> None:
            self.own = self

    def dropped() -> weakref.ref[Ring]:
        return weakref.ref(Ring())

    try:
        kept = Ring()
        late = weakref.ref(kept)
        early = dropped()
        duty.clear()
        assert early() is None
        assert gc.get_freeze_count() > 0
        del kept
        duty.clear()
        assert late() is not None  # it was set aside
        duty.clear()
        assert late() is None
    finally:
        gc.unfreeze()


def test_no_refusal_begins_with_a_name(tables: TableService) -> None:
    """Whatever somebody is called, who reads it sees where the sentence begins."""
    odd = Person("odd", "# odd")
    live = tables.create(odd, "trains", "", ["you", "here:, two", "here:; three"], {}, "link")
    refused("^Give # odd two minutes", tables.ask_for_bot, live, [1], 0)
    refused("^It is # odd's decision", tables.play, live, 1, 1, 0)
    tables.concede(live, 0)
    refused("^That seat has been conceded", tables.concede, live, 0)
    refused("^A bot plays that seat to the end, as # odd", tables.stand_in, live, 0, False)
