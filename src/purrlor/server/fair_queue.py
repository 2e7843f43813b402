"""Taking turns at work that needs a processor: one job of each address at a time."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from purrlor.core.refusals import Reason
from purrlor.server.limits import TooOften


class FairQueue:
    """Some places for jobs; addresses that wait for one are served in rotation.

    Whoever sends many jobs delays only their own.
    """

    def __init__(
        self, places: int, *, most_waiting: int, most_per_address: int, reason: Reason
    ) -> None:
        self._places = places
        self._most_waiting = most_waiting
        self._most_per_address = most_per_address
        self._reason = reason
        self._inside: set[str] = set()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def place(self, address: str) -> AsyncIterator[None]:
        """Wait for a place, or refuse if too many do."""
        await self._enter(address)
        try:
            yield
        finally:
            self._inside.discard(address)
            self._let_in()

    async def _enter(self, address: str) -> None:
        own = self._waiting.get(address, ())
        is_full = sum(map(len, self._waiting.values())) >= self._most_waiting
        if is_full or len(own) >= self._most_per_address:
            raise TooOften(self._reason.sentence, reason=self._reason.name, seconds=5)
        ticket: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(ticket)
        self._let_in()
        try:
            await ticket
        except asyncio.CancelledError:
            if ticket.done() and not ticket.cancelled():  # it was let in at the same moment
                self._inside.discard(address)
            self._let_in()
            raise

    def _let_in(self) -> None:
        """Give free places to the addresses that have waited longest."""
        for address in list(self._waiting):
            if len(self._inside) >= self._places:
                return
            if address not in self._inside:
                self._let_one_in(address)

    def _let_one_in(self, address: str) -> None:
        tickets = self._waiting.pop(address)
        while tickets:
            ticket = tickets.popleft()
            if not ticket.done():  # cancelled meanwhile
                ticket.set_result(None)
                self._inside.add(address)
                break
        if tickets:
            self._waiting[address] = tickets  # behind all others
