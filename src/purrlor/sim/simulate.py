"""Simulate many games."""

from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np

from purrlor.bots.levels import read_players, seat_names
from purrlor.core.game import Game
from purrlor.core.keys import read_key
from purrlor.sim.chunks import play_in_chunks
from purrlor.sim.compiled import mark_warm
from purrlor.sim.markdown import numbered
from purrlor.sim.playout import play_games
from purrlor.sim.summary import Summary, spread_of, sum_up_seat
from purrlor.sim.tables import RESULT, new_table, shares_of


class Simulation(msgspec.Struct, frozen=True):
    """The games of a simulation: how each ended, and what was counted in each."""

    game: Game
    options: Any
    key: bytes
    players: str
    results: Any
    counts: Any

    def __repr__(self) -> str:
        games = numbered(len(self.results), "game")
        who = seat_names(self.players, self.options.players)
        return f"<Simulation of {self.game.name}, {games}: {', '.join(who)}>"

    def summary(self) -> Summary:
        """Sum the games up."""
        seats = self.options.players
        shares = shares_of(self.results["places"][:, :seats])
        points, winners = self.results["points"], self.game.winners(self.options)
        return Summary(
            game=self.game.name,
            options=msgspec.to_builtins(self.options),
            key=self.key.hex(),
            games=len(self.results),
            capped=self.capped,
            seats=[
                sum_up_seat(name, shares[:, seat], points[:, seat], winners)
                for seat, name in enumerate(seat_names(self.players, seats))
            ],
            turns=spread_of(self.results["turns"]),
            decisions=spread_of(self.results["decisions"]),
            per_game={
                name: float(self.counts[:, index].mean())
                for index, name in enumerate(self.game.statistics)
            },
        )

    @property
    def capped(self) -> int:
        """How many games were stopped at the simulation cap."""
        return int(self.results["is_capped"].sum())

    def finished(self) -> "Simulation":
        """Return the games that came to their end; where the table ends them, that is the cap."""
        if self.game.is_ended_by_table(self.options):
            return self
        is_finished = self.results["is_capped"] == 0
        return msgspec.structs.replace(
            self, results=self.results[is_finished], counts=self.counts[is_finished]
        )

    def is_same(self, other: "Simulation") -> bool:
        """Return whether every game went as the other simulation's, whatever else was allowed."""
        return np.array_equal(self.counts, other.counts) and all(
            np.array_equal(self.results[name], other.results[name])
            for name in ("is_capped", "places", "points", "turns")
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

    def play(first: int, count: int) -> None:
        part = slice(first, first + count)
        table = new_table(game, options, secret)
        play_games(table, seats, first, count, cap, results[part], counts[part])

    for done in play_in_chunks(play, games, threads):
        progress(done)
    mark_warm(game, "simulation")
    return Simulation(game, options, secret, players, results, counts)
