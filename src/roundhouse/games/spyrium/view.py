"""Who may see which field, and how the hidden ones are dealt anew."""

from __future__ import annotations

from typing import Final

from roundhouse.core.rng import Rng
from roundhouse.games.spyrium.actions import EVENTS, FACES, VALUES
from roundhouse.games.spyrium.board import BETWEEN, CELL_NAMES, CELLS, GAPS, PERIODS
from roundhouse.games.spyrium.market import bills, lifted, others
from roundhouse.games.spyrium.state import FACE, INCLINED, KEEP_TOKENS, POUNDS_BONUS, RULES, WORKER_BONUS, Spyrium

PHASES: Final = ("", "placing", "activating", "passed")


def technique_ids(s: Spyrium, bits: int) -> list[str]:
    return [s.box.ids[s.box.first_technique + i] for i in range(len(RULES)) if bits & RULES[i]]


def player(s: Spyrium, i: int, score: int) -> dict[str, object]:
    """A seat's own things; all of them lie open."""
    row = s.rows[i]
    buildings = [
        {"card": s.box.ids[row[j] & FACE], "inclined": row[j] & INCLINED != 0, "workers": row[j + 1]}
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
        "kept": list(s.kept) if s.techniques[i] & KEEP_TOKENS else [],
        "building_points": s.building_points(i),
        "technique_points": s.technique_points(i),
        "score": score,
    }


def event(s: Spyrium, n: int, token: int) -> dict[str, object] | None:
    """The n-th event from the start, as a card with its token."""
    return {"card": s.box.ids[s.events[n]], "token": token} if n < len(s.events) else None


def market(s: Spyrium) -> list[dict[str, object]]:
    """The nine places: card, tokens by value, workers around; for each seat those it would pay for, and its price."""
    out: list[dict[str, object]] = []
    for c in range(CELLS):
        face = s.face_at(c)
        printed = s.box.prices[face] if face >= 0 else 0
        met = [others(s, c, i) for i in range(s.seats)]
        out.append(
            {
                "place": CELL_NAMES[c],
                "card": s.box.ids[face] if face >= 0 else None,
                "tokens": [v for v in range(1, VALUES + 1) for _ in range(s.tokens_on(c, v))],
                "crowd": s.crowd[c],
                "price": printed + s.crowd[c],
                "others": met,
                "prices": [printed + n for n in met],
            }
        )
    return out


def seen(s: Spyrium, seat: int | None) -> dict[str, object]:
    """The table as one seat (None: a spectator) sees it."""
    scores = s.scores()
    gap = lifted(s)
    return {
        "turn": s.turn,
        "turns": s.box.turns,
        "period": PERIODS[s.turn - 1].upper(),
        "first": s.first,
        "track": list(s.incomes),
        "market": market(s),
        "gaps": [
            {
                "between": list(BETWEEN[g]),
                "workers": [s.workers_at(g, i) for i in range(s.seats)],
                "open": s.open_gap(g),
            }
            for g in range(GAPS)
        ],
        "lifted": gap if gap >= 0 else None,
        "bills": bills(s),
        "event": event(s, s.turn - 1, s.token_now) if not s.over else None,
        "next_event": event(s, s.turn, s.token_next),
        "past_events": [s.box.ids[e] for e in s.events[: s.turn if s.over else s.turn - 1]],
        "decks": [len(deck) for deck in s.decks],
        "reserve": len(s.reserve),
        "discards": sorted(s.discards),
        "gone": [s.box.ids[face] for face in s.gone],
        "players": [player(s, i, scores[i]) for i in range(s.seats)],
    }


def deal_hidden(s: Spyrium, rng: Rng) -> None:
    """Deal decks, face-down tokens and the events to come anew; nobody knows more than another."""
    s.decks = [rng.mixed(deck, FACES + EVENTS - 1) for deck in s.decks]
    s.reserve = rng.mixed(s.reserve, FACES + EVENTS - 1)
    known = s.turn + 1
    s.events = s.events[:known] + rng.mixed(s.events[known:], FACES + EVENTS - 1)
