"""The board: fields, who stands where, and what a figure may overtake and capture (K1, K3).

Ring fields are kept as masks of 64 bits, bit n for field n. On a shorter ring those of figures and
of start fields repeat, so that a mask goes round as the ring does.
"""

import numpy as np

from purrlor.core.contract import note
from purrlor.core.kernel import inlined, kernel
from purrlor.games.cat_royal.codes import FIGURE_CAPTURED
from purrlor.games.cat_royal.components import (
    CITIZEN,
    GOAL,
    GREEN_CARDS,
    KING,
    KNIGHT,
    MOST_STEPS,
    RING,
    START_AREA,
    TINY_RING,
)
from purrlor.games.cat_royal.lanes import keep_lane
from purrlor.games.cat_royal.state import NOBODY

_AHEAD = (1 << MOST_STEPS + 1) - 2
_TINY_LAPS = np.uint64(sum(1 << field for field in range(0, RING, TINY_RING)))


@inlined
def bit(field):
    """Return the mask of one ring field."""
    return np.uint64(1) << np.uint64(field)


@inlined
def on_each_lap(s, field):
    """Return the mask of a ring field; on a ring of less than 64 fields it repeats."""
    return (_TINY_LAPS if s.tiny else np.uint64(1)) << np.uint64(field)


@inlined
def ahead(fields, at):
    """Return which of the fields lie ahead of `at`: bit n for n steps forward, 1 to 14."""
    near = fields >> np.uint64(at & 63)
    around = fields << np.uint64(-at & 63)
    return np.int64((near | around) & np.uint64(_AHEAD))


@inlined
def if_on_ring(at):
    """Return a mask of all bits for a figure on the ring, 0 for any other.

    No processor can foresee where figures stand: to mask what they can do is faster than to branch.
    """
    return -np.int64(np.uint64(at) < np.uint64(GOAL))


@inlined
def distance(s, start, field):
    """Return how many steps forward a field is from another."""
    return (field - start) & (np.int64(s.ring) - 1)


@inlined
def is_green(face):
    """K1.3: the green cards."""
    return GREEN_CARDS >> face & 1 != 0


@inlined
def put(s, of, figure, field):
    """Set a figure that stands nowhere on a free field."""
    s.figures[of, figure] = field
    if field >= GOAL:
        s.home[of] += 1
        keep_lane(s, of)
        return
    s.occupant[field] = of * 4 + figure
    s.ranks[figure] |= on_each_lap(s, field)
    if field == s.starts[of]:
        s.guarded |= on_each_lap(s, field)
    else:
        s.swappable |= 1 << (of * 4 + figure)


@inlined
def lift(s, of, figure):
    """Take a figure off its field, into its start area."""
    field = np.int64(s.figures[of, figure])
    s.figures[of, figure] = START_AREA
    if field >= GOAL:
        s.home[of] -= 1
        keep_lane(s, of)
    elif field != START_AREA:
        s.occupant[field] = NOBODY
        s.ranks[figure] &= ~on_each_lap(s, field)
        s.swappable &= ~(1 << (of * 4 + figure))
        if field == s.starts[of]:
            s.guarded &= ~on_each_lap(s, field)


@inlined
def land(s, of, figure, field, trace):
    """K3.1: bring a figure to a field; whoever stands there goes back to its start area."""
    lift(s, of, figure)
    if field < GOAL:
        there = np.int64(s.occupant[field])
        if there != NOBODY:
            note(trace, FIGURE_CAPTURED, there // 4, there % 4, field, of, figure)
            lift(s, there // 4, there % 4)
    put(s, of, figure, field)


@inlined
def everyone(s):
    """Return all ring fields with a figure."""
    return s.ranks[0] | s.ranks[1] | s.ranks[2] | s.ranks[3]


@inlined
def barriers(s, figure, green):
    """Return the ring fields a figure may not pass (K3.2 by rank, K3.5, K3.9 green cards)."""
    if figure == KNIGHT:
        return np.uint64(0) if green else s.ranks[KING]
    fields = s.guarded
    if figure == KING or green:
        return fields
    fields = fields | s.ranks[KING] | s.ranks[KNIGHT]
    if figure == CITIZEN:
        return fields
    return fields | s.ranks[CITIZEN]


@inlined
def shelters(s, figure, green):
    """Return the ring fields a figure may not land on (K3.4 the king, K3.5 own start fields).

    A king meets no king of his own colour, so for him all kings are another player's.
    """
    if figure == KING or green:
        return s.guarded
    return s.guarded | (s.ranks[KING] & ~s.start_fields)


@inlined
def can_capture(s, of, figure, there, green):
    """K3.4: whether a figure coming out of a wormhole may capture the one there.

    Wormholes are never start fields, so nobody is protected there but the king.
    """
    if there % 4 != KING or green:
        return True
    return figure == KING and there // 4 != of


@inlined
def is_out(field):
    """Return whether a figure stands outside the start area."""
    return field >= 0


@kernel
def figures_out(s, seat):
    """Return how many figures of a seat stand outside the start area."""
    count = np.int64(0)
    for figure in range(4):
        count += np.int64(is_out(s.figures[seat, figure]))
    return count


@inlined
def is_home(s, of):
    """Return whether all figures of a colour are in the goal."""
    return s.home[of] == s.lane


@inlined
def colour_moved(s, seat):
    """K8.1: a player who is home moves the partner's figures."""
    if s.partners != 0 and is_home(s, seat):
        return seat ^ 2
    return np.int64(seat)


@inlined
def own_swappable(s, of):
    """K5.3: the own figures that can be swapped: on the ring, not on the own start field."""
    return np.int64(s.swappable) >> of * 4 & 15


@inlined
def others_swappable(s, of):
    """K5.3: the figures of others that can be swapped, as a mask of seat * 4 + figure."""
    return np.int64(s.swappable) & ~(np.int64(15) << of * 4)


@inlined
def attracted_figures(s, of):
    """K5.4: the figures a magnet moves: another is on the ring, and not on the next field."""
    everybody = everyone(s)
    attracted = np.int64(0)
    last = np.int64(s.ring) - 1
    for figure in range(4):
        at = np.int64(s.figures[of, np.uint64(figure)])
        others = everybody & ~on_each_lap(s, at & last)
        is_drawn = (others != np.uint64(0)) & (ahead(everybody, at) & 2 == 0)
        attracted |= (np.int64(is_drawn) & if_on_ring(at)) << figure
    return attracted


@kernel
def magnet_target(s, at):
    """K5.4: the field just before the next figure on the ring."""
    step = np.int64(1)
    last = np.int64(s.ring) - 1
    while s.occupant[(at + step + 1) & last] == NOBODY:
        step += 1
    return (at + step) & last
