"""Bursts of frames: whatever one socket sends, it costs little, and others are served meanwhile."""

import json
import os
import signal
import socket
import struct
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from raw import (
    BURST,
    BURSTS,
    PONG,
    TEXT,
    WHOLE,
    cpu_seconds,
    frame,
    read_to_end,
    send_all,
    spectator,
)
from served import Served

ASK = b'{"type":"ping"}'
MOST_SECONDS = 1.0
"""Of computing, for a whole burst; a frame each would take minutes."""


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with the limit on messages that hosts have."""
    served = Served(tmp_path_factory.mktemp("strict"), "--messages", "100").start()
    yield served
    served.stop()
    assert "Traceback" not in served.log


def new_table(served: Served) -> str:
    answer = httpx.post(f"{served.url}/api/tables", json={"game": "cattitude"}, timeout=20)
    return str(answer.json()["code"])


@pytest.mark.parametrize("kind", BURSTS)
def test_burst_of_frames_ends_its_socket_and_costs_little(strict: Served, kind: str) -> None:
    first, repeated = BURSTS[kind]
    code = new_table(strict)
    with spectator(strict, code) as other, spectator(strict, code) as link:
        before = cpu_seconds(strict.pid)
        send_all(link, first + repeated * (BURST // len(repeated)))
        read_to_end(link)
        assert cpu_seconds(strict.pid) - before < MOST_SECONDS
        other.sendall(frame(ASK))
        assert read_pong(other)["server_time"]


@pytest.mark.parametrize("kind", ["empty pings", "empty pongs", "empty continuations", "fragments"])
def test_every_frame_counts_as_a_message(strict: Served, kind: str) -> None:
    first, repeated = BURSTS[kind]
    with spectator(strict, new_table(strict)) as link:
        link.sendall(first + repeated * 101)
        closing = read_to_end(link)
        assert struct.pack("!H", 1008) + b"Too many messages" in closing


def test_burst_gives_others_their_turn(server: Served) -> None:
    """Both have sent before the server looks: the one with a single message is answered first."""
    code = new_table(server)
    with spectator(server, code) as greedy, spectator(server, code) as modest:
        os.kill(server.pid, signal.SIGSTOP)
        try:
            greedy.sendall(frame(b"", WHOLE | PONG) * 5000 + frame(ASK))
            modest.sendall(frame(ASK))
        finally:
            os.kill(server.pid, signal.SIGCONT)
        assert read_pong(modest)["server_time"] < read_pong(greedy)["server_time"]


def read_pong(link: socket.socket) -> dict[str, Any]:
    """Return the next answer to a question for the time."""
    while True:
        first, size = _read(link, 2)
        length = size if size < 126 else struct.unpack("!H", _read(link, 2))[0]
        payload = _read(link, length)
        if first == WHOLE | TEXT:
            message: dict[str, Any] = json.loads(payload)
            if message["type"] == "pong":
                return message


def _read(link: socket.socket, count: int) -> bytes:
    found = b""
    while len(found) < count:
        part = link.recv(count - len(found))
        assert part, "the socket was closed"
        found += part
    return found
