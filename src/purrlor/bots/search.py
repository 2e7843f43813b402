"""Thinking ahead: is anything better than what the game's own policy would do?

Worlds are made that agree with the observation. In each, every candidate is played and the game
played on by policies (`rollout`), with the same cards and the same chance for all candidates, so
that what differs is due to the candidate. Sequential halving: after each of a few stages the worse
half is given up, and the rest is compared in more worlds. The policy's own choice is never given
up; another one must be better than it beyond the doubt that chance leaves.

Who only glances compares a few actions in a world or two, with half of it forgotten: that is how
the weaker levels err.
"""

import numpy as np

from purrlor.bots.rollout import roll_out
from purrlor.bots.worlds import IMAGINED, draw_world
from purrlor.core.chance import below, set_stream
from purrlor.core.contract import PASS, apply, choose, clock, forget, glimpse, span, turns
from purrlor.core.kernel import kernel, spliced
from purrlor.core.ties import draw_actions

STEPS = 100
"""In a unit of the budget: a decision in an imagined game is a step, and so is making a world."""
DOUBT = 1.0
"""How many standard errors better than the policy's choice another one must look."""
REFERENCE = 0
"""The place among the candidates of what the policy would do."""
COME_TO_MIND = 3
"""So many actions are compared at a glance."""


@spliced
def search(observation, out, count, chance, thoughts, budget):
    """Return the best of the listed actions after `budget` times a hundred steps of thought.

    All it is given is the seat's observation, the actions listed in `out`, and chance of its own.
    """
    if count == 1:
        return np.int64(out.actions[0])
    reference = choose(observation, out, count, chance)
    think(observation, out, count, chance, thoughts, budget, reference)
    return _best(thoughts)


@spliced
def glance(observation, out, count, chance, thoughts):
    """Return the action that looks best at a glance, of some that come to mind.

    A chance to act out of turn is overlooked. Where there are only two things to do, as with a
    knock, nothing is forgotten.
    """
    t = thoughts
    if count == 1 or out.actions[count - 1] == PASS:
        return np.int64(out.actions[count - 1])
    t.memory[0] = observation
    if count > 2:
        forget(t.memory[0], chance)
    few = min(count, COME_TO_MIND)
    draw_actions(out, count, few, chance)
    think(t.memory[0], out, few, chance, t, np.int64(0), np.int64(out.actions[0]))
    return _likeliest(t)


@kernel
def think(observation, out, count, chance, thoughts, budget, reference):
    """Compare the listed actions; the candidates are left in `thoughts`, the best ones first.

    The budget is counted in steps, not by a clock: short games are imagined more often than long
    ones in about the same time, and the same key thinks the same on any machine. The order of the
    list is lost.
    """
    t = thoughts
    for i in range(8):  # chance of its own for the imagined games
        t.chance.key[i] = below(chance, 65536) << 16 | below(chance, 65536)
    draw_actions(out, count, count, chance)  # of equals the first is preferred from here on
    _list(t, out, count, reference)
    stages, left = 1, count
    while left > 2:
        left = (left + 1) // 2
        stages += 1
    world, left = 0, count
    t.rollouts, t.steps = 0, 0
    for stage in range(stages):
        until = t.steps + budget * STEPS // stages
        while True:  # in one world at least
            _compare(observation, t, left, world, budget)
            world += 1
            if t.steps >= until:
                break
        if stage + 1 < stages:
            left = (left + 1) // 2
            _bring_forward(t, left)


@kernel
def _list(t, out, count, reference):
    t.count = count
    at = 1
    for i in range(count):
        action = np.int64(out.actions[i])
        place = at
        if action == reference:
            place = REFERENCE
        else:
            at += 1
        candidate = t.candidates[place]
        candidate.action = action
        candidate.visits = 0
        candidate.total = 0.0
        candidate.gain = 0.0
        candidate.squares = 0.0


@spliced
def _compare(observation, t, left, world, budget):
    """Play the first `left` candidates in a new world."""
    seat = np.int64(observation.seat)
    set_stream(t.chance, 2 * world)
    at, tries = draw_world(observation, t.chance, t.worlds)
    t.world = at
    t.steps += tries
    until = clock(t.worlds[at]) + (span(t.worlds[at]) if budget else glimpse(t.worlds[at]))
    bar = 0.0
    for i in range(left):
        t.worlds[IMAGINED] = t.worlds[at]
        set_stream(t.chance, 2 * world + 1)
        candidate = t.candidates[i]
        asked = turns(t.worlds[at])
        if candidate.action != PASS:
            apply(t.worlds[IMAGINED], seat, np.int64(candidate.action), t.chance, t.notes)
        found = roll_out(t, seat, until, asked)
        if i == REFERENCE:
            bar = found
        candidate.visits += 1
        candidate.total += found
        candidate.gain += found - bar
        candidate.squares += (found - bar) ** 2
    t.rollouts += left


@kernel
def _bring_forward(t, left):
    """Put the best candidates first, behind the reference."""
    for i in range(1, left):
        best = i
        for k in range(i + 1, t.count):
            if t.candidates[k].visits < t.candidates[i].visits:
                break
            if t.candidates[k].gain > t.candidates[best].gain:
                best = k
        if best != i:
            _swap(t, i, best)


@kernel
def _swap(t, i, k):
    one, other = t.candidates[i], t.candidates[k]
    action, visits, total = one.action, one.visits, one.total
    gain, squares = one.gain, one.squares
    one.action, one.visits, one.total = other.action, other.visits, other.total
    one.gain, one.squares = other.gain, other.squares
    other.action, other.visits, other.total = action, visits, total
    other.gain, other.squares = gain, squares


@kernel
def _best(t):
    """Return the candidate that gains most, if it does so beyond doubt."""
    best, action = 0.0, np.int64(t.candidates[REFERENCE].action)
    for i in range(1, t.count):
        candidate = t.candidates[i]
        if candidate.visits < t.candidates[REFERENCE].visits:
            break
        visits = np.float64(candidate.visits)
        mean = candidate.gain / visits
        spread = max(candidate.squares / visits - mean * mean, 0.0)
        if mean > best and mean > DOUBT * np.sqrt(spread / visits):
            best, action = mean, np.int64(candidate.action)
    return action


@kernel
def _likeliest(t):
    """Return the candidate that did best on average, however doubtful that is."""
    best, action = -np.inf, np.int64(t.candidates[REFERENCE].action)
    for i in range(t.count):
        candidate = t.candidates[i]
        mean = candidate.total / np.float64(candidate.visits)
        if mean > best:
            best, action = mean, np.int64(candidate.action)
    return action
