"""A study as a page: one HTML file that asks nothing of anybody, in the look of the house.

Colours, type and emblems have their owner in the site's stylesheet, which is read here as a file; what is the report's
own lies in `static/report.css` and `static/report.js`. The site shows `body` within a page of its own.
"""

from __future__ import annotations

import base64
import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

import roundhouse
from roundhouse.core.registry import beside, file_beside
from roundhouse.core.words import capital, counted, listed
from roundhouse.lab import findings, plots
from roundhouse.lab.figures import Figures, figures
from roundhouse.lab.plots import both, minus, percent
from roundhouse.lab.shares import FALSE, FEWEST, Share, Thing, mean, quantile
from roundhouse.lab.study import SETTINGS

HERE = Path(__file__).parent
FIRST = "first decision"  # a kind of early choices
SPOTS = 3  # things that a scatter plot is made of, at least
SPOKEN = 6  # things that are named aloud
FONTS = ("barlow-400", "barlow-600", "crimson-pro-600")


@dataclass(frozen=True)
class Plot:
    """A plot for a page and for a phone, and the same figures as a table."""

    title: str
    note: str
    drawn: Markup
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    keys: tuple[str, ...] = ()
    folded: bool = True  # whether the table is opened by who wants it


@dataclass(frozen=True)
class Kind:
    """All things of a kind."""

    id: str
    title: str
    drawn: Markup
    things: list[Thing]
    copies: bool  # whether they come in copies


def make(folder: str | Path) -> str:
    """The page of a study."""
    return page(figures(folder), held(folder))


def held(folder: str | Path) -> dict[str, Any]:
    """What the study says of itself."""
    found: dict[str, Any] = json.loads((Path(folder) / SETTINGS).read_text(encoding="utf-8"))
    return found


def page(found: Figures, said: dict[str, Any]) -> str:
    """A whole page, with all that it needs inside."""
    inner = body(found, said)
    return (
        environment()
        .get_template("report.html")
        .render(title=title(found), body=inner, sprite=sprite(str(inner)), style=style(), script=own("report.js"))
    )


def body(found: Figures, said: dict[str, Any]) -> Markup:
    """The report without what is around it."""
    told = environment().get_template("_report.html").render(**context(found, said))
    return Markup(told)


@cache
def environment() -> Environment:
    loader = FileSystemLoader(HERE / "templates")
    made = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    made.globals.update(percent=percent, minus=minus, FEWEST=FEWEST, hatches=plots.HATCHES, one_in=round(1 / FALSE))
    return made


# what is in it


def context(found: Figures, said: dict[str, Any]) -> dict[str, Any]:
    game, left = roundhouse.game(found.study.match.game), found.study.games - found.games
    return {
        "title": game.title,
        "emblem": emblem(game),
        "wash": getattr(getattr(beside(game, "face.page"), "FACE", None), "wash", "var(--sheet)"),
        "line": f"{counted(found.games, 'game')} of bots, {counted(found.study.match.seats, 'seat')}",
        "missing": f"{left:,} of {found.study.games:,} games are still to be played." if left else "",
        "said": findings.found_in(found),
        "facts": facts(found, said),
        "plots": drawn(found) if found.games else [],
        "kinds": [kind(found, name) for name in found.kinds()],
        "early": early(found),
        "many": len(plots.compared(found.things)),
        "early_far": len(findings.farthest(early(found))),
    }


def title(found: Figures) -> str:
    game = roundhouse.game(found.study.match.game).title
    return f"{game}: {counted(found.games, 'game')} of bots"


def facts(found: Figures, said: dict[str, Any]) -> list[tuple[str, str]]:
    """What was played, and by what."""
    match, versions = found.study.match, said.get("versions", {})
    options = ", ".join(f"{name} {value}" for name, value in match.options.items())
    made = [
        f"Roundhouse {versions.get('roundhouse', '?')}",
        f"rules {versions.get('rules', '?')}",
        f"box {str(versions.get('box', '?'))[:12]}",
        f"bots' judgement {versions.get('heuristics', '?')}",
    ]
    rows = [
        ("Bots", listed(list(dict.fromkeys(match.bots)), "and")),
        ("Seats", str(match.seats)),
        ("Games", f"{found.games:,} of {found.study.games:,}"),
        ("Seed", match.seed),
        ("Options", options or "as the game has them"),
        ("Components", match.components or "as printed"),
        ("Versions", ", ".join(made)),
    ]
    return rows if not found.study.clerks else [*rows, ("Clerks", ", ".join(found.study.clerks))]


def drawn(found: Figures) -> list[Plot]:
    """The plots of every study, in their order."""
    by_bot = [rates_of(found, "Wins by bot", "", found.bots, [bot.name for bot in found.bots])]
    return [
        rates_of(found, "Wins by turn order", "who begins is first", found.places, findings.places(found)),
        *(by_bot if len(found.bots) > 1 else []),
        scores(found),
        *([sources(found)] if found.sources else []),
        lengths(found, "Decisions of a game", "those with a choice, of all seats", found.lengths, "decisions"),
        lengths(found, "Turns of a game", "of the seat that had most", found.turns, "turns"),
        endings(found),
    ]


def rates_of(found: Figures, title: str, note: str, rows: Sequence[Share], names: Sequence[str]) -> Plot:
    told = [
        f"{name} {percent(r.rate)}, between {percent(r.interval[0])} and {percent(r.interval[1])}"
        for name, r in zip(names, rows, strict=True)
    ]
    spoken = f"{title}, with 95 % intervals. {'; '.join(told)}. A fair share is {percent(found.fair)}."
    table = [
        [name, f"{r.played:,}", percent(r.rate), span(r), minus(r.mean, 1)] for name, r in zip(names, rows, strict=True)
    ]
    return Plot(
        title,
        note,
        both(lambda wide, said: plots.rates(rows, names, found.fair, wide, said), spoken),
        ("", "Played", "Win rate", "95 %", "Mean score"),
        table,
        folded=False,
    )


def span(row: Share) -> str:
    low, high = row.interval
    return f"{100 * low:.1f} to {100 * high:.1f}" if row.played else "\N{EN DASH}"


def scores(found: Figures) -> Plot:
    bins = plots.binned(found.scores, found.best)
    means = [mean(found.scores), mean(found.best)]
    spoken = (
        f"How often each score is reached. All seats: {minus(means[0], 1)} on average, "
        f"{minus(quantile(found.scores, 0.05))} to {minus(quantile(found.scores, 0.95))} in nine of ten. "
        f"Winners: {minus(means[1], 1)} on average."
    )
    rows = [
        [name, percent(a), percent(b)]
        for name, a, b in zip(bins.names(), bins.shares(0), bins.shares(1), strict=True)
        if a or b
    ]
    return Plot(
        "Scores",
        "share of the seats; the pointers are means",
        both(lambda wide, said: plots.histogram(bins, means, "points", wide, said), spoken),
        ("Points", "All seats", "Winners"),
        rows,
        ("all:All seats", "line:Winners"),
    )


def sources(found: Figures) -> Plot:
    rows = [(name, best, rest) for name, (best, rest) in found.sources.items()]
    told = "; ".join(f"{name} {minus(best, 1)} against {minus(rest, 1)}" for name, best, rest in rows)
    return Plot(
        "Where the points come from",
        "on average",
        both(lambda wide, said: plots.pairs(rows, wide, said), f"Mean points of winners against the others. {told}."),
        ("Source", "Winners", "Others", "Difference"),
        [[name, minus(best, 1), minus(rest, 1), minus(best - rest, 1)] for name, best, rest in rows],
        ("best:Winners", "all:Others"),
    )


def lengths(found: Figures, title: str, note: str, counts: Counter[int], what: str) -> Plot:
    bins, middle = plots.binned(counts), mean(counts)
    spoken = (
        f"{title}: {middle:,.1f} on average, {quantile(counts, 0.05):,} to {quantile(counts, 0.95):,} in nine of ten."
    )
    rows = [
        [name, f"{n:,}", percent(n / found.games)] for name, n in zip(bins.names(), bins.counts[0], strict=True) if n
    ]
    return Plot(
        title,
        note,
        both(lambda wide, said: plots.histogram(bins, [middle], what, wide, said, 190.0), spoken),
        (capital(what), "Games", "Share"),
        rows,
    )


def endings(found: Figures) -> Plot:
    rows = [(capital(why), n / found.games) for why, n in found.ends.most_common()]
    told = "; ".join(f"{why} {percent(share, 0)}" for why, share in rows)
    return Plot(
        "How games end",
        "",
        both(lambda wide, said: plots.shares(rows[:8], wide, said), f"How games end. {told}."),
        ("Ending", "Games", "Share"),
        [[capital(why), f"{n:,}", percent(n / found.games)] for why, n in found.ends.most_common()],
    )


# what is taken


def kind(found: Figures, name: str) -> Kind:
    things = ordered([thing for thing in found.things if thing.kind == name])
    some = plots.compared(things)
    plot = (
        both(lambda wide, said: plots.scatter(things, wide, said), spoken_of(name, some)) if len(some) >= SPOTS else ""
    )
    copies = any(thing.copies > thing.played for thing in things)
    return Kind(re.sub(r"\W+", "-", name), capital(findings.plural(name)), Markup(plot), things, copies)


def ordered(things: Sequence[Thing]) -> list[Thing]:
    """The best beside the usual first; last what too few took to be compared."""
    return sorted(things, key=lambda t: (t.played < FEWEST, -t.lift if t.played >= FEWEST else 0.0, -t.played, t.name))


def early(found: Figures) -> list[Thing]:
    """Early choices; a first decision that only says again what was taken is left out."""
    taken = {(t.played, t.wins, t.points) for t in found.early if t.kind != FIRST}
    return ordered([t for t in found.early if t.kind != FIRST or (t.played, t.wins, t.points) not in taken])


def spoken_of(name: str, some: Sequence[Thing]) -> str:
    far = findings.farthest(some)
    told = "; ".join(f"{t.name}, taken by {percent(t.picked, 0)}, {t.lift:.2f} times the usual" for t in far[:SPOKEN])
    if len(far) > SPOKEN:
        told += f"; and {len(far) - SPOKEN} more"
    stands = f"Outside chance: {told}." if far else "None lies outside chance."
    return (
        f"{capital(findings.plural(name))} by how many seats take them and how often these win, beside the usual. "
        f"{stands} The table has all of them."
    )


# what a page is made of


def own(name: str) -> Markup:
    return Markup((HERE / "static" / name).read_text(encoding="utf-8"))


def site(*names: str) -> Any:
    """A file of the site's folder `static`."""
    return files("roundhouse").joinpath("web", "static", *names)


@cache
def style() -> Markup:
    """The site's fonts, tokens, ground and emblems, and the report's own stylesheet."""
    sheet: str = site("roundhouse.css").read_text(encoding="utf-8")
    ground, _, rest = sheet.partition("/* top bar")
    ground = re.sub(r"@font-face \{.*?\n\}\n", with_font, ground, flags=re.S)
    drawing = "\n".join(re.findall(r"^\.(?:emblem|i-|v-)[^{}]*\{[^{}]*\}", rest, re.M))
    return Markup("\n".join([ground, drawing, own("report.css")]))


def with_font(face: re.Match[str]) -> str:
    """A font with its file inside; one that no report uses is left out."""
    name = re.search(r"fonts/([\w-]+)\.woff2", face[0])
    if name is None or name[1] not in FONTS:
        return ""
    data = base64.b64encode(site("fonts", f"{name[1]}.woff2").read_bytes()).decode()
    return re.sub(r'url\("[^"]*"\)', f'url("data:font/woff2;base64,{data}")', face[0])


def sprite(inner: str) -> Markup:
    """The symbols that a page uses and does not bring itself."""
    wanted = {"roundhouse", *re.findall(r'href="#([\w-]+)"', inner)}
    text: str = site("icons.svg").read_text(encoding="utf-8")
    strokes = re.search(r"<style>.*?</style>", text, re.S)
    symbols = re.findall(r'^(<symbol id="([\w-]+)".*)$', text, re.M)
    inside = [strokes[0] if strokes else "", *[symbol for symbol, id in symbols if id in wanted]]
    return Markup('<svg width="0" height="0" class="sprite" aria-hidden="true">{}</svg>').format(
        Markup("".join(inside))
    )


def emblem(game: roundhouse.Game) -> Markup:
    """The picture of a game, if it has one."""
    path = file_beside(game, "static", f"{game.id}-emblem.svg")
    return Markup(Path(path).read_text(encoding="utf-8").strip() if path else "")
