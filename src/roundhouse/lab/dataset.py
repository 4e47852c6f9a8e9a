"""Decisions of strong self-play for those who learn: what the seat could know, what it could do, what search thought.

A folder is laid out as that of a study, with a row for each decision that search has thought about.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from roundhouse.bots.make import Player, make
from roundhouse.bots.search import SearchBot
from roundhouse.core.errors import BadOption
from roundhouse.core.game import Game
from roundhouse.core.observation import Sheet
from roundhouse.lab.clerk import Row
from roundhouse.lab.simulate import MOST_DECISIONS, Match
from roundhouse.lab.study import Part, Study, opened, parquet, part_path, study
from roundhouse.lab.study import run as run_study
from roundhouse.lab.workers import ALONE, Where


def dataset(
    game: Game,
    seats: int,
    bots: tuple[str, ...],
    seed: str,
    options: dict[str, object],
    components: str | None,
    games: int,
) -> Study:
    """What is to be played; refused if a bot does not search or the game has no observation."""
    if not game.observation.size(seats):
        raise BadOption(f"{game.title} does not say what a seat may know as numbers: it has no observation.")
    wanted = study(Match(game.id, seats, bots, seed, options, components), games)
    for bot in bots:
        if not isinstance(make(bot, 0), SearchBot):
            raise BadOption(f"{bot} does not search; a data set is made by bots that do, as search@200.")
    return Study(wanted.match, wanted.games, wanted.size, rows="decisions")


def run(wanted: Study, folder: str, where: Where = ALONE, progress: Callable[[int], None] | None = None) -> int:
    """Play what is missing in the folder; how many decisions it then holds."""
    begun = opened(wanted, folder)
    run_study(begun, folder, where, progress, play_part)
    return sum(int(pq.read_metadata(part_path(folder, part)).num_rows) for part in range(begun.parts))


def types(size: int) -> dict[str, Any]:
    """The columns; an observation is as many bytes as it has numbers."""
    return {
        "game": pa.int32(),
        "decision": pa.int32(),
        "seat": pa.int8(),
        "bot": pa.string(),
        "observation": pa.binary(size),
        "legal": pa.list_(pa.int32()),
        "visits": pa.list_(pa.int32()),
        "action": pa.int32(),
        "score": pa.int32(),
        "won": pa.float32(),
    }


def play_part(work: tuple[Study, int]) -> Part:
    """Play the games of a part."""
    wanted, part = work
    rows = [row for n in wanted.range(part) for row in play_game(wanted.match, n)]
    first = wanted.match.dealt(0)
    columns = types(first.game.observation.size(wanted.match.seats))
    return Part(part, parquet(rows, columns), [], len(wanted.range(part)))


def play_game(match: Match, n: int) -> list[Row]:
    """The decisions of a game that were thought about."""
    state = match.dealt(n)
    lineup = match.lineup(n)
    players = [Player(name, f"{match.seed}/{n}/{seat}") for seat, name in enumerate(lineup)]
    observation = state.game.observation
    sheet = Sheet()
    rows: list[Row] = []
    for decision in range(MOST_DECISIONS):
        if state.over:
            break
        seat, legal = state.seat, state.legal()
        action = players[seat].decide(state)
        votes = players[seat].decider().votes() if len(legal) > 1 else {}
        if votes:
            sheet.clear()
            observation.write(state, seat, sheet)
            rows.append(
                {
                    "game": n,
                    "decision": decision,
                    "seat": seat,
                    "bot": lineup[seat],
                    "observation": sheet.taken(),
                    "legal": legal,
                    "visits": [int(votes.get(one, 0)) for one in legal],
                    "action": action,
                }
            )
        state.apply(action)
    scores, winners = state.scores(), state.winners()
    for row in rows:
        row["score"] = scores[row["seat"]]
        row["won"] = 1 / len(winners) if row["seat"] in winners else 0.0
    return rows
