"""Games summed up: who wins, with what, and how long it takes."""

import math
from typing import Any

import msgspec
import numpy as np

WIDTH = 1.96
"""Standard errors on each side of a mean, for intervals of 95 %."""


class Spread(msgspec.Struct, frozen=True, kw_only=True):
    """How a number is distributed over games."""

    mean: float
    deviation: float
    low: float
    median: float
    high: float


class SeatSummary(msgspec.Struct, frozen=True, kw_only=True):
    """One seat over all games."""

    player: str
    win_share: float
    """Wins; a shared first place counts its part."""
    win_low: float
    win_high: float
    points: Spread


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """What a simulation found."""

    game: str
    options: dict[str, Any]
    key: str
    games: int
    capped: int
    seats: list[SeatSummary]
    turns: Spread
    decisions: Spread
    per_game: dict[str, float]


def share_interval(shares: Any, winners: int = 1) -> tuple[float, float]:
    """Return the interval of 95 % of a seat's share of victories.

    Wilson's, of as many whole wins as tell as much: a shared victory varies less than a whole one.
    `winners` win together, so that more than a part of each game is never one seat's.
    """
    parts = shares * winners
    mean, games = float(parts.mean()), len(parts)
    whole = mean * (1 - mean)
    # One game more, as spread as whole wins are: a few equal games are no proof.
    spread = (games * float(parts.var()) + whole) / (games + 1)
    worth = games * whole / spread if spread > 0 else float(games)
    pull = WIDTH**2 / worth
    middle = (mean + pull / 2) / (1 + pull)
    reach = WIDTH * math.sqrt(whole / worth + pull / (4 * worth)) / (1 + pull)
    low, high = max(0.0, middle - reach), min(1.0, middle + reach)
    return min(low, mean) / winners, max(high, mean) / winners


def sum_up_seat(player: str, shares: Any, points: Any, winners: int) -> SeatSummary:
    """Sum up one seat."""
    low, high = share_interval(shares, winners)
    return SeatSummary(
        player=player,
        win_share=float(shares.mean()),
        win_low=low,
        win_high=high,
        points=spread_of(points),
    )


def spread_of(values: Any) -> Spread:
    """Return how a number is distributed."""
    low, median, high = np.quantile(values, (0.05, 0.5, 0.95))
    return Spread(
        mean=float(values.mean()),
        deviation=float(values.std()),
        low=float(low),
        median=float(median),
        high=float(high),
    )
