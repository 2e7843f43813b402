"""Worlds to think in: they agree with what a seat knows, and plausible ones come more often."""

import numpy as np

from purrlor.core.chance import below
from purrlor.core.contract import determinize, plausibility, settle
from purrlor.core.kernel import spliced

IMAGINED = 2
"""In an array of worlds: how one of the others goes on."""
WORLDS = 3
MOST_TRIES = 60
"""So many worlds are made to find one."""
FINE = 65536
"""Chances are compared in parts of so many."""


@spliced
def draw_world(observation, chance, worlds):
    """Make a world; return which of the first two it is, and how many were made to find it.

    A world is taken as often as it is plausible. If none is, however many are made, one of them is
    drawn, each as likely as it is plausible beside the others: so where there is much to guess, as
    with many players, the world is still one of the better guesses.
    """
    seat = np.int64(observation.seat)
    kept, total, tries = 0, 0.0, 0
    for _ in range(MOST_TRIES):
        tried = 1 - kept  # nothing is copied: that would be a lot of code
        tries += 1
        determinize(observation, chance, worlds[tried])
        likely = plausibility(worlds[tried], seat)
        if below(chance, FINE) < FINE * likely:
            kept = tried
            break
        total += likely
        if below(chance, FINE) * total <= FINE * likely:
            kept = tried
    settle(worlds[kept], chance)
    return kept, tries
