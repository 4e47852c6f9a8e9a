"""One look at a table of Spyrium: the view, who looks, and which choices have found their place on the page."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from roundhouse.draw.marks import attrs, doing, letter
from roundhouse.draw.panels import SeatLook
from roundhouse.games.spyrium.box import SpyriumBox
from roundhouse.games.spyrium.face_words import Action, View, price, said


class Sight:
    """What a drawing of the table needs, and where its actions were put."""

    def __init__(
        self, view: View, box: SpyriumBox, seats: Sequence[SeatLook], last: tuple[int, str] | None, past: bool
    ) -> None:
        self.view = view
        self.box = box
        self.seats = list(seats)
        self.last = last
        self.past = past
        self.viewer: int | None = view["viewer"]
        self.actions: list[Action] = [] if past else list(view.get("actions", []))
        self.placed: set[int] = set()
        self.copies = copies(view)
        self.shown_once = True  # what is drawn a second time does not travel

    @property
    def me(self) -> int:
        """Whose works lie in the dock: the viewer's, else those of who decides."""
        if self.viewer is not None:
            return self.viewer
        return int(self.view["winners"][0] if self.view["over"] else max(self.view["seat"], 0))

    def name(self, seat: int) -> str:
        return self.seats[seat].name

    def at(self, *blocks: str) -> list[Action]:
        """The actions of these blocks."""
        return [a for a in self.actions if a["block"] in blocks]

    def doing(self, found: Sequence[Action]) -> Markup:
        """The attributes of a thing with these actions; they count as placed."""
        self.placed.update(a["action"] for a in found)
        return doing([a["action"] for a in found])

    def said(self, found: Sequence[Action]) -> list[str]:
        return [said(self.view, self.box, a) for a in found]

    def price(self, action: Action) -> str:
        return price(self.view, self.box, action)

    def card_piece(self, id: str, where: str) -> str:
        """The name under which a card travels: its own if it is the only one in sight, else its place's."""
        if not self.shown_once:
            return ""
        return f"card-{id}" if self.copies.get(id) == 1 else f"card-{id}-{where}"


def copies(view: View) -> dict[str, int]:
    """How many of each card lie open."""
    out: dict[str, int] = {}
    shown = [place["card"] for place in view["market"] if place["card"]]
    for p in view["players"]:
        shown += [b["card"] for b in p["buildings"]] + p["techniques"]
    for id in shown:
        out[id] = out.get(id, 0) + 1
    return out


def shell(tag: str, found: Markup, inner: Markup, **more: object) -> Markup:
    """A button with its actions, or a thing to look at."""
    kind = attrs(type="button") if tag == "button" else Markup("")
    return Markup("<{0}{1}{2}{3}>{4}</{0}>").format(tag, kind, attrs(**more), found, inner)


def seat_class(seat: int) -> str:
    return f"seat-{letter(seat)}"
