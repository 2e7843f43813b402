"""Seats, and masks of them."""

from collections.abc import Iterable, Iterator
from typing import NewType

import numpy as np

from purrlor.core.bits import lowest_bit
from purrlor.core.kernel import inlined

Seat = NewType("Seat", int)
"""A place at the table, counted from 0."""

MOST_SEATS = 6


@inlined
def lowest_seat(mask):
    """Return the lowest seat of a mask, -1 if it is empty."""
    return lowest_bit(mask) if mask != 0 else np.int64(-1)


@inlined
def next_seat(mask, after):
    """Return the seat of a mask, which has any, that comes next in the order of play after one."""
    later = mask & -(np.int64(1) << after + 1)
    return lowest_bit(later if later != 0 else mask)


def in_order_of_play(seats: Iterable[int], after: int) -> list[int]:
    """List seats as `next_seat` gives them, one after another."""
    return sorted(seats, key=lambda seat: (seat - after - 1) % MOST_SEATS)


def seats_of(mask: int) -> Iterator[Seat]:
    """Yield the seats of a mask, rising."""
    return (Seat(seat) for seat in range(MOST_SEATS) if mask >> seat & 1)
