"""Who plays in a tournament: a player by name, or somebody's own bot as `module:object`."""

import hashlib
import importlib
import sys
import traceback
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, cast

from purrlor.bots.bot import Bot
from purrlor.bots.levels import is_player, read_player
from purrlor.core.contract import Observation
from purrlor.core.refusals import PolicyRefused

_OURS = str(Path(__file__).parent.parent)


class Decider(Protocol):
    """What a bot must be able to do: choose one of the numbers it is shown."""

    def decide(self, observation: Observation, numbers: Sequence[int]) -> int:
        """Return one of the numbers."""


Factory = Callable[[bytes], Decider]
"""Makes a bot for one game from a key of 32 bytes: all the chance that it should use."""


def read_entrants(words: str | Sequence[str]) -> tuple[str, ...]:
    """Return the entrants of a comma list, or of a list; each can play."""
    names = tuple(word.strip() for word in (words.split(",") if isinstance(words, str) else words))
    for name in names:
        if names.count(name) > 1:
            raise PolicyRefused(f"{name} is named twice; an entrant does not play itself.")
        if not is_compiled(name):
            new_bot(name, bytes(32))
    if len(names) < 2:
        raise PolicyRefused("A tournament has at least two entrants, such as policy,random.")
    return names


def is_compiled(name: str) -> bool:
    """Return whether an entrant's whole games run in compiled code."""
    return is_player(name)


def new_bot(name: str, key: bytes) -> Decider:
    """Return a bot of an entrant for one game."""
    factory = factory_of(name)
    try:
        bot = factory(key)
    except Exception as error:
        raise failed(name, "makes no bot from a key of 32 bytes", error) from None
    if not callable(getattr(bot, "decide", None)):
        raise PolicyRefused(f"{name} makes no bot: it has no method decide(observation, numbers).")
    return bot


def factory_of(name: str) -> Factory:
    """Return what makes the bots of an entrant."""
    place, separator, path = name.partition(":")
    if not separator:
        return partial(Bot, _number(name))
    if not place or not path:
        raise PolicyRefused(f"Write a bot of your own as module:object, not {name!r}.")
    try:
        found: Any = importlib.import_module(place)
        for part in path.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError) as error:
        raise PolicyRefused(f"The bot {name} cannot be loaded: {error}.") from None
    except Exception as error:
        raise failed(name, "cannot be loaded", error) from None
    if not callable(found):
        raise PolicyRefused(f"{name} makes no bot: it is not a function of a key, nor a class.")
    return cast(Factory, found)


def _number(name: str) -> int:
    try:
        return read_player(name)
    except PolicyRefused as refusal:
        raise PolicyRefused(f"{refusal.sentence} A bot of your own is module:object.") from None


def failed(name: str, how: str, error: Exception) -> PolicyRefused:
    """Return the refusal of a bot with an error in it: what went wrong and where in its code."""
    own = _own_frames(error.__traceback__)
    told = "".join(traceback.format_exception(type(error), error, own))
    last = "".join(traceback.format_exception_only(error)).strip().splitlines()[-1]
    where = f"\n\n{told.rstrip()}" if own or isinstance(error, SyntaxError) else ""
    return PolicyRefused(f"The bot {name} {how}: {last}.{where}")


def _own_frames(frames: TracebackType | None) -> TracebackType | None:
    """Leave out the frames before the bot's own: ours, and those of an import."""
    while frames is not None:
        file = frames.tb_frame.f_code.co_filename
        if not file.startswith(_OURS) and "importlib" not in file:
            return frames
        frames = frames.tb_next
    return None


def versions_of(names: Sequence[str]) -> dict[str, str]:
    """Return a digest of the file of each bot of somebody's own: another may choose otherwise."""
    return {name: _version(name) for name in names if not is_compiled(name)}


def _version(name: str) -> str:
    file = getattr(sys.modules.get(name.partition(":")[0]), "__file__", None)
    path = Path(file) if file else None
    if path is None or not path.is_file():
        return ""  # typed at a prompt
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def bot_key(key: bytes, number: int, seat: int) -> bytes:
    """Return the key of the bot at a seat in a game: nothing of the cards follows from it."""
    place = number.to_bytes(8, "little") + seat.to_bytes(1, "little")
    return hashlib.sha256(b"purrlor bot" + key + place).digest()
