"""What birdoholics and catastrophes take (C4.3 to C4.7)."""

from itertools import permutations

import numpy as np

from purrlor.core.contract import note
from purrlor.core.kernel import inlined, kernel
from purrlor.games.cattitude import codes
from purrlor.games.cattitude.components import BIRDOHOLIC, CATASTROPHE, DUCHESS
from purrlor.games.cattitude.state import LOSING, SECURING

_ORDERS = np.array(list(permutations(range(3))), np.int64)
NO_SPECIES = -(1 << 30)
"""A species without birds ranks last."""


@kernel
def species_value(s, seat, species):
    """C4.3: the value of all birds of a species on a table; cats do not count."""
    birds, value = np.int64(0), np.int64(0)
    for card in range(species, species + 9, 3):
        birds += np.int64(s.tables[seat, card])
        value += np.int64(s.tables[seat, card]) * np.int64(s.values[card])
    return value if birds else np.int64(NO_SPECIES)


@inlined
def _is_lost(rank, birdoholics, catastrophes):
    """C4.4: ranks 1..C, then as many as there are birdoholics, from rank 2 downwards."""
    return rank <= catastrophes or 1 < rank <= max(catastrophes, 1) + birdoholics


@kernel
def losses(turkeys, chickens, peacocks, birdoholics, catastrophes, named):
    """C4.4 to C4.6: return the species that every, and that some, way of breaking ties loses.

    `turkeys`, `chickens` and `peacocks` are values (`NO_SPECIES` without birds); `named` are the
    species the owner has named, and all results are masks of species.
    """
    every, some = np.int64(7), np.int64(0)
    for order in range(len(_ORDERS)):
        lost, last, is_ranking = np.int64(0), np.int64(1 << 30), True
        for rank in range(1, 4):
            species = _ORDERS[order, rank - 1]
            value = chickens if species == 1 else (peacocks if species == 2 else turkeys)
            is_ranking = is_ranking and value <= last
            last = value
            if value != NO_SPECIES and _is_lost(rank, birdoholics, catastrophes):
                lost |= np.int64(1) << species
        if is_ranking and lost & named == named:
            every &= lost
            some |= lost
    return every, some


@kernel
def losses_of(s, seat):
    """Return what the owner of a table certainly, and what it possibly, loses (C4.6)."""
    return losses(
        species_value(s, seat, np.int64(0)),
        species_value(s, seat, np.int64(1)),
        species_value(s, seat, np.int64(2)),
        np.int64(s.tables[seat, BIRDOHOLIC]),
        np.int64(s.tables[seat, CATASTROPHE]),
        np.int64(s.losing[seat]),
    )


@inlined
def has_takers(s, seat):
    """Return whether birdoholics or catastrophes lie on a table."""
    return s.tables[seat, BIRDOHOLIC] != 0 or s.tables[seat, CATASTROPHE] != 0


@kernel
def begin_losing(s, trace):
    """C4.6: seats without a tie are resolved at once, the others are asked."""
    s.phase = LOSING
    s.waiting = 0
    for seat in range(np.int64(s.players)):
        if has_takers(s, seat):
            resolve(s, seat, trace)


@kernel
def resolve(s, seat, trace):
    """C4.6: lose what must be lost, or wait for the owner to name a species."""
    every, some = losses_of(s, seat)
    if every != some:
        s.waiting |= np.int64(1) << np.int64(seat)
        if s.losing[seat] == 0:
            note(trace, codes.TIE_FOUND, seat, some & ~every)
        return
    s.waiting &= ~(np.int64(1) << seat)
    s.losing[seat] = 0
    if trace.capacity:
        _note_losses(s, seat, every, trace)
    for card in range(DUCHESS):
        if every >> card % 3 & 1:
            s.discards[seat, card] += s.tables[seat, card]
            s.tables[seat, card] = 0
    for card in range(BIRDOHOLIC, CATASTROPHE + 1):
        s.discards[seat, card] += s.tables[seat, card]
        s.tables[seat, card] = 0


@kernel
def _note_losses(s, seat, lost, trace):
    """C4.4: catastrophes take from the top, birdoholics what comes after."""
    catastrophes = np.int64(s.tables[seat, CATASTROPHE])
    while lost:
        top = np.int64(-1)
        for species in range(3):
            if lost >> species & 1 and (
                top < 0 or species_value(s, seat, species) > species_value(s, seat, top)
            ):
                top = np.int64(species)
        lost ^= np.int64(1) << top
        taker = CATASTROPHE if catastrophes > 0 else BIRDOHOLIC
        catastrophes -= 1
        birds = np.int64(0)
        for card in range(top, top + 9, 3):
            birds += np.int64(s.tables[seat, card])
        note(trace, codes.SPECIES_LOST, seat, top, taker, birds)
        for card in range(top, top + 9, 3):
            if s.tables[seat, card]:
                note(trace, codes.CARDS_OF_IT, card, np.int64(s.tables[seat, card]))
    note(
        trace,
        codes.TAKERS_DISCARDED,
        seat,
        np.int64(s.tables[seat, BIRDOHOLIC]),
        np.int64(s.tables[seat, CATASTROPHE]),
    )


@inlined
def begin_securing(s):
    """C5: everyone may secure."""
    s.phase = SECURING
    s.waiting = (1 << np.int64(s.players)) - 1
