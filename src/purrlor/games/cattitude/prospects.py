"""How good things look for a seat, for players who think ahead.

A game is short: it is played to its end. A victory counts most, and then by how much.
"""

import numpy as np

from purrlor.core.contract import no_clock as clock
from purrlor.core.contract import one_step as span
from purrlor.core.kernel import kernel
from purrlor.games.cattitude.standing import write_standing

__all__ = ["clock", "prospect", "span"]

VICTORY = 8.0
"""What a victory is worth, in points."""


@kernel
def prospect(state, seat, standing):
    """Return by how many points a seat is ahead of the best other one, and what a victory adds."""
    write_standing(state, standing)
    best, equals = np.int64(-1000), 1
    own = np.int64(standing.points[seat])
    for other in range(np.int64(state.players)):
        if other != seat:
            best = max(best, np.int64(standing.points[other]))
            equals += standing.points[other] == own
    lead = np.float64(own - best)
    return lead + (VICTORY / equals if lead >= 0 else 0.0)
