"""Random play and search beside the peers: OpenSpiel, RLCard and PettingZoo's classic games.

All run in this one process, one after the other, several times over; the table shows medians of
what is done in a second of CPU time on one core (`bench/paths.py` says what is counted). Below it
stands what we promise, and whether it holds. Both are written into README.md.
"""

import argparse
import gc
import json
import os
import platform
import re
import statistics
import time
import warnings
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from paths import CLASSIC, MOVES, OURS, RLCARD, Measure, measures
from playouts import RESULTS
from purrlor import __version__

README = Path(__file__).parents[1] / "README.md"
CPUS = Path("/proc/cpuinfo")


def bars(rates: dict[Measure, float]) -> list[tuple[str, float, float]]:
    """Return what we promise: in words, how many times as fast we are, and how many it must be.

    Each is the worst case: our slowest game beside their fastest.
    """

    def of(library: str, words: str) -> list[float]:
        found = [m for m in rates if m.library == library and m.unit == MOVES]
        return [rates[m] for m in found if words in f"{m.game}, {m.path}"]

    peers = [rate for m, rate in rates.items() if m.library != OURS and m.unit == MOVES]
    loops, vectors, matches = (min(of(OURS, way)) for way in ("compiled", "vector", "match"))
    return [
        ("compiled loop to every peer's fastest path", loops / max(peers), 3),
        ("vector environment to PettingZoo's gin rummy", vectors / max(of(CLASSIC, "")), 10),
        ("vector environment to RLCard's uno", vectors / max(of(RLCARD, "uno")), 5),
        ("match API to RLCard's fastest step", matches / max(of(RLCARD, "")), 1),
    ]


def judged(rates: dict[Measure, float]) -> list[str]:
    """Say of each promise whether it holds."""
    return [
        f"- {words}: {found:,.1f} times, at least {needed}: {'pass' if found >= needed else 'miss'}"
        for words, found, needed in bars(rates)
    ]


def machine() -> str:
    """Name the machine that measured."""
    cpus = CPUS.read_text(encoding="utf-8") if CPUS.exists() else ""
    names = re.findall(r"model name\s*: (.+)", cpus) or [platform.machine()]
    return f"{os.cpu_count()} cores, {names[0]}, Python {platform.python_version()}"


def cells(rates: dict[Measure, float]) -> list[tuple[str, ...]]:
    """Return the table, row by row."""
    return [(*m[:4], f"{rate:,.0f} {m.unit}") for m, rate in rates.items()]


def show(rates: dict[Measure, float]) -> None:
    """Print the table."""
    table = Table("library", "game", "players, options", "path", "in a second")
    for row in cells(rates):
        table.add_row(*row)
    Console(width=130).print(table)


def write(rates: dict[Measure, float], repeats: int) -> None:
    """Write the table and the promises into the README and into `bench/results`."""
    date = time.strftime("%Y-%m-%d")
    lines = [
        "| library | game | players, options | path | in a second |",
        "|---|---|---|---|---:|",
        *("| " + " | ".join(row) + " |" for row in cells(rates)),
        "",
        f"Medians of {repeats} runs, one core, {date}, {machine()}. Our slowest game beside their",
        "fastest:",
        "",
        *judged(rates),
    ]
    text = README.read_text(encoding="utf-8")
    text = re.sub(
        r"(<!-- peers -->\n).*?(<!-- /peers -->)",
        lambda found: found[1] + "\n".join(lines) + "\n" + found[2],
        text,
        flags=re.DOTALL,
    )
    README.write_text(text, encoding="utf-8")
    rows = [{**m._asdict(), "run": rate} for m, rate in rates.items()]
    body: dict[str, Any] = {
        "date": date,
        "machine": machine(),
        "version": __version__,
        "rows": [{("rate" if key == "run" else key): row[key] for key in row} for row in rows],
        "bars": [dict(zip(("words", "found", "needed"), bar, strict=True)) for bar in bars(rates)],
    }
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "peers.json").write_text(json.dumps(body, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Measure everything and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="about, per measurement")
    parser.add_argument("--only", default="", help="a word of the rows to measure; not written")
    given = parser.parse_args()
    warnings.simplefilter("ignore")  # those of the peers
    wanted = [measure for measure in measures() if given.only in " ".join(measure[:4])]
    rates: dict[Measure, list[float]] = {measure: [] for measure in wanted}
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("Measuring", total=given.repeats * len(wanted))
        for _ in range(given.repeats):
            for measure in wanted:
                progress.update(task, description=f"{measure.library} {measure.game}")
                gc.collect()
                gc.freeze()  # nobody pays for looking through what the others have loaded
                rates[measure].append(measure.run(given.seconds))
                progress.advance(task)
    medians = {measure: statistics.median(found) for measure, found in rates.items()}
    show(medians)
    if not given.only:
        print("\n".join(judged(medians)))
        write(medians, given.repeats)


if __name__ == "__main__":
    main()
