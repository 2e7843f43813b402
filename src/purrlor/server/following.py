"""Following what other servers do at a table: lines they wrote, people who are with them."""

import asyncio
import logging
import weakref
from typing import TYPE_CHECKING

from purrlor.server.entries import LogRefused
from purrlor.server.node import Node
from purrlor.server.stores import Glance, StoreFailed

if TYPE_CHECKING:
    from purrlor.server.live import LiveTable

log = logging.getLogger(__name__)

AGAIN_SECONDS = 0.5
"""How often a store that failed is asked again."""


class Follower:
    """Keeps one table up to date with other servers, as soon as it hears of something."""

    def __init__(self, live: "LiveTable", node: Node) -> None:
        self._live: LiveTable = weakref.proxy(live)  # the table owns its parts, not they it
        self._node = node
        self._heard = 0
        """The number which the log has reached, as other servers say."""
        self._is_following = False

    def hear(self, number: int) -> None:
        """Another server says that the log has reached a number."""
        self._heard = max(self._heard, number)
        if number > self._live.seq and not self._is_following:
            self._is_following = True
            self._live.run(self._follow())

    async def _follow(self) -> None:
        try:
            while self._heard > self._live.seq:
                await self._read_on()
        except LogRefused as refusal:
            log.error("a table cannot be read", extra={"why": str(refusal)})
        finally:
            self._is_following = False

    async def _read_on(self) -> None:
        heard = self._heard
        try:
            await self._live.refresh()
        except StoreFailed:
            await asyncio.sleep(AGAIN_SECONDS)
        else:
            if self._heard == heard:  # else more was heard of while this was read
                self._heard = min(heard, self._live.seq)

    def learn(self, glance: Glance) -> None:
        """Take note of what another server did."""
        self.hear(glance.seq)
        presence = self._live.presence
        if presence.learn(glance.people):
            self._live.tell_people()
        if not presence.is_noted:
            presence.note_soon()

    async def look(self) -> None:
        """See now what other servers did, if any share our store."""
        if not self._node.store.is_shared:
            return
        table_id = self._live.table_id
        glances = await self._node.store.look(self._node.name, [table_id])
        if table_id in glances:
            self.learn(glances[table_id])
