"""Simulate many games and sum them up."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from typing import Any

import msgspec
import numpy as np
from scipy.stats import binomtest

from purrlor.bots.levels import read_players, seat_names
from purrlor.bots.thoughts import thoughts_type
from purrlor.core.chance import CHANCE
from purrlor.core.contract import COUNTS, LEGAL, STANDING, TRACE, TRACE_ROWS
from purrlor.core.game import Game
from purrlor.core.keys import read_key
from purrlor.core.seats import MOST_SEATS
from purrlor.sim.compiled import mark_warm
from purrlor.sim.playout import play_games

RESULT = np.dtype(
    [
        ("is_result", np.int8),
        ("is_capped", np.int8),
        ("places", np.int8, MOST_SEATS),
        ("points", np.int32, MOST_SEATS),
        ("turns", np.int32),
        ("decisions", np.int32),
    ],
    align=True,
)
CHUNK = 500


class Spread(msgspec.Struct, frozen=True, kw_only=True):
    """How a number is distributed over games."""

    mean: float
    deviation: float
    low: float
    median: float
    high: float


class SeatSummary(msgspec.Struct, frozen=True, kw_only=True):
    """One seat over all games."""

    player: str
    win_share: float
    """Wins; a shared first place counts its part."""
    win_low: float
    win_high: float
    points: Spread


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """What a simulation found."""

    game: str
    options: dict[str, Any]
    key: str
    games: int
    capped: int
    seats: list[SeatSummary]
    turns: Spread
    decisions: Spread
    per_game: dict[str, float]


class Simulation(msgspec.Struct, frozen=True):
    """The games of a simulation: how each ended, and what was counted in each."""

    game: Game
    options: Any
    key: bytes
    players: str
    results: Any
    counts: Any

    def summary(self) -> Summary:
        """Sum the games up."""
        seats = self.options.players
        places = self.results["places"][:, :seats]
        shares = (places == 1) / (places == 1).sum(axis=1, keepdims=True)
        games = len(self.results)
        return Summary(
            game=self.game.name,
            options=msgspec.to_builtins(self.options),
            key=self.key.hex(),
            games=games,
            capped=int(self.results["is_capped"].sum()),
            seats=[
                _seat_summary(name, shares[:, seat], self.results["points"][:, seat])
                for seat, name in enumerate(seat_names(self.players, seats))
            ],
            turns=_spread(self.results["turns"]),
            decisions=_spread(self.results["decisions"]),
            per_game={
                name: float(self.counts[:, index].mean())
                for index, name in enumerate(self.game.statistics)
            },
        )


def _seat_summary(player: str, shares: Any, points: Any) -> SeatSummary:
    share = float(shares.mean())
    # Wilson's interval for whole wins; shared places only make it wider than needed.
    interval = binomtest(round(float(shares.sum())), len(shares)).proportion_ci(0.95, "wilson")
    return SeatSummary(
        player=player,
        win_share=share,
        win_low=float(interval.low),
        win_high=float(interval.high),
        points=_spread(points),
    )


def _spread(values: Any) -> Spread:
    low, median, high = np.quantile(values, (0.05, 0.5, 0.95))
    return Spread(
        mean=float(values.mean()),
        deviation=float(values.std()),
        low=float(low),
        median=float(median),
        high=float(high),
    )


def simulate(
    game: Game,
    options: Any,
    *,
    games: int,
    players: str = "random",
    key: bytes | int | str | None = None,
    threads: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Simulation:
    """Play many games; the same key gives the same games, whatever the number of threads."""
    options = game.read_options(options)
    secret = read_key(key)
    seats = np.array(read_players(players, options.players), np.int64)
    results = np.zeros(games, RESULT).view(np.recarray)
    counts = np.zeros((games, len(game.statistics)), np.int64)
    cap = game.simulation_cap(options)

    def run(first: int) -> int:
        last = min(first + CHUNK, games)
        table = new_table(game, options, secret)
        play_games(table, seats, first, last - first, cap, results[first:last], counts[first:last])
        return last - first

    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        for done in _in_turn(pool, run, range(0, games, CHUNK)):
            progress(done)
    mark_warm(game, "simulation")
    return Simulation(game, options, secret, players, results, counts)


def _in_turn(pool: ThreadPoolExecutor, run: Callable[[int], int], firsts: range) -> Iterator[int]:
    """Run the chunks; the first alone, so that the code is compiled once."""
    for first in firsts[:1]:
        yield run(first)
    waiting = {pool.submit(run, first) for first in firsts[1:]}
    try:
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
    finally:
        for future in waiting:
            future.cancel()


def new_table(game: Game, options: Any, key: bytes) -> tuple[Any, ...]:
    """Return the records that `play_games` works on."""
    kernels = game.kernels

    def records(dtype: Any, count: int = 1) -> Any:
        return np.zeros(count, dtype).view(np.recarray)

    chances, traces, encoded = records(CHANCE, 2), records(TRACE), records(kernels.options)
    chances.key[:] = np.frombuffer(key, "<u4")
    traces.capacity[:] = TRACE_ROWS
    encoded[0] = game.module("state").encode_options(options)
    return (
        records(kernels.state, 2),
        encoded,
        chances,
        records(kernels.observation),
        records(LEGAL),
        traces,
        records(STANDING),
        records(COUNTS),
        records(thoughts_type(kernels.observation)),
    )
