"""How a page is made."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from fastapi import Request
from fastapi.responses import Response
from fastapi.templating import Jinja2Templates
from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket

from roundhouse.web.build import build
from roundhouse.web.files import static
from roundhouse.web.render.games import emblem, sprite, static_file, wash
from roundhouse.web.render.times import moment
from roundhouse.web.service.people import Person

templates = Jinja2Templates(directory=Path(__file__).parent.parent / "templates")
templates.env.globals.update(emblem=emblem, wash=wash, moment=moment, static=static, build=build)


class BytecodeCache(FileSystemBytecodeCache):
    """Templates as Python made them, for the next start; where they cannot be kept, they are made again."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


def keep_templates(folder: Path) -> None:
    with suppress(OSError):
        folder.mkdir(exist_ok=True, mode=0o700)
        templates.env.bytecode_cache = BytecodeCache(str(folder))


def page(request: Request, name: str, person: Person | None, status: int = 200, **context: Any) -> Response:
    """A template, with the sprite and the stylesheet of its game and who is asking."""
    game = context["table"]["game"] if "table" in context else getattr(context.get("game"), "id", "")
    around = {
        "me": person and {"name": person.name, "id": person.id},
        "sprite": sprite(game),
        "stylesheet": f"{game}.css" if static_file(game, f"{game}.css") else "",
    }
    return templates.TemplateResponse(request, name, {**around, **context}, status_code=status)
