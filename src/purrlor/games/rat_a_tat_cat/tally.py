"""Statistics of whole games, counted from what happened."""

import numpy as np

from purrlor.core.kernel import kernel
from purrlor.games.rat_a_tat_cat import codes

(
    ROUNDS,
    TURNS,
    DRAWS,
    DISCARDS_TAKEN,
    PEEKS,
    SWAPS,
    DRAW_TWOS,
    KNOCKS,
    LOWEST_KNOCKS,
    RESHUFFLES,
    RETURNED,
    REPLACED,
) = range(12)

_COUNTED = np.full(64, -1, np.int64)
for _code, _count in (
    (codes.ROUND_DEALT, ROUNDS),
    (codes.TURN_BEGAN, TURNS),
    (codes.CARD_DRAWN, DRAWS),
    (codes.CARD_TAKEN, DISCARDS_TAKEN),
    (codes.CARD_PEEKED_AT, PEEKS),
    (codes.CARDS_SWAPPED, SWAPS),
    (codes.DRAW_TWO_USED, DRAW_TWOS),
    (codes.KNOCKED, KNOCKS),
    (codes.PILE_SHUFFLED, RESHUFFLES),
    (codes.STARTER_RETURNED, RETURNED),
    (codes.POWER_CARD_REPLACED, REPLACED),
):
    _COUNTED[_code] = _count


@kernel
def tally(state, trace, counts):
    """Add what happened to the game's statistics."""
    lowest, knocker = np.int64(1000), np.int64(-1)
    for row in range(trace.length):
        code = np.int64(trace.rows[row, 0])
        if _COUNTED[code] >= 0:
            counts.values[_COUNTED[code]] += 1
        if code == codes.SEAT_SCORED:
            lowest = min(lowest, np.int64(trace.rows[row, 2]))
            if trace.rows[row, 4]:
                knocker = np.int64(trace.rows[row, 2])
    if knocker == lowest:
        counts.values[LOWEST_KNOCKS] += 1
