"""The games as Gymnasium environments: one seat learns, and bots play the others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar, Final

import gymnasium
from gymnasium import spaces

from roundhouse.bots.make import make as make_bot
from roundhouse.bots.many import Company
from roundhouse.bots.many import rewards as rewards_of
from roundhouse.core.errors import BadSeats, IllegalAction
from roundhouse.core.game import Game
from roundhouse.core.registry import games
from roundhouse.core.state import State
from roundhouse.rl.tables import (
    ILLEGAL,
    LOST,
    MODES,
    VERSION,
    Bytes,
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

RANDOM: Final = "random"


def make(game: str | Game, opponents: str | Sequence[str] = "greedy", seat: int | str = 0, **given: Any) -> SeatEnv:
    """A table with one seat that learns; as `SeatEnv`."""
    return SeatEnv(game, opponents, seat, **given)


def register() -> None:
    """Tell Gymnasium of every game, those of other packages too: `roundhouse/Trains-v1` and so on."""
    for id in games():
        name = f"roundhouse/{''.join(part.capitalize() for part in re.split('[^a-z0-9]', id))}-v{VERSION}"
        if name not in gymnasium.registry:
            gymnasium.register(name, entry_point="roundhouse.rl.gymnasium:SeatEnv", kwargs={"game": id})


class SeatEnv(gymnasium.Env[Bytes, int]):
    """One seat of a table; `opponents` are bots by name, one for all other seats or one each in their order.

    `seat` is which one learns, or "random": another one each game. `info["action_mask"]` has a 1 for each action that
    may be chosen. An illegal one is refused with a sentence, or, with `illegal="lose"`, ends the game with -1. With a
    seed everything is the same again, if no bot thinks by the clock. After `limit` decisions of all seats, if there is
    a limit, the game is cut off. `components` is a folder of edited tables; other keywords are options of the game.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(MODES), "render_fps": 1}  # type: ignore[misc]

    def __init__(
        self,
        game: str | Game,
        opponents: str | Sequence[str] = "greedy",
        seat: int | str = 0,
        *,
        seats: int | None = None,
        rewards: str = "win",
        illegal: str = "refuse",
        limit: int = 0,
        render_mode: str | None = None,
        components: object = None,
        **options: object,
    ) -> None:
        if not isinstance(opponents, str):
            if seats not in (None, len(opponents) + 1):
                raise BadSeats(f"{len(opponents)} opponents and who learns are not {seats} seats.")
            seats = len(opponents) + 1
        self.dealer = dealer(game, seats, options, components)
        others = self.dealer.seats - 1
        self.opponents = [opponents] * others if isinstance(opponents, str) else list(opponents)
        for spec in self.opponents:
            make_bot(spec, 0)
        if seat != RANDOM and seat not in range(self.dealer.seats):
            raise BadSeats(f"There is no seat {seat!r} to learn in; it is one of 0 to {others}, or {RANDOM!r}.")
        self.learner = seat
        self.by_score = by_score(rewards)
        self.illegal = one_of("illegal", illegal, ILLEGAL)
        self.limit = limit
        self.render_mode = known_mode(render_mode)
        self.glance = Glance(self.dealer)
        self.seeds = Seeds()
        self.observation_space = seat_space(self.dealer)
        self.action_space = spaces.Discrete(self.dealer.game.num_actions)  # type: ignore[assignment]

    def __getattr__(self, name: str) -> Any:
        raise unstarted(self, name)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Bytes, dict[str, Any]]:
        """Deal a table and play until who learns is to decide; `options` are not used."""
        super().reset(seed=seed)
        seat = int(self.np_random.integers(self.dealer.seats)) if self.learner == RANDOM else int(self.learner)
        self._deal(self.seeds.next(seed), seat)
        return self._seen()

    def _deal(self, seed: object, seat: int) -> None:
        self.dealt: object = seed
        self.seat = seat
        self.actions: list[int] = []  # of who learns, since the deal
        self.ended = False
        self.table: State = self.dealer.deal(seed)
        self.company = Company(self.opponents, seat, seed)
        self.company.play(self.table, self.limit)

    def step(self, action: int) -> tuple[Bytes, float, bool, bool, dict[str, Any]]:
        """Choose an action, and let the others play until who learns is to decide again, or the game is over."""
        table = self.table
        if self.ended:
            raise IllegalAction("The game is over: call reset() first.")
        try:
            self._choose(action if type(action) is int else whole(action))
        except IllegalAction as why:
            if self.illegal == "refuse":
                raise
            self.ended = True
            seen, info = self._seen()
            return seen, LOST, True, False, {**info, "refused": str(why)}
        cut = not table.over and 0 < self.limit <= self.company.made
        self.ended = table.over or cut
        reward = rewards_of(table, self.by_score)[self.seat] if table.over else 0.0
        seen, info = self._seen()
        return seen, reward, table.over, cut, info

    def _choose(self, action: int) -> None:
        self.table.apply(action)
        self.actions.append(action)
        self.company.made += 1
        self.company.play(self.table, self.limit)

    def _seen(self) -> tuple[Bytes, dict[str, Any]]:
        observation, mask = self.glance.look(self.table, self.seat)
        return observation, {"action_mask": mask, "seat": self.seat}

    def render(self) -> str | None:
        """The table as the seat that learns sees it."""
        from roundhouse.rl import pictures

        return pictures.render(self.table, self.seat, self.render_mode)

    # copies: what bots remember cannot be copied, so they play the game once more

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in ("table", "company")}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        if "dealt" in kept:
            actions, ended = kept["actions"], kept["ended"]
            self._deal(self.dealt, self.seat)
            for action in actions:
                self._choose(action)
            self.ended = ended
