"""The tables of PostgreSQL, in a schema of their own: made, brought up to date, or refused."""

from typing import Any

from purrlor.core.refusals import Refusal
from purrlor.server.stores.integrity import Versions, raised, require_readable

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
    ALTER TABLE events ADD COLUMN checksum BIGINT;
    CREATE TABLE records (
        table_id TEXT NOT NULL,
        number INTEGER NOT NULL,
        checksum BIGINT NOT NULL,
        body BYTEA NOT NULL,
        PRIMARY KEY (table_id, number)
    );
    ALTER TABLE version ADD COLUMN oldest_schema INTEGER NOT NULL DEFAULT 4,
        ADD COLUMN log INTEGER NOT NULL DEFAULT 1, ADD COLUMN oldest_log INTEGER NOT NULL DEFAULT 1;
    CREATE TABLE secrets (name TEXT PRIMARY KEY, value BYTEA NOT NULL);
    """,
)
VERSIONED_SCHEMA = 4
"""Since then a database says who may use it."""
OLDEST_SCHEMA = 4
"""The oldest version whose servers can use what this one writes: raise it where that ends."""

TABLES = ("tables", "events", "games", "devices", "nodes", "people")
_LOCK = 0x50757272
"""One server at a time makes the tables: "Purr"."""


async def prepare(connection: Any, place: str) -> None:
    """Make the tables, or bring them up to date; refuse what is not ours, untouched."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _LOCK)
        version = await _version(connection, place)
        require_readable(place, await _versions(connection, version), schema=len(MIGRATIONS))
        if version == 0:
            await connection.execute("CREATE SCHEMA purrlor; CREATE TABLE version (number INTEGER)")
        for script in MIGRATIONS[version:]:
            await connection.execute(script)
        found = await _versions(connection, max(version, len(MIGRATIONS)))
        versions = raised(found, schema=len(MIGRATIONS), oldest_schema=OLDEST_SCHEMA)
        if version == 0 or version != versions.schema or found != versions:
            await connection.execute("DELETE FROM version")
            await connection.execute(
                "INSERT INTO version (number, oldest_schema, log, oldest_log) "
                "VALUES ($1, $2, $3, $4)",
                *versions,
            )


async def _versions(connection: Any, schema: int) -> Versions:
    """Return who may use a database; before there were versions, everybody from the first on."""
    if schema < VERSIONED_SCHEMA:
        return Versions(schema, 0, 1, 1)
    row = await connection.fetchrow("SELECT oldest_schema, log, oldest_log FROM version")
    return Versions(schema, *row) if row else Versions(schema, 0, 1, 1)


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
