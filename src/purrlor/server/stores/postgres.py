"""PostgreSQL: for any number of servers. All lines that wait are one statement and one commit."""

import asyncio
import math
import zlib
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
)
from purrlor.server.stores.integrity import checked_lines, checked_record, checksum
from purrlor.server.stores.postgres_link import PostgresLink

ALIVE_SECONDS = 5.0
"""A server that was silent for longer does not run; its people are away."""
KEPT_SECONDS = 3600.0
"""How long a server that no longer runs is remembered."""

_Waiting: TypeAlias = "tuple[str, Line, Head | None, asyncio.Future[None]]"

_HEAD = "id, code, game, phase, is_listed, due_at, updated_at"
_NOW = "extract(epoch FROM clock_timestamp())::float8"

_CREATE = """
    WITH created AS (
        INSERT INTO tables (id, code, game, phase, is_listed, due_at, updated_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING number
    )
    INSERT INTO events (table_number, seq, command_id, seat, body, at, checksum)
    SELECT number, $8, $9, $10, $11, $7, $12 FROM created RETURNING seq
"""
# Of each line that fits the number comes back. Sorted, since two servers that write the same
# tables in different orders would wait for each other.
_APPEND = """
    WITH written AS (
        INSERT INTO events (table_number, seq, command_id, seat, body, at, checksum)
        SELECT tables.number, seq, command_id, seat, body, at, checksum
        FROM unnest($1::text[], $2::int[], $3::text[], $4::smallint[], $5::bytea[], $6::float8[],
                    $7::bigint[])
            AS line (id, seq, command_id, seat, body, at, checksum)
        JOIN tables USING (id)
        ORDER BY tables.number, seq
        ON CONFLICT DO NOTHING RETURNING table_number, seq, at
    ), changed AS (
        UPDATE tables SET game = head.game, phase = head.phase, is_listed = head.is_listed,
            due_at = head.due_at, updated_at = written.at
        FROM unnest($8::text[], $9::int[], $10::text[], $11::text[], $12::bool[], $13::float8[])
            AS head (id, seq, game, phase, is_listed, due_at), written
        WHERE tables.id = head.id AND tables.number = written.table_number
            AND written.seq = head.seq
    )
    SELECT id, seq FROM written JOIN tables ON number = table_number
"""
_READ = """
    SELECT seq, command_id, seat, body, at, checksum FROM events
    WHERE table_number = (SELECT number FROM tables WHERE id = $1) AND seq > $2 ORDER BY seq
"""
_READ_ONE = """
    SELECT seq, command_id, seat, body, at FROM events
    WHERE table_number = (SELECT number FROM tables WHERE id = $1) AND seq = $2
"""
_LOOK = f"""
    SELECT id, latest.seq, node, devices
    FROM unnest($1::text[]) AS id JOIN tables USING (id)
    CROSS JOIN LATERAL (
        SELECT seq FROM events WHERE table_number = tables.number ORDER BY seq DESC LIMIT 1
    ) AS latest
    LEFT JOIN (
        SELECT table_id, node, devices FROM people JOIN nodes USING (node)
        WHERE node != $2 AND nodes.at > {_NOW} - {ALIVE_SECONDS}
    ) AS others ON others.table_id = tables.id
"""
_OTHERS = f"""
    SELECT node, is_heard FROM nodes WHERE node != $1 AND at > {_NOW} - {ALIVE_SECONDS}
"""
_BEAT = f"""
    WITH gone AS (DELETE FROM nodes WHERE at < {_NOW} - {KEPT_SECONDS} AND node != $1
                  RETURNING node),
        away AS (DELETE FROM people USING gone WHERE people.node = gone.node)
    INSERT INTO nodes VALUES ($1, {_NOW}, $2)
    ON CONFLICT (node) DO UPDATE SET at = excluded.at, is_heard = excluded.is_heard
"""
_REWRITE = """
    WITH rewritten AS (
        UPDATE events SET body = line.body, checksum = line.checksum
        FROM unnest($2::int[], $3::bytea[], $6::bigint[]) AS line (seq, body, checksum)
        WHERE table_number = (SELECT number FROM tables WHERE id = $1) AND events.seq = line.seq
    ), recorded AS (
        UPDATE records SET body = record.body, checksum = record.checksum
        FROM unnest($7::int[], $8::bytea[], $9::bigint[]) AS record (number, body, checksum)
        WHERE table_id = $1 AND records.number = record.number
    )
    UPDATE games SET body = convert_to(
        jsonb_set(convert_from(games.body, 'UTF8')::jsonb, '{names}', game.names::jsonb)::text,
        'UTF8')
    FROM unnest($4::int[], $5::text[]) AS game (number, names)
    WHERE table_id = $1 AND games.number = game.number
"""
_FORGET_TABLES = f"""
    WITH gone AS (
        DELETE FROM tables WHERE number IN (
            SELECT number FROM tables WHERE phase = 'closed' AND updated_at < $1
            LIMIT {FORGOTTEN_AT_ONCE} FOR UPDATE SKIP LOCKED
        ) RETURNING number, id
    ), lines AS (DELETE FROM events USING gone WHERE table_number = gone.number),
        played AS (DELETE FROM games USING gone WHERE table_id = gone.id),
        recorded AS (DELETE FROM records USING gone WHERE table_id = gone.id),
        seated AS (DELETE FROM devices USING gone WHERE table_id = gone.id),
        present AS (DELETE FROM people USING gone WHERE table_id = gone.id)
    SELECT id FROM gone
"""


class PostgresStore:
    """A store that servers share."""

    is_shared = True

    def __init__(self, url: str) -> None:
        self._link = PostgresLink(url)
        self._waiting: list[_Waiting] = []
        self._writing: asyncio.Task[None] | None = None

    async def create(self, head: Head, line: Line) -> None:
        """Begin the log of a table; `Conflict` if its code is taken."""
        values = (*_values(head), line.at, line.seq, line.command_id, line.seat, line.body)
        values = (*values, checksum(head.table_id, line))
        if not await self._rows(_CREATE, *values):
            rows = await self._rows("SELECT id FROM tables WHERE code = $1", head.code)
            if [row["id"] for row in rows] != [head.table_id]:  # else the answer had been lost
                raise Conflict(f"The code {head.code} is taken.")

    async def append(self, table_id: str, line: Line, head: Head | None) -> None:
        """Write one line, and the head if it changed; `Conflict` if the number is taken."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        self._waiting.append((table_id, line, head, future))
        if self._writing is None:
            self._writing = loop.create_task(self._write_all())
        await future

    async def _write_all(self) -> None:
        """Write what waits, and what comes meanwhile, until nothing is left."""
        try:
            while self._waiting:
                batch, self._waiting = _take_batch(self._waiting)
                results = await self._write(batch)
                for (*_, future), result in zip(batch, results, strict=True):
                    if future.done():
                        continue
                    if result is None:
                        future.set_result(None)
                    else:
                        future.set_exception(result)
        finally:
            self._writing = None

    async def _write(self, batch: list[_Waiting]) -> list[Exception | None]:
        lines = [
            (table_id, *msgspec.structs.astuple(line), checksum(table_id, line))
            for table_id, line, _, _ in batch
        ]
        heads = [
            (table_id, line.seq, head.game, head.phase, head.is_listed, head.due_at)
            for table_id, line, head, _ in batch
            if head is not None
        ]
        try:
            rows = await self._rows(_APPEND, *_columns(lines, 7), *_columns(heads, 6))
            written = {(row["id"], row["seq"]) for row in rows}
            return [
                None
                if (table_id, line.seq) in written or await self._is_kept(table_id, line)
                else Conflict(f"The log has number {line.seq} already.")
                for table_id, line, _, _ in batch
            ]
        except Exception as error:
            return [error] * len(batch)

    async def _is_kept(self, table_id: str, line: Line) -> bool:
        """Whether this very line is in the log: it was written, but the answer had been lost."""
        rows = await self._rows(_READ_ONE, table_id, line.seq)
        return any(Line(*row) == line for row in rows)

    async def read(self, table_id: str, after: int = 0) -> list[Line]:
        """Return the lines after a number."""
        rows = await self._rows(_READ, table_id, after)
        return checked_lines(table_id, (tuple(row) for row in rows))

    async def find(self, code: str) -> Head | None:
        """Return the head of the table with a code."""
        found = await self._heads("code = $1", code)
        return found[0] if found else None

    async def listed(self) -> list[Head]:
        """Return the open tables that anybody may join, the newest first."""
        return await self._heads("is_listed AND phase != 'closed' ORDER BY number DESC LIMIT 100")

    async def due(self, before: float = math.inf, limit: int | None = None) -> list[Head]:
        """Return the tables that must act by themselves before a time, the first first."""
        return await self._heads("due_at < $1 ORDER BY due_at LIMIT $2", before, limit)

    async def idle(self, before: float) -> list[Head]:
        """Return the tables that are not closed and lie untouched since a time."""
        return await self._heads("phase != 'closed' AND updated_at < $1 LIMIT 1000", before)

    async def keep_game(self, game: FinishedGame, devices: list[str]) -> None:
        """Keep a finished game, and which devices took part (empty: none)."""
        key = (game.table_id, game.number, game.finished_at)
        await self._rows(
            "INSERT INTO games VALUES ($1, $2, $3, $4) ON CONFLICT (table_id, number) "
            "DO UPDATE SET finished_at = excluded.finished_at, body = excluded.body",
            *(*key, msgspec.json.encode(game)),
        )
        await self._rows(
            "INSERT INTO devices SELECT device, $2, $3, $4 FROM unnest($1::text[]) AS device "
            "ON CONFLICT DO NOTHING",
            *(sorted({device for device in devices if device}), *key),
        )

    async def keep_record(self, table_id: str, number: int, body: bytes) -> None:
        """Keep the record of a game that nobody will go on with; the first one stays."""
        await self._rows(
            "INSERT INTO records (table_id, number, checksum, body) VALUES ($1, $2, $3, $4) "
            "ON CONFLICT DO NOTHING",
            *(table_id, number, zlib.crc32(body), body),
        )

    async def record(self, table_id: str, number: int) -> bytes | None:
        """Return the record of a game, byte for byte as it was kept."""
        rows = await self._rows(
            "SELECT body, checksum FROM records WHERE table_id = $1 AND number = $2",
            *(table_id, number),
        )
        return checked_record(table_id, number, *rows[0]) if rows else None

    async def read_access(self, table_id: str, number: int, device: str) -> Access | None:
        """Return whether a finished game is for a device; None: the game is not kept."""
        rows = await self._rows(
            "SELECT body, EXISTS (SELECT FROM devices WHERE device = $3 AND table_id = $1 "
            "AND number = $2) AS took_part FROM games WHERE table_id = $1 AND number = $2",
            *(table_id, number, device),
        )
        for row in rows:
            game = msgspec.json.decode(row["body"], type=FinishedGame)
            return Access(game.is_listed, row["took_part"])
        return None

    async def games_of(self, device: str, limit: int) -> list[FinishedGame]:
        """Return the latest games of a device."""
        rows = await self._rows(
            "SELECT games.body FROM devices JOIN games USING (table_id, number) "
            "WHERE device = $1 ORDER BY devices.finished_at DESC LIMIT $2",
            *(device, limit),
        )
        return [msgspec.json.decode(row["body"], type=FinishedGame) for row in rows]

    async def games(self, after: tuple[str, int] = FIRST_GAME) -> list[FinishedGame]:
        """Return some finished games, by table and number, after one; none are left if empty."""
        rows = await self._rows(
            "SELECT body FROM games WHERE (table_id, number) > ($1, $2) "
            "ORDER BY table_id, number LIMIT $3",
            *(*after, GAMES_AT_ONCE),
        )
        return [msgspec.json.decode(row["body"], type=FinishedGame) for row in rows]

    async def note_seat(self, device: str, table_id: str) -> None:
        """Note that a device has a seat at a table, so that it can be forgotten there."""
        await self._rows(
            "INSERT INTO devices VALUES ($1, $2, 0, 0) ON CONFLICT DO NOTHING", device, table_id
        )

    async def key(self) -> bytes:
        """Return the secret key that all servers of this store share; made when first asked for."""
        await self._rows(
            "INSERT INTO secrets VALUES ('key', $1) ON CONFLICT DO NOTHING", token_bytes(32)
        )
        rows = await self._rows("SELECT value FROM secrets WHERE name = 'key'")
        return bytes(rows[0]["value"])

    async def tables_of(self, device: str) -> list[Head]:
        """Return the tables at which a device ever had a seat."""
        condition = "id IN (SELECT table_id FROM devices WHERE device = $1) ORDER BY number"
        return await self._heads(condition, device)

    async def rewrite(
        self,
        table_id: str,
        lines: list[Line],
        names: dict[int, list[str]],
        records: dict[int, bytes],
    ) -> None:
        """Replace lines of a log, the names in its finished games, and records, by number."""
        new = [msgspec.json.encode(one).decode() for one in names.values()]
        await self._rows(
            _REWRITE,
            table_id,
            [line.seq for line in lines],
            [line.body for line in lines],
            list(names),
            new,
            [checksum(table_id, line) for line in lines],
            list(records),
            list(records.values()),
            [zlib.crc32(body) for body in records.values()],
        )

    async def forget_device(self, device: str) -> None:
        """Forget which tables and games a device took part in."""
        await self._rows("DELETE FROM devices WHERE device = $1", device)

    async def forget_tables(self, before: float) -> int:
        """Forget some tables that are closed since a time, with logs and games; return how many."""
        return len(await self._rows(_FORGET_TABLES, before))

    async def pulse(self) -> Pulse:
        """Return the time, and when a server last ran."""
        rows = await self._rows(f"SELECT {_NOW}, (SELECT max(at) FROM nodes)")
        return Pulse(*rows[0])

    async def beat(self, node: str, *, is_heard: bool = False) -> None:
        """Note that a server runs, and whether the others hear it at once."""
        await self._rows(_BEAT, node, is_heard)

    async def others(self, node: str) -> dict[str, bool]:
        """Return the other servers that run, and whether each is heard at once."""
        return dict(await self._rows(_OTHERS, node))

    async def note_people(self, table_id: str, node: str, devices: list[str]) -> None:
        """Note which devices are at a table by a server; forgotten when that no longer runs."""
        if devices:
            await self._rows(
                "INSERT INTO people VALUES ($1, $2, $3) "
                "ON CONFLICT (table_id, node) DO UPDATE SET devices = excluded.devices",
                *(table_id, node, devices),
            )
        else:
            await self._rows("DELETE FROM people WHERE table_id = $1 AND node = $2", table_id, node)

    async def look(self, node: str, table_ids: list[str]) -> dict[str, Glance]:
        """Return what happened at tables by other servers than `node`, without reading logs."""
        found: dict[str, Glance] = {}
        for row in await self._rows(_LOOK, table_ids, node):
            glance = found.setdefault(row["id"], Glance(row["seq"], {}))
            if row["node"] is not None:
                glance.people[row["node"]] = row["devices"]
        return found

    async def close(self) -> None:
        """Write what is left and let go of the database."""
        if self._writing is not None:
            await self._writing
        await self._link.close()

    async def _heads(self, condition: str, *values: Any) -> list[Head]:
        rows = await self._rows(f"SELECT {_HEAD} FROM tables WHERE {condition}", *values)
        return [Head(table_id=row["id"], **dict([*row.items()][1:])) for row in rows]

    async def _rows(self, statement: str, *values: Any) -> list[Any]:
        rows: list[Any] = await self._link.run(lambda link: link.fetch(statement, *values))
        return rows


def _values(head: Head) -> tuple[Any, ...]:
    return head.table_id, head.code, head.game, head.phase, head.is_listed, head.due_at


def _columns(rows: list[tuple[Any, ...]], width: int) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)] or [[] for _ in range(width)]


def _take_batch(waiting: list[_Waiting]) -> tuple[list[_Waiting], list[_Waiting]]:
    """Take one line of each table: lines of the same table follow each other."""
    batch: dict[str, _Waiting] = {}
    left = [one for one in waiting if batch.setdefault(one[0], one) is not one]
    return list(batch.values()), left
