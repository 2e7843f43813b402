"""What was compiled before, for these very sources."""

from purrlor.core.game import Game
from purrlor.core.kernel import INTERPRETED, cache_folder


def is_warm(game: Game, step: str = "referee") -> bool:
    """Return whether this step was compiled before."""
    return INTERPRETED or (cache_folder() / f"{game.name}-{step}.warm").exists()


def mark_warm(game: Game, step: str) -> None:
    """Remember that this step is compiled."""
    if not INTERPRETED:
        cache_folder().mkdir(parents=True, exist_ok=True)
        (cache_folder() / f"{game.name}-{step}.warm").touch()
