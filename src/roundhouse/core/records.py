"""Records: JSON Lines, readable and diffable, that prove themselves when replayed.

The first line is the header, then one line a decision with its number, seat, words, action and the chance
outcomes it caused, and a closing line that says how the table stands. An undo is a further line; numbers are
never used twice. A record that was played on from another one begins with that one's decisions, which stand for good;
its header says where they end and from which seed chance comes from there on.
"""

from __future__ import annotations

import json
from typing import Final, cast

from roundhouse.core import actions
from roundhouse.core.components import Box, Edits
from roundhouse.core.errors import BadRecord, BadSeats, IllegalAction, RoundhouseError
from roundhouse.core.game import Game
from roundhouse.core.registry import game as find
from roundhouse.core.rng import fresh_seed, seeded
from roundhouse.core.state import State
from roundhouse.core.verbs import NO_ACTIONS
from roundhouse.core.words import counted

FORMAT = 1
PLAYED_ON = 2  # the format of a record that was played on from another one, which older code cannot read
LONGEST: Final = 1000  # characters of a refusal: what it quotes may be of any length


class Line:
    """One decision, or (with `back` above 0) an undo of all decisions from number `back` on."""

    def __init__(
        self, n: int, seat: int, words: str, action: int, chance: list[list[int]], learned: bool, back: int
    ) -> None:
        self.n: int = n
        self.seat: int = seat
        self.words: str = words
        self.action: int = action
        self.now: int = action  # its number by the present rules, if the record was made by older ones
        self.chance: list[list[int]] = chance
        self.learned: bool = learned
        self.back: int = back

    def as_json(self) -> dict[str, object]:
        if self.back:
            return {"n": self.n, "seat": self.seat, "undo": self.back}
        out: dict[str, object] = {"n": self.n, "seat": self.seat, "do": self.words, "action": self.action}
        if self.chance:
            out["chance"] = self.chance
        if self.learned:
            out["learned"] = True
        return out


class Anew:
    """Where a game was played on from another one: after so many lines chance begins anew, from a seed of its own.

    What a seat could not know there is dealt anew, too; with seat -1 all lies as it lay.
    """

    def __init__(self, after: int, seat: int, seed: str) -> None:
        self.after: int = after
        self.seat: int = seat
        self.seed: str = seed

    def as_json(self) -> dict[str, object]:
        return {"after": self.after, "seat": self.seat, "seed": self.seed}

    def deal(self, s: State) -> None:
        """Deal a table anew that has come so far."""
        rng = seeded(self.seed)
        s.rng = rng.child()
        s.offered = NO_ACTIONS
        if self.seat >= 0:
            s.game.deal_hidden(s, self.seat, rng)


class Record:
    """A game as its header and its decisions; `state` is where it stands now."""

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        seed: object = None,
        names: list[str] | None = None,
        components: object = None,
        **options: object,
    ) -> None:
        self.game: Game = find(game)
        self.rules_version: int = self.game.rules_version
        self.seats: int = self.game.check_seats(seats)
        self.options: dict[str, object] = self.game.check_options(options)
        self.box: Box = components if isinstance(components, Box) else self.game.box(components)
        self.seed: object = fresh_seed() if seed is None else seed
        self.names: list[str] = names if names is not None else [f"Seat {i + 1}" for i in range(self.seats)]
        if len(self.names) != self.seats:
            raise BadSeats(f"{len(self.names)} names were given for {self.seats} seats; every seat needs one.")
        self.deal: list[list[int]] = []
        self.anew: list[Anew] = []
        self.lines: list[Line] = []
        self.state: State = self.fresh(None, self.deal)

    def fresh(self, script: list[list[int]] | None, outcomes: list[list[int]] | None) -> State:
        """The table as it was dealt."""
        s = self.game.deal(self.seats, seeded(self.seed), self.box, self.options, script, outcomes)
        if self.rules_version < self.game.rules_version:
            self.game.as_of(s, self.rules_version)
        self.deal_anew(s, 0)
        return s

    @property
    def began(self) -> int:
        """How many decisions it has from the record that it was played on from; they cannot be undone."""
        return self.anew[-1].after if self.anew else 0

    def deal_anew(self, s: State, n: int) -> None:
        """Deal anew if the record was played on from another one after decision n."""
        for anew in self.anew:
            if anew.after == n:
                anew.deal(s)

    def played_on(self, until: int, seat: int, names: list[str], seed: object = None) -> Record:
        """A record that begins with the decisions that stand after `until` lines, with other chance from there on.

        What that seat cannot know is dealt anew; with seat -1 all lies as it lay.
        """
        lines = self.active_lines(until)
        out = from_header({**self.header(), "names": names})
        out.anew = [anew for anew in self.anew if anew.after <= len(lines)]
        out.anew.append(Anew(len(lines), seat, str(fresh_seed() if seed is None else seed)))
        for line in lines:
            out.lines.append(Line(len(out.lines) + 1, line.seat, line.words, line.action, line.chance, line.learned, 0))
        out.state = out.replay()
        return out

    def play(self, action: int) -> None:
        """Carry out a legal action and write it down; an illegal one raises and changes nothing."""
        s = self.state
        seat = s.seat
        words = s.words(action) if 0 <= action < s.space.size else ""
        s.outcomes = []
        try:
            s.apply(action)
        finally:
            chance = s.outcomes
            s.outcomes = None
        self.lines.append(Line(len(self.lines) + 1, seat, words, action, chance or [], s.learned, 0))

    def active_lines(self, until: int | None = None) -> list[Line]:
        """The decisions that count: those no undo has taken back; of the first `until` lines only, if given."""
        out: list[Line] = []
        for line in self.lines if until is None else self.lines[: max(0, until)]:
            if line.back:
                while out and out[-1].n >= line.back:
                    out.pop()
            else:
                out.append(line)
        return out

    def free_undo(self) -> int:
        """The number of the earliest decision that may be undone without asking, or 0.

        It belongs to the seat that decided last, and neither it nor any after it showed anybody something hidden.
        """
        found = 0
        lines = self.active_lines()
        for line in reversed(lines):
            if line.n <= self.began or line.learned or line.seat != lines[-1].seat:
                break
            found = line.n
        return found

    def undo(self, n: int) -> None:
        """Take back decision n and all after it, by a further line."""
        kept = self.active_lines()
        if n not in [line.n for line in kept]:
            raise BadRecord(f"Decision {n} cannot be undone: the record has {len(kept)} standing decisions.")
        if n <= self.began:
            raise BadRecord(f"Decision {n} cannot be undone: the game was played on from decision {self.began}.")
        s = self.replayed([line for line in kept if line.n < n])
        self.lines.append(Line(len(self.lines) + 1, self.state.seat, "", -1, [], False, n))
        self.state = self.going_on(s, len(self.lines))

    def follow(self, rows: list[dict[str, object]]) -> None:
        """Take in further lines that were written elsewhere, each of them checked; if one is wrong nothing changes."""
        lines = [line_from(row, len(self.lines) + k) for k, row in enumerate(rows, 1)]
        if self.rules_version != self.game.rules_version or any(line.back for line in lines):
            s = self.replayed([*self.lines, *lines])
        else:
            s = self.state.clone()
            for line in lines:
                self.repeat(s, line, True)
        self.lines = [*self.lines, *lines]
        self.state = s

    def replay(self) -> State:
        """The state again, every line checked: seat, words, action and chance."""
        return self.replayed(self.lines)

    def replayed(self, lines: list[Line]) -> State:
        """The state after these lines, each of them checked."""
        same = self.rules_version == self.game.rules_version
        deal: list[list[int]] = []
        s = self.fresh(None if same else [d[:] for d in self.deal], deal)
        if deal != self.deal:
            raise BadRecord("Line 1 (the header): the deal does not follow from the seed.")
        wanted = {line.back for line in lines}
        before: list[tuple[int, State]] = []  # the decisions that stand and that an undo goes back to
        for line in lines:
            if line.back:
                s = self.back(s, line, before)
            else:
                if line.n in wanted:
                    before.append((line.n, s.clone()))
                self.repeat(s, line, same)
        return self.going_on(s, len(lines))

    def back(self, s: State, line: Line, before: list[tuple[int, State]]) -> State:
        """The state that an undo goes back to; what it takes back is dropped from `before`."""
        if line.back <= self.began:
            raise BadRecord(f"Line {line.n + 1} undoes decision {line.back}; those up to {self.began} stand for good.")
        while before and before[-1][0] > line.back:
            before.pop()
        if not before or before[-1][0] != line.back:
            raise BadRecord(f"Line {line.n + 1} undoes decision {line.back}, which does not stand there.")
        need_seat(s, line, f"Line {line.n + 1}")
        return before.pop()[1]

    def going_on(self, s: State, lines: int) -> State:
        """The state, ready to be played on after so many lines.

        An older record is replayed on its outcomes and leaves chance where it was at the deal: it gets new chance
        with every line, so that no two shuffles come from the same.
        """
        if self.rules_version != self.game.rules_version:
            seed = self.anew[-1].seed if self.anew else self.seed
            s.rng = seeded(f"{seed} after {lines}")
        return s

    def repeat(self, s: State, line: Line, same: bool) -> None:
        """Carry out one recorded decision and compare what it did."""
        at = f"Decision {line.n} ({line.words!r})"
        need_seat(s, line, at)
        action = line.action
        if not same:
            action = line.now = self.named(s, line, at)
        elif not 0 <= action < s.space.size or s.words(action) != line.words:
            raise BadRecord(f"{at}: action {action} does not spell these words.")
        s.outcomes = []
        s.script = None if same else [c[:] for c in line.chance]
        try:
            s.apply(action)
        except IllegalAction as error:
            raise BadRecord(f"{at} is not possible there: {error}") from None
        if s.outcomes != line.chance:
            raise BadRecord(f"{at}: the recorded chance outcomes do not follow from the seed.")
        if same and s.learned != line.learned:
            raise BadRecord(f"{at}: whether it showed anything hidden is recorded wrongly.")
        s.outcomes = None
        s.script = None
        self.deal_anew(s, line.n)

    def named(self, s: State, line: Line, at: str) -> int:
        """The action an older record means by its words: its number may be another one now.

        Words that spell no action in full are not guessed at.
        """
        if line.action in s.choices() and s.words(line.action) == line.words:
            return line.action  # the number is still the same
        found = actions.spelled(line.words, s.spellings(s.choices()))
        if len(found) == 1:
            return found[0]
        action = s.parse(" ".join(line.words.split()))
        if action in s.choices():
            raise BadRecord(f"{at}: these words do not spell an action in full.")
        return action

    def header(self) -> dict[str, object]:
        """The first line."""
        out: dict[str, object] = {
            "roundhouse": PLAYED_ON if self.anew else FORMAT,
            "game": self.game.id,
            "rules_version": self.rules_version,
            "seats": self.seats,
            "names": self.names,
            "options": self.options,
            "seed": str(self.seed),
            "box": self.box.hash,
        }
        if self.box.edits:
            out["edited"] = self.box.edits
        out["deal"] = self.deal
        if self.anew:
            out["anew"] = [anew.as_json() for anew in self.anew]
        return out

    def closing(self) -> dict[str, object]:
        """The last line."""
        s = self.state
        out: dict[str, object] = {"lines": len(self.lines), "over": s.over, "scores": s.scores()}
        if s.over:
            out["winners"] = s.winners()
        out["fingerprint"] = f"{s.fingerprint():016x}"
        return out

    def text(self) -> str:
        """The record as JSON Lines."""
        rows = [self.header(), *[line.as_json() for line in self.lines], self.closing()]
        return "".join(json.dumps(r, ensure_ascii=False, separators=(",", ":")) + "\n" for r in rows)

    def save(self, path: str) -> None:
        """Write the record to a file."""
        with open(path, "w", encoding="utf-8") as f:
            f.write(self.text())


def need_seat(s: State, line: Line, at: str) -> None:
    """BadRecord if another seat is to decide than the line says."""
    if line.seat != s.seat:
        raise BadRecord(f"{at} is recorded for seat {line.seat + 1}, but seat {s.seat + 1} decides there.")


def load(path: str) -> Record:
    """Read a record, replay it and check that it proves itself; BadRecord says what is wrong."""
    try:
        with open(path, encoding="utf-8") as f:
            text = f.read()
    except OSError as error:
        raise BadRecord(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadRecord(f"{path} is not a record: it is not UTF-8 text.") from None
    try:
        return loads(text)
    except BadRecord as error:
        raise BadRecord(f"{path}: {error}") from None


def loads(text: str) -> Record:
    """As `load`, from the text itself."""
    try:
        return proven(text)
    except RoundhouseError as error:
        known = isinstance(error, BadRecord)
        raise BadRecord(brief(str(error) if known else f"The record cannot be replayed: {error}")) from None


def brief(sentence: str) -> str:
    """A refusal on one line and of a readable length, whatever it quotes."""
    line = " ".join(sentence.split())
    return line if len(line) <= LONGEST else f"{line[:LONGEST]} and so on."


def proven(text: str) -> Record:
    rows = [decode(line, n + 1) for n, line in enumerate(text.split("\n")) if line.strip()]
    if not rows or "roundhouse" not in rows[0]:
        raise BadRecord("Line 1 is not the header of a Roundhouse record.")
    if "lines" not in rows[-1] or "fingerprint" not in rows[-1]:
        raise BadRecord(f"The record is cut off: after {counted(len(rows), 'line')} its closing line is missing.")
    closing = rows[-1]
    record = unplayed(rows[0], rows[1:-1])
    count = number(closing, "lines", len(rows))
    if count != len(record.lines):
        said = counted(count, "decision")
        raise BadRecord(f"The record should hold {said} and holds {len(record.lines)}: it was edited.")
    record.state = record.replay()
    if record.rules_version == record.game.rules_version and closing != record.closing():
        raise BadRecord("The closing line does not agree with the game as replayed: the record was edited.")
    return record


def resumed(header: dict[str, object], rows: list[dict[str, object]]) -> Record:
    """A game under way from its header and its lines, replayed and checked."""
    record = unplayed(header, rows)
    record.state = record.replay()
    return record


def unplayed(header: dict[str, object], rows: list[dict[str, object]]) -> Record:
    """A record with its lines, at its first decision still."""
    record = from_header(header)
    record.lines = [line_from(row, n) for n, row in enumerate(rows, 1)]
    if record.began > len(record.lines):
        raise BadRecord(f"The record should begin with {counted(record.began, 'decision')} and is shorter.")
    return record


def decode(line: str, n: int) -> dict[str, object]:
    try:
        row = json.loads(line)
        if "\\u" in line:  # an escape may be half a character
            json.dumps(row, ensure_ascii=False).encode()
        elif not line.isascii():
            line.encode()
    except UnicodeEncodeError:
        raise BadRecord(f"Line {n} holds half a character.") from None
    except (ValueError, RecursionError):
        raise BadRecord(f"Line {n} is cut off or not JSON.") from None
    if not isinstance(row, dict):
        raise BadRecord(f"Line {n} is not a JSON object.")
    return cast(dict[str, object], row)


def from_header(row: dict[str, object]) -> Record:
    """A record at its first decision, from its header."""
    if number(row, "roundhouse", 1) not in (FORMAT, PLAYED_ON):
        raise BadRecord(f"Line 1: this is record format {row['roundhouse']}; formats up to {PLAYED_ON} are known.")
    try:
        game = find(text_of(row["game"]))
        version = number(row, "rules_version", 1)
        seats = number(row, "seats", 1)
        names = row["names"]
        options = options_of(row["options"])
        deal = chances(row["deal"], 1)
        edits = edits_of(row.get("edited", {}))
        seed = text_of(row["seed"])
        box_hash = row["box"]
    except KeyError as error:
        raise BadRecord(f"Line 1 (the header) lacks {error}.") from None
    if not isinstance(names, list) or len(names) != seats:
        raise BadRecord("Line 1 (the header): names or options are not as they should be.")
    if version > game.rules_version:
        raise BadRecord(
            f"Line 1: the record was made by rules version {version}; this is version {game.rules_version}."
        )
    chosen = game.check_options(options)
    box = game.box_with(edits, version)
    if box.hash != box_hash and version == game.rules_version:
        raise BadRecord("Line 1: the box named by its hash is not the one the record describes.")
    record = Record(game.id, seats, seed, [text_of(n) for n in names], box, **chosen)
    record.rules_version = version
    record.deal = deal
    record.anew = anew_of(row.get("anew", []), seats)
    return record


def anew_of(value: object, seats: int) -> list[Anew]:
    """Where chance begins anew in a record that was played on, the earliest first."""
    wrong = BadRecord("Line 1 (the header): where the game was played on from is not as it should be.")
    if not isinstance(value, list):
        raise wrong
    out: list[Anew] = []
    for row in value:
        if not isinstance(row, dict):
            raise wrong
        after, seat = number(row, "after", 1), number(row, "seat", 1)
        if after < (out[-1].after if out else 0) or not -1 <= seat < seats or "seed" not in row:
            raise wrong
        out.append(Anew(after, seat, text_of(row["seed"])))
    return out


def text_of(value: object) -> str:
    """A value of the header that is a text or a number."""
    if isinstance(value, (str, int, float)):
        return str(value)
    raise BadRecord("Line 1 (the header): the game, the seed or a name is neither a word nor a number.")


def options_of(value: object) -> dict[str, object]:
    """Recorded options: each a word, a flag or a list of words."""
    if isinstance(value, dict) and all(is_choice(chosen) for chosen in value.values()):
        return cast(dict[str, object], value)
    raise BadRecord("Line 1 (the header): names or options are not as they should be.")


def is_choice(chosen: object) -> bool:
    words: list[object] = chosen if isinstance(chosen, list) else [chosen]
    return all(isinstance(word, (str, bool)) and len(str(word)) <= LONGEST for word in words)


def edits_of(value: object) -> Edits:
    """Recorded edits: table, row key, column, cell."""
    if are_cells(value, 3):
        return cast(Edits, value)
    raise BadRecord("Line 1 (the header): edited is not a table of tables of cells.")


def are_cells(value: object, deep: int) -> bool:
    """Whether this is a text within so many tables."""
    if deep == 0:
        return isinstance(value, str)
    return isinstance(value, dict) and all(are_cells(part, deep - 1) for part in value.values())


def line_from(row: dict[str, object], n: int) -> Line:
    """A decision or an undo from its line; the header is line 1."""
    if number(row, "n", n + 1) != n:
        raise BadRecord(f"Line {n + 1} should be decision {n} and says {row['n']}.")
    seat = number(row, "seat", n + 1)
    if "undo" in row:
        back = number(row, "undo", n + 1)
        if back < 1:
            raise BadRecord(f"Line {n + 1} undoes decision {back}, which does not stand there.")
        return Line(n, seat, "", -1, [], False, back)
    words = row.get("do")
    if not isinstance(words, str):
        raise BadRecord(f'Line {n + 1} lacks the words of its decision ("do").')
    chance = chances(row.get("chance", []), n + 1)
    return Line(n, seat, words, number(row, "action", n + 1), chance, row.get("learned") is True, 0)


def number(row: dict[str, object], key: str, line: int) -> int:
    value = row.get(key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadRecord(f'Line {line}: "{key}" should be a whole number.')
    return value


def chances(value: object, line: int) -> list[list[int]]:
    if isinstance(value, list) and all(isinstance(v, list) and all(type(x) is int for x in v) for v in value):
        return cast(list[list[int]], value)
    raise BadRecord(f"Line {line}: the chance outcomes are not lists of whole numbers.")
