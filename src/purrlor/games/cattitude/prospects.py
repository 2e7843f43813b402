"""How good things look for a seat, for players who think ahead.

A few rounds are played on. Then everybody's points at the end are expected by what was learnt from
many games (`training`): what palace and table are worth with so many rounds to come, and how often
a lead so large still wins. A victory counts most, and then by how much.
"""

import json
from pathlib import Path

import numpy as np

from purrlor.core.kernel import inlined, kernel
from purrlor.games.cattitude.appraisal import table_of, worth
from purrlor.games.cattitude.components import (
    BONUSES,
    DUCHESS,
    FIRST_BONUS,
    QUEEN,
    ROYAL_CAT,
)
from purrlor.games.cattitude.standing import bonus_birds, score, write_standing
from purrlor.games.cattitude.state import OVER

_LEARNT = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))
_WORTHS = np.array(_LEARNT["worths"])
"""By players from two, rounds to come after this one, and sign: what it adds to the points."""
_CHANCES = np.array(_LEARNT["chances"])
"""By players from two and rounds to come: the odds to win without a lead, and what a point of it
adds, as logarithms."""

SIGNS = (
    "any",
    "points now",
    "groups with a noble",
    "nobles without birds",
    "best group without a noble",
    "second group",
    "third group",
    "royal cats",
    "best group with a royal cat",
    "second group with another",
    "bonus cards met by having none",
    "part of bonus cards to be met",
    "worth of the table",
)
"""What `signs` returns."""
VICTORY = 8.0
"""What a victory is worth, in points."""
ROUNDS = 2
"""How many rounds are played before a position is judged, this one too."""


@inlined
def clock(state):
    """Return the number of the round."""
    return np.int64(state.round_number)


@inlined
def span(state):
    """Return some rounds."""
    return np.int64(ROUNDS)


@inlined
def glimpse(state):
    """Return all rounds: who only glances takes the way one game ends for what will come."""
    return np.int64(state.rounds)


@kernel
def prospect(state, seat, standing):
    """Return by how many points a seat leads at the end, and what the chance of a victory adds."""
    s = state
    if s.phase == OVER:
        return _result(s, seat, standing)
    lead, own = np.inf, expected_points(s, seat)
    for other in range(np.int64(s.players)):
        if other != seat:
            lead = min(lead, own - expected_points(s, np.int64(other)))
    even, more = _CHANCES[s.players - 2, np.int64(s.rounds) - np.int64(s.round_number)]
    return lead + VICTORY / (1.0 + np.exp(-even - more * lead))


@kernel
def _result(s, seat, standing):
    """Return the lead over the best other one when the game is over, and the victory's worth."""
    write_standing(s, standing)
    best, equals = np.int64(-1000), 1
    own = np.int64(standing.points[seat])
    for other in range(np.int64(s.players)):
        if other != seat:
            best = max(best, np.int64(standing.points[other]))
            equals += standing.points[other] == own
    lead = np.float64(own - best)
    return lead + (VICTORY / equals if lead >= 0 else 0.0)


@kernel
def expected_points(s, seat):
    """Return the points that a seat may expect at the end."""
    found = signs(s, seat)
    worths = _WORTHS[s.players - 2, np.int64(s.rounds) - np.int64(s.round_number)]
    total = 0.0
    for i in range(len(found)):
        total += worths[i] * found[i]
    return total


@kernel
def signs(state, seat):
    """Return what a seat has, named in `SIGNS`."""
    s = state
    royals = np.float64(s.tables[seat, ROYAL_CAT]) + np.float64(s.tables[seat, QUEEN])
    with_noble, idle, best, second, third = _groups(s, seat)
    met, in_part = _bonus_cards(s, seat)
    birds, others = table_of(s, seat)
    return (
        1.0,
        np.float64(score(s, seat)),
        with_noble,
        idle,
        best,
        second,
        third,
        royals,
        best if royals > 0 else 0.0,
        second if royals > 1 else 0.0,
        met,
        in_part,
        worth(s, seat, birds, others) / 100.0,
    )


@kernel
def _groups(s, seat):
    """Return what groups with a noble are worth, idle nobles, and the other groups in order."""
    with_noble, idle, best, second, third = 0.0, 0.0, 0.0, 0.0, 0.0
    for species in range(3):
        value, birds = 0.0, np.int64(0)
        for card in range(species, species + 9, 3):
            value += np.float64(s.tables[seat, card]) * np.float64(s.values[card])
            birds += np.int64(s.tables[seat, card])
        nobles = np.float64(s.tables[seat, DUCHESS + species])
        if nobles > 0 and birds > 0:
            with_noble += value + nobles * np.float64(s.values[DUCHESS + species])
        elif nobles > 0:
            idle += 1.0
        else:
            third = max(third, min(value, second))
            second = max(second, min(value, best))
            best = max(best, value)
    return with_noble, idle, best, second, third


@kernel
def _bonus_cards(s, seat):
    """Return how many bonus cards are met by having no bird, and the part of others there is."""
    met, in_part = 0.0, 0.0
    for bonus in range(BONUSES):
        cards = np.float64(s.palaces[seat, FIRST_BONUS + bonus])
        if cards > 0:
            birds, needed = bonus_birds(s, seat, bonus), np.int64(s.bonus_numbers[bonus])
            if needed == 0:
                met += cards * (birds == 0)
            elif birds < needed:
                in_part += cards * birds / needed
    return met, in_part
