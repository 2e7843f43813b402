"""Frames in every form: whole, in pieces, many at once, out of order. The answer is the same."""

import base64
import json
import os
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest
from served import Served

TEXT, CONTINUED, PING, PONG, CLOSE = 0x1, 0x0, 0x9, 0xA, 0x8
WHOLE = 0x80
PROTOCOL_ERROR, NOT_UTF8 = 1002, 1007
ASK = b'{"type":"ping"}'


class Line:
    """A WebSocket by hand: what is sent and when is up to the test."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._bytes = b""

    def send(self, *frames: bytes) -> None:
        """Send frames in one go."""
        self._connection.sendall(b"".join(frames))

    def next(self, opcode: int = TEXT, kind: str = "pong") -> bytes:
        """Return the next frame of a kind; the table's greetings are passed over."""
        while True:
            first, size = self._read(2)
            length = size if size < 126 else struct.unpack("!H", self._read(2))[0]
            payload = self._read(length)
            found = first & 0x0F
            if found == opcode and (opcode != TEXT or json.loads(payload)["type"] == kind):
                return payload
            assert found == TEXT, f"unexpected frame {found}: {payload!r}"

    def _read(self, count: int) -> bytes:
        while len(self._bytes) < count:
            received = self._connection.recv(65536)
            assert received, "the line was closed"
            self._bytes += received
        found, self._bytes = self._bytes[:count], self._bytes[count:]
        return found


def frame(payload: bytes, first: int = WHOLE | TEXT, *, is_masked: bool = True) -> bytes:
    mask = os.urandom(4)
    size = len(payload)
    head = bytes([first, (0x80 if is_masked else 0) | min(size, 126)])
    head += struct.pack("!H", size) if size >= 126 else b""
    if not is_masked:
        return head + payload
    return head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))


@pytest.fixture
def line(server: Served) -> Iterator[Line]:
    with httpx.Client(base_url=server.url) as device:
        code = device.post("/api/tables", json={"game": "cattitude", "nickname": "Ann"}).json()[
            "code"
        ]
        cookie = "; ".join(f"{name}={value}" for name, value in device.cookies.items())
    with open_line(server.url, f"/api/tables/{code}/socket", cookie) as found:
        found.next(kind="welcome")
        yield found


@contextmanager
def open_line(url: str, path: str, cookie: str) -> Iterator[Line]:
    host, port = url.removeprefix("http://").split(":")
    words = {
        "Host": f"{host}:{port}",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
        "Cookie": cookie,
    }
    headers = "".join(f"{name}: {value}\r\n" for name, value in words.items())
    with socket.create_connection((host, int(port)), timeout=20) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.sendall(f"GET {path} HTTP/1.1\r\n{headers}\r\n".encode())
        answer = b""
        while not answer.endswith(b"\r\n\r\n"):
            answer += connection.recv(1)
        assert b" 101 " in answer.splitlines()[0]
        yield Line(connection)


def test_frame_of_text_is_answered(line: Line) -> None:
    line.send(frame(ASK))
    assert b"server_time" in line.next()


def test_frame_in_single_bytes_is_answered(line: Line) -> None:
    for byte in frame(ASK):
        line.send(bytes([byte]))
        time.sleep(0.001)  # let each byte travel alone
    assert line.next()


def test_long_frame_in_two_parts_is_answered(line: Line) -> None:
    data = frame(ASK + b" " * 500)
    line.send(data[:3])
    time.sleep(0.01)
    line.send(data[3:])
    assert line.next()


def test_many_frames_at_once_are_all_answered(line: Line) -> None:
    line.send(*[frame(ASK)] * 20)
    for _ in range(20):
        assert line.next()


def test_ping_between_frames_is_answered_in_its_place(line: Line) -> None:
    line.send(frame(b"still there?", WHOLE | PING), frame(ASK))
    assert line.next(PONG) == b"still there?"
    assert line.next()


def test_message_in_fragments_with_a_ping_between_is_answered(line: Line) -> None:
    line.send(
        frame(ASK[:5], TEXT),
        frame(b"", WHOLE | PING),
        frame(ASK[5:], WHOLE | CONTINUED),
        frame(ASK),
    )
    assert line.next(PONG) == b""
    assert line.next()
    assert line.next()


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        pytest.param([frame(ASK[:5], TEXT), frame(ASK)], PROTOCOL_ERROR, id="inside another"),
        pytest.param([frame(ASK, is_masked=False)], PROTOCOL_ERROR, id="not masked"),
        pytest.param([frame(ASK, WHOLE | 0x40 | TEXT)], PROTOCOL_ERROR, id="reserved bit"),
        pytest.param([frame(b"\xff\xfe")], NOT_UTF8, id="not UTF-8"),
    ],
)
def test_frame_against_the_protocol_closes_the_line(
    line: Line, frames: list[bytes], code: int
) -> None:
    line.send(*frames)
    assert struct.unpack("!H", line.next(CLOSE)[:2])[0] == code


def test_farewell_is_answered(line: Line) -> None:
    line.send(frame(struct.pack("!H", 1000), WHOLE | CLOSE))
    assert struct.unpack("!H", line.next(CLOSE)[:2])[0] == 1000
