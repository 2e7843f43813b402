"""Places and points (K2.3, K8.1)."""

import numpy as np

from purrlor.core.kernel import kernel


@kernel
def side_home(s, seat):
    """Return the figures in the goal, with partners those of both."""
    home = np.int64(s.home[seat])
    return home + np.int64(s.home[seat ^ 2]) if s.partners else home


@kernel
def write_standing(s, standing):
    """K2.3: a place is 1 + the number of seats with more figures in the goal."""
    for seat in range(s.players):
        place = 1
        for other in range(s.players):
            if side_home(s, other) > side_home(s, seat):
                place += 1
        standing.places[seat] = place
        standing.points[seat] = side_home(s, seat)
