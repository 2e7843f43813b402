"""A bot at a table: it is given an observation and its own chance, nothing else."""

from collections.abc import Sequence

from purrlor.bots.players import INTERRUPTS, RANDOM
from purrlor.core.chance import below, new_chance
from purrlor.core.contract import LEGAL, PASS, Observation, choose, new_record


class Bot:
    """Decides by number for whoever shows it an observation and the legal actions."""

    def __init__(self, player: int, key: bytes) -> None:
        self._player = player
        self._chance = new_chance(key)

    def decide(self, observation: Observation, numbers: Sequence[int]) -> int:
        """Return one of the numbers; PASS may be one of them."""
        if self._player == RANDOM:
            if PASS in numbers and below(self._chance, INTERRUPTS) != 0:
                return PASS
            return numbers[int(below(self._chance, len(numbers)))]
        out = new_record(LEGAL)
        out.actions[: len(numbers)] = numbers
        return int(choose(observation, out, len(numbers), self._chance))
