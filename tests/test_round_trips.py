"""A position says all that the rules need: set up again, it is the same game."""

import random
from typing import Any

import msgspec
import pytest

import purrlor
from option_sets import option_sets
from purrlor.bots.bot import Bot
from purrlor.bots.players import POLICY
from purrlor.core.chance import new_chance
from purrlor.core.keys import read_key
from purrlor.core.match import Match
from purrlor.testing.conformance import random_step

CASES = [(name, options) for name in purrlor.game_names() for options in option_sets(name)]


def set_up_again(match: Match) -> Match:
    """Set up a game in the position of a match, and hold both against each other."""
    again = match.game.match_from(msgspec.to_builtins(match.position()), match.options)
    assert again.position() == match.position()
    assert again.outcome == match.outcome
    assert again.actors == match.actors
    assert again.interrupters == match.interrupters
    for seat in range(match.options.players):
        assert again.legal_numbers(seat) == match.legal_numbers(seat)
        assert again.view(seat) == match.view(seat)
    assert again.view(None) == match.view(None)
    return again


@pytest.mark.parametrize(("name", "options"), CASES, ids=str)
def test_a_position_set_up_again_is_the_same_game(name: str, options: dict[str, Any]) -> None:
    game, throw = purrlor.game(name), random.Random(3)
    for key in range(3):
        match, chance = game.match(options, key), new_chance(read_key(key), stream=1)
        while not match.is_over and len(match.played) < 200:
            match.play(*random_step(match, chance))
            if throw.random() < 0.1:
                set_up_again(match)


@pytest.mark.parametrize(
    ("name", "options", "games"),
    [
        ("rat-a-tat-cat", {"players": 3, "end": "points", "limit": 40}, 40),
        ("rat-a-tat-cat", {"players": 5, "end": "points", "limit": 60, "first_dealer": "lot"}, 40),
        ("rat-a-tat-cat", {"players": 4, "rounds": 2}, 10),
        ("cattitude", {"players": 2}, 5),
        ("cattitude", {"players": 5}, 5),
        ("cat-royal", {"players": 2}, 5),
        ("cat-royal", {"partners": True}, 3),
    ],
    ids=str,
)
def test_a_finished_position_set_up_again_has_the_same_outcome(
    name: str, options: dict[str, Any], games: int
) -> None:
    """R7.4: by points the places depend on who went out when."""
    game = purrlor.game(name)
    for key in range(games):
        match = game.match(options, key)
        bots = [Bot(POLICY, bytes([key, seat]) * 16) for seat in range(match.options.players)]
        rounds = 1
        while not match.is_over:
            seat = match.actors[0]
            number = bots[seat].decide(match.observation(seat), match.legal_numbers(seat))
            match.play(seat, match.action(number, seat))
            if getattr(match.position(), "round", 1) > rounds:
                rounds += 1
                match = set_up_again(match)
        set_up_again(match)
