"""What a page shows of a table: regions of HTML made from one seat's view."""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

from roundhouse.core.state import State
from roundhouse.draw.face import View
from roundhouse.draw.marks import joined, seat_icon
from roundhouse.draw.markup import Markup
from roundhouse.draw.panels import SeatLook
from roundhouse.web.refusals import Refused
from roundhouse.web.render import log
from roundhouse.web.render.coach import coach_facts, coach_for, coach_html
from roundhouse.web.render.games import face
from roundhouse.web.render.times import iso
from roundhouse.web.service import hints
from roundhouse.web.service.lessons import puzzle_of
from roundhouse.web.service.limits import spoken
from roundhouse.web.service.live_table import LiveTable
from roundhouse.web.service.rows import EXPIRED

NO_MORE = Markup('<p><span class="long">Nothing more can be played here.</span></p>')


def table_facts(live: LiveTable) -> dict[str, Any]:
    """What pages say of a table besides its regions."""
    drawn = face(live.row.game)
    return {
        "id": live.id,
        "title": live.row.title,
        "game": live.row.game,
        "game_title": live.record.game.title,
        "options": drawn.options_text(live.record.options),
        "over": live.over,
        "seeded": live.row.seeded and not live.row.lesson,
        "lesson": bool(live.row.lesson),
        "puzzle": puzzle_of(live) is not None,
        "tabs": drawn.tabs,
        "limit": spoken(60 * live.row.minutes) if live.row.minutes else "",
    }


def seat_looks(live: LiveTable, mine: list[int]) -> list[SeatLook]:
    """The seats as panels show them."""
    return [
        SeatLook(
            name=seat.name,
            kind=seat.kind,
            you=seat.n in mine,
            away=bool(seat.bot) and seat.kind == "person" and not seat.conceded,
            bot=seat.bot if seat.kind == "bot" else "",
        )
        for seat in live.row.seats
    ]


def viewer(live: LiveTable, mine: list[int], asked: int | None) -> tuple[int | None, bool]:
    """Which seat's eyes to look through, and whether a curtain hides it first.

    With several own seats around one screen the deciding one is shown only when its holder has lifted the curtain;
    who plays all of them on from another game needs none.
    """
    deciding = live.record.state.seat if live.playing else -1
    if len(mine) < 2:
        return next(iter(mine), None), False
    if live.row.analysis and deciding in mine:
        return deciding, False
    if deciding in mine:
        return (deciding, False) if asked == deciding else (None, True)
    return (asked if asked in mine else None), False


def regions(
    live: LiveTable, state: State, seat: int | None, mine: list[int], until: int | None = None
) -> dict[str, str]:
    """All regions of a table's page as one seat sees it; with `until`, of the past position after that decision."""
    game, past = face(live.row.game), until is not None
    lines = live.record.active_lines(until)
    last = (lines[-1].seat, log.action(live.record, lines[-1])) if lines else None
    ended = live.early and until in (None, live.n)
    seen = log.outcomes_of(live).now() if seat is None and state is live.record.state else state.view(seat)
    view = without_choices(live, seen) if ended else seen
    made = game.regions(view, live.record.box, seat_looks(live, mine), last, past)
    out = {name: str(html) for name, html in made.items()}
    if until is not None:
        over = live.result() if live.over and until == live.n else ""
        out["prompt"] = str(log.past_sign(live, game, until, over))
    elif ended:
        out["prompt"] = str(ending(live))
    out["log"] = str(log.log(live, game, lines, None if past else seat))
    if len(mine) > 1 and state.seat in mine:
        out["curtain"] = str(log.behind_curtain(live, game, state.seat, lines, game.points(view)))
    return out


def without_choices(live: LiveTable, view: View) -> View:
    """A view of a table that ended before the game did: nothing is to be chosen any more."""
    still: View = {**view, "actions": []}
    return {**still, "over": True, "winners": live.winners(), "endings": [live.why()]} if live.over else still


def why(live: LiveTable, view: dict[str, Any]) -> str:
    """Why a table is over; a face may have its own words for it, with the names of the seats."""
    return live.why() or " and ".join(face(live.row.game).endings(view, live.names))


def ending(live: LiveTable) -> Markup:
    """The sign over such a table."""
    won = live.winners()
    row = live.row
    since = f"Nobody has done anything here since {row.changed.day} {row.changed:%B %Y}."
    text = Markup("<p>{}</p>").format(since) if row.status == EXPIRED else NO_MORE
    sign = '{}<div class="say"><h1>{}</h1>{}</div>'
    return Markup(sign).format(seat_icon(won[0]) if won else "", live.result() or "The table is closed", text)


def table_json(live: LiveTable, mine: list[int], asked: int | None = None) -> dict[str, Any]:
    """What a page needs to be up to date; of each version a seat has one rendering, and so have all who watch."""
    with live.lock:
        if len(mine) > 1:
            return rendering(live, mine, asked)
        who = next(iter(mine), None)
        version, made = live.rendered.get(who, ("", {}))
        if version != live.version:
            made = rendering(live, mine, None)
            live.rendered[who] = (live.version, made)
        if made["clock"] or made["thinking"] != live.thinks:  # these change without a new version
            return {**made, "thinking": live.thinks, "clock": clock(live)}
        return made


def rendering(live: LiveTable, mine: list[int], asked: int | None) -> dict[str, Any]:
    s = live.record.state
    seat, curtain = viewer(live, mine, asked)
    deciding = live.names[s.seat] if s.seat >= 0 else ""
    yours = live.waits_for() in mine
    coach = coach_for(live, mine)
    drawn = regions(live, s, seat, mine)
    if coach:
        drawn["coach"] = coach_html(live, coach)
    return {
        "n": live.n,
        "v": live.version,
        "seat": -1 if seat is None else seat,
        "mine": mine,
        "deciding": s.seat,
        "over": live.over,
        "closed": live.row.closed,
        "yours": yours,
        "title": heading(live, yours, deciding),
        "regions": drawn,
        "coach": coach_facts(coach) if coach else None,
        "actions": state_choices(live, seat),
        "undo": undoable(live, mine),
        "hint": seat is not None and not hints.refusal(live, seat),
        "ask": asking(live, mine),
        "asked": own_request(live, mine),
        "back": live.record.lines[-1].back if live.n else 0,
        "curtain": {"seat": s.seat, "name": deciding} if curtain else None,
        "clock": clock(live),
        "thinking": live.thinks,
        "away": away(live, mine),
        "company": [{"name": seat.name, "kind": seat.kind} for seat in live.row.seats],
    }


def state_choices(live: LiveTable, seat: int | None) -> list[int]:
    """What the viewer may choose now."""
    return list(live.record.state.choices()) if live.playing and live.record.state.seat == seat else []


def clock(live: LiveTable) -> dict[str, Any] | None:
    """Whose time runs and how much is left, in seconds; None at a table without a time limit."""
    read = live.time()
    if read is None:
        return None
    return {
        "seat": read.seat,
        "of": read.of,
        "left": round(read.left, 1),
        "bank": read.bank,
        "banks": [round(left, 1) for left in read.banks],
        "deadline": iso(read.deadline),
    }


def away(live: LiveTable, mine: list[int]) -> list[dict[str, Any]]:
    """The seats that a bot plays for an absent person; who was absent is told what it did, until they decide again."""
    return [
        {
            "seat": seat.n,
            "name": seat.name,
            "yours": seat.n in mine,
            "back": not seat.bot,
            "did": str(log.since_away(live, face(live.row.game), seat.n, seat.away)) if seat.n in mine else "",
        }
        for seat in live.row.seats
        if live.playing and seat.kind == "person" and not seat.conceded
        if seat.bot or (seat.n in mine and seat.away >= 0)
    ]


def heading(live: LiveTable, yours: bool, deciding: str) -> str:
    if live.over:
        return f"Over: {live.row.title}"
    if not live.playing:
        return f"Closed: {live.row.title}"
    return f"Your turn: {live.row.title}" if yours else f"{deciding} to move: {live.row.title}"


def asking(live: LiveTable, mine: list[int]) -> dict[str, Any] | None:
    """A request that waits for this person's answer."""
    asked = live.request()
    if not asked or not set(mine) & set(live.answerers()):
        return None
    by, whom = live.names[asked["by"]], live.names[asked["seat"]]
    if asked["kind"] == "undo":
        words = next((line.words for line in live.record.lines if line.n == asked["n"]), "")
        title, text = f"{by} asks to undo", f"Back to before decision {asked['n']}: {words}."
    else:
        yours = f"{by} asks, as all wait for you. Any move of yours ends it."
        others = f"{by} asks. {whom} can take the seat back at any time."
        title, text = f"Let a bot play for {whom}?", yours if asked["seat"] in mine else others
    return {"kind": asked["kind"], "title": title, "text": text, "n": asked["n"], "id": asked.get("id", "")}


def own_request(live: LiveTable, mine: list[int]) -> dict[str, Any] | None:
    """A request of this person's: whom it waits for and who has agreed, or that somebody would rather not."""
    asked = live.asked_here()
    if not asked or asked["by"] not in mine:
        return None
    undo, whom, agreed = asked["kind"] == "undo", live.names[asked["seat"]], asked.get("agreed", [])
    if live.request():
        asked_of = live.list_names(sorted([*agreed, *asked["wanted"]]))
        title = f"Asked {asked_of} to undo" if undo else f"Asked {asked_of} for a bot in {whom}'s seat"
        said = f"{has(live, agreed)} agreed; {has(live, asked['wanted'])} not answered yet."
        text = said if agreed else "Nobody has answered yet." if asked["wanted"][1:] else "Not answered yet."
    else:
        who = live.names[asked["refused"]]
        came = asked["refused"] == asked["seat"] and not undo
        title = f"{who} is here and plays on" if came else f"{who} would rather not"
        text = f"Decision {asked['n']} stays as it is." if undo else f"{whom} keeps the seat."
    told = {"kind": asked["kind"], "n": asked["n"], "title": title, "text": text}
    return {**told, "id": asked.get("id", ""), "ended": "refused" in asked}


def has(live: LiveTable, seats: list[int]) -> str:
    """These seats by name, and the verb for what they have done."""
    return f"{live.list_names(seats)} {'has' if len(seats) == 1 else 'have'}"


def undoable(live: LiveTable, mine: list[int]) -> int:
    """The latest own decision, or 0: free to take back, or by agreement if something was shown since."""
    if not live.playing:
        return 0
    own = [n for n in mine if n in live.left]
    own_lines = (line.n for line in reversed(live.record.active_lines()) if line.seat in own)
    return next((n for n in own_lines if n > live.row.began), 0)


LOOKED: WeakKeyDictionary[LiveTable, tuple[int, State]] = WeakKeyDictionary()  # the past position drawn last


def position(live: LiveTable, n: int) -> State:
    """The state after line n, at a table whose lock is held; from the one looked at last if that leads there."""
    record, same = live.record, live.record.rules_version == live.record.game.rules_version
    before, state = LOOKED.pop(live, (n + 1, None))
    between = record.lines[before:n]
    if state is None or before > n or any(line.back for line in between):
        state = record.replayed(record.lines[:n])
    else:
        for line in between:
            record.repeat(state, line, same)
    LOOKED[live] = (n, state)
    return state


ALL, WATCH, ALL_HANDS = "all", "watch", "All hands"  # eyes that are no seat's


def eyes_of(live: LiveTable, mine: list[int], opener: bool = False) -> list[tuple[str, str]]:
    """Through whose eyes the caller may look back, with words for it; the usual ones first.

    After the end they may be anybody's, and an unfinished record shows all to who opened it. While a game goes on
    they are one's own, and around one screen nobody's.
    """
    seats, watch = [(str(n), name) for n, name in enumerate(live.names)], (WATCH, "As watched")
    if not live.over and not opener:
        return [*(seats[n] for n in mine if len(mine) == 1), watch]
    usual = seats[mine[0]] if mine else (ALL, ALL_HANDS) if live.row.opened else watch
    return list(dict.fromkeys([usual, (ALL, ALL_HANDS), *seats, watch]))


def replay_json(live: LiveTable, mine: list[int], n: int, eyes: str = "", opener: bool = False) -> dict[str, Any]:
    """A past position through the eyes asked for, if the caller may look through them, or the usual ones."""
    with live.lock:
        allowed = [name for name, _ in eyes_of(live, mine, opener)]
        if eyes and eyes not in allowed:
            raise Refused(403, "While the game goes on, only your own cards are shown to you.")
        chosen = eyes or allowed[0]
        n = max(0, min(n, live.n))
        state = live.record.state if n == live.n else position(live, n)
        made = regions(live, state, None if chosen in (ALL, WATCH) else int(chosen), [], n)
        if chosen == ALL:
            made["dock"] = str(all_hands(live, state))
        return {"n": n, "of": live.n, "regions": {name: html for name, html in made.items() if name != "words"}}


def all_hands(live: LiveTable, state: State) -> Markup:
    """What lies before each seat, as its holder saw it."""
    looks, box, drawn = seat_looks(live, []), live.record.box, face(live.row.game)
    docks = [drawn.regions(state.view(seat), box, looks, None, past=True)["dock"] for seat in range(len(looks))]
    hands = [
        Markup('<section class="hand-of" aria-label="{}\u2019s cards"><h2>{}<span>{}</span></h2>{}</section>').format(
            name, seat_icon(seat), name, Markup('<div class="dock">{}</div>').format(dock)
        )
        for seat, (name, dock) in enumerate(zip(live.names, docks, strict=True))
    ]
    return Markup('<div class="hands">{}</div>').format(joined(hands))
