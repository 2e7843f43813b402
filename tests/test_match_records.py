"""How a match holds its records: nothing of one use is seen in the next."""

from typing import Any

import msgspec
import numpy as np
import pytest

import purrlor
from purrlor.core import contract
from purrlor.core.calls import calls_like
from purrlor.core.chance import new_chance
from purrlor.core.contract import LEGAL, array_of, new_array, new_record
from purrlor.core.match import Match
from purrlor.core.plain import plain
from purrlor.core.refusals import ActionMalformed, Refusal
from purrlor.testing.conformance import random_step

STEPS = 20
MALFORMED: list[Any] = [
    5,
    None,
    "draw",
    {},
    {1: 2},
    {"type": None},
    {"type": "sing"},
    {"type": "draw", "extra": 1},
    {"type": "draw", 1: 2},
    {"type": "keep"},
    {"type": "keep", "slot": "1"},
    {"type": "keep", "slot": 4},
    {"type": "keep", "slot": [0]},
    {"type": "swap", "slot": 0, "seat": True, "their_slot": 0},
]


@pytest.fixture(params=purrlor.game_names())
def match(request: pytest.FixtureRequest) -> Match:
    """A game that has been played for a while."""
    match, chance = purrlor.game(request.param).match({"players": 2}, 5), new_chance(bytes(32))
    for _ in range(STEPS):
        if not match.is_over:
            match.play(*random_step(match, chance))
    return match


def test_a_match_is_shown_in_a_line() -> None:
    match = purrlor.game("cattitude").match({"players": 3}, 5)
    assert repr(match) == "<Match of cattitude, 3 players, 0 steps, to act: 0, 1, 2>"
    chance = new_chance(bytes(32))
    while not match.is_over:
        match.play(*random_step(match, chance))
    assert repr(match) == f"<Match of cattitude, 3 players, {len(match.played)} steps, over>"


def test_plain_fields_are_those_of_the_record(match: Match) -> None:
    for record in (match._state, match.observation(0), match.observation(None)):
        fields = plain(record)
        assert fields._fields == record.dtype.names
        for name in record.dtype.names:
            assert np.array_equal(getattr(fields, name), record[name])
            assert isinstance(getattr(fields, name), int) == (record.dtype[name].shape == ())


def test_nothing_of_one_view_is_left_in_the_next(match: Match) -> None:
    view = match.game.module("view").view
    for seat in (0, 1, None, 1, 0):
        match._observation_array.view(np.uint8).fill(1)
        assert match.view(seat) == view(match.observation(seat), match.options)


def test_observation_is_not_written_again(match: Match) -> None:
    observation = match.observation(0)
    before = observation.tobytes()
    match.view(1)
    match.observation(1)
    assert observation.tobytes() == before


def test_refused_batch_leaves_state_and_chance_as_they_were(match: Match) -> None:
    seat, action = random_step(match, new_chance(bytes(32), stream=1))
    before = match._state.tobytes(), match._chance.tobytes()
    with pytest.raises(Refusal):
        match.play(seat, [action] * 40)
    assert (match._state.tobytes(), match._chance.tobytes()) == before
    assert match._trace.length == 0


def test_calls_do_what_the_kernels_do(match: Match) -> None:
    for calls in (match._calls, calls_like(lambda: None)):
        state = array_of(match._state)
        assert bool(calls.is_over(state)) == match.is_over
        assert calls.actors(state) == contract.actors(match._state)
        assert calls.interrupters(state) == contract.interrupters(match._state)
        out, listed = new_array(LEGAL), new_record(LEGAL)
        for seat in range(2):
            count = contract.legal(match._state, seat, listed)
            assert calls.legal(state, seat, out) == count
            assert out[0].actions[:count].tolist() == listed.actions[:count].tolist()


def test_arrays_of_one_type_share_it() -> None:
    """Compiled code knows a record type at once only where it is the same object."""
    assert new_array(LEGAL).dtype is new_array(LEGAL).dtype
    assert array_of(new_record(LEGAL)).dtype is new_array(LEGAL).dtype


@pytest.mark.parametrize("action", MALFORMED, ids=str)
def test_malformed_action_is_refused_in_the_words_of_its_own_type(action: Any) -> None:
    game = purrlor.game("rat-a-tat-cat")
    with pytest.raises(msgspec.ValidationError) as expected:
        msgspec.convert(action, game.module("actions").Action)
    with pytest.raises(ActionMalformed) as refused:
        game.match({"players": 2}, 1).play(0, action)
    assert str(refused.value) == f"This is not an action of Rat-a-Tat Cat: {expected.value}."
