"""Records that are sent to be watched: replayed whole, or refused with a sentence."""

import json
import random
from typing import Any

import httpx
import msgspec
import pytest
from served import Served

import purrlor
from purrlor.core.words import HIDDEN
from purrlor.server.history import MOST_STEPS


def recorded(game: str, seed: int, *, most: int = 400) -> dict[str, Any]:
    """Return the record of a game that a player without a plan has played."""
    chance = random.Random(seed)
    match = purrlor.game(game).match({"players": 2}, key=seed, seats=("Ann", "Bob"))
    while not match.is_over and len(match.played) < most:
        seat = chance.choice(match.actors)
        match.play(seat, chance.choice(match.legal(seat)))
    record: dict[str, Any] = json.loads(match.record().json())
    return record


def send(server: Served, record: Any, query: str = "") -> httpx.Response:
    body = record if isinstance(record, bytes) else json.dumps(record).encode()
    words = {"content-type": "application/json"}
    return httpx.post(f"{server.url}/api/replays{query}", content=body, headers=words, timeout=60)


@pytest.mark.parametrize("game", purrlor.game_names())
def test_record_is_watched_with_any_eyes(server: Served, game: str) -> None:
    record = recorded(game, 3)
    answers = {
        query: send(server, record, query).json()
        for query in ("", "?seat=0", "?seat=1", "?seat=0&everything=true")
    }
    for answer in answers.values():
        assert answer["game"] == game
        assert answer["names"] == ["Ann", "Bob"]
        assert answer["moments"][0]["number"] == 0
        numbers = [moment["number"] for moment in answer["moments"]]
        assert numbers == sorted(set(numbers))
    everything = answers["?seat=0&everything=true"]["moments"]
    assert len(everything) == len(record["steps"]) + 1
    assert HIDDEN not in json.dumps([moment["view"] for moment in everything])
    for query in ("", "?seat=0", "?seat=1"):
        assert HIDDEN in json.dumps(answers[query]["moments"][0]["view"])


def test_seat_sees_in_a_record_what_it_saw_in_the_game(server: Served) -> None:
    record = recorded("cattitude", 5)
    match = purrlor.game("cattitude").match(record["options"], record["key"])
    views = {0: plain(match.view(1))}
    for number, step in enumerate(record["steps"], 1):
        match.play(step["seat"], step["actions"])
        views[number] = plain(match.view(1))
    for moment in send(server, record, "?seat=1").json()["moments"]:
        assert moment["view"] == views[moment["number"]]


def plain(view: Any) -> Any:
    return json.loads(msgspec.json.encode(view))


def test_bad_records_are_refused_with_a_sentence(server: Served) -> None:
    good = recorded("rat-a-tat-cat", 1)
    worse = json.loads(json.dumps(good))
    worse["steps"][3]["digest"] = "0" * 16
    long = good | {"steps": good["steps"][:1] * (MOST_STEPS + 1)}
    cases = [
        (b"no json", "This is not a record of a game"),
        ({"schema": 9}, "a newer Purrlor reads it"),
        (good | {"game": "chess"}, "chess"),
        (good | {"rules_version": 99}, "rules version 99"),
        (good | {"key": "00" * 32}, "The deal differs"),
        (worse, "Step 4 differs"),
        (long, f"{MOST_STEPS} are allowed"),
    ]
    for record, sentence in cases:
        answer = send(server, record)
        assert answer.status_code in (400, 404), answer.text
        assert sentence in answer.json()["sentence"]
    assert send(server, good, "?seat=7").status_code == 400


def test_record_that_is_too_long_is_not_read(server: Served) -> None:
    answer = send(server, b" " * (2 * 1024 * 1024 + 1))
    assert answer.status_code == 413
    assert answer.json()["sentence"] == "This request is too long."
