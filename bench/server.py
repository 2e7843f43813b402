"""Live tables under load: our server, durable in SQLite, beside boardgame.io in memory.

The generator and boardgame.io's side lie in `bench/load`; npm packages are installed into
`bench/results/load`. Both servers run on one core, the generator on another, in turns; the table
shows medians, and the ratio is the median of those of runs side by side. Limits on tables, sockets
and messages are raised for the run.
"""

import argparse
import asyncio
import json
import math
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table
from websockets.asyncio.client import connect

BENCH = Path(__file__).parent
RESULTS = BENCH / "results"
FOLDER = RESULTS / "load"
PACKAGES = {
    "private": True,
    "dependencies": {"boardgame.io": "0.50.2", "ws": "8.18.3"},
    "overrides": {"koa-compose": "4.1.0"},
}
OURS, PEER = "Purrlor, 100 tables", "boardgame.io, 100 tables"


def set_up() -> None:
    """Lay generator, adapters and npm packages side by side."""
    if not shutil.which("npm"):
        sys.exit("The load generator needs Node with npm: install it and try again.")
    FOLDER.mkdir(parents=True, exist_ok=True)
    for path in (BENCH / "load").glob("*.js"):
        shutil.copy(path, FOLDER)
    (FOLDER / "package.json").write_text(json.dumps(PACKAGES), encoding="utf-8")
    if not (FOLDER / "node_modules").exists():
        command = ["npm", "install", "--no-audit", "--no-fund", "--silent"]
        subprocess.run(command, cwd=FOLDER, check=True)


@contextmanager
def running(command: list[str], port: int, core: int, **environment: str) -> Iterator[int]:
    """Run a server on one core; yield its process id once it answers."""
    process = subprocess.Popen(
        command,
        cwd=FOLDER,
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: os.sched_setaffinity(0, {core}),
    )
    try:
        for _ in range(600):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=1)
                break
            except urllib.error.HTTPError:
                break
            except OSError:
                time.sleep(0.1)
        yield process.pid
    finally:
        process.terminate()
        process.wait(30)


@contextmanager
def ours() -> Iterator[tuple[str, str, int]]:
    """Serve Purrlor, durable, with limits raised."""
    port = 8151
    with tempfile.TemporaryDirectory(dir=RESULTS) as folder:
        limits = [
            *("--tables-per-address", "--joins-per-address", "--messages"),
            *("--sockets-per-address", "--connections-per-address"),
        ]
        raised = [word for name in limits for word in (name, "100000000")]
        database = f"sqlite:///{folder}/purrlor.db"
        command = [sys.executable, "-m", "purrlor", "serve", "--port", str(port)]
        with running([*command, "--database", database, *raised], port, 0) as pid:
            yield "./adapter_purrlor.js", f"http://127.0.0.1:{port}", pid


@contextmanager
def boardgame_io() -> Iterator[tuple[str, str, int]]:
    """Serve boardgame.io, in memory."""
    port = 8152
    with running(["node", "boardgame_io_server.js"], port, 0, PORT=str(port)) as pid:
        yield "./adapter_boardgame_io.js", f"http://127.0.0.1:{port}", pid


def generate(core: int, **words: str | int) -> dict[str, float]:
    """Run the generator on one core; return what it measured."""
    printed = subprocess.run(
        ["node", "load.js", *(f"--{name}={word}" for name, word in words.items())],
        cwd=FOLDER,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: os.sched_setaffinity(0, {core}),
    )
    if printed.returncode:
        sys.exit(f"The load generator failed: {printed.stderr.strip()}")
    return read_found(printed.stdout.splitlines()[-1])


def read_found(line: str) -> dict[str, float]:
    """Return what the generator measured; what it could not is no number."""
    found: dict[str, float | None] = json.loads(line)
    return {name: math.nan if value is None else value for name, value in found.items()}


def load(server: Callable[[], Any], tables: int, seconds: int, rate: int = 0) -> dict[str, float]:
    """Drive two-seat tables for some seconds; return what the generator reports."""
    with server() as (adapter, url, pid):
        words = {"matches": tables, "seconds": seconds, "rate": rate, "pid": pid}
        return generate(1, adapter=adapter, url=url, **words)


def memory(pid: int) -> float:
    """Return the memory of a process in MiB."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024


async def idle(url: str, pid: int, sockets: int) -> dict[str, float]:
    """Open sockets that only listen; return the server's memory before and after."""
    tables = max(1, sockets // 40)
    codes = []
    for _ in range(tables):
        body = json.dumps({"game": "rat-a-tat-cat", "nickname": "Ann"}).encode()
        request = urllib.request.Request(
            f"{url}/api/tables", body, {"content-type": "application/json"}
        )
        with urllib.request.urlopen(request) as answer:
            codes.append(json.load(answer)["code"])
    before, opened = memory(pid), []
    for number in range(sockets):
        address = f"{url.replace('http', 'ws')}/api/tables/{codes[number % tables]}/socket"
        opened.append(await connect(address, compression=None, ping_interval=None))
    after = memory(pid)
    for one in opened:
        one.transport.abort()
    return {
        "sockets": sockets,
        "before_mib": before,
        "after_mib": after,
        "kib_each": (after - before) * 1024 / sockets,
    }


def main() -> None:
    """Measure, print a table and write `bench/results/server.json`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=8)
    parser.add_argument("--idle", type=int, default=10_000)
    arguments = parser.parse_args()
    set_up()
    cases: dict[str, Callable[[], dict[str, float]]] = {
        OURS: lambda: load(ours, 100, arguments.seconds),
        PEER: lambda: load(boardgame_io, 100, arguments.seconds),
        "Purrlor, 100 tables, 1,000 moves/s": lambda: load(ours, 100, arguments.seconds, 1000),
        "Purrlor, 1,000 tables": lambda: load(ours, 1000, arguments.seconds),
        "Purrlor, 1,000 tables, 1,000 moves/s": lambda: load(ours, 1000, arguments.seconds, 1000),
    }
    found: dict[str, list[dict[str, float]]] = {name: [] for name in cases}
    console = Console()
    for _ in track(range(arguments.repeats), "Measuring", console=console, transient=True):
        for name, case in cases.items():
            one = case()
            found[name].append(one)
            rate, p99 = one["moves_per_cpu_second"], one["p99_ms"]
            console.print(f"{name}: {rate:,.0f} moves per CPU second, p99 {p99:.1f} ms")
    medians = {
        name: {field: statistics.median(one[field] for one in several) for field in several[0]}
        for name, several in found.items()
    }
    with ours() as (_, url, pid):
        sockets = asyncio.run(idle(url, pid, arguments.idle))
    ratios = [
        mine["moves_per_cpu_second"] / theirs["moves_per_cpu_second"]
        for mine, theirs in zip(found[OURS], found[PEER], strict=True)
    ]
    report(medians, ratios, sockets)


def report(
    medians: dict[str, dict[str, float]], ratios: list[float], sockets: dict[str, float]
) -> None:
    """Print and keep the results."""
    table = Table("two-seat tables", "moves/s", "moves/CPU s", "p50 ms", "p99 ms", "MiB", "errors")
    for name, one in medians.items():
        table.add_row(
            name,
            f"{one['moves_per_second']:,.0f}",
            f"{one['moves_per_cpu_second']:,.0f}",
            f"{one['p50_ms']:.1f}",
            f"{one['p99_ms']:.1f}",
            f"{one['rss_mb']:.0f}",
            f"{one['errors'] + one['stuck']:.0f}",
        )
    console = Console()
    console.print(table)
    ratio = statistics.median(ratios)
    pairs = ", ".join(f"{one:.2f}" for one in ratios)
    console.print(f"Moves per CPU second beside boardgame.io: {ratio:.2f} times ({pairs})")
    console.print(
        f"{sockets['sockets']:,.0f} idle sockets: {sockets['after_mib']:.0f} MiB in all, "
        f"{sockets['kib_each']:.1f} KiB each"
    )
    path = RESULTS / "server.json"
    words = {"load": medians, "ratio": ratio, "ratios": ratios, "idle": sockets}
    path.write_text(json.dumps(words, indent=2), encoding="utf-8")
    console.print(f"Written: {path}")


if __name__ == "__main__":
    main()
