"""Every game passes the conformance kit."""

from typing import Any

import pytest

from option_sets import option_sets
from purrlor import game, game_names
from purrlor.testing import check_game

CASES = [(name, options) for name in game_names() for options in option_sets(name)]


@pytest.mark.parametrize(("name", "options"), CASES, ids=str)
def test_game_conforms(name: str, options: dict[str, Any]) -> None:
    report = check_game(
        game(name), options, games=2, simulated=200, interpreted_steps=0, covered=False
    )
    assert report.games == 2
    assert report.steps > 4


@pytest.mark.parametrize("name", game_names())
def test_game_conforms_when_tiny_and_interpreted(name: str) -> None:
    found = game(name)
    check_game(found, found.tiny, games=3, simulated=100, interpreted_steps=0)
    check_game(found, None, games=1, simulated=50, interpreted_steps=40, covered=False)
