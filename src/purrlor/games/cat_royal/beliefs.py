"""How plausible a world is, by what the others did to come there.

A move that the printed card explains may have been a cheat all the same, but hardly anybody cheats
where nothing is won by it. How often it was one was counted in many games (`training`), by card.
"""

import json
from pathlib import Path

import numpy as np

from purrlor.core.kernel import kernel
from purrlor.games.cat_royal.components import NO_CARD
from purrlor.games.cat_royal.state import PERHAPS

_GUILT = np.array(json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))["guilt"])
"""By card: how often a move that may have been a cheat was one."""
_ODDS = _GUILT / (1.0 - _GUILT)
GUESSED_ODDS = (1.0 / 3.0, 1.0)
"""By whether a new hand was dealt since: the odds of such a cheat where nothing is known."""
SIGNS = ("suspicious card", "guilty")
"""What `signs` returns."""


@kernel
def plausibility(state, seat):
    """Return how plausible a world is to a seat, 1 at most."""
    s = state
    found = 1.0
    for other in range(s.players):
        card, guilty = signs(s, other)
        if other != seat and card != NO_CARD and guilty:
            guessed = GUESSED_ODDS[np.int64(s.hand_sizes[other] == s.hand)]
            found *= min(_ODDS[card] / guessed, 1.0)
    return found


@kernel
def signs(state, seat):
    """Return the card of a seat's latest move, if that may have been a cheat, and if it was one."""
    s = state
    card = np.int64(s.latest_card[seat] if s.latest_cheat[seat] == PERHAPS else NO_CARD)
    return card, np.int64(s.cheated) >> seat & 1
