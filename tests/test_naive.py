"""The rules step along with a naive second implementation, written from the clauses alone."""

import importlib
from typing import Any

import msgspec
import pytest

from option_sets import option_sets
from purrlor import game, game_names
from purrlor.core.chance import new_chance
from purrlor.core.keys import read_key
from purrlor.core.match import Match
from purrlor.testing.conformance import random_step

CASES = [(name, options) for name in game_names() for options in option_sets(name)] + [
    ("rat-a-tat-cat", {"players": 4, "end": "points", "limit": 30, "memory_aid": True}),
    ("cattitude", {"players": 2, "bonus_numbers": {"turkeys": 2, "peacocks": 1}}),
    (
        "cattitude",
        {
            "players": 5,
            "values": {"turkey": -3},
            "red_cards": {"bonus-no-turkey": 4, "bonus-turkeys": 4, "diva-turkey": 0}
            | dict.fromkeys(["diva-chicken", "diva-peacock"], 0),
        },
    ),
    ("rat-a-tat-cat", {"players": 2, "young_players": True, "memory_aid": True}),
]
NO_WORDS = ("draw_pile_size", "discard_pile_size")


def words(found: Any) -> dict[str, Any]:
    """Return a position or view as plain words."""
    plain = msgspec.json.decode(msgspec.json.encode(found))
    return {word: value for word, value in plain.items() if word not in NO_WORDS}


def ordered(actions: list[dict[str, Any]]) -> list[bytes]:
    return sorted(msgspec.json.encode(action, order="sorted") for action in actions)


@pytest.mark.parametrize(("name", "given"), CASES, ids=str)
def test_rules_agree_with_the_naive_ones(name: str, given: dict[str, Any]) -> None:
    naive = importlib.import_module(f"naive.{name.replace('-', '_')}")
    found = game(name)
    steps = 0
    for key in range(40):
        match = found.match(given, key)
        steps += follow(naive, match, key, most=150)
        if steps > 600:
            break
    assert steps > 50


def follow(naive: Any, match: Match, key: int, most: int) -> int:
    """Play a random game and compare position, legal actions and views at each step."""
    options = msgspec.to_builtins(match.options)
    canonical = getattr(naive, "canonical", lambda position: position)
    chance = new_chance(read_key(key), stream=1)
    position = words(match.position())
    while not match.is_over and len(match.played) < most:
        naive.check(position, options)
        compare(naive, match, position, options)
        seat, action = random_step(match, chance)
        plain = msgspec.to_builtins(action)
        assert naive.allowed(position, options, seat, plain)
        match.play(seat, action)
        after = words(match.position())
        expected = naive.successor(position, options, seat, plain, after)
        assert canonical(expected) == canonical(after)
        position = after
    compare(naive, match, position, options)
    return len(match.played)


def compare(naive: Any, match: Match, position: dict[str, Any], options: dict[str, Any]) -> None:
    canonical = getattr(naive, "canonical_view", getattr(naive, "canonical", lambda view: view))
    for seat in range(match.options.players):
        legal = msgspec.to_builtins(match.legal(seat))
        assert ordered(legal) == ordered(naive.legal(position, options, seat))
    for viewer in (None, *range(match.options.players)):
        expected = naive.view(position, options, viewer)
        assert canonical(words(match.view(viewer))) == canonical(expected)
