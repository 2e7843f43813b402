"""The whole truth about a game, as one record."""

from typing import Any

import numpy as np

from kuhn_poker.options import Options
from purrlor.core.contract import new_record

OPTIONS = np.dtype([("is_kuhn_poker_options", np.int8), ("players", np.int8), ("opens", np.int8)])

STATE = np.dtype(
    [
        ("is_kuhn_poker", np.int8),
        ("cards", np.int8, 3),  # of seat 0, of seat 1, in the deck
        ("actions", np.int8, 3),
        ("taken", np.int8),  # how many actions
        ("opens", np.int8),  # which seat
    ]
)


def encode_options(options: Options) -> Any:
    """Return the options as a record."""
    record = new_record(OPTIONS)
    record.players = options.players
    record.opens = options.opens
    return record
