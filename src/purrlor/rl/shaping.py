"""Shaped rewards: a hint in every step of how things go, for games that reward only at their end.

The reward of a step gains `discount * potential(after) - potential(before)`, and nothing has a
potential once a game has ended or was stopped. Over a game these terms, discounted, add up to minus
the potential of the deal, which no player chooses, so the best policies stay the best (Ng, Harada
and Russell, 1999).
"""

from typing import Any

import numpy as np

from purrlor.rl.batch import Batch
from purrlor.rl.deciding import judge_all
from purrlor.rl.stepping import RUNNING


class Shaping:
    """What is added to the rewards of a batch of games."""

    def __init__(self, batch: Batch, *, weight: float, discount: float) -> None:
        self._batch = batch
        self._weight, self._discount = weight, discount
        self._before = np.zeros((batch.count, batch.options.players))

    def begin(self) -> None:
        """Take note of the potentials as they are: a deal wins nothing."""
        self._before = self._potentials()

    def step(self, is_over: Any) -> Any:
        """Return by game and seat what is added for the step that was just taken.

        A game in `is_over` has ended in this step; it may be dealt anew already.
        """
        before, after = self._before, self._potentials()
        self._before = after
        is_dealt = self._batch.episodes.steps == 0
        added = self._discount * after - before
        return np.where(is_over[:, None], -before, np.where(is_dealt[:, None], 0.0, added))

    def _potentials(self) -> Any:
        found = np.zeros_like(self._before)
        for part, table in self._batch.parts:
            judge_all(table, found[part])
        found[self._batch.episodes.status != RUNNING] = 0
        return self._weight * found
