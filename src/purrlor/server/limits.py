"""Limits on how often one address or socket may do something."""

import time
from collections import OrderedDict, deque

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


def is_within(times: deque[float], count: int, seconds: float) -> bool:
    """Note one more use, and return whether there are at most `count` in the last `seconds`."""
    now = time.monotonic()
    while times and times[0] < now - seconds:
        times.popleft()
    if len(times) >= count:
        return False
    times.append(now)
    return True
