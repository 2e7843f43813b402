"""A server whose clock is wrong goes by that of the store."""

import asyncio
import time
from pathlib import Path

import pytest

from purrlor.server.clock import Clock
from purrlor.server.stores import open_store


@pytest.mark.parametrize("skew", [-3600.0, 0.0, 40.0])
def test_wrong_clock_is_set(tmp_path: Path, skew: float) -> None:
    clock = Clock(skew)
    assert abs(clock.now() - time.time() - skew) < 1

    async def story() -> None:
        store = open_store(f"sqlite:///{tmp_path / 'purrlor.db'}")
        start = time.time()
        await clock.set_by(store)
        slowness = time.time() - start
        assert abs(clock.now() - time.time()) <= slowness
        await store.close()

    asyncio.run(story())


def test_right_clock_is_let_be(tmp_path: Path) -> None:
    """An answer that lies between question and answer says nothing new."""
    clock = Clock()

    async def story() -> None:
        store = open_store(f"sqlite:///{tmp_path / 'purrlor.db'}")
        for _ in range(20):
            await clock.set_by(store)
        await store.close()

    asyncio.run(story())
    before, now, after = time.time(), clock.now(), time.time()
    assert before <= now <= after
