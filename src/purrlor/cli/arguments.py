"""Arguments that several commands take."""

import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from purrlor.core.discovery import game, game_names
from purrlor.core.game import Game
from purrlor.core.options import OptionField, option_fields
from purrlor.core.refusals import OptionRefused, Refusal

_Function = TypeVar("_Function", bound=Callable[..., Any])


class GameArgument(click.ParamType[Game]):
    """A game by its name."""

    name = "game"

    def convert(self, value: Any, param: Any, context: Any) -> Game:
        """Return the game."""
        return value if isinstance(value, Game) else game(value)

    def shell_complete(
        self, context: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Name the games that begin like this."""
        return [CompletionItem(name) for name in game_names() if name.startswith(incomplete)]


class PlayersArgument(click.ParamType[str]):
    """Players by name, as a comma list."""

    name = "players"

    def convert(self, value: Any, param: Any, context: Any) -> str:
        """Return the list as it is; who reads it knows how many there must be."""
        return str(value)

    def shell_complete(
        self, context: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Complete the last name of the list."""
        from purrlor.bots.levels import PLAYERS

        before, comma, last = incomplete.rpartition(",")
        named = [name for name in PLAYERS if name.startswith(last)]
        return [CompletionItem(f"{before}{comma}{name}") for name in named]


def options_option(command: _Function) -> _Function:
    """Let a command take `--option name=value`, any number of times."""
    return click.option(
        "--option",
        "given",
        multiple=True,
        metavar="NAME=VALUE",
        help="An option of the game, such as end=points (see `purrlor games NAME`).",
    )(command)


def force_option(command: _Function) -> _Function:
    """Let a command replace a file that exists."""
    return click.option("--force", is_flag=True, help="Replace a file that is there.")(command)


def check_new(path: Path | None, *, force: bool) -> None:
    """Refuse to write over a file, unless that is wanted."""
    if path is not None and path.exists() and not force:
        raise Refusal(f"{path} exists already: replace it with --force, or name another file.")


def finite(context: click.Context, option: click.Parameter, value: float) -> float:
    """Refuse what is written like a number and is none."""
    if not math.isfinite(value):
        raise click.BadParameter(f"a number is needed, not {value}.", context, option)
    return value


def read_given(found: Game, given: tuple[str, ...], players: int | None = None) -> dict[str, Any]:
    """Return the options as a table; whole numbers, true and false are read as such."""
    options: dict[str, Any] = {} if players is None else {"players": players}
    known = {field.name: field for field in option_fields(found.options)}
    for entry in given:
        name, separator, value = entry.partition("=")
        name, _, card = name.partition(".")
        if not separator:
            sentence = f"Write an option as NAME=VALUE, not {entry!r}. {_there_are(known)}"
            raise OptionRefused(sentence)
        if name not in known:
            raise OptionRefused(f"There is no option {name!r}. {_there_are(known)}")
        if card and not isinstance(options.get(name, {}), dict):
            raise OptionRefused(f"The option {name} is one value, or a table; not both.")
        if card:
            options.setdefault(name, {})[card] = _read_value(value)
        elif known[name].kind == "table":
            raise OptionRefused(_as_table(known[name]))
        else:
            options[name] = _read_value(value)
    return options


def _there_are(known: dict[str, OptionField]) -> str:
    return f"There are {', '.join(sorted(known))}."


def _as_table(field: OptionField) -> str:
    word = f"{field.name}.{field.choices[0]}={field.high}"
    return (
        f"The option {field.name} is a table; write an --option for each number in it, "
        f"such as --option {word}. There are {', '.join(field.choices)}."
    )


def _read_value(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else text
