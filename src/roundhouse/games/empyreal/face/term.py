"""Empyreal in a terminal: a view and the components in, Rich text out. It never sees a state."""

from __future__ import annotations

from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from roundhouse.core.words import counted
from roundhouse.draw.term import LAMP, WAY, Sheet, Sign, View, beside, each, numbers, results, seats_table
from roundhouse.games.empyreal.actions import COLUMNS, TILES
from roundhouse.games.empyreal.board import TERRAINS
from roundhouse.games.empyreal.box import OWN_CAR, STOPS, EmpyrealBox
from roundhouse.games.empyreal.face.term_map import ASIDE, GOOD, MARKS, SIDE, board, lines, ways
from roundhouse.games.empyreal.face.words import IN_YARD, LETTERS, ON_HEXES, cost_of
from roundhouse.games.empyreal.staff import SLOT_NAMES

__all__ = ["board", "result", "table"]

CITIES: Final = ("deliver", "tile", "shift")
MARKET: Final = ("gain", "copy")
KINDS: Final = {"free_rival": "past rival", "free_crossing": "city, waste", "reclaim": "reclaim 1"}
HIGH: Final = 64  # from this height on the railyards of the others are listed too, and who lies in the stacks
ROWS: Final = 3
INITIALS: Final = "cesmm"  # of the specialists


def table(
    view: View, box: EmpyrealBox, seats: list[Sign], moves: list[Text], sheet: Sheet, whole: bool
) -> RenderableType:
    """The table as the viewer sees it: all of it where there is room, else what the question is about."""
    asked = {a["block"] for a in view.get("actions", [])}
    wide = sheet.tall and sheet.width >= SIDE
    high = whole or sheet.height >= HIGH
    folios = players(view, seats, wide or high)
    sale, own_, map_ = market(view, box, wide, high), own(view, sheet), board(view, box, seats, sheet)
    first, awards, over = offers(view, box), goals(view, seats), ways(view, sheet)
    if wide:
        side = beside(map_, stacked(folios, awards, sale, first), sheet.width - ASIDE)
        return stacked(side, over, own_, *moves)
    if whole or sheet.height >= lines(view) + len({h["row"] for h in view["hexes"]}):
        return stacked(map_, over, folios, awards, sale, first, *moves, own_)
    if sheet.tall:
        return stacked(map_, over, *([sale] if asked & set(MARKET) else [folios]), first, *moves[-2:], own_)
    if asked & {*ON_HEXES, *CITIES}:
        return stacked(map_, over, purse(view))
    if first:
        return stacked(folios, first, *moves)
    if asked & set(MARKET):
        return stacked(sale, own_)
    return stacked(own_) if asked & set(IN_YARD) else stacked(folios, *moves, own_)


def stacked(*parts: RenderableType) -> Group:
    """The parts one below the other, without empty ones."""
    return Group(*[part for part in parts if not isinstance(part, Text) or part])


def offers(view: View, box: EmpyrealBox) -> Text:
    """The texts of companies, captains or specialists that are to be chosen from."""
    texts = {"company": company, "captain": person, "take": person}
    lines = []
    for n, a in enumerate(view.get("actions", []), 1):
        if a["block"] in texts:
            title, text = texts[a["block"]](box, a["thing"])
            lines.append(Text.assemble((f"{n:>3}", LAMP), (f" {title} ", "bold"), (text, "dim")))
    return Text("\n", no_wrap=True, overflow="crop").join(lines)


def company(box: EmpyrealBox, n: int) -> tuple[str, str]:
    car = box.effects[TILES + n * COLUMNS + OWN_CAR].text()
    return box.company_titles[n], f"home {TERRAINS[box.homes[n]]}; its own car: {car}"


def person(box: EmpyrealBox, n: int) -> tuple[str, str]:
    return box.person(n), box.text(box.people + n)


# the panels


def players(view: View, seats: list[Sign], full: bool) -> RenderableType:
    """A line a seat, its folio in numbers; in full also the cars it has gained, by their columns."""
    rows: list[list[object]] = []
    yards: list[Text] = []
    for seat, p in enumerate(view["players"]):
        cars = [f"{STOPS[i % COLUMNS]} {short(c)}" for i, c in enumerate(p["yard"]) if c and not c["printed"]]
        mana, tiles = f"{p['ready']}/{p['ready'] + p['spent']}", f"{len(p['tiles'])}/{view['needed']}"
        stop = "End" if p["stop"] == STOPS[-1] else p["stop"]
        rows.append([p["score"], mana, p["cars"], tiles, len(cars), stop, staff(p), chips(p["goods"])])
        if cars and seat != view["viewer"]:
            letter, _, style = seats[seat]
            yards.append(Text.assemble((f" {letter} ", style), (f" {', '.join(sorted(cars))}", "dim")))
    out = seats_table(
        view,
        seats,
        f"round {view['round']}",
        ("pts", "mana", "trains", "tiles", "cars", "at"),
        rows,
        texts=("staff", "delivered"),
        notes=[(p["company_title"] or "").partition(" ")[0] for p in view["players"]],
        letters=10,
        overflow="crop",
    )
    return Group(out, *yards) if full else out


def chips(goods: list[int]) -> Text:
    """Delivered goods by colour."""
    return Text(" ").join([Text(f"{LETTERS[c]}{n}", GOOD[c]) for c, n in enumerate(goods) if n])


def staff(p: View) -> Text:
    """A letter for each specialist; a small one if it is face down."""
    people = [(INITIALS[slot], person["flipped"]) for slot, person in enumerate(p["staff"]) if person]
    return Text.assemble(*[(letter, "dim") if flipped else letter.upper() for letter, flipped in people])


def goals(view: View, seats: list[Sign]) -> Text:
    """The awards with what each seat has of them."""
    out = Text()
    for a in view["awards"]:
        out.append(f"{a['title']} ", "bold").append(f"{a['text']}: ", "dim")
        for seat, n in enumerate(a["values"]):
            out.append(f" {seats[seat][0]} ", seats[seat][2]).append(f" {n} ")
        out.append("\n")
    out.rstrip()
    return out


def market(view: View, box: EmpyrealBox, wrap: bool, high: bool) -> Text:
    """The cars on sale with their texts, then stacks and supplies; where there is room also who lies in the stacks."""
    options = numbers(view, *MARKET)
    out = Text(f"Market, {view['pile']} in the pile", "dim", no_wrap=not wrap, overflow="fold" if wrap else "crop")
    for car in view["market"]:
        lit = f"{options.get(car['car'], ''):>3}"
        cost = f" ({car['cost']})" if car["cost"] else ""
        out.append("\n").append(lit, LAMP if lit.strip() else "not dim").append(f" {car['title']}{cost} ", "not dim")
        out.append(car["text"])
    stacks = ", ".join(counted(s["left"], s["kind"].removesuffix("s")) for s in view["stacks"])
    stock = " ".join(f"{LETTERS[c]}{n}" for c, n in enumerate(view["stock"]))
    out.append(f"\nTo recruit: {stacks}. Supply: {stock}, {view['wastelands']} wastelands.")
    for s in view["stacks"]:
        if s["known"] and high:
            out.append(f"\nAmong the {s['kind']}: {', '.join(box.titles[box.ids.index(id)] for id in s['known'])}")
    return out


def short(car: View) -> str:
    """A car in a few letters: builds by the letters of their terrains, others by their title."""
    id, text = car["id"], car["text"]
    kind = next((k for k in ("two", "pick_two", "pick_three", *KINDS) if id.startswith(f"{k}_")), "")
    cost = f" ({car['cost']})" if car["cost"] else ""
    if not kind and not id.startswith("printed_"):
        return f"{car['title']}{cost}"
    where = text.partition(";")[0].partition(".")[0]
    letters = ("+" if kind == "two" else "/").join(MARKS[t] for t in TERRAINS if t in where)
    grounds = "any" if "any terrain" in where else letters
    return f"{grounds} {KINDS[kind]}{cost}" if kind in KINDS else f"on {grounds}{cost}"


def purse(view: View) -> Text:
    """Mana and trains in a line, with the prices of transfers."""
    if view["viewer"] is None:
        return Text()
    p = view["players"][view["viewer"]]
    prices = p["prices"]
    mate = f", a teammate {prices['teammate']}" if prices["teammate"] is not None else ""
    over = f"Over a rival {prices['rival']}, a city {prices['city']}, a wasteland {prices['wasteland']}{mate}."
    mana = f"Mana {p['ready']}/{p['ready'] + p['spent']}  trains {p['cars']}  "
    return Text.assemble((mana, "bold"), (over, "dim"))


def own(view: View, sheet: Sheet) -> RenderableType:
    """The viewer's folio: path, railyard, mana, goods, tiles and specialists."""
    if view["viewer"] is None or view["players"][view["viewer"]]["company"] is None:
        return Text()
    p = view["players"][view["viewer"]]
    steps = ", ".join(str(n) for n in p["prices"]["moves"])
    more = ", ".join(str(n) for n in p["prices"]["activate"])
    head = Text.assemble((p["company_title"], "bold"), f", home {p['home']}. Moves cost {steps}; ")
    head.append(f"each car activated {more}.\n").append_text(purse(view))
    got = Text("Delivered ", "dim").append_text(chips(p["goods"]) or Text("nothing"))
    tiles = ", ".join(f"{t['colour']} {t['size']} ({t['points']})" for t in p["tiles"]) or "none"
    got.append("  In the network ", "dim").append_text(chips(p["in_network"]) or Text("none"))
    got.append(f"  Tiles {len(p['tiles'])} of {view['needed']}: ", "dim").append(tiles)
    return Group(head, yard(view, p, sheet), got, people(view, p, sheet))


def yard(view: View, p: View, sheet: Sheet) -> Table:
    """The railyard below the conductor's path; what may be chosen is lit, with its number and its cost."""
    stops, places = priced(view, "move"), priced(view, *IN_YARD)
    out = Table.grid(padding=(0, 1, 0, 0))
    out.add_column(width=5)
    for _ in range(COLUMNS):
        out.add_column(width=(min(sheet.width, 130) - 19) // COLUMNS, no_wrap=True, overflow="crop")
    out.add_column(no_wrap=True, overflow="crop")
    names = [*STOPS[:-1], "End"]
    path = [lit(stops.get(i), name, WAY if p["conductor"] == i + 1 else "bold") for i, name in enumerate(names)]
    out.add_row(Text("Start", WAY if p["conductor"] == 0 else "dim"), *path)
    declared = [d["place"] for d in view["declared"]]
    for row in range(ROWS):
        cells = []
        for place in range(row * COLUMNS, (row + 1) * COLUMNS):
            car = p["yard"][place]
            style = "" if car and not car["printed"] else "dim"
            doing = "next " if place in declared else "now " if place == view["working"] else ""
            before = doing if view["viewer"] == view["turn"] else ""
            cells.append(lit(places.get(place), short(car) if car else "-", style, before))
        out.add_row("", *cells)
    return out


def priced(view: View, *blocks: str) -> dict[int, tuple[int, int]]:
    """By stop or place, the number of the option and what it costs."""
    return {thing: (n, cost_of(view["actions"][n - 1]) or 0) for thing, n in numbers(view, *blocks).items()}


def lit(option: tuple[int, int] | None, text: str, style: str, before: str = "") -> Text:
    """A thing with the number of its option and its cost, or with a word, before it."""
    if option is None:
        return Text.assemble((before, "bold"), (text, style))
    number, cost = option
    return Text.assemble((str(number), LAMP), (f" for {cost}:" if cost else "", "bold"), " ", (text, style))


def people(view: View, p: View, sheet: Sheet) -> Text:
    """The viewer's specialists with their texts; those that can be used are lit."""
    options = numbers(view, "use")
    out = Text(no_wrap=not sheet.tall, overflow="fold" if sheet.tall else "crop")
    for slot, person in enumerate(p["staff"]):
        if person:
            state = " (face down)" if person["flipped"] else " (used)" if person["used"] else ""
            out.append(f"{options.get(slot, ''):>3}", LAMP if slot in options else "")
            out.append(f" {person['title']}{state}, {SLOT_NAMES[slot]}: ", "dim" if state else "bold")
            out.append(f"{person['text']}\n", "dim")
    out.rstrip()
    return out


def result(view: View, seats: list[Sign], scores: list[int]) -> Table:
    """Where the points come from."""
    points = {"goods": each(view, "good_points"), "demand tiles": each(view, "tile_points")}
    if view["awards"]:
        points["awards"] = each(view, "award_points")
    rest = [total - sum(own_) for total, *own_ in zip(scores, *points.values(), strict=True)]
    if any(rest):
        points["team"] = rest
    return results(view, seats, scores, points)
