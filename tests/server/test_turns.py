"""Requests of one address: some at a time are worked at, and nobody else waits for the rest."""

import asyncio

from purrlor.server.limits import Turns


async def settle() -> None:
    """Let everything happen that can."""
    for _ in range(5):
        await asyncio.sleep(0)


def test_address_waits_for_its_own_requests_and_for_no_others() -> None:
    async def story() -> None:
        turns, begun = Turns(2), list[str]()
        leave = {name: asyncio.Event() for name in ("a1", "a2", "a3", "a4", "b1")}

        async def ask(name: str) -> None:
            async with turns.one(name[0]):
                begun.append(name)
                await leave[name].wait()

        asking = {name: asyncio.create_task(ask(name)) for name in leave}
        await settle()
        assert begun == ["a1", "a2", "b1"]
        leave["a1"].set()
        await settle()
        assert begun == ["a1", "a2", "b1", "a3"]
        asking["a4"].cancel()
        for event in leave.values():
            event.set()
        await asyncio.gather(*asking.values(), return_exceptions=True)
        assert begun == ["a1", "a2", "b1", "a3"]
        assert not turns.addresses

    asyncio.run(story())
