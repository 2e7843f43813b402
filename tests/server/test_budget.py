"""The client is small: what a first visit loads, and what comes later."""

import gzip
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


@pytest.mark.parametrize("game", purrlor.game_names())
def test_board_comes_when_its_table_is_entered(game: str) -> None:
    board = [path.name for path in (CLIENT / "assets").glob(f"{game}-*.js")]
    assert len(board) == 1
    assert board[0] not in page()
    assert size(f"assets/{board[0]}") + sum(map(size, loaded(".js"))) <= SCRIPT


def test_everything_that_is_text_is_compressed_ahead() -> None:
    for path in CLIENT.rglob("*"):
        is_text = path.suffix in (".js", ".css", ".html", ".svg", ".webmanifest")
        if is_text and path.stat().st_size > 200:
            for suffix in (".br", ".gz"):
                packed = path.with_name(path.name + suffix)
                assert packed.stat().st_size < path.stat().st_size, path.name
