"""Times as pages have them: in UTC, and by the page's script in the viewer's zone."""

from __future__ import annotations

from datetime import UTC, datetime

from roundhouse.draw.markup import Markup
from roundhouse.web.service.rows import LOST


def iso(when: datetime | None) -> str:
    """A time as programs read it; "" if it is not known."""
    return f"{when.astimezone(UTC) if when.tzinfo else when:%Y-%m-%dT%H:%M:%S}Z" if when and when != LOST else ""


def moment(when: str, words: str = "") -> Markup:
    """A time by its ISO text, with other words than the time of day if there are better ones."""
    if not when:
        return Markup("{}").format(words)
    if words:
        return Markup('<time datetime="{}" data-words>{}</time>').format(when, words)
    return Markup('<time datetime="{}">{} UTC</time>').format(when, when[11:16])
