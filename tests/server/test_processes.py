"""Nothing that a server starts outlives it, however it ends."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from served import free_port

pytestmark = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks into /proc")

START_SECONDS = 60.0
END_SECONDS = 30.0
"""Processes need far less, but not on a busy machine."""


class Server:
    """`purrlor serve` with nothing compiled, and all processes that come from it."""

    def __init__(self, folder: Path) -> None:
        self._mark = f"PURRLOR_CACHE={folder}".encode()
        self.log = folder / "server.log"
        database = f"sqlite:///{folder / 'purrlor.db'}"
        command = [sys.executable, "-m", "purrlor", "serve", "--port", str(free_port())]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [*command, "--database", database],
                env={**os.environ, "PURRLOR_CACHE": str(folder)},
                stdout=log,
                stderr=log,
            )

    def family(self) -> dict[int, bytes]:
        """Return the command lines of the server and what it started, whoever their parent is."""
        found = {}
        for folder in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):  # it has just ended, or belongs to somebody else
                command = (folder / "cmdline").read_bytes()
                if command and self._mark in (folder / "environ").read_bytes().split(b"\0"):
                    found[int(folder.name)] = command
        return found

    def compilers(self) -> list[int]:
        return [pid for pid, command in self.family().items() if b"spawn_main" in command]

    def wait_for_compilers(self) -> list[int]:
        wait_until(lambda: bool(self.compilers()), START_SECONDS)
        return self.compilers()


def wait_until(is_so: Callable[[], bool], seconds: float) -> None:
    until = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.02)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    found = Server(tmp_path)
    yield found
    for pid in found.family():
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    found.process.wait()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_server_that_is_ended_while_it_compiles_leaves_no_process(
    server: Server, how: signal.Signals
) -> None:
    server.wait_for_compilers()
    server.process.send_signal(how)
    server.process.wait(END_SECONDS)
    wait_until(lambda: not server.family(), END_SECONDS)


def test_server_that_fails_to_compile_says_why_and_leaves_no_process(server: Server) -> None:
    """As where memory is short, and the system ends the largest process."""
    os.kill(server.wait_for_compilers()[0], signal.SIGKILL)
    assert server.process.wait(END_SECONDS) != 0
    wait_until(lambda: not server.family(), END_SECONDS)
    log = server.log.read_text(encoding="utf-8")
    assert "memory is short" in log
    assert "Traceback" not in log
