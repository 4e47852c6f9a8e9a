"""Play a whole game over the JSON API: python examples/play_by_api.py http://localhost:8018"""

import json
import random
import sys
from collections.abc import Iterator

import httpx


def play(address: str, seed: str = "example") -> list[int]:
    """One seat decides at random here, a bot decides there; the scores at the end."""
    chance = random.Random(seed)
    with httpx.Client(base_url=address, timeout=30) as server:
        wish = {"game": "trains", "seats": ["person:Ada", "bot:greedy"], "options": {"map": "osaka"}, "seed": seed}
        table = server.post("/api/tables", json=wish).raise_for_status().json()
        mine = {"Authorization": f"Bearer {table['tokens']['0']}"}
        where = f"/api/tables/{table['id']}"
        with server.stream("GET", f"{where}/events", headers=mine) as news:
            lines = news.iter_lines()
            while True:
                now = server.get(where, headers=mine).raise_for_status().json()
                if now["over"]:
                    return [player["score"] for player in now["view"]["players"]]
                if now["legal"]:
                    chosen = chance.choice(now["legal"])
                    decision = {"n": now["n"] + 1, "action": chosen["action"]}
                    server.post(f"{where}/play", headers=mine, json=decision).raise_for_status()
                else:
                    wait_for(lines, now["n"])


def wait_for(lines: Iterator[str], n: int) -> None:
    """Read the stream until it tells of a decision after n."""
    for line in lines:
        if line.startswith("data:") and json.loads(line[5:]).get("n", 0) > n:
            return


if __name__ == "__main__":
    scores = play(sys.argv[1] if len(sys.argv) > 1 else "http://localhost:8018")
    sys.stdout.write(f"Ada {scores[0]}, the bot {scores[1]}\n")
