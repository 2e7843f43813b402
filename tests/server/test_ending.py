"""Background tasks end, also those that swallow a cancellation."""

import asyncio

from purrlor.server.ending import end


def test_a_task_that_swallows_a_cancellation_is_cancelled_again() -> None:
    async def swallow() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            await asyncio.Event().wait()

    async def fail() -> None:
        raise ValueError

    async def begin_and_end() -> list[bool]:
        tasks = [asyncio.create_task(swallow()), asyncio.create_task(fail())]
        await asyncio.sleep(0)
        await asyncio.wait_for(end(tasks), 10)
        return [task.done() for task in tasks]

    assert asyncio.run(begin_and_end()) == [True, True]


def test_nothing_to_end() -> None:
    asyncio.run(end([]))
