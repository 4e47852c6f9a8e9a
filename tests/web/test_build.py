"""Which build of the pages a server has, and how pages and their files stay together."""

from __future__ import annotations

from pathlib import Path

import pytest

import roundhouse
from roundhouse.web.build import build, build_of, parts


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
