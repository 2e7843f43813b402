"""Where tables are kept: one contract, one file for each database."""

from purrlor.core.refusals import Refusal
from purrlor.server.stores.base import Conflict, FinishedGame, Head, Line, Store, StoreFailed

__all__ = ["Conflict", "FinishedGame", "Head", "Line", "Store", "StoreFailed", "open_store"]


def open_store(url: str) -> Store:
    """Open the store of an address such as `sqlite:///purrlor.db`."""
    from purrlor.server.stores.sqlite import SQLiteStore

    scheme, _, rest = url.partition("://")
    if scheme == "sqlite" and rest.startswith("/"):
        return SQLiteStore(rest[1:])
    raise Refusal(f"A database is sqlite:///FILE, not {scheme}://….")
