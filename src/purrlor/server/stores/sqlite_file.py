"""The file of an SQLite store: opened for one server alone, brought up to date, and copied."""

import contextlib
import os
import sqlite3
from pathlib import Path

from purrlor.core.refusals import Refusal
from purrlor.server.stores.integrity import Versions, raised, require_readable

APPLICATION = 0x50757272
"""Marks the file as one of ours: "Purr"."""

PAGES_AT_ONCE = 100
"""How many pages are copied together: moves wait as long as that takes."""

PRIVATE = 0o600
OTHERS = 0o007

MIGRATIONS = (
    """
    CREATE TABLE tables (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        code TEXT NOT NULL UNIQUE,
        game TEXT NOT NULL,
        phase TEXT NOT NULL,
        is_listed INTEGER NOT NULL,
        due_at REAL,
        updated_at REAL NOT NULL
    );
    CREATE INDEX tables_due ON tables (due_at) WHERE due_at IS NOT NULL;
    CREATE TABLE events (
        table_number INTEGER NOT NULL REFERENCES tables (number),
        seq INTEGER NOT NULL,
        command_id TEXT NOT NULL,
        seat INTEGER NOT NULL,
        body BLOB NOT NULL,
        at REAL NOT NULL
    );
    CREATE UNIQUE INDEX events_order ON events (table_number, seq);
    CREATE TABLE games (
        table_id TEXT NOT NULL,
        number INTEGER NOT NULL,
        finished_at REAL NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (table_id, number)
    ) WITHOUT ROWID;
    CREATE TABLE devices (
        device TEXT NOT NULL,
        table_id TEXT NOT NULL,
        number INTEGER NOT NULL,
        finished_at REAL NOT NULL,
        PRIMARY KEY (device, table_id, number)
    ) WITHOUT ROWID;
    CREATE TABLE heartbeat (id INTEGER PRIMARY KEY CHECK (id = 1), at REAL NOT NULL);
    """,
    """
    CREATE INDEX devices_by_table ON devices (table_id);
    CREATE INDEX tables_closed ON tables (updated_at) WHERE phase = 'closed';
    """,
    """
    ALTER TABLE events ADD COLUMN checksum INTEGER;
    CREATE TABLE records (
        table_id TEXT NOT NULL,
        number INTEGER NOT NULL,
        checksum INTEGER NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (table_id, number)
    );
    CREATE TABLE versions (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        oldest_schema INTEGER NOT NULL,
        log INTEGER NOT NULL,
        oldest_log INTEGER NOT NULL
    );
    INSERT INTO versions VALUES (1, 3, 1, 1);
    CREATE TABLE secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
    """,
)
VERSIONED_SCHEMA = 3
"""Since then a file says who may use it."""
OLDEST_SCHEMA = 3
"""The oldest version whose servers can use what this one writes: raise it where that ends."""


def open_file(path: str) -> sqlite3.Connection:
    """Open a file for this process alone, and bring it up to date; or refuse it untouched."""
    file = Path(path)
    try:
        _make_private(file)
        connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=1)
        connection.text_factory = _text
    except (OSError, sqlite3.Error) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise Refusal(
            f"The database {file} cannot be opened ({why}); let the server's user write "
            "in this folder, or name another file with --database sqlite:///FILE."
        ) from None
    try:
        _prepare(connection, file)
        _close_to_others(file)
    except sqlite3.DatabaseError as error:
        _let_go(connection)
        raise Refusal(advice(file, error)) from None
    except Refusal:
        _let_go(connection)
        raise
    return connection


def _text(written: bytes) -> str:
    """Read a word even if it is damaged: what it belongs to is named then."""
    return written.decode("utf-8", "surrogateescape")


def _make_private(file: Path) -> None:
    """Make a new file, and its folder, for their owner alone: it will hold seeds, chat and names.

    SQLite gives the same rights to what it writes beside it.
    """
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with contextlib.suppress(FileExistsError):
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE))


def _close_to_others(file: Path) -> None:
    """Close an older file to other users; what its group may do is the host's choice."""
    for one in (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm", ".backup"))):
        with contextlib.suppress(OSError):  # it is not there, or somebody else's
            one.chmod(one.stat().st_mode & ~OTHERS)


def advice(file: Path, error: Exception) -> str:
    """Return what is wrong with a file, and what to do."""
    if "locked" in str(error):
        return f"The database {file} is used by another Purrlor; stop it, or name another file."
    if "full" in str(error):
        return f"The database {file} cannot be written ({error}); make room on its disk."
    if any(words in str(error) for words in ("readonly", "unable to open", "disk I/O")):
        return (
            f"The database {file} cannot be written ({error}); let the server's user write to it "
            "and in its folder, see to the disk, or name another with --database sqlite:///FILE."
        )
    return (
        f"The database {file} is damaged or not a database ({error}); "
        "restore a backup or name another file."
    )


def _let_go(connection: sqlite3.Connection) -> None:
    with contextlib.suppress(sqlite3.Error):  # it may want to write once more
        connection.close()


def copy_file(connection: sqlite3.Connection, path: Path) -> Path:
    """Copy a few pages at a time; the copy gets its name when it is whole, or nothing is left."""
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    try:
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE))
        with contextlib.closing(sqlite3.connect(part)) as copy:
            connection.backup(copy, pages=PAGES_AT_ONCE, sleep=0.01)
        return part.replace(path)
    except BaseException:
        for end in ("", "-journal"):
            part.with_name(part.name + end).unlink(missing_ok=True)
        raise


def _prepare(connection: sqlite3.Connection, file: Path) -> None:
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    connection.execute("BEGIN EXCLUSIVE")
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    connection.execute("COMMIT")
    if application != APPLICATION and (application or tables):
        raise Refusal(f"The database {file} belongs to another program; name another file.")
    require_readable(str(file), _versions(connection, version), schema=len(MIGRATIONS))
    (health,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if health != "ok":
        raise sqlite3.DatabaseError(health)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA secure_delete = ON")  # what is forgotten is overwritten
    for number, script in enumerate(MIGRATIONS[version:], version + 1):
        connection.executescript(
            f"BEGIN; {script} PRAGMA application_id = {APPLICATION}; "
            f"PRAGMA user_version = {number}; COMMIT;"
        )
    found = _versions(connection, max(version, len(MIGRATIONS)))
    versions = raised(found, schema=len(MIGRATIONS), oldest_schema=OLDEST_SCHEMA)
    # It writes: better now than at the first move. Mostly the numbers stay as they are.
    connection.execute(f"PRAGMA user_version = {versions.schema}")
    connection.execute("INSERT OR REPLACE INTO versions VALUES (1, ?, ?, ?)", versions[1:])


def _versions(connection: sqlite3.Connection, schema: int) -> Versions:
    """Return who may use a file; before there were versions, everybody from the first on."""
    if schema < VERSIONED_SCHEMA:
        return Versions(schema, 0, 1, 1)
    rows = connection.execute("SELECT oldest_schema, log, oldest_log FROM versions").fetchall()
    if not rows:
        raise sqlite3.DatabaseError("it does not say who may read it")
    return Versions(schema, *rows[0])
