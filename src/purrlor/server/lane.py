"""A short way for the frames that nearly all are: whole, small and of text.

uvicorn speaks the WebSocket protocol through a parser for everything there is. A frame of text that
arrives whole needs none of it: it is unmasked and handed on, and an answer is a few bytes of header
and the text. Every other frame takes uvicorn's way, one at a time, so that its parser always stands
between two frames.

Every frame counts against the rate limit, whatever its kind. After some frames the event loop
serves the other connections before it comes back to the rest.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State
from websockets.speedups import apply_mask

from purrlor.server.connections import Connections
from purrlor.server.limits import is_within
from purrlor.server.metrics import METRICS

EXTENSION = "purrlor.lane"
"""Where the application finds the lane of its socket: among the extensions of the scope."""

WHOLE_TEXT, MASKED = 0x81, 0x80
SHORT, MEDIUM, LONG = 125, 126, 127
"""A length up to SHORT stands in the second byte; MEDIUM and LONG say that two or eight more bytes
hold it."""
MASK_BYTES = 4
FRAMES_PER_TURN = 32
"""The number of frames to process before other connections have their turn."""
SECONDS_PER_TURN = 0.002
"""The same in time: some frames cost more than others."""
POLICY = 1008
FAREWELL_SECONDS = 1.0
"""How long a client that sent too much has to read why its socket is closed."""
MOST_DISCARDED = 1 << 20
"""The number of bytes it may still send meanwhile."""


class FrameRate(NamedTuple):
    """How many frames a socket may send, and in how many seconds."""

    frames: int
    seconds: float


class Lane(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, with a short way in and out."""

    def __init__(
        self, *arguments: Any, rate: FrameRate, guard: Connections | None = None, **words: Any
    ) -> None:
        super().__init__(*arguments, **words)
        self.take: Callable[[str], None] | None = None
        """Who takes text that comes the short way; nobody before the application asks for it."""
        self._rate = rate
        self._guard = guard
        self._times: deque[float] = deque()
        self._data = b""
        """What was received; everything before `_at` is done with."""
        self._at = 0
        self._turn: asyncio.Handle | None = None
        """The next turn, if there are frames left for it."""
        self._has_paused = False
        self._is_deaf = False
        """Whether too much was sent: whatever else comes is discarded."""
        self._discarded = 0

    async def run_asgi(self) -> None:
        """Let the application find its lane."""
        extensions: dict[str, Any] = cast(Any, self.scope["extensions"])
        extensions[EXTENSION] = self
        try:
            await super().run_asgi()
        finally:
            del extensions[EXTENSION]

    def connection_lost(self, exc: Exception | None) -> None:
        """Drop what was not processed, and the parser, which refers to itself.

        So reference counting frees the rest.
        """
        self._data, self._at = b"", 0
        if self._turn is not None:
            self._turn.cancel()
        if self._guard is not None:
            self._guard.release(self)
        super().connection_lost(exc)
        self.conn.parser.close()
        self.conn.parser_exc = None

    def expire(self) -> None:
        """A socket has no deadline: its pings find out whether it still listens."""

    def cut(self) -> None:
        """End the connection now."""
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Hand each whole frame on, by the short way if it can go there."""
        if self._is_deaf:
            return self._discard(data)
        if not self.handshake_initiated:
            return super().data_received(data)  # the request, which uvicorn's HTTP side repeats
        self._data = self._data[self._at :] + data if self._at < len(self._data) else data
        self._at = 0
        if self._turn is not None or not self.handshake_complete:
            self._pause()  # one turn after the other, and none before the socket is accepted
        else:
            self._take_turn()
        return None

    async def send(self, message: Any) -> None:
        """Send; once a socket is accepted, process what came too early."""
        was_complete = self.handshake_complete
        await super().send(message)
        if not was_complete and self.handshake_complete and self._data and self._turn is None:
            self._turn = self.loop.call_soon(self._take_turn)

    def _take_turn(self) -> None:
        """Process some frames; leave the rest for the next turn."""
        self._turn = None
        until = time.monotonic() + SECONDS_PER_TURN
        for _ in range(FRAMES_PER_TURN):
            if not self._process_frame() or self._is_finished:
                break
            if time.monotonic() > until and self._at < len(self._data):
                self._continue_later()
                return
        else:
            if self._at < len(self._data):
                self._continue_later()
                return
        if self._is_finished:
            self._data, self._at = b"", 0
        elif self._has_paused:
            self._has_paused = False
            if not self.read_paused:
                self.transport.resume_reading()

    def _continue_later(self) -> None:
        self._pause()
        self._turn = self.loop.call_soon(self._take_turn)

    def _pause(self) -> None:
        self._has_paused = True
        if not self.transport.is_closing():
            self.transport.pause_reading()

    @property
    def _is_finished(self) -> bool:
        return self._is_deaf or self.transport.is_closing()

    def _process_frame(self) -> bool:
        """Process the next frame; return False if it is not here yet, or closes the socket."""
        data, at = self._data, self._at
        begin, end = _extent(data, at)
        if begin and end - begin > self.config.ws_max_size:
            super().data_received(data[at:begin])  # it refuses the rest unread
            return False
        if not begin or end > len(data):
            return False
        if not is_within(self._times, *self._rate):
            self._refuse_more()
            return False
        self._at = end
        if not self._took(data, at, begin, end):
            super().data_received(data[at:end])
        return True

    def _took(self, data: bytes, at: int, begin: int, end: int) -> bool:
        """Hand a frame on if it is whole, of text, and does not interrupt another."""
        is_plain = data[at] == WHOLE_TEXT and data[at + 1] & MASKED and not self.close_sent
        if not is_plain or self.conn.current_size is not None or self.take is None:
            return False
        try:
            text = apply_mask(data[begin:end], data[begin - MASK_BYTES : begin]).decode()
        except UnicodeDecodeError:
            return False
        self.take(text)
        return True

    def _refuse_more(self) -> None:
        """Say that there were too many frames, and listen to no more of them."""
        self._is_deaf = True
        METRICS.dropped.labels("rate").inc()
        if self.close_sent:
            self.transport.close()
            return
        reason = "Too many messages; come back in a moment."
        farewell: Any = {"type": "websocket.disconnect", "code": POLICY, "reason": reason}
        self.queue.put_nowait(farewell)
        self.conn.send_close(POLICY, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(FAREWELL_SECONDS, self.transport.close)
        self.transport.resume_reading()

    def _discard(self, data: bytes) -> None:
        self._discarded += len(data)
        if self._discarded > MOST_DISCARDED:
            self.transport.abort()

    def write_text(self, text: bytes) -> bool:
        """Send a frame of text now; return False if the socket does not take it."""
        is_open = self.conn.state is State.OPEN and not self.close_sent
        if not is_open or not self.writable.is_set() or self.transport.is_closing():
            return False
        size = len(text)
        if size <= SHORT:
            header = bytes((WHOLE_TEXT, size))
        elif size < 1 << 16:
            header = bytes((WHOLE_TEXT, MEDIUM, size >> 8, size & 0xFF))
        else:
            return False
        self.transport.write(header + text)
        return True


def _extent(data: bytes, at: int) -> tuple[int, int]:
    """Return where the payload of a frame begins and ends; 0 if too little of it is here to tell.

    A frame begins at `at`.
    """
    here = len(data) - at
    if here < 2:
        return 0, 0
    size, begin = data[at + 1] & 0x7F, at + 2
    if size >= MEDIUM:
        length_bytes = 2 if size == MEDIUM else 8
        if here < 2 + length_bytes:
            return 0, 0
        size = int.from_bytes(data[begin : begin + length_bytes], "big")
        begin += length_bytes
    if data[at + 1] & MASKED:
        begin += MASK_BYTES
    return begin, begin + size
