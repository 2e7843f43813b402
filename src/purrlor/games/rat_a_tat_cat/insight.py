"""How the game works: when to knock."""

import numpy as np

from purrlor.core.insight import Insight, Ratio
from purrlor.core.kernel import kernel
from purrlor.games.rat_a_tat_cat import TURNS_PER_MINUTE, codes
from purrlor.games.rat_a_tat_cat.policy import choose, is_time_to_knock
from purrlor.games.rat_a_tat_cat.state import END, NOBODY

LOWEST, HIGHEST = 3, 14
"""Rows that are knocked with, in expected points."""

INSIGHT = Insight(
    question="When to knock",
    explanation=(
        "Each variant plays like the policy but knocks as soon as its row is expected to be worth "
        "so many points or fewer; an unknown card counts 5. The policy knocks at 7, "
        "if six play at 6. All of them also knock when no card that may come up would improve "
        "their row."
    ),
    remarks=(
        f"With `end = time` a simulation has no clock: {TURNS_PER_MINUTE} turns count as a minute, "
        "and a game is stopped with its last minute, also in the middle of a round.",
    ),
    variants=tuple(f"knocks at {points}" for points in range(LOWEST, HIGHEST + 1)),
    ratios=(
        Ratio("knocks with the lowest row", ("knocks with the lowest row",), ("knocks",)),
        Ratio("turns that take the discard", ("discards taken",), ("turns",)),
        Ratio("reshuffles in a round", ("reshuffles",), ("rounds",)),
    ),
)


@kernel
def choose_variant(observation, out, count, chance, variant):
    """Decide like the policy, but knock with another row."""
    o = observation
    if o.phase != END or o.knocker != NOBODY:
        return choose(observation, out, count, chance)
    is_time = is_time_to_knock(o, np.int64(o.seat), 10 * (LOWEST + variant))
    return np.int64(codes.KNOCK if is_time else codes.END_TURN)
