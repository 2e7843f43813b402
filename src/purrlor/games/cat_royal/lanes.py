"""The goal lanes: who can enter, and how figures move on inside (K3.7, K4.3, K4.4).

A lane changes seldom and is asked for at every decision, so what follows from it is kept in the
state: by colour, and whether rank is lifted by a green card (K3.9).
"""

import numpy as np

from purrlor.core.kernel import inlined, kernel
from purrlor.games.cat_royal.components import GOAL

SIDE = 16
"""Bits for each figure in masks of all four (see `open_steps`)."""
ENTRANCE = 4
"""Bits for each figure in `entrances`: the goal fields it can enter."""


@inlined
def lane_bit(field):
    """Return the mask of a goal field, 0 for any other."""
    return np.int64(1) << (field - GOAL) if field >= GOAL else np.int64(0)


@kernel
def lane_taken(s, of):
    """Return which fields of a goal are taken."""
    return lane_higher(s, of, 4)


@kernel
def lane_higher(s, of, figure):
    """Return which fields of a goal hold a figure of higher rank."""
    higher = np.int64(0)
    for other in range(figure):
        higher |= lane_bit(np.int64(s.figures[of, other]))
    return higher


@inlined
def open_lane(s, taken, higher, after):
    """Return the goal fields behind `after` (-1: all) that can be reached."""
    free = ~taken & ((np.int64(1) << np.int64(s.lane)) - 1)
    passable = free >> (after + 1)
    first = higher >> (after + 1)
    return passable & ((first & -first) - 1)


@kernel
def keep_lane(s, of):
    """Write down what follows from where the figures of a colour stand in the goal."""
    taken = lane_taken(s, of)
    for green in range(2):
        entrances, steps = np.int64(0), np.int64(0)
        for figure in range(4):
            higher = np.int64(0) if green else lane_higher(s, of, figure)
            at = np.int64(s.figures[of, figure])
            entrances |= open_lane(s, taken, higher, np.int64(-1)) << ENTRANCE * figure
            if at >= GOAL:
                steps |= open_lane(s, taken, higher, at - GOAL) << SIDE * figure + 1
        s.entrances[of, green] = entrances
        s.lane_steps[of, green] = steps
