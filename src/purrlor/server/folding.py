"""How far a log is folded: the table, and which commands were carried out on the way."""

from collections.abc import Iterable

from purrlor.server.entries import Entry, GameStarted, decode_entry
from purrlor.server.stores import Line
from purrlor.server.table.fold import apply
from purrlor.server.table.state import Table


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

    def add(self, line: Line) -> Entry:
        """Apply the next line."""
        entry: Entry = decode_entry(line.body)
        apply(self.table, entry, line.at)
        self.note(line, entry)
        return entry

    def note(self, line: Line, entry: Entry) -> None:
        """Note that the next line is written, whose entry was applied before."""
        self.seq, self.at = line.seq, line.at
        self._answers[line.seat, line.command_id] = self.table.steps.number(line.seat)
        if isinstance(entry, GameStarted):
            self.started_at = line.at

    def has(self, seat: int, command_id: str) -> bool:
        """Return whether a command of a seat was carried out."""
        return (seat, command_id) in self._answers

    def answer(self, seat: int, command_id: str) -> int:
        """Return the step in which a command of a seat ended."""
        return self._answers.get((seat, command_id), 0)


def fold_lines(lines: Iterable[Line]) -> Fold:
    """Fold the first lines of a log."""
    fold = Fold()
    for line in lines:
        fold.add(line)
    return fold
