"""One generous server for all tests that do not stop it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from player import Device
from served import Served


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served(tmp_path_factory.mktemp("server"), "--grace", "0.3").start()
    yield served
    served.stop()
    assert "Traceback" not in served.log


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Start a server with options of its own."""
    started: list[Served] = []

    def start(*options: str) -> Served:
        started.append(Served(tmp_path, *options).start())
        return started[-1]

    yield start
    for served in started:
        served.stop()


@asynccontextmanager
async def devices(url: str, count: int) -> AsyncIterator[list[Device]]:
    """Some devices that are closed in the end."""
    found = [Device(url) for _ in range(count)]
    try:
        yield found
    finally:
        for device in found:
            await device.close()


@pytest.fixture
def people(server: Served) -> Callable[[int, Callable[..., Awaitable[None]]], None]:
    """Run a story with some devices: `people(2, story)`."""

    def run(count: int, story: Callable[..., Awaitable[Any]]) -> None:
        async def tell() -> None:
            async with devices(server.url, count) as found:
                await story(*found)

        asyncio.run(asyncio.wait_for(tell(), 120))

    return run
