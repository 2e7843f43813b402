"""What a seat may know, and the worlds that agree with it."""

import numpy as np

from kuhn_poker.rules import deal_cards, is_shown
from purrlor.core.kernel import kernel

UNSEEN = -1

OBSERVATION = np.dtype(
    [
        ("is_kuhn_poker_observation", np.int8),
        ("seat", np.int8),
        ("cards", np.int8, 3),
        ("actions", np.int8, 3),
        ("taken", np.int8),
        ("opens", np.int8),
    ]
)


@kernel
def observe(state, seat, observation):
    """K1, K3: the own card, and both when they are shown; -1 is a spectator."""
    observation.seat = seat
    _copy_public(state, observation)
    for place in range(3):
        observation.cards[place] = UNSEEN
        if place == seat or (place < 2 and is_shown(state)):
            observation.cards[place] = state.cards[place]


@kernel
def _copy_public(source, target):
    """Copy what is open to all."""
    target.taken = source.taken
    target.opens = source.opens
    for at in range(3):
        target.actions[at] = source.actions[at]


@kernel
def determinize(observation, chance, state):
    """Deal until the cards agree with those seen: each world as likely as it is."""
    _copy_public(observation, state)
    agrees = False
    while not agrees:
        deal_cards(state, chance)
        agrees = True
        for place in range(3):
            is_seen = observation.cards[place] != UNSEEN
            if is_seen and observation.cards[place] != state.cards[place]:
                agrees = False
