"""Ratings from a round robin: Bradley and Terry's model on the Elo scale, by maximum likelihood."""

from typing import Any

import msgspec
import numpy as np

ELO = 400 / np.log(10)
"""Elo points in one unit of log-odds."""
PRIOR = 0.5
"""Deals that each of a pair has won beforehand, so that nobody is infinitely better."""
STEPS = 50


class Elo(msgspec.Struct, frozen=True):
    """A strength with its interval; the mean of all entrants is 0."""

    value: float
    low: float | None
    high: float | None
    """None: no limit. Who won everything may be better by any amount, and the reverse."""


def elo_of(shares: Any, again: Any, deals: int, confidence: float) -> list[Elo]:
    """Return the ratings of all entrants; `again` are the shares of deals that were drawn again."""
    tails = ((1 - confidence) / 2, (1 + confidence) / 2)
    values, drawn = ratings(shares, deals), ratings(again, deals)
    lows, highs = np.quantile(drawn, tails, axis=0)
    least = least_share(deals, confidence)
    doubted = np.where(shares == 1, least, np.where(shares == 0, 1 - least, shares))
    careful = ratings(doubted, deals, prior=0)
    reached = _reached(shares > 0)
    found = []
    for i, value in enumerate(values):
        has_limit_above = bool(reached[:, i].all())
        has_limit_below = bool(reached[i].all())
        low, high = float(lows[i]), float(highs[i])
        if not has_limit_above:
            low = min(low, float(careful[i]))
        if not has_limit_below:
            high = max(high, float(careful[i]))
        found.append(
            Elo(float(value), low if has_limit_below else None, high if has_limit_above else None)
        )
    return found


def least_share(deals: int, confidence: float) -> float:
    """Return the least share of who won all deals (the limit of Clopper and Pearson)."""
    return float(((1 - confidence) / 2) ** (1 / deals))


def _reached(won: Any) -> Any:
    """Return who is ahead of whom by a chain of wins: without one, games say nothing of a pair."""
    entrants = won.shape[-1]
    reached = won | np.eye(entrants, dtype=bool)
    for middle in range(entrants):
        reached |= reached[:, middle, None] & reached[None, middle, :]
    return reached


def ratings(shares: Any, deals: int, *, prior: float = PRIOR) -> Any:
    """Return Elo ratings (mean 0) from matrices of shares: `shares[..., i, j]` is i's against j.

    Newton's method, for a whole stack of matrices at once: the likelihood has one maximum.
    """
    entrants = shares.shape[-1]
    others = 1 - np.eye(entrants)
    wins = (shares * deals + prior) * others
    games = wins + np.swapaxes(wins, -1, -2)
    strengths = np.zeros(shares.shape[:-1])
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(strengths[..., None, :] - strengths[..., :, None]))
        slope = (wins - games * chance).sum(axis=-1)
        weight = games * chance * (1 - chance) * others
        # The mean is free; adding 1 everywhere holds it at 0.
        bend = np.eye(entrants) * weight.sum(axis=-1)[..., None] - weight + 1
        step = np.linalg.solve(bend, slope[..., None])[..., 0]
        strengths += np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-10:
            break
    return ELO * (strengths - strengths.mean(axis=-1, keepdims=True))
