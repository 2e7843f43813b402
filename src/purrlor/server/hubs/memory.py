"""A hub in memory: for the servers of one process, which is to say for one."""

import asyncio
from collections.abc import Callable

from purrlor.server.hubs.base import Heard


class MemoryHub:
    """Tells the other hubs of its circle."""

    def __init__(self, circle: "list[MemoryHub] | None" = None) -> None:
        self._circle = [] if circle is None else circle
        self._followed: set[str] = set()
        self._heard: Heard | None = None

    def hears(self, server: str) -> bool:
        """Whether what a server publishes comes here: servers of other processes are not heard."""
        return False

    async def start(self, server: str, heard: Heard, reached: Callable[[], None]) -> None:
        """Begin to listen."""
        self._heard = heard
        self._circle.append(self)

    def follow(self, table_id: str) -> None:
        """Hear of a table from now on."""
        self._followed.add(table_id)

    def unfollow(self, table_id: str) -> None:
        """Hear of a table no longer."""
        self._followed.discard(table_id)

    def publish(self, table_id: str, number: int) -> None:
        """Tell all others who follow a table."""
        for hub in self._circle:
            if hub is not self and hub._heard and table_id in hub._followed:
                asyncio.get_running_loop().call_soon(hub._heard, table_id, number)

    async def close(self) -> None:
        """Stop."""
        if self in self._circle:
            self._circle.remove(self)
