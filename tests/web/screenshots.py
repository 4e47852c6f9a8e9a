"""Pictures of the pages as they are: python -m tests.web.screenshots FOLDER"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

import roundhouse
from roundhouse.bots.make import make
from tests.web.browsers import CHROMIUM, FLAGS, seated
from tests.web.server import Server

NAMES = ["Ines", "Marek", "Stoker", "Wilma", "Oda", "Tove"]
SEED = "Thursday"

SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1440, "height": 900}},
    "tablet": {"viewport": {"width": 1024, "height": 768}, "has_touch": True},
    "upright": {"viewport": {"width": 768, "height": 1024}, "has_touch": True},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 2},
    "narrow": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "device_scale_factor": 2},
    "4k": {"viewport": {"width": 3840, "height": 2160}},
}


@dataclass(frozen=True)
class Played:
    """A table played so far: its id, its seats, and who is to decide."""

    id: str
    links: list[Seat]
    seat: int

    @property
    def link(self) -> Seat:
        return self.links[max(self.seat, 0)]


def never(lines: int, s: roundhouse.State) -> bool:
    return False


def laying(lines: int, s: roundhouse.State) -> bool:
    return s.seat == 0 and lines > 320 and s.words(s.legal()[0]).startswith("lay")


def choosing(lines: int, s: roundhouse.State) -> bool:
    return s.seat == 0 and lines > 300 and len(s.legal()) > 8 and "end turn" in s.all_words()


def lifted(lines: int, s: roundhouse.State) -> bool:
    """Spyrium, with a worker in hand and something to build over."""
    words = s.all_words()
    return s.seat == 0 and lines > 90 and any(" over " in w for w in words) and any("new place" in w for w in words)


def placing(lines: int, s: roundhouse.State) -> bool:
    return s.seat == 0 and lines > 110 and "start activating" in s.all_words() and len(s.legal()) > 8


def activating(lines: int, s: roundhouse.State) -> bool:
    return s.seat == 0 and lines > 150 and any(w.startswith("use ") for w in s.all_words())


def played(
    server: Server,
    seats: int,
    until: Callable[[int, roundhouse.State], bool],
    game: str = "trains",
    **options: Any,
) -> Played:
    """A table played by bots through the API up to a moment."""
    wish = {
        "game": game,
        "title": "Thursday table",
        "seats": [f"person:{name}" for name in NAMES[:seats]],
        "options": options,
        "seed": SEED,
    }
    with httpx.Client(base_url=server.address, timeout=30) as http:
        held = http.post("/api/tables", json=wish).raise_for_status().json()
        tokens = [held["tokens"][str(n)] for n in range(seats)]
        mirror = roundhouse.Record(game, seats, seed=SEED, **options)
        bots = [make("greedy", f"{SEED} {n}") for n in range(seats)]
        s = mirror.state
        while not s.over and not until(len(mirror.lines), s):
            seat = s.seat
            action = bots[seat].decide(s, seat)
            body = {"n": len(mirror.lines) + 1, "action": action}
            own = {"Authorization": f"Bearer {tokens[seat]}"}
            http.post(f"/api/tables/{held['id']}/play", json=body, headers=own).raise_for_status()
            mirror.play(action)
        return Played(held["id"], [Seat(http, held["id"], n, token) for n, token in enumerate(tokens)], s.seat)


class Seat:
    """A seat that goes from one browser to the next by its link."""

    def __init__(self, http: httpx.Client, table: str, n: int, token: str) -> None:
        self.table = table
        self.n = n
        headers = {"Authorization": f"Bearer {token}"}
        self.url = str(http.post(f"/api/tables/{table}/hand-over", headers=headers).json()["url"])

    def take(self, page: Page) -> None:
        page.goto(self.url)
        seated(page)

    def give_back(self, page: Page, address: str) -> None:
        link = page.request.post(f"{address}/t/{self.table}/hand-over/{self.n}", headers={"Origin": address}, data={})
        self.url = str(link.json()["url"])


class Camera:
    """Takes pictures of pages, each with a browser of its own."""

    def __init__(self, browser: Browser, server: Server, folder: Path) -> None:
        self.browser = browser
        self.server = server
        self.folder = folder

    def shoot(self, name: str, paths: Sequence[str | Seat], size: str = "desktop", dark: bool = False) -> None:
        """One picture of the last of the pages, each visited in its turn."""
        how: dict[str, Any] = {**SIZES[size], "color_scheme": "dark" if dark else "light"}
        context = self.browser.new_context(base_url=self.server.address, **how)
        page = context.new_page()
        for path in paths:
            if isinstance(path, Seat):
                path.take(page)
            else:
                page.goto(path)
        page.wait_for_timeout(600)
        page.screenshot(path=str(self.folder / f"{name}.png"))
        for path in paths:
            if isinstance(path, Seat):
                path.give_back(page, self.server.address)
        context.close()


def spyrium(camera: Camera, server: Server) -> None:
    """The pages of Spyrium: a lifted worker, placing among five, activating, the end and the cards."""
    live = played(server, 4, lifted, "spyrium")
    camera.shoot("spyrium-table", [live.link])
    camera.shoot("spyrium-table-dark", [live.link], dark=True)
    for size in ("phone", "narrow", "tablet", "upright", "4k"):
        camera.shoot(f"spyrium-table-{size}", [live.link], size)
    five = played(server, 5, placing, "spyrium")
    camera.shoot("spyrium-five", [five.link])
    camera.shoot("spyrium-five-phone", [five.link], "phone")
    two = played(server, 2, activating, "spyrium", residence_track="2 3 4 5 6 7")
    camera.shoot("spyrium-two", [two.link])
    camera.shoot("spyrium-two-waiting", [two.links[1]])
    over = played(server, 3, never, "spyrium")
    camera.shoot("spyrium-score", [over.link, f"/t/{over.id}/score"])
    camera.shoot("spyrium-replay", [over.link, f"/t/{over.id}/replay#60"])
    camera.shoot("spyrium-gallery", ["/gallery/spyrium"])


def at_step(step: str, after: int, least: int = 2) -> Callable[[int, roundhouse.State], bool]:
    """Small Railroad Empires, when the first seat is asked something with so many answers."""

    def reached(lines: int, s: roundhouse.State) -> bool:
        return s.seat == 0 and lines > after and s.view(0)["step"] == step and len(s.legal()) >= least

    return reached


def empires(camera: Camera, server: Server) -> None:
    """The pages of Small Railroad Empires: each step of a turn, two seats on three tiles, the end and the cards."""
    live = played(server, 4, at_step("deliver", 70, 3), "empires")
    camera.shoot("empires-table", [live.link])
    camera.shoot("empires-table-dark", [live.link], dark=True)
    for size in ("phone", "narrow", "tablet", "upright", "4k"):
        camera.shoot(f"empires-table-{size}", [live.link], size)
    for step in ("start", "lay", "city", "line", "play", "claim", "buy"):
        here = played(server, 4, at_step(step, 60 if step != "start" else 0, 1), "empires")
        camera.shoot(f"empires-{step}", [here.link])
        camera.shoot(f"empires-{step}-phone", [here.link], "phone")
        if step == "play":
            camera.shoot("empires-watched", [here.links[1]])
    two = played(server, 2, at_step("lay", 40), "empires", edition="final", passengers="on")
    camera.shoot("empires-two", [two.link])
    camera.shoot("empires-two-waiting", [two.links[1]], dark=True)
    over = played(server, 3, never, "empires")
    camera.shoot("empires-over", [over.link])
    camera.shoot("empires-score", [over.link, f"/t/{over.id}/score"])
    camera.shoot("empires-replay", [over.link, f"/t/{over.id}/replay#60"])
    camera.shoot("empires-gallery", ["/gallery/empires"])


def asked(step: str, after: int, over: bool = False) -> Callable[[int, roundhouse.State], bool]:
    """Empyreal, when the first seat is asked that; `over`: with a build over a transfer."""

    def reached(lines: int, s: roundhouse.State) -> bool:
        if s.seat != 0 or lines < after:
            return False
        view: Any = s.view(0)
        return view["step"] == step and (not over or any(b["over"] for b in view["builds"]))

    return reached


def empyreal(camera: Camera, server: Server) -> None:
    """The pages of Empyreal: set-up, a build over transfers, a delivery, specialists; two to six seats; the end."""
    live = played(server, 4, asked("Build", 260, True), "empyreal", awards="advanced")
    camera.shoot("empyreal-table", [live.link])
    camera.shoot("empyreal-table-dark", [live.link], dark=True)
    for size in ("phone", "narrow", "tablet", "upright", "4k"):
        camera.shoot(f"empyreal-table-{size}", [live.link], size)
    camera.shoot("empyreal-waiting", [live.links[1]])
    for step, after in EMPYREAL_STEPS:
        options = {"awards": "expert"} if step == "StrikeAwards" else {"awards": "advanced"}
        here = played(server, 4, asked(step, after), "empyreal", **options)
        camera.shoot(f"empyreal-{step.lower()}", [here.link])
        camera.shoot(f"empyreal-{step.lower()}-phone", [here.link], "phone")
    six = played(server, 6, asked("Act", 200), "empyreal", awards="advanced")
    camera.shoot("empyreal-six", [six.link])
    camera.shoot("empyreal-six-phone", [six.link], "phone")
    camera.shoot("empyreal-six-tablet", [six.link], "tablet")
    two = played(server, 2, asked("Build", 120), "empyreal")
    camera.shoot("empyreal-two", [two.link])
    camera.shoot("empyreal-two-dark", [two.links[1]], dark=True)
    camera.shoot("empyreal-two-phone", [two.link], "phone")
    over = played(server, 2, never, "empyreal", awards="advanced")
    camera.shoot("empyreal-over", [over.link])
    camera.shoot("empyreal-score", [over.link, f"/t/{over.id}/score"])
    camera.shoot("empyreal-replay", [over.link, f"/t/{over.id}/replay#60"])
    camera.shoot("empyreal-gallery", ["/gallery/empyreal"])


EMPYREAL_STEPS = (
    ("StrikeAwards", 0), ("FoundCompany", 0), ("Headquarters", 0), ("Act", 60), ("Declare", 100), ("ChooseCity", 60),
    ("Collect", 60), ("TakeTile", 60), ("Upgrade", 60), ("Recruit", 60), ("GainCars", 60),
)  # fmt: skip


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as play:
        server = Server(Path(data)).start()
        try:
            camera = Camera(play.chromium.launch(executable_path=CHROMIUM, args=FLAGS), server, folder)
            live = played(server, 3, laying, map="tokyo", cards="holiday pass")
            camera.shoot("table", [live.link])
            camera.shoot("table-dark", [live.link], dark=True)
            for size in ("phone", "narrow", "tablet", "upright", "4k"):
                camera.shoot(f"table-{size}", [live.link], size)
            four = played(server, 4, choosing, map="osaka", cards="osaka beginners")
            camera.shoot("table-four", [four.link])
            camera.shoot("table-waiting", [four.links[1]])
            camera.shoot("curtain", [four.links[1], four.links[0]])
            camera.shoot("curtain-phone", [four.links[1], four.links[0]], "phone")
            over = played(server, 3, never, map="tokyo", cards="holiday pass")
            camera.shoot("lobby", [live.link, four.links[1], over.link, "/"])
            camera.shoot("lobby-phone", [live.link, four.links[1], over.link, "/"], "phone")
            camera.shoot("score", [over.link, f"/t/{over.id}/score"])
            camera.shoot("score-dark", [over.link, f"/t/{over.id}/score"], dark=True)
            camera.shoot("score-phone", [over.link, f"/t/{over.id}/score"], "phone")
            camera.shoot("replay", [over.link, f"/t/{over.id}/replay#201"])
            camera.shoot("replay-phone", [over.link, f"/t/{over.id}/replay#201"], "phone")
            camera.shoot("rules", ["/rules/trains"])
            camera.shoot("rules-phone", ["/rules/trains#trains-9.7"], "phone")
            camera.shoot("gallery", ["/gallery/trains"])
            spyrium(camera, server)
            empires(camera, server)
            empyreal(camera, server)
        finally:
            server.kill()


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "build/screenshots"))
