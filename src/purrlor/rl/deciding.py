"""What the bots among many games decide, in compiled code: one call for all that are asked.

Bots that follow the policy and those that think ahead are compiled apart: the latter hold a whole
search, and most learn without it. So is random play for learners (`draw_all`), which is that of the
random bots, and the judgement that rewards are shaped by (`judge_all`).
"""

import numpy as np

from purrlor.bots.players import INTERRUPTS, POLICY, RANDOM, decide_by_observation
from purrlor.core.chance import below
from purrlor.core.contract import PASS, choose, observe, prospect, random_action
from purrlor.core.kernel import kernel, spliced
from purrlor.rl.stepping import RUNNING, open_to


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
        if player == RANDOM and passes(e, chance):
            e.decision = PASS
            continue
        count = open_to(s, e, out)
        if player == RANDOM:
            e.decision = at_random(s, e, seat, out, count, chance)
        else:
            observe(s, seat, observations[i])
            e.decision = choose(observations[i], out, count, chance)


@kernel
def draw_all(table, chances, actions):
    """Write what a random player does in each game that is running, as its place."""
    states, _, _, episodes, _, _, own, tables, _ = table
    out, indices, chance = own[0][0], tables[1], chances[0]
    for i in range(len(episodes)):
        e = episodes[i]
        if e.status != RUNNING:
            continue
        number = np.int64(PASS)
        if not passes(e, chance):
            count = open_to(states[i], e, out)
            number = at_random(states[i], e, np.int64(e.seat), out, count, chance)
        actions[i] = indices[e.seat, number + 1]


@spliced
def passes(e, chance):
    """Return whether a random player lets a chance to act out of turn go by."""
    return e.is_interrupting and below(chance, INTERRUPTS) != 0


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


@kernel
def judge_all(table, potentials):
    """Write how good things look for each seat of each game (`prospect`)."""
    states, _, _, _, _, _, own, _, _ = table
    standing = own[2][0]
    for i in range(len(states)):
        for seat in range(potentials.shape[1]):
            potentials[i, seat] = prospect(states[i], np.int64(seat), standing)
