"""Hints at a live table, where it allows them: from what the player who asks may know, no more."""

import asyncio
import os
import secrets
from typing import Any

import msgspec

from purrlor.core.contract import Observation
from purrlor.core.game import Game
from purrlor.core.refusals import Reason
from purrlor.server.limits import Limit
from purrlor.server.live import LiveTable
from purrlor.server.settings import Settings
from purrlor.server.table.state import Table, TableRefused
from purrlor.sim.coach import Hint as Found
from purrlor.sim.coach import advise

TOO_MANY_HINTS = Reason("too_many_hints", "Enough hints for now; think for a minute.")


class Hint(msgspec.Struct, frozen=True, kw_only=True):
    """An action, and what becomes of it."""

    action: Any
    share: float
    """Of victories, if everybody plays on soundly."""
    error: float
    """The standard error of the share."""
    gap: float
    """Of the best: by how much it is better than the next; of others: how much worse than it."""
    is_clear: bool
    """Whether the gap is more than chance."""
    reason: str
    """The same in one line."""


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat might do now, best first."""

    seat: int
    game: int
    number: int
    """The last step the seat had seen when it asked: later, the advice may be out of date."""
    hints: list[Hint]


class Coach:
    """Thinks in threads, on one core less than there are, and not too often for one device."""

    def __init__(self, settings: Settings) -> None:
        self._seconds = settings.hint_seconds
        self._limit = Limit(settings.hints, 60, TOO_MANY_HINTS)
        self._free = asyncio.Semaphore(max(1, (os.cpu_count() or 1) - 1))

    async def advise(self, live: LiveTable, device: str, seats: list[int]) -> Advice:
        """Advise whichever of a device's seats must decide."""
        table = live.table
        chosen = _deciding(table, seats)
        self._limit.use(device)
        match, game, step = table.running_match(), table.number, table.steps.number(chosen)
        observation, numbers = match.observation(chosen), match.legal_numbers(chosen)
        actions = {number: match.action(number, chosen) for number in numbers}
        async with self._free:
            found = await asyncio.to_thread(
                _think, match.game, match.options, observation, numbers, self._seconds
            )
        return Advice(
            seat=chosen,
            game=game,
            number=step,
            hints=[
                Hint(
                    action=actions[hint.number],
                    share=hint.share,
                    error=hint.error,
                    gap=hint.gap,
                    is_clear=hint.is_clear,
                    reason=hint.reason,
                )
                for hint in found
            ],
        )


def _think(
    game: Game, options: Any, observation: Observation, numbers: list[int], seconds: float
) -> list[Found]:
    return advise(game, options, observation, numbers, key=secrets.token_bytes(32), seconds=seconds)


def _deciding(table: Table, seats: list[int]) -> int:
    """Return the first of the seats that must decide."""
    if not table.rules.has_hints:
        raise TableRefused("Hints are switched off at this table.", reason="no_hints")
    if table.phase != "playing" or table.is_paused:
        raise TableRefused("No game is running at this table.", reason="no_game_running")
    deciding = [seat for seat in seats if seat in table.actors]
    if not deciding:
        sentence = "It is not your turn to decide; ask again when it is."
        raise TableRefused(sentence, reason="nothing_to_decide")
    return deciding[0]
