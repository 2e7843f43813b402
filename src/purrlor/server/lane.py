"""A short way for the frames that nearly all are: whole, small and of text.

uvicorn speaks the WebSocket protocol through a parser for everything there is. A frame of text that
arrives whole needs none of it: it is unmasked and handed on, and an answer is a few bytes of header
and the text. Every other frame takes uvicorn's way, one at a time, so that its parser always stands
between two frames.
"""

from collections.abc import Callable
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State
from websockets.speedups import apply_mask

EXTENSION = "purrlor.lane"
"""Where the application finds the lane of its socket: among the extensions of the scope."""

WHOLE_TEXT, MASKED = 0x81, 0x80
SHORT, MEDIUM = 125, 126
"""A length up to SHORT stands in the second byte; MEDIUM says that two more bytes hold it."""
MASK_BYTES = 4


class Lane(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, with a short way in and out."""

    def __init__(self, *arguments: Any, **words: Any) -> None:
        super().__init__(*arguments, **words)
        self.take: Callable[[str], None] | None = None
        """Who takes text that comes the short way; nobody before the application asks for it."""
        self._rest = b""

    async def run_asgi(self) -> None:
        """Let the application find its lane."""
        extensions: dict[str, Any] = cast(Any, self.scope["extensions"])
        extensions[EXTENSION] = self
        try:
            await super().run_asgi()
        finally:
            del extensions[EXTENSION]

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of the parser, which refers to itself: reference counting frees the rest."""
        super().connection_lost(exc)
        self.conn.parser.close()
        self.conn.parser_exc = None

    def data_received(self, data: bytes) -> None:
        """Hand each whole frame on, by the short way if it can go there."""
        if not self.handshake_complete:
            return super().data_received(data)
        data = self._rest + data if self._rest else data
        self._rest = b""
        while data:
            begin, end = _extent(data)
            if end > self.config.ws_max_size + begin:
                return super().data_received(data)  # it refuses the rest unread
            if end == 0 or end > len(data):
                self._rest = data
                return None
            frame, data = (data, b"") if end == len(data) else (data[:end], data[end:])
            if not self._took(frame, begin):
                super().data_received(frame)
        return None

    def _took(self, frame: bytes, begin: int) -> bool:
        """Hand a frame on if it is whole, of text, and does not interrupt another."""
        is_plain = frame[0] == WHOLE_TEXT and frame[1] & MASKED and not self.close_sent
        if not is_plain or self.conn.current_size is not None or self.take is None:
            return False
        try:
            text = apply_mask(frame[begin:], frame[begin - MASK_BYTES : begin]).decode()
        except UnicodeDecodeError:
            return False
        self.take(text)
        return True

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


def _extent(data: bytes) -> tuple[int, int]:
    """Return where the payload of a frame begins and ends; 0 if too little of it is here to tell.

    A frame whose length needs eight bytes is longer than any we take.
    """
    if len(data) < 2:
        return 0, 0
    size, begin = data[1] & 0x7F, 2
    if size == MEDIUM:
        if len(data) < 4:
            return 0, 0
        size, begin = data[2] << 8 | data[3], 4
    elif size > MEDIUM:
        size = 1 << 62
    if data[1] & MASKED:
        begin += MASK_BYTES
    return begin, begin + size
