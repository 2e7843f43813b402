"""A play at random, without listing all of them.

Plays are counted card by card, as bits of masks; then one is drawn, and only those with its card
are listed.
"""

import numpy as np

from purrlor.core.bits import count_bits
from purrlor.core.chance import below
from purrlor.core.kernel import inlined, kernel
from purrlor.games.cat_royal.board import attracted_figures, others_swappable, own_swappable
from purrlor.games.cat_royal.components import (
    FOUR,
    GREEN_CARDS,
    MAGNET,
    NO_CARD,
    START_CARDS,
    SWAP,
)
from purrlor.games.cat_royal.plays import (
    PASSES,
    PLAIN_CARDS,
    STEPS,
    honest_ways,
    list_card,
    list_discards,
)
from purrlor.games.cat_royal.reach import (
    BACKWARD,
    face_of,
    open_steps,
    steps_back,
    waiting_figures,
)


@kernel
def draw_play(s, seat, of, out, chance):
    """Draw one of all plays, and of all discards if no play is ordinary (K2.2).

    Return it, and of how many it was drawn.
    """
    ways = open_steps(s, of, False)
    waiting = waiting_figures(s, of)
    cheats = np.int64(s.cheats_left) >> seat & 1
    count, ordinary, kinds = np.int64(0), np.int64(0), np.int64(0)
    before = np.int64(NO_CARD)
    for i in range(s.hand_sizes[seat]):
        card = np.int64(s.hands[seat, i])
        plays = np.int64(0)
        if card != before:
            before = card
            kinds += 1
            plays, is_ordinary = _count_card(s, of, face_of(s, card), cheats, waiting, ways)
            ordinary |= is_ordinary
        count += plays
        out.actions[np.uint64(i)] = plays
    discards = kinds if ordinary == 0 else np.int64(0)
    drawn = below(chance, count + discards)
    if drawn >= count:
        list_discards(s, seat, out, count)
    else:
        at = np.uint64(0)
        while drawn >= out.actions[at]:
            drawn -= np.int64(out.actions[at])
            at += np.uint64(1)
        list_card(s, of, np.int64(s.hands[seat, at]), cheats, waiting, ways, out, np.int64(0))
    return np.int64(out.actions[np.uint64(drawn)]), count + discards


@inlined
def _count_card(s, of, face, cheats, waiting, ways):
    """Return how many plays there are with a card, and 0 if none of them is ordinary."""
    if PLAIN_CARDS >> face & 1 == 0:
        return _count_other(s, of, face, cheats)
    started = waiting if START_CARDS >> face & 1 else np.int64(0)
    count = count_bits(started) + _count_moves(face, cheats, ways)
    return count, started | honest_ways(face, ways)


@kernel
def _count_other(s, of, face, cheats):
    """Return the same for a green card, a swap or a magnet; a copy of nothing does nothing."""
    count = np.int64(0)
    if GREEN_CARDS >> face & 1:
        return _count_green(s, of, face, cheats)
    if face == SWAP:
        count = count_bits(own_swappable(s, of)) * count_bits(others_swappable(s, of))
    elif face == MAGNET:
        count = count_bits(attracted_figures(s, of))
    return count, count


@inlined
def _count_green(s, of, face, cheats):
    ways = open_steps(s, of, True)
    count, ordinary = _count_moves(face, cheats, ways), honest_ways(face, ways)
    if face == FOUR:
        ways = steps_back(s, of), np.int64(0), np.int64(0)
        count += _count_moves(BACKWARD, cheats, ways)
        ordinary |= honest_ways(BACKWARD, ways)
    return count, ordinary


@inlined
def _count_moves(face, cheats, ways):
    count = _count_steps(STEPS[face, cheats, 0], ways)
    for at in range(1, PASSES[face, cheats]):
        count += _count_steps(STEPS[face, cheats, at], ways)
    return count


@inlined
def _count_steps(steps, ways):
    ring, goal, wasted = ways
    return count_bits(ring & steps) + count_bits(goal & steps) + count_bits(wasted & steps)
