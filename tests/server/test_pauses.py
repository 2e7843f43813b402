"""The event loop goes on while the disk works, and what blocks it is measured."""

import asyncio
import sqlite3
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from purrlor.server.metrics import METRICS
from purrlor.server.pauses import watch_pauses
from purrlor.server.stores import Head, Line
from purrlor.server.stores.sqlite import SQLiteStore


class SlowDisk:
    """A database whose commits take until the event loop has gone on."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.has_gone_on = threading.Event()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def execute(self, statement: str, *values: Any) -> Any:
        if statement == "COMMIT":
            assert self.has_gone_on.wait(20), "the event loop waits for the disk"
        return self._connection.execute(statement, *values)


def test_commit_that_takes_long_does_not_block_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SQLiteStore(str(tmp_path / "purrlor.db"))
    assert store._connection is not None
    disk = SlowDisk(store._connection)
    monkeypatch.setattr(store, "_connection", disk)
    words: dict[str, Any] = {"game": "cattitude", "phase": "waiting"}
    heads = [
        Head(table_id=f"t{n}", code=f"c{n}", is_listed=False, due_at=None, **words)
        for n in range(3)
    ]

    async def story() -> int:
        first = asyncio.ensure_future(store.create(heads[0], Line(1, "c", 0, b"{}", 1.0)))
        await asyncio.sleep(0.05)
        # What comes while the disk works is written together afterwards.
        others = [store.create(head, Line(1, "c", 0, b"{}", 1.0)) for head in heads[1:]]
        waiting = asyncio.gather(first, *others)
        await asyncio.sleep(0.05)
        assert not first.done()
        disk.has_gone_on.set()
        await waiting
        found = [await store.find(head.code) for head in heads]
        await store.close()
        return sum(head is not None for head in found)

    assert asyncio.run(asyncio.wait_for(story(), 60)) == 3


def test_pause_of_the_event_loop_is_measured() -> None:
    async def story() -> None:
        watching = asyncio.create_task(watch_pauses())
        await asyncio.sleep(0.05)
        time.sleep(0.2)
        await asyncio.sleep(0.05)
        watching.cancel()

    asyncio.run(story())
    value = METRICS.registry.get_sample_value("purrlor_loop_pause_seconds")
    assert value is not None
    assert value > 0.1
