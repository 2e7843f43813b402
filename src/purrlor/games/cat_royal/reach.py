"""How far a figure can go (K3, K4): masks in which bit n stands for n steps."""

import numpy as np

from purrlor.core.kernel import inlined, kernel
from purrlor.games.cat_royal.board import (
    ahead,
    attracted_figures,
    barriers,
    bit,
    distance,
    others_swappable,
    own_swappable,
    shelters,
)
from purrlor.games.cat_royal.components import (
    BACK,
    COPY,
    FORWARD,
    FOUR,
    GOAL,
    GREEN_CARDS,
    JESTER,
    KING,
    KING_MOST,
    MAGNET,
    MOST_STEPS,
    NO_CARD,
    START_AREA,
    START_CARDS,
    SWAP,
)

_KING_STEPS = (2 << KING_MOST) - 2
NUMBER_CARDS = 12
"""Cards with a lower number have numbers on them."""


@inlined
def open_ring(s, sheltered, at, blocked):
    """Return the steps that end on the ring; `blocked` are those that meet a barrier."""
    up_to_first = ((blocked & -blocked) << 1) - 1
    return up_to_first & ~ahead(s, sheltered, at) & ((2 << MOST_STEPS) - 2)


@inlined
def lane_bit(field):
    """Return the mask of a goal field, 0 for any other."""
    return np.int64(1) << (field - GOAL) if field >= GOAL else np.int64(0)


@kernel
def lane_taken(s, of):
    """Return which fields of a goal are taken."""
    taken = np.int64(0)
    for figure in range(4):
        taken |= lane_bit(np.int64(s.figures[of, figure]))
    return taken


@kernel
def lane_higher(s, of, figure):
    """Return which fields of a goal hold a figure of higher rank."""
    higher = np.int64(0)
    for other in range(figure):
        higher |= lane_bit(np.int64(s.figures[of, other]))
    return higher


@inlined
def open_lane(s, taken, higher, after):
    """Return the goal fields behind `after` (-1: all) that can be reached (K3.7, K4.3, K4.4)."""
    free = ~taken & ((np.int64(1) << np.int64(s.lane)) - 1)
    passable = free >> (after + 1)
    first = higher >> (after + 1)
    return passable & ((first & -first) - 1)


@inlined
def open_goal(s, of, at, taken, higher, blocked):
    """Return the steps that end in the goal; from the own start field none does (K4.2)."""
    if at >= GOAL:
        return open_lane(s, taken, higher, at - GOAL) << 1
    to_start = distance(s, at, np.int64(s.starts[of]))
    if to_start == 0 or to_start >= MOST_STEPS or blocked & ((2 << to_start) - 1) != 0:
        return np.int64(0)
    return open_lane(s, taken, higher, np.int64(-1)) << (to_start + 1)


@inlined
def open_back(s, at, steps):
    """K3.9, K4.4: going back any figure is jumped; a protected one cannot be landed on."""
    if at >= GOAL:
        return np.int64(0)
    field = (at - steps) & (np.int64(s.ring) - 1)
    return np.int64(s.guarded & bit(field) == np.uint64(0))


@inlined
def can_start(s, of):
    """K4.1: no own figure stands on the own start field."""
    return s.guarded & bit(s.starts[of]) == np.uint64(0)


@inlined
def face_of(s, card):
    """K5.5: what a card acts as; a copy with nothing to copy stays a copy, and acts as nothing."""
    last = np.int64(s.last_played)
    return last if card == COPY and last != NO_CARD else np.int64(card)


@kernel
def playable_cards(s, of):
    """Return the cards that could be played with a colour's figures, without cheating (K2.2)."""
    taken = lane_taken(s, of)
    plain, green, cards = np.int64(0), np.int64(0), np.int64(0)
    for figure in range(4):
        at = np.int64(s.figures[of, figure])
        if at >= 0:
            higher = lane_higher(s, of, figure)
            plain |= _open_values(s, of, figure, at, taken, higher, False)
            green |= _open_values(s, of, figure, at, taken, np.int64(0), True)
            cards |= open_back(s, at, BACK) << FOUR
        elif at == START_AREA and can_start(s, of):
            cards |= START_CARDS
    for card in range(NUMBER_CARDS):
        values = green if GREEN_CARDS >> card & 1 else plain
        cards |= np.int64(FORWARD[card] & values != 0) << card
    if own_swappable(s, of) != 0 and others_swappable(s, of) != 0:
        cards |= np.int64(1) << SWAP
    if attracted_figures(s, of) != 0:
        cards |= np.int64(1) << MAGNET
    if cards >> face_of(s, COPY) & 1:
        cards |= np.int64(1) << COPY
    return cards


@kernel
def _open_values(s, of, figure, at, taken, higher, green):
    """Return the printed values that lead somewhere, the jester's waste included."""
    if at >= GOAL:
        steps = open_goal(s, of, at, taken, higher, np.int64(0))
    else:
        blocked = ahead(s, barriers(s, figure, green), at)
        steps = open_goal(s, of, at, taken, higher, blocked)
        if figure == JESTER:
            steps |= steps << 1 | steps << 2
        steps |= open_ring(s, shelters(s, figure, green), at, blocked)
    return steps & _KING_STEPS if figure == KING else steps
