"""Information-set Monte Carlo tree search.

Every simulation draws a world that agrees with the thinker's observation, descends by UCB, adds one
node and plays on from there. A node is what the seat that decides there observes, so nobody in the
tree decides by what only the thinker supposes; and where several decide at once (closed bids) each
decides at a node of its own, blind to the others: UCB, decoupled.

Simulations are played on at random to the end and count shares of a victory, as the literature and
OpenSpiel do; or (`by_policy`) worlds are weighed, the game's policy plays on for everybody and the
game judges (`prospects`), as Tiger's imagined games do (see `search`). Who may act out of turn
(moving wormholes) is asked in the latter only.
"""

import time
from collections.abc import Callable, Sequence
from functools import partial

from purrlor.bots.bot import listed
from purrlor.bots.growing import grow, most_visited
from purrlor.bots.nodes import MOST_NODES, Trees, has_room, new_sight, plant, tree_type
from purrlor.core.chance import new_chance
from purrlor.core.contract import Observation, new_array

BATCH = 16
"""Simulations between two looks at the clock."""


class TreeBot:
    """A player for the arena: `purrlor.bots.tree:TreeBot`.

    It thinks for so many simulations; with `seconds` instead for so much CPU time of its thread, as
    far as the tree has room, and then no key repeats its thoughts. With `keeps` it goes on with the
    tree of its last decision.
    """

    def __init__(
        self,
        key: bytes,
        simulations: int = 1000,
        *,
        seconds: float | None = None,
        by_policy: bool = False,
        keeps: bool = False,
    ) -> None:
        self.seconds = seconds
        self._simulations, self._by_policy, self._keeps = simulations, by_policy, keeps
        self._chance = new_chance(key)
        self._trees: Trees | None = None

    @property
    def simulations(self) -> int:
        """How many simulations its tree has seen."""
        return 0 if self._trees is None else int(self._trees["simulations"][0])

    def decide(self, observation: Observation, numbers: Sequence[int]) -> int:
        """Return one of the numbers; PASS may be one of them."""
        if len(numbers) == 1:
            return numbers[0]
        is_new = self._trees is None
        if self._trees is None:
            self._trees = new_array(tree_type(observation.dtype))
            self._trees[0].chance = self._chance
            self._sight = new_sight(observation.dtype)
        trees, sight = self._trees, self._sight
        if is_new or not self._keeps or trees["node_count"][0] > MOST_NODES // 2:
            is_small = self.seconds is None and not self._keeps
            plant(trees, self._simulations + 1 if is_small else MOST_NODES)
        given = observation, listed(numbers), len(numbers), trees, *sight
        self._grow(trees, partial(grow, *given, self._by_policy))
        return int(most_visited(observation, trees, *sight))

    def _grow(self, trees: Trees, grow_by: Callable[[int], None]) -> None:
        if self.seconds is None:
            grow_by(self._simulations)
            return
        until = time.thread_time() + self.seconds
        grow_by(BATCH)
        while time.thread_time() < until and has_room(trees):
            grow_by(BATCH)
