"""The coach: what a seat should do, how often it wins then, and how sure that is.

Given is what the seat knows and nothing else. Worlds are made that agree with it, as Tiger makes
them (`bots.worlds`); in each, the candidates are played and the game is played on to its end by the
policy. The worse half is given up stage by stage, so that the best ones are compared in most
worlds.
"""

import time
from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

from purrlor.bots.bot import listed
from purrlor.bots.worlds import WORLDS
from purrlor.core.chance import CHANCE, new_chance, shuffled
from purrlor.core.contract import LEGAL, STANDING, TRACE, Observation, choose
from purrlor.core.game import Game
from purrlor.sim.imagined import imagine

BATCH = 4
"""Worlds between two looks at the clock."""
SURE = 2.0
"""A difference of so many standard errors is no chance."""
SETTLED = 0.02
"""So near to 0 or 1 a game is as good as decided."""
GLANCE = 100
"""Worlds for an action without a choice: how the game stands, no more."""

USUAL = "the usual choice: "
"""Before the reason for an action that the game's own policy would choose."""


class Hint(msgspec.Struct, frozen=True, kw_only=True):
    """An action, and what becomes of it."""

    number: int
    share: float
    """Of victories, if everybody plays on soundly."""
    error: float
    """The standard error of the share."""
    gap: float
    """Of the best: by how much it is better than the next; of others: how much worse than it."""
    is_clear: bool
    """Whether the gap is more than chance."""
    worlds: int
    """In how many imagined games it was tried."""
    is_usual: bool = False
    """Whether the game's own policy would do it."""
    is_only: bool = False
    """Whether there was nothing else to do."""

    @property
    def reason(self) -> str:
        """Say in one line what speaks for the action, or against it."""
        if self.is_only:
            return "the only action"
        return f"{USUAL if self.is_usual else ''}{self._compared()}"

    def _compared(self) -> str:
        if self.is_clear and self.gap > 0:
            return f"wins {_points(self.gap)} more than the next best"
        if self.is_clear:
            return f"wins {_points(self.gap)} less than the best"
        if self.share < SETTLED or self.share > 1 - SETTLED:
            return f"the game is as good as {'lost' if self.share < SETTLED else 'won'}"
        return "about as good as others, the difference lies within chance"


def _points(gap: float) -> str:
    points = round(abs(100 * gap))
    if points < 1:
        return "less than a point of share"
    return f"{points} {'point' if points == 1 else 'points'} of share"


def advise(
    game: Game,
    options: Any,
    observation: Observation,
    numbers: Sequence[int],
    *,
    key: bytes,
    seconds: float = 1.0,
    worlds: int | None = None,
    most: int = 3,
) -> list[Hint]:
    """Return the best of the actions, best first; of equals, what the game's policy would do.

    Other equals come in random order.

    It thinks for about so many seconds; with `worlds` instead, the same key gives the same advice.
    However few are asked for, the best is compared with the next; an only action takes no thought.
    """
    thought = _Thought(game, options, observation, key)
    if len(numbers) == 1 and worlds is None:
        worlds = GLANCE
    chance = new_chance(key)
    usual = choose(observation, listed(numbers), len(numbers), chance)
    left = shuffled(chance, numbers)
    stages = 1 + max(0, len(left) - 1).bit_length()
    for stage in range(stages if len(left) > 1 else 1):
        if worlds is not None:
            thought.imagine(left, max(1, worlds // stages))
        else:
            until = time.perf_counter() + seconds / stages
            thought.imagine(left, BATCH)
            while time.perf_counter() < until:
                thought.imagine(left, BATCH)
        keep = max(2, most, -(-len(left) // 2) if stage < stages - 1 else 0)
        left = sorted(left, key=lambda one: (thought.mean(one), one == usual), reverse=True)[:keep]
    return [thought.hint(number, left, is_usual=number == usual) for number in left[:most]]


class _Thought:
    """The shares that were found so far, by action; all columns are the same worlds."""

    def __init__(self, game: Game, options: Any, observation: Observation, key: bytes) -> None:
        def records(dtype: Any, count: int = 1) -> Any:
            return np.zeros(count, dtype).view(np.recarray)

        kernels = game.kernels
        observations, chances = records(kernels.observation), records(CHANCE)
        observations[0] = observation
        chances.key[:] = np.frombuffer(key, "<u4")
        self._table = (
            observations,
            records(kernels.state, WORLDS),
            chances,
            records(kernels.observation),
            records(LEGAL),
            records(TRACE),  # of no capacity
            records(STANDING),
        )
        self._cap = game.simulation_cap(options)
        self._together = game.winners(options)
        self._shares: dict[int, list[float]] = {}
        self._worlds = 0

    def imagine(self, numbers: Sequence[int], worlds: int) -> None:
        """Try some actions in new worlds."""
        found = np.zeros((len(numbers), worlds))
        imagine(self._table, np.array(numbers, np.int64), self._worlds, self._cap, found)
        self._worlds += worlds
        for number, row in zip(numbers, np.minimum(1, self._together * found), strict=True):
            self._shares.setdefault(number, []).extend(row.tolist())

    def mean(self, number: int) -> float:
        """Return an action's share."""
        return float(np.mean(self._shares[number]))

    def hint(self, number: int, ranked: Sequence[int], *, is_usual: bool) -> Hint:
        """Compare an action with the best, and the best with the next."""
        shares = np.array(self._shares[number])
        rival = ranked[0] if number != ranked[0] else ranked[min(1, len(ranked) - 1)]
        differences = shares - np.array(self._shares[rival])
        gap, error = float(differences.mean()), _error(differences)
        return Hint(
            number=number,
            share=float(shares.mean()),
            error=_error(shares),
            gap=gap,
            is_clear=number != rival and abs(gap) > SURE * error,
            worlds=len(shares),
            is_usual=is_usual,
            is_only=number == rival,
        )


def _error(values: Any) -> float:
    return float(values.std() / np.sqrt(len(values)))
