"""Another version of Purrlor: a copy of the package with a few words changed, served for real."""

import shutil
from pathlib import Path
from typing import Any

from player import Device
from served import Served

import purrlor

PACKAGE = Path(purrlor.__file__).parent
RATS = "games/rat_a_tat_cat"
VERSION = purrlor.game("rat-a-tat-cat").rules_version
NEXT = VERSION + 1
OTHER_VERSION = {f"{RATS}/__init__.py": (f"rules_version={VERSION}", f"rules_version={NEXT}")}
OTHER_DECK = {
    f"{RATS}/components.py": ("(4, 4, 4, 4, 4, 4, 4, 4, 4, 9,", "(9, 4, 4, 4, 4, 4, 4, 4, 4, 4,")
}
REFACTORED = {f"{RATS}/rules.py": ('"""', '"""In other words, the same rules. ')}


def copy_of(folder: Path, changes: dict[str, tuple[str, str]]) -> Path:
    """Copy the package into a folder, and change the first of some words in its files."""
    unneeded = shutil.ignore_patterns("__pycache__", "client")
    shutil.copytree(PACKAGE, folder / "purrlor", ignore=unneeded)
    for name, (before, after) in changes.items():
        path = folder / "purrlor" / name
        text = path.read_text(encoding="utf-8")
        assert before in text, f"{name} has changed; see to this test"
        path.write_text(text.replace(before, after, 1), encoding="utf-8")
    return folder


def served_by(package: Path | None, folder: Path, *options: str) -> Served:
    """A server of a version; its rules are interpreted, since another copy is compiled anew."""
    folder.mkdir(exist_ok=True)
    served = Served(folder, *options)
    served.environment["NUMBA_DISABLE_JIT"] = "1"
    if package is not None:
        served.environment["PYTHONPATH"] = str(package)
    return served


def go_to(device: Device, served: Served) -> None:
    """Let a device speak to another server from now on; it keeps its cookie."""
    device.url = served.url
    device.http.base_url = served.url


async def turned_away(device: Device) -> tuple[dict[str, Any], int]:
    """Come to the table where there is no place; return why, and the code of the farewell."""
    try:
        await device.connect()
    except Exception:
        assert device.socket is not None
        await device.socket.wait_closed()
        return device.answers[""], device.socket.close_code or 0
    raise AssertionError("there was a place")
