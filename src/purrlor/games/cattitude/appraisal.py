"""What cards before a seat are worth to it, in hundredths of a point.

A heap of cards is two whole numbers that add up like the cards do: `birds` has a field for each
species with the number and the value of its birds, `others` a field for each kind of cat, for
birdoholics, catastrophes and each bonus card. So a table with a bid added to it is just a sum.
"""

import numpy as np

from purrlor.core.kernel import inlined, kernel
from purrlor.games.cattitude.components import (
    BIRDOHOLIC,
    BONUS_POINTS,
    BONUSES,
    CATASTROPHE,
    DUCHESS,
    FIRST_BONUS,
    KINDS,
    ON_TABLE,
    QUEEN,
    ROYAL_CAT,
)

_SPECIES_BITS, _COUNT_AT, _BIAS = 20, 13, 20
"""A bird adds 1 from bit 13 of its species' field, and its value, made positive, below."""
_AT = np.array([0] * DUCHESS + [4 * place for place in range(KINDS - DUCHESS)], np.int64)
"""By card: where its four bits begin in `others`."""

SECURED = 95
"""A group with its cat on the table is all but secured: what percentage of it counts."""
HOPED_FOR = np.array([0, 30, 42, 50, 55, 60, 60, 60, 60, 60, 60, 60], np.int64)
"""The same for a group without a cat, by the number of rounds to come."""
GROWTH = 15
"""What a cat for later birds is worth, for each round to come."""
SPARE_ROYAL = 250
BURDEN = 25
"""Birds of negative value count in part: nobody has to secure them."""


@kernel
def card_birds(o, card):
    """Return what a card adds to `birds`."""
    if card >= DUCHESS:
        return np.int64(0)
    value = np.int64(o.values[card]) + _BIAS
    return (value | np.int64(1) << _COUNT_AT) << (_SPECIES_BITS * (card % 3))


@kernel
def card_others(card):
    """Return what a card adds to `others`."""
    return np.int64(0) if card < DUCHESS else np.int64(1) << _AT[card]


@kernel
def table_of(o, seat):
    """Return the heap of a seat's table."""
    birds, others = np.int64(0), np.int64(0)
    for card in range(ON_TABLE):
        birds += np.int64(o.tables[seat, card]) * card_birds(o, card)
        others += np.int64(o.tables[seat, card]) * card_others(card)
    return birds, others


@kernel
def bid_of(o, seat, bid):
    """Return the heap of a seat's bid, as far as it is seen."""
    birds, others = np.int64(0), np.int64(0)
    for card in range(KINDS):
        birds += np.int64(o.bids[seat, bid, card]) * card_birds(o, card)
        others += np.int64(o.bids[seat, bid, card]) * card_others(card)
    return birds, others


@inlined
def count_of(others, card):
    """Return how many of a cat, a birdoholic, a catastrophe or a bonus card a heap has."""
    return others >> _AT[card] & 15


@inlined
def birds_of(birds, species):
    """Return number and value of the birds of a species in a heap."""
    field = birds >> (_SPECIES_BITS * species) & ((1 << _SPECIES_BITS) - 1)
    count = field >> _COUNT_AT
    return count, (field & ((1 << _COUNT_AT) - 1)) - _BIAS * count


@kernel
def worth(o, seat, birds, others):
    """Return what a seat can expect of a heap on its table when it has collected it."""
    left = np.int64(o.rounds) - np.int64(o.round_number)
    royals = count_of(others, ROYAL_CAT) + count_of(others, QUEEN)
    royal_value = min(np.int64(o.values[ROYAL_CAT]), np.int64(o.values[QUEEN]))
    total, best, second = np.int64(0), np.int64(0), np.int64(0)
    for species in range(3):
        count, value = birds_of(birds, species)
        nobles = count_of(others, DUCHESS + species)
        if count == 0 or _is_taken(o, birds, others, species, value):
            total += GROWTH * left * min(nobles, 1)
        elif nobles:
            cats = np.int64(1) if o.beginner else nobles
            total += _in_part(value + cats * np.int64(o.values[DUCHESS + species]), SECURED)
            total += GROWTH * left
        else:
            hoped_for = _in_part(value, HOPED_FOR[left])
            total += hoped_for
            gain = SECURED * (value + royal_value) - hoped_for
            second = max(second, min(gain, best))
            best = max(gain, best)
    if royals:
        total += max(best, SPARE_ROYAL * min(left, 1))
    if royals > 1:
        total += max(second, SPARE_ROYAL * min(left, 1))
    return total + _bonuses(o, seat, others)


@inlined
def _in_part(value, percentage):
    return percentage * value if value > 0 else BURDEN * value


@kernel
def _is_taken(o, birds, others, species, value):
    """C4.4, with ties broken as suits the owner."""
    birdoholics, catastrophes = count_of(others, BIRDOHOLIC), count_of(others, CATASTROPHE)
    if birdoholics == 0 and catastrophes == 0:
        return False
    rank = 1
    for other in range(3):
        count, other_value = birds_of(birds, other)
        if count == 0 or other == species or other_value < value:
            continue
        if other_value > value or _is_above(o, others, other, species, catastrophes > 0):
            rank += 1
    return rank <= catastrophes or 1 < rank <= max(catastrophes, 1) + birdoholics


@kernel
def _is_above(o, others, one, other, is_first_taken):
    """C4.6: of two species of equal value the one with the cheaper noble is kept, if one can be.

    Where that makes no difference the number decides, so that one of the two is above.
    """
    dear_one, dear_other = _noble(o, others, one), _noble(o, others, other)
    if dear_one == dear_other:
        return one < other
    return (dear_one > dear_other) != is_first_taken


@kernel
def _noble(o, others, species):
    """Return how dear its noble makes a species: the cheaper it is, the dearer; 0 without one."""
    has_noble = count_of(others, DUCHESS + species) > 0
    return 100 + np.int64(o.values[DUCHESS + species]) if has_noble else np.int64(0)


@kernel
def _bonuses(o, seat, others):
    """C6.2: bonus cards count by how far they are met already."""
    total = np.int64(0)
    if others >> _AT[FIRST_BONUS] == 0:
        return total
    for bonus in range(BONUSES):
        cards = count_of(others, FIRST_BONUS + bonus)
        if cards:
            needed, secured = np.int64(o.bonus_numbers[bonus]), secured_birds(o, seat, bonus % 3)
            if needed:
                total += 100 * cards * BONUS_POINTS * min(secured + 1, needed) // needed
            elif secured == 0:
                total += 60 * cards * BONUS_POINTS
    return total


@kernel
def secured_birds(o, seat, species):
    """Return how many birds of a species are known to be under a palace."""
    return (
        np.int64(o.palaces[seat, species])
        + np.int64(o.palaces[seat, species + 3])
        + np.int64(o.palaces[seat, species + 6])
    )
