"""Rat-a-Tat Cat: the dealer plays last; with as many rounds as players all seats are equal."""

from purrlor.core.contract import State
from purrlor.games.rat_a_tat_cat.components import MOST_PLAYERS
from purrlor.testing.symmetry import Symmetry, rename_seats


def rotate(state: State, by: int) -> State:
    return rename_seats(
        state,
        by,
        players=int(state.players),
        rows=MOST_PLAYERS,
        seats=("turn", "dealer", "knocker"),
        masks=("knowers", "ready", "seats_in", "last_seats"),
    )


SYMMETRY = Symmetry(
    rotate=rotate,
    renamed=(
        *({"players": players} for players in range(2, 7)),
        {"players": 6, "end": "points", "limit": 20},
        {"players": 4, "knocker_protected": True},
        {"players": 4, "young_players": True},
        {"players": 3, "take_power_cards": True},
    ),
    fair=tuple(({"players": players, "rounds": players},) for players in range(2, 7)),
)
