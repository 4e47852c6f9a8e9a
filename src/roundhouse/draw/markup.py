"""Text that is markup, filled in quickly: at every decision regions are drawn of thousands of small pieces."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from string import Formatter
from typing import TYPE_CHECKING

import markupsafe
from markupsafe import escape

if TYPE_CHECKING:  # nobody needs to know which of the two a piece is
    from markupsafe import Markup as Markup
else:

    class Markup(markupsafe.Markup):
        """The library's, with a `format` that remembers what it has found out about a text."""

        __slots__ = ()

        def format(self, *args, **kwargs):
            found = None if kwargs else parts(str(self))
            return super().format(*args, **kwargs) if found is None else Markup(filled(found, args))


Parts = Sequence[tuple[str, int]]  # what stands before each place, and the number of what goes there; at the end -1


@lru_cache(4096)
def parts(text: str) -> Parts | None:
    """A text that is to be filled in, taken to pieces; None if a place asks for more than its value."""
    out: list[tuple[str, int]] = []
    count = 0
    for literal, name, spec, conversion in Formatter().parse(text):
        if name is None:
            out.append((literal, -1))
            continue
        if spec or conversion or not (name == "" or name.isdigit()):
            return None
        out.append((literal, int(name) if name else count))
        count += not name
    return out


def filled(found: Parts, values: Sequence[object]) -> str:
    out: list[str] = []
    for literal, index in found:
        out.append(literal)
        if index >= 0:
            value = values[index]
            out.append(value if isinstance(value, markupsafe.Markup) else escape(value))
    return "".join(out)
