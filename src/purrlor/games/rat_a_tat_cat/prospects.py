"""How good things look for a seat, for players who think ahead.

A round is played to its end and judged by its points: rounds have nothing else to do with each
other, and a lead in points is what wins whatever ends the game.
"""

import numpy as np

from purrlor.core.kernel import inlined, kernel


@inlined
def clock(state):
    """Return the number of the round, and one more when the game is over."""
    return np.int64(state.round_number)


@inlined
def span(state):
    """Return one: to the end of the round."""
    return np.int64(1)


@kernel
def prospect(state, seat, standing):
    """Return by how many points a seat is better off than the others on average."""
    s = state
    others, count = np.int64(0), np.int64(0)
    for other in range(s.players):
        if other != seat and s.last_seats >> other & 1:
            others += np.int64(s.totals[other])
            count += 1
    return others / max(count, 1) - s.totals[seat]
