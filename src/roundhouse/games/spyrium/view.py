"""Who may see which field, and how the hidden ones are dealt anew."""

from __future__ import annotations

from typing import Final

from roundhouse.core.rng import Rng
from roundhouse.core.verbs import PROGRAM_MASK, spot
from roundhouse.core.views import COUNT, NOBODY, PUBLIC, actions
from roundhouse.games.spyrium.actions import EVENTS, FACES
from roundhouse.games.spyrium.board import BETWEEN, CELL_NAMES, CELLS, GAPS, PERIODS
from roundhouse.games.spyrium.state import FACE, INCLINED, POUNDS_BONUS, WORKER_BONUS, Spyrium

ROWS: Final = {
    "seats": PUBLIC,
    "seat": PUBLIC,
    "over": PUBLIC,
    "rng": NOBODY,
    "top": PUBLIC,
    "below": PUBLIC,
    "track": PUBLIC,
    "turn": PUBLIC,
    "first": PUBLIC,
    "phases": PUBLIC,
    "pounds": PUBLIC,
    "spyrium": PUBLIC,
    "points": PUBLIC,
    "workers": PUBLIC,
    "active": PUBLIC,
    "residence": PUBLIC,
    "bonuses": PUBLIC,
    "used_event": PUBLIC,
    "techniques": PUBLIC,
    "spent": PUBLIC,
    "rows": PUBLIC,
    "kept": PUBLIC,
    "cells": PUBLIC,
    "gaps": PUBLIC,
    "crowd": PUBLIC,
    "tokens": PUBLIC,
    "token_now": PUBLIC,
    "token_next": PUBLIC,
    "reserve": COUNT,
    "discards": PUBLIC,
    "decks": COUNT,
    "events": COUNT,  # this turn's and the next one are known
    "gone": PUBLIC,
}

PHASES: Final = ("", "placing", "activating", "passed")


def technique_ids(s: Spyrium, bits: int) -> list[str]:
    first = s.kit.first_technique
    return [s.kit.ids[first + i] for i in range(len(s.kit.finals)) if bits >> i & 1]


def player(s: Spyrium, i: int, score: int) -> dict[str, object]:
    """A seat's own things; all of them lie open."""
    row = s.rows[i]
    buildings = [
        {"card": s.kit.ids[row[j] & FACE], "inclined": row[j] & INCLINED != 0, "workers": row[j + 1]}
        for j in range(0, len(row), 2)
    ]
    market = s.in_market(i)
    busy = s.on_buildings(i)
    return {
        "phase": PHASES[s.phases[i]],
        "pounds": s.pounds[i],
        "spyrium": s.spyrium[i],
        "points": s.points[i],
        "income": s.incomes[s.residence[i]],
        "workers": s.workers[i],
        "active": s.active[i],
        "in_market": market,
        "on_buildings": busy,
        "inactive": s.workers[i] - s.active[i] - market - busy,
        "worker_bonus": s.bonuses[i] & WORKER_BONUS != 0,
        "pounds_bonus": s.bonuses[i] & POUNDS_BONUS != 0,
        "used_event": s.used_event[i] != 0,
        "techniques": technique_ids(s, s.techniques[i]),
        "inclined_techniques": technique_ids(s, s.spent[i]),
        "buildings": buildings,
        "kept": list(s.kept) if "commerce" in technique_ids(s, s.techniques[i]) else [],
        "building_points": s.building_points(i),
        "technique_points": s.technique_points(i),
        "score": score,
    }


def event(s: Spyrium, n: int, token: int) -> dict[str, object] | None:
    """The n-th event from the start, as a card with its token."""
    return {"card": s.kit.ids[s.events[n]], "token": token} if n < len(s.events) else None


def market(s: Spyrium) -> list[dict[str, object]]:
    """The nine places: card, tokens by value, workers around."""
    return [
        {
            "place": CELL_NAMES[c],
            "card": s.kit.ids[s.cells[c] - 1] if s.cells[c] else None,
            "tokens": [v + 1 for v in range(3) for _ in range(s.tokens[c * 3 + v])],
            "crowd": s.crowd[c],
        }
        for c in range(CELLS)
    ]


def lifted(s: Spyrium) -> int | None:
    """The gap a worker has just been lifted from, while it is being decided what for."""
    return spot(s.top) if s.top and s.top & PROGRAM_MASK == s.kit.lift_program else None


def view(s: Spyrium, seat: int | None) -> dict[str, object]:
    """The table as one seat (None: a spectator) sees it."""
    scores = s.scores()
    out: dict[str, object] = {
        "game": s.game.id,
        "viewer": seat,
        "seats": s.seats,
        "seat": s.seat,
        "over": s.over,
        "turn": s.turn,
        "turns": s.kit.turns,
        "period": PERIODS[s.turn - 1].upper(),
        "first": s.first,
        "track": list(s.incomes),
        "market": market(s),
        "gaps": [
            {
                "between": list(BETWEEN[g]),
                "workers": [s.standing(g, i) for i in range(s.seats)],
                "open": s.open_gap(g),
            }
            for g in range(GAPS)
        ],
        "lifted": lifted(s),
        "event": event(s, s.turn - 1, s.token_now),
        "next_event": event(s, s.turn, s.token_next),
        "past_events": [s.kit.ids[e] for e in s.events[: s.turn - 1]],
        "decks": [len(deck) for deck in s.decks],
        "reserve": len(s.reserve),
        "discards": sorted(s.discards),
        "gone": [s.kit.ids[face] for face in s.gone],
        "players": [player(s, i, scores[i]) for i in range(s.seats)],
        "prompt": s.prompt(),
        "pending": [s.top, *s.below],
        "endings": ["the last turn is over"] if s.over else [],
        "winners": s.winners() if s.over else [],
    }
    if seat is not None and seat == s.seat:
        out["actions"] = actions(s)
    return out


def redeal(s: Spyrium, rng: Rng) -> Spyrium:
    """A clone with decks, face-down tokens and the events to come dealt anew; nobody knows more than another."""
    twin = s.clone()
    twin.acts = []
    twin.rng = rng.child()
    twin.decks = [rng.mixed(deck, FACES + EVENTS - 1) for deck in s.decks]
    twin.reserve = rng.mixed(s.reserve, FACES + EVENTS - 1)
    known = s.turn + 1
    twin.events = s.events[:known] + rng.mixed(s.events[known:], FACES + EVENTS - 1)
    return twin
