"""All tables of a server: opened, found, woken when they are due, and closed when forgotten."""

import asyncio
import logging
import secrets
import time
from typing import Any

from purrlor.core.refusals import Refusal
from purrlor.server.entries import (
    ClockRules,
    ServerReturned,
    TableClosed,
    TableCreated,
    encode_entry,
)
from purrlor.server.live import LiveTable
from purrlor.server.metrics import METRICS
from purrlor.server.names import new_code, new_id, read_code
from purrlor.server.settings import Settings
from purrlor.server.stores import Conflict, Line, Store
from purrlor.server.table import TABLE

log = logging.getLogger(__name__)

FORGET_SECONDS = 120.0
"""How long a table without sockets stays in memory."""


class NoSuchTable(Refusal):
    """There is no table with this code."""


class Parlour:
    """The tables in memory, and the way to all others."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self._tables: dict[str, asyncio.Task[LiveTable]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Shift the clocks by the time no server ran, and begin to watch."""
        beat = await self.store.last_beat()
        down = max(0.0, time.time() - beat) if beat is not None else 0.0
        for head in await self.store.due():
            live = await self.table(head.code)
            returned = ServerReturned(seconds=down)
            await live.submit(lambda _, returned=returned: returned)  # type: ignore[misc]
        await self.store.beat(time.time())
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._beat()), loop.create_task(self._sweep())]

    async def stop(self) -> None:
        """Close all sockets so that they come back (1012), and write what is left."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for loading in list(self._tables.values()):
            live = await loading
            for device in list(live.devices):
                device.drop(1012)
            await live.stop()
        await self.store.beat(time.time())
        await self.store.close()

    async def create(
        self,
        *,
        game: str,
        options: dict[str, Any],
        host: str,
        is_listed: bool = False,
        can_spectate: bool = True,
        has_chat: bool = True,
        has_hints: bool = False,
        clock: ClockRules | None = None,
        level: str = "policy",
    ) -> LiveTable:
        """Open a table."""
        while True:
            code, table_id, at = new_code(), new_id(), time.time()
            created = TableCreated(
                code=code,
                game=game,
                options=options,
                host=host,
                seed=secrets.token_hex(32),
                is_listed=is_listed,
                can_spectate=can_spectate,
                has_chat=has_chat,
                has_hints=has_hints,
                clock=clock,
                level=level,
            )
            live = LiveTable(table_id, self.store, self.settings)
            live.table.apply(created, at)
            line = Line(1, new_id(), TABLE, encode_entry(created), at)
            try:
                await self.store.create(live.head(), line)
            except Conflict:
                continue  # the code is taken
            return await self.table(code)

    async def table(self, code: str) -> LiveTable:
        """Return a table by its code, however it was typed."""
        code = read_code(code)
        loading = self._tables.get(code)
        if loading is None:
            loading = asyncio.get_running_loop().create_task(self._load(code))
            self._tables[code] = loading
        try:
            return await asyncio.shield(loading)
        except Exception:
            self._tables.pop(code, None)
            raise

    async def _load(self, code: str) -> LiveTable:
        head = await self.store.find(code)
        if head is None:
            sentence = "There is no table {code}; check the code or open a new table."
            raise NoSuchTable(sentence, reason="no_table", code=code)
        live = LiveTable(head.table_id, self.store, self.settings)
        await live.load()
        live.wind_up()
        METRICS.tables.set(len(self._tables))
        return live

    def in_memory(self) -> list[LiveTable]:
        """Return the tables that are loaded."""
        done = [task for task in self._tables.values() if task.done() and not task.cancelled()]
        return [task.result() for task in done if task.exception() is None]

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self.settings.heartbeat)
            try:
                await self.store.beat(time.time())
            except Exception:
                log.exception("the store does not answer")

    async def _sweep(self) -> None:
        """Forget tables nobody looks at; close those that lie untouched."""
        while True:
            await asyncio.sleep(FORGET_SECONDS / 4)
            try:
                await self._forget()
                before = time.time() - self.settings.idle_hours * 3600
                for head in await self.store.idle(before):
                    live = await self.table(head.code)
                    if not live.devices:
                        await live.submit(lambda _: TableClosed())
            except Exception:
                log.exception("sweeping failed")

    async def _forget(self) -> None:
        for live in self.in_memory():
            if live.is_forgettable(FORGET_SECONDS):
                self._tables.pop(live.table.code, None)
                await live.stop()
        METRICS.tables.set(len(self._tables))
