"""Pauses: by agreement of all who are there."""

from purrlor.server.entries import PauseAsked
from purrlor.server.table.clocks import shift_clocks
from purrlor.server.table.seats import SeatState
from purrlor.server.table.state import Table, TableRefused


def ask_pause(table: Table, entry: PauseAsked, at: float) -> None:
    """Note that a person wants a pause, or to go on."""
    if table.phase != "playing":
        raise TableRefused("There is no game to pause.", reason="nothing_to_pause")
    table.person(entry.seat).wants_pause = entry.is_wanted
    if entry.is_wanted and table.pause_asked_by is None:
        table.pause_asked_by = entry.seat
    settle_pause(table, at)


def settle_pause(table: Table, at: float) -> None:
    """A table pauses, and goes on, when all who are there want it."""
    there = _people_there(table)
    if not there or table.phase != "playing":
        return
    if not table.is_paused and all(seat.wants_pause for seat in there):
        table.is_paused, table.paused_at = True, at
    end_pause(table, at)
    people = table.people()
    wanting = [one for one in people if table.seats[one].wants_pause]
    if table.pause_asked_by not in (people if table.is_paused else wanting):
        table.pause_asked_by = None if table.is_paused else next(iter(wanting), None)


def end_pause(table: Table, at: float) -> None:
    """Go on if nobody who is there wants the pause; who is away does not ask for another."""
    there = _people_there(table)
    if not table.is_paused or not there or any(seat.wants_pause for seat in there):
        return
    table.is_paused, table.pause_asked_by = False, None
    for seat in table.seats:
        seat.wants_pause = False
    shift_clocks(table, at - table.paused_at)


def _people_there(table: Table) -> list[SeatState]:
    return [table.seats[one] for one in table.people() if not table.seats[one].is_covered]
