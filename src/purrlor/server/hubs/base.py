"""The contract of a hub: how servers on one store hear of each other's tables at once.

A notice says that a log has reached a number, never what happened: who hears it reads the log.
A hub may lose notices, so every server also looks at its tables: often while notices do not come
round, now and then otherwise.
"""

from collections.abc import Callable
from typing import Protocol, TypeAlias

PEOPLE = 0
"""The number of a notice that says: look at the table, somebody came or went."""

Heard: TypeAlias = Callable[[str, int], None]


class Hub(Protocol):
    """None of its methods waits for another server, or fails because one cannot be reached."""

    def hears(self, server: str) -> bool:
        """Whether what a server, perhaps this one, publishes comes here; if not, look instead."""

    async def start(self, server: str, heard: Heard, reached: Callable[[], None]) -> None:
        """Begin to listen, as a server of this name.

        `reached`: the others are reached again; notices may have been lost.
        """

    def follow(self, table_id: str) -> None:
        """Hear of a table from now on."""

    def unfollow(self, table_id: str) -> None:
        """Hear of a table no longer."""

    def publish(self, table_id: str, number: int) -> None:
        """Tell all who follow a table, perhaps oneself too."""

    async def close(self) -> None:
        """Stop."""
