"""Ratings from a round robin: Bradley and Terry's model on the Elo scale, by maximum likelihood."""

from typing import Any

import numpy as np

ELO = 400 / np.log(10)
"""Elo points in one unit of log-odds."""
PRIOR = 0.5
"""Wins that each entrant of a pair is given beforehand, so that nobody is infinitely better."""
STEPS = 50


def ratings(shares: Any, deals: int) -> Any:
    """Return Elo ratings (mean 0) from matrices of shares: `shares[..., i, j]` is i's against j.

    Newton's method, for a whole stack of matrices at once: the likelihood has one maximum.
    """
    entrants = shares.shape[-1]
    others = 1 - np.eye(entrants)
    wins = (shares * deals + PRIOR) * others
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
