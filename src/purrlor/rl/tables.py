"""The tables of docs/research.md: what is observed and what can be done, made from the code.

`python -m purrlor.rl.tables docs/research.md` writes them anew.
"""

import itertools
import re
import sys
from pathlib import Path

import msgspec

from purrlor.core.discovery import game as find_game
from purrlor.core.game import Game
from purrlor.core.words import Tagged
from purrlor.rl.actions import Actions
from purrlor.rl.features import WIDE, Features

_PLACE = re.compile(r"(<!-- (actions|observation) ([a-z-]+) -->\n).*?(<!-- /\2 -->)", re.DOTALL)


def action_table(game: Game) -> str:
    """Return the action space of a game with its default options, as seat 0 counts it."""
    options = game.read_options(None)
    actions = Actions(game, options)
    words = [actions.words(place, 0) for place in range(actions.size)]
    lines = ["| places | action | first | last |", "|---|---|---|---|"]
    for _, run in itertools.groupby(enumerate(words), lambda found: type(found[1])):
        places = [place for place, _ in run]
        first, last = places[0], places[-1]
        shown = f"{first}" if first == last else f"{first} to {last}"
        cells = [shown, _kind(words[first]), _fields(words[first]), _fields(words[last])]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join([*lines, "", f"{actions.size} actions with {options.players} players."])


def _kind(action: Tagged | None) -> str:
    return "to pass (out of turn)" if action is None else f"`{action['type']}`"


def _fields(action: Tagged | None) -> str:
    if action is None:
        return ""
    values = msgspec.to_builtins(action)
    return ", ".join(f"{name} {value}" for name, value in values.items() if name != "type")


def observation_table(game: Game) -> str:
    """Return the fields of a game's observation record."""
    features = Features(game.kernels.observation)
    lines = ["| field | type | shape | byte | feature |", "|---|---|---|---|---|"]
    for field in features.fields:
        shape = " x ".join(map(str, field.shape)) or "1"
        kind = "mask of 64" if field.dtype == WIDE else field.dtype.name
        lines.append(f"| `{field.name}` | {kind} | {shape} | {field.offset} | {field.first} |")
    size = game.kernels.observation.itemsize
    return "\n".join([*lines, "", f"{size} bytes, {features.size} features."])


def with_tables(text: str) -> str:
    """Return a page with its tables made anew."""
    tables = {"actions": action_table, "observation": observation_table}

    def table(found: "re.Match[str]") -> str:
        return f"{found[1]}{tables[found[2]](find_game(found[3]))}\n{found[4]}"

    return _PLACE.sub(table, text)


if __name__ == "__main__":
    page = Path(sys.argv[1])
    page.write_text(with_tables(page.read_text(encoding="utf-8")), encoding="utf-8")
