"""Learn from games of the policy who cheats unseen (for `beliefs`)."""

from collections.abc import Callable
from typing import Any

import numpy as np

from purrlor.core.contract import extend
from purrlor.core.game import Game
from purrlor.core.selfplay import play_itself
from purrlor.games.cat_royal.beliefs import SIGNS, signs
from purrlor.games.cat_royal.components import KINDS, MOST_PLAYERS

DATA = "beliefs.json"
"""The file that `purrlor train` writes, beside the module that reads it."""
GAMES = 12_000
SMOOTHING = 20.0
"""Moves like all others, added to every count."""
_COUNTS = range(2, MOST_PLAYERS + 1)


def train(
    game: Game, key: bytes, games: int, progress: Callable[[int], None] = lambda done: None
) -> dict[str, Any]:
    """Play games of two to four and count how often a move that may have been a cheat was one."""
    extend(game.kernels.state, signs=signs)
    suspected, guilty = np.zeros((2, KINDS))
    for at, players in enumerate(_COUNTS):
        share = (games + at) // len(_COUNTS)
        found = play_itself(game, {"players": players}, share, key, len(SIGNS), progress)
        cards, was_one = found.signs.reshape(-1, len(SIGNS)).T.astype(np.int64)
        suspected += np.bincount(cards[cards >= 0], minlength=KINDS)
        guilty += np.bincount(cards[cards >= 0], was_one[cards >= 0], minlength=KINDS)
    mean = (guilty.sum() + 1) / (suspected.sum() + 2)
    guilt = (guilty + SMOOTHING * mean) / (suspected + SMOOTHING)
    return {"guilt": guilt.round(4).tolist()}
