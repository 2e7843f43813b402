"""All tables of a server: one that cannot be read stops no other, an idle one is closed."""

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from parlours import listen, open_parlour
from player import devices
from served import Served

from purrlor.server.entries import TableClosed, TableCreated, encode_entry
from purrlor.server.history import record_of_game
from purrlor.server.live import LiveTable
from purrlor.server.parlour import NoSuchTable, Parlour
from purrlor.server.stores import Head, Line, StoreFailed, open_store
from purrlor.server.table.state import TableRefused


async def write_table(url: str, code: str, body: bytes) -> None:
    """Write a table that is listed and due into a database that no server holds."""
    store = open_store(url)
    words = {"table_id": code, "code": code, "game": "cattitude", "phase": "waiting"}
    head = Head(**words, is_listed=True, due_at=1.0)  # type: ignore[arg-type]
    await store.create(head, Line(1, "c1", -1, body, 1.0))
    await store.beat("a server of the past")
    await store.close()


def test_log_that_cannot_be_read_stops_no_other(
    tmp_path: Path, serve: Callable[..., Served]
) -> None:
    url = f"sqlite:///{tmp_path / 'purrlor.db'}"
    words = {"code": "dodo-dodo", "game": "cattitude", "host": "h", "seed": "00" * 32}
    good = TableCreated(**words, options={}, is_listed=True)  # type: ignore[arg-type]
    asyncio.run(write_table(url, "baba-baba", b'{"type":"dogs_let_in"}'))
    asyncio.run(write_table(url, "dodo-dodo", encode_entry(good)))
    asyncio.run(write_table(url, "gogo-gogo", b"{}"))
    served = serve()
    for _ in range(2):
        listed = httpx.get(f"{served.url}/api/tables").json()
        assert [table["code"] for table in listed] == ["dodo-dodo"]
    assert served.log.count("a table cannot be read") == 2


def test_table_that_cannot_be_read_hides_no_other_of_a_device(
    tmp_path: Path, serve: Callable[..., Served]
) -> None:
    """The way back to one's seats."""
    served = serve()

    async def story() -> None:
        async with devices(served.url, 1) as (ann,):
            first = (await ann.open_table("cattitude"))["code"]
            second = (await ann.open_table("cattitude"))["code"]
            while len(await ann.get("/seats")) < 2:
                await asyncio.sleep(0.05)
            await asyncio.to_thread(served.stop)
            with contextlib.closing(sqlite3.connect(tmp_path / "purrlor.db")) as database:
                database.execute(
                    "UPDATE events SET body = '{}' "
                    "WHERE table_number = (SELECT number FROM tables WHERE code = ?)",
                    (first,),
                )
                database.commit()
            await asyncio.to_thread(served.start)
            assert [one["code"] for one in await ann.get("/seats")] == [second]

    asyncio.run(asyncio.wait_for(story(), 120))


def test_table_that_is_seen_while_it_is_opened_is_there_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it is listed, somebody may find it before its host is answered."""

    async def story() -> None:
        async with open_parlour(tmp_path) as parlour:
            create, seen = parlour.store.create, list[asyncio.Task[LiveTable]]()

            async def be_seen(head: Head, line: Line) -> None:
                await create(head, line)
                seen.append(asyncio.create_task(parlour.table(head.code)))
                await asyncio.sleep(0)

            monkeypatch.setattr(parlour.store, "create", be_seen)
            live = await parlour.create(game="cattitude", options={}, host="ann")
            assert await seen[0] is live
            assert await parlour.table(live.table.code) is live
            assert parlour.loaded[live.table_id] is live

    asyncio.run(asyncio.wait_for(story(), 60))


def test_table_that_could_not_be_read_at_first_is_there_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One who asks again at once does not lose the table to another who was disappointed too."""

    async def story() -> None:
        async with open_parlour(tmp_path) as parlour:
            code = (await parlour.create(game="cattitude", options={}, host="ann")).table.code
        async with open_parlour(tmp_path) as parlour:
            read, failures = parlour.store.read, [StoreFailed("not now")]

            async def fail_once(table_id: str, after: int = 0) -> list[Line]:
                if failures:
                    raise failures.pop()
                return await read(table_id, after)

            async def ask(tries: int) -> LiveTable | None:
                for _ in range(tries):
                    with contextlib.suppress(StoreFailed):
                        return await parlour.table(code)
                return None

            monkeypatch.setattr(parlour.store, "read", fail_once)
            found, nothing = await asyncio.gather(ask(2), ask(1))
            assert nothing is None
            assert await parlour.table(code) is found

    asyncio.run(asyncio.wait_for(story(), 60))


def test_table_that_never_had_a_game_has_no_record(tmp_path: Path) -> None:
    """Not even when it is closed."""

    async def story() -> None:
        async with open_parlour(tmp_path) as parlour:
            live = await parlour.create(game="cattitude", options={}, host="ann")
            await live.submit(lambda _: TableClosed())
            lines = await parlour.store.read(live.table_id)
            with pytest.raises(TableRefused, match="not over"):
                record_of_game(lines, 0)

    asyncio.run(asyncio.wait_for(story(), 60))


async def until_closed(parlour: Parlour, code: str) -> None:
    while (await parlour.table(code)).table.phase != "closed":
        await asyncio.sleep(0.02)


def test_table_that_lies_idle_is_closed_and_its_code_says_so(tmp_path: Path) -> None:
    """Closed means written: a server that starts later knows it too."""

    async def story() -> str:
        async with open_parlour(tmp_path, idle_hours=0.5 / 3600, forget_seconds=0.2) as parlour:
            idle = await parlour.create(game="cattitude", options={}, host="ann")
            visited = await parlour.create(game="cattitude", options={}, host="bob")
            await listen(visited, "bob")
            await until_closed(parlour, idle.table.code)
            assert visited.table.phase == "waiting"
            return idle.table.code

    async def later(code: str) -> None:
        async with open_parlour(tmp_path) as parlour:
            assert (await parlour.table(code)).table.phase == "closed"
            with pytest.raises(NoSuchTable):
                await parlour.table("zzzz-zzzz")

    code = asyncio.run(asyncio.wait_for(story(), 60))
    asyncio.run(asyncio.wait_for(later(code), 60))
