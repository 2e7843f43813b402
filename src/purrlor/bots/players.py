"""How a player decides."""

import numpy as np

from purrlor.bots.search import glance, search
from purrlor.core.chance import below
from purrlor.core.contract import PASS, choose, legal, observe, random_play
from purrlor.core.kernel import kernel, spliced

RANDOM, POLICY = 0, 1
"""A greater number is a search, and its budget; a number below zero is the policy of a player who
only glances in one of so many decisions (see `levels`)."""
INTERRUPTS = 500
"""A random player uses one in so many chances to act out of turn."""


@spliced
def decide(player, state, seat, observation, out, chance, thoughts):
    """Return the action of a player who must decide, and how many there were."""
    if player == RANDOM:
        return random_play(state, seat, out, chance)
    count = legal(state, seat, out)
    observe(state, seat, observation)
    return decide_by_observation(player, observation, out, count, chance, thoughts), count


@kernel
def ponder(player, observation, out, count, chance, thoughts):
    """Let Python ask a player."""
    return decide_by_observation(player, observation, out, count, chance, thoughts)


@spliced
def decide_by_observation(player, observation, out, count, chance, thoughts):
    """Return the action of a player that knows what it observes, and nothing else."""
    if player < RANDOM and below(chance, -player) == 0:
        return glance(observation, out, count, chance, thoughts)
    if player <= POLICY:
        return choose(observation, out, count, chance)
    return search(observation, out, count, chance, thoughts, player)


@spliced
def decide_to_interrupt(player, state, seat, observation, out, chance, thoughts):
    """Return the action of a seat that may act out of turn, or PASS."""
    if player == RANDOM and below(chance, INTERRUPTS) != 0:
        return np.int64(PASS)
    count = legal(state, seat, out)
    if player == RANDOM:
        return np.int64(out.actions[below(chance, count)])
    out.actions[count] = PASS
    observe(state, seat, observation)
    return decide_by_observation(player, observation, out, count + 1, chance, thoughts)
