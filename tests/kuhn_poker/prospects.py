"""How good things look: chips, not victories, since a fold loses fewer of them than a call."""

import numpy as np

from kuhn_poker.rules import scores
from purrlor.core.kernel import kernel


@kernel
def prospect(state, seat, standing):
    """Return the chips that a seat has won as things stand."""
    scores(state, standing)
    return np.float64(standing.points[seat])
