"""What every tool outside may rely on, looked at in positions from the beginning to the end of random games."""

from __future__ import annotations

import json
import pickle
from typing import ClassVar

import pytest

import roundhouse
from roundhouse.core.actions import squeeze
from roundhouse.core.records import Record, loads
from roundhouse.core.rng import seeded
from roundhouse.core.verbs import Either
from tests.kit.journeys import FULL, Case, choose, journeys, replay, samples


class Contract(Case):
    wordless: ClassVar[tuple[str, ...]] = ()  # verbs of cards that say nothing: others say it for them

    def test_random_games_keep_the_contract(self) -> None:
        """At every decision: actions sorted, unique, in range, never empty; pieces conserved; and it ends."""
        for one in journeys(type(self)):
            s = one.samples[-1].state
            assert s.over
            assert s.seat == -1
            assert s.legal() == []
            assert len(s.scores()) == one.seats
            assert s.winners()
            self.ended(s, one.options)
            with pytest.raises(roundhouse.IllegalAction, match="over"):
                s.apply(0)

    def test_every_position_is_worth_something_to_every_seat(self) -> None:
        """Whoever decides, from the deal on and in the middle of a turn, and it changes nothing."""
        for one in journeys(type(self))[:: 1 if FULL else 1 + len(self.settings()) // 6]:
            for s in replay(type(self), one):
                before = s.dump()
                assert all(isinstance(s.game.evaluate(s, seat), int) for seat in range(s.seats))
                assert s.dump() == before

    def test_words_parse_back(self) -> None:
        """Every legal action has a spelling of its own that parses back, in any case."""
        for sample in samples(type(self)):
            s = sample.state
            words = s.all_words()
            assert all(squeeze(w) for w in [*words, s.prompt()])
            assert len({squeeze(w) for w in words}) == len(words)
            rng = seeded(sample.number)
            for a in {choose(rng, s.legal()) for _ in range(40 if FULL else 2)} if not s.over else ():
                assert s.parse(s.words(a)) == a
                assert s.parse(s.words(a).upper()) == a

    def test_clones_and_pickles_stand_still_and_play_on_alike(self) -> None:
        for sample in samples(type(self)):
            s = sample.state
            rng = seeded(f"copies {sample.number}")
            before = s.fingerprint()
            twin = s.clone()
            assert twin.dump() == s.dump()
            other = pickle.loads(pickle.dumps(s))
            assert other.legal() == s.legal()
            scout = s.clone()
            moves = []
            for _ in range(6):
                if not scout.over:
                    moves.append(choose(rng, scout.legal()))
                    scout.apply(moves[-1])
            assert s.fingerprint() == twin.fingerprint() == other.fingerprint() == before
            for a in moves:
                twin.apply(a)
                other.apply(a)
            assert twin.fingerprint() == other.fingerprint() == scout.fingerprint()

    def test_what_is_refused_gets_a_sentence_with_a_clause_and_changes_nothing(self) -> None:
        for sample in samples(type(self)):
            s = sample.state
            if s.over:
                continue
            rng = seeded(f"refusals {sample.number}")
            before, legal = s.fingerprint(), s.legal()
            for action in {rng.below(s.game.num_actions) for _ in range(4)} - set(legal):
                with pytest.raises(roundhouse.IllegalAction, match=r"refused.*\.$") as caught:
                    s.apply(action)
                assert caught.value.clause in s.game.reasons or caught.value.clause == s.game.one_at_a_time
            for action in (-1, s.game.num_actions):
                with pytest.raises(roundhouse.IllegalAction, match="not an action"):
                    s.apply(action)
            assert s.fingerprint() == before
            assert s.legal() == legal

    def test_the_options_that_a_question_leaves_are_those_that_it_has(self) -> None:
        for sample in samples(type(self)):
            s = sample.state.clone()
            if s.over:
                continue
            found: list[int] = []
            s.verb.choices(s, s.top, found)
            assert s.legal() == found
            before = s.fingerprint()
            assert s.verb.asks(s, s.top)
            assert s.legal() == found
            assert s.fingerprint() == before

    def test_views_are_json_and_dealing_anew_keeps_them(self) -> None:
        """What is dealt depends only on what the seat sees, not on where things really lie."""
        for sample in samples(type(self)):
            s = sample.state
            before = s.fingerprint()
            for viewer in sample.lookers:
                view = sample.view(viewer)
                assert json.loads(json.dumps(view)) == view
                assert view["viewer"] == viewer
                twin = s.resample(viewer, sample.number)
                assert twin.view(viewer) == view
                assert self.conserved(twin) == self.conserved(s)
                assert twin.rng.words() != s.rng.words()
                again = s.resample(viewer, "again")
                assert again.fingerprint() == twin.resample(viewer, "again").fingerprint() != twin.fingerprint()
                if s.seat == viewer:
                    assert twin.legal() == s.legal()
            assert s.fingerprint() == before

    def test_a_record_saved_anywhere_loads_and_plays_on_alike(self) -> None:
        for one in journeys(type(self))[:: 1 if FULL else 1 + len(self.settings()) // 9]:
            record = Record(self.id, one.seats, seed=one.seed, **one.options)  # type: ignore[arg-type]
            places = [sample.number for sample in one.samples[1::2]]
            for n, a in enumerate(one.chosen):
                if n in places:
                    again = loads(record.text())
                    assert again.state.fingerprint() == record.state.fingerprint()
                    assert again.text() == record.text()
                record.play(a)
            again = loads(record.text())
            assert again.state.fingerprint() == record.state.fingerprint() == one.samples[-1].state.fingerprint()
            assert again.replay().scores() == record.state.scores()

    def test_the_same_seed_is_the_same_game(self) -> None:
        game = self.game()
        assert game.new(seed=2**127 + 1).fingerprint() == game.new(seed=2**127 + 1).fingerprint()
        assert game.new(seed=1).fingerprint() != game.new(seed=2).fingerprint()
        assert game.new().fingerprint() != game.new().fingerprint()

    def test_a_game_says_what_it_is(self) -> None:
        game = self.game()
        assert game.id == self.id
        assert game.title
        assert game.num_actions > 0
        assert all(o.help and o.kind in ("choice", "flag", "list") for o in game.options.values())
        s = game.new(seats=game.seats[0], seed=1)
        for action in range(game.num_actions):
            said = s.words(action)
            assert said == said.strip() != ""
            assert "{}" not in said

    def test_every_verb_of_a_card_says_what_it_does(self) -> None:
        """In the card's text, and where it is chosen among others."""
        game = self.game()
        parts = {part for card in range(len(game.printed.names())) for part in game.parts(card)}
        assert {name for name, words in parts if not words} == set(self.wordless)
        for verb in [v for verbs in game.programs.verbs for v in verbs]:
            assert not isinstance(verb, Either) or all(squeeze(option.phrase()) for option in verb.options)
