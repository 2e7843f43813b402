"""How far a log is folded: the table, and which commands were carried out on the way."""

from collections import Counter
from collections.abc import Iterable

from purrlor.server.entries import (
    BotSeated,
    Entry,
    GameStarted,
    LogRefused,
    OptionsChanged,
    SeatClaimed,
    SeatLeft,
    SeatTaken,
    ServerReturned,
    StartCalled,
    TableClosed,
)
from purrlor.server.stores import Line
from purrlor.server.table.fold import fold_line
from purrlor.server.table.state import Table, TableRefused

DEVICE_DIGITS = 16
"""How many digits of a device a command's id begins with."""
_BY_ANY_RULES = (TableClosed, SeatLeft, ServerReturned)
"""What can be done at a table whose game has rules that this server does not have."""
_BY_HOST = (OptionsChanged, BotSeated, StartCalled)


class Fold:
    """The fold of the first `seq` lines of a log."""

    def __init__(self) -> None:
        self.table = Table()
        self.seq = 0
        self.at = 0.0
        """When the latest line was written."""
        self.started_at = 0.0
        """When the latest game began."""
        self._answers: dict[tuple[int, str], int] = {}
        """The commands that were carried out, and the step of the seat that each ended in."""
        self._written: Counter[str] = Counter()
        """How many lines each device brought about."""

    def add(self, line: Line) -> Entry:
        """Apply the next line."""
        if line.seq != self.seq + 1:
            raise LogRefused(
                "Line {number} of this table's log is missing. The host of this server can restore "
                "a backup.",
                reason="log_incomplete",
                number=self.seq + 1,
            )
        entry = fold_line(self.table, line)
        self.note(line, entry)
        return entry

    def admit(self, entry: Entry, command_id: str, most: int) -> None:
        """Refuse what cannot be the next line: of unknown rules, or one too many of a device."""
        if not isinstance(entry, _BY_ANY_RULES):
            self.table.require_known_rules()
        author = self._author(entry, command_id)
        if author and self._written[author] >= most:
            sentence = "This device has done {most} things at this table; open a new one."
            raise TableRefused(sentence, reason="log_full", most=most)

    def note(self, line: Line, entry: Entry) -> None:
        """Note that the next line is written, whose entry was applied before."""
        self.seq, self.at = line.seq, line.at
        self._answers[line.seat, line.command_id] = self.table.steps.number(line.seat)
        self._written[self._author(entry, line.command_id)] += 1
        if isinstance(entry, GameStarted):
            self.started_at = line.at

    def has(self, seat: int, command_id: str) -> bool:
        """Return whether a command of a seat was carried out."""
        return (seat, command_id) in self._answers

    def answer(self, seat: int, command_id: str) -> int:
        """Return the step in which a command of a seat ended."""
        return self._answers.get((seat, command_id), 0)

    def _author(self, entry: Entry, command_id: str) -> str:
        """Return the device that brings a line about, shortened; empty: none, or nobody knows."""
        device, is_command, _ = command_id.partition("-")
        if is_command and len(device) == DEVICE_DIGITS:
            return device
        if isinstance(entry, (SeatTaken, SeatClaimed)):
            return entry.device[:DEVICE_DIGITS]
        return self.table.host[:DEVICE_DIGITS] if isinstance(entry, _BY_HOST) else ""


def fold_lines(lines: Iterable[Line]) -> Fold:
    """Fold the first lines of a log."""
    fold = Fold()
    for line in lines:
        fold.add(line)
    return fold
