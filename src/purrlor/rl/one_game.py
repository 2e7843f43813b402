"""One game that is played from outside, seat after seat.

It is dealt and asks as the first of a vector of one game: the same seed gives the same game.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from purrlor.core import contract
from purrlor.core.chance import new_chance
from purrlor.core.contract import array_of, new_array, new_trace
from purrlor.core.game import Game
from purrlor.core.keys import read_key
from purrlor.core.options import Options
from purrlor.core.refusals import ActionRefused
from purrlor.rl.asking import NOBODY, Asking
from purrlor.rl.features import Features


class OneGame:
    """A game, who is asked in it, and what is open to them."""

    def __init__(self, game: Game, options: Mapping[str, Any] | Options | None) -> None:
        self.game = game
        self.options = game.read_options(options)
        self.asking = Asking(game, self.options)
        self.actions = self.asking.actions
        self.features = Features(game.kernels.observation)
        self.seat = NOBODY
        self.mask = np.zeros(self.actions.size, np.int8)
        """1 for each action that is open to the seat that is asked."""
        self._calls = game.kernels.calls
        self._encoded = game.module("state").encode_options(self.options)
        self._trace = array_of(new_trace(is_kept=False))
        self._observation = new_array(game.kernels.observation)
        self._memory = self._observation.view(np.uint8)
        self._waiting: tuple[int, ...] = ()
        self.seed(None)

    def seed(self, seed: int | None) -> None:
        """Set the key of the games that are dealt from now on."""
        self._key, self._number = read_key(seed), 0

    def deal(self) -> None:
        """Deal anew."""
        self._state = new_array(self.game.kernels.state)
        self._chance = array_of(new_chance(self._key, 2 * self._number))
        self._number += 1
        contract.deal(self._state[0], self._encoded, self._chance[0], self._trace[0])
        self._asked, self._waiting = -1, ()
        self._ask()

    def step(self, action: int) -> None:
        """Play an action of the seat that is asked."""
        if not 0 <= action < len(self.mask) or not self.mask[action]:
            raise ActionRefused(
                f"Action {action} is not open to seat {self.seat}; look at the mask."
            )
        self._waiting = self._waiting[1:]
        number = int(self.actions.numbers[self.seat, action])
        if number != contract.PASS:
            self._calls.apply(self._state, self.seat, number, self._chance, self._trace)
        self._ask()

    def _ask(self) -> None:
        found = self.asking.next(self._state, self._asked, self._waiting)
        self.seat, self._asked, self._waiting = found
        self.mask = np.zeros(self.actions.size, np.int8)
        if self.seat != NOBODY:
            may_pass = bool(self._waiting)
            self.mask[self.asking.open_to(self._state, self.seat, may_pass=may_pass)] = 1

    @property
    def is_ended(self) -> bool:
        """Whether the game is over by its rules, and not only stopped after so many turns."""
        return bool(self._calls.is_over(self._state))

    def rewards(self) -> list[float]:
        """Return what each seat has won as things stand."""
        return self.asking.rewards(self._state)

    def observe(self, seat: int) -> Any:
        """Return what a seat may know, as features."""
        self._calls.observe(self._state, seat, self._observation)
        return self.features.read(self._memory)

    def picture(self, seat: int) -> str:
        """Return what a seat sees, as text."""
        record = new_array(self.game.kernels.observation)
        self._calls.observe(self._state, seat, record)
        view = self.game.module("view").view(record[0], self.options)
        text: str = self.game.module("notation").picture(view, seat)
        return text
