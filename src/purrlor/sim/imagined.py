"""Whole games imagined from what one seat knows: how often it wins after each of its actions."""

import numpy as np

from purrlor.bots.worlds import IMAGINED, draw_world
from purrlor.core.chance import set_stream
from purrlor.core.contract import (
    PASS,
    actors,
    apply,
    choose,
    is_over,
    legal,
    observe,
    scores,
    turns,
)
from purrlor.core.interrupting import ask_interrupters
from purrlor.core.kernel import kernel
from purrlor.core.seats import MOST_SEATS, lowest_seat


@kernel
def imagine(table, actions, first, cap, shares):
    """Play each action in worlds number `first` and on; write the seat's share of each victory.

    `shares` has a row for each action and a column for each world. All actions meet the same cards
    and the same chance, and everybody plays on by the game's own policy.
    """
    observations, states, chances, others, legals, traces, standings = table
    observation, chance = observations[0], chances[0]
    seat = np.int64(observation.seat)
    for column in range(shares.shape[1]):
        set_stream(chance, 2 * (first + column))
        at, _ = draw_world(observation, chance, states)
        for row in range(shares.shape[0]):
            states[IMAGINED] = states[at]
            set_stream(chance, 2 * (first + column) + 1)
            s = states[IMAGINED]
            asked = turns(s)
            if actions[row] != PASS:
                apply(s, seat, actions[row], chance, traces[0])
            play_on(s, asked, cap, chance, others[0], legals[0], traces[0])
            scores(s, standings[0])
            shares[row, column] = share_of_victory(standings[0], seat)


@kernel
def play_on(s, asked, cap, chance, observation, out, trace):
    """Let everybody decide by the policy; each knows only what they observe."""
    until = turns(s) + cap
    while not is_over(s) and turns(s) <= until:
        if turns(s) != asked:
            asked = turns(s)
            ask_interrupters(s, observation, out, chance, chance, trace)
        seat = lowest_seat(actors(s))
        count = legal(s, seat, out)
        observe(s, seat, observation)
        apply(s, seat, choose(observation, out, count, chance), chance, trace)


@kernel
def share_of_victory(standing, seat):
    """Return 1 for a victory, less if others share it, 0 for none."""
    if standing.places[seat] != 1:
        return 0.0
    winners = 0
    for other in range(MOST_SEATS):
        winners += standing.places[other] == 1
    return 1.0 / winners
