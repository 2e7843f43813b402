"""Where tables are kept: one contract, one file for each database."""

from purrlor.core.refusals import Refusal
from purrlor.server.stores.base import Conflict, FinishedGame, Head, Line, Store, StoreFailed

__all__ = [
    "Conflict",
    "FinishedGame",
    "Head",
    "Line",
    "Store",
    "StoreFailed",
    "check_store",
    "open_store",
]


def open_store(url: str) -> Store:
    """Open the store of an address such as `sqlite:///purrlor.db`."""
    from purrlor.server.stores.sqlite import SQLiteStore

    scheme, _, rest = url.partition("://")
    if scheme == "sqlite" and rest.startswith("/"):
        return SQLiteStore(rest[1:])
    raise Refusal("A database is named by its address: sqlite:///FILE.")


def check_store(url: str) -> None:
    """Refuse a store that cannot be opened, before anything else is done."""
    open_store(url).close_now()
