"""Acknowledged means durable: nothing is lost, doubled or half opened."""

import asyncio
import contextlib
import random
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from player import devices, play_on, sit_down
from served import Served

import purrlor
from purrlor.core.refusals import Refusal
from purrlor.server.entries import LOG_VERSION, OLDEST_READER
from purrlor.server.stores import Line, StoreFailed, open_store
from purrlor.server.stores.sqlite import SQLiteStore
from purrlor.server.stores.sqlite_file import APPLICATION, MIGRATIONS


def lines_of(database: Path) -> list[tuple[int, int, int, str, dict[str, Any]]]:
    """Read the log of a database that no server holds."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        rows = connection.execute(
            "SELECT table_number, seq, seat, command_id, body FROM events "
            "ORDER BY table_number, seq"
        ).fetchall()
    return [(*row[:4], msgspec.json.decode(row[4])) for row in rows]


@pytest.mark.parametrize(
    ("game", "options", "kills"),
    [
        ("rat-a-tat-cat", {"players": 3}, 6),
        ("cattitude", {"players": 2}, 6),
        ("cat-royal", {"players": 2}, 3),
    ],
    ids=lambda value: str(value),
)
def test_no_acknowledged_move_is_lost_by_power_cuts(
    tmp_path: Path, game: str, options: dict[str, Any], kills: int
) -> None:
    served = Served(tmp_path).start()
    chance = random.Random(4)
    kept: set[str] = set()

    async def cut_power() -> None:
        for _ in range(kills):
            await asyncio.sleep(chance.uniform(0.05, 0.4))
            await asyncio.to_thread(served.kill)
            await asyncio.to_thread(served.start)

    async def story() -> None:
        async with devices(served.url, options["players"]) as found:
            await sit_down(found[0], found[1:], game, options=options)
            cutting = asyncio.create_task(cut_power())
            await asyncio.gather(
                *(play_on(device, random.Random(n), kept) for n, device in enumerate(found))
            )
            await cutting
            for device in found:
                await device.reconnect()
            record = await found[0].get(f"/tables/{found[0].code}/games/1/record")
            final = purrlor.game(game).replay(record)
            for device in found:
                for seat, last in device.games.items():
                    view = msgspec.json.decode(msgspec.json.encode(final.view(seat)))
                    assert last["view"] == view

    try:
        asyncio.run(asyncio.wait_for(story(), 240))
    finally:
        served.stop()
    lines = lines_of(served.database)
    assert [line[1] for line in lines] == list(range(1, len(lines) + 1)), "a hole in the log"
    played = [line[3] for line in lines if line[4]["type"] == "played"]
    commands = [command_id.partition("-")[2] for command_id in played]  # the device, then its id
    assert len(commands) == len(set(commands)), "a command was doubled"
    assert kept <= set(commands), "an acknowledged move was lost"
    assert len(kept) > 20


def test_orderly_stop_sends_everybody_home_with_1012(serve: Callable[..., Served]) -> None:
    served = serve()

    async def story() -> None:
        async with devices(served.url, 1) as (ann,):
            await ann.open_table("rat-a-tat-cat", bots=1)
            await ann.connect()
            await ann.start()
            await ann.hear("standing")
            stopping = asyncio.create_task(asyncio.to_thread(served.stop))
            with pytest.raises(Exception, match="1012"):
                await ann.hear("nothing any more")
            await stopping
            await asyncio.to_thread(served.start)
            await ann.reconnect()
            assert ann.table["phase"] == "playing"

    asyncio.run(asyncio.wait_for(story(), 120))


def test_clocks_did_not_run_while_the_server_was_down(serve: Callable[..., Served]) -> None:
    served = serve()

    async def story() -> None:
        async with devices(served.url, 2) as (ann, bob):
            await sit_down(ann, [bob], "rat-a-tat-cat", clock={"decision": 60})
            before = ann.games[0]["deadlines"]["0"]
            await asyncio.sleep(1.2)  # a heartbeat
            await asyncio.to_thread(served.kill)
            down = time.time()
            await asyncio.sleep(3)
            await asyncio.to_thread(served.start)
            lost = time.time() - down
            await ann.reconnect()
            gained = ann.games[0]["deadlines"]["0"] - before
            assert 2.9 < gained < lost + 2

    asyncio.run(asyncio.wait_for(story(), 120))


def test_second_server_on_the_same_file_is_refused(serve: Callable[..., Served]) -> None:
    served = serve()
    said = refusal_of(served.database)
    assert "used by another Purrlor" in said
    assert served.database.exists()


def refusal_of(database: Path) -> str:
    """Return the sentence with which `purrlor serve` refuses a database: exit code 2."""
    run = subprocess.run(
        [sys.executable, "-m", "purrlor", "serve", "--database", f"sqlite:///{database}"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert run.returncode == 2, run.stderr
    assert "Traceback" not in run.stderr
    return run.stderr


def test_database_that_cannot_be_used(tmp_path: Path) -> None:
    text = tmp_path / "text.db"
    text.write_text("cats " * 1000)
    assert "damaged or not a database" in refusal_of(text)
    assert text.read_text() == "cats " * 1000
    other = tmp_path / "other.db"
    with contextlib.closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE dogs (name TEXT)")
        connection.commit()
    before = other.read_bytes()
    assert "belongs to another program" in refusal_of(other)
    assert other.read_bytes() == before
    assert "cannot be opened" in refusal_of(tmp_path)
    assert "sqlite:///FILE" in refusal_of_url("mysql://cats")


def refusal_of_url(url: str) -> str:
    with pytest.raises(Refusal) as refusal:
        open_store(url)
    return refusal.value.sentence


def test_fault_of_one_write_is_not_the_others(tmp_path: Path) -> None:
    """Text that is none cannot be written; who writes at the same moment gets an answer too."""

    async def story() -> None:
        store = SQLiteStore(str(tmp_path / "purrlor.db"))
        nonsense = store.note_seat("\ud800", "t1")
        seats = [store.note_seat(device, "t1") for device in ("ann", "bob")]
        written = asyncio.gather(seats[0], nonsense, seats[1], return_exceptions=True)
        found = await asyncio.wait_for(written, 30)
        assert [type(one) for one in found] == [type(None), StoreFailed, type(None)]
        await store.close()

    asyncio.run(story())
    with contextlib.closing(sqlite3.connect(tmp_path / "purrlor.db")) as connection:
        rows = connection.execute("SELECT device FROM devices ORDER BY device").fetchall()
    assert rows == [("ann",), ("bob",)]


def new_database(path: Path) -> None:
    SQLiteStore(str(path)).close_now()


def test_older_database_is_brought_up_to_date(tmp_path: Path) -> None:
    """With all that it holds."""
    path = tmp_path / "older.db"
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.executescript(
            f"{MIGRATIONS[0]} PRAGMA application_id = {APPLICATION}; PRAGMA user_version = 1;"
            "INSERT INTO tables VALUES (7, 't1', 'mika-ruto', 'cattitude', 'closed', 1, NULL, 5.0);"
            "INSERT INTO events VALUES (7, 1, 'c1', -1, CAST('{}' AS BLOB), 4.0);"
            "INSERT INTO devices VALUES ('ann', 't1', 1, 6.0);"
        )

    async def story() -> None:
        store = open_store(f"sqlite:///{path}")
        head = await store.find("mika-ruto")
        assert head is not None
        assert (head.table_id, head.phase, head.updated_at) == ("t1", "closed", 5.0)
        assert await store.read("t1") == [Line(1, "c1", -1, b"{}", 4.0)]
        assert [one.table_id for one in await store.tables_of("ann")] == ["t1"]
        await store.close()

    for _ in range(2):  # the second time there is nothing to do
        asyncio.run(story())
    with contextlib.closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        assert {"devices_by_table", "tables_closed"} <= names


def test_newer_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "newer.db"
    new_database(path)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
        connection.execute("UPDATE versions SET oldest_schema = ?", (len(MIGRATIONS) + 1,))
        connection.commit()
    assert f"for {len(MIGRATIONS) + 1} and later" in refusal_of(path)


def test_newer_database_that_leaves_us_in_is_used(tmp_path: Path) -> None:
    """It says that our version can use it, and stays as new as it is."""
    path = tmp_path / "newer.db"
    new_database(path)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
        connection.execute("UPDATE versions SET log = ?", (LOG_VERSION + 1,))
        connection.commit()
    new_database(path)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS) + 1,)
        versions = connection.execute("SELECT log, oldest_log FROM versions").fetchone()
    assert versions == (LOG_VERSION + 1, OLDEST_READER)


def test_database_with_logs_for_newer_servers_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "newer.db"
    new_database(path)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE versions SET log = 9, oldest_log = ?", (LOG_VERSION + 1,))
        connection.commit()
    assert "log version 9" in refusal_of(path)


def test_damaged_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "good.db"
    new_database(path)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.executemany(
            "INSERT INTO events VALUES (1, ?, ?, 0, ?, 0, NULL)",
            [(number, str(number), b"x" * 500) for number in range(200)],
        )
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    damaged = tmp_path / "damaged.db"
    shutil.copy(path, damaged)
    with damaged.open("r+b") as file:
        file.seek(4096 * 6)
        file.write(b"\xff" * 4096 * 8)
    assert "damaged" in refusal_of(damaged)
