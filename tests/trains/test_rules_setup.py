"""Components, set-up and first markers: sections 1 to 3 of the ledger."""

from __future__ import annotations

from collections import Counter

import pytest

import roundhouse
from roundhouse.games.trains.cards import IDS, SETS
from roundhouse.games.trains.verbs import ICONS
from tests.trains.table import Table, game, table

# cost, value, points and icons of all cards, once more
PRINTED = {
    "Normal train": (1, 1, 0, "train"),
    "Express train": (3, 2, 0, "train"),
    "Limited express train": (6, 3, 0, "train"),
    "Rail laying": (3, 0, 0, "rail"),
    "Station expansion": (3, 0, 0, "station"),
    "Waste": (0, 0, 0, "waste"),
    "Building": (3, 0, 1, "vp"),
    "Multi-storey building": (5, 0, 2, "vp"),
    "Skyscraper": (8, 0, 4, "vp"),
    "Amusement park": (4, 1, 0, "action"),
    "Collaboration": (5, 0, 0, "rail"),
    "Conductor area": (2, 0, 0, "action"),
    "Command central": (3, 0, 0, "action"),
    "Control room": (7, 0, 0, "action"),
    "Information central": (4, 1, 0, "action"),
    "First train": (5, 2, 0, "train action"),
    "Freight train": (4, 1, 0, "train action"),
    "Garage": (3, 1, 0, "action"),
    "Holiday timetable": (3, 0, 0, "action"),
    "Ironworks": (4, 1, 0, "action"),
    "Landfill": (2, 0, 0, "action"),
    "Mail train": (4, 1, 0, "train action"),
    "Maintenance factory": (5, 0, 0, "action"),
    "Material dump site": (5, 1, 0, "action"),
    "Passing station": (3, 1, 0, "action"),
    "Pulling": (3, 0, 0, "action"),
    "Rapid train": (2, 1, 0, "train action"),
    "Signal spot": (5, 0, 0, "action"),
    "Signals": (2, 0, 0, "action"),
    "Station crew": (2, 0, 0, "action"),
    "Stationmaster office": (4, 0, 0, "action"),
    "Steel bridge": (4, 0, 0, "rail"),
    "Switchback": (3, 1, 0, "action"),
    "Temporary timetable": (5, 0, 0, "action"),
    "Tourist train": (4, 1, 0, "train action"),
    "Tunnel": (5, 0, 0, "rail"),
    "Underground digging": (7, 0, 0, "rail"),
    "Viaduct": (5, 0, 0, "rail"),
    "Wagon factory": (5, 0, 0, "action"),
}
BASIC = {
    "Normal train": 30,
    "Express train": 20,
    "Limited express train": 10,
    "Rail laying": 20,
    "Station expansion": 20,
    "Waste": 70,
}
SELECTABLE = list(PRINTED)[9:]


def fresh(seats: int = 2, seed: object = 1, **options: object) -> Table:
    """A game before its first markers."""
    return Table(game().new(seats=seats, seed=seed, **options))  # type: ignore[arg-type]


def piles(t: Table) -> dict[str, int]:
    """The supply as everybody sees it."""
    shown = t.state.view(None)["supply"]
    assert isinstance(shown, list)
    return {t.state.box.titles[IDS.index(p["card"])]: p["left"] for p in shown}


def of_the_rulebook() -> list[int]:
    """The cards of the printed game, without those that were added here."""
    return [i for i, row in enumerate(game().printed.tables["cards.csv"].rows) if row["source"] == "printed"]


# components


@pytest.mark.rule("trains-1.1")
def test_the_box_holds_five_hundred_cards() -> None:
    kit = game().printed
    copies = {kit.titles[i]: kit.copies[i] for i in of_the_rulebook()}
    assert sum(copies.values()) == 500
    assert {n: copies.pop(n) for n in BASIC} == BASIC
    assert [copies.pop(n) for n in ("Building", "Multi-storey building", "Skyscraper")] == [10, 10, 10]
    assert list(copies.values()) == [10] * 30
    assert set(copies) <= set(SELECTABLE)


@pytest.mark.rule("trains-1.2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_markers_at_the_start(seats: int) -> None:
    s = fresh(seats).state
    assert s.markers == [20] * seats
    assert s.stations_left == 30


@pytest.mark.rule("trains-1.3")
@pytest.mark.parametrize("name", list(PRINTED))
def test_what_is_printed_on_each_card(name: str) -> None:
    kit = game().printed
    i = kit.titles.index(name)
    icons = " ".join(n for n in ICONS if kit.icons[i] >> ICONS.index(n) & 1)
    assert (kit.costs[i], kit.values[i], kit.vps[i], icons) == PRINTED[name]


@pytest.mark.rule("trains-1.3")
def test_every_card_is_told_once_more() -> None:
    assert list(PRINTED) == game().printed.titles


@pytest.mark.rule("trains-1.3")
def test_card_tallies() -> None:
    kit = game().printed
    chosen = [i for i in of_the_rulebook() if i in game().selectable]
    action, train, rail = (1 << ICONS.index(n) for n in ("action", "train", "rail"))
    assert Counter(kit.icons[i] for i in chosen) == {action: 20, train | action: 5, rail: 5}
    assert Counter(kit.costs[i] for i in chosen) == {2: 5, 3: 6, 4: 8, 5: 9, 7: 2}
    lasting = [kit.titles[i] for i in of_the_rulebook() if kit.rule_changes[i]]
    assert set(lasting) == {
        "Collaboration", "Steel bridge", "Tunnel", "Viaduct", "Underground digging", "Material dump site",
        "Ironworks", "First train",
    }  # fmt: skip


# set-up


@pytest.mark.rule("trains-2.1")
def test_two_to_four_seats_play() -> None:
    assert [fresh(n).state.seats for n in (2, 3, 4)] == [2, 3, 4]
    for n in (1, 5):
        with pytest.raises(roundhouse.BadSeats):
            fresh(n)


@pytest.mark.rule("trains-2.1")
def test_the_map_is_an_option() -> None:
    assert [fresh(map=m).state.board.name for m in ("tokyo", "osaka", "Osaka")] == ["tokyo", "osaka", "osaka"]
    assert fresh().state.board.name == "tokyo"
    with pytest.raises(roundhouse.BadOption):
        fresh(map="kyoto")


@pytest.mark.rule("trains-2.2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_seat_starts_with_ten_cards_and_draws_five(seats: int) -> None:
    t = fresh(seats)
    for seat in range(seats):
        owned = Counter(t.names(t.state.owned(seat)))
        assert owned == {"Normal train": 7, "Rail laying": 2, "Station expansion": 1}
        assert (len(t.state.hands[seat]), len(t.state.decks[seat]), t.state.discards[seat]) == (5, 5, b"")


@pytest.mark.rule("trains-2.2")
def test_the_starting_decks_are_shuffled() -> None:
    deals = [tuple(s.hands + s.decks) for s in (fresh(seed=n).state for n in range(8))]
    assert len(set(deals)) == 8
    assert fresh(seed=3).state.hands == fresh(seed=3).state.hands


@pytest.mark.rule("trains-2.3")
@pytest.mark.parametrize(("seats", "rails", "stations"), [(2, 16, 18), (3, 14, 17), (4, 12, 16)])
def test_the_supply_has_sixteen_piles(seats: int, rails: int, stations: int) -> None:
    supply = piles(fresh(seats, cards="holiday pass"))
    assert len(supply) == 16
    fixed = {
        "Express train": 20, "Limited express train": 10, "Rail laying": rails, "Station expansion": stations,
        "Waste": 70, "Building": 10, "Multi-storey building": 10, "Skyscraper": 10,
    }  # fmt: skip
    assert {n: supply.pop(n) for n in fixed} == fixed
    assert list(supply.values()) == [10] * 8


@pytest.mark.rule("trains-2.3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_supply_and_starting_decks_are_the_printed_cards(seats: int) -> None:
    t = fresh(seats)
    held = Counter(n for i in range(seats) for n in t.names(t.state.owned(i)))
    supply = piles(t)
    assert all(held[n] + supply[n] == BASIC[n] for n in ("Rail laying", "Station expansion", "Waste"))


@pytest.mark.rule("trains-2.4")
def test_the_eight_selectable_piles_are_drawn_at_random() -> None:
    drawn = [frozenset(set(piles(fresh(seed=n))) & set(SELECTABLE)) for n in range(60)]
    assert {len(d) for d in drawn} == {8}
    assert len(set(drawn)) > 50
    assert not all("Landfill" in d for d in drawn)
    assert set().union(*drawn) == set(SELECTABLE)


@pytest.mark.rule("trains-2.4")
def test_landfill_and_seven_at_random() -> None:
    drawn = [frozenset(set(piles(fresh(seed=n, cards="random with landfill"))) & set(SELECTABLE)) for n in range(12)]
    assert all("Landfill" in d and len(d) == 8 for d in drawn)
    assert len(set(drawn)) > 9


@pytest.mark.rule("trains-2.4")
@pytest.mark.parametrize(
    ("name", "cards"),
    [
        (
            "tokyo beginners",
            "Landfill, Conductor area, Holiday timetable, Passing station, Amusement park, Steel bridge, "
            "Material dump site, Maintenance factory",
        ),
        (
            "osaka beginners",
            "Landfill, Rapid train, Garage, Tourist train, Ironworks, Stationmaster office, Tunnel, "
            "Temporary timetable",
        ),
        (
            "reforming and tunneling",
            "Signals, Pulling, Information central, Freight train, Wagon factory, First train, Signal spot, "
            "Underground digging",
        ),
        (
            "holiday pass",
            "Landfill, Station crew, Holiday timetable, Tourist train, Mail train, Viaduct, Maintenance factory, "
            "Control room",
        ),
    ],
)
def test_the_suggested_sets(name: str, cards: str) -> None:
    assert len(SETS) == 4
    supply = piles(fresh(cards=name))
    assert {n: supply[n] for n in supply if n in SELECTABLE} == dict.fromkeys(cards.split(", "), 10)


@pytest.mark.rule("trains-2.4")
def test_any_eight_named_by_the_players() -> None:
    eight = "Tunnel, Viaduct, Signals, Pulling, Garage, Landfill, Ironworks, Signal spot"
    wanted = eight.split(", ")
    for given in (eight, wanted):
        assert set(piles(fresh(cards=given))) & set(SELECTABLE) == set(wanted)
    for bad in (wanted[:7], [*wanted[:7], "Tunnel"], [*wanted[:7], "Waste"], [*wanted, "Switchback"], "favourites"):
        with pytest.raises(roundhouse.BadOption):
            fresh(cards=bad)


@pytest.mark.rule("trains-2.5")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_there_is_no_pile_of_normal_trains(seats: int) -> None:
    t = table(seats=seats, coins=9)
    assert "Normal train" not in piles(t)
    assert t.refused("buy Normal train") == "trains-4.10"
    assert sum(t.names(fresh(seats).state.owned(i)).count("Normal train") for i in range(seats)) == 7 * seats


@pytest.mark.rule("trains-2.6")
def test_every_score_starts_at_zero() -> None:
    s = fresh(4).state
    assert (s.points, s.scores()) == ([0] * 4, [0] * 4)


@pytest.mark.rule("trains-2.7")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_seat_starts(seats: int) -> None:
    t = fresh(seats)
    assert t.state.seat == 0
    order = []
    for _ in range(seats):
        order.append(t.state.seat)
        t.do(t.can[0])
    assert order == list(range(seats))
    assert t.state.seat == 0
    assert "end turn" in t.can


# first markers


@pytest.mark.rule("trains-3.1")
@pytest.mark.parametrize(
    ("spot", "terrain"),
    [("field C4", "field"), ("river D2", "river"), ("mountain A3", "mountain"), ("Yokohama", "city")],
)
def test_a_first_marker_is_free_on_any_land(spot: str, terrain: str) -> None:
    t = fresh(3).do("start at Haneda", f"start at {spot}", "start at Kamata")
    assert t.tracks(spot) == [1]
    assert t.state.markers == [19, 19, 19]
    assert (t.coins, t.left("Waste"), t.gained) == (0, 70, "")
    assert all("Waste" not in t.names(t.state.owned(i)) for i in range(3))
    assert t.state.seat == 0


@pytest.mark.rule("trains-3.1")
def test_nothing_but_a_first_marker_comes_first() -> None:
    t = fresh(2)
    assert all(w.startswith("start at ") for w in t.can)
    t.do("start at Haneda")
    assert all(w.startswith("start at ") for w in t.can)
    t.do("start at Kamata")
    assert not t.offers("start at")


@pytest.mark.rule("trains-3.2")
@pytest.mark.parametrize(
    ("map", "sea", "remotes", "count"),
    [("tokyo", "sea E9", ["Chichibu", "Chiba", "Shonan"], 60), ("osaka", "sea E2", ["Himeji", "Kameoka", "Shima"], 58)],
)
def test_no_first_marker_on_sea_or_a_remote_place(map: str, sea: str, remotes: list[str], count: int) -> None:
    t = fresh(map=map)
    for spot in (sea, *remotes):
        assert t.refused(f"start at {spot}") == "trains-3.2"
    assert len(t.can) == count


@pytest.mark.rule("trains-3.2")
def test_no_first_marker_on_another() -> None:
    t = fresh(3).do("start at Haneda")
    assert t.refused("start at Haneda") == "trains-3.2"
    assert len(t.can) == 59
    t.do("start at Kamata")
    assert t.refused("start at Haneda") == t.refused("start at Kamata") == "trains-3.2"
