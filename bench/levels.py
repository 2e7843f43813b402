"""Every level against the one before, in every game and number of players.

One player of the stronger level sits at each seat in turn against others of the weaker one, on the
same deals. Shown is its share of the victories beside its fair share, that of a player just as
strong, with a 95 % interval from drawing deals again. How many deals a bout has follows from
`--seconds`. The bar is a share of 55 % in games of two, and an interval above the fair share in all
games. Results are kept in `bench/results/levels.json` as they come, so that a run that was stopped
goes on with the bouts it has not played, and drawn in `levels.svg`.
"""

import argparse
import itertools
import json
import time
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from purrlor import game, game_names
from purrlor.bots.levels import LEVELS
from purrlor.sim.balance import player_counts
from strength import RESULTS, bout, warn

FEWEST, MOST = 10, 2000
SHARE_OF_TWO = 0.55
Row = dict[str, Any]


def ladder(name: str, players: int, weaker: str, stronger: str, seconds: float) -> Row:
    """Play as many deals as the time allows."""
    options = {"players": players}
    bout(name, options, stronger, weaker, 1)  # compiles
    start = time.perf_counter()
    bout(name, options, stronger, weaker, 2)
    each = (time.perf_counter() - start) / 2
    return bout(name, options, stronger, weaker, int(min(max(seconds / each, FEWEST), MOST)))


def reaches_bar(row: Row) -> bool:
    """Return whether the stronger level is clearly the stronger one."""
    players = int(row["options"]["players"])
    is_clear = float(row["share_95"][0]) > 1 / players
    return is_clear and (players > 2 or float(row["share"]) >= SHARE_OF_TWO)


def rungs(names: list[str], counts: list[int]) -> list[tuple[str, int, str, str]]:
    """Return all bouts: the game, how many play, who is weaker and who is stronger."""
    return [
        (name, players, weaker, stronger)
        for name in names
        for players in player_counts(game(name), msgspec.to_builtins(game(name).read_options()))
        for weaker, stronger in itertools.pairwise(LEVELS)
        if not counts or players in counts
    ]


def main() -> None:
    """Measure, print a table, keep and draw the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="about, for each bout")
    parser.add_argument("--games", nargs="*", default=game_names(), metavar="GAME")
    parser.add_argument("--players", nargs="*", type=int, default=[], help="all if left out")
    parser.add_argument("--out", type=Path, default=RESULTS.with_name("levels.json"))
    arguments = parser.parse_args()
    out: Path = arguments.out
    out.parent.mkdir(exist_ok=True)
    found: list[Row] = json.loads(out.read_text(encoding="utf-8")) if out.exists() else []
    played = {(row["game"], row["options"]["players"], row["other"], row["one"]) for row in found}
    for name in arguments.games:
        warn(name)
    for one in rungs(arguments.games, arguments.players):
        if one not in played:
            found.append(ladder(*one, arguments.seconds))
            out.write_text(json.dumps(found, indent=1), encoding="utf-8")
            Console().print(" ".join(map(str, one)), shown(found[-1]), found[-1]["deals"], "deals")
    report(found)
    draw(found, out.with_suffix(".svg"))


def shown(row: Row) -> str:
    """Return the share with its interval."""
    low, high = row["share_95"]
    return f"{row['share']:.1%} ({100 * low:.1f} … {100 * high:.1f})"


def report(found: list[Row]) -> None:
    """Print the ladder."""
    table = Table("game", "players", "stronger", "weaker", "share", "fair share", "deals", "bar")
    for row in found:
        players = row["options"]["players"]
        names = (row["game"], str(players), row["one"], row["other"])
        verdict = "reached" if reaches_bar(row) else "missed"
        table.add_row(*names, shown(row), f"{1 / players:.1%}", f"{row['deals']:,}", verdict)
    Console(width=120).print(table)


def draw(found: list[Row], path: Path) -> None:
    """Draw shares as multiples of the fair share."""
    from matplotlib import pyplot

    games = list(dict.fromkeys(row["game"] for row in found))
    figure, plots = pyplot.subplots(
        1, len(games), figsize=(4 * len(games), 3.4), sharey=True, squeeze=False
    )
    for name, axes in zip(games, plots[0], strict=True):
        for weaker, stronger in itertools.pairwise(LEVELS):
            rows = [
                row
                for row in found
                if (row["game"], row["one"], row["other"]) == (name, stronger, weaker)
            ]
            players = [row["options"]["players"] for row in rows]
            shares = [row["share"] * count for row, count in zip(rows, players, strict=True)]
            doubts = [
                [
                    abs(row["share_95"][end] - row["share"]) * row["options"]["players"]
                    for row in rows
                ]
                for end in (0, 1)
            ]
            label = f"{stronger} over {weaker}"
            axes.errorbar(players, shares, doubts, marker="o", capsize=3, label=label)
        axes.axhline(1, color="grey", linewidth=1)
        axes.set(title=name, xlabel="players")
    plots[0][0].set_ylabel("victories over fair share")
    plots[0][0].legend(fontsize=8)
    figure.savefig(path, bbox_inches="tight")


if __name__ == "__main__":
    main()
