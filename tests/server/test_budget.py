"""The client is small: what a first visit loads, and what comes later."""

import gzip
import json
import re

import pytest

import purrlor
from purrlor.server.pages import CLIENT

SCRIPT = 150_000
STYLES = 40_000
FONTS = 80_000
"""Bytes of a first load, compressed."""


def page() -> str:
    return (CLIENT / "index.html").read_text(encoding="utf-8")


def loaded(suffix: str) -> list[str]:
    """Return the files that the page itself asks for."""
    named = re.findall(r'(?:src|href)="/(assets/[^"]+)"', page())
    return [path for path in named if path.endswith(suffix)]


def size(path: str) -> int:
    """Return what travels: by gzip, as every browser understands it."""
    body = (CLIENT / path).read_bytes()
    return len(body) if path.endswith(".woff2") else len(gzip.compress(body, 9))


@pytest.mark.parametrize(
    ("suffix", "budget"), [(".js", SCRIPT), (".css", STYLES), (".woff2", FONTS)]
)
def test_first_load_keeps_to_its_budget(suffix: str, budget: int) -> None:
    files = loaded(suffix)
    assert files
    assert sum(map(size, files)) <= budget


def test_fonts_are_preloaded_in_our_letters_only() -> None:
    fonts = re.findall(
        r'<link rel="preload" as="font"[^>]*href="/assets/([a-z-]+)-latin-wght', page()
    )
    assert sorted(fonts) == ["fraunces", "nunito-sans"]
    assert len(loaded(".woff2")) == 2


def brought(game: str) -> list[str]:
    """Return a board, what it imports and its styles, as listed where the script asks for it."""
    (script,) = (path for path in loaded(".js") if path.startswith("assets/index-"))
    code = (CLIENT / script).read_text(encoding="utf-8")
    listed = re.search(r"m\.f=(\[.*?\])", code)
    asked = re.search(rf"import\(.\./{game}-[\w-]+\.js.\),__vite__mapDeps\((\[.*?\])\)", code)
    assert listed is not None
    assert asked is not None
    files = json.loads(listed[1])
    return [files[place] for place in json.loads(asked[1])]


@pytest.mark.parametrize("game", purrlor.game_names())
@pytest.mark.parametrize(("suffix", "budget"), [(".js", SCRIPT), (".css", STYLES)])
def test_board_comes_when_its_table_is_entered(game: str, suffix: str, budget: int) -> None:
    board = {path for path in brought(game) if path.endswith(suffix)}
    first = {*loaded(suffix)}
    assert any(path.startswith(f"assets/{game}-") for path in board - first)
    assert sum(map(size, board | first)) <= budget


@pytest.mark.parametrize("game", purrlor.game_names())
def test_board_imports_nothing_that_is_not_counted(game: str) -> None:
    counted = {*brought(game), *loaded(".js")}
    for path in brought(game):
        code = (CLIENT / path).read_text(encoding="utf-8")
        imported = re.findall(r'(?:from|import)"\./([^"]+)"', code)
        assert imported or not path.startswith(f"assets/{game}-") or path.endswith(".css")
        assert {f"assets/{name}" for name in imported} <= counted


def test_everything_that_is_text_is_compressed_ahead() -> None:
    texts = (".js", ".css", ".html", ".svg", ".webmanifest")
    for path in CLIENT.rglob("*"):
        if path.suffix not in texts:
            continue
        for suffix in (".br", ".gz"):
            packed = path.with_name(path.name + suffix)
            if packed.exists():
                assert packed.stat().st_size < path.stat().st_size, path.name
            else:
                body = path.read_bytes()
                assert len(gzip.compress(body, 9)) >= 0.8 * len(body), path.name
