"""Running the server: uvicorn, set up as our sockets need it."""

import asyncio
import contextlib
import functools
import gc
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from purrlor.bots.levels import LEVELS
from purrlor.bots.players import POLICY
from purrlor.core.discovery import built_in_names, game
from purrlor.core.kernel import INTERPRETED
from purrlor.server.app import Purrlor
from purrlor.server.connections import Connections, raise_descriptor_limit
from purrlor.server.http_protocol import BoundedHttp, Deadlines
from purrlor.server.lane import FrameRate, Lane
from purrlor.server.logs import log_config
from purrlor.server.settings import Settings
from purrlor.sim.compiled import is_warm
from purrlor.sim.warm import decide_once, play_through, warm_coach

GC_THRESHOLDS = (10_000, 10, 1_000_000)
"""Young objects are searched for cyclic garbage often, which takes milliseconds. A search through
all objects would block the event loop: it waits until nobody is connected. Tables and sockets do
not need it, since reference counting frees them."""
SWITCH_SECONDS = 0.0005
"""For how long a busy thread may keep the interpreter's lock while the event loop waits for it; the
loop lets go of the lock several times for each move."""
TICKS_BETWEEN_COLLECTIONS = 600
"""Ten ticks are a second."""


class Server(uvicorn.Server):
    """uvicorn, telling when it listens."""

    def __init__(
        self, config: uvicorn.Config, started: Callable[[], None], handshake_seconds: float
    ) -> None:
        super().__init__(config)
        self._started = started
        self._handshake_seconds = handshake_seconds

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, then say so.

        uvicorn has no setting for how long a TLS handshake may take, so the loop adds it.
        """
        loop: Any = asyncio.get_running_loop()
        if self.config.is_ssl:
            seconds = self._handshake_seconds
            loop.create_server = functools.partial(
                loop.create_server, ssl_handshake_timeout=seconds
            )
        await super().startup(sockets)
        if self.config.is_ssl:
            del loop.create_server
        if self.started:
            self._started()

    async def on_tick(self, counter: int) -> bool:
        """Collect all garbage now and then, while nobody is connected who would have to wait."""
        if counter % TICKS_BETWEEN_COLLECTIONS == 0 and not self.server_state.connections:
            gc.collect()
        return await super().on_tick(counter)


def run(
    settings: Settings,
    *,
    certificate: tuple[Path, Path] | None = None,
    started: Callable[[], None] = lambda: None,
    log_level: str = "info",
) -> bool:
    """Serve until told to stop; return whether it ever listened."""
    config = uvicorn.Config(
        Purrlor(settings),
        host=settings.host,
        port=settings.port,
        ws_max_size=settings.frame_bytes,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        log_config=log_config(log_level),
        access_log=False,
        server_header=False,
        lifespan="on",
        timeout_graceful_shutdown=5,
        ssl_certfile=certificate[0] if certificate else None,
        ssl_keyfile=certificate[1] if certificate else None,
    )
    bound_clients(config, settings)
    server = Server(config, started, settings.header_seconds)
    _load_rules()
    # What is loaded by now stays; looking through it again and again would cost a tenth of a move.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    sys.setswitchinterval(SWITCH_SECONDS)
    with contextlib.suppress(KeyboardInterrupt):
        server.run()
    return server.started


def bound_clients(config: uvicorn.Config, settings: Settings) -> None:
    """Let our own protocols speak, which bound what one client can cost.

    Connections of proxies that uvicorn trusts are not counted by address.
    """
    app: Any = config.app
    trusted = ProxyHeadersMiddleware(app, config.forwarded_allow_ips).trusted_hosts
    guard = Connections(
        descriptors=raise_descriptor_limit(),
        most_per_address=settings.connections_per_address,
        trusted=trusted,
    )
    rate = FrameRate(settings.messages, settings.message_seconds)
    deadlines = Deadlines(settings.header_seconds, settings.body_seconds)
    protocols: Any = config
    protocols.http = functools.partial(BoundedHttp, guard=guard, deadlines=deadlines)
    protocols.ws = functools.partial(Lane, guard=guard, rate=rate)


def _load_rules() -> None:
    """Load all compiled rules that tables, bots and hints call, so that none waits for them later.

    One kernel is loaded at a time, and the interpreter's lock is held meanwhile: whatever is loaded
    while people play blocks the event loop.
    """
    for found in map(game, built_in_names()):
        play_through(found)
        if not INTERPRETED:
            decide_once(found, POLICY)
            warm_coach(found)
        if not INTERPRETED and is_warm(found, "search"):
            for level in LEVELS.values():
                decide_once(found, level)
