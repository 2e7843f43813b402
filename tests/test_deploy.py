"""What hosts copy from `deploy/` names settings that exist, and programs that start."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from purrlor.cli.serve import command

DEPLOY = Path(__file__).parents[1] / "deploy"
OTHERS = {"PURRLOR_CACHE", "PURRLOR_SITE", "PURRLOR_NODES"}
"""Where compiled rules lie; and what only the proxy reads."""


def test_settings_exist() -> None:
    known = {str(parameter.envvar) for parameter in command.params if parameter.envvar} | OTHERS
    for path in DEPLOY.iterdir():
        named = set(re.findall(r"\bPURRLOR_[A-Z_]+", path.read_text(encoding="utf-8")))
        assert named <= known, path.name


def test_image_is_compiled_for_any_processor() -> None:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    assert text.index("NUMBA_CPU_NAME=generic") < text.index("purrlor warm")
    assert "--extra nodes" in text


def test_proxy_passes_on_to_every_server_of_the_compose_file() -> None:
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    servers = re.findall(r"^  (\S+): \*node$", text, re.MULTILINE)
    named = re.findall(r"PURRLOR_NODES: (.*)", text)[0].split()
    assert len(servers) == 2
    assert named == [f"{server}:8080" for server in servers]


def test_tools_and_images_have_versions() -> None:
    """What is built today is built of the same parts tomorrow."""
    image = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    compose = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    images = re.findall(r"^FROM (\S+)", image, re.MULTILINE)
    images += [one for one in re.findall(r"image: (\S+)", compose) if one != "purrlor"]
    assert len(images) == 5
    for one in images:
        assert re.search(r":\d+\.\d+(\.\d+)?(-|$)", one), one
    makefile = (DEPLOY.parent / "Makefile").read_text(encoding="utf-8")
    (version,) = re.findall(r"UV_VERSION := (\S+)", makefile)
    assert f"uv=={version}" in image
    assert "npm ci" in image
    assert "npm ci" in makefile


def test_unit_is_understood_by_systemd() -> None:
    """And shuts the service in: systemd's own measure says how well, 0 to 10."""
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd-analyze is missing; it comes with systemd")
    unit = str(DEPLOY / "purrlor.service")
    said = subprocess.run([program, "verify", unit], capture_output=True, text=True, check=False)
    complaints = [one for one in said.stderr.splitlines() if "is not executable" not in one]
    assert complaints == []
    words = [program, "security", "--offline=true", "--threshold=20", unit]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
