"""Bad names, options, keys, actions and seats: a typed error, one sentence, nothing changed."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

import purrlor
from purrlor import game_names
from purrlor.bots.levels import read_players
from purrlor.core.chance import new_chance
from purrlor.core.match import Match
from purrlor.core.refusals import (
    ActionMalformed,
    ActionRefused,
    KeyRefused,
    OptionRefused,
    PolicyRefused,
    SeatRefused,
    UnknownGame,
)
from purrlor.sim.simulate import simulate
from purrlor.testing.conformance import random_step
from refusing import everything, sentence_of

NAME = "rat-a-tat-cat"
GAME = purrlor.game(NAME)


# Names, options, keys, players


@pytest.mark.parametrize("name", ["chess", "", "Rat-a-Tat Cat", "rat_a_tat_cat", "../core", "core"])
def test_unknown_game(name: str) -> None:
    sentence = sentence_of(UnknownGame, lambda: purrlor.game(name))
    assert all(known in sentence for known in game_names())


@pytest.mark.parametrize("name", [None, 3, ["rat-a-tat-cat"], b"rat-a-tat-cat"], ids=str)
def test_name_that_is_none(name: Any) -> None:
    sentence_of(UnknownGame, lambda: purrlor.game(name))


@pytest.mark.parametrize(
    ("given", "allowed"),
    [
        ({"players": 1}, "from 2 to 6"),
        ({"players": 7}, "from 2 to 6"),
        ({"players": -3}, "from 2 to 6"),
        ({"players": 10**40}, "from 2 to 6"),
        ({"players": "3"}, "from 2 to 6"),
        ({"players": 2.5}, "from 2 to 6"),
        ({"players": True}, "from 2 to 6"),
        ({"players": None}, "from 2 to 6"),
        ({"players": [2]}, "from 2 to 6"),
        ({"rounds": 0}, "from 1 to 50"),
        ({"end": "never"}, "'rounds' or 'time' or 'points'"),
        ({"memory_aid": 1}, "true or false"),
        ({"cats": 9}, "there are players"),
        ({3: 9}, "there are players"),
        ({"tiny": True, "players": 3}, "2 players"),
        ([3], "names and values"),
        ("players", "names and values"),
    ],
    ids=str,
)
def test_options(given: Any, allowed: str) -> None:
    assert allowed in sentence_of(OptionRefused, lambda: GAME.match(given))
    assert allowed in sentence_of(OptionRefused, lambda: GAME.match_from({}, given))
    assert allowed in sentence_of(OptionRefused, lambda: simulate(GAME, given, games=1))


@pytest.mark.parametrize("name", game_names())
def test_number_of_players_of_every_game(name: str) -> None:
    for players in (0, 1, 7):
        deal = partial(purrlor.game(name).match, {"players": players})
        assert "option players must be" in sentence_of(OptionRefused, deal)


@pytest.mark.parametrize(
    "key",
    [b"", bytes(31), bytes(33), -1, 2**256, 1.5, True, "", "cat", "0x10", "-1", "f" * 63, [1]],
    ids=lambda key: repr(key)[:12],
)
def test_key(key: Any) -> None:
    assert "64 hex digits" in sentence_of(KeyRefused, lambda: GAME.match(key=key))
    play = partial(simulate, GAME, None, games=1, key=key)
    assert "64 hex digits" in sentence_of(KeyRefused, play)


@pytest.mark.parametrize("words", ["einstein", "", "random,", "policy,einstein", "Random"])
def test_unknown_policy(words: str) -> None:
    sentence = sentence_of(PolicyRefused, lambda: simulate(GAME, None, games=1, players=words))
    assert "random, policy" in sentence


def test_wrong_number_of_policies() -> None:
    assert "3 by seat" in sentence_of(PolicyRefused, lambda: read_players("random,policy", 3))


# Actions and seats


@pytest.fixture
def match() -> Match:
    """Return a game of three in which the look is over and seat 1 is on turn."""
    match = GAME.match({"players": 3}, key=5)
    for seat in range(3):
        match.play(seat, {"type": "ready"})
    return match


@pytest.mark.parametrize(
    "action",
    [
        {"type": "jump"},
        {"type": "keep"},
        {"type": "keep", "slot": 4},
        {"type": "keep", "slot": -1},
        {"type": "keep", "slot": "0"},
        {"type": "keep", "slot": 10**30},
        {"type": "draw", "slot": 0},
        {"type": "swap", "slot": 0, "seat": 6, "their_slot": 0},
        {"type": ["draw"]},
        {"slot": 0},
        {},
        {1: 2},
        [],
        [[{"type": "draw"}]],
        [{"type": "draw"}, {"type": "jump"}],
        "draw",
        b"draw",
        7,
        None,
        1j,
    ],
    ids=str,
)
def test_malformed_action(match: Match, action: Any) -> None:
    before = everything(match)
    sentence_of(ActionMalformed, lambda: match.play(1, action))
    assert everything(match) == before


@pytest.mark.parametrize(
    ("seat", "action", "clause"),
    [
        (1, {"type": "keep", "slot": 0}, "R3.1"),
        (1, {"type": "end_turn"}, "R5.1"),
        (1, {"type": "ready"}, "R2.3"),
        (1, {"type": "time_up"}, "R7.2"),
        (1, [{"type": "draw"}, {"type": "draw"}], "R3.4"),
        (1, [{"type": "draw"}, {"type": "discard"}, {"type": "keep", "slot": 0}], "R5.1"),
        (0, {"type": "draw"}, "R2.4"),
        (2, {"type": "take_discard", "slot": 0}, "R2.4"),
        (None, {"type": "draw"}, "R7.2"),
        (None, {"type": "time_up"}, "R7.2"),
    ],
    ids=str,
)
def test_illegal_action_or_out_of_turn(
    match: Match, seat: int | None, action: Any, clause: str
) -> None:
    before = everything(match)
    with pytest.raises(ActionRefused) as refusal:
        match.play(seat, action)
    assert refusal.value.clause == clause
    sentence_of(ActionRefused, lambda: match.play(seat, action))
    assert everything(match) == before


def test_action_of_another_game(match: Match) -> None:
    for name in game_names():
        if name != NAME:
            other = purrlor.game(name).match(key=0)
            action = other.legal(other.actors[0])[0]
            before = everything(match)
            sentence_of(ActionMalformed, partial(match.play, 1, action))
            assert everything(match) == before


def test_action_after_the_end() -> None:
    match = GAME.match(GAME.tiny, key=1)
    chance = new_chance(bytes(32))
    while not match.is_over:
        match.play(*random_step(match, chance))
    before = everything(match)
    assert "over" in sentence_of(ActionRefused, lambda: match.play(0, {"type": "draw"}))
    assert everything(match) == before


@pytest.mark.parametrize("name", game_names())
def test_every_refusal_of_random_actions_changes_nothing(name: str) -> None:
    """Each seat tries what another one may do."""
    match = purrlor.game(name).match(key=2)
    chance = new_chance(bytes(32), stream=1)
    refused = 0
    for _ in range(12):
        seat, action = random_step(match, chance)
        for other in range(match.options.players):
            if action not in match.legal(other):
                before = everything(match)
                sentence_of(ActionRefused, partial(match.play, other, action))
                assert everything(match) == before
                refused += 1
        match.play(seat, action)
    assert refused > 0


@pytest.mark.parametrize("seat", [3, -1, 99, 10**30, "0", 1.0, True, [0]], ids=repr)
def test_seat_out_of_range(match: Match, seat: Any) -> None:
    before = everything(match)
    calls: list[Callable[[], object]] = [
        lambda: match.play(seat, {"type": "draw"}),
        lambda: match.legal(seat),
    ]
    if seat != -1:  # a spectator
        calls.append(lambda: match.view(seat))
    for call in calls:
        assert "0 to 2" in sentence_of(SeatRefused, call)
    assert everything(match) == before
