"""One generous server for all tests that do not stop it."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from player import devices
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


@pytest.fixture
def people(server: Served) -> Callable[[int, Callable[..., Awaitable[None]]], None]:
    """Run a story with some devices: `people(2, story)`."""

    def run(count: int, story: Callable[..., Awaitable[Any]]) -> None:
        async def tell() -> None:
            async with devices(server.url, count) as found:
                await story(*found)

        asyncio.run(asyncio.wait_for(tell(), 120))

    return run
