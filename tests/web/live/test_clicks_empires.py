"""How many clicks a turn takes: Small Railroad Empires with a delivery, Empyreal with a captain and three cars."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase

from playwright.sync_api import Locator, Page, expect

from tests.web.live.browsers import AUTO_OFF, Visit, my_turn, number, open_table, reaches, seated
from tests.web.live.played import asked, played
from tests.web.live.whole import LOOK, settled
from tests.web.server import Server

LOG = '[data-region="log"] li'
EMPIRES_ORDER = (
    "start at",
    "deliver [a-z]*:",
    "claim [!n]",
    "take [A-Z]",
    "lay [A-Z][a-z]",
    "lay [A-Z]",
    "start a new",
)
MOST = 5  # clicks of a turn with a delivery


def sign(page: Page, begins: str) -> Locator:
    """A bright button of the sign."""
    return page.locator('[data-region="prompt"] .btn.legal:not(.quiet)').filter(has_text=begins).first


def chain(thing: Locator) -> str:
    """The decisions that a click makes."""
    parts = [thing.get_attribute(name) for name in ("data-action", "data-then")]
    return ",".join(part for part in parts if part)


def test_a_delivery_is_one_click(visit: Visit, server: Server) -> None:
    page = seated(visit(played(server, 2, asked("deliver", 0, 3), "empires").link, reduced_motion="reduce"))
    my_turn(page)
    page.evaluate(AUTO_OFF)
    best = page.locator('[data-region="words"] [data-action]').first
    expect(page.locator(".waybill:visible")).to_have_attribute("data-chain", chain(best))
    expect(page.locator('[data-region="prompt"] .btn.quiet')).to_have_text("Deliver nothing")
    before, many = number(page), chain(best).count(",") + 1
    sign(page, "Deliver").click()
    reaches(page, before + many)
    expect(page.locator(LOG).nth(many - 1)).to_contain_text("sends")
    assert any("plays" in line for line in page.locator(LOG).all_inner_texts()[:many])


def test_the_line_of_a_delivery_is_drawn_while_it_is_pointed_at_and_sent_from_the_map(
    visit: Visit, server: Server
) -> None:
    page = seated(visit(played(server, 2, asked("deliver", 0, 3), "empires").link, reduced_motion="reduce"))
    my_turn(page)
    page.evaluate(AUTO_OFF)
    drawn = page.locator(".waybill:visible")
    expect(drawn).to_have_count(1)
    whole = page.locator('[data-region="words"] [data-then]')
    assert whole.count() > 1
    for line in whole.all():
        line.hover()
        expect(drawn).to_have_attribute(
            "data-chain", f"{line.get_attribute('data-action')},{line.get_attribute('data-then')}"
        )
    city = page.locator('[data-region="board"] [aria-label^="Deliver"]').last
    city.hover(force=True)
    expect(drawn).to_have_count(1)
    before, many = number(page), chain(city).count(",") + 1
    city.focus()
    page.keyboard.press("Enter")
    reaches(page, before + many)


def clicked(page: Page, order: Sequence[str], begins: str, enough: int) -> dict[str, list[str]]:
    """Click in words until something was chosen so often; by turn, the words of each click."""
    turns: dict[str, list[str]] = {}
    while True:
        look = page.wait_for_function(LOOK).json_value()
        done = [turn for turn in turns.values() if any(words.startswith(begins) for words in turn)]
        turn = page.locator('[data-region="seats"]').inner_text().split("\n")[0]
        if look["over"] or (len(done) >= enough and turn not in turns):
            return turns
        choices = look["choices"]
        found = next((c for kind in order for c in choices if fnmatchcase(c[1], f"{kind}*")), choices[-1])
        turns.setdefault(turn, []).append(found[1])
        page.locator(f'[data-region="words"] [data-action="{found[0]}"]').first.click()
        settled(page, look["n"])


def test_a_turn_with_a_delivery_takes_five_clicks_at_most(visit: Visit) -> None:
    page = open_table(visit, "you", "bot:greedy", game="empires", reduced_motion="reduce")
    page.evaluate(AUTO_OFF)
    turns = clicked(page, EMPIRES_ORDER, "deliver ", 4).values()
    delivered = [turn for turn in turns if any(words.startswith("deliver ") for words in turn)]
    assert delivered
    assert [turn for turn in delivered if len(turn) > MOST] == []
