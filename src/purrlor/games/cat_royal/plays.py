"""The list of everything a player can do with a card and a figure (K2.2, K4, K5, K7.1).

Where the figures can go is computed once, as masks of steps. A card then picks its own steps out of
them, for all figures and ways to cheat at once, and what is left is listed bit by bit.
"""

import numpy as np

from purrlor.core.bits import count_bits, lowest_bit
from purrlor.core.kernel import inlined, kernel
from purrlor.games.cat_royal import codes
from purrlor.games.cat_royal.board import attracted_figures, others_swappable, own_swappable
from purrlor.games.cat_royal.components import (
    FOUR,
    GREEN_CARDS,
    JESTER,
    KINDS,
    MAGNET,
    NO_CARD,
    START_CARDS,
    SWAP,
)
from purrlor.games.cat_royal.lanes import SIDE
from purrlor.games.cat_royal.reach import (
    BACKWARD,
    HONEST,
    VALUES,
    bits_of,
    face_of,
    open_steps,
    steps_back,
    waiting_figures,
)

_MOST_PASSES = 3
PASSES = np.zeros((len(VALUES), 2), np.int64)
"""By card and whether its player may cheat: how often steps are gone through to list its moves.
One pass is enough but for a 1-7: the same steps are honest, one less or one more than printed."""
STEPS = np.zeros((len(VALUES), 2, _MOST_PASSES), np.int64)
"""The steps of a pass, as a mask for all figures."""
NUMBERS = np.zeros((len(VALUES), 2, _MOST_PASSES, SIDE), np.int32)
"""What these steps add to the number of an action, the cheat included."""


def _add_way(card: int, may_cheat: int, value: int, cheat: int) -> None:
    """Write a way to use a card into the first pass that has no such steps yet."""
    steps = value + cheat
    at = 0
    while STEPS[card, may_cheat, at] >> SIDE * JESTER + steps & 1:
        at += 1
    PASSES[card, may_cheat] = max(PASSES[card, may_cheat], at + 1)
    STEPS[card, may_cheat, at] |= bits_of(value, steps)
    forward = -steps if card == BACKWARD else steps
    number = (codes.MOST_BACK + forward) * codes.BY_STEPS + (cheat + 1) * codes.BY_CHEAT
    NUMBERS[card, may_cheat, at, steps] = number


for _card, _values in enumerate(VALUES):
    for _cheat in (0, -1, 1):
        for _value in _values:
            _add_way(_card, 1, _value, _cheat)
            if _cheat == 0:
                _add_way(_card, 0, _value, _cheat)

PLAIN_CARDS = sum(1 << card for card, values in enumerate(VALUES[:KINDS]) if values) & ~GREEN_CARDS
"""Cards with numbers that go by rank."""
NEXT_FIGURE = 4 * codes.BY_MOVED_PIECE
"""What the next figure adds to the number of an action."""


@inlined
def _write(out, count, action):
    """Add an action to the list; return the new length."""
    out.actions[np.uint64(count)] = action
    return count + 1


@kernel
def list_plays(s, seat, of, out):
    """List all plays; return how many, and whether one of them is ordinary (no cheat)."""
    ways = open_steps(s, of, 0)
    waiting = waiting_figures(s, of)
    cheats = np.int64(s.cheats_left) >> seat & 1
    count, ordinary = np.int64(0), np.int64(0)
    before = np.int64(NO_CARD)
    for i in range(s.hand_sizes[seat]):
        card = np.int64(s.hands[seat, i])
        if card != before:
            before = card
            count, is_ordinary = list_card(s, of, card, cheats, waiting, ways, out, count)
            ordinary |= is_ordinary
    return count, ordinary != 0


@inlined
def list_card(s, of, card, cheats, waiting, ways, out, count):
    """List all plays with a card; return how long the list is, and 0 if none is ordinary."""
    face = face_of(s, card)
    if PLAIN_CARDS >> face & 1 == 0:
        return _list_other(s, of, card, face, cheats, out, count)
    started = waiting if START_CARDS >> face & 1 else np.int64(0)
    count = _list_each(out, count, codes.START + card * 16 + of, started)
    action = codes.MOVE + (card * 16 + of) * codes.BY_MOVED_PIECE
    count = _list_moves(out, count, action, face, cheats, ways)
    return count, started | honest_ways(face, ways)


@inlined
def honest_ways(face, ways):
    """Return 0 if a card moves nobody without cheating."""
    ring, goal, wasted = ways
    return HONEST[face] & (ring | goal | wasted)


@inlined
def count_steps(steps, ways):
    """Return how many moves have one of these steps."""
    ring, goal, wasted = ways
    return count_bits(ring & steps) + count_bits(goal & steps) + count_bits(wasted & steps)


@inlined
def _list_moves(out, count, action, face, cheats, ways):
    """List the moves of all figures with a card."""
    ring, goal, wasted = ways
    into_goal = action + codes.BY_INTO
    for at in range(PASSES[face, cheats]):
        steps = STEPS[face, cheats, at]
        count = _list_steps(out, count, action, face, cheats, at, ring & steps, NEXT_FIGURE)
        if (goal | wasted) & steps != 0:
            count = _list_steps(out, count, into_goal, face, cheats, at, goal & steps, NEXT_FIGURE)
            by_jester = into_goal + JESTER * NEXT_FIGURE
            count = _list_steps(out, count, by_jester, face, cheats, at, wasted & steps, 1)
    return count


@inlined
def _list_steps(out, count, action, face, cheats, at, left, by_side):
    """List all steps of a mask; `by_side` is what the next figure (or waste) adds to the number."""
    while left != 0:
        place = lowest_bit(left)
        left &= left - 1
        number = action + NUMBERS[face, cheats, at, place % SIDE] + place // SIDE * by_side
        count = _write(out, count, number)
    return count


@inlined
def _list_each(out, count, action, figures):
    """List what each of some figures can do with a card that has no numbers (K4.1, K5.4)."""
    while figures != 0:
        count = _write(out, count, action + lowest_bit(figures) * 4)
        figures &= figures - 1
    return count


@kernel
def _list_other(s, of, card, face, cheats, out, count):
    """List what a green card, a swap or a magnet can do; a copy of nothing does nothing."""
    if GREEN_CARDS >> face & 1:
        return _list_green(s, of, card, face, cheats, out, count)
    before = count
    if face == SWAP:
        count = _list_swaps(s, of, card, out, count)
    elif face == MAGNET:
        action = codes.DRAW_BY_MAGNET + card * 16 + of
        count = _list_each(out, count, action, attracted_figures(s, of))
    return count, count - before


@inlined
def _list_green(s, of, card, face, cheats, out, count):
    """K3.9: rank does not matter, and a 4 goes back too."""
    action = codes.MOVE + (card * 16 + of) * codes.BY_MOVED_PIECE
    ways = open_steps(s, of, 1)
    ordinary = honest_ways(face, ways)
    count = _list_moves(out, count, action, face, cheats, ways)
    if face == FOUR:
        ways = steps_back(s, of), np.int64(0), np.int64(0)
        ordinary |= honest_ways(BACKWARD, ways)
        count = _list_moves(out, count, action, BACKWARD, cheats, ways)
    return count, ordinary


@inlined
def _list_swaps(s, of, card, out, count):
    """K5.3: each own figure with each of another player's, where both can be swapped."""
    others = others_swappable(s, of)
    own = own_swappable(s, of)
    while own != 0:
        action = codes.SWAP_WITH + ((card * 4 + lowest_bit(own)) * 4 + of) * 16
        own &= own - 1
        left = others
        while left != 0:
            count = _write(out, count, action + lowest_bit(left))
            left &= left - 1
    return count


@kernel
def list_discards(s, seat, out, count):
    """K2.2: any card of the hand."""
    before = np.int64(NO_CARD)
    for i in range(s.hand_sizes[seat]):
        card = np.int64(s.hands[seat, i])
        if card != before:
            count = _write(out, count, codes.DISCARD + card)
        before = card
    return count


@inlined
def list_accusations(s, seat, out, count):
    """K7.3."""
    for other in range(s.players):
        if other != seat:
            count = _write(out, count, codes.ACCUSE + other)
    return count
