"""How far a figure can go (K3, K4): masks in which bit n stands for n steps."""

import numpy as np

from purrlor.core.kernel import inlined, kernel
from purrlor.games.cat_royal.board import (
    ahead,
    attracted_figures,
    barriers,
    bit,
    if_on_ring,
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
from purrlor.games.cat_royal.lanes import ENTRANCE, SIDE

NUMBER_CARDS = 12
"""Cards with a lower number have numbers on them."""
BACKWARD = KINDS + 1
"""In tables by card: a 4 that goes back; before it is a row for no card."""
_EVERY_STEP = (2 << MOST_STEPS) - 2


def bits_of(value: int, steps: int) -> int:
    """Return so many steps in the masks of all figures that go with a printed value (K5.2)."""
    figures = range(KNIGHT if value > KING_MOST else KING, len(FIGURES))
    return sum(1 << SIDE * figure + steps for figure in figures)


VALUES = (*PRINTED, (), (BACK,))
"""K5.1: the numbers on each card, none for no card, and the way back of a 4."""
HONEST = np.array([sum(bits_of(value, value) for value in values) for values in VALUES], np.int64)
"""By card: its steps without cheating."""


@inlined
def up_to_first(blocked):
    """Return the steps up to the first that meets a barrier."""
    return blocked ^ (blocked - 1)


@inlined
def open_ring(sheltered, at, passable):
    """Return the steps that end on the ring; `passable` are those up to the first barrier."""
    return passable & ~ahead(sheltered, at) & _EVERY_STEP


@inlined
def open_goal(s, of, figure, at, passable, green):
    """Return the steps from the ring into the goal; from the own start field none leads there.

    K4.2, K4.3: a figure before the own start field must be able to pass it, and enter.
    """
    before = (np.int64(s.starts[of]) - 1 - at) & (np.int64(s.ring) - 1)
    entrance = np.int64(s.entrances[of, green]) >> ENTRANCE * figure & 15
    is_passed = -(passable >> before >> 2 & 1)
    return entrance << before << 2 & _EVERY_STEP & is_passed


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
    ring0, goal0 = _open_to(s, of, KING, green)
    ring1, goal1 = _open_to(s, of, KNIGHT, green)
    ring2, goal2 = _open_to(s, of, CITIZEN, green)
    ring3, goal3 = _open_to(s, of, JESTER, green)
    ring = ring0 | ring1 << SIDE | ring2 << 2 * SIDE | ring3 << 3 * SIDE
    goal = goal0 | goal1 << SIDE | goal2 << 2 * SIDE | goal3 << 3 * SIDE
    wasted = (goal3 << 1 & _EVERY_STEP) << SIDE | (goal3 << 2 & _EVERY_STEP) << 2 * SIDE
    return ring, goal | s.lane_steps[of, green], wasted


@inlined
def _open_to(s, of, figure, green):
    """Return the steps of a figure on the ring that end there, and those that end in the goal."""
    at = np.int64(s.figures[of, figure])
    passable = up_to_first(ahead(barriers(s, figure, green), at))
    ring = open_ring(shelters(s, figure, green), at, passable)
    goal = open_goal(s, of, figure, at, passable, green)
    return ring & if_on_ring(at), goal & if_on_ring(at)


@kernel
def steps_back(s, of):
    """Return how far figures can go back with a 4, also by cheating; as `open_steps` does."""
    back = np.int64(0)
    for figure in range(4):
        at = np.int64(s.figures[of, np.uint64(figure)])
        free = ~ahead(s.guarded, at - BACK - 2)
        steps = (free & 2) << 4 | (free & 4) << 2 | free & 8  # the farthest back comes first
        back |= (steps & if_on_ring(at)) << SIDE * figure
    return back


@kernel
def playable_cards(s, of):
    """Return the cards that could be played with a colour's figures, without cheating (K2.2)."""
    ring, goal, wasted = open_steps(s, of, 0)
    plain = ring | goal | wasted
    ring, goal, wasted = open_steps(s, of, 1)
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
