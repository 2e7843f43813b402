"""A copy of the file of tables while the server runs: nobody else can read the file meanwhile."""

import asyncio
import contextlib
import logging
import signal
import sqlite3

from purrlor.server.stores import Store, StoreFailed
from purrlor.server.stores.sqlite import SQLiteStore

log = logging.getLogger(__name__)


def copy_when_asked(store: Store) -> None:
    """Copy the file at SIGUSR1, where there is a file and such a signal."""
    if not isinstance(store, SQLiteStore) or not hasattr(signal, "SIGUSR1"):
        return
    loop, tasks = asyncio.get_running_loop(), set[asyncio.Task[None]]()

    def begin() -> None:
        if not tasks:
            task = loop.create_task(_copy(store))
            tasks.add(task)
            task.add_done_callback(tasks.discard)

    with contextlib.suppress(RuntimeError, ValueError):  # not the main thread: no signals here
        loop.add_signal_handler(signal.SIGUSR1, begin)


async def _copy(store: SQLiteStore) -> None:
    try:
        path = await store.copy()
    except (OSError, sqlite3.Error, StoreFailed) as error:
        log.error("the file could not be copied", extra={"why": str(error)})
    except Exception:
        log.exception("the file could not be copied")
    else:
        log.info("the file was copied", extra={"path": str(path)})
