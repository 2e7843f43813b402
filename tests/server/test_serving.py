"""`purrlor serve`: what it prints, what it takes from the environment, what its pages say of it."""

import re
import ssl
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from click.testing import CliRunner
from served import Served

import purrlor.cli.serve
import purrlor.server.run
from purrlor.cli.serve import command
from purrlor.server.settings import Settings

HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"

CHOSEN: dict[str, Any] = {
    "host": "127.0.0.1",
    "public_url": "https://cats.example",
    "metrics": "127.0.0.1:19100",
    "bot_pause": 1.5,
    "grace": 7.0,
    "nonce_seconds": 3.0,
    "tables_per_address": 8,
    "joins_per_address": 9,
    "messages": 10,
    "message_seconds": 11.0,
    "frame_bytes": 12_000,
    "sockets_per_table": 13,
    "sockets_per_address": 23,
    "connections_per_address": 24,
    "unknown_codes": 25,
    "header_seconds": 26.0,
    "body_seconds": 27.0,
    "backlog_frames": 14,
    "backlog_bytes": 150_000,
    "hints": 16,
    "idle_hours": 17.0,
    "keep_days": 18.0,
}


def settings_of(monkeypatch: pytest.MonkeyPatch, folder: Path, *words: str) -> Settings:
    """Return the settings with which a command would serve."""
    found: list[Settings] = []

    def run(settings: Settings, **_: Any) -> bool:
        found.append(settings)
        return True

    for name in ("warm_games", "warm_later"):
        monkeypatch.setattr(purrlor.cli.serve, name, lambda *_: None)
    monkeypatch.setattr(purrlor.server.run, "run", run)
    database = f"sqlite:///{folder / 'purrlor.db'}"
    result = CliRunner().invoke(command, ["--database", database, *words], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return found[0]


def test_every_option_can_be_given_by_the_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name, value in CHOSEN.items():
        monkeypatch.setenv(f"PURRLOR_{name.upper()}", str(value))
    settings = settings_of(monkeypatch, tmp_path)
    assert {name: getattr(settings, name) for name in CHOSEN} == CHOSEN
    assert settings.is_secure
    assert settings_of(monkeypatch, tmp_path, "--grace", "8").grace == 8.0


def test_options_left_out_are_the_settings_defaults(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found = msgspec.structs.asdict(settings_of(monkeypatch, tmp_path))
    defaults = msgspec.structs.asdict(Settings())
    assert {name for name in found if found[name] != defaults[name]} <= {"port", "database"}


def test_every_option_has_help_a_variable_and_a_place_in_the_documents() -> None:
    page = HOSTING.read_text(encoding="utf-8")
    for option in command.params:
        name = option.opts[0]
        assert getattr(option, "help", ""), name
        if name != "--open":
            assert f"`{name}`" in page
            assert f"`{option.envvar}`" in page


def test_address_picture_and_certificate(tmp_path: Path) -> None:
    """For phones in the network: a second address, a code to photograph, a secure page."""
    served = Served(tmp_path, scheme="https")
    served.environment |= {
        "PURRLOR_HOST": "0.0.0.0",
        "PURRLOR_TLS": "1",
        "XDG_DATA_HOME": str(tmp_path / "data"),
    }
    served.start(verify=False)
    try:
        assert f"Purrlor is open: https://localhost:{served.port}/" in served.log
        away = re.search(r"Phones and other devices: (https://([0-9.]+):\d+/)\n", served.log)
        assert away
        picture = served.log[away.end() :].splitlines()[:15]
        assert sum(set("▀▄█") & set(line) != set() for line in picture) > 10
        cert = tmp_path / "data" / "purrlor" / "tls" / "purrlor.crt"
        context = ssl.create_default_context(cafile=str(cert))
        for url in (served.url, f"https://localhost:{served.port}", away[1].rstrip("/")):
            assert httpx.get(f"{url}/health", verify=context).json()["status"] == "ok"
    finally:
        served.stop()
