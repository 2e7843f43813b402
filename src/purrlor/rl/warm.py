"""Compile ahead what many games at once need, so that no first step does."""

from purrlor.core.game import Game
from purrlor.rl.batch import Batch
from purrlor.rl.shaping import Shaping
from purrlor.rl.stepping import LATER, SEATS_IN_TURN
from purrlor.sim.compiled import mark_warm

OPPONENTS = {"vectors": "policy", "thinking-opponents": "kitten"}
"""By step of `purrlor warm`: opponents whose kernels it compiles."""


def warm_vectors(game: Game) -> None:
    """Compile what vector environments call, with opponents that do not think ahead."""
    _step(game, "vectors")


def warm_thinking_opponents(game: Game) -> None:
    """Compile what opponents that think ahead call in vector environments."""
    _step(game, "thinking-opponents")


def _step(game: Game, step: str) -> None:
    opponents = OPPONENTS[step]
    batch = Batch(game, None, count=1, autoreset=LATER, learner=SEATS_IN_TURN, opponents=opponents)
    batch.seed(0)
    batch.deal()
    Shaping(batch, weight=1.0, discount=1.0).begin()
    batch.step(batch.random_actions())
    mark_warm(game, step)


STEPS = {"vectors": warm_vectors, "thinking-opponents": warm_thinking_opponents}
