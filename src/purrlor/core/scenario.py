"""Scenarios: rules as data. A position, moves, and what must hold."""

import tomllib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from purrlor.core.discovery import game
from purrlor.core.match import Match
from purrlor.core.refusals import (
    ActionMalformed,
    ActionRefused,
    Refusal,
    ScenarioRefused,
    SeatRefused,
)

STEP_WORDS = ("play", "refuse", "expect", "view", "legal")


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scenario file."""

    game: str
    clause: str
    says: str
    seed: int = 0
    options: dict[str, Any] = {}
    given: dict[str, Any] | None = None
    step: list[dict[str, Any]] = []


class LegalWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What `legal` says of a seat's actions."""

    seat: int
    has: list[dict[str, Any]] = []
    lacks: list[dict[str, Any]] = []


class _StepShape(msgspec.Struct, kw_only=True):
    """What a step looks like; whether it makes sense, the game says."""

    seat: int = 0
    expect: dict[str, Any] = {}
    view: dict[str, Any] = {}
    legal: LegalWords | msgspec.UnsetType = msgspec.UNSET


class Difference(Exception):
    """A scenario does not hold."""


def read_scenario(path: Path) -> Scenario:
    """Read a scenario file."""
    try:
        scenario = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Scenario)
    except OSError as error:
        raise ScenarioRefused(f"{path}: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise ScenarioRefused(f"{path} is not a scenario: {error}.") from None
    except RecursionError:
        raise ScenarioRefused(f"{path} is not a scenario: it is nested too deeply.") from None
    for number, step in enumerate(scenario.step, 1):
        if sum(word in STEP_WORDS for word in step) != 1 or set(step) - {"seat", *STEP_WORDS}:
            words = ", ".join(STEP_WORDS)
            raise ScenarioRefused(f"{path}: step {number} has one of {words}, and perhaps a seat.")
        try:
            msgspec.convert(step, _StepShape)
        except msgspec.ValidationError as error:
            raise ScenarioRefused(f"{path}: step {number}: {error}.") from None
    return scenario


def may_be_scenario(path: Path) -> bool:
    """Return whether a file is meant as a scenario: it has at least one word that only those have.

    What cannot be read is taken for one, so that whoever wrote it is told.
    """
    try:
        words = set(tomllib.loads(path.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError):
        return True
    return not words.isdisjoint(("game", "clause", "says", "step", "given"))


def run_scenario(scenario: Scenario) -> None:
    """Play a scenario; raise `Difference` where it does not hold."""
    found = game(scenario.game)
    if scenario.given is None:
        match = found.match(scenario.options, scenario.seed)
    else:
        match = found.match_from(scenario.given, scenario.options, scenario.seed)
    unordered: frozenset[str] = getattr(found.module("position"), "UNORDERED", frozenset())
    for number, step in enumerate(scenario.step, 1):
        try:
            _run_step(match, step, unordered)
        except Difference as difference:
            raise Difference(f"step {number}: {difference}") from None


def _run_step(match: Match, step: Mapping[str, Any], unordered: frozenset[str]) -> None:
    if "expect" in step:
        _compare(match.game.in_present_words(step["expect"]), match.position(), unordered)
    elif "view" in step:
        words = dict(match.game.in_present_words(step["view"]))
        seat = words.pop("seat", -1)
        _compare(words, match.view(None if seat == -1 else seat), unordered)
    elif "legal" in step:
        _compare_legal(match, msgspec.convert(step["legal"], LegalWords))
    elif "play" in step:
        try:
            match.play(_seat(match, step, step["play"]), step["play"])
        except Refusal as refusal:
            raise Difference(f"expected {step['play']} to be played; {refusal}") from None
    else:
        _expect_refusal(match, step)


def _seat(match: Match, step: Mapping[str, Any], action: Any) -> int | None:
    """`seat` may be omitted when only one seat can act, and is for the table's own actions."""
    if "seat" in step:
        return None if step["seat"] == -1 else step["seat"]
    if isinstance(action, Mapping) and action.get("type") == "time_up":
        return None
    if len(match.actors) != 1:
        raise Difference(f"a seat must be named: {list(match.actors)} can act")
    return match.actors[0]


def _expect_refusal(match: Match, step: Mapping[str, Any]) -> None:
    before = _whole(match)
    try:
        match.play(_seat(match, step, step["refuse"]), step["refuse"])
    except (ActionMalformed, ActionRefused, SeatRefused):
        if _whole(match) != before:
            raise Difference(f"{step['refuse']} was refused but changed something") from None
    else:
        raise Difference(f"expected {step['refuse']} to be refused; it was played")


def _whole(match: Match) -> bytes:
    views = [match.view(seat) for seat in (None, *range(match.options.players))]
    return msgspec.json.encode([match.position(), *views])


def _compare(expected: Mapping[str, Any], found: Any, unordered: frozenset[str]) -> None:
    words = msgspec.to_builtins(found)
    for word, value in expected.items():
        if word not in words:
            raise Difference(f"{word}: expected {value!r}, found nothing of that name")
        if _canonical(value, word in unordered) != _canonical(words[word], word in unordered):
            raise Difference(f"{word}: expected {value!r}, found {words[word]!r}")


def _canonical(value: Any, is_unordered: bool) -> Any:
    """Bring a value into a form in which equal means equal in the rules."""
    if isinstance(value, (list, tuple)):
        if is_unordered and not any(isinstance(item, (list, tuple, dict)) for item in value):
            return Counter(str(item) for item in value)
        return [_canonical(item, is_unordered) for item in value]
    if isinstance(value, dict):
        return {word: _canonical(item, is_unordered) for word, item in value.items()}
    return (type(value) is bool, value)


def _compare_legal(match: Match, expected: LegalWords) -> None:
    seat = expected.seat
    found = match.legal_numbers(seat)
    for action in expected.has:
        if _number(match, action, seat) not in found:
            raise Difference(f"expected {action} to be legal; it is not")
    for action in expected.lacks:
        if _number(match, action, seat) in found:
            raise Difference(f"expected {action} not to be legal; it is")


def _number(match: Match, action: Mapping[str, Any], seat: int) -> int | None:
    """Return the number of an action after defaults; a malformed one has none."""
    try:
        return match.number(action, seat)
    except Refusal:
        return None
