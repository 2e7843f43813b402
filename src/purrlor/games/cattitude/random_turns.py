"""Random players for the rest of a round: what they do one by one, only faster.

Nobody looks at a bid before all are sealed, and then all choose. So the cards of all bids are
written on paper as they are drawn, and go from there to whoever gets them. Bids that were begun
before lie in the state, and are collected as the rules do it. `left` are the numbers left of chance
(see `next_below`).
"""

import numpy as np

from purrlor.core.bits import lowest_bit
from purrlor.core.chance import next_below
from purrlor.core.contract import one_play
from purrlor.core.kernel import inlined, kernel
from purrlor.games.cattitude import codes
from purrlor.games.cattitude.bidding import clear_bids, collect_bonus, collect_from, neighbour
from purrlor.games.cattitude.components import (
    FIRST_BONUS,
    MOST_PICKED_UP,
    MOST_PLAYERS,
    NO_CARD,
    VALUED,
)
from purrlor.games.cattitude.losing import begin_losing, begin_securing
from purrlor.games.cattitude.rounds import finish_round
from purrlor.games.cattitude.securing import legal_securings, secure
from purrlor.games.cattitude.state import BIDDING, CHOOSING, LOSING, SECURING

_OWNERS = 0
"""On paper: who gets a bid, by giver and bid."""
_KINDS = _OWNERS + 2 * MOST_PLAYERS
"""On paper: what a seat can pick up."""
_CARDS = _KINDS + VALUED + 1
"""On paper: the cards of all bids, each with its giver and bid (see `_write`)."""


@kernel
def random_turn(state, out, chance, cards, trace):
    """Play the rest of the round; return how many decisions that took."""
    s, decisions = state, np.int64(0)
    if trace.capacity:
        return one_play(s, out, chance, cards, trace)
    if s.phase <= CHOOSING:
        decisions += _bid_and_choose(s, out, chance, trace)
        begin_losing(s, trace)
        if s.waiting == 0:
            begin_securing(s)
    while s.phase == LOSING:
        decisions += one_play(s, out, chance, cards, trace)
    if s.phase == SECURING:
        decisions += _secure(s, out, chance, cards, trace)
    return decisions


@inlined
def _bid_and_choose(s, out, chance, trace):
    """C3: whoever has not bid yet does, and then who has not chosen yet chooses."""
    decisions, end, begun = np.int64(0), np.int64(_CARDS), np.int64(0)
    left = np.int64(chance.halves_left)
    for seat in range(np.int64(s.players)):
        if s.hand_sizes[seat] < s.dealt or s.picked_sizes[seat] > 0:
            begun |= np.int64(1) << seat
        if s.phase == BIDDING and np.int64(s.waiting) >> seat & 1:
            start = end
            end, left = _bid(s, seat, out, end, chance, left)
            decisions += end - start + 1
    waiting = np.int64(s.waiting)
    if s.phase == BIDDING:
        waiting = (np.int64(1) << np.int64(s.players)) - 1
    while waiting:
        drawn, left = next_below(chance, left, 2)
        s.choices[lowest_bit(waiting)] = drawn
        waiting &= waiting - 1
        decisions += 1
    chance.halves_left = left
    while begun:
        collect_from(s, lowest_bit(begun), trace)
        begun &= begun - 1
    _collect(s, out, end)
    return decisions


@inlined
def _write(out, end, seat, bid, card):
    """Write a card of a bid down; return where the list ends."""
    out.actions[end] = (2 * seat + bid) * 32 + card
    return end + 1


@inlined
def _bid(s, seat, out, end, chance, left):
    """C3.1 to C3.3: before each card offered, and before the seal, cards may be picked up."""
    may_pick_up = s.round_number > 1 and s.beginner == 0
    picks = MOST_PICKED_UP - np.int64(s.picked_sizes[seat]) if may_pick_up else np.int64(0)
    kinds, gone = _list_kinds(s, seat, out, picks), np.int64(VALUED)
    for at in range(np.int64(s.hand_sizes[seat]) - 1, -1, -1):
        drawn, left = next_below(chance, left, 2 + 2 * kinds)
        while drawn >= 2:
            end, kinds, gone = _pick_up(s, seat, drawn - 2, out, end, kinds, gone)
            picks -= 1
            kinds = kinds if picks > 0 else np.int64(0)
            drawn, left = next_below(chance, left, 2 + 2 * kinds)
        end = _write(out, end, seat, drawn, np.int64(s.hands[seat, at]))
    drawn, left = next_below(chance, left, 1 + 2 * kinds)
    while drawn >= 1:
        end, kinds, gone = _pick_up(s, seat, drawn - 1, out, end, kinds, gone)
        picks -= 1
        kinds = kinds if picks > 0 else np.int64(0)
        drawn, left = next_below(chance, left, 1 + 2 * kinds)
    return end, left


@inlined
def _list_kinds(s, seat, out, left):
    """C3.2: list the kinds of cards that can be picked up; return how many."""
    kinds = np.int64(0)
    if left > 0:
        for card in range(VALUED):  # written always, counted only where there is such a card
            out.actions[_KINDS + kinds] = card
            kinds += s.tables[seat, card] > 0
    return kinds


@inlined
def _pick_up(s, seat, drawn, out, end, kinds, gone):
    """C3.2: a card of a listed kind goes into either bid; the kind may be `gone` from the list."""
    at = drawn >> 1
    at += at >= gone
    card = np.int64(out.actions[_KINDS + at])
    s.tables[seat, card] -= 1
    if s.tables[seat, card] == 0:
        kinds -= 1
        gone = at
    return _write(out, end, seat, drawn & 1, card), kinds, gone


@inlined
def _collect(s, out, end):
    """C4.1, C4.2: the chosen bid and the own one that was not chosen."""
    for giver in range(np.int64(s.players)):
        taker = neighbour(s, giver)
        chosen = np.int64(s.choices[taker])
        out.actions[_OWNERS + 2 * giver + chosen] = taker
        out.actions[_OWNERS + 2 * giver + 1 - chosen] = giver
    for at in range(_CARDS, end):
        bid, card = np.int64(out.actions[at]) >> 5, np.int64(out.actions[at]) & 31
        owner = np.int64(out.actions[_OWNERS + bid])
        if card < FIRST_BONUS:
            s.tables[owner, card] += 1
        else:
            collect_bonus(s, bid >> 1, bid & 1, owner, card)
    clear_bids(s)
    s.hand_sizes[:] = 0
    s.hands[:] = NO_CARD


@inlined
def _secure(s, out, chance, cards, trace):
    """C5: whoever is not done yet secures until done; then the next round is dealt."""
    decisions, waiting = np.int64(0), np.int64(s.waiting)
    left = np.int64(chance.halves_left)
    while waiting:
        seat = lowest_bit(waiting)
        count = legal_securings(s, seat, out)
        drawn, left = next_below(chance, left, count)
        decisions += 1
        if drawn == count - 1:
            waiting &= waiting - 1
        else:
            action = np.int64(out.actions[drawn]) - codes.SECURE
            secure(s, seat, action // 3, action % 3, trace)
    chance.halves_left = left
    s.waiting = 0
    finish_round(s, cards, trace)
    return decisions
