"""Records that are malformed, foreign, newer or tampered with."""

import json
from functools import partial
from typing import Any

import msgspec
import pytest

import purrlor
from purrlor import game_names
from purrlor.core.chance import new_chance
from purrlor.core.record import Record
from purrlor.core.refusals import RecordRefused
from purrlor.testing.conformance import random_step
from refusing import sentence_of

NAME = "rat-a-tat-cat"
GAME = purrlor.game(NAME)


@pytest.fixture(scope="module")
def record() -> Record:
    match = GAME.match({"players": 2}, key=5)
    chance = new_chance(bytes(32))
    for _ in range(9):
        match.play(*random_step(match, chance))
    return match.record()


def changed(record: Record, **words: Any) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(record.json())
    return {**plain, **words}


def test_a_record_replays(record: Record) -> None:
    assert GAME.replay(changed(record)).record() == record


@pytest.mark.parametrize(
    "source",
    [
        "",
        "cat",
        "[]",
        "null",
        "3",
        "{}",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"a":' * 100_000,
        None,
        3,
        [],
        [3],
        {},
        {1: 2},
    ],
    ids=lambda source: str(source)[:20],
)
def test_malformed_record(source: Any) -> None:
    assert "not a record" in sentence_of(RecordRefused, lambda: GAME.replay(source))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"schema": 2}, "a newer Purrlor"),
        ({"schema": 0}, "not a record"),
        ({"schema": "1"}, "not a record"),
        ({"rules_version": 99}, "rules version 99"),
        ({"game": "chess"}, "record of chess"),
        ({"game": 3}, "not a record"),
        ({"key": "cat"}, "key"),
        ({"key": 5}, "not a record"),
        ({"options": {"players": 9}}, "from 2 to 6"),
        ({"options": {"cats": 9}}, "there are players"),
        ({"options": []}, "not a record"),
        ({"given": {"rows": 3}}, "position"),
        ({"given": {"discard_pile": ["0"] * 5}}, "not so many copies"),
        ({"given": []}, "not a record"),
        ({"seats": ["Ada"] * 9}, "2 seats"),
        ({"extra": 1}, "not a record"),
        ({"steps": [{}]}, "not a record"),
        ({"steps": [{"seat": 9, "actions": [{"type": "ready"}], "digest": ""}]}, "Step 1"),
        ({"steps": [{"seat": 0, "actions": [], "digest": ""}]}, "Step 1"),
        ({"steps": [{"seat": 0, "actions": ["ready"], "digest": ""}]}, "Step 1"),
        ({"steps": [{"seat": 0, "actions": [{"type": "draw"}], "digest": ""}]}, "Step 1"),
    ],
    ids=str,
)
def test_foreign_record(record: Record, words: dict[str, Any], said: str) -> None:
    assert said in sentence_of(RecordRefused, lambda: GAME.replay(changed(record, **words)))


def test_record_without_a_schema(record: Record) -> None:
    plain = changed(record)
    del plain["schema"]
    assert "not a record" in sentence_of(RecordRefused, lambda: GAME.replay(plain))


def test_newer_record_as_a_struct(record: Record) -> None:
    newer = msgspec.structs.replace(record, schema=2)
    assert "a newer Purrlor" in sentence_of(RecordRefused, lambda: GAME.replay(newer))


def test_tampered_record_says_where_it_differs(record: Record) -> None:
    redealt = changed(record, key="6")
    assert "The deal differs" in sentence_of(RecordRefused, lambda: GAME.replay(redealt))
    for number in range(len(record.steps)):
        plain = changed(record)
        plain["steps"][number]["digest"] = "0" * 16
        sentence = sentence_of(RecordRefused, partial(GAME.replay, plain))
        assert f"Step {number + 1} differs" in sentence


def test_record_with_a_step_left_out(record: Record) -> None:
    for number in range(len(record.steps) - 1):
        plain = changed(record)
        del plain["steps"][number]
        assert f"Step {number + 1} " in sentence_of(RecordRefused, partial(GAME.replay, plain))


@pytest.mark.parametrize("name", game_names())
def test_record_of_another_game(record: Record, name: str) -> None:
    if name != NAME:
        other = purrlor.game(name)
        assert f"not of {name}" in sentence_of(RecordRefused, lambda: other.replay(record.json()))
