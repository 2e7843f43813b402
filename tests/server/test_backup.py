"""Backups that are made while people play, and what is restored from them."""

import asyncio
import os
import random
import signal
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from databases import Postgres
from player import devices, play_out, sit_down
from served import Served

import purrlor
from purrlor.server.stores import Head, Line, open_store

RATS = {"players": 2, "rounds": 1}


def copied(served: Served) -> Path:
    """Ask the server for a copy of its file, and wait until it is whole."""
    copy = served.database.with_name("purrlor.db.backup")
    os.kill(served.pid, signal.SIGUSR1)
    until = time.monotonic() + 60
    while not copy.exists():
        assert time.monotonic() < until, served.log
        time.sleep(0.01)
    return copy


def test_copy_of_the_file_restores(serve: Callable[..., Served], tmp_path: Path) -> None:
    """All that was acknowledged before is in the copy, though moves are made meanwhile."""
    served = serve()

    async def story() -> tuple[str, Path]:
        async with devices(served.url, 4) as (ann, bob, cat, dan):
            await sit_down(ann, [bob], "rat-a-tat-cat", options=RATS)
            await sit_down(cat, [dan], "rat-a-tat-cat", options=RATS)
            await asyncio.gather(play_out(ann, random.Random(1)), play_out(bob, random.Random(2)))
            going_on = asyncio.gather(
                play_out(cat, random.Random(3)), play_out(dan, random.Random(4))
            )
            copy = await asyncio.to_thread(copied, served)
            await going_on
            game = f"/tables/{ann.code}/games/1"
            key = (await ann.get(f"{game}/key"))["key"]
            return f"{game}/record?key={key}", copy

    record_path, copy = asyncio.run(asyncio.wait_for(story(), 180))
    served.kill()
    for name in ("purrlor.db", "purrlor.db-wal", "purrlor.db-shm"):
        (tmp_path / name).unlink(missing_ok=True)
    copy.rename(served.database)
    served.start()
    record = httpx.get(f"{served.url}/api{record_path}").json()
    assert purrlor.game("rat-a-tat-cat").replay(record).is_over


def test_file_in_use_cannot_be_copied_from_outside(serve: Callable[..., Served]) -> None:
    """Therefore the server does it: a second reader would be a second server."""
    served = serve()
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        sqlite3.connect(served.database, timeout=0.1).execute("SELECT * FROM tables")


def test_dump_of_postgresql_restores(postgres: Postgres, tmp_path: Path) -> None:
    """By the commands that the page for hosts names."""
    url, dump = postgres.new_database(), tmp_path / "purrlor.dump"
    head = Head(
        table_id="t1", code="c1", game="cattitude", phase="over", is_listed=False, due_at=None
    )

    def line(seq: int) -> Line:
        return Line(seq, f"c{seq}", 0, b"{}", float(seq))

    async def write(first: int, last: int) -> list[Line]:
        store = open_store(url)
        try:
            if first == 1:
                await store.create(head, line(1))
            for seq in range(max(first, 2), last + 1):
                await store.append("t1", line(seq), None)
            return await store.read("t1")
        finally:
            await store.close()

    asyncio.run(write(1, 5))
    postgres.run("pg_dump", "-Fc", "-n", "purrlor", "-f", str(dump), url)
    asyncio.run(write(6, 9))
    postgres.run("pg_restore", "--clean", "--if-exists", "-d", url, str(dump))
    assert asyncio.run(write(9, 8)) == [line(seq) for seq in range(1, 6)]
    assert len(asyncio.run(write(6, 6))) == 6
