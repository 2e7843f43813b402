"""Pictures of a game's balance (the `plot` extra)."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from purrlor.sim.balance import Habit, seat_shares
from purrlor.sim.plots import FELT, INK, SEAT_COLOURS, VELVET, new_figure
from purrlor.sim.simulate import Simulation


def plot_seats(simulations: Sequence[Simulation], path: Path) -> None:
    """Draw the win shares of all seats, for each number of players."""
    with new_figure((9, 3.6)) as figure:
        axes = figure.subplots()
        for place, simulation in enumerate(simulations):
            shares = seat_shares(simulation)
            players = len(shares)
            at = place + 0.8 * ((np.arange(players) + 0.5) / players - 0.5)
            errors = [
                [100 * (share.value - share.low) for share in shares],
                [100 * (share.high - share.value) for share in shares],
            ]
            values = [100 * share.value for share in shares]
            width = 0.74 / players
            axes.bar(at, values, width, yerr=errors, color=SEAT_COLOURS[:players], capsize=2)
            axes.hlines(100 / players, place - 0.42, place + 0.42, color=INK, linestyles=":")
        names = [f"{simulation.options.players} players" for simulation in simulations]
        axes.set_xticks(range(len(names)), names)
        axes.set_ylabel("win share in %, seat 0 first")
        figure.savefig(path, dpi=110)


def plot_habits(habits: Sequence[Habit], players: int, path: Path) -> None:
    """Draw the share of each habit against the policy."""
    with new_figure((9, 1.4 + 0.34 * len(habits))) as figure:
        axes = figure.subplots()
        for row, habit in enumerate(habits):
            share = habit.share
            colour = FELT if share.value >= 1 / players else VELVET
            error = [[100 * (share.value - share.low)], [100 * (share.high - share.value)]]
            axes.errorbar(100 * share.value, row, xerr=error, fmt="o", color=colour, capsize=4)
        axes.axvline(100 / players, color=INK, linewidth=0.8, linestyle=":")
        axes.set_yticks(range(len(habits)), [habit.name for habit in habits])
        axes.set_ylim(len(habits) - 0.5, -0.5)
        axes.set_xlabel("share of victories in %; the policy itself stands at the dotted line")
        figure.savefig(path, dpi=110)
