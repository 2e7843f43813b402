"""Actions in the words of the rule page, and why one may be refused."""

from typing import TypeAlias

from kuhn_poker import codes
from kuhn_poker.options import Options
from purrlor.core.refusals import Reason
from purrlor.core.words import Tagged


class Pass(Tagged, frozen=True, tag="pass"):
    """K2; K3: after a bet, fold."""


class Bet(Tagged, frozen=True, tag="bet"):
    """K2: put one more chip into the pot."""


Action: TypeAlias = Pass | Bet

_ACTIONS: tuple[Tagged, ...] = (Pass(), Bet())


def encode(action: Tagged, options: Options, seat: int) -> int:
    """Return the number of an action."""
    return _ACTIONS.index(action)


def decode(number: int, options: Options, seat: int) -> Tagged:
    """Return the action of a number."""
    return _ACTIONS[number]


def action_numbers(options: Options, seat: int) -> list[int]:
    """List what the seat may ever play."""
    return [codes.PASS, codes.BET]


def ends_batch(action: Tagged) -> bool:
    """No seat acts twice in a row."""
    return False


REASONS: dict[int, Reason] = {
    codes.GAME_OVER: Reason("game_over", "The game is over.", "K2"),
    codes.NOT_YOUR_TURN: Reason("not_your_turn", "It is the other player's turn.", "K2"),
}
