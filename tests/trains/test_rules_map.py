"""The two maps, laying track and stations: clause 1.4 and sections 5 and 6 of the ledger."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.trains.table import Table, table

# every hex as printed: a number is a city with its slots, *n a remote place, = the sea
MAPS = {
    "tokyo": """
        *4  ^  ^  ^  2  ~  2  ^  ^ *4
          ^  ^  2  .  .  ~  1  .  1
         3  ~  2  .  1  .  2  ~  . *3
          1  ~  ~  .  .  2  2  ~  2
         ^  2  ~  ~  1  .  2  ~  = *2
          ^  ~  2  ~  1  .  .  =  =
        *3  ^  ~  .  ~  1  =  =  =  =
         *2  3  ~  2  ~  2  =  =  =
    """,
    "osaka": """
        *4  1  ^  ^  ^  ^ *4  ^  3 *3
          ^  2  1  1  ^  ^  1  ~  .
         ^  ^  ~  .  .  1  1  ~  ~  2
          3  1  1  ~  ~  ~  ~  1  ~
        *3  =  =  ~  2  .  1  1  ^ *3
          =  =  =  2  2  .  ^  ^  2
         =  =  =  2  .  .  1  ^  1  1
          =  = *2 *2  .  .  ^  1 *3
    """,
}
SIGNS = {"field": ".", "river": "~", "mountain": "^", "sea": "="}

BARRIERS = [
    ("tokyo", "Tokorozawa", "Tachikawa"),
    ("tokyo", "Ikebukuro-Ueno", "Shinjuku-Shibuya"),
    ("tokyo", "Ikebukuro-Ueno", "Tokyo-Akihabara"),
    ("tokyo", "Shinjuku-Shibuya", "Tokyo-Akihabara"),
    ("tokyo", "Shinjuku-Shibuya", "Shinagawa-Meguro"),
    ("tokyo", "Tokyo-Akihabara", "Shinagawa-Meguro"),
    ("tokyo", "Odawara", "Shonan"),
    ("osaka", "Fukuchiyama", "mountain B1"),
    ("osaka", "Sanda", "Takarazuka"),
    ("osaka", "mountain A6", "Kameoka"),
    ("osaka", "Kameoka", "mountain B6"),
    ("osaka", "Kameoka", "Nagaokakyo"),
    ("osaka", "Umeda", "Namba"),
    ("osaka", "Umeda", "Tennoji"),
    ("osaka", "Namba", "Tennoji"),
    ("osaka", "Kameyama", "Nara"),
    ("osaka", "Kansai-Airport", "Wakayama"),
    ("osaka", "Kashihara", "Shima"),
]
FAR = {"tokyo": "Kichijoji", "osaka": "field C4"}  # a start that is next to no barrier


def sides(row: int, col: int) -> set[tuple[int, int]]:
    """The places that share a side with one: odd rows lie half a hex to the right."""
    left = col - 1 if row % 2 == 0 else col
    around = [
        (row - 1, left),
        (row - 1, left + 1),
        (row, col - 1),
        (row, col + 1),
        (row + 1, left),
        (row + 1, left + 1),
    ]
    return {(r, c) for r, c in around if 0 <= r < 8 and 0 <= c < (10 if r % 2 == 0 else 9)}


def place(h: int) -> tuple[int, int]:
    """Row and column of a hex number."""
    pair, rest = divmod(h, 19)
    return (2 * pair, rest) if rest < 10 else (2 * pair + 1, rest - 10)


# the maps


@pytest.mark.rule("trains-1.4")
@pytest.mark.parametrize("map", ["tokyo", "osaka"])
def test_every_hex_is_as_printed(map: str) -> None:
    hexes = table(map=map, tracks=FAR[map]).state.view(None)["hexes"]
    assert isinstance(hexes, list)
    signs = [SIGNS.get(h["terrain"]) or ("*" if h["terrain"] == "remote" else "") + str(h["number"]) for h in hexes]
    assert signs == MAPS[map].split()


@pytest.mark.rule("trains-1.4")
@pytest.mark.parametrize(
    ("map", "terrains", "slots", "remotes"),
    [
        ("tokyo", (12, 16, 10, 22, 6, 10), {1: 7, 2: 13, 3: 2}, [2, 2, 3, 3, 4, 4]),
        ("osaka", (9, 10, 15, 24, 8, 10), {1: 15, 2: 7, 3: 2}, [2, 2, 3, 3, 3, 3, 4, 4]),
    ],
)
def test_map_counts(map: str, terrains: tuple[int, ...], slots: dict[int, int], remotes: list[int]) -> None:
    hexes = table(map=map, tracks=FAR[map]).state.view(None)["hexes"]
    assert isinstance(hexes, list)
    assert len(hexes) == 76
    counts = Counter(h["terrain"] for h in hexes)
    assert tuple(counts[x] for x in ("field", "river", "mountain", "city", "remote", "sea")) == terrains
    assert Counter(h["number"] for h in hexes if h["terrain"] == "city") == slots
    assert sorted(h["number"] for h in hexes if h["terrain"] == "remote") == remotes


@pytest.mark.rule("trains-1.4")
@pytest.mark.parametrize(
    ("map", "names"),
    [
        ("tokyo", {"Hachioji": 3, "Yokohama": 3, "Chichibu": 4, "Tsukuba": 4, "Narita": 3, "Odawara": 3, "Shonan": 2}),
        ("osaka", {"Kyoto": 3, "Kobe": 3, "Kameoka": 4, "Fukuchiyama": 4, "Otsu": 3, "Shima": 3, "Wakayama": 2}),
    ],
)
def test_named_places(map: str, names: dict[str, int]) -> None:
    t = table(map=map, tracks=FAR[map])
    assert {n: t.state.board.number[t.hex(n)] for n in names} == names


# barriers and neighbours


@pytest.mark.rule("trains-5.2")
@pytest.mark.parametrize(("map", "one", "other"), BARRIERS)
def test_no_track_across_a_barrier(map: str, one: str, other: str) -> None:
    t = table(map=map, tracks=FAR[map])
    assert place(t.hex(other)) in sides(*place(t.hex(one)))
    for a, b in ((one, other), (other, one)):
        t = table(map=map, tracks=f"{FAR[map]}, {a}", hand="Rail laying", coins=20).do("play Rail laying")
        assert t.refused(f"lay {b}") == "trains-5.2"


@pytest.mark.rule("trains-5.2")
@pytest.mark.parametrize(("map", "count"), [("tokyo", 7), ("osaka", 11)])
def test_there_are_no_other_barriers(map: str, count: int) -> None:
    t = table(map=map, tracks=FAR[map])
    walls = {frozenset((t.hex(a), t.hex(b))) for m, a, b in BARRIERS if m == map}
    assert {frozenset(w) for w in t.state.board.walls} == walls
    assert len(walls) == count


@pytest.mark.rule("trains-5.2")
@pytest.mark.parametrize("map", ["tokyo", "osaka"])
def test_track_goes_to_every_neighbour_without_a_barrier_and_nowhere_else(map: str) -> None:
    t = table(map=map, tracks=FAR[map])
    board = t.state.board
    walls = {frozenset((t.hex(a), t.hex(b))) for m, a, b in BARRIERS if m == map}
    for h in range(76):
        if board.labels[h].startswith("sea"):
            continue
        t = table(map=map, tracks=f"{FAR[map]}, {board.labels[h]}", hand="Rail laying", coins=20)
        offered = {t.hex(n) for n in t.do("play Rail laying").offers("lay")}
        own = {h, t.hex(FAR[map])}
        near = {n for n in range(76) for o in own if place(n) in sides(*place(o)) and frozenset((n, o)) not in walls}
        assert offered == {n for n in near - own if not board.labels[n].startswith("sea")}, board.labels[h]


@pytest.mark.rule("trains-5.2")
def test_track_must_touch_the_own_line() -> None:
    t = table(hand="Rail laying", coins=9, rivals={1: "Machida"}).do("play Rail laying")
    assert t.refused("lay field E6") == "trains-5.2"
    assert t.refused("lay Mizonoguchi") == "trains-5.2"  # next to a rival's line only


# laying track


@pytest.mark.rule("trains-5.1")
def test_a_track_comes_out_of_the_reserve() -> None:
    t = table(hand="2 Rail laying", markers=1).do("play Rail laying", "lay field C4")
    assert (t.state.markers[0], t.tracks("field C4")) == (0, [0])
    assert t.refused("play Rail laying") == "trains-5.1"


@pytest.mark.rule("trains-5.1")
def test_one_rail_card_lays_one_track() -> None:
    t = table(hand="Rail laying", coins=9).do("play Rail laying", "lay field C4")
    assert not t.offers("lay")
    assert sum(x & 1 for x in t.state.tracks) == 2


@pytest.mark.rule("trains-5.2")
def test_a_line_that_reaches_everything_cannot_grow() -> None:
    land = [n for n in table().state.board.labels if not n.startswith("sea") and n != "Tachikawa"]
    t = table(hand="Rail laying", tracks=", ".join(["Tachikawa", *land]), markers=1, coins=9, rivals={1: "Haneda"})
    assert t.refused("play Rail laying") == "trains-5.2"


@pytest.mark.rule("trains-5.3")
def test_at_most_one_own_marker_in_a_hex_but_several_seats() -> None:
    t = table(hand="2 Rail laying", coins=9, seats=3, rivals={1: "field C4", 2: "field C4"})
    assert t.do("play Rail laying", "lay field C4").tracks("field C4") == [0, 1, 2]
    t.do("play Rail laying")
    assert t.refused("lay field C4") == t.refused("lay Tachikawa") == "trains-5.3"


@pytest.mark.rule("trains-5.4")
@pytest.mark.parametrize(
    ("own", "spot", "stations", "cost"),
    [
        ("Tachikawa", "field C4", 0, 0),
        ("Tachikawa", "river D2", 0, 1),
        ("Tachikawa", "mountain B2", 0, 2),
        ("field C4", "Kichijoji", 0, 1),
        ("field C4", "Kichijoji", 1, 2),
        ("field C4", "Tachikawa", 2, 3),
        ("river C2", "Hachioji", 3, 4),
        ("Funabashi", "Chiba", 0, 2),
        ("Funabashi", "Narita", 0, 3),
        ("mountain A9", "Tsukuba", 0, 4),
    ],
)
def test_what_a_track_costs(own: str, spot: str, stations: int, cost: int) -> None:
    def at(coins: int) -> Table:
        t = table(hand="Rail laying", tracks=f"{own}, field D5", coins=coins, stations={spot: stations})
        return t.do("play Rail laying")

    t = at(cost).do(f"lay {spot}")
    assert (t.coins, t.gained) == (0, "Waste")
    assert at(cost + 3).do(f"lay {spot}").coins == 3
    if cost:
        assert at(cost - 1).refused(f"lay {spot}") == "trains-5.4"


@pytest.mark.rule("trains-5.5")
@pytest.mark.parametrize("rivals", [1, 2, 3])
def test_rivals_cost_a_coin_each_and_one_waste_in_all(rivals: int) -> None:
    there = dict.fromkeys(range(1, rivals + 1), "field C4")
    t = table(hand="Rail laying", seats=4, coins=rivals, rivals=there).do("play Rail laying", "lay field C4")
    assert (t.coins, t.gained, t.left("Waste")) == (0, "Waste, Waste", 68)
    poor = table(hand="Rail laying", seats=4, coins=rivals - 1, rivals=there, tracks="Tachikawa, field D5")
    assert poor.do("play Rail laying").refused("lay field C4") == "trains-5.4"


@pytest.mark.rule("trains-5.5")
def test_the_rulebooks_city_with_two_stations_and_a_rival_costs_four() -> None:
    t = table(hand="Rail laying", tracks="field C4", coins=4, rivals={1: "Tachikawa"}, stations={"Tachikawa": 2})
    t.do("play Rail laying", "lay Tachikawa")
    assert (t.coins, t.gained) == (0, "Waste, Waste")


@pytest.mark.rule("trains-5.6")
def test_nothing_is_built_on_the_sea() -> None:
    t = table(hand="Rail laying", tracks="Haneda, Funabashi, field F7", coins=20).do("play Rail laying")
    assert t.refused("lay sea H7") == t.refused("lay sea E9") == t.refused("lay sea F8") == "trains-5.6"
    assert not [n for n in t.offers("lay") if n.startswith("sea")]


@pytest.mark.rule("trains-5.7")
def test_a_rail_point_is_used_at_once() -> None:
    t = table(hand="Rail laying, Normal train", coins=9).do("play Rail laying")
    assert all(w.startswith("lay ") for w in t.can)  # neither later nor left out
    t.do("lay field C4")
    assert not t.offers("lay")


@pytest.mark.rule("trains-5.8")
def test_laying_is_paid_and_done_before_the_waste_of_the_card() -> None:
    t = table(hand="Rail laying", coins=3, rivals={1: "mountain B2"}, supply={"Waste": 1}).do("play Rail laying")
    assert (t.coins, t.gained) == (3, "")
    t.do("lay mountain B2")
    assert (t.coins, t.tracks("mountain B2"), t.gained, t.left("Waste")) == (0, [0, 1], "Waste", 0)


@pytest.mark.rule("trains-5.8")
def test_a_track_is_paid_at_the_price_before_it_lies_there() -> None:
    t = table(hand="2 Rail laying", coins=5, seats=3, rivals={1: "river D2", 2: "river D2"})
    t.do("play Rail laying", "lay river D2")
    assert (t.coins, t.gained) == (2, "Waste, Waste")


# stations


@pytest.mark.rule("trains-6.1")
def test_a_station_goes_into_any_city_without_own_track() -> None:
    t = table(hand="Station expansion", rivals={1: "Haneda"}).do("play Station expansion")
    cities = [n for n, x in zip(t.state.board.labels, MAPS["tokyo"].split(), strict=True) if x in ("1", "2", "3")]
    assert t.offers("station in") == cities
    assert len(t.can) == 22
    t.do("station in Haneda")
    assert (t.stations("Haneda"), t.coins, t.state.stations_left) == (1, 0, 29)


@pytest.mark.rule("trains-6.1")
@pytest.mark.parametrize("spot", ["field C4", "river D2", "mountain B2", "Chiba", "sea E9"])
def test_a_station_goes_nowhere_else(spot: str) -> None:
    assert table(hand="Station expansion").do("play Station expansion").refused(f"station in {spot}") == "trains-6.1"


@pytest.mark.rule("trains-6.2")
@pytest.mark.parametrize(("city", "slots"), [("Kamata", 1), ("Haneda", 2), ("Yokohama", 3)])
def test_a_city_holds_as_many_stations_as_it_has_slots(city: str, slots: int) -> None:
    t = table(hand="5 Station expansion")
    for _ in range(slots):
        t.do("play Station expansion", f"station in {city}")
    assert t.stations(city) == slots
    assert t.do("play Station expansion").refused(f"station in {city}") == "trains-6.2"


@pytest.mark.rule("trains-6.3")
def test_the_last_station_marker() -> None:
    t = table(hand="2 Station expansion", stations_left=1).do("play Station expansion", "station in Haneda")
    assert t.refused("play Station expansion") == "trains-6.3"
    t.do("play Station expansion for its coins")
    assert t.gained == "Waste"  # of the first one only


@pytest.mark.rule("trains-6.4")
def test_every_seat_in_a_city_profits_from_its_stations() -> None:
    t = table(hand="Station expansion", seats=3, tracks="Tachikawa", rivals={1: "Haneda", 2: "Kamata, Haneda"})
    assert t.do("play Station expansion", "station in Haneda").state.scores() == [0, 2, 2]
