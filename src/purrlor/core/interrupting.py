"""Acting out of turn: everybody who may is asked whether to, before each turn.

They are asked in the order of play, beginning after the seat whose turn it is, so that nobody is
preferred for the number of a seat.
"""

import numpy as np

from purrlor.core.contract import PASS, actors, apply, choose, interrupters, legal, observe
from purrlor.core.kernel import spliced
from purrlor.core.seats import lowest_seat, next_seat


@spliced
def ask_interrupters(s, observation, out, chance, own, trace):
    """Let everybody who may act out of turn do so as the policy would, by what they observe.

    The players decide by chance of their own; `chance` is that of the cards.
    """
    waiting = interrupters(s)
    seat = lowest_seat(actors(s))
    while waiting:
        seat = next_seat(waiting, seat)
        waiting &= ~(np.int64(1) << seat)
        if interrupters(s) >> seat & 1:  # still, after what others did
            count = legal(s, seat, out)
            out.actions[count] = PASS
            observe(s, seat, observation)
            action = choose(observation, out, count + 1, own)
            if action != PASS:
                apply(s, seat, action, chance, trace)
