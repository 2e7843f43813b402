"""What a seat may know (R9), and the worlds that agree with it.

Everybody can follow where cards come from. So a seat knows more than the faces it has seen: when
the discard pile is shuffled into a new draw pile all know what that pile is made of, and with it
what the hidden cards of older rows are together. `unseen` holds these groups by the pile they came
from. And a power card that was turned as a starter was not dealt to anybody (`turned`).
"""

import numpy as np

from purrlor.core.bits import lowest_bit
from purrlor.core.chance import below
from purrlor.core.kernel import inlined, kernel
from purrlor.games.rat_a_tat_cat.components import COPIES, DECK_SIZE, KINDS, NO_CARD, PEEK
from purrlor.games.rat_a_tat_cat.state import (
    DEALT,
    DRAWN,
    FIRST_PILE,
    LAY_OPEN,
    MOST_PILES,
    STATE,
)

UNSEEN = -2
"""A card whose face the seat does not know."""
_COPIES = np.array(COPIES, np.int64)

_HIDDEN = {"is_rat_a_tat_cat", "draw_pile", "settled"}
OBSERVATION = np.dtype(
    [
        ("is_rat_a_tat_cat_observation", np.int8),
        ("seat", np.int8),
        *((name, STATE[name]) for name in STATE.names or () if name not in _HIDDEN),
        ("unseen", np.int8, (MOST_PILES, KINDS)),
    ]
)


@kernel
def observe(state, seat, observation):
    """R9: write what the seat may know; -1 is a spectator."""
    s, o = state, observation
    o.seat = seat
    _copy_public(s, o)
    o.unseen[:] = 0
    _count_draw_pile(s, o)
    o.drawn = s.drawn
    if s.phase == DRAWN and s.turn != seat:
        o.unseen[s.pile, s.drawn] += 1
        o.drawn = UNSEEN
    for owner in range(s.players):
        for slot in range(s.row_size):
            card = np.int64(s.rows[owner, slot])
            if card != NO_CARD and not knows(s, seat, owner, slot):
                o.unseen[group(np.int64(s.origins[owner, slot])), card] += 1
                card = np.int64(UNSEEN)
            o.rows[owner, slot] = card


@inlined
def _count_draw_pile(s, o):
    """Count in one number with four bits a card: in memory each count would wait for the last."""
    counts = np.int64(0)
    for i in range(s.draw_size):
        counts += np.int64(1) << 4 * np.int64(s.draw_pile[i])
    for card in range(KINDS):
        o.unseen[s.pile, card] = counts >> 4 * card & 15


@inlined
def knows(s, seat, owner, slot):
    """R9.3: a spectator knows what has lain open to all, whoever saw what in private."""
    knowers = np.int64(s.knowers[owner, slot])
    if seat < 0:
        return knowers & LAY_OPEN != 0
    return knowers >> seat & 1 == 1


@inlined
def group(origin):
    """Dealt cards and cards of the first pile are known only together."""
    return np.int64(FIRST_PILE) if origin == DEALT else origin


@kernel
def _copy_public(source, target):
    """Copy what is open to all."""
    target.phase = source.phase
    target.turn = source.turn
    target.draws_left = source.draws_left
    target.knocker = source.knocker
    target.peeked = source.peeked
    target.draw_size = source.draw_size
    target.discard_size = source.discard_size
    target.pile = source.pile
    target.rows[:] = NO_CARD
    target.knowers = source.knowers
    target.origins = source.origins
    target.last_rows = source.last_rows
    target.last_scored_rows = source.last_scored_rows
    target.totals = source.totals
    target.out_in = source.out_in
    target.last_scores = source.last_scores
    for i in range(DECK_SIZE):
        target.discard_pile[i] = source.discard_pile[i] if i < source.discard_size else 0
    target.turned = source.turned
    target.dealt_out = source.dealt_out
    target.dealer = source.dealer
    target.ready = source.ready
    target.seats_in = source.seats_in
    target.time_up = source.time_up
    target.round_number = source.round_number
    target.turns = source.turns
    target.turns_in_round = source.turns_in_round
    target.last_seats = source.last_seats
    target.players = source.players
    target.row_size = source.row_size
    target.deck_size = source.deck_size
    target.end = source.end
    target.rounds = source.rounds
    target.limit = source.limit
    target.take_power_cards = source.take_power_cards
    target.power_cards_in_row = source.power_cards_in_row
    target.knocker_protected = source.knocker_protected
    target.young_players = source.young_players
    target.tiny = source.tiny


@kernel
def forget(observation, chance):
    """Lose track of about half of the cards in rows; not of the one that is looked at just now."""
    o = observation
    for owner in range(o.players):
        for slot in range(o.row_size):
            card = np.int64(o.rows[owner, slot])
            is_looked_at = owner == o.seat and owner == o.turn and slot == o.peeked
            if card >= 0 and not is_looked_at and below(chance, 2) == 0:
                o.rows[owner, slot] = UNSEEN
                o.unseen[group(np.int64(o.origins[owner, slot])), card] += 1


@kernel
def determinize(observation, chance, state):
    """Write a random world that agrees with the observation, each as likely as it is."""
    o, s = observation, state
    _copy_public(o, s)
    while True:
        _fill(o, chance, s)
        if _agrees_with_starters(s, chance):
            return


@kernel
def _fill(o, chance, s):
    """Deal the unseen cards of each group to its places; the rest is the draw pile."""
    s.settled = 0
    pile = np.int64(o.pile)
    older = _copy_seen(o, s) & ~(np.int64(1) << pile)
    while older:
        _gather(o, lowest_bit(older), s)
        _fill_rows(o, lowest_bit(older), chance, s)
        older &= older - 1
    _gather(o, pile, s)
    s.drawn = _pick(chance, s) if o.drawn == UNSEEN else np.int64(o.drawn)
    _fill_rows(o, pile, chance, s)


@kernel
def _copy_seen(o, s):
    """Copy the cards in rows that the seat knows; return the groups of the others, as a mask."""
    groups = np.int64(0)
    for owner in range(o.players):
        for slot in range(o.row_size):
            s.rows[owner, slot] = o.rows[owner, slot]
            if o.rows[owner, slot] == UNSEEN:
                groups |= np.int64(1) << group(np.int64(o.origins[owner, slot]))
    return groups


@kernel
def _gather(o, pile, s):
    size = np.int64(0)
    for card in range(KINDS):
        for _ in range(o.unseen[pile, card]):
            s.draw_pile[size] = card
            size += 1
    s.draw_size = size


@kernel
def _fill_rows(o, pile, chance, s):
    for owner in range(o.players):
        for slot in range(o.row_size):
            is_unseen = o.rows[owner, slot] == UNSEEN
            if is_unseen and group(np.int64(o.origins[owner, slot])) == pile:
                s.rows[owner, slot] = _pick(chance, s)


@kernel
def _pick(chance, s):
    left = np.int64(s.draw_size) - 1
    at = below(chance, left + 1)
    card = np.int64(s.draw_pile[at])
    s.draw_pile[at] = s.draw_pile[left]
    s.draw_size = left
    return card


@kernel
def _agrees_with_starters(s, chance):
    """Accept a world as often as its first pile would have shown these starters (R2.2)."""
    for kind in range(3):
        if s.turned[kind] == 0:
            continue
        in_pile = _COPIES[PEEK + kind] - np.int64(s.dealt_out[kind])
        for owner in range(s.players):
            for slot in range(s.row_size):
                if s.origins[owner, slot] == DEALT and s.rows[owner, slot] == PEEK + kind:
                    in_pile -= 1
        for _ in range(s.turned[kind]):
            if below(chance, _COPIES[PEEK + kind]) >= in_pile:
                return False
    return True
