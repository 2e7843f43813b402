"""Who plays in a tournament: a player by name, or somebody's own bot as `module:object`."""

import hashlib
import importlib
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol, cast

from purrlor.bots.bot import Bot
from purrlor.bots.levels import PLAYERS, SEARCH, is_player, read_player
from purrlor.core.contract import Observation
from purrlor.core.refusals import PolicyRefused


class Decider(Protocol):
    """What a bot must be able to do: choose one of the numbers it is shown."""

    def decide(self, observation: Observation, numbers: Sequence[int]) -> int:
        """Return one of the numbers."""


Factory = Callable[[bytes], Decider]
"""Makes a bot for one game from a key of 32 bytes: all the chance that it should use."""


def read_entrants(words: str) -> tuple[str, ...]:
    """Return the entrants of a comma list; each can play."""
    names = tuple(word.strip() for word in words.split(","))
    for name in names:
        if names.count(name) > 1:
            raise PolicyRefused(f"{name} is named twice; an entrant does not play itself.")
        if not is_compiled(name):
            factory_of(name)
    if len(names) < 2:
        raise PolicyRefused("A tournament has at least two entrants, such as policy,random.")
    return names


def is_compiled(name: str) -> bool:
    """Return whether an entrant's whole games run in compiled code."""
    return is_player(name)


def factory_of(name: str) -> Factory:
    """Return what makes the bots of an entrant."""
    if is_compiled(name):
        return partial(Bot, read_player(name))
    place, separator, path = name.partition(":")
    if not separator or not place or not path:
        raise PolicyRefused(
            f"There is no player {name!r}; there are {', '.join(PLAYERS)}, "
            f"{SEARCH}N, and your own bots as module:object."
        )
    try:
        found: Any = importlib.import_module(place)
        for part in path.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError) as error:
        raise PolicyRefused(f"The bot {name} cannot be loaded: {error}.") from None
    if not callable(found):
        raise PolicyRefused(f"{name} makes no bot: it is not a function of a key, nor a class.")
    return cast(Factory, found)


def bot_key(key: bytes, number: int, seat: int) -> bytes:
    """Return the key of the bot at a seat in a game: nothing of the cards follows from it."""
    place = number.to_bytes(8, "little") + seat.to_bytes(1, "little")
    return hashlib.sha256(b"purrlor bot" + key + place).digest()
