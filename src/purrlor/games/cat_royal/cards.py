"""The piles and the hands (K2.1)."""

import numpy as np

from purrlor.core.chance import below
from purrlor.core.contract import note
from purrlor.core.kernel import inlined, kernel
from purrlor.games.cat_royal import codes
from purrlor.games.cat_royal.components import (
    COPIES,
    HAND,
    KINDS,
    MOST_PLAYERS,
    NO_CARD,
    TINY_COPIES,
)
from purrlor.games.cat_royal.state import NO

_DECK = np.repeat(np.arange(KINDS), COPIES).astype(np.int8)
_TINY_DECK = np.repeat(np.arange(KINDS), TINY_COPIES).astype(np.int8)


@kernel
def gather_deck(s):
    """K1.3: all cards lie in the draw pile."""
    for i in range(s.deck):
        s.draw_pile[i] = _TINY_DECK[i] if s.tiny else _DECK[i]
    s.draw_size = s.deck
    for seat in range(MOST_PLAYERS):
        for i in range(HAND):
            s.hands[seat, i] = NO_CARD


@kernel
def shuffle_draw_pile(s, chance):
    """Decide the order of the whole draw pile."""
    for last in range(np.int64(s.draw_size) - 1, 0, -1):
        at = below(chance, last + 1)
        card = s.draw_pile[at]
        s.draw_pile[at] = s.draw_pile[last]
        s.draw_pile[last] = card


@kernel
def deal_hand(s, chance, trace):
    """K2.1: shuffle if the pile is too short, then everybody's cards, seat by seat from the top."""
    if np.int64(s.draw_size) < np.int64(s.hand) * np.int64(s.players):
        _reshuffle(s, chance, trace)
    note(trace, codes.HAND_DEALT, s.hand)
    left = np.int64(s.draw_size)
    for seat in range(s.players):
        for i in range(s.hand):
            left -= 1
            card = np.int64(s.draw_pile[left])
            note(trace, codes.CARD_DEALT, seat, card)
            insert_card(s, seat, i, card)
        s.hand_sizes[seat] = s.hand
        s.used_cheat[seat] = NO
        s.lacks[seat] = 0
    s.draw_size = left
    everybody = (np.int64(1) << np.int64(s.players)) - 1
    s.cheats_left = everybody if s.cheating else 0
    s.hole_moves_left = everybody if s.wormholes else 0


@kernel
def _reshuffle(s, chance, trace):
    for i in range(s.discard_size):
        s.draw_pile[s.draw_size + i] = s.discard_pile[i]
    s.draw_size += s.discard_size
    s.discard_size = 0
    note(trace, codes.PILE_SHUFFLED, s.draw_size)
    shuffle_draw_pile(s, chance)


@inlined
def insert_card(s, seat, size, card):
    """Put a card into a hand of `size` cards; hands are kept in rising order."""
    greatest = np.int64(card)
    for i in range(size):
        other = np.int64(s.hands[seat, i])
        s.hands[seat, i] = min(other, greatest)
        greatest = max(other, greatest)
    s.hands[seat, np.uint64(size)] = greatest


@inlined
def holds(s, seat, card):
    """Return whether a card is in a hand."""
    is_held = False
    for i in range(s.hand_sizes[seat]):
        is_held = is_held or s.hands[seat, i] == card
    return is_held


@inlined
def lay_card(s, seat, card):
    """Put a card of a hand face up on the discard pile."""
    size = np.int64(s.hand_sizes[seat]) - 1
    s.hand_sizes[seat] = size
    is_past = False
    for i in range(HAND - 1):
        own, following = np.int64(s.hands[seat, i]), np.int64(s.hands[seat, i + 1])
        is_past |= own == card
        s.hands[seat, i] = following if is_past else own
    s.hands[seat, size] = NO_CARD
    s.discard_pile[s.discard_size] = card
    s.discard_size += 1
