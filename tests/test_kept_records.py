"""Records made by earlier code still load, whatever has changed since.

Those of the present `rules_version` prove themselves in full. Those of an older one go by their words and their
recorded outcomes, and come to the scores they had. `benchmarks/keep_records.py` makes a set; none is ever made anew.
"""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import roundhouse
from roundhouse.core.records import loads
from roundhouse.core.registry import HOUSE
from roundhouse.core.rng import seeded

SETS = sorted(p.parent for p in (Path(__file__).parent / "records").glob("*/index.json"))

Kept = tuple[str, dict[str, Any], str]  # its name, how the code that made it saw its end, and its text


@cache
def kept(game: str) -> list[Kept]:
    """All kept records of a game."""
    out: list[Kept] = []
    for folder in SETS:
        index = json.loads((folder / "index.json").read_text(encoding="utf-8"))
        with gzip.open(folder / f"{game}.jsonl.gz", "rt", encoding="utf-8", newline="\n") as file:
            texts = file.read().split('{"roundhouse":')[1:]
        names = [name for name in index if name.split()[0] == game]
        assert len(names) == len(texts)
        out += [
            (f"{folder.name} {name}", index[name], '{"roundhouse":' + text)
            for name, text in zip(names, texts, strict=True)
        ]
    return out


def header(text: str) -> dict[str, Any]:
    return dict(json.loads(text.split("\n", 1)[0]))


def check(record: roundhouse.Record, name: str, end: dict[str, Any]) -> None:
    s = record.state
    assert (s.over, s.scores(), s.winners() if s.over else []) == (end["over"], end["scores"], end["winners"]), name
    if record.rules_version == record.game.rules_version:
        assert f"{s.fingerprint():016x}" == end["fingerprint"], name


@pytest.mark.parametrize("game", sorted(HOUSE))
def test_every_kept_record_loads(game: str) -> None:
    for name, end, text in kept(game):
        record = loads(text)
        check(record, name, end)
        said, now = header(text), record.header()
        assert {**now, "box": said["box"], "options": said["options"]} == said, name
        usual = {option: chosen.default for option, chosen in record.game.options.items()}
        assert now["options"] == {**usual, **said["options"]}, name  # an option that came later: as it was without it
        if record.rules_version == record.game.rules_version:
            assert now == said, name
        assert [line.as_json() for line in record.lines] == [json.loads(row) for row in text.splitlines()[1:-1]], name
        if record.rules_version == record.game.rules_version:
            assert record.text() == text, name


@pytest.mark.parametrize("game", sorted(HOUSE))
def test_every_kept_record_loads_by_later_rules(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    house = roundhouse.game(game)
    monkeypatch.setattr(house, "rules_version", house.rules_version + 1)
    for name, end, text in kept(game):
        record = loads(text)
        assert record.rules_version < house.rules_version
        check(record, name, end)


@pytest.mark.parametrize("game", sorted(HOUSE))
def test_a_kept_record_is_played_on_by_later_rules(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game under way goes on when the rules have changed, and what is recorded then loads again."""
    house = roundhouse.game(game)
    monkeypatch.setattr(house, "rules_version", house.rules_version + 1)
    for _, _, text in [k for k in kept(game) if not k[1]["over"]][::3]:
        record = loads(text)
        rng = seeded(game)
        for _ in range(60):
            if not record.state.over:
                legal = record.state.legal()
                record.play(legal[rng.below(len(legal))])
        again = loads(record.text())
        assert again.state.scores() == record.state.scores()
        assert again.state.legal() == record.state.legal()


@pytest.mark.parametrize("game", sorted(HOUSE))
def test_they_are_of_every_kind(game: str) -> None:
    """Every seat count and option, games that ended and games under way, edited boxes, decisions taken back."""
    house = roundhouse.game(game)
    headers = [header(text) for _, _, text in kept(game)]
    assert {h["seats"] for h in headers} == set(house.seats)
    for name in headers[0]["options"]:
        option = house.options[name]
        wanted = {False, True} if option.kind == "flag" else set(option.choices)
        chosen = [h["options"][name] for h in headers]
        assert {c for c in chosen if not isinstance(c, list)} == wanted
        assert any(isinstance(c, list) for c in chosen) == (option.kind == "list")
    assert {end["over"] for _, end, _ in kept(game)} == {False, True}
    assert {"edited" in h for h in headers} == {False, True}
    assert {'"undo":' in text for _, _, text in kept(game)} == {False, True}
