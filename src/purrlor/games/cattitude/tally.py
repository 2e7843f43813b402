"""Statistics of whole games, counted from what happened."""

import numpy as np

from purrlor.core.kernel import kernel
from purrlor.games.cattitude import codes
from purrlor.games.cattitude.components import BIRDOHOLIC

(
    ROUNDS,
    PICKED_UP,
    CLOSED_CHOSEN,
    GROUPS,
    BIRDS,
    LOST_TO_BIRDOHOLICS,
    LOST_TO_CATASTROPHES,
    TIES,
    BONUSES,
    BONUSES_MET,
) = range(10)


@kernel
def tally(state, trace, counts):
    """Add what happened to the game's statistics."""
    for row in range(trace.length):
        code = np.int64(trace.rows[row, 0])
        third = np.int64(trace.rows[row, 3])
        fourth = np.int64(trace.rows[row, 4])
        if code == codes.ROUND_DEALT:
            counts.values[ROUNDS] += 1
        elif code == codes.CARD_PICKED_UP:
            counts.values[PICKED_UP] += 1
        elif code == codes.BID_TAKEN:
            counts.values[CLOSED_CHOSEN] += third
        elif code == codes.SPECIES_SECURED:
            counts.values[GROUPS] += 1
            counts.values[BIRDS] += third
        elif code == codes.SPECIES_LOST:
            if third == BIRDOHOLIC:
                counts.values[LOST_TO_BIRDOHOLICS] += fourth
            else:
                counts.values[LOST_TO_CATASTROPHES] += fourth
        elif code == codes.TIE_FOUND:
            counts.values[TIES] += 1
        elif code == codes.BONUS_COLLECTED:
            counts.values[BONUSES] += 1
        elif code == codes.BONUS_SCORED and fourth > 0:
            counts.values[BONUSES_MET] += 1
