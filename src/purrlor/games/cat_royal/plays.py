"""The list of everything a player can do with a card and a figure (K2.2, K4, K5, K7.1).

What is open to a figure is computed once, as a mask of steps. Listing then looks up every value of
every card for every figure, mostly without asking first whether that is any use: a wrong guess of
the processor costs more than looking up in vain.
"""

import numpy as np

from purrlor.core.kernel import inlined, kernel
from purrlor.games.cat_royal import codes
from purrlor.games.cat_royal.board import (
    ahead,
    attracted_figures,
    barriers,
    others_swappable,
    own_swappable,
    shelters,
)
from purrlor.games.cat_royal.components import (
    BACK,
    CITIZEN,
    FOUR,
    GOAL,
    GREEN_CARDS,
    JESTER,
    KINDS,
    KING,
    KING_MOST,
    KNIGHT,
    MAGNET,
    MOST_WASTE,
    NO_CARD,
    PRINTED,
    START_AREA,
    START_CARDS,
    SWAP,
)
from purrlor.games.cat_royal.reach import (
    can_start,
    face_of,
    lane_bit,
    open_back,
    open_goal,
    open_ring,
)

_ZERO = codes.MOST_BACK
"""In the masks of this module bit 5 + n stands for n steps, so that steps back have a bit too."""
_MOST_VALUES = 7
_VALUES = np.zeros(KINDS, np.int64)
"""How many numbers there are on a card; the two directions of a 4 are two."""
_STEPS = np.zeros((KINDS, _MOST_VALUES), np.int64)
_MORE = np.ones((KINDS, _MOST_VALUES), np.int64)
"""What a cheat by +1 adds to the steps."""
_KING_MAY = np.zeros((KINDS, _MOST_VALUES), np.int64)
"""K5.2: 1 where the printed value allows the king to go, 0 elsewhere."""
_OPEN_BY = np.zeros((KINDS, 2), np.int64)
"""The steps of a card, without cheating and in all, as a mask."""
for _card, _printed in enumerate(PRINTED):
    _values = (*_printed, -BACK) if _card == FOUR else _printed
    _VALUES[_card] = len(_values)
    for _at, _value in enumerate(_values):
        _STEPS[_card, _at] = _ZERO + _value
        _MORE[_card, _at] = 1 if _value > 0 else -1
        _KING_MAY[_card, _at] = _value <= KING_MOST
        _OPEN_BY[_card, 0] |= 1 << _ZERO + _value
        _OPEN_BY[_card, 1] |= 7 << _ZERO + _value - 1
_KING_STEPS = (2 << _ZERO + KING_MOST) - 1
_PLAIN_CARDS = sum(1 << card for card, values in enumerate(PRINTED) if values) & ~GREEN_CARDS
"""Cards with numbers that go by rank."""

_NEXT_FIGURE = 4 * codes.BY_MOVED_PIECE
_HONESTLY, _LESS, _MUCH = codes.BY_CHEAT, 0, 2 * codes.BY_CHEAT
"""What no cheat, a cheat by -1 and one by +1 add to the number of an action."""


@inlined
def _write(out, count, action, is_open):
    """Add an action to the list if it is open (1, not 0); return the new length."""
    out.actions[count] = action
    return count + is_open


@inlined
def _write_all(out, count, action, m0, m1, m2, m3, steps, king_may):
    """Add the move by so many steps for each figure to which they are open."""
    action += steps * codes.BY_STEPS
    count = _write(out, count, action, m0 >> steps & king_may)
    count = _write(out, count, action + _NEXT_FIGURE, m1 >> steps & 1)
    count = _write(out, count, action + 2 * _NEXT_FIGURE, m2 >> steps & 1)
    return _write(out, count, action + 3 * _NEXT_FIGURE, m3 >> steps & 1)


@kernel
def list_plays(s, seat, of, out):
    """List all plays; return how many, and whether one of them is ordinary (no cheat)."""
    lane0 = lane_bit(np.int64(s.figures[of, KING]))
    lane1 = lane0 | lane_bit(np.int64(s.figures[of, KNIGHT]))
    lane2 = lane1 | lane_bit(np.int64(s.figures[of, CITIZEN]))
    taken = lane2 | lane_bit(np.int64(s.figures[of, JESTER]))
    ring0, goal0 = _open_steps(s, of, KING, taken, np.int64(0))
    ring1, goal1 = _open_steps(s, of, KNIGHT, taken, lane0)
    ring2, goal2 = _open_steps(s, of, CITIZEN, taken, lane1)
    ring3, goal3 = _open_steps(s, of, JESTER, taken, lane2)
    wasted = goal3 << 1 | goal3 << 2 if s.figures[of, JESTER] < GOAL else np.int64(0)
    goals = goal0 | goal1 | goal2 | goal3 | wasted
    honest = (ring0 | goal0) & _KING_STEPS | ring1 | goal1 | ring2 | goal2 | ring3 | goal3 | wasted
    waiting = _waiting(s, of)
    cheats = np.int64(s.cheats_left) >> seat & 1
    count, ordinary = np.int64(0), np.int64(0)
    before = np.int64(NO_CARD)
    for i in range(s.hand_sizes[seat]):
        card = np.int64(s.hands[seat, i])
        if card == before:
            continue
        before = card
        face = face_of(s, card)
        if _PLAIN_CARDS >> face & 1 == 0:
            count, is_ordinary = _list_other(s, of, card, face, taken, cheats, out, count)
            ordinary |= is_ordinary
            continue
        started = waiting if START_CARDS >> face & 1 else np.int64(0)
        count = _list_starts(out, count, codes.START + card * 16 + of, started)
        ordinary |= started | _OPEN_BY[face, 0] & honest
        action = codes.MOVE + (card * 16 + of) * codes.BY_MOVED_PIECE
        for value in range(_VALUES[face]):
            steps, may = _STEPS[face, value], _KING_MAY[face, value]
            number = action + _HONESTLY
            count = _write_all(out, count, number, ring0, ring1, ring2, ring3, steps, may)
            if cheats:
                number = action + _LESS
                count = _write_all(out, count, number, ring0, ring1, ring2, ring3, steps - 1, may)
                number = action + _MUCH
                count = _write_all(out, count, number, ring0, ring1, ring2, ring3, steps + 1, may)
        if goals & _OPEN_BY[face, cheats] != 0:
            action += codes.BY_INTO
            for value in range(_VALUES[face]):
                for cheat in range(-cheats, cheats + 1):
                    steps, may = _STEPS[face, value] + cheat, _KING_MAY[face, value]
                    number = action + (cheat + 1) * codes.BY_CHEAT
                    count = _write_all(out, count, number, goal0, goal1, goal2, goal3, steps, may)
            count = _list_wasting(s, of, out, count, action, goal3, face, cheats)
    return count, ordinary != 0


@inlined
def _open_steps(s, of, figure, taken, higher):
    """Return the steps of a figure that end on the ring, and those that end in the goal."""
    at = np.int64(s.figures[of, figure])
    if at < 0:
        return np.int64(0), np.int64(0)
    return _open_between(
        s, of, at, barriers(s, figure, False), shelters(s, figure, False), taken, higher
    )


@kernel
def _open_between(s, of, at, barred, sheltered, taken, higher):
    """Return the same for a figure that may not pass some fields nor land on others."""
    if at >= GOAL:
        return np.int64(0), open_goal(s, of, at, taken, higher, np.int64(0)) << _ZERO
    blocked = ahead(s, barred, at)
    ring = open_ring(s, sheltered, at, blocked) << _ZERO
    return ring, open_goal(s, of, at, taken, higher, blocked) << _ZERO


@inlined
def _waiting(s, of):
    """K4.1: the figures that a start card can bring out, as a mask."""
    waiting = np.int64(0)
    for figure in range(4):
        waiting |= np.int64(s.figures[of, figure] == START_AREA) << figure
    return waiting if can_start(s, of) else np.int64(0)


@inlined
def _list_starts(out, count, action, started):
    """K4.1."""
    for figure in range(4):
        count = _write(out, count, action + figure * 4, started >> figure & 1)
    return count


@kernel
def _list_way(out, count, action, figure, open_steps, face, cheats):
    """List the moves of one figure that end on the ring, or those that end in the goal."""
    action += figure * _NEXT_FIGURE
    for value in range(_VALUES[face]):
        may = _KING_MAY[face, value] if figure == KING else np.int64(1)
        for cheat in range(-cheats, cheats + 1):
            steps = _STEPS[face, value] + cheat * _MORE[face, value]
            number = action + steps * codes.BY_STEPS + (cheat + 1) * codes.BY_CHEAT
            count = _write(out, count, number, open_steps >> steps & may)
    return count


@inlined
def _list_wasting(s, of, out, count, action, goal, face, cheats):
    """K4.5: the jester's moves into the goal, with a point or two wasted."""
    if goal != 0 and s.figures[of, JESTER] < GOAL:
        for waste in range(1, MOST_WASTE + 1):
            count = _list_way(out, count, action + waste, JESTER, goal << waste, face, cheats)
    return count


@kernel
def _list_other(s, of, card, face, taken, cheats, out, count):
    """List what a green card, a swap or a magnet can do; a copy of nothing does nothing."""
    if GREEN_CARDS >> face & 1:
        return _list_green(s, of, card, face, taken, cheats, out, count)
    before = count
    if face == SWAP:
        count = _list_swaps(s, of, card, out, count)
    elif face == MAGNET:
        attracted = attracted_figures(s, of)
        for figure in range(4):
            action = codes.DRAW_BY_MAGNET + (card * 4 + figure) * 4 + of
            count = _write(out, count, action, attracted >> figure & 1)
    return count, count - before


@inlined
def _list_green(s, of, card, face, taken, cheats, out, count):
    """K3.9: rank does not matter, and a 4 goes back too."""
    action = codes.MOVE + (card * 16 + of) * codes.BY_MOVED_PIECE
    into_goal = action + codes.BY_INTO
    ordinary = np.int64(0)
    for figure in range(4):
        at = np.int64(s.figures[of, figure])
        if at < 0:
            continue
        barred, sheltered = barriers(s, figure, True), shelters(s, figure, True)
        ring, goal = _open_between(s, of, at, barred, sheltered, taken, np.int64(0))
        ring |= open_back(s, at, 3) << 2 | open_back(s, at, 4) << 1 | open_back(s, at, 5)
        count = _list_way(out, count, action, figure, ring, face, cheats)
        if goal != 0:
            count = _list_way(out, count, into_goal, figure, goal, face, cheats)
            if figure == JESTER:
                count = _list_wasting(s, of, out, count, into_goal, goal, face, cheats)
                if at < GOAL:
                    goal |= goal << 1 | goal << 2
        may = _KING_STEPS if figure == KING else -1
        ordinary |= (ring | goal) & may & _OPEN_BY[face, 0]
    return count, ordinary


@inlined
def _list_swaps(s, of, card, out, count):
    """K5.3: each own figure with each of another player's, where both can be swapped."""
    others = others_swappable(s, of)
    if others != 0:
        for figure in range(4):
            if own_swappable(s, of) >> figure & 1:
                action = codes.SWAP_WITH + ((card * 4 + figure) * 4 + of) * 16
                for other in range(16):
                    count = _write(out, count, action + other, others >> other & 1)
    return count


@kernel
def list_discards(s, seat, out, count):
    """K2.2: any card of the hand."""
    before = np.int64(NO_CARD)
    for i in range(s.hand_sizes[seat]):
        card = np.int64(s.hands[seat, i])
        count = _write(out, count, codes.DISCARD + card, np.int64(card != before))
        before = card
    return count


@inlined
def list_accusations(s, seat, out, count):
    """K7.3."""
    for other in range(s.players):
        count = _write(out, count, codes.ACCUSE + other, np.int64(other != seat))
    return count
