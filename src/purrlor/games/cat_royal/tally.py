"""Statistics of whole games, counted from what happened."""

import numpy as np

from purrlor.core.kernel import kernel
from purrlor.games.cat_royal import codes
from purrlor.games.cat_royal.components import GOAL

(
    TURNS,
    HANDS,
    STARTED,
    BROUGHT_HOME,
    CAPTURES,
    JUMPS,
    WORMHOLE_MOVES,
    SWAPS,
    MAGNETS,
    DISCARDS,
    CHEATS,
    RIGHT,
    WRONG,
) = range(13)

_COUNTED = np.full(64, -1, np.int64)
for _code, _count in (
    (codes.TURN_BEGAN, TURNS),
    (codes.HAND_DEALT, HANDS),
    (codes.FIGURE_STARTED, STARTED),
    (codes.FIGURE_CAPTURED, CAPTURES),
    (codes.WORMHOLE_PASSED, JUMPS),
    (codes.WORMHOLES_MOVED, WORMHOLE_MOVES),
    (codes.FIGURES_SWAPPED, SWAPS),
    (codes.FIGURE_DRAWN, MAGNETS),
    (codes.CARD_DISCARDED, DISCARDS),
    (codes.CHEATED, CHEATS),
):
    _COUNTED[_code] = _count


@kernel
def tally(state, trace, counts):
    """Add what happened to the game's statistics."""
    for row in range(trace.length):
        code = np.int64(trace.rows[row, 0])
        if _COUNTED[code] >= 0:
            counts.values[_COUNTED[code]] += 1
        elif code == codes.ACCUSED:
            counts.values[RIGHT if trace.rows[row, 3] else WRONG] += 1
        elif code == codes.FIGURE_MOVED and trace.rows[row, 3] < GOAL <= trace.rows[row, 4]:
            counts.values[BROUGHT_HOME] += 1
