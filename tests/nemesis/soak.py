"""`make soak`: a server with people, bots and spectators for an hour; what becomes of its memory.

Groups of people go from table to table: they play, lose their lines and come back, look on, watch
finished games again, and leave tables behind that the server forgets. The table at the end goes
into `docs/hosting.md`.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

TESTS = Path(__file__).parents[1]
sys.path[:0] = [str(TESTS), str(TESTS / "server")]

import msgspec  # noqa: E402
from rich.console import Console  # noqa: E402
from served import Served  # noqa: E402 - found through the line above

from nemesis.evenings import Tally, spend_evenings  # noqa: E402
from purrlor.server.ending import end  # noqa: E402

POLL_SECONDS = 10.0
"""The server shows the longest pause of half a minute or more."""
LONGEST_PAUSE = 0.05
MOST_GROWTH = 20.0
"""In MiB."""
HEADINGS = (
    "minute",
    "memory (MiB)",
    "tables opened",
    "tables alive",
    "sockets",
    "moves",
    "longest pause (ms)",
    "moves, p99 (ms)",
)


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """How long and how busy a soak is."""

    minutes: float = 60.0
    groups: int = 20
    rows: int = 12
    seed: int = 1
    forget_seconds: float = 20.0
    pause: float = 2.0
    """Between two tables of a group, at most, in seconds."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """The server in one part of the soak."""

    minute: float
    memory: float
    opened: int
    alive: int
    sockets: int
    moves: int
    pause: float
    p99: float

    def cells(self) -> tuple[str, ...]:
        """Return it as words, in the order of the headings."""
        return (
            f"{self.minute:.1f}",
            f"{self.memory:.0f}",
            f"{self.opened:,}",
            str(self.alive),
            str(self.sockets),
            f"{self.moves:,}",
            f"{self.pause * 1000:.0f}",
            f"{self.p99 * 1000:.0f}",
        )


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """All rows of a soak, and what the server complained about."""

    rows: list[Row]
    games: int
    cuts: int
    complaints: list[str]

    @property
    def growth(self) -> float:
        """How much the memory grew after the first part, in which everything is loaded."""
        return max(row.memory for row in self.rows[-2:]) - self.rows[0].memory

    @property
    def pause(self) -> float:
        """The longest pause after the first part."""
        return max(row.pause for row in self.rows[1:])

    @property
    def is_good(self) -> bool:
        is_small = self.growth < MOST_GROWTH and self.pause < LONGEST_PAUSE
        return is_small and not self.complaints

    def markdown(self) -> str:
        """Return the table for `docs/hosting.md`."""
        lines = [HEADINGS, ("---:",) * len(HEADINGS), *(row.cells() for row in self.rows)]
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)


async def soak(plan: Plan, folder: Path, say: Callable[[Row], None]) -> Report:
    """Run a server among people; `say` is told how it is after each part."""
    served = Served(folder, "--forget-seconds", str(plan.forget_seconds))
    await asyncio.to_thread(served.start)
    tally = Tally()
    groups = [
        asyncio.create_task(
            spend_evenings(served.url, plan.seed * 1000 + number, tally, plan.pause)
        )
        for number in range(plan.groups)
    ]
    try:
        rows = []
        start, part = time.monotonic(), 60 * plan.minutes / plan.rows
        for number in range(plan.rows):
            rows.append(await _part(served, tally, start, start + part * (number + 1), groups))
            say(rows[-1])
        return Report(
            rows=rows,
            games=tally.games,
            cuts=tally.cuts,
            complaints=[line for line in served.log.splitlines() if "Traceback" in line],
        )
    finally:
        await end(groups)
        await asyncio.to_thread(served.stop)


async def _part(
    served: Served, tally: Tally, start: float, until: float, groups: list[asyncio.Task[None]]
) -> Row:
    """Wait for a part of the soak, and measure it."""
    pause = 0.0
    tally.seconds.clear()
    while time.monotonic() < until:
        await asyncio.sleep(min(POLL_SECONDS, max(0.0, until - time.monotonic())))
        pause = max(pause, await _metric(served, "purrlor_loop_pause_seconds"))
        for group in groups:
            if group.done():
                group.result()  # one that stopped says why
    seconds = sorted(tally.seconds) or [0.0]
    return Row(
        minute=(time.monotonic() - start) / 60,
        memory=served.memory,
        opened=tally.tables,
        alive=int(await _metric(served, "purrlor_tables")),
        sockets=int(await _metric(served, "purrlor_connections")),
        moves=tally.moves,
        pause=pause,
        p99=seconds[int(0.99 * len(seconds))],
    )


async def _metric(served: Served, name: str) -> float:
    return await asyncio.to_thread(served.metric, name)


def run_soak(plan: Plan, console: Console) -> bool:
    """Carry out a plan, print a row after each part and the table; return whether all is well."""
    console.print(f"A soak of {plan.minutes:g} minutes with {plan.groups} groups of people")
    console.print(" | ".join(HEADINGS))
    with tempfile.TemporaryDirectory(prefix="purrlor-soak-") as name:
        found = soak(plan, Path(name), lambda row: console.print(" | ".join(row.cells())))
        report = asyncio.run(found)
    console.print(f"\n{report.markdown()}\n", markup=False)
    console.print(
        f"{report.rows[-1].opened:,} tables, {report.games:,} games to their end, "
        f"{report.cuts:,} lines cut; memory grew by {report.growth:.0f} MiB "
        f"(at most {MOST_GROWTH:.0f}), longest pause {report.pause * 1000:.0f} ms "
        f"(at most {LONGEST_PAUSE * 1000:.0f})."
    )
    for complaint in report.complaints[:10]:
        console.print(complaint[:600], style="red", markup=False)
    return report.is_good


def main() -> None:
    """Read the plan and carry it out; exit code 1 if memory or pauses are beyond their limits."""
    parser = argparse.ArgumentParser(description=__doc__)
    for field, value in zip(Plan.__struct_fields__, Plan.__struct_defaults__, strict=True):
        name = field.replace("_", "-")
        parser.add_argument(f"--{name}", type=type(value), default=value, help=f"default {value}")
    plan = Plan(**vars(parser.parse_args()))
    sys.exit(0 if run_soak(plan, Console(soft_wrap=True)) else 1)


if __name__ == "__main__":
    main()
