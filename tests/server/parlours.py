"""A parlour within the test's own process, where its parts can be made to fail."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from purrlor.core.refusals import Refusal
from purrlor.server.live import LiveTable
from purrlor.server.node import open_node
from purrlor.server.parlour import Parlour
from purrlor.server.settings import Settings


@asynccontextmanager
async def open_parlour(folder: Path, **settings: Any) -> AsyncIterator[Parlour]:
    """A parlour with a file of its own."""
    database = f"sqlite:///{folder / 'purrlor.db'}"
    parlour = Parlour(open_node(Settings(database=database, bot_pause=0.0, **settings)))
    await parlour.start()
    try:
        yield parlour
    finally:
        await parlour.stop()


class Listener:
    """A device that notes what it is told."""

    def __init__(self, device: str) -> None:
        self.device = device
        self.frames: list[Any] = []
        self.code = 0

    def deliver(self, frame: bytes) -> None:
        self.frames.append(json.loads(frame))

    def drop(self, code: int) -> None:
        self.code = code

    def show_out(self, refusal: Refusal) -> None:
        self.code = 4403


async def listen(live: LiveTable, device: str) -> Listener:
    """Let somebody come to a table."""
    listener = Listener(device)
    await live.enter(listener, None, {})
    return listener
