"""Random playouts: our compiled rules beside OpenSpiel's C++ games and a hand-written C loop.

All run in this one process, one after the other, several times over; the table shows medians. A
decision counts if it has at least two choices. Rat-a-Tat Cat's player does not knock before lap 4
(as in the C loop), and so has no choice at the end of its turns until then.
"""

import argparse
import functools
import json
import platform
import re
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table

from purrlor import __version__, game, game_names
from purrlor.core.chance import set_stream
from purrlor.core.contract import actors, apply, deal, is_over, random_play, turns
from purrlor.core.game import Game
from purrlor.core.kernel import kernel
from purrlor.core.seats import lowest_seat
from purrlor.sim.tables import new_table

RESULTS = Path(__file__).parent / "results"
LIMIT = Path(__file__).parents[2] / "shared" / "limit" / "golf.c"


class Rate(NamedTuple):
    """Decisions and games per second of CPU time."""

    decisions: float
    games: float


@kernel
def play(table, games, cap, reserved, until):
    """Play random games; return decisions with a choice."""
    states, options, chances, _, legals, traces = table[:6]
    s, chance, own, out, trace = states[0], chances[0], chances[1], legals[0], traces[0]
    decisions = 0
    for _ in range(games):
        states[0] = states[1]
        deal(s, options[0], chance, trace)
        while not is_over(s) and turns(s) <= cap:
            seat = lowest_seat(actors(s))
            action, count = random_play(s, seat, out, own)
            if turns(s) <= until and out.actions[count - 1] == reserved:
                action = out.actions[0]
                count -= 1
            decisions += count > 1
            apply(s, seat, action, chance, trace)
    return decisions


def our_games(found: Game, seconds: float) -> Callable[[], Rate]:
    """Return a measurement of one of our games, 4 players."""
    options = found.read_options({"players": 4, **_one_round(found)})
    table = new_table(found, options, bytes(32))
    table[5].capacity[:] = 0
    set_stream(table[2][1], 1)
    codes = found.module("codes")
    rule = (getattr(codes, "KNOCK", -2), 16)
    cap = found.simulation_cap(options)
    play(table, 1, cap, *rule)
    games = _fitting(lambda games: play(table, games, cap, *rule), seconds)

    def measure() -> Rate:
        taken, decisions = _timed(lambda: play(table, games, cap, *rule))
        return Rate(decisions / taken, games / taken)

    return measure


def _one_round(found: Game) -> dict[str, Any]:
    return {"rounds": 1} if found.name == "rat-a-tat-cat" else {}


def open_spiel(name: str, players: int, seconds: float) -> Callable[[], Rate]:
    """Return a measurement of an OpenSpiel game with C++ random bots."""
    import pyspiel

    spiel = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(players)]

    def run(games: int) -> Any:
        for number in range(games):
            state = spiel.new_initial_state()
            pyspiel.evaluate_bots(state, bots, number)
        return state

    games = _fitting(run, seconds)
    # Moves of players only, not of chance; counted apart, so that counting costs the peer nothing.
    finished = [run(1)]
    for number in range(200):
        state = spiel.new_initial_state()
        pyspiel.evaluate_bots(state, bots, number)
        finished.append(state)
    moves = statistics.mean(
        sum(step.player >= 0 for step in state.full_history()) for state in finished
    )

    def measure() -> Rate:
        taken, _ = _timed(lambda: run(games))
        return Rate(moves * games / taken, games / taken)

    return measure


def c_loop() -> Callable[[], Rate] | None:
    """Return a measurement of the hand-written C loop, where it and a compiler are at hand."""
    if not shutil.which("gcc") or not LIMIT.exists():
        return None
    RESULTS.mkdir(exist_ok=True)
    program = RESULTS / "golf"
    subprocess.run(["gcc", "-O3", "-march=native", str(LIMIT), "-o", str(program)], check=True)

    def measure() -> Rate:
        printed = subprocess.run([program, "400000"], capture_output=True, text=True, check=True)
        rates = [
            list(map(float, re.findall(r"([\d.]+) M", line)))
            for line in printed.stdout.splitlines()
        ]
        games, decisions = (statistics.median(rate[i] for rate in rates) for i in (0, 1))
        return Rate(decisions * 1e6, games * 1e6)

    return measure


def _fitting(run: Callable[[int], Any], seconds: float) -> int:
    """Return how many games take about so long."""
    games = 1
    while True:
        taken, _ = _timed(functools.partial(run, games))
        if taken > seconds / 10:
            return games * 10
        games *= 2


def _timed(run: Callable[[], Any]) -> tuple[float, Any]:
    start = time.process_time()
    result = run()
    return time.process_time() - start, result


PEERS = {
    "rat-a-tat-cat": ("hearts", 4, "hearts"),
    "cattitude": ("goofspiel(players=4,imp_info=True)", 4, "goofspiel, 4 players"),
    "cat-royal": ("maedn(players=4)", 4, "maedn, 4 players"),
}


def main() -> None:
    """Measure, print a table and write `bench/results/playouts.json`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="about, per measurement")
    arguments = parser.parse_args()
    measures: dict[str, Callable[[], Rate]] = {}
    beside: dict[str, str] = {}
    for name in track(game_names(), "Preparing", transient=True):
        found = game(name)
        measures[found.title] = our_games(found, arguments.seconds)
        if name in PEERS:
            spiel, players, label = PEERS[name]
            beside[found.title] = f"OpenSpiel {label}"
            measures[beside[found.title]] = open_spiel(spiel, players, arguments.seconds)
    limit = c_loop()
    if limit is not None:
        measures["C loop"] = limit
    rates: dict[str, list[Rate]] = {name: [] for name in measures}
    for _ in track(range(arguments.repeats), "Measuring", transient=True):
        for name, measure in measures.items():
            rates[name].append(measure())
    report(rates, beside)


def report(rates: dict[str, list[Rate]], beside: dict[str, str]) -> None:
    """Print the medians, and each of our games' ratio to its peer in the same repeat."""
    rows: list[dict[str, Any]] = []
    for name, found in rates.items():
        peer = beside.get(name)
        is_like_c = name == "Rat-a-Tat Cat" and "C loop" in rates
        rows.append(
            {
                "name": name,
                "decisions_per_second": statistics.median(rate.decisions for rate in found),
                "games_per_second": statistics.median(rate.games for rate in found),
                "peer": peer,
                "ratio_to_peer": _ratio(found, rates[peer]) if peer else None,
                "ratio_to_c_loop": _ratio(found, rates["C loop"]) if is_like_c else None,
            }
        )
    table = Table("random play, one core", "decisions/s", "games/s", "beside", "ratio", "to C loop")
    for row in rows:
        table.add_row(
            row["name"],
            f"{row['decisions_per_second']:,.0f}",
            f"{row['games_per_second']:,.0f}",
            row["peer"] or "",
            f"{row['ratio_to_peer']:.1f}" if row["ratio_to_peer"] else "",
            f"{row['ratio_to_c_loop']:.2f}" if row["ratio_to_c_loop"] else "",
        )
    Console(width=110).print(table)
    RESULTS.mkdir(exist_ok=True)
    machine = {
        "python": sys.version.split()[0],
        "machine": platform.machine(),
        "version": __version__,
    }
    body = {"date": time.strftime("%Y-%m-%d"), **machine, "rows": rows}
    (RESULTS / "playouts.json").write_text(json.dumps(body, indent=1) + "\n", encoding="utf-8")
    print(f"Written: {RESULTS / 'playouts.json'}")


def _ratio(ours: list[Rate], theirs: list[Rate]) -> float:
    pairs = zip(ours, theirs, strict=True)
    return statistics.median(mine.decisions / peer.decisions for mine, peer in pairs)


if __name__ == "__main__":
    main()
