"""A real browser at a real server."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright
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


def chromium() -> str:
    found = [shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome")]
    return next((path for path in found if path), "") or pytest.fail(
        "Chromium is missing; `make test` installs it, or apt-get install chromium."
    )


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
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
