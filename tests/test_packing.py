"""A package for others has the client in it; a project that is worked on does without."""

import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from purrlor.server.pages import CLIENT

ROOT = Path(__file__).parents[1]
PLAN = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE")
BUILD = "import sys; from hatchling import build; getattr(build, sys.argv[1])(sys.argv[2])"
"""What installers call, in the folder of the project."""


def build(project: Path, kind: str, out: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", BUILD, f"build_{kind}", str(out)]
    return subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project whose client is not built yet."""
    folder = tmp_path / "project"
    package = folder / "src" / "purrlor"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    for name in PLAN:
        shutil.copy(ROOT / name, folder)
    return folder


def test_wheel_has_the_whole_client(tmp_path: Path) -> None:
    assert build(ROOT, "wheel", tmp_path).returncode == 0
    (wheel,) = tmp_path.glob("*.whl")
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if "/client/" in name}
    built = {path.relative_to(CLIENT).as_posix() for path in CLIENT.rglob("*") if path.is_file()}
    assert "index.html" in built
    assert packed == {f"purrlor/server/client/{name}" for name in built}


@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_nothing_is_packed_without_the_client(project: Path, tmp_path: Path, kind: str) -> None:
    refused = build(project, kind, tmp_path)
    assert refused.returncode != 0
    assert "run `make client`" in refused.stdout + refused.stderr
    assert not [*tmp_path.glob("*.whl"), *tmp_path.glob("*.tar.gz")]


def test_wheel_can_be_built_from_the_source_package(project: Path, tmp_path: Path) -> None:
    client = project / "src" / "purrlor" / "server" / "client"
    client.mkdir(parents=True)
    (client / "index.html").touch()
    (project / ".gitignore").write_text((ROOT / ".gitignore").read_text())
    assert build(project, "sdist", tmp_path).returncode == 0
    (source,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(source) as archive:
        archive.extractall(tmp_path / "again", filter="data")
    (again,) = (tmp_path / "again").iterdir()
    assert build(again, "wheel", tmp_path).returncode == 0
    (wheel,) = tmp_path.glob("*.whl")
    assert "purrlor/server/client/index.html" in zipfile.ZipFile(wheel).namelist()


def test_a_project_is_worked_on_before_its_client_is_built(project: Path, tmp_path: Path) -> None:
    assert build(project, "editable", tmp_path).returncode == 0
