"""A move once accepted survives anything: the server is killed thirty times, bots' turns included."""

from __future__ import annotations

import random
from pathlib import Path

import httpx

from tests.web.server import Server


def test_no_accepted_move_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    chance = random.Random(7)
    server = Server(tmp_path).start()
    try:
        wish = {"game": "trains", "seats": ["person:Ada", "bot:random", "bot:random"], "seed": "crash"}
        held = httpx.post(f"{server.address}/api/tables", json=wish, timeout=20).json()
        where = f"{server.address}/api/tables/{held['id']}"
        mine = {"Authorization": f"Bearer {held['tokens']['0']}"}
        accepted: list[tuple[int, str]] = []
        for _ in range(30):
            for _ in range(chance.randint(1, 4)):
                now = httpx.get(where, headers=mine, timeout=20).json()
                if not now["legal"]:
                    continue
                move = chance.choice(now["legal"])
                answer = httpx.post(f"{where}/play", headers=mine, json={"n": now["n"] + 1, "action": move["action"]})
                if answer.status_code == 200:
                    accepted.append((now["n"] + 1, move["words"]))
            server.kill()
            server.start()
            moves = {m["n"]: m["do"] for m in httpx.get(f"{where}/moves", headers=mine, timeout=20).json()}
            assert sorted(moves) == list(range(1, len(moves) + 1))
            assert all(moves[n] == words for n, words in accepted)
        assert len(accepted) > 30
    finally:
        server.kill()
