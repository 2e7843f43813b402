"""Frames on their way to one socket."""

import asyncio
import math
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any


class Backlog:
    """Sends at once while the socket takes it; what it does not take waits, up to a limit."""

    def __init__(
        self,
        send_now: Callable[[bytes], bool],
        send: Callable[[bytes], Coroutine[Any, Any, None]],
        most_frames: int,
    ) -> None:
        self._send_now = send_now
        self._send = send
        self._most_frames = most_frames
        self._most_bytes = math.inf
        self._frames: deque[bytes] = deque()
        self._bytes = 0
        """Of the frames that wait."""
        self._task: asyncio.Task[None] | None = None
        self.is_full = False

    def bound(self, most_bytes: int) -> None:
        """From now on so many bytes may wait besides those that do already."""
        self._most_bytes = self._bytes + most_bytes

    def add(self, frame: bytes) -> None:
        """Send a frame now or soon; a backlog that overflows is full for good."""
        if self._task is None:
            if not self._send_now(frame):
                self._wait(frame)
                self._task = asyncio.get_running_loop().create_task(self._drain())
        elif len(self._frames) >= self._most_frames or self._bytes > self._most_bytes:
            self.is_full = True
        elif not self.is_full:
            self._wait(frame)

    def _wait(self, frame: bytes) -> None:
        self._frames.append(frame)
        self._bytes += len(frame)

    async def _drain(self) -> None:
        try:
            while self._frames:
                frame = self._frames.popleft()
                self._bytes -= len(frame)
                await self._send(frame)
        except Exception:
            self._forget()  # it is gone; `receive` says so too
        finally:
            self._task = None

    def stop(self) -> None:
        """Forget what is left."""
        self._forget()
        task, self._task = self._task, None  # one that never ran would not let go of us
        if task:
            task.cancel()

    def _forget(self) -> None:
        self._frames.clear()
        self._bytes = 0
