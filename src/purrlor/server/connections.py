"""All TCP connections of a server: how many there may be, and which give way when it is full."""

import asyncio
import contextlib
import logging
import time
from collections import Counter
from typing import Protocol

from purrlor.server.addresses import network_of
from purrlor.server.metrics import METRICS

log = logging.getLogger(__name__)

MOST_DESCRIPTORS = 65_536
"""What a server asks of the system, if it may."""
LEAST_RESERVE = 48
"""The number of descriptors kept for the database, files and other servers."""
WARN_AT = 0.8
"""The share of all descriptors in use at which the log has a warning."""
WARN_SECONDS = 60.0
"""At most one warning of a kind in this time."""
SWEEP_SECONDS = 0.5
CLOSING_SECONDS = 10.0
"""How long a connection that is closed may take to deliver what was written to it."""


class Connection(Protocol):
    """What is needed of a connection: HTTP or WebSocket."""

    transport: asyncio.Transport

    def expire(self) -> None:
        """The other end took too long."""

    def cut(self) -> None:
        """End the connection now."""


class Trusted(Protocol):
    """Addresses of proxies."""

    def __contains__(self, address: str, /) -> bool:
        """Return whether an address is one of them."""
        ...


class Connections:
    """Counts connections, in all and by address, and watches over their deadlines.

    A connection either works for somebody or waits for the other end: for a header, for a body, for
    a next request, for a slow reader. Those that wait have a deadline, and give way to newcomers
    when the server is full.
    """

    def __init__(
        self, *, descriptors: int, most_per_address: int, trusted: Trusted = frozenset()
    ) -> None:
        self._descriptors = descriptors
        self.most = max(8, descriptors - max(LEAST_RESERVE, descriptors // 10))
        """How many connections there may be."""
        self._most_per_address = min(most_per_address, max(4, self.most // 4))
        self._trusted = trusted
        """The proxies, which bring the connections of many people."""
        self._networks: dict[Connection, str] = {}
        self._counts: Counter[str] = Counter()
        self._deadlines: dict[Connection, float] = {}
        """Those that wait, the one that has waited longest first."""
        self._closing: dict[Connection, float] = {}
        self._sweeping: asyncio.TimerHandle | None = None
        self._warned: dict[str, float] = {}

    def __len__(self) -> int:
        return len(self._networks)

    def admit(self, connection: Connection, address: str) -> bool:
        """Count a connection that was made; return False if there is no room for it."""
        self._watch_descriptors(connection)
        network = network_of(address)
        is_counted = bool(address) and address not in self._trusted
        if is_counted and self._counts[network] >= self._most_per_address:
            self._warn("an address has too many connections", connections=len(self))
            return False
        if len(self._networks) >= self.most and not self._make_room():
            self._warn("there is no room for another connection", connections=len(self))
            return False
        self._networks[connection] = network if is_counted else ""
        self._counts[network] += is_counted
        if self._sweeping is None:
            self._sweep_later()
        return True

    def hand_over(self, connection: Connection, to: Connection) -> None:
        """Let another protocol speak on a connection that was admitted."""
        network = self._networks.pop(connection, None)
        self._deadlines.pop(connection, None)
        if network is not None:
            self._networks[to] = network

    def release(self, connection: Connection) -> None:
        """Forget a connection that is lost."""
        network = self._networks.pop(connection, "")
        self._deadlines.pop(connection, None)
        self._closing.pop(connection, None)
        if network:
            self._counts[network] -= 1
            if not self._counts[network]:
                del self._counts[network]

    def wait(self, connection: Connection, seconds: float) -> None:
        """Expect something from the other end within some seconds."""
        if connection in self._networks:
            self._deadlines.pop(connection, None)
            self._deadlines[connection] = time.monotonic() + seconds

    def work(self, connection: Connection) -> None:
        """Expect nothing: we are busy with what was asked."""
        self._deadlines.pop(connection, None)

    def _make_room(self) -> bool:
        """Cut the connection that has waited longest, if any waits."""
        oldest = next(iter(self._deadlines), None)
        if oldest is None:
            return False
        self._warn("connections that wait are cut to make room", connections=len(self))
        METRICS.dropped.labels("crowded").inc()
        self.release(oldest)
        oldest.cut()
        return True

    def _watch_descriptors(self, connection: Connection) -> None:
        """Warn in time. A new descriptor has the lowest free number: it tells how many are used."""
        link = connection.transport.get_extra_info("socket")
        used = link.fileno() + 1 if link is not None else 0
        if used >= WARN_AT * self._descriptors:
            self._warn("descriptors run out", used=used, limit=self._descriptors)

    def _warn(self, words: str, **extra: str | int) -> None:
        now = time.monotonic()
        if now - self._warned.get(words, -WARN_SECONDS) >= WARN_SECONDS:
            self._warned[words] = now
            log.warning(words, extra=extra)

    def _sweep_later(self) -> None:
        loop = asyncio.get_running_loop()
        self._sweeping = loop.call_later(SWEEP_SECONDS, self._sweep)

    def _sweep(self) -> None:
        """End connections whose deadline is over, and those that do not finish closing."""
        now = time.monotonic()
        for connection in [one for one, at in self._deadlines.items() if at < now]:
            del self._deadlines[connection]
            connection.expire()
        for connection in list(self._networks):
            if not connection.transport.is_closing():
                self._closing.pop(connection, None)
            elif now > self._closing.setdefault(connection, now) + CLOSING_SECONDS:
                connection.cut()
        self._sweeping = None
        if self._networks:
            self._sweep_later()


def raise_descriptor_limit() -> int:
    """Ask the system for as many descriptors as it grants; return how many there are."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MOST_DESCRIPTORS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    wanted = MOST_DESCRIPTORS if hard == unlimited else min(hard, MOST_DESCRIPTORS)
    if soft == unlimited or soft >= wanted:
        return MOST_DESCRIPTORS if soft == unlimited else soft
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return soft
