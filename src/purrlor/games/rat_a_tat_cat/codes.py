"""Small integers of the kernels: actions, what happened, and why an action is refused."""

from purrlor.games.rat_a_tat_cat.components import MOST_PLAYERS, ROW

# Actions. Those with a slot count on from the first slot's number.
READY, DRAW, DISCARD, DRAW_TWO_CARDS, KNOCK, END_TURN, TIME_UP = range(7)
TAKE_DISCARD = 7
KEEP = TAKE_DISCARD + ROW
PEEK_AT = KEEP + ROW
SWAP_WITH = PEEK_AT + ROW
"""SWAP_WITH + (own slot * 6 + other seat) * 4 + other slot."""
ACTIONS = SWAP_WITH + ROW * MOST_PLAYERS * ROW

# What happened, with the numbers that follow it in a row of the trace.
(
    ROUND_DEALT,  # round, dealer, mask of seats
    CARD_DEALT,  # seat, slot, card: to the seat's own eyes, or everybody's (R8.1)
    STARTER_RETURNED,  # card
    STARTER_TURNED,  # card
    SEAT_READY,  # seat
    TURN_BEGAN,  # seat
    CARD_DRAWN,  # seat, card
    CARD_TAKEN,  # seat, slot, card, replaced
    CARD_KEPT,  # seat, slot, card, replaced, whether it lies face up
    CARD_DISCARDED,  # seat, card
    CARD_PEEKED_AT,  # seat, slot, card
    CARDS_SWAPPED,  # seat, slot, other seat, other slot
    DRAW_TWO_USED,  # seat
    KNOCKED,  # seat
    PILE_SHUFFLED,  # number of cards
    CARD_REVEALED,  # seat, slot, card
    POWER_CARD_REPLACED,  # seat, slot, card, replacement
    SEAT_SCORED,  # seat, score, total, whether it knocked
    SEAT_OUT,  # seat
    TIME_CALLED,
    GAME_ENDED,  # reason
) = range(1, 22)

# Why the game ended.
ROUNDS_PLAYED, TIME_RAN_OUT, ONE_LEFT, NOBODY_LEFT = range(4)

# Why an action is refused; 0 is allowed.
(
    GAME_OVER,
    NOT_IN_PLAY,
    READY_ALREADY,
    STILL_LOOKING,
    NOTHING_TO_CONFIRM,
    NOT_YOUR_TURN,
    CARD_IS_DRAWN,
    NO_CARD_DRAWN,
    TURN_IS_PLAYED,
    TURN_NOT_PLAYED,
    POWER_CARD_ON_TOP,
    NO_POWER_CARDS_IN_ROW,
    NOT_A_PEEK,
    NOT_A_SWAP,
    NOT_A_DRAW_TWO,
    NO_SUCH_SLOT,
    SWAP_WITH_ONESELF,
    NO_SUCH_OPPONENT,
    KNOCKER_IS_PROTECTED,
    OUTER_CARDS_STAY,
    KNOCKED_ALREADY,
    NOT_TIMED,
    TIME_SAID,
    FOR_THE_TABLE,
    FOR_A_SEAT,
) = range(1, 26)
