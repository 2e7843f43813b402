"""Pictures of a game's balance (the `plot` extra)."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from purrlor.sim.balance import Habit
from purrlor.sim.estimates import seat_shares
from purrlor.sim.markdown import numbered
from purrlor.sim.plots import FELT, INK, SEAT_COLOURS, VELVET, new_figure, title_of
from purrlor.sim.simulate import Simulation

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def plot_seats(simulations: Sequence[Simulation], path: Path) -> None:
    """Draw the win shares of all seats, for each number of players."""
    with new_figure((9, 4)) as figure:
        axes = figure.subplots()
        for place, simulation in enumerate(simulations):
            ended = simulation.finished()
            if len(ended.results):
                _draw_shares(axes, ended, place)
        names = [f"{simulation.options.players} players" for simulation in simulations]
        axes.set_xticks(range(len(names)), names)
        axes.set_ylabel("win share in %")
        games = numbered(len(simulations[0].results), "game")
        axes.set_title(
            f"{simulations[0].game.title}: who wins, of {games} for each number of players",
            color=INK,
        )
        _name_seats(axes, max(simulation.options.players for simulation in simulations))
        axes.set_ylim(0, 1.15 * axes.get_ylim()[1])  # room for the legend
        figure.savefig(path, dpi=110)


def _draw_shares(axes: "Axes", ended: Simulation, place: int) -> None:
    shares = seat_shares(ended)
    players = len(shares)
    for seat, share in enumerate(shares):
        at = place + 0.8 * ((seat + 0.5) / players - 0.5)
        error = [[100 * (share.value - share.low)], [100 * (share.high - share.value)]]
        width, colour = 0.74 / players, SEAT_COLOURS[seat]
        axes.bar(at, 100 * share.value, width, yerr=error, color=colour, capsize=2)
    axes.hlines(100 / players, place - 0.42, place + 0.42, color=INK, linestyles=":")


def _name_seats(axes: "Axes", most: int) -> None:
    from matplotlib.patches import Patch

    seats = [Patch(color=SEAT_COLOURS[seat], label=f"seat {seat}") for seat in range(most)]
    axes.legend(handles=seats, frameon=False, ncols=most)


def plot_habits(habits: Sequence[Habit], base: Simulation, path: Path) -> None:
    """Draw the share of each habit against the policy."""
    players = base.options.players
    with new_figure((9, 1.8 + 0.34 * len(habits))) as figure:
        axes = figure.subplots()
        for row, habit in enumerate(habits):
            share = habit.share
            if share is not None:
                colour = FELT if share.value >= 1 / players else VELVET
                error = np.array([[share.value - share.low], [share.high - share.value]])
                at = 100 * share.value
                axes.errorbar(at, row, xerr=100 * error, fmt="o", color=colour, capsize=4)
        axes.axvline(100 / players, color=INK, linewidth=0.8, linestyle=":")
        axes.set_yticks(range(len(habits)), [habit.name for habit in habits])
        axes.set_ylim(len(habits) - 0.5, -0.5)
        axes.set_xlabel("share of victories in %; the policy itself stands at the dotted line")
        axes.set_title(f"{title_of(base)} at each seat, of one habit against the policy", color=INK)
        figure.savefig(path, dpi=110)
