"""What hosts copy from `deploy/` names settings that exist, and programs that start."""

import re
from pathlib import Path

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
