"""Whether a server works, and whether it can keep anything."""

import asyncio
import time

import msgspec
from litestar import Response, get

import purrlor
from purrlor.server.api.asking import Asked
from purrlor.server.parlour import Parlour
from purrlor.server.stores import StoreFailed

ANSWER_SECONDS = 1.5
"""A store that takes longer does not answer: proxies wait about two seconds."""
KEPT_SECONDS = 0.5
"""How long an answer holds, however often it is asked for."""


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the server works."""

    status: str
    version: str


READY = "ready"
SILENT = "the store does not answer"
UNWRITABLE = "the store cannot be written; the log says why"


class Readiness:
    """Asks the store whether it is there, once for all who ask at the same time."""

    def __init__(self, parlour: Parlour) -> None:
        self._parlour = parlour
        self._asking: asyncio.Task[str] | None = None
        self._asked_at = 0.0

    async def status(self) -> str:
        """Return whether the store answers, and keeps what it is given."""
        is_old = time.monotonic() - self._asked_at > KEPT_SECONDS
        if self._asking is None or (self._asking.done() and is_old):
            self._asked_at = time.monotonic()
            self._asking = asyncio.get_running_loop().create_task(self._ask())
        return await asyncio.shield(self._asking)

    async def _ask(self) -> str:
        try:
            await asyncio.wait_for(self._parlour.store.pulse(), ANSWER_SECONDS)
        except (TimeoutError, StoreFailed):
            return SILENT
        return READY if self._parlour.can_write else UNWRITABLE


@get("/health", summary="Whether the server works", sync_to_thread=False)
def read_health() -> Health:
    """Return "ok" while requests are answered."""
    return Health(status="ok", version=purrlor.__version__)


@get("/health/ready", summary="Whether the server works and its store keeps what it is given")
async def read_readiness(request: Asked) -> Response[Health]:
    """Return "ready", or 503: a proxy sends people elsewhere."""
    readiness: Readiness = request.app.state.readiness
    status = await readiness.status()
    health = Health(status=status, version=purrlor.__version__)
    return Response(health, status_code=200 if status == READY else 503)
