"""The rules: who may do what, and what it does."""

import numpy as np

from kuhn_poker import codes
from kuhn_poker.components import DECK
from purrlor.core.chance import below
from purrlor.core.contract import ALLOWED, note
from purrlor.core.kernel import kernel


@kernel
def deal_cards(state, chance):
    """K1: one card each, one stays."""
    first, second = below(chance, 3), below(chance, 2)
    if second >= first:
        second += 1
    state.cards[0], state.cards[1], state.cards[DECK] = first, second, 3 - first - second


@kernel
def deal(state, options, chance, trace):
    """K1: begin a game."""
    state.opens = options.opens
    deal_cards(state, chance)
    for seat in range(2):
        note(trace, codes.CARD_DEALT, seat, state.cards[seat])


@kernel
def on_turn(state):
    """K2: seats take turns, from the one that opens."""
    return (np.int64(state.opens) + np.int64(state.taken)) % 2


@kernel
def is_over(state):
    """K2: after two actions, or three if a bet followed a pass."""
    is_open = state.actions[0] == codes.PASS and state.actions[1] == codes.BET
    return state.taken == 3 or (state.taken == 2 and not is_open)


@kernel
def is_folded(state):
    """K3: a pass followed a bet."""
    last, before = state.actions[state.taken - 1], state.actions[state.taken - 2]
    return is_over(state) and last == codes.PASS and before == codes.BET


@kernel
def is_shown(state):
    """K3: both cards lie open."""
    return is_over(state) and not is_folded(state)


@kernel
def chips(state, seat):
    """K1, K2: what a seat has put into the pot."""
    paid = np.int64(1)
    for at in range((seat + state.opens) % 2, state.taken, 2):
        paid += np.int64(state.actions[at])
    return paid


@kernel
def scores(state, standing):
    """K3: the winner takes what the other one has put in."""
    for seat in range(2):
        standing.places[seat], standing.points[seat] = 1, 0
    if is_over(state):
        winner = on_turn(state)  # when the other one folds
        if is_shown(state):
            winner = np.int64(state.cards[1] > state.cards[0])
        loser = 1 - winner
        standing.places[loser] = 2
        standing.points[winner], standing.points[loser] = chips(state, loser), -chips(state, loser)


@kernel
def turns(state):
    """Return how many turns have begun."""
    return np.int64(state.taken) + 1 - np.int64(is_over(state))


@kernel
def actors(state):
    """K2: the player on turn."""
    return np.int64(0) if is_over(state) else np.int64(1) << on_turn(state)


@kernel
def interrupters(state):
    """Nobody acts out of turn."""
    return np.int64(0)


@kernel
def verify(state, seat, action):
    """Return why the seat may not do this now, 0 if it may."""
    if is_over(state):
        return codes.GAME_OVER
    return ALLOWED if seat == on_turn(state) else codes.NOT_YOUR_TURN


@kernel
def legal(state, seat, out):
    """K2: pass or bet."""
    if verify(state, seat, codes.PASS) != ALLOWED:
        return 0
    out.actions[0], out.actions[1] = codes.PASS, codes.BET
    return 2


@kernel
def apply(state, seat, action, chance, trace):
    """Carry out an allowed action."""
    note(trace, codes.BET_PLACED if action == codes.BET else codes.PASSED, seat)
    state.actions[state.taken] = action
    state.taken += 1
    if is_shown(state):
        for shown in range(2):
            note(trace, codes.CARD_SHOWN, shown, state.cards[shown])
    if is_over(state):
        note(trace, codes.GAME_ENDED, codes.FOLD if is_folded(state) else codes.SHOWDOWN)


@kernel
def settle(state, chance):
    """Everything is decided by the deal."""


@kernel
def tally(state, trace, counts):
    """Count bets and showdowns."""
    for row in range(trace.length):
        counts.values[0] += trace.rows[row, 0] == codes.BET_PLACED
        counts.values[1] += (
            trace.rows[row, 0] == codes.GAME_ENDED and trace.rows[row, 1] == codes.SHOWDOWN
        )
