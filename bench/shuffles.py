"""Are shuffles uniform? A million shuffles of a deck by chi-square, each from a stream of its own.

Counted is which card lies where: in every place each card comes equally often. As every card lies
somewhere, the statistic of the whole table, times (n - 1) / n, has (n - 1) squared degrees of
freedom. Second, which two cards lie on top: all ordered pairs come equally often. Third, a million
rounds of Rat-a-Tat Cat as the game itself deals them: of each of the 24 places before six players,
which kind of card comes there how often (the smallest of 24 p-values, times 24). What is unbiased
fails each test once in a thousand runs. The key is new each time; `--key` shows a run again.
"""

import argparse
import secrets
import sys
import time

import numpy as np
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from scipy.stats import chi2

import purrlor
from purrlor.core.chance import below, new_chance, set_stream
from purrlor.core.contract import array_of, deal, new_array, new_trace
from purrlor.core.kernel import kernel
from purrlor.games.rat_a_tat_cat.components import COPIES, KINDS, MOST_PLAYERS, ROW

CARDS = 54
"""As many as Rat-a-Tat Cat has."""
ERROR = 0.001
BATCH = 50_000
DEALS_AT_ONCE = 1000


@kernel
def count_shuffles(chance, first, count, deck, places, pairs):
    """Shuffle as the games do, drawing from what is left, and count what lies where."""
    cards = len(deck)
    for number in range(first, first + count):
        set_stream(chance, number)
        for card in range(cards):
            deck[card] = card
        for place in range(cards):
            drawn = place + below(chance, cards - place)
            deck[place], deck[drawn] = deck[drawn], deck[place]
            places[place, deck[place]] += 1
        pairs[deck[0], deck[1]] += 1


def main() -> None:
    """Count, test, and say so; the exit code is 1 where chance would hardly do this."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shuffles", type=int, default=1_000_000)
    parser.add_argument("--key", default=secrets.token_hex(32), help="64 hex digits")
    arguments = parser.parse_args()
    places = np.zeros((CARDS, CARDS), np.int64)
    pairs = np.zeros((CARDS, CARDS), np.int64)
    deck, chance = np.zeros(CARDS, np.int64), new_chance(bytes.fromhex(arguments.key))
    start = time.perf_counter()
    with Progress(transient=True) as progress:
        task = progress.add_task("Shuffling", total=arguments.shuffles)
        for first in range(0, arguments.shuffles, BATCH):
            count = min(BATCH, arguments.shuffles - first)
            count_shuffles(chance, first, count, deck, places, pairs)
            progress.advance(task, count)
        dealt = count_deals(bytes.fromhex(arguments.key), arguments.shuffles, progress)
    seconds = time.perf_counter() - start
    is_fair = report(arguments.shuffles, places, pairs, dealt)
    Console().print(f"{seconds:.1f} s; key {arguments.key}")
    sys.exit(0 if is_fair else 1)


def count_deals(key: bytes, deals: int, progress: Progress) -> np.ndarray:
    """Let the game deal, and count for every place which kinds of cards come there."""
    game = purrlor.game("rat-a-tat-cat")
    encoded = game.module("state").encode_options(game.read_options({"players": MOST_PLAYERS}))
    state, trace = new_array(game.kernels.state), array_of(new_trace(is_kept=False))
    chance = new_chance(key)
    counts = np.zeros((MOST_PLAYERS * ROW, KINDS), np.int64)
    task = progress.add_task("Dealing", total=deals)
    for first in range(0, deals, DEALS_AT_ONCE):
        rows = np.empty((min(DEALS_AT_ONCE, deals - first), len(counts)), np.int8)
        for number in range(len(rows)):
            set_stream(chance, deals + first + number)
            deal(state[0], encoded, chance, trace[0])
            rows[number] = state["rows"][0].ravel()
        for place, kinds in enumerate(rows.T):
            counts[place] += np.bincount(kinds, minlength=KINDS)
        progress.advance(task, len(rows))
    return counts


def p_of_deals(dealt: np.ndarray) -> tuple[float, float]:
    """Return the largest statistic of a place, and how likely one so large is among all."""
    expected = dealt.sum(axis=1, keepdims=True) * np.array(COPIES) / sum(COPIES)
    statistics = ((dealt - expected) ** 2 / expected).sum(axis=1)
    worst = float(statistics.max())
    return worst, min(1.0, len(dealt) * float(chi2.sf(worst, KINDS - 1)))


def report(shuffles: int, places: np.ndarray, pairs: np.ndarray, dealt: np.ndarray) -> bool:
    """Show all statistics; return whether they are as they should be."""
    off_diagonal = pairs[~np.eye(CARDS, dtype=bool)]
    rows = (
        ("which card lies where", places.ravel(), (CARDS - 1) ** 2, (CARDS - 1) / CARDS),
        ("the first two cards", off_diagonal, CARDS * (CARDS - 1) - 1, 1.0),
    )
    table = Table("counted", "cells", "expected each", "chi-square", "degrees", "p")
    values = []
    for name, counts, degrees, scale in rows:
        expected = counts.sum() / len(counts)
        statistic = scale * float(((counts - expected) ** 2 / expected).sum())
        values.append(float(chi2.sf(statistic, degrees)))
        cells = (str(len(counts)), f"{expected:.0f}", f"{statistic:.1f}", str(degrees))
        table.add_row(name, *cells, f"{values[-1]:.4f}")
    worst, likely = p_of_deals(dealt)
    cells = (str(dealt.size), "by copies", f"{worst:.1f} at most", str(KINDS - 1))
    table.add_row("which kind is dealt where", *cells, f"{likely:.4f}")
    values.append(likely)
    is_fair = min(values) >= ERROR
    console = Console()
    console.print(table)
    verdict = "uniform" if is_fair else "NOT uniform"
    console.print(f"{shuffles:,} shuffles of {CARDS} cards, and as many deals: {verdict}")
    return is_fair


if __name__ == "__main__":
    main()
