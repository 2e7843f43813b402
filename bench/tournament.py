"""How a tournament's throughput grows from one thread to two: games per second, same games.

One and two threads take turns, several times over; the table shows medians. On a machine that does
other work the wall clock says little; CPU time says whether the second thread does work in vain.
"""

import argparse
import statistics
import time
from typing import NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table

from purrlor import game, game_names
from purrlor.sim.runners import Threads
from purrlor.sim.tournament import hold, plan_tournament


class Rate(NamedTuple):
    """Games a second, by the clock and by CPU time."""

    wall: float
    cpu: float


def measure(name: str, entrants: str, deals: int, threads: int) -> Rate:
    plan = plan_tournament(game(name), {}, entrants=entrants, key=1)
    wall, cpu = time.perf_counter(), time.process_time()
    found = hold(plan, deals=deals, runner=Threads(threads))
    games = deals * len(found.lineups)
    return Rate(games / (time.perf_counter() - wall), games / (time.process_time() - cpu))


def median(rates: list[Rate]) -> Rate:
    return Rate(*map(statistics.median, zip(*rates, strict=True)))


def fitting(name: str, entrants: str, seconds: float) -> int:
    """Return how many deals one thread plays in about this time."""
    measure(name, entrants, 2, 1)  # compiles
    deals = 4
    while True:
        began = time.perf_counter()
        measure(name, entrants, deals, 1)
        took = time.perf_counter() - began
        if took > seconds / 8:
            return max(2, int(deals * seconds / took))
        deals *= 4


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entrants", default="random,policy")
    parser.add_argument("--games", nargs="*", default=game_names(), metavar="GAME")
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--repeats", type=int, default=5)
    given = parser.parse_args()
    table = Table("game", "deals", "games/s, 1 thread", "2 threads", "times", "per CPU second")
    for name in given.games:
        deals = fitting(name, given.entrants, given.seconds)
        rates: dict[int, list[Rate]] = {1: [], 2: []}
        for _ in track(range(given.repeats), name, transient=True):
            for threads, found in rates.items():
                found.append(measure(name, given.entrants, deals, threads))
        one, two = (median(found) for found in rates.values())
        times = f"{two.wall / one.wall:.2f}", f"{two.cpu / one.cpu:.2f}"
        table.add_row(name, f"{deals:,}", f"{one.wall:,.0f}", f"{two.wall:,.0f}", *times)
    Console().print(table)


if __name__ == "__main__":
    main()
