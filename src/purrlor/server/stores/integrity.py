"""What keeps a store honest: a checksum for each line, and versions that say who may read it."""

import zlib
from collections.abc import Iterable
from typing import NamedTuple

from purrlor.core.refusals import Refusal
from purrlor.server.entries import LOG_VERSION, OLDEST_READER, LogRefused
from purrlor.server.stores.base import Line


class Versions(NamedTuple):
    """Of a store: the schema and the log, each with the oldest version that can use it."""

    schema: int
    oldest_schema: int
    log: int
    oldest_log: int


def require_readable(place: str, found: Versions, *, schema: int) -> None:
    """Refuse a store that only a newer Purrlor can use; `schema` is ours."""
    if found.oldest_schema > schema:
        raise Refusal(
            f"The database {place} was written by a newer Purrlor (version {found.schema}, for "
            f"{found.oldest_schema} and later); this one knows {schema}. "
            "Upgrade, or name another database."
        )
    if found.oldest_log > LOG_VERSION:
        raise Refusal(
            f"The tables in the database {place} were written by a newer Purrlor (log version "
            f"{found.log}, for {found.oldest_log} and later); this one knows {LOG_VERSION}. "
            "Upgrade, or name another database."
        )


def raised(found: Versions, *, schema: int, oldest_schema: int) -> Versions:
    """Return the versions of a store after this server has used it: they never go down."""
    return Versions(
        max(found.schema, schema),
        max(found.oldest_schema, oldest_schema),
        max(found.log, LOG_VERSION),
        max(found.oldest_log, OLDEST_READER),
    )


def checksum(table_id: str, line: Line) -> int:
    """Return a checksum of everything in a line, and of the table it belongs to."""
    words = f"{table_id}\0{line.seq}\0{line.command_id}\0{line.seat}\0{line.at!r}\0"
    return zlib.crc32(line.body, zlib.crc32(words.encode("utf-8", "surrogateescape")))


def checked_lines(table_id: str, rows: Iterable[tuple[object, ...]]) -> list[Line]:
    """Return lines as they were written; one that was altered since is named.

    A row ends with its checksum; lines of older servers have none.
    """
    return [_checked(table_id, row) for row in rows]


def _checked(table_id: str, row: tuple[object, ...]) -> Line:
    *words, expected = row
    try:
        line = Line(*words)  # type: ignore[arg-type]
        is_as_written = expected is None or checksum(table_id, line) == expected
    except (TypeError, ValueError):
        is_as_written = False
    if not is_as_written:
        raise LogRefused(
            "Line {number} of this table's log is damaged: its checksum does not fit. The host of "
            "this server can restore a backup.",
            reason="log_damaged",
            number=words[0] if isinstance(words[0], int) else 0,
        )
    return line


def checked_record(table_id: str, number: int, body: bytes, expected: int) -> bytes:
    """Return the record of a finished game as it was kept."""
    if zlib.crc32(body) != expected:
        raise LogRefused(
            "The record of game {number} is damaged: its checksum does not fit. The host of this "
            "server can restore a backup.",
            reason="record_damaged",
            number=number,
        )
    return body
