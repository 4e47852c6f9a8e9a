"""Pictures of the pages as they are: python -m tests.web.screenshots FOLDER"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import httpx
from playwright.sync_api import Browser, sync_playwright

import roundhouse
from roundhouse.bots.make import make
from tests.web.browsers import CHROMIUM, FLAGS
from tests.web.server import Server

NAMES = ["Ines", "Marek", "Stoker"]
SEED = "Thursday"


def played(server: Server, until: str) -> tuple[str, str]:
    """A table played by bots through the API up to a moment; its id and the seat link of who is to decide."""
    wish = {
        "game": "trains",
        "title": "Thursday table",
        "seats": [f"person:{name}" for name in NAMES],
        "options": {"map": "tokyo", "cards": "holiday pass"},
        "seed": SEED,
    }
    with httpx.Client(base_url=server.address, timeout=30) as http:
        held = http.post("/api/tables", json=wish).raise_for_status().json()
        mirror = roundhouse.Record("trains", 3, seed=SEED, map="tokyo", cards="holiday pass")
        bots = [make("greedy", f"{SEED} {n}") for n in range(3)]
        s = mirror.state
        while not s.over and not (
            until == "lay" and s.seat == 0 and len(mirror.lines) > 320 and s.words(s.legal()[0]).startswith("lay")
        ):
            seat = s.seat
            action = bots[seat].decide(s, seat)
            token = {"Authorization": f"Bearer {held['tokens'][str(seat)]}"}
            body = {"n": len(mirror.lines) + 1, "action": action}
            http.post(f"/api/tables/{held['id']}/play", json=body, headers=token).raise_for_status()
            mirror.play(action)
        return held["id"], f"/s/{held['tokens'][str(max(s.seat, 0))]}"


def shoot(browser: Browser, server: Server, path: str, file: Path, then: str = "", **how: object) -> None:
    """One picture; `then` is the page to go to after the first."""
    size = how.pop("viewport", {"width": 1440, "height": 900})
    context = browser.new_context(base_url=server.address, viewport=size, **how)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(path)
    if then:
        page.goto(then)
    page.wait_for_timeout(600)
    page.screenshot(path=str(file))
    context.close()


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as play:
        server = Server(Path(data)).start()
        try:
            browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            _, link = played(server, "lay")
            phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 2}
            shoot(browser, server, link, folder / "lobby.png", "/")
            shoot(browser, server, link, folder / "table.png")
            shoot(browser, server, link, folder / "table-dark.png", color_scheme="dark")
            shoot(browser, server, link, folder / "table-phone.png", **phone)
            over, link = played(server, "end")
            shoot(browser, server, link, folder / "score.png", f"/t/{over}/score")
            shoot(browser, server, link, folder / "replay.png", f"/t/{over}/replay#200")
            shoot(browser, server, "/rules/trains", folder / "rules.png")
            shoot(browser, server, "/gallery/trains", folder / "gallery.png")
        finally:
            server.kill()


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "build/screenshots"))
