"""A hub on Redis Pub/Sub, one channel a table. Without Redis servers still look at the store."""

import asyncio
import logging
import math
import time
from collections.abc import Callable
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from purrlor.server.ending import end
from purrlor.server.hubs.base import PEOPLE, Heard
from purrlor.server.metrics import METRICS

log = logging.getLogger(__name__)

CHANNEL = "purrlor:"
CALLS = "purrlor-calls"
"""The channel on which every server calls its name, and hears the others and itself."""
ANSWER_SECONDS = 1.0
AGAIN_SECONDS = 0.5
"""How long after a failure Redis is tried again."""
CALL_SECONDS = 0.25
"""How often a server calls."""
HEARD_SECONDS = 0.75
"""A server that has not called for so long, or whose call took so long, may not be heard."""
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
        self._name = ""
        self._called_at: dict[str, float] = {}
        """When each server was heard to call, on this server's clock."""
        self._tasks: list[asyncio.Task[None]] = []

    def hears(self, server: str) -> bool:
        """Whether what a server publishes comes here, and soon."""
        called_at = self._called_at.get(server, -math.inf)
        return self._listening is not None and time.monotonic() < called_at + HEARD_SECONDS

    async def start(self, server: str, heard: Heard, reached: Callable[[], None]) -> None:
        """Begin to listen, as soon as Redis can be reached."""
        self._name = server
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
            if loop.time() >= called_at + CALL_SECONDS:
                pipeline.publish(CALLS, f"{self._name} {time.monotonic()}")
                called_at = loop.time()
                loop.call_later(CALL_SECONDS, self._has_work.set)
            try:
                await self._follow_changed()
                await pipeline.execute()
            except Exception as error:
                if not isinstance(error, LOST):
                    log.exception("speaking to redis failed")
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
                METRICS.redis.connects.inc()
                is_warned = False
                reached()
                await self._hear_all(listening, heard)
            except LOST as error:
                if not is_warned:
                    log.warning("redis is not reached", extra={"why": str(error)})
                is_warned = True
            except Exception:
                log.exception("listening to redis failed")
            finally:
                self._listening = None
                await _close(listening)
            await asyncio.sleep(AGAIN_SECONDS)

    async def _begin(self, listening: Any) -> None:
        self._changed.clear()
        await listening.subscribe(CALLS, *(CHANNEL + one for one in self._followed))
        self._listening = listening
        self._has_work.set()  # tables may have been followed meanwhile

    async def _hear_all(self, listening: Any, heard: Heard) -> None:
        while message := await listening.get_message(timeout=SILENT_SECONDS):
            kind, channel = message["type"], message["channel"].decode()
            table_id = channel.removeprefix(CHANNEL)
            if kind == "subscribe" and channel != CALLS:
                heard(table_id, PEOPLE)  # what was told before this moment was missed
            elif kind == "message" and channel == CALLS:
                self._hear_call(message["data"].decode(errors="replace"))
            elif kind == "message" and message["data"].isdigit():
                heard(table_id, int(message["data"]))
        raise OSError("it does not answer")

    def _hear_call(self, call: str) -> None:
        """Note who called. Of its own calls a server knows the age; all come by the same line."""
        server, _, sent_at = call.partition(" ")
        try:
            self._called_at[server] = float(sent_at) if server == self._name else time.monotonic()
        except ValueError:
            log.warning("somebody else calls on redis", extra={"call": call})


async def _close(listening: Any) -> None:
    try:
        await listening.aclose()
    except LOST:
        return  # it is gone already
