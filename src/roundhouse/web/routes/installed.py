"""What makes the pages an app that can be installed: its manifest, its worker, and the page without a network."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, Response

from roundhouse.web.build import build
from roundhouse.web.render.games import STATIC
from roundhouse.web.render.pages import page

router = APIRouter(include_in_schema=False)


@router.get("/manifest.webmanifest")
def manifest() -> Response:
    return FileResponse(STATIC / "manifest.webmanifest", media_type="application/manifest+json")


@router.get("/sw.js")
def worker() -> Response:
    """The service worker, from here so that it serves all pages; it is another one when any static file is."""
    script = (STATIC / "sw.js").read_text(encoding="utf-8")
    text = f'const VERSION = "{build()}";\n{script}'
    return Response(text, media_type="text/javascript", headers={"Cache-Control": "no-cache"})


@router.get("/offline")
def offline(request: Request) -> Response:
    """What the worker shows when the server cannot be reached; it is nobody's page."""
    return page(request, "offline.html", None)
