"""Who is to decide is told: by Web Push and by e-mail, against receivers on this machine that read what they get."""

from __future__ import annotations

import json
import re
import threading
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import http_ece
import httpx
import pytest
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from roundhouse.web.files import static
from roundhouse.web.guard import without_secret
from roundhouse.web.render.games import STATIC
from roundhouse.web.service import notices as notices_module
from roundhouse.web.service import push as push_module
from roundhouse.web.service.limits import Limits
from roundhouse.web.service.mail import Mail, is_address
from roundhouse.web.service.people import BadKey
from roundhouse.web.service.push import own_key
from roundhouse.web.service.subscribers import MOST_PUSHES
from tests.web.server import Inside, client, free_port, inside, opened, person, refusal, until

BASE = "http://games.example/"


def b64(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


class Vendor:
    """A push service, and the browser it serves: it takes sealed messages, and opens them."""

    def __init__(self, status: int = 201) -> None:
        self.status = status
        self.leave = threading.Event()
        self.leave.set()
        self.got: list[tuple[dict[str, str], bytes]] = []
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"sixteen bytes or"
        vendor = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                vendor.got.append(({name.lower(): value for name, value in self.headers.items()}, body))
                vendor.leave.wait()
                self.send_response(vendor.status)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.listener = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.listener.daemon_threads = True
        threading.Thread(target=self.listener.serve_forever, args=(0.01,), daemon=True).start()

    def subscription(self, path: str = "browser") -> dict[str, Any]:
        """As a browser writes it."""
        raw = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": b64(raw), "auth": b64(self.auth)}
        return {"endpoint": f"http://127.0.0.1:{self.listener.server_port}/{path}", "keys": keys}

    def read(self, n: int) -> dict[str, str]:
        """What a message says."""
        headers, body = self.got[n]
        assert headers["content-encoding"] == "aes128gcm"
        text = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        read: dict[str, str] = json.loads(text)
        return read


@pytest.fixture
def vendor() -> Iterator[Vendor]:
    made = Vendor()
    yield made
    made.leave.set()
    made.listener.shutdown()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Inside]:
    """A server whose Web Push may go to this machine."""
    with inside(tmp_path, private_hooks=True) as server:
        yield server


def comes(house: Inside, name: str) -> httpx.Client:
    """Somebody with a browser, by the address that the server says it has."""
    http = client(house.address, headers={"Origin": (house.app.state.base or house.address).rstrip("/")})
    assert http.post("/me", data={"name": name}).status_code == 303
    return http


class Pair:
    """Ada and Bo at a table that Ada opened; Ada is to decide."""

    def __init__(self, house: Inside, **more: str) -> None:
        self.house = house
        self.ada, self.bo = comes(house, "Ada"), comes(house, "Bo")
        self.path = opened(self.ada, "you", "invite", title="Friday", **more)
        self.id = self.path.rpartition("/")[2]
        seat = house.tables.get(self.id).row.seats[1]
        assert self.bo.post(f"/s/{seat.token}", data={"name": "Bo"}).status_code == 303

    def until_other(self, who: httpx.Client, seat: int) -> None:
        """Decide for a seat until the other one is to."""
        live = self.house.tables.get(self.id)
        while live.record.state.seat == seat:
            s = live.record.state
            chosen = next((a for a in s.choices() if s.words(a) == "end turn"), s.choices()[0])
            answer = who.post(f"{self.path}/play", json={"n": live.n + 1, "action": chosen})
            assert answer.status_code == 200, answer.text

    def bos_turn(self) -> None:
        self.until_other(self.ada, 0)

    def adas_turn(self) -> None:
        self.until_other(self.bo, 1)

    def pushed(self) -> None:
        """Wait until all that was to be pushed has been answered."""
        told = self.house.tables.notices
        told.errands.waiting.join()
        assert told.push is not None
        hooks = told.push.hooks
        until(lambda: not hooks.busy, "all is pushed")

    @contextmanager
    def looking(self) -> Iterator[None]:
        """Bo has the table open meanwhile."""
        with self.bo.stream("GET", f"/live?tables={self.id}") as stream:
            lines = stream.iter_lines()
            next(lines)
            yield
        until(lambda: not self.house.tables.events.at(self.id), "the stream has ended")


@pytest.fixture
def pair(house: Inside) -> Iterator[Pair]:
    made = Pair(house)
    yield made
    made.ada.close()
    made.bo.close()


# Web Push


def test_a_browser_is_told_by_a_message_that_only_it_can_read(pair: Pair, vendor: Vendor) -> None:
    assert pair.bo.post("/notices/push", json=vendor.subscription()).json() == {"on": True}
    pair.bos_turn()
    pair.pushed()
    assert vendor.read(0) == {
        "title": "Your turn: Friday",
        "body": "Place your first track marker.",
        "url": pair.path,
        "tag": pair.id,
    }
    headers, body = vendor.got[0]
    assert b"Friday" not in body
    assert (headers["topic"], headers["ttl"]) == (pair.id, "86400")
    assert Vapid02.verify(headers["authorization"])
    assert f"k={pair.bo.get('/notices').json()['push']}" in headers["authorization"]


def test_who_has_the_table_open_gets_no_push(pair: Pair, vendor: Vendor) -> None:
    pair.bo.post("/notices/push", json=vendor.subscription())
    with pair.looking():
        pair.bos_turn()
    pair.pushed()
    assert vendor.got == []
    pair.adas_turn()
    pair.bos_turn()
    pair.pushed()
    assert len(vendor.got) == 1


def test_who_has_just_decided_for_another_own_seat_is_not_told(house: Inside, vendor: Vendor) -> None:
    with person(house.address, "Ada") as ada:
        path = opened(ada, "you", "here:Bo")
        ada.post("/notices/push", json=vendor.subscription())
        action = house.tables.get(path.rpartition("/")[2]).record.state.choices()[0]
        assert ada.post(f"{path}/play", json={"n": 1, "action": action}).status_code == 200
    house.tables.notices.errands.waiting.join()
    assert vendor.got == []


@pytest.mark.parametrize(("status", "left"), [(201, 1), (404, 0), (410, 0), (429, 1), (500, 1)])
def test_a_browser_that_its_vendor_has_forgotten_is_forgotten(
    pair: Pair, vendor: Vendor, status: int, left: int
) -> None:
    vendor.status = status
    pair.bo.post("/notices/push", json=vendor.subscription())
    player = pair.house.tables.get(pair.id).row.seats[1].player
    pair.bos_turn()
    pair.pushed()
    assert len(vendor.got) == 1
    assert len(pair.house.tables.notices.subscribers.pushes(player)) == left


def test_a_vendor_that_hangs_holds_up_no_move(pair: Pair, vendor: Vendor) -> None:
    pair.bo.post("/notices/push", json=vendor.subscription())
    vendor.leave.clear()
    pair.bos_turn()
    until(lambda: vendor.got, "the message has come")
    pair.adas_turn()  # while it hangs
    vendor.leave.set()
    pair.pushed()


def test_a_broken_database_or_queue_fails_no_move(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(pair.house.tables.notices.errands, "add", broken)
    pair.bos_turn()
    monkeypatch.undo()
    monkeypatch.setattr(pair.house.tables.notices.push, "tell", broken)
    pair.adas_turn()
    pair.bos_turn()
    pair.pushed()


def test_strangers_cannot_make_the_server_push_to_its_own_network(
    tmp_path: Path, vendor: Vendor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with inside(tmp_path) as house:
        pair = Pair(house)
        plain = vendor.subscription()
        refusal(pair.bo.post("/notices/push", json=plain), 422)
        secure = {**plain, "endpoint": plain["endpoint"].replace("http:", "https:")}
        assert pair.bo.post("/notices/push", json=secure).status_code == 200
        connected: list[object] = []

        def note(*given: object) -> bool:
            connected.append(given)
            return False

        monkeypatch.setattr(vendor.listener, "verify_request", note)
        pair.bos_turn()
        pair.pushed()
        assert connected == []


BAD = [
    {"endpoint": "https://push.example/x", "keys": {"p256dh": "", "auth": ""}},
    {"endpoint": "https://push.example/x", "keys": {"p256dh": "AAAA", "auth": "AAAA"}},
    {"endpoint": "https://push.example/x", "keys": {"p256dh": b64(b"\x04" + b"\1" * 64), "auth": b64(b"1" * 16)}},
    {"endpoint": "javascript:alert(1)", "keys": {"p256dh": "x", "auth": "x"}},
    {"endpoint": "https://push.example/" + "x" * 1000, "keys": {"p256dh": "x", "auth": "x"}},
    {"endpoint": "https://push.example/\r\nEvil: 1"},
    {},
]


@pytest.mark.parametrize("bad", BAD)
def test_what_is_no_subscription_is_refused(pair: Pair, vendor: Vendor, bad: dict[str, Any]) -> None:
    refusal(pair.bo.post("/notices/push", json={**vendor.subscription(), **bad} if bad else bad), 422)
    player = pair.house.tables.get(pair.id).row.seats[1].player
    assert pair.house.tables.notices.subscribers.pushes(player) == []


def test_only_a_person_of_this_server_subscribes_and_ends_it(pair: Pair, vendor: Vendor) -> None:
    with client(pair.house.address, headers={"Origin": pair.house.address}) as nobody:
        assert "open a page" in refusal(nobody.post("/notices/push", json=vendor.subscription()), 403)
    pair.bo.post("/notices/push", json=vendor.subscription())
    subscribers, player = pair.house.tables.notices.subscribers, pair.house.tables.get(pair.id).row.seats[1].player
    pair.ada.post("/notices/push/off", json=vendor.subscription())
    assert len(subscribers.pushes(player)) == 1
    pair.bo.post("/notices/push/off", json=vendor.subscription())
    assert subscribers.pushes(player) == []


def test_of_many_browsers_the_oldest_make_way(pair: Pair, vendor: Vendor) -> None:
    for n in range(MOST_PUSHES + 2):
        assert pair.bo.post("/notices/push", json=vendor.subscription(f"{n}")).status_code == 200
    player = pair.house.tables.get(pair.id).row.seats[1].player
    kept = [row.endpoint.rpartition("/")[2] for row in pair.house.tables.notices.subscribers.pushes(player)]
    assert kept == [str(n) for n in range(MOST_PUSHES + 1, 1, -1)]


def test_the_key_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "push-key"
    key = own_key(path)
    assert own_key(path) == key == path.read_text()
    assert path.stat().st_mode & 0o777 == 0o600
    for bad in ("", "not base64", "AAAA", b64(b"\0" * 32), b64(b"\xff" * 32), "\ud800"):
        path.write_bytes(bad.encode("utf-8", "surrogatepass"))
        with pytest.raises(BadKey, match="remove the file"):
            own_key(path)


def test_without_the_extra_the_server_offers_no_push(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, vendor: Vendor
) -> None:
    monkeypatch.setattr(push_module, "find_spec", lambda name: None)
    with inside(tmp_path) as house:
        pair = Pair(house)
        assert pair.bo.get("/notices").json() == {"push": "", "mail": None}
        assert "no Web Push" in refusal(pair.bo.post("/notices/push", json=vendor.subscription()), 409)
        assert "no e-mail" in refusal(pair.bo.post("/notices/mail", json={"address": "bo@mail.example"}), 409)
        pair.bos_turn()
    assert not (tmp_path / "push-key").exists()


# e-mail


class Postbox:
    """A mail server that keeps what it gets."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.to: list[str] = []
        self.answer = "250 Fine"
        self.port = free_port()
        self.controller = Controller(self, hostname="127.0.0.1", port=self.port)
        self.controller.start()

    async def handle_DATA(self, _server: object, _session: object, envelope: Any) -> str:
        if self.answer.startswith("250"):
            self.mails.append(message_from_bytes(envelope.content, policy=policy.default))
            self.to += envelope.rcpt_tos
        return self.answer


class Written(Pair):
    """The same at a server that writes e-mails."""

    def __init__(self, house: Inside, postbox: Postbox) -> None:
        super().__init__(house)
        self.postbox = postbox
        self.told = house.tables.notices

    def sent(self) -> list[EmailMessage]:
        """All mails, once those that are due have gone out."""
        self.house.tables.write_mails()
        self.told.mail.errands.waiting.join()
        return self.postbox.mails

    def confirmed(self, address: str = "bo@mail.example") -> str:
        """Bo wants mails and has confirmed it; the path of the link. The letter is not among the mails."""
        assert self.bo.post("/notices/mail", json={"address": address}).json()["mail"]["address"] == address
        link = path_in(self.sent().pop())
        self.postbox.to.clear()
        assert self.bo.post(link).status_code == 200
        return link


def path_in(mail: EmailMessage) -> str:
    """The path of the first link in a mail."""
    found = re.search(r"http://games\.example(/\S+)", mail.get_content())
    assert found
    return found[1]


@pytest.fixture
def postbox() -> Iterator[Postbox]:
    made = Postbox()
    yield made
    made.controller.stop()


@pytest.fixture
def make(tmp_path: Path, postbox: Postbox, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Written]]:
    """Servers that write e-mails, at once if nothing else is said."""
    monkeypatch.setattr(notices_module, "MAIL_AFTER", timedelta(0))
    monkeypatch.setattr("roundhouse.web.app.MAILS", 10**6)  # when mails are due is for the test to say
    monkeypatch.setattr("roundhouse.web.app.FIRST", 10**6)
    started: list[Inside] = []

    def one(**more: Any) -> Written:
        mail = {"mail": f"smtp://127.0.0.1:{postbox.port}", "mail_from": "games@games.example", "base": BASE}
        house = inside(tmp_path, **mail, **more)
        started.append(house.__enter__())
        return Written(house, postbox)

    yield one
    for house in started:
        house.__exit__()


def test_an_address_is_asked_first_and_by_words_of_ours_alone(make: Callable[..., Written]) -> None:
    there = make()
    there.bo.post("/me", data={"name": "Buy gold"})
    answer = there.bo.post("/notices/mail", json={"address": " eve@mail.example "}, headers={"Host": "evil.example"})
    assert answer.json()["mail"] == {"address": "eve@mail.example", "on": False}
    there.bos_turn()
    (letter,) = there.sent()
    assert letter["To"] == "eve@mail.example"
    for text in (letter.as_string(), letter.get_content()):
        assert not any(word in text for word in ("gold", "evil", "Friday"))
    link = path_in(letter)
    with client(there.house.address) as looking_ahead:  # as a mail program does
        assert looking_ahead.get(link).status_code == 200
        assert not looking_ahead.cookies
    assert there.sent() == [letter]
    assert there.bo.post(link).status_code == 200
    assert there.bo.get("/notices").json()["mail"]["on"] is True
    assert [mail["Subject"] for mail in there.sent()[1:]] == ["Your turn: Friday"]


def test_a_mail_says_what_is_to_decide_and_how_to_get_no_more(make: Callable[..., Written]) -> None:
    there = make()
    link = there.confirmed()
    there.bos_turn()
    (mail,) = there.sent()
    assert there.postbox.to == ["bo@mail.example"]
    assert "Bo, it is your decision. Place your first track marker." in mail.get_content()
    assert f"{BASE}t/{there.id}" in mail.get_content().split()
    assert mail["List-Unsubscribe"] == f"<{BASE}{link[1:]}/off>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert mail["Auto-Submitted"] == "auto-generated"


def test_one_mail_a_table_until_it_was_looked_at(make: Callable[..., Written]) -> None:
    there = make()
    there.confirmed()
    there.bos_turn()
    assert len(there.sent()) == 1
    assert len(there.sent()) == 1
    there.house.tables.undo(there.house.tables.get(there.id), [0, 1], there.house.tables.get(there.id).n)
    there.bos_turn()
    assert len(there.sent()) == 1  # another decision, but Bo has not come
    assert there.bo.get(there.path).status_code == 200
    assert len(there.sent()) == 2


def test_no_mail_to_who_is_there_or_before_some_minutes(
    make: Callable[..., Written], monkeypatch: pytest.MonkeyPatch
) -> None:
    there = make()
    there.confirmed()
    with there.looking():
        there.bos_turn()
        assert there.sent() == []
    monkeypatch.setattr(notices_module, "MAIL_AFTER", timedelta(minutes=10))
    assert there.sent() == []
    monkeypatch.setattr(notices_module, "MAIL_AFTER", timedelta(0))
    assert len(there.sent()) == 1


def test_a_bot_in_the_seat_gets_no_mail_and_a_hidden_table_sends_none(make: Callable[..., Written]) -> None:
    there = make()
    there.confirmed()
    there.bos_turn()
    there.house.tables.store.bar("hidden", there.id)
    assert there.sent() == []
    there.house.tables.store.bar("hidden", there.id, on=False)
    there.house.tables.store.change_table(there.id, {1: {"bot": "greedy"}})
    assert there.sent() == []


def test_one_click_ends_it_without_a_cookie(make: Callable[..., Written]) -> None:
    there = make()
    link = there.confirmed()
    with client(there.house.address) as program:
        for path in (link, "/notices/mail/off", f"{link}/off/"):
            assert program.post(path, data={"List-Unsubscribe": "One-Click"}).status_code in (403, 404)
        assert program.get(f"{link}/off").status_code == 200
        assert there.bo.get("/notices").json()["mail"]["on"] is True
        answer = program.post(f"{link}/off", data={"List-Unsubscribe": "One-Click"})
        assert answer.status_code == 200
        assert not program.cookies
        assert program.post(f"{link}/off").status_code == 404
    assert there.bo.get("/notices").json()["mail"] == {"address": "", "on": False}
    there.bos_turn()
    assert there.sent() == []
    assert there.bo.post(link).status_code == 404


def test_who_gets_mails_ends_them_in_the_settings(make: Callable[..., Written]) -> None:
    there = make()
    there.confirmed()
    assert there.bo.post("/notices/mail/off").json()["mail"] == {"address": "", "on": False}
    there.bos_turn()
    assert there.sent() == []
    player = there.house.tables.get(there.id).row.seats[1].player
    assert there.told.subscribers.person(player) is None


@pytest.mark.parametrize(("answer", "again"), [("451 Later", True), ("550 Never", False)])
def test_a_mail_that_is_not_taken_is_tried_again_unless_it_never_will_be(
    make: Callable[..., Written], answer: str, again: bool
) -> None:
    there = make()
    there.confirmed()
    there.postbox.answer = answer
    there.bos_turn()
    assert there.sent() == []
    there.postbox.answer = "250 Fine"
    assert len(there.sent()) == again


def test_a_mail_server_that_is_gone_stops_nothing(make: Callable[..., Written]) -> None:
    there = make()
    there.confirmed()
    there.told.mail.port = free_port()
    there.bos_turn()
    assert there.sent() == []
    there.told.mail.port = there.postbox.port
    assert len(there.sent()) == 1


def test_letters_to_strangers_are_few(make: Callable[..., Written]) -> None:
    there = make(limits=Limits(letters_mail=2, letters_person=4, letters_address=6, letters=0))

    def ask(who: httpx.Client, name: object) -> httpx.Response:
        return who.post("/notices/mail", json={"address": f"{name}@mail.example"})

    assert ask(there.ada, "eve").status_code == ask(there.bo, "Eve").status_code == 200
    assert "to that address in a week; try again in 7 days" in refusal(ask(there.bo, "eve"), 429)
    for n in range(3):
        assert ask(there.bo, n).status_code == 200
    assert "by you in a day" in refusal(ask(there.bo, "more"), 429)
    assert ask(there.ada, "more").status_code == 200
    assert "from your address in a day" in refusal(ask(there.ada, "yet-more"), 429)
    assert len(there.sent()) == 6


def test_one_person_gets_so_many_mails_a_day(make: Callable[..., Written]) -> None:
    there = make(limits=Limits(mails_person=1))
    there.confirmed()
    there.bos_turn()
    assert len(there.sent()) == 1
    there.bo.get(there.path)
    assert len(there.sent()) == 1


ADDRESSES = [
    *("", "ada", "ada@", "@mail.example", "ada@mail", "a b@mail.example", "ada@mail.example\r\nBcc: eve@mail.example"),
    *("ada@mail.example,eve@mail.example", "Ada <ada@mail.example>", "ada..b@mail.example", '"a b"@mail.example'),
    *("ada@mail..example", "ada@-mail.example", "ada@[127.0.0.1]", "ad\u00e4@mail.example", "a" * 65 + "@mail.example"),
]


@pytest.mark.parametrize("bad", ADDRESSES)
def test_what_is_no_address_is_refused(bad: str) -> None:
    assert not is_address(bad)
    assert is_address("ada.b+games@mail.example.org")


def test_no_address_is_kept_or_written_to_that_is_none(make: Callable[..., Written]) -> None:
    there = make()
    for bad in ADDRESSES:
        assert "e-mail address is needed" in refusal(there.bo.post("/notices/mail", json={"address": bad}), 422)
    assert there.sent() == []


def test_no_words_make_a_header() -> None:
    made = Mail("smtp://localhost", "games@games.example", BASE).message(
        "ada@mail.example", "Your turn: \r\nBcc: eve@mail.example\u2028" + "\u00fc" * 500, "x", f"{BASE}mail/x/off"
    )
    read = message_from_bytes(bytes(made), policy=policy.default)
    assert read["Bcc"] is None
    assert read["Subject"].startswith("Your turn: Bcc: eve@mail.example \u00fc")
    with pytest.raises(ValueError, match="linefeed"):
        Mail("smtp://localhost", "games@games.example", BASE).message("ada@x.org\nBcc: eve@x.org", "x", "x", "x")


def test_mail_that_cannot_work_is_refused_at_the_start(cannot_serve: Callable[..., str]) -> None:
    fine = ("--mail-from", "games@games.example", "--base-url", BASE)
    for bad in ("http://mail.example", "smtp://", "smtp://mail.example:x", "smtp://mail.example/in", "mail.example"):
        assert cannot_serve("--mail", bad, *fine).startswith("--mail is as smtp://")
    assert "--mail-from" in cannot_serve("--mail", "smtp://mail.example", "--base-url", BASE)
    assert "--mail-from" in cannot_serve("--mail", "smtp://mail.example", "--base-url", BASE, "--mail-from", "x")
    assert "--base-url" in cannot_serve("--mail", "smtp://mail.example", "--mail-from", "games@games.example")


def test_the_links_of_mails_are_in_no_log() -> None:
    assert without_secret("/mail/secret/off") == "/mail/..."
    assert without_secret("//s/secret") == "/s/..."


# an app that can be installed


def test_the_manifest_and_the_worker_name_what_there_is(house: Inside) -> None:
    with client(house.address) as http:
        answer = http.get("/manifest.webmanifest")
        assert answer.headers["content-type"].startswith("application/manifest+json")
        named = [icon["src"] for icon in answer.json()["icons"]]
        worker = http.get("/sw.js")
        assert worker.headers["content-type"].startswith("text/javascript")
        assert re.match(r'const VERSION = "[0-9a-f]{12}";', worker.text)
        first = worker.text.partition("const FIRST = [")[2].partition("]")[0]
        named += ["/offline", *map(static, re.findall(r'"([^"]+)"', first))]
        assert len(named) > 12
        assert {path: http.get(path).status_code for path in named} == dict.fromkeys(named, 200)
    for size in (192, 512):
        png = (STATIC / f"icon-{size}.png").read_bytes()
        assert int.from_bytes(png[16:20], "big") == int.from_bytes(png[20:24], "big") == size


def test_the_page_without_a_network_is_nobodys(pair: Pair) -> None:
    with client(pair.house.address) as stranger:
        shown = stranger.get("/offline")
        assert not shown.cookies
    assert pair.bo.get("/offline").text == shown.text
    assert "The line is down" in shown.text
