"""Compilation: one decorator, and a cache that is never stale.

Rules are written in the subset of Python that Numba compiles. With `NUMBA_DISABLE_JIT=1` the same
source runs interpreted. Numba does not notice when a called module changes, so each cache folder
carries a digest of every source file its kernels depend on: those of a game depend on that game and
`core`, all others on what they import and, as generic calls lead there, on all games, also those of
other packages.
"""

import functools
import hashlib
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import platformdirs

from purrlor.core.packages import installed_folders

_config: Any = numba.config
INTERPRETED = bool(_config.DISABLE_JIT)
"""Whether kernels run as plain Python (`NUMBA_DISABLE_JIT=1`)."""

_PACKAGE = Path(__file__).parent.parent
_IMPORT = re.compile(  # at the top of a file: what is imported later, no kernel of it can call
    r"^(?:from\s+purrlor\.([\w.]+)\s+import\s+(\([^)]*\)|[^\n]+)|import\s+purrlor\.([\w.]+))",
    re.MULTILINE,
)
_HAS_KERNELS = re.compile(r"^@(kernel|short_kernel|inlined|spliced)$", re.MULTILINE)
_Function = TypeVar("_Function", bound=Callable[..., Any])


def kernel(function: _Function) -> _Function:
    """Compile a rule function; compiled code is kept in `cache_folder()`."""
    return function if INTERPRETED else _compiled(function)


def inlined(function: _Function) -> _Function:
    """Compile a small rule function into each of its callers."""
    return function if INTERPRETED else _compiled(function, forceinline=True)


def spliced(function: _Function) -> _Function:
    """Write a function into each of its callers before they are compiled; it has no code itself.

    A kernel is optimized together with all it calls. A chain of kernels above the rules of a game
    would so compile these rules once for each of its links.
    """
    njit: Any = numba.njit
    return function if INTERPRETED else cast(_Function, njit(inline="always")(function))


def short_kernel(function: _Function) -> _Function:
    """Compile a function that Python calls for a microsecond's work: it keeps Python's lock.

    To give the lock away for so short a time costs far more than the work, if another thread waits.
    """
    return function if INTERPRETED else _compiled(function, nogil=False)


def _compiled(function: _Function, *, nogil: bool = True, **options: bool) -> _Function:
    njit: Any = numba.njit
    before = _config.CACHE_DIR
    home = _home(Path(function.__code__.co_filename))
    _config.CACHE_DIR = str(cache_folder(home))  # read at decoration; other packages keep theirs
    try:
        compiled = njit(nogil=nogil, error_model="numpy", **options)(function)
        if Path(function.__code__.co_filename).exists():
            compiled.enable_caching()  # a function typed at a prompt has no file to key it by
    finally:
        _config.CACHE_DIR = before
    return cast(_Function, compiled)


@functools.cache
def cache_folder(home: str = "") -> Path:
    """Return the folder of compiled kernels, named by what they were compiled from.

    `home` is the folder of the package they are written in; without it, all kernels are meant.
    """
    base = os.environ.get("PURRLOR_CACHE") or platformdirs.user_cache_dir(
        "purrlor", appauthor=False
    )
    name = Path(home).name if Path(home).is_absolute() else home.replace("/", "-")
    return Path(base) / f"{name or 'kernels'}-{source_digest(home)}"


@functools.cache
def source_digest(home: str = "") -> str:
    """Return a digest of the sources that kernels are made of, and of the compiler's version."""
    digest = hashlib.sha256(numba.__version__.encode())
    ours = [(path, path.relative_to(_PACKAGE)) for path in sorted(_kernel_sources(home))]
    for path, name in [*ours, *_sources_elsewhere(home)]:
        digest.update(name.as_posix().encode())
        digest.update(path.read_bytes())
        data = path.with_suffix(".json")  # what a module has learnt
        digest.update(data.read_bytes() if data.exists() else b"")
    return digest.hexdigest()[:16]


def _home(path: Path) -> str:
    """Return the folder that a kernel is written in: a layer, a game, or a package elsewhere.

    A file elsewhere that belongs to no package has none, "".
    """
    if not path.is_relative_to(_PACKAGE):
        return str(path.parent) if (path.parent / "__init__.py").exists() else ""
    layer, *rest = path.relative_to(_PACKAGE).parts
    return f"{layer}/{rest[0]}" if layer == "games" else layer


def _is_needed(home: str, path: Path) -> bool:
    """Return whether kernels of a folder may call those of a file without importing it."""
    other = _home(path)
    is_game = home.startswith("games/") or Path(home).is_absolute()
    is_of_any_game = other.startswith("games/") and not is_game
    return home in ("", other) or other == "core" or is_of_any_game


def _sources_elsewhere(home: str) -> list[tuple[Path, Path]]:
    """Return the files of other packages that kernels of a folder may call, and their names."""
    if home.startswith("games/"):
        return []
    is_elsewhere = Path(home).is_absolute()
    folders = (Path(home),) if is_elsewhere else installed_folders()
    return [
        (path, path.relative_to(folder.parent))
        for folder in folders
        for path in sorted(folder.rglob("*.py"))
    ]


def _kernel_sources(home: str) -> set[Path]:
    """Return the files with kernels of that folder or called by them, and what those import."""
    text = {path: path.read_text(encoding="utf-8") for path in _PACKAGE.rglob("*.py")}
    found: set[Path] = set()
    waiting = [
        path
        for path, source in text.items()
        if _HAS_KERNELS.search(source) and _is_needed(home, path)
    ]
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        found.add(path)
        for match in _IMPORT.finditer(text[path]):
            module = match.group(1) or match.group(3)
            names = re.findall(r"\w+", match.group(2) or "")
            candidates = [module, *(f"{module}.{name}" for name in names)]
            for candidate in candidates:
                target = _PACKAGE.joinpath(*candidate.split("."))
                waiting.extend(
                    p for p in (target.with_suffix(".py"), target / "__init__.py") if p in text
                )
    return found
