"""Finished games, told from the log: records that replay, and step-through data."""

from typing import Any

import msgspec

from purrlor.core.match import Match, Told
from purrlor.core.record import record_of
from purrlor.server.entries import decode_entry
from purrlor.server.stores import Line
from purrlor.server.table import TABLE, Table, TableRefused


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a finished game with the eyes of one viewer."""

    number: int
    by: int
    """The seat that acted; -1: the table."""
    at: float
    events: list[Any]
    view: Any


def _game(lines: list[Line], number: int) -> Table:
    """Fold the log until a game is over."""
    table = Table()
    for line in lines:
        table.apply(decode_entry(line.body), line.at)
        if table.number == number and table.phase == "over":
            return table
    raise TableRefused(
        "This game is not over; its record appears when it is.", reason="game_not_over"
    )


def record_of_game(lines: list[Line], number: int) -> bytes:
    """Return the record of a finished game."""
    table = _game(lines, number)
    assert table.match is not None
    record = record_of(table.match)
    return msgspec.structs.replace(record, fairness=table.fairness).json()


def moments(lines: list[Line], number: int, seat: int | None) -> list[Moment]:
    """Return a finished game step by step, as a seat (None: a spectator) saw it."""
    finished = _game(lines, number).match
    assert finished is not None
    match = finished.game.match(finished.options, finished.key, finished.seats)
    found = [_moment(match, match.opening, seat, 0, TABLE, 0.0)]
    for step, played in enumerate(finished.played, 1):
        told = match.play(played.seat, played.actions)
        by = TABLE if played.seat is None else played.seat
        if any(audience.includes(seat) for audience, _ in told):
            found.append(_moment(match, told, seat, step, by, played.at or 0.0))
    return [msgspec.structs.replace(moment, number=index) for index, moment in enumerate(found)]


def _moment(match: Match, told: Told, seat: int | None, number: int, by: int, at: float) -> Moment:
    return Moment(
        number=number,
        by=by,
        at=at,
        events=[msgspec.to_builtins(event) for audience, event in told if audience.includes(seat)],
        view=msgspec.to_builtins(match.view(seat)),
    )
