"""Rat-a-Tat Cat: memory and nerve for 2 to 6 players."""

from purrlor.core.game import Game
from purrlor.games.rat_a_tat_cat.options import Options

TURNS_PER_MINUTE = 6
"""About, among people: so long a simulated game lasts that ends by time."""


def _simulation_cap(options: Options) -> int:
    """R5.1: a simulation may stop a round after 1,000 turns; R7.2: or when time is up."""
    if options.end == "time":
        return options.minutes * TURNS_PER_MINUTE
    return 1000 * (options.rounds if options.end == "rounds" else 50)


GAME = Game(
    package=__name__,
    title="Rat-a-Tat Cat",
    summary="Four cards face down, two of them known. Swap rats for cats, and knock in time.",
    rules_version=2,
    former_versions=(1,),
    options=Options,
    table_options={"first_dealer": "lot"},
    simulation_cap=_simulation_cap,
    is_ended_by_table=lambda options: bool(options.end == "time"),
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
