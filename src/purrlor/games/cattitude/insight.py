"""How the game works: where birdoholics go, and what birds are lost to."""

import numpy as np

from purrlor.core.insight import Insight, Ratio
from purrlor.core.kernel import kernel
from purrlor.games.cattitude import codes
from purrlor.games.cattitude.components import BIRDOHOLIC, CLOSED, OPEN
from purrlor.games.cattitude.policy import choose
from purrlor.games.cattitude.state import CHOOSING

_BIRDS = ("birds secured", "birds lost to birdoholics", "birds lost to catastrophes")
SHOWS, HIDES, TAKES_OPEN, TAKES_CLOSED = range(4)

INSIGHT = Insight(
    question="Where birdoholics go",
    explanation=(
        "Each variant plays like the policy with one habit more: it offers every birdoholic in the "
        "open, or in the closed bid; or it takes the open, or the closed bid, whatever is offered."
    ),
    variants=(
        "shows birdoholics",
        "hides birdoholics",
        "takes open bids",
        "takes closed bids",
    ),
    ratios=(
        Ratio("birds lost to birdoholics", ("birds lost to birdoholics",), _BIRDS),
        Ratio("birds lost to catastrophes", ("birds lost to catastrophes",), _BIRDS),
        Ratio("birds secured", ("birds secured",), _BIRDS),
        Ratio("birds in a secured group", ("birds secured",), ("groups secured",)),
        Ratio("bonus cards met", ("bonus cards met",), ("bonus cards collected",)),
    ),
)


@kernel
def choose_variant(observation, out, count, chance, variant):
    """Decide like the policy, with one habit more."""
    action = choose(observation, out, count, chance)
    if observation.phase == CHOOSING and variant >= TAKES_OPEN:
        return np.int64(codes.CHOOSE + (OPEN if variant == TAKES_OPEN else CLOSED))
    for bid in (OPEN, CLOSED):
        if variant < TAKES_OPEN and action == codes.OFFER + 2 * BIRDOHOLIC + bid:
            return np.int64(codes.OFFER + 2 * BIRDOHOLIC + (OPEN if variant == SHOWS else CLOSED))
    return action
