"""A real server, and a real browser, for all tests that need one."""

import asyncio
import re
import shutil
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from databases import Postgres, Redis
from player import devices
from playwright.sync_api import Browser, expect, sync_playwright
from served import Served

from visitor import Visitor

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# A page that shall show something has time to do so, on a busy machine too.
expect.set_options(timeout=20_000)


COMPILED_TOGETHER = {"rl": "learning", "test_examples.py": "learning", "test_balance.py": "balance"}
"""Tests that compile the same kernels run on one worker: so they are compiled once."""


LONG = re.compile(r"test_balance\.py::.*(\[cat-royal|\[cattitude|honest_cats)")
"""Variants of players take minutes to compile: Rat-a-Tat Cat stands for all of them."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if LONG.search(item.nodeid):
            item.add_marker(pytest.mark.long)
        for part in item.path.parts[-2:]:
            if part in COMPILED_TOGETHER:
                item.add_marker(pytest.mark.xdist_group(COMPILED_TOGETHER[part]))


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


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    started = Postgres().start()
    yield started
    started.remove()


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    started = Redis().start()
    yield started
    started.remove()


@pytest.fixture
def people(server: Served) -> Callable[[int, Callable[..., Awaitable[None]]], None]:
    """Run a story with some devices: `people(2, story)`."""

    def run(count: int, story: Callable[..., Awaitable[Any]]) -> None:
        async def tell() -> None:
            async with devices(server.url, count) as found:
                await story(*found)

        asyncio.run(asyncio.wait_for(tell(), 120))

    return run


def chromium() -> str:
    found = [shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome")]
    return next((path for path in found if path), "") or pytest.fail(
        "Chromium is missing; `make test` installs it, or apt-get install chromium."
    )


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    # Not longer than a module: while Playwright runs, no other event loop can.
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def parlour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served(tmp_path_factory.mktemp("parlour")).start()
    yield served
    served.stop()
    assert "Traceback" not in served.log


@pytest.fixture
def visit(browser: Browser, parlour: Served, tmp_path: Path) -> Iterator[Any]:
    """Let a person come: `visit(locale="nl")`."""
    visitors: list[Visitor] = []

    def come(**words: Any) -> Visitor:
        visitors.append(Visitor(browser, parlour.url, **words))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.close()
