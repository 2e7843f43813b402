"""Reads the logs when all is over: nothing may be lost, doubled, missing or against the rules."""

from typing import Any

import asyncpg
import msgspec

from nemesis.people import Person
from purrlor.core.refusals import Refusal
from purrlor.server.entries import NonceRevealed, Played, StartCancelled, decode_entry
from purrlor.server.table.fold import apply
from purrlor.server.table.state import Table

KINDS = ("lost", "doubled", "holes", "illegal", "views that differ", "stuck tables")


class Findings(msgspec.Struct):
    """What the logs say."""

    tables: int = 0
    games: int = 0
    lines: int = 0
    moves: int = 0
    nonces: int = 0
    cancelled_starts: int = 0
    acknowledged: int = 0
    wrong: dict[str, list[str]] = msgspec.field(
        default_factory=lambda: {kind: [] for kind in KINDS}
    )

    @property
    def is_good(self) -> bool:
        return not any(self.wrong.values())


async def read_logs(database: str) -> dict[str, list[Any]]:
    """Return the lines of every table, by its code."""
    connection = await asyncpg.connect(database)
    rows = await connection.fetch(
        "SELECT code, seq, command_id, seat, body, at FROM purrlor.events "
        "JOIN purrlor.tables ON number = table_number ORDER BY code, seq"
    )
    await connection.close()
    logs: dict[str, list[Any]] = {}
    for row in rows:
        logs.setdefault(row["code"], []).append(row)
    return logs


async def check(database: str, tables: dict[str, list[Person]]) -> Findings:
    """Hold what people were told against the logs."""
    logs, findings = await read_logs(database), Findings()
    for code, people in tables.items():
        lines = logs.get(code, [])
        findings.tables += 1
        findings.lines += len(lines)
        if [line["seq"] for line in lines] != list(range(1, len(lines) + 1)):
            findings.wrong["holes"].append(code)
        table = _replay(code, lines, findings)
        findings.games += table.number
        for person in people:
            _check_commands(code, lines, person, findings)
            _check_views(code, table, person, findings)
    return findings


def _replay(code: str, lines: list[Any], findings: Findings) -> Table:
    table = Table()
    for line in lines:
        entry = decode_entry(line["body"])
        findings.moves += isinstance(entry, Played)
        findings.nonces += isinstance(entry, NonceRevealed)
        findings.cancelled_starts += isinstance(entry, StartCancelled)
        try:
            apply(table, entry, line["at"])
        except Refusal as refusal:
            findings.wrong["illegal"].append(f"{code} {line['seq']}: {refusal}")
            break
    return table


def _check_commands(code: str, lines: list[Any], person: Person, findings: Findings) -> None:
    """Every acknowledged command is in the log once; no command at all is there twice."""
    found = [line["command_id"].partition("-")[2] for line in lines]
    mine = [one for one in found if one.startswith(f"{person.cookie[:6]}-")]
    findings.acknowledged += len(person.kept)
    findings.wrong["lost"] += [f"{code} {one}" for one in sorted(person.kept.keys() - set(mine))]
    doubled = {one for one in mine if mine.count(one) > 1}
    findings.wrong["doubled"] += [f"{code} {one}" for one in sorted(doubled)]


def _check_views(code: str, table: Table, person: Person, findings: Findings) -> None:
    """What a person last saw is what the log replays to, for that seat's eyes."""
    match = table.running_match()
    if not person.seats:
        findings.wrong["views that differ"].append(f"{code}: somebody has lost the seat")
    for seat in person.seats:
        last = person.games.get(seat)
        view = msgspec.json.decode(msgspec.json.encode(match.view(seat)))
        is_same = last is not None and last["game"] == table.number and last["view"] == view
        if not is_same or last is None or last["number"] != table.steps.number(seat):
            findings.wrong["views that differ"].append(f"{code} seat {seat}")
