"""Frames on their way to one socket."""

import asyncio
import types
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from typing import Any


class Backlog:
    """Sends at once while the socket takes it; what it does not take waits, up to a limit."""

    def __init__(self, send: Callable[[bytes], Coroutine[Any, Any, None]], limit: int) -> None:
        self._send = send
        self._limit = limit
        self._frames: deque[bytes] = deque()
        self._task: asyncio.Task[None] | None = None
        self.is_full = False

    def add(self, frame: bytes) -> None:
        """Send a frame now or soon; a backlog that overflows is full for good."""
        if self._task is None:
            sending = self._send(frame)
            try:
                waiting = sending.send(None)  # most sockets take it here, without a task
            except StopIteration:
                return
            self._task = asyncio.get_running_loop().create_task(self._drain(sending, waiting))
        elif len(self._frames) >= self._limit:
            self.is_full = True
        elif not self.is_full:
            self._frames.append(frame)

    async def _drain(self, sending: Coroutine[Any, Any, None], waiting: Any) -> None:
        try:
            await _resumed(sending, waiting)
            while self._frames:
                await self._send(self._frames.popleft())
        finally:
            self._task = None

    def stop(self) -> None:
        """Forget what is left."""
        self._frames.clear()
        if self._task:
            self._task.cancel()


@types.coroutine
def _resumed(begun: Coroutine[Any, Any, None], waiting: Any) -> Generator[Any, Any, None]:
    """Go on with a coroutine that waits for something already."""
    while True:
        try:
            try:
                sent = yield waiting
            except BaseException as error:
                waiting = begun.throw(error)
            else:
                waiting = begun.send(sent)
        except StopIteration:
            return
