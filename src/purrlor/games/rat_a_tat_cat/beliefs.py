"""How plausible a world is, by what the others did to come there.

Cards that can be anywhere are not equally likely in every row: who kept a drawn card had a reason,
and who knows a dealt card and has not replaced it holds no rat for long. How much likelier each
card then is was counted in many games (`training`), by whether the owner kept or was dealt it and
by how many turns the owner has had. And whoever did not knock has hardly a row to knock with.
"""

import json
from pathlib import Path

import numpy as np

from purrlor.core.kernel import kernel
from purrlor.games.rat_a_tat_cat.components import PEEK
from purrlor.games.rat_a_tat_cat.policy import knock_at
from purrlor.games.rat_a_tat_cat.state import DEALT, NOBODY

DEALT_CARD, KEPT_CARD = range(2)
MOST_TURNS = 8
"""Later turns count like this one."""
_RATIOS = np.array(json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))["ratios"])
"""By kind of card, turns of its owner and card: how likely it is held, the likeliest being 1."""

UNKNOCKED = 0.1
"""How plausible it is that a player did not knock with a row to knock with."""
MEAN = 5


@kernel
def plausibility(state, seat):
    """Return how plausible a world is to a seat, 1 at most."""
    s = state
    found, had = 1.0, turns_had(s)
    for owner in range(s.players):
        if owner == seat or s.seats_in >> owner & 1 == 0:
            continue
        total, is_guessed = np.int64(0), False
        for slot in range(s.row_size):
            card, knowers = np.int64(s.rows[owner, slot]), np.int64(s.knowers[owner, slot])
            if knowers >> owner & 1 == 0:
                total += MEAN
                continue
            total += card if card < PEEK else MEAN
            if knowers >> seat & 1 == 0:
                is_guessed = True
                kind = DEALT_CARD if s.origins[owner, slot] == DEALT else KEPT_CARD
                found *= _RATIOS[kind, had, card]
        if is_guessed and had and 10 * total <= knock_at(s) and s.knocker == NOBODY:
            found *= UNKNOCKED
    return found


@kernel
def turns_had(s):
    """Return how many turns every seat that is in has finished, as the tables count them."""
    seats = np.int64(0)
    for seat in range(s.players):
        seats += np.int64(s.seats_in) >> seat & 1
    return min(max(np.int64(s.turns_in_round) - 1, 0) // max(seats, 1), MOST_TURNS)
