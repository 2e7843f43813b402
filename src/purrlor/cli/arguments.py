"""Arguments that several commands take."""

import re
from collections.abc import Callable
from typing import Any, TypeVar

import click

from purrlor.core.discovery import game
from purrlor.core.game import Game
from purrlor.core.options import option_fields
from purrlor.core.refusals import OptionRefused

_Function = TypeVar("_Function", bound=Callable[..., Any])


class GameArgument(click.ParamType[Game]):
    """A game by its name."""

    name = "game"

    def convert(self, value: Any, param: Any, context: Any) -> Game:
        """Return the game."""
        return value if isinstance(value, Game) else game(value)


def options_option(command: _Function) -> _Function:
    """Let a command take `--option name=value`, any number of times."""
    return click.option(
        "--option",
        "given",
        multiple=True,
        metavar="NAME=VALUE",
        help="An option of the game, such as end=points (see `purrlor games NAME`).",
    )(command)


def read_given(found: Game, given: tuple[str, ...], players: int | None = None) -> dict[str, Any]:
    """Return the options as a table; whole numbers, true and false are read as such."""
    options: dict[str, Any] = {} if players is None else {"players": players}
    known = {field.name for field in option_fields(found.options)}
    for entry in given:
        name, separator, value = entry.partition("=")
        name, _, card = name.partition(".")
        if not separator or name not in known:
            raise OptionRefused(
                f"Write an option as NAME=VALUE; there are {', '.join(sorted(known))}."
            )
        if card and not isinstance(options.get(name, {}), dict):
            raise OptionRefused(f"The option {name} is one value, or a table; not both.")
        if card:
            options.setdefault(name, {})[card] = _read_value(value)
        else:
            options[name] = _read_value(value)
    return options


def _read_value(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else text
