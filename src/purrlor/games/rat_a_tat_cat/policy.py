"""What a good player knows of this game.

The row is valued by expectation: a known card counts its value, an unknown one, or a power card
that will be replaced, the mean of a number. The dearest card is replaced where that helps, and the
knock comes when the row is expected to be worth seven or less.
"""

import numpy as np

from purrlor.core.kernel import inlined, kernel
from purrlor.games.rat_a_tat_cat import codes
from purrlor.games.rat_a_tat_cat.components import DRAW_TWO, PEEK
from purrlor.games.rat_a_tat_cat.observation import UNSEEN
from purrlor.games.rat_a_tat_cat.state import END, LOOK, NOBODY, TURN

MEAN = 50
"""Of a number card, in tenths (R1.1)."""
KNOCK_AT = 70
TAKE_UP_TO = 30
"""A discard of three or less is better than what a draw brings on average."""


@inlined
def value(o, seat, slot):
    """Return what a card in a row is expected to score, in tenths."""
    card = np.int64(o.rows[seat, slot])
    return np.int64(MEAN) if card == UNSEEN or card >= PEEK else 10 * card


@kernel
def dearest(o, seat):
    """Return the slot of the own card that is expected to score most."""
    best = np.int64(0)
    for slot in range(1, o.row_size):
        if value(o, seat, slot) > value(o, seat, best):
            best = np.int64(slot)
    return best


@kernel
def choose(observation, out, count, chance):
    """Return the action of a sound player."""
    o = observation
    seat = np.int64(o.seat)
    if o.phase == LOOK:
        return np.int64(codes.READY)
    slot = dearest(o, seat)
    if o.phase == TURN:
        return _begin(o, seat, slot)
    if o.phase == END:
        return _end(o, seat)
    if o.drawn < PEEK:
        return _place(o, seat, slot)
    return _use_power_card(o, seat, slot)


@kernel
def _begin(o, seat, slot):
    top = np.int64(o.discard_pile[o.discard_size - 1])
    if top < PEEK and 10 * top < min(value(o, seat, slot), TAKE_UP_TO + 1):
        return codes.TAKE_DISCARD + slot
    return np.int64(codes.DRAW)


@kernel
def _place(o, seat, slot):
    """Keep a number that beats the dearest card; of a Draw 2's first card expect a better one."""
    bar = value(o, seat, slot)
    if o.draws_left:
        bar = min(bar, TAKE_UP_TO + 20)
    if 10 * np.int64(o.drawn) < bar:
        return codes.KEEP + slot
    return np.int64(codes.DISCARD)


@kernel
def _use_power_card(o, seat, slot):
    if o.drawn == DRAW_TWO:
        return np.int64(codes.DRAW_TWO_CARDS)
    if o.drawn == PEEK:
        for own in range(o.row_size):
            if o.rows[seat, own] == UNSEEN:
                return np.int64(codes.PEEK_AT + own)
        return np.int64(codes.DISCARD)
    return _swap(o, seat)


@kernel
def _swap(o, seat):
    """R4.3: give away a card for one that is expected, or believed by its owner, to be lower."""
    gain, best = np.int64(0), np.int64(codes.DISCARD)
    for other in range(o.players):
        if other == seat or o.seats_in >> other & 1 == 0:
            continue
        if o.knocker_protected and other == o.knocker:
            continue
        for slot in range(o.row_size):
            for their_slot in range(o.row_size):
                if o.young_players and (_is_outer(o, slot) or _is_outer(o, their_slot)):
                    continue
                theirs = value(o, other, their_slot)
                if (
                    o.rows[other, their_slot] == UNSEEN
                    and o.knowers[other, their_slot] >> other & 1
                ):
                    theirs -= 10  # cards that their owner knows and holds on to are better ones
                found = value(o, seat, slot) - theirs
                if found > gain:
                    gain = found
                    best = np.int64(codes.SWAP_WITH + (slot * 6 + other) * 4 + their_slot)
    return best


@inlined
def _is_outer(o, slot):
    return slot == 0 or slot == o.row_size - 1


@kernel
def _end(o, seat):
    if o.knocker != NOBODY:
        return np.int64(codes.END_TURN)
    total = np.int64(0)
    for slot in range(o.row_size):
        total += value(o, seat, slot)
    return np.int64(codes.KNOCK if total <= KNOCK_AT else codes.END_TURN)
