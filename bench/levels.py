"""Every level against the one before, in every game and number of players.

One player of the stronger level sits at each seat in turn against others of the weaker one, on the
same deals. Shown is its share of the victories beside its fair share, that of a player just as
strong, with a 95 % interval. How many deals a bout has follows from `--seconds`. Results are kept
in `bench/results/levels.json` and drawn in `levels.svg`.
"""

import argparse
import itertools
import json
import time
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

from purrlor import game_names
from purrlor.bots.levels import LEVELS
from strength import RESULTS, bout

PLAYERS = {"rat-a-tat-cat": range(2, 7), "cattitude": range(2, 6), "cat-royal": range(2, 5)}
FEWEST, MOST = 10, 2000
FOLDER = RESULTS.parent


def ladder(name: str, players: int, weaker: str, stronger: str, seconds: float) -> dict[str, Any]:
    """Play as many deals as the time allows."""
    options = {"players": players}
    start = time.perf_counter()
    bout(name, options, stronger, weaker, 2)
    each = (time.perf_counter() - start) / 2
    return bout(name, options, stronger, weaker, int(min(max(seconds / each, FEWEST), MOST)))


def main() -> None:
    """Measure, print a table, keep and draw the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="about, for each bout")
    parser.add_argument("--games", default=",".join(game_names()), help="a comma list")
    arguments = parser.parse_args()
    bouts = [
        (name, players, weaker, stronger)
        for name in arguments.games.split(",")
        for players in PLAYERS[name]
        for weaker, stronger in itertools.pairwise(LEVELS)
    ]
    found = []
    for one in track(bouts, "Playing", transient=True):
        row = ladder(*one, arguments.seconds)
        found.append(row)
        Console().print(f"{one}: {row['share']:.3f} ± {row['share_95']:.3f}, {row['deals']} deals")
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "levels.json").write_text(json.dumps(found, indent=1), encoding="utf-8")
    report(found)
    draw(found)


def report(found: list[dict[str, Any]]) -> None:
    """Print the ladder."""
    table = Table("game", "players", "stronger", "weaker", "share", "fair share", "deals")
    for row in found:
        players = row["options"]["players"]
        share = f"{row['share']:.1%} ± {row['share_95']:.1%}"
        fair = f"{1 / players:.1%}"
        names = (row["game"], str(players), row["one"], row["other"])
        table.add_row(*names, share, fair, f"{row['deals']:,}")
    Console().print(table)


def draw(found: list[dict[str, Any]]) -> None:
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
            shares = [row["share"] * row["options"]["players"] for row in rows]
            doubts = [row["share_95"] * row["options"]["players"] for row in rows]
            label = f"{stronger} over {weaker}"
            axes.errorbar(players, shares, doubts, marker="o", capsize=3, label=label)
        axes.axhline(1, color="grey", linewidth=1)
        axes.set(title=name, xlabel="players", xticks=players)
    plots[0][0].set_ylabel("victories over fair share")
    plots[0][0].legend(fontsize=8)
    figure.savefig(FOLDER / "levels.svg", bbox_inches="tight")


if __name__ == "__main__":
    main()
