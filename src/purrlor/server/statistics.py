"""Sums over all finished games, made a few at a time, and seldom: play goes on meanwhile."""

import asyncio
import time
from collections.abc import Sequence

import msgspec

from purrlor.core.discovery import built_in_names
from purrlor.server.stores import FinishedGame, Store

SHARE = 20
"""A sum is remembered for so many times as long as it took to make."""
SHORTEST_MEMORY = 0.2
"""And at least so long, in seconds."""


class Statistics(msgspec.Struct, frozen=True, kw_only=True):
    """Finished games of one kind."""

    game: str
    games: int
    mean_minutes: float
    mean_steps: float
    wins_of_people: int
    wins_of_bots: int


class _Sum(msgspec.Struct):
    """What is added up of the games of one kind."""

    games: int = 0
    seconds: float = 0.0
    steps: int = 0
    wins_of_people: int = 0
    wins_of_bots: int = 0

    def add(self, game: FinishedGame) -> None:
        self.games += 1
        self.seconds += game.finished_at - game.started_at
        self.steps += game.steps
        winners = [bot for bot, place in zip(game.bots, game.places, strict=True) if place == 1]
        self.wins_of_bots += sum(winners)
        self.wins_of_people += len(winners) - sum(winners)

    def statistics(self, name: str) -> Statistics:
        count = self.games or 1
        return Statistics(
            game=name,
            games=self.games,
            mean_minutes=self.seconds / count / 60,
            mean_steps=self.steps / count,
            wins_of_people=self.wins_of_people,
            wins_of_bots=self.wins_of_bots,
        )


class Tally:
    """Adds up the finished games of a store, for all who ask at the same time."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._found: list[Statistics] = []
        self._until = 0.0
        self._adding = asyncio.Lock()

    async def read(self) -> list[Statistics]:
        """Return the statistics of each game, a little old where there are many."""
        async with self._adding:
            start = time.monotonic()
            if start >= self._until:
                self._found = await self._add_up()
                end = time.monotonic()
                self._until = end + max(SHORTEST_MEMORY, SHARE * (end - start))
            return self._found

    async def _add_up(self) -> list[Statistics]:
        sums = {name: _Sum() for name in built_in_names()}
        page: Sequence[FinishedGame] = await self._store.games()
        while page:
            for game in page:
                if game.game in sums:
                    sums[game.game].add(game)
            page = await self._store.games(after=(page[-1].table_id, page[-1].number))
        return [found.statistics(name) for name, found in sums.items()]
