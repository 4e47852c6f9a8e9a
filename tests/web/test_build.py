"""Which build of the pages a server has, and how pages and their files stay together."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

import httpx
import pytest

import roundhouse
from roundhouse.web.build import build, build_of, parts
from roundhouse.web.render.games import STATIC
from tests.web.server import TEXT, Inside, client, opened, person


def test_a_build_is_another_one_when_any_file_of_the_pages_is(tmp_path: Path) -> None:
    files = dict(parts())
    assert build() == build_of(files) == build_of(dict(reversed(files.items())))
    for name in ("web/static/app.js", "web/templates/base.html", "web/render/table.py", "game trains/face/page.py"):
        other = tmp_path / "other"
        other.write_bytes(files[name].read_bytes() + b" ")
        assert build_of({**files, name: other}) != build(), name
    gone = dict(files)
    del gone["web/static/fonts/barlow-400.woff2"]
    assert build_of(gone) != build()
    assert {f"game {id}/static/{id}.css" for id in ("spyrium", "empires", "empyreal")} <= set(files)
    assert not [name for name in files if name.endswith((".pyc", ".so"))]
    assert "game trains/rules.py" in files


def test_a_build_is_another_one_in_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roundhouse, "__version__", "0.0.0")
    assert build_of(dict(parts())) != build()


# static files


@pytest.fixture
def http(house: Inside) -> Iterator[httpx.Client]:
    with client(house.address) as program:
        yield program


def test_files_of_the_build_may_be_kept_for_ever(http: httpx.Client) -> None:
    page = http.get("/", headers=TEXT).text
    named = re.findall(r'(?:src|href)="(/static/[^"]+)"', page)
    assert len(named) > 8
    for path in named:
        assert path.startswith(f"/static/{build()}/")
        answer = http.get(path)
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert http.get(path, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
    for path in ("fonts/barlow-400.woff2", "empires.css", "report.css"):  # a folder within, a game's own, the lab's
        assert http.get(f"/static/{build()}/{path}").status_code == 200
    assert http.get(f"/static/{build()}/none.js").status_code == 404
    assert http.get(f"/static/{build()}/../../app.py").status_code == 404
    assert http.get(f"/static/{build()}/%2e%2e/%2e%2e/app.py").status_code == 404
    assert http.get(f"/static/{build()}").status_code == 404


def test_all_that_a_file_names_is_of_its_build(http: httpx.Client) -> None:
    """Scripts and styles name others relative to themselves, so a page's whole tree is of one build."""
    for file in [*STATIC.glob("*.js"), *STATIC.glob("*.css")]:
        text = file.read_text(encoding="utf-8")
        if file.name != "sw.js":
            assert "/static/" not in text, file.name
        names = r'(?:from |import\()"([^"]+)"' if file.suffix == ".js" else r'url\("([^"]+)"\)'
        for name in re.findall(names, text):
            path = urljoin(f"/static/{build()}/{file.name}", name)
            assert path.startswith(f"/static/{build()}/")
            assert http.get(path).status_code == 200, path


def test_plain_names_go_on_for_a_while(http: httpx.Client) -> None:
    for path in ("app.js", "roundhouse.css", "fonts/barlow-400.woff2"):
        answer = http.get(f"/static/{path}")
        assert answer.content == http.get(f"/static/{build()}/{path}").content
        assert answer.headers["Cache-Control"] == "public, max-age=300"


def test_files_of_another_build_are_not_mixed_with_these(http: httpx.Client) -> None:
    """A page of another build gets no script or style of this one; pictures and fonts go with any, but are not kept."""
    other = "0123456789ab"
    for path in ("app.js", "table.js", "roundhouse.css"):
        assert http.get(f"/static/{other}/{path}").status_code == 404
    for path in ("settings.js", "favicon-turn.svg", "fonts/barlow-400.woff2"):
        answer = http.get(f"/static/{other}/{path}")
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "no-store"


# pages and servers of several builds


def test_every_answer_and_every_stream_of_a_page_tells_the_build(house: Inside) -> None:
    with person(house.address, "Ada") as ada:
        table = opened(ada, "you", "here:Bo")
        assert f'data-build="{build()}"' in ada.get(table, headers=TEXT).text
        for answer in (
            ada.get("/"),
            ada.get(f"{table}/regions"),
            ada.get("/nowhere"),
            ada.post(f"{table}/play", json={}),
        ):
            assert answer.headers["Roundhouse-Build"] == build()
        with ada.stream("GET", f"/live?tables={table.rpartition('/')[2]}") as stream:
            said = ""
            for part in stream.iter_text():
                said += part
                if "\n\n" in said.partition("event: build")[2]:
                    break
        assert f'event: build\ndata: {{"build": "{build()}"}}\n\n' in said
