"""Pictures of simulations (the `plot` extra)."""

import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from purrlor.core.options import option_fields
from purrlor.core.refusals import Refusal
from purrlor.sim.markdown import numbered, option
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
    with new_figure((11, 8.5)) as figure:
        axes = figure.subplot_mosaic([["wins", "counts"], ["points", "counts"], ["length"] * 2])
        _draw_wins(axes["wins"], simulation)
        _draw_points(axes["points"], simulation)
        _draw_length(axes["length"], simulation)
        _draw_counts(axes["counts"], simulation)
        figure.suptitle(title_of(simulation), color=INK, fontsize=14)
        figure.supxlabel(_origin(simulation), color=INK, fontsize=8)
        figure.savefig(path, dpi=120)


def title_of(simulation: Simulation) -> str:
    """Say which games a picture shows."""
    games = numbered(len(simulation.results), "game")
    return f"{simulation.game.title}, {simulation.options.players} players: {games}"


def _origin(simulation: Simulation) -> str:
    """Return the options that are not as usual, and the key."""
    plain = msgspec.to_builtins(simulation.options)
    usual = {field.name: field.default for field in option_fields(simulation.game.options)}
    del plain["players"]
    changed = [option(name, value) for name, value in plain.items() if value != usual[name]]
    stopped = f", {numbered(simulation.capped, 'game')} stopped" if simulation.capped else ""
    return f"{', '.join(changed) or 'usual options'}{stopped}\nkey {simulation.key.hex()}"


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
    """Draw the points of each seat in a row of its own, all to one scale."""
    points = simulation.results["points"][:, : simulation.options.players]
    bins = borders(points)
    heights = [np.histogram(column, bins)[0] for column in points.T]
    scale = 0.85 / max(int(height.max()) for height in heights)
    for seat, height in enumerate(heights):
        colour = SEAT_COLOURS[seat]
        axes.stairs(seat - scale * height, bins, baseline=seat, fill=True, color=colour)
        median = float(np.median(points[:, seat]))
        axes.vlines(median, seat - 0.85, seat, color=INK, linewidth=1, linestyles="--")
    axes.set_yticks(range(len(heights)), [f"seat {seat}" for seat in range(len(heights))])
    axes.set_ylim(len(heights) - 0.9, -1)
    axes.set_xlabel("points (dashed: median)")


def borders(values: Any) -> list[float]:
    """Return the borders of at most 40 bins, each of equally many whole numbers, for all values."""
    low, high = int(values.min()), int(values.max())
    width = (high - low) // 40 + 1
    bins = (high - low) // width + 1
    return [low + width * index - 0.5 for index in range(bins + 1)]


def _draw_length(axes: "Axes", simulation: Simulation) -> None:
    turns = simulation.results["turns"]
    axes.hist(turns, bins=borders(turns), color=BRASS)
    axes.axvline(float(np.median(turns)), color=INK, linewidth=1, linestyle="--")
    axes.set_xlim(left=0)
    axes.set_xlabel(f"turns (dashed: median {np.median(turns):.0f})")
    axes.set_ylabel("games")


def _draw_counts(axes: "Axes", simulation: Simulation) -> None:
    """Draw dots, as lengths would mean nothing where the scale is not even."""
    names = simulation.game.statistics
    means = simulation.counts.mean(axis=0)
    axes.plot(means, range(len(names)), "o", color=FELT)
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.set_xscale("symlog", linthresh=1)
    axes.set_xlim(-0.1, 4 * max(1.0, float(means.max())))
    axes.grid(axis="x", color=INK, alpha=0.15)
    axes.set_xlabel("mean per game (logarithmic above 1)")
    for row, mean in enumerate(means):
        axes.annotate(f"   {mean:.2f}", (mean, row), va="center", fontsize=8, color=INK)
