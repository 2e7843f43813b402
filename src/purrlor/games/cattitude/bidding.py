"""Bidding and choosing (C3), and collecting what was chosen (C4.1, C4.2)."""

import numpy as np

from purrlor.core.contract import ALLOWED, note
from purrlor.core.kernel import inlined, kernel
from purrlor.games.cattitude import codes
from purrlor.games.cattitude.components import (
    CLOSED,
    FIRST_BONUS,
    KINDS,
    MOST_PICKED_UP,
    NO_CARD,
    ON_TABLE,
    OPEN,
    RED_COPIES,
    VALUED,
)
from purrlor.games.cattitude.state import ALL_KNOW, CHOOSING, NOT_CHOSEN

_IS_RED = np.array(RED_COPIES) > 0


@inlined
def can_pick_up(s, seat):
    """C3.2: from round 2 on, two cards; C7.1: none for beginners."""
    return s.round_number > 1 and s.picked_sizes[seat] < MOST_PICKED_UP and s.beginner == 0


@kernel
def verify_bid(s, seat, action):
    """C3.1, C3.2: return why a card cannot be offered, or the bid not sealed."""
    if action == codes.SEAL:
        return codes.CARDS_LEFT if s.hand_sizes[seat] else ALLOWED
    if action < codes.PICK_UP:
        card = (action - codes.OFFER) // 2
        for at in range(s.hand_sizes[seat]):
            if s.hands[seat, at] == card:
                return ALLOWED
        return codes.NOT_IN_HAND
    card = (action - codes.PICK_UP) // 2
    if s.beginner:
        return codes.BEGINNERS_PICK_NOTHING_UP
    if s.round_number == 1:
        return codes.FIRST_ROUND
    if card >= VALUED:
        return codes.NEVER_PICKED_UP
    if not can_pick_up(s, seat):
        return codes.TWO_PICKED_UP
    return ALLOWED if s.tables[seat, card] else codes.NOT_ON_TABLE


@inlined
def legal_bids(s, seat, out):
    """List the first hand card into either bid, or the seal, and what can be picked up."""
    size = np.int64(s.hand_sizes[seat])
    if size > 0:
        first = codes.OFFER + 2 * np.int64(s.hands[seat, size - 1])
        out.actions[0] = first + OPEN
        out.actions[1] = first + CLOSED
        count = 2
    else:
        out.actions[0] = codes.SEAL
        count = 1
    if can_pick_up(s, seat):
        for card in range(VALUED):  # written always, counted only where there is such a card
            out.actions[count] = codes.PICK_UP + 2 * card + OPEN
            out.actions[count + 1] = codes.PICK_UP + 2 * card + CLOSED
            count += 2 * (s.tables[seat, card] > 0)
    return count


@inlined
def offer(s, seat, card, bid, trace):
    """C3.1: a card just dealt goes into a bid."""
    at = np.int64(s.hand_sizes[seat]) - 1
    s.hand_sizes[seat] = at
    passed = np.int64(NO_CARD)
    while s.hands[seat, at] != card:
        next_passed = np.int64(s.hands[seat, at])
        s.hands[seat, at] = passed
        passed = next_passed
        at -= 1
    s.hands[seat, at] = passed
    s.bids[seat, bid, card] += 1
    note(trace, codes.CARD_OFFERED, seat, card, bid)


@inlined
def pick_up(s, seat, card, bid, trace):
    """C3.2: a card from the own table goes into a bid."""
    pick_up_into(s, seat, card, bid)
    note(trace, codes.CARD_PICKED_UP, seat, card, bid)


@inlined
def pick_up_into(s, seat, card, bid):
    """Move a card, and remember which were picked up, falling."""
    s.tables[seat, card] -= 1
    s.bids[seat, bid, card] += 1
    other = np.int64(s.picked_up[seat, 0])  # NO_CARD is lower than any card
    s.picked_up[seat, 0] = max(other, card)
    s.picked_up[seat, 1] = min(other, card)
    s.picked_sizes[seat] += 1


@inlined
def seal(s, seat, trace):
    """C3.3: bids are seen when all are sealed."""
    note(trace, codes.BID_SEALED, seat)
    s.waiting ^= np.int64(1) << seat
    if s.waiting == 0:
        s.phase = CHOOSING
        s.waiting = (1 << np.int64(s.players)) - 1
        if trace.capacity:
            _note_bids(s, trace)


@kernel
def count_backs(s, seat):
    """C3.3: blue and red cards of a closed bid."""
    blue, red = np.int64(0), np.int64(0)
    for card in range(KINDS):
        if _IS_RED[card]:
            red += np.int64(s.bids[seat, CLOSED, card])
        else:
            blue += np.int64(s.bids[seat, CLOSED, card])
    return blue, red


@kernel
def _note_bids(s, trace):
    for seat in range(np.int64(s.players)):
        blue, red = count_backs(s, seat)
        note(trace, codes.BIDS_REVEALED, seat, blue, red)
        for card in range(KINDS):
            if s.bids[seat, OPEN, card]:
                note(trace, codes.CARDS_OF_IT, card, np.int64(s.bids[seat, OPEN, card]))


@inlined
def neighbour(s, seat):
    """C2.5, C3.4: whom a seat offers its bids to."""
    players = np.int64(s.players)
    seat += np.int64(s.direction)
    if seat == players:
        return np.int64(0)
    return players - 1 if seat < 0 else seat


@kernel
def collect(s, trace):
    """C3.5, C4.1, C4.2: the chosen bid and the own one that was not chosen."""
    if trace.capacity:
        _note_choices(s, trace)
    for giver in range(np.int64(s.players)):
        collect_from(s, giver, trace)
    clear_bids(s)


@inlined
def collect_from(s, giver, trace):
    """C4.1: one bid of a seat goes to its neighbour, the other one comes back."""
    taker = neighbour(s, giver)
    chosen = np.int64(s.choices[taker])
    for card in range(ON_TABLE):
        s.tables[taker, card] += s.bids[giver, chosen, card]
        s.tables[giver, card] += s.bids[giver, 1 - chosen, card]
    if s.round_number >= s.first_red_round:
        _collect_bonuses(s, giver, chosen, taker, trace)
        _collect_bonuses(s, giver, 1 - chosen, giver, trace)


@inlined
def clear_bids(s):
    """C3.5: nothing is left of bids and choices, but that the choices were seen."""
    s.bids[:] = 0
    s.picked_sizes[:] = 0
    s.picked_up[:] = NO_CARD
    for seat in range(np.int64(s.players)):
        s.last_choices[seat] = s.choices[seat]
        s.choices[seat] = NOT_CHOSEN


@kernel
def _collect_bonuses(s, giver, bid, owner, trace):
    for card in range(FIRST_BONUS, KINDS):
        for _ in range(s.bids[giver, bid, card]):
            collect_bonus(s, giver, bid, owner, card)
            knowers = np.int64(1) << giver | np.int64(1) << owner
            note(trace, codes.BONUS_COLLECTED, owner, card, ALL_KNOW if bid == OPEN else knowers)


@inlined
def collect_bonus(s, giver, bid, owner, card):
    """C4.2: straight under the palace. All have seen an open bid, giver and owner a closed one."""
    s.palaces[owner, card] += 1
    if bid == CLOSED:
        s.closed_bonuses[owner, giver, card - FIRST_BONUS] += 1


@kernel
def _note_choices(s, trace):
    """C3.4: choices are shown together; then all see what is laid out."""
    for giver in range(np.int64(s.players)):
        taker = neighbour(s, giver)
        note(trace, codes.BID_TAKEN, taker, giver, np.int64(s.choices[taker]))
    for seat in range(np.int64(s.players)):
        giver = np.int64(0)
        while neighbour(s, giver) != seat:
            giver += 1
        chosen = np.int64(s.choices[seat])
        returned = 1 - np.int64(s.choices[neighbour(s, seat)])
        note(trace, codes.CARDS_COLLECTED, seat)
        for card in range(ON_TABLE):
            count = np.int64(s.bids[giver, chosen, card]) + np.int64(s.bids[seat, returned, card])
            if count:
                note(trace, codes.CARDS_OF_IT, card, count)
