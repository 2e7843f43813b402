"""The contract of every hub, and what an outage of Redis may cost."""

import asyncio
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from databases import Redis
from proxy import Proxy
from redis.asyncio import Redis as AsyncRedis

from purrlor.core.refusals import Refusal
from purrlor.server.hubs import PEOPLE, Hub, MemoryHub, open_hub

SOON = 2.0


class Ear:
    """A server that only listens."""

    def __init__(self, hub: Hub, name: str) -> None:
        self.hub, self.name = hub, name
        self.heard: list[tuple[str, int]] = []
        self.reached = 0

    async def start(self) -> None:
        await self.hub.start(self.name, lambda *notice: self.heard.append(notice), self._count)

    def _count(self) -> None:
        self.reached += 1


async def until(is_so: Callable[[], bool], seconds: float = SOON * 5) -> float:
    """Wait until something is so, and return how long it took."""
    start = time.monotonic()
    while not is_so():
        assert time.monotonic() - start < seconds, "this does not come about"
        await asyncio.sleep(0.01)
    return time.monotonic() - start


@asynccontextmanager
async def ears(*hubs: Hub) -> AsyncIterator[list[Ear]]:
    found = [Ear(hub, f"server-{number}") for number, hub in enumerate(hubs)]
    for ear in found:
        await ear.start()
    try:
        yield found
    finally:
        for ear in found:
            await ear.hub.close()


@pytest.fixture(params=["memory", "redis"])
def tell(request: pytest.FixtureRequest) -> Callable[[Callable[..., Awaitable[Any]]], None]:
    """Tell a story with two servers that can hear each other."""
    url = "" if request.param == "memory" else request.getfixturevalue("redis").url

    def run(story: Callable[..., Awaitable[Any]]) -> None:
        async def with_ears() -> None:
            circle: list[MemoryHub] = []
            hubs: list[Hub] = [open_hub(url) if url else MemoryHub(circle) for _ in range(2)]
            async with ears(*hubs) as (a, b):
                if url:
                    await until(lambda: bool(a.reached and b.reached))
                await story(a, b)

        asyncio.run(asyncio.wait_for(with_ears(), 30))

    return run


async def is_followed(speaker: Ear, listener: Ear, table: str) -> None:
    """Wait until notices of a table arrive."""
    listener.hub.follow(table)
    while (table, 1) not in listener.heard:
        speaker.hub.publish(table, 1)
        await asyncio.sleep(0.02)
    listener.heard.clear()


def test_who_follows_hears(tell: Callable[..., None]) -> None:
    async def story(a: Ear, b: Ear) -> None:
        await is_followed(a, b, "t1")
        for number in range(2, 40):
            a.hub.publish("t2", number)
            a.hub.publish("t1", number)
            await asyncio.sleep(0)
        await until(lambda: ("t1", 39) in b.heard)
        assert all(table == "t1" for table, _ in b.heard)

    tell(story)


def test_who_follows_no_longer_does_not(tell: Callable[..., None]) -> None:
    async def story(a: Ear, b: Ear) -> None:
        await is_followed(a, b, "t1")
        await is_followed(a, b, "t2")
        b.hub.unfollow("t1")
        await asyncio.sleep(0.2)
        b.heard.clear()
        a.hub.publish("t1", 7)
        a.hub.publish("t2", 8)
        await until(lambda: ("t2", 8) in b.heard)
        await asyncio.sleep(0.1)
        assert ("t1", 7) not in b.heard

    tell(story)


def test_who_begins_to_follow_is_told_to_look(redis: Redis) -> None:
    """What was published until then was missed."""

    async def story() -> None:
        async with ears(open_hub(redis.url)) as (a,):
            await until(lambda: a.hub.hears(a.name))
            a.hub.follow("t1")
            await until(lambda: ("t1", PEOPLE) in a.heard)
            assert not a.hub.hears("server-1")

    asyncio.run(asyncio.wait_for(story(), 60))


def test_notice_waits_until_a_line_is_back(redis: Redis) -> None:
    async def story() -> None:
        line = await Proxy(redis.port).start()
        try:
            slow = open_hub(f"redis://127.0.0.1:{line.port}")
            async with ears(slow, open_hub(redis.url)) as (a, b):
                await until(lambda: b.hub.hears(a.name))
                await is_followed(a, b, "t1")
                line.cut()
                a.hub.publish("t1", 99)
                await until(lambda: ("t1", 99) in b.heard)
        finally:
            await line.close()

    asyncio.run(asyncio.wait_for(story(), 60))


def test_line_that_lags_is_not_heard(redis: Redis) -> None:
    """A call that comes back late does not count, though call after call comes."""

    async def story() -> None:
        line = await Proxy(redis.port).start()
        try:
            async with ears(open_hub(f"redis://127.0.0.1:{line.port}")) as (a,):
                await until(lambda: a.hub.hears(a.name))
                line.delay = 0.5  # to Redis, and back again
                await until(lambda: not a.hub.hears(a.name))
        finally:
            await line.close()

    asyncio.run(asyncio.wait_for(story(), 60))


def test_words_of_others_are_skipped(redis: Redis) -> None:
    async def story() -> None:
        async with ears(open_hub(redis.url), open_hub(redis.url)) as (a, b):
            await until(lambda: b.hub.hears(a.name))
            await is_followed(a, b, "t1")
            stranger = AsyncRedis.from_url(redis.url)
            await stranger.publish("purrlor:t1", "hello")
            await stranger.publish("purrlor-calls", "server-0")
            await stranger.aclose()
            a.hub.publish("t1", 7)
            await until(lambda: ("t1", 7) in b.heard)
            await until(lambda: b.hub.hears(a.name))
            assert (a.reached, b.reached) == (1, 1)  # neither had to begin anew

    asyncio.run(asyncio.wait_for(story(), 60))


def test_table_followed_while_redis_is_being_reached(redis: Redis) -> None:
    """Over a slow line a table is followed between the first word to Redis and its answer."""

    async def story() -> None:
        line = await Proxy(redis.port).start()
        line.delay = 0.3
        try:
            async with ears(open_hub(f"redis://127.0.0.1:{line.port}"), open_hub(redis.url)) as (
                slow,
                quick,
            ):
                await asyncio.sleep(0.2)
                assert not slow.reached
                slow.hub.follow("t1")
                await until(lambda: bool(slow.reached and quick.reached))
                while ("t1", 1) not in slow.heard:
                    quick.hub.publish("t1", 1)
                    await asyncio.sleep(0.05)
        finally:
            await line.close()

    asyncio.run(asyncio.wait_for(story(), 60))


@pytest.mark.parametrize("url", ["http://localhost", "redis://localhost:cats"])
def test_address_that_cannot_be_read(url: str) -> None:
    with pytest.raises(Refusal, match="address"):
        open_hub(url)


@pytest.mark.parametrize("kind", ["killed", "frozen"])
def test_redis_outage_costs_notices_only(kind: str) -> None:
    """Nobody waits, nothing fails, and soon after its return all is heard again."""
    own = Redis().start()

    async def story() -> None:
        async with ears(open_hub(own.url), open_hub(own.url)) as (a, b):
            await until(lambda: bool(a.reached and b.reached))
            await is_followed(a, b, "t1")
            await until(lambda: all(one.hub.hears(a.name) for one in (a, b)))
            if kind == "killed":
                await asyncio.to_thread(own.stop)
            else:
                own.send(signal.SIGSTOP)
            start = time.monotonic()
            for number in range(100):
                a.hub.publish("t1", number)
            assert time.monotonic() - start < 0.2
            assert await until(lambda: not a.hub.hears(a.name)) < 1.5
            b.hub.follow("t2")
            await asyncio.sleep(4.5)
            before = b.reached
            if kind == "killed":
                await asyncio.to_thread(own.start)
            else:
                own.send(signal.SIGCONT)
            returned = time.monotonic()
            await until(lambda: b.reached > before)
            await until(lambda: b.hub.hears(a.name))
            b.heard.clear()
            for table in ("t1", "t2"):
                while (table, 1000) not in b.heard:
                    a.hub.publish(table, 1000)
                    await asyncio.sleep(0.05)
            assert time.monotonic() - returned < 5

    try:
        asyncio.run(asyncio.wait_for(story(), 60))
    finally:
        own.remove()
