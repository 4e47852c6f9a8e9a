"""One self-contained folder a game.

The contract's `roundhouse.games()` and this package share a name; importing a game binds the package, so the
package answers the call too.
"""

from __future__ import annotations

import sys
from types import ModuleType


class Games(ModuleType):
    """A package that lists the games when called."""

    def __call__(self) -> list[str]:
        from roundhouse.core.registry import games

        return games()


sys.modules[__name__].__class__ = Games
