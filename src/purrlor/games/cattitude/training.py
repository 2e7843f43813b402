"""Learn from games of the policy what palace and table lead to (for `prospects`)."""

from collections.abc import Callable
from typing import Any

import numpy as np

from purrlor.core.contract import extend
from purrlor.core.game import Game
from purrlor.core.selfplay import play_itself
from purrlor.games.cattitude.components import MOST_PLAYERS, SETUPS
from purrlor.games.cattitude.prospects import SIGNS, signs

DATA = "prospects.json"
"""The file that `purrlor train` writes, beside the module that reads it."""
GAMES = 24_000
SMOOTHING = 30.0
"""Draws what seldom shows towards nothing."""
STEPS = 20
_COUNTS = range(2, MOST_PLAYERS + 1)
_MOST_ROUNDS = max(setup.rounds for setup in SETUPS.values())


def train(
    game: Game, key: bytes, games: int, progress: Callable[[int], None] = lambda done: None
) -> dict[str, Any]:
    """Play games of two to five and find what the signs of each round lead to."""
    extend(game.kernels.state, signs=signs)
    worths = np.zeros((len(_COUNTS), _MOST_ROUNDS, len(SIGNS)))
    chances = np.zeros((*worths.shape[:2], 2))
    for at, players in enumerate(_COUNTS):
        share = (games + at) // len(_COUNTS)
        found = play_itself(game, {"players": players}, share, key, len(SIGNS), progress)
        for left in range(SETUPS[players].rounds - 1):
            is_then = found.clocks == SETUPS[players].rounds - left
            seen, points = found.signs[is_then], found.points[found.games[is_then]]
            worths[at, left] = _worths(seen, points)
            chances[at, left] = _chances(seen @ worths[at, left], points)
    return {"worths": _rounded(worths), "chances": _rounded(chances)}


def _rounded(numbers: Any) -> Any:
    return (numbers.round(4) + 0.0).tolist()  # no zero is negative then


def _worths(seen: Any, points: Any) -> Any:
    """Return what each sign adds to the points, by least squares."""
    flat = seen.reshape(-1, seen.shape[2])
    bend = flat.T @ flat + SMOOTHING * np.eye(flat.shape[1])
    return np.linalg.solve(bend, flat.T @ points.reshape(-1))


def _chances(expected: Any, points: Any) -> Any:
    """Return how the leads that were expected won, as a logistic curve, by Newton's method."""
    is_won = points == points.max(axis=1, keepdims=True)
    shares = (is_won / is_won.sum(axis=1, keepdims=True)).reshape(-1)
    leads = _leads(expected).reshape(-1)
    told, curve = np.stack([np.ones_like(leads), leads], axis=1), np.zeros(2)
    for _ in range(STEPS):
        likely = 1 / (1 + np.exp(-told @ curve))
        slope = told.T @ (shares - likely) - curve
        bend = told.T @ (told * (likely * (1 - likely))[:, None]) + np.eye(2)
        curve += np.linalg.solve(bend, slope)
    return curve


def _leads(points: Any) -> Any:
    """Return by how much each seat is ahead of the best other one."""
    leads = np.zeros_like(points)
    for seat in range(points.shape[1]):
        leads[:, seat] = points[:, seat] - np.delete(points, seat, axis=1).max(axis=1)
    return leads
