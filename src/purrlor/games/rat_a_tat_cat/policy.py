"""What a good player knows of this game.

The row is valued by expectation: a known card counts its value, an unknown one, or a power card
that will be replaced, the mean of a number. The dearest card is replaced where that helps. The
knock comes when the row is expected to be worth seven or less (six, if six play), or when no card
that may come up would improve it.
"""

import numpy as np

from purrlor.core.bits import count_bits
from purrlor.core.kernel import inlined, kernel
from purrlor.core.ties import draw_bit
from purrlor.games.rat_a_tat_cat import codes
from purrlor.games.rat_a_tat_cat.components import DRAW_TWO, PEEK
from purrlor.games.rat_a_tat_cat.observation import UNSEEN
from purrlor.games.rat_a_tat_cat.rounds import is_outer
from purrlor.games.rat_a_tat_cat.state import END, LOOK, NOBODY, TURN

MEAN = 50
"""Of a number card, in tenths (R1.1)."""
_KNOCK_AT = np.array([70, 70, 70, 70, 70, 70, 60])
"""By how many are in play: with such a row, in tenths, a knock pays best if all do the same."""
TAKE_UP_TO = 30
"""A discard of three or less is better than what a draw brings on average."""


@inlined
def value(o, seat, slot):
    """Return what a card in a row is expected to score, in tenths."""
    card = np.int64(o.rows[seat, slot])
    return np.int64(MEAN) if card == UNSEEN or card >= PEEK else 10 * card


@inlined
def _dearest(o, seat):
    """Return what the dearest own card is expected to score, and a mask of the slots with it."""
    most, slots = value(o, seat, 0), np.int64(1)
    for slot in range(1, o.row_size):
        worth = value(o, seat, slot)
        if worth > most:
            most, slots = worth, np.int64(1) << slot
        elif worth == most:
            slots |= np.int64(1) << slot
    return most, slots


@kernel
def choose(observation, out, count, chance):
    """Return the action of a sound player."""
    o = observation
    seat = np.int64(o.seat)
    if o.phase == LOOK:
        return np.int64(codes.READY)
    if o.phase == TURN:
        return _begin(o, seat, chance)
    if o.phase == END:
        return _end(o, seat)
    if o.drawn < PEEK:
        return _place(o, seat, chance)
    return _use_power_card(o, seat, chance)


@kernel
def _begin(o, seat, chance):
    top = np.int64(o.discard_pile[o.discard_size - 1])
    most, slots = _dearest(o, seat)
    if top < PEEK and 10 * top < min(most, TAKE_UP_TO + 1):
        return codes.TAKE_DISCARD + draw_bit(slots, chance)
    return np.int64(codes.DRAW)


@kernel
def _place(o, seat, chance):
    """Keep a number that beats the dearest card; of a Draw 2's first card expect a better one."""
    most, slots = _dearest(o, seat)
    bar = min(most, TAKE_UP_TO + 20) if o.draws_left else most
    if 10 * np.int64(o.drawn) < bar:
        return codes.KEEP + draw_bit(slots, chance)
    return np.int64(codes.DISCARD)


@kernel
def _use_power_card(o, seat, chance):
    if o.drawn == DRAW_TWO:
        return np.int64(codes.DRAW_TWO_CARDS)
    if o.drawn == PEEK:
        return _peek(o, seat, chance)
    return _swap(o, seat, chance)


@kernel
def _peek(o, seat, chance):
    """R4.2: look at one of the own cards that are unknown."""
    unknown = np.int64(0)
    for slot in range(o.row_size):
        unknown |= np.int64(o.rows[seat, slot] == UNSEEN) << slot
    return codes.PEEK_AT + draw_bit(unknown, chance) if unknown else np.int64(codes.DISCARD)


@kernel
def _swap(o, seat, chance):
    """R4.3: give away the dearest card for the cheapest of the others, if that is expected to pay.

    R4.4, R8.2: some cards stay where they are.
    """
    most, own = np.int64(-1), np.int64(0)
    for slot in range(o.row_size):
        if o.young_players and is_outer(o, slot):
            continue
        worth = value(o, seat, slot)
        if worth > most:
            most, own = worth, np.int64(0)
        own |= np.int64(worth == most) << slot
    least, theirs = most - 1, np.int64(0)
    for other in range(o.players):
        if other == seat or o.seats_in >> other & 1 == 0:
            continue
        if o.knocker_protected and other == o.knocker:
            continue
        for slot in range(o.row_size):
            if o.young_players and is_outer(o, slot):
                continue
            worth = _believed(o, other, slot)
            if worth < least:
                least, theirs = worth, np.int64(0)
            theirs |= np.int64(worth == least) << other * 4 + slot
    if theirs == 0:
        return np.int64(codes.DISCARD)
    return codes.SWAP_WITH + draw_bit(own, chance) * 24 + draw_bit(theirs, chance)


@inlined
def _believed(o, other, slot):
    """Return what another's card is expected to score: those they know and keep are better ones."""
    is_kept = o.rows[other, slot] == UNSEEN and o.knowers[other, slot] >> other & 1
    return value(o, other, slot) - (10 if is_kept else 0)


@kernel
def _end(o, seat):
    is_time = o.knocker == NOBODY and is_time_to_knock(o, seat, knock_at(o))
    return np.int64(codes.KNOCK if is_time else codes.END_TURN)


@inlined
def knock_at(o):
    """Return the row to knock with, in tenths."""
    return _KNOCK_AT[count_bits(np.int64(o.seats_in))]


@kernel
def is_time_to_knock(o, seat, at):
    """Return whether the row is expected to score at most so much, or will not become better."""
    total, most = np.int64(0), np.int64(0)
    for slot in range(o.row_size):
        worth = value(o, seat, slot)
        total += worth
        most = max(most, worth)
    return total <= at or not _can_improve(o, most // 10)


@inlined
def _can_improve(o, dearest):
    """Return whether a number below that of the dearest own card may still come up.

    What others hold does not count: after a shuffle everybody knows what the piles are made of. So
    where the low cards all lie in rows, somebody notices in the end, and every round ends.
    """
    for card in range(dearest):
        if o.unseen[o.pile, card]:
            return True
    return _is_discarded(o, dearest)


@kernel
def _is_discarded(o, dearest):
    is_discarded = False
    for i in range(o.discard_size):
        is_discarded = is_discarded or o.discard_pile[i] < dearest
    return is_discarded
