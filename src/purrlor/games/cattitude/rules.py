"""The rules: who may do what, and what it does."""

import numpy as np

from purrlor.core.contract import ALLOWED, note
from purrlor.core.kernel import inlined, kernel
from purrlor.games.cattitude import codes
from purrlor.games.cattitude.bidding import (
    collect,
    legal_bids,
    offer,
    pick_up,
    seal,
    verify_bid,
)
from purrlor.games.cattitude.components import CLOSED, OPEN
from purrlor.games.cattitude.losing import begin_losing, begin_securing, losses_of, resolve
from purrlor.games.cattitude.piles import settle_piles
from purrlor.games.cattitude.rounds import (
    deal_round,
    finish_round,
    gather_deck,
    start,
    toss_directions,
)
from purrlor.games.cattitude.securing import legal_securings, secure, verify_securing
from purrlor.games.cattitude.standing import write_standing
from purrlor.games.cattitude.state import BIDDING, CHOOSING, LOSING, OVER, SECURING
from purrlor.games.cattitude.tally import tally

__all__ = ["tally"]


@kernel
def deal(state, options, chance, trace):
    """C2: set up and deal the first round."""
    start(state, options)
    gather_deck(state)
    toss_directions(state, chance)
    deal_round(state, chance, trace)


@inlined
def is_over(state):
    """Return whether the game has ended (C6)."""
    return state.phase == OVER


@kernel
def scores(state, standing):
    """C6.2, C6.3: each seat's place and points as things stand."""
    write_standing(state, standing)


@inlined
def turns(state):
    """Return how many rounds have begun."""
    return np.int64(state.round_number)


@inlined
def actors(state):
    """C5.5: everyone decides once in each phase; in a tie those who have one (C4.6)."""
    return np.int64(state.waiting)


@inlined
def interrupters(state):
    """Nobody acts out of turn."""
    return np.int64(0)


@kernel
def settle(state, chance):
    """Decide the order of all piles."""
    settle_piles(state, chance)


@kernel
def verify(state, seat, action):
    """Return why the seat may not do this now, 0 if it may."""
    s = state
    if s.phase == OVER:
        return codes.GAME_OVER
    if seat < 0:
        return codes.FOR_A_SEAT
    is_waited_for = np.int64(s.waiting) >> seat & 1 == 1
    if action < codes.CHOOSE:
        if s.phase != BIDDING:
            return codes.NOT_BIDDING
        return verify_bid(s, seat, action) if is_waited_for else codes.SEALED_ALREADY
    if action < codes.LOSE:
        if s.phase != CHOOSING:
            return codes.NOT_CHOOSING
        return ALLOWED if is_waited_for else codes.CHOSEN_ALREADY
    if action < codes.SECURE:
        return _verify_loss(s, seat, action - codes.LOSE, is_waited_for)
    if s.phase != SECURING:
        return codes.NOT_SECURING
    if not is_waited_for:
        return codes.DONE_ALREADY
    return ALLOWED if action == codes.DONE else verify_securing(s, seat, action)


@kernel
def _verify_loss(s, seat, species, is_waited_for):
    """C4.6: name a species that some but not all ways of breaking the tie would lose."""
    if s.phase != LOSING:
        return codes.NO_TIE
    if not is_waited_for:
        return codes.NO_TIE_OF_YOURS
    every, some = losses_of(s, seat)
    return ALLOWED if (some & ~every) >> species & 1 else codes.NOT_IN_THE_TIE


@kernel
def legal(state, seat, out):
    """List the seat's actions; of its hand only the first card."""
    s = state
    if np.int64(s.waiting) >> seat & 1 == 0:
        return 0
    if s.phase == BIDDING:
        return legal_bids(s, seat, out)
    if s.phase == CHOOSING:
        out.actions[0] = codes.CHOOSE + OPEN
        out.actions[1] = codes.CHOOSE + CLOSED
        return 2
    if s.phase == SECURING:
        return legal_securings(s, seat, out)
    return _legal_losses(s, seat, out)


@kernel
def _legal_losses(s, seat, out):
    every, some = losses_of(s, seat)
    count = 0
    for species in range(3):
        if (some & ~every) >> species & 1:
            out.actions[count] = codes.LOSE + species
            count += 1
    return count


@kernel
def apply(state, seat, action, chance, trace):
    """Carry out an allowed action."""
    s = state
    if action < codes.PICK_UP:
        offer(s, seat, (action - codes.OFFER) >> 1, (action - codes.OFFER) & 1, trace)
    elif action < codes.SEAL:
        pick_up(s, seat, (action - codes.PICK_UP) >> 1, (action - codes.PICK_UP) & 1, trace)
    elif action == codes.SEAL:
        seal(s, seat, trace)
    elif action < codes.LOSE:
        _choose(s, seat, action - codes.CHOOSE, trace)
    elif action < codes.SECURE:
        _lose(s, seat, action - codes.LOSE, trace)
    elif action < codes.DONE:
        secure(s, seat, (action - codes.SECURE) // 3, (action - codes.SECURE) % 3, trace)
    else:
        _done(s, seat, chance, trace)


@inlined
def _choose(s, seat, bid, trace):
    """C3.4: choices are shown together."""
    note(trace, codes.CHOICE_MADE, seat, bid)
    s.choices[seat] = bid
    s.waiting ^= np.int64(1) << seat
    if s.waiting == 0:
        collect(s, trace)
        begin_losing(s, trace)
        if s.waiting == 0:
            begin_securing(s)


@inlined
def _lose(s, seat, species, trace):
    """C4.6: securing begins when all ties are broken."""
    note(trace, codes.SPECIES_NAMED, seat, species)
    s.losing[seat] |= np.int64(1) << species
    resolve(s, seat, trace)
    if s.waiting == 0:
        begin_securing(s)


@inlined
def _done(s, seat, chance, trace):
    """C5.5: every seat says so."""
    note(trace, codes.SEAT_DONE, seat)
    s.waiting ^= np.int64(1) << seat
    if s.waiting == 0:
        finish_round(s, chance, trace)
