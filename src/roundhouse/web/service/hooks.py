"""Posts to addresses that strangers name, each from a thread of its own, given up after a few seconds.

Anybody may name an address, so the server posts to public ones only and follows no redirect: see docs/engine.md.
"""

from __future__ import annotations

import json
import re
import socket
import ssl
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from http.client import HTTPConnection
from ipaddress import ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

PATIENCE = 5.0
MOST_AT_ONCE = 8  # to one host; what comes while they hang is not told

# Our own lists, since what Python calls global differs from one version to the next. They follow the registries of
# special-purpose addresses that IANA keeps.
NOT_IN_THE_WORLD = tuple(
    ip_network(network)
    for network in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",  # private
        "100.64.0.0/10",  # shared by the customers of a provider
        "127.0.0.0/8",  # this machine
        "169.254.0.0/16",  # this link
        "172.16.0.0/12",  # private
        "192.0.0.0/24",  # protocols
        "192.0.2.0/24",  # examples
        "192.88.99.0/24",  # relays to IPv6
        "192.168.0.0/16",  # private
        "198.18.0.0/15",  # measurements
        "198.51.100.0/24",  # examples
        "203.0.113.0/24",  # examples
        "224.0.0.0/4",  # many at once
        "240.0.0.0/4",  # reserved; the last one is everybody on the link
        "2001::/23",  # protocols, with tunnels to IPv4
        "2001:db8::/32",  # examples
        "2002::/16",  # IPv4 in disguise
        "3ffe::/16",  # a trial network, given back
        "3fff::/20",  # examples
    )
)
JSON = {"Content-Type": "application/json"}
STATUS = re.compile(rb"HTTP/1\.[01] ([1-5][0-9][0-9])")
STATUS_BYTES = 12  # of an answer, the part that says how it went
WORLD_6 = ip_network("2000::/3")  # IPv4 in disguise, private, link and site addresses are all outside


class Hooks:
    """Tells addresses. With `private` also those of this machine and its network."""

    def __init__(self, private: bool = False, at_once: int = MOST_AT_ONCE) -> None:
        self.private = private
        self.at_once = at_once
        self.busy: Counter[str] = Counter()
        self.lock = threading.Lock()

    def post(self, url: str, news: dict[str, object]) -> None:
        """Tell an address by JSON; whether it listens is its own affair."""
        self.send(url, json.dumps(news).encode(), JSON)

    def send(
        self, url: str, body: bytes, headers: Mapping[str, str], answered: Callable[[int], None] | None = None
    ) -> None:
        """Post anything; `answered` hears the status, if there is an answer."""
        where = split(url)
        if where is None:
            return
        host = where.hostname or ""
        with self.lock:
            if self.busy[host] >= self.at_once:
                return
            self.busy[host] += 1
        args = (where, host, body, headers, answered)
        try:
            threading.Thread(target=self.deliver, args=args, daemon=True).start()
        except RuntimeError:
            self.done(host)
            raise

    def done(self, host: str) -> None:
        with self.lock:
            self.busy[host] -= 1
            self.busy += Counter()  # forget hosts at zero

    def deliver(
        self,
        where: SplitResult,
        host: str,
        body: bytes,
        headers: Mapping[str, str],
        answered: Callable[[int], None] | None,
    ) -> None:
        try:
            status = deliver(where, body, self.private, headers)
            if status and answered is not None:
                answered(status)
        except (OSError, ValueError):  # UnicodeError, too: a host that is no host
            return
        finally:
            self.done(host)


def split(url: str) -> SplitResult | None:
    """An http or https address in its parts, or None."""
    try:
        where = urlsplit(url)
        fine = where.scheme in ("http", "https") and bool(where.hostname) and where.port != 0
    except ValueError:
        return None
    return where if fine and url.isascii() and url.isprintable() and " " not in url else None


def public(address: str) -> bool:
    """Whether an address is out in the world, and no IPv6 disguise of one that is not."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    inside = found.version == 4 or (found.scope_id is None and found in WORLD_6)
    return inside and not any(found in network for network in NOT_IN_THE_WORLD)


def deliver(where: SplitResult, body: bytes, private: bool, headers: Mapping[str, str] = JSON) -> int:
    """One POST; its answer's status, 0 for none. Nothing more of the answer is read, so nothing is followed."""
    host = where.hostname or ""
    port = where.port or (443 if where.scheme == "https" else 80)
    found = str(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][4][0])
    if not private and not public(found):
        return 0
    # connected to the very address that was looked at, so that a name cannot mean another one a moment later
    with socket.create_connection((found, port), PATIENCE) as plain:
        secure = where.scheme == "https"
        with ssl.create_default_context().wrap_socket(plain, server_hostname=host) if secure else plain as sock:
            line = HTTPConnection(host, port)
            line.sock = sock
            path = (where.path or "/") + (f"?{where.query}" if where.query else "")
            line.request("POST", path, body, {**headers, "Connection": "close"})
            return status_of(sock)


def status_of(sock: socket.socket) -> int:
    """The status with which an answer begins, 0 if that is none; who drips is not waited for."""
    until = time.monotonic() + PATIENCE
    got = b""
    while len(got) < STATUS_BYTES:
        sock.settimeout(max(0.01, until - time.monotonic()))
        part = sock.recv(STATUS_BYTES - len(got))
        if not part:
            break
        got += part
    found = STATUS.match(got)
    return int(found[1]) if found else 0
