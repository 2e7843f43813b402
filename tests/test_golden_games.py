"""The golden games come out as they did, for every seat."""

from pathlib import Path

import pytest

from golden_games import FOLDER, golden_options, play_again
from purrlor import game_names

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_golden_game(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert play_again(text) == text


def test_every_game_has_its_golden_games() -> None:
    expected = {
        f"{name.replace('-', '_')}_{title}"
        for name in game_names()
        for title in golden_options(name)
    }
    assert {path.stem for path in FILES} == expected
