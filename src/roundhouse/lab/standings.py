"""The results of an arena as tables for a terminal."""

from __future__ import annotations

from rich.console import Console
from rich.table import Column, Table

from roundhouse.core.game import Game
from roundhouse.core.words import counted
from roundhouse.lab.arena import Rating, Results, Standing, each

NO_RATINGS = "There are no ratings without openskill: pip install 'roundhouse[lab]'."


def show(results: Results, game: Game, out: Console) -> None:
    """Win rates, ratings and scores; the same by seat; what thinking took; and what did not go as it should."""
    contest = results.contest
    games, seats = counted(len(results.bouts), "game"), counted(contest.seats, "seat")
    deals = counted(len(results.bouts) // len(contest.seatings), "deal")
    seated = counted(len(contest.seatings), "seating")
    out.print(f"{games} of {game.title}, {seats}, seed {contest.seed}: {deals}, each in {seated}", soft_wrap=True)
    out.print(wins(results.bots))
    out.print(by_seat(results))
    out.print(thinking(results.bots))
    if results.capped:
        share = "half a win" if contest.seats == 2 else f"1/{contest.seats} of a win"
        games = counted(results.capped, "game")
        out.print(f"{games} not over after {contest.cap:,} decisions: counted as {share} each.", soft_wrap=True)
    for row in results.bots:
        if row.thought.failed:
            failed = counted(row.thought.failed, "time")
            out.print(f"{row.name} failed {failed}, and a plain bot decided; the log says why.", soft_wrap=True)
    if not any(row.rating for row in results.bots):
        out.print(NO_RATINGS, soft_wrap=True)
    out.print(f"{results.seconds:.1f} s", soft_wrap=True)


def right(*titles: str) -> list[Column]:
    return [Column(title, justify="right") for title in titles]


def named(title: str) -> Column:
    """A column of bots, whose names are told in full."""
    return Column(title, overflow="fold")


def percent(rate: float) -> str:
    return f"{100 * rate:.1f} %"


def wins(rows: list[Standing]) -> Table:
    out = Table(named("bot"), *right("games", "win rate", "95 %", "rating", "mean score"))
    for row in rows:
        low, high = row.interval
        within = f"{100 * low:.1f}–{100 * high:.1f}"  # noqa: RUF001
        out.add_row(row.name, f"{row.played:,}", percent(row.rate), within, rated(row.rating), f"{row.mean:.2f}")
    return out


def rated(rating: Rating | None) -> str:
    return f"{rating.mu:.1f} ± {rating.sigma:.1f}" if rating else "-"


def by_seat(results: Results) -> Table:
    out = Table(named("wins in"), *right(*[row.name for row in results.seats]))
    for row in results.bots:
        out.add_row(row.name, *[percent(seat.rate) if seat.played else "-" for seat in row.seats])
    out.add_row("all", *[percent(seat.rate) for seat in results.seats])
    return out


def thinking(rows: list[Standing]) -> Table:
    out = Table(named("a turn"), *right("ms", "iterations", "decisions", "ms a decision"))
    for row in rows:
        done = row.thought
        out.add_row(
            row.name,
            number(each(1000 * done.seconds, done.turns), 2),
            number(each(done.iterations, done.turns), 1),
            number(each(done.decisions, done.turns), 1),
            number(each(1000 * done.seconds, done.decisions), 2),
        )
    return out


def number(amount: float | None, digits: int) -> str:
    return "-" if amount is None else f"{amount:,.{digits}f}"
