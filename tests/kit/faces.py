"""The page of a table: every action in its place, nothing hidden shown, names escaped, points that add up."""

from __future__ import annotations

import gc
import re
from functools import lru_cache
from typing import Any, ClassVar, cast
from xml.etree import ElementTree

from roundhouse.core.registry import beside
from roundhouse.draw.face import Action, Face, words_of
from tests.kit.journeys import (
    FULL,
    NAMES,
    Case,
    Sample,
    blocks,
    carried,
    decided,
    drawn,
    for_each,
    in_a_row,
    looks,
    samples,
    xml,
)

LEGAL = re.compile(r'class="([^"]* )?legal[ "]')


REMEMBERS = type(lru_cache(len))


def forget() -> None:
    """Nothing of what faces have drawn is remembered."""
    for kept in gc.get_objects():
        if isinstance(kept, REMEMBERS) and re.match(r"roundhouse\.(draw|games\.\w+\.face)\.", kept.__module__):
            kept.cache_clear()


@for_each
def shown(case: type[Case]) -> list[Sample]:
    """The positions that are drawn: all rare kinds of questions, and some of the others from all parts of the games."""
    every = samples(case)
    step = max(1 if FULL else 8, len(every) // 400)
    ends = max(3, step // 3)
    usual = [s for n, s in enumerate(every) if not s.rare and (n % step == 0 or (s.state.over and n % ends == 0))]
    return [s for s in every if s.rare] + usual + [Sample(s, 0, True) for s in case.positions()]


@for_each
def asked(case: type[Case]) -> list[Sample]:
    """Those of them in which something is to be decided."""
    return [s for s in shown(case) if not s.state.over]


class Faces(Case):
    regions: ClassVar[set[str]] = {"prompt", "board", "seats", "supply", "words", "dock"}
    idle: ClassVar[set[str]] = set()  # regions in which nothing can be chosen
    rarely: ClassVar[tuple[str, ...]] = ()  # parts of words that some position must offer
    logged: ClassVar[dict[str, tuple[str, str]]]  # words of an action, how the log tells it, and the place

    @classmethod
    def face(cls) -> Face:
        found = beside(cls.game(), "face.page")
        assert found
        assert isinstance(found.FACE, Face)
        return found.FACE

    @classmethod
    def places(cls, s: Any, action: int) -> set[str]:
        """The regions in which an action must be, besides the words."""
        raise NotImplementedError

    @classmethod
    def names(cls, s: Any, action: int, said: str, element: ElementTree.Element) -> bool:
        """Whether an element whose label says so is the thing that an action is about."""
        raise NotImplementedError

    @classmethod
    def logged_action(cls, words: str) -> Action:
        """The action of these words by its parts, as at a new table; only the words if no action reads so there."""
        seats, options = cls.settings()[0]
        s = cls.game().new(seats, 1, **options)
        found = [a for a in range(s.space.size) if s.words(a) == words]
        return decided(s, found[0]) if found else {"words": words}

    def test_the_positions_show_every_kind_of_action(self) -> None:
        kinds = blocks(self.game())
        assert {kinds[a] for sample in asked(type(self)) for a in sample.state.legal()} == set(kinds)
        words = {w for sample in asked(type(self)) for w in sample.state.all_words()}
        assert [part for part in self.rarely if not any(part in w for w in words)] == []

    def test_every_region_is_there_and_parses(self) -> None:
        for sample in shown(type(self)):
            for viewer in (sample.decider, (sample.decider + 1) % sample.state.seats, None):
                assert set(sample.page(viewer)) == self.regions
                for region, html in sample.page(viewer).items():
                    sample.tree(viewer, region) if viewer == sample.decider else xml(html)

    def test_every_legal_action_is_in_words_and_at_its_thing(self) -> None:
        for sample in asked(type(self)):
            s = sample.state
            at = {region: sample.acting(s.seat, region) for region in self.regions}
            assert sorted(set(at["words"])) == s.legal()
            assert not any(at[region] for region in self.idle)
            for action in s.legal():
                for region in self.places(s, action):
                    assert action in at[region], (s.words(action), region)
            assert set().union(*at.values()) <= set(s.legal())

    def test_every_shortcut_can_be_played_in_order_whatever_is_hidden(self) -> None:
        for sample in asked(type(self)):
            s = sample.state
            page = [element for region in self.regions for element in sample.tree(s.seat, region).iter()]
            for row in {tuple(found) for element in page if (found := in_a_row(element))}:
                for world in (s.clone(), *[s.resample(s.seat, seed) for seed in range(2)]):
                    for action in row:
                        assert world.seat == s.seat
                        assert action in world.legal(), (s.words(action), [s.words(a) for a in row])
                        world.apply(action)

    def test_what_refuses_does_not_shine_and_comes_last_in_words(self) -> None:
        says = words_of(self.game())
        for sample in asked(type(self)):
            s, view = sample.state, sample.view(sample.decider)
            refused = [a["action"] for a in cast("Any", view["actions"]) if says and says.refuses(view, s.box, a)]
            assert len(refused) < len(s.legal()) or len(refused) == 1, "all is refused"
            told = [a for e in sample.tree(s.seat, "words").iter() if not in_a_row(e) for a in carried(e)]
            assert set(told[len(told) - len(refused) :]) == set(refused)
            for element in sample.tree(s.seat, "prompt").iter():
                if not in_a_row(element) and set(carried(element)) & set(refused):
                    assert "quiet" in element.get("class", "").split()

    def test_the_thing_that_carries_an_action_is_the_one_it_names(self) -> None:
        for sample in asked(type(self)):
            s = sample.state
            for region in self.regions - {"prompt", "words"}:
                for element in sample.tree(s.seat, region).iter():
                    for action in carried(element):
                        said = element.get("aria-label", "")
                        assert self.names(s, action, said, element), (s.words(action), said)
                        assert "legal" in element.get("class", "").split()
                        assert element.get("data-tip")

    def test_only_who_decides_can_act(self) -> None:
        for sample in shown(type(self)):
            for viewer in ((sample.decider + 1) % sample.state.seats, None):
                html = "".join(sample.page(viewer).values())
                assert "data-action" not in html
                assert "data-more" not in html
                assert not LEGAL.search(html)

    def test_nothing_can_be_chosen_in_the_past_nor_at_a_closed_table(self) -> None:
        for sample in shown(type(self))[::4]:
            s, view = sample.state, sample.view(sample.decider)
            past = self.face().regions(view, s.box, looks(s), None, True)
            closed = self.face().regions({**view, "actions": []}, s.box, looks(s))
            assert not any("data-action" in html or LEGAL.search(html) for html in past.values())
            assert not any("data-action" in html for html in closed.values())
            assert not any(drawn in past["board"] for drawn in ("data-way", "data-chain"))

    def test_nothing_hidden_is_on_the_page(self) -> None:
        for sample in shown(type(self))[:: 1 if FULL else 3]:
            for viewer in (sample.decider, (sample.decider + 1) % sample.state.seats, None):
                assert drawn(sample.state.resample(viewer, 1), viewer) == sample.page(viewer)

    def test_what_is_remembered_is_as_it_is_drawn_anew(self) -> None:
        found = shown(type(self))
        pages = [(sample, viewer, sample.page(viewer)) for sample in found for viewer in (sample.decider, None)]
        for sample, viewer, page in pages[:: 7 if FULL else 41]:
            forget()
            assert drawn(sample.state, viewer) == page

    def test_names_are_escaped_and_ids_are_their_own(self) -> None:
        for sample in shown(type(self)):
            for viewer in (sample.decider, None):
                html = "".join(sample.page(viewer).values())
                assert "<b>x" not in html
                assert "&lt;b&gt;x" in html
                for name in ("data-piece", "id"):
                    ids = re.findall(rf' {name}="([^"]+)"', html)
                    assert len(ids) == len(set(ids)), sorted(i for i in ids if ids.count(i) > 1)

    def test_a_finished_game_names_its_winners(self) -> None:
        ended = [sample for sample in shown(type(self)) if sample.state.over]
        assert ended
        for sample in ended:
            prompt = sample.page(None)["prompt"]
            text = "".join(xml(prompt).itertext())
            assert all(NAMES[w] in text for w in sample.state.winners())
            assert str(max(sample.state.scores())) in text
            assert "<button" not in prompt

    def test_the_breakdown_adds_up(self) -> None:
        for sample in samples(type(self)):
            s, view = sample.state, sample.view(None)
            sources = self.face().breakdown(view)
            summed = [sum(by_seat[i] for _, by_seat in sources) for i in range(s.seats)]
            assert summed == s.scores() == self.face().points(view)

    def test_the_log_tells_it_in_the_present(self) -> None:
        box = self.game().printed
        for words, (told, at) in self.logged.items():
            line = self.face().log_line(self.logged_action(words), box, self.settings()[0][1])
            assert (line.html, line.at) == (told, at)

    def test_the_log_has_words_for_every_action(self) -> None:
        for sample in asked(type(self)):
            s = sample.state
            options = {
                **self.settings()[0][1],
                **({"map": sample.view(None)["map"]} if "map" in s.game.options else {}),
            }
            for action in s.legal():
                line = self.face().log_line(decided(s, action), s.box, options)
                assert re.match(r"[a-z]+s\b", str(line.html)), line.html

    def test_every_card_has_a_look_and_the_gallery_shows_it(self) -> None:
        box: Any = self.game().printed
        cards = self.face().card_faces(box)
        assert list(cards) == [names[0] for names in box.names()]
        for look in cards.values():
            assert look.full_text, look.id
            picture = self.face().picture
            xml(str(picture(look, box)) if picture else "")
        root = xml(str(self.face().gallery(box)))
        text = "".join(root.itertext())
        assert [title for title in self.told_cards() if title not in text] == []
        ids = [found for e in root.iter() if (found := e.get("id"))]
        assert len(ids) == len(set(ids))
        for figure in self.face().figures(box).values():
            xml(str(figure))
