"""The piles (C2.1, C2.2): blue and red cards in the order in which they are dealt.

Cards are put in order only as they are dealt: each draw picks one of the cards that are left. So
what all piles leave over is left out. `blue_settled` and `red_settled` count the coming cards whose
order is decided already.
"""

import numpy as np

from purrlor.core.chance import below
from purrlor.core.kernel import inlined, kernel


@inlined
def draw_blue(s, chance):
    """Take the next blue card."""
    left = np.int64(s.blue_size) - 1
    s.blue_size = left
    if s.blue_settled > 0:
        s.blue_settled -= 1
        return np.int64(s.blue_cards[left])
    at = below(chance, left + 1)
    card = np.int64(s.blue_cards[at])
    s.blue_cards[at] = s.blue_cards[left]
    return card


@kernel
def draw_red(s, chance):
    """Take the next red card."""
    left = np.int64(s.red_size) - 1
    s.red_size = left
    if s.red_settled > 0:
        s.red_settled -= 1
        return np.int64(s.red_cards[left])
    at = below(chance, left + 1)
    card = np.int64(s.red_cards[at])
    s.red_cards[at] = s.red_cards[left]
    return card


@kernel
def settle_piles(s, chance):
    """Decide the order of all cards to come, pile by pile, just as dealing them would."""
    players = np.int64(s.players)
    blue, red = np.int64(0), np.int64(0)
    for number in range(s.round_number + 1, s.rounds + 1):
        if number >= s.first_red_round:
            red += players * np.int64(s.dealt_red)
            blue -= players * np.int64(s.dealt_red)
        blue += players * np.int64(s.dealt)
        while s.red_settled < red:
            last = np.int64(s.red_size) - np.int64(s.red_settled) - 1
            _exchange(s.red_cards, below(chance, last + 1), last)
            s.red_settled += 1
        while s.blue_settled < blue:
            last = np.int64(s.blue_size) - np.int64(s.blue_settled) - 1
            _exchange(s.blue_cards, below(chance, last + 1), last)
            s.blue_settled += 1


@inlined
def _exchange(cards, at, other):
    card = cards[at]
    cards[at] = cards[other]
    cards[other] = card
