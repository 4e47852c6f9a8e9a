"""The games as PettingZoo environments: one agent a seat, which decide in turn (AEC)."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from roundhouse.bots.many import rewards as rewards_of
from roundhouse.core.errors import IllegalAction
from roundhouse.core.game import Game
from roundhouse.core.state import State
from roundhouse.rl.tables import (
    ILLEGAL,
    LOST,
    MODES,
    VERSION,
    Glance,
    Seeds,
    by_score,
    dealer,
    known_mode,
    one_of,
    seat_space,
    unstarted,
    whole,
)


def env(game: str | Game, **given: Any) -> TableEnv:
    """A table at which an illegal action ends the game, and who chose it has -1: PettingZoo's convention."""
    return TableEnv(game, illegal="lose", **given)


def raw_env(game: str | Game, **given: Any) -> TableEnv:
    """A table at which an illegal action is refused with a sentence, and nothing changes."""
    return TableEnv(game, **given)


class TableEnv(AECEnv):  # type: ignore[misc]
    """A table whose seats are the agents `seat_0`, `seat_1` and so on.

    `reset(seed=S)` deals what `Game.new(seed=S)` does, and each reset without one the next of its line. An illegal
    action is refused with a sentence, or, with `illegal="lose"`, ends the game with -1. After `limit` decisions, if
    there is one, the game is cut off. `components` is a folder of edited tables; other keywords are options of the
    game.
    """

    metadata = {"render_modes": list(MODES), "is_parallelizable": False, "render_fps": 1}

    def __init__(
        self,
        game: str | Game,
        *,
        seats: int | None = None,
        rewards: str = "win",
        illegal: str = "refuse",
        limit: int = 0,
        render_mode: str | None = None,
        components: object = None,
        **options: object,
    ) -> None:
        super().__init__()
        self.dealer = dealer(game, seats, options, components)
        self.by_score = by_score(rewards)
        self.illegal = one_of("illegal", illegal, ILLEGAL)
        self.limit = limit
        self.render_mode = known_mode(render_mode)
        self.glance = Glance(self.dealer)
        self.seeds = Seeds()
        self.made = 0
        found = self.dealer.game
        self.metadata = {**type(self).metadata, "name": f"roundhouse_{found.id}_v{VERSION}"}
        self.possible_agents = [f"seat_{i}" for i in range(self.dealer.seats)]
        self.seat_of = {agent: i for i, agent in enumerate(self.possible_agents)}
        self.seen_by_all = spaces.Dict(
            {
                "observation": seat_space(self.dealer),
                "action_mask": spaces.Box(0, 1, (found.num_actions,), np.int8),
            }
        )
        self.action_spaces = {agent: spaces.Discrete(found.num_actions) for agent in self.possible_agents}

    def __getattr__(self, name: str) -> Any:
        raise unstarted(self, name)

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.seen_by_all

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a table; `options` are not used."""
        self.table: State = self.dealer.deal(self.seeds.next(seed))
        self.made = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self.table.seat]

    def step(self, action: Any) -> None:
        """Let the agent that is to decide choose an action; None, once the game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        table = self.table
        try:
            table.apply(action if type(action) is int else whole(action))
        except IllegalAction as why:
            if self.illegal == "refuse":
                raise
            self._lose(agent, str(why))
            return
        self.made += 1
        if table.over or self.made == self.limit:
            self._end()
        else:
            self.agent_selection = self.possible_agents[table.seat]

    def _end(self) -> None:
        """Rewards come at the end, and until then there are none: so nothing needs to be cleared at each step."""
        over = self.table.over
        if over:
            self.rewards = dict(zip(self.agents, rewards_of(self.table, self.by_score), strict=True))
            self._cumulative_rewards = dict(self.rewards)
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, not over)

    def _lose(self, agent: str, why: str) -> None:
        """End the game for an illegal action."""
        self.rewards[agent] = self._cumulative_rewards[agent] = LOST
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos[agent] = {"refused": why}

    def observe(self, agent: str) -> dict[str, Any]:
        """What that seat knows, and what it may choose: nothing, if it is not the one to decide. Both are copies."""
        observation, mask = self.glance.look(self.table, self.seat_of[agent])
        return {"observation": observation, "action_mask": mask}

    def render(self) -> str | None:
        """The table as the seat that is to decide sees it; once the game is over, as those who watch do."""
        from roundhouse.rl import pictures

        return pictures.render(self.table, None if self.table.over else self.table.seat, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""
