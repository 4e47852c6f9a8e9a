"""Land and water of a drawn map: the hatch of each terrain, coasts, water-lining, rivers."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from roundhouse.draw.hexes import WIDE, HexSheet, middle
from roundhouse.draw.marks import Point, line, points

# A stop of a river: row, column and where in that hex: "" its middle, "c0" to "c5" a corner clockwise from the top,
# "e0" to "e5" the middle of a side clockwise from the upper right one.
Stop = tuple[int, int, str]

TUFTS: Final = [(-24, -20), (6, -28), (26, -12), (-30, 8), (-6, 22), (20, 24), (32, 8), (-16, 34), (0, -8)]
RIPPLES: Final = [(-26, -22), (14, -24), (-34, 4), (22, 2), (-20, 26), (12, 30)]
PEAKS: Final = (
    [(-16, -8, 0.95), (14, -14, 0.8), (-2, 14, 1.15)],
    [(14, -10, 1.0), (-15, -12, 0.8), (3, 16, 1.1)],
    [(-3, -13, 1.1), (-16, 13, 0.8), (14, 11, 0.95)],
)
RIDGE: Final = [(-20, 12), (-5, -11), (0, -16), (6, -8), (20, 12)]
HACHURES: Final = [
    (0.0, -15.0, 1.5, 9.0), (3.0, -11.0, 2.0, 10.0), (6.0, -7.0, 2.5, 9.5), (9.0, -3.0, 3.0, 9.5),
    (12.5, 2.0, 3.0, 7.5), (1.5, -4.0, 1.5, 9.0), (5.0, 2.0, 2.0, 7.0),
]  # fmt: skip
WATER_LINES: Final = ((34, 0.45), (25, 0.6), (17.5, 0.75), (11, 0.9), (5.5, 1))


def frame(wide: float, high: float) -> str:
    """The sheet of a map with its zebra frame."""
    inner = f'x="7" y="7" width="{wide - 14:.0f}" height="{high - 14:.0f}"'
    return (
        f'<rect class="sheet" x=".5" y=".5" width="{wide - 1:.0f}" height="{high - 1:.0f}" rx="4"/>'
        f'<rect class="zebra-a" {inner}/>'
        f'<rect class="zebra-b" {inner} stroke-dasharray="{WIDE / 2:.2f} {WIDE / 2:.2f}"/>'
    )


def course(on: HexSheet, stops: list[Stop]) -> str:
    """A river as a smooth path; a bend in each hex keeps it natural."""
    pts: list[Point] = []
    for row, col, where in stops:
        h = on.grid.at(row, col)
        x, y = on.at(h)
        corners = on.corners(h)
        i = int(where[1:] or 0)
        if where.startswith("c"):
            pts.append(corners[i])
        elif where.startswith("e"):
            pts.append(middle(corners[i], corners[(i + 1) % 6]))
        else:
            bend = (row * 3 + col * 5) % 4
            pts.append((x + (-7, 6, -4, 8)[bend], y + (5, -4, 6, -6)[bend] + 6))
    path = f"M{pts[0][0]:.1f} {pts[0][1]:.1f}"
    for i in range(1, len(pts) - 1):
        x, y = pts[-1] if i == len(pts) - 2 else middle(pts[i], pts[i + 1])
        path += f"Q{pts[i][0]:.1f} {pts[i][1]:.1f} {x:.1f} {y:.1f}"
    return path


def coast(on: HexSheet, sea: Collection[int]) -> str:
    """Every side between sea and land."""
    return "".join(line(*on.edge(h, n)) for h in sea for n in on.grid.beside(h) if n not in sea)


def water(on: HexSheet, sea: Collection[int], shore: str, clip: str) -> str:
    """The sea with lines along its shore that fade as they leave it; `clip` is an id of its own on the page."""
    out = [f'<defs><clipPath id="{clip}">']
    out += [f'<polygon points="{points(on.corners(h, 1.004))}"/>' for h in sea]
    out.append(f'</clipPath></defs><g clip-path="url(#{clip})">')
    out += [f'<polygon class="t-sea" points="{points(on.corners(h, 1.01))}"/>' for h in sea]
    for far, opacity in WATER_LINES:
        ink = f"stroke:var(--sea-ink);opacity:{opacity:g};stroke-width:{2 * far + 1.5:g}"
        plain = f"stroke:var(--sea);stroke-width:{2 * far:g}"
        out += [f'<path class="lining" style="{s}" d="{shore}" stroke-linecap="round"/>' for s in (ink, plain)]
    out.append("</g>")
    thin = "stroke:var(--sea-ink);stroke-width:.6;opacity:.55"
    out += [f'<polygon points="{points(on.corners(h))}" fill="none" style="{thin}"/>' for h in sea]
    return "".join(out)


def tufts(x: float, y: float, row: int, col: int) -> str:
    path = ""
    for i, (a, b) in enumerate(TUFTS):
        u = x + a + (row * 7 + col * 5 + i * 3) % 7 - 3
        v = y + b + (row * 5 + col * 3 + i) % 5 - 2
        path += f"M{u:.0f} {v:.0f}l-2.4-4M{u:.0f} {v:.0f}v-5.4M{u:.0f} {v:.0f}l2.4-4"
    return f'<path class="h-field" d="{path}"/>'


def ripples(x: float, y: float) -> str:
    path = "".join(f"M{x + a:.0f} {y + b:.0f}q3.5-3 7 0t7 0" for a, b in RIPPLES)
    return f'<path class="h-river" d="{path}"/>'


def peak(x: float, y: float, k: float) -> str:
    path = "L".join(f"{x + a * k:.1f} {y + b * k:.1f}" for a, b in RIDGE)
    shade = "".join(f"M{x + a * k:.1f} {y + b * k:.1f}l{c * k:.1f} {d * k:.1f}" for a, b, c, d in HACHURES)
    return f'<path class="peak" d="M{path}"/><path class="hachure" d="{shade}"/>'


def ground(on: HexSheet, h: int, terrain: str) -> str:
    """One hex of land with the hatch of its terrain."""
    row, col = on.grid.rows[h], on.grid.cols[h]
    x, y = on.at(h)
    out = on.polygon(h, f"land t-{terrain}")
    if terrain == "field":
        out += tufts(x, y, row, col)
    elif terrain == "river":
        out += ripples(x, y)
    elif terrain == "mountain":
        out += "".join(peak(x + a, y + b, k) for a, b, k in PEAKS[(row * 2 + col) % 3])
    elif terrain in ("city", "remote"):
        out += f'<polygon points="{points(on.corners(h, 0.985))}" fill="url(#p-{terrain})"/>'
        inner = points(on.corners(h, 0.9))
        out += f'<polygon points="{inner}" fill="none" class="h-city" style="stroke:var(--{terrain}-ink)"/>'
    return f'<g class="hex">{out}</g>'
