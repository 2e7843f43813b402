"""All tables of a server: one that cannot be read stops no other, an idle one is closed."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from parlours import listen, open_parlour
from served import Served

from purrlor.server import parlour as parlours
from purrlor.server.entries import TableCreated, encode_entry
from purrlor.server.parlour import NoSuchTable, Parlour
from purrlor.server.stores import Head, Line, open_store


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


async def until_closed(parlour: Parlour, code: str) -> None:
    while (await parlour.table(code)).table.phase != "closed":
        await asyncio.sleep(0.02)


def test_table_that_lies_idle_is_closed_and_its_code_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Closed means written: a server that starts later knows it too."""
    monkeypatch.setattr(parlours, "FORGET_SECONDS", 0.2)

    async def story() -> str:
        async with open_parlour(tmp_path, idle_hours=0.5 / 3600) as parlour:
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
