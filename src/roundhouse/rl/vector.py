"""Many tables at once: NumPy arrays over the buffers of `roundhouse.bots.many`, whose loop is compiled."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from roundhouse.bots.many import Many
from roundhouse.core.errors import IllegalAction
from roundhouse.core.game import Game
from roundhouse.core.rng import seeded
from roundhouse.rl.tables import Bytes, array, by_score, dealer


class Batch(NamedTuple):
    """What is known of every table, a row each."""

    observations: Bytes  # what the seat that is to decide knows
    masks: Bytes  # 1 for the actions that it may choose
    seats: NDArray[np.int64]  # which seat that is
    rewards: NDArray[np.float64]  # by seat, if the last step ended a game, else 0
    finished: NDArray[np.bool_]  # whether it did; the rest of the row is of the next game already
    cut_off: NDArray[np.bool_]  # whether it reached the limit instead


def plain(actions: ArrayLike) -> list[int]:
    """Actions as a list of ints, which they may be already."""
    if isinstance(actions, list) and set(map(type, actions)) == {int}:
        return actions
    given = np.asarray(actions)
    if given.dtype.kind not in "iu":
        raise IllegalAction(f"Actions are whole numbers, not {given.dtype}.")
    listed: list[int] = given.ravel().tolist()
    return listed


class VectorEnv:
    """`count` tables of a game, stepped together; each is dealt anew as soon as it is over.

    `batch` is what `step` returned last. Its arrays are live but for the observations: the next step writes over them.
    `step(actions, copy=True)` and `copied()` give arrays of one's own. The k-th game of table i has the seed
    `SEED/i/k`. After `limit` decisions, if there is one, a game is cut off. `components` is a folder of edited tables;
    other keywords are options of the game.
    """

    def __init__(
        self,
        game: str | Game,
        count: int,
        *,
        seats: int | None = None,
        seed: object = None,
        rewards: str = "win",
        limit: int = 0,
        components: object = None,
        **options: object,
    ) -> None:
        found = dealer(game, seats, options, components)
        self._start(Many(found, count, seed, by_score(rewards), limit))
        self.lot = seeded(f"{self.many.seed}/lot")

    def _start(self, many: Many) -> None:
        self.many = many
        self.game = many.dealer.game
        self.count = many.count
        self.num_seats = many.dealer.seats
        self.num_actions = self.game.num_actions
        self.parts = self.game.observation.parts(self.num_seats)
        self._buffers: list[tuple[str, NDArray[Any]]] = []  # to be copied after each step, if nothing is compiled
        self.batch = Batch(
            self._observed(),
            self._view("masks.cells", np.uint8, self.num_actions),
            self._view("seats", np.int64, None),
            self._view("rewards", np.float64, self.num_seats),
            self._view("finished", np.bool_, None),
            self._view("cut", np.bool_, None),
        )

    def _observed(self) -> Bytes:
        """What was written of all tables; nobody writes to it later."""
        return np.frombuffer(self.many.sheet.taken(), np.uint8).reshape(self.count, -1)

    def _cells(self, name: str) -> Any:
        found: Any = self.many
        for part in name.split("."):
            found = getattr(found, part)
        return found

    def _view(self, name: str, kind: Any, width: int | None) -> NDArray[Any]:
        """Some cells as an array that shows what is in them."""
        cells = self._cells(name)
        seen = array(cells, kind)
        if seen is None:
            seen = np.array(cells, kind)
            self._buffers.append((name, seen))
            seen = seen[:]
        seen.flags.writeable = False
        return seen if width is None else seen.reshape(self.count, width)

    def step(self, actions: ArrayLike, copy: bool = False) -> Batch:
        """One decision at every table; IllegalAction names the table of an illegal one, and nothing has changed."""
        self.many.step(plain(actions))
        for name, buffer in self._buffers:
            buffer[:] = self._cells(name)
        self.batch = self.batch._replace(observations=self._observed())
        return self.copied() if copy else self.batch

    def copied(self) -> Batch:
        """What is known of every table, in arrays that later steps do not write to."""
        copies: list[Any] = [part.copy() for part in self.batch]
        return Batch(*copies)

    def sample(self) -> list[int]:
        """A legal action for every table, by lot."""
        return self.many.sample(self.lot)

    def __getstate__(self) -> dict[str, object]:
        return {"many": self.many, "lot": self.lot}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self._start(kept["many"])
        self.lot = kept["lot"]

    def __deepcopy__(self, memo: object) -> VectorEnv:
        return self.clone()

    def clone(self) -> VectorEnv:
        """An independent copy that plays on alike, with arrays of its own."""
        twin = object.__new__(type(self))
        twin.__setstate__({"many": self.many.clone(), "lot": self.lot.clone()})
        return twin
