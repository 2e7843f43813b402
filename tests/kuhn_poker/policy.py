"""The player: an equilibrium that Kuhn published."""

import numpy as np

from kuhn_poker import codes
from purrlor.core.chance import below
from purrlor.core.kernel import kernel

BETS = np.array(
    [
        [1, 0, 3],  # whoever opens
        [1, 0, 3],  # the other one after a pass
        [0, 1, 3],  # the other one after a bet
        [0, 2, 3],  # whoever opened, after a pass and a bet
    ]
)
"""By situation and card: how often of three times it bets."""


@kernel
def choose(observation, out, count, chance):
    """Bet as often as the table says."""
    situation = np.int64(observation.taken)
    if situation == 2 or observation.actions[0] == codes.BET:
        situation += 1
    card = observation.cards[observation.seat]
    return np.int64(codes.BET if below(chance, 3) < BETS[situation, card] else codes.PASS)
