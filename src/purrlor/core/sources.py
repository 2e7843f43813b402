"""Which files of a game something is made of, and their digest."""

import ast
import hashlib
from pathlib import Path

from purrlor.core.game import Game

RULE_MODULES = ("rules", "state", "actions", "options")
"""With what they import, these decide what a key and actions lead to. No player is among them."""


def sources(game: Game, *modules: str) -> list[Path]:
    """Return the files of some modules of a game, and all files of the game that they import."""
    folder = Path(str(game.module(modules[0]).__file__)).parent
    found: set[Path] = set()
    waiting = [folder / f"{name}.py" for name in modules]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            named = (one.rpartition(".")[2] for one in _imported(path, game.package))
            files = (folder / f"{name}.py" for name in named)
            waiting.extend(file for file in files if file.exists())
    return sorted(found)


def rule_sources(game: Game) -> list[Path]:
    """Return the files that decide how a game goes on: its rules, their data, and chance."""
    files = sources(game, *RULE_MODULES)
    data = {one for path in files for one in _data_files(path)}
    return [*files, *sorted(data), Path(__file__).with_name("chance.py")]


def digest_of(paths: list[Path]) -> str:
    """Return a digest of files, names and contents."""
    found = hashlib.sha256()
    for path in paths:
        found.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()


def _imported(path: Path, package: str) -> set[str]:
    """Return the modules of a package that a file imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            names.add(node.module)
            names.update(f"{node.module}.{one.name}" for one in node.names)
        elif isinstance(node, ast.Import):
            names.update(one.name for one in node.names)
    return {name for name in names if name.startswith(f"{package}.")}


def _data_files(path: Path) -> set[Path]:
    """Return the data files beside a module that it names, or names by their ending."""
    found: set[Path] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            word = node.value
            if word.startswith(".") and word[1:].isalnum():
                found.add(path.with_suffix(word))
            elif word.endswith((".toml", ".json")) and "/" not in word:
                found.add(path.with_name(word))
    return {one for one in found if one.is_file()}
