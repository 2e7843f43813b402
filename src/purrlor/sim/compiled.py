"""What was compiled before, for these very sources."""

import functools
import hashlib
from pathlib import Path

from purrlor.core.game import Game
from purrlor.core.kernel import INTERPRETED, cache_folder

LAYERS = ("core", "games", "bots", "sim", "rl")
"""Where kernels are written."""


def is_warm(game: Game, step: str = "referee") -> bool:
    """Return whether this step was compiled before."""
    return INTERPRETED or _mark(game, step).exists()


def mark_warm(game: Game, step: str) -> None:
    """Remember that this step is compiled."""
    if not INTERPRETED:
        cache_folder().mkdir(parents=True, exist_ok=True)
        _mark(game, step).touch()


def _mark(game: Game, step: str) -> Path:
    return cache_folder() / f"{game.name}-{step}-{_place()}.warm"


@functools.cache
def _place() -> str:
    """Return a digest of where the sources lie, and since when: Numba compiles anew for others."""
    package = Path(__file__).parent.parent
    paths = [path for layer in LAYERS for path in (package / layer).rglob("*.py")]
    stamps = [(str(path), path.stat().st_mtime_ns) for path in sorted(paths)]
    return hashlib.sha256(repr(stamps).encode()).hexdigest()[:8]
