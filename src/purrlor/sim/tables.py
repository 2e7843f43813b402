"""What compiled games are played on, and what is written down of each."""

from typing import Any

import numpy as np

from purrlor.bots.thoughts import thoughts_type
from purrlor.core.chance import CHANCE
from purrlor.core.contract import COUNTS, LEGAL, STANDING, TRACE, TRACE_ROWS
from purrlor.core.game import Game
from purrlor.core.seats import MOST_SEATS

RESULT = np.dtype(
    [
        ("is_result", np.int8),
        ("is_capped", np.int8),
        ("places", np.int8, MOST_SEATS),
        ("points", np.int32, MOST_SEATS),
        ("turns", np.int32),
        ("decisions", np.int32),
    ],
    align=True,
)


def new_table(game: Game, options: Any, key: bytes) -> tuple[Any, ...]:
    """Return the records that `play_games` works on."""
    kernels = game.kernels

    def records(dtype: Any, count: int = 1) -> Any:
        return np.zeros(count, dtype).view(np.recarray)

    chances, traces, encoded = records(CHANCE, 2), records(TRACE), records(kernels.options)
    chances.key[:] = np.frombuffer(key, "<u4")
    traces.capacity[:] = TRACE_ROWS
    encoded[0] = game.module("state").encode_options(options)
    return (
        records(kernels.state, 2),
        encoded,
        chances,
        records(kernels.observation),
        records(LEGAL),
        traces,
        records(STANDING),
        records(COUNTS),
        records(thoughts_type(kernels.observation)),
    )


def shares_of(places: Any) -> Any:
    """Return by game and seat its share of the victory."""
    is_won = places == 1
    return is_won / is_won.sum(axis=1, keepdims=True)
