"""Two servers on one PostgreSQL: any of them takes any move."""

import asyncio
import os
import random
import signal
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from databases import Postgres, Redis
from player import Device, devices, news_delay, play_out
from proxy import Proxy
from served import Served

import purrlor

RATS = {"players": 2, "rounds": 1}


class Cluster:
    """Two servers, with a PostgreSQL and a Redis of their own between them."""

    def __init__(self, folder: Path) -> None:
        self.postgres, self.redis = Postgres().start(), Redis().start()
        shared = ("--database", self.postgres.new_database(), "--redis", self.redis.url)
        self.nodes = []
        for number in range(2):
            (folder / str(number)).mkdir()
            self.nodes.append(Served(folder / str(number), *shared, "--grace", "1.5"))
        with ThreadPoolExecutor() as threads:
            list(threads.map(Served.start, self.nodes))

    def close(self) -> None:
        for node in self.nodes:
            node.stop()
        self.postgres.remove()
        self.redis.remove()
        for node in self.nodes:
            assert "Traceback" not in node.log, node.log

    def tell(self, story: Callable[..., Awaitable[Any]], seconds: float = 180) -> None:
        """Tell a story with a device at each server."""

        async def run() -> None:
            async with AsyncExitStack() as stack:
                found = [
                    (await stack.enter_async_context(devices(node.url, 1)))[0]
                    for node in self.nodes
                ]
                await story(*found)

        asyncio.run(asyncio.wait_for(run(), seconds))


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    started = Cluster(tmp_path_factory.mktemp("cluster"))
    yield started
    started.close()


async def sit_down(ann: Device, bob: Device, **words: Any) -> None:
    """Ann at one server, Bob at the other; the game begins."""
    await ann.open_table("rat-a-tat-cat", options=RATS, **words)
    await bob.join(ann.code, "Bob")
    await ann.connect()
    await bob.connect()
    assert bob.seats == [1]
    await ann.start()
    for device in (ann, bob):
        await device.hear("standing")


def test_any_server_takes_any_move(both: Cluster) -> None:
    async def story(ann: Device, bob: Device) -> None:
        await sit_down(ann, bob)
        await asyncio.gather(play_out(ann, random.Random(1)), play_out(bob, random.Random(2)))
        record = await bob.get(f"/tables/{ann.code}/games/1/record")
        final = purrlor.game("rat-a-tat-cat").replay(record)
        for seat, device in enumerate((ann, bob)):
            view = msgspec.json.decode(msgspec.json.encode(final.view(seat)))
            assert device.games[seat]["view"] == view
            assert len(device.told[seat]) == device.games[seat]["number"]
        assert not any(seat["is_covered"] for seat in ann.table["seats"])
        for device in (ann, bob):
            async with asyncio.timeout(20):  # kept by whichever server saw the end
                while not (recent := await device.get("/recent")):
                    await asyncio.sleep(0.05)
            assert [game["code"] for game in recent] == [ann.code]
        await ann.start()  # and again, the seats rotated
        while bob.games.get(0, {}).get("game") != 2:
            await bob.next()

    both.tell(story)


def test_people_are_seen_at_the_other_server(both: Cluster) -> None:
    """Who is at the other server is not away; who has gone there is, and is covered."""

    async def story(ann: Device, bob: Device) -> None:
        await sit_down(ann, bob)
        while not all(seat["is_present"] for seat in ann.table["seats"]):
            await ann.next()
        await asyncio.sleep(3)
        assert not any(
            seat["is_covered"] for seat in (await ann.get(f"/tables/{ann.code}"))["seats"]
        )
        await bob.cut()
        while not ann.table["seats"][1]["is_covered"]:
            await ann.next()
        assert not ann.table["seats"][1]["is_present"]
        await bob.reconnect()
        while ann.table["seats"][1]["is_covered"]:
            await ann.next()

    both.tell(story)


def test_one_server_dies_and_the_other_goes_on(both: Cluster) -> None:
    async def story(ann: Device, bob: Device) -> None:
        await sit_down(ann, bob, clock={"decision": 30})
        await asyncio.to_thread(both.nodes[1].kill)
        await bob.cut()
        moved = Device(both.nodes[0].url)
        moved.http.cookies.update(bob.http.cookies)
        moved.code = bob.code
        await moved.reconnect()
        assert moved.seats == [1]
        await asyncio.gather(play_out(ann, random.Random(1)), play_out(moved, random.Random(2)))
        await moved.close()
        await asyncio.to_thread(both.nodes[1].start)

    both.tell(story)


def test_clock_of_a_table_whose_server_died(both: Cluster) -> None:
    """The other server sees that the table is overdue; clocks ran on, since it was there."""

    async def story(ann: Device, bob: Device) -> None:
        await ann.open_table("rat-a-tat-cat", options=RATS, clock={"decision": 4}, bots=1)
        await ann.start()
        await asyncio.to_thread(both.nodes[0].kill)
        await asyncio.sleep(9)
        bob.code = ann.code
        await bob.connect()
        standing = await bob.hear("standing")
        assert standing["number"] > 1
        await asyncio.to_thread(both.nodes[0].start)

    both.tell(story)


def test_commands_are_repeated_at_the_other_server(both: Cluster) -> None:
    """The same command through both servers at once is carried out once, and answered twice."""

    async def story(ann: Device, bob: Device) -> None:
        await sit_down(ann, bob)
        twin = Device(both.nodes[1].url)
        twin.http.cookies.update(ann.http.cookies)
        twin.code = ann.code
        await twin.reconnect()
        command = ann.command(0, [{"type": "ready"}])
        await asyncio.gather(ann.send(command), twin.send(command))
        answers = await asyncio.gather(ann.answer(command["id"]), twin.answer(command["id"]))
        assert all(answer["type"] in ("step", "done") for answer in answers)
        assert ann.games[0]["number"] == 2
        await twin.close()

    both.tell(story)


async def delays(ann: Device, bob: Device, count: int) -> list[float]:
    return [await news_delay(ann, bob) for _ in range(count)]


async def crowd(cluster: Cluster, count: int) -> None:
    """Let both servers have many tables in memory, as on a busy evening."""
    async with (
        devices(cluster.nodes[0].url, 1) as (host,),
        devices(cluster.nodes[1].url, 1) as (guest,),
    ):
        for _ in range(count):
            code = (await host.open_table("rat-a-tat-cat", options=RATS))["code"]
            await guest.get(f"/tables/{code}")


def test_words_in_quick_succession_are_all_seen_at_once(both: Cluster) -> None:
    """What is told while another server still reads what came before is not overlooked."""

    async def story(ann: Device, bob: Device) -> None:
        await crowd(both, 100)  # looking around takes long then, and helps nobody
        await sit_down(ann, bob)
        await asyncio.sleep(1)
        late = []
        for _ in range(60):
            texts = [ann.new_id() for _ in range(2)]
            for text in texts:
                await ann.send({"type": "say", "id": text, "seat": 0, "text": text})
                await asyncio.sleep(0.002)
            start = time.monotonic()
            while (await bob.hear("heard"))["talk"]["text"] != texts[-1]:
                pass
            late.append(time.monotonic() - start)
        assert max(late) < 2.5, max(late)

    both.tell(story)


@pytest.mark.parametrize("kind", ["stopped", "frozen"])
def test_without_redis_news_takes_longer(both: Cluster, kind: str) -> None:
    """Play goes on; what happens at one server is seen at the other within 2.5 s."""

    async def story(ann: Device, bob: Device) -> None:
        await sit_down(ann, bob)
        await asyncio.sleep(1)
        assert min(await delays(ann, bob, 3)) < 0.5
        if kind == "stopped":
            await asyncio.to_thread(both.redis.stop)
        else:
            both.redis.send(signal.SIGSTOP)
        worst = max(await delays(ann, bob, 5))
        assert 0.1 < worst < 2.5, worst
        if kind == "stopped":
            await asyncio.to_thread(both.redis.start)
        else:
            both.redis.send(signal.SIGCONT)
        await asyncio.sleep(4)
        # Without Redis each would take a whole look around: they follow one another.
        assert min((await delays(ann, bob, 4))[1:]) < 0.5

    both.tell(story)


def test_server_cut_off_from_redis_alone(both: Cluster, tmp_path: Path) -> None:
    """It says so in the database: the others look, though Redis answers them."""

    async def story(_: Device, bob: Device) -> None:
        line = await Proxy(both.redis.port).start()
        lonely = Served(
            *(tmp_path, "--database", both.postgres.url("purrlor_1")),
            *("--redis", f"redis://127.0.0.1:{line.port}"),
        )
        await asyncio.to_thread(lonely.start)
        try:
            async with devices(lonely.url, 1) as (ann,):
                await sit_down(ann, bob)
                await asyncio.sleep(1)
                assert min(await delays(ann, bob, 3)) < 0.5
                await line.close()
                worst = max(await delays(ann, bob, 5))
                assert 0.1 < worst < 2.5, worst
        finally:
            await asyncio.to_thread(lonely.stop)

    both.tell(story)


def test_servers_that_went_to_different_redis(both: Cluster, tmp_path: Path) -> None:
    """Each hears itself, but they do not hear each other: so they look."""

    async def story(_: Device, bob: Device) -> None:
        other = await asyncio.to_thread(Redis().start)
        astray = Served(
            *(tmp_path, "--database", both.postgres.url("purrlor_1"), "--redis", other.url)
        )
        await asyncio.to_thread(astray.start)
        try:
            await crowd(both, 100)
            async with devices(astray.url, 1) as (ann,):
                await sit_down(ann, bob)
                await asyncio.sleep(1)
                worst = max(await delays(ann, bob, 5))
                assert worst < 2.5, worst
        finally:
            await asyncio.to_thread(astray.stop)
            await asyncio.to_thread(other.remove)

    both.tell(story)


def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < end, "this does not come about"
        time.sleep(0.1)


def test_metrics_tell_how_servers_hear_each_other(both: Cluster) -> None:
    node = both.nodes[0]

    def hearing() -> tuple[float, ...]:
        names = ("purrlor_redis_heard", "purrlor_servers", "purrlor_servers_unheard")
        return tuple(map(node.metric, names))

    until(lambda: hearing() == (1, 1, 0))
    connects = node.metric("purrlor_redis_connects_total")
    both.redis.stop()
    until(lambda: hearing() == (0, 1, 1))
    both.redis.start()
    until(lambda: hearing() == (1, 1, 0))
    assert node.metric("purrlor_redis_connects_total") > connects
    assert node.metric("purrlor_store_writable") == 1


def test_server_is_ready_while_its_database_answers(both: Cluster) -> None:
    """Without PostgreSQL it works, but a proxy shall send people elsewhere."""

    def status(path: str) -> int:
        return httpx.get(f"{both.nodes[0].url}{path}", timeout=20).status_code

    until(lambda: status("/health/ready") == 200)
    both.postgres.stop()
    until(lambda: status("/health/ready") == 503)
    assert status("/health") == 200
    retries = both.nodes[0].metric("purrlor_store_retries_total")
    both.postgres.start()
    until(lambda: status("/health/ready") == 200)
    assert retries > 0


def test_asking_for_a_copy_of_a_file_ends_no_server(both: Cluster) -> None:
    """There is none: PostgreSQL is copied by its own tools."""
    os.kill(both.nodes[0].pid, signal.SIGUSR1)
    time.sleep(0.5)
    assert httpx.get(f"{both.nodes[0].url}/health", timeout=20).status_code == 200
