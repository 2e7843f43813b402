"""What is kept of a table besides its log: finished games, and which devices came."""

import logging

from purrlor.server.entries import (
    Entry,
    Played,
    SeatClaimed,
    SeatTaken,
    TableCreated,
    TakeOverAsked,
)
from purrlor.server.folding import Fold
from purrlor.server.stores import FinishedGame, Line, Store, StoreFailed

log = logging.getLogger(__name__)


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
