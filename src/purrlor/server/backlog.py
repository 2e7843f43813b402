"""Frames on their way to one socket."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any


class Backlog:
    """Frames on their way to one socket: sent in order by a task that lives while there are any."""

    def __init__(self, send: Callable[[bytes], Any], limit: int) -> None:
        self._send = send
        self._limit = limit
        self._frames: deque[bytes] = deque()
        self._task: asyncio.Task[None] | None = None
        self.is_full = False

    def add(self, frame: bytes) -> None:
        """Send a frame soon; a backlog that overflows is full for good."""
        if len(self._frames) >= self._limit:
            self.is_full = True
        if self.is_full:
            return
        self._frames.append(frame)
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._drain())

    async def _drain(self) -> None:
        try:
            while self._frames:
                await self._send(self._frames.popleft())
        finally:
            self._task = None

    def stop(self) -> None:
        """Forget what is left."""
        self._frames.clear()
        if self._task:
            self._task.cancel()
