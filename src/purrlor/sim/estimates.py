"""Means, shares and ratios of games, with intervals of 95 %, and a test of equal seats."""

from typing import Any

import numpy as np
from scipy.stats import chi2

from purrlor.sim.simulate import Simulation
from purrlor.sim.standings import Estimate
from purrlor.sim.summary import WIDTH
from purrlor.sim.tables import shares_of

FLAT = 1e-9
"""A variance below this part of the largest is none."""


def mean_of(values: Any) -> Estimate:
    """Return the mean with its interval."""
    values = np.asarray(values, float)
    return _around(float(values.mean()), float(values.std() / np.sqrt(len(values))))


def _around(value: float, error: float) -> Estimate:
    return Estimate(value, value - WIDTH * error, value + WIDTH * error)


def seat_shares(simulation: Simulation) -> list[Estimate]:
    """Return each seat's share of victories."""
    return [
        Estimate(seat.win_share, seat.win_low, seat.win_high) for seat in simulation.summary().seats
    ]


def best_seats(simulation: Simulation) -> list[int]:
    """Return the seat that wins most; several, if they won equally often, as partners do."""
    shares = [share.value for share in seat_shares(simulation)]
    return [seat for seat, share in enumerate(shares) if np.isclose(share, max(shares))]


def doubt_of_equality(simulation: Simulation) -> float:
    """Return how likely shares so unequal would be if all seats were equal.

    A chi-square test by how the shares of a game vary together, with as many degrees of freedom as
    they can vary in: partners, who win together, count as one.
    """
    shares = shares_of(simulation.results["places"][:, : simulation.options.players])
    from_equal = shares - 1 / shares.shape[1]
    spread = from_equal.T @ from_equal / len(shares)
    freedom = int(np.linalg.matrix_rank(spread, tol=FLAT, hermitian=True))
    if not freedom:
        return 1.0
    mean = from_equal.mean(axis=0)
    distance = len(shares) * mean @ np.linalg.pinv(spread, rcond=FLAT, hermitian=True) @ mean
    return float(chi2.sf(distance, freedom))


def ratio_of(simulation: Simulation, part: tuple[str, ...], whole: tuple[str, ...]) -> Estimate:
    """Return a ratio of what was counted in all games, with its interval (by the delta method)."""
    names = list(simulation.game.statistics)
    parts = simulation.counts[:, [names.index(name) for name in part]].sum(axis=1)
    wholes = simulation.counts[:, [names.index(name) for name in whole]].sum(axis=1)
    total = wholes.mean()
    if total == 0:
        return Estimate(0.0, 0.0, 0.0)
    ratio = float(parts.mean() / total)
    return _around(ratio, float(np.std(parts - ratio * wholes) / total / np.sqrt(len(parts))))
