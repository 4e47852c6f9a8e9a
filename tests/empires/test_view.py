"""What is hidden: section 18 of the ledger, views, and the hidden things dealt anew."""

from __future__ import annotations

import ast
import json
import pickle
import random
from collections import Counter
from pathlib import Path
from typing import Any, cast

import pytest

from roundhouse.core.rng import seeded
from roundhouse.core.state import SHARED_FIELDS
from roundhouse.games.empires import state as state_module
from roundhouse.games.empires import view as view_module
from roundhouse.games.empires.lines import neighbours
from roundhouse.games.empires.state import CARD, FIELDS, KNOWN, NEW_LINKS, Empires
from tests.empires.conserve import conserved, expected
from tests.empires.midgame import SEEDS, positions, viewers
from tests.empires.table import Table, cards, table, taken

HIDDEN = ("hands", "deck", "contracts", "undealt")


def another_deal(s: Empires, viewer: int | None, rng: random.Random) -> Empires:
    """The same table with all that this viewer cannot see dealt otherwise: written without `resample`."""
    twin = s.clone()
    twin.acts = []
    pool = [b for b in s.deck if not s.shown >> b & 1]
    papers = list(s.undealt)
    for seat in range(s.seats):
        if seat != viewer:
            pool += [b for b in s.hands[seat] if b < KNOWN]
            papers += [] if s.revealed[seat] else [s.contracts[seat]]
    rng.shuffle(pool)
    rng.shuffle(papers)
    for seat in range(s.seats):
        if seat != viewer:
            hand = [b for b in s.hands[seat] if b >= KNOWN]  # all saw in which order these came
            for b in s.hands[seat]:
                if b < KNOWN:
                    hand.insert(rng.randint(0, len(hand)), pool.pop())
            twin.hands[seat] = bytes(hand)
            if not s.revealed[seat]:
                twin.contracts = twin.contracts[:seat] + bytes([papers.pop()]) + twin.contracts[seat + 1 :]
    deck = [*pool, *[b for b in s.deck if s.shown >> b & 1]]  # these all know to be there
    twin.deck = bytes(rng.sample(deck, len(deck)))
    twin.undealt = bytes(papers)
    twin.rng = seeded("another")
    return twin


@pytest.mark.rule("empires-18.2", "empires-10.3")
@pytest.mark.parametrize("seed", SEEDS)
def test_no_view_depends_on_what_is_hidden(seed: int) -> None:
    rng = random.Random(seed)
    for s in positions(seed):
        for viewer in viewers(s):
            twin = another_deal(s, viewer, rng)
            assert conserved(twin) == conserved(s)
            assert json.dumps(twin.view(viewer)) == json.dumps(s.view(viewer))


@pytest.mark.rule("empires-18.2")
@pytest.mark.parametrize("seed", SEEDS)
def test_the_owner_sees_and_the_others_do_not(seed: int) -> None:
    for s in positions(seed):
        kit = s.kit
        for viewer in viewers(s):
            players = cast("list[dict[str, Any]]", s.view(viewer)["players"])
            for seat in range(s.seats):
                hand = [kit.ids[b & CARD] for b in s.hands[seat]]
                secret = kit.ids[42 + s.contracts[seat]]
                if seat == viewer:
                    assert (players[seat]["hand"], players[seat]["contract"]) == (hand, secret)
                else:
                    assert sorted(filter(None, players[seat]["hand"])) == sorted(taken(s, seat))
                    assert len(players[seat]["hand"]) == len(hand)
                    assert players[seat]["contract"] == (secret if s.revealed[seat] else None)
            text = json.dumps(s.view(viewer))
            unseen = [b for b in s.deck if not s.shown >> b & 1]
            unseen += [b for i in range(s.seats) if i != viewer for b in s.hands[i] if b < KNOWN]
            assert not any(f'"{kit.ids[b]}"' in text for b in unseen)


@pytest.mark.rule("empires-18.1")
@pytest.mark.parametrize("seed", SEEDS)
def test_every_view_depends_on_what_lies_open(seed: int) -> None:
    s = positions(seed)[-1]
    public = ("goods", "money", "loans", "supply", "locked", "boxed", "deliveries", "longest", "scenic", "revealed")
    for viewer in viewers(s):
        seen = s.view(viewer)
        for name in public:
            twin = s.clone()
            at = s.board.factories[0] if name == "goods" else 0
            old = getattr(s, name)
            setattr(twin, name, old[:at] + bytes([old[at] ^ 1]) + old[at + 1 :])
            assert twin.view(viewer) != seen, name
        twin = s.clone()
        twin.prestige[0] += 1
        assert twin.view(viewer) != seen
        twin = s.clone()
        twin.market = s.market[::-1]
        assert twin.view(viewer) != seen or len(s.market) < 2
        twin = s.clone()
        twin.deck = s.deck + b"\0"
        assert twin.view(viewer) != seen  # how many, not which


@pytest.mark.rule("empires-18.3")
def test_a_card_from_the_market_is_known_until_it_is_played() -> None:
    t = table("E4 E3 D2", step="deliver", hand="red_coal").do("deliver nothing", "take Green coal engine for $1")
    players = cast("list[dict[str, Any]]", t.state.view(1)["players"])
    assert players[0]["hand"] == ["green_coal", None]
    for n in range(10):
        twin = cast(Empires, t.state.resample(1, n))
        assert taken(twin, 0) == ["green_coal"]
    while t.seat == 1:
        t.act(t.state.legal()[0])
    t.do("send coal from Axe Edge", "deliver to Ashby", "play Green coal engine")
    assert (t.played(), taken(t.state, 0)) == ("green_coal", [])


@pytest.mark.rule("empires-18.1")
def test_cards_shuffled_back_from_the_market_are_known_to_be_in_the_deck() -> None:
    deck = "blue_grain, red_lake, green_lake, black_lake, black_coal, black_steel"
    t = table("E4", step="deliver", hand="", market="blue_coal, blue_timber, red_steel", deck=deck)
    t.do("take Red steel engine for $2")  # the blue ones go back
    back = [id for id in ("blue_coal", "blue_timber", "blue_grain") if id not in t.market]
    assert back
    assert set(seen(t, None)["returned"]) >= set(back)
    for n in range(40):
        twin = cast(Empires, t.state.resample(0, n))
        assert set(cards(", ".join(back))) <= set(twin.deck)
        assert twin.shown == t.state.shown


@pytest.mark.rule("empires-18.2")
@pytest.mark.parametrize("seed", SEEDS)
def test_resampling_keeps_the_view_and_deals_the_rest(seed: int) -> None:
    changed: Counter[str] = Counter()
    for n, s in enumerate(positions(seed)):
        before = s.fingerprint()
        for viewer in viewers(s):
            twin = cast(Empires, s.resample(viewer, n))
            assert twin.view(viewer) == s.view(viewer)
            assert conserved(twin) == conserved(s) == expected(s)
            assert twin.rng.words() != s.rng.words()
            if viewer == s.seat:
                assert twin.legal() == s.legal()
            for name in FIELDS:
                if name in HIDDEN:
                    changed[name] += getattr(twin, name) != getattr(s, name)
                else:
                    assert getattr(twin, name) == getattr(s, name), name
            if viewer is not None:
                assert (twin.hands[viewer], twin.contracts[viewer]) == (s.hands[viewer], s.contracts[viewer])
            for seat in range(s.seats):
                assert not s.revealed[seat] or twin.contracts[seat] == s.contracts[seat]
        assert s.fingerprint() == before
    assert all(changed[name] for name in HIDDEN)


def test_every_contract_and_card_is_dealt_to_every_place() -> None:
    t = table("E4", seats=3)
    seen = [cast(Empires, t.state.resample(0, n)) for n in range(200)]
    mine = t.state.contracts[0]
    for seat in (1, 2):
        assert {s.contracts[seat] for s in seen} == set(range(8)) - {mine}
        held = {b for s in seen for b in s.hands[seat]}
        assert held == set(range(32)) - set(t.state.hands[0]) - set(t.state.market)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_resampled_table_plays_on(seed: int) -> None:
    rng = random.Random(seed)
    for n, s in enumerate(positions(seed)[::9]):
        twin = s.resample(None, n)
        while not twin.over:
            twin.apply(rng.choice(twin.legal()))
        assert conserved(twin) == conserved(s)


def annotated() -> list[str]:
    """The fields a state declares; `kit` and `board` come from the box, `joints` follows from the rest."""
    tree = ast.parse((Path(state_module.__file__).parent / "state.py").read_text(encoding="utf-8"))
    found = next(n for n in tree.body if isinstance(n, ast.ClassDef) and n.name == "Empires")
    names = [n.target.id for n in found.body if isinstance(n, ast.AnnAssign) and isinstance(n.target, ast.Name)]
    return [n for n in names if n not in ("kit", "board", "joints")]


def test_every_field_of_the_state_says_who_may_see_it() -> None:
    assert sorted(view_module.ROWS) == sorted([*SHARED_FIELDS, *annotated()])
    assert set(view_module.ROWS.values()) <= {"public", "owner", "count", "nobody"}


def test_every_field_of_the_state_is_saved_and_cloned() -> None:
    assert sorted(FIELDS) == sorted(annotated())
    s = positions(1)[-1]
    assert s.produced
    twin = s.clone()
    assert twin.dump() == s.dump()
    assert (twin.board, twin.kit) == (s.board, s.kit)
    joints = [list(neighbours(s.board, net)) for net in s.nets]
    for other in (s, twin, pickle.loads(pickle.dumps(s))):
        assert [list(own) for own in other.joints] == joints


@pytest.mark.parametrize("seed", SEEDS)
def test_views_are_plain_json(seed: int) -> None:
    for s in positions(seed):
        for viewer in viewers(s):
            seen = s.view(viewer)
            assert json.loads(json.dumps(seen)) == seen
            assert seen["viewer"] == viewer


# what a view tells of a decision


def seen(t: Table, viewer: int | None = 0) -> dict[str, Any]:
    return cast("dict[str, Any]", t.state.view(viewer))


def test_the_view_tells_prices_loans_rent_and_stars() -> None:
    t = table("E4 D3", "E3 F3", money=1, switches=2)
    told = {t.state.board.coordinates[p["hex"]]: p for p in seen(t)["prices"] if not p["route"]}
    assert {c: (p["price"], p["loans"], p["rent"], p["star"]) for c, p in told.items()} == {
        "C2": (2, 1, 0, True),
        "C3": (1, 0, 0, False),
        "D2": (0, 0, 0, False),
        "D4": (1, 0, 0, False),
        "E3": (1, 0, 1, False),
        "E5": (0, 0, 0, False),
        "F3": (4, 1, 1, False),
        "F4": (3, 1, 0, True),
    }
    routes = {p["price"] for p in seen(t)["prices"] if p["route"]}
    assert routes == {2}
    assert "prices" not in seen(t, 1)


def test_the_view_tells_what_can_be_delivered() -> None:
    t = table("E4 E3 D3 D2", step="deliver", contract_of="FA2", hand="red_lake, red_coal, red_country")
    offer = seen(t)["offers"][0]
    assert (offer["good"], offer["lines"], offer["city_money"], offer["contract"]) == ("coal", 3, 2, True)
    assert offer["line"]["length"] == 4
    t.do("send coal from Axe Edge", "deliver to Ashby")
    offers = seen(t)["offers"]
    assert [(o["line"]["length"], o["line"]["colours"]) for o in offers] == [
        (4, ["forest", "grain", "lake"]),
        (3, ["forest", "grain"]),
        (3, ["lake"]),
    ]
    assert [t.state.words(o["action"]) for o in offers] == t.can
    assert seen(t, 1)["delivery"]["to"] == t.hex("D2")
    assert "offers" not in seen(t, 1)
    t.do("take the line 3 long over lake")
    line = seen(t, None)["delivery"]["line"]
    assert [t.state.board.coordinates[h] for h in line["path"]] == ["E4", "D3", "D2"]


def test_the_view_tells_the_steps_and_the_rules() -> None:
    t = table("E4 E3", others=1, feats="treasure", money=6, hand="red_coal")
    steps = [seen(t)["step"]]
    for words in ("lay D2", "lay E5", "stop", "send coal", "deliver to Ashby", "play red coal", "claim treasure"):
        t.do(words)
        steps.append(seen(t)["step"])
    assert steps == ["lay", "lay", "lay", "deliver", "city", "play", "claim", "buy"]
    assert seen(table("E4", switches=31))["rules"] == [
        "passengers", "rent", "further endings", "Master of Delivery at 4", "new links only",
    ]  # fmt: skip
    assert seen(table("E4", switches=NEW_LINKS))["rules"] == ["new links only"]
