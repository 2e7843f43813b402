"""Ending background tasks for sure."""

import asyncio
from collections.abc import Iterable
from typing import Any

AGAIN_SECONDS = 0.5


async def end(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks and wait until all have ended.

    They are cancelled again until they do: a library that waits with a timeout may take a
    cancellation that comes just then for its own, and swallow it.
    """
    waiting = set(tasks)
    while waiting:
        for task in waiting:
            task.cancel()
        ended, waiting = await asyncio.wait(waiting, timeout=AGAIN_SECONDS)
        await asyncio.gather(*ended, return_exceptions=True)
