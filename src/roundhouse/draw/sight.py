"""One look at a table: the view, who looks, and which choices have found their place on the page."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from roundhouse.draw.face import Action, Last, View
from roundhouse.draw.marks import attrs, doing, letter
from roundhouse.draw.panels import SeatLook
from roundhouse.draw.words import result, sentence


class TableSight:
    """What a drawing of any table needs, and where its actions were put."""

    def __init__(self, view: View, seats: Sequence[SeatLook], last: Last | None, past: bool) -> None:
        self.view = view
        self.seats = list(seats)
        self.last = last
        self.past = past
        self.viewer: int | None = view["viewer"]
        self.actions: list[Action] = [] if past else list(view.get("actions", []))
        self.placed: set[int] = set()

    @property
    def me(self) -> int:
        """Whose things lie in the dock: the viewer's, else those of who decides."""
        if self.viewer is not None:
            return self.viewer
        return int(self.view["winners"][0] if self.view["over"] else max(self.view["seat"], 0))

    def name(self, seat: int) -> str:
        return self.seats[seat].name

    def no_choice(self, what: str = "turn") -> tuple[int, str, str] | None:
        """Whose sign it is, its heading and its line when there is nothing to choose: the result, or who decides."""
        view = self.view
        if view["over"]:
            ended = " and ".join(view["endings"])
            head = result(view, [who.name for who in self.seats])
            return view["winners"][0], head, sentence(ended) if ended else ""
        if self.actions:
            return None
        seat = view["seat"]
        whose = "Your" if seat == self.viewer else f"{self.name(seat)}\u2019s"
        return seat, f"{whose} {what}", sentence(f"{self.name(seat)} is to {view['prompt']}")

    def at(self, *blocks: str) -> list[Action]:
        """The actions of these blocks."""
        return [a for a in self.actions if a["block"] in blocks]

    def doing(self, found: Sequence[Action]) -> Markup:
        """The attributes of a thing with these actions; they count as placed."""
        self.placed.update(a["action"] for a in found)
        return doing([a["action"] for a in found])


def shell(tag: str, found: Markup, inner: Markup, **more: object) -> Markup:
    """A button with its actions, or a thing to look at."""
    kind = attrs(type="button") if tag == "button" else Markup("")
    return Markup("<{0}{1}{2}{3}>{4}</{0}>").format(tag, kind, attrs(**more), found, inner)


def seat_class(seat: int) -> str:
    return f"seat-{letter(seat)}"
