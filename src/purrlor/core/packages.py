"""Which packages hold games: the folders of `purrlor.games`, and installed packages elsewhere.

A package outside declares each of its games as an entry point, in its `pyproject.toml`:

    [project.entry-points."purrlor.games"]
    kuhn-poker = "kuhn_poker:GAME"
"""

import functools
import importlib
import importlib.util
import pkgutil
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

GROUP = "purrlor.games"
"""The group of entry points, and the package of the games that are part of Purrlor."""


@functools.cache
def own_games() -> dict[str, str]:
    """Return the packages of the games in this distribution, by name."""
    found = pkgutil.iter_modules(importlib.import_module(GROUP).__path__)
    names = [module.name for module in found if module.ispkg]
    return {name.replace("_", "-"): f"{GROUP}.{name}" for name in names}


@functools.cache
def installed_games() -> dict[str, EntryPoint]:
    """Return the games of other packages, by name."""
    return {entry.name: entry for entry in entry_points(group=GROUP)}


@functools.cache
def installed_folders() -> tuple[Path, ...]:
    """Return the folders of the games of other packages; nothing of them is imported."""
    found = (_folder(entry.module) for entry in installed_games().values())
    return tuple(sorted(folder for folder in found if folder is not None))


def _folder(module: str) -> Path | None:
    try:
        spec = importlib.util.find_spec(module)
    except ImportError:  # a package that was removed; who asks for its game is told
        return None
    places = spec.submodule_search_locations if spec is not None else None
    return Path(places[0]) if places else None
