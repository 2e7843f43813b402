"""What it costs to read features, beside the step of the vector environment that they belong to.

All in this one process, by turns; the table shows the least CPU time for one step of all games: on
a busy machine others only add to it.

Read by index, every byte is looked up by its place; read in slices, fields side by side are copied
together (`purrlor.rl.features`). Both must give the same numbers.
"""

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from purrlor import game, game_names
from purrlor.rl.features import WIDE, Features
from purrlor.rl.vector import PurrlorVectorEnv


def by_index(features: Features) -> Callable[[Any], Any]:
    """Return how features are read byte by byte, the fields of each type at a time."""
    parts = []
    for base in {field.dtype for field in features.fields}:
        fields = [field for field in features.fields if field.dtype == base]
        sizes = [int(np.prod(field.shape, dtype=int)) * base.itemsize for field in fields]
        pairs = list(zip(fields, sizes, strict=True))
        sources = np.concatenate([np.arange(f.offset, f.offset + size) for f, size in pairs])
        places = np.concatenate([np.arange(f.first, f.first + f.count) for f in fields])
        parts.append((base, sources, places))

    def read(memory: Any) -> Any:
        out = np.empty((*memory.shape[:-1], features.size), np.int32)
        for base, sources, places in parts:
            taken = memory.view(np.uint8).take(sources, axis=-1)
            is_mask = base == WIDE
            out[..., places] = (
                np.unpackbits(taken, axis=-1, bitorder="little") if is_mask else taken.view(base)
            )
        return out

    return read


def taken(work: Callable[[], Any]) -> float:
    """Return the CPU time of some work, in milliseconds."""
    start = time.process_time()
    work()
    return 1000 * (time.process_time() - start)


def measure(name: str, count: int, repeats: int) -> list[float]:
    """Return the time of a step, of reading by index and of reading in slices."""
    envs = PurrlorVectorEnv(name, count, players=2)
    observations, _ = envs.reset(seed=1)
    slow, quick = by_index(envs.features), envs.features.read
    ways: list[Callable[[], Any]] = [
        lambda: envs.step(actions),
        lambda: slow(observations),
        lambda: quick(observations),
    ]
    rows = []
    for _ in range(repeats):
        actions = envs.random_actions()
        rows.append([taken(way) for way in ways])
        assert (slow(observations) == quick(observations)).all()
    return [min(column) for column in zip(*rows, strict=True)]


def main() -> None:
    """Measure every game and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4096, help="stepped at once")
    parser.add_argument("--repeats", type=int, default=30)
    given = parser.parse_args()
    table = Table("game", "step", "by index", "in slices", "to step", "times as fast")
    for name in game_names():
        step, index, slices = measure(name, given.games, given.repeats)
        table.add_row(
            game(name).title,
            *(f"{one:.2f} ms" for one in (step, index, slices)),
            f"{index / step:.1f}, {slices / step:.2f}",
            f"{index / slices:.1f}",
        )
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
