"""What other servers did: heard through the hub at once, and seen in the store in any case."""

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from purrlor.server.clock import CLOCK
from purrlor.server.ending import end
from purrlor.server.hubs import PEOPLE
from purrlor.server.metrics import METRICS
from purrlor.server.node import Node
from purrlor.server.stores import StoreFailed

if TYPE_CHECKING:
    from purrlor.server.parlour import Parlour

log = logging.getLogger(__name__)

WATCH_SECONDS = 0.25
"""How often a server sees whether notices come round, its own and those of the others."""
LOOK_SECONDS = 0.5
"""While they do not, every table in memory is looked at so often."""
CALM_SECONDS = 15.0
"""While they do, so often: only a notice that a dying server owed is missing."""
TABLES_AT_ONCE = 200
"""How many of them are asked after together: moves wait as long as that takes."""
LATE_SECONDS = 3.0
"""A table that is overdue for so long has lost the server that watched its clock."""
MOST_LATE = 50
"""How many such tables are taken over in one round: each is read from its log."""


class Lookout:
    """Watches the tables in memory for what other servers do, and overdue tables of all."""

    def __init__(self, parlour: "Parlour", node: Node) -> None:
        self._parlour = parlour
        self._node = node
        self._asked: set[str] = set()
        self._is_asked = asyncio.Event()
        self._company: tuple[bool, list[str], list[str]] = (False, [], [])
        """Whether this server is heard; the other servers; those of them that are not heard."""
        self._looked_at = time.monotonic()
        self._round: list[str] = []
        """The tables that are still to be looked at in this round."""
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Begin to listen and to look; a server alone has nothing to see."""
        if self._node.store.is_shared:
            await self._node.hub.start(self._node.name, self._hear, self._look_at_all)
            loop = asyncio.get_running_loop()
            self._tasks = [
                loop.create_task(self._again(self._look_when_asked)),
                loop.create_task(self._again(self._look_around)),
                loop.create_task(self._again(self._take_over)),
            ]

    async def stop(self) -> None:
        """Stop looking."""
        await end(self._tasks)
        await self._node.hub.close()

    def _hear(self, table_id: str, number: int) -> None:
        live = self._parlour.loaded.get(table_id)
        if live is None:
            return
        if number == PEOPLE:
            self._asked.add(table_id)
            self._is_asked.set()
        else:
            live.follower.hear(number)

    def _look_at_all(self) -> None:
        self._asked.update(self._parlour.loaded)
        self._is_asked.set()

    async def _again(self, look: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await look()
            except StoreFailed as failure:
                log.warning("the store does not answer", extra={"why": str(failure)})
                await asyncio.sleep(LOOK_SECONDS)
                self._look_at_all()  # at some tables, too, the store may not have answered
            except Exception:
                log.exception("looking around failed")

    async def _look_when_asked(self) -> None:
        await self._is_asked.wait()
        self._is_asked.clear()
        asked, self._asked = self._asked, set()
        await self._look(list(asked))

    async def _look_around(self) -> None:
        """Look at every table in memory again and again, some at a time, as time goes by."""
        await asyncio.sleep(WATCH_SECONDS)
        seconds = CALM_SECONDS if await self._is_calm() else LOOK_SECONDS
        before, self._looked_at = self._looked_at, time.monotonic()
        share = min((self._looked_at - before) / seconds, 1.0)
        loaded = self._parlour.loaded
        self._round = [one for one in self._round if one in loaded] or list(loaded)
        count = math.ceil(len(loaded) * share)
        some, self._round = self._round[:count], self._round[count:]
        await self._look(some)

    async def _is_calm(self) -> bool:
        """Whether all servers hear each other; what one that just came or went told was missed."""
        hub, store, name = self._node.hub, self._node.store, self._node.name
        is_heard = hub.hears(name)
        if is_heard != self._company[0]:
            await store.beat(name, is_heard=is_heard)
        others = await store.others(name)
        unheard = sorted(one for one in others if not (others[one] and hub.hears(one)))
        before, self._company = self._company, (is_heard, sorted(others), unheard)
        METRICS.redis.is_heard.set(is_heard)
        METRICS.redis.servers.set(len(others))
        METRICS.redis.unheard.set(len(unheard))
        if self._company != before:
            self._look_at_all()
            if is_heard and unheard:
                log.warning("servers are not heard through redis", extra={"servers": unheard})
        return is_heard and not unheard

    async def _take_over(self) -> None:
        """Load tables that are overdue: whoever watched their clocks no longer runs."""
        await asyncio.sleep(LATE_SECONDS / 3)
        late = await self._node.store.due(before=CLOCK.now() - LATE_SECONDS, limit=MOST_LATE)
        absent = [head for head in late if head.table_id not in self._parlour.loaded]
        async for _ in self._parlour.open_all(absent):
            pass

    async def _look(self, table_ids: list[str]) -> None:
        for begin in range(0, len(table_ids), TABLES_AT_ONCE):
            part = table_ids[begin : begin + TABLES_AT_ONCE]
            for table_id, glance in (await self._node.store.look(self._node.name, part)).items():
                live = self._parlour.loaded.get(table_id)
                if live is not None:
                    live.follower.learn(glance)
