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
from purrlor.sim.seatings import lineups_of

DIFFERENT = {
    "game": "another game",
    "rules_version": "another version of the rules",
    "kernels": "another version of Purrlor",
    "options": "other options",
    "key": "another key",
    "entrants": "other entrants",
    "seating": "another seating",
    "versions": "another version of your bots",
}
"""How two plans differ, by field."""


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
    versions: dict[str, str] = {}
    """Digests of the files of bots that are somebody's own."""

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.options["players"])


class Journal:
    """A file to write bouts to; `begin` makes it, or goes on with one of the same plan."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @staticmethod
    def beside(report: Path) -> "Journal":
        """Return the journal that lies beside a report."""
        return Journal(report.with_suffix(".games.jsonl"))

    @property
    def has_games(self) -> bool:
        """Whether games are written down here."""
        return len(self._lines()) > 1

    def key(self) -> str | None:
        """Return the key of the tournament that was begun here, if one was."""
        lines = self._lines()
        return self._plan(lines).key if lines else None

    def whole_deals(self) -> int:
        """Return how many deals all line-ups have played here."""
        lines = self._lines()
        if len(lines) < 2:
            return 0
        plan = self._plan(lines)
        played: dict[int, set[int]] = {}
        for bouts in self._bouts(plan, lines):
            deals = range(bouts.first, bouts.first + len(bouts.places))
            played.setdefault(bouts.lineup, set()).update(deals)
        lineups = len(lineups_of(plan.entrants, plan.players, plan.seating))
        by_all = set.intersection(*played.values()) if len(played) == lineups else set()
        return next(deal for deal in range(len(by_all) + 1) if deal not in by_all)

    def begin(self, plan: Plan, *, resume: bool) -> Iterable[Bouts]:
        """Begin, or go on: return the bouts that were played before."""
        lines = self._lines()
        if len(lines) > 1 and not resume:
            raise Refusal(
                f"{self._path} has games already: go on with --resume, replace them with --force, "
                "or name another file."
            )
        if len(lines) < 2:  # a plan alone is no loss
            self._path.write_bytes(msgspec.json.encode(plan) + b"\n")
            return []
        found = self._plan(lines)
        for name in Plan.__struct_fields__:
            before, now = getattr(found, name), getattr(plan, name)
            if before != now:
                raise Refusal(
                    f"{self._path} was begun with {DIFFERENT[name]}: {_shown(before)}, "
                    f"now {_shown(now)}. Go on as it was begun, or name another file."
                )
        bouts = self._bouts(found, lines)
        self._path.write_bytes(b"".join(lines))  # without a line that was cut off
        return bouts

    def add(self, bouts: Bouts) -> None:
        """Write down how the games of a task ended."""
        with self._path.open("ab") as file:
            file.write(msgspec.json.encode(bouts, enc_hook=np.ndarray.tolist) + b"\n")

    def remove(self) -> None:
        """Forget what is written down."""
        self._path.unlink(missing_ok=True)

    def _lines(self) -> list[bytes]:
        """Return the whole lines, of which the first is a plan."""
        if not self._path.exists():
            return []
        content = self._path.read_bytes()
        lines = [line for line in content.splitlines(keepends=True) if line.endswith(b"\n")]
        if content:
            self._plan(lines or [content])
        return lines

    def _plan(self, lines: list[bytes]) -> Plan:
        try:
            return msgspec.json.decode(lines[0], type=Plan)
        except msgspec.MsgspecError as error:
            raise Refusal(
                f"{self._path} is no journal of a tournament ({error}); name another file."
            ) from None

    def _bouts(self, plan: Plan, lines: list[bytes]) -> list[Bouts]:
        lineups = len(lineups_of(plan.entrants, plan.players, plan.seating))
        found = []
        for number, line in enumerate(lines[1:], 2):
            try:
                bouts = msgspec.json.decode(line, type=Bouts)
                is_whole = _is_whole(bouts, lineups, plan.players)
            except (msgspec.MsgspecError, ValueError, TypeError):
                is_whole = False
            if not is_whole:
                raise Refusal(
                    f"Line {number} of {self._path} is damaged; delete that line, and its games "
                    "are played again."
                )
            found.append(bouts)
        return found


def _is_whole(bouts: Bouts, lineups: int, players: int) -> bool:
    places, points = np.array(bouts.places), np.array(bouts.points)
    shape = (max(1, len(places)), players)
    return (
        0 <= bouts.lineup < lineups and bouts.first >= 0 and places.shape == points.shape == shape
    )


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}={one}" for name, one in value.items()) or "none"
    return ", ".join(value) if isinstance(value, tuple) else str(value)
