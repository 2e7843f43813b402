"""Pictures of simulations (the `plot` extra)."""

import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from purrlor.core.refusals import Refusal
from purrlor.sim.simulate import Simulation

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, PAPER, FELT, VELVET, BRASS = "#2B2233", "#FBF6EC", "#2F5D50", "#6B2A3A", "#B9852C"
SEAT_COLOURS = (FELT, VELVET, BRASS, "#4F7CAC", "#7A5C99", "#8C6D46")


def check_plot(path: Path) -> None:
    """Refuse a picture that cannot be drawn before the work begins."""
    if importlib.util.find_spec("matplotlib") is None:
        raise Refusal("Pictures need matplotlib: pip install 'purrlor[plot]'.")
    if path.suffix not in (".png", ".svg", ".pdf"):
        raise Refusal(f"A picture is .png, .svg or .pdf, not {path.suffix or 'without an ending'}.")
    if not path.absolute().parent.is_dir():
        raise Refusal(f"There is no folder {path.parent} to write the picture to.")
    if path.is_dir():
        raise Refusal(f"{path} is a folder; name a file to write the picture to.")


@contextmanager
def new_figure(size: tuple[float, float]) -> Iterator["Figure"]:
    """Give a figure in our style, to draw on and save meanwhile."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context({"axes.spines.top": False, "axes.spines.right": False, "font.size": 10}):
        mpl.rcParams["axes.facecolor"] = PAPER
        yield Figure(figsize=size, layout="constrained", facecolor=PAPER)


def plot_simulation(simulation: Simulation, path: Path) -> None:
    """Draw win shares, points, length and what was counted."""
    with new_figure((11, 7)) as figure:
        wins, points, length, counts = figure.subplots(2, 2).ravel()
        _draw_wins(wins, simulation)
        _draw_points(points, simulation)
        _draw_length(length, simulation)
        _draw_counts(counts, simulation)
        games = len(simulation.results)
        figure.suptitle(f"{simulation.game.title}: {games:,} games", color=INK, fontsize=14)
        figure.savefig(path, dpi=120)


def _draw_wins(axes: "Axes", simulation: Simulation) -> None:
    seats = simulation.summary().seats
    shares = [100 * seat.win_share for seat in seats]
    below = [100 * max(0, seat.win_share - seat.win_low) for seat in seats]
    above = [100 * max(0, seat.win_high - seat.win_share) for seat in seats]
    axes.bar(range(len(seats)), shares, color=SEAT_COLOURS, yerr=[below, above], capsize=4)
    axes.axhline(100 / len(seats), color=INK, linewidth=0.8, linestyle=":")
    labels = [f"seat {number}\n{seat.player}" for number, seat in enumerate(seats)]
    axes.set_xticks(range(len(seats)), labels)
    axes.set_ylabel("win share in %")


def _draw_points(axes: "Axes", simulation: Simulation) -> None:
    points = simulation.results["points"][:, : simulation.options.players]
    bins = _bins(points)
    for seat in range(points.shape[1]):
        colour = SEAT_COLOURS[seat]
        axes.hist(points[:, seat], bins=bins, histtype="step", color=colour, linewidth=1.6)
    axes.set_xlabel("points")
    axes.set_ylabel("games")
    axes.legend([f"seat {seat}" for seat in range(points.shape[1])], frameon=False)


def _bins(values: Any) -> list[float]:
    """Return the borders of at most 40 bins that each hold equally many whole numbers."""
    low, high = (int(value) for value in np.quantile(values, (0.001, 0.999)))
    width = (high - low) // 40 + 1
    return [border - 0.5 for border in range(low, high + width + 1, width)]


def _draw_length(axes: "Axes", simulation: Simulation) -> None:
    turns = simulation.results["turns"]
    axes.hist(turns, bins=_bins(turns), color=BRASS)
    axes.axvline(float(np.median(turns)), color=INK, linewidth=1, linestyle="--")
    axes.set_xlabel(f"turns (median {np.median(turns):.0f})")
    axes.set_ylabel("games")


def _draw_counts(axes: "Axes", simulation: Simulation) -> None:
    names = simulation.game.statistics
    means = simulation.counts.mean(axis=0)
    axes.barh(range(len(names)), means, color=FELT)
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.set_xscale("symlog", linthresh=1)
    axes.set_xlabel("mean per game")
    for row, mean in enumerate(means):
        axes.annotate(f" {mean:.2f}", (mean, row), va="center", fontsize=8, color=INK)
