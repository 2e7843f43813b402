"""What is played and how: chosen when a table opens, changed between games, until it closes."""

from collections.abc import Collection

from purrlor.core.discovery import game as find_game
from purrlor.core.refusals import SeatRefused
from purrlor.server.entries import OptionsChanged, TableClosed, TableCreated
from purrlor.server.table.seats import SeatState, read_level
from purrlor.server.table.starting import call_off
from purrlor.server.table.state import Table, TableRefused


def create(table: Table, entry: TableCreated, at: float) -> None:
    """Open the table."""
    level = read_level(entry.level)
    _set_rules(table, entry, [])
    table.code, table.host, table.seed, table.level = entry.code, entry.host, entry.seed, level


def change_options(table: Table, entry: OptionsChanged, at: float) -> None:
    """Change what the next game is."""
    table.require_no_game()
    before = (table.game, table.options)
    _set_rules(table, entry, _seats_without(table, entry.removed))
    call_off(table)
    if (table.game, table.options) != before or entry.removed:
        table.put_away()


def close(table: Table, entry: TableClosed, at: float) -> None:
    """Let nothing happen here any more."""
    table.phase, table.call, table.proposal = "closed", None, None


def _seats_without(table: Table, removed: Collection[int]) -> list[SeatState]:
    if any(table.seat(number).kind != "open" for number in removed):
        sentence = "Somebody sits there; only an open seat can be taken away."
        raise SeatRefused(sentence, reason="seat_not_open")
    return [seat for number, seat in enumerate(table.seats) if number not in removed]


def _set_rules(table: Table, entry: TableCreated | OptionsChanged, seats: list[SeatState]) -> None:
    found = find_game(entry.game)
    options = found.read_options(entry.options)
    if entry.clock and not (1 <= entry.clock.decision <= 3600 and 0 <= entry.clock.bank <= 36000):
        sentence = "A decision takes 1 second to 1 hour, a reserve up to 10 hours."
        raise TableRefused(sentence, reason="clock_out_of_range")
    if any(seat.kind == "person" for seat in seats[options.players :]):
        sentence = "More people sit here than this game would have players."
        raise TableRefused(sentence, reason="too_many_people")
    table.game, table.options, table.rules = found, options, entry
    extra = options.players - len(seats)
    table.seats = seats[: options.players] + [SeatState() for _ in range(extra)]
