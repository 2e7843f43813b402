"""Compilation: one decorator, and a cache that is never stale.

Rules are written in the subset of Python that Numba compiles. With `NUMBA_DISABLE_JIT=1` the same
source runs interpreted. Numba does not notice when a called module changes, so the cache folder
carries a digest of every source file a kernel depends on.
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

_config: Any = numba.config
INTERPRETED = bool(_config.DISABLE_JIT)
"""Whether kernels run as plain Python (`NUMBA_DISABLE_JIT=1`)."""

_PACKAGE = Path(__file__).parent.parent
_IMPORT = re.compile(  # at the top of a file: what is imported later, no kernel of it can call
    r"^(?:from\s+purrlor\.([\w.]+)\s+import\s+(\([^)]*\)|[^\n]+)|import\s+purrlor\.([\w.]+))",
    re.MULTILINE,
)
_HAS_KERNELS = re.compile(r"^@(kernel|short_kernel|inlined)$", re.MULTILINE)
_Function = TypeVar("_Function", bound=Callable[..., Any])


def kernel(function: _Function) -> _Function:
    """Compile a rule function; compiled code is kept in `cache_folder()`."""
    return function if INTERPRETED else _compiled(function)


def inlined(function: _Function) -> _Function:
    """Compile a small rule function into each of its callers."""
    return function if INTERPRETED else _compiled(function, forceinline=True)


def short_kernel(function: _Function) -> _Function:
    """Compile a function that Python calls for a microsecond's work: it keeps Python's lock.

    To give the lock away for so short a time costs far more than the work, if another thread waits.
    """
    return function if INTERPRETED else _compiled(function, nogil=False)


def _compiled(function: _Function, *, nogil: bool = True, **options: bool) -> _Function:
    njit: Any = numba.njit
    before = _config.CACHE_DIR
    _config.CACHE_DIR = str(cache_folder())  # read at decoration; other packages keep theirs
    try:
        compiled = njit(nogil=nogil, error_model="numpy", **options)(function)
        if Path(function.__code__.co_filename).exists():
            compiled.enable_caching()  # a function typed at a prompt has no file to key it by
    finally:
        _config.CACHE_DIR = before
    return cast(_Function, compiled)


@functools.cache
def cache_folder() -> Path:
    """Return the folder of compiled kernels, named by what they were compiled from."""
    base = os.environ.get("PURRLOR_CACHE") or platformdirs.user_cache_dir(
        "purrlor", appauthor=False
    )
    return Path(base) / f"kernels-{source_digest()}"


@functools.cache
def source_digest() -> str:
    """Return a digest of all sources that kernels are made of, and of the compiler's version."""
    digest = hashlib.sha256(numba.__version__.encode())
    for path in sorted(_kernel_sources()):
        digest.update(str(path.relative_to(_PACKAGE)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _kernel_sources() -> set[Path]:
    """Return the files that define kernels and, transitively, the files of ours they import."""
    text = {path: path.read_text(encoding="utf-8") for path in _PACKAGE.rglob("*.py")}
    found: set[Path] = set()
    waiting = [path for path, source in text.items() if _HAS_KERNELS.search(source)]
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
