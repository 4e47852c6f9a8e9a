"""Web Push: a browser's vendor takes sealed messages for it, at an address that the browser names.

That address comes from a stranger, so `hooks` delivers, and pywebpush only seals. It is the extra `push`: without it
nobody is offered Web Push.
"""

from __future__ import annotations

import binascii
import json
import logging
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy.exc import SQLAlchemyError

from roundhouse.web.refusals import Refused
from roundhouse.web.service.hooks import Hooks, split
from roundhouse.web.service.people import BadKey, Shared, key_text, make_key, own
from roundhouse.web.service.rows import PushRow
from roundhouse.web.service.subscribers import Subscribers, push_id

KEY = "push-key"
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of P-256: private keys are below it
AT_ONCE = 32  # messages on their way to one vendor
GONE = (404, 410)  # answers of a vendor that has forgotten the browser
KEEP = 24 * 3600  # seconds for which a vendor may hold a message
LONGEST = 400  # characters of a message's text
CONTACT = "mailto:nobody@roundhouse.invalid"  # what vendors are told if who runs the server gives no address
NO_BROWSER = "That is no subscription of a browser; switch the notices off and on again."

log = logging.getLogger("roundhouse.notices")


class Push:
    """Seals what browsers are told with the server's key, which is kept as that of cookies is, and sends it."""

    def __init__(
        self,
        folder: Path,
        subscribers: Subscribers,
        private: bool = False,
        contact: str = "",
        shared: Shared = own,
    ) -> None:
        self.on = find_spec("pywebpush") is not None
        self.hooks = Hooks(private, AT_ONCE)
        self.subscribers = subscribers
        self.contact = contact or CONTACT
        self.key = shared("push", own_key(folder / KEY)) if self.on else ""

    @cached_property
    def vapid(self) -> Any:
        """Who signs; loaded when somebody first wants a message, as it takes a while."""
        from py_vapid import Vapid02

        return Vapid02.from_raw(self.key.encode())

    @cached_property
    def public(self) -> str:
        """The key by which browsers and their vendors know this server; "" if there is no Web Push."""
        if not self.on:
            return ""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        raw = self.vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return urlsafe_b64encode(raw).rstrip(b"=").decode()

    def subscribe(self, player: str, endpoint: str, p256dh: str, auth: str) -> None:
        """A person wants to be told in the browser that names these."""
        if not self.on:
            raise Refused(409, "This server has no Web Push.")
        where = split(endpoint)
        if where is None or (where.scheme != "https" and not self.hooks.private):
            raise Refused(422, NO_BROWSER)
        row = PushRow(id=push_id(endpoint), player=player, endpoint=endpoint, p256dh=p256dh, auth=auth)
        try:
            self.sealed(row, {})
        except Exception:  # what libraries say of keys that are none is of many kinds
            raise Refused(422, NO_BROWSER) from None
        self.subscribers.add_push(row)

    def sealed(self, row: PushRow, news: dict[str, str]) -> tuple[bytes, dict[str, str]]:
        """A message that only that browser can read, and what its vendor is told."""
        from pywebpush import WebPusher

        keys = {"p256dh": row.p256dh, "auth": row.auth}
        body = WebPusher({"endpoint": row.endpoint, "keys": keys}).encode(json.dumps(news).encode())["body"]
        where = urlsplit(row.endpoint)
        signed = self.vapid.sign({"sub": self.contact, "aud": f"{where.scheme}://{where.netloc.rpartition('@')[2]}"})
        headers = {
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(KEEP),
            "Urgency": "high",
            **signed,
        }
        return body, headers

    def tell(self, player: str, table: str, title: str, text: str) -> None:
        """Tell all browsers of a person about a table; of what waits at a vendor only the last is shown."""
        news = {"title": title, "body": text[:LONGEST], "url": f"/t/{table}", "tag": table}
        for row in self.subscribers.pushes(player):
            try:
                body, headers = self.sealed(row, news)
                self.hooks.send(row.endpoint, body, {**headers, "Topic": table}, self.answered(row))
            except Exception as error:  # of one browser; the others are told
                log.warning("a browser is not told", extra={"table": table, "why": str(error)})

    def answered(self, row: PushRow) -> Callable[[int], None]:
        """What to do with a vendor's answer."""

        def hear(status: int) -> None:
            if status in GONE:
                with suppress(SQLAlchemyError):  # the next answer says it again
                    self.subscribers.drop_push(row.id)
            elif status >= 400:
                log.warning("a push service refuses", extra={"host": urlsplit(row.endpoint).hostname, "status": status})

        return hear


def own_key(path: Path) -> str:
    """The server's private key, made on the first start."""
    if not path.exists():
        number = secrets.randbelow(ORDER - 1) + 1
        make_key(path, urlsafe_b64encode(number.to_bytes(32, "big")).rstrip(b"=").decode())
    try:
        text = key_text(path).strip()
        raw = urlsafe_b64decode(text + "=")
        fine = len(raw) == 32 and 0 < int.from_bytes(raw, "big") < ORDER
    except (ValueError, binascii.Error):
        fine = False
    if not fine:
        what = f"The key in {path} that signs Web Push is damaged"
        raise BadKey(f"{what}; remove the file and start again, and browsers ask for notices anew.")
    return text
