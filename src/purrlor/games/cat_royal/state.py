"""The whole truth about a game, as one record."""

from typing import Any

import numpy as np

from purrlor.core.contract import new_record
from purrlor.games.cat_royal.components import (
    DECK_SIZE,
    FIGURES,
    HAND,
    MOST_PLAYERS,
    RING,
    WORMHOLES,
)
from purrlor.games.cat_royal.options import Options

NOBODY = -1
NO, PERHAPS, SURELY = range(3)
"""What everybody at the table can tell about a cheat."""

OPTIONS = np.dtype(
    [
        ("is_cat_royal_options", np.int8),
        ("players", np.int8),
        ("cheating", np.int8),
        ("wormholes", np.int8),
        ("partners", np.int8),
        ("tiny", np.int8),
    ]
)

STATE = np.dtype(
    [
        ("is_cat_royal", np.int8),
        # what happens now
        ("turn", np.int8),
        ("over", np.int8),
        ("has_accused", np.int8),
        ("last_played", np.int8),  # NO_CARD at first
        ("turns", np.int32),
        # the board
        ("figures", np.int8, (MOST_PLAYERS, len(FIGURES))),  # where each stands
        ("home", np.int8, MOST_PLAYERS),  # figures in the goal
        ("occupant", np.int8, RING),  # seat * 4 + figure, NOBODY
        ("ranks", np.uint64, len(FIGURES)),  # by rank: ring fields with a figure of that rank
        ("guarded", np.uint64),  # ring fields with a figure on its own start field
        ("swappable", np.int32),  # mask of seat * 4 + figure: on the ring, not on the own start
        ("entrances", np.uint16, (MOST_PLAYERS, 2)),  # goal fields open to each figure (`lanes.py`)
        ("lane_steps", np.int64, (MOST_PLAYERS, 2)),  # steps of the figures in the goal
        ("holes", np.int8, WORMHOLES),  # rising
        ("hole_fields", np.uint64),  # the same as a mask
        # the cards
        ("hands", np.int8, (MOST_PLAYERS, HAND)),  # rising, then NO_CARD
        ("hand_sizes", np.int8, MOST_PLAYERS),
        ("draw_pile", np.int8, DECK_SIZE),  # the top is the last one
        ("draw_size", np.int8),
        ("discard_pile", np.int8, DECK_SIZE),
        ("discard_size", np.int8),
        # masks of seats
        ("cheats_left", np.int8),
        ("hole_moves_left", np.int8),
        ("cheated", np.int8),  # by the latest turn, not punished
        # what everybody can tell
        ("used_cheat", np.int8, MOST_PLAYERS),  # in this hand, before the latest turn
        ("latest_cheat", np.int8, MOST_PLAYERS),  # by the latest turn, not punished
        ("lacks", np.int16, MOST_PLAYERS),  # mask of cards a seat could have played, but discarded
        # the latest turn of each seat
        ("latest_card", np.int8, MOST_PLAYERS),  # what it acted as, NO_CARD for a discard
        ("latest_figure", np.int8, MOST_PLAYERS),
        ("latest_distance", np.int8, MOST_PLAYERS),  # of a number move, negative: back
        # the options
        ("players", np.int8),
        ("ring", np.int8),
        ("lane", np.int8),
        ("hand", np.int8),
        ("deck", np.int8),
        ("starts", np.int8, MOST_PLAYERS),  # start fields by seat
        ("start_fields", np.uint64),  # the same as a mask
        ("corner_fields", np.uint64),  # those of absent colours too
        ("cheating", np.int8),
        ("wormholes", np.int8),
        ("partners", np.int8),
        ("tiny", np.int8),
    ],
    align=True,
)


def encode_options(options: Options) -> Any:
    """Return the options as a record."""
    record = new_record(OPTIONS)
    record.players = options.players
    record.cheating = options.cheating
    record.wormholes = options.wormholes
    record.partners = options.partners
    record.tiny = options.tiny
    return record
