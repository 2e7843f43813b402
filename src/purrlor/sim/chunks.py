"""Many games in chunks of a good size, on all cores.

The first game is played alone, so that the code is compiled once. After it a chunk holds as many
games as fit into a fraction of a second: slow games are reported one by one. The threads are
daemons: whoever interrupts does not wait for the games under way.
"""

import os
import threading
import time
from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue

SECONDS = 0.25
"""How long a chunk should take."""
MOST_AT_ONCE = 20000
"""Games in a chunk, at most."""
AHEAD = 2
"""Chunks for each thread: nobody waits while results are told."""
LOOK = 0.2
"""Seconds between looks for an interruption; not every system wakes a waiting thread for one."""

Play = Callable[[int, int], None]
"""Plays a number of games: which is the first, and how many."""


class _Players:
    """Threads that play chunks as they come."""

    def __init__(self, play: Play, threads: int) -> None:
        self._play = play
        self._chunks: SimpleQueue[tuple[int, int] | None] = SimpleQueue()
        self._played: SimpleQueue[tuple[int, float] | BaseException] = SimpleQueue()
        self._is_stopped = False
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(threads)]
        for thread in self._threads:
            thread.start()

    def submit(self, first: int, count: int) -> None:
        """Take a chunk."""
        self._chunks.put((first, count))

    def next(self) -> tuple[int, float]:
        """Wait for any chunk; return how many games it held, and how long they took."""
        while True:
            try:
                played = self._played.get(timeout=LOOK)
            except Empty:
                continue
            if isinstance(played, BaseException):
                raise played
            return played

    def stop(self) -> None:
        """Begin no other chunk."""
        self._is_stopped = True
        for _ in self._threads:
            self._chunks.put(None)

    def _work(self) -> None:
        while (chunk := self._chunks.get()) is not None and not self._is_stopped:
            began = time.perf_counter()
            try:
                self._play(*chunk)
            except BaseException as error:
                self._played.put(error)
            else:
                self._played.put((chunk[1], time.perf_counter() - began))


def play_in_chunks(play: Play, games: int, threads: int | None = None) -> Iterator[int]:
    """Play games 0 and on; yield the size of each chunk when it is played."""
    slots = threads or os.cpu_count() or 1
    players = _Players(play, slots)
    first, under_way, pace = 0, 0, 0.0
    try:
        while first < games or under_way:
            most = AHEAD * slots if pace else 1
            while under_way < most and first < games:
                count = _fitting(games - first, pace, most)
                players.submit(first, count)
                first, under_way = first + count, under_way + 1
            count, seconds = players.next()
            under_way, pace = under_way - 1, max(seconds / count, 1e-9)
            yield count
    finally:
        players.stop()


def _fitting(left: int, pace: float, most: int) -> int:
    """Return how many games make a chunk; towards the end fewer, so that all end together."""
    if not pace:
        return 1
    return max(1, min(MOST_AT_ONCE, int(SECONDS / pace), left // most))
