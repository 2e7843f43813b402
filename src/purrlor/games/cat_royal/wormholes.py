"""K6: going through wormholes, and moving them."""

import numpy as np

from purrlor.core.chance import below, misfit, next_scripted, scripted
from purrlor.core.contract import note
from purrlor.core.kernel import inlined, kernel
from purrlor.games.cat_royal import codes
from purrlor.games.cat_royal.board import bit, can_capture, everyone, is_green, land
from purrlor.games.cat_royal.components import GOAL, MAGNET, WORMHOLES
from purrlor.games.cat_royal.state import NOBODY

NEW_WORMHOLES = 200
"""In a script: this number, then the four fields. A number below 100 is an exit."""


@inlined
def is_on_wormhole(s, of, figure):
    """Return whether a figure stands on a wormhole."""
    field = np.int64(s.figures[of, figure])
    return 0 <= field < GOAL and s.hole_fields & bit(field) != np.uint64(0)


@kernel
def go_through(s, of, figure, face, chance, trace):
    """K6.1, K6.2: draw exits until one can be taken; with none the figure stays."""
    here = np.int64(s.figures[of, figure])
    untried, lawful = np.int64(0), np.int64(0)
    for hole in range(WORMHOLES):
        if s.holes[hole] != here:
            untried |= np.int64(1) << hole
            if _can_take_exit(s, of, figure, face, hole):
                lawful |= np.int64(1) << hole
    if lawful == 0:
        note(trace, codes.WORMHOLE_CLOSED, of, figure, here)
        return
    hole = _draw_exit(s, untried, chance)
    while lawful >> hole & 1 == 0:
        note(trace, codes.EXIT_BLOCKED, of, figure, s.holes[hole])
        untried &= ~(np.int64(1) << hole)
        hole = _draw_exit(s, untried, chance)
    field = np.int64(s.holes[hole])
    note(trace, codes.WORMHOLE_PASSED, of, figure, here, field)
    land(s, of, figure, field, trace)


@inlined
def _can_take_exit(s, of, figure, face, hole):
    """K6.2: a free exit, or one where this card captures; a magnet never does."""
    there = np.int64(s.occupant[s.holes[hole]])
    if there == NOBODY:
        return True
    return face != MAGNET and can_capture(s, of, figure, there, is_green(face))


@kernel
def _draw_exit(s, untried, chance):
    """Return one of the wormholes not tried yet."""
    count = np.int64(0)
    named = next_scripted(chance) if scripted(chance) else np.int64(NOBODY)
    for hole in range(WORMHOLES):
        if untried >> hole & 1:
            count += 1
            if s.holes[hole] == named:
                return np.int64(hole)
    if named != NOBODY:
        misfit(chance)
    left = below(chance, count)
    for hole in range(WORMHOLES):
        if untried >> hole & 1:
            if left == 0:
                return np.int64(hole)
            left -= 1
    return np.int64(0)


@kernel
def move_wormholes(s, seat, chance, trace):
    """K6.3: all four go to free fields, no start fields, none that is a wormhole now."""
    closed = everyone(s) | s.corner_fields | s.hole_fields
    s.hole_moves_left &= ~(np.int64(1) << seat)
    is_named = scripted(chance)
    if is_named and next_scripted(chance) != NEW_WORMHOLES:
        misfit(chance)
        is_named = False
    s.hole_fields = np.uint64(0)
    for hole in range(WORMHOLES):
        field = next_scripted(chance) if is_named else _draw_field(s, closed, chance)
        if closed & bit(field) != np.uint64(0):
            misfit(chance)
        closed |= bit(field)
        s.hole_fields |= bit(field)
        _insert_hole(s, hole, field)
    note(trace, codes.WORMHOLES_MOVED, seat, s.holes[0], s.holes[1], s.holes[2], s.holes[3])


@kernel
def _draw_field(s, closed, chance):
    count = np.int64(0)
    for field in range(s.ring):
        if closed & bit(field) == np.uint64(0):
            count += 1
    left = below(chance, count)
    for field in range(s.ring):
        if closed & bit(field) == np.uint64(0):
            if left == 0:
                return np.int64(field)
            left -= 1
    return np.int64(0)


@inlined
def _insert_hole(s, size, field):
    at = np.int64(size)
    while at > 0 and s.holes[at - 1] > field:
        s.holes[at] = s.holes[at - 1]
        at -= 1
    s.holes[at] = field
