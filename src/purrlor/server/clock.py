"""The time of the tables: this machine's clock, set by that of the store, which servers share."""

import os
import time

from purrlor.server.stores import Pulse, Store

SKEW = "PURRLOR_CLOCK_SKEW"
"""By how many seconds this machine's clock seems to be wrong: for trials of that."""


class Clock:
    """A clock that is set now and then."""

    def __init__(self, skew: float = 0.0) -> None:
        self._correction = skew

    def now(self) -> float:
        """Return the seconds since 1970."""
        return time.time() + self._correction

    async def set_by(self, store: Store) -> Pulse:
        """Ask the store for the time; an answer that the way it took explains changes nothing."""
        asked_at = self.now()
        pulse = await store.pulse()
        answered_at = self.now()
        if not asked_at <= pulse.now <= answered_at:
            self._correction += pulse.now - (asked_at + answered_at) / 2
        return pulse


CLOCK = Clock(float(os.environ.get(SKEW, "0")))
