"""What a searching player thinks with: one record a game, made once and used for every decision.

Its parts are records of the game, so that generic calls find the game's kernels; nothing is
allocated while a player thinks.
"""

import functools
from typing import Any, TypeAlias

import numpy as np

from purrlor.bots.worlds import WORLDS
from purrlor.core.chance import CHANCE
from purrlor.core.contract import (
    LEGAL,
    MAX_LEGAL,
    STANDING,
    TRACE,
    Observation,
    new_record,
    world_type,
)

Thoughts: TypeAlias = Any
"""A record of the type that `thoughts_type` makes for a game."""

MOST_CANDIDATES = MAX_LEGAL + 1

CANDIDATE = np.dtype(
    [
        ("is_candidate", np.int8),
        ("action", np.int32),
        ("visits", np.int32),
        ("total", np.float64),  # of prospects
        ("gain", np.float64),  # of prospects over those of the reference in the same worlds
        ("squares", np.float64),  # of these gains
    ],
    align=True,
)


@functools.cache
def thoughts_type(observation: "np.dtype[Any]") -> "np.dtype[Any]":
    """Return the record type of thoughts about this type of observation."""
    names = observation.names or ("",)
    return np.dtype(
        [
            (f"{names[0]}_thoughts", np.int8),
            ("worlds", world_type(observation), WORLDS),
            ("memory", observation, 1),  # what is left of an observation after forgetting
            ("observation", observation),  # of whoever decides in an imagined game
            ("legal", LEGAL),
            ("notes", TRACE),  # of no capacity
            ("standing", STANDING),
            ("chance", CHANCE),
            ("candidates", CANDIDATE, MOST_CANDIDATES),
            ("count", np.int32),
            ("world", np.int32),  # which of the worlds was made last
            ("rollouts", np.int64),  # imagined games
            ("steps", np.int64),  # of thought (see `search`)
        ],
        align=True,
    )


def new_thoughts(observation: "np.dtype[Any]") -> Thoughts:
    """Return a record to think with about observations of this type."""
    return new_record(thoughts_type(observation))


def thoughts_about(observation: Observation) -> Thoughts:
    """Return a record to think with about this observation."""
    return new_thoughts(observation.dtype)
