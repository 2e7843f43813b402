"""Cat Royal: the board turns with the seats.

With three players it does not: one start field is missing (K1.1), so no seat is like another.
"""

import numpy as np

from purrlor.core.contract import State
from purrlor.games.cat_royal.components import CORNERS, GOAL, MOST_PLAYERS, RING
from purrlor.games.cat_royal.state import NOBODY
from purrlor.testing.symmetry import Symmetry, rename_seats, rotate_bits


def rotate(state: State, by: int) -> State:
    players, ring = int(state.players), int(state.ring)
    fields = by * ring // (CORNERS if players > 2 else 2)
    s = rename_seats(
        state,
        by,
        players=players,
        rows=MOST_PLAYERS,
        seats=("turn",),
        masks=("cheats_left", "hole_moves_left", "cheated"),
        fixed=("ranks", "starts", "holes"),
    )
    figures = s.figures.astype(int)
    is_on_ring = (figures >= 0) & (figures < GOAL)
    s.figures[:] = np.where(is_on_ring, (figures + fields) % ring, figures)
    there = s.occupant[:ring].astype(int)
    renamed = (there // 4 + by) % players * 4 + there % 4
    s.occupant[:ring] = np.roll(np.where(there == NOBODY, NOBODY, renamed), fields)
    s.ranks[:] = [rotate_bits(int(mask), fields, RING) for mask in s.ranks]
    s.guarded = rotate_bits(int(s.guarded), fields, RING)
    s.swappable = rotate_bits(int(s.swappable), 4 * by, 4 * players)
    if s.wormholes:
        s.holes[:] = np.sort((s.holes.astype(int) + fields) % ring)
        s.hole_fields = sum(1 << int(field) for field in s.holes)
    return s


SYMMETRY = Symmetry(
    rotate=rotate,
    renamed=(
        {"players": 2},
        {"players": 4},
        {"players": 4, "partners": True},
        {"players": 4, "cheating": False, "wormholes": False},
    ),
    fair=(),
    why_not="Seat 0 opens every hand (K2.1), and of three players two sit nearer to each other.",
)
