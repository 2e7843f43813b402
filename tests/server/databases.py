"""Real PostgreSQL, Redis and Caddy, started on free ports and stopped as a host would not dare."""

import atexit
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
from served import free_port

CADDYFILE = Path(__file__).parents[2] / "deploy" / "Caddyfile"
START_SECONDS = 60.0


class Missing(AssertionError):
    """A server is not installed."""

    def __init__(self, name: str, package: str) -> None:
        super().__init__(
            f"{name} is missing; `make test` installs it, or apt-get install {package}."
        )


class _Started:
    """A server in a process of its own, with a folder that goes with it."""

    def __init__(self) -> None:
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="purrlor-"))
        self._process: subprocess.Popen[bytes] | None = None
        atexit.register(self.remove)  # whatever becomes of the test

    def _run(self, command: list[str], is_up: Callable[[], bool], **words: Any) -> None:
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, **words)
        until = time.monotonic() + START_SECONDS
        while not is_up():
            log_text = (self.folder / "log").read_text(encoding="utf-8", errors="replace")
            assert self._process.poll() is None, f"{command[0]} does not start: {log_text}"
            assert time.monotonic() < until, f"{command[0]} does not answer: {log_text}"
            time.sleep(0.05)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def send(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGCONT)
            self._process.send_signal(how)
            self._process.wait(timeout=60)
            self._process = None

    def remove(self) -> None:
        """Stop it, and leave nothing behind."""
        self._end(signal.SIGKILL)
        shutil.rmtree(self.folder, ignore_errors=True)


class Postgres(_Started):
    """PostgreSQL, durable as in earnest, with any number of databases."""

    def __init__(self) -> None:
        super().__init__()
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
        self._path = os.pathsep.join([*map(str, reversed(found)), os.environ.get("PATH", "")])
        self._initdb, self._postgres, self._psql = (
            shutil.which(name, path=self._path) or "" for name in ("initdb", "postgres", "psql")
        )
        if not self._postgres or not self._initdb:
            raise Missing("PostgreSQL", "postgresql")
        self._databases = 0
        # It refuses to run as root, as which containers of continuous integration do run.
        self._user: dict[str, Any] = {}
        if os.getuid() == 0:
            owner = pwd.getpwnam("postgres")
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
            self._user = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
        self._data = self.folder / "data"
        subprocess.run(
            [self._initdb, "-D", self._data, "-A", "trust", "-U", "purrlor", "--no-sync"],
            check=True,
            capture_output=True,
            cwd=self.folder,
            **self._user,
        )

    def start(self) -> "Postgres":
        words = {
            "port": self.port,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": str(self.folder),
            "max_connections": 60,
        }
        options = [word for name, value in words.items() for word in ("-c", f"{name}={value}")]
        command = [self._postgres, "-D", str(self._data), *options]
        self._run(command, self._answers, cwd=self.folder, **self._user)
        return self

    def stop(self) -> None:
        """Stop it in good order, at once: everybody is sent away."""
        self._end(signal.SIGINT)

    def crash(self) -> None:
        """Stop it as a power cut would."""
        self._end(signal.SIGQUIT)

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://purrlor@127.0.0.1:{self.port}/{database}"

    def new_database(self) -> str:
        """Create an empty database and return its address."""
        self._databases += 1
        name = f"purrlor_{self._databases}"
        self.query(f"CREATE DATABASE {name}")
        return self.url(name)

    def query(self, statement: str, url: str = "") -> str:
        """Run a statement as the host would, and return what it prints."""
        command = [self._psql, "-At", "-q", "-v", "ON_ERROR_STOP=1", url or self.url()]
        done = subprocess.run(
            [*command, "-c", statement], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def run(self, program: str, *words: str) -> None:
        """Run a program that comes with PostgreSQL, as the host would."""
        command = [shutil.which(program, path=self._path) or program, *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr

    def _answers(self) -> bool:
        command = [self._psql, "-At", self.url(), "-c", "SELECT 1"]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0


class Redis(_Started):
    """Redis, which keeps nothing."""

    def __init__(self) -> None:
        super().__init__()
        self._program, self._cli = (
            shutil.which(name) or "" for name in ("redis-server", "redis-cli")
        )
        if not self._program or not self._cli:
            raise Missing("Redis", "redis-server")

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    def start(self) -> "Redis":
        words = {"port": self.port, "bind": "127.0.0.1", "save": "", "appendonly": "no"}
        options = [word for name, value in words.items() for word in (f"--{name}", str(value))]
        self._run([self._program, *options], self._answers, cwd=self.folder)
        return self

    def stop(self) -> None:
        self._end(signal.SIGKILL)

    def _answers(self) -> bool:
        command = [self._cli, "-p", str(self.port), "ping"]
        return b"PONG" in subprocess.run(command, capture_output=True, check=False).stdout


class Caddy(_Started):
    """The proxy of `deploy/`, by the very file that hosts copy, before some servers."""

    def __init__(self, nodes: list[str]) -> None:
        super().__init__()
        self._nodes = nodes
        self._admin = free_port()
        self._program = shutil.which("caddy") or ""
        if not self._program:
            raise Missing("Caddy", "caddy")

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> "Caddy":
        words = {
            "PURRLOR_SITE": self.url,
            "PURRLOR_NODES": " ".join(self._nodes),
            "CADDY_ADMIN": f"127.0.0.1:{self._admin}",
            "HOME": str(self.folder),
            "XDG_DATA_HOME": str(self.folder),
            "XDG_CONFIG_HOME": str(self.folder),
        }
        command = [self._program, "run", "--config", str(CADDYFILE), "--adapter", "caddyfile"]
        self._run(command, self._answers, cwd=self.folder, env={**os.environ, **words})
        return self

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _answers(self) -> bool:
        try:
            httpx.get(f"{self.url}/health", timeout=20)
        except httpx.HTTPError:
            return False
        return True
