"""A real server in a process of its own, started and stopped as a host would."""

import fcntl
import os
import random
import resource
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import IO

import httpx

GENEROUS = (
    ("--bot-pause", "0"),
    ("--tables-per-address", "100000"),
    ("--joins-per-address", "100000"),
    ("--messages", "100000"),
    ("--sockets-per-address", "100000"),
    ("--connections-per-address", "100000"),
    ("--unknown-codes", "100000"),
)


class NotStarted(AssertionError):
    """The server gave up by itself."""


PORTS = range(20_000, 32_000)
"""Below those that the system gives to outgoing lines, so none of these takes a port of ours while
its server is not up yet, or is down for a moment."""
CLAIMS = Path(tempfile.gettempdir(), "purrlor-ports")
_taken: list[IO[bytes]] = []


def free_port() -> int:
    """Return a port that is free, and stays ours until this process ends."""
    CLAIMS.mkdir(exist_ok=True)
    for port in random.SystemRandom().sample(PORTS, 200):
        claim = (CLAIMS / str(port)).open("wb")
        try:
            fcntl.flock(claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
            socket.create_server(("127.0.0.1", port)).close()
        except OSError:  # another process of the tests has it, or somebody else
            claim.close()
            continue
        _taken.append(claim)
        return port
    raise AssertionError("no port is free")


class Served:
    """`purrlor serve` on a free port; limits are generous unless a test says otherwise."""

    def __init__(self, folder: Path, *options: str, scheme: str = "http") -> None:
        self.folder = folder
        self._scheme = scheme
        self.database = folder / "purrlor.db"
        self.port = free_port()
        self.metrics_port = free_port()
        self._options = options
        self.environment = dict(os.environ)
        self.descriptors: int | None = None
        """How many the system grants it, if not as many as to the tests."""
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"{self._scheme}://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        return (self.folder / "server.log").read_text(encoding="utf-8")

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def memory(self) -> float:
        """Return what it holds in memory, in MiB."""
        status = Path(f"/proc/{self.pid}/status").read_text(encoding="ascii")
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def metrics(self) -> str:
        """Return what Prometheus reads, at an address of its own."""
        return httpx.get(f"http://127.0.0.1:{self.metrics_port}/metrics", timeout=20).text

    def metric(self, name: str) -> float:
        """Return one number of it; 0 if it was never counted."""
        lines = [line for line in self.metrics().splitlines() if line.startswith(f"{name} ")]
        return float(lines[0].split()[-1]) if lines else 0.0

    def start(self, verify: ssl.SSLContext | bool = True) -> "Served":
        generous = [word for name, value in GENEROUS for word in (name, value)]
        with (self.folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                [
                    *(sys.executable, "-m", "purrlor", "serve", *generous),
                    *("--port", str(self.port), "--database", f"sqlite:///{self.database}"),
                    *("--metrics", f"127.0.0.1:{self.metrics_port}"),
                    *self._options,  # of several, the last counts
                ],
                env=self.environment,
                preexec_fn=self._limit_descriptors,
                stdout=log,
                stderr=log,
            )
        until = time.monotonic() + 120
        while time.monotonic() < until:
            if self._process.poll() is not None:
                self._process = None
                raise NotStarted(f"the server did not start: {self.log}")
            try:
                if httpx.get(f"{self.url}/health", timeout=5, verify=verify).status_code == 200:
                    return self
            except httpx.HTTPError:
                time.sleep(0.05)
        self.kill()
        raise AssertionError("the server does not answer")

    def _limit_descriptors(self) -> None:
        if self.descriptors is not None:
            resource.setrlimit(resource.RLIMIT_NOFILE, (self.descriptors, self.descriptors))

    def kill(self) -> None:
        """Stop it as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Stop it in good order."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        if self._process is None:
            return 0
        self._process.send_signal(how)
        code = self._process.wait(timeout=60)
        self._process = None
        return code
