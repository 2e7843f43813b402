"""Kuhn poker: three cards, two players, one bet. The smallest game that has secrets."""

from kuhn_poker.options import Options
from purrlor.core.game import Game


def _simulation_cap(options: Options) -> int:
    """K2: at most three actions."""
    return 3


GAME = Game(
    package=__name__,
    title="Kuhn poker",
    summary="One card each, one bet.",
    rules_version=1,
    options=Options,
    simulation_cap=_simulation_cap,
    statistics=("bets", "showdowns"),
    tiny={"players": 2},
)
