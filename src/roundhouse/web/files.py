"""Static files: under the build's name, where they may be kept for ever, and under their plain names."""

from __future__ import annotations

import re
from pathlib import PurePath

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from roundhouse.web.build import LENGTH, build

A_BUILD = re.compile(f"[0-9a-f]{{{LENGTH}}}")
FOR_EVER = "public, max-age=31536000, immutable"
A_WHILE = "public, max-age=300"  # a plain name, as pages of before have it, and what outlives pages
ONCE = "no-store"  # a file that is asked for under the name of another build
WHOLE = (".js", ".css")  # of a page they come from one build, or not at all
LOOKS_AFTER = "settings.js"  # which sees that the others did not come, and loads the page anew


def static(name: str) -> str:
    """Where a static file is. Scripts and styles name others relative to themselves, so all are of one build."""
    return f"/static/{build()}/{name}"


class Files(StaticFiles):
    """The folders of static files, the same at each address."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        first, *rest = PurePath(path).parts or ("",)
        if not rest or not A_BUILD.fullmatch(first):
            return kept(await super().get_response(path, scope), A_WHILE)
        name = PurePath(*rest)
        ours = first == build()
        if not ours and name.suffix in WHOLE and name.name != LOOKS_AFTER:
            raise HTTPException(404)
        return kept(await super().get_response(str(name), scope), FOR_EVER if ours else ONCE)


def kept(response: Response, how: str) -> Response:
    response.headers["Cache-Control"] = how
    return response
