"""The rules: who may do what, and what it does."""

import numpy as np

from purrlor.core.contract import ALLOWED, note
from purrlor.core.kernel import inlined, kernel
from purrlor.games.rat_a_tat_cat import codes
from purrlor.games.rat_a_tat_cat.components import DRAW_TWO, NO_CARD, PEEK, ROW, SWAP
from purrlor.games.rat_a_tat_cat.piles import discard_card, draw_card, reshuffle, settle_one
from purrlor.games.rat_a_tat_cat.rounds import (
    deal_round,
    find_first_dealer,
    is_outer,
    next_seat_in,
    score_round,
    start,
)
from purrlor.games.rat_a_tat_cat.standing import write_standing
from purrlor.games.rat_a_tat_cat.state import (
    ALL_KNOW,
    BY_TIME,
    DEALT,
    DRAWN,
    END,
    LOOK,
    NO_SLOT,
    NOBODY,
    OVER,
    TURN,
)
from purrlor.games.rat_a_tat_cat.tally import tally

__all__ = [
    "actors",
    "apply",
    "deal",
    "interrupters",
    "is_over",
    "legal",
    "scores",
    "settle",
    "tally",
    "turns",
    "verify",
]


@kernel
def deal(state, options, chance, trace):
    """R2.1 to R2.3: find the first dealer and deal the first round."""
    start(state, options)
    find_first_dealer(state, options, chance)
    deal_round(state, chance, trace)


@inlined
def is_over(state):
    """Return whether the game has ended (R7)."""
    return state.phase == OVER


@kernel
def scores(state, standing):
    """R7.3, R7.4: each seat's place and points as things stand."""
    write_standing(state, standing)


@inlined
def turns(state):
    """Return how many turns have begun."""
    return np.int64(state.turns)


@inlined
def actors(state):
    """R2.3: all who still look; then the player on turn."""
    if state.phase == OVER:
        return np.int64(0)
    if state.phase == LOOK:
        return np.int64(state.seats_in) & ~np.int64(state.ready)
    return np.int64(1) << np.int64(state.turn)


@inlined
def interrupters(state):
    """Nobody acts out of turn."""
    return np.int64(0)


@kernel
def settle(state, chance):
    """Decide the order of the whole draw pile."""
    while state.settled < state.draw_size:
        settle_one(state, chance)


@inlined
def can_take_discard(s):
    """R3.3: a spent power card stays where it is, unless the house rule lifts that."""
    return s.discard_pile[s.discard_size - 1] < PEEK or s.take_power_cards != 0


@inlined
def can_keep_drawn(s):
    """R3.5: a drawn power card may be put into the row, unless the house rule forbids it."""
    return s.drawn < PEEK or s.power_cards_in_row != 0


@kernel
def verify(state, seat, action):
    """Return why the seat may not do this now, 0 if it may."""
    s = state
    if s.phase == OVER:
        return codes.GAME_OVER
    if action == codes.TIME_UP:
        return _verify_time_up(s, seat)
    if seat == NOBODY:
        return codes.FOR_A_SEAT
    if s.seats_in >> seat & 1 == 0:
        return codes.NOT_IN_PLAY
    if action == codes.READY:
        return _verify_ready(s, seat)
    if s.phase == LOOK:
        return codes.STILL_LOOKING
    if seat != s.turn:
        return codes.NOT_YOUR_TURN
    if action == codes.DRAW or codes.TAKE_DISCARD <= action < codes.TAKE_DISCARD + ROW:
        return _verify_begin(s, action)
    if action == codes.KNOCK or action == codes.END_TURN:
        if s.phase != END:
            return codes.TURN_NOT_PLAYED
        if action == codes.KNOCK and s.knocker != NOBODY:
            return codes.KNOCKED_ALREADY
        return ALLOWED
    if s.phase != DRAWN:
        return codes.NO_CARD_DRAWN if s.phase == TURN else codes.TURN_IS_PLAYED
    return _verify_use(s, seat, action)


@kernel
def _verify_time_up(s, seat):
    """R7.2: the table says it, once, in a timed game."""
    if seat != NOBODY:
        return codes.FOR_THE_TABLE
    if s.end != BY_TIME:
        return codes.NOT_TIMED
    return codes.TIME_SAID if s.time_up else ALLOWED


@kernel
def _verify_ready(s, seat):
    """R2.3: once, during the look."""
    if s.phase != LOOK:
        return codes.NOTHING_TO_CONFIRM
    return codes.READY_ALREADY if s.ready >> seat & 1 else ALLOWED


@kernel
def _verify_begin(s, action):
    """R3.1 to R3.3: draw, or take the top discard."""
    if s.phase == DRAWN:
        return codes.CARD_IS_DRAWN
    if s.phase == END:
        return codes.TURN_IS_PLAYED
    if action == codes.DRAW:
        return ALLOWED
    if action - codes.TAKE_DISCARD >= s.row_size:
        return codes.NO_SUCH_SLOT
    return ALLOWED if can_take_discard(s) else codes.POWER_CARD_ON_TOP


@kernel
def _verify_use(s, seat, action):
    """R3.4, R4: what may be done with the drawn card."""
    if action == codes.DISCARD:
        return ALLOWED
    if action == codes.DRAW_TWO_CARDS:
        return ALLOWED if s.drawn == DRAW_TWO else codes.NOT_A_DRAW_TWO
    if action < codes.PEEK_AT:
        if not can_keep_drawn(s):
            return codes.NO_POWER_CARDS_IN_ROW
        return ALLOWED if action - codes.KEEP < s.row_size else codes.NO_SUCH_SLOT
    if action < codes.SWAP_WITH:
        if s.drawn != PEEK:
            return codes.NOT_A_PEEK
        return ALLOWED if action - codes.PEEK_AT < s.row_size else codes.NO_SUCH_SLOT
    return _verify_swap(s, seat, action)


@kernel
def _verify_swap(s, seat, action):
    """R4.3, R4.4, R8.2: one own card with one of another player still in play."""
    slot, other, their_slot = swap_parts(action)
    if s.drawn != SWAP:
        return codes.NOT_A_SWAP
    if slot >= s.row_size or their_slot >= s.row_size:
        return codes.NO_SUCH_SLOT
    if other == seat:
        return codes.SWAP_WITH_ONESELF
    if s.seats_in >> other & 1 == 0:
        return codes.NO_SUCH_OPPONENT
    if s.knocker_protected and other == s.knocker:
        return codes.KNOCKER_IS_PROTECTED
    if s.young_players and (is_outer(s, slot) or is_outer(s, their_slot)):
        return codes.OUTER_CARDS_STAY
    return ALLOWED


@kernel
def swap_parts(action):
    """Return own slot, other seat and other slot of a swap."""
    rest = action - codes.SWAP_WITH
    return rest // 24, rest // 4 % 6, rest % 4


@kernel
def legal(state, seat, out):
    """List every action of the seat."""
    s = state
    phase = s.phase
    if phase == LOOK:
        if (np.int64(s.seats_in) & ~np.int64(s.ready)) >> seat & 1 == 0:
            return 0
        out.actions[0] = codes.READY
        return 1
    if seat != s.turn or phase == OVER:
        return 0
    if phase == TURN:
        out.actions[0] = codes.DRAW
        if not can_take_discard(s):
            return 1
        for slot in range(ROW):
            out.actions[1 + slot] = codes.TAKE_DISCARD + slot
        return 1 + np.int64(s.row_size)
    if phase == DRAWN:
        return _legal_uses(s, seat, out)
    out.actions[0] = codes.END_TURN
    if s.knocker != NOBODY:
        return 1
    out.actions[1] = codes.KNOCK
    return 2


@kernel
def _legal_uses(s, seat, out):
    """R3.4, R4: what can be done with the drawn card."""
    out.actions[0] = codes.DISCARD
    count = 1
    if can_keep_drawn(s):
        for slot in range(ROW):
            out.actions[1 + slot] = codes.KEEP + slot
        count = 1 + np.int64(s.row_size)
    if s.drawn < PEEK:
        return count
    if s.drawn == PEEK:
        for slot in range(ROW):
            out.actions[count + slot] = codes.PEEK_AT + slot
        return count + np.int64(s.row_size)
    if s.drawn == DRAW_TWO:
        out.actions[count] = codes.DRAW_TWO_CARDS
        return count + 1
    return _legal_swaps(s, seat, out, count)


@kernel
def _legal_swaps(s, seat, out, count):
    """R4.3, R4.4, R8.2."""
    first, last = np.int64(0), np.int64(s.row_size)
    if s.young_players:
        first, last = np.int64(1), last - (s.tiny == 0)
    for other in range(s.players):
        if other == seat or s.seats_in >> other & 1 == 0:
            continue
        if s.knocker_protected and other == s.knocker:
            continue
        for slot in range(first, last):
            for their_slot in range(first, last):
                out.actions[count] = codes.SWAP_WITH + (slot * 6 + other) * 4 + their_slot
                count += 1
    return count


@kernel
def apply(state, seat, action, chance, trace):
    """Carry out an allowed action."""
    s = state
    if action == codes.END_TURN:
        _pass_turn(s, chance, trace)
    elif action == codes.KNOCK:
        note(trace, codes.KNOCKED, seat)
        s.knocker = seat
        _pass_turn(s, chance, trace)
    elif action == codes.READY:
        _ready(s, seat, trace)
    elif action == codes.TIME_UP:
        note(trace, codes.TIME_CALLED)
        s.time_up = 1
    else:
        draws = _play_cards(s, seat, action, trace)
        if draws:
            _draw(s, seat, chance, trace)
        else:
            _finish_cards(s, chance, trace)


@inlined
def _play_cards(s, seat, action, trace):
    """R3, R4: play the cards of a turn; return whether a card is drawn next."""
    if action == codes.DRAW:
        return True
    if action >= codes.SWAP_WITH:
        _swap(s, seat, action, trace)
    elif action >= codes.PEEK_AT:
        _peek(s, seat, action - codes.PEEK_AT, trace)
    elif action >= codes.KEEP:
        _keep(s, seat, action - codes.KEEP, trace)
    elif action >= codes.TAKE_DISCARD:
        _take_discard(s, seat, action - codes.TAKE_DISCARD, trace)
    elif action == codes.DISCARD:
        return _discard(s, seat, trace)
    else:
        _use_draw_two(s, seat, trace)
        return True
    return False


@kernel
def _ready(s, seat, trace):
    """R2.3: the first turn starts when all have confirmed."""
    note(trace, codes.SEAT_READY, seat)
    s.ready |= np.int64(1) << seat
    if s.ready == s.seats_in:
        _begin_turn(s, trace)


@inlined
def _begin_turn(s, trace):
    s.phase = TURN
    s.turns += 1
    s.turns_in_round += 1
    note(trace, codes.TURN_BEGAN, s.turn)


@inlined
def _draw(s, seat, chance, trace):
    """R3.1; R3.7: shuffle first if the draw pile is empty."""
    if s.draw_size == 0:
        reshuffle(s, chance, trace)
    card = draw_card(s, chance)
    s.drawn = card
    s.phase = DRAWN
    note(trace, codes.CARD_DRAWN, seat, card)


@inlined
def _replace(s, seat, slot, card, knowers):
    """Put a card into a row; return the one it replaces."""
    replaced = np.int64(s.rows[seat, slot])
    if replaced >= PEEK and s.origins[seat, slot] == DEALT:
        s.dealt_out[replaced - PEEK] += 1
    s.rows[seat, slot] = card
    s.knowers[seat, slot] = knowers
    s.origins[seat, slot] = s.pile
    return replaced


@inlined
def _take_discard(s, seat, slot, trace):
    """R3.2: everybody knows the card that was taken."""
    top = np.int64(s.discard_size) - 1
    card = np.int64(s.discard_pile[top])
    replaced = _replace(s, seat, slot, card, ALL_KNOW)
    s.discard_pile[top] = replaced
    note(trace, codes.CARD_TAKEN, seat, slot, card, replaced)


@inlined
def _keep(s, seat, slot, trace):
    """R3.4, R3.6: the face stays private, except where cards lie face up (R8.1)."""
    is_open = s.young_players != 0 and is_outer(s, slot)
    card = np.int64(s.drawn)
    replaced = _replace(s, seat, slot, card, ALL_KNOW if is_open else np.int64(1) << seat)
    discard_card(s, replaced)
    note(trace, codes.CARD_KEPT, seat, slot, card, replaced, is_open)


@inlined
def _discard(s, seat, trace):
    """R3.4; R4.5: the first card of a Draw 2, discarded unused, is followed by the second."""
    note(trace, codes.CARD_DISCARDED, seat, s.drawn)
    discard_card(s, s.drawn)
    draws = s.draws_left != 0
    s.draws_left = 0
    return draws


@inlined
def _use_draw_two(s, seat, trace):
    """R4.5, R4.6: two draws from here, whatever was left before."""
    note(trace, codes.DRAW_TWO_USED, seat)
    discard_card(s, s.drawn)
    s.draws_left = 1


@inlined
def _peek(s, seat, slot, trace):
    """R4.2."""
    s.knowers[seat, slot] |= np.int64(1) << seat
    discard_card(s, s.drawn)
    note(trace, codes.CARD_PEEKED_AT, seat, slot, s.rows[seat, slot])
    s.peeked = slot


@kernel
def _swap(s, seat, action, trace):
    """R4.3: what a player knew of a card travels with the card."""
    slot, other, their_slot = swap_parts(action)
    for part in (s.rows, s.knowers, s.origins):
        mine = part[seat, slot]
        part[seat, slot] = part[other, their_slot]
        part[other, their_slot] = mine
    discard_card(s, s.drawn)
    note(trace, codes.CARDS_SWAPPED, seat, slot, other, their_slot)


@inlined
def _finish_cards(s, chance, trace):
    """R3.7, R5.1, R5.2: the cards of the turn are played."""
    s.drawn = NO_CARD
    s.draws_left = 0
    s.phase = END
    if s.draw_size == 0:
        reshuffle(s, chance, trace)
    if s.knocker != NOBODY and s.peeked == NO_SLOT:
        _pass_turn(s, chance, trace)


@kernel
def _pass_turn(s, chance, trace):
    """R2.4, R5.2: clockwise, until the turn would come back to the knocker."""
    s.peeked = NO_SLOT
    s.turn = next_seat_in(s, np.int64(s.turn))
    if s.turn == s.knocker or (s.tiny and s.turns_in_round == 4):
        score_round(s, chance, trace)
    else:
        _begin_turn(s, trace)
