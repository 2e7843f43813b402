"""Rounds: dealing (R2), scoring (R6) and the end of the game (R7)."""

import numpy as np

from purrlor.core.chance import below
from purrlor.core.contract import note
from purrlor.core.kernel import inlined, kernel
from purrlor.games.rat_a_tat_cat import codes
from purrlor.games.rat_a_tat_cat.components import (
    COPIES,
    DECK_SIZE,
    KINDS,
    NO_CARD,
    PEEK,
    ROW,
    TINY_COPIES,
)
from purrlor.games.rat_a_tat_cat.piles import (
    discard_card,
    draw_card,
    reshuffle,
    shuffle_draw_pile,
    turn_starter,
)
from purrlor.games.rat_a_tat_cat.state import (
    ALL_KNOW,
    BY_LOT,
    BY_POINTS,
    BY_ROUNDS,
    BY_TIME,
    DEALT,
    FIRST_PILE,
    LOOK,
    NO_SLOT,
    NOBODY,
    OVER,
)

_DECK = np.repeat(np.arange(KINDS), COPIES).astype(np.int8)
_TINY_DECK = np.zeros(DECK_SIZE, np.int8)
_TINY_DECK[: sum(TINY_COPIES)] = np.repeat(np.arange(KINDS), TINY_COPIES)
_TINY_SIZE = sum(TINY_COPIES)


@kernel
def start(s, options):
    """Begin a game with these options."""
    s.players = options.players
    s.end = options.end
    s.rounds = options.rounds
    s.limit = options.limit
    s.take_power_cards = options.take_power_cards
    s.power_cards_in_row = options.power_cards_in_row
    s.knocker_protected = options.knocker_protected
    s.young_players = options.young_players
    s.tiny = options.tiny
    s.row_size = 2 if options.tiny else ROW
    s.deck_size = _TINY_SIZE if options.tiny else DECK_SIZE
    s.seats_in = (1 << np.int64(options.players)) - 1


@kernel
def find_first_dealer(s, options, chance):
    """R2.1: the seat that the options name, or one drawn by lot."""
    if options.first_dealer == BY_LOT:
        s.dealer = below(chance, np.int64(options.players))
    else:
        s.dealer = options.first_dealer


@inlined
def next_seat_in(s, seat):
    """Return the next seat to the left that is still in play."""
    players = np.int64(s.players)
    seat += 1
    if seat == players:
        seat = np.int64(0)
    while s.seats_in >> seat & 1 == 0:
        seat += 1
        if seat == players:
            seat = np.int64(0)
    return seat


@inlined
def is_outer(s, slot):
    """R2.3: the first and the last card of a row (in the tiny game the first alone)."""
    return slot == 0 or (slot == s.row_size - 1 and s.tiny == 0)


@kernel
def deal_round(s, chance, trace):
    """R2.1 to R2.3: shuffle, deal, turn the starter; everyone may look at the outer cards."""
    s.round_number += 1
    note(trace, codes.ROUND_DEALT, s.round_number, s.dealer, s.seats_in)
    _gather_deck(s)
    shuffle_draw_pile(s, chance)
    for slot in range(s.row_size):
        seat = np.int64(s.dealer)
        dealing = True
        while dealing:
            seat = next_seat_in(s, seat)
            _deal_card(s, seat, slot, chance, trace)
            dealing = seat != s.dealer
    s.turned[:] = 0
    s.dealt_out[:] = 0
    turn_starter(s, chance, trace, True)
    s.turn = next_seat_in(s, np.int64(s.dealer))
    s.phase = LOOK
    s.drawn = NO_CARD
    s.draws_left = 0
    s.knocker = NOBODY
    s.peeked = NO_SLOT
    s.ready = 0
    s.turns_in_round = 0


@inlined
def _gather_deck(s):
    """R6.3: all cards go back."""
    s.draw_pile[:] = _TINY_DECK if s.tiny else _DECK
    s.draw_size = s.deck_size
    s.discard_size = 0
    s.pile = FIRST_PILE
    s.rows[:] = NO_CARD


@kernel
def _deal_card(s, seat, slot, chance, trace):
    card = draw_card(s, chance)
    knowers = np.int64(0)
    if is_outer(s, slot):
        knowers = ALL_KNOW if s.young_players else np.int64(1) << seat
    s.rows[seat, slot] = card
    s.knowers[seat, slot] = knowers
    s.origins[seat, slot] = DEALT
    if is_outer(s, slot):
        note(trace, codes.CARD_DEALT, seat, slot, card)


@kernel
def score_round(s, chance, trace):
    """R6.1 to R6.3: reveal, replace power cards, add up; then the end or the next round."""
    for seat in range(s.players):
        for slot in range(s.row_size):
            s.last_rows[seat, slot] = s.rows[seat, slot]
            if s.seats_in >> seat & 1:
                note(trace, codes.CARD_REVEALED, seat, slot, s.rows[seat, slot])
    _replace_power_cards(s, chance, trace)
    s.last_seats = s.seats_in
    for seat in range(s.players):
        score = np.int64(0)
        for slot in range(s.row_size):
            s.last_scored_rows[seat, slot] = s.rows[seat, slot]
            s.knowers[seat, slot] = ALL_KNOW
            if s.seats_in >> seat & 1:
                score += np.int64(s.rows[seat, slot])
        s.last_scores[seat] = score
        s.totals[seat] += score
        if s.seats_in >> seat & 1:
            note(trace, codes.SEAT_SCORED, seat, score, s.totals[seat], seat == s.knocker)
    if not _end_game(s, trace):
        s.dealer = next_seat_in(s, np.int64(s.dealer))
        deal_round(s, chance, trace)


@kernel
def _replace_power_cards(s, chance, trace):
    """R6.2: from left of the dealer, slot by slot, until each is a number."""
    seat = np.int64(s.dealer)
    for _ in range(s.players):
        seat = seat + 1 if seat + 1 < s.players else np.int64(0)
        if s.seats_in >> seat & 1 == 0:
            continue
        for slot in range(s.row_size):
            while s.rows[seat, slot] >= PEEK:
                card = np.int64(s.rows[seat, slot])
                s.rows[seat, slot] = NO_CARD
                discard_card(s, card)
                if s.draw_size == 0:
                    reshuffle(s, chance, trace)
                s.rows[seat, slot] = draw_card(s, chance)
                note(trace, codes.POWER_CARD_REPLACED, seat, slot, card, s.rows[seat, slot])


@kernel
def _end_game(s, trace):
    """R7: return whether the game is over with this round."""
    reason = -1
    if s.end == BY_ROUNDS and s.round_number >= s.rounds:
        reason = codes.ROUNDS_PLAYED
    elif s.end == BY_TIME and s.time_up:
        reason = codes.TIME_RAN_OUT
    elif s.end == BY_POINTS:
        reason = _put_seats_out(s, trace)
    if reason < 0:
        return False
    s.phase = OVER
    s.turn = NOBODY
    note(trace, codes.GAME_ENDED, reason)
    return True


@kernel
def _put_seats_out(s, trace):
    """R7.3: whoever reaches the limit is out."""
    left = 0
    seats_in = np.int64(s.seats_in)
    for seat in range(s.players):
        if seats_in >> seat & 1 == 0:
            continue
        if s.totals[seat] >= s.limit:
            s.out_in[seat] = s.round_number
            seats_in ^= np.int64(1) << seat
            note(trace, codes.SEAT_OUT, seat)
        else:
            left += 1
    s.seats_in = seats_in
    if left > 1:
        return -1
    return codes.ONE_LEFT if left == 1 else codes.NOBODY_LEFT
