"""Rat-a-Tat Cat: memory and nerve for 2 to 6 players."""

from purrlor.core.game import Game
from purrlor.games.rat_a_tat_cat.options import Options


def _simulation_cap(options: Options) -> int:
    """R5.1: a simulation may stop a round after 1,000 turns."""
    return 1000 * (options.rounds if options.end == "rounds" else 50)


GAME = Game(
    package=__name__,
    title="Rat-a-Tat Cat",
    summary="Four cards face down, two of them known. Swap rats for cats, and knock in time.",
    rules_version=1,
    options=Options,
    simulation_cap=_simulation_cap,
    statistics=(
        "rounds",
        "turns",
        "draws",
        "discards taken",
        "peeks",
        "swaps",
        "Draw 2s used",
        "knocks",
        "knocks with the lowest row",
        "reshuffles",
        "starters returned",
        "power cards replaced",
    ),
    tiny={"players": 2, "rounds": 1, "tiny": True},
)
