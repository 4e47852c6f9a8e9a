"""What workers do for the lab: a study in pieces so short that no bot's move has to wait long for one."""

from __future__ import annotations

import time
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING

from roundhouse.lab.simulate import Match

if TYPE_CHECKING:  # the server itself does without what the lab needs
    from roundhouse.lab.study import Part

BODY, PAGE = "body.html", "report.html"
MOST = 20  # parts that are begun in a worker

BEGUN: dict[tuple[str, int], Generator[None, None, Part]] = {}


def begin(folder: str, match: Match, games: int) -> int:
    """A new study, or one that goes on; how many of its games are there."""
    from roundhouse.lab.study import opened, study

    opened(study(match, games), folder)
    return there(folder)


def there(folder: str) -> int:
    """How many games are kept."""
    from roundhouse.lab.study import part_path, read

    s = read(folder)
    return sum(len(s.range(part)) for part in range(s.parts) if part_path(folder, part).exists())


def play(folder: str, seconds: float) -> int:
    """Go on for so long, or until a part is done; how many games are there then."""
    from roundhouse.lab.study import keep, part_path, part_steps, read

    until, s = time.monotonic() + seconds, read(folder)
    part = next((n for n in range(s.parts) if not part_path(folder, n).exists()), None)
    if part is None:
        return s.games
    steps = BEGUN.pop((folder, part), None) or part_steps(s, part)
    try:
        while time.monotonic() < until:
            next(steps)
        BEGUN[folder, part] = steps
        if len(BEGUN) > MOST:
            del BEGUN[next(iter(BEGUN))]
    except StopIteration as end:
        keep(part_path(folder, part), end.value.parquet)
    return there(folder)


def tell(folder: str) -> int:
    """Write the report, for a page of the site and as a file of its own; how many games it tells of."""
    from roundhouse.lab import report
    from roundhouse.lab.figures import figures
    from roundhouse.lab.study import keep

    found, said = figures(folder), report.held(folder)
    keep(Path(folder) / PAGE, report.page(found, said).encode())
    keep(Path(folder) / BODY, report.body(found, said).encode())
    return found.games
