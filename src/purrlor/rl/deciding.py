"""What the bots among many games decide, in compiled code: one call for all that are asked.

Bots that follow the policy and those that think ahead are compiled apart: the latter hold a whole
search, and most learn without it.
"""

import numpy as np

from purrlor.bots.players import INTERRUPTS, POLICY, RANDOM, decide_by_observation
from purrlor.core.chance import below
from purrlor.core.contract import PASS, choose, observe, random_action
from purrlor.core.kernel import kernel, spliced
from purrlor.rl.stepping import open_to


@kernel
def decide_all(table):
    """Let the random players and the policies that are asked decide."""
    states, _, _, episodes, chances, observations, own, _, _ = table
    out = own[0][0]
    for i in range(len(episodes)):
        e = episodes[i]
        player = np.int64(e.bots[e.seat])
        if not e.is_bot or player not in (RANDOM, POLICY):
            continue
        s, chance, seat = states[i], chances[2 * i + 1], np.int64(e.seat)
        if player == RANDOM and e.is_interrupting and below(chance, INTERRUPTS) != 0:
            e.decision = PASS
            continue
        count = open_to(s, e, out)
        if player == RANDOM:
            e.decision = at_random(s, e, seat, out, count, chance)
        else:
            observe(s, seat, observations[i])
            e.decision = choose(observations[i], out, count, chance)


@spliced
def at_random(s, e, seat, out, count, chance):
    """Return any of the listed actions; who has made up their mind to interrupt does not pass."""
    if e.is_interrupting:
        return np.int64(out.actions[below(chance, count - 1)])
    return random_action(s, seat, out, count, chance)


@kernel
def ponder_all(table):
    """Let those decide who think ahead."""
    states, _, _, episodes, chances, observations, own, _, _ = table
    out, thoughts = own[0][0], own[3][0]
    for i in range(len(episodes)):
        e = episodes[i]
        player = np.int64(e.bots[e.seat])
        if e.is_bot and player not in (RANDOM, POLICY):
            o = observations[i]
            count = open_to(states[i], e, out)
            observe(states[i], np.int64(e.seat), o)
            e.decision = decide_by_observation(player, o, out, count, chances[2 * i + 1], thoughts)
