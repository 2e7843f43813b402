"""The whole truth about a game, as one record."""

from typing import Any

import numpy as np

from purrlor.core.contract import new_record
from purrlor.games.rat_a_tat_cat.components import DECK_SIZE, MOST_PLAYERS, ROW
from purrlor.games.rat_a_tat_cat.options import Options

LOOK, TURN, DRAWN, END, OVER = range(5)
PHASES = ("look", "turn", "drawn", "end", "over")
BY_ROUNDS, BY_TIME, BY_POINTS = range(3)
ENDS = ("rounds", "time", "points")
NOBODY = -1
NO_SLOT = -1

LAY_OPEN = 1 << MOST_PLAYERS
"""In `knowers`: the card has lain open to all, spectators included (R9.3)."""
ALL_KNOW = LAY_OPEN | (LAY_OPEN - 1)
"""In `knowers`: every seat knows the card, because it has lain open."""
BY_LOT = -1
"""In the options: the first dealer is drawn by lot (R2.1)."""

DEALT, FIRST_PILE = 0, 1
"""Origins of a card in a row; later piles count on from there."""
MOST_PILES = MOST_PLAYERS * ROW + 3

OPTIONS = np.dtype(
    [
        ("is_rat_a_tat_cat_options", np.int8),
        ("players", np.int8),
        ("end", np.int8),
        ("rounds", np.int16),
        ("limit", np.int16),
        ("first_dealer", np.int8),  # a seat, or BY_LOT
        ("take_power_cards", np.int8),
        ("power_cards_in_row", np.int8),
        ("knocker_protected", np.int8),
        ("young_players", np.int8),
        ("tiny", np.int8),
    ]
)

STATE = np.dtype(
    [
        ("is_rat_a_tat_cat", np.int8),
        # what happens now
        ("phase", np.int8),
        ("turn", np.int8),
        ("drawn", np.int8),
        ("draws_left", np.int8),
        ("knocker", np.int8),
        ("peeked", np.int8),  # slot
        ("draw_size", np.int8),
        ("settled", np.int8),  # top cards of the draw pile whose order is decided
        ("discard_size", np.int8),
        ("pile", np.int8),  # origin of the cards in the draw pile
        # the cards
        ("rows", np.int8, (MOST_PLAYERS, ROW)),
        ("knowers", np.int8, (MOST_PLAYERS, ROW)),  # a mask of seats, and LAY_OPEN
        ("origins", np.int8, (MOST_PLAYERS, ROW)),  # DEALT, or the pile it was drawn from
        ("draw_pile", np.int8, DECK_SIZE),  # the top is the last one
        ("discard_pile", np.int8, DECK_SIZE),
        # the game
        ("dealer", np.int8),
        ("ready", np.int8),  # mask of seats
        ("seats_in", np.int8),  # mask of seats still in play
        ("time_up", np.int8),
        ("round_number", np.int16),
        ("turns", np.int32),
        ("turns_in_round", np.int16),
        ("totals", np.int16, MOST_PLAYERS),
        ("out_in", np.int16, MOST_PLAYERS),  # the round a seat went out in, 0: in play
        ("turned", np.int8, 3),  # power cards turned as the round's first starter, by kind
        ("dealt_out", np.int8, 3),  # power cards seen leaving a row they were dealt to, by kind
        ("last_rows", np.int8, (MOST_PLAYERS, ROW)),
        ("last_scored_rows", np.int8, (MOST_PLAYERS, ROW)),
        ("last_scores", np.int16, MOST_PLAYERS),
        ("last_seats", np.int8),  # mask of seats that scored, 0: no round yet
        # the options
        ("players", np.int8),
        ("row_size", np.int8),
        ("deck_size", np.int8),
        ("end", np.int8),
        ("rounds", np.int16),
        ("limit", np.int16),
        ("take_power_cards", np.int8),
        ("power_cards_in_row", np.int8),
        ("knocker_protected", np.int8),
        ("young_players", np.int8),
        ("tiny", np.int8),
    ]
)


def encode_options(options: Options) -> Any:
    """Return the options as a record."""
    record = new_record(OPTIONS)
    record.players = options.players
    record.end = ENDS.index(options.end)
    record.rounds = options.rounds
    record.limit = options.limit
    record.first_dealer = options.first_dealer_seat
    record.take_power_cards = options.take_power_cards
    record.power_cards_in_row = options.power_cards_in_row
    record.knocker_protected = options.knocker_protected
    record.young_players = options.young_players
    record.tiny = options.tiny
    return record
