"""All tables of a server: opened, found, woken when they are due, and closed when forgotten."""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import AsyncIterator, Iterable
from typing import Any

from purrlor.bots.levels import DEFAULT_LEVEL
from purrlor.core.discovery import game, game_names
from purrlor.core.refusals import Refusal
from purrlor.server.clock import CLOCK
from purrlor.server.ending import end
from purrlor.server.entries import (
    ClockRules,
    LogRefused,
    ServerReturned,
    TableClosed,
    TableCreated,
    encode_entry,
)
from purrlor.server.keeping import finish_records
from purrlor.server.live import LiveTable
from purrlor.server.lookout import Lookout
from purrlor.server.metrics import METRICS
from purrlor.server.names import new_code, new_id, read_code
from purrlor.server.node import Node
from purrlor.server.pauses import watch_pauses
from purrlor.server.stores import Conflict, Head, Line, Pulse, StoreFailed
from purrlor.server.table.state import TABLE
from purrlor.server.tokens import Tokens

log = logging.getLogger(__name__)


class NoSuchTable(Refusal):
    """There is no table with this code."""


class Parlour:
    """The tables in memory, and the way to all others."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self.store = node.store
        self.settings = node.settings
        self.loaded: dict[str, LiveTable] = {}
        """The tables in memory, by id."""
        self._tables: dict[str, asyncio.Task[LiveTable]] = {}
        """The same by code, and those that are being loaded."""
        self._unreadable: set[str] = set()
        """The codes of tables whose logs could not be read."""
        self.can_write = True
        """Whether the latest heartbeat was kept: what cannot keep that, keeps no move either."""
        self.tokens: Tokens
        """Known as soon as the store was reached."""
        self._lookout = Lookout(self, node)
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Shift the clocks by the time no server ran, and begin to watch."""
        await asyncio.to_thread(_read_rules)
        slack = self._slack if self.store.is_shared else 0.0
        await self._stand_still(await CLOCK.set_by(self.store), slack)
        self.tokens = Tokens(await self.store.key())
        await self._note_beat()
        self._note_writing()
        await self._delete()
        await self._lookout.start()
        loop = asyncio.get_running_loop()
        endless = (self._beat(), self._sweep(), watch_pauses())
        self._tasks = [loop.create_task(one) for one in endless]

    @property
    def _slack(self) -> float:
        """How long heartbeats may be missing while a server runs."""
        return 3 * self.settings.heartbeat

    async def _stand_still(self, pulse: Pulse, slack: float) -> None:
        """Shift all clocks by the time in which no server ran, or reached the store.

        Every server that notices says so of the same heartbeat, so that it is written once.
        """
        last_beat = pulse.now if pulse.last_beat is None else pulse.last_beat
        down = pulse.now - last_beat
        if down <= slack:
            return
        async for live in self.open_all(await self.store.due()):
            returned, name = ServerReturned(seconds=down), f"returned-{last_beat}"
            await live.attempt(lambda _, returned=returned: returned, command_id=name)  # type: ignore[misc]

    async def stop(self) -> None:
        """Close all sockets so that they come back (1012), and write what is left."""
        await end(self._tasks)
        await self._lookout.stop()
        for loading in list(self._tables.values()):
            try:
                live = await loading
            except Exception:
                continue  # it could not be loaded
            for device in list(live.devices):
                device.drop(1012)
            await live.stop()
        await finish_records()
        with contextlib.suppress(StoreFailed):
            await self._note_beat()
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
        level: str = DEFAULT_LEVEL,
    ) -> LiveTable:
        """Open a table."""
        while True:
            code, table_id = new_code(is_long=not is_listed), new_id()
            at = round(CLOCK.now(), 3)
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
            live = LiveTable(table_id, self.node)
            line = Line(1, new_id(), TABLE, encode_entry(created), at)
            live.begin(line, created)
            try:
                await self.store.create(live.head(), line)
            except Conflict:
                continue  # the code is taken
            if code in self._tables:
                return await self.table(code)  # somebody saw it listed, and was quicker
            self.node.hub.follow(table_id)
            self.loaded[table_id] = live
            self._tables[code] = asyncio.get_running_loop().create_task(_at_once(live))
            METRICS.tables.set(len(self._tables))
            if host:
                live.note_newcomer(host)
            return live

    async def table(self, code: str) -> LiveTable:
        """Return a table by its code, however it was typed."""
        code = read_code(code)
        loading = self._tables.get(code)
        is_new = loading is None
        if loading is None:
            loading = asyncio.get_running_loop().create_task(self._load(code))
            self._tables[code] = loading
        try:
            live = await asyncio.shield(loading)
        except Exception:
            if self._tables.get(code) is loading:  # else somebody has asked again meanwhile
                del self._tables[code]
            raise
        finally:
            loading = None  # what it raises refers to this frame
        live.touch()
        if self.store.is_shared and not is_new:
            await live.refresh()  # what was done at another server a moment ago counts here
        return live

    async def open_all(self, heads: Iterable[Head]) -> AsyncIterator[LiveTable]:
        """Open one table after another; one that cannot be read is noted, and left alone."""
        for head in heads:
            if head.code in self._unreadable:
                continue
            try:
                live = await self.table(head.code)
            except NoSuchTable:
                continue  # it was deleted meanwhile
            except StoreFailed:
                raise
            except LogRefused as refusal:
                log.error("a table cannot be read", extra={"code": head.code, "why": str(refusal)})
                self._unreadable.add(head.code)
            except Exception:
                log.exception("a table cannot be read", extra={"code": head.code})
                self._unreadable.add(head.code)
            else:
                yield live

    async def _load(self, code: str) -> LiveTable:
        head = await self.store.find(code)
        if head is None:
            sentence = "There is no table {code}; check the code or open a new table."
            raise NoSuchTable(sentence, reason="no_table", code=code)
        live = LiveTable(head.table_id, self.node)
        self.node.hub.follow(head.table_id)
        try:
            await live.load()
        except Exception:
            self.node.hub.unfollow(head.table_id)
            raise
        self._unreadable.discard(code)
        self.loaded[live.table_id] = live
        METRICS.tables.set(len(self._tables))
        return live

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self.settings.heartbeat)
            try:
                await self._stand_still(await CLOCK.set_by(self.store), self._slack)
                await self._note_beat()
            except StoreFailed as failure:
                METRICS.store.failures.labels("heartbeat").inc()
                self._note_writing(why=str(failure))
            except Exception:
                log.exception("the heartbeat failed")
            else:
                self._note_writing()

    async def _note_beat(self) -> None:
        await self.store.beat(self.node.name, is_heard=self.node.hub.hears(self.node.name))

    def _note_writing(self, why: str = "") -> None:
        """Note whether anything can be kept, and say so when that changes."""
        if self.can_write and why:
            log.error("nothing can be kept", extra={"why": why})
        elif not self.can_write and not why:
            log.warning("all can be kept again")
        self.can_write = not why
        METRICS.store.is_writable.set(self.can_write)

    async def _sweep(self) -> None:
        """Forget tables nobody looks at; close those that lie untouched; delete old ones."""
        while True:
            await asyncio.sleep(self.settings.forget_seconds / 4)
            try:
                await self._forget()
                await self._delete()
                before = CLOCK.now() - self.settings.idle_hours * 3600
                async for live in self.open_all(await self.store.idle(before)):
                    if not live.is_visited:
                        await live.attempt(lambda _: TableClosed())
            except StoreFailed as failure:
                log.warning("nothing was swept", extra={"why": str(failure)})
            except Exception:
                log.exception("sweeping failed")

    async def _forget(self) -> None:
        for live in list(self.loaded.values()):
            if live.is_forgettable(self.settings.forget_seconds):
                del self.loaded[live.table_id]
                self._tables.pop(live.table.code, None)
                self.node.hub.unfollow(live.table_id)
                await live.stop()
        METRICS.tables.set(len(self._tables))

    async def _delete(self) -> None:
        """Delete tables that were closed long ago."""
        if self.settings.keep_days:
            before = CLOCK.now() - self.settings.keep_days * 24 * 3600
            deleted = await self.store.forget_tables(before)
            if deleted:
                log.info("old tables deleted", extra={"tables": deleted})


def _read_rules() -> None:
    """Make the digests of all rules before the first game needs one."""
    for name in game_names():
        log.debug("rules", extra={"game": name, "digest": game(name).rules_digest})


async def _at_once(live: LiveTable) -> LiveTable:
    return live
