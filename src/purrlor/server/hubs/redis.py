"""A hub on Redis Pub/Sub, one channel a table. Without Redis servers still look at the store."""

import asyncio
import logging
import math
import secrets
import time
from collections.abc import Callable
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from purrlor.server.ending import end
from purrlor.server.hubs.base import PEOPLE, Heard

log = logging.getLogger(__name__)

CHANNEL = "purrlor:"
ECHO = "purrlor-echo:"
"""Each server has a channel to itself, by which it hears whether it is heard."""
ANSWER_SECONDS = 1.0
AGAIN_SECONDS = 0.5
"""How long after a failure Redis is tried again."""
ECHO_SECONDS = 0.25
"""How often a server calls itself."""
HEARD_SECONDS = 0.75
"""A server whose call did not come back for so long may not be heard."""
SILENT_SECONDS = 3.0
"""A Redis that is silent for so long is given up and tried anew."""
LOST = (RedisError, OSError, asyncio.TimeoutError)


class RedisHub:
    """Speaks on one connection, listens on another; both come back by themselves."""

    def __init__(self, url: str) -> None:
        self._redis = Redis.from_url(
            url,
            socket_timeout=ANSWER_SECONDS,
            socket_connect_timeout=ANSWER_SECONDS,
            retry=Retry(NoBackoff(), 0),
        )
        self._followed: set[str] = set()
        self._outgoing: dict[tuple[str, bool], int] = {}
        self._changed: set[str] = set()
        """The tables that are followed since, or no longer, and Redis does not know it."""
        self._has_work = asyncio.Event()
        self._listening: Any = None
        self._echo = ECHO + secrets.token_hex(8)
        self._echoed_at = -math.inf
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def is_heard(self) -> bool:
        """Whether what is published comes round."""
        return self._listening is not None and time.monotonic() < self._echoed_at + HEARD_SECONDS

    async def start(self, heard: Heard, reached: Callable[[], None]) -> None:
        """Begin to listen, as soon as Redis can be reached."""
        loop = asyncio.get_running_loop()
        self._tasks = [
            loop.create_task(self._listen(heard, reached)),
            loop.create_task(self._speak()),
        ]

    def follow(self, table_id: str) -> None:
        """Hear of a table from now on."""
        self._followed.add(table_id)
        self._changed.add(table_id)
        self._has_work.set()

    def unfollow(self, table_id: str) -> None:
        """Hear of a table no longer."""
        self._followed.discard(table_id)
        self._changed.add(table_id)
        self._has_work.set()

    def publish(self, table_id: str, number: int) -> None:
        """Tell all who follow a table; of several numbers that wait, the last will do."""
        key = table_id, number == PEOPLE
        self._outgoing[key] = max(number, self._outgoing.get(key, 0))
        self._has_work.set()

    async def close(self) -> None:
        """Stop."""
        await end(self._tasks)
        await self._redis.aclose()

    async def _speak(self) -> None:
        """Send all that waits at once, and call; what cannot be sent waits on."""
        loop = asyncio.get_running_loop()
        called_at = -math.inf
        while True:
            await self._has_work.wait()
            self._has_work.clear()
            outgoing, self._outgoing = self._outgoing, {}
            pipeline = self._redis.pipeline(transaction=False)
            for (table_id, _), number in outgoing.items():
                pipeline.publish(CHANNEL + table_id, number)
            if loop.time() >= called_at + ECHO_SECONDS:
                pipeline.publish(self._echo, "")
                called_at = loop.time()
                loop.call_later(ECHO_SECONDS, self._has_work.set)
            try:
                await self._follow_changed()
                await pipeline.execute()
            except LOST:
                for (table_id, is_people), number in outgoing.items():
                    self.publish(table_id, PEOPLE if is_people else number)
                await asyncio.sleep(AGAIN_SECONDS)

    async def _follow_changed(self) -> None:
        if self._listening is None:
            return  # it will begin with all that are followed
        changed, self._changed = self._changed, set()
        new = [CHANNEL + one for one in changed & self._followed]
        old = [CHANNEL + one for one in changed - self._followed]
        if new:
            await self._listening.subscribe(*new)
        if old:
            await self._listening.unsubscribe(*old)

    async def _listen(self, heard: Heard, reached: Callable[[], None]) -> None:
        is_warned = False
        while True:
            listening = self._redis.pubsub()
            try:
                await self._begin(listening)
                log.info("redis is reached")
                is_warned = False
                reached()
                await self._hear_all(listening, heard)
            except LOST as error:
                if not is_warned:
                    log.warning("redis is not reached", extra={"why": str(error)})
                is_warned = True
            finally:
                self._listening = None
                await _close(listening)
            await asyncio.sleep(AGAIN_SECONDS)

    async def _begin(self, listening: Any) -> None:
        self._changed.clear()
        await listening.subscribe(self._echo, *(CHANNEL + one for one in self._followed))
        self._listening = listening
        self._has_work.set()  # tables may have been followed meanwhile

    async def _hear_all(self, listening: Any, heard: Heard) -> None:
        while message := await listening.get_message(timeout=SILENT_SECONDS):
            kind, channel = message["type"], message["channel"].decode()
            table_id = channel.removeprefix(CHANNEL)
            if channel == self._echo:
                self._echoed_at = time.monotonic()
            elif kind == "subscribe":
                heard(table_id, PEOPLE)  # what was told before this moment was missed
            elif kind == "message":
                heard(table_id, int(message["data"]))
        raise OSError("it does not answer")


async def _close(listening: Any) -> None:
    try:
        await listening.aclose()
    except LOST:
        return  # it is gone already
