"""A tournament as a picture: ratings with intervals, and who beats whom (the `plot` extra)."""

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from purrlor.core.discovery import game
from purrlor.sim.plots import FELT, INK, PAPER, VELVET, new_figure
from purrlor.sim.standings import Standings

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def plot_standings(standings: Standings, path: Path) -> None:
    """Draw the ratings and the win matrix."""
    entrants = len(standings.ratings)
    with new_figure((11, 2.4 + 0.6 * entrants)) as figure:
        left, right = figure.subplots(1, 2)
        _draw_ratings(left, standings)
        _draw_matrix(right, standings)
        title = f"{game(standings.game).title}, {standings.players} players"
        figure.suptitle(f"{title}: {standings.games:,} games", color=INK, fontsize=14)
        figure.savefig(path, dpi=120)


def _draw_ratings(axes: "Axes", standings: Standings) -> None:
    elo = [rating.elo for rating in standings.ratings]
    values = [one.value for one in elo]
    errors = [[one.value - one.low for one in elo], [one.high - one.value for one in elo]]
    rows = range(len(elo))
    axes.errorbar(values, rows, xerr=np.maximum(errors, 0), fmt="o", color=FELT, capsize=4)
    for row, value in enumerate(values):
        axes.annotate(
            f"{value:+.0f}", (value, row), (0, 7), textcoords="offset points", ha="center"
        )
    axes.set_yticks(rows, [rating.entrant for rating in standings.ratings])
    axes.set_ylim(len(elo) - 0.5, -0.5)
    axes.grid(axis="x", alpha=0.3)
    axes.set_xlabel(f"Elo (mean 0), {standings.confidence:.0%} intervals")


def _draw_matrix(axes: "Axes", standings: Standings) -> None:
    from matplotlib.colors import LinearSegmentedColormap

    names = [rating.entrant for rating in standings.ratings]
    shares = np.array([[standings.matrix[a].get(b, np.nan) for b in names] for a in names])
    colours = LinearSegmentedColormap.from_list("lost to won", [VELVET, PAPER, FELT])
    axes.imshow(shares, cmap=colours, vmin=0, vmax=1, aspect="auto")
    for row, column in np.argwhere(~np.isnan(shares)):
        share = shares[row, column]
        colour = PAPER if abs(share - 0.5) > 0.3 else INK
        axes.text(column, row, f"{share:.1%}", ha="center", va="center", color=colour)
    axes.set_xticks(range(len(names)), names)
    axes.set_yticks(range(len(names)), names)
    axes.set_xlabel("share of the row against the column")
