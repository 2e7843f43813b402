"""Cat Royal: a race home by cards, with ranks, wormholes and a little cheating."""

from purrlor.core.game import Game
from purrlor.games.cat_royal.options import Options


def _simulation_cap(options: Options) -> int:
    """K2.4: a simulation may stop a game after 2,000 turns of single players."""
    return 2000


GAME = Game(
    package=__name__,
    title="Cat Royal",
    summary="Bring four figures home: overtake by rank, capture, and cheat if nobody sees it.",
    rules_version=1,
    options=Options,
    simulation_cap=_simulation_cap,
    winners=lambda options: 2 if options.partners else 1,
    statistics=(
        "turns",
        "hands",
        "figures started",
        "figures brought home",
        "captures",
        "wormhole jumps",
        "wormhole moves",
        "swaps",
        "magnets",
        "discards",
        "cheats",
        "right accusations",
        "wrong accusations",
    ),
    tiny={"players": 2, "tiny": True, "wormholes": False},
)
