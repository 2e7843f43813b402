"""uvicorn's HTTP with bounds: on headers, bodies, waiting, and the share of one connection.

uvicorn and httptools take headers of any size for any length of time, bodies that never end, and
any number of requests at once in a connection. A server that strangers reach needs a bound for
each.
"""

import asyncio
from http import HTTPStatus
from typing import Any, NamedTuple

import httptools
import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from purrlor.core.refusals import Reason
from purrlor.server.connections import Connections
from purrlor.server.hosts import is_host
from purrlor.server.metrics import METRICS
from purrlor.server.problems import Problem

HEADER_BYTES = 8 * 1024
"""How long the request line and all headers together may be."""
MOST_HEADERS = 64
BODY_BYTES = 8 * 1024 * 1024
"""What is received of a body at most, read or not; what a request may say is bounded elsewhere."""
MOST_PIPELINED = 8
"""How many requests of a connection may wait for the one before."""
BYTES_PER_TURN = 16 * 1024
"""The number of bytes to process before other connections have their turn."""
IDLE_SECONDS = 15.0
"""How long a connection may be idle, or take to close, after uvicorn has given it up."""
UNREAD_SECONDS = 60.0
"""How long a client may take to read what waits for it."""
FAREWELL_SECONDS = 1.0
"""How long a client has to read why its request was refused."""
MOST_DISCARDED = 1 << 20
"""The number of bytes it may still send meanwhile."""

TOO_LONG = Reason("headers_too_long", "The headers of this request are too long.")
TOO_SLOW = Reason("too_slow", "This request took too long to arrive.")
UNREADABLE = Reason("unreadable", "This is not a request that can be read.")
NO_HOST = Reason("bad_host", "This request names no host, or one that cannot be.")
CROWDED = Reason("crowded", "There are too many connections; try again in a moment.")


class Deadlines(NamedTuple):
    """How many seconds a request may take to arrive."""

    headers: float
    body: float


class BoundedHttp(HttpToolsProtocol):
    """uvicorn's HTTP/1.1, which bounds what a client may cost."""

    def __init__(
        self, *arguments: Any, guard: Connections, deadlines: Deadlines, **words: Any
    ) -> None:
        super().__init__(*arguments, **words)
        self._guard = guard
        self._deadlines = deadlines
        self._data = b""
        """What was received; everything before `_at` is done with."""
        self._at = 0
        self._turn: asyncio.Handle | None = None
        self._has_paused = False
        self._is_in_headers = True
        self._is_begun = False
        """Whether anything of the current request has arrived."""
        self._is_with_application = False
        """Whether the application was given the current request."""
        self._received = 0
        """The bytes of the current headers, then of the current body."""
        self._running: RequestResponseCycle | None = None
        """The request that the application works at; `cycle` is the latest."""
        self._refused: tuple[int, Reason] | None = None
        self._is_deaf = False
        self._discarded = 0

    # The connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection if there is room for it."""
        super().connection_made(transport)
        if not self._guard.admit(self, self.client[0] if self.client else ""):
            METRICS.dropped.labels("crowded").inc()
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, CROWDED)
            transport.close()
            return
        self._guard.wait(self, self._deadlines.headers)

    def connection_lost(self, exc: Exception | None) -> None:
        """Drop what was not processed."""
        self._stop()
        self._disconnect()
        self._guard.release(self)
        super().connection_lost(exc)

    def _stop(self) -> None:
        self._data, self._at = b"", 0
        if self._turn is not None:
            self._turn.cancel()
            self._turn = None

    def cut(self) -> None:
        """End the connection now; an answer under way has nobody to go to."""
        self._disconnect()
        self.transport.abort()

    def _disconnect(self) -> None:
        """Let no request write to a connection that is closed."""
        cycle: RequestResponseCycle | None = self.cycle
        for one in (cycle, self._running, *(waiting for waiting, _ in self.pipeline)):
            if one is not None and not one.response_complete:
                one.disconnected = True
                one.message_event.set()

    def expire(self) -> None:
        """The other end took too long."""
        is_slow_request = self._is_begun and not self._is_deaf and not self.flow.write_paused
        if is_slow_request and not self.transport.is_closing():
            self._refuse(HTTPStatus.REQUEST_TIMEOUT, TOO_SLOW)
        else:
            self.cut()

    def pause_writing(self) -> None:
        """The client does not read; it has some time to do so."""
        super().pause_writing()
        self._guard.wait(self, UNREAD_SECONDS)

    def resume_writing(self) -> None:
        """The client reads again."""
        super().resume_writing()
        if self._is_begun and not self._is_in_headers:
            self._guard.wait(self, self._deadlines.body)
        else:
            self._guard.work(self)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    # What arrives

    def data_received(self, data: bytes) -> None:
        """Process what arrives, some of it in each turn of the event loop."""
        if self._is_deaf:
            self._discarded += len(data)
            if self._discarded > MOST_DISCARDED:
                self.cut()
            return
        self._unset_keepalive_if_required()
        self._data = self._data[self._at :] + data if self._at < len(self._data) else data
        self._at = 0
        if self._turn is not None:
            self._pause()
        else:
            self._take_turn()

    def _take_turn(self) -> None:
        self._turn = None
        until = self._at + BYTES_PER_TURN
        while self._at < len(self._data) and not self.transport.is_closing():
            if self._at >= until:
                self._pause()
                self._turn = self.loop.call_soon(self._take_turn)
                return
            if not self._feed(until):
                return
        if self._has_paused:
            self._has_paused = False
            if not self.flow.read_paused and not self.transport.is_closing():
                self.transport.resume_reading()

    def _pause(self) -> None:
        self._has_paused = True
        if not self.transport.is_closing():
            self.transport.pause_reading()

    def _feed(self, until: int) -> bool:
        """Parse some bytes; return False if nothing more is to be parsed here."""
        left = (HEADER_BYTES if self._is_in_headers else BODY_BYTES) - self._received
        if left <= 0:
            self._refuse_long()
            return False
        if self._is_in_headers and not self._is_begun:
            self._is_begun = True
            self._guard.wait(self, self._deadlines.headers)
        piece = self._data[self._at : min(until, self._at + left)]
        self._at += len(piece)
        self._received += len(piece)
        try:
            self.parser.feed_data(piece)
        except httptools.HttpParserError:
            self._refuse(*(self._refused or (HTTPStatus.BAD_REQUEST, UNREADABLE)))
            return False
        except httptools.HttpParserUpgrade:
            if self._refused is None and self._should_upgrade():
                return self._upgrade()
        if self._refused is not None:
            self._refuse(*self._refused)
            return False
        return True

    def _upgrade(self) -> bool:
        """Become a WebSocket, unless another request is still being answered."""
        if self._is_answered:
            self._stop()
            self.handle_websocket_upgrade()
        else:
            self.cut()
        return False

    def _refuse_long(self) -> None:
        if self._is_in_headers:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, TOO_LONG)
        else:
            self.cut()

    def handle_websocket_upgrade(self) -> None:
        """Become a WebSocket, which takes this connection's place."""
        super().handle_websocket_upgrade()
        protocol = self.transport.get_protocol()
        self._guard.hand_over(self, protocol)  # type: ignore[arg-type]
        if self._has_paused and not self.transport.is_closing():
            self.transport.resume_reading()
        self.parser: Any = None  # it refers to us; without it reference counting frees both

    # What the parser says

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._is_in_headers = True
        self._is_with_application = False

    def on_url(self, url: bytes) -> None:
        """Take a part of the address."""
        super().on_url(url)
        if not url.isascii():
            self._refused = (HTTPStatus.BAD_REQUEST, UNREADABLE)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header; there may be some, and none after the body."""
        if not self._is_in_headers:
            self._refused = (HTTPStatus.BAD_REQUEST, UNREADABLE)
        elif len(self.headers) >= MOST_HEADERS:
            self._refused = (HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, TOO_LONG)
        else:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Answer a request, or wait for its body first."""
        self._is_in_headers = False
        self._received = 0
        if self._refused is None:
            self._check_request()
        if self._refused is not None:
            return
        self._guard.wait(self, self._deadlines.body)
        super().on_headers_complete()
        self._is_with_application = not (self.parser.should_upgrade() and self._should_upgrade())

    def _check_request(self) -> None:
        hosts = [value for name, value in self.headers if name == b"host"]
        is_old = self.parser.get_http_version() == "1.0"
        if not all(map(is_host, hosts)) or (len(hosts) != 1 and not (is_old and not hosts)):
            self._refused = (HTTPStatus.BAD_REQUEST, NO_HOST)
        elif len(self.pipeline) >= MOST_PIPELINED:
            self._refused = (HTTPStatus.SERVICE_UNAVAILABLE, CROWDED)

    def on_body(self, body: bytes) -> None:
        """Take a part of the body."""
        if self._refused is None:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """A request is here, whole."""
        if self._refused is not None:
            return
        self._is_in_headers, self._is_begun, self._received = True, False, 0
        if self._is_answered:
            self._guard.wait(self, IDLE_SECONDS)
        elif not self.flow.write_paused:
            self._guard.work(self)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """A request is answered; the client may ask for something else."""
        super().on_response_complete()
        if not self._is_begun and not self.pipeline:
            self._guard.wait(self, IDLE_SECONDS)

    # Refusals

    def _refuse(self, status: int, reason: Reason) -> None:
        """Answer with a sentence, and listen no more."""
        self._stop()
        self._is_deaf = True
        if self.transport.is_closing():
            return
        if not self._give_up_request():
            self.cut()
            return
        METRICS.refusals.inc()
        self.transport.write(_answer(HTTPStatus(status), reason))
        if self.transport.can_write_eof():
            self.transport.write_eof()
        if self._has_paused:
            self.transport.resume_reading()
        self._guard.wait(self, FAREWELL_SECONDS)

    @property
    def _is_answered(self) -> bool:
        """Whether all requests that the application was given are answered."""
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is None or cycle.response_complete

    def _give_up_request(self) -> bool:
        """Take a request back from the application; return False if its answer is under way."""
        if not self._is_with_application:
            return self._is_answered
        if self.cycle.response_started or self.pipeline:
            return False
        self.cycle.disconnected = True
        self.cycle.message_event.set()
        return True


def _answer(status: HTTPStatus, reason: Reason) -> bytes:
    body = msgspec.json.encode(Problem(sentence=reason.sentence, reason=reason.name))
    retry = "retry-after: 1\r\n" if status == HTTPStatus.SERVICE_UNAVAILABLE else ""
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}\r\n"
        f"content-type: application/json\r\ncontent-length: {len(body)}\r\n{retry}"
        "x-content-type-options: nosniff\r\nconnection: close\r\n\r\n"
    )
    return head.encode() + body
