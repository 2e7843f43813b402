"""Progress: bars for long work, and a word while kernels are compiled for the first time."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from purrlor.core.game import Game


def new_progress() -> Progress:
    """Return a progress bar on standard error."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )


def warmed(game: Game) -> Game:
    """Return the game with its referee's kernels compiled, saying so if that takes a while."""
    from purrlor.sim.compiled import is_warm

    if not is_warm(game):
        from purrlor.sim.warm import warm_referee

        with _compiling(game):
            warm_referee(game)
    return game


@contextmanager
def _compiling(game: Game) -> Iterator[None]:
    console = Console(stderr=True)
    with console.status(f"Compiling the rules of {game.title}, once (under a minute)…"):
        yield
