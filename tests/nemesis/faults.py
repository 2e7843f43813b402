"""What can go wrong: each fault does its harm, and mends it after a while."""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from nemesis.cluster import SKEWS, Cluster

Fault: TypeAlias = "Callable[[Nemesis], Awaitable[None]]"


class Nemesis:
    """Does one harm after another, several at a time, and counts them."""

    def __init__(self, cluster: Cluster, chance: random.Random, redis_seconds: float) -> None:
        self.cluster = cluster
        self.chance = chance
        self.redis_seconds = redis_seconds
        self.done: Counter[str] = Counter({"clock skewed": sum(map(bool, cluster.skews))})
        self._busy: dict[str, asyncio.Lock] = {}

    async def storm(self, seconds: float, pause: float) -> None:
        """Make trouble for a time: every fault at least once, in random order."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        under_way: set[asyncio.Task[None]] = set()
        plan: list[str] = []
        while loop.time() < until or plan:
            if not plan:
                plan = self.chance.sample(sorted(FAULTS), len(FAULTS))
            task = asyncio.create_task(self._do(plan.pop()))
            under_way.add(task)
            await asyncio.sleep(self.chance.uniform(0.5, 1.5) * pause)
            if loop.time() > until:
                plan = [name for name in plan if not self.done[name]]
        await asyncio.gather(*under_way)

    async def _do(self, name: str) -> None:
        """Do a fault; one that is under way already is not doubled."""
        lock = self._busy.setdefault(name, asyncio.Lock())
        if not lock.locked():
            async with lock:
                self.done[name] += 1
                await FAULTS[name](self)


async def kill_server(nemesis: Nemesis) -> None:
    """With -9; it comes back with another wrong clock."""
    node = nemesis.chance.choice(nemesis.cluster.nodes)
    await node.kill()
    await asyncio.sleep(nemesis.chance.uniform(0, 2))
    skew = nemesis.chance.choice(SKEWS)
    nemesis.done["clock skewed"] += bool(skew)
    await node.start(skew)


async def stop_redis(nemesis: Nemesis) -> None:
    await asyncio.to_thread(nemesis.cluster.redis.stop)
    await asyncio.sleep(nemesis.redis_seconds)
    await asyncio.to_thread(nemesis.cluster.redis.start)


async def restart_postgres(nemesis: Nemesis) -> None:
    postgres = nemesis.cluster.postgres
    await asyncio.to_thread(nemesis.chance.choice([postgres.stop, postgres.crash]))
    await asyncio.sleep(nemesis.chance.uniform(0, 1))
    await asyncio.to_thread(postgres.start)


async def cut_sockets(nemesis: Nemesis) -> None:
    """About half of the lines to a server break."""
    proxy = nemesis.chance.choice(nemesis.cluster.nodes).proxy
    for index in reversed(range(proxy.lines)):
        if nemesis.chance.random() < 0.5:
            proxy.cut(index)


async def delay_sockets(nemesis: Nemesis) -> None:
    proxy = nemesis.chance.choice(nemesis.cluster.nodes).proxy
    proxy.delay = nemesis.chance.uniform(0.05, 0.5)
    await asyncio.sleep(nemesis.chance.uniform(1, 3))
    proxy.delay = 0.0


async def lose_answers(nemesis: Nemesis) -> None:
    """A server hears everything, and nothing it says arrives; then the lines break."""
    proxy = nemesis.chance.choice(nemesis.cluster.nodes).proxy
    proxy.swallows_answers = True
    await asyncio.sleep(nemesis.chance.uniform(0.2, 1))
    proxy.cut()
    proxy.swallows_answers = False


FAULTS: dict[str, Fault] = {
    "server killed": kill_server,
    "Redis stopped": stop_redis,
    "PostgreSQL restarted": restart_postgres,
    "sockets cut": cut_sockets,
    "sockets delayed": delay_sockets,
    "answers lost": lose_answers,
}
