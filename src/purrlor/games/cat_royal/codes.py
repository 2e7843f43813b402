"""Small integers of the kernels: actions, what happened, and why an action is refused."""

from purrlor.games.cat_royal.components import KINDS, MOST_PLAYERS, MOST_STEPS

# Actions. Those with a card, a figure and whose it is count (card * 4 + figure) * 4 + of.
PIECES = KINDS * 4 * MOST_PLAYERS
MOVE_WORMHOLES = 0
ACCUSE = 1
"""ACCUSE + seat."""
DISCARD = ACCUSE + MOST_PLAYERS
"""DISCARD + card."""
START = DISCARD + KINDS
DRAW_BY_MAGNET = START + PIECES
SWAP_WITH = DRAW_BY_MAGNET + PIECES
"""SWAP_WITH + piece * 16 + seat * 4 + their figure."""
MOVE = SWAP_WITH + PIECES * 16
"""MOVE + piece * 360 + (steps + 5) * 18 + into * 9 + (cheat + 1) * 3 + waste."""
MOST_BACK = 5
BY_WASTE, BY_CHEAT, BY_INTO, BY_STEPS = 1, 3, 9, 18
BY_MOVED_PIECE = (MOST_BACK + 1 + MOST_STEPS) * BY_STEPS
ACTIONS = MOVE + PIECES * BY_MOVED_PIECE
INTO_RING, INTO_GOAL = 0, 1

# What happened, with the numbers that follow it in a row of the trace.
(
    PILE_SHUFFLED,  # number of cards
    HAND_DEALT,  # number of cards a seat
    CARD_DEALT,  # seat, card: to the seat's own eyes
    TURN_BEGAN,  # seat
    CARD_PLAYED,  # seat, card, what it acts as
    CARD_DISCARDED,  # seat, card
    CHEATED,  # seat, change: to the seat's own eyes
    FIGURE_STARTED,  # of, figure, field
    FIGURE_MOVED,  # of, figure, from, to
    FIGURE_DRAWN,  # of, figure, from, to
    FIGURES_SWAPPED,  # of, figure, other, their figure
    FIGURE_CAPTURED,  # of, figure, field, captor's colour, captor
    EXIT_BLOCKED,  # of, figure, exit
    WORMHOLE_PASSED,  # of, figure, from, to
    WORMHOLE_CLOSED,  # of, figure, field
    ACCUSED,  # seat, accused, whether guilty
    FIGURE_PUNISHED,  # of, figure, field
    WORMHOLES_MOVED,  # seat, then the four fields
    GAME_ENDED,  # reason
) = range(1, 20)

# Why the game ended.
ALL_HOME, HAND_PLAYED = range(2)

# Why an action is refused; 0 is allowed.
(
    GAME_OVER,
    FOR_A_SEAT,
    NOT_YOUR_TURN,
    NOT_IN_HAND,
    NOTHING_TO_COPY,
    NOT_YOUR_FIGURES,
    NOT_IN_PLAY,
    MUST_PLAY,
    NOT_A_START_CARD,
    NOT_IN_START_AREA,
    START_FIELD_TAKEN,
    IN_START_AREA,
    NOT_A_NUMBER_CARD,
    NOT_ITS_VALUE,
    NO_STEP_LEFT,
    KING_GOES_LESS,
    NO_CHEATING,
    CHEAT_IS_USED,
    WASTE_NOT_ALLOWED,
    NEVER_LEAVES_GOAL,
    NO_BACK_INTO_GOAL,
    BEGAN_ON_START_FIELD,
    GOAL_NOT_REACHED,
    GOAL_FIELD_TAKEN,
    WAY_BLOCKED,
    FIGURE_PROTECTED,
    KING_PROTECTED,
    NOT_A_SWAP,
    SWAP_AMONG_OWN,
    NO_SUCH_SEAT,
    CANNOT_BE_SWAPPED,
    NOT_A_MAGNET,
    NOT_ON_RING,
    NOTHING_ATTRACTS,
    ACCUSED_ALREADY,
    NO_FIGURE_OUT,
    ACCUSES_ONESELF,
    ON_TURN,
    NO_WORMHOLES,
    WORMHOLES_ARE_MOVED,
) = range(1, 41)
