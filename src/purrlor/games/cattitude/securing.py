"""Securing (C5)."""

import numpy as np

from purrlor.core.contract import ALLOWED, note
from purrlor.core.kernel import inlined, kernel
from purrlor.games.cattitude import codes
from purrlor.games.cattitude.components import (
    BY_NOBLE,
    BY_QUEEN,
    BY_ROYAL_CAT,
    DUCHESS,
    QUEEN,
    ROYAL_CAT,
)


@inlined
def count_birds(s, seat, species):
    """Return how many birds of a species lie on a table."""
    return (
        np.int64(s.tables[seat, species])
        + np.int64(s.tables[seat, species + 3])
        + np.int64(s.tables[seat, species + 6])
    )


@kernel
def verify_securing(s, seat, action):
    """C5.1, C5.2: return why a species cannot be secured in this way."""
    species, cat = (action - codes.SECURE) // 3, (action - codes.SECURE) % 3
    if count_birds(s, seat, species) == 0:
        return codes.NO_BIRDS
    has_noble = s.tables[seat, DUCHESS + species] > 0
    if cat == BY_NOBLE:
        return ALLOWED if has_noble else codes.NO_NOBLE
    if has_noble:
        return codes.NOBLES_GO_FIRST
    royal = ROYAL_CAT if cat == BY_ROYAL_CAT else QUEEN
    return ALLOWED if s.tables[seat, royal] else codes.NO_SUCH_ROYAL


@inlined
def legal_securings(s, seat, out):
    """C5.1, C5.2: list what can be secured, and with which cat."""
    count = 0
    for species in range(3):  # written always, counted only where it is possible
        has_birds = count_birds(s, seat, species) > 0
        has_noble = s.tables[seat, DUCHESS + species] > 0
        first = codes.SECURE + 3 * species
        out.actions[count] = first + BY_NOBLE
        count += has_birds & has_noble
        needs_royal = has_birds & (not has_noble)
        out.actions[count] = first + BY_ROYAL_CAT
        count += needs_royal & (s.tables[seat, ROYAL_CAT] > 0)
        out.actions[count] = first + BY_QUEEN
        count += needs_royal & (s.tables[seat, QUEEN] > 0)
    out.actions[count] = codes.DONE
    return count + 1


@kernel
def secure(s, seat, species, cat, trace):
    """C5.1, C5.2: all birds go, and all nobles or one royal; C7.1: of the nobles one."""
    if cat == BY_NOBLE:
        escort = DUCHESS + species
        cats = np.int64(1) if s.beginner else np.int64(s.tables[seat, escort])
    else:
        escort = np.int64(ROYAL_CAT if cat == BY_ROYAL_CAT else QUEEN)
        cats = np.int64(1)
    note(trace, codes.SPECIES_SECURED, seat, species, count_birds(s, seat, species))
    for card in range(species, species + 9, 3):
        _move(s, seat, card, np.int64(s.tables[seat, card]), trace)
    _move(s, seat, escort, cats, trace)


@inlined
def _move(s, seat, card, count, trace):
    s.tables[seat, card] -= count
    s.palaces[seat, card] += count
    if count:
        note(trace, codes.CARDS_OF_IT, card, count)
