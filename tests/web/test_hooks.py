"""Which addresses a webhook may go to, at both edges of every network it may not."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from ipaddress import ip_address, ip_network

import pytest

from roundhouse.web.service.hooks import NOT_IN_THE_WORLD as NETWORKS
from roundhouse.web.service.hooks import deliver, public, split

# a network that is refused, and whether the addresses just below and just above it are public
EDGES = [
    ("0.0.0.0/8", None, True),
    ("10.0.0.0/8", True, True),
    ("100.64.0.0/10", True, True),
    ("127.0.0.0/8", True, True),
    ("169.254.0.0/16", True, True),
    ("172.16.0.0/12", True, True),
    ("192.0.0.0/24", True, True),
    ("192.0.2.0/24", True, True),
    ("192.88.99.0/24", True, True),
    ("192.168.0.0/16", True, True),
    ("198.18.0.0/15", True, True),
    ("198.51.100.0/24", True, True),
    ("203.0.113.0/24", True, True),
    ("224.0.0.0/4", True, False),
    ("240.0.0.0/4", False, None),
    ("::/3", None, True),
    ("2001::/23", True, True),
    ("2001:db8::/32", True, True),
    ("2002::/16", True, True),
    ("3ffe::/16", True, False),
    ("3fff::/20", False, True),
    ("4000::/2", True, False),
    ("8000::/1", False, None),
]
IN_THE_WORLD = [
    *("1.1.1.1", "8.8.8.8", "93.184.216.34", "192.31.196.1", "192.52.193.1", "192.175.48.1", "223.255.255.255"),
    *("2000::", "2001:4860:4860::8888", "2606:2800:220:1::1", "2620:4f:8000::1", "2a00:1450:4001:800::200e"),
]
NOT_IN_THE_WORLD = [
    *("0.0.0.0", "127.0.0.1", "10.0.0.1", "169.254.169.254", "192.0.0.8", "192.0.0.9", "192.0.0.10", "192.0.0.171"),
    *("224.0.0.1", "239.255.255.255", "255.255.255.255"),
    *("::", "::1", "fe80::1", "fec0::1", "fc00::1", "fd12::1", "ff02::1", "100::1", "5f00::1"),
    *("::127.0.0.1", "::8.8.8.8", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::ffff:0:127.0.0.1"),
    *("64:ff9b::7f00:1", "64:ff9b::808:808", "64:ff9b:1::7f00:1", "64:ff9b:1::808:808"),
    *("2001::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:1::1", "2001:2::1", "2001:10::1", "2001:20::1"),
    *("2002:7f00:1::", "2002:808:808::1", "2001:db8::1", "3fff::1", "3ffe::1"),
]
NO_ADDRESSES = [
    *("", " ", "localhost", "chat.example", "1.1.1", "1.1.1.1.1", "256.1.1.1", "01.1.1.1", "0x08080808", "134744072"),
    *(" 8.8.8.8", "8.8.8.8\n", "8.8.8.8/32", "8.8.8.8:80", "[2606:2800:220:1::1]", "2606:::1", "2606::1::1"),
    *("fe80::1%eth0", "fe80::1%2", "2606:2800:220:1::1%eth0", "2606:2800:220:1::1%", "8.8.8.8%eth0"),
]


@pytest.mark.parametrize(("network", "below", "above"), EDGES)
def test_both_edges_of_a_refused_network(network: str, below: bool | None, above: bool | None) -> None:
    refused = ip_network(network)
    assert not public(str(refused[0]))
    assert not public(str(refused[-1]))
    if below is not None:
        assert public(str(refused[0] - 1)) is below
    if above is not None:
        assert public(str(refused[-1] + 1)) is above


def test_every_refused_network_stands_in_the_table() -> None:
    told = {network for network, _, _ in EDGES}
    assert {str(network) for network in NETWORKS} <= told


def test_ends_without_a_neighbour_are_the_ends_of_all_addresses() -> None:
    assert {str(ip_network(n)[0]) for n, below, _ in EDGES if below is None} == {"0.0.0.0", "::"}
    lasts = {ip_network(n)[-1] for n, _, above in EDGES if above is None}
    assert lasts == {ip_address("255.255.255.255"), ip_address((1 << 128) - 1)}


@pytest.mark.parametrize("address", IN_THE_WORLD)
def test_an_address_in_the_world_is_public(address: str) -> None:
    assert public(address)


@pytest.mark.parametrize("address", NOT_IN_THE_WORLD)
def test_an_address_of_a_special_kind_is_not_public(address: str) -> None:
    assert not public(address)


@pytest.mark.parametrize("address", NO_ADDRESSES)
def test_what_has_a_scope_or_is_no_address_is_not_public(address: str) -> None:
    assert not public(address)


@pytest.fixture
def door() -> Iterator[socket.socket]:
    """Something on this machine that listens and must not be reached."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.setblocking(False)
        yield listening


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "0.0.0.0", "2130706433", "127.1"])
def test_this_machine_is_not_told(door: socket.socket, host: str) -> None:
    where = split(f"http://{host}:{door.getsockname()[1]}/hook")
    assert where is not None
    deliver(where, b"{}", private=False)
    with pytest.raises(BlockingIOError):
        door.accept()
