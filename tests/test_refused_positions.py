"""Positions that are none: a typed error and one sentence, never a half set up game."""

import copy
import json
import random
import subprocess
import sys
from typing import Any

import msgspec
import pytest

import purrlor
from purrlor import Refusal, game_names
from purrlor.core.chance import new_chance
from purrlor.core.refusals import PositionRefused
from purrlor.testing.conformance import random_step
from refusing import everything, sentence_of

NAME = "rat-a-tat-cat"
GAME = purrlor.game(NAME)
DECK = ["0", "1", "2", "3", "4", "5", "6", "7", "8"] * 4 + ["9"] * 9
POWER = ["peek", "swap", "draw-2"] * 3
LAST_ROUND = {"rows": [[], []], "scored_rows": [[], []], "scores": [0, 0]}
POINTS = {"end": "points", "players": 3, "limit": 100}
OVER = {"phase": "over", "round": 4, "totals": [90, 104, 110], "out": [1, 2]}
LAST_OF_THREE = {
    "rows": [["0", "1", "2", "3"]] * 3,
    "scored_rows": [["0", "1", "2", "3"]] * 3,
    "scores": [6, 6, 6],
}


@pytest.mark.parametrize(
    ("given", "options"),
    [
        ({"rows": [["0", "0", "0", "0"], ["0", "1", "1", "1"]]}, {}),
        ({"draw_pile": ["peek"] * 4}, {}),
        ({"discard_pile": ["9"] * 10}, {}),
        ({"phase": "drawn", "drawn": "0", "discard_pile": ["0"] * 4}, {}),
        ({"rows": [["0", "1", "2", "3"]]}, {}),
        ({"rows": [["0", "1", "2"], ["4", "5", "6", "7"]]}, {}),
        ({"rows": [["0", "1", "2", "cat"], ["4", "5", "6", "7"]]}, {}),
        ({"rows": 4}, {}),
        ({"phase": "lunch"}, {}),
        ({"turn": 2}, {}),
        ({"dealer": -1}, {}),
        ({"knocker": 0, "phase": "look"}, {}),
        ({"out": [0]}, {}),
        ({"totals": [1]}, {}),
        ({"totals": [1, -1]}, {}),
        ({"draw_pile_size": 3}, {}),
        ({"cats": 3}, {}),
        ({"known": [[]]}, {}),
        ({"known": [[[0, 4]], []]}, {}),
        ({"round": 6}, {"rounds": 5}),
        ({"round": 0}, {}),
        ({"round": 70_000}, {"end": "time"}),
        ({"round": 10**30}, {"end": "points"}),
        ({"time_up": True}, {}),
        ({"ready": [0, 0]}, {}),
        ({"ready": [0, 1]}, {}),
        ({"discard_pile": []}, {}),
        ({"draw_pile": DECK}, {}),
        ({"draw_pile": DECK + POWER}, {}),
        ({"chance": [-1]}, {}),
        ({"chance": [["cat"]]}, {}),
        ({"chance": [0] * 600}, {}),
        ({"last_round": LAST_ROUND | {"scores": [0, 70_000]}}, {}),
        ({"last_round": LAST_ROUND | {"rows": []}, "out": [2], "totals": [0, 0, 100]}, POINTS),
        (OVER | {"places": [1, 2, 2]}, POINTS),
        (OVER | {"places": [1, 3, 2]}, POINTS),
        (OVER | {"places": [1, 2]}, POINTS),
        (OVER | {"places": [1, 2, 3], "out_in": [0, 3, 4]}, POINTS),
        ({"places": [1, 2, 3]}, POINTS),
        ({"out_in": [0, 0]}, {}),
        (OVER | {"out_in": [0, 4]}, POINTS),
        (OVER | {"out_in": [0, 0, 4]}, POINTS),
        (OVER | {"out_in": [4, 4, 4]}, POINTS),
        (OVER | {"out_in": [0, 4, 5]}, POINTS),
        (OVER | {"out_in": [0, 3, 3], "last_round": LAST_OF_THREE}, POINTS),
        ({"shown_to_all": [[0, 4]]}, {}),
        ({"shown_to_all": [[2, 0]]}, {}),
        ({"out": [2], "totals": [0, 0, 100], "known": [[], [], [[0, 0]]], "round": 2}, POINTS),
    ],
    ids=lambda value: str(value)[:70],
)
def test_impossible_position(given: dict[str, Any], options: dict[str, Any]) -> None:
    sentence_of(PositionRefused, lambda: GAME.match_from(given, options))


@pytest.mark.parametrize("word", ["turn", "knocker"])
@pytest.mark.parametrize("number", [128, 200, -129, 2**31, 2**63, 2**64])
def test_number_out_of_range_in_a_finished_game(word: str, number: int) -> None:
    """A record may begin from a position: whatever numbers it holds, it is refused in words."""
    rats = purrlor.game("rat-a-tat-cat")
    match = rats.match({"players": 2, "rounds": 1}, key=3)
    chance = random.Random(4)
    while not match.is_over:
        seat = match.actors[0]
        match.play(seat, chance.choice(match.legal(seat)))
    given = json.loads(msgspec.json.encode(match.position()))
    assert rats.match_from(given, match.options).is_over
    with pytest.raises(PositionRefused):
        rats.match_from(given | {word: number}, match.options)


@pytest.mark.parametrize("given", [3, "rows", [1]], ids=repr)
def test_position_that_is_none(given: Any) -> None:
    sentence_of(PositionRefused, lambda: GAME.match_from(given))


def test_position_after_everybody_went_out() -> None:
    """In its own process, since it once did not return."""
    given = {"phase": "over", "out": [0, 1], "totals": [110, 104]}
    run = subprocess.run(
        [
            sys.executable,
            "-c",
            "import purrlor, sys, json\n"
            f"game = purrlor.game({NAME!r})\n"
            "print(game.match_from(json.loads(sys.argv[1]), {'end': 'points'}).is_over)",
            json.dumps(given),
        ],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert run.stdout == "True\n", run.stderr


VALUES: tuple[Any, ...] = (
    *(
        0,
        -1,
        1,
        2,
        7,
        100,
        32_768,
        70_000,
        2**63,
        2**70,
        1.5,
        True,
        None,
        "",
        "none",
        "hidden",
        "cat",
    ),
    *([], {}, [[]], [0], [1, 1], [9], ["9"] * 9, [[0, 0]]),
)


def mutated(value: Any, throw: random.Random) -> Any:
    """Return the value with one part of it lost, doubled or replaced."""
    if not value or not isinstance(value, (dict, list)) or throw.random() < 0.2:
        return copy.deepcopy(throw.choice(VALUES))
    where = throw.choice(list(value) if isinstance(value, dict) else range(len(value)))
    kind = throw.random()
    if kind < 0.15:
        del value[where]
    elif kind < 0.25 and isinstance(value, list):
        value.append(copy.deepcopy(value[where]))
    else:
        value[where] = mutated(value[where], throw)
    return value


@pytest.mark.parametrize("name", game_names())
def test_mutated_positions_are_refused_or_played(name: str) -> None:
    game, throw, chance = purrlor.game(name), random.Random(7), new_chance(bytes(32), stream=7)
    refused = 0
    for key in range(250):
        match = game.match(key=key % 10)
        for _ in range(key % 40):
            if not match.is_over:
                match.play(*random_step(match, chance))
        given = msgspec.to_builtins(match.position())
        word = throw.choice(list(given))
        given[word] = mutated(given[word], throw)
        try:
            found = game.match_from(given)
            if not found.is_over:
                found.play(*random_step(found, chance))
            everything(found)
        except Refusal:
            refused += 1
    assert 100 < refused < 250
