"""Public engines at random play, counted as ours are: a decision counts if it has more than one option.

Neither engine is slowed by the counting: no option list is made that a plain random player would not make. Only whole
games count.
"""

from __future__ import annotations

import contextlib
import logging
import random
import timeit
from time import perf_counter, process_time

SEATS = 4


class Catanatron:
    """catanatron with its own RandomPlayer on all four seats, driven as its own `Game.play` drives it."""

    def __init__(self) -> None:
        from catanatron.game import TURNS_LIMIT, Game
        from catanatron.models.player import Color, RandomPlayer

        self.new = lambda: Game([RandomPlayer(c) for c in Color])
        self.limit = TURNS_LIMIT

    def play(self, seconds: float) -> dict[str, float]:
        made = games = 0
        start = process_time()
        end = perf_counter() + seconds
        while perf_counter() < end:
            game = self.new()
            while game.winning_color() is None and game.state.num_turns < self.limit:
                if len(game.state.playable_actions) > 1:
                    made += 1
                game.play_tick()
            games += 1
        return {"decisions": made, "games": games, "seconds": process_time() - start}

    def clone(self) -> dict[str, float]:
        game = self.new()
        for _ in range(400):
            game.play_tick()
        return {"clone_ns": min(timeit.repeat(game.copy, number=200, repeat=5)) / 200 * 1e9}


class RandomDecider:
    """Picks uniformly among what pyminion offers; treasures one at a time, as cards are played in our games."""

    def __init__(self) -> None:
        self.made = 0

    def one(self, options):
        if len(options) > 1:
            self.made += 1
        return options[int(random.random() * len(options))]

    def some(self, cards, least, most):
        """Any number of cards between two bounds, first the number, then which."""
        most = len(cards) if most < 0 else min(most, len(cards))
        least = min(least, most)
        if most > 0 and least < len(cards):
            self.made += 1
        return random.sample(cards, random.randint(least, most))

    def action_phase_decision(self, valid_actions, player, game):
        return self.one([*valid_actions, None])

    def treasure_phase_decision(self, valid_treasures, player, game):
        card = self.one([*valid_treasures, None])
        return [] if card is None else [card]

    def buy_phase_decision(self, valid_cards, player, game):
        return self.one([*valid_cards, None])

    def binary_decision(self, prompt, card, player, game, relevant_cards=None):
        return self.one((True, False))

    def multiple_option_decision(self, card, options, player, game, num_choices=1, unique=True):
        if len(options) > num_choices:
            self.made += 1
        return random.sample(range(len(options)), num_choices)

    def discard_decision(self, prompt, card, valid_cards, player, game, min_num_discard=0, max_num_discard=-1):
        return self.some(valid_cards, min_num_discard, max_num_discard)

    def trash_decision(self, prompt, card, valid_cards, player, game, min_num_trash=0, max_num_trash=-1):
        return self.some(valid_cards, min_num_trash, max_num_trash)

    def gain_decision(self, prompt, card, valid_cards, player, game, min_num_gain=0, max_num_gain=-1):
        return self.some(valid_cards, min_num_gain, max_num_gain)

    def topdeck_decision(self, prompt, card, valid_cards, player, game, min_num_topdeck=0, max_num_topdeck=-1):
        return self.some(valid_cards, min_num_topdeck, max_num_topdeck)

    def reveal_decision(self, prompt, card, valid_cards, player, game, min_num_reveal=0, max_num_reveal=-1):
        return self.some(valid_cards, min_num_reveal, max_num_reveal)

    def pass_decision(self, prompt, card, valid_cards, player, game, min_num_pass=0, max_num_pass=-1):
        return self.some(valid_cards, min_num_pass, max_num_pass)

    def name_card_decision(self, prompt, card, valid_cards, player, game, min_num_name=0, max_num_name=-1):
        return self.some(valid_cards, min_num_name, max_num_name)

    def multi_play_decision(self, prompt, card, valid_cards, player, game, required=True):
        return self.one(valid_cards if required else [*valid_cards, None])

    def deck_position_decision(self, prompt, card, player, game, num_deck_cards):
        return self.one(range(num_deck_cards + 1))


class Pyminion:
    """pyminion's base set, ten random kingdom cards a game, its logging switched off."""

    def __init__(self) -> None:
        logging.disable(logging.CRITICAL)
        from pyminion.expansions.base import base_set
        from pyminion.game import Game
        from pyminion.player import Player

        self.decider = RandomDecider()
        players = [str(i) for i in range(SEATS)]
        self.new = lambda: Game([Player(self.decider, player_id=i) for i in players], [base_set], log_stdout=False)

    def play(self, seconds: float) -> dict[str, float]:
        self.decider.made = games = 0
        start = process_time()
        end = perf_counter() + seconds
        while perf_counter() < end:
            # rarely a card finds no card to gain and pyminion stops; its decisions count all the same
            with contextlib.suppress(AssertionError):
                self.new().play()
            games += 1
        return {"decisions": self.decider.made, "games": games, "seconds": process_time() - start}


RIVALS = {"catanatron": Catanatron, "pyminion": Pyminion}
