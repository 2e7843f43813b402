"""A play at random, without listing all of them.

Plays are counted card by card, as bits of masks; then one is drawn, and found by its number among
those with its card. The counts lie on the paper for the list: first those that belong to what a
card acts as, then, from `_TOTALS` on, those up to each card of the hand.
"""

import numpy as np

from purrlor.core.bits import count_bits
from purrlor.core.chance import below
from purrlor.core.kernel import inlined, kernel
from purrlor.games.cat_royal.board import attracted_figures, others_swappable, own_swappable
from purrlor.games.cat_royal.components import (
    COPY,
    FOUR,
    GREEN_CARDS,
    MAGNET,
    NO_CARD,
    ONE_TO_SEVEN,
    START_1_11,
    START_13,
    START_CARDS,
    SWAP,
    TEN,
)
from purrlor.games.cat_royal.picking import nth_play
from purrlor.games.cat_royal.plays import (
    PLAIN_CARDS,
    STEPS,
    count_steps,
    honest_ways,
    list_discards,
)
from purrlor.games.cat_royal.reach import (
    BACKWARD,
    HONEST,
    VALUES,
    open_steps,
    steps_back,
    waiting_figures,
)

_IS_PLAIN = np.array([PLAIN_CARDS >> card & 1 for card in range(len(VALUES))])
_PLAIN_HONEST = HONEST * _IS_PLAIN
_PLAIN_STEPS = (STEPS[:, :, 0] * _IS_PLAIN[:, None]).T.copy()
"""By whether its player may cheat, and card: the steps of the first pass, if they go by rank."""
_TOTALS = 16


@kernel
def draw_play(s, seat, of, out, chance):
    """Draw one of all plays, and of all discards if no play is ordinary (K2.2).

    Return it, and of how many it was drawn.
    """
    cheats = np.int64(s.cheats_left) >> seat & 1
    faces, honest = _faces_held(s, seat)
    ways = open_steps(s, of, 0)
    ring, goal, wasted = ways
    ordinary = honest & (ring | goal | wasted)
    ordinary |= _count_by_face(s, of, faces, cheats, ways, out)
    count = _count_hand(s, seat, cheats, ways, out)
    discards = np.int64(0)
    if ordinary == 0:
        discards = list_discards(s, seat, out, np.int64(0))
    drawn = below(chance, count + discards)
    if drawn >= count:
        return np.int64(out.actions[np.uint64(drawn - count)]), count + discards
    at = np.uint64(0)
    for i in range(s.hand_sizes[seat]):
        at += np.uint64(drawn >= out.actions[np.uint64(_TOTALS + i)])
    drawn -= np.int64(out.actions[at + np.uint64(_TOTALS - 1)])
    card = np.int64(s.hands[seat, at])
    return nth_play(s, of, card, cheats, ways, drawn), count + discards


@inlined
def _faces_held(s, seat):
    """Return what the cards of a hand act as, and which steps they make without cheating."""
    faces, honest = np.int64(0), np.int64(0)
    for i in range(s.hand_sizes[seat]):
        card = np.int64(s.hands[seat, np.uint64(i)])
        faces |= np.int64(1) << card
        honest |= _PLAIN_HONEST[np.uint64(card)]
    copied = _copied(s)
    copies = -(faces >> COPY & 1)
    faces |= copies & np.int64(1) << np.int64(copied)
    honest |= copies & _PLAIN_HONEST[copied]
    return faces, honest


@inlined
def _copied(s):
    """K5.5: what a copy acts as; no card is -1, which is 15 in tables by card."""
    return np.uint64(np.int64(s.last_played) & 15)


@inlined
def _count_by_face(s, of, faces, cheats, ways, out):
    """Count what is not the first pass of plain steps; return 0 if nothing of it is ordinary."""
    for face in range(_TOTALS):
        out.actions[np.uint64(face)] = 0
    waiting = waiting_figures(s, of)
    swaps = count_bits(own_swappable(s, of)) * count_bits(others_swappable(s, of))
    out.actions[START_1_11] = count_bits(waiting)
    out.actions[START_13] = count_bits(waiting)
    out.actions[SWAP] = swaps
    ordinary = waiting if faces & START_CARDS else np.int64(0)
    ordinary |= swaps if faces >> SWAP & 1 else np.int64(0)
    if faces & GREEN_CARDS:
        ordinary |= _count_green(s, of, faces, cheats, out)
    if faces >> MAGNET & 1:
        attracted = attracted_figures(s, of)
        out.actions[MAGNET] = count_bits(attracted)
        ordinary |= attracted
    if faces >> ONE_TO_SEVEN & cheats:
        second = count_steps(STEPS[ONE_TO_SEVEN, 1, 1], ways)
        out.actions[ONE_TO_SEVEN] = second + count_steps(STEPS[ONE_TO_SEVEN, 1, 2], ways)
    return ordinary


@kernel
def _count_green(s, of, faces, cheats, out):
    """K3.9: rank does not matter, and a 4 goes back too."""
    ways = open_steps(s, of, 1)
    ordinary = np.int64(0)
    if faces >> TEN & 1:
        out.actions[TEN] = count_steps(STEPS[TEN, cheats, 0], ways)
        ordinary |= honest_ways(TEN, ways)
    if faces >> FOUR & 1:
        back = steps_back(s, of)
        backward = count_bits(back & STEPS[BACKWARD, cheats, 0])
        out.actions[FOUR] = count_steps(STEPS[FOUR, cheats, 0], ways) + backward
        ordinary |= honest_ways(FOUR, ways) | HONEST[BACKWARD] & back
    return ordinary


@inlined
def _count_hand(s, seat, cheats, ways, out):
    """Write how many plays there are up to each card of a hand; equal cards count once."""
    steps = _PLAIN_STEPS[np.uint64(cheats)]
    copied = _copied(s)
    out.actions[COPY] = count_steps(steps[copied], ways) + out.actions[copied]
    count = np.int64(0)
    before = np.int64(NO_CARD)
    for i in range(s.hand_sizes[seat]):
        card = np.int64(s.hands[seat, np.uint64(i)])
        plays = count_steps(steps[np.uint64(card)], ways) + out.actions[np.uint64(card)]
        count += np.int64(0) if card == before else plays
        before = card
        out.actions[np.uint64(_TOTALS + i)] = count
    return count
