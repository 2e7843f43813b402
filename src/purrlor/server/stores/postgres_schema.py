"""The tables of PostgreSQL, in a schema of their own: made, brought up to date, or refused."""

from typing import Any

from purrlor.core.refusals import Refusal

MIGRATIONS = (
    """
    CREATE TABLE tables (
        number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        code TEXT NOT NULL UNIQUE,
        game TEXT NOT NULL,
        phase TEXT NOT NULL,
        is_listed BOOLEAN NOT NULL,
        due_at DOUBLE PRECISION,
        updated_at DOUBLE PRECISION NOT NULL
    ) WITH (fillfactor = 80);
    CREATE INDEX tables_due ON tables (due_at) WHERE due_at IS NOT NULL;
    CREATE INDEX tables_listed ON tables (updated_at) WHERE is_listed AND phase != 'closed';
    CREATE INDEX tables_open ON tables (updated_at) WHERE phase != 'closed';
    CREATE TABLE events (
        table_number BIGINT NOT NULL,
        seq INTEGER NOT NULL,
        command_id TEXT NOT NULL,
        seat SMALLINT NOT NULL,
        body BYTEA NOT NULL,
        at DOUBLE PRECISION NOT NULL,
        PRIMARY KEY (table_number, seq),
        UNIQUE (table_number, seat, command_id)
    );
    CREATE TABLE games (
        table_id TEXT NOT NULL,
        number INTEGER NOT NULL,
        finished_at DOUBLE PRECISION NOT NULL,
        body BYTEA NOT NULL,
        PRIMARY KEY (table_id, number)
    );
    CREATE TABLE devices (
        device TEXT NOT NULL,
        table_id TEXT NOT NULL,
        number INTEGER NOT NULL,
        finished_at DOUBLE PRECISION NOT NULL,
        PRIMARY KEY (device, table_id, number)
    );
    CREATE TABLE nodes (
        node TEXT PRIMARY KEY,
        at DOUBLE PRECISION NOT NULL
    ) WITH (fillfactor = 50);
    CREATE TABLE people (
        table_id TEXT NOT NULL,
        node TEXT NOT NULL,
        devices TEXT[] NOT NULL,
        PRIMARY KEY (table_id, node)
    );
    CREATE INDEX people_by_node ON people (node);
    """,
    """
    CREATE INDEX devices_by_table ON devices (table_id);
    CREATE INDEX tables_closed ON tables (updated_at) WHERE phase = 'closed';
    """,
    """
    ALTER TABLE nodes ADD COLUMN is_heard BOOLEAN NOT NULL DEFAULT FALSE;
    """,
    """
    CREATE TABLE secrets (name TEXT PRIMARY KEY, value BYTEA NOT NULL);
    """,
)

TABLES = ("tables", "events", "games", "devices", "nodes", "people")
_LOCK = 0x50757272
"""One server at a time makes the tables: "Purr"."""


async def prepare(connection: Any, place: str) -> None:
    """Make the tables, or bring them up to date; refuse what is not ours, untouched."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _LOCK)
        version = await _version(connection, place)
        if version > len(MIGRATIONS):
            raise Refusal(
                f"The database {place} was written by a newer Purrlor (version {version}); "
                f"this one reads up to {len(MIGRATIONS)}. Upgrade, or name another database."
            )
        if version == 0:
            await connection.execute("CREATE SCHEMA purrlor; CREATE TABLE version (number INTEGER)")
        for script in MIGRATIONS[version:]:
            await connection.execute(script)
        if version < len(MIGRATIONS):
            await connection.execute("DELETE FROM version")
            await connection.execute("INSERT INTO version VALUES ($1)", len(MIGRATIONS))


async def _version(connection: Any, place: str) -> int:
    """Return the version of our tables; 0 if there are none."""
    if not await connection.fetchval("SELECT to_regnamespace('purrlor')::oid"):
        return 0
    names = ["version", *TABLES]
    missing = await connection.fetchval(
        "SELECT min(name) FROM unnest($1::text[]) AS name WHERE to_regclass('purrlor.' || name) "
        "IS NULL",
        names,
    )
    version: int | None = None
    if missing is None:
        version = await connection.fetchval("SELECT number FROM version")
    if version is None:
        raise Refusal(
            f"The database {place} has a schema purrlor that is damaged or not ours "
            f"({missing or 'version'} is missing); restore a backup or name another database."
        )
    return version
