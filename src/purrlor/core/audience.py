"""Who an event is for."""

import functools

import msgspec

from purrlor.core.seats import Seat


class Audience(msgspec.Struct, frozen=True):
    """The seats named, or everyone but them (spectators are then included)."""

    seats: frozenset[Seat] = frozenset()
    is_all_but: bool = False

    def includes(self, viewer: int | None) -> bool:
        """Return whether the viewer, a seat or a spectator (None), is part of it."""
        return (viewer in self.seats) != self.is_all_but


EVERYONE = Audience(is_all_but=True)


@functools.cache
def only(*seats: int) -> Audience:
    """Return the audience of just these seats."""
    return Audience(frozenset(map(Seat, seats)))


@functools.cache
def all_but(*seats: int) -> Audience:
    """Return the audience of everyone else."""
    return Audience(frozenset(map(Seat, seats)), is_all_but=True)
