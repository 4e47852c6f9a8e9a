"""Text that is markup, filled in quickly: at every decision regions are drawn of thousands of small pieces."""

from __future__ import annotations

import re
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
        """The library's, with a `format` that remembers what it has found out about a text, and short ways for text."""

        __slots__ = ()

        def __new__(cls, object="", encoding=None, errors="strict"):
            if type(object) is str and encoding is None:
                return str.__new__(cls, object)
            return super().__new__(cls, object, encoding, errors)

        def __add__(self, value):
            return str.__new__(Markup, str.__add__(self, value)) if type(value) is Markup else super().__add__(value)

        def format(self, *args, **kwargs):
            found = None if kwargs else parts(str(self))
            if found is None:
                return super().format(*args, **kwargs)
            return str.__new__(Markup, filled(found, args))  # it is text: nothing is to be found out about it


SPECIAL = re.compile("[&<>\"']").search  # what cannot stand in markup as it is

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
            out.append(safe(values[index]))
    return "".join(out)


def safe(value: object) -> str:
    """A value as it may stand in markup: the library's `escape`, with a short way for plain text and for numbers."""
    kind = type(value)
    if kind is Markup or kind is int or (kind is str and SPECIAL(value) is None):  # type: ignore[call-overload]
        return value if kind is not int else str(value)  # type: ignore[return-value]
    return escape(value)
