"""The box, set-up, companies and headquarters: sections 1 to 3 of the ledger."""

from __future__ import annotations

from collections import Counter
from typing import cast

import pytest

import roundhouse
from roundhouse.games.empyreal.actions import CAPTAINS, SPACE, TILES
from roundhouse.games.empyreal.board import CITY, COLOUR_NAMES, GOODS, TERRAINS, WASTELAND
from roundhouse.games.empyreal.box import SCHEMA
from tests.empyreal.table import Table, game, kit, new, person, table
from tests.kit.boxes import printed

KIT = kit()
SEATS = pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
CAPTAIN = {
    "golden_sands": ("yellow", "desert", "Seth Cremmul"),
    "caterpillar": ("green", "forest", "Marcinae Ayle Shorec"),
    "afterworld": ("white", "glacier", "Dolores Malephaise"),
    "kings_line": ("blue", "lake", "Runika Zenanen"),
    "kerigan": ("red", "lava", "Rayleigh Kerigan"),
    "gesselheim": ("grey", "mountain", "Bartok Kulle"),
}


def begun(seats: int, seed: object = 1, **options: object) -> Table:
    """After companies and headquarters, each time the first choice."""
    t = new(seats, seed, **options)
    while not t.state.round:
        t.act(t.state.legal()[0])
    return t


def companies(*ids: str) -> list[str]:
    return [KIT.company_titles[KIT.company_ids.index(id)] for id in ids]


# the box


@pytest.mark.rule("empyreal-1.1")
@SEATS
def test_six_companies_with_35_trains_and_a_conductor_each(seats: int) -> None:
    t = new(seats)
    assert len(KIT.company_ids) == len(set(KIT.company_ids)) == 6
    assert list(t.state.supply) == [35] * seats
    assert len(t.state.conductor) == seats


@pytest.mark.rule("empyreal-1.2")
def test_a_captain_for_each_company_and_two_wild_ones() -> None:
    wild = [KIT.person(c) for c in KIT.specialists(0, False) if c not in KIT.captain_of]
    assert wild == ["Irialandradayamorella", "Trias Blackwind"]
    assert len(set(KIT.captain_of)) == 6


@pytest.mark.rule("empyreal-1.3")
@SEATS
def test_specialists_of_each_kind_each_once(seats: int) -> None:
    s = new(seats).state
    for k in range(3):
        assert sorted(s.stacks[k] + s.unused[k]) == KIT.specialists(k + 1, False)
    assert set(KIT.specialists(0, False)).isdisjoint(b"".join(s.stacks + s.unused))


@pytest.mark.rule("empyreal-1.4")
def test_all_spellcar_tiles_are_in_pile_and_market() -> None:
    s = new(4).state
    assert sorted(s.pile + s.market) == list(range(TILES))
    assert set(KIT.kinds[:TILES]) == {
        "unique", "two", "pick_two", "pick_three", "free_rival", "free_crossing", "reclaim"
    }  # fmt: skip


@pytest.mark.rule("empyreal-1.5", "empyreal-1.6")
def test_terrains_and_their_colours() -> None:
    assert TERRAINS == ("desert", "forest", "glacier", "lake", "lava", "mountain", "wasteland")
    assert dict(zip(TERRAINS, COLOUR_NAMES, strict=False)) == {
        "desert": "yellow", "forest": "green", "glacier": "white", "lake": "blue", "lava": "red", "mountain": "grey",
    }  # fmt: skip


@pytest.mark.rule("empyreal-1.7")
def test_goods_have_the_colour_of_their_terrain() -> None:
    assert dict(zip(COLOUR_NAMES, GOODS, strict=True)) == {
        "yellow": "Hylatine", "green": "Heartwood", "white": "Ritherwhyte", "blue": "Ehrlite", "red": "Crizma",
        "grey": "Vital Silver",
    }  # fmt: skip
    s = new(3).state
    for h in range(s.board.size):
        if s.ground[h] < WASTELAND:
            assert s.kinds(h) == [s.ground[h]]


@pytest.mark.rule("empyreal-1.8")
@SEATS
def test_no_good_on_wasteland_or_city(seats: int) -> None:
    s = new(seats).state
    assert not any(s.any_good(h) for h in range(s.board.size) if s.ground[h] in (WASTELAND, CITY))
    assert len(GOODS) == 6


@pytest.mark.rule("empyreal-1.9")
@SEATS
def test_35_goods_of_each_colour(seats: int) -> None:
    s = new(seats).state
    assert [s.stock[c] + sum(s.goods[c]) for c in range(6)] == [35] * 6


@pytest.mark.rule("empyreal-1.10")
def test_a_hex_holds_several_goods_of_several_colours() -> None:
    t = table("A1 A2", "G7 H7", goods={"A1": "YHR", "B1": "EEE"}, conductor="D", companies=("afterworld", "kerigan"))
    t.state.conductor = b"\x03\x00"
    t.do("move to D", "activate D1", "take the good at B1", "choose A1")
    assert (t.goods("A1"), t.goods("B1")) == ("YHRE", "EE")


@pytest.mark.rule("empyreal-1.11", "empyreal-2.12")
def test_thirty_demand_tiles_all_in_use_with_six_seats() -> None:
    s = new(6).state
    assert [list(tiles) for tiles in s.demands] == [[3 * c, 3 * c, 3 * c + 1, 3 * c + 1, 3 * c + 2] for c in range(6)]
    assert sum(len(tiles) for tiles in s.demands) == 30
    assert KIT.tile_points == [1, 2, 3]
    assert [KIT.tile(t) for t in (0, 4, 17)] == ["yellow Double", "green Triple", "grey Quadruple"]


@pytest.mark.rule("empyreal-1.12")
def test_twenty_wasteland_tiles_besides_the_printed_ones() -> None:
    for seats, n in ((2, 6), (3, 6), (4, 10), (5, 14), (6, 18)):
        s = new(seats).state
        assert (s.wastes, s.ground.count(WASTELAND)) == (20, n)


@pytest.mark.rule("empyreal-1.13")
@SEATS
def test_ten_crystals_for_each_of_six_seats_never_run_out(seats: int) -> None:
    assert KIT.most_mana * seats <= 60
    assert table("A1 A2", mana=((9, 0), (10, 0)), staff=("luc",), seats=seats).do("use Luc").mana() == (9, 1)


@pytest.mark.rule("empyreal-1.14")
def test_stands_have_no_use_in_play() -> None:
    seen = cast("list[dict[str, object]]", new(6).state.view(0)["cities"])
    assert all(set(city) == {"colour", "good", "terrain", "hex", "tiles"} for city in seen)


@pytest.mark.rule("empyreal-1.15")
def test_words_tell_trains_from_spellcars() -> None:
    forms = {b.name: b.forms[0] for b in SPACE.blocks}
    assert forms["car"] == "move the train at {}"
    assert table("A1 A2").do("administrate").state.prompt() == "gain a spellcar"


@pytest.mark.rule("empyreal-1.16")
def test_every_other_seat_is_a_competitor() -> None:
    s = table(seats=4).state
    assert s.foes == [0b1110, 0b1101, 0b1011, 0b0111]
    assert s.mates == [0, 0, 0, 0]


@pytest.mark.rule("empyreal-1.17")
def test_nothing_of_the_expansion() -> None:
    titles = " ".join(KIT.titles)
    for name in ("Drexl", "Koul", "Sludge", "Transmogrifier", "Fendar", "Lynssara", "Megana", "Nilara", "Amaranthalos",
                 "Arianna", "Marigold", "Tezola", "Casparan", "Iain", "Quadrana", "Wilhelm"):  # fmt: skip
        assert name not in titles


@pytest.mark.rule("empyreal-1.18")
def test_metro_is_a_spellcar_and_no_variant() -> None:
    assert KIT.kinds[KIT.ids.index("metro")] == "unique"
    assert set(game().options) == {"awards", "epic", "open_information", "friendly", "teams"}


# set-up


@pytest.mark.rule("empyreal-2.1")
def test_two_to_six_seats() -> None:
    assert list(game().seats) == [2, 3, 4, 5, 6]
    for seats in (1, 7):
        with pytest.raises(roundhouse.BadSeats, match="2 to 6 seats"):
            game().new(seats=seats)


@pytest.mark.rule("empyreal-2.2")
@pytest.mark.parametrize(("seats", "boards"), [(2, 3), (3, 3), (4, 4), (5, 5), (6, 6)])
def test_how_many_boards(seats: int, boards: int) -> None:
    for seed in range(8):
        s = new(seats, seed).state
        assert (len(s.sides), s.board.size) == (boards, 28 * boards)


@pytest.mark.rule("empyreal-2.3", "empyreal-2.7")
def test_which_sides_by_seats_and_every_layout_comes_up() -> None:
    wanted = {
        2: {"AAA", "BBB"}, 3: {"AAA", "BBB"}, 4: {"AACC", "BBCC"}, 5: {"ACCCC", "BCCCC"}, 6: {"CCCCCC"},
    }  # fmt: skip
    for seats, choices in ((2, 2), (3, 2), (4, 6), (5, 6), (6, 1)):
        seen: Counter[bytes] = Counter()
        for seed in range(60):
            s = new(seats, seed).state
            seen[s.sides] += 1
            assert "".join(sorted(KIT.atlas.sides[i][0] for i in s.sides)) in wanted[seats]
        assert set(seen) == set(KIT.atlas.layouts[seats])
        assert len(seen) == choices


@pytest.mark.rule("empyreal-2.4")
@SEATS
def test_six_cities_one_of_each_colour(seats: int) -> None:
    for seed in range(6):
        s = new(seats, seed).state
        assert s.ground.count(CITY) == 6
        assert sorted(c for c in s.board.city if c < 6) == list(range(6))


@pytest.mark.rule("empyreal-2.5", "empyreal-2.6")
def test_every_layout_can_be_laid_with_double_sided_boards() -> None:
    back = {"A1": "C-Desert", "A2": "C-Glacier", "A3": "C-Lava", "B1": "C-Forest", "B2": "C-Lake", "B3": "C-Mountain"}
    assert sorted(KIT.atlas.sides) == sorted([*back, *back.values()])
    for layouts in KIT.atlas.layouts.values():
        for layout in layouts:
            used = [KIT.atlas.sides[i] for i in layout]
            assert len(set(used)) == len(used)
            assert not any(side in used and back[side] in used for side in back)
    for i, side in enumerate(KIT.atlas.sides):
        ground = KIT.atlas.ground[i]
        plain = side[0] != "C"
        assert (len(ground), ground.count(CITY), ground.count(WASTELAND)) == (28, 2 if plain else 1, 2 if plain else 3)
        assert [ground.count(terrain) for terrain in range(6)] == [4] * 6


@pytest.mark.rule("empyreal-2.8")
@SEATS
def test_a_good_on_every_plain_hex(seats: int) -> None:
    s = new(seats).state
    for h in range(s.board.size):
        lying = [s.goods[c][h] for c in range(6)]
        assert lying == [int(c == s.ground[h]) for c in range(6)]


@pytest.mark.rule("empyreal-2.9")
@pytest.mark.parametrize(("seats", "placed"), [(2, 12), (3, 12), (4, 16), (5, 20), (6, 24)])
def test_goods_on_the_map_and_in_the_supply(seats: int, placed: int) -> None:
    for seed in range(6):
        s = new(seats, seed).state
        assert [sum(s.goods[c]) for c in range(6)] == [placed] * 6
        assert list(s.stock) == [35 - placed] * 6


@pytest.mark.rule("empyreal-2.10", "empyreal-2.11", "empyreal-2.13")
@pytest.mark.parametrize(("seats", "sizes"), [(2, [0, 1, 2]), (3, [0, 1, 1, 2]), (4, [0, 1, 1, 2]), (5, [0, 1, 1, 2])])
def test_demand_tiles_by_seats(seats: int, sizes: list[int]) -> None:
    s = new(seats).state
    for city in range(6):
        assert [tile - 3 * city for tile in s.demands[city]] == sizes  # the others are nowhere
    assert not any(s.won)


@pytest.mark.rule("empyreal-2.14")
def test_six_spellcars_lie_open_and_the_pile_is_shuffled() -> None:
    piles = set()
    for seed in range(10):
        s = new(3, seed).state
        assert (len(s.market), len(s.pile), s.discards) == (6, TILES - 6, b"")
        piles.add(s.market + s.pile)
    assert len(piles) == 10


@pytest.mark.rule("empyreal-2.15", "empyreal-2.16", "empyreal-2.17")
@SEATS
def test_three_stacks_of_one_more_than_seats_and_the_rest_unseen(seats: int) -> None:
    seen: list[set[int]] = [set(), set(), set()]
    for seed in range(40):
        s = new(seats, seed).state
        assert [len(stack) for stack in s.stacks] == [seats + 1] * 3
        assert [len(box) for box in s.unused] == [len(KIT.specialists(k, False)) - seats - 1 for k in (1, 2, 3)]
        for k in range(3):
            seen[k] |= set(s.stacks[k])
        for viewer in (0, None):
            view = cast("list[dict[str, object]]", s.view(viewer)["stacks"])
            assert [(v["known"], v["boxed"]) for v in view] == [([], [])] * 3
    assert [sorted(k) for k in seen] == [KIT.specialists(k, False) for k in (1, 2, 3)]


@pytest.mark.rule("empyreal-2.18")
@SEATS
def test_the_start_player_is_drawn_at_random(seats: int) -> None:
    assert {new(seats, seed).state.first for seed in range(60)} == set(range(seats))


@pytest.mark.rule("empyreal-2.19", "empyreal-4.1")
@SEATS
def test_turn_order_from_the_start_player_on(seats: int) -> None:
    for seed in range(6):
        t = begun(seats, seed)
        first = t.state.first
        for turn in range(2 * seats + 1):
            assert (t.seat, t.state.round) == ((first + turn) % seats, 1 + turn // seats)
            t.do("administrate").act(t.state.legal()[0]).act(t.state.legal()[0])
        assert t.state.first == first


# companies and captains


@pytest.mark.rule("empyreal-3.1", "empyreal-31.3")
@SEATS
def test_the_last_seat_chooses_first_a_company_that_nobody_has(seats: int) -> None:
    for seed in range(5):
        t = new(seats, seed)
        first = t.state.first
        taken: list[str] = []
        for n in range(seats):
            assert t.seat == (first - 1 - n) % seats
            assert t.offers("found") == [c for c in companies(*KIT.company_ids) if c not in taken]
            if taken:
                assert t.refused(f"found {taken[0]}") == "empyreal-3.1"
            taken.append(t.offers("found")[seed % 2 if n == 0 else -1])
            t.do(f"found {taken[-1]}")
            assert t.seat == (first - 1 - n) % seats  # the same seat: now its captain
            t.act(t.state.legal()[0])


@pytest.mark.rule("empyreal-3.2")
def test_the_own_captain_or_a_wild_one_that_nobody_has() -> None:
    t = new(3)
    wild = ["Irialandradayamorella", "Trias Blackwind"]
    assert t.do("found Kings' Line").offers("be led by") == ["Runika Zenanen", *wild]
    assert t.refused("be led by Seth Cremmul") == "empyreal-3.2"
    t.do("be led by Trias Blackwind", "found Kerigan Transcontinental")
    assert t.offers("be led by") == ["Rayleigh Kerigan", wild[0]]
    assert t.refused("be led by Trias Blackwind") == "empyreal-3.2"
    assert t.do("be led by Irialandradayamorella", "found Gesselheim Imperial").offers("be led by") == ["Bartok Kulle"]


@pytest.mark.rule("empyreal-3.3")
def test_a_wild_captain_keeps_the_folio_and_the_own_one_stays_in_the_box() -> None:
    own, wild = new(2), new(2)
    own.do("found Kings' Line", "be led by Runika Zenanen")
    wild.do("found Kings' Line", "be led by Trias Blackwind")
    seat = (own.state.first - 1) % 2
    assert own.state.yards[seat] == wild.state.yards[seat]
    assert own.state.home(seat) == wild.state.home(seat) == TERRAINS.index("lake")
    wild.do("found Kerigan Transcontinental")
    assert "Runika Zenanen" not in wild.offers("be led by")


@pytest.mark.rule("empyreal-3.4", "empyreal-3.5", "empyreal-3.6")
@SEATS
def test_what_a_seat_starts_with(seats: int) -> None:
    t = begun(seats)
    for seat in range(seats):
        assert t.mana(seat) == (5, 0)
        staff = t.state.staff[seat]
        assert 0 < staff[0] <= CAPTAINS
        assert not any(staff[1:])
    assert not any(t.state.flipped)
    assert not any(t.state.conductor)
    players = cast("list[dict[str, object]]", t.state.view(None)["players"])
    assert {p["stop"] for p in players} == {"Start"}


@pytest.mark.rule("empyreal-3.7", "empyreal-3.8")
def test_three_rows_of_five_and_six_steps() -> None:
    t = begun(2)
    for seat in range(2):
        yard = t.state.yards[seat]
        assert len(yard) == 15
        assert all(car > TILES for car in yard[:5])
        assert not any(yard[5:])
    assert table("A1 A2", mana=((10, 0),)).offers("move to") == ["A", "B", "C", "D"]
    assert table("A1 A2", mana=((10, 0),), conductor="B").offers("move to") == ["C", "D", "E", "the End of the Line"]


@pytest.mark.rule("empyreal-3.9", "empyreal-3.10", "empyreal-3.11", "empyreal-3.12", "empyreal-3.13", "empyreal-3.14")
@pytest.mark.parametrize("company", sorted(CAPTAIN))
def test_companies_with_colour_home_and_captain(company: str) -> None:
    colour, home, captain = CAPTAIN[company]
    at = KIT.company_ids.index(company)
    assert TERRAINS[KIT.homes[at]] == home
    assert KIT.person(KIT.captain_of[at]) == captain
    assert {r["id"]: r["colour"] for r in printed(SCHEMA, "companies.csv")}[company] == colour
    t = table("A1 A2", companies=(company, "kerigan" if company != "kerigan" else "afterworld"))
    assert t.state.home(0) == TERRAINS.index(home)
    assert t.state.staff[0][0] - 1 == person(captain.lower().split()[0])


# headquarters


@pytest.mark.rule("empyreal-3.15", "empyreal-3.20", "empyreal-31.4")
@SEATS
def test_two_trains_each_from_the_start_player_on(seats: int) -> None:
    t = new(seats, 4)
    while not t.offers("build on"):
        t.act(t.state.legal()[0])
    asked = []
    while not t.state.round:
        asked.append(t.seat)
        t.act(t.state.legal()[0])
    first = t.state.first
    assert asked == [(first + n // 2) % seats for n in range(2 * seats)]
    assert list(t.state.supply) == [33] * seats
    assert [len(net) for net in t.state.nets] == [2] * seats


def homes(seats: int = 2) -> Table:
    """Seat 0 leads the Kings' Line, seat 1 Kerigan; seat 0 is to place its first train on A1, A2, A3."""
    for seed in range(50):
        t = new(seats, seed)
        if t.state.first == 0 and KIT.atlas.sides[t.state.sides[0]] == "A1":
            return t.do("found Kerigan", "be led by Rayleigh", "found Kings'", "be led by Runika")
    raise AssertionError


@pytest.mark.rule("empyreal-3.16")
def test_the_first_train_goes_to_the_home_terrain() -> None:
    t = homes()
    lakes = ["A4", "A7", "B5", "C1", "E3", "F4", "G6", "H3", "J3", "J5", "K7", "L4"]
    assert t.offers("build on") == lakes
    assert t.refused("build on A1") == "empyreal-3.16"
    t.do("build on E3", "build on E2")
    assert "A2" in t.offers("build on")
    t = homes().do("build on A4", "build on A5")
    lavas = ["A2", "C2", "C5", "D7", "E1", "E7", "G1", "G3", "I1", "J6", "K2", "L6"]
    assert t.offers("build on") == lavas


@pytest.mark.rule("empyreal-3.16", "empyreal-3.17")
def test_hexes_with_trains_are_taken() -> None:
    t = homes().do("build on B5", "build on C5")
    assert "C5" not in t.offers("build on")
    assert t.refused("build on C5") == "empyreal-3.16"
    t = homes().do("build on C1", "build on B1", "build on C2")
    assert t.offers("build on") == ["C3", "D1"]  # B1 and C1 hold trains, B2 is a city, D2 wasteland
    assert t.refused("build on B1") == "empyreal-3.17"


@pytest.mark.rule("empyreal-3.17")
def test_the_second_train_goes_beside_the_first_not_to_city_or_wasteland() -> None:
    t = homes().do("build on B5")
    assert t.offers("build on") == ["A5", "A6", "B6", "C5"]  # B4 is wasteland, C6 a city
    for hex in ("B4", "C6", "A1", "B5"):
        assert t.refused(f"build on {hex}") == "empyreal-3.17"


@pytest.mark.rule("empyreal-3.18")
def test_the_first_hex_leaves_room_for_the_second_train() -> None:
    t = homes()
    assert "A4" in t.offers("build on")
    for label in ("A3", "A5", "B3"):  # beside A4 lie these and a wasteland
        t.state.add_car(1, t.hex(label))
    t.state.offered = []
    assert "A4" not in t.offers("build on")
    assert t.refused("build on A4") == "empyreal-3.16"


@pytest.mark.rule("empyreal-3.19")
def test_goods_stay_under_headquarters_and_nothing_is_paid() -> None:
    t = homes().do("build on B5", "build on C5")
    assert (t.goods("B5"), t.goods("C5"), t.mana()) == ("E", "C", (5, 0))
