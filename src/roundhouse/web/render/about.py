"""What kind of game it is, for those who choose one: what its face says, and what was measured of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

from roundhouse.core.game import Game
from roundhouse.core.registry import ledger
from roundhouse.core.words import capital, counted, listed
from roundhouse.draw.markup import Markup
from roundhouse.lab import plots
from roundhouse.lab.facts import Facts, Step, Table
from roundhouse.lab.findings import ordinal, plural
from roundhouse.lab.plots import HATCHES, Across, Stop, both, compared, minus, percent
from roundhouse.lab.shares import FALSE, Share, Thing, mean, quantile, wilson
from roundhouse.web.render.games import face
from roundhouse.web.render.ledger import anchor, sections

SECONDS = 10  # that a person takes for a choice, about
TELLING = "stationmaster"  # the level whose wins against the one below it say how much skill tells
DECIDES, TELLS = 0.8, 0.65  # wins of the stronger, at the least, by which skill decides or tells
EXTREMES = 4  # things that are named at either end
WIDEST = 3.0  # times the usual that are drawn

Place = tuple[str, str]  # where a thing is shown or told of, and its id if it is a card
NOWHERE: Place = ("", "")


@dataclass(frozen=True)
class Plot:
    """A plot, what it says in a sentence, and its figures as a table."""

    id: str
    title: str
    note: str
    drawn: Markup
    head: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Row:
    """A thing that goes with winning or losing, as a line of a table."""

    name: str
    href: str  # where it is shown or told of, or ""
    card: str  # its id, if it is a card
    drawn: Markup
    lift: str
    interval: str
    seats: str
    sure: str  # what it goes with beyond chance, or ""


@dataclass(frozen=True)
class Kind:
    """The things of a kind that go most and least with winning."""

    id: str
    title: str
    said: str
    most: list[Row]
    least: list[Row]


@dataclass(frozen=True)
class Measured:
    """All that is told of figures."""

    said: list[str]
    glance: list[tuple[str, str]]
    plots: list[Plot]
    kinds: list[Kind]
    how: str
    hatches: Markup = HATCHES


def measured(game: Game, facts: Facts) -> Measured:
    """What the figures of a game say."""
    tables = facts.tables
    said = [skill(facts.steps), first_seat(tables), winners(tables), length(tables)]
    return Measured(
        [sentence for sentence in said if sentence],
        glance(tables),
        [*([ladder(facts.steps)] if facts.steps else []), going_first(tables), scores(tables), lengths(tables)],
        kinds(game, facts.things),
        f"{counted(facts.games, 'game')} of a {facts.bot} bot against itself, seed {facts.seed}, "
        f"rules {facts.rules_version}: {seat_counts(tables, lambda table: f'{table.games:,}')}.",
    )


# sentences


def seat_counts(tables: Sequence[Table], tell: Callable[[Table], str], unit: str = "") -> str:
    """Something of each table: "62 points with 2 seats, 58 with 3 and 51 with 4"."""
    told = [f"{tell(table)} with {table.seats}" for table in tables]
    first = tables[0]
    told[0] = f"{tell(first)}{unit and ' ' + unit} with {first.seats} seats"
    return listed(told, "and")


def of_hundred(share: float) -> str:
    return f"{100 * share:.0f} of 100"


def bounds(share: Share) -> str:
    low, high = share.interval
    return f"{100 * low:.0f} to {100 * high:.0f}"


def skill(steps: Sequence[Step]) -> str:
    """How much skill tells."""
    step = next((step for step in steps if step.stronger == TELLING), None)
    if step is None:
        return ""
    least = step.share.interval[0]
    verdict = "Skill decides" if least >= DECIDES else "Skill tells" if least >= TELLS else "Luck has a large say"
    return (
        f"{verdict}: of the bots here, a {step.stronger} beats a {step.weaker}, one level below, "
        f"in {of_hundred(step.share.rate)} games ({bounds(step.share)} with 95 % confidence)."
    )


def worth(table: Table) -> float:
    """What going first adds to a fair share of the wins."""
    return table.places[0].rate - table.fair


def edges(table: Table, of: int) -> tuple[float, float]:
    """Between what lies what going first is worth; wider than 95 %, as it is one of so many tables."""
    first = table.places[0]
    low, high = wilson(first.wins, first.played, NormalDist().inv_cdf(1 - FALSE / 2 / of))
    return low - table.fair, high - table.fair


def beyond(table: Table, of: int) -> bool:
    """Whether chance alone does not explain what going first is worth."""
    low, high = edges(table, of)
    return not low <= 0 <= high


def first_seat(tables: Sequence[Table]) -> str:
    costs = all(worth(table) < 0 for table in tables)
    told = seat_counts(tables, lambda table: signed(worth(table)).lstrip("\N{MINUS SIGN}" * costs), "wins in a hundred")
    sure = [str(table.seats) for table in tables if beyond(table, len(tables))]
    doubt = ", which chance alone could explain"
    if sure:
        doubt = f". With {listed(sure, 'and')} that is more than chance explains"
    if len(sure) == len(tables):
        doubt = ", which is more than chance explains"
    return f"Going first {'costs' if costs else 'is worth'} {told}{doubt}."


def winners(tables: Sequence[Table]) -> str:
    return f"The median winner has {seat_counts(tables, lambda table: minus(quantile(table.best, 0.5)), 'points')}."


def own(table: Table) -> float:
    """The choices of one seat in a game."""
    return mean(table.lengths) / table.seats


def minutes(table: Table) -> int:
    return max(1, round(own(table) * SECONDS / 60))


def length(tables: Sequence[Table]) -> str:
    middle = tables[len(tables) // 2]
    return (
        f"With {middle.seats} seats you choose {own(middle):.0f} times: at {SECONDS} seconds a choice, "
        f"{counted(minutes(middle), 'minute')} of your own."
    )


def span(numbers: Sequence[int]) -> str:
    low, high = min(numbers), max(numbers)
    return f"{low:,} to {high:,}" if low < high else f"{low:,}"


def glance(tables: Sequence[Table]) -> list[tuple[str, str]]:
    return [
        ("Against bots", f"about {span([minutes(table) for table in tables])} minutes"),
        ("Your choices", f"about {span([round(own(table)) for table in tables])} a game"),
        ("A winner has", f"{span([quantile(table.best, 0.5) for table in tables])} points"),
    ]


# plots


def signed(difference: float) -> str:
    """In wins of a hundred, with its sign."""
    return ("+" if difference > 0.0005 else "") + minus(100 * difference, 1)


def ladder(steps: Sequence[Step]) -> Plot:
    names = [f"{capital(step.stronger)} over {step.weaker}" for step in steps]
    rows = [
        [name, f"{s.share.played:,}", percent(s.share.rate), bounds(s.share)]
        for name, s in zip(names, steps, strict=True)
    ]
    told = "; ".join(f"{name} {percent(s.share.rate, 0)}" for name, s in zip(names, steps, strict=True))
    spoken = f"How often each level beats the one below it, with 95 % intervals. {told}. Even chances are 50 %."
    stops = [Stop(capital(s.stronger), s.share.rate, s.share.interval, percent(s.share.rate, 0)) for s in steps]
    across = Across(0.0, 1.0, 0.5, "even chances", lambda mark: percent(mark, 0))
    return Plot(
        "skill",
        "Luck and skill",
        "wins of each level of bots over the one below, two at a table",
        both(lambda wide, said: plots.stations(stops, across, wide, said), spoken),
        ("Level", "Games", "Wins", "95 %"),
        rows,
    )


def going_first(tables: Sequence[Table]) -> Plot:
    ends = [edges(table, len(tables)) for table in tables]
    stops = [Stop(f"{t.seats} seats", worth(t), edge, signed(worth(t))) for t, edge in zip(tables, ends, strict=True)]
    rows = [
        [f"{capital(ordinal(n))} of {table.seats}", percent(place.rate), bounds(place)]
        for table in tables
        for n, place in enumerate(table.places)
    ]
    told = "; ".join(
        f"{table.seats} seats {signed(worth(table))}, between {' and '.join(signed(edge) for edge in pair)}"
        for table, pair in zip(tables, ends, strict=True)
    )
    far = 1.05 * max(abs(edge) for pair in ends for edge in pair)
    across = Across(-far, far, 0.0, "fair share", lambda mark: signed(mark).removesuffix(".0"))
    spoken = f"What going first adds to a fair share, in wins of a hundred, and what chance allows for. {told}."
    return Plot(
        "first",
        "Going first",
        "wins in a hundred more or less than a fair share",
        both(lambda wide, said: plots.stations(stops, across, wide, said), spoken),
        ("In turn order", "Wins", "95 %"),
        rows,
    )


def scores(tables: Sequence[Table]) -> Plot:
    table = tables[len(tables) // 2]
    bins, means = plots.binned(table.scores, table.best), [mean(table.scores), mean(table.best)]
    spoken = (
        f"How often each score is reached with {table.seats} seats. All seats have {minus(means[0], 1)} points on "
        f"average, winners {minus(means[1], 1)}."
    )
    rows = [
        [f"{t.seats} seats", *[minus(quantile(t.best, share)) for share in (0.05, 0.5, 0.95)], minus(mean(t.scores), 1)]
        for t in tables
    ]
    return Plot(
        "scores",
        "Points",
        f"with {table.seats} seats: bars are all of them, the outline the winners",
        both(lambda wide, said: plots.histogram(bins, means, "points", wide, said), spoken),
        ("", "Low winner", "Median", "High winner", "All, mean"),
        rows,
    )


def lengths(tables: Sequence[Table]) -> Plot:
    table = tables[len(tables) // 2]
    bins, middle = plots.binned(table.lengths), mean(table.lengths)
    spoken = (
        f"Choices in a game with {table.seats} seats, of all seats: {middle:,.0f} on average, "
        f"{quantile(table.lengths, 0.05):,} to {quantile(table.lengths, 0.95):,} in nine of ten."
    )
    rows = [
        [f"{t.seats} seats", f"{mean(t.turns):.0f}", f"{own(t):.0f}", f"{mean(t.lengths):,.0f}", f"{minutes(t)} min"]
        for t in tables
    ]
    return Plot(
        "length",
        "Length",
        f"with {table.seats} seats, in choices of all of them together",
        both(lambda wide, said: plots.histogram(bins, [middle], "choices", wide, said), spoken),
        ("", "On the move", "Your choices", "Of all", "Your time"),
        rows,
    )


# what is taken


def kinds(game: Game, things: Sequence[Thing]) -> list[Kind]:
    """The things of each kind, the kinds with most of them first."""
    some = compared(things)
    names = sorted({thing.kind for thing in some}, key=lambda name: -sum(thing.kind == name for thing in some))
    where = places(game)
    return [kind(name, [thing for thing in some if thing.kind == name], where) for name in names]


def places(game: Game) -> dict[str, Place]:
    """The places of things by name: of cards in the gallery, of others in the rules."""
    clauses = [clause for chapter in sections(game.id) for clause in chapter.clauses] if ledger(game) else []
    told = {clause.title: (f"/rules/{game.id}#{clause.id}", "") for clause in clauses}
    looks = face(game.id).card_faces(game.box(None))
    return told | {look.title: (f"/gallery/{game.id}#{anchor(id)}", id) for id, look in looks.items()}


def kind(name: str, things: Sequence[Thing], where: dict[str, Place]) -> Kind:
    """At either end those of which it is surest."""
    most = sorted([t for t in things if t.lift > 1], key=lambda t: -t.lifts[0])[:EXTREMES]
    least = sorted([t for t in things if t.lift < 1], key=lambda t: t.lifts[1])[:EXTREMES]
    far = sum(thing.remarkable for thing in things)
    lie = "lie" if far > 1 else "lies"
    said = f"{far or 'None'} of {len(things)} {lie} beyond chance, with so many compared."
    ends = [edge for thing in [*most, *least] for edge in thing.lifts]
    low, high = min(0.8, *ends), min(WIDEST, max(1.2, *ends))
    rows = [[row(thing, where.get(thing.name, NOWHERE), low, high) for thing in end] for end in (most, least)]
    return Kind(re.sub(r"\W+", "-", name), capital(plural(name)), said, *rows)


def row(thing: Thing, place: Place, low: float, high: float) -> Row:
    """A thing on a scale from low to high."""
    return Row(
        thing.name,
        *place,
        plots.lifted(thing, low, high),
        f"{thing.lift:.2f}",
        " to ".join(f"{edge:.2f}" for edge in thing.lifts),
        f"{thing.played:,}",
        ("winning" if thing.lift > 1 else "losing") if thing.remarkable else "",
    )
