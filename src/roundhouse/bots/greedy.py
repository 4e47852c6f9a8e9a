"""The bot that looks one decision ahead."""

from __future__ import annotations

from typing import Final

from roundhouse.bots.bot import Bot, Budget
from roundhouse.core.state import State
from roundhouse.core.verbs import frame_seat

LEAST: Final = -(1 << 40)
WON: Final = 1 << 30  # winning, by which a finished game counts; a shared win counts its share
POINT: Final = 100  # a point of the margin, as in the games' evaluations
AHEAD: Final = 100  # how much of what a position is worth to the rivals counts as a loss, in hundredths,
BEHIND: Final = 50  # and for who is behind


class GreedyBot(Bot):
    """The action after which its position is best against those of its rivals; ties by lot.

    It tries the actions on a guess at what is hidden from its seat, never on the table itself. Towards the end all
    positions lose what they promise. A bot that looked at its own alone would shy away from ending a game, and two of
    them would go on for ever; by the difference, who is ahead is glad of it.
    """

    def __init__(self, seed: object, ahead: int = AHEAD, behind: int = BEHIND) -> None:
        super().__init__(seed)
        self.ahead: int = ahead
        self.behind: int = behind

    def choose(self, state: State, seat: int, budget: Budget) -> int:
        options = state.choices()
        if len(options) == 1:
            return options[0]
        guess = state.resample(seat, self.rng.word())
        offered = guess.choices()
        rivals = state.rivals(seat)
        share = self.ahead if margin(guess, seat, rivals) >= 0 else self.behind
        best: list[int] = []
        most = LEAST
        for action in options:
            if action not in offered:
                continue
            twin = guess.clone()
            twin.apply(action)
            worth = followed(twin, seat, rivals, share, state.game.depth)
            if worth > most:
                best = [action]
                most = worth
            elif worth == most:
                best.append(action)
        if not best:
            best = options
        return best[self.rng.below(len(best))]


def followed(s: State, seat: int, rivals: list[int], share: int, depth: int) -> int:
    """What a position is worth to a seat; an effect of its own under way is followed to its best outcome."""
    if depth == 0 or s.over or not s.below or frame_seat(s.top) != seat:
        return compared(s, seat, rivals, share)
    best = LEAST
    for action in s.choices():
        twin = s.clone()
        twin.apply(action)
        value = followed(twin, seat, rivals, share, depth - 1)
        if value > best:
            best = value
    return best


def compared(s: State, seat: int, rivals: list[int], share: int) -> int:
    """What a position is worth to a seat, less so many hundredths of what it is worth to its rivals on average."""
    if s.over:
        winners = s.winners()
        won = WON // len(winners) if seat in winners else -WON
        return won + margin(s, seat, rivals) * POINT
    own = s.game.evaluate(s, seat)
    if not rivals:
        return own
    total = 0
    for rival in rivals:
        total += s.game.evaluate(s, rival)
    return own - total * share // (100 * len(rivals))


def margin(s: State, seat: int, rivals: list[int]) -> int:
    """By how many points a seat is ahead of its best rival."""
    scores = s.scores()
    best = scores[rivals[0]] if rivals else 0
    for rival in rivals:
        if scores[rival] > best:
            best = scores[rival]
    return scores[seat] - best
