"""Random play beside the peers: OpenSpiel, RLCard and PettingZoo's classic games.

All run in this one process, one after the other, several times over; the table shows medians of
moves a second of CPU time on one core. A move is one action of a player; chance does not count. Our
compiled loop counts only moves with a choice. Each loop in Python picks uniformly among the legal
actions, and that is part of what is measured. The table is written into README.md.
"""

import argparse
import json
import os
import platform
import random
import re
import statistics
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from playouts import RESULTS, open_spiel, our_games
from purrlor import __version__, game, game_names

README = Path(__file__).parents[1] / "README.md"
GAMES_AT_ONCE = 4096
OURS, PEER = "Purrlor", "peer"


class Measure(NamedTuple):
    """What is measured, and how: run for about so many seconds, return moves a second."""

    library: str
    game: str
    path: str
    run: Callable[[float], float]


def timed(step: Callable[[], int], seconds: float) -> float:
    """Return how many moves a second are made; `step` returns how many it made."""
    step()
    moves, start = 0, time.process_time()
    while (taken := time.process_time() - start) < seconds:
        moves += step()
    return moves / taken


OPTIONS: dict[str, Any] = {"players": 2}
"""Otherwise as each game is played by default."""


def compiled(name: str) -> Callable[[float], float]:
    made: list[Any] = []

    def run(seconds: float) -> float:
        if not made:
            made.append(our_games(game(name), seconds))
        return float(made[0]().decisions)

    return run


def vector(name: str) -> Callable[[float], float]:
    def run(seconds: float) -> float:
        from purrlor.rl.vector import PurrlorVectorEnv

        envs = PurrlorVectorEnv(name, GAMES_AT_ONCE, **OPTIONS)
        chance, masks = np.random.default_rng(1), envs.reset(seed=1)[1]["action_mask"]

        def step() -> int:
            noise = chance.random(masks.shape, np.float32)
            envs.step((masks * (noise + 1)).argmax(axis=1))
            return GAMES_AT_ONCE

        return timed(step, seconds)

    return run


def match_api(name: str) -> Callable[[float], float]:
    def run(seconds: float) -> float:
        found, chance = game(name), random.Random(1)

        def play() -> int:
            match = found.match(OPTIONS, key=chance.getrandbits(64))
            moves = 0
            while not match.is_over and moves < 2000:
                seat = match.actors[0]
                match.play(seat, chance.choice(match.legal(seat)))
                moves += 1
            return moves

        return timed(play, seconds)

    return run


def pettingzoo_loop(make: Callable[[], Any]) -> Callable[[float], float]:
    def run(seconds: float) -> float:
        env, chance = make(), np.random.default_rng(1)

        def play() -> int:
            env.reset(seed=int(chance.integers(1 << 30)))
            moves = 0
            for _ in env.agent_iter():
                observation, _, termination, truncation, _ = env.last()
                if termination or truncation:
                    env.step(None)
                    continue
                env.step(int(chance.choice(np.flatnonzero(observation["action_mask"]))))
                moves += 1
                if moves >= 2000:
                    break
            return moves

        return timed(play, seconds)

    return run


def our_pettingzoo(name: str) -> Callable[[float], float]:
    def make() -> Any:
        from purrlor.rl import pettingzoo

        return pettingzoo.env(name, **OPTIONS)

    return pettingzoo_loop(make)


def classic_gin_rummy() -> Any:
    from pettingzoo.classic import gin_rummy_v4

    return gin_rummy_v4.env()


def rlcard_loop(name: str) -> Callable[[float], float]:
    def run(seconds: float) -> float:
        import rlcard

        env, chance = rlcard.make(name, config={"seed": 1}), random.Random(1)

        def play() -> int:
            state, _ = env.reset()
            moves = 0
            while not env.is_over():
                state, _ = env.step(chance.choice(list(state["legal_actions"])))
                moves += 1
            return moves

        return timed(play, seconds)

    return run


def spiel_loop(name: str) -> Callable[[float], float]:
    def run(seconds: float) -> float:
        import pyspiel

        loaded, chance = pyspiel.load_game(name), random.Random(1)

        def play() -> int:
            state, moves = loaded.new_initial_state(), 0
            while not state.is_terminal():
                moves += not state.is_chance_node()
                state.apply_action(chance.choice(state.legal_actions()))
            return moves

        return timed(play, seconds)

    return run


def spiel_rollouts(name: str, players: int) -> Callable[[float], float]:
    made: list[Any] = []

    def run(seconds: float) -> float:
        if not made:
            made.append(open_spiel(name, players, seconds))
        return float(made[0]().decisions)

    return run


SPIEL = {"hearts": 4, "gin_rummy": 2, "cribbage": 2, "maedn": 2}


def measures() -> list[Measure]:
    found = []
    for name in game_names():
        title = game(name).title
        found += [
            Measure(OURS, title, "compiled loop", compiled(name)),
            Measure(OURS, title, f"vector environment, {GAMES_AT_ONCE:,} games", vector(name)),
            Measure(OURS, title, "Python, match API", match_api(name)),
            Measure(OURS, title, "Python, PettingZoo", our_pettingzoo(name)),
        ]
    for name, players in SPIEL.items():
        found.append(Measure("OpenSpiel", name, "C++ rollouts", spiel_rollouts(name, players)))
        found.append(Measure("OpenSpiel", name, "Python", spiel_loop(name)))
    found += [Measure("RLCard", name, "Python", rlcard_loop(name)) for name in ("uno", "gin-rummy")]
    classic = pettingzoo_loop(classic_gin_rummy)
    return [*found, Measure("PettingZoo classic", "gin rummy", "Python", classic)]


def bars(rates: dict[Measure, float]) -> list[str]:
    """Say how far ahead we are, in the words of what we promise."""

    def of(library: str, words: str) -> dict[str, float]:
        return {m.game: r for m, r in rates.items() if m.library == library and words in m.path}

    fastest = max(rate for measure, rate in rates.items() if measure.library != OURS)
    loops, vectors, matches = (of(OURS, words) for words in ("compiled", "vector", "match"))
    gin, uno = of("PettingZoo classic", "")["gin rummy"], of("RLCard", "")["uno"]
    lines = [
        f"compiled loop to every peer's fastest path: {min(loops.values()) / fastest:.1f}",
        f"vector environment to PettingZoo's gin rummy: {min(vectors.values()) / gin:,.0f}",
        f"vector environment to RLCard's uno: {min(vectors.values()) / uno:,.0f}",
    ]
    slowest = min(matches.values()) / max(of("RLCard", "").values())
    return [*lines, f"match API to RLCard's fastest step: {slowest:.1f}"]


def report(rates: dict[Measure, float], repeats: int) -> None:
    """Print the table, and write it into the README and into `bench/results`."""
    table = Table("library", "game", "path", "moves/s")
    rows = [(m.library, m.game, m.path, f"{rate:,.0f}") for m, rate in rates.items()]
    for row in rows:
        table.add_row(*row)
    Console(width=110).print(table)
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    date = time.strftime("%Y-%m-%d")
    lines = [
        "| library | game | path | moves/s |",
        "|---|---|---|---:|",
        *("| " + " | ".join(row) + " |" for row in rows),
        "",
        f"Least lead: {'; '.join(bars(rates))}.",
        f"Medians of {repeats} runs, one core, {date}, {machine}.",
    ]
    print("\n".join(lines[-2:]))
    text = README.read_text(encoding="utf-8")
    text = re.sub(
        r"(<!-- peers -->\n).*?(<!-- /peers -->)",
        lambda found: found[1] + "\n".join(lines) + "\n" + found[2],
        text,
        flags=re.DOTALL,
    )
    README.write_text(text, encoding="utf-8")
    RESULTS.mkdir(exist_ok=True)
    body = {
        "date": date,
        "machine": machine,
        "python": sys.version.split()[0],
        "version": __version__,
        "rows": [{"library": m.library, "game": m.game, "path": m.path, "moves_per_second": r}
                 for m, r in rates.items()],
    }  # fmt: skip
    (RESULTS / "peers.json").write_text(json.dumps(body, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Measure everything and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="about, per measurement")
    given = parser.parse_args()
    warnings.simplefilter("ignore")  # those of the peers
    wanted = measures()
    rates: dict[Measure, list[float]] = {measure: [] for measure in wanted}
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("Measuring", total=given.repeats * len(wanted))
        for _ in range(given.repeats):
            for measure in wanted:
                progress.update(task, description=f"{measure.library} {measure.game}")
                rates[measure].append(measure.run(given.seconds))
                progress.advance(task)
    report({m: statistics.median(found) for m, found in rates.items()}, given.repeats)


if __name__ == "__main__":
    main()
