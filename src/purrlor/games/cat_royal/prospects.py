"""How good things look for a seat, for players who think ahead.

A game is long and full of chance, so it is played on for a while and then judged by how far all
figures have come.
"""

import numpy as np

from purrlor.core.kernel import inlined, kernel
from purrlor.games.cat_royal.board import distance
from purrlor.games.cat_royal.components import GOAL
from purrlor.games.cat_royal.standing import write_standing

OUT, HOME, DEEPER = 15.0, 40.0, 3.0
"""What it is worth, in fields, to be out at all, to be at home, to be deeper in the goal."""
VICTORY = 200.0
AHEAD = 6
"""How many turns of each player are played before a position is judged."""


@inlined
def clock(state):
    """Return how many turns have begun."""
    return np.int64(state.turns)


@inlined
def span(state):
    """Return some turns of each player."""
    return AHEAD * np.int64(state.players)


@kernel
def prospect(state, seat, standing):
    """Return by how many fields a seat (with its partner) is ahead of the others."""
    s = state
    total, against = np.float64(0.0), 0
    for other in range(s.players):
        against += not _is_with(s, seat, other)
    for other in range(s.players):
        if _is_with(s, seat, other):
            total += _progress(s, other)
        else:
            total -= _progress(s, other) / against
    if s.over:
        write_standing(s, standing)
        total += VICTORY if standing.places[seat] == 1 else -VICTORY
    return total


@inlined
def _is_with(s, seat, other):
    """K8.1: partners play together."""
    return other == seat or (s.partners != 0 and other == seat ^ 2)


@kernel
def _progress(s, seat):
    """Return how far the figures of a seat have come."""
    total = np.float64(0.0)
    for figure in range(4):
        field = np.int64(s.figures[seat, figure])
        if field >= GOAL:
            total += OUT + np.float64(s.ring) + HOME + DEEPER * (field - GOAL)
        elif field >= 0:
            total += OUT + np.float64(distance(s, np.int64(s.starts[seat]), field))
    return total
