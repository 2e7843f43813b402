"""Finished games, from the log or from a record: records that replay, and games step by step."""

import time
from collections.abc import Sequence
from typing import Any

import msgspec

import purrlor
from purrlor.core.match import Match, Told
from purrlor.core.outcome import Outcome
from purrlor.core.record import Played, Step, digest, read_record, record_of, replay
from purrlor.core.refusals import RecordRefused, Refusal, SeatRefused
from purrlor.core.words import HIDDEN
from purrlor.server.entries import GameStarted
from purrlor.server.steps import Succession
from purrlor.server.stores import Line
from purrlor.server.table.fold import fold_line
from purrlor.server.table.state import TABLE, Table, TableRefused

MOST_STEPS = 5000
"""A record that is sent to be watched may have so many steps, and no more."""
MOST_SECONDS = 30.0
"""And it may keep a processor busy for so long."""


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a finished game with the eyes of one viewer."""

    number: int
    """Which step of the game it is; 0 is the deal."""
    by: int
    """The seat that acted; -1: the table."""
    at: float
    events: list[Any]
    view: Any


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """A game step by step, as one viewer saw it."""

    game: str
    options: Any
    names: list[str]
    outcome: Outcome | None
    moments: list[Moment]
    successions: list[Succession] = []
    """Whose seats changed hands on the way; `names` are those of the end."""


class Eyes(msgspec.Struct, frozen=True):
    """Who watches: a seat or a spectator (None), and whether hidden things are laid open."""

    seat: int | None = None
    sees_everything: bool = False


def _game(lines: list[Line], number: int) -> Table:
    """Fold the log until a game is over, or its table was closed before that."""
    table = Table()
    for line in lines:
        entry = fold_line(table, line)
        if isinstance(entry, GameStarted) and entry.number == number and table.other_rules:
            raise table.of_other_rules(table.other_rules)
        if table.match and table.number == number and table.phase in ("over", "closed"):
            return table
    raise TableRefused(
        "This game is not over; its record appears when it is.", reason="game_not_over"
    )


def record_of_game(lines: list[Line], number: int) -> bytes:
    """Return the record of a finished game, or of one that nobody will go on with."""
    table = _game(lines, number)
    assert table.match is not None
    return record_of_match(table.match, table.proof())


def record_of_match(match: Match, fairness: Any) -> bytes:
    """Return the record of a game that a table played."""
    told = msgspec.to_builtins(fairness)
    return msgspec.structs.replace(record_of(match), fairness=told).json()


def replay_of_game(lines: list[Line], number: int, eyes: Eyes) -> Replay:
    """Return a finished game of a table step by step."""
    table = _game(lines, number)
    finished = table.match
    assert finished is not None
    names = [seat.name for seat in table.seats]
    match = finished.game.match(finished.options, finished.key, finished.seats)
    found = _replay(match, finished.played, names, eyes)
    return msgspec.structs.replace(found, successions=table.steps.all_successions())


def replay_of_record(body: bytes, eyes: Eyes) -> Replay:
    """Return the game of a record step by step; it is refused where it differs."""
    record = read_record(body)
    if len(record.steps) > MOST_STEPS:
        raise RecordRefused(f"This record has {len(record.steps)} steps; {MOST_STEPS} are allowed.")
    game = purrlor.game(record.game)
    match = replay(game, record, until=0)
    names = list(record.seats) or [str(seat + 1) for seat in range(match.options.players)]
    return _replay(match, record.steps, names, eyes, record.rules_version)


def _replay(
    match: Match,
    steps: Sequence[Played],
    names: list[str],
    eyes: Eyes,
    rules_version: int | None = None,
) -> Replay:
    if eyes.seat is not None and not 0 <= eyes.seat < match.options.players:
        raise SeatRefused(f"There is no seat {eyes.seat} at this table.", reason="no_seat")
    until = time.thread_time() + MOST_SECONDS
    moments = [_moment(match, match.opening, eyes, 0, TABLE, 0.0)]
    for number, step in enumerate(steps, 1):
        if time.thread_time() > until:
            raise RecordRefused("This game takes too long to replay here; use `purrlor replay`.")
        told = _play(match, step, number, rules_version)
        by = TABLE if step.seat is None else step.seat
        moment = _moment(match, told, eyes, number, by, step.at or 0.0)
        if moment.events or eyes.sees_everything:
            moments.append(moment)
    return Replay(
        game=match.game.name,
        options=msgspec.to_builtins(match.options),
        names=names,
        outcome=match.outcome,
        moments=moments,
    )


def _play(match: Match, step: Played, number: int, rules_version: int | None) -> Told:
    """Play a step again; one that a record brings must lead where it says."""
    try:
        told = match.play(step.seat, step.actions)
    except Refusal as refusal:
        raise RecordRefused(f"Step {number} is not allowed: {refusal}") from None
    if isinstance(step, Step) and step.digest != digest(match, rules_version):
        raise RecordRefused(f"Step {number} differs: the game went on in another way.")
    return told


def _moment(match: Match, told: Told, eyes: Eyes, number: int, by: int, at: float) -> Moment:
    view = msgspec.to_builtins(match.view(eyes.seat))
    if eyes.sees_everything:
        view = laid_open(view, msgspec.to_builtins(match.position()))
        # What some are told veiled, others are told in full: the full words are enough.
        events = [event for audience, event in told if not (audience.is_all_but and audience.seats)]
    else:
        events = [event for audience, event in told if audience.includes(eyes.seat)]
    return Moment(number=number, by=by, at=at, events=msgspec.to_builtins(events), view=view)


def laid_open(view: Any, truth: Any) -> Any:
    """Return a view with what it hides put in from the truth, which uses the same words."""
    if view == HIDDEN:
        return truth
    if isinstance(view, dict) and isinstance(truth, dict):
        return {key: laid_open(part, truth.get(key, part)) for key, part in view.items()}
    if isinstance(view, list) and isinstance(truth, list) and HIDDEN in _flat(view):
        if len(view) != len(truth):
            return truth
        return [laid_open(part, true) for part, true in zip(view, truth, strict=True)]
    return view


def _flat(parts: list[Any]) -> list[Any]:
    return [one for part in parts for one in (_flat(part) if isinstance(part, list) else [part])]
