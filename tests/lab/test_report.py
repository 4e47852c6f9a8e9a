"""The page of a study: it holds the figures, asks nothing of anybody, and is there for any study."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from roundhouse.cli import run
from roundhouse.lab import plots, report
from tests.lab.studies import hundred, row, written

HOSTILE = "<script>alert(1)</script>\"'&"
VOID = {"meta", "link", "br", "input", "img"}


class Read(HTMLParser):
    """What tags a page has, whether they nest, and what it asks for."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.plots: list[str] = []
        self.asked: list[str] = []
        self.ids: list[str] = []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        got = dict(attrs)
        if tag not in VOID:
            self.open.append(tag)
        if tag == "svg" and got.get("role") == "img" and "mark" not in (got.get("class") or ""):
            self.plots.append(got.get("aria-label") or "")
        self.asked += [value or "" for name, value in attrs if name in ("src", "href", "srcset", "action", "data")]
        self.ids += [got["id"] or ""] if "id" in got else []

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def words(text: str) -> str:
    """A page without its tags."""
    body = re.sub(r"<(style|script)>.*?</\1>", "", text, flags=re.S)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", body))


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("study")
    written(folder, hundred(), 100)
    return report.make(folder)


def test_it_says_the_figures(page: str) -> None:
    said = words(page)
    for figure in ("60.0 %", "50.2 to 69.1", "fair share 50.0 %", "20.0", "100 of 100", "by hand", "1.92"):
        assert figure in said, figure
    assert "The first in turn order wins 60.0 %, more than its fair share of 50.0 %" in said
    assert "the second in turn order wins 40.0 %, less." in said
    assert "Gold goes with winning and Lead goes with losing" in said
    assert "To go with winning is not to make win." in said
    assert "too few" in said, "three seats with Rare"


def test_it_asks_nothing_of_anybody(page: str) -> None:
    read = Read(page)
    assert all(asked.startswith("#") for asked in read.asked)
    assert {asked[1:] for asked in read.asked} <= set(read.ids)
    assert len(read.ids) == len(set(read.ids))
    assert not re.search(r"https?://|@import", page)
    assert all(url.startswith(("data:", "#")) for url in re.findall(r"url\([\"']?([^\"')]+)", page))


def test_every_plot_says_aloud_what_it_shows(page: str) -> None:
    spoken = Read(page).plots
    assert len(spoken) >= 10
    assert all(len(words) > 20 for words in spoken)
    assert any("Gold, taken by 50 %, 1.92 times the usual" in words for words in spoken)
    assert page.count("<table") >= len(set(spoken))


def test_every_variable_it_draws_with_is_set_in_it(page: str) -> None:
    assert set(re.findall(r"var\((--[\w-]+)\)", page)) <= set(re.findall(r"(--[\w-]+):", page))


def test_names_are_escaped(tmp_path: Path) -> None:
    taken = [f"card: {HOSTILE}", f"{HOSTILE}: thing"]
    rows = [row(n, seat, float(n % 2 == seat), taken, bot=HOSTILE, end=HOSTILE) for n in range(30) for seat in (0, 1)]
    written(tmp_path, rows, 30, bots=(HOSTILE, "random"))
    text = report.make(tmp_path)
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert" in text
    Read(text)


@pytest.mark.parametrize("seats", [2, 6])
def test_a_single_game_is_a_study(tmp_path: Path, seats: int) -> None:
    rows = [row(0, seat, float(seat == 0), ["card: Gold"]) for seat in range(seats)]
    written(tmp_path, rows, 1, seats)
    said = words(report.make(tmp_path))
    assert "1 game of bots" in said
    assert "It ends because the piles are empty." in said
    assert "too few games to say what goes with winning" in said


def test_an_unfinished_study_says_what_is_missing(tmp_path: Path) -> None:
    written(tmp_path, hundred(), 250)
    text = report.make(tmp_path)
    assert "150 of 250 games are still to be played." in words(text)
    Read(text)


def test_a_study_without_a_game_yet_says_so(tmp_path: Path) -> None:
    written(tmp_path, [], 10)
    assert "No game has been played yet." in words(report.make(tmp_path))


def test_a_negative_source_and_a_loss_of_points_are_drawn(tmp_path: Path) -> None:
    rows = [row(n, s, float(s), [], score=-3 + s, points_track=-5, points_cards=2 + s) for n in (0, 1) for s in (0, 1)]
    written(tmp_path, rows, 2)
    assert "\N{MINUS SIGN}5.0" in words(report.make(tmp_path))


def test_the_command_writes_it_and_says_where(tmp_path: Path, capsys: Any) -> None:
    written(tmp_path / "s", hundred(), 100)
    assert run(["report", str(tmp_path / "s"), "--out", str(tmp_path / "page.html")]) == 0
    assert f"The page is {tmp_path / 'page.html'}." in capsys.readouterr().out
    assert (tmp_path / "page.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert run(["report", str(tmp_path / "s")]) == 0
    assert (tmp_path / "s" / "report.html").exists()


def test_a_folder_without_a_study_is_refused(tmp_path: Path, capsys: Any) -> None:
    assert run(["report", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert told == f"{tmp_path} holds no study: it has no study.json.\n"


def test_a_place_to_write_that_is_none_is_refused(tmp_path: Path, capsys: Any) -> None:
    written(tmp_path, hundred(), 100)
    assert run(["report", str(tmp_path), "--out", str(tmp_path / "none" / "page.html")]) == 2
    assert "there is no folder" in capsys.readouterr().err


def test_names_in_a_plot_do_not_lie_upon_each_other() -> None:
    taken: list[plots.Box] = []
    for _ in range(8):
        box = plots.place(200, 200, 90, taken, (0, 0, 400, 400))
        assert all(plots.overlap(box, other) == 0 for other in taken)
        taken.append(box)


def test_numbers_that_are_all_the_same_stand_in_the_middle() -> None:
    bins = plots.binned(Counter({11: 200}))
    assert bins.names()[bins.counts[0].index(200)] == "11"
    assert 5 <= len(bins.counts[0]) <= 9
