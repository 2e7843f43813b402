"""How the game works: whether cheating pays, and accusing."""

from purrlor.core.contract import PASS
from purrlor.core.insight import Insight, Ratio
from purrlor.core.kernel import kernel
from purrlor.games.cat_royal import codes
from purrlor.games.cat_royal.policy import choose

_ACCUSATIONS = ("right accusations", "wrong accusations")
HONEST, BOLD, TRUSTING = range(3)

INSIGHT = Insight(
    question="Whether cheating pays",
    explanation=(
        "Each variant plays like the policy with one habit more: it never cheats, it cheats as "
        "soon as it can, or it never accuses anybody."
    ),
    variants=("never cheats", "cheats at once", "never accuses"),
    ratios=(
        Ratio("cheats that are found out", ("right accusations",), ("cheats",)),
        Ratio("accusations that are right", ("right accusations",), _ACCUSATIONS),
        Ratio("cheats in a hand", ("cheats",), ("hands",)),
        Ratio("captures for each figure home", ("captures",), ("figures brought home",)),
    ),
)


@kernel
def choose_variant(observation, out, count, chance, variant):
    """Decide like the policy, among the actions that a habit leaves."""
    if out.actions[count - 1] == PASS:
        return choose(observation, out, count, chance)
    kept = 0
    for i in range(count):
        if _is_kept(out.actions[i], variant):
            kept += 1
    if kept == 0 or kept == count:
        return choose(observation, out, count, chance)
    at = 0
    for i in range(count):
        if _is_kept(out.actions[i], variant):
            out.actions[at] = out.actions[i]
            at += 1
    return choose(observation, out, kept, chance)


@kernel
def _is_kept(action, variant):
    if variant == TRUSTING:
        return not codes.ACCUSE <= action < codes.DISCARD
    is_cheat = action >= codes.MOVE and (action - codes.MOVE) % codes.BY_INTO // codes.BY_CHEAT != 1
    return is_cheat if variant == BOLD else not is_cheat
