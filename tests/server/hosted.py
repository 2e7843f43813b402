"""A server with real sockets within the test's own process, where its objects can be counted."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import uvicorn
import uvloop
from served import free_port

from purrlor.server.app import Purrlor
from purrlor.server.parlour import Parlour
from purrlor.server.run import bound_clients
from purrlor.server.settings import Settings

_Result = TypeVar("_Result")


class Hosted:
    """A server and its tables."""

    def __init__(self, url: str, parlour: Parlour, connections: set[Any]) -> None:
        self.url = url
        self.parlour = parlour
        self.connections = connections
        """Of HTTP and sockets, while they are open."""


@asynccontextmanager
async def host(folder: Path, **settings: Any) -> AsyncIterator[Hosted]:
    """Serve on a free port; limits are generous unless a test says otherwise."""
    generous = {
        "bot_pause": 0.0,
        "tables_per_address": 100_000,
        "joins_per_address": 100_000,
        "messages": 100_000,
    }
    port, database = free_port(), f"sqlite:///{folder / 'purrlor.db'}"
    chosen = Settings(port=port, database=database, **(generous | settings))
    app = Purrlor(chosen)
    config = uvicorn.Config(
        app, port=port, ws_max_size=chosen.frame_bytes, log_level="warning", lifespan="on"
    )
    bound_clients(config, chosen)
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
        assert not serving.done()
    try:
        parlour = app.http.state.parlour
        yield Hosted(f"http://127.0.0.1:{port}", parlour, server.server_state.connections)
    finally:
        server.should_exit = True
        await serving


def run_as_served(story: Coroutine[Any, Any, _Result]) -> _Result:
    """Run a story in an event loop like that of a server."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(asyncio.wait_for(story, 120))
