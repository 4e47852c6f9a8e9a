"""All that somebody at a table can get from a server, asked for again and again with the hidden things dealt anew."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, cast

import httpx

from roundhouse.core.errors import RoundhouseError
from roundhouse.core.records import Line, Record
from roundhouse.core.rng import Rng, seeded
from roundhouse.core.state import State
from roundhouse.web.app import PARTS
from roundhouse.web.render import lobby
from roundhouse.web.render.games import face
from roundhouse.web.render.log import KNOWN, Outcomes, outcomes_of
from roundhouse.web.service.rows import MoveRow, now
from tests.web.server import Inside, opened, person

NAMES = ("Ada", "Bo", "Cy", "Dee", "Eli", "Fay")
STREAMS = ("/live", "/api/tables/{id}/events")
AFTERWARDS = ("/t/{id}/record", "/t/{id}/opinion/{n}")  # to read when the game is over
# All that may change while nothing happens, by route: how long ago something was, and how long to wait.
AGO = re.compile(rb"just now|\d+ min ago")
FIGURES = re.compile(rb"(?s).+")  # of the server: they count the requests that are compared, and nothing at a table
PASSING = {"/metrics": FIGURES, "/": AGO, "/me": AGO, "/t/{id}/absent/{n}": re.compile(rb"ask again in [^.]*")}
PASSING_HEADERS = ("date", "content-length", "retry-after", "x-request-id")
NEVER = ("seed", "deal", "chance", "learned", "rng", "fingerprint")  # keys of a record or a state
ONE_BY_ONE = 8  # decisions played as people do
TRIES = 3  # games of which the shortest is played
SHORT = 5  # a chance outcome of fewer cards may be found in an answer by accident


def browser(house: Inside, name: str = "") -> httpx.Client:
    """Of a person if a name is given; or a program."""
    return person(house.address, name, headers={"Accept-Encoding": "identity"})


def done(response: httpx.Response) -> httpx.Response:
    assert response.status_code < 400, response.text
    return response


@dataclass(frozen=True)
class Ask:
    """A request; `route` is its path before the braces were filled in, `body` is JSON."""

    method: str
    route: str
    path: str
    body: str = ""

    def __str__(self) -> str:
        return f"{self.method} {self.path} {self.body}".strip()


@dataclass(frozen=True)
class Viewer:
    """Somebody who looks: a seat, or with None who only watches; a program by its token, a browser by its cookies."""

    seat: int | None
    http: httpx.Client
    token: str = ""
    browser: bool = True

    def __str__(self) -> str:
        return "a watcher" if self.seat is None else f"seat {self.seat}"

    def send(self, ask: Ask) -> httpx.Response:
        headers = {"Accept": "text/html" if ask.method == "GET" and not ask.path.startswith("/api") else "*/*"}
        if self.token and ask.path.startswith("/api"):
            headers["Authorization"] = f"Bearer {self.token}"
        if ask.body:
            headers["Content-Type"] = "application/json"
        return self.http.request(ask.method, ask.path, content=ask.body or None, headers=headers)

    def asks(self, path: str) -> bool:
        """Whether it asks there at all: a program asks the API only."""
        return self.browser or path.startswith("/api/tables")


def said(ask: Ask, response: httpx.Response) -> bytes:
    """A whole answer: status, headers and body, but for what passes with the time."""
    headers = sorted(f"{k}: {v}" for k, v in response.headers.multi_items() if k not in PASSING_HEADERS)
    body = PASSING[ask.route].sub(b"...", response.content) if ask.route in PASSING else response.content
    return "\n".join([str(response.status_code), *headers, ""]).encode() + body


def routes(method: str) -> list[str]:
    """The paths of the server's own routes with that method."""
    found = [route for part in PARTS for route in part.router.routes]
    return sorted({str(r.path) for r in found if method in r.methods})


def of_table(route: str) -> bool:
    """Whether what it answers is about a table."""
    return route in ("/", "/me") or route.startswith(("/t/{id}", "/api/tables/{id}"))


class Veiled:
    """A state that lies otherwise whenever it is read, and goes on as it truly lies."""

    def __init__(self, truth: State, seat: int | None, seed: str) -> None:
        self.truth = truth
        self.how = (seat, seed)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.truth.resample(*self.how), name)


class VeiledRecord:
    """A record whose replays are veiled."""

    def __init__(self, record: Record, seat: int | None, seed: str) -> None:
        self.record = record
        self.how = (seat, seed)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.record, name)

    def replayed(self, lines: list[Line]) -> Veiled:
        return Veiled(self.record.replayed(lines), *self.how)

    def repeat(self, state: Veiled, line: Line, same: bool) -> None:
        self.record.repeat(state.truth, line, same)


class Table:
    """A table whose whole course is known beforehand, and those who look at it."""

    def __init__(
        self, house: Inside, id: str, viewers: list[Viewer], secrets: dict[int, list[str]], watch: str
    ) -> None:
        self.house = house
        self.live = house.tables.get(id)
        self.viewers = viewers
        self.secrets = secrets  # by seat: what nobody else may read
        self.watch = watch
        self.host = viewers[0] if self.live.row.visibility == "open" else None
        self.lies: tuple[int | None, str] | None = None  # how past positions are dealt anew
        self.rng = seeded(f"{self.live.row.game} {len(self.live.row.seats)}")
        courses = [foreseen(self.live.record.state, self.rng) for _ in range(TRIES)]
        self.course, self.states = min(courses, key=lambda found: len(found[0]))
        self.otherwise = self.deals = self.shown = 0

    @property
    def id(self) -> str:
        return self.live.id

    @property
    def seats(self) -> range:
        return range(len(self.live.row.seats))

    @property
    def state(self) -> State:
        """The true state."""
        return self.states[self.live.n]

    def advance(self, n: int) -> None:
        """Play on until n decisions are made; those before the last few are written down all at once."""
        with self.house.tables.store.writing() as session:
            for i in range(self.live.n, n - ONE_BY_ONE):
                self.live.record.play(self.course[i])
                line = self.live.record.lines[-1]
                session.add(MoveRow(table_id=self.id, n=line.n, line=line.as_json(), at=now()))
        for i in range(self.live.n, n):
            self.house.tables.play(self.live, self.states[i].seat, i + 1, self.course[i])
        assert self.live.record.state.fingerprint() == self.state.fingerprint()

    def position(self, _live: object, n: int) -> State:
        """In place of `render.table.position`: a past position, dealt anew like the present one."""
        if self.lies is None:
            return self.states[n].clone()
        seat, seed = self.lies
        return self.states[n].resample(seat, f"{seed} {n}")

    def put(self, state: State) -> None:
        """Let the table be in that state, and forget what was drawn from another one."""
        with self.live.lock:
            self.live.record.state = state
            self.live.rendered.clear()
            lobby.KNOWN.clear()

    @contextmanager
    def dealt(self, seat: int | None, seed: str, thorough: bool) -> Iterator[State]:
        """The table with all that is hidden from a seat dealt anew; thoroughly: also where the log comes from."""
        live = self.live
        truth, outcomes = live.record.state, outcomes_of(live)
        self.lies = (seat, seed)
        other = Outcomes(cast(Record, VeiledRecord(live.record, seat, seed)) if thorough else live.record)
        other.html = {} if thorough else {**outcomes.html}
        KNOWN[live] = other
        self.put(truth.resample(seat, seed))
        try:
            yield live.record.state
        finally:
            self.lies = None
            KNOWN[live] = outcomes
            self.put(truth)

    def compare(self, viewer: Viewer, asks: list[Ask], deals: int, thorough: bool) -> list[str]:
        """What differs between the true deal and others, for one viewer."""
        n = self.live.n
        answers = {ask: viewer.send(ask) for ask in asks}
        out = [*self.wrong(viewer, answers), *self.told(viewer, answers)]
        true = {ask: said(ask, answer) for ask, answer in answers.items()}
        seated = [v for v in self.viewers if v.seat not in (None, viewer.seat)]
        other = some(self.rng, seated or self.viewers, 1)[0]
        look = Ask("GET", "/api/tables/{id}", f"/api/tables/{self.id}")
        seen = other.send(look).content
        for deal in range(deals):
            with self.dealt(viewer.seat, f"deal {deal} of {n}", thorough) as dealt:
                self.deals += 1
                self.otherwise += hidden(dealt) != hidden(self.state)
                self.shown += other.send(look).content != seen
                for ask in asks:
                    again = said(ask, viewer.send(ask))
                    if again != true[ask]:
                        out.append(self.leak(viewer, ask, difference(true[ask], again)))
        assert self.live.n == n
        assert self.live.record.state.fingerprint() == self.state.fingerprint()
        return out

    def leak(self, viewer: Viewer, ask: Ask, what: str) -> str:
        s = self.state
        return f"{s.game.id} with {s.seats}, after decision {self.live.n}, {viewer} sends {ask}: {what}"

    def wrong(self, viewer: Viewer, answers: dict[Ask, httpx.Response]) -> list[str]:
        """What was to be shown and was not, or was to be refused and was not: then there is nothing to compare."""
        out: list[str] = []
        for ask, response in answers.items():
            shown = ask.method == "GET" and of_table(ask.route) and ask.route not in AFTERWARDS
            shown = shown and ("?eyes=" not in ask.path or ask.path.endswith(f"?eyes={viewer.seat}"))
            other = ask.method == "GET" and "?eyes=" not in ask.path
            fine = response.status_code == 200 if shown else 400 <= response.status_code < 500 or other
            if not fine:
                out.append(self.leak(viewer, ask, f"answered with {response.status_code}"))
        return out

    def told(self, viewer: Viewer, answers: dict[Ask, httpx.Response]) -> list[str]:
        """The secrets that stand in the answers."""
        never = [text for seat, texts in self.secrets.items() if seat != viewer.seat for text in texts]
        never.append(str(self.live.record.seed))
        lines = self.live.record.lines[-8:]
        for cards in [*self.live.record.deal, *[outcome for line in lines for outcome in line.chance]]:
            if len(cards) > SHORT:
                never += [json.dumps(cards), json.dumps(cards, separators=(",", ":"))]
        out: list[str] = []
        for ask, response in answers.items():
            text = response.text
            held = response.json() if response.headers.get("content-type") == "application/json" else None
            found = [*[secret for secret in never if secret in text], *[key for key in keys(held) if key in NEVER]]
            out += [self.leak(viewer, ask, f"tells {secret[:60]}") for secret in found]
        return out

    # what is asked

    def gets(self, viewer: Viewer, fixed: bool) -> list[Ask]:
        """Everything to read; `fixed` also what is the same at every table."""
        out: list[Ask] = []
        for route in routes("GET"):
            if route in STREAMS or not viewer.asks(route) or not (fixed or of_table(route)):
                continue
            if route in AFTERWARDS and self.live.over:  # then everything lies open
                continue
            for path in self.filled(route):
                out.append(Ask("GET", route, path))
        return out

    def filled(self, route: str) -> list[str]:
        """The addresses to ask for at a route."""
        n = self.live.n
        id = self.id if of_table(route) else self.live.row.game
        token = self.watch if route.startswith("/w/") else "unknown"
        past = sorted({n // 2, max(0, n - 1)}) if "{n}" in route else [0]
        card = next(iter(face(self.live.row.game).card_faces(self.live.record.box)))
        found = [
            route.replace("{id}", id).replace("{token}", token).replace("{card}", card).replace("{n}", str(m))
            for m in past
        ]
        assert "{" not in found[0], f"what to ask for at {route} is not known here"
        eyes = self.rng.below(len(self.seats))
        if route == "/t/{id}/at/{n}/regions" and not self.live.over:  # then anybody may look through any eyes
            return [*found, f"{found[0]}?eyes=all", f"{found[0]}?eyes={eyes}"]
        return [*found, f"{found[0]}?as={eyes}"] if route == "/t/{id}/regions" else found

    def posts(self, viewer: Viewer, many: int) -> list[Ask]:
        """Decisions, and some other wishes, that are all refused, so that nothing changes."""
        plays, wishes = self.plays(viewer, many), self.wishes(viewer)
        asks = [self.post(route, 0, body) for route, bodies in plays.items() for body in bodies]
        other = [self.post(route, n, body) for route, bodies in wishes.items() for n, body in bodies]
        heard = [ask for ask in other if viewer.asks(ask.route)]
        return [*[ask for ask in asks if viewer.asks(ask.route)], *some(self.rng, heard, 3 * many)]

    def post(self, route: str, n: int, body: Any) -> Ask:
        path = route.replace("{id}", self.id).replace("{n}", str(n))
        return Ask("POST", route, path, json.dumps(body))

    def plays(self, viewer: Viewer, many: int) -> dict[str, list[dict[str, Any]]]:
        """By route: decisions that are refused."""
        actions = [{"n": n, "action": action} for n, action in self.actions(viewer, many)]
        words = [{"n": self.live.n + 1, "words": text} for text in self.words(viewer, many)]
        others = [{**action, "as": n} for action in actions[:1] for n in self.seats if n != viewer.seat]
        return {
            "/t/{id}/play": [*actions[::2], *others[:many]],
            "/api/tables/{id}/play": [*actions, *words, {"n": self.live.n + 1}],
        }

    def wishes(self, viewer: Viewer) -> dict[str, list[tuple[int, Any]]]:
        """By route: other things that are refused, as the number in the path and the body."""
        seat = viewer.seat
        others = [n for n in self.seats if n != seat]
        foreign = [line.n for line in self.live.record.lines if line.seat != seat][-1:]
        nothing: list[tuple[int, Any]] = [(0, {})]
        return {
            "/me": [(0, {"name": "Eve"})],  # a form is wanted
            "/t/{id}/undo": [(0, {"n": n}) for n in (0, -1, 10**30, *foreign)],
            "/t/{id}/answer": [(0, {"agree": agree}) for agree in (False, True)],
            "/t/{id}/withdraw": nothing,
            "/t/{id}/absent/{n}": [(n, {}) for n in self.seats],
            "/t/{id}/hook": [(0, {"seat": n, "url": ""}) for n in others],
            "/t/{id}/chat": [(0, {"text": " "})],
            "/t/{id}/chat/{n}/report": [(99, {})],
            "/t/{id}/chat/{n}/mute": [(99, {})],
            "/t/{id}/chat/{n}/unmute": [(99, {})],
            "/t/{id}/hint": [(0, {"n": n}) for n in (0, self.live.n, 10**30)],
            "/t/{id}/hints/on": nothing if viewer is not self.host else [],
            "/t/{id}/hints/off": nothing if viewer is not self.host else [],
            "/t/{id}/learn": nothing,
            "/t/{id}/join": nothing,
            "/api/tables/{id}/join": [(0, {"name": "Eve"})],
            "/t/{id}/hand-over/{n}": [(n, {}) for n in others],
            "/api/tables/{id}/hand-over": nothing if seat is None else [],
            "/t/{id}/stand-in/{n}": [(n, {}) for n in others],
            "/t/{id}/take-back/{n}": [(n, {}) for n in others],
            "/t/{id}/concede/{n}": [(n, {}) for n in others],
            "/t/{id}/remove/{n}": [(99, {})],
            "/t/{id}/close": nothing if viewer is not self.host else [],
            "/t/{id}/rematch": nothing if seat is None else [],
            "/t/{id}/give-up": nothing,
            "/t/{id}/review": [] if self.live.over else nothing,
            "/t/{id}/opinion/{n}": [] if self.live.over else [(n, {}) for n in (0, self.live.n)],
            "/t/{id}/play-on": nothing,  # a form is wanted
        }

    def actions(self, viewer: Viewer, many: int) -> list[tuple[int, int]]:
        """Decisions by number: too early, too late, when another is to decide, illegal ones from the whole range."""
        s, due = self.state, self.live.n + 1
        legal, size = s.legal(), s.space.size
        blocks = [block.start + self.rng.below(block.size) for block in s.space.blocks]
        wild = [*some(self.rng, (-1, size, 10**30), many), *some(self.rng, blocks, many)]
        chosen = {*wild, *some(self.rng, range(size), many)}
        if viewer.seat == s.seat:
            chosen -= set(legal)
        else:
            chosen |= set(some(self.rng, legal, many))
        when = some(self.rng, (0, due - 1, due + 1, 10**30), many)
        return [*[(n, legal[0] if legal else 0) for n in when], *[(due, action) for action in sorted(chosen)]]

    def words(self, viewer: Viewer, many: int) -> list[str]:
        """Decisions in words: none, unknown ones, beginnings, what can mean several things, what is not possible."""
        s = self.state
        forms = [form.replace("{}", "").strip() for block in s.space.blocks for form in block.forms]
        whole = [s.words(action) for action in some(self.rng, range(s.space.size), many)]
        begun = [text[: 1 + self.rng.below(6)] for text in some(self.rng, [*forms, *whole], many)]
        chosen = ["", "zzz", "play", *begun, *some(self.rng, forms, many), *whole]
        return [text for text in dict.fromkeys(chosen) if viewer.seat != s.seat or refused(s, text)]


def foreseen(s: State, rng: Rng) -> tuple[list[int], list[State]]:
    """How a table will be played, at random and to the end: the decisions, and the states before and after them."""
    course: list[int] = []
    states = [s.clone()]
    while not states[-1].over:
        legal = states[-1].legal()
        course.append(legal[rng.below(len(legal))])
        states.append(states[-1].clone())
        states[-1].apply(course[-1])
    return course, states


def some(rng: Rng, among: Iterable[Any], many: int) -> list[Any]:
    """So many of them, by chance."""
    left = list(among)
    order = list(range(len(left)))
    rng.shuffle(order)  # of numbers, as the compiled engine takes no other cards
    return [left[i] for i in order[:many]]


def refused(s: State, words: str) -> bool:
    """Whether words are no legal action."""
    try:
        return s.parse(words) not in s.legal()
    except RoundhouseError:
        return True


def hidden(s: State) -> list[tuple[str, object]]:
    """All that a state holds but chance to come."""
    return [(name, value) for name, value in s.dump() if name != "rng"]


def keys(held: Any) -> Iterator[str]:
    """All keys anywhere in what JSON holds."""
    if isinstance(held, dict):
        for key, value in held.items():
            yield key
            yield from keys(value)
    elif isinstance(held, list):
        for value in held:
            yield from keys(value)


def difference(one: bytes, other: bytes) -> str:
    """Where two answers part."""
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    here = slice(max(0, at - 60), at + 120)
    return f"{one[here]!r} became {other[here]!r}"


# opening tables


def opened_by_form(house: Inside, game: str, seats: int, options: dict[str, object]) -> Table:
    """A table for everybody to see, opened and joined in browsers."""
    people = [browser(house, name) for name in NAMES[:seats]]
    path = opened(people[0], "you", *["invite"] * (seats - 1), game=game, visibility="open", **chosen(options))
    for guest in people[1:]:
        done(guest.post(f"{path}/join"))
    viewers = [Viewer(n, http) for n, http in enumerate(people)]
    return Table(house, path.removeprefix("/t/"), [*viewers, Viewer(None, browser(house, "Wim"))], cookies(viewers), "")


def opened_by_program(house: Inside, game: str, seats: int, options: dict[str, object]) -> Table:
    """A table by link only, opened by a program: every other seat is a program's, with its token."""
    company = [f"person:{NAMES[n]}" if n % 2 == 0 else "invite" for n in range(seats)]
    wish = {"game": game, "seats": company, "options": options, "visibility": "link"}
    held = done(browser(house).post("/api/tables", json=wish)).json()
    viewers: list[Viewer] = []
    for n in range(seats):
        if str(n) in held["tokens"]:
            viewers.append(Viewer(n, browser(house), held["tokens"][str(n)], browser=False))
        else:
            viewers.append(Viewer(n, browser(house, NAMES[n])))
            done(viewers[-1].http.post(f"/s/{held['invitations'][str(n)]}"))
    watcher = Viewer(None, browser(house, "Wim"), held["watch"])
    done(watcher.http.get(f"/w/{held['watch']}"))
    secrets = cookies(viewers)
    for n, token in {**held["tokens"], **held["invitations"]}.items():
        secrets[int(n)].append(token)
    return Table(house, held["id"], [*viewers, watcher], secrets, held["watch"])


def shared_screen(house: Inside, game: str, options: dict[str, object]) -> Table:
    """A table of two persons around one screen; it looks through nobody's eyes until somebody lifts the curtain."""
    http = browser(house, "Ada")
    path = opened(http, "you", "here:Bo", game=game, visibility="open", **chosen(options))
    return Table(house, path.removeprefix("/t/"), [Viewer(None, http)], {}, "")


def chosen(options: dict[str, object]) -> dict[str, str]:
    """Options as the form names them."""
    return {f"option-{name}": str(value) for name, value in options.items()}


def cookies(viewers: list[Viewer]) -> dict[int, list[str]]:
    """By seat: the cookies by which the server knows its holder."""
    return {v.seat: list(v.http.cookies.values()) for v in viewers if v.seat is not None}
