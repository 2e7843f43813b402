"""Memory over many lifetimes of tables: opened, played at over sockets, left, and forgotten.

The first tenth of the tables is not counted: meanwhile everything is loaded, and caches fill up.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from pathlib import Path

TESTS = Path(__file__).parents[1] / "tests"
sys.path[:0] = [str(TESTS), str(TESTS / "server")]

from rich.console import Console  # noqa: E402
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn  # noqa: E402
from served import Served  # noqa: E402 - found through the line above

from nemesis.evenings import Guest, Tally, spend_lifetime  # noqa: E402

MOST_GROWTH = 20.0
"""In MiB."""
WARM_UP = 0.1
FORGET_SECONDS = 2.0
ROWS = 20


class Lifetimes:
    """People who open one table after another, and what becomes of the server's memory."""

    def __init__(self, served: Served, tables: int, progress: Progress) -> None:
        self._served = served
        self._left = self._tables = tables
        self._progress = progress
        self._task = progress.add_task("", total=tables)
        self.tally = Tally()
        self.rows: list[tuple[int, float]] = []
        """After how many tables, how many MiB."""

    async def run(self, people: int) -> None:
        """Let people come at the same time until there were enough tables."""
        await asyncio.gather(*(self._go_round(number) for number in range(people)))
        await asyncio.sleep(2 * FORGET_SECONDS)
        self._note()

    async def _go_round(self, number: int) -> None:
        guest, chance = Guest(self._served.url), random.Random(number)
        while self._left > 0:
            self._left -= 1
            await spend_lifetime(guest, chance, self.tally)
            self._progress.update(self._task, completed=self.tally.tables)
            if self.tally.tables % max(1, self._tables // ROWS) == 0:
                self._note()
        await guest.close()

    def _note(self) -> None:
        self.rows.append((self.tally.tables, self._served.memory))
        self._progress.console.print(f"{self.tally.tables:>7,} tables  {self.rows[-1][1]:.1f} MiB")

    @property
    def growth(self) -> float:
        """How much the memory grew after the first tenth, in MiB."""
        first = next(memory for tables, memory in self.rows if tables >= WARM_UP * self._tables)
        return self.rows[-1][1] - first


def main() -> None:
    """Measure, print; exit code 1 if the memory grew too much."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=20_000)
    parser.add_argument("--people", type=int, default=12, help="how many play at the same time")
    arguments = parser.parse_args()
    console, start = Console(), time.monotonic()
    columns = (BarColumn(30), MofNCompleteColumn(), TextColumn("tables"))
    with tempfile.TemporaryDirectory(prefix="purrlor-lifetimes-") as folder:
        served = Served(Path(folder), "--forget-seconds", str(FORGET_SECONDS)).start()
        try:
            with Progress(*columns, console=console) as progress:
                lifetimes = Lifetimes(served, arguments.tables, progress)
                asyncio.run(lifetimes.run(arguments.people))
            alive = served.metric("purrlor_tables")
        finally:
            served.stop()
    console.print(
        f"{lifetimes.tally.tables:,} tables and {lifetimes.tally.moves:,} moves in "
        f"{time.monotonic() - start:.0f} s, {alive:.0f} tables alive at the end; memory grew by "
        f"{lifetimes.growth:.1f} MiB (at most {MOST_GROWTH:.0f})."
    )
    sys.exit(0 if lifetimes.growth < MOST_GROWTH else 1)


if __name__ == "__main__":
    main()
