"""A bot at a table: it is given an observation and its own chance, nothing else."""

from collections.abc import Sequence

from purrlor.bots.players import INTERRUPTS, POLICY, RANDOM, ponder
from purrlor.bots.thoughts import Thoughts, thoughts_about
from purrlor.core.chance import below, new_chance
from purrlor.core.contract import LEGAL, PASS, Legal, Observation, choose, new_record, world_type


class Bot:
    """Decides by number for whoever shows it an observation and the legal actions."""

    def __init__(self, player: int, key: bytes) -> None:
        self._player = player
        self._chance = new_chance(key)
        self._thoughts: Thoughts | None = None

    def decide(self, observation: Observation, numbers: Sequence[int]) -> int:
        """Return one of the numbers; PASS may be one of them."""
        check_observation(observation)
        if self._player == RANDOM:
            if PASS in numbers and below(self._chance, INTERRUPTS) != 0:
                return PASS
            return numbers[int(below(self._chance, len(numbers)))]
        out, count = listed(numbers), len(numbers)
        if self._player == POLICY:
            return int(choose(observation, out, count, self._chance))
        if self._thoughts is None:
            self._thoughts = thoughts_about(observation)
        return int(ponder(self._player, observation, out, count, self._chance, self._thoughts))


def check_observation(given: Observation) -> None:
    """Refuse whatever is no observation, above all a state: its record type says what it is."""
    try:
        world_type(given.dtype)
    except (AttributeError, KeyError, ValueError):
        raise TypeError("A bot is given an observation and nothing else.") from None


def listed(numbers: Sequence[int]) -> Legal:
    """Return a list of actions as a record."""
    out = new_record(LEGAL)
    out.actions[: len(numbers)] = numbers
    return out
