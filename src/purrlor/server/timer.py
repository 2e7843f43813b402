"""What a table does by itself when its time has come."""

import asyncio
import logging
import weakref
from typing import TYPE_CHECKING

from purrlor.server.clock import CLOCK
from purrlor.server.entries import Played, StartCancelled
from purrlor.server.robots import Robots
from purrlor.server.table.clocks import deadline, due_at
from purrlor.server.table.starting import awaited, new_game
from purrlor.server.table.state import TABLE, Table

if TYPE_CHECKING:
    from purrlor.server.live import LiveTable

log = logging.getLogger(__name__)

SHORTEST_WAIT = 0.02
"""A timer that is due at once leaves others this time, in seconds."""
AGAIN_SECONDS = 0.5
"""How long after a fault what is due is tried again."""


class Timer:
    """Waits until a table is due; of several servers, those that come first are left time."""

    def __init__(self, live: "LiveTable", robots: Robots) -> None:
        self._live: LiveTable = weakref.proxy(live)  # the table owns its parts, not they it
        self._robots = robots
        self._handle: asyncio.TimerHandle | None = None

    @property
    def is_set(self) -> bool:
        """Whether anything will be due."""
        return self._handle is not None

    def set(self) -> None:
        """Wait for what is due next, in place of what was waited for."""
        self.stop()
        due = due_at(self._live.table)
        if due is not None:
            wait = max(SHORTEST_WAIT, due - CLOCK.now()) + self._live.presence.patience()
            loop = asyncio.get_running_loop()
            run = self._live.run  # keeps the table alive until then
            self._handle = loop.call_later(wait, lambda: run(self._act_when_due()))

    def stop(self) -> None:
        """Wait for nothing."""
        if self._handle:
            self._handle.cancel()
        self._handle = None

    async def _act_when_due(self) -> None:
        """Do what is due, if it still is; and whatever happens, set the next timer."""
        try:
            await self._act()
        except Exception:
            log.exception("what was due could not be done")
            await asyncio.sleep(AGAIN_SECONDS)
        self.set()

    async def _act(self) -> None:
        """Decide for a seat whose time is up, or say that the time of the game is."""
        live, table, now = self._live, self._live.table, CLOCK.now()
        due = due_at(table)
        if due is None or due > now or live.is_dirty:
            return
        if table.call:
            is_enough = table.call.is_without_missing or not awaited(table)
            await live.attempt(new_game if is_enough else _call_off, live.seq)
            return
        if table.time_up_at is not None and table.time_up_at <= now:
            time_up = Played(seat=TABLE, actions=[{"type": "time_up"}], by="table")
            await live.attempt(lambda _: time_up, live.seq)
            return
        for seat in table.actors:
            until = deadline(table, seat)
            if until is not None and until <= now:
                await self._robots.play(seat, "clock")
                break


def _call_off(table: Table) -> StartCancelled:
    return StartCancelled(missing=awaited(table))
