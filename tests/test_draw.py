"""Marks, hexes, cards and panels: text that parses, escapes what it is given and says what can be done."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import markupsafe
import pytest
from markupsafe import escape

from roundhouse.core.hexes import HexGrid
from roundhouse.core.words import capital, counted, listed, sentence, tallied
from roundhouse.draw.cards import CardLook, Use, back, card, mini, pile, ticket
from roundhouse.draw.hexes import SIDE, WIDE, HexSheet, distance
from roundhouse.draw.marks import attrs, doing, icon, joined, octagon, seat_icon, spread, token
from roundhouse.draw.markup import Markup
from roundhouse.draw.panels import (
    Cell,
    Choice,
    Gauge,
    LogLine,
    LogText,
    SeatLook,
    SeatRow,
    figure,
    gauges,
    label,
    log_list,
    seats_table,
    third,
    words_list,
)
from roundhouse.draw.remembered import remembered
from roundhouse.draw.rendering import Rendering, result
from roundhouse.draw.terrain import coast, course, ground, water

NASTY = "<b>\"x\"&'y'"
LOOK = CardLook("garage", NASTY, 3, 1, 0, "action", ("action",), NASTY, True, "Action", "garage")


def xml(html: str) -> ElementTree.Element:
    return ElementTree.fromstring(f"<root>{html}</root>")


@pytest.fixture
def on() -> HexSheet:
    return HexSheet(HexGrid([10, 9, 10]), 31, 20)


def test_attributes_are_escaped_and_empty_ones_left_out() -> None:
    assert attrs(cls="a", data_tip="", aria_label=None, hidden=False) == ' class="a"'
    element = xml(f"<i{attrs(data_tip=NASTY + chr(10) + 'second')}/>")[0]
    assert element.get("data-tip") == NASTY + "\nsecond"


def test_the_plain_action_comes_first() -> None:
    assert doing([]) == ""
    assert doing([7]) == ' data-action="7"'
    assert doing([7, 8, 9]) == ' data-action="7" data-more="8,9"'


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("nothing to fill in", []),
        ("<b>{}</b>{}", ['<i> & "', markupsafe.Markup("<i>")]),
        ("<{0} {1}>{2}</{0}>", ["div", Markup('class="a"'), 5]),
        ("{{}} {} }}{{", [None]),
        ("{:.1f} {!r} {}", [1.25, "<", "<"]),
        ("{}", [True]),
    ],
)
def test_markup_is_filled_in_as_by_the_library(text: str, values: list[object]) -> None:
    for _ in range(2):  # the second time it is known
        found = Markup(text).format(*values)
        assert found == markupsafe.Markup(text).format(*values)
        assert isinstance(found, markupsafe.Markup)
        assert found + "<" == f"{found}&lt;"
    assert Markup("<{tag}>").format(tag="&") == "<&amp;>"


def test_markup_that_is_short_of_values_is_refused() -> None:
    with pytest.raises(IndexError):
        Markup("{}{}").format(1)


def test_joined_escapes_what_is_not_markup() -> None:
    assert joined([Markup("<i>"), "<b>"]) == "<i>&lt;b&gt;"


def test_an_icon_is_an_ornament_unless_it_has_a_label() -> None:
    assert xml(icon("coin"))[0].get("aria-hidden") == "true"
    assert xml(icon("coin", "coins"))[0].get("aria-label") == "coins"


@pytest.mark.parametrize("seat", range(6))
def test_each_seat_has_letter_class_and_a_shape_of_its_own(seat: int) -> None:
    drawn = xml(token(seat, 10, 10, piece="p"))[0]
    assert drawn.get("class") == f"seat-{'abcdef'[seat]}"
    assert drawn.get("data-piece") == "p"
    assert drawn.findtext("text") == "ABCDEF"[seat]
    shapes = {xml(token(i, 0, 0))[0][0].get("points", "circle") for i in range(6)}
    assert len(shapes) == 6
    assert xml(seat_icon(seat))[0].get("class") == "seat"


def test_an_octagon_has_eight_corners() -> None:
    assert len(octagon(0, 0, 7).split()) == 8


def test_neighbours_share_a_side_and_others_do_not(on: HexSheet) -> None:
    for h in range(on.grid.size):
        for n in on.grid.beside(h):
            (x, y), (u, v) = on.edge(h, n)
            assert ((x - u) ** 2 + (y - v) ** 2) ** 0.5 == pytest.approx(SIDE, abs=0.2)
            assert on.edge(n, h) == on.edge(h, n)
    with pytest.raises(ValueError, match="share no side"):
        on.edge(0, 5)


def test_odd_rows_stand_half_a_hex_to_the_right(on: HexSheet) -> None:
    assert on.at(10)[0] - on.at(0)[0] == pytest.approx(WIDE / 2)
    assert on.at(10)[1] - on.at(0)[1] == pytest.approx(1.5 * SIDE)
    assert on.width == pytest.approx(31 + 10 * WIDE)
    assert on.height == pytest.approx(20 + 5 * SIDE)


def test_distance_to_a_stretch_of_line() -> None:
    assert distance((5, 3), (0, 0), (10, 0)) == 3
    assert distance((13, 4), (0, 0), (10, 0)) == 5
    assert distance((3, 4), (0, 0), (0, 0)) == 5


def test_land_and_water_are_drawn(on: HexSheet) -> None:
    for terrain in ("field", "river", "mountain", "city", "remote", "sea"):
        assert f"t-{terrain}" in ground(on, 3, terrain)
        xml(ground(on, 3, terrain))
    shore = coast(on, [0, 1])
    assert shore.count("M") == sum(1 for h in (0, 1) for n in on.grid.beside(h) if n not in (0, 1))
    xml(water(on, [0, 1], shore, "here"))
    assert course(on, [(0, 0, "e5"), (0, 0, ""), (0, 1, ""), (0, 1, "c2")]).count("Q") == 2


@pytest.mark.parametrize("drawn", [card, mini])
def test_a_card_with_an_action_is_a_button(drawn: object) -> None:
    assert callable(drawn)
    idle = xml(drawn(LOOK, Use(piece="here")))[0]
    assert idle.tag == "div"
    assert idle.get("data-piece") == "here"
    lit = xml(drawn(LOOK, Use([3, 4], "what it does", times=2, note="coins only")))[0]
    assert lit.tag == "button"
    assert "legal" in str(lit.get("class")).split()
    assert (lit.get("data-action"), lit.get("data-more"), lit.get("data-tip")) == ("3", "4", "what it does")
    assert "2 of them, coins only" in str(lit.get("aria-label"))
    assert NASTY in "".join(lit.itertext())


def test_the_card_being_resolved_says_so() -> None:
    working = xml(mini(LOOK, Use(working=True)))[0]
    assert "working" in str(working.get("class"))
    assert "now" in "".join(working.itertext())


def test_a_ticket_shows_what_is_left() -> None:
    assert "few" in ticket(LOOK, 3)
    assert "sold out" in ticket(LOOK, 0)
    assert "buyable" not in ticket(LOOK, 3)
    assert "buyable" in ticket(LOOK, 3, Use([1]))
    plain = CardLook("waste", "Waste", 0, 0, 0, "waste", ("waste",), "", False, for_sale=False)
    assert "not for sale" in ticket(plain, 3)
    points = CardLook("building", "Building", 3, 0, 1, "vp", ("tower",), "", False)
    assert "#star" in ticket(points, 3)
    assert points.full_text == "1 point at the end."


def test_a_hidden_card_says_nothing_but_that() -> None:
    assert xml(back("x"))[0].get("aria-label") == "a hidden card"
    assert xml(pile("shut", 7, "deck", NASTY, "deck-a"))[0].get("data-tip") == NASTY


def test_panels_escape_names_and_list_every_choice() -> None:
    rows = [SeatRow(1, SeatLook(NASTY), NASTY, True, [Cell(None), Cell(4, "why", "score")])]
    table = xml(seats_table("Round 1", [("star", "Points", "now")], rows))
    assert NASTY in "".join(table.itertext())
    words = xml(words_list([Choice(5, NASTY, "free"), Choice(6, "end turn")]))
    assert [b.get("data-action") for b in words.iter("button")] == ["5", "6"]
    assert all(len(b) == 2 for b in words.iter("button"))
    told = [LogText(escape(NASTY), "F7"), LogText(Markup("buys <b>Garage</b>"))]
    log = xml(log_list([LogLine(n, 0, NASTY, t) for n, t in enumerate(told, 1)]))[0]
    assert [li.get("data-hex") for li in log] == ["F7", None]
    assert [li.get("tabindex") for li in log] == ["0", "-1"]
    assert "".join(log[0].itertext()).count(NASTY) == 2
    assert [b.text for b in log[1].iter("b")] == [NASTY, "Garage"]
    shown = xml(gauges([Gauge("rail", NASTY, NASTY, 2.0, 1), Gauge("deck", "", "", -1.0)]))
    assert "".join(shown.itertext()) == f"{NASTY}B{NASTY}"
    assert NASTY in "".join(xml(label(NASTY, "aside", "end")).itertext())


def test_words_are_counted_listed_and_tallied() -> None:
    assert [counted(n, "card") for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert [listed(w, "and") for w in (["a"], ["a", "b"], ("a", "b", "c"))] == ["a", "a and b", "a, b and c"]
    assert tallied(["Garage", "Waste", "Garage"]) == "2 Garage, Waste"
    assert (capital("lay D'Arcy"), sentence("")) == ("Lay D'Arcy", ".")


def test_who_has_won() -> None:
    view = {"winners": [0], "players": [{"score": 1}, {"score": 1}]}
    assert result(view, ["Ann", "Bo"]) == "Ann wins with 1 point"
    assert result({**view, "winners": [0, 1]}, ["Ann", "Bo"]) == "Ann and Bo share the win with 1 point"


def test_what_has_no_place_becomes_a_button() -> None:
    actions = [{"action": n, "words": f"do <{n}>", "block": "do", "thing": n} for n in (3, 4)]
    view = {"viewer": 0, "seat": 0, "over": False, "prompt": "choose", "actions": actions}
    table = Rendering(view, None, [SeatLook(NASTY)])
    drawn = table.regions(board=table.doing(table.of("do", 3)))
    assert drawn["board"] == ' data-action="3"'
    assert [e.get("data-action") for e in xml(drawn["prompt"]).iter("button")] == ["4"]
    assert [e.get("data-action") for e in xml(drawn["words"]).iter("button")] == ["3", "4"]
    past = Rendering(view, None, [SeatLook(NASTY)], past=True).regions()
    assert "button" not in past["prompt"] + past["words"]


def test_the_log_speaks_in_the_third_person() -> None:
    words = [third(phrase) for phrase in ("stop", "draw 1 card", "copy B2", "be the first")]
    assert words == ["stops", "draws 1 card", "copies B2", "is the first"]


def test_what_stands_under_a_name() -> None:
    seats = [SeatLook("Ann", you=True), SeatLook("Bo", "bot"), SeatLook("Cy", "open"), SeatLook("Di", away=True)]
    view = {"viewer": 0, "seat": 0, "over": False, "winners": [], "actions": []}
    table = Rendering(view, None, seats)
    assert [table.seat_note(i, 0, otherwise="x") for i in range(4)] == [
        "Your turn",
        "x, bot",
        "x, open seat",
        "x, away: bot",
    ]
    assert table.seat_note(1, 1) == "To move, bot"
    assert Rendering(view, None, seats, past=True).seat_note(0, 0) == "To move"
    assert Rendering({**view, "over": True, "winners": [1]}, None, seats).seat_note(1, 1) == "Winner, bot"


def test_a_figure_has_its_words() -> None:
    assert "".join(xml(figure(icon("rail"), NASTY)).itertext()) == NASTY


def test_an_icon_is_made_once_but_text_is_never_taken_for_markup() -> None:
    assert icon("star", Markup("<b>")) != icon("star", "<b>")
    assert "&lt;b&gt;" in icon("star", "<b>")


def test_places_in_a_row_are_moved_apart_as_little_as_may_be_and_stay_between_their_bounds() -> None:
    for at in ([10.0, 11, 12, 200, 200, 200], [10.0] * 6, [200.0] * 6, [100.0], [50.0, 100, 150]):
        out = spread(at, 19, 10, 200)
        assert (out == sorted(out), out[0] >= 10, out[-1] <= 200) == (True, True, True)
        assert all(b - a >= 19 - 1e-9 for a, b in pairwise(out))
    assert spread([50, 100, 150], 19) == [50, 100, 150]
    assert spread([50, 50], 20) == [40, 60]


@remembered
def told(thing: str, value: object, more: str = "") -> Markup:
    """All it is given, as it is escaped."""
    return Markup("{} {} {} {}").format(thing, type(value).__name__, str(value), more)


def test_what_is_remembered_keeps_apart_what_is_equal_but_not_the_same() -> None:
    for value in (1, True, 1.0, "1", [1], (1,), {"a": 1}, None):
        for _ in range(2):
            assert told("x", value) == f"x {type(value).__name__} {escape(str(value))} "


def test_markup_and_a_text_of_the_same_letters_are_remembered_apart() -> None:
    assert told("x", 1, Markup("<b>")).endswith("<b>")
    assert told("x", 1, "<b>").endswith("&lt;b&gt;")
    assert told("x", 1, Markup("<b>")).endswith("<b>")
    for name in (Markup("<b>"), "<b>", Markup("<b>")):
        assert str(attrs(aria_label=name)) == f' aria-label="{escape(name)}"'
        assert f"</svg>{escape(name)}</span>" in str(mini(LOOK, Use(note=name)))


def test_what_changes_later_is_drawn_anew() -> None:
    seats = [1, 2]
    assert "[1, 2]" in told("x", seats)
    seats.append(3)
    assert "[1, 2, 3]" in told("x", seats)
