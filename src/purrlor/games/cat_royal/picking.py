"""The nth play with a card, in the order of the list (see `plays.py`)."""

import numpy as np

from purrlor.core.bits import count_bits, lowest_bit
from purrlor.core.kernel import inlined, kernel
from purrlor.games.cat_royal import codes
from purrlor.games.cat_royal.board import attracted_figures, others_swappable, own_swappable
from purrlor.games.cat_royal.components import FOUR, JESTER, MAGNET, START_CARDS, SWAP
from purrlor.games.cat_royal.lanes import SIDE
from purrlor.games.cat_royal.plays import (
    NEXT_FIGURE,
    NUMBERS,
    PLAIN_CARDS,
    STEPS,
    count_steps,
)
from purrlor.games.cat_royal.reach import (
    BACKWARD,
    face_of,
    open_steps,
    steps_back,
    waiting_figures,
)

_FEW = 3


@inlined
def _nth_bit(mask, n):
    """Return the place of a bit by how many are lower; few mostly, and then without a branch."""
    for lower in range(_FEW):
        mask = mask & (mask - 1) if lower < n else mask
    for _ in range(_FEW, n):
        mask &= mask - 1
    return lowest_bit(mask)


@inlined
def nth_play(s, of, card, cheats, ways, n):
    """Return a play with a card, by how many are listed before it."""
    face = face_of(s, card)
    if PLAIN_CARDS >> face & 1 == 0:
        return _nth_other(s, of, card, face, cheats, n)
    if START_CARDS >> face & 1:
        waiting = waiting_figures(s, of)
        starts = count_bits(waiting)
        if n < starts:
            return codes.START + card * 16 + of + _nth_bit(waiting, n) * 4
        n -= starts
    return _nth_move(of, card, face, cheats, ways, n)


@kernel
def _nth_other(s, of, card, face, cheats, n):
    """Return the same of a green card, a swap or a magnet."""
    if face == SWAP:
        return _nth_swap(s, of, card, n)
    if face == MAGNET:
        return codes.DRAW_BY_MAGNET + card * 16 + of + _nth_bit(attracted_figures(s, of), n) * 4
    ways = open_steps(s, of, 1)
    if face == FOUR:
        forward = count_steps(STEPS[FOUR, cheats, 0], ways)
        if n >= forward:
            n -= forward
            face = np.int64(BACKWARD)
            ways = steps_back(s, of), np.int64(0), np.int64(0)
    return _nth_move(of, card, face, cheats, ways, n)


@inlined
def _nth_swap(s, of, card, n):
    others = others_swappable(s, of)
    count = count_bits(others)
    own = _nth_bit(own_swappable(s, of), n // count)
    return codes.SWAP_WITH + ((card * 4 + own) * 4 + of) * 16 + _nth_bit(others, n % count)


@inlined
def _nth_move(of, card, face, cheats, ways, n):
    ring, goal, wasted = ways
    action = codes.MOVE + (card * 16 + of) * codes.BY_MOVED_PIECE
    into_goal = action + codes.BY_INTO
    at = 0
    while True:
        steps = STEPS[face, cheats, at]
        count = count_bits(ring & steps)
        if n < count:
            return action + _number(face, cheats, at, _nth_bit(ring & steps, n), NEXT_FIGURE)
        n -= count
        count = count_bits(goal & steps)
        if n < count:
            return into_goal + _number(face, cheats, at, _nth_bit(goal & steps, n), NEXT_FIGURE)
        n -= count
        count = count_bits(wasted & steps)
        if n < count:
            by_jester = into_goal + JESTER * NEXT_FIGURE
            return by_jester + _number(face, cheats, at, _nth_bit(wasted & steps, n), 1)
        n -= count
        at += 1


@inlined
def _number(face, cheats, at, place, by_side):
    """Return what steps add to the number of an action, as in the list."""
    return np.int64(NUMBERS[face, cheats, at, place % SIDE]) + place // SIDE * by_side
