"""Cattitude: all decide at once, so no seat has an advantage."""

import numpy as np

from purrlor.core.contract import State
from purrlor.games.cattitude.components import MOST_PLAYERS
from purrlor.testing.symmetry import Symmetry, rename_seats


def rotate(state: State, by: int) -> State:
    players = int(state.players)
    renamed = rename_seats(state, by, players=players, rows=MOST_PLAYERS, masks=("waiting",))
    by_giver = renamed.closed_bonuses[:, :players]
    by_giver[:] = np.roll(by_giver, by, axis=1)
    return renamed


SYMMETRY = Symmetry(
    rotate=rotate,
    renamed=(
        *({"players": players} for players in range(2, 6)),
        {"players": 3, "beginner": True},
        {"players": 4, "toss": True},
    ),
    fair=tuple(({"players": players},) for players in range(2, 6)),
)
