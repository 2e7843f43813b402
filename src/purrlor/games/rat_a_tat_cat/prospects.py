"""How good things look for a seat, for players who think ahead.

A round is played to its end and judged by its points, and by what the totals then say about the
victory: in the last round a second place is worth no more than the last one.
"""

import numpy as np

from purrlor.core.kernel import inlined, kernel
from purrlor.games.rat_a_tat_cat.state import BY_ROUNDS, OVER

VICTORY = 20.0
"""What a victory is worth, in points."""
BLUR = 3.6
"""By so many points, times the root of the rounds to come, a lead is blurred: in games of the
policy, with two to six players and one to nine rounds to come, that foretells best who wins."""


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
    """Return by how many points a seat is better off, and what the chance of a victory adds."""
    lead = _lead(state, seat)
    if state.end != BY_ROUNDS:  # nobody knows how many rounds will come
        return lead
    return lead + VICTORY * chance_to_win(state, seat)


@kernel
def _lead(s, seat):
    """Return by how many points a seat is ahead of the others on average."""
    others, count = np.int64(0), np.int64(0)
    for other in range(s.players):
        if other != seat and s.last_seats >> other & 1:
            others += np.int64(s.totals[other])
            count += 1
    return others / max(count, 1) - s.totals[seat]


@kernel
def chance_to_win(s, seat):
    """R7.4: return how likely a seat has the lowest total in the end; those who share it, share."""
    left = np.int64(0) if s.phase == OVER else np.int64(s.rounds) - np.int64(s.round_number) + 1
    blur = max(BLUR * np.sqrt(left), 0.01)
    lowest = np.int64(s.totals[seat])
    for other in range(s.players):
        lowest = min(lowest, np.int64(s.totals[other]))
    total = 0.0
    for other in range(s.players):
        total += np.exp((lowest - np.int64(s.totals[other])) / blur)
    return np.exp((lowest - np.int64(s.totals[seat])) / blur) / total
