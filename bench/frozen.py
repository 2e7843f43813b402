"""The policies that the bars are measured against, frozen by a digest of all they are made of."""

import ast
import hashlib
from pathlib import Path

from purrlor import game

FROZEN: dict[str, str] = {
    "cat-royal": "50de25b44138",
    "cattitude": "7c0a9d88c39b",
    "rat-a-tat-cat": "ccdef4c0e4cb",
}
"""By game: the digest of its policy as it was before there was a search."""


def sources(name: str) -> list[Path]:
    """Return the file of a game's policy and all files of the game that it imports."""
    found = game(name)
    folder = Path(str(found.module("policy").__file__)).parent
    seen: set[Path] = set()
    waiting = [folder / "policy.py"]
    while waiting:
        path = waiting.pop()
        if path not in seen:
            seen.add(path)
            modules = imported(path, found.package)
            files = (folder / f"{module.rpartition('.')[2]}.py" for module in modules)
            waiting.extend(file for file in files if file.exists())
    return sorted(seen)


def imported(path: Path, package: str) -> set[str]:
    """Return the modules of a package that a file imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            names.add(node.module)
            names.update(f"{node.module}.{one.name}" for one in node.names)
    return {name for name in names if name.startswith(f"{package}.")}


def digest(name: str) -> str:
    """Return a digest of the policy of a game and of all it imports there."""
    found = hashlib.sha256()
    for path in sources(name):
        found.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()[:12]


def is_frozen(name: str) -> bool:
    """Return whether a game's policy is still the one of the bars."""
    return digest(name) == FROZEN[name]


if __name__ == "__main__":
    for each in FROZEN:
        files = ", ".join(path.name for path in sources(each))
        print(f"{each}: {digest(each)}{'' if is_frozen(each) else ' (another one)'}: {files}")
