"""Several servers under load, on PostgreSQL and Redis: the seats of a table are at different ones.

The generator is that of `bench/server.py`. Figures: the time from a move until both seats have seen
it, and the processor time of all servers and of PostgreSQL for each move, for few and many tables.
The table shows medians.
"""

import argparse
import json
import math
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import server  # the bench of one server: the generator is set up there

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "server"))

from databases import Postgres, Redis
from rich.console import Console
from rich.progress import track
from rich.table import Table
from served import Served

RATE = 500
"""Moves a second, of all tables."""
LONGEST_P99_MS = 50.0
SHARE = 0.95
"""Of the moves asked for, so many are made."""
ROUNDS = 3
"""Every table is moved at least so often: the first moves of all would come to one server."""


class Cluster:
    """Servers that share a PostgreSQL and a Redis."""

    def __init__(self, folder: Path, nodes: int) -> None:
        self.postgres, self.redis = Postgres().start(), Redis().start()
        shared = ("--database", self.postgres.new_database(), "--redis", self.redis.url)
        self.nodes = []
        for number in range(nodes):
            (folder / str(number)).mkdir()
            self.nodes.append(Served(folder / str(number), *shared).start())

    def close(self) -> None:
        for node in self.nodes:
            node.stop()
        self.postgres.remove()
        self.redis.remove()

    def cpu_seconds(self) -> dict[str, float]:
        """Return what the processes have used so far."""
        servers = sum(_cpu_seconds(node.pid) for node in self.nodes)
        return {"servers": servers, "postgres": _family_seconds(self.postgres.pid)}

    @property
    def bytes_stored(self) -> int:
        """How much the logs take up, with their indexes."""
        url = self.postgres.url("purrlor_1")
        return int(self.postgres.query("SELECT pg_total_relation_size('purrlor.events')", url))

    @property
    def lines(self) -> int:
        """How many lines the logs have."""
        url = self.postgres.url("purrlor_1")
        return int(self.postgres.query("SELECT count(*) FROM purrlor.events", url))


def _cpu_seconds(pid: int) -> float:
    try:
        words = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(") ")[2].split()
    except FileNotFoundError:
        return 0.0
    return sum(map(int, words[11:15])) / 100


def _family_seconds(pid: int) -> float:
    """Return the processor time of a process and its children, those that ended too."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return _cpu_seconds(pid) + sum(_cpu_seconds(int(child)) for child in children)


@contextmanager
def cluster(nodes: int) -> Iterator[Cluster]:
    """Run a cluster."""
    with tempfile.TemporaryDirectory(dir=server.RESULTS) as folder:
        started = Cluster(Path(folder), nodes)
        try:
            yield started
        finally:
            started.close()


def load(nodes: int, tables: int, seconds: int, rate: int) -> dict[str, float]:
    """Drive two-seat tables for some seconds."""
    with cluster(nodes) as running:
        urls = ",".join(node.url for node in running.nodes)
        with subprocess.Popen(
            [
                *("node", "load.js", "--adapter=./adapter_purrlor.js", f"--url={urls}"),
                *(f"--matches={tables}", f"--seconds={seconds}", f"--rate={rate}"),
                f"--pid={running.nodes[0].pid}",
            ],
            cwd=server.FOLDER,
            stdout=subprocess.PIPE,
            text=True,
        ) as generator:
            assert generator.stdout is not None
            generator.stdout.readline()  # it begins to measure
            before = running.cpu_seconds()
            printed = generator.stdout.read()
            after, lines = running.cpu_seconds(), running.lines
        if generator.returncode != 0:
            sys.exit("The generator failed; run it alone to see why.")
        words = server.read_found(printed)
        moves = words["moves_per_second"] * seconds
        cost = {f"{name}_us_per_move": (after[name] - before[name]) / moves * 1e6 for name in after}
        return words | cost | {"tables": tables, "bytes_per_line": running.bytes_stored / lines}


def main() -> None:
    """Measure, print a table and write `bench/results/nodes.json`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=2)
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--rate", type=int, default=RATE)
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 100, 1000, 5000])
    arguments = parser.parse_args()
    server.set_up()
    found: dict[int, list[dict[str, float]]] = {tables: [] for tables in arguments.tables}
    for _ in track(range(arguments.repeats), "Measuring", transient=True):
        for tables, several in found.items():
            seconds = max(arguments.seconds, math.ceil(ROUNDS * tables / arguments.rate))
            one = load(arguments.nodes, tables, seconds, arguments.rate)
            Console().print(
                f"{tables:,} tables: p50 {one['p50_ms']:.1f} ms, p99 {one['p99_ms']:.1f} ms"
            )
            several.append(one)
    medians = [
        {name: statistics.median(one[name] for one in several) for name in several[0]}
        for several in found.values()
    ]
    sys.exit(0 if report(medians, arguments.nodes, arguments.rate) else 1)


def report(found: list[dict[str, float]], nodes: int, rate: int) -> bool:
    """Print and keep the results; return whether every bar is met."""
    titles = ("tables", "moves/s", "p50 ms", "p99 ms", "servers µs/move", "PostgreSQL µs/move")
    table = Table(*titles, "bytes/line", "errors", title=f"{nodes} servers, {rate} moves/s asked")
    for one in found:
        table.add_row(
            f"{one['tables']:,.0f}",
            f"{one['moves_per_second']:,.0f}",
            f"{one['p50_ms']:.1f}",
            f"{one['p99_ms']:.1f}",
            f"{one['servers_us_per_move']:,.0f}",
            f"{one['postgres_us_per_move']:,.0f}",
            f"{one['bytes_per_line']:.0f}",
            f"{one['errors'] + one['stuck']:.0f}",
        )
    console = Console()
    console.print(table)
    missed = _missed(found, rate)
    for sentence in missed:
        console.print(sentence, style="red")
    if not missed:
        console.print(f"All within {LONGEST_P99_MS:.0f} ms at {rate} moves/s", style="green")
    path = server.RESULTS / "nodes.json"
    path.write_text(json.dumps({"nodes": nodes, "rate": rate, "found": found}, indent=2))
    console.print(f"Written: {path}")
    _plot(found)
    return not missed


def _missed(found: list[dict[str, float]], rate: int) -> list[str]:
    """Say which bars are missed; what could not be measured is."""
    return [
        f"{one['tables']:,.0f} tables: {sentence}"
        for one in found
        for is_met, sentence in (
            (one["p99_ms"] <= LONGEST_P99_MS, f"p99 {one['p99_ms']:.1f} ms"),
            (one["moves_per_second"] >= SHARE * rate, f"{one['moves_per_second']:.0f} moves/s"),
            (one["errors"] + one["stuck"] == 0, "some tables failed or stood still"),
        )
        if not is_met
    ]


def _plot(found: list[dict[str, float]]) -> None:
    """Draw the cost of a move against the number of tables."""
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4))
    for name, label in (("servers", "servers"), ("postgres", "PostgreSQL")):
        values = [one[f"{name}_us_per_move"] for one in found]
        axes.plot([one["tables"] for one in found], values, marker="o", label=label)
    axes.set(xscale="log", xlabel="tables", ylabel="µs of processor time a move", ylim=(0, None))
    axes.legend()
    figure.savefig(server.RESULTS / "nodes.svg", bbox_inches="tight")


if __name__ == "__main__":
    main()
