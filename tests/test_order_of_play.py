"""Who may act out of turn is asked in the order of play, beginning after the seat on turn."""

from typing import Any

import pytest

from purrlor import game
from purrlor.core.contract import PASS, new_record
from purrlor.core.keys import read_key
from purrlor.core.refusals import PolicyRefused
from purrlor.core.seats import MOST_SEATS, in_order_of_play, next_seat, seats_of
from purrlor.rl.asking import Asking
from purrlor.sim.hosted import play_hosted
from purrlor.sim.tables import RESULT

EVERY_MASK = range(1, 1 << MOST_SEATS)
CASES = [(mask, turn) for mask in EVERY_MASK for turn in range(-1, MOST_SEATS)]


def test_compiled_and_python_code_go_round_the_table_alike() -> None:
    for mask, turn in CASES:
        waiting, seat, order = mask, turn, []
        while waiting:
            seat = int(next_seat(waiting, seat))
            waiting &= ~(1 << seat)
            order.append(seat)
        assert order == in_order_of_play(seats_of(mask), turn)


@pytest.mark.parametrize("players", range(2, MOST_SEATS + 1))
def test_order_of_play_does_not_depend_on_seat_numbers(players: int) -> None:
    for turn in range(players):
        others = [seat for seat in range(players) if seat != turn]
        order = in_order_of_play(others, turn)
        assert order == [(turn + step) % players for step in range(1, players)]


@pytest.mark.parametrize("turn", range(4))
def test_seats_that_may_move_the_wormholes_are_asked_after_the_seat_on_turn(turn: int) -> None:
    """K6.3."""
    found = game("cat-royal")
    match = found.match({"players": 4}, key=1)
    while match.actors != (turn,):
        match.play(match.actors[0], match.legal(match.actors[0])[0])
    asking, order = Asking(found, match.options), []
    seat, asked, waiting = asking.next(match._state_array, -1, ())
    while waiting:
        order.append(seat)
        seat, asked, waiting = asking.next(match._state_array, asked, waiting[1:])
    assert order == [(turn + step) % 4 for step in (1, 2, 3)]
    assert seat == turn


class Enough(Exception):
    """A bot has been asked often enough."""


class Recorder:
    """Notes the seats that are asked out of turn, and never acts out of turn."""

    asked: list[tuple[int, int]] = []

    def __init__(self, key: bytes) -> None:
        pass

    def decide(self, observation: Any, numbers: list[int]) -> int:
        if PASS in numbers:
            self.asked.append((int(observation.turn), int(observation.seat)))
            return PASS
        if len(self.asked) >= 12:
            raise Enough
        return numbers[0]


def test_bots_in_python_are_asked_after_the_seat_on_turn() -> None:
    """K6.3."""
    found, seats = game("cat-royal"), ["test_order_of_play:Recorder"] * 4
    options, result = found.read_options({"players": 4}), new_record(RESULT)
    Recorder.asked.clear()
    with pytest.raises(PolicyRefused, match="failed at seat"):
        play_hosted(found, options, seats, read_key(1), 0, result)
    assert Recorder.asked[:12] == [
        (turn, (turn + step) % 4) for turn in range(4) for step in (1, 2, 3)
    ]
