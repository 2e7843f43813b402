"""The journal of a tournament: what is played, then all games as they end, a JSON line a task.

A tournament that was stopped goes on from it, and a finished one can be made longer.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from purrlor.core.refusals import Refusal
from purrlor.sim.bouts import Bouts


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What is played: two tournaments with the same plan have the same games."""

    game: str
    rules_version: int
    kernels: str
    """A digest of the compiled sources: with others, bots may choose otherwise."""
    options: dict[str, Any]
    key: str
    entrants: tuple[str, ...]
    seating: str


class Journal:
    """A file to write bouts to; `begin` makes it, or goes on with one of the same plan."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @staticmethod
    def beside(report: Path) -> "Journal":
        """Return the journal that lies beside a report."""
        return Journal(report.with_suffix(".games.jsonl"))

    def key(self) -> str | None:
        """Return the key of the tournament that was begun here, if one was."""
        lines = self._lines()
        return self._plan(lines).key if lines else None

    def begin(self, plan: Plan, *, resume: bool) -> Iterable[Bouts]:
        """Begin, or go on: return the bouts that were played before."""
        if self._path.exists() and not resume:
            raise Refusal(f"{self._path} has games already: go on with --resume, or name another.")
        lines = self._lines()
        if not lines:
            self._path.write_bytes(msgspec.json.encode(plan) + b"\n")
            return []
        found = self._plan(lines)
        for name in Plan.__struct_fields__:
            if getattr(found, name) != getattr(plan, name):
                raise Refusal(f"{self._path} was begun with other {name}; it cannot go on so.")
        self._path.write_bytes(b"".join(lines))  # without a line that was cut off
        return [msgspec.json.decode(line, type=Bouts) for line in lines[1:]]

    def add(self, bouts: Bouts) -> None:
        """Write down how the games of a task ended."""
        with self._path.open("ab") as file:
            file.write(msgspec.json.encode(bouts, enc_hook=np.ndarray.tolist) + b"\n")

    def _lines(self) -> list[bytes]:
        """Return the whole lines."""
        if not self._path.exists():
            return []
        lines = self._path.read_bytes().splitlines(keepends=True)
        return [line for line in lines if line.endswith(b"\n")]

    def _plan(self, lines: list[bytes]) -> Plan:
        try:
            return msgspec.json.decode(lines[0], type=Plan)
        except msgspec.MsgspecError as error:
            raise Refusal(f"{self._path} is no journal of a tournament: {error}.") from None
