"""How long the event loop was blocked: nobody is answered meanwhile."""

import asyncio
import logging
import time

from purrlor.server.metrics import METRICS

log = logging.getLogger(__name__)

TICK_SECONDS = 0.02
WINDOW_SECONDS = 30.0
"""The metric shows the longest pause of this window and the one before."""
WORTH_A_WARNING = 1.0
"""In seconds."""


async def watch_pauses() -> None:
    """Measure, for as long as the server runs, by how much a short sleep is late."""
    before, longest, window_ends = 0.0, 0.0, time.monotonic() + WINDOW_SECONDS
    while True:
        start = time.monotonic()
        await asyncio.sleep(TICK_SECONDS)
        now = time.monotonic()
        pause = now - start - TICK_SECONDS
        if pause > WORTH_A_WARNING:
            log.warning("the event loop was blocked", extra={"seconds": round(pause, 3)})
        longest = max(longest, pause)
        METRICS.loop_pause.set(max(before, longest))
        if now > window_ends:
            before, longest, window_ends = longest, 0.0, now + WINDOW_SECONDS
