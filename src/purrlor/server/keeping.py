"""What is kept of a table besides its log: finished games, their records, and who came."""

import asyncio
import logging
from typing import Any

import msgspec

from purrlor.core.match import Match
from purrlor.core.record import read_record
from purrlor.server.entries import (
    Entry,
    Played,
    SeatClaimed,
    SeatTaken,
    TableCreated,
    TakeOverAsked,
)
from purrlor.server.folding import Fold
from purrlor.server.history import record_of_match
from purrlor.server.stores import FinishedGame, Line, Store, StoreFailed

log = logging.getLogger(__name__)

_UNDER_WAY: set[asyncio.Task[None]] = set()
"""Records that are being made: a server that stops finishes them first."""


class PlayedOut(msgspec.Struct, frozen=True):
    """A game that nobody will go on with, and what its record is made of."""

    table_id: str
    number: int
    match: Match
    fairness: Any


def fold_all(
    fold: Fold, lines: list[Line], table_id: str
) -> tuple[tuple[FinishedGame, list[str]] | None, set[str]]:
    """Fold a log from its beginning; return the last game it finished, and who came."""
    finished, devices = None, set[str]()
    for line in lines:
        entry = fold.add(line)
        devices.add(newcomer(entry))
        if isinstance(entry, Played) and fold.table.phase == "over":
            finished = finished_game(fold, table_id)
    return finished, devices - {""}


def newcomer(entry: Entry) -> str:
    """Return the device that an entry names: of a host or of a seat; or nothing."""
    if isinstance(entry, TableCreated):
        return entry.host
    return entry.device if isinstance(entry, (SeatTaken, SeatClaimed, TakeOverAsked)) else ""


def finished_game(fold: Fold, table_id: str) -> tuple[FinishedGame, list[str]]:
    """Return the game that is over since the latest line, and the devices that took part."""
    table, match = fold.table, fold.table.running_match()
    outcome = match.outcome
    assert outcome is not None
    game = FinishedGame(
        table_id=table_id,
        code=table.code,
        number=table.number,
        game=table.game.name,
        started_at=fold.started_at,
        finished_at=fold.at,
        names=[seat.name for seat in table.seats],
        bots=[seat.kind == "bot" for seat in table.seats],
        places=list(outcome.places),
        points=list(outcome.points),
        reason=outcome.reason,
        steps=len(match.played),
        is_listed=table.rules.is_listed,
    )
    return game, list(table.hands)


def played_out(fold: Fold, table_id: str) -> PlayedOut | None:
    """Return the game on the table if it is over, or its table was closed."""
    table = fold.table
    if table.match is None or table.phase not in ("over", "closed"):
        return None
    return PlayedOut(table_id, table.number, table.match, table.proof())


async def keep_record(store: Store, game: PlayedOut) -> None:
    """Keep the record of a game as bytes: it is made once, and never again by later rules."""
    task = asyncio.get_running_loop().create_task(_keep_record(store, game))
    _UNDER_WAY.add(task)
    task.add_done_callback(_UNDER_WAY.discard)
    await asyncio.shield(task)


async def _keep_record(store: Store, game: PlayedOut) -> None:
    try:
        if await store.record(game.table_id, game.number) is None:
            body = await asyncio.to_thread(record_of_match, game.match, game.fairness)
            await store.keep_record(game.table_id, game.number, body)
    except StoreFailed as failure:
        log.warning("a record was not kept", extra={"why": str(failure)})
    except Exception:
        log.exception("a record was not kept")


async def renamed_records(
    store: Store, table_id: str, names: dict[int, list[str]]
) -> dict[int, bytes]:
    """Return the records of a table with other names in them, where these differ."""
    found: dict[int, bytes] = {}
    for number, seats in names.items():
        body = await store.record(table_id, number)
        if body is not None:
            record = read_record(body)
            if record.seats != seats:
                # A name could be guessed from the hash of the opening, were its salt still known.
                fairness = record.fairness and {**record.fairness, "salt": ""}
                found[number] = msgspec.structs.replace(
                    record, seats=seats, fairness=fairness
                ).json()
    return found


async def finish_records() -> None:
    """Wait until all records are made that were begun."""
    if _UNDER_WAY:
        await asyncio.wait(set(_UNDER_WAY))


async def keep_game(store: Store, game: FinishedGame, devices: list[str]) -> None:
    """Keep a finished game."""
    try:
        await store.keep_game(game, devices)
    except StoreFailed as failure:
        log.warning("a finished game was not kept", extra={"why": str(failure)})


async def note_device(store: Store, device: str, table_id: str) -> None:
    """Note that a log tells of a device, so that it can be forgotten there."""
    try:
        await store.note_seat(device, table_id)
    except StoreFailed as failure:
        log.warning("a device was not noted", extra={"why": str(failure)})
