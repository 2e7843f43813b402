"""Games for bots that are not compiled: the same game as `playout.play_game`, hosted by Python."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from purrlor.core import contract
from purrlor.core.chance import new_chance
from purrlor.core.contract import LEGAL, PASS, STANDING, array_of, new_array, new_record, new_trace
from purrlor.core.game import Game
from purrlor.core.refusals import PolicyRefused
from purrlor.core.seats import MOST_SEATS, in_order_of_play, lowest_seat, seats_of
from purrlor.sim.entrants import Decider, bot_key, failed, new_bot


def play_hosted(
    game: Game, options: Any, seats: Sequence[str], key: bytes, number: int, result: Any
) -> None:
    """Play game `number` of a key: the cards of that game in compiled code, chosen by bots."""
    host = _Host(game, options, seats, key, number)
    host.play(game.simulation_cap(options), result)


class _Host:
    def __init__(
        self, game: Game, options: Any, seats: Sequence[str], key: bytes, number: int
    ) -> None:
        self._game, self._seats, self._calls = game, seats, game.kernels.calls
        self._number = number
        self._bots: list[Decider] = [
            new_bot(name, bot_key(key, number, seat)) for seat, name in enumerate(seats)
        ]
        self._states = new_array(game.kernels.state)
        self._chances = array_of(new_chance(key, 2 * number))  # as in `playout.play_games`
        self._traces = array_of(new_trace(is_kept=False))
        self._legals = new_array(LEGAL)
        encoded = game.module("state").encode_options(options)
        contract.deal(self._states[0], encoded, self._chances[0], self._traces[0])

    def play(self, cap: int, result: Any) -> None:
        """Play to the end or the cap, and write down how it ended."""
        states, calls, asked = self._states, self._calls, -1
        while not calls.is_over(states) and contract.turns(states[0]) <= cap:
            if contract.turns(states[0]) != asked:
                asked = contract.turns(states[0])
                self._ask_interrupters()
            seat = int(lowest_seat(calls.actors(states)))
            numbers = self._numbers(seat)
            result.decisions += len(numbers) > 1
            self._apply(seat, self._decide(seat, numbers))
        standing = new_record(STANDING)
        contract.scores(states[0], standing)
        result.turns = min(contract.turns(states[0]), cap)
        result.is_capped = not calls.is_over(states)
        for seat in range(MOST_SEATS):
            result.places[seat] = standing.places[seat]
            result.points[seat] = standing.points[seat]

    def _ask_interrupters(self) -> None:
        waiting = seats_of(int(self._calls.interrupters(self._states)))
        for seat in in_order_of_play(waiting, int(lowest_seat(self._calls.actors(self._states)))):
            if int(self._calls.interrupters(self._states)) >> seat & 1:
                number = self._decide(seat, [*self._numbers(seat), PASS])
                if number != PASS:
                    self._apply(seat, number)

    def _numbers(self, seat: int) -> list[int]:
        count = self._calls.legal(self._states, seat, self._legals)
        numbers: list[int] = self._legals["actions"][0, :count].tolist()
        return numbers

    def _decide(self, seat: int, numbers: list[int]) -> int:
        observations = new_array(self._game.kernels.observation)
        self._calls.observe(self._states, seat, observations)
        try:
            number: object = self._bots[seat].decide(observations[0], numbers.copy())
        except Exception as error:
            how = f"failed at seat {seat} in deal {self._number}"
            raise failed(self._seats[seat], how, error) from None
        if not isinstance(number, (int, np.integer)) or number not in numbers:
            raise PolicyRefused(
                f"The bot {self._seats[seat]} answered {number!r} at seat {seat} in deal "
                f"{self._number}, none of the {len(numbers)} numbers it was shown."
            )
        return int(number)

    def _apply(self, seat: int, number: int) -> None:
        self._calls.apply(self._states, seat, number, self._chances, self._traces)
