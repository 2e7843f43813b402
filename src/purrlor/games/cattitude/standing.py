"""Points and places (C6.2, C6.3)."""

import numpy as np

from purrlor.core.kernel import kernel
from purrlor.games.cattitude.components import BONUS_POINTS, BONUSES, FIRST_BONUS, VALUED


@kernel
def bonus_birds(s, seat, bonus):
    """C6.2: the birds under the palace that a bonus card looks at, divas and minus birds too."""
    species = bonus % 3
    palace = s.palaces
    return (
        np.int64(palace[seat, species])
        + np.int64(palace[seat, species + 3])
        + np.int64(palace[seat, species + 6])
    )


@kernel
def bonus_points(s, seat, bonus):
    """C6.2: "no" birds of a species, or "at least" so many."""
    birds = bonus_birds(s, seat, bonus)
    needed = np.int64(s.bonus_numbers[bonus])
    is_met = birds == 0 if needed == 0 else birds >= needed
    return BONUS_POINTS if is_met else 0


@kernel
def score(s, seat):
    """C6.2: birds and cats under the palace, and the bonus cards that are met."""
    total = np.int64(0)
    for card in range(VALUED):
        total += np.int64(s.palaces[seat, card]) * np.int64(s.values[card])
    for bonus in range(BONUSES):
        copies = np.int64(s.palaces[seat, FIRST_BONUS + bonus])
        if copies:
            total += copies * bonus_points(s, seat, bonus)
    return total


@kernel
def place(s, seat):
    """C6.3: one more than the number of seats with more points."""
    own, ahead = score(s, seat), 1
    for other in range(np.int64(s.players)):
        if score(s, other) > own:
            ahead += 1
    return ahead


@kernel
def write_standing(s, standing):
    """Write each seat's place and points."""
    for seat in range(np.int64(s.players)):
        standing.points[seat] = score(s, seat)
    for seat in range(np.int64(s.players)):
        ahead = 1
        for other in range(np.int64(s.players)):
            if standing.points[other] > standing.points[seat]:
                ahead += 1
        standing.places[seat] = ahead
