"""Being told of one's turn, and the app that can be installed, in a real browser."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.web.live.browsers import FREE_SEAT, PATIENCE, Visit, choose, my_turn, open_table, ready, seated
from tests.web.server import Server, until

WORKED = "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"
SHOWN = """navigator.serviceWorker.ready
    .then((worker) => worker.getNotifications())
    .then((all) => all.map(({title, body, tag, data}) => ({title, body, tag, url: data.url})))"""
# a browser has no push service of its own in a test: this one says what the service would
SUBSCRIBES = """(() => {
    PushManager.prototype.subscribe = async (how) => (window.subscribedWith = how.applicationServerKey, {
        endpoint: "https://push.example/browser", unsubscribe: async () => true,
        toJSON: () => ({endpoint: "https://push.example/browser", keys: %s}),
    });
})()"""
# what a click on a notice leads to, which a script may not do without a person's hand
CLICKS = """(url) => new Promise((done) => {
    WindowClient.prototype.focus = async function () { done(`focus ${new URL(this.url).pathname}`); };
    Clients.prototype.openWindow = async (to) => done(`open ${to}`);
    self.registration.showNotification("A notice", {data: {url}})
        .then(() => self.registration.getNotifications())
        .then(([notification]) => self.dispatchEvent(new NotificationEvent("notificationclick", {notification})));
})"""


@pytest.fixture
def app(browser: Browser, tmp_path: Path) -> Iterator[tuple[Server, BrowserContext]]:
    """A server of its own, and a browser with its worker."""
    with Server(tmp_path) as server:
        context = browser.new_context(base_url=server.address)
        context.set_default_timeout(PATIENCE)
        yield server, context
        context.close()


def worked(page: Page) -> None:
    """Wait until the worker serves the page."""
    page.wait_for_function(WORKED)


def test_without_the_server_a_page_says_so_and_with_it_the_table_goes_on(
    app: tuple[Server, BrowserContext],
) -> None:
    server, context = app
    page = context.new_page()
    page.goto("/")
    manifest = context.new_cdp_session(page).send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert json.loads(manifest["data"])["start_url"] == "/"
    worked(page)
    page.goto("/rules/trains")
    kept = page.evaluate(
        "caches.keys().then(async (all) => (await Promise.all(all.map(async (name) =>"
        " (await (await caches.open(name)).keys()).map((r) => new URL(r.url).pathname)))).flat())"
    )
    assert all(path.startswith("/static/") or path == "/offline" for path in kept)
    server.kill()
    page.goto("/")
    expect(page.get_by_role("heading", name="The line is down")).to_be_visible()
    assert page.evaluate("document.fonts.ready.then(() => getComputedStyle(document.body).margin)") == "0px"  # styled
    server.start()
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("button", name="Open the table")).to_be_visible()


def test_the_worker_shows_what_is_pushed_and_leads_to_the_table(visit: Visit) -> None:
    page = visit("/", permissions=["notifications"], service_workers="allow")
    context = page.context
    worked(page)
    news = {"title": "Your turn: Friday", "body": "Play a card.", "url": "/rules/trains", "tag": "Friday"}
    deliver = pushing(context, page, news)

    def shown() -> bool:
        """A message to a worker that is not awake yet may get lost; of those with one tag only the last is shown."""
        deliver()
        page.wait_for_timeout(200)
        return bool(page.evaluate(SHOWN) == [news])

    until(shown, "the notice is there")
    worker = context.service_workers[0]
    assert worker.evaluate(CLICKS, "/rules/trains") == "open /rules/trains"
    assert worker.evaluate(CLICKS, "/") == "focus /"


def pushing(context: BrowserContext, page: Page, news: dict[str, str]) -> Callable[[], object]:
    """What delivers a message as the browser's push service does."""
    session = context.new_cdp_session(page)
    found: list[str] = []

    def note(event: dict[str, Any]) -> None:
        found.extend(one["registrationId"] for one in event["registrations"])

    session.on("ServiceWorker.workerRegistrationUpdated", note)
    session.send("ServiceWorker.enable")
    while not found:
        page.evaluate("1")
    origin = page.evaluate("location.origin")
    message = {"origin": origin, "registrationId": found[0], "data": json.dumps(news)}
    return lambda: session.send("ServiceWorker.deliverPushMessage", message)


def b64(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def test_a_person_is_asked_once_after_the_first_own_move_and_the_browser_subscribes(visit: Visit) -> None:
    raw = (
        ec.generate_private_key(ec.SECP256R1()).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    )
    keys = json.dumps({"p256dh": b64(raw), "auth": b64(b"sixteen bytes or")})
    ada = open_table(visit, "you", "invite", permissions=["notifications"], service_workers="allow")
    worked(ada)
    ada.evaluate(SUBSCRIBES % keys)
    bo = seated(visit(ada.evaluate(FREE_SEAT)))
    question = ada.get_by_role("heading", name="Tell you when it is your turn?")
    expect(question).to_have_count(0)
    choose(ada, "start at Kamata")
    expect(question).to_be_visible()
    with ada.expect_response("**/notices/push") as answered:
        ada.get_by_role("button", name="Yes", exact=True).click()
    assert answered.value.status == 200
    assert len(ada.evaluate("window.subscribedWith")) == 87
    expect(question).to_have_count(0)
    ada.locator('[data-open="settings-box"]').first.click()
    expect(ada.locator("[data-setting=notify]")).to_be_checked()
    ada.evaluate("localStorage.setItem('roundhouse.notify', 'off')")
    ada.reload()
    my_turn(bo)
    choose(bo, "start at Urawa")
    my_turn(ready(ada))
    choose(ada, "play Normal train")
    expect(question).to_have_count(0)
