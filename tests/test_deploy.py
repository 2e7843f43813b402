"""What hosts copy from `deploy/` names settings that exist, and programs that start."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]  # it has no types of its own

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


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    return found


CAPABILITIES = {
    "postgres": {"CHOWN", "DAC_OVERRIDE", "FOWNER", "SETGID", "SETUID"},
    "proxy": {"NET_BIND_SERVICE"},
}
"""What the images need: one gives its folder away and its rights up, one listens at port 443."""


@pytest.mark.parametrize("name", ["node-1", "node-2", "postgres", "redis", "proxy"])
def test_services_are_confined(name: str) -> None:
    """Nothing to write but volumes and memory, no capabilities, no new rights, limits."""
    service = compose()["services"][name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert set(service.get("cap_add", [])) == CAPABILITIES.get(name, set())
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert re.fullmatch(r"\d+[mg]", service["mem_limit"])
    assert 0 < service["pids_limit"] <= 512
    assert not service.get("privileged")
    assert not any("docker.sock" in volume for volume in service.get("volumes", []))


def test_only_the_proxy_is_reached_from_outside() -> None:
    """Metrics too are for the network of the services alone."""
    services = compose()["services"]
    assert len(services) == 5
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    assert all(port.split(":")[0] in ("80", "443") for port in services["proxy"]["ports"])
    assert services["node-1"]["environment"]["PURRLOR_METRICS"].endswith(":9100")
    assert "metrics" not in (DEPLOY / "Caddyfile").read_text(encoding="utf-8")


def test_image_runs_without_writing_to_itself(tmp_path: Path) -> None:
    """What it starts with links the compiled rules into a folder that may be memory."""
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    (command,) = re.findall(r"^CMD (.*)$", text, re.MULTILINE)
    shell, option, script = json.loads(command)
    assert (shell, option) == ("sh", "-c")
    kept, cache = tmp_path / "kept", tmp_path / "cache"
    (kept / "core").mkdir(parents=True)
    (kept / "core" / "one.nbi").write_text("compiled", encoding="utf-8")
    cache.mkdir()
    assert script.startswith("cp -rsf /opt/purrlor-cache/. ")
    assert script.endswith(" && exec purrlor serve")
    copy = script.replace("/opt/purrlor-cache", str(kept)).replace("exec purrlor serve", "true")
    for _ in range(2):  # again after a restart
        environment = {"PURRLOR_CACHE": str(cache), "PATH": os.environ["PATH"]}
        subprocess.run([shell, option, copy], env=environment, check=True)
    linked = cache / "core" / "one.nbi"
    assert linked.is_symlink()
    assert linked.read_text(encoding="utf-8") == "compiled"
    (cache / "core" / "two.nbi").touch()  # Numba tries whether it could write
    user = text.index("USER purrlor")
    assert user < text.index('CMD ["sh"')


def test_unit_has_limits() -> None:
    unit = (DEPLOY / "purrlor.service").read_text(encoding="utf-8")
    for words in ("NoNewPrivileges=yes", "CapabilityBoundingSet=", "ProtectSystem=strict"):
        assert f"\n{words}\n" in unit
    assert re.search(r"^MemoryMax=\d+G$", unit, re.MULTILINE)
    assert re.search(r"^TasksMax=\d+$", unit, re.MULTILINE)


def test_tools_and_images_have_versions() -> None:
    """What is built today is built of the same parts tomorrow."""
    image = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    images = re.findall(r"^FROM (\S+)", image, re.MULTILINE)
    services = compose()["services"].values()
    images += [one["image"] for one in services if one["image"] != "purrlor"]
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
