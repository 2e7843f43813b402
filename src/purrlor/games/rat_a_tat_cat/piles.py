"""The draw pile and the discard pile (R2.2, R3.7).

A shuffled pile is put in order only as its cards come up: each draw picks one of the cards that are
left. `settled` counts the cards on top whose order is decided already.
"""

import numpy as np

from purrlor.core.chance import below, misfit, next_scripted, scripted
from purrlor.core.contract import note
from purrlor.core.kernel import inlined, kernel
from purrlor.games.rat_a_tat_cat.codes import PILE_SHUFFLED, STARTER_RETURNED, STARTER_TURNED
from purrlor.games.rat_a_tat_cat.components import PEEK
from purrlor.games.rat_a_tat_cat.state import FIRST_PILE

SHUFFLE = 1000
"""In a script: SHUFFLE + n, then n cards from the top. A number below it is a place (R2.2)."""


@inlined
def draw_card(s, chance):
    """Take the top card of the draw pile."""
    left = np.int64(s.draw_size) - 1
    s.draw_size = left
    if s.settled > 0:
        s.settled -= 1
        return np.int64(s.draw_pile[left])
    at = below(chance, left + 1)
    card = np.int64(s.draw_pile[at])
    s.draw_pile[at] = s.draw_pile[left]
    return card


@kernel
def settle_one(s, chance):
    """Decide which card lies below the settled ones, just as drawing down to it would."""
    last = np.int64(s.draw_size) - np.int64(s.settled) - 1
    _bring(s, below(chance, last + 1))


@kernel
def _bring(s, at):
    """Let the card at `at` be the next below the settled ones."""
    last = np.int64(s.draw_size) - np.int64(s.settled) - 1
    card = s.draw_pile[at]
    s.draw_pile[at] = s.draw_pile[last]
    s.draw_pile[last] = card
    s.settled += 1


@kernel
def shuffle_draw_pile(s, chance):
    """Forget the order of the draw pile; a script may name the cards on top."""
    s.settled = 0
    if not scripted(chance):
        return
    named = next_scripted(chance) - SHUFFLE
    if named < 0:
        misfit(chance)
        return
    for _ in range(named):
        card = next_scripted(chance)
        at = np.int64(s.draw_size) - np.int64(s.settled) - 1
        while at >= 0 and s.draw_pile[at] != card:
            at -= 1
        if at < 0:
            misfit(chance)
            return
        _bring(s, at)


@inlined
def discard_card(s, card):
    """Put a card face up on the discard pile."""
    s.discard_pile[s.discard_size] = card
    s.discard_size += 1


@kernel
def turn_starter(s, chance, trace, is_first):
    """R2.2: begin the discard pile with a number; a power card goes back at a random place."""
    card = draw_card(s, chance)
    while card >= PEEK:
        note(trace, STARTER_RETURNED, card)
        if is_first:
            s.turned[card - PEEK] += 1
        _put_back(s, card, chance)
        card = draw_card(s, chance)
    note(trace, STARTER_TURNED, card)
    discard_card(s, card)


@kernel
def _put_back(s, card, chance):
    """Slide a card in at a random place; among cards whose order is open it has none yet."""
    size = np.int64(s.draw_size)
    if scripted(chance):
        depth = next_scripted(chance)
        if depth < 0 or depth > size:
            misfit(chance)
            depth = np.int64(0)
        while s.settled < depth:
            settle_one(s, chance)
        is_settled = True
    else:
        depth = below(chance, size + 1) if s.settled > 0 else np.int64(0)
        is_settled = depth < s.settled
        if not is_settled:
            depth = np.int64(s.settled)
    for above in range(depth):
        s.draw_pile[size - above] = s.draw_pile[size - above - 1]
    s.draw_pile[size - depth] = card
    s.draw_size = size + 1
    s.settled += is_settled


@kernel
def reshuffle(s, chance, trace):
    """R3.7: the whole discard pile becomes the new draw pile, and a new starter is turned."""
    size = np.int64(s.discard_size)
    note(trace, PILE_SHUFFLED, size)
    for i in range(size):
        s.draw_pile[i] = s.discard_pile[i]
    s.draw_size = size
    s.discard_size = 0
    number_origins(s)
    shuffle_draw_pile(s, chance)
    turn_starter(s, chance, trace, False)


@kernel
def number_origins(s):
    """Give the new pile an origin of its own, reusing the numbers of piles no row remembers."""
    used = np.int64(0)
    for seat in range(s.players):
        for slot in range(s.row_size):
            used |= np.int64(1) << np.int64(s.origins[seat, slot])
    pile = FIRST_PILE + 1
    while used >> pile & 1:
        pile += 1
    s.pile = pile
