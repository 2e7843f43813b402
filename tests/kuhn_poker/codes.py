"""Small integers of the kernels: actions, what happened, and why an action is refused."""

# Actions.
PASS, BET = range(2)

# What happened, with the numbers that follow it in a row of the trace.
(
    CARD_DEALT,  # seat, card
    PASSED,  # seat
    BET_PLACED,  # seat
    CARD_SHOWN,  # seat, card
    GAME_ENDED,  # reason
) = range(1, 6)

# Why the game ended.
FOLD, SHOWDOWN = range(2)

# Why an action is refused; 0 is allowed.
GAME_OVER, NOT_YOUR_TURN = range(1, 3)
