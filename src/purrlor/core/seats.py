"""Seats, and masks of them."""

from collections.abc import Iterator
from typing import NewType

import numpy as np

from purrlor.core.kernel import inlined

Seat = NewType("Seat", int)
"""A place at the table, counted from 0."""

MOST_SEATS = 6
LOWEST_SEAT = np.array(
    [-1] + [(m & -m).bit_length() - 1 for m in range(1, 1 << MOST_SEATS)], np.int8
)
"""By mask: its lowest seat, -1 for none."""


@inlined
def lowest_seat(mask):
    """Return the lowest seat of a mask, -1 if it is empty."""
    return np.int64(LOWEST_SEAT[mask])


def seats_of(mask: int) -> Iterator[Seat]:
    """Yield the seats of a mask, rising."""
    return (Seat(seat) for seat in range(MOST_SEATS) if mask >> seat & 1)
