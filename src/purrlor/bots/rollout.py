"""An imagined game, played on by the game's own policy.

Everybody, the thinking player too, decides by what they themselves could observe there. So nobody
in an imagined game knows what the thinker only supposes: that keeps a search from trusting in
plans that need such knowledge.
"""

import numpy as np

from purrlor.bots.worlds import IMAGINED
from purrlor.core.contract import (
    actors,
    apply,
    choose,
    clock,
    is_over,
    legal,
    observe,
    prospect,
    turns,
)
from purrlor.core.interrupting import ask_interrupters
from purrlor.core.kernel import spliced
from purrlor.core.seats import lowest_seat

MOST_DECISIONS = 4000
"""So many decisions after which an imagined game is judged as it stands."""


@spliced
def roll_out(t, seat, until, asked):
    """Play the imagined game on until its clock says `until`; return the seat's prospect.

    `asked` is the number of the turn in which everybody has been asked already whether to act out
    of turn.
    """
    s, o, out, chance = t.worlds[IMAGINED], t.observation, t.legal, t.chance
    decisions = 0
    while not is_over(s) and clock(s) < until and decisions < MOST_DECISIONS:
        if turns(s) != asked:
            asked = turns(s)
            ask_interrupters(s, o, out, chance, chance, t.notes)
        one = lowest_seat(actors(s))
        count = legal(s, one, out)
        action = np.int64(out.actions[0])
        if count > 1:
            observe(s, one, o)
            action = choose(o, out, count, chance)
        apply(s, one, action, chance, t.notes)
        decisions += 1
    t.steps += decisions
    return prospect(s, seat, t.standing)
