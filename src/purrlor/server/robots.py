"""The bots of a live table: they play while somebody is there to see it, at a natural pace."""

import asyncio
import logging
import os
import secrets
import time
import weakref
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Literal

import msgspec

from purrlor.bots.bot import Bot
from purrlor.bots.levels import PLAYERS
from purrlor.bots.players import POLICY
from purrlor.core.contract import PASS
from purrlor.core.game import Game
from purrlor.core.match import Match
from purrlor.core.refusals import Refusal
from purrlor.core.seats import in_order_of_play
from purrlor.server.entries import Played
from purrlor.server.metrics import METRICS
from purrlor.server.steps import SPECTATOR
from purrlor.server.stores import StoreFailed
from purrlor.sim.compiled import is_warm

if TYPE_CHECKING:
    from purrlor.server.live import LiveTable

log = logging.getLogger(__name__)

THREADS = ThreadPoolExecutor((os.cpu_count() or 1) + 4, thread_name_prefix="bot")
"""Where bots think: no replay or hint that somebody asks for keeps them waiting."""
RETRY_SECONDS = 1.0
"""How soon bots try again after something went wrong."""
OUT_OF_TURN_PAUSE = 1.6
"""How long a bot waits while people may act out of turn, in seconds."""


_search_ready: set[str] = set()
"""The games whose search is known to be compiled: a file need not be looked for at every move."""


class NothingTaken(Exception):
    """What is said to be legal was refused, all of it."""


class Robots:
    """Decides for the seats of bots, and for those of people who are away or out of time."""

    def __init__(self, live: "LiveTable", bot_pause: float) -> None:
        self._live: LiveTable = weakref.proxy(live)  # the table owns its parts, not they it
        self._bot_pause = bot_pause
        self._is_awake = False
        self._asked: tuple[int, ...] = ()

    def wake(self) -> None:
        """Let bots play while somebody is there to see it."""
        if not self._is_awake and (self._next() is not None or self._interrupting()):
            self._is_awake = True
            self._live.run(self._play_on())

    def _is_awaited(self) -> bool:
        """Whether a game runs, somebody is here to see it, and what we see of it is durable."""
        table, live = self._live.table, self._live
        is_running = table.phase == "playing" and table.match is not None and not table.is_paused
        return is_running and bool(live.devices) and not live.is_dirty

    def _next(self) -> int | None:
        table = self._live.table
        if not self._is_awaited():
            return None
        actors = table.actors
        return next((seat for seat in actors if table.seats[seat].is_played_by_bot), None)

    def _interrupting(self) -> list[int]:
        """Return the bots that may act out of turn and were not asked in this turn."""
        table = self._live.table
        if not self._is_awaited() or self._live.presence.patience():
            return []
        match = self._live.table.running_match()
        if table.actors == self._asked:
            return []
        waiting = [one for one in match.interrupters if table.seats[one].is_played_by_bot]
        return in_order_of_play(waiting, match.actors[0]) if waiting else []

    async def _play_on(self) -> None:
        """Play until nobody has to; after a fault, again in a while."""
        try:
            while not await self._has_played():
                await asyncio.sleep(RETRY_SECONDS)
        finally:
            self._is_awake = False

    async def _has_played(self) -> bool:
        try:
            await self._play_all()
        except Exception:
            log.exception("the bots of a table failed")
            return False
        return True

    async def _play_all(self) -> None:
        acted: int | None = None
        while True:
            for seat in self._interrupting():
                await self._interrupt(seat)
            self._asked = self._live.table.actors
            due = self._next()
            if due is None:
                return
            # The parts of one sealed decision follow each other at once: nobody sees them.
            patience, seq = self._live.presence.patience(), self._live.seq
            if patience or acted != due or SPECTATOR in self._live.table.seen_by:
                await asyncio.sleep(self._pause() + patience)
            if patience and seq != self._live.seq:
                continue  # another server is at it
            acted = due
            # Meanwhile the person may be back, or the table paused.
            if self._next() == due and not await self.play(due, "bot"):
                return

    def _pause(self) -> float:
        """How long a bot seems to think; longer where a person may act out of turn."""
        pause, match = self._bot_pause, self._live.table.running_match()
        people = set(self._live.table.people())
        return max(pause, OUT_OF_TURN_PAUSE) if pause and people & {*match.interrupters} else pause

    async def play(self, seat: int, by: Literal["bot", "clock"]) -> bool:
        """Decide for a seat that must; return False if the table does not take it."""
        match, expected = self._live.table.running_match(), self._live.seq
        if seat not in match.actors:
            return True
        numbers = match.legal_numbers(seat)
        decided, seconds = await self._think(match, seat, numbers)
        others = [number for number in numbers if number != decided]
        secrets.SystemRandom().shuffle(others)
        for number in (decided, *others):
            try:
                return await self._play_for(seat, number, by, expected, seconds)
            except Refusal as refusal:
                log.error("a bot was refused", extra={"sentence": refusal.sentence})
        raise NothingTaken(f"Seat {seat} has no action that the table takes.")

    async def _interrupt(self, seat: int) -> None:
        match, expected = self._live.table.running_match(), self._live.seq
        number, seconds = await self._think(match, seat, [*match.legal_numbers(seat), PASS])
        try:
            if number != PASS:
                await self._play_for(seat, number, "bot", expected, seconds)
        except Refusal as refusal:
            log.error("a bot was refused", extra={"sentence": refusal.sentence})

    async def _play_for(
        self, seat: int, number: int, by: Literal["bot", "clock"], expected: int, seconds: float
    ) -> bool:
        """Play what a bot decided in some seconds; return False if that cannot be kept.

        If the table has moved on, nothing is played.
        """
        if expected != self._live.seq:
            return True
        action = msgspec.to_builtins(self._live.table.running_match().action(number, seat))
        played = Played(seat=seat, actions=[action], by=by)
        try:
            entry = await self._live.submit(lambda _: played, seat=seat, expected=expected)
        except StoreFailed as failure:
            log.warning("the store failed", extra={"why": str(failure)})
            return False
        if entry is not None and self._live.table.is_known_to_all(entry):
            METRICS.bot_seconds.observe(seconds)
        return True

    async def _think(self, match: Match, seat: int, numbers: list[int]) -> tuple[int, float]:
        """Return what a bot decides, and in how many seconds.

        It is given an observation, what is legal, and chance of its own.

        For one that fails chance decides: a table is never blocked.
        """
        state = self._live.table.seats[seat]
        level = state.level if state.kind == "bot" else self._live.table.level
        player = PLAYERS[level]
        if not _can_search(match.game):  # it is being compiled since the server started
            player = POLICY
        bot = Bot(player, secrets.token_bytes(32))
        observation = match.observation(seat)
        start = time.perf_counter()
        loop = asyncio.get_running_loop()
        try:
            number = await loop.run_in_executor(THREADS, bot.decide, observation, numbers)
            if number not in numbers:
                raise ValueError(f"{number} is not legal")
        except Exception:
            log.exception("a bot failed", extra={"player": level})
            number = PASS if PASS in numbers else secrets.choice(numbers)
        return number, time.perf_counter() - start


def _can_search(game: Game) -> bool:
    if game.name not in _search_ready and is_warm(game, "search"):
        _search_ready.add(game.name)
    return game.name in _search_ready
