"""The players by name, and how one decides."""

from collections.abc import Sequence

import numpy as np

from purrlor.core.chance import below
from purrlor.core.contract import PASS, choose, legal, observe, random_action
from purrlor.core.kernel import kernel
from purrlor.core.refusals import PolicyRefused

RANDOM, POLICY = range(2)
PLAYERS = {"random": RANDOM, "policy": POLICY}

INTERRUPTS = 500
"""A random player uses one in so many chances to act out of turn."""


def read_players(words: str, players: int) -> list[int]:
    """Return who plays at each seat: one name for all, or a comma list by seat."""
    names = words.split(",")
    for name in names:
        if name not in PLAYERS:
            raise PolicyRefused(f"There is no player {name!r}; there are {', '.join(PLAYERS)}.")
    if len(names) not in (1, players):
        raise PolicyRefused(f"Name one player for all seats, or {players} by seat.")
    return [PLAYERS[name] for name in (names * players if len(names) == 1 else names)]


@kernel
def decide(player, state, seat, count, observation, out, chance):
    """Return the action of a player for whom `count` legal actions are listed in `out`."""
    if player == RANDOM:
        return random_action(state, seat, out, count, chance)
    observe(state, seat, observation)
    return choose(observation, out, count, chance)


@kernel
def decide_to_interrupt(player, state, seat, observation, out, chance):
    """Return the action of a seat that may act out of turn, or PASS."""
    if player == RANDOM and below(chance, INTERRUPTS) != 0:
        return np.int64(PASS)
    count = legal(state, seat, out)
    if player == RANDOM:
        return np.int64(out.actions[below(chance, count)])
    out.actions[count] = PASS
    observe(state, seat, observation)
    return choose(observation, out, count + 1, chance)


def seat_names(words: str, players: int) -> Sequence[str]:
    """Return the player names by seat."""
    names = words.split(",")
    return names * players if len(names) == 1 else names
