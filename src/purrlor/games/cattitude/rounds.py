"""Rounds: setting up (C2), dealing, and the end of the game (C6)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from purrlor.core.chance import below
from purrlor.core.contract import note
from purrlor.core.kernel import inlined, kernel
from purrlor.games.cattitude import codes
from purrlor.games.cattitude.components import (
    BLUE_CARDS,
    BLUE_COPIES,
    FIRST_BONUS,
    KINDS,
    MOST_DEALT,
    MOST_PICKED_UP,
    MOST_PLAYERS,
    NO_CARD,
    NOBLES_TAKEN_OUT,
    ON_TABLE,
    SETUPS,
    TINY_BLUE_COPIES,
    TINY_SETUP,
)
from purrlor.games.cattitude.piles import draw_blue, draw_red
from purrlor.games.cattitude.standing import bonus_birds, bonus_points, place, score
from purrlor.games.cattitude.state import BIDDING, LEFT, NOT_CHOSEN, OVER, RIGHT

if TYPE_CHECKING:
    from numpy.typing import NDArray
_SETUPS = np.array([TINY_SETUP, TINY_SETUP, *(SETUPS[players] for players in range(2, 6))])
"""By number of players; 0 for the tiny game."""


def _deck(copies: Sequence[int], size: int, last: Sequence[int] = ()) -> "NDArray[np.int8]":
    """Return the cards by number, `last` of them at the end; beyond is nothing."""
    kinds = np.arange(KINDS)
    first = np.array(copies) - np.array(last or [0])
    cards = [*np.repeat(kinds, first), *np.repeat(kinds[: len(last)], last)]
    return np.array(cards + [0] * (size - len(cards)), np.int8)


_BLUE = _deck(BLUE_COPIES, BLUE_CARDS, NOBLES_TAKEN_OUT)
"""The nobles that are taken out with two players (C2.1) are the last ones."""
_TINY_BLUE = _deck(TINY_BLUE_COPIES, BLUE_CARDS)
_TAKEN_OUT = sum(NOBLES_TAKEN_OUT)
_TINY_BLUE_CARDS = sum(TINY_BLUE_COPIES)


@kernel
def start(s, options):
    """Take over the options, and what they say about the deal (C2.1 to C2.4)."""
    players = np.int64(options.players)
    setup = np.int64(0) if options.tiny else players
    s.players = players
    s.beginner = options.beginner
    s.toss = options.toss
    s.tiny = options.tiny
    s.values = options.values
    s.bonus_numbers = options.bonus_numbers
    s.red_copies = options.red_copies
    s.rounds = _SETUPS[setup, 0]
    s.first_red_round = _SETUPS[setup, 0] - _SETUPS[setup, 1] + 1
    s.dealt = _SETUPS[setup, 2]
    s.dealt_red = _SETUPS[setup, 3]
    s.direction = LEFT
    for seat in range(MOST_PLAYERS):
        s.choices[seat] = NOT_CHOSEN
        s.last_choices[seat] = NOT_CHOSEN
        for at in range(MOST_DEALT):
            s.hands[seat, at] = NO_CARD
        for at in range(MOST_PICKED_UP):
            s.picked_up[seat, at] = NO_CARD


@kernel
def gather_deck(s):
    """C2.1, C2.2: all cards in play; with two players some nobles are not."""
    for at in range(BLUE_CARDS):
        s.blue_cards[at] = _TINY_BLUE[at] if s.tiny else _BLUE[at]
    if s.tiny:
        s.blue_size = _TINY_BLUE_CARDS
    else:
        s.blue_size = BLUE_CARDS - _TAKEN_OUT if s.players == 2 else BLUE_CARDS
    size = np.int64(0)
    for card in range(KINDS):
        for _ in range(s.red_copies[card]):
            s.red_cards[size] = card
            size += 1
    s.red_size = size


@kernel
def toss_directions(s, chance):
    """C2.5: round 1 is left to chance, and with `toss` all others too: they are tossed ahead."""
    if s.players > 2:
        s.direction = LEFT if below(chance, 2) else RIGHT
        if s.toss:
            s.tosses = below(chance, 1 << (np.int64(s.rounds) - 1))


@kernel
def deal_round(s, chance, trace):
    """C2.4: a whole pile, one card at a time; red cards lie on top."""
    s.round_number += 1
    s.phase = BIDDING
    s.waiting = (1 << np.int64(s.players)) - 1
    note(trace, codes.ROUND_DEALT, np.int64(s.round_number), np.int64(s.direction))
    red = np.int64(s.dealt_red) if s.round_number >= s.first_red_round else np.int64(0)
    for _ in range(red):
        for seat in range(np.int64(s.players)):
            take_into_hand(s, seat, draw_red(s, chance))
    for _ in range(s.dealt - red):
        for seat in range(np.int64(s.players)):
            take_into_hand(s, seat, draw_blue(s, chance))
    if trace.capacity:
        _note_hands(s, trace)


@inlined
def take_into_hand(s, seat, card):
    """Sort a card into a hand, falling; without a branch, as nobody foresees where it belongs."""
    size = np.int64(s.hand_sizes[seat])
    s.hand_sizes[seat] = size + 1
    for at in range(size):
        other = np.int64(s.hands[seat, at])
        s.hands[seat, at] = max(other, card)
        card = min(other, card)
    s.hands[seat, size] = card


@kernel
def _note_hands(s, trace):
    for seat in range(np.int64(s.players)):
        note(trace, codes.HAND_DEALT, seat)
        for at in range(s.hand_sizes[seat] - 1, -1, -1):
            note(trace, codes.CARDS_OF_IT, np.int64(s.hands[seat, at]), 1)


@kernel
def finish_round(s, chance, trace):
    """C2.3, C2.5: the next round, or the end after the last one."""
    if s.round_number == s.rounds:
        _end_game(s, trace)
        return
    if s.toss:
        s.direction = LEFT if s.tosses & 1 else RIGHT
        s.tosses >>= 1
    elif s.players > 2:
        s.direction = -s.direction
    deal_round(s, chance, trace)


@kernel
def _end_game(s, trace):
    """C6.1, C5.4: tables are cleared and palaces opened."""
    s.phase = OVER
    s.waiting = 0
    for seat in range(np.int64(s.players)):
        note(trace, codes.TABLE_CLEARED, seat)
        for card in range(ON_TABLE):
            if s.tables[seat, card]:
                note(trace, codes.CARDS_OF_IT, card, np.int64(s.tables[seat, card]))
            s.discards[seat, card] += s.tables[seat, card]
            s.tables[seat, card] = 0
    s.closed_bonuses[:] = 0
    if trace.capacity:
        _note_scores(s, trace)


@kernel
def _note_scores(s, trace):
    """C6.2: each bonus card explained, then the score."""
    for seat in range(np.int64(s.players)):
        note(trace, codes.PALACE_OPENED, seat)
        for card in range(KINDS):
            if s.palaces[seat, card]:
                note(trace, codes.CARDS_OF_IT, card, np.int64(s.palaces[seat, card]))
        for bonus in range(KINDS - FIRST_BONUS):
            for _ in range(s.palaces[seat, FIRST_BONUS + bonus]):
                note(
                    trace,
                    codes.BONUS_SCORED,
                    seat,
                    FIRST_BONUS + bonus,
                    bonus_birds(s, seat, bonus),
                    bonus_points(s, seat, bonus),
                    np.int64(s.bonus_numbers[bonus]),
                )
    for seat in range(np.int64(s.players)):
        note(trace, codes.SEAT_SCORED, seat, score(s, seat), place(s, seat))
    note(trace, codes.GAME_ENDED)
