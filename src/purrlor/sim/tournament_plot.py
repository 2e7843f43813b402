"""A tournament as a picture: ratings with intervals, and who beats whom (the `plot` extra)."""

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from purrlor.core.discovery import game
from purrlor.sim.plots import FELT, INK, PAPER, VELVET, new_figure
from purrlor.sim.ratings import Elo
from purrlor.sim.standings import Standings

if TYPE_CHECKING:
    from matplotlib.axes import Axes


CELL = 0.8
"""Inches for a share in the matrix, at least."""
UPRIGHT = 5
"""So many names fit below the matrix side by side."""
LONG = 10
"""Letters of a name that fits there."""


def plot_standings(standings: Standings, path: Path) -> None:
    """Draw the ratings and the win matrix."""
    entrants = len(standings.ratings)
    width = max(5.5, CELL * entrants)
    with new_figure((5.5 + width, 2.4 + 0.6 * entrants)) as figure:
        left, right = figure.subplots(1, 2, width_ratios=(5.5, width))
        _draw_ratings(left, standings)
        _draw_matrix(right, standings)
        title = f"{game(standings.game).title}, {standings.players} players"
        figure.suptitle(f"{title}: {standings.games:,} games", color=INK, fontsize=14)
        figure.savefig(path, dpi=120)


def _draw_ratings(axes: "Axes", standings: Standings) -> None:
    elo = [rating.elo for rating in standings.ratings]
    values = [one.value for one in elo]
    lows = [one.value if one.low is None else one.low for one in elo]
    highs = [one.value if one.high is None else one.high for one in elo]
    errors = [np.subtract(values, lows), np.subtract(highs, values)]
    rows = range(len(elo))
    axes.errorbar(values, rows, xerr=np.maximum(errors, 0), fmt="o", color=FELT, capsize=4)
    for row, one in enumerate(elo):
        text, where = _label(one), (one.value, row)
        axes.annotate(text, where, (0, 7), textcoords="offset points", ha="center")
    axes.margins(x=0.15)
    axes.set_yticks(rows, [rating.entrant for rating in standings.ratings])
    axes.set_ylim(len(elo) - 0.5, -0.5)
    axes.grid(axis="x", alpha=0.3)
    axes.set_xlabel(f"Elo (mean 0), {100 * standings.confidence:g}% intervals")


def _label(elo: Elo) -> str:
    """Return the rating; who won or lost everything has a limit on one side only."""
    if elo.high is None:
        return f"{elo.value:+.0f}" if elo.low is None else f"at least {elo.low:+.0f}"
    return f"at most {elo.high:+.0f}" if elo.low is None else f"{elo.value:+.0f}"


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
    if len(names) > UPRIGHT or max(map(len, names)) > LONG:
        axes.set_xticks(range(len(names)), names, rotation=45, ha="right", rotation_mode="anchor")
    else:
        axes.set_xticks(range(len(names)), names)
    axes.set_yticks(range(len(names)), names)
    axes.set_xlabel("share of the row against the column")
