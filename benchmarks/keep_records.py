"""Make a set of records to keep, with the code of some commit: games of every kind that code can play.

Run it with that commit's code, by the path of its `src`, and a new folder named after the commit:
`PYTHONPATH=<its checkout>/src python benchmarks/keep_records.py tests/records/<commit>`. A set is never made anew;
`tests/test_kept_records.py` sees that all of them load.
"""

from __future__ import annotations

import gzip
import json
import sys
from itertools import combinations, product
from pathlib import Path

import roundhouse
from roundhouse.bots.make import Player
from roundhouse.core.rng import seeded

Options = dict[str, object]
Edits = dict[str, dict[str, dict[str, str]]]

FLAG: tuple[object, ...] = (False, True)
VALUES: dict[str, dict[str, tuple[object, ...]]] = {
    "trains": {
        "seats": (2, 3, 4),
        "map": ("tokyo", "osaka"),
        "cards": ("random", "random with landfill", "tokyo beginners", "osaka beginners", "reforming and tunneling",
                  "holiday pass", "named 1", "named 2", "named 3", "named 4"),
    },
    "spyrium": {
        "seats": (2, 3, 4, 5),
        "first_player": ("random", "fixed"),
        "residence_track": ("2 3 4 5 7", "2 3 4 5 6 7"),
    },
    "empires": {
        "seats": (2, 3, 4),
        "edition": ("draft", "final"),
        "deliveries": ("any connected", "new links only"),
        "passengers": FLAG,
        "start_money": ("printed", "staggered"),
    },
    "empyreal": {
        "seats": (2, 3, 4, 5, 6),
        "awards": ("off", "advanced", "expert"),
        "epic": FLAG,
        "open_information": FLAG,
        "friendly": FLAG,
        "teams": ("off", "2v2", "2v2v2", "3v3"),
    },
}  # fmt: skip
TEAM_SEATS = {"2v2": 4, "2v2v2": 6, "3v3": 6}

# Together with the sets, the named cards are all that can be chosen.
NAMED = {
    "named 1": "amusement_park collaboration conductor_area command_central control_room information_central "
    "first_train freight_train",
    "named 2": "garage holiday_timetable ironworks landfill mail_train maintenance_factory material_dump_site "
    "passing_station",
    "named 3": "pulling rapid_train signal_spot signals station_crew stationmaster_office steel_bridge switchback",
    "named 4": "temporary_timetable tourist_train tunnel underground_digging viaduct wagon_factory collaboration "
    "switchback",
}

EDITS: dict[str, Edits] = {
    "trains": {
        "cards.csv": {"normal_train": {"title": "Local train"}, "waste": {"copies": "40"}, "garage": {"cost": "2"}},
        "numbers.csv": {"track_markers": {"number": "15"}},
    },
    "spyrium": {
        "cards.csv": {"mine_1": {"price": "1", "title": "Pit"}},
        "numbers.csv": {"start_pounds": {"number": "11"}},
    },
    "empires": {"cards.csv": {"red_coal": {"prestige": "3", "title": "Red collier"}}},
    "empyreal": {
        "cards.csv": {"arctic_shocker": {"cost": "1", "title": "Polar Shocker"}},
        "numbers.csv": {"start_mana": {"number": "5"}},
    },
}

# By turns: after how many lines a record stops, 0 for the end of its game.
LENGTHS: dict[str, tuple[int, ...]] = {
    "trains": (0, 150, 0, 60, 0, 220, 30),
    "spyrium": (0, 0, 90, 0, 25),
    "empires": (0, 0, 70, 0, 25),
    "empyreal": (0, 120, 0, 250, 40),
}
ROUNDS = {"trains": 1, "spyrium": 2, "empires": 3, "empyreal": 1}  # of the tables, with other bots and lengths
BOTS = ("greedy", "random", "random")


def possible(game: str, table: Options) -> bool:
    teams = str(table.get("teams", "off"))
    return teams == "off" or (TEAM_SEATS[teams] == table["seats"] and table["awards"] == "off")


def tables(game: str) -> list[Options]:
    """Some of a game's tables, greedily, in which each two settings that can meet do."""
    values = VALUES[game]
    every = [dict(zip(values, v, strict=True)) for v in product(*values.values())]
    every = [table for table in every if possible(game, table)]
    met = [set(combinations(table.items(), 2)) for table in every]
    left = set().union(*met)
    out: list[Options] = []
    while left:
        best = max(range(len(every)), key=lambda i: len(met[i] & left))
        left -= met[best]
        out.append(every[best])
    return out


def played(game: str, number: int, table: Options) -> roundhouse.Record:
    """A game by bots; every fourth has an edited box, and in every third decisions are taken back."""
    options = {k: NAMED[v].split() if v in NAMED else v for k, v in table.items() if k != "seats"}
    seats = int(str(table["seats"]))
    box = roundhouse.game(game).box_with(EDITS[game] if number % 4 == 1 else {})
    record = roundhouse.Record(game, seats, seed=f"kept {number}", components=box, **options)  # type: ignore[arg-type]
    bots = [Player(BOTS[(number + seat) % len(BOTS)], f"{game} {number} {seat}") for seat in range(seats)]
    lengths = LENGTHS[game]
    length = lengths[number % len(lengths)]
    rng = seeded(f"{game} {number}")
    while not record.state.over and (not length or len(record.lines) < length):
        record.play(bots[record.state.seat].decide(record.state))
        if number % 3 == 2 and rng.below(25) == 0 and not record.state.over:
            record.undo(record.active_lines()[-1 - rng.below(min(4, len(record.active_lines())))].n)
    return record


def main(folder: Path) -> None:
    folder.mkdir(parents=True)
    index: dict[str, object] = {}
    for game in VALUES:
        texts: list[str] = []
        for number, table in enumerate(tables(game) * ROUNDS[game]):
            record = played(game, number, table)
            s = record.state
            index[f"{game} {number}"] = {
                "over": s.over,
                "scores": s.scores(),
                "winners": s.winners() if s.over else [],
                "fingerprint": f"{s.fingerprint():016x}",
            }
            texts.append(record.text())
        with gzip.GzipFile(folder / f"{game}.jsonl.gz", "wb", 9, mtime=0) as file:
            file.write("".join(texts).encode())
    rows = ",\n".join(f"{json.dumps(name)}: {json.dumps(row)}" for name, row in index.items())
    (folder / "index.json").write_text(f"{{\n{rows}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
