"""Finding games by name."""

import functools
import importlib

from purrlor.core.game import Game
from purrlor.core.packages import installed_games, own_games
from purrlor.core.refusals import UnknownGame


@functools.cache
def game_names() -> tuple[str, ...]:
    """Return the names of all games, sorted."""
    return tuple(sorted({*own_games(), *installed_games()}))


def built_in_names() -> tuple[str, ...]:
    """Return the names of the games of this distribution: those that the web client can draw."""
    return tuple(sorted(own_games()))


def game(name: str) -> Game:
    """Return a game by its name."""
    if name not in game_names():
        sentence = f"There is no game {name!r}; there are {', '.join(game_names())}."
        raise UnknownGame(sentence, reason="unknown_game")
    if name in own_games():
        own: Game = importlib.import_module(own_games()[name]).GAME
        return own
    return _installed(name)


@functools.cache
def _installed(name: str) -> Game:
    """Return a game of another package, which must be what its entry point promises."""
    entry = installed_games()[name]
    where = f"The entry point {name} = {entry.value!r}"
    try:
        found = entry.load()
    except (ImportError, AttributeError) as error:
        sentence = f"{where} cannot be loaded: {error}."
        raise UnknownGame(sentence, reason="unknown_game") from error
    if not isinstance(found, Game) or found.name != name:
        what = f"the game {found.name!r}" if isinstance(found, Game) else "no game"
        raise UnknownGame(f"{where} is {what}.", reason="unknown_game")
    return found
