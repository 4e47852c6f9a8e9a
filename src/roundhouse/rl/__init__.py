"""Environments for those who learn: PettingZoo, Gymnasium, OpenSpiel, and many tables at once.

Importing this registers the games with Gymnasium, as `roundhouse/Trains-v1`; `roundhouse.rl.openspiel` registers them
with OpenSpiel. Needs `pip install 'roundhouse[rl]'`.
"""

from __future__ import annotations

from roundhouse.rl.gymnasium import register

register()
