"""Kuhn poker: whoever opens is worse off, so seats are equal if each opens in half of the games."""

from kuhn_poker.components import DECK
from purrlor.core.contract import State
from purrlor.testing.symmetry import Symmetry


def rotate(state: State, by: int) -> State:
    renamed = state.copy()
    if by % DECK:
        renamed.cards[:DECK] = state.cards[:DECK][::-1]
        renamed.opens = 1 - state.opens
    return renamed


SYMMETRY = Symmetry(
    rotate=rotate,
    renamed=({"opens": 0}, {"opens": 1}),
    fair=(({"opens": 0}, {"opens": 1}),),
)
