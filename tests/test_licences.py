"""Dependencies are locked by hash, and their licences are listed."""

import json
import tomllib
from pathlib import Path

from licences import PAGE, RESEARCH, SERVER, client_packages, python_packages

ROOT = Path(__file__).parents[1]


def test_every_locked_package_is_listed() -> None:
    page = PAGE.read_text(encoding="utf-8")
    packages = python_packages(*SERVER, *RESEARCH)
    packages |= {name: one["version"] for name, one in client_packages().items()}
    assert {"litestar", "numba", "asyncpg", "ray", "svelte"} <= packages.keys()
    missing = [name for name, version in packages.items() if f"| {name} | {version} |" not in page]
    assert missing == [], "run make licences"


def test_every_file_is_locked_by_its_hash() -> None:
    lock = tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))
    for package in lock["package"]:
        files = package.get("wheels", []) + [package[key] for key in ("sdist",) if key in package]
        assert files or package["name"] == "purrlor"
        assert all(file["hash"].startswith("sha256:") for file in files), package["name"]
    web = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))
    for path, module in web["packages"].items():
        assert not path or module["integrity"].startswith("sha512-"), path


def test_binaries_of_every_system_are_locked() -> None:
    """Else `npm ci` refuses the lock file, here or on another system."""
    web = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    locked = {path.rpartition("node_modules/")[2] for path in web}
    asked = {name for one in web.values() for name in one.get("optionalDependencies", ())}
    assert len(asked) > 20
    assert asked <= locked
