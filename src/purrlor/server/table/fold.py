"""The fold: `apply` judges an entry and carries it out, or refuses it whole."""

from collections.abc import Callable
from typing import Any

from purrlor.core.refusals import Refusal
from purrlor.server import entries
from purrlor.server.entries import Entry, LogRefused, decode_entry
from purrlor.server.stores.base import Line
from purrlor.server.table import (
    choosing,
    clocks,
    pausing,
    playing,
    proposals,
    seating,
    starting,
    talking,
)
from purrlor.server.table.state import Table, TableRefused


def apply(table: Table, entry: Entry, at: float) -> None:
    """Carry an entry out; refused, it changes nothing."""
    if table.phase == "closed":
        raise TableRefused("This table is closed; open a new one.", reason="table_closed")
    table.seen_by = frozenset()
    _APPLY[type(entry)](table, entry, at)


def fold_line(table: Table, line: Line) -> Entry:
    """Carry out a line of a log; what does not fit there is named."""
    entry = decode_entry(line.body, line.seq)
    try:
        apply(table, entry, line.at)
    except LogRefused:
        raise
    except Refusal as refusal:
        raise LogRefused(
            "Line {number} of this table's log does not fit those before it ({why}): it is "
            "damaged, or was written by other rules. The host of this server can restore a backup.",
            reason="log_contradictory",
            number=line.seq,
            why=refusal.sentence,
        ) from None
    return entry


_APPLY: dict[type[Entry], Callable[[Table, Any, float], None]] = {
    entries.TableCreated: choosing.create,
    entries.OptionsChanged: choosing.change_options,
    entries.TableClosed: choosing.close,
    entries.SeatTaken: seating.take_seat,
    entries.SeatClaimed: seating.claim_seat,
    entries.SeatLeft: seating.leave_seat,
    entries.HostChanged: seating.change_host,
    entries.BotSeated: seating.seat_bot,
    entries.SeatCovered: seating.cover_seat,
    entries.SeatReturned: seating.return_to_seat,
    entries.NonceCommitted: starting.commit,
    entries.StartCalled: starting.call_start,
    entries.NonceRevealed: starting.reveal,
    entries.StartCancelled: starting.cancel_start,
    entries.GameStarted: starting.start_game,
    entries.Played: playing.play,
    entries.PauseAsked: pausing.ask_pause,
    entries.SendAwayAsked: proposals.ask_to_send_away,
    entries.TakeOverAsked: proposals.ask_to_take_over,
    entries.ProposalAnswered: proposals.answer,
    entries.ProposalWithdrawn: proposals.withdraw,
    entries.ServerReturned: clocks.stand_still,
    entries.Said: talking.say,
    entries.Reacted: talking.react,
}
