"""Cattitude: all decide at once, so no seat has an advantage."""

from purrlor.core.contract import State
from purrlor.games.cattitude.components import MOST_PLAYERS
from purrlor.testing.symmetry import Symmetry, rename_seats


def rotate(state: State, by: int) -> State:
    return rename_seats(
        state,
        by,
        players=int(state.players),
        rows=MOST_PLAYERS,
        masks=("waiting", "bonus_knowers"),
    )


SYMMETRY = Symmetry(
    rotate=rotate,
    renamed=(
        *({"players": players} for players in range(2, 6)),
        {"players": 3, "beginner": True},
        {"players": 4, "toss": True},
    ),
    fair=tuple(({"players": players},) for players in range(2, 6)),
)
