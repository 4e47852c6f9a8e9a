"""The page of a game for those who choose one, and the figures it is made from."""

from __future__ import annotations

import json
import re
import runpy
from collections import Counter
from html import unescape
from pathlib import Path

import httpx
import pytest

import roundhouse
from roundhouse.core.registry import HOUSE
from roundhouse.lab import facts as lab
from roundhouse.lab.facts import Facts, Table, facts
from roundhouse.lab.shares import Share, Thing, quantile
from roundhouse.web.render import about
from tests.web.server import Inside, person

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "facts.py"
GAMES = list(HOUSE)


def held(id: str) -> Facts:
    found = facts(roundhouse.game(id))
    assert found is not None, f"{id} has no facts.json by the rules it has now: python benchmarks/facts.py {id}"
    return found


def known(id: str) -> set[str]:
    """All names of a game: of cards, and of what its seats choose to begin with."""
    game = roundhouse.game(id)
    state = game.new(game.seats[-1], "names")
    begins = [block for block in game.space.blocks if block.name in ("start", "company", "captain")]
    chosen = {state.label(block.kind, thing) for block in begins for thing in range(block.size)}
    return chosen | {title for _, title, *_ in game.printed.names()}


@pytest.fixture
def visitor(house: Inside) -> httpx.Client:
    return person(house.address)


@pytest.mark.parametrize("id", GAMES)
def test_figures_are_of_these_rules_and_add_up(id: str) -> None:
    found, seats = held(id), roundhouse.game(id).seats
    assert [found.tables[0].seats, found.tables[-1].seats] == [seats[0], seats[-1]]
    assert len(found.tables) == 3
    for table in found.tables:
        assert table.games >= 100
        assert sum(place.wins for place in table.places) == pytest.approx(table.games, abs=0.01)
        assert [place.played for place in table.places] == [table.games] * table.seats
        assert table.scores.total() == table.games * table.seats
        assert table.best.total() >= table.games
        assert table.lengths.total() == table.turns.total() == table.games
    for thing in found.things:
        assert 0 <= thing.wins <= thing.played <= thing.could, thing.name
        assert 0 <= thing.false <= 1, thing.name
    assert [step.stronger for step in found.steps][:3] == ["apprentice", "conductor", "stationmaster"]
    assert all(0 <= step.share.wins <= step.share.played for step in found.steps)


def test_what_is_named_exists() -> None:
    for id in GAMES:
        assert not {thing.name for thing in held(id).things} - known(id), id


@pytest.mark.parametrize("id", GAMES)
def test_every_game_has_its_page(id: str, visitor: httpx.Client) -> None:
    page, found = visitor.get(f"/games/{id}"), held(id)
    assert page.status_code == 200
    text = unescape(page.text)
    step = next(step for step in found.steps if step.stronger == "stationmaster")
    assert f"beats a conductor, one level below, in {100 * step.share.rate:.0f} of 100 games" in text
    assert f"{quantile(found.tables[0].best, 0.5)} points with {found.tables[0].seats} seats" in text
    assert all(f'href="/{way}/{id}"' in text for way in ("learn", "rules", "gallery"))
    assert all(f'id="{plot}"' in text for plot in ("skill", "first", "scores", "length", "winning"))


@pytest.mark.parametrize("id", GAMES)
def test_names_lead_to_where_they_are_shown(id: str, visitor: httpx.Client) -> None:
    links = re.findall(r'href="(/(?:gallery|rules)/\w+)#([\w.-]+)"', visitor.get(f"/games/{id}").text)
    assert len(links) >= 8
    pages = {path: set(re.findall(r' id="([\w.-]+)"', visitor.get(path).text)) for path in {path for path, _ in links}}
    assert not [(path, anchor) for path, anchor in links if anchor not in pages[path]]


def test_lobby_lesson_and_rules_lead_there(visitor: httpx.Client) -> None:
    for path in ("/", "/learn/spyrium", "/rules/spyrium", "/gallery/spyrium"):
        assert 'href="/games/spyrium"' in visitor.get(path).text, path


def test_it_leads_to_a_table_of_that_game(visitor: httpx.Client) -> None:
    assert 'href="/?game=spyrium#new-table"' in visitor.get("/games/spyrium").text
    for asked, chosen in (("spyrium", "spyrium"), ("chess", "trains")):
        lobby = visitor.get(f"/?game={asked}").text
        assert re.findall(r'name="game" value="(\w+)" form="new" checked', lobby) == [chosen]
        assert re.findall(r'data-game="(\w+)" data-title="[^"]+" >', lobby) == [chosen]


def test_of_an_unknown_game_there_is_no_page(visitor: httpx.Client) -> None:
    assert visitor.get("/games/chess").status_code == 404


def test_figures_of_other_rules_are_left_out(visitor: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    game = roundhouse.game("trains")
    monkeypatch.setattr(game, "rules_version", game.rules_version + 1)
    page = visitor.get("/games/trains").text
    assert "Nothing has been measured by the rules that Trains has now" in page
    assert "Deck building" in page
    assert "Luck and skill" not in page
    assert "<table" not in page


def table(seats: int, wins: int, games: int = 400) -> Table:
    """Games of which the first has won so many."""
    rest = (games - wins) / (seats - 1)
    places = [Share("", games, wins), *[Share("", games, rest) for _ in range(seats - 1)]]
    return Table(seats, games, places, *[Counter({40: games}) for _ in range(4)])


@pytest.mark.parametrize(
    ("two", "four", "worth", "doubt"),
    [
        (202, 98, "is worth +0.5 {} and \u22120.5 with 4", ", which chance alone could explain."),
        (260, 150, "is worth +15.0 {} and +12.5 with 4", ", which is more than chance explains."),
        (140, 98, "costs 15.0 {} and 0.5 with 4", ". With 2 that is more than chance explains."),
    ],
)
def test_what_going_first_is_worth(two: int, four: int, worth: str, doubt: str) -> None:
    told = worth.format("wins in a hundred with 2 seats")
    assert about.first_seat([table(2, two), table(4, four)]) == f"Going first {told}{doubt}"


def test_things_of_several_tables_add_up() -> None:
    two = Thing("Garage", 10, 6.0, 100.0, kind="card", could=20, expected=5.0, spread=2.5)
    four = Thing("Garage", 30, 9.0, 300.0, kind="card", could=40, expected=7.5, spread=5.0)
    (whole,) = lab.together([[two], [four]])
    assert (whole.played, whole.could, whole.wins, whole.expected) == (40, 60, 15.0, 12.5)
    assert whole.lift == 1.2
    low, high = whole.lifts
    assert low < whole.lift < high


def test_what_the_command_writes_is_read_again() -> None:
    script = runpy.run_path(str(SCRIPT))
    script["measured"].__globals__.update(BOT="apprentice", tables=lambda seats: [2])
    written = script["measured"](roundhouse.game("trains"), 2, "t", 1)
    assert written["rules_version"] == roundhouse.game("trains").rules_version
    found = lab.read(json.loads(lab.text(written)))
    assert (found.bot, found.seed, found.games) == ("apprentice", "t", 2)
    assert sum(place.wins for place in found.tables[0].places) == pytest.approx(2)
    assert {thing.kind for thing in found.things} == {"card", "start"}
    assert found.steps == held("trains").steps
