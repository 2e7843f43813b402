"""The way to PostgreSQL: a few connections that come back by themselves after a restart."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar
from urllib.parse import urlsplit

import asyncpg

from purrlor.core.refusals import Refusal
from purrlor.server.metrics import METRICS
from purrlor.server.stores.base import StoreFailed
from purrlor.server.stores.postgres_schema import prepare

T = TypeVar("T")

CONNECTIONS = 8
PATIENCE = 8.0
"""How long to try again, in seconds: a restart of PostgreSQL takes less."""
PAUSE = 0.1
ANSWER_SECONDS = 5.0
"""How long one statement may take."""
SETTINGS = {
    "search_path": "purrlor",
    "synchronous_commit": "on",  # acknowledged means durable
    "jit": "off",  # our statements are short
}
PASSING = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.TooManyConnectionsError,
    asyncpg.TransactionRollbackError,
)
"""What a second attempt may mend: a restart, a cut line, a deadlock."""
HOPELESS = (
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidCatalogNameError,
    asyncpg.InsufficientPrivilegeError,
    asyncpg.ClientConfigurationError,
    asyncpg.ReadOnlySQLTransactionError,
    ValueError,
)


class PostgresLink:
    """Runs statements, again if the line broke meanwhile: each must bear being run twice."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._place = _place(url)
        self._pool: Any = None
        self._opening = asyncio.Lock()
        self._is_closed = False

    async def run(self, work: Callable[[Any], Awaitable[T]]) -> T:
        """Do work on a connection; `StoreFailed` if PostgreSQL stays away."""
        until = time.monotonic() + PATIENCE
        while True:
            if self._is_closed:
                raise StoreFailed("The database is closed.")
            try:
                return await self._attempt(work)
            except HOPELESS as error:
                words = f"The database {self._place} cannot be used: {error}."
                raise (StoreFailed(words) if self._pool else Refusal(words)) from None
            except PASSING as error:
                if time.monotonic() > until or self._is_closed:
                    why = str(error) or type(error).__name__
                    raise StoreFailed(
                        f"The database {self._place} does not answer ({why}); "
                        "see whether PostgreSQL runs, and try again."
                    ) from None
            except asyncpg.PostgresError as error:
                raise StoreFailed(f"The database {self._place} failed: {error}.") from error
            METRICS.store.retries.inc()
            await asyncio.sleep(PAUSE)

    async def _attempt(self, work: Callable[[Any], Awaitable[T]]) -> T:
        pool = self._pool or await self._open()
        connection = await pool.acquire(timeout=ANSWER_SECONDS)
        try:
            return await work(connection)
        except Exception as error:
            is_passing = isinstance(error, PASSING)
            if not is_passing and not connection.is_closed():
                raise
            connection.terminate()
            if is_passing:
                raise
            raise ConnectionResetError(str(error)) from error  # the driver stumbled over the cut
        finally:
            await pool.release(connection)

    async def _open(self) -> Any:
        async with self._opening:
            if self._pool is None:
                pool = asyncpg.create_pool(
                    self._url,
                    min_size=0,
                    max_size=CONNECTIONS,
                    timeout=ANSWER_SECONDS,
                    command_timeout=ANSWER_SECONDS,
                    server_settings=SETTINGS,
                    reset=_leave,
                )
                try:
                    await pool
                    async with pool.acquire() as connection:
                        await prepare(connection, self._place)
                except BaseException:
                    pool.terminate()
                    raise
                self._pool = pool
            return self._pool

    async def close(self) -> None:
        """Let go of all connections."""
        self._is_closed = True
        if self._pool is not None:
            pool, self._pool = self._pool, None
            try:
                await asyncio.wait_for(pool.close(), ANSWER_SECONDS)
            except (TimeoutError, *PASSING):
                pool.terminate()


async def _leave(connection: Any) -> None:
    """Our statements change nothing of a session, so nothing is set back: that is a round trip."""


def _place(url: str) -> str:
    """Return an address without its password."""
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    return f"{host}{parts.path}"
