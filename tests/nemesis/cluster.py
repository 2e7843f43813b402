"""What the nemesis is let loose upon: two servers, PostgreSQL, Redis, and lines that can be cut."""

import asyncio
import random
from pathlib import Path

import httpx
from databases import Postgres, Redis
from proxy import Proxy
from served import NotStarted, Served

from purrlor.server.clock import SKEW

NODES = 2
STARTS = 20
"""How often a server is started anew that does not come up: as systemd would, without end."""
READY_SECONDS = 180.0
SKEWS = (-30.0, -5.0, 0.0, 7.0, 40.0)
"""By how many seconds the clock of a server may be wrong."""


class Node:
    """A server whose clock is wrong, and the line to it."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.proxy = Proxy(served.port)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.proxy.port}"

    async def start(self, skew: float) -> None:
        """Start it; where PostgreSQL is down it gives up after a while, and is started again."""
        self.served.environment[SKEW] = str(skew)
        for _ in range(STARTS):
            try:
                await asyncio.to_thread(self.served.start)
            except NotStarted:
                continue
            return
        raise AssertionError(f"the server does not start: {self.served.log}")

    async def is_ready(self) -> bool:
        """Whether it answers, and its store too."""
        try:
            async with httpx.AsyncClient() as http:
                answer = await http.get(f"{self.served.url}/health/ready", timeout=5)
        except httpx.HTTPError:
            return False
        return answer.status_code == 200

    async def kill(self) -> None:
        await asyncio.to_thread(self.served.kill)


class Cluster:
    """Servers and what they share."""

    def __init__(self, folder: Path, chance: random.Random) -> None:
        self.chance = chance
        self.postgres = Postgres()
        self.redis = Redis()
        self.nodes: list[Node] = []
        self.database = ""
        self.skews: list[float] = []
        self._folder = folder

    async def start(self) -> None:
        await asyncio.gather(
            asyncio.to_thread(self.postgres.start), asyncio.to_thread(self.redis.start)
        )
        self.database = await asyncio.to_thread(self.postgres.new_database)
        for number in range(NODES):
            folder = self._folder / f"node-{number}"
            folder.mkdir()
            shared = ("--database", self.database, "--redis", self.redis.url)
            patience = ("--grace", "2", "--bot-pause", "0.05", "--nonce-seconds", "4")
            served = Served(folder, *shared, *patience)
            self.nodes.append(Node(served))
            await self.nodes[-1].proxy.start()
        self.skews = self.chance.sample(SKEWS, NODES)
        await asyncio.gather(*map(Node.start, self.nodes, self.skews))

    async def wait_until_ready(self) -> None:
        """Wait until every server answers; how long that may take, a slow machine knows."""
        async with asyncio.timeout(READY_SECONDS):
            while not all([await node.is_ready() for node in self.nodes]):
                await asyncio.sleep(0.2)

    async def close(self) -> None:
        for node in self.nodes:
            await node.proxy.close()
            await asyncio.to_thread(node.served.kill)
        self.postgres.remove()
        self.redis.remove()

    def complaints(self) -> list[str]:
        """Return the faults of their own that servers noted."""
        lines = [line for node in self.nodes for line in node.served.log.splitlines()]
        return [line for line in lines if "Traceback" in line]
