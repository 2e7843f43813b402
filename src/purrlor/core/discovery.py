"""Finding games by their folders."""

import functools
import importlib
import pkgutil

import purrlor
from purrlor.core.game import Game
from purrlor.core.refusals import UnknownGame


@functools.cache
def game_names() -> tuple[str, ...]:
    """Return the names of all games, sorted."""
    games = importlib.import_module(f"{purrlor.__name__}.games")
    found = pkgutil.iter_modules(games.__path__)
    return tuple(sorted(module.name.replace("_", "-") for module in found if module.ispkg))


def game(name: str) -> Game:
    """Return a game by its name."""
    if name not in game_names():
        sentence = f"There is no game {name!r}; there are {', '.join(game_names())}."
        raise UnknownGame(sentence, reason="unknown_game")
    package = importlib.import_module(f"{purrlor.__name__}.games.{name.replace('-', '_')}")
    found: Game = package.GAME
    return found
