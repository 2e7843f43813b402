"""Who is asked, one seat after another, by the kernels that a referee calls.

A table compiles these ahead, so that nothing is compiled for a single game. Many games at once
answer the same questions in `stepping`.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from purrlor.core import contract
from purrlor.core.calls import Array
from purrlor.core.contract import PASS
from purrlor.core.game import Game
from purrlor.core.kernel import short_kernel
from purrlor.core.options import Options
from purrlor.core.seats import in_order_of_play, seats_of
from purrlor.rl.actions import Actions

NOBODY = -4
"""In place of a seat: the game is over (as OpenSpiel counts)."""


@short_kernel
def _turns(states: Array) -> Any:
    return contract.turns(states[0])


class Asking:
    """How a game with its options asks its seats."""

    def __init__(self, game: Game, options: Options) -> None:
        self.actions = Actions(game, options)
        self.cap = game.simulation_cap(options)
        self._calls = game.kernels.calls
        is_compiled = hasattr(game.kernels.calls.apply, "py_func")
        self._turns: Callable[..., Any] = (
            _turns if is_compiled else getattr(_turns, "py_func", _turns)
        )
        self._legal = contract.new_array(contract.LEGAL)
        self._players = options.players

    def next(
        self, state: Array, asked: int, waiting: tuple[int, ...]
    ) -> tuple[int, int, tuple[int, ...]]:
        """Return the seat that is asked, in which turn, and who else is asked before it.

        `asked` is the turn before which seats out of turn were asked, `waiting` are those that are
        still to be: whoever is first of them is the seat itself.
        """
        turn = int(self._turns(state))
        if self._calls.is_over(state) or turn > self.cap:
            return NOBODY, turn, ()
        able = self._calls.interrupters(state)
        if able or waiting:
            if turn != asked:
                waiting = tuple(in_order_of_play(map(int, seats_of(able)), self._actor(state)))
            waiting = tuple(seat for seat in waiting if able >> seat & 1)
            if waiting:
                return waiting[0], turn, waiting
        return self._actor(state), turn, ()

    def _actor(self, state: Array) -> int:
        return int(next(seats_of(self._calls.actors(state))))

    def open_to(self, state: Array, seat: int, *, may_pass: bool) -> Any:
        """Return the actions that are open to a seat, as places of the action space."""
        count = self._calls.legal(state, seat, self._legal)
        numbers = self._legal["actions"][0, : count + may_pass]
        if may_pass:
            numbers[count] = PASS
        return self.actions.indices[seat].take(numbers + 1)

    def rewards(self, state: Array) -> list[float]:
        """Return for each seat the share of the others it beats, less the share that beats it."""
        standing = contract.new_record(contract.STANDING)
        contract.scores(state[0], standing)
        places = standing.places[: self._players].astype(int)
        beaten = np.sign(places[None, :] - places[:, None]).sum(axis=1)
        rewards: list[float] = (beaten / (self._players - 1)).tolist()
        return rewards
