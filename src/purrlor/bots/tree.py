"""Information-set Monte Carlo tree search with random rollouts, as the literature knows it.

One tree over the thinker's own decision and all that follow, as in single-observer IS-MCTS: every
simulation draws a world that agrees with the observation, descends by UCB among the actions that
are legal there, adds one node and plays on at random to the end. Tiger does not think like this
(see `search`); it is what Tiger is measured against, and what other libraries can be compared by.

What the tree does not know of a game:
- Where several decide at once (closed bids), they decide one after the other in the order of seats,
  and a node lies below all actions before it, hidden ones too. So in the tree a later decision is
  made as if the earlier bids were seen: the strategy fusion of determinized search, as it is.
- Who may act out of turn (moving wormholes) is asked only if it is the thinker who decides whether
  to do so now. In the tree and in random games nobody acts out of turn.
"""

import functools
import time
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from purrlor.bots.bot import listed
from purrlor.core.chance import CHANCE, below, new_chance
from purrlor.core.contract import (
    LEGAL,
    PASS,
    STANDING,
    TRACE,
    Observation,
    actors,
    apply,
    determinize,
    is_over,
    legal,
    new_record,
    random_play,
    scores,
    settle,
    world_type,
)
from purrlor.core.kernel import kernel, spliced
from purrlor.core.seats import MOST_SEATS, lowest_seat

Tree: TypeAlias = Any
"""A record of the type that `tree_type` makes for a game."""

MOST_NODES = 1 << 17
"""Each simulation adds one, so a tree has no more simulations than that."""
BATCH = 8
"""Simulations between two looks at the clock."""
MOST_DEPTH = 200
MOST_DECISIONS = 10_000
"""So many decisions after which a random game is judged as it stands."""
CURIOSITY = 0.7
"""How much UCB adds for what was seldom tried; rewards are shares of a victory."""
ROOT = 0

NODE = np.dtype(
    [
        ("is_node", np.int8),
        ("seat", np.int8),  # who took the action
        ("action", np.int32),
        ("first_child", np.int32),
        ("next_sibling", np.int32),
        ("visits", np.int32),
        ("chances", np.int32),  # how often it could have been visited
        ("total", np.float64),  # of the rewards of who took the action
    ],
    align=True,
)


@functools.cache
def tree_type(observation: "np.dtype[Any]") -> "np.dtype[Any]":
    """Return the record type of trees over this type of observation."""
    names = observation.names or ("",)
    return np.dtype(
        [
            (f"{names[0]}_tree", np.int8),
            ("worlds", world_type(observation), 1),
            ("legal", LEGAL),
            ("notes", TRACE),  # of no capacity
            ("standing", STANDING),
            ("chance", CHANCE),
            ("nodes", NODE, MOST_NODES),
            ("count", np.int32),
            ("path", np.int32, MOST_DEPTH + 1),
            ("depth", np.int32),
            ("decisions", np.int64),  # in all simulations
        ],
        align=True,
    )


class TreeBot:
    """A player for the arena: `purrlor.bots.tree:TreeBot`.

    It thinks for so many simulations; with `seconds` instead for so much CPU time of its thread, as
    far as the tree has room, and then no key repeats its thoughts.
    """

    def __init__(self, key: bytes, simulations: int = 1000, seconds: float | None = None) -> None:
        self.seconds = seconds
        self._simulations = simulations
        self._chance = new_chance(key)
        self._tree: Tree | None = None

    def decide(self, observation: Observation, numbers: Sequence[int]) -> int:
        """Return one of the numbers; PASS may be one of them."""
        if len(numbers) == 1:
            return numbers[0]
        if self._tree is None:
            self._tree = new_record(tree_type(observation.dtype))
        self._tree.chance = self._chance
        self._grow(self._tree, observation, numbers)
        self._chance = self._tree.chance.copy()
        return int(most_visited(self._tree))

    def _grow(self, tree: Tree, observation: Observation, numbers: Sequence[int]) -> None:
        until = time.thread_time() + (self.seconds or 0.0)
        given = observation, listed(numbers), len(numbers), tree
        plant(tree)
        if self.seconds is None:
            grow(*given, self._simulations)
            return
        grow(*given, BATCH)
        while time.thread_time() < until and tree.count < MOST_NODES:
            grow(*given, BATCH)


@kernel
def plant(tree):
    """Begin a tree."""
    tree.count, tree.decisions = 0, 0
    _add_node(tree, -1, 0)


@kernel
def grow(observation, out, count, tree, simulations):
    """Run so many simulations from the listed actions, as far as the tree has room."""
    for _ in range(min(simulations, MOST_NODES - tree.count)):
        _simulate(observation, out, count, tree)


@kernel
def most_visited(tree):
    """Return the action that was tried most."""
    node = np.int64(tree.nodes[ROOT].first_child)
    best = node
    while node > ROOT:
        if tree.nodes[node].visits > tree.nodes[best].visits:
            best = node
        node = np.int64(tree.nodes[node].next_sibling)
    return np.int64(tree.nodes[best].action)


@spliced
def _simulate(observation, out, count, tree):
    t, s = tree, tree.worlds[0]
    determinize(observation, t.chance, s)
    settle(s, t.chance)
    t.depth = 0
    node = _descend_once(t, ROOT, np.int64(observation.seat), out, count)
    action = np.int64(t.nodes[node].action)
    if action != PASS:
        apply(s, np.int64(observation.seat), action, t.chance, t.notes)
    while t.nodes[node].visits > 0 and t.depth < MOST_DEPTH and not is_over(s):
        seat = lowest_seat(actors(s))
        node = _descend_once(t, node, seat, t.legal, legal(s, seat, t.legal))
        apply(s, seat, np.int64(t.nodes[node].action), t.chance, t.notes)
    for _ in range(MOST_DECISIONS):
        if is_over(s):
            break
        seat = lowest_seat(actors(s))
        action, _ = random_play(s, seat, t.legal, t.chance)
        apply(s, seat, action, t.chance, t.notes)
        t.decisions += 1
    t.decisions += t.depth
    scores(s, t.standing)
    _reward(t)


@kernel
def _add_node(t, seat, action):
    """Return the place of a new node."""
    at = np.int64(t.count)
    t.count = at + 1
    node = t.nodes[at]
    node.seat, node.action = seat, action
    node.first_child, node.next_sibling = ROOT, ROOT
    node.visits, node.chances, node.total = 0, 0, 0.0
    return at


@kernel
def _descend_once(t, parent, seat, out, count):
    """Return the child to go on with: one not tried yet if there is any, else by UCB."""
    untried, fresh = 0, np.int64(0)
    best, bound = np.int64(ROOT), -1.0
    for i in range(count):
        action = np.int64(out.actions[i])
        node = np.int64(t.nodes[parent].first_child)
        while node != ROOT and t.nodes[node].action != action:
            node = np.int64(t.nodes[node].next_sibling)
        if node == ROOT:
            untried += 1
            if below(t.chance, untried) == 0:
                fresh = action
            continue
        one = t.nodes[node]
        one.chances += 1
        visits = np.float64(max(one.visits, 1))
        found = one.total / visits + CURIOSITY * np.sqrt(np.log(one.chances) / visits)
        if found > bound:
            best, bound = node, found
    if untried:
        best = _add_node(t, seat, fresh)
        t.nodes[best].chances = 1
        t.nodes[best].next_sibling = t.nodes[parent].first_child
        t.nodes[parent].first_child = best
    t.depth += 1
    t.path[t.depth] = best
    return best


@kernel
def _reward(t):
    """Give everyone on the way their share of the victory."""
    winners = 0
    for seat in range(MOST_SEATS):
        winners += t.standing.places[seat] == 1
    for i in range(1, t.depth + 1):
        node = t.nodes[t.path[i]]
        node.visits += 1
        if t.standing.places[node.seat] == 1:
            node.total += 1.0 / winners
