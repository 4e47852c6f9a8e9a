"""A guest with rules only: Night Goods where no face, ledger or bot of its own lies beside."""

from __future__ import annotations

from nightgoods.rules import NightGoodsGame


class BareGame(NightGoodsGame):
    def __init__(self) -> None:
        super().__init__()
        self.id = "bare"
        self.title = "Bare goods"


def create() -> BareGame:
    return BareGame()
