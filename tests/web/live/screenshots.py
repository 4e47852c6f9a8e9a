"""Pictures of the pages as they are: python -m tests.web.live.screenshots FOLDER"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.web.live.browsers import CHROMIUM, FLAGS, seated
from tests.web.live.played import Moment, asked, never, played, said
from tests.web.server import Server

LOOKS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1440, "height": 900}},
    "dark": {"viewport": {"width": 1440, "height": 900}, "color_scheme": "dark"},
    "tablet": {"viewport": {"width": 1024, "height": 768}, "has_touch": True},
    "upright": {"viewport": {"width": 768, "height": 1024}, "has_touch": True},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 2},
    "narrow": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "device_scale_factor": 2},
    "4k": {"viewport": {"width": 3840, "height": 2160}},
}
EVERY = "desktop dark phone narrow tablet upright 4k"
BOTH = "desktop phone"
OVER = "desktop score score-dark score-phone replay replay-phone"
ADVANCED = {"awards": "advanced"}
TOKYO = {"map": "tokyo", "cards": "holiday pass"}
OSAKA = {"map": "osaka", "cards": "osaka beginners"}
COMMON_STEPS = "Act ChooseCity Collect TakeTile Upgrade Recruit GainCars"
FINAL = {"edition": "final", "passengers": "on"}

# Of each table: the name of its pictures, the game, its seats, up to when it is played, the options, the pictures.
# A picture is of the table through the eyes of who decides, or of another page of it; then how it is looked at.
Pictures = tuple[str, str, int, Moment, dict[str, Any], str]
TABLES: list[Pictures] = [
    ("table", "trains", 3, said(320, "lay *", least=1), TOKYO, EVERY),
    ("table-four", "trains", 4, said(300, "end turn", least=9), OSAKA, "desktop waiting"),
    ("shared", "trains", 4, said(300, "end turn", least=9), OSAKA, "curtain curtain-phone"),
    ("over", "trains", 3, never, TOKYO, OVER),
    ("spyrium-table", "spyrium", 4, said(90, "* over *", "*new place*"), {}, EVERY),
    ("spyrium-five", "spyrium", 5, said(110, "start activating", least=9), {}, BOTH),
    ("spyrium-two", "spyrium", 2, said(150, "use *"), {"residence_track": "2 3 4 5 6 7"}, "desktop waiting"),
    ("spyrium-over", "spyrium", 3, never, {}, "score replay"),
    ("empires-table", "empires", 4, asked("deliver", 71, 3), {}, EVERY),
    ("empires-start", "empires", 4, asked("start", 1), {}, BOTH),
    *(
        (f"empires-{step}", "empires", 4, asked(step, 61), {}, f"{BOTH} waiting" if step == "play" else BOTH)
        for step in ("lay", "city", "line", "play", "claim", "buy")
    ),
    ("empires-two", "empires", 2, asked("lay", 41, 2), FINAL, "desktop waiting-dark"),
    ("empires-over", "empires", 3, never, {}, "desktop score replay"),
    ("empyreal-table", "empyreal", 4, asked("Build", 260, over=True), ADVANCED, f"{EVERY} waiting"),
    ("empyreal-strike", "empyreal", 4, asked("StrikeAwards", 0), {"awards": "expert"}, BOTH),
    *(
        (f"empyreal-{step.lower()}", "empyreal", 4, asked(step, after), ADVANCED, BOTH)
        for after, steps in ((0, "FoundCompany Headquarters"), (60, COMMON_STEPS), (100, "Declare"))
        for step in steps.split()
    ),
    ("empyreal-six", "empyreal", 6, asked("Act", 200), ADVANCED, "desktop phone tablet"),
    ("empyreal-two", "empyreal", 2, asked("Build", 120), {}, "desktop phone waiting-dark"),
    ("empyreal-over", "empyreal", 2, never, ADVANCED, "desktop score replay"),
]
PAGES = {"lobby": "/", "rules": "/rules/trains#trains-9.7"}
PAGES |= {f"gallery-{game}": f"/gallery/{game}" for game in ("trains", "spyrium", "empires", "empyreal")}


class Camera:
    """Takes pictures as one person, who comes to hold the seats that are shown; a guest holds only what is asked."""

    def __init__(self, browser: Browser, server: Server, folder: Path) -> None:
        self.browser = browser
        self.server = server
        self.folder = folder
        self.known: Any = None  # the person's cookies

    def shoot(self, name: str, paths: list[str], look: str, guest: bool = False) -> None:
        """One picture of the last of the pages, each visited in its turn."""
        known = None if guest else self.known
        context = self.browser.new_context(base_url=self.server.address, storage_state=known, **LOOKS[look])
        page = context.new_page()
        for path in paths:
            page.goto(path)
            if page.locator("form.join").count():
                seated(page)
        page.wait_for_timeout(600)
        page.screenshot(path=str(self.folder / f"{name}.png"))
        if not guest:
            self.known = context.storage_state()
        context.close()

    def table(self, name: str, game: str, seats: int, moment: Moment, options: dict[str, Any], pictures: str) -> None:
        table = played(self.server, seats, moment, game, **options)
        page = f"/t/{table.id}"
        places = {"": [table.link], "waiting": [table.links[1]], "curtain": [*table.links[1::-1]]}
        places |= {"score": [table.link, f"{page}/score"], "replay": [table.link, f"{page}/replay#60"]}
        for picture in pictures.split():
            words = picture.split("-")
            place = words[0] if words[0] in places else ""
            look = words[-1] if words[-1] in LOOKS else "desktop"
            told = name if picture == "desktop" else f"{name}-{picture}"
            self.shoot(told, places[place], look, guest=place == "waiting")


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, Server(Path(data)) as server, sync_playwright() as play:
        camera = Camera(play.chromium.launch(executable_path=CHROMIUM, args=FLAGS), server, folder)
        for pictures in TABLES:
            camera.table(*pictures)
        for name, path in PAGES.items():
            for look in ("desktop", "phone"):
                camera.shoot(name if look == "desktop" else f"{name}-{look}", [path], look)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "build/screenshots"))
