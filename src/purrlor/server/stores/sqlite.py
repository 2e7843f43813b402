"""SQLite: one connection, and one commit for all that came while the disk was busy."""

import asyncio
import contextlib
import math
import sqlite3
import time
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from secrets import token_bytes
from typing import Any, TypeAlias

import msgspec

from purrlor.server.stores.base import (
    FIRST_GAME,
    FORGOTTEN_AT_ONCE,
    GAMES_AT_ONCE,
    Access,
    Conflict,
    FinishedGame,
    Glance,
    Head,
    Line,
    Pulse,
    StoreFailed,
)
from purrlor.server.stores.integrity import checked_lines, checked_record, checksum
from purrlor.server.stores.sqlite_file import advice, copy_file, open_file

_Row: TypeAlias = tuple[str, int, str, int, bytes, float, int]
_Job: TypeAlias = "Callable[[sqlite3.Connection], Any] | _Row"
_Waiting: TypeAlias = "tuple[_Job, asyncio.Future[Any]]"

_INSERT = """
    INSERT INTO events VALUES ((SELECT number FROM tables WHERE id = ?), ?, ?, ?, ?, ?, ?)
"""
_INSERT_ALL = """
    INSERT INTO events
    SELECT
        (SELECT number FROM tables WHERE id = json_extract(value, '$[0]')),
        json_extract(value, '$[1]'), json_extract(value, '$[2]'),
        json_extract(value, '$[3]'), CAST(json_extract(value, '$[4]') AS BLOB),
        json_extract(value, '$[5]') / 1000.0, json_extract(value, '$[6]')
    FROM json_each(?)
"""
_HEAD = "id, code, game, phase, is_listed, due_at, updated_at"


class SQLiteStore:
    """A store in one file, for one server."""

    is_shared = False

    def __init__(self, path: str) -> None:
        self._path = path
        self._people: dict[tuple[str, str], list[str]] = {}
        self._connection: sqlite3.Connection | None = open_file(path)
        self._waiting: list[_Waiting] = []
        self._writing: asyncio.Task[None] | None = None
        self._disk = ThreadPoolExecutor(1, thread_name_prefix="disk")
        """Where a commit waits for the disk; the event loop goes on meanwhile."""

    async def create(self, head: Head, line: Line) -> None:
        """Begin the log of a table; `Conflict` if its code is taken."""

        def job(connection: sqlite3.Connection) -> None:
            connection.execute(
                f"INSERT INTO tables ({_HEAD}) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    head.table_id,
                    head.code,
                    head.game,
                    head.phase,
                    head.is_listed,
                    head.due_at,
                    line.at,
                ),
            )
            connection.execute(_INSERT, _row(head.table_id, line))

        await self._do(job)

    async def append(self, table_id: str, line: Line, head: Head | None) -> None:
        """Write one line, and the head if it changed; `Conflict` if the number is taken."""

        row = _row(table_id, line)
        if head is None:
            await self._do(row)
            return

        def job(connection: sqlite3.Connection) -> None:
            connection.execute(_INSERT, row)
            connection.execute(
                "UPDATE tables SET game = ?, phase = ?, is_listed = ?, due_at = ?, "
                "updated_at = ? WHERE id = ?",
                (head.game, head.phase, head.is_listed, head.due_at, line.at, table_id),
            )

        await self._do(job)

    async def key(self) -> bytes:
        """Return the secret key of this store; made when first asked for."""

        def job(connection: sqlite3.Connection) -> bytes:
            connection.execute(
                "INSERT OR IGNORE INTO secrets VALUES ('key', ?)", (token_bytes(32),)
            )
            rows = connection.execute("SELECT value FROM secrets WHERE name = 'key'")
            return bytes(rows.fetchone()[0])

        found: bytes = await self._do(job)
        return found

    async def read(self, table_id: str, after: int = 0) -> list[Line]:
        """Return the lines after a number."""
        rows = await self._rows(
            "SELECT seq, command_id, seat, body, at, checksum FROM events "
            "WHERE table_number = (SELECT number FROM tables WHERE id = ?) AND seq > ? "
            "ORDER BY seq",
            (table_id, after),
        )
        return checked_lines(table_id, rows)

    async def find(self, code: str) -> Head | None:
        """Return the head of the table with a code."""
        found = await self._heads("code = ?", (code,))
        return found[0] if found else None

    async def listed(self) -> list[Head]:
        """Return the open tables that anybody may join, the newest first."""
        return await self._heads(
            "is_listed AND phase != 'closed' ORDER BY number DESC LIMIT 100", ()
        )

    async def due(self, before: float = math.inf, limit: int | None = None) -> list[Head]:
        """Return the tables that must act by themselves before a time, the first first."""
        return await self._heads(
            "due_at < ? ORDER BY due_at LIMIT ?", (before, -1 if limit is None else limit)
        )

    async def idle(self, before: float) -> list[Head]:
        """Return the tables that are not closed and lie untouched since a time."""
        return await self._heads("phase != 'closed' AND updated_at < ? LIMIT 1000", (before,))

    async def keep_game(self, game: FinishedGame, devices: list[str]) -> None:
        """Keep a finished game, and which devices took part (empty: none)."""

        def job(connection: sqlite3.Connection) -> None:
            connection.execute(
                "INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?)",
                (game.table_id, game.number, game.finished_at, msgspec.json.encode(game)),
            )
            connection.executemany(
                "INSERT OR REPLACE INTO devices VALUES (?, ?, ?, ?)",
                [
                    (device, game.table_id, game.number, game.finished_at)
                    for device in set(devices)
                    if device
                ],
            )

        await self._do(job)

    async def keep_record(self, table_id: str, number: int, body: bytes) -> None:
        """Keep the record of a game that nobody will go on with; the first one stays."""
        await self._rows(
            "INSERT OR IGNORE INTO records VALUES (?, ?, ?, ?)",
            (table_id, number, zlib.crc32(body), body),
        )

    async def record(self, table_id: str, number: int) -> bytes | None:
        """Return the record of a game, byte for byte as it was kept."""
        rows = await self._rows(
            "SELECT body, checksum FROM records WHERE table_id = ? AND number = ?",
            (table_id, number),
        )
        return checked_record(table_id, number, *rows[0]) if rows else None

    async def read_access(self, table_id: str, number: int, device: str) -> Access | None:
        """Return whether a finished game is for a device; None: the game is not kept."""
        rows = await self._rows(
            "SELECT body, EXISTS (SELECT 1 FROM devices WHERE device = ?3 "
            "AND table_id = ?1 AND number = ?2) FROM games WHERE table_id = ?1 AND number = ?2",
            (table_id, number, device),
        )
        for body, took_part in rows:
            game = msgspec.json.decode(body, type=FinishedGame)
            return Access(game.is_listed, bool(took_part))
        return None

    async def games_of(self, device: str, limit: int) -> list[FinishedGame]:
        """Return the latest games of a device."""
        rows = await self._rows(
            "SELECT games.body FROM devices JOIN games USING (table_id, number) "
            "WHERE device = ? ORDER BY devices.finished_at DESC LIMIT ?",
            (device, limit),
        )
        return [msgspec.json.decode(body, type=FinishedGame) for (body,) in rows]

    async def games(self, after: tuple[str, int] = FIRST_GAME) -> list[FinishedGame]:
        """Return some finished games, by table and number, after one; none are left if empty."""
        rows = await self._rows(
            "SELECT body FROM games WHERE (table_id, number) > (?, ?) "
            "ORDER BY table_id, number LIMIT ?",
            (*after, GAMES_AT_ONCE),
        )
        return [msgspec.json.decode(body, type=FinishedGame) for (body,) in rows]

    async def note_seat(self, device: str, table_id: str) -> None:
        """Note that a device has a seat at a table, so that it can be forgotten there."""
        await self._rows("INSERT OR IGNORE INTO devices VALUES (?, ?, 0, 0)", (device, table_id))

    async def tables_of(self, device: str) -> list[Head]:
        """Return the tables at which a device ever had a seat."""
        condition = "id IN (SELECT table_id FROM devices WHERE device = ?) ORDER BY number"
        return await self._heads(condition, (device,))

    async def rewrite(
        self,
        table_id: str,
        lines: list[Line],
        names: dict[int, list[str]],
        records: dict[int, bytes],
    ) -> None:
        """Replace lines of a log, the names in its finished games, and records, by number."""

        def job(connection: sqlite3.Connection) -> None:
            connection.executemany(
                "UPDATE events SET body = ?, checksum = ? WHERE seq = ? "
                "AND table_number = (SELECT number FROM tables WHERE id = ?)",
                [(line.body, checksum(table_id, line), line.seq, table_id) for line in lines],
            )
            connection.executemany(
                "UPDATE records SET body = ?, checksum = ? WHERE table_id = ? AND number = ?",
                [(body, zlib.crc32(body), table_id, number) for number, body in records.items()],
            )
            connection.executemany(
                "UPDATE games SET body = CAST(json_set(body, '$.names', json(?)) AS BLOB) "
                "WHERE table_id = ? AND number = ?",
                [(msgspec.json.encode(new).decode(), table_id, n) for n, new in names.items()],
            )

        await self._do(job)

    async def forget_device(self, device: str) -> None:
        """Forget which tables and games a device took part in."""
        await self._rows("DELETE FROM devices WHERE device = ?", (device,))

    async def forget_tables(self, before: float) -> int:
        """Forget some tables that are closed since a time, with logs and games; return how many."""

        def job(connection: sqlite3.Connection) -> int:
            rows = connection.execute(
                "SELECT number, id FROM tables WHERE phase = 'closed' AND updated_at < ? LIMIT ?",
                (before, FORGOTTEN_AT_ONCE),
            ).fetchall()
            for number, table_id in rows:
                connection.execute("DELETE FROM events WHERE table_number = ?", (number,))
                connection.execute("DELETE FROM games WHERE table_id = ?", (table_id,))
                connection.execute("DELETE FROM records WHERE table_id = ?", (table_id,))
                connection.execute("DELETE FROM devices WHERE table_id = ?", (table_id,))
                connection.execute("DELETE FROM tables WHERE number = ?", (number,))
            return len(rows)

        count: int = await self._do(job)
        return count

    async def pulse(self) -> Pulse:
        """Return the time, and when a server last ran."""
        rows = await self._rows("SELECT at FROM heartbeat", ())
        return Pulse(now=time.time(), last_beat=float(rows[0][0]) if rows else None)

    async def beat(self, node: str, *, is_heard: bool = False) -> None:
        """Note that the server runs."""
        await self._rows("INSERT OR REPLACE INTO heartbeat VALUES (1, ?)", (time.time(),))

    async def others(self, node: str) -> dict[str, bool]:
        """Return no other server: a file has one."""
        return {}

    async def note_people(self, table_id: str, node: str, devices: list[str]) -> None:
        """Note which devices are at a table; a file has one server, so memory will do."""
        self._people[table_id, node] = devices

    async def look(self, node: str, table_ids: list[str]) -> dict[str, Glance]:
        """Return what happened at tables by other servers than `node`, without reading logs."""
        rows = await self._rows(
            "SELECT tables.id, max(seq) FROM tables JOIN events ON table_number = number "
            "WHERE tables.id IN (SELECT value FROM json_each(?)) GROUP BY tables.id",
            (msgspec.json.encode(table_ids),),
        )
        return {
            table_id: Glance(
                seq,
                {
                    other: devices
                    for (place, other), devices in self._people.items()
                    if place == table_id and other != node and devices
                },
            )
            for table_id, seq in rows
        }

    async def copy(self) -> Path:
        """Copy the file as it is at one moment, while moves are written; return where to."""
        if self._connection is None:
            raise StoreFailed("The database is closed.")
        return await asyncio.to_thread(copy_file, self._connection, Path(f"{self._path}.backup"))

    async def close(self) -> None:
        """Write what is left and let go of the database."""
        if self._writing is not None:
            await self._writing
        self.close_now()

    def close_now(self) -> None:
        """Let go of the database where nothing is being written."""
        self._disk.shutdown()
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    async def _heads(self, condition: str, values: tuple[Any, ...]) -> list[Head]:
        rows = await self._rows(f"SELECT {_HEAD} FROM tables WHERE {condition}", values)
        return [
            Head(
                table_id=row[0],
                code=row[1],
                game=row[2],
                phase=row[3],
                is_listed=bool(row[4]),
                due_at=row[5],
                updated_at=row[6],
            )
            for row in rows
        ]

    async def _rows(self, statement: str, values: tuple[Any, ...]) -> list[Any]:
        rows: list[Any] = await self._do(
            lambda connection: connection.execute(statement, values).fetchall()
        )
        return rows

    def _do(self, job: _Job) -> "asyncio.Future[Any]":
        """Write soon: together with all that other tables bring meanwhile."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        self._waiting.append((job, future))
        if self._writing is None:
            self._writing = loop.create_task(self._write())
        return future

    async def _write(self) -> None:
        try:
            while self._waiting:
                waiting, self._waiting = self._waiting, []
                _answer(waiting, await self._commit([job for job, _ in waiting]))
        finally:
            self._writing = None

    async def _commit(self, jobs: list[_Job]) -> list[Any]:
        """Do all jobs in one transaction; return the result or the exception of each."""
        connection = self._connection
        if connection is None:
            return [StoreFailed("The database is closed.")] * len(jobs)
        try:
            changes = connection.total_changes
            connection.execute("BEGIN IMMEDIATE")
            results = _do_all(jobs, connection)
            if connection.total_changes == changes:
                connection.execute("COMMIT")  # nothing was written
            else:
                loop = asyncio.get_running_loop()
                await loop.run_in_executor(self._disk, connection.execute, "COMMIT")
        except Exception as error:
            _roll_back(connection)
            if isinstance(error, sqlite3.Error) or len(jobs) == 1:
                return [StoreFailed(self._why(error))] * len(jobs)
            # One job's fault is not the others'.
            return [(await self._commit([job]))[0] for job in jobs]
        return results

    def _why(self, error: Exception) -> str:
        is_outside = isinstance(error, sqlite3.OperationalError)  # the disk, not what was asked
        return advice(Path(self._path), error) if is_outside else str(error)


def _roll_back(connection: sqlite3.Connection) -> None:
    with contextlib.suppress(sqlite3.Error):
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _do_all(jobs: list[_Job], connection: sqlite3.Connection) -> list[Any]:
    """Write all lines by one statement, if they fit, and do the other jobs one by one.

    Of each table at most one job waits at a time, so that their order has no meaning.
    """
    is_written = _insert_all([job for job in jobs if isinstance(job, tuple)], connection)
    return [
        None if is_written and isinstance(job, tuple) else _try(job, connection) for job in jobs
    ]


def _insert_all(rows: list[_Row], connection: sqlite3.Connection) -> bool:
    """Insert lines by one statement; if one is in conflict, insert none and return False.

    Python's lock changes hands twice for each statement, which costs more than the insertion.
    """
    words = [(*row[:4], msgspec.Raw(row[4]), _milliseconds(row[5]), row[6]) for row in rows]
    if any(at is None for *_, at, _ in words):
        return False
    try:
        connection.execute(_INSERT_ALL, (msgspec.json.encode(words),))
    except sqlite3.IntegrityError:
        return False
    return True


def _row(table_id: str, line: Line) -> _Row:
    """Return a line as it is written."""
    words = (table_id, line.seq, line.command_id, line.seat, line.body, line.at)
    return (*words, checksum(table_id, line))


def _milliseconds(at: float) -> int | None:
    """Return a time in whole milliseconds, from which it comes back bit for bit; or None.

    As a fraction in JSON it might not: SQLite reads some of these with an error in the last bit.
    """
    found = round(at * 1000)
    return found if found / 1000.0 == at else None


def _try(job: _Job, connection: sqlite3.Connection) -> Any:
    try:
        if isinstance(job, tuple):
            return connection.execute(_INSERT, job).fetchone()
        return job(connection)
    except sqlite3.IntegrityError as error:
        return Conflict(str(error))  # its first statement failed and left nothing behind


def _answer(waiting: list[_Waiting], results: list[Any]) -> None:
    for (_, future), result in zip(waiting, results, strict=True):
        if future.done():
            continue
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)
