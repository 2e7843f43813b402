"""The nodes of a search tree: what somebody observes who has to decide, and what was tried there.

Nodes are found by what is observed, so whatever led there, and whatever is hidden, is the same to
whoever decides.
"""

import functools
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from purrlor.bots.worlds import WORLDS
from purrlor.core.chance import CHANCE
from purrlor.core.contract import LEGAL, MAX_LEGAL, STANDING, TRACE, world_type
from purrlor.core.kernel import INTERPRETED, inlined, kernel
from purrlor.core.seats import MOST_SEATS

Trees: TypeAlias = Any
"""An array of one record of the type that `tree_type` makes for a game."""

MOST_NODES = 1 << 17
"""Each simulation adds one at the most."""
MOST_EDGES = 1 << 20
MOST_PLACES = 2 * MOST_NODES
"""Of nodes, by what is observed there; at most half of them are taken."""
MOST_DEPTH = 200
NONE = -1
FACTOR, KEY_BITS = 0x27D4EB2F165667C5, (1 << 62) - 1

NODE = np.dtype(
    [
        ("is_node", np.int8),
        ("key", np.int64),  # by what is observed there
        ("first_edge", np.int32),
        ("count", np.int16),  # of edges; none before it is visited again
        ("tried", np.int16),
        ("visits", np.int32),
    ],
    align=True,
)
EDGE = np.dtype(
    [
        ("is_edge", np.int8),
        ("seat", np.int8),  # who decides
        ("action", np.int32),
        ("visits", np.int32),
        ("total", np.float64),  # of the rewards of who decides
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
            ("worlds", world_type(observation), WORLDS),
            ("observation", observation),  # of whoever decides when the policy plays on
            ("legal", LEGAL),
            ("notes", TRACE),  # of no capacity
            ("standing", STANDING),
            ("chance", CHANCE),
            ("nodes", NODE, MOST_NODES),
            ("node_count", np.int32),
            ("places", np.int32, MOST_PLACES),
            ("place_mask", np.int64),
            ("edges", EDGE, MOST_EDGES),
            ("edge_count", np.int32),
            ("path", np.int32, MOST_DEPTH),  # edges of this simulation
            ("depth", np.int32),
            ("rewards", np.float64, MOST_SEATS),
            ("simulations", np.int64),
            ("gained", np.float64),  # by the thinker in all simulations
            ("squares", np.float64),
            ("steps", np.int64),  # decisions in all simulations
        ],
        align=True,
    )


class Sight(NamedTuple):
    """Where observations in the tree are written: as a record, and as numbers to know it by."""

    seen: Any
    words: Any


def new_sight(observation: "np.dtype[Any]") -> Sight:
    """Return a place for observations of this type."""
    words = np.zeros(4 * -(-observation.itemsize // 32), np.int64)
    seen = words.view(np.uint8)[: observation.itemsize].view(observation)
    return Sight(seen.view(np.recarray) if INTERPRETED else seen, words)


@kernel
def plant(trees, nodes):
    """Begin a tree of so many nodes at the most: a small one stays in the processor's cache.

    What Python calls takes the tree as an array of one: to hand over so large a record takes half
    a millisecond (see `core.calls`).
    """
    tree = trees[0]
    tree.node_count, tree.edge_count, tree.steps = 0, 0, 0
    tree.simulations, tree.gained, tree.squares = 0, 0.0, 0.0
    places = 2
    while places < 2 * min(nodes, MOST_NODES):
        places *= 2
    tree.place_mask = places - 1
    for place in range(places):
        tree.places[place] = NONE


@kernel
def has_room(trees):
    """Return whether another simulation fits."""
    tree = trees[0]
    has_places = 2 * tree.node_count < tree.place_mask
    return has_places and tree.edge_count + MOST_DEPTH * MAX_LEGAL < MOST_EDGES


@kernel
def find(t, words):
    """Return the node where just this is observed; a new one if there is none."""
    a, b, c, d, mask = 0, 0, 0, 0, np.int64(t.place_mask)
    for i in range(0, len(words), 4):  # four at once: none waits for another
        a, b = _mixed(a, words[i]), _mixed(b, words[i + 1])
        c, d = _mixed(c, words[i + 2]), _mixed(d, words[i + 3])
    key = _mixed(_mixed(_mixed(a, b), c), d)
    place = key & mask
    while t.places[place] != NONE:
        node = np.int64(t.places[place])
        if t.nodes[node].key == key:
            return node
        place = place + 1 & mask
    node = np.int64(t.node_count)
    t.places[place] = node
    t.nodes[node].key, t.nodes[node].count = key, 0
    t.node_count = node + 1
    return node


@inlined
def _mixed(key, word):
    key = (key ^ int(word)) * FACTOR & KEY_BITS
    return key ^ key >> 31


@kernel
def add_edges(t, node, seat, out, count):
    """Give a node an edge for each action, which are the same whenever this is observed."""
    one, at = t.nodes[node], np.int64(t.edge_count)
    one.first_edge, one.count, one.tried, one.visits = at, count, 0, 0
    t.edge_count = at + count
    for i in range(count):
        edge = t.edges[at + i]
        edge.seat, edge.action = seat, out.actions[i]
        edge.visits, edge.total = 0, 0.0
