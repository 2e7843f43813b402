"""What an outage of Redis alone costs in the midst of play: how late other servers hear of it."""

import asyncio
import gc
import time

import msgspec
from player import Device, devices, news_delay

from nemesis.cluster import Cluster

LONGEST_DELAY = 2.5
"""Within so many seconds every server knows, without Redis."""
LONGEST_RETURN = 5.0
"""So long after the return of Redis all is as fast as before."""
FAST = 0.5
"""Faster than by looking into the store once a second."""


class Outage(msgspec.Struct, frozen=True):
    """Seconds."""

    delay: float
    """The longest delay without Redis."""
    back_after: float
    """How long after its return news was fast again, and stayed so."""

    @property
    def is_good(self) -> bool:
        return self.delay <= LONGEST_DELAY and self.back_after <= LONGEST_RETURN


async def measure_outage(cluster: Cluster, seconds: float) -> Outage:
    """Stop Redis for a time while two people at different servers talk."""
    gc.disable()  # to look through all that was noted in the storm takes seconds
    try:
        return await _measure(cluster, seconds)
    finally:
        gc.enable()


async def _measure(cluster: Cluster, seconds: float) -> Outage:
    here, there = (devices(node.url, 1) for node in cluster.nodes)
    async with here as (ann,), there as (bob,):
        await ann.open_table("cattitude", options={"players": 2})
        await bob.join(ann.code, "Bob")
        await ann.connect()
        await bob.connect()
        await asyncio.to_thread(cluster.redis.stop)
        until, delays = time.monotonic() + seconds, [0.0]
        while time.monotonic() < until:
            delays.append(await _delay(ann, bob))
        await asyncio.to_thread(cluster.redis.start)
        returned, slow_at = time.monotonic(), 0.0
        while (now := time.monotonic() - returned) < LONGEST_RETURN + 2:
            if await _delay(ann, bob) > FAST:
                slow_at = now
        return Outage(max(delays), slow_at)


async def _delay(ann: Device, bob: Device) -> float:
    found = await news_delay(ann, bob)
    await asyncio.sleep(0.1)
    return found
