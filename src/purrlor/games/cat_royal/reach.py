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
    CITIZEN,
    COPY,
    FIGURES,
    FOUR,
    GOAL,
    GREEN_CARDS,
    JESTER,
    KINDS,
    KING,
    KING_MOST,
    KNIGHT,
    MAGNET,
    MOST_STEPS,
    NO_CARD,
    PRINTED,
    START_AREA,
    START_CARDS,
    SWAP,
)

NUMBER_CARDS = 12
"""Cards with a lower number have numbers on them."""
BACKWARD = KINDS
"""In tables by card: a 4 that goes back."""
_EVERY_STEP = (2 << MOST_STEPS) - 2
SIDE = 16
"""Bits for each figure in masks of all four (see `open_steps`)."""


def bits_of(value: int, steps: int) -> int:
    """Return so many steps in the masks of all figures that go with a printed value (K5.2)."""
    figures = range(KNIGHT if value > KING_MOST else KING, len(FIGURES))
    return sum(1 << SIDE * figure + steps for figure in figures)


VALUES = (*PRINTED, (BACK,))
"""K5.1: the numbers on each card, and the way back of a 4."""
HONEST = np.array([sum(bits_of(value, value) for value in values) for values in VALUES], np.int64)
"""By card: its steps without cheating."""


@inlined
def open_ring(s, sheltered, at, blocked):
    """Return the steps that end on the ring; `blocked` are those that meet a barrier."""
    up_to_first = ((blocked & -blocked) << 1) - 1
    return up_to_first & ~ahead(s, sheltered, at) & _EVERY_STEP


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
    return open_lane(s, taken, higher, np.int64(-1)) << (to_start + 1) & _EVERY_STEP


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
def waiting_figures(s, of):
    """K4.1: the figures that a start card can bring out, as a mask."""
    waiting = np.int64(0)
    for figure in range(4):
        waiting |= np.int64(s.figures[of, figure] == START_AREA) << figure
    return waiting if can_start(s, of) else np.int64(0)


@inlined
def face_of(s, card):
    """K5.5: what a card acts as; a copy with nothing to copy stays a copy, and acts as nothing."""
    last = np.int64(s.last_played)
    return last if card == COPY and last != NO_CARD else np.int64(card)


@inlined
def open_steps(s, of, green):
    """Return where a colour's figures can go: on the ring, into the goal, and by wasting points.

    Masks of all four figures side by side: bit 16 * figure + n stands for n steps. By wasting the
    jester only enters (K4.5); there bit 16 * waste + n stands for n steps with so many wasted.
    """
    first = lane_bit(np.int64(s.figures[of, KING]))
    second = first | lane_bit(np.int64(s.figures[of, KNIGHT]))
    third = second | lane_bit(np.int64(s.figures[of, CITIZEN]))
    taken = third | lane_bit(np.int64(s.figures[of, JESTER]))
    if green:
        first, second, third = np.int64(0), np.int64(0), np.int64(0)
    ring0, goal0 = _open_to(s, of, KING, taken, np.int64(0), green)
    ring1, goal1 = _open_to(s, of, KNIGHT, taken, first, green)
    ring2, goal2 = _open_to(s, of, CITIZEN, taken, second, green)
    ring3, goal3 = _open_to(s, of, JESTER, taken, third, green)
    wasted = (goal3 << 1 & _EVERY_STEP) << SIDE | (goal3 << 2 & _EVERY_STEP) << 2 * SIDE
    if s.figures[of, JESTER] >= GOAL:
        wasted = np.int64(0)
    ring = ring0 | ring1 << SIDE | ring2 << 2 * SIDE | ring3 << 3 * SIDE
    goal = goal0 | goal1 << SIDE | goal2 << 2 * SIDE | goal3 << 3 * SIDE
    return ring, goal, wasted


@inlined
def _open_to(s, of, figure, taken, higher, green):
    """Return the steps of a figure that end on the ring, and those that end in the goal."""
    at = np.int64(s.figures[of, figure])
    if at < 0:
        return np.int64(0), np.int64(0)
    if at >= GOAL:
        return np.int64(0), open_goal(s, of, at, taken, higher, np.int64(0))
    blocked = ahead(s, barriers(s, figure, green), at)
    ring = open_ring(s, shelters(s, figure, green), at, blocked)
    return ring, open_goal(s, of, at, taken, higher, blocked)


@kernel
def steps_back(s, of):
    """Return how far figures can go back with a 4, also by cheating; as `open_steps` does."""
    back = np.int64(0)
    for figure in range(4):
        at = np.int64(s.figures[of, figure])
        if 0 <= at < GOAL:
            for steps in range(BACK - 1, BACK + 2):
                back |= open_back(s, at, steps) << SIDE * figure + steps
    return back


@kernel
def playable_cards(s, of):
    """Return the cards that could be played with a colour's figures, without cheating (K2.2)."""
    ring, goal, wasted = open_steps(s, of, False)
    plain = ring | goal | wasted
    ring, goal, wasted = open_steps(s, of, True)
    green = ring | goal | wasted
    cards = np.int64(0)
    for card in range(NUMBER_CARDS):
        steps = green if GREEN_CARDS >> card & 1 else plain
        cards |= np.int64(HONEST[card] & steps != 0) << card
    cards |= np.int64(HONEST[BACKWARD] & steps_back(s, of) != 0) << FOUR
    if waiting_figures(s, of) != 0:
        cards |= START_CARDS
    if own_swappable(s, of) != 0 and others_swappable(s, of) != 0:
        cards |= np.int64(1) << SWAP
    if attracted_figures(s, of) != 0:
        cards |= np.int64(1) << MAGNET
    if cards >> face_of(s, COPY) & 1:
        cards |= np.int64(1) << COPY
    return cards
