"""Connections by hand: what is sent and when is up to the test."""

import base64
import contextlib
import os
import socket
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

TEXT, CONTINUED, BINARY, CLOSE, PING, PONG = 0x1, 0x0, 0x2, 0x8, 0x9, 0xA
WHOLE = 0x80


def frame(payload: bytes, first: int = WHOLE | TEXT, *, is_masked: bool = True) -> bytes:
    """Return a frame as a browser sends it."""
    size = len(payload)
    mark = 0x80 if is_masked else 0
    head = bytes([first, mark | (size if size < 126 else 126 if size < 1 << 16 else 127)])
    head += b"" if size < 126 else struct.pack("!H" if size < 1 << 16 else "!Q", size)
    if not is_masked:
        return head + payload
    return head + bytes(4) + payload  # a mask of zeros changes nothing


BURST = 16 * 2**20
"""The most that is sent in one go, in bytes."""
SMALL_BUT_LONG = bytes([WHOLE | PING, 0xFF]) + struct.pack("!Q", 0) + bytes(4)

BURSTS = {
    "empty pings": (b"", frame(b"", WHOLE | PING)),
    "long pings": (b"", frame(b"x" * 125, WHOLE | PING)),
    "empty pongs": (b"", frame(b"", WHOLE | PONG)),
    "empty texts": (b"", frame(b"")),
    "tiny texts": (b"", frame(b"x")),
    "longest texts": (b"", frame(b"x" * 16 * 1024)),
    "empty continuations": (frame(b"", TEXT), frame(b"", CONTINUED)),
    "fragments": (frame(b"x", TEXT), frame(b"x", CONTINUED)),
    "binary": (b"", frame(b"x", WHOLE | BINARY)),
    "pings with lengths of eight bytes": (b"", SMALL_BUT_LONG),
    "frames that are too long": (b"", frame(b"x" * 70_000)),
    "not masked": (b"", frame(b"x", is_masked=False)),
    "no frames at all": (b"", os.urandom(1000)),
}
"""Frames of all kinds: what comes first, and what is repeated."""


class Reachable(Protocol):
    """A server, or a proxy before it."""

    @property
    def port(self) -> int: ...


def open_connection(served: Reachable, source: str = "127.0.0.1") -> socket.socket:
    """Connect from an address of this machine."""
    return socket.create_connection(
        ("127.0.0.1", served.port), timeout=20, source_address=(source, 0)
    )


@contextmanager
def spectator(served: Reachable, code: str, source: str = "127.0.0.1") -> Iterator[socket.socket]:
    """Open a socket at a table, without a cookie, and read its greeting."""
    with open_connection(served, source) as link:
        key = base64.b64encode(os.urandom(16)).decode()
        link.sendall(
            f"GET /api/tables/{code}/socket HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        received = b""
        while b'"welcome"' not in received:
            part = link.recv(65536)
            assert part, received
            received += part
        yield link


def send_all(link: socket.socket, data: bytes) -> bool:
    """Send as much as the server takes; return whether that is all of it."""
    try:
        link.sendall(data)
    except OSError:
        return False
    return True


def read_to_end(link: socket.socket) -> bytes:
    """Return everything the server says until it closes."""
    found = b""
    with contextlib.suppress(OSError):
        while part := link.recv(65536):
            found += part
    return found


def resident_bytes(pid: int) -> int:
    """Return how much memory a process has."""
    with open(f"/proc/{pid}/statm", encoding="ascii") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def cpu_seconds(pid: int) -> float:
    """Return how long a process has computed, with all its threads."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
        fields = stat.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wait_until(is_so: Callable[[], bool], seconds: float = 30.0) -> None:
    """Wait for something that the server does soon."""
    until = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < until, "it does not happen"
        time.sleep(0.02)
