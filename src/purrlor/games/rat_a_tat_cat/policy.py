"""What a good player knows of this game.

The row is valued by expectation: a known card counts its value, an unknown one, or a power card
that will be replaced, the mean of a number. The dearest card is replaced where that helps. The
knock comes when the row is expected to be worth seven or less (six, if six play), or when no card
that may come up would improve it.
"""

import numpy as np

from purrlor.core.bits import count_bits
from purrlor.core.kernel import inlined, kernel
from purrlor.core.ties import replaces_equal
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


@kernel
def dearest(o, seat):
    """Return what the own card scores that is expected to score most."""
    most = value(o, seat, 0)
    for slot in range(1, o.row_size):
        most = max(most, value(o, seat, slot))
    return most


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
    top, most = np.int64(o.discard_pile[o.discard_size - 1]), dearest(o, seat)
    if top < PEEK and 10 * top < min(most, TAKE_UP_TO + 1):
        return codes.TAKE_DISCARD + _slot_worth(o, seat, most, chance)
    return np.int64(codes.DRAW)


@kernel
def _place(o, seat, chance):
    """Keep a number that beats the dearest card; of a Draw 2's first card expect a better one."""
    most = dearest(o, seat)
    bar = min(most, TAKE_UP_TO + 20) if o.draws_left else most
    if 10 * np.int64(o.drawn) < bar:
        return codes.KEEP + _slot_worth(o, seat, most, chance)
    return np.int64(codes.DISCARD)


@kernel
def _slot_worth(o, seat, worth, chance):
    """Return one of the own slots that are expected to score so much."""
    found, ties = np.int64(0), np.int64(0)
    for slot in range(o.row_size):
        if value(o, seat, slot) == worth:
            ties += 1
            if ties == 1 or replaces_equal(chance, ties):
                found = np.int64(slot)
    return found


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
    action, ties = np.int64(codes.DISCARD), np.int64(0)
    for slot in range(o.row_size):
        if o.rows[seat, slot] == UNSEEN:
            ties += 1
            if ties == 1 or replaces_equal(chance, ties):
                action = np.int64(codes.PEEK_AT + slot)
    return action


@kernel
def _swap(o, seat, chance):
    """R4.3: give away the dearest card for the cheapest of the others, if that is expected to pay.

    R4.4, R8.2: some cards stay where they are.
    """
    own, most, ties = np.int64(0), np.int64(-1), np.int64(0)
    for slot in range(o.row_size):
        if o.young_players and is_outer(o, slot):
            continue
        worth = value(o, seat, slot)
        if worth > most:
            own, most, ties = np.int64(slot), worth, np.int64(1)
        elif worth == most:
            ties += 1
            if replaces_equal(chance, ties):
                own = np.int64(slot)
    theirs, least, ties = np.int64(0), most, np.int64(0)
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
                theirs, least, ties = np.int64(other * 4 + slot), worth, np.int64(1)
            elif worth == least and ties:
                ties += 1
                if replaces_equal(chance, ties):
                    theirs = np.int64(other * 4 + slot)
    return codes.SWAP_WITH + own * 24 + theirs if ties else np.int64(codes.DISCARD)


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
def is_time_to_knock(o, seat, most):
    """Return whether the row is expected to score at most so much, or will not become better."""
    total = np.int64(0)
    for slot in range(o.row_size):
        total += value(o, seat, slot)
    return total <= most or not _can_improve(o, seat)


@kernel
def _can_improve(o, seat):
    """Return whether a number that beats the dearest own card may still come up.

    What others hold does not count: after a shuffle everybody knows what the piles are made of. So
    where the low cards all lie in rows, somebody notices in the end, and every round ends.
    """
    better = dearest(o, seat) // 10
    for card in range(better):
        if o.unseen[o.pile, card]:
            return True
    is_discarded = False
    for i in range(o.discard_size):
        is_discarded = is_discarded or o.discard_pile[i] < better
    return is_discarded
