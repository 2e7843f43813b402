"""What each version of the rules made of the golden games, as digests that never change.

A version that is written down in `golden/rules_versions.toml` stays as it is. Whoever changes what
a key and actions lead to raises `rules_version` of the game, and writes the new one down with
`python tests/golden_versions.py`.
"""

import hashlib
import json
import sys
from pathlib import Path

import msgspec

from golden_games import FOLDER
from purrlor import game, game_names
from purrlor.core.record import digest

FILE = FOLDER / "rules_versions.toml"


def written() -> dict[str, dict[str, str]]:
    """Return the digests of all versions, by game and version."""
    found: dict[str, dict[str, str]] = msgspec.toml.decode(FILE.read_bytes())
    return found


def outcome_digest(name: str) -> str:
    """Return a digest of every position of the golden games of a game, and of their outcomes.

    Words of events and pictures are left out: those may change within a version.
    """
    found = hashlib.sha256()
    for path in sorted(FOLDER.glob(f"{name.replace('-', '_')}_*.txt")):
        for line in _positions(path):
            found.update(line.encode() + b"\n")
    return found.hexdigest()[:16]


def _positions(path: Path) -> list[str]:
    heading, *lines = path.read_text(encoding="utf-8").splitlines()
    named = json.loads(heading)
    match = game(named["game"]).match(named["options"], named["key"])
    found = [digest(match)]
    for line in lines:
        if line.startswith("> "):
            match.play(*json.loads(line[2:]))
            found.append(digest(match))
    return [*found, msgspec.json.encode(match.outcome).decode()]


def main() -> None:
    """Write down the versions that are not yet; refuse to change one."""
    found = written() if FILE.exists() else {}
    for name in game_names():
        version, made = str(game(name).rules_version), outcome_digest(name)
        if found.setdefault(name, {}).setdefault(version, made) != made:
            sys.exit(f"{name} has other rules than version {version}: raise rules_version.")
    tables = [
        "\n".join(
            [f"[{name}]", *(f'{version} = "{made}"' for version, made in sorted(rows.items()))]
        )
        for name, rows in sorted(found.items())
    ]
    FILE.write_text("\n\n".join(tables) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
