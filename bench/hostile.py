"""How long players wait while somebody sends a burst of frames, with and without a proxy.

Players ask a server for the time over their sockets, evenly and all the time. A spectator without a
cookie then sends a burst of one kind of frame as fast as the server takes it. Server, players and
spectator are processes of their own; limits on messages are those that hosts have. Shown is the
longest wait of any player while a spectator comes and sends nothing, and while one sends a burst
(the median and the worst of some rounds), and the processor time that a burst costs the thread that
serves everybody. The bar is 50 ms above the wait without a burst.
"""

import argparse
import asyncio
import json
import multiprocessing
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "server"))

import httpx
from databases import Caddy
from raw import BURST, BURSTS, read_to_end, send_all, spectator
from rich.console import Console
from rich.table import Table
from served import Served
from websockets.asyncio.client import ClientConnection, connect

RESULTS = Path(__file__).parent / "results" / "hostile.json"
BAR_MS = 50.0
PLAYERS = 30
PAUSE = 0.25
"""Between two questions of a player, in seconds: all together ask every 8 ms."""
HOSTS_LIMITS = ("--messages", "100", "--message-seconds", "20")
PROCESSES = multiprocessing.get_context("spawn")


class Door(NamedTuple):
    """Where clients connect: a server, or a proxy before it."""

    port: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


class Players:
    """A process with players, who note how long they wait for each answer."""

    def __init__(self, door: Door, code: str) -> None:
        self._line, far = PROCESSES.Pipe()
        self._process = PROCESSES.Process(target=play, args=(door, code, far), daemon=True)
        self._process.start()
        self._line.recv()

    @contextmanager
    def waits(self) -> Iterator[list[float]]:
        """Collect how long answers take, in milliseconds, to questions asked from here on."""
        found: list[float] = []
        self._line.send("begin")
        self._line.recv()
        yield found
        self._line.send("end")
        found += self._line.recv()

    def stop(self) -> None:
        """End them."""
        self._process.terminate()
        self._process.join()


def play(door: Door, code: str, line: Connection) -> None:
    """Ask for the time until the process is ended."""
    asyncio.run(_play(door, code, line))


async def _play(door: Door, code: str, line: Connection) -> None:
    waits: list[float] = []
    address = f"ws://127.0.0.1:{door.port}/api/tables/{code}/socket"
    sockets = [await connect(address, compression=None) for _ in range(PLAYERS)]
    asking = [
        asyncio.create_task(_ask(socket, number * PAUSE / PLAYERS, waits))
        for number, socket in enumerate(sockets)
    ]
    line.send("ready")
    while True:
        await asyncio.to_thread(line.recv)  # begin
        waits.clear()
        line.send("begun")
        await asyncio.to_thread(line.recv)  # end
        await asyncio.sleep(2 * PAUSE)  # whoever still waits gets an answer, or shows up here
        line.send(list(waits))
        if any(task.done() for task in asking):
            raise RuntimeError("a player was sent away")


async def _ask(socket: ClientConnection, delay: float, waits: list[float]) -> None:
    await asyncio.sleep(delay)
    while True:
        start = time.perf_counter()
        await socket.send('{"type":"ping"}')
        while json.loads(await socket.recv())["type"] != "pong":
            pass
        took = time.perf_counter() - start
        waits.append(1000 * took)
        await asyncio.sleep(max(0.0, PAUSE - took))


def attack(door: Door, code: str, kind: str, is_quiet: bool) -> None:
    """Send a burst of frames of a kind, or do all the same without sending it."""
    first, repeated = BURSTS[kind]
    burst = first + repeated * (BURST // len(repeated))
    with spectator(door, code) as link:
        if not is_quiet:
            send_all(link, burst)
            read_to_end(link)


def loop_milliseconds(pid: int) -> float:
    """Return how long the main thread of a process, which serves everybody, has computed."""
    words = Path(f"/proc/{pid}/task/{pid}/schedstat").read_text(encoding="ascii").split()
    return int(words[0]) / 1e6


def longest_wait(
    players: Players, served: Served, *words: Door | str, is_quiet: bool
) -> tuple[float, float]:
    """Return the longest wait of players during an attack, and what it costs the server, in ms."""
    attacker = PROCESSES.Process(target=attack, args=(*words, is_quiet))
    before = loop_milliseconds(served.pid)
    with players.waits() as waits:
        attacker.start()
        attacker.join()
    return max(waits), loop_milliseconds(served.pid) - before


def measure(served: Served, door: Door, kinds: list[str], rounds: int) -> list[dict[str, Any]]:
    """Return how long players wait, kind by kind."""
    table = {"game": "cattitude", "nickname": "Ann"}
    code = httpx.post(f"{served.url}/api/tables", json=table, timeout=20).json()["code"]
    players = Players(door, code)
    rows = []
    for kind in kinds:
        idle, burst, spent = [], [], []
        for _ in range(rounds):
            wait, quiet_cost = longest_wait(players, served, door, code, kind, is_quiet=True)
            idle.append(wait)
            wait, cost = longest_wait(players, served, door, code, kind, is_quiet=False)
            burst.append(wait)
            spent.append(cost - quiet_cost)
        row = {
            "kind": kind,
            "idle_ms": round(statistics.median(idle), 1),
            "burst_ms": round(statistics.median(burst), 1),
            "worst_ms": round(max(burst), 1),
            "worst_idle_ms": round(max(idle), 1),
            "server_cpu_ms": round(max(0.0, statistics.median(spent)), 1),
        }
        rows.append(row)
        print(json.dumps(row), flush=True)
    players.stop()
    return rows


def show(title: str, rows: list[dict[str, Any]]) -> None:
    """Print a table."""
    columns = ("no burst", "burst", "worst without", "worst with", "costs", "bar")
    table = Table("frames", *columns, title=title)
    for row in rows:
        names = ("idle_ms", "burst_ms", "worst_idle_ms", "worst_ms", "server_cpu_ms")
        spans = (f"{row[name]:,.1f} ms" for name in names)
        is_reached = row["burst_ms"] - row["idle_ms"] <= BAR_MS
        table.add_row(row["kind"], *spans, "reached" if is_reached else "missed")
    Console(width=120).print(table)


def main() -> None:
    """Measure without and with a proxy, print tables and keep the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kinds", nargs="*", default=list(BURSTS), metavar="KIND")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--without-proxy", action="store_true")
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    found: dict[str, list[dict[str, Any]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder), *HOSTS_LIMITS).start()
        found["direct"] = measure(served, Door(served.port), arguments.kinds, arguments.rounds)
        if not arguments.without_proxy:
            proxy = Caddy([f"127.0.0.1:{served.port}"]).start()
            door = Door(proxy.port)
            found["behind Caddy"] = measure(served, door, arguments.kinds, arguments.rounds)
            proxy.remove()
        served.stop()
    for title, rows in found.items():
        show(title, rows)
    out: Path = arguments.out
    out.parent.mkdir(exist_ok=True)
    out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
