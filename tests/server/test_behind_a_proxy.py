"""What hosts of several servers run: two of them on PostgreSQL and Redis behind Caddy.

The proxy reads the file of `deploy/` as it is; addresses come from the environment.
"""

import asyncio
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import NamedTuple

import httpx
import pytest
from databases import Caddy, Postgres, Redis
from player import Device, devices, play_on, play_out, sit_down
from served import Served

import purrlor

CATS = {"players": 2}


class Hosted(NamedTuple):
    """Everything that a host of several servers runs."""

    nodes: list[Served]
    proxy: Caddy
    postgres: Postgres

    @property
    def url(self) -> str:
        return self.proxy.url


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    with ExitStack() as ending:
        postgres, redis = Postgres().start(), Redis().start()
        ending.callback(postgres.remove)
        ending.callback(redis.remove)
        shared = ("--database", postgres.new_database(), "--redis", redis.url)
        nodes = [Served(tmp_path_factory.mktemp("node"), *shared) for _ in range(2)]
        proxy = Caddy([f"127.0.0.1:{node.port}" for node in nodes])
        for node in nodes:
            node.environment["PURRLOR_PUBLIC_URL"] = proxy.url
            ending.callback(node.stop)
        with ThreadPoolExecutor() as threads:
            list(threads.map(Served.start, nodes))
        ending.callback(proxy.remove)
        proxy.start()
        yield Hosted(nodes, proxy, postgres)
    for node in nodes:
        assert "Traceback" not in node.log, node.log


async def play_through(hosted: Hosted, trouble: list[str]) -> None:
    """Two people play a game while one server after another has some trouble."""
    async with devices(hosted.url, 2) as found:
        await sit_down(found[0], found[1:], "cattitude", options=CATS)
        kept: set[str] = set()
        playing = [
            asyncio.create_task(play_on(device, random.Random(number), kept, pause=0.2))
            for number, device in enumerate(found)
        ]
        for node, what in zip(hosted.nodes, trouble, strict=False):
            await asyncio.sleep(1)
            before = len(kept)
            await asyncio.to_thread(getattr(node, what))
            async with asyncio.timeout(60):
                while len(kept) < before + 4 and not all(one.done() for one in playing):
                    await asyncio.sleep(0.05)  # the other server goes on
            await asyncio.to_thread(node.start)
        await asyncio.gather(*playing)
        await check_record(found[0], kept)


async def check_record(device: Device, kept: set[str]) -> None:
    record = await device.get(f"/tables/{device.code}/games/1/record")
    match = purrlor.game("cattitude").replay(record)
    assert match.is_over
    assert len(kept) > 10


def test_people_are_shared_out_and_play_together(hosted: Hosted) -> None:
    async def story() -> None:
        async with devices(hosted.url, 4) as found:
            await sit_down(found[0], found[1:], "cattitude", options={"players": 4})
            assert [node.metric("purrlor_connections") for node in hosted.nodes] == [2, 2]
            await asyncio.gather(*(play_out(one, random.Random(n)) for n, one in enumerate(found)))
            for node in hosted.nodes:
                assert node.metric("purrlor_append_seconds_count") > 10

    asyncio.run(asyncio.wait_for(story(), 120))


def test_a_server_dies_and_the_game_goes_on(hosted: Hosted) -> None:
    asyncio.run(asyncio.wait_for(play_through(hosted, ["kill"]), 240))


@pytest.mark.long
def test_one_server_after_another_is_exchanged(hosted: Hosted) -> None:
    """As at an upgrade: nobody finds the door closed."""
    asyncio.run(asyncio.wait_for(play_through(hosted, ["stop", "stop"]), 240))


def test_requests_wait_for_a_restart_of_the_database(hosted: Hosted) -> None:
    hosted.postgres.stop()
    with ThreadPoolExecutor(1) as threads:
        asked = threads.submit(httpx.get, f"{hosted.url}/api/tables", timeout=60)
        hosted.postgres.start()
        assert asked.result().status_code == 200


@pytest.mark.parametrize("path", ["/metrics", "/metrics/", "/METRICS", "//metrics", "/%6detrics"])
def test_metrics_are_for_the_host_alone(hosted: Hosted, path: str) -> None:
    assert "purrlor_tables" not in httpx.get(f"{hosted.url}{path}", timeout=20).text
    assert "purrlor_tables" in hosted.nodes[0].metrics()
