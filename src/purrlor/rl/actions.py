"""The action space: a whole number from 0 on for everything a seat may ever do.

Inside the kernels an action is a number too, but of a range that need not be dense. A place in
this space means the same to every seat: what concerns other seats counts on from the own one.
"""

from typing import Any

import numpy as np

from purrlor.core.contract import PASS
from purrlor.core.game import Game


class Actions:
    """The action space of a game with its options."""

    def __init__(self, game: Game, options: Any) -> None:
        self.game = game
        self.options = options
        listed = game.module("actions").action_numbers
        self.numbers = np.array(
            [listed(options, seat) for seat in range(options.players)], np.int32
        )
        """By seat and place: the number inside the kernels."""
        self.indices = np.full((options.players, self.numbers.max() + 2), -1, np.int16)
        """By seat and number + 1: the place."""
        for seat, numbers in enumerate(self.numbers):
            self.indices[seat, numbers + 1] = np.arange(len(numbers))
        self.size: int = self.numbers.shape[1]

    def words(self, place: int, seat: int) -> Any:
        """Return the action at a place in the words of the rule page; None is to pass."""
        number = int(self.numbers[seat, place])
        if number == PASS:
            return None
        return self.game.module("actions").decode(number, self.options, seat)

    def text(self, place: int, seat: int) -> str:
        """Say what the action at a place does."""
        action = self.words(place, seat)
        return "pass" if action is None else self.game.module("notation").action_text(action)
