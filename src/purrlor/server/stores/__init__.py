"""Where tables are kept: one contract, one file for each database."""

import asyncio

from purrlor.core.refusals import Refusal
from purrlor.server.stores.base import (
    Access,
    Conflict,
    FinishedGame,
    Glance,
    Head,
    Line,
    Pulse,
    Rewritten,
    Store,
    StoreFailed,
)

__all__ = [
    "Access",
    "Conflict",
    "FinishedGame",
    "Glance",
    "Head",
    "Line",
    "Pulse",
    "Rewritten",
    "Store",
    "StoreFailed",
    "check_store",
    "open_store",
]


def open_store(url: str) -> Store:
    """Open the store of an address: `sqlite:///FILE` or `postgresql://…`, which connects later."""
    scheme, _, rest = url.partition("://")
    if scheme == "sqlite" and rest.startswith("/"):
        from purrlor.server.stores.sqlite import SQLiteStore

        return SQLiteStore(rest[1:])
    if scheme in ("postgresql", "postgres") and rest:
        try:
            from purrlor.server.stores.postgres import PostgresStore
        except ImportError:
            raise Refusal("PostgreSQL needs asyncpg: pip install 'purrlor[nodes]'.") from None
        return PostgresStore(url)
    raise Refusal(
        "A database is named by its address: sqlite:///FILE or postgresql://USER@HOST/NAME."
    )


def check_store(url: str) -> None:
    """Refuse a store that cannot be opened, before anything else is done."""

    async def check() -> None:
        store = open_store(url)
        try:
            await store.pulse()
        except StoreFailed as failure:
            raise Refusal(str(failure)) from None
        finally:
            await store.close()

    asyncio.run(check())
