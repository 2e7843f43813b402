"""Ties, broken by chance: nothing is preferred for being listed or counted first."""

from purrlor.core.bits import count_bits, lowest_bit
from purrlor.core.chance import below
from purrlor.core.kernel import inlined


@inlined
def replaces_equal(chance, ties):
    """Return whether the latest of `ties` equals replaces the one kept so far.

    Asked once for each equal after the first, all are kept equally often (reservoir sampling).
    """
    return below(chance, ties) == 0


@inlined
def draw_bit(mask, chance):
    """Return the place of one of the bits of a mask that has any, each equally likely."""
    if mask & (mask - 1) != 0:
        for _ in range(below(chance, count_bits(mask))):
            mask &= mask - 1
    return lowest_bit(mask)


@inlined
def draw_actions(out, count, drawn, chance):
    """Bring `drawn` of the listed actions to the front, at random and in random order."""
    for i in range(min(drawn, count - 1)):
        at = i + below(chance, count - i)
        out.actions[i], out.actions[at] = out.actions[at], out.actions[i]
