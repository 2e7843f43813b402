"""A game that runs: what a seat plays, who sees it, and whose clocks run then."""

from purrlor.core.match import Told
from purrlor.server.entries import Played
from purrlor.server.steps import SPECTATOR
from purrlor.server.table.clocks import overrun
from purrlor.server.table.rules_versions import require_same
from purrlor.server.table.state import TABLE, Table, TableRefused


def play(table: Table, entry: Played, at: float) -> None:
    """Let a seat act, or the table itself."""
    if table.other_rules:
        if entry.is_last:
            table.put_away()
        return
    match = table.running_match()
    if table.phase != "playing":
        raise TableRefused("No game is running at this table.", reason="no_game_running")
    if table.is_paused:
        raise TableRefused("The game is paused; go on first.", reason="paused")
    seat = None if entry.seat == TABLE else entry.seat
    told = match.play(seat, entry.actions, at=at)
    require_same(match, entry.digest, entry)
    if entry.signature and seat is not None and seat < len(table.chains):
        table.chains[seat].add(len(match.played), match.played[-1].actions, entry.signature)
    if seat is None:
        table.time_up_at = None
    note_step(table, told, entry.seat, at)
    if entry.by == "seat":
        table.seats[entry.seat].acted_at = table.steps.number(entry.seat)
    if not table.actors:
        table.phase, table.time_up_at, table.proposal = "over", None, None


def note_step(table: Table, told: Told, by: int, at: float) -> None:
    """Count the step for each viewer who sees it; let the clocks of the actors run."""
    assert table.match is not None
    table.seen_by = table.steps.add(told)
    is_public = SPECTATOR in table.seen_by
    table.actors = actors = table.match.actors
    for number, seat in enumerate(table.seats):
        if number == by and is_public and seat.acting_since is not None:
            seat.bank -= overrun(table, seat, at)
        if number not in actors:
            seat.acting_since = None
        elif seat.acting_since is None or number == by:
            seat.decided_from = table.steps.number(number)
            if is_public or seat.acting_since is None:
                seat.acting_since = at
