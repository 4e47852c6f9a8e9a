"""What is hidden, and what a view tells of a decision: section 18 of the ledger."""

from __future__ import annotations

import json
import pickle
from typing import Any, cast

import pytest

from roundhouse.core.cells import put
from roundhouse.games.empires.actions import CONTRACTS, ENGINES, FEATS
from roundhouse.games.empires.box import EmpiresBox
from roundhouse.games.empires.lines import neighbours
from roundhouse.games.empires.state import CARD, KNOWN, NEW_LINKS, Empires
from tests.empires import test_suite
from tests.empires.table import Table, cards, feat, kit, table, taken
from tests.kit.journeys import APART, samples

EMPIRES = test_suite.TestEmpires


def seen(t: Table, viewer: int | None = 0) -> dict[str, Any]:
    return cast("dict[str, Any]", t.state.view(viewer))


@pytest.mark.rule("empires-18.2")
def test_the_owner_sees_and_the_others_do_not() -> None:
    for sample in samples(EMPIRES):
        s = sample.state
        ids = s.box.ids
        for viewer in sample.viewers:
            players = cast("list[dict[str, Any]]", sample.view(viewer)["players"])
            for seat in range(s.seats):
                hand = [ids[b & CARD] for b in s.hands[seat]]
                secret = ids[ENGINES + FEATS + s.contracts[seat]]
                if seat == viewer:
                    assert (players[seat]["hand"], players[seat]["contract"]) == (hand, secret)
                else:
                    assert sorted(filter(None, players[seat]["hand"])) == sorted(taken(s, seat))
                    assert len(players[seat]["hand"]) == len(hand)
                    assert players[seat]["contract"] == (secret if s.revealed[seat] else None)
            text = json.dumps(sample.view(viewer))
            unseen = [b for b in s.deck if not s.shown >> b & 1]
            unseen += [b for i in range(s.seats) if i != viewer for b in s.hands[i] if b < KNOWN]
            assert not any(f'"{ids[b]}"' in text for b in unseen)


@pytest.mark.rule("empires-18.2")
def test_dealing_anew_keeps_what_the_viewer_knows() -> None:
    for sample in samples(EMPIRES):
        s = sample.state
        for viewer in sample.viewers:
            twin = s.resample(viewer, 1)
            for seat in range(s.seats):
                assert seat != viewer or twin.hands[seat] == s.hands[seat]
                assert not (seat == viewer or s.revealed[seat]) or twin.contracts[seat] == s.contracts[seat]


@pytest.mark.rule("empires-18.3")
def test_where_in_a_hand_a_known_card_is_shows_nothing() -> None:
    moved = 0
    for sample in samples(EMPIRES):
        s: Empires = sample.state
        for seat in range(s.seats):
            twin = s.clone()
            known = [b for b in s.hands[seat] if b & KNOWN]
            twin.hands[seat] = bytes([*known, *[b for b in s.hands[seat] if b not in known]])
            assert twin.view((seat + 1) % s.seats) == sample.view((seat + 1) % s.seats)
            moved += twin.hands[seat] != s.hands[seat]
    assert moved


@pytest.mark.rule("empires-18.1")
def test_every_view_depends_on_goods_and_flags_and_on_how_many_cards_are_left() -> None:
    for sample in samples(EMPIRES)[:: 20 // APART]:
        s = sample.state
        for viewer in sample.viewers:
            for name, at in (("goods", s.board.factories[0]), ("scenic", 0), ("revealed", 0)):
                twin = s.clone()
                setattr(twin, name, put(getattr(s, name), at, getattr(s, name)[at] ^ 1))
                assert twin.view(viewer) != sample.view(viewer), name
            twin = s.clone()
            twin.deck = s.deck + b"\0"
            assert twin.view(viewer) != sample.view(viewer)


@pytest.mark.rule("empires-18.3")
def test_a_card_from_the_market_is_known_until_it_is_played() -> None:
    t = table("E4 E3 D2", step="deliver", hand="red_coal").do("deliver nothing", "take Green coal engine for $1")
    assert seen(t, 1)["players"][0]["hand"] == ["green_coal", None]
    for n in range(10):
        assert taken(cast(Empires, t.state.resample(1, n)), 0) == ["green_coal"]
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
        assert set(cards(", ".join(back))) <= set(cast(Empires, t.state.resample(0, n)).deck)


def test_every_contract_and_card_is_dealt_to_every_place() -> None:
    t = table("E4", seats=3)
    deals = [cast(Empires, t.state.resample(0, n)) for n in range(200)]
    mine = t.state.contracts[0]
    for seat in (1, 2):
        assert {s.contracts[seat] for s in deals} == set(range(CONTRACTS)) - {mine}
        held = {b for s in deals for b in s.hands[seat]}
        assert held == set(range(ENGINES)) - set(t.state.hands[0]) - set(t.state.market)


def test_what_follows_from_the_networks_is_cloned_and_pickled() -> None:
    s = next(sample.state for sample in samples(EMPIRES) if sample.state.produced)
    joints = [list(neighbours(s.board, net)) for net in s.nets]
    for other in (s, s.clone(), pickle.loads(pickle.dumps(s))):
        assert [list(own) for own in other.joints] == joints
        assert other.box.hash == s.box.hash
        assert other.board.coordinates == s.board.coordinates


# what a view tells of a decision


def test_the_view_tells_prices_loans_rent_and_stars() -> None:
    t = table("E4 D3", "E3 F3", money=1, switches=2)
    lays = [a for a in seen(t)["actions"] if a["block"] == "lay"]
    loan = {"loans": 1, "borrowed": 3, "prestige_at_end": -1}
    assert {t.state.board.coordinates[a["thing"]]: a["price"] for a in lays} == {
        "C2": {"money": -2, **loan, "prestige": 1},
        "C3": {"money": -1},
        "D2": {"money": 0},
        "D4": {"money": -1},
        "E3": {"money": -1, "rent": -1},
        "E5": {"money": 0},
        "F3": {"money": -4, **loan, "rent": -1},
        "F4": {"money": -3, **loan, "prestige": 1},
    }
    routes = [a["price"] for a in seen(t)["actions"] if a["block"] == "route"]
    assert all(price == {"money": -2, **loan, "route": -2} for price in routes)
    assert routes


def test_the_view_tells_what_a_third_track_a_card_and_a_claim_cost_and_bring() -> None:
    t = table("E4 E3", others=1, theirs="treasure", feats="collector", money=9, hand="red_coal", contract_of="FA2")
    t.do("lay D2", "lay E5")
    prices = {a["words"]: a["price"] for a in seen(t)["actions"]}
    third = t.state.box.unlock[0]
    assert prices["lay D4 grain"] == {"money": -1 - third, "third": -third}
    assert prices["lay no third track"] == {}
    t.do("stop", "send coal", "deliver to Ashby")
    brings = [a["price"] for a in seen(t)["actions"]]
    assert brings == [{"prestige": 1}, {"prestige": 1 + t.state.box.contract_prestige[t.state.contracts[0]]}]
    t.do("play red coal engine")
    later = t.state.box.feat_later[feat("treasure")]
    assert [a["price"] for a in seen(t)["actions"]] == [{"prestige_at_end": later}, {}]
    t.do("claim treasure")
    assert [a["price"] for a in seen(t)["actions"]] == [{"money": -n} for n in t.state.box.market] + [{}]


def test_the_view_tells_what_can_be_delivered() -> None:
    t = table("E4 E3 D3 D2", step="deliver", contract_of="FA2", hand="red_lake, red_coal, red_country")
    offer = seen(t)["offers"][0]
    assert (offer["good"], offer["lines"], offer["city_money"], offer["contract"]) == (
        "coal",
        3,
        2,
        t.state.box.contract_prestige[t.state.contracts[0]],
    )
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


# whole deliveries


def whole(t: Table) -> list[dict[str, Any]]:
    return cast("list[dict[str, Any]]", seen(t)["offers"])


def made(t: Table, offer: dict[str, Any]) -> list[str]:
    """The decisions of an offer in words, each of which was legal in its turn."""
    s, out = t.state.clone(), []
    for action in (offer["action"], *offer["then"]):
        assert s.seat == t.state.seat
        assert action in s.legal()
        out.append(s.words(action))
        s.apply(action)
    return out


def test_a_delivery_is_offered_whole_with_the_card_that_scores_and_the_contract() -> None:
    t = table("E4 E3 D3 D2", step="deliver", contract_of="FA2", hand="red_grain, red_lake, red_steel")
    best, *others = whole(t)
    assert made(t, best) == [
        "send coal from Axe Edge",
        "deliver to Ashby",
        "take the line 4 long over forest, grain and lake",
        "play Red lake engine and reveal the contract",
    ]
    assert (best["card"], best["lines"], others) == ("red_lake", 3, [])  # the other two lines earn less
    t.do(*made(t, best))
    assert t.state.revealed[0]


def test_without_a_card_that_scores_the_one_worth_least_is_played() -> None:
    t = table("E4 E3 D3 D2", step="deliver", hand="red_grain, red_steel")
    assert made(t, whole(t)[0])[-1] == "play Red grain engine"
    dear = table("E4 E3 D3 D2", step="deliver", hand="red_grain, red_steel", box=dearer("red_grain"))
    assert made(dear, whole(dear)[0])[-1] == "play Red steel engine"


def dearer(id: str) -> EmpiresBox:
    """The box of the tests, with a card worth more."""
    box = kit.__wrapped__()
    card = box.ids.index(id)
    box.prestige = put(box.prestige, card, box.prestige[card] + 1)
    return box


def test_only_lines_that_nothing_beats_in_everything_are_offered_whole() -> None:
    t = table("E4 F3 G2 F2 E2 D2 D3", trains="F2", step="deliver", hand="red_lake", money=0)
    lines = [(o["line"]["length"], o["line"]["colours"]) for o in whole(t)]
    assert lines == [(3, ["lake"]), (4, ["forest", "grain", "mountain"])]  # 2 prestige for $1, or 1 for $2
    assert [o["lines"] for o in whole(t)] == [3, 3]
    t.do("send coal", "deliver to Ashby")
    assert len(t.can) == 3  # step by step there are all


def test_what_can_be_claimed_without_a_choice_is_claimed_with_the_delivery() -> None:
    net = "E4 F3 F2 E2 D2 D3"
    one = table(net, step="deliver", feats="long_track", money=0)
    assert made(one, whole(one)[0])[-1] == "claim Long Track Expert"
    assert whole(one)[0]["prestige_at_end"] == one.state.box.feat_first[feat("long_track")]
    firsts = table(net, step="deliver", feats="long_track, treasure", money=6)
    assert made(firsts, whole(firsts)[0])[-1].startswith("play")  # which of the two is asked
    later = table(net, step="deliver", feats="long_track, treasure", theirs="treasure", money=6)
    assert made(later, whole(later)[0])[-2:] == ["claim Treasure Hunter", "claim Long Track Expert"]


def test_several_claims_are_offered_at_once_where_they_leave_no_choice() -> None:
    t = table("E4 E3 D2", step="deliver", feats="treasure, tunnel", theirs="treasure", money=9)
    t.do("deliver nothing")
    assert seen(t)["claims"] is None  # there is one


def test_what_the_next_seat_claims_is_not_offered_with_ones_own_claims() -> None:
    """Without tracks and goods its turn begins with its claims."""
    t = table("E4", "A2", "I1", seats=3, step="deliver", feats="treasure", money=9, others_money=9, others_supply=0)
    assert (t.seat, t.can) == (0, ["claim Treasure Hunter", "claim nothing more"])
    assert seen(t)["claims"] is None
    t.do("claim Treasure Hunter")
    assert t.seat == 1
    assert "claim Treasure Hunter" in t.can


def test_where_a_third_track_can_be_laid_a_delivery_without_it_is_offered() -> None:
    t = table("E4 E3 D3 D2", others=3, hand="red_lake", money=9).do("lay C3", "lay D4")
    assert made(t, whole(t)[0])[:3] == ["lay no third track", "send coal from Axe Edge", "deliver to Ashby"]


@pytest.mark.rule("empires-18.2")
def test_nobody_else_sees_what_is_offered() -> None:
    for sample in samples(EMPIRES):
        for viewer in sample.viewers:
            if viewer != sample.decider:
                assert not {"offers", "claims"} & set(sample.view(viewer))


def test_every_offer_can_be_made() -> None:
    offers = 0
    for sample in samples(EMPIRES):
        s = sample.state
        for offer in cast("list[dict[str, Any]]", sample.view(s.seat)["offers"]) if not s.over else []:
            after = s.clone()
            for action in (offer["action"], *offer["then"]):
                assert after.seat == s.seat
                after.apply(action)
            gained = after.prestige[s.seat] - s.prestige[s.seat]
            assert gained == offer["line"]["prestige"] + offer["bonus"] + offer["contract"]
            assert after.feat_points(s.seat) - s.feat_points(s.seat) == offer["prestige_at_end"]
            offers += 1
    assert offers > 100 // APART


# what a delivery completes counts as much as what it earns


def test_the_card_that_completes_an_achievement_is_played_though_another_scores() -> None:
    reds = "red_steel, red_grain"
    scores = table("E4 E3 D2", step="deliver", hand="blue_coal, red_timber", played=reds)
    assert made(scores, whole(scores)[0])[-1] == "play Blue coal engine"
    completes = table("E4 E3 D2", step="deliver", hand="blue_coal, red_timber", played=reds, feats="investor")
    best = whole(completes)[0]
    assert made(completes, best)[-2:] == ["play Red timber engine", "claim Loyal Investor"]
    first = completes.state.box.feat_first[feat("investor")]
    assert (best["bonus"], best["completes"], best["completed_prestige"]) == (0, ["investor"], first)
    later = table("E4 E3 D2", step="deliver", hand="blue_coal, red_timber", played=reds, theirs="investor")
    assert whole(later)[0]["completed_prestige"] == later.state.box.feat_later[feat("investor")]
    had = table("E4 E3 D2", step="deliver", hand="blue_coal, red_timber", played=reds, mine="investor")
    assert made(had, whole(had)[0])[-1] == "play Blue coal engine"


def test_of_two_cards_that_complete_the_one_that_scores_is_played() -> None:
    t = table("E4 E3 D2", step="deliver", hand="red_timber, red_coal", played="red_steel, red_grain", feats="investor")
    assert made(t, whole(t)[0])[-2:] == ["play Red coal engine", "claim Loyal Investor"]


def test_a_line_on_which_the_card_that_completes_scores_is_offered() -> None:
    """By the card that scores most the longer line is better in everything; the other card scores on the shorter."""
    net, hand, reds = "E4 F3 G2 F2 E2 D2 D3", "blue_mountain, red_lake", "red_steel, red_grain"
    t = table(net, trains="F2", step="deliver", hand=hand, played=reds)
    assert [(o["line"]["length"], o["card"]) for o in whole(t)] == [(4, "blue_mountain")]
    t = table(net, trains="F2", step="deliver", hand=hand, played=reds, feats="investor")
    assert [(o["line"]["length"], o["card"], o["bonus"]) for o in whole(t)] == [(3, "red_lake", 1), (4, "red_lake", 0)]


def test_what_waits_for_another_turn_counts_too() -> None:
    """One first claim a turn: Bridge Master can be had already, the other is completed all the same."""
    t = table(
        "E4 E3 D2 D3 C2 D6", step="deliver", hand="blue_coal, red_timber", played="red_steel, red_grain",
        feats="bridge, investor",
    )  # fmt: skip
    best = whole(t)[0]
    assert made(t, best)[-1] == "play Red timber engine"  # which is claimed is asked
    assert (best["claims"], best["completes"]) == ([], ["investor"])
