"""Compile ahead: what a table, a simulation and a search of each game will need."""

from collections.abc import Callable

from purrlor.core.game import Game
from purrlor.core.kernel import INTERPRETED, cache_folder


def warm_referee(game: Game) -> None:
    """Compile what a match calls, by playing one with a fixed key."""
    match = game.match(key=0)
    for _ in range(2):
        for seat in match.actors:
            match.play(seat, match.legal(seat)[0])
    match.view(0)
    match.position()
    _ = match.interrupters, match.outcome
    _mark(game, "referee")


def warm_simulation(game: Game) -> None:
    """Compile what a simulation calls, by playing one game."""
    from purrlor.sim.simulate import simulate

    simulate(game, None, games=1, players="random", key=0, threads=1)
    _mark(game, "simulation")


STEPS: dict[str, Callable[[Game], None]] = {
    "referee": warm_referee,
    "simulation": warm_simulation,
}


def is_warm(game: Game, step: str = "referee") -> bool:
    """Return whether this step was compiled before, for these very sources."""
    return INTERPRETED or (cache_folder() / f"{game.name}-{step}.warm").exists()


def _mark(game: Game, step: str) -> None:
    if not INTERPRETED:
        cache_folder().mkdir(parents=True, exist_ok=True)
        (cache_folder() / f"{game.name}-{step}.warm").touch()
