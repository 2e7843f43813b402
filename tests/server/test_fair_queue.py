"""Work that needs a processor: everybody has a turn, and nobody's queue grows without bound."""

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

import httpx
import pytest
from served import Served
from test_replays import recorded

from purrlor.core.refusals import Reason
from purrlor.server.fair_queue import FairQueue
from purrlor.server.limits import TooOften

REASON = Reason("busy", "Busy.")


def queue(places: int = 1, most_waiting: int = 10, most_per_address: int = 5) -> FairQueue:
    return FairQueue(
        places, most_waiting=most_waiting, most_per_address=most_per_address, reason=REASON
    )


class Jobs:
    """Jobs that last until they are let go, and the order in which they began."""

    def __init__(self, fair: FairQueue) -> None:
        self._fair = fair
        self.began: list[str] = []
        self._go: dict[str, asyncio.Event] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def add(self, *names: str) -> None:
        """Bring jobs: the letter of a name is its address."""
        for name in names:
            self._go[name] = asyncio.Event()
            self._tasks[name] = asyncio.create_task(self._do(name))
            await settle()

    async def _do(self, name: str) -> None:
        async with self._fair.place(name[0]):
            self.began.append(name)
            await self._go[name].wait()

    async def finish(self, name: str) -> None:
        self._go[name].set()
        await self._tasks[name]
        await settle()

    async def cancel(self, name: str) -> None:
        self._tasks[name].cancel()
        await settle()


async def settle() -> None:
    """Let everything happen that can."""
    for _ in range(5):
        await asyncio.sleep(0)


def test_address_with_one_job_does_not_wait_for_all_of_another() -> None:
    async def story() -> None:
        jobs = Jobs(queue())
        await jobs.add("a1", "a2", "a3", "b1", "c1", "b2")
        for name in ("a1", "a2", "b1", "c1", "a3", "b2"):
            assert jobs.began[-1] == name
            await jobs.finish(name)

    asyncio.run(story())


def test_address_has_one_job_under_way_at_a_time() -> None:
    async def story() -> None:
        jobs = Jobs(queue(places=2))
        await jobs.add("a1", "a2", "a3", "b1")
        assert jobs.began == ["a1", "b1"]
        await jobs.finish("b1")
        assert jobs.began == ["a1", "b1"]
        await jobs.finish("a1")
        assert jobs.began == ["a1", "b1", "a2"]

    asyncio.run(story())


def test_queue_is_bounded_by_address_and_in_all() -> None:
    async def story() -> None:
        fair = queue(most_waiting=4, most_per_address=2)
        jobs = Jobs(fair)
        await jobs.add("a1", "a2", "a3")
        with pytest.raises(TooOften):
            await fair.place("a").__aenter__()
        await jobs.add("b1", "c1")
        with pytest.raises(TooOften):
            await fair.place("d").__aenter__()

    asyncio.run(story())


def test_job_that_is_given_up_keeps_no_place() -> None:
    async def story() -> None:
        jobs = Jobs(queue())
        await jobs.add("a1", "a2", "b1", "c1")
        await jobs.cancel("a2")
        await jobs.cancel("b1")
        await jobs.cancel("a1")
        assert jobs.began == ["a1", "c1"]
        await jobs.finish("c1")
        await jobs.add("a3")
        assert jobs.began[-1] == "a3"

    asyncio.run(story())


# At a server


def send_record(served: Served, body: bytes, address: str) -> httpx.Response:
    headers = {"content-type": "application/json", "x-forwarded-for": address}
    url = f"{served.url}/api/replays?everything=true"
    return httpx.post(url, content=body, headers=headers, timeout=120)


def test_replay_of_one_person_does_not_wait_for_those_of_another(
    serve: Callable[..., Served],
) -> None:
    served = serve()
    body = json.dumps(recorded("cat-royal", 3, most=2000)).encode()
    done: list[str] = []

    def send(address: str) -> int:
        status = send_record(served, body, address).status_code
        done.append(address)
        return status

    send("198.51.100.9")  # whatever has to be loaded is loaded
    with ThreadPoolExecutor(12) as threads:
        many = [threads.submit(send, "198.51.100.1") for _ in range(8)]
        wait(many, return_when=FIRST_COMPLETED)
        one = threads.submit(send, "198.51.100.2")
        assert one.result() == 200
        assert done.count("198.51.100.1") < 8
        assert [job.result() for job in many] == [200] * 8


def test_too_many_replays_at_once_are_refused_with_a_time_to_come_back(
    serve: Callable[..., Served],
) -> None:
    served = serve()
    body = json.dumps(recorded("cat-royal", 3, most=2000)).encode()
    with ThreadPoolExecutor(24) as threads:
        sent = [threads.submit(send_record, served, body, "198.51.100.1") for _ in range(24)]
        answers = [job.result() for job in sent]
    refused = [answer for answer in answers if answer.status_code != 200]
    assert refused
    for answer in refused:
        assert answer.status_code == 429
        assert answer.json()["reason"] == "replays_busy"
        assert int(answer.headers["retry-after"]) >= 1


def test_pictures_of_links_are_limited(serve: Callable[..., Served]) -> None:
    served = serve("--joins-per-address", "5")
    answers = [httpx.get(f"{served.url}/api/tables/mika-ruto/qr") for _ in range(7)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 2
    assert len({answer.text for answer in answers[:5]}) == 1
