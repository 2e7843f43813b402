"""Cattitude: bidding, nerve and birds for 2 to 5 players."""

from purrlor.core.game import Game
from purrlor.games.cattitude.components import FORMER_WORDS
from purrlor.games.cattitude.options import Options


def _simulation_cap(options: Options) -> int:
    """C2.3: the number of rounds is fixed."""
    return options.setup.rounds


GAME = Game(
    package=__name__,
    title="Cattitude",
    summary="Split your cards into an open and a closed bid, and get your birds under the palace.",
    rules_version=2,
    former_versions=(1,),
    former_words=FORMER_WORDS,
    options=Options,
    simulation_cap=_simulation_cap,
    statistics=(
        "rounds",
        "cards picked up",
        "closed bids chosen",
        "groups secured",
        "birds secured",
        "birds lost to birdoholics",
        "birds lost to catastrophes",
        "ties",
        "bonus cards collected",
        "bonus cards met",
    ),
    tiny={"players": 2, "tiny": True},
)
