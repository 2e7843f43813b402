"""Who is at a table, here and at other servers; and somebody else for those who stay away.

Every server notes its people in the store, where the notes of a server that no longer runs count
for nothing. A note may be late. So a server that is about to cover a seat looks again, and one that
sees a covered player among its own people gives the seat back.
"""

import asyncio
import functools
import weakref
from typing import TYPE_CHECKING

from purrlor.server.entries import Entry, HostChanged, SeatCovered, SeatReturned
from purrlor.server.hubs import PEOPLE
from purrlor.server.node import Node
from purrlor.server.stores import StoreFailed
from purrlor.server.table.state import Table, TableRefused

if TYPE_CHECKING:
    from purrlor.server.live import LiveTable

AGAIN_SECONDS = 1.0
"""How long after a failure the store is told again who is here."""
TURN_SECONDS = 1.0
"""How much longer each further server waits before it moves bots and clocks."""


class Presence:
    """The people of one table, and the grace periods of those who are away."""

    def __init__(self, live: "LiveTable", node: Node) -> None:
        self._live: LiveTable = weakref.proxy(live)  # the table owns its parts, not they it
        self._node = node
        self._elsewhere: dict[str, list[str]] = {}
        """The devices at other servers, by server."""
        self._noted: list[str] = []
        self._noting = asyncio.Lock()
        self._absences: dict[str, asyncio.TimerHandle] = {}

    def here(self) -> set[str]:
        """Return the devices at this server."""
        return {device.device for device in self._live.devices}

    def everywhere(self) -> set[str]:
        """Return the devices at all servers."""
        return self.here().union(*self._elsewhere.values())

    def spectators(self) -> int:
        """Return how many devices look on without a seat."""
        here = [device.device for device in self._live.devices]
        away = [device for devices in self._elsewhere.values() for device in devices]
        return sum(not self._live.table.seats_of(device) for device in (*here, *away))

    @property
    def is_noted(self) -> bool:
        """Whether the other servers can know who is here."""
        return self._noted == sorted(device.device for device in self._live.devices)

    def patience(self) -> float:
        """Return how long to leave bots and clocks to other servers, which come first."""
        name = self._node.name if self._live.devices else "~"
        return TURN_SECONDS * sum(other < name for other in self._elsewhere)

    def learn(self, elsewhere: dict[str, list[str]]) -> bool:
        """Take note of the people at other servers; return whether that is news."""
        is_news = elsewhere != self._elsewhere
        self._elsewhere = elsewhere
        if is_news:
            self.watch()
        return is_news

    def note_soon(self) -> None:
        """Let other servers know who is here, if any share our store."""
        if self._node.store.is_shared:
            self._live.run(self._note())

    async def _note(self) -> None:
        async with self._noting:
            while not self.is_noted:
                here = sorted(device.device for device in self._live.devices)
                try:
                    await self._node.store.note_people(self._live.table_id, self._node.name, here)
                except StoreFailed:
                    await asyncio.sleep(AGAIN_SECONDS)
                    continue
                self._noted = here
                self._node.hub.publish(self._live.table_id, PEOPLE)

    # Covers

    def watch(self) -> None:
        """Run the grace period of everyone who is away, while somebody is here to wait."""
        table = self._live.table
        members = {table.host, *(table.seats[seat].device for seat in table.people())}
        away = members - self.everywhere() if self._live.devices else set()
        for device in [one for one in self._absences if one not in away]:
            self._absences.pop(device).cancel()
        for device in away - self._absences.keys():
            loop = asyncio.get_running_loop()
            grace = self._node.settings.grace
            self._absences[device] = loop.call_later(grace, self._replace_soon, device)

    def _replace_soon(self, device: str) -> None:
        self._absences.pop(device, None)
        self._live.run(self._replace(device))

    async def _replace(self, device: str) -> None:
        """Let bots play for who is away; between games, let somebody else lead the table."""
        try:
            await self._live.follower.look()
        except StoreFailed:
            return self.watch()
        table, present = self._live.table, self.everywhere()
        if device in present:
            return None
        if table.phase != "playing":
            await self._live.attempt(functools.partial(_led, device, present))
            return None
        for seat in table.seats_of(device):
            await self._live.attempt(functools.partial(_covered, seat))
        return None

    async def give_back(self) -> None:
        """Let everyone who is here play for themselves again."""
        for device in self.here():
            for seat in self._live.table.seats_of(device):
                if self._live.table.seats[seat].is_covered:
                    await self._live.attempt(functools.partial(_returned, seat))

    def stop(self) -> None:
        """Let go of the timers."""
        for timer in self._absences.values():
            timer.cancel()
        self._absences.clear()


def _covered(seat: int, table: Table) -> Entry:
    if table.seats[seat].is_covered:
        raise TableRefused("A bot plays there already.")
    return SeatCovered(seat=seat)


def _led(away: str, present: set[str], table: Table) -> Entry:
    """Hand the table over to the first person who is there."""
    there = [seat for seat in table.people() if table.seats[seat].device in present]
    if table.host != away or not there:
        raise TableRefused("The host leads the table.")
    return HostChanged(seat=there[0])


def _returned(seat: int, table: Table) -> Entry:
    if not table.seats[seat].is_covered:
        raise TableRefused("The player is back already.")
    return SeatReturned(seat=seat)
