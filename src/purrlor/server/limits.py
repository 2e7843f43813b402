"""Limits on how often one address or socket may do something."""

import asyncio
import time
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from purrlor.core.refusals import Reason, Refusal

MOST_ADDRESSES = 10_000


class TooOften(Refusal):
    """This was done too often; after some seconds it is fine again."""

    def __init__(self, sentence: str, *, reason: str = "", seconds: float = 60.0) -> None:
        super().__init__(sentence, reason=reason)
        self.seconds = seconds


class Limit:
    """At most `count` times in `seconds`, for each address."""

    def __init__(self, count: int, seconds: float, reason: Reason) -> None:
        self._count = count
        self._seconds = seconds
        self._reason = reason
        self._times: OrderedDict[str, deque[float]] = OrderedDict()

    def use(self, address: str) -> None:
        """Count one use; refuse it if there were too many."""
        times = self._times.setdefault(address, deque())
        self._times.move_to_end(address)
        if not is_within(times, self._count, self._seconds):
            seconds = times[0] + self._seconds - time.monotonic()
            raise TooOften(self._reason.sentence, reason=self._reason.name, seconds=seconds)
        if len(self._times) > MOST_ADDRESSES:
            self._times.popitem(last=False)


class Simultaneous:
    """At most `count` at the same time, for each address."""

    def __init__(self, count: int, reason: Reason) -> None:
        self._count = count
        self._reason = reason
        self._open: Counter[str] = Counter()

    @contextmanager
    def one(self, address: str) -> Iterator[None]:
        """Count one more while it lasts; refuse it if there are too many."""
        if self._open[address] >= self._count:
            raise TooOften(self._reason.sentence, reason=self._reason.name, seconds=5)
        self._open[address] += 1
        try:
            yield
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]


class Turns:
    """At most `count` at the same time for each address; the others wait."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._gates: dict[str, tuple[asyncio.Semaphore, int]] = {}
        """For each address: its gate, and how many wait at it or are through."""

    @property
    def addresses(self) -> int:
        """The number of addresses with something under way."""
        return len(self._gates)

    @asynccontextmanager
    async def one(self, address: str) -> AsyncIterator[None]:
        """Wait until there is room for one more of an address."""
        gate, users = self._gates.get(address) or (asyncio.Semaphore(self._count), 0)
        self._gates[address] = gate, users + 1
        try:
            async with gate:
                yield
        finally:
            gate, users = self._gates.pop(address)
            if users > 1:
                self._gates[address] = gate, users - 1


def is_spent(times: deque[float], count: int, seconds: float) -> bool:
    """Return whether there were `count` uses in the last `seconds`; note nothing."""
    return len(times) >= count and times[0] >= time.monotonic() - seconds


def is_within(times: deque[float], count: int, seconds: float) -> bool:
    """Note one more use, and return whether there are at most `count` in the last `seconds`."""
    now = time.monotonic()
    while times and times[0] < now - seconds:
        times.popleft()
    if len(times) >= count:
        return False
    times.append(now)
    return True
