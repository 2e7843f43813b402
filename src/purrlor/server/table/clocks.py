"""The clocks of a table: of each decision, of a timed game, and of a start that was called."""

from purrlor.server.entries import ServerReturned
from purrlor.server.table.seats import SeatState
from purrlor.server.table.state import Table


def overrun(table: Table, seat: SeatState, at: float) -> float:
    """Return what a decision has taken of the seat's reserve."""
    clock = table.rules.clock
    if clock is None or seat.acting_since is None:
        return 0.0
    return min(max(0.0, at - seat.acting_since - clock.decision), seat.bank)


def deadline(table: Table, number: int) -> float | None:
    """Return when the time of a seat that must decide runs out."""
    seat, clock = table.seats[number], table.rules.clock
    if clock is None or seat.acting_since is None or table.is_paused:
        return None
    return seat.acting_since + clock.decision + seat.bank


def due_at(table: Table) -> float | None:
    """Return when the table itself must act, if nobody does before."""
    if table.call:
        return table.called_until
    if table.phase != "playing" or table.is_paused:
        return None
    found = [deadline(table, number) for number in range(len(table.seats))]
    times = [time for time in (*found, table.time_up_at) if time is not None]
    return min(times, default=None)


def stand_still(table: Table, entry: ServerReturned, at: float) -> None:
    """Take no time from anybody while no server ran."""
    if not table.is_paused:
        shift_clocks(table, entry.seconds)


def shift_clocks(table: Table, seconds: float) -> None:
    """Let all clocks run out so much later."""
    for seat in table.seats:
        if seat.acting_since is not None:
            seat.acting_since += seconds
    if table.time_up_at is not None:
        table.time_up_at += seconds
    table.called_until += seconds
