"""A review as a picture: every seat's chance to win over the game, and the decisions that cost most."""

from __future__ import annotations

from markupsafe import escape

from roundhouse.lab.plots import Scale, percent, ticks
from roundhouse.lab.review import Judged, Review

WIDE, HIGH = 760.0, 320.0
LEFT, RIGHT, TOP, FOOT = 46.0, 12.0, 34.0, 34.0
# By seat: a colour that can be told from the others in grey, too, by its line.
COLOURS = ("#b3261e", "#1f5fa8", "#2e7d4f", "#8a5a00", "#6a3d9a", "#37474f")
DASHES = ("", "8 4", "2 4", "12 4 2 4", "6 3 1 3", "1 3")
STYLE = (
    "text{font:12px Barlow,'DejaVu Sans',sans-serif;fill:#3b3428}.ax{text-anchor:middle}.ay{text-anchor:end}"
    ".grid{stroke:#d9d0bb;fill:none}.line{fill:none;stroke-width:2}.dear{fill:#fffdf6;stroke-width:2.5}"
)


def picture(review: Review) -> str:
    """An SVG file of its own."""
    judged = review.judged
    x = Scale(1, max((one.n for one in judged), default=1), LEFT, WIDE - RIGHT)
    y = Scale(0, 1, HIGH - FOOT, TOP)
    out = [f'<rect width="{WIDE:g}" height="{HIGH:g}" fill="#fffdf6"/>']
    for mark in (0, 0.25, 0.5, 0.75, 1):
        out.append(f'<path class="grid" d="M{LEFT} {y(mark):.1f}H{WIDE - RIGHT}"/>')
        out.append(f'<text class="ay" x="{LEFT - 6}" y="{y(mark) + 4:.1f}">{percent(mark, 0)}</text>')
    for mark in ticks(x.low, x.high, 10):
        out.append(f'<text class="ax" x="{x(mark):.1f}" y="{HIGH - 12}">{mark:g}</text>')
    for seat, name in enumerate(review.names):
        out += line(judged, seat, x, y)
        at = LEFT + (WIDE - LEFT - RIGHT) / len(review.names) * seat
        out.append(f'<path class="line" {look(seat)} d="M{at:.1f} 16h24"/>')
        out.append(f'<text x="{at + 30:.1f}" y="20">{escape(name[:24])}</text>')
    out += [dot(one, x, y) for one in review.worst()]
    spoken = "Every seat's chance to win, from decision to decision"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE:g} {HIGH:g}" role="img" aria-label="{spoken}">'
        f"<style>{STYLE}</style>{''.join(out)}</svg>\n"
    )


def look(seat: int) -> str:
    dash = DASHES[seat % len(DASHES)]
    return f'stroke="{COLOURS[seat % len(COLOURS)]}"' + (f' stroke-dasharray="{dash}"' if dash else "")


def line(judged: list[Judged], seat: int, x: Scale, y: Scale) -> list[str]:
    places = " ".join(f"{x(one.n):.1f},{y(one.chances[seat]):.1f}" for one in judged)
    return [f'<polyline class="line" {look(seat)} points="{places}"/>'] if judged else []


def dot(one: Judged, x: Scale, y: Scale) -> str:
    told = f"Decision {one.n}: {one.words}; better: {one.better}, {percent(one.cost)} more"
    at = f'cx="{x(one.n):.1f}" cy="{y(one.chances[one.seat]):.1f}" r="5" stroke="{COLOURS[one.seat % len(COLOURS)]}"'
    return f'<circle class="dear" {at}><title>{escape(told)}</title></circle>'
