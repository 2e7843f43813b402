"""Places and points (R7.3, R7.4)."""

import numpy as np

from purrlor.core.kernel import kernel
from purrlor.games.rat_a_tat_cat.state import BY_POINTS


@kernel
def write_standing(s, standing):
    """Write each seat's place and total."""
    for seat in range(s.players):
        place = 1
        for other in range(s.players):
            if is_ahead(s, other, seat):
                place += 1
        standing.places[seat] = place
        standing.points[seat] = s.totals[seat]


@kernel
def is_ahead(s, seat, other):
    """R7.4: the lower total; with `points` first of all whoever stayed in longer."""
    if s.end == BY_POINTS and s.out_in[seat] != s.out_in[other]:
        if s.out_in[seat] == 0 or s.out_in[other] == 0:
            return s.out_in[seat] == 0
        return s.out_in[seat] > s.out_in[other]
    return np.int64(s.totals[seat]) < np.int64(s.totals[other])
