"""A piece of a tournament: some deals played by one line-up, on any thread or machine."""

import time
from typing import Any

import msgspec
import numpy as np

from purrlor.bots.levels import read_player
from purrlor.core.discovery import game
from purrlor.sim.entrants import is_compiled
from purrlor.sim.hosted import play_hosted
from purrlor.sim.playout import play_games
from purrlor.sim.tables import RESULT, new_table


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """Deals `first` and on, for one line-up."""

    game: str
    options: dict[str, Any]
    key: bytes
    lineup: int
    seats: tuple[str, ...]
    first: int
    count: int


class Bouts(msgspec.Struct, frozen=True, kw_only=True):
    """How the games of a task ended."""

    lineup: int
    first: int
    places: Any
    """By game and seat: an array, or lists if it comes from a journal."""
    points: Any
    capped: list[int]
    """The deals whose game was stopped at the simulation cap."""
    seconds: float


def play(task: Task) -> Bouts:
    """Play a task; the same task gives the same bouts wherever it is played."""
    began = time.perf_counter()
    found = game(task.game)
    options = found.read_options(task.options)
    results = np.zeros(task.count, RESULT).view(np.recarray)
    if all(map(is_compiled, task.seats)):
        seats = np.array([read_player(name) for name in task.seats], np.int64)
        counts = np.zeros((task.count, len(found.statistics)), np.int64)
        table = new_table(found, options, task.key)
        cap = found.simulation_cap(options)
        play_games(table, seats, task.first, task.count, cap, results, counts)
    else:
        for index in range(task.count):
            play_hosted(found, options, task.seats, task.key, task.first + index, results[index])
    players = len(task.seats)
    return Bouts(
        lineup=task.lineup,
        first=task.first,
        places=results.places[:, :players].copy(),
        points=results.points[:, :players].copy(),
        capped=(task.first + np.flatnonzero(results.is_capped)).tolist(),
        seconds=time.perf_counter() - began,
    )
